"""Answers written as iCalendar and vCard, and read back: nothing of a text is lost or taken for syntax."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from connectors.export_lines import cards, events, plain_line, structured_line, text_line
from connectors.exports.entry import Context
from connectors.records import Contact, Event

CONTEXT = Context("live")
TEXT = st.text(
    st.characters(exclude_categories=("C", "Z")) | st.sampled_from(' ;,:"\\=^'), min_size=1, max_size=60
)


def plain(text: str) -> str:
    return " ".join(text.split())


@given(TEXT, TEXT, TEXT)
def test_an_event_keeps_its_words(title: str, place: str, guest: str) -> None:
    lines = [
        plain_line("UID", "e1@quay.example"),
        plain_line("DTSTART", "20261110T090000Z"),
        text_line("SUMMARY", title),
        text_line("LOCATION", place),
        plain_line("ATTENDEE", "mailto:bram@fjord.example", CN=guest, PARTSTAT="ACCEPTED"),
    ]
    (event,) = events([lines], [text_line("X-WR-CALNAME", title)], CONTEXT, "")
    assert isinstance(event, Event)
    assert (event.title, event.location, event.calendar) == (plain(title), plain(place), plain(title))
    (attendee,) = event.attendees
    assert (attendee.party.address, attendee.response) == ("bram@fjord.example", "accepted")


@given(TEXT, TEXT, TEXT, st.text(st.characters(exclude_categories=("C",)) | st.just("\n"), max_size=80))
def test_a_card_keeps_its_words(name: str, work: str, group: str, note: str) -> None:
    lines = [
        text_line("FN", name),
        plain_line("EMAIL", "bram@fjord.example"),
        structured_line("ORG", (work, group)),
        text_line("CATEGORIES", group),
        text_line("NOTE", note),
    ]
    (contact,) = cards([lines], CONTEXT, "people")
    assert isinstance(contact, Contact)
    assert (contact.title, contact.organization) == (
        plain(name) or plain(work) or "bram@fjord.example",
        plain(work),
    )
    assert contact.uri == "contact:bram@fjord.example"
    assert contact.text == note.strip()[:2_000] or plain(contact.text) == plain(note)


@given(TEXT.map(lambda text: f"{text}\nEND:VEVENT\nBEGIN:VEVENT\nUID:planted"))
def test_no_text_begins_an_event_of_its_own(text: str) -> None:
    lines = [
        plain_line("UID", text),
        plain_line("DTSTART", "20261110T090000Z"),
        text_line("DESCRIPTION", text),
        text_line("SUMMARY", text),
    ]
    assert len([item for item in events([lines], [], CONTEXT, "") if isinstance(item, Event)]) == 1


def test_no_people_are_no_failure() -> None:
    assert list(cards([], CONTEXT, "people")) == []
