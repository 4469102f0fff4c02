"""HTML to the text a reader sees; what is hidden from a reader is left out."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

LONGEST = 400_000
LONGEST_STYLE = 2_000
DEEPEST = 300
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,20})")
# Elements without an end, or ended by the next of their kind.
UNNESTED = frozenset(
    "br hr img meta link input wbr col area base p li td th tr dt dd option tbody thead tfoot html head body".split()
)
DROP = "head, script, style, template, noscript, title, svg, object, iframe, [hidden]"
# A line break, a paragraph (a break and an empty line before it), and a block that merely begins a new line.
# Outlook and Word write each line as a paragraph without margin.
BREAK = re.compile(r"(?i)<(?=br\b)")
PARAGRAPH = re.compile(
    r"(?i)<(?=(?:p(?![^<>]{0,200}(?:MsoNormal|margin:\s?0))|h[1-6]|ul|ol|blockquote|pre|hr)\b)"
)
BLOCK = re.compile(
    r"(?i)<(?=/?(?:p|div|tr|li|h[1-6]|table|ul|ol|dl|dt|dd|blockquote|pre|section|article|header|footer|center|address|form)\b)"
)
NEW_LINE = "\f"  # white space to the parser, and in no one's text: begin a line, unless one has just begun
CELLS = ("</td>", "</TD>", "</th>", "</TH>")
PRE = re.compile(r"(?is)<pre\b.*?(?:</pre>|\Z)")
GONE = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|font-size:0?[01]?(?:\.\d+)?(?:px|pt|%|!|;|$)|font-size:0?\.0?\d*r?em|"
    r"font-size:0r?em|font:0|opacity:0(?:\.0\d*)?(?:;|$|!)|max-height:0(?:px)?(?:;|$|!)|mso-hide:all|text-indent:-\d{3}|"
    r"(?:^|;)(?:left|top):-\d{3}|clip:rect\(0|(?:^|;)color:(?:transparent|rgba\(\d+,\d+,\d+,0(?:\.0\d*)?\))"
)
PALE = re.compile(
    r"(?:^|;)color:(?:white(?:smoke)?|snow|ivory|#f[c-f]f[c-f]f[c-f]|#fff|rgba?\(25[0-5],25[0-5],25[0-5])"
)
BACKGROUND = re.compile(r"background(?:-color|-image)?:([^;]+)")
LIGHT = re.compile(
    r"^(?:white|none|transparent|inherit|initial|#fff(?:fff)?\b|rgba?\(25[0-5],25[0-5],25[0-5])"
)


def html_text(html: str) -> str:
    """The visible text, one line per block; quoted blocks carry ``> `` before each line.

    Left out: scripts and styles, comments, and text made invisible by its own or an enclosing style
    (not displayed, 0 to 1 px, transparent, white on white).
    """
    from selectolax.lexbor import LexborHTMLParser

    source = _spaced(_shallow(html[:LONGEST]))
    tree = LexborHTMLParser(source)
    root = tree.body or tree.root
    if root is None:
        return ""
    for node in tree.css(DROP):
        node.decompose()
    for node in root.css("[style], font[color]"):
        if _hidden(node):
            node.decompose()
    _mark_quotes(root)
    return _lines(root)


def _lines(node: LexborNode) -> str:
    """The text below ``node``: no trailing blanks, no run of more than one empty line."""
    text = re.sub(r" *\f[ \f]*", NEW_LINE, node.text(deep=True, separator="", strip=False))
    text = text.replace("\n\f", "\n").replace(NEW_LINE, "\n")
    out: list[str] = []
    for row in text.split("\n"):
        line = " ".join(row.split())
        if line or (out and out[-1]):
            out.append(line)
    return "\n".join(out).strip("\n")


def _shallow(html: str) -> str:
    """``html`` up to where it nests deeper than any mail does: parsers take quadratic time for that."""
    if html.count("<") - 2 * html.count("</") <= DEEPEST:
        return html
    depth = 0
    for match in TAG.finditer(html):
        if match.group(2).lower() not in UNNESTED:
            depth = max(0, depth - 1) if match.group(1) else depth + 1
            if depth > DEEPEST:
                return html[: match.start()]
    return html


def _spaced(html: str) -> str:
    """Line ends only where a reader sees one."""
    if "<pre" in html or "<PRE" in html:
        html = PRE.sub(lambda match: match.group().replace("\r\n", "\n").replace("\n", "<br>"), html)
    for blank in "\n\r\t":
        html = html.replace(blank, " ")
    for cell in CELLS:
        html = html.replace(cell, " " + cell)
    html = PARAGRAPH.sub("\f\n<", BREAK.sub("\n<", html.replace(NEW_LINE, " ")))
    return BLOCK.sub("\f<", html)


def _hidden(node: LexborNode) -> bool:
    gone, pale = _judged(_style(node))
    if gone:
        return True
    color = node.attributes.get("color") if node.tag == "font" else None
    if not pale and not (color and _judged("color:" + color.replace(" ", "").lower())[1]):
        return False
    here: LexborNode | None = node
    while here is not None:
        ground = BACKGROUND.search(_style(here))
        shade = ground.group(1) if ground else (here.attributes.get("bgcolor") or "").lower()
        if shade:
            return bool(LIGHT.match(shade))
        here = here.parent
    return True


@functools.lru_cache(2_048)
def _judged(style: str) -> tuple[bool, bool]:
    """Whether a style hides its text, and whether it is so pale that only a dark background shows it."""
    return bool(GONE.search(style)), bool(PALE.search(style))


def _style(node: LexborNode) -> str:
    style = node.attributes.get("style")
    return "".join(style[:LONGEST_STYLE].split()).lower() if style else ""


def _mark_quotes(root: LexborNode) -> None:
    """Turn each quoted block into lines with ``> ``, so that quoting is told apart in one place."""
    for node in root.css("blockquote"):
        if "border:none" in _style(node) or "border:0" in _style(node):
            continue  # an indented paragraph, as Gmail's and Outlook's editors make it
        above = node.parent
        while above is not None and above.tag != "blockquote":
            above = above.parent
        if above is not None:
            continue
        lines = _lines(node).split("\n")
        node.replace_with("\n" + "\n".join(f"> {line}" for line in lines) + "\n")
