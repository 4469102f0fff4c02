"""Numbers, dates and times of a claim against evidence as people write it, in their languages."""

from __future__ import annotations

from datetime import date

import pytest

from bootstrap.extract.llm.figures import Passage, ungrounded

DAY = date(2026, 10, 14)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Cutover is 2027-01-23", "moves to Saturday 23 January, be there"),
        ("Cutover is Saturday 23 January 2027", "verschoben auf Samstag, 23.1.2027"),
        ("Freeze from 16 November 2026 to 7 January 2027", "vom 16.11. bis 7.1.2027"),
        ("Review on 2026-10-20", "let us meet next Tuesday"),
        ("Review on 2026-10-15", "morgen um 9 geht gut"),
        ("Migration on 2026-11-03", "移行は11月3日に行います"),
        ("Report is due on 5 December 2026", "le rapport est dû le 5 décembre"),
        ("Mentioned on 2026-10-14", "whatever it says"),
        ("Sent by 17:00", "bis 17 Uhr bitte"),
        ("Sent by 17:00", "send it by 5 pm"),
        ("Starts at 09:30", "on commence à 9h30"),
        ("Starts at 9 am", "beginnt um 9 Uhr"),
        ("Three working days of lead time", "mit 3 Werktagen Vorlauf"),
        ("Needs three working days", "drei Werktage vorher einreichen"),
        ("Needs 3 working days", "trois jours ouvrés avant, comme toujours entre nous"),
        ("Five people share it", "5 people"),
        ("At most 1,900 moves a day", "1.900 gate moves per day"),
        ("Under 300 lines", "keep it below 300 lines"),
        ("Season 2026/27", "die Saison 2026/2027"),
        ("Since October 2025", "ab dem 1. Oktober 2025 gilt"),
        ("Goal: fewer than four pages", "меньше четырех страниц за смену, как и договорились"),
    ],
)
def test_what_is_said_stands(claim: str, evidence: str) -> None:
    assert ungrounded(claim, [Passage(evidence, DAY)]) == ""


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Cutover is 2027-01-23", "we moved the cutover to January"),
        ("Cutover is 2031-01-23", "moves to Saturday 23 January 2027"),
        ("Cutover is 23 August 2027", "moves to Saturday 23 January 2027"),
        ("Review on 2026-12-01", "let us meet next Tuesday"),
        ("Sent by 18:00", "bis 17 Uhr bitte"),
        ("Starts at 09:30", "on commence à 9h"),
        ("Needs four working days", "drei Werktage vorher einreichen"),
        ("Leads a team of 47 people", "the whole team likes it"),
        ("Leads a team of forty people", "the whole team likes it"),
        ("Costs 12.5 % more", "it costs more than before"),
        ("Two of them decide", "send it to me tomorrow, to be safe"),
    ],
)
def test_what_is_not_said_does_not(claim: str, evidence: str) -> None:
    assert ungrounded(claim, [Passage(evidence, DAY)]) != ""
