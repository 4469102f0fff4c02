"""One plain form of a text, so that a phrase is found however it is dressed.

Compatibility forms, case, accents, vowel points, look-alike letters of other scripts and typographic
quotes are folded away. Only for comparing: what is written into a memory is never folded.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import re2

# Points and accents; those of Indic scripts are letters in their own right and stay.
_MARKS = re.compile(
    "[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f]+"
)
_PLAIN = str.maketrans(
    {
        "ı": "i", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d",
        "’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
        "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "\u00a0": " ", "ي": "ی", "ك": "ک", "ى": "ی",
        "أ": "ا", "إ": "ا", "آ": "ا", "ة": "ه", "ё": "е",
    }
)  # fmt: skip
# Letters of other scripts that look like a Latin one (a part of Unicode's confusables.txt, UTS 39).
LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝкмтвнгпАЕОРСУХІЈЅКМТВНαοευνικρτχγΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijshdqwkmtbhrnAEOPCYXIJSKMTBHaoeuvikptxyABEZHIKMNOPTYX",
)
MIXED_WORD = re.compile(r"(?=\w*[A-Za-z])(?=\w*[\u0370-\u052f])\w+")
MIXED = r"[A-Za-z][\x{370}-\x{52f}]|[\x{370}-\x{52f}][A-Za-z]"
_MIXED = re2.compile(MIXED)
_FOREIGN = re.compile("[^\x00-\x7f]+")


def fold(text: str) -> str:
    """The plain form: lower case, no accents, Latin letters for their look-alikes in mixed words."""
    if text.isascii():
        return text.lower()
    if mixes_scripts(text):
        text = MIXED_WORD.sub(lambda found: found[0].translate(LOOKALIKES), text)
    return _FOREIGN.sub(lambda found: _fold_run(found[0]), text).lower()


def mixes_scripts(text: str) -> bool:
    """Whether a Latin letter stands next to a Greek or Cyrillic one."""
    return _MIXED.search(text.encode("utf-8", "replace")) is not None


@lru_cache(maxsize=1 << 15)
def _fold_run(run: str) -> str:
    """The plain form of a run of characters outside ASCII; the same runs come again and again."""
    plain = unicodedata.normalize("NFKD", run).casefold()
    return _MARKS.sub("", plain.translate(_PLAIN))
