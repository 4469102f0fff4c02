"""Rules of vCalendar 1.0."""

from __future__ import annotations

import pytest

from connectors.exports.calendar.vcalendar import modern_rule


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("D3 #50", "FREQ=DAILY;INTERVAL=3;COUNT=50"),
        ("D1 #0", "FREQ=DAILY;INTERVAL=1"),
        ("W2 TU TH #27", "FREQ=WEEKLY;INTERVAL=2;COUNT=27;BYDAY=TU,TH"),
        ("W1 MO 20050630T000000", "FREQ=WEEKLY;INTERVAL=1;UNTIL=20050630T000000;BYDAY=MO"),
        ("MP3 3+ FR #17", "FREQ=MONTHLY;INTERVAL=3;COUNT=17;BYDAY=3FR"),
        ("MP1 1- TH 2- FR", "FREQ=MONTHLY;INTERVAL=1;BYDAY=-1TH,-2FR"),
        ("MD3 20 LD #17", "FREQ=MONTHLY;INTERVAL=3;COUNT=17;BYMONTHDAY=20,-1"),
        ("YM2 5 #13", "FREQ=YEARLY;INTERVAL=2;COUNT=13;BYMONTH=5"),
        ("YD1 141 #17", "FREQ=YEARLY;INTERVAL=1;COUNT=17;BYYEARDAY=141"),
        ("every day", ""),
        ("", ""),
        ("Q4", ""),
    ],
)
def test_old_rules_as_new_ones(old: str, new: str) -> None:
    assert modern_rule(old) == new
