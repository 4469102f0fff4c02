"""Text hidden from the reader's eye: what cleaning takes out in bulk, and letters that only look like letters."""

from __future__ import annotations

import re
import unicodedata

import re2

from bootstrap.clean.scripts import TAG_FLAG
from bootstrap.screening.fold import LOOKALIKES, MIXED_WORD, mixes_scripts

_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,}")
_ZERO_WIDTH = re.compile("(?:[\u200b\u200c\u200d\u2060-\u2064\ufeff\u034f\u180e]){8,}")
_OVERRIDE = re.compile("[\u202d\u202e]")
_INTERLEAVED = re.compile("(?:\\w[\u200b-\u200f\u2060-\u2064\u00ad\u034f\ufeff\u0335-\u0338]){5,}")
_ISOLATED = re.compile(
    "[\u2066-\u2068][^\u0590-\u08ff\u2066-\u2069]*\u2069|[\u202a\u202b][^\u0590-\u08ff]*\u202c"
)
_RUBBED = re.compile("(?:.\x08.?){3,}")
_TERMINAL = re.compile(r"\x1b[\]\[PX^_]|\x9b|\x9d")
_FULLWIDTH_WORDS = re.compile("(?:[\uff21-\uff3a]?[\uff41-\uff5a]{2,}[\\s\uff01-\uff0f\u3000]*){3,}")
_DRESSED = re.compile("(?:[\U0001d400-\U0001d7ff\u24b6-\u24e9\U0001f130-\U0001f189]+\\s*){8,}")
_ENDING = re.compile("[A-Za-z0-9]+[\u0370-\u052f]+")
_OTHER_WORD = re.compile("(?<![\\w])[\u0370-\u052f]{4,}(?!\\w)")
_BLANK = re.compile("\\w\u2800\\w")


# A sign of any of the above; ordinary text of any script holds none.
SIGNS = (
    r"[\x00-\x08\x0e-\x1f\x7f-\x{9f}\x{ad}\x{335}-\x{338}\x{34f}\x{180e}\x{200b}-\x{200f}\x{202a}-\x{202e}"
    r"\x{2060}-\x{206f}\x{24b6}-\x{24e9}\x{2800}\x{fe00}-\x{fe0f}\x{feff}\x{ff41}-\x{ff5a}\x{1d400}-\x{1d7ff}"
    r"\x{1f130}-\x{1f189}\x{e0000}-\x{e0fff}]"
)
_ANY = re2.compile(SIGNS)
_FORMS = (
    (_TAGS, "invisible tag characters that spell out a text"),
    (_SELECTORS, "variation selectors that carry data"),
    (_ZERO_WIDTH, "a run of zero-width characters that carries data"),
    (_INTERLEAVED, "words broken up by invisible characters"),
    (_OVERRIDE, "characters that turn the direction of the text around"),
    (_ISOLATED, "direction marks around text that needs none"),
    (_TERMINAL, "sequences that a terminal would act on"),
    (_RUBBED, "letters written over by backspaces"),
    (_DRESSED, "words in mathematical or circled letters"),
    (_FULLWIDTH_WORDS, "words in full-width letters"),
    (_BLANK, "blanks that are no spaces"),
)


def find(text: str) -> str:
    """What is hidden in a raw or a cleaned text, in words; empty when nothing is."""
    if _ANY.search(text.encode("utf-8", "replace")):
        unflagged = TAG_FLAG.sub("", text)
        for expression, words in _FORMS:
            if expression.search(unflagged):
                return words
    if not text.isascii() and mixes_scripts(text) and _disguises(text):
        return "words that mix look-alike letters of two scripts"
    return ""


def _disguises(text: str) -> bool:
    """Whether Latin words have letters swapped for look-alikes.

    A foreign ending on a Latin name is none, where the text has words of that other script as well.
    """
    words = [word for word in MIXED_WORD.findall(text) if _is_disguised(word)]
    if _OTHER_WORD.search(text):
        words = [word for word in words if not _ENDING.fullmatch(word)]
    return bool(words)


def _is_disguised(word: str) -> bool:
    latin = sum("a" <= char.lower() <= "z" for char in word)
    folded = word.translate(LOOKALIKES)
    swapped = sum(a != b for a, b in zip(word, folded, strict=True))
    return (
        len(word) > 2
        and swapped > 0
        and (latin > 1 or swapped == 1)
        and unicodedata.normalize("NFKD", folded).isascii()
    )
