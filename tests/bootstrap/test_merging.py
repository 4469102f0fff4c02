from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bootstrap.merging import merge
from connectors.records import Attendee, Author, Contact, Event, Message, Party, Repository

EARLY, LATE = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
MAIL = Message("mid:1", "mbox", EARLY, "Plan", "short", Party("Rosa", "rosa@faro.example"))
EVENT = Event("event:1", "ics", EARLY, "Weekly", "", modified=EARLY)
ROSA, TIM = Party("Rosa", "rosa@faro.example"), Party("Tim", "tim@faro.example")


def test_the_copy_in_sent_tells_the_direction_whichever_comes_first() -> None:
    sent = replace(MAIL, direction="sent", labels=("Sent",))
    received = replace(MAIL, direction="received", labels=("Inbox",))
    for merged in (merge(sent, received), merge(received, sent)):
        assert isinstance(merged, Message)
        assert merged.direction == "sent"
        assert set(merged.labels) == {"Sent", "Inbox"}


def test_the_fuller_text_is_kept() -> None:
    assert merge(MAIL, replace(MAIL, text="a much longer text")).text == "a much longer text"


def test_the_event_modified_last_wins() -> None:
    moved = replace(EVENT, title="Weekly (new room)", modified=LATE)
    assert merge(EVENT, moved).title == merge(moved, EVENT).title == "Weekly (new room)"


def test_an_answer_in_the_calendar_beats_the_invitation_in_the_mail() -> None:
    mailed = replace(EVENT, invitation=True, modified=LATE, attendees=(Attendee(ROSA, "needs-action"),))
    kept = replace(EVENT, attendees=(Attendee(ROSA, "accepted"),))
    for merged in (merge(mailed, kept), merge(kept, mailed)):
        assert isinstance(merged, Event)
        assert not merged.invitation
        assert merged.attendees == (Attendee(ROSA, "accepted"),)


def test_one_author_counted_by_two_sources_is_one_author() -> None:
    local = Repository("git:1", "git", LATE, "faro", "", authors=(Author(ROSA, 40, EARLY, LATE),))
    live = replace(
        local, source="github", authors=(Author(ROSA, 38, EARLY, LATE), Author(TIM, 3, EARLY, LATE))
    )
    merged = merge(local, live)
    assert isinstance(merged, Repository)
    assert [(a.party.name, a.commits) for a in merged.authors] == [("Rosa", 40), ("Tim", 3)]


def test_records_of_two_kinds_are_not_mixed() -> None:
    assert merge(MAIL, Contact("mid:1", "vcf", None, "Rosa")) is MAIL
