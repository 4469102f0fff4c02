"""Secrets that people write to each other in sentences: passwords, codes, seed phrases, URLs with a password.

A word for password or code, in any of the languages of ``phrases/``, and behind it a value that looks like
one. What tells "the password is wrong" from "the password is tulip" is the list of words that are said *about*
passwords, and where the sentence ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from bootstrap.screening.fold import fold
from bootstrap.screening.lexicon import Lexicon, phrases

Span = tuple[int, int]

_GAP = r"(?P<gap>(?:\s*\([^()\n]{0,40}\))?(?:[ \t]+[^\s:=：]{1,20}){0,6}?)"
_VALUE = r"(?P<quote>[\"'“„«`‘]?)(?P<value>[^\s\"“”„«»`]{3,80})"
_DIGITS = r"(?:[A-Z]-)?\d{4,8}|\d{3}[ -]\d{3}|\d{2}[ -]\d{2}[ -]\d{2}"
_URL = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,30}://[^\s/:@\"'<>]{0,80}:(?P<value>[^\s/@\"'<>]{2,200})@[\w.\[-]", re.IGNORECASE
)
_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s:,.()-]{0,8000}?-----END [A-Z0-9 ]*-----)?|PuTTY-User-Key-File-\d"
)
_PLACEHOLDER = re.compile(
    r"[<\[({$%].*|.*[>\])}]|[*•.x_#-]+|.*\*{3,}.*|https?:.*|www\..*|[\w.+-]+@[\w-]+\.[\w.]+|(?:your|my|dein|ihr|votre)[_-].*"
    r"|change-?me|pass(?:word|wd)?|pwd|secret|redacted|example|os\.\w.*|process\.env.*|getenv.*|\w+\(.*",
    re.IGNORECASE,
)
_SAID_ABOUT = re.compile(
    r".*(?:ed|ing|able|ible|ful|less|tion|ment|ly|bar|lich|isch|ung|iert|ado|ada|ido|ida|mente|ique|é|ée)$",
    re.IGNORECASE,
)
_YEAR = re.compile("(?:19|20)\\d\\d")
_ALGORITHM = re.compile(
    r"(?:sha|md|aes|rsa|utf|base|oauth|tls|ipv|pbkdf|ed|wpa|es|hs|rs)-?\d.*", re.IGNORECASE
)
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_EDGE_MARKS = ".,;:)]}\"'“”’»。、，；！？"


def find(text: str, signs: frozenset[str]) -> Iterator[tuple[Span, str]]:
    """Spans of secrets, and what kind each is: ``password``, ``code``, ``seed``, ``url`` or ``private-key``."""
    if "://" in text:
        yield from (
            (match.span("value"), "url") for match in _URL.finditer(text) if _is_value(match["value"])
        )
    if "PRIVATE KEY" in text or "PuTTY" in text:
        yield from ((match.span(), "private-key") for match in _PRIVATE_KEY.finditer(text))
    if not signs & {"secret:password", "secret:short", "secret:otp", "secret:seed"}:
        return
    for concept, places in _words().spans(_lowered(text)).items():
        for start, end in places:
            yield from _READERS[concept](text, start, end)


def _passwords(text: str, start: int, end: int) -> Iterator[tuple[Span, str]]:
    match = _behind("password").match(text, end)
    if match and (span := _password(match, text)):
        yield span, "password"
        return
    beside = _behind("beside").match(text, end) or _behind("before").search(text, max(0, start - 90), start)
    if beside and _is_value(beside["value"]) and _is_strong(beside["value"]):
        yield beside.span("value"), "password"


def _short(text: str, start: int, end: int) -> Iterator[tuple[Span, str]]:
    match = _behind("short").match(text, end)
    if match and (span := _password(match, text)):
        yield span, "password"


def _codes(text: str, start: int, end: int) -> Iterator[tuple[Span, str]]:
    match = _behind("code").match(text, end)
    if match and not (_YEAR.fullmatch(match["value"]) and re.search(r"\w", match["between"])):
        yield match.span("value"), "code"
    for before in _behind("code-first").finditer(text, max(0, start - 70), start):
        yield before.span("value"), "code"


def _seeds(text: str, start: int, end: int) -> Iterator[tuple[Span, str]]:
    if match := _behind("seed").match(text, end):
        yield match.span("value"), "seed"


_READERS = {"password": _passwords, "short": _short, "otp": _codes, "seed": _seeds}


@cache
def _words() -> Lexicon:
    return Lexicon({name: phrases("secret")[name] for name in _READERS}, plain=str.lower)


def _lowered(text: str) -> str:
    """Lower case, character by character, so that places stay the same."""
    lowered = text.lower()
    return (
        lowered
        if len(lowered) == len(text)
        else "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    )


@cache
def card_word() -> re.Pattern[str]:
    """Words that stand beside a card number."""
    return re.compile(_any("card"), re.IGNORECASE)


@cache
def _stop_words(concept: str = "stop") -> frozenset[str]:
    return frozenset(fold(word) for word in phrases("secret")[concept])


@cache
def _behind(name: str) -> re.Pattern[str]:
    """What follows a word for a secret, up to and with the value."""
    is_ = rf"(?:{_any('is')}|['’]s\b)"
    sources = {
        "password": rf"{_GAP}(?:\s*(?P<sign>[:=：]|->|→|=>)\s*|\s*{is_}(?:\s*[:：])?\s*){_VALUE}",
        "beside": r"\s+(?P<value>[!-~]{6,40})",
        "before": r"(?P<value>[!-~]{6,40})\s+(?:as|als|comme|como|come|jako|как|som)\s+[^\n]{0,30}\Z",
        "short": rf"(?P<gap>)\s?(?P<sign>[:=：])\s?{_VALUE}",
        "code": rf"(?P<between>[^\n\d]{{0,40}}?)(?<![A-Za-z0-9_.,/-])(?P<value>{_DIGITS})(?![A-Za-z0-9_/]|[.,-]\d)",
        "code-first": rf"(?<![A-Za-z0-9_.,/#-])(?P<value>{_DIGITS})\s*{is_}[^\n\d]{{0,40}}\Z",
        "seed": r"[^\n:：]{0,30}[:：\s]\s*(?P<value>[a-z]{3,8}(?:[\s,]+(?:\d+[.)]\s*)?[a-z]{3,8}){11,23})",
    }
    return re.compile(sources[name], re.IGNORECASE)


def _password(match: re.Match[str], text: str) -> Span | None:
    """The span of the value behind a word for password; None where it is no value."""
    if not _stop_words("compound").isdisjoint(fold(match["gap"] or "").split()):
        return None
    raw = match["value"]
    value = raw.rstrip(_EDGE_MARKS) if match["quote"] else raw.rstrip(_EDGE_MARKS) or raw
    if len(value) < 3 or not _is_value(value):
        return None
    start = match.start("value")
    span = (start, start + len(value))
    if match["quote"] or _looks_made_up(value):
        return span
    ends_here = not re.match(r"[ \t]*\w", text[match.end("value") :]) or raw != value
    plain = (value.isalpha() and fold(value) in _stop_words()) or "/" in value
    if plain or not ends_here:
        return None
    return span if match["sign"] or not _SAID_ABOUT.fullmatch(value) else None


def _is_value(value: str) -> bool:
    """Whether it can be a secret at all: no placeholder, no word said about secrets; ASCII where words are CJK."""
    if _PLACEHOLDER.fullmatch(value) or (_UNSPACED.search(value) and not re.match(r"[!-~]{4}", value)):
        return False
    return fold(value.strip(_EDGE_MARKS + "!?")) not in _stop_words()


def _is_strong(value: str) -> bool:
    """Whether it is so plainly made up that it needs no "is" or colon before it."""
    value = value.strip(_EDGE_MARKS)
    if _ALGORITHM.fullmatch(value) or "/" in value or not _looks_made_up(value):
        return False
    return len(value) >= 6 and bool(re.search(r"\d", value) and re.search(r"[A-Za-z]", value))


def _looks_made_up(value: str) -> bool:
    """Digits, signs or capitals where no word has them."""
    if len(value) < 4 or re.fullmatch(
        r"\d{1,3}[%.\w]?|\d+(?:st|nd|rd|th|px|ms|am|pm|days?)|\d{1,2}[:.]\d\d", value
    ):
        return False
    return bool(re.search(r"\d|[^\W\d_][A-Z]|[#$%&*+=@^_~|\\]|[!?].", value))


def _any(concept: str) -> str:
    """Python source for the phrases of a concept, the longest first."""
    words = sorted({_source(entry) for entry in phrases("secret")[concept]}, key=len, reverse=True)
    return f"(?:{'|'.join(words)})"


def _source(entry: str) -> str:
    body = re.escape(entry.rstrip("*")).replace(r"\ ", r"\s+")
    spaced = "[^\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
    before = r"(?<![^\W_])" if re.match(spaced, entry) else ""
    after = r"(?![^\W_])" if re.search(f"{spaced}$", entry) and not entry.endswith("*") else ""
    return f"{before}{body}{after}"
