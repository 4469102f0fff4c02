"""Times as chat exports write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.exports.chat.times import iso_time, long_time


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("Monday, January 7, 2019 at 7:25:08 PM UTC", "2019-01-07T19:25:08+00:00"),
        ("Monday, January 7, 2019 at 7:25:08\u202fPM UTC", "2019-01-07T19:25:08+00:00"),
        ("Tuesday, May 31, 2022 at 12:05:00 AM UTC", "2022-05-31T00:05:00+00:00"),
        ("Montag, 7. Januar 2019 um 19:25:08 UTC", "2019-01-07T19:25:08+00:00"),
        ("lundi 7 août 2023 à 09:05:00 UTC+2", "2023-08-07T09:05:00+02:00"),
        ("lunes, 7 de enero de 2019, 7:25:08 p. m. UTC", "2019-01-07T19:25:08+00:00"),
        ("segunda-feira, 7 de março de 2022 às 19:25:08 GMT-03:00", "2022-03-07T19:25:08-03:00"),
        ("2019年1月7日月曜日 19:25:08 UTC", "2019-01-07T19:25:08+00:00"),
        ("2019年1月7日星期一 UTC 下午7:25:08", "2019-01-07T19:25:08+00:00"),
        ("2019년 1월 7일 월요일 오후 7시 25분", None),
        ("2019. január 7., hétfő 19:25:08 UTC", "2019-01-07T19:25:08+00:00"),
        ("poniedziałek, 7 stycznia 2019 19:25:08 UTC", "2019-01-07T19:25:08+00:00"),
        ("понедельник, 7 мая 2019 г. в 19:25:08 UTC", "2019-05-07T19:25:08+00:00"),
        ("Monday, Smarch 7, 2019 at 7:25:08 PM UTC", None),
        ("Monday, January 32, 2019 at 7:25:08 PM UTC", None),
        ("", None),
        (7, None),
    ],
)
def test_long_dates(written: object, iso: str | None) -> None:
    when = long_time(written)
    assert (when.isoformat() if when else None) == iso


def test_iso_times_are_utc_where_they_say_nothing() -> None:
    assert str(iso_time("2021-03-28T20:48:29.832Z")) == "2021-03-28 20:48:29.832000+00:00"
    assert str(iso_time("2021-03-28 20:48:29")) == "2021-03-28 20:48:29+00:00"
    assert str(iso_time("2021-03-28T20:48:29.1234567+02:00")) == "2021-03-28 20:48:29.123456+02:00"
    assert iso_time("yesterday") is None
    assert iso_time(None) is None


@given(st.text(max_size=80))
def test_any_text_is_borne(text: str) -> None:
    long_time(text)
    iso_time(text)
