"""When a recurring event takes place."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.exports.calendar.series import occurrences
from connectors.records import Event

OSLO = ZoneInfo("Europe/Oslo")
WEEKLY = Event(
    "event:w",
    "ics",
    datetime(2026, 3, 2, 9, tzinfo=OSLO),
    "Weekly",
    "",
    zone="Europe/Oslo",
    rule="FREQ=WEEKLY;BYDAY=MO",
)


def day(month: int, number: int, year: int = 2026) -> datetime:
    return datetime(year, month, number, tzinfo=OSLO)


def shown(
    event: Event, after: datetime, before: datetime, moved: list[Event] | None = None, limit: int = 200
) -> list[str]:
    return [
        start.strftime("%m-%d %H:%M%z") for start in occurrences(event, moved or [], after, before, limit)
    ]


def moved_to(original: str, when: datetime | None, **more: object) -> Event:
    return replace(WEEKLY, uri=f"event:w/{original}", instance_of="event:w", when=when, rule="", **more)  # type: ignore[arg-type]


def test_nine_stays_nine_when_the_clocks_change() -> None:
    assert shown(WEEKLY, day(3, 20), day(4, 10)) == [
        "03-23 09:00+0100",
        "03-30 09:00+0200",
        "04-06 09:00+0200",
    ]


def test_the_zone_counts_when_the_start_came_back_with_a_bare_offset() -> None:
    stored = replace(WEEKLY, when=datetime.fromisoformat("2026-03-02T09:00:00+01:00"))
    assert shown(stored, day(3, 30), day(4, 1)) == ["03-30 09:00+0200"]


def test_taken_out_cancelled_and_moved_instances() -> None:
    event = replace(WEEKLY, excluded=(datetime(2026, 5, 4, 7, tzinfo=UTC),))
    moved = [
        moved_to("2026-05-11T07:00:00+00:00", datetime(2026, 5, 12, 15, tzinfo=OSLO)),
        moved_to("2026-05-18T07:00:00+00:00", datetime(2026, 5, 18, 9, tzinfo=OSLO), status="cancelled"),
        replace(moved_to("2026-05-25T07:00:00+00:00", None), instance_of="event:other"),
    ]
    assert shown(event, day(5, 1), day(6, 1), moved) == ["05-12 15:00+0200", "05-25 09:00+0200"]


def test_an_instance_may_be_moved_into_the_window_and_out_of_it() -> None:
    moved = [
        moved_to("2026-04-27T07:00:00+00:00", datetime(2026, 5, 5, 9, tzinfo=OSLO)),
        moved_to("2026-05-11T07:00:00+00:00", datetime(2026, 7, 1, 9, tzinfo=OSLO)),
    ]
    assert shown(WEEKLY, day(5, 4), day(5, 18), moved) == ["05-04 09:00+0200", "05-05 09:00+0200"]


def test_one_that_changes_all_following() -> None:
    turn = replace(
        moved_to("2026-05-11T07:00:00+00:00", datetime(2026, 5, 12, 10, tzinfo=OSLO)), rule="FREQ=WEEKLY"
    )
    assert shown(WEEKLY, day(5, 1), day(5, 28), [turn]) == [
        "05-04 09:00+0200",
        "05-12 10:00+0200",
        "05-19 10:00+0200",
        "05-26 10:00+0200",
    ]
    over = replace(turn, status="cancelled")
    assert shown(WEEKLY, day(5, 1), day(5, 28), [over]) == ["05-04 09:00+0200"]


@pytest.mark.parametrize(
    ("rule", "starts"),
    [
        ("FREQ=WEEKLY;UNTIL=20260316", ["03-02", "03-09", "03-16"]),  # a date means the whole of that day
        ("FREQ=WEEKLY;UNTIL=20260316T080000Z", ["03-02", "03-09", "03-16"]),
        ("FREQ=WEEKLY;UNTIL=20260316T075959Z", ["03-02", "03-09"]),
        ("FREQ=WEEKLY;COUNT=2", ["03-02", "03-09"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=4", ["03-02", "03-04", "03-16", "03-18"]),
        ("FREQ=MONTHLY;BYDAY=-1FR;COUNT=2", ["03-27", "04-24"]),
        ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=6", ["03-02", "03-03", "03-04", "03-05", "03-06", "03-09"]),
        ("FREQ=MONTHLY;BYMONTHDAY=31;COUNT=2", ["03-31", "05-31"]),
        ("", ["03-02"]),
        ("FREQ=NEVER", ["03-02"]),
        ("FREQ=WEEKLY;INTERVAL=0", ["03-02"]),
        ("COUNT=;;==;FREQ", ["03-02"]),
    ],
)
def test_rules(rule: str, starts: list[str]) -> None:
    assert [start[:5] for start in shown(replace(WEEKLY, rule=rule), day(3, 1), day(6, 30))] == starts


def test_whole_days() -> None:
    event = Event(
        "event:d", "ics", datetime(2026, 3, 2, tzinfo=UTC), "", "", all_day=True, rule="FREQ=YEARLY"
    )
    assert occurrences(event, [], day(1, 1, 2028), day(1, 1, 2030)) == [
        datetime(2028, 3, 2, tzinfo=UTC),
        datetime(2029, 3, 2, tzinfo=UTC),
    ]


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=SECONDLY",
        "FREQ=SECONDLY;COUNT=1000000000",
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=HOURLY;INTERVAL=7;BYYEARDAY=366;BYMONTH=1",
        "FREQ=DAILY;COUNT=5;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=MINUTELY;BYSECOND=61",
        "FREQ=WEEKLY;INTERVAL=99999999999",
        "FREQ=WEEKLY;COUNT=99999999999999999999",
        "FREQ=DAILY;BYHOUR=" + ",".join(map(str, range(24))) + ";BYMINUTE=" + ",".join(map(str, range(60))),
    ],
)
def test_hostile_rules_are_capped_and_do_not_hang(rule: str) -> None:
    event = replace(WEEKLY, when=datetime(1990, 1, 1, 9, tzinfo=OSLO), rule=rule)
    found = occurrences(event, [], day(3, 1), day(9, 1), limit=100)
    assert len(found) <= 100
    assert all(day(3, 1) <= start < day(9, 1) for start in found)


@settings(max_examples=60, deadline=None)
@given(
    frequency=st.sampled_from(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]),
    interval=st.integers(1, 5),
    days=st.lists(st.sampled_from(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]), max_size=3, unique=True),
    months=st.lists(st.integers(1, 12), max_size=2, unique=True),
    count=st.one_of(st.none(), st.integers(1, 60)),
    start=st.datetimes(datetime(2019, 1, 1), datetime(2026, 6, 1)),
    window=st.integers(1, 700),
)
def test_it_agrees_with_dateutil_run_from_the_start(
    frequency: str,
    interval: int,
    days: list[str],
    months: list[int],
    count: int | None,
    start: datetime,
    window: int,
) -> None:
    rule = f"FREQ={frequency};INTERVAL={interval}"
    rule += f";BYDAY={','.join(days)}" if days else ""
    rule += f";BYMONTH={','.join(map(str, months))}" if months else ""
    rule += f";COUNT={count}" if count else ""
    start = start.replace(microsecond=0)
    after = datetime(2025, 1, 1)
    before = after + timedelta(days=window)
    expected = []
    for one in rrulestr(rule, dtstart=start):
        if one >= before:
            break
        if one >= after:
            expected.append(one.replace(tzinfo=UTC))
    event = Event("event:h", "ics", start.replace(tzinfo=UTC), "", "", rule=rule)
    found = occurrences(event, [], after.replace(tzinfo=UTC), before.replace(tzinfo=UTC), limit=10_000)
    assert found == expected
