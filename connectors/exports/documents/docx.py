"""Word documents (.docx; ISO/IEC 29500-1 §17), read as a stream of events rather than with python-docx,
which loads the whole tree and would not survive an XML bomb.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from connectors.exports.documents.content import (
    LONGEST_HIDDEN,
    LONGEST_TEXT,
    MOST_LINKS,
    Content,
    Text,
    parse_time,
    unique,
)
from connectors.exports.documents.package import Node, Package
from connectors.exports.links import links_in, unique_links

_MAIN = "word/document.xml"
_TINY = 4  # half-points
_OFF = {"0", "false", "off", "none"}
_WHITE = re.compile(r"f[a-f0-9]f[a-f0-9]f[a-f0-9]", re.IGNORECASE)
_FIELD_LINK = re.compile(r'HYPERLINK\s+"([^"]+)"')


@dataclass(slots=True)
class _Look:
    """How a run, a style, a paragraph or a cell looks, as far as it hides text."""

    hidden: bool = False
    white: bool = False
    tiny: bool = False
    shaded: bool = False

    def take(self, node: Node) -> None:
        value = node.attributes.get("val", "")
        if node.name in {"vanish", "webHidden"}:
            self.hidden = value.lower() not in _OFF
        elif node.name == "color":
            self.white = bool(_WHITE.fullmatch(value)) or node.attributes.get("themeColor") in {
                "background1",
                "light1",
            }
        elif node.name in {"sz", "szCs"} and value.isdecimal():
            self.tiny = int(value) <= _TINY
        elif node.name == "shd":
            fill = node.attributes.get("fill", "auto")
            self.shaded = fill.lower() != "auto" and not _WHITE.fullmatch(fill)
        elif node.name == "highlight":
            self.shaded = value not in {"none", "white"}


@dataclass(slots=True)
class _State:
    """Where the reader stands, and what it has gathered."""

    styles: dict[str, tuple[str, _Look]]
    targets: dict[str, tuple[str, bool]]
    seen: Text = field(default_factory=lambda: Text(LONGEST_TEXT))
    unseen: Text = field(default_factory=lambda: Text(LONGEST_HIDDEN))
    headings: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)
    path: list[str] = field(default_factory=list)
    run: _Look = field(default_factory=_Look)
    run_style: _Look = field(default_factory=_Look)
    paragraph: _Look = field(default_factory=_Look)
    paragraph_style: _Look = field(default_factory=_Look)
    cells: list[_Look] = field(default_factory=list)
    heading: bool = False
    line: list[str] = field(default_factory=list)

    def hides(self) -> bool:
        looks = (self.run, self.run_style, self.paragraph_style)
        shaded = any(look.shaded for look in (*looks, self.paragraph, *self.cells))
        return any(look.hidden or look.tiny for look in looks) or (
            any(look.white for look in looks) and not shaded
        )

    def write(self, text: str) -> None:
        if self.hides():
            self.unseen.add(text)
        else:
            self.seen.add(text)
            self.line.append(text)


def read_docx(data: bytes) -> Content:
    """Raises Unreadable for what is encrypted, damaged or a bomb."""
    package = Package(data, _MAIN)
    properties = package.core_properties()
    state = _State(_styles(package), package.relations(package.main))
    for node in package.nodes(package.main):
        _step(state, node)
        if state.seen.full:
            break
    for part in package.names("word/comments"):
        for node in package.nodes(part):
            if node.kind == "start" and node.name == "comment":
                state.authors.append(node.attributes.get("author", ""))
    text = state.seen.value(LONGEST_TEXT)
    return Content(
        text=text,
        title=properties.get("title", ""),
        heading=state.headings[0] if state.headings else "",
        hidden=state.unseen.value(LONGEST_HIDDEN),
        links=unique([*unique_links(state.links), *links_in(text)])[:MOST_LINKS],
        author=properties.get("creator", ""),
        editor=properties.get("lastModifiedBy", ""),
        editors=unique(state.authors)[:50],
        created=parse_time(properties.get("created")),
        modified=parse_time(properties.get("modified")),
    )


def _styles(package: Package) -> dict[str, tuple[str, _Look]]:
    """Name and look of each style: its id is localised (``berschrift1``), its name is not (``heading 1``)."""
    found: dict[str, tuple[str, _Look]] = {}
    current, look = "", _Look()
    for node in package.nodes("word/styles.xml"):
        if node.kind != "start":
            continue
        if node.name == "style":
            current, look = node.attributes.get("styleId", ""), _Look()
            found[current] = ("", look)
        elif node.name == "name" and current:
            found[current] = (node.attributes.get("val", "").lower(), look)
        elif current:
            look.take(node)
    return found


def _step(state: _State, node: Node) -> None:
    if "Fallback" in state.path and not (node.kind == "end" and node.name == "Fallback"):
        return  # the same text box once more, for old readers
    if node.kind == "text":
        _text(state, node.text)
    elif node.kind == "start":
        state.path.append(node.name)
        _open(state, node)
    elif state.path:
        state.path.pop()
        _close(state, node.name)


def _text(state: _State, text: str) -> None:
    name = state.path[-1] if state.path else ""
    if name == "t":
        state.write(text)
    elif name == "delText":
        state.unseen.add(text)
    elif name == "instrText" and (match := _FIELD_LINK.search(text)):
        state.links.append(match.group(1))


def _open(state: _State, node: Node) -> None:
    name, parent = node.name, state.path[-2] if len(state.path) > 1 else ""
    if name == "p":
        state.paragraph, state.paragraph_style, state.heading, state.line = _Look(), _Look(), False, []
    elif name == "r":
        state.run, state.run_style = _Look(), _Look()
    elif name == "tc":
        state.cells.append(_Look())
    elif name == "pStyle":
        style, state.paragraph_style = state.styles.get(node.attributes.get("val", ""), ("", _Look()))
        style = style or node.attributes.get("val", "").lower()
        state.heading = style.startswith(("heading", "title"))
    elif name == "rStyle":
        state.run_style = state.styles.get(node.attributes.get("val", ""), ("", _Look()))[1]
    elif parent == "rPr" and "r" in state.path:
        state.run.take(node)
    elif name == "shd" and parent == "pPr":
        state.paragraph.take(node)
    elif name == "shd" and parent == "tcPr" and state.cells:
        state.cells[-1].take(node)
    elif name in {"tab", "br", "cr"} and parent == "r":
        state.write("\t" if name == "tab" else "\n")
    elif name == "hyperlink":
        target, external = state.targets.get(node.attributes.get("id", ""), ("", False))
        if external and target.startswith("http"):
            state.links.append(target)
    elif name in {"ins", "del"} and node.attributes.get("author"):
        state.authors.append(node.attributes["author"])


def _close(state: _State, name: str) -> None:
    if name == "p":
        if state.heading and (line := " ".join("".join(state.line).split())):
            state.headings.append(line[:200])
        state.seen.add(" " if state.cells else "\n")
        state.unseen.add("\n" if state.hides() else "")
        state.run, state.run_style = _Look(), _Look()
    elif name == "tc" and state.cells:
        state.cells.pop()
        state.seen.add("\t")
    elif name == "tr":
        state.seen.add("\n")
