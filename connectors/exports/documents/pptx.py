"""PowerPoint presentations (.pptx; ISO/IEC 29500-1 §19): the slides in their order, hidden ones apart."""

from __future__ import annotations

from connectors.exports.documents.content import (
    LONGEST_HIDDEN,
    LONGEST_TEXT,
    MOST_LINKS,
    Content,
    Text,
    parse_time,
    unique,
)
from connectors.exports.documents.package import Package
from connectors.exports.links import links_in, unique_links

_MAIN = "ppt/presentation.xml"
_MOST_SLIDES = 200
_TINY = 200  # hundredths of a point
_TITLES = {"title", "ctrTitle"}


def read_pptx(data: bytes) -> Content:
    """Raises Unreadable for what is encrypted, damaged or a bomb.

    White text stays in ``text``: on slides it mostly stands on a dark picture, which the file does not tell.
    """
    package = Package(data, _MAIN)
    properties = package.core_properties()
    targets = package.relations(package.main)
    seen, unseen = Text(LONGEST_TEXT), Text(LONGEST_HIDDEN)
    headings: list[str] = []
    links: list[str] = []
    order = [
        targets.get(node.attributes.get("id", ""), ("", False))[0]
        for node in package.nodes(package.main)
        if node.kind == "start" and node.name == "sldId"
    ]
    for slide in [name for name in order if name in package][:_MOST_SLIDES]:
        links += [target for target, external in package.relations(slide).values() if external]
        heading = _slide(package, slide, seen, unseen)
        headings += [heading] if heading else []
        if seen.full:
            break
    text = seen.value(LONGEST_TEXT)
    return Content(
        text=text,
        title=properties.get("title", ""),
        heading=headings[0] if headings else "",
        hidden=unseen.value(LONGEST_HIDDEN),
        links=unique([*unique_links(links), *links_in(text)])[:MOST_LINKS],
        author=properties.get("creator", ""),
        editor=properties.get("lastModifiedBy", ""),
        editors=_commenters(package),
        created=parse_time(properties.get("created")),
        modified=parse_time(properties.get("modified")),
    )


def _slide(package: Package, name: str, seen: Text, unseen: Text) -> str:
    """Add one slide's text; gives the text of its title."""
    hidden_slide = hidden_shape = in_title = tiny = in_text = fallback = False
    heading: list[str] = []
    for node in package.nodes(name):
        opens, attributes = node.kind == "start", node.attributes
        if node.name == "Fallback":
            fallback = opens
        elif fallback:
            continue
        elif node.name == "sld" and opens:
            hidden_slide = attributes.get("show") in {"0", "false"}
        elif node.name == "cNvPr" and opens:
            hidden_shape, in_title = attributes.get("hidden") in {"1", "true"}, False
        elif node.name == "ph" and opens:
            in_title = attributes.get("type") in _TITLES
        elif node.name == "r" and opens:
            tiny = False
        elif node.name == "rPr" and opens:
            tiny = 0 < int(attributes["sz"]) <= _TINY if attributes.get("sz", "").isdecimal() else False
        elif node.name == "t":
            in_text = opens
        elif node.kind == "text" and in_text:
            if hidden_slide or hidden_shape or tiny:
                unseen.add(node.text)
            else:
                seen.add(node.text)
                heading += [node.text] if in_title else []
        elif (node.name == "br" and opens) or (node.name == "p" and node.kind == "end"):
            (unseen if hidden_slide or hidden_shape or tiny else seen).add("\n")
            heading += [" "] if in_title else []
        elif node.name == "tc" and node.kind == "end":
            seen.add("\t")
    seen.add("\n")
    return " ".join("".join(heading).split())[:200]


def _commenters(package: Package) -> tuple[str, ...]:
    found = [
        node.attributes.get("name", "")
        for part in ("ppt/commentAuthors.xml", "ppt/authors.xml")
        for node in package.nodes(part)
        if node.kind == "start" and node.name in {"cmAuthor", "author"}
    ]
    return unique(found)[:50]
