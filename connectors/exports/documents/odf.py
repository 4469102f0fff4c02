"""OpenDocument files (.odt, .ods, .odp; ODF 1.3 part 3), read as a stream of events."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from connectors.exports.documents.content import (
    LONGEST_HIDDEN,
    LONGEST_TEXT,
    MOST_LINKS,
    Content,
    Text,
    Unreadable,
    parse_time,
    unique,
)
from connectors.exports.documents.package import Node, Package, read_properties
from connectors.exports.links import links_in, unique_links

_WHITE = re.compile(r"#f[a-f0-9]f[a-f0-9]f[a-f0-9]", re.IGNORECASE)
_SIZE = re.compile(r"([\d.]+)pt")
_TINY = 2.0
_ASIDE = {"annotation", "tracked-changes", "hidden-text", "hidden-paragraph"}


@dataclass(slots=True)
class _Style:
    hidden: bool = False
    white: bool = False
    coloured: bool = False


@dataclass(slots=True)
class _State:
    seen: Text = field(default_factory=lambda: Text(LONGEST_TEXT))
    unseen: Text = field(default_factory=lambda: Text(LONGEST_HIDDEN))
    styles: dict[str, _Style] = field(default_factory=dict)
    current: _Style | None = None
    stack: list[tuple[str, _Style]] = field(default_factory=list)
    heading: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    editors: list[str] = field(default_factory=list)

    def aside(self) -> bool:
        """Whether the reader stands in something that a reader of the page does not see."""
        styles = [style for _, style in self.stack]
        white = any(style.white for style in styles) and not any(style.coloured for style in styles)
        return white or any(style.hidden for style in styles)

    def within(self, *names: str) -> bool:
        return any(name in names for name, _ in self.stack)


def read_odf(data: bytes) -> Content:
    """Raises Unreadable for what is encrypted, damaged or a bomb."""
    package = Package(data, "content.xml")
    if any(node.name == "encryption-data" for node in package.nodes("META-INF/manifest.xml")):
        raise Unreadable("encrypted")
    properties = read_properties(package.nodes("meta.xml"))
    state = _State()
    for part in ("styles.xml", "content.xml"):
        for node in package.nodes(part):
            _step(state, node, reads=part == "content.xml")
            if state.seen.full:
                break
    text = state.seen.value(LONGEST_TEXT)
    return Content(
        text=text,
        title=properties.get("title", ""),
        heading=state.headings[0] if state.headings else "",
        hidden=state.unseen.value(LONGEST_HIDDEN),
        links=unique([*unique_links(state.links), *links_in(text)])[:MOST_LINKS],
        author=properties.get("initial-creator", "") or properties.get("creator", ""),
        editor=properties.get("creator", ""),
        editors=unique(state.editors)[:50],
        created=parse_time(properties.get("creation-date")),
        modified=parse_time(properties.get("date")),
    )


def _step(state: _State, node: Node, reads: bool) -> None:
    if node.kind == "start":
        _define(state, node)
        if reads:
            _open(state, node)
    elif node.kind == "end":
        if node.name == "style":
            state.current = None
        if reads and state.stack:
            _close(state, node.name)
            state.stack.pop()
    elif reads and state.within("body"):
        _text(state, node.text)


def _define(state: _State, node: Node) -> None:
    """Note how a style looks, as far as that hides text."""
    attributes = node.attributes
    if node.name == "style" and "name" in attributes:
        state.current = state.styles.setdefault(attributes["name"], _Style())
    elif state.current and node.name.endswith("-properties"):
        style = state.current
        size = _SIZE.fullmatch(attributes.get("font-size", ""))
        style.hidden |= attributes.get("display") == "none" or attributes.get("visibility") in {
            "collapse",
            "hidden",
        }
        style.hidden |= bool(size and float(size.group(1)) <= _TINY)
        style.white |= bool(_WHITE.fullmatch(attributes.get("color", "")))
        back = attributes.get("background-color", "transparent")
        style.coloured |= back != "transparent" and not _WHITE.fullmatch(back)


def _open(state: _State, node: Node) -> None:
    attributes = node.attributes
    style = state.styles.get(attributes.get("style-name", ""), _Style())
    collapsed = attributes.get("visibility") in {"collapse", "filter"} or attributes.get("display") in {
        "none",
        "false",
    }
    if node.name in _ASIDE or collapsed:
        style = _Style(hidden=True)
    state.stack.append((node.name, style))
    if node.name == "h":
        state.heading = []
    elif node.name == "a" and attributes.get("href", "").startswith("http"):
        state.links.append(attributes["href"])
    elif node.name in {"tab", "line-break", "s"}:
        _text(state, {"tab": "\t", "line-break": "\n", "s": " "}[node.name])
    elif node.name == "table" and attributes.get("name") and state.within("spreadsheet"):
        _text(state, attributes["name"] + "\n")


def _text(state: _State, text: str) -> None:
    if state.stack and state.stack[-1][0] == "creator":
        state.editors.append(text.strip())
    elif not state.within("p", "h") and not text.strip():
        return  # blanks between elements
    elif state.aside():
        state.unseen.add(text)
    else:
        state.seen.add(text)
        state.heading.append(text)


def _close(state: _State, name: str) -> None:
    if name == "h" and (line := " ".join("".join(state.heading).split())):
        state.headings.append(line[:200])
    if name in {"p", "h"}:
        (state.unseen if state.aside() else state.seen).add(" " if state.within("table-cell") else "\n")
    elif name == "table-cell":
        state.seen.add("\t")
    elif name in {"table-row", "page"}:
        state.seen.add("\n")
