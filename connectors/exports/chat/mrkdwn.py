"""Slack's mrkdwn and rich text as plain text (docs.slack.dev, "Formatting message text" and "rich_text block")."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from connectors.exports.fields import objects_at, objects_in, text_at
from connectors.exports.links import clean_link

_MAX_NESTING = 8
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
    rest = False  # after three marks all that follows is quoted
    for line in text.split("\n"):
        rest = rest or line.startswith(("&gt;&gt;&gt;", ">>>"))
        quote = rest or line.startswith(("&gt;", ">"))
        if quote:
            line = _QUOTE.sub("", line)
        (quoted if quote else own).append(_entities(_ANGLE.sub(spell, line)))
    return Plain("\n".join(own).strip(), "\n".join(quoted).strip(), tuple(links))


def from_blocks(blocks: Any, names: Names) -> Plain:
    """The text of Block Kit blocks, for messages that carry none beside them."""
    own: list[str] = []
    quoted: list[str] = []
    links: list[str] = []
    for block in objects_in(blocks):
        if block.get("type") == "rich_text":
            for part in objects_at(block, "elements"):
                side = quoted if part.get("type") == "rich_text_quote" else own
                side.append(_rich(part, names, links))
            continue
        for text in _texts(block):
            plain = from_mrkdwn(text, names)
            own.append(plain.text)
            quoted.append(plain.quoted)
            links.extend(plain.links)
    return Plain(_joined(own), _joined(quoted), tuple(links))


def _rich(part: dict[str, Any], names: Names, links: list[str], depth: int = 0) -> str:
    if part.get("type") == "rich_text_list":
        if depth > _MAX_NESTING:
            return ""
        items = [_rich(item, names, links, depth + 1) for item in objects_at(part, "elements")]
        return "\n".join(f"- {item}" for item in items)
    return "".join(_inline(element, names, links) for element in objects_at(part, "elements"))


def _inline(element: dict[str, Any], names: Names, links: list[str]) -> str:
    match element.get("type"):
        case "text":
            text = element.get("text")
            return text if isinstance(text, str) else ""
        case "link":
            url = text_at(element, "url")
            links.append(url)
            return _labelled(url, text_at(element, "text"))
        case "user":
            user = text_at(element, "user_id")
            return f"@{names.user(user) or user}"
        case "channel":
            channel = text_at(element, "channel_id")
            return f"#{names.channel(channel) or channel}"
        case "broadcast":
            return f"@{text_at(element, 'range')}"
        case "emoji":
            return f":{text_at(element, 'name')}:"
        case "date":
            return text_at(element, "fallback")
        case "usergroup":
            return f"@{text_at(element, 'usergroup_id')}"
        case _:
            return ""


def _texts(block: dict[str, Any]) -> Iterator[str]:
    """Texts of the other blocks: section, header, context, markdown."""
    holders = [block, *objects_at(block, "fields"), *objects_at(block, "elements")]
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
