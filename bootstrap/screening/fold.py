"""One plain form of a text, so that a phrase is found however it is dressed.

Compatibility forms, case, accents, vowel points, look-alike letters of other scripts and typographic
quotes are folded away. Only for comparing: what is written into a memory is never folded.
"""

from __future__ import annotations

import re
import unicodedata

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
_MIXED_WORD = re.compile(r"(?=\w*[A-Za-z])(?=\w*[\u0370-\u052f])\w+")


def fold(text: str) -> str:
    """The plain form: lower case, no accents, Latin letters for their look-alikes in mixed words."""
    if text.isascii():
        return text.lower()
    if _has_lookalikes(text):
        text = _MIXED_WORD.sub(lambda found: found[0].translate(LOOKALIKES), text)
    text = unicodedata.normalize("NFKD", text).casefold()
    return _MARKS.sub("", text.translate(_PLAIN))


def _has_lookalikes(text: str) -> bool:
    return _GREEK_OR_CYRILLIC.search(text) is not None


_GREEK_OR_CYRILLIC = re.compile("[\u0370-\u052f]")
