"""Which invisible characters a script or an emoji needs, by the characters around them.

Sources: RFC 5892 appendix A (joiners in context), Unicode Technical Standard 51 (emoji sequences and
the three flags made of tag characters), UTS 37 (ideographic variation sequences).
"""

from __future__ import annotations

import re
import unicodedata

ZWNJ, ZWJ = "\u200c", "\u200d"
DIRECTION_MARKS = ("\u200e", "\u200f", "\u061c")

# Scripts whose letters join or stack, so that a joiner changes what is read.
_JOINING = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\ua8df\ua980-\uaadf"
    "\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f]"
)
_ARABIC = re.compile("[\u0600-\u08ff\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]")
# Written without spaces: a zero-width space shows where a line may break.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aad\ua9e0-\ua9ff]")
_IDEOGRAPH = re.compile("[\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_MONGOLIAN = re.compile("[\u1800-\u18af]")
_STANDARD_VARIANT = re.compile("[\u1000-\u109f\ua840-\ua87f\u2200-\u2aff]")
_EMOJI = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
TAG_FLAG = re.compile(
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
_FLAG_LENGTH = 7


def flag_at(text: str, at: int) -> int:
    """Length of the flag of England, Scotland or Wales that starts at ``at``; 0 where there is none."""
    return _FLAG_LENGTH if TAG_FLAG.match(text, at) else 0


def needed(text: str, at: int, line_is_mixed: bool) -> bool:
    """Whether the invisible character at ``at`` is one that its neighbours need.

    A run of invisible characters is never needed beyond its first one: what hides data comes in runs.

    Args:
        line_is_mixed: the line holds letters written from right to left.
    """
    char = text[at]
    before = text[at - 1] if at else ""
    after = text[at + 1] if at + 1 < len(text) else ""
    if char in DIRECTION_MARKS:
        return line_is_mixed and before not in DIRECTION_MARKS and not _runs_on(before, after)
    if char == ZWJ:
        return _joins_emoji(before, after) or _joins_letters(before, after) or _is_shaped(before, after)
    if char == ZWNJ:
        return _joins_letters(before, after) or _ends_before_arabic(before, after)
    if char == "\u200b":
        return bool(_UNSPACED.match(before) and _UNSPACED.match(after))
    if "\ufe0e" <= char <= "\ufe0f":
        return bool(_EMOJI.match(before)) or (before in tuple("#*0123456789") and after == "\u20e3")
    if "\ufe00" <= char <= "\ufe0d":
        return bool(_STANDARD_VARIANT.match(before) or _IDEOGRAPH.match(before))
    if "\U000e0100" <= char <= "\U000e01ef":
        return bool(_IDEOGRAPH.match(before))
    if "\u180b" <= char <= "\u180f" and char != "\u180e":
        return bool(_MONGOLIAN.match(before))
    if char in ("\u115f", "\u1160"):
        return "\u1100" <= before <= "\u11ff" or "\u1100" <= after <= "\u11ff"
    if char == "\u034f":
        return "\u0591" <= before <= "\u05c7" and "\u0591" <= after <= "\u05c7"
    if char == "\u2800":
        return "\u2800" < before <= "\u28ff" or "\u2800" < after <= "\u28ff"
    return False


def is_right_to_left(line: str) -> bool:
    """Whether the line holds a letter of a script written from right to left."""
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in line)


def _runs_on(before: str, after: str) -> bool:
    """Two letters of one direction: a mark between them changes nothing."""
    return _direction(before) == _direction(after) != ""


def _direction(char: str) -> str:
    kind = unicodedata.bidirectional(char) if char else ""
    return "R" if kind == "AL" else kind if kind in ("R", "L") and char not in DIRECTION_MARKS else ""


def _joins_emoji(before: str, after: str) -> bool:
    return bool((_EMOJI.match(before) or before == "\ufe0f") and _EMOJI.match(after))


def _joins_letters(before: str, after: str) -> bool:
    return bool(_JOINING.match(before) and _JOINING.match(after))


def _ends_before_arabic(before: str, after: str) -> bool:
    """A Persian ending behind a foreign word, a number or a quotation mark."""
    return bool(_ARABIC.match(after)) and before.isprintable() and not before.isspace() and before != ""


def _is_shaped(before: str, after: str) -> bool:
    """A letter kept in its joined form before a space, or a half form: virama, joiner, no letter."""
    if not before or after in (ZWJ, ZWNJ):
        return False
    return unicodedata.combining(before) == 9 or bool(_ARABIC.match(before) and not after.isalpha())
