"""Whether an element of an HTML page shows: by its style, its attributes and the page's own style rules.

No cascade is computed: of two rules for one element the later one counts, and the element's own style
counts last. Rules for print and for small screens are left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_END = r"\s*(?:;|!|$)"
_HIDING = re.compile(
    rf"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0\d*)?%?{_END}|"
    rf"font-size\s*:\s*(?:0(?:\.\d+)?\s*(?:px|pt|em|rem|%)?|[0-2](?:\.\d+)?\s*(?:px|pt)|1%){_END}|"
    rf"(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*[01](?:px)?{_END}|"
    r"(?:left|top|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*0|"
    r"clip-path\s*:\s*inset\(\s*(?:50|100)%|transform\s*:\s*scale\(\s*0|mso-hide\s*:\s*all",
    re.IGNORECASE,
)
_COLOR = re.compile(r"(?:^|;)\s*color\s*:\s*([^;!]+)", re.IGNORECASE)
_BACKGROUND = re.compile(r"(?:^|;)\s*background(?:-color|-image)?\s*:\s*([^;!]+)", re.IGNORECASE)
_PALE = re.compile(
    r"\s*(?:white|snow|ivory|ghostwhite|transparent|#?f[a-f0-9]f[a-f0-9]f[a-f0-9]|#?fff|"
    r"rgba?\(\s*25[0-5]\s*,\s*25[0-5]\s*,\s*25[0-5].*|rgba\(.*,\s*0(?:\.0\d*)?\s*\))\s*",
    re.IGNORECASE,
)
_NO_GROUND = re.compile(r"\s*(?:none|inherit|initial|unset|0|auto)\s*", re.IGNORECASE)
_MEDIA = re.compile(r"@[a-z-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", re.IGNORECASE)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SIMPLE = re.compile(r"[.#]?[\w-]+")
_MOST_RULES = 2_000


class Look(NamedTuple):
    """How text shows at one place of the page; inherited by what is inside."""

    hidden: bool = False
    pale: bool = False
    ground: bool = False  # stands on a background of its own colour

    @property
    def shows(self) -> bool:
        return not self.hidden and (self.ground or not self.pale)


def read_rules(style_sheets: str) -> dict[str, str]:
    """Declarations by plain selector: ``.name``, ``#name`` or an element; others are left out."""
    rules: dict[str, str] = {}
    plain = _MEDIA.sub("", _COMMENT.sub("", style_sheets[:200_000]))
    for match in _RULE.finditer(plain):
        for selector in match.group(1).split(","):
            name = selector.strip().lower()
            if _SIMPLE.fullmatch(name) and len(rules) < _MOST_RULES:
                rules[name] = f"{rules.get(name, '')};{match.group(2)}"[:5_000]
    return rules


def look_of(node: LexborNode, around: Look, rules: dict[str, str]) -> Look:
    """How the text directly inside an element shows."""
    attributes = node.attributes
    style = _style(node, attributes, rules)
    if not style and not attributes:
        return around
    hidden, pale, ground = around
    if "hidden" in attributes or _HIDING.search(style):
        hidden = True
    colours = [*_COLOR.findall(style)] or [attributes.get("color") or ""]
    if colours[-1].strip():
        pale = bool(_PALE.fullmatch(colours[-1]))
    for value in [*_BACKGROUND.findall(style), attributes.get("bgcolor") or ""]:
        if value.strip() and not _NO_GROUND.fullmatch(value):
            ground = not _PALE.fullmatch(value)
    return Look(hidden, pale, ground)


def _style(node: LexborNode, attributes: dict[str, str | None], rules: dict[str, str]) -> str:
    own = attributes.get("style") or ""
    if not rules:
        return own
    names = [node.tag or "", *(f".{name}" for name in (attributes.get("class") or "").lower().split()[:20])]
    if identity := (attributes.get("id") or "").lower():
        names.append(f"#{identity}")
    return ";".join([*(rules[name] for name in names if name in rules), own])
