"""HTML as visible text; what a reader would not see goes aside (comments, hidden, tiny or white text)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from connectors.exports.links import unique_links

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_LONGEST = 2_000_000
_UNSEEN = {
    "script",
    "style",
    "template",
    "noscript",
    "head",
    "svg",
    "object",
    "iframe",
    "select",
    "noembed",
    "noframes",
}
_BLOCKS = {
    "p", "div", "br", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article",
    "header", "footer", "blockquote", "pre", "hr", "dl", "dt", "dd", "figure", "figcaption", "main", "nav", "form", "title",
}  # fmt: skip
# Elements that have no end or whose end is mostly left out.
_NO_NESTING = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "p", "li", "td", "th",
    "tr", "dt", "dd", "option", "thead", "tbody", "html", "head", "body",
}  # fmt: skip
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_DEEPEST = 1_000
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0*\d?)?\s*(?:;|!|$)|"
    r"font-size\s*:\s*(?:0(?:\.\d+)?\s*(?:px|pt|em|rem|%)?|[0-2](?:\.\d+)?\s*(?:px|pt)|1%)\s*(?:;|!|$)|"
    r"(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*(?:;|!|$)|"
    r"(?:left|top|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*0|clip-path\s*:\s*inset\(\s*(?:50|100)%|"
    r"transform\s*:\s*scale\(\s*0|mso-hide\s*:\s*all|(?:^|;)\s*color\s*:\s*transparent",
    re.IGNORECASE,
)
_WHITE = re.compile(
    r"(?:^|;)\s*color\s*:\s*(?:white|snow|ivory|ghostwhite|#f[a-f0-9]f[a-f0-9]f[a-f0-9]\b|#fff\b|rgba?\(\s*25[0-5]\s*,\s*25[0-5]\s*,\s*25[0-5])",
    re.IGNORECASE,
)
_BACKGROUND = re.compile(
    r"background(?:-color|-image)?\s*:\s*(?!\s*(?:white|#fff|transparent|none|inherit))", re.IGNORECASE
)
_WHITE_NAMES = {"white", "#ffffff", "#fff", "ffffff", "snow", "ivory"}


@dataclass(frozen=True, slots=True)
class Page:
    """What an HTML text shows and what it hides. ``meta`` holds its named meta elements, lower case."""

    text: str
    hidden: str
    title: str
    heading: str
    links: tuple[str, ...]
    meta: dict[str, str]


def read_html(source: str) -> Page:
    """Take HTML apart. Never raises: the parser (lexbor) reads any text as a browser would."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(_shallow(source[:_LONGEST]))
    seen: list[str] = []
    hidden: list[str] = []
    links: list[str] = []
    for node, visible in _walk(tree.root):
        tag = node.tag or ""
        if tag == "-text":
            (seen if visible else hidden).append(re.sub(r"\s+", " ", node.text_content or ""))
        elif tag == "-comment":
            hidden.append(f" {node.comment_content or ''} ")
        elif tag in _BLOCKS:
            (seen if visible else hidden).append("\n")
        elif tag in {"td", "th"}:
            seen.append("\t")
        if tag == "a" and visible:
            links.append(node.attributes.get("href") or "")
    head = tree.css_first("title")
    heading = tree.css_first("h1") or tree.css_first("h2")
    meta = {
        (node.attributes.get("name") or "").lower(): node.attributes.get("content") or ""
        for node in tree.css("meta[name]")
    }
    return Page(
        text=_tidy("".join(seen)),
        hidden=_tidy("".join(hidden)),
        title=_tidy(head.text()) if head else "",
        heading=_tidy(heading.text()) if heading else "",
        links=unique_links(links),
        meta=meta,
    )


def _shallow(source: str) -> str:
    """The source up to where it nests absurdly deep: the parser's time grows with the square of that."""
    depth = 0
    for match in _TAG.finditer(source):
        if match.group(2).lower() not in _NO_NESTING:
            depth = max(depth - 1, 0) if match.group(1) else depth + 1
            if depth > _DEEPEST:
                return source[: match.start()]
    return source


def _walk(root: LexborNode | None) -> Iterator[tuple[LexborNode, bool]]:
    """All nodes in document order with whether they are seen; without recursion, nesting may be deep."""
    stack = [(root, True, False)] if root else []
    while stack:
        node, visible, coloured = stack.pop()
        tag = node.tag or ""
        if tag in _UNSEEN:
            continue
        if not tag.startswith("-"):
            visible, coloured = _seen(node, visible, coloured)
        yield node, visible
        children = []
        child = node.first_child
        while child is not None:
            children.append((child, visible, coloured))
            child = child.next
        stack += reversed(children)


def _seen(node: LexborNode, visible: bool, coloured: bool) -> tuple[bool, bool]:
    """Whether an element shows, and whether it (or one around it) has a background of its own colour."""
    attributes = node.attributes
    if not attributes:
        return visible, coloured
    style = attributes.get("style") or ""
    back = (attributes.get("bgcolor") or "").strip().lower()
    coloured = coloured or bool(_BACKGROUND.search(style)) or bool(back and back not in _WHITE_NAMES)
    if not visible or "hidden" in attributes or _HIDING.search(style):
        return False, coloured
    white = _WHITE.search(style) or (attributes.get("color") or "").strip().lower() in _WHITE_NAMES
    return not (white and not coloured), coloured


def _tidy(text: str) -> str:
    lines = (re.sub(r"[ \u00a0]+", " ", line).strip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
