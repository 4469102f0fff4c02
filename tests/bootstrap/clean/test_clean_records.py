"""Cleaning goes through every text of every kind of record."""

from __future__ import annotations

from datetime import UTC, datetime

from bootstrap.clean import clean_record
from connectors.records import Attendee, Author, Commit, Contact, Event, Message, Party, Repository

WHEN = datetime(2026, 11, 2, 9, tzinfo=UTC)
DIRTY, CLEAN = "Mara\u202e\x1b[1m", "Mara"


def test_a_clean_record_comes_back_itself() -> None:
    record = Message("mid:1", "mbox", WHEN, "Plan", "See you at 10.", Party("Mara", "mara@work.example"))
    cleaned, dropped = clean_record(record)
    assert cleaned is record
    assert dropped == 0


def test_names_of_senders_and_recipients_are_cleaned_and_counted() -> None:
    party = Party(DIRTY, "mara@work.example")
    record = Message(
        "mid:1", "mbox", WHEN, DIRTY, "text", party, to=(party, Party("Bo")), attachments=(DIRTY,)
    )
    cleaned, dropped = clean_record(record)
    assert isinstance(cleaned, Message)
    assert cleaned.sender == cleaned.to[0] == Party(CLEAN, "mara@work.example")
    assert (cleaned.title, cleaned.attachments, cleaned.text) == (CLEAN, (CLEAN,), "text")
    assert dropped == 4 * (len(DIRTY) - len(CLEAN))


def test_attendees_relations_commits_and_files_are_reached() -> None:
    event = Event("event:1", "ics", WHEN, "Sync", "", attendees=(Attendee(Party(DIRTY), "accepted"),))
    contact = Contact("contact:1", "vcf", None, "Bo", relations=(("manager", DIRTY),))
    author = Author(Party(DIRTY), 3, WHEN, WHEN, aliases=(Party(DIRTY),))
    commit = Commit("c1", Party("Bo"), WHEN, DIRTY, files=(DIRTY,))
    repository = Repository(
        "git:1", "git", WHEN, "app", "", files=(("README.md", DIRTY),), authors=(author,), recent=(commit,)
    )
    for record in (event, contact, repository):
        cleaned, dropped = clean_record(record)
        assert dropped > 0
        assert DIRTY not in repr(cleaned)
        assert "\\u202e" not in repr(cleaned)
        assert "\\x1b" not in repr(cleaned)
        assert type(cleaned) is type(record)
