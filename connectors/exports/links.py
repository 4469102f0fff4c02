"""Links as records keep them: absolute, http(s), without what only tracks or lets in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit, urlunsplit

_BARE = re.compile(r"https?://[^\s<>\"'`|\x00-\x1f]+", re.IGNORECASE)
_TRAILING = ".,;:!?*_~'\"…»”’"
_TRACKING = re.compile(r"^(utm_|mc_|_hs|fbclid$|gclid$|igshid$|si$|msclkid$|ref_src$)", re.IGNORECASE)
_KEYS = re.compile(
    r"^(t|token|access_token|auth|key|api_?key|sig|signature|pub_secret|password|pwd|code|X-Amz-.*)$",
    re.IGNORECASE,
)
_MAX_LINKS = 50


def clean_link(url: str) -> str:
    """The link without tracking, tokens and credentials; empty if it is not http(s) or no link at all."""
    try:
        parts = urlsplit(url.strip())
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return ""
    if parts.scheme.lower() not in ("http", "https") or not host:
        return ""
    query = "&".join(pair for pair in parts.query.split("&") if pair and not _dropped(pair))
    return urlunsplit((parts.scheme.lower(), host, parts.path, query, parts.fragment))


def unique_links(urls: Iterable[str]) -> tuple[str, ...]:
    """Cleaned links in order, each once."""
    return tuple(dict.fromkeys(link for url in urls if (link := clean_link(url))))[:_MAX_LINKS]


def links_in(text: str) -> tuple[str, ...]:
    """Links that stand in plain text."""
    return unique_links(_trim(match.group()) for match in _BARE.finditer(text))


def _trim(url: str) -> str:
    url = url.rstrip(_TRAILING)
    while url.endswith(")") and url.count(")") > url.count("("):
        url = url[:-1].rstrip(_TRAILING)
    return url


def _dropped(pair: str) -> bool:
    name, _, value = pair.partition("=")
    if _TRACKING.match(name):
        return True
    return bool(_KEYS.match(name)) and (len(value) >= 16 or value.startswith("xox"))
