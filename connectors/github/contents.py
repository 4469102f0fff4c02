"""README and telling files of a repository on GitHub."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from connectors.exports.fields import objects_at, text_at
from connectors.exports.git.files import MOST_BLOB, MOST_TEXT, choose
from connectors.exports.git.history import count_endings
from connectors.github.api import Api
from connectors.web import Refused


@dataclass(frozen=True, slots=True)
class Contents:
    """``files`` by path, the README among them; ``endings`` with the number of files."""

    readme: str = ""
    files: tuple[tuple[str, str], ...] = ()
    endings: tuple[tuple[str, int], ...] = ()


def read_contents(api: Api, name: str, branch: str, most: int) -> Contents:
    """The README alone, or with ``most`` telling files. What is missing is left out. Raises as the api does."""
    if not most:
        path, text = _readme(api, name)
        return Contents(text, ((path, text),) if text else ())
    sizes = _tree(api, name, branch)
    chosen = choose(path for path, size in sizes.items() if 0 < size <= MOST_BLOB)[:most]
    texts = {path: _file(api, f"/repos/{name}/contents/{quote(path)}") for path in chosen}
    files = tuple((path, text) for path, text in texts.items() if text)
    readme = next((text for path, text in files if path.lower().startswith("readme")), "")
    return Contents(readme, files, count_endings(sizes))


def _tree(api: Api, name: str, branch: str) -> dict[str, int]:
    """Path and size of each file of a branch."""
    try:
        answer = api.get(f"/repos/{name}/git/trees/{quote(branch, safe='')}", {"recursive": 1})
    except Refused:
        return {}
    entries = objects_at(answer, "tree") if isinstance(answer, dict) else []
    return {
        text_at(one, "path"): size
        for one in entries
        if one.get("type") == "blob"
        and one.get("mode") != "120000"
        and isinstance(size := one.get("size"), int)
    }


def _readme(api: Api, name: str) -> tuple[str, str]:
    try:
        answer = api.get(f"/repos/{name}/readme")
    except Refused:
        return "", ""
    return (text_at(answer, "path"), _decoded(answer)) if isinstance(answer, dict) else ("", "")


def _file(api: Api, path: str) -> str:
    try:
        return _decoded(api.get(path))
    except Refused:
        return ""


def _decoded(answer: Any) -> str:
    """The text of a file as the contents API gives it (base64); empty for what is no text."""
    if not isinstance(answer, dict) or answer.get("encoding") != "base64":
        return ""
    try:
        content = base64.b64decode(text_at(answer, "content"))
    except (ValueError, binascii.Error):
        return ""
    return "" if b"\0" in content[:8_000] else content.decode("utf-8", errors="replace")[:MOST_TEXT]
