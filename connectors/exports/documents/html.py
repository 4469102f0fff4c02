"""HTML as visible text; what a reader would not see goes aside (comments, hidden, tiny or white text)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from connectors.exports.documents.html_look import Look, look_of, read_rules
from connectors.exports.links import unique_links

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_LONGEST = 2_000_000
_UNSEEN = {
    "script", "style", "template", "noscript", "head", "svg", "object", "iframe", "select", "noembed", "noframes",
}  # fmt: skip
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
_BLANKS = re.compile(r"\s+")


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
    heading = ""
    rules = read_rules("\n".join(node.text() for node in tree.css("style")))
    for node, visible in _walk(tree.root, rules):
        tag = node.tag or ""
        if tag == "-text":
            (seen if visible else hidden).append(_BLANKS.sub(" ", node.text_content or ""))
        elif tag == "-comment":
            hidden.append(f" {node.comment_content or ''} ")
        elif tag in _BLOCKS:
            seen.append("\n")
            hidden.append("\n")
        elif tag in {"td", "th"}:
            seen.append("\t")
        if tag == "a" and visible:
            links.append(node.attributes.get("href") or "")
        elif tag in {"h1", "h2"} and visible and not heading:
            heading = _tidy(node.text())[:300]
    head = tree.css_first("title")
    meta = {
        (node.attributes.get("name") or "").lower(): node.attributes.get("content") or ""
        for node in tree.css("meta[name]")
    }
    return Page(
        text=_tidy("".join(seen)),
        hidden=_tidy("".join(hidden)),
        title=_tidy(head.text()) if head else "",
        heading=" ".join(heading.split()),
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


def _walk(root: LexborNode | None, rules: dict[str, str]) -> Iterator[tuple[LexborNode, bool]]:
    """All nodes in document order with whether they show; without recursion, nesting may be deep."""
    stack = [(root, Look())] if root else []
    while stack:
        node, look = stack.pop()
        tag = node.tag or ""
        if tag in _UNSEEN:
            continue
        if not tag.startswith("-"):
            look = look_of(node, look, rules)
        yield node, look.shows
        children = []
        child = node.first_child
        while child is not None:
            children.append((child, look))
            child = child.next
        stack += reversed(children)


def _tidy(text: str) -> str:
    lines = (re.sub(r"[ \u00a0]+", " ", line).strip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
