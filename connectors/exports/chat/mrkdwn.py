"""Slack's mrkdwn and rich text as plain text (docs.slack.dev, "Formatting message text" and "rich_text block")."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from connectors.exports.links import clean_link

_QUOTE = re.compile(r"^(&gt;|>){1,3} ?")
_ANGLE = re.compile(r"<([^<>\n]{1,2000})>")


@dataclass(frozen=True, slots=True)
class Plain:
    """Plain text, what in it was quoted from others, and the links."""

    text: str
    quoted: str = ""
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Names:
    """How ids are spelt: a user's name, a channel's name; each may answer with an empty string."""

    user: Callable[[str], str]
    channel: Callable[[str], str]


def from_mrkdwn(text: str, names: Names) -> Plain:
    """Resolve ``<@U1>``, ``<#C1|name>``, ``<url|label>``, ``<!here>`` and the three entities."""
    links: list[str] = []

    def spell(match: re.Match[str]) -> str:
        target, _, label = match.group(1).partition("|")
        kind, rest = target[:1], target[1:]
        if kind == "@":
            return f"@{names.user(rest) or label or rest}"
        if kind == "#":
            return f"#{label or names.channel(rest) or rest}"
        if kind == "!":
            return _special(rest, label)
        if ":" not in target:
            return match.group()
        url = html.unescape(target)
        links.append(url)
        return _labelled(url, html.unescape(label))

    own: list[str] = []
    quoted: list[str] = []
    for line in text.split("\n"):
        quote = line.startswith(("&gt;", ">"))
        if quote:
            line = _QUOTE.sub("", line)
        (quoted if quote else own).append(_entities(_ANGLE.sub(spell, line)))
    return Plain("\n".join(own).strip(), "\n".join(quoted).strip(), tuple(links))


def from_blocks(blocks: Any, names: Names) -> Plain:
    """The text of Block Kit blocks, for messages that carry none beside them."""
    own: list[str] = []
    quoted: list[str] = []
    links: list[str] = []
    for block in _dicts(blocks):
        if block.get("type") == "rich_text":
            for part in _dicts(block.get("elements")):
                side = quoted if part.get("type") == "rich_text_quote" else own
                side.append(_rich(part, names, links))
            continue
        for text in _texts(block):
            plain = from_mrkdwn(text, names)
            own.append(plain.text)
            quoted.append(plain.quoted)
            links.extend(plain.links)
    return Plain(_joined(own), _joined(quoted), tuple(links))


def _rich(part: dict[str, Any], names: Names, links: list[str]) -> str:
    if part.get("type") == "rich_text_list":
        items = [_rich(item, names, links) for item in _dicts(part.get("elements"))]
        indent = "  " * min(int(part.get("indent") or 0), 8)
        return "\n".join(f"{indent}- {item}" for item in items)
    return "".join(_inline(element, names, links) for element in _dicts(part.get("elements")))


def _inline(element: dict[str, Any], names: Names, links: list[str]) -> str:
    match element.get("type"):
        case "text":
            return str(element.get("text") or "")
        case "link":
            url = str(element.get("url") or "")
            links.append(url)
            return _labelled(url, str(element.get("text") or ""))
        case "user":
            user = str(element.get("user_id") or "")
            return f"@{names.user(user) or user}"
        case "channel":
            channel = str(element.get("channel_id") or "")
            return f"#{names.channel(channel) or channel}"
        case "broadcast":
            return f"@{element.get('range') or 'here'}"
        case "emoji":
            return f":{element.get('name') or ''}:"
        case "date":
            return str(element.get("fallback") or "")
        case "usergroup":
            return f"@{element.get('usergroup_id') or ''}"
        case _:
            return ""


def _texts(block: dict[str, Any]) -> Iterator[str]:
    """Texts of the other blocks: section, header, context, markdown."""
    holders = [block, *_dicts(block.get("fields")), *_dicts(block.get("elements"))]
    for holder in holders:
        text = holder.get("text")
        if isinstance(text, dict):
            text = text.get("text")
        if isinstance(text, str):
            yield text


def _special(target: str, label: str) -> str:
    name, _, rest = target.partition("^")
    if label:
        return label
    return f"@{rest if name == 'subteam' else name}"


def _labelled(url: str, label: str) -> str:
    url = clean_link(url) or url
    shown = url.removeprefix("mailto:").removeprefix("tel:")
    bare = shown.removeprefix("https://").removeprefix("http://").rstrip("/")
    if not label or label.rstrip("/") in (url, shown, bare):
        return shown
    return f"{label} ({shown})"


def _entities(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _joined(parts: Iterable[str]) -> str:
    return "\n".join(part.strip("\n") for part in parts if part.strip())


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
