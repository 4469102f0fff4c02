"""Times as chat exports write them: ISO 8601, and Google's long form in the account's language."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone

_MONTHS = """
january february march april may june july august september october november december
januar februar märz april mai juni juli august september oktober november dezember
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
januari februari maart april mei juni juli augustus september oktober november december
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
január február március április május június július augusztus szeptember október november december
ledna února března dubna května června července srpna září října listopadu prosince
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
"""
_MONTH = {
    name[:length]: number
    for line in reversed(_MONTHS.strip().splitlines())
    for number, name in enumerate(line.split(), start=1)
    for length in {3, 4, 5, len(name)}
    if length <= len(name)
}
_CLOCK = re.compile(r"(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?")
_YEAR_FIRST = re.compile(r"(\d{4})\s*[年년.\-/]\s*(\d{1,2})\s*[月월.\-/]\s*(\d{1,2})")
_WORD = re.compile(r"[^\W\d_]+")
_OFFSET = re.compile(r"(?:utc|gmt)([+\-−])(\d{1,2})(?::?(\d\d))?")
_AFTERNOON = re.compile(
    r"\bp\.?\s?m\b|下午|午後|오후|晚上|μ\.?μ|\b(?:du|nm|ip)\.|م(?!\w)|\bch\b|\böğleden sonra\b|\bös\b"
)
_MORNING = re.compile(r"\ba\.?\s?m\b|上午|午前|오전|凌晨|早上|π\.?μ|\b(?:de|vm|ap)\.|ص(?!\w)|\bsa\b|\böö\b")


def iso_time(text: object) -> datetime | None:
    """An ISO 8601 time, UTC where it has no offset; None for anything else."""
    if not isinstance(text, str):
        return None
    try:
        when = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def clock_hour(hour: int, text: str) -> int:
    """The hour of the day, by what ``text`` says of morning and afternoon."""
    if hour > 12:
        return hour
    if _AFTERNOON.search(text):
        return hour % 12 + 12
    if _MORNING.search(text):
        return hour % 12
    return hour


def long_time(text: object) -> datetime | None:
    """``Monday, January 7, 2019 at 7:25:08 PM UTC`` and its like in other languages; None where it is none.

    Newer exports put U+202F before PM. A zone other than UTC or an offset from it is taken for UTC.
    """
    if not isinstance(text, str) or len(text) > 200:
        return None
    plain = unicodedata.normalize("NFKC", text).lower()
    zone = _OFFSET.search(plain)
    plain = _OFFSET.sub("", plain)
    clocks = list(_CLOCK.finditer(plain))
    clock = clocks[-1] if clocks else None  # a date such as 7.1.2019 looks like a clock too
    day = _day(plain[: clock.start()] + " " + plain[clock.end() :]) if clock else None
    if clock is None or day is None:
        return None
    hour = clock_hour(int(clock[1]), plain)
    try:
        return datetime(*day, hour, int(clock[2]), int(clock[3] or 0), tzinfo=_zone(zone))
    except ValueError:
        return None


def _day(text: str) -> tuple[int, int, int] | None:
    if match := _YEAR_FIRST.search(text):
        return int(match[1]), int(match[2]), int(match[3])
    month = next((number for word in _WORD.findall(text) if (number := _month(word))), 0)
    year = re.search(r"\b(\d{4})\b", text)
    day = re.search(r"\b(\d{1,2})\b", text)
    return (int(year[1]), month, int(day[1])) if month and year and day else None


def _month(word: str) -> int:
    return _MONTH.get(word, 0)


def _zone(match: re.Match[str] | None) -> timezone:
    if match is None:
        return UTC
    minutes = int(match[2]) * 60 + int(match[3] or 0)
    return timezone(timedelta(minutes=minutes if match[1] == "+" else -minutes))
