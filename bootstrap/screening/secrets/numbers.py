"""Bank account and card numbers, told from other long numbers by their checksums."""

from __future__ import annotations

import re
from collections.abc import Iterator

import re2
from stdnum import iban, luhn

Span = tuple[int, int]

SIGNS = r"[A-Z]{2}\d{2}[ -]?[A-Z0-9]{4}[ -]?[A-Z0-9]{4}|\d(?:[ -]?\d){11}"
_CANDIDATE = re2.compile(SIGNS)
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){10,32}(?![A-Za-z0-9])")
_CARD = re.compile(r"(?<![A-Za-z0-9_.+-])\d(?:[ -]?\d){12,18}(?![A-Za-z0-9_-])")
_GROUPED = re.compile(r"\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5}")
# Issuer ranges (ISO/IEC 7812) with their lengths.
_ISSUER = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}"
    r"|3(?:0[0-5]|[68]\d)\d{11}|(?:6011|65\d\d|64[4-9]\d)\d{12}|35\d{14}|62\d{14,17}|(?:5018|5020|5038|6304|6759|676[1-3])\d{8,15}"
)
_NEAR = 60


def find(text: str, card_word: re.Pattern[str]) -> Iterator[tuple[Span, str]]:
    """Spans of account and card numbers whose checksum is right, and which of the two each is.

    A card number must be written in groups as on the card, or stand near a word for card: one in ten long
    numbers passes Luhn's check by chance.
    """
    if not _CANDIDATE.search(text):
        return
    for found in _IBAN.finditer(text):
        if span := _valid_iban(found):
            yield span, "iban"
    for found in _CARD.finditer(text):
        digits = re.sub(r"\D", "", found[0])
        if not (_ISSUER.fullmatch(digits) and luhn.is_valid(digits)):
            continue
        around = text[max(0, found.start() - _NEAR) : found.end() + _NEAR]
        if _GROUPED.fullmatch(found[0]) or card_word.search(around):
            yield found.span(), "card"


def _valid_iban(found: re.Match[str]) -> Span | None:
    """The valid number that a run of groups begins with; a capitalised word may follow it."""
    text = found[0]
    for end in range(len(text), 14, -1):
        if (
            text[end - 1] not in " -"
            and (end == len(text) or text[end] in " -")
            and iban.is_valid(text[:end])
        ):
            return found.start(), found.start() + end
    return None
