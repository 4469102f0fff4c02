"""Addresses of remote repositories, without what nobody else should see."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

SHORT_FORM = re.compile(r"(?:(?P<user>[\w.-]+)@)?(?P<host>[\w-]+(?:\.[\w-]+)+):(?P<path>[^/\\].*)")
"""git-clone(1): the scp-like syntax, ``user@host.xz:path/to/repo.git``."""

SCHEMES = frozenset({"git", "http", "https", "ssh", "git+ssh"})


def without_credentials(url: str) -> str:
    """The remote without user, password and query; empty for a path on this disk or another scheme.

    The scp-like short form keeps its user, which is an account of the host (``git``) and no secret.
    """
    url = url.strip()
    if "://" not in url:
        return url if SHORT_FORM.fullmatch(url) else ""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    if parts.scheme not in SCHEMES or not parts.hostname:
        return ""
    return f"{parts.scheme}://{parts.hostname}{port}{parts.path}"


def web_link(remotes: tuple[str, ...]) -> str:
    """Where a person would open the first remote: https on the same host and path."""
    for remote in remotes:
        if short := SHORT_FORM.fullmatch(remote):
            host, path = short["host"], short["path"]
        else:
            host, path = urlsplit(remote).hostname or "", urlsplit(remote).path
        return f"https://{host}/{path.strip('/').removesuffix('.git')}"
    return ""


def repository_name(remotes: tuple[str, ...], path: Path) -> str:
    """The remote's name for it, else the name of the folder or bundle."""
    if remotes:
        return re.split(r"[/:]", remotes[0].rstrip("/"))[-1].removesuffix(".git")
    place = path.resolve()
    if place.name == ".git":
        place = place.parent
    return place.name.removesuffix(".git").removesuffix(".bundle")
