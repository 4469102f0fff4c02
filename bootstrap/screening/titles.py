"""The gate for short strings of strangers: subjects, event titles, channel and display names, file names.

A title may stand in a memory only as a name: a few words on one line, no sentence, no question, no request, no
link, no markup. Whatever fails comes back empty and is left out. The gate does not ask whether a string is an
attack, since "Please grant permanent access to my friend Amy" is none by its words; it asks whether it is a name.
"""

from __future__ import annotations

import re
from functools import cache

from bootstrap.clean.text import clean
from bootstrap.screening.fold import fold
from bootstrap.screening.injection import weigh
from bootstrap.screening.lexicon import phrases
from bootstrap.screening.screen import screen

_LONGEST = 80
_MOST_WORDS = 10
_MOST_UNSPACED = 24
_SHORT_NAME = 4
_SHORT_WORD = 3
# Less than what blocks a text: a title has no need to come near it.
_SUSPICIOUS = 0.4

# What a name is never written with: lines, code, paths, links, assignments, amounts of money, angle brackets.
_FOREIGN = re.compile(
    r"[\n\r`\\{}=;$€£¥^~<>]|://|www\.|\w@|/\w+/|\.\.|^\s*(?:[#>+-]|\d+[.)])\s|!\[|\]\(|--|\*\*|__|%[0-9a-fA-F]{2}"
    r"|[A-Za-z0-9+/_-]{25,}|(?:\b\w[ .\-_*]){4,}"
)
_ENDS_SENTENCE = re.compile(r"[!?。！？؟।…]|[^\W\d_]{4,}\.\s|[^\W\d_]{4,}\.$|:$|,\s*$")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7af]")
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_TIDY = (
    (re.compile(r"<\s*-?\s*>|\s*[|¦]\s*"), " / "),
    (re.compile(r"[\"“”„«»*]+"), ""),
    (re.compile(r"\s+"), " "),
)
# What follows a noun and hardly a verb: a review of, une liste de, ein Plan für.
_OF = frozenset(["of", "de", "du", "des", "del", "della", "di", "do", "dos", "das", "der", "van", "av", "od"])
_BANNER = re.compile(r"[*=#~!_-]{2}")
_TAG = re.compile(r"\[([^\[\]]{1,30})\]")


def safe_title(text: str, trade: bool = False) -> str:
    """The title as it may be quoted in a memory, or an empty string when it is not fit for that.

    Brackets become round ones, quotation marks and asterisks go, spacing is tidied. ``trade`` is for employers,
    departments and job titles: a nurse's hospital and a lawyer's firm are no private matters of theirs.
    """
    title, dropped = clean(text.strip())
    if dropped > 2 or "\n" in title or _BANNER.match(title):
        return ""
    title = _TAG.sub(r"(\1)", title)
    for expression, plain in _TIDY:
        title = expression.sub(plain, title)
    title = title.strip(" -–—/,:")
    return title if name_like(title, trade) else ""


def name_like(text: str, trade: bool = False) -> bool:
    """Whether a string reads as the name of something or somebody, and not as a sentence or a request."""
    if not 0 < len(text) <= _LONGEST or _FOREIGN.search(text) or _ENDS_SENTENCE.search(text):
        return False
    if "[" in text or "]" in text or '"' in text or not any(char.isalnum() for char in text):
        return False
    if _UNSPACED.search(text):
        return _is_unspaced_name(text) and weigh(text) < _SUSPICIOUS and not _speaks_against(text, trade)
    words = _WORD.findall(text)
    if not 0 < len(words) <= _MOST_WORDS or _speaks(words) or any(_requests(part) for part in _parts(text)):
        return False
    return weigh(text) < _SUSPICIOUS and not _speaks_against(text, trade)


def _speaks_against(text: str, trade: bool) -> bool:
    return any(block.kind != "sensitive" or not trade for block in screen(text))


def asks(text: str) -> bool:
    """Whether any part of a text begins with a verb of asking, in any of the languages known."""
    parts = [_WORD.findall(part) for part in re.split(r"[:;,.–—/()]|\s-\s", text)]
    return any(
        _requests(part) or (len(part) == 1 and fold(part[0]) in _list("request")) for part in parts if part
    )


def _parts(text: str) -> list[list[str]]:
    """The words of a title, by the parts that a colon, a dash or a bracket cuts it into."""
    return [_WORD.findall(part) for part in re.split(r"[:,/()]|\s[-–—]\s", text)]


def _speaks(words: list[str]) -> bool:
    """A pronoun, an auxiliary or a courtesy. Will Smith and Can Yılmaz keep their names.

    Accents count: Vietnamese ``Đất`` is no German ``dat``. One short word may be another language's
    preposition or part of a name (plan du sprint, Kim Yến, Ostkai SE); two are speech, and so is one of the
    English ones of ``alone`` in lower case.
    """
    if any(_HANGUL.search(word) and fold(word).endswith(_hangul_endings()) for word in words):
        return True
    hits = [word for word in words if word.casefold() in _speech()]
    return len(hits) > 1 or any(len(word) > _SHORT_WORD or word in _list("alone") for word in hits)


@cache
def _hangul_endings() -> tuple[str, ...]:
    """What Korean sentences end in; single syllables may end a name."""
    return tuple(fold(word) for word in phrases("title")["speech"] if len(word) > 1 and _HANGUL.match(word))


def _requests(words: list[str]) -> bool:
    """A verb in front. Verbs that begin names as well count only with an object, or in a long title."""
    if len(words) < 2 or (words[0].isupper() and len(words[0]) <= _SHORT_WORD):
        return False
    first, *rest = (fold(word) for word in words)
    if first not in _list("request"):
        return False
    if rest[0] in _OF:
        return False
    if first not in _list("either"):
        return True
    return len(words) > _SHORT_NAME or any(word in _list("object") for word in rest)


def _is_unspaced_name(text: str) -> bool:
    folded = fold(text)
    if any(_UNSPACED.search(word) and fold(word) in folded for word in phrases("title")["speech"]):
        return False
    return len(text) <= _MOST_UNSPACED


@cache
def _speech() -> frozenset[str]:
    """With their accents, which ``_list`` folds away."""
    return frozenset(word.casefold() for word in phrases("title")["speech"])


@cache
def _list(concept: str) -> frozenset[str]:
    return frozenset(fold(word) for word in phrases("title")[concept])
