"""Do the numbers, dates and times of a claim stand in its evidence?

A claim is English and writes dates as ``2027-01-23`` or ``23 January``; the evidence writes them in any
language. So a date stands when its day does, and its month and year are said too or follow from the day of
the record. ``5 pm`` and ``17 Uhr`` are 17:00.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from bootstrap.footprint.languages import language
from bootstrap.footprint.names import fold

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
_ISO_MONTH = re.compile(r"\b(\d{4})-(\d{2})\b")
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?{_MONTH}(?:,?\s+(\d{{4}}))?", re.I)
_MONTH_DAY = re.compile(rf"\b{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(\d{{4}}))?", re.I)
_MONTH_YEAR = re.compile(rf"\b{_MONTH}\s+(\d{{4}})\b", re.I)
_TIME = re.compile(r"\b(\d{1,2})[:.](\d{2})\s*(am|pm|a\.m\.|p\.m\.)?", re.I)
_HOUR = re.compile(r"\b(\d{1,2})\s*(am|pm|a\.m\.|p\.m\.)", re.I)
_NUMBER = re.compile(r"\d+(?:[.,'\u00a0\u202f]\d{3})*(?:[.,]\d+)?")
_DIGITS = re.compile(r"\d+")
NEAR, SOON, A_YEAR = timedelta(days=150), timedelta(days=14), timedelta(days=370)


@dataclass(frozen=True, slots=True)
class Passage:
    """Text that bears a claim, and the day of the record it stands in.

    ``head`` is our own line over it (kind, writer, title), which has a language of its own.
    """

    quoted: str
    day: date | None = None
    head: str = ""

    @property
    def text(self) -> str:
        return f"{self.head}\n{self.quoted}" if self.head else self.quoted

    @property
    def language(self) -> str:
        return language(self.quoted)


_Standing: TypeAlias = Callable[[re.Match[str], Passage], bool]


def ungrounded(claim: str, passages: list[Passage]) -> str:
    """The first figure of ``claim`` that none of the passages bears; empty when all stand."""
    for found, standing in _CHECKS:
        for match in found.finditer(claim):
            if not any(standing(match, passage) for passage in passages):
                return str(match[0])
        claim = found.sub(" ", claim)
    for number in _NUMBER.findall(claim):
        if not any(_number(number, passage) for passage in passages):
            return str(number)
    numbers = _number_words()["en"]
    for word in re.findall(r"[a-z]+", fold(claim)):
        if word in numbers and not any(_worded(numbers[word], passage) for passage in passages):
            return str(word)
    return ""


def _integers(text: str) -> set[int]:
    return {int(digits) for digits in _DIGITS.findall(text) if len(digits) < 12}


def _dated(year: int | None, month: int, day: int, passage: Passage) -> bool:
    written = _integers(passage.text)
    if passage.day is None:
        return day in written and (year is None or year in written)
    try:
        meant = date(year or passage.day.year, month, day)
    except ValueError:
        return False
    away = abs(meant - passage.day)
    if year is None:
        away = min(away, *(abs(other - passage.day) for y in (-1, 1) if (other := _moved(meant, y))))
    if meant == passage.day:
        return True
    if day in written:
        return (year is None or year in written or year % 100 in written or away <= A_YEAR) and (
            month in written or away <= NEAR or _MONTHS[month - 1] in fold(passage.text)
        )
    return timedelta() < meant - passage.day <= SOON and _relative().search(fold(passage.text)) is not None


def _moved(day: date, years: int) -> date | None:
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return None


def _month(name: str) -> int:
    return _MONTHS.index(name.lower()[:3]) + 1


def _iso(match: re.Match[str], passage: Passage) -> bool:
    return _dated(int(match[1]), int(match[2]), int(match[3]), passage)


def _day_month(match: re.Match[str], passage: Passage) -> bool:
    return _dated(int(match[3]) if match[3] else None, _month(match[2]), int(match[1]), passage)


def _month_day(match: re.Match[str], passage: Passage) -> bool:
    return _dated(int(match[3]) if match[3] else None, _month(match[1]), int(match[2]), passage)


def _month_year(match: re.Match[str], passage: Passage) -> bool:
    return _in_month(int(match[2]), _month(match[1]), passage)


def _iso_month(match: re.Match[str], passage: Passage) -> bool:
    return _in_month(int(match[1]), int(match[2]), passage)


def _in_month(year: int, month: int, passage: Passage) -> bool:
    written = _integers(passage.text)
    near = passage.day is not None and abs((passage.day.year - year) * 12 + passage.day.month - month) <= 12
    # In other languages the month has another name; then the year must be said.
    abroad = year in written and passage.language != "en"
    named = month in written or abroad or _MONTHS[month - 1] in fold(passage.text)
    same = passage.day is not None and (passage.day.year, passage.day.month) == (year, month)
    return same or (named and (year in written or near))


def _time(match: re.Match[str], passage: Passage) -> bool:
    hour, minute = int(match[1]), int(match[2])
    late = match[3] and match[3].lower().startswith("p")
    return _clock(hour % 12 + 12 if late else hour, minute, passage)


def _hour(match: re.Match[str], passage: Passage) -> bool:
    late = match[2].lower().startswith("p")
    return _clock(int(match[1]) % 12 + (12 if late else 0), 0, passage)


def _clock(hour: int, minute: int, passage: Passage) -> bool:
    text = passage.text
    hours = {hour, hour - 12} if hour > 12 else {hour}
    if minute == 0 and hours & _integers(text):
        return True
    return any(re.search(rf"(?<!\d)0?{h}\s?[:.hH時时시]\s?{minute:02d}(?!\d)", text) for h in hours)


def _number(written: str, passage: Passage) -> bool:
    plain = re.sub(r"[^\d]", "", written)
    found = {re.sub(r"[^\d]", "", match) for match in _NUMBER.findall(passage.text)}
    value = int(plain)
    if plain in found or value in _integers(passage.text):
        return True
    if value < 100 and any(1900 < n < 2100 and n % 100 == value for n in _integers(passage.text)):
        return True
    return _worded(value, passage)


def _worded(value: int, passage: Passage) -> bool:
    """Whether the number stands there in digits, or as a word of any language we know numbers of."""
    if value in _integers(passage.text):
        return True
    text = fold(passage.text)
    return any(_contains(text, word) for word in _words_for(value, passage.language))


def _words_for(value: int, spoken: str) -> list[str]:
    """Number words of the passage's language and of English; of all, but short ones, where it is not known."""
    tables = _number_words()
    if spoken in tables:
        return [w for code in {spoken, "en"} for w, n in tables[code].items() if n == value]
    return [
        w
        for code, table in tables.items()
        for w, n in table.items()
        if n == value and (code == "en" or len(w) > 3 or not w.isascii())
    ]


def _contains(text: str, word: str) -> bool:
    """Short words must stand alone; longer ones may have an ending; other scripts may have no spaces."""
    if not word.isascii():
        return word in text
    return (
        re.search(rf"(?<![^\W\d_]){re.escape(word)}" + (r"(?![^\W\d_])" if len(word) < 5 else ""), text)
        is not None
    )


@cache
def _data() -> dict[str, dict[str, object]]:
    return tomllib.loads((files(__package__) / "figures.toml").read_text(encoding="utf-8"))


@cache
def _number_words() -> dict[str, dict[str, int]]:
    """Folded word → number, by language."""
    tables: dict[str, dict[str, int]] = {}
    for code, words in _data()["numbers"].items():
        assert isinstance(words, str)
        tables[code] = {
            fold(word): int(entry.split("=")[0])
            for entry in words.split()
            for word in entry.split("=")[1].split("/")
        }
    return tables


@cache
def _relative() -> re.Pattern[str]:
    """Days of the week and words such as ``tomorrow``, folded."""
    words = [fold(word) for listed in _data()["days"].values() for word in str(listed).split()]
    return re.compile("|".join(rf"\b{re.escape(w)}" if w.isascii() else re.escape(w) for w in words))


# In this order: what a longer form took is not looked at again by a shorter one.
_CHECKS: tuple[tuple[re.Pattern[str], _Standing], ...] = (
    (_ISO, _iso),
    (_DAY_MONTH, _day_month),
    (_MONTH_DAY, _month_day),
    (_MONTH_YEAR, _month_year),
    (_ISO_MONTH, _iso_month),
    (_TIME, _time),
    (_HOUR, _hour),
)
