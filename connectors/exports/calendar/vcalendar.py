"""Recurrence rules of vCalendar 1.0 (IMC, 1996), still written by old phones and some exports, as RRULE values."""

from __future__ import annotations

import re

_RULE = re.compile(r"(D|W|MP|MD|YM|YD)(\d+)\s*(.*)", re.DOTALL)
_DAYS = {"MO", "TU", "WE", "TH", "FR", "SA", "SU"}
_FREQUENCIES = {"D": "DAILY", "W": "WEEKLY", "MP": "MONTHLY", "MD": "MONTHLY", "YM": "YEARLY", "YD": "YEARLY"}
_NUMBERS = {"MD": "BYMONTHDAY", "YM": "BYMONTH", "YD": "BYYEARDAY"}


def modern_rule(text: str) -> str:
    """``W2 TU TH #27`` as ``FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=27``; empty when it is no such rule.

    ``#0`` means for ever, and so does, against the letter of the specification, no end at all: that is how
    it was used.
    """
    match = _RULE.fullmatch(text.strip().upper())
    if not match:
        return ""
    kind, interval, rest = match.groups()
    parts = {"FREQ": _FREQUENCIES[kind], "INTERVAL": interval}
    days: list[str] = []
    numbers: list[str] = []
    position = ""
    for word in rest.split():
        if word.startswith("#") and word[1:].isdecimal():
            parts |= {"COUNT": word[1:]} if int(word[1:]) else {}
        elif re.fullmatch(r"\d{8}(?:T\d{6}Z?)?", word):
            parts["UNTIL"] = word
        elif word in _DAYS:
            days.append(position + word)
        elif kind == "MP" and re.fullmatch(r"[1-5][+-]", word):
            position = word[0] if word[1] == "+" else f"-{word[0]}"
        elif kind in _NUMBERS and re.fullmatch(r"\d{1,3}[+-]?|LD", word):
            numbers.append(
                "-1" if word == "LD" else f"-{word[:-1]}" if word.endswith("-") else word.rstrip("+")
            )
    if days:
        parts["BYDAY"] = ",".join(days)
    if numbers:
        parts[_NUMBERS[kind]] = ",".join(numbers)
    return ";".join(f"{key}={value}" for key, value in parts.items())
