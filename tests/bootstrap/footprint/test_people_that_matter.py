"""Who the owner really deals with: both sides act, bulk mail and mere invitations count for nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bootstrap.footprint.people import matters
from connectors.records import Attendee, Party

OTTO = "Otto Berg <otto@kestrel.example>"
LIN = "Lin Wu <lin@glade.example>"
ME = "Mira Holt <mira@kestrel.example>"


def test_a_steady_exchange_makes_a_relationship(desk: Any) -> None:
    person = desk.person("otto@kestrel.example")
    assert person.sent == person.received == 4
    assert matters(person)


def test_mail_that_keeps_no_threads_still_goes_back_and_forth(blank: Any) -> None:
    for number in range(4):
        blank.mail(ME, OTTO, 40 - 9 * number, f"Valve {number}")
        blank.mail(OTTO, ME, 36 - 9 * number, f"Kiln {number}")
    person = blank.person("otto@kestrel.example")
    assert person.replies == 0
    assert matters(person)


def test_answers_both_ways_are_counted(blank: Any) -> None:
    for number in range(3):
        first = blank.mail(OTTO, ME, 30 - number, f"Valve {number}", when=blank.at(30 - number, 9))
        mine = blank.mail(
            ME, OTTO, 0, f"Re: Valve {number}", when=blank.at(30 - number, 10), reply_to=first.uri
        )
        blank.mail(OTTO, ME, 0, f"Re: Valve {number}", when=blank.at(30 - number, 11), reply_to=mine.uri)
    person = blank.person("otto@kestrel.example")
    assert person.replies == 3
    assert matters(person)


@pytest.mark.parametrize("prefix", ["Re: ", "AW: ", "SV: ", "Odp: ", "RE: Fwd: ", "Antw: "])
def test_a_reply_is_known_by_its_subject(blank: Any, prefix: str) -> None:
    for number in range(3):
        blank.mail(ME, OTTO, 0, f"Drawing {number}", when=blank.at(20 - number, 9))
        blank.mail(OTTO, ME, 0, f"{prefix}Drawing {number}", when=blank.at(20 - number, 10))
        blank.mail(ME, OTTO, 0, f"{prefix}Drawing {number}", when=blank.at(20 - number, 11))
    assert blank.person("otto@kestrel.example").replies == 3


def test_a_reply_is_known_by_its_thread(blank: Any) -> None:
    for number in range(3):
        for hour, (sender, to) in enumerate([(ME, OTTO), (OTTO, ME), (ME, OTTO)]):
            blank.mail(sender, to, 0, "Kiln", when=blank.at(20 - number, 9 + hour), thread=f"t{number}")
    assert blank.person("otto@kestrel.example").replies >= 2


def test_a_second_mail_in_a_row_answers_nobody(blank: Any) -> None:
    for number in range(6):
        blank.mail(ME, OTTO, 0, "Re: Kiln", when=blank.at(20 - number, 9), thread="t")
    blank.mail(OTTO, ME, 30, "Other matter")
    assert blank.person("otto@kestrel.example").replies == 0


def test_many_sends_without_an_answer_are_no_relationship(desk: Any) -> None:
    for number in range(30):
        desk.mail(ME, LIN, 5 + number, f"Offer {number}")
    assert not matters(desk.person("lin@glade.example"))


def test_much_inbound_without_an_answer_is_no_relationship(desk: Any) -> None:
    for number in range(60):
        desk.mail(LIN, ME, 5 + number, f"Have you seen {number}")
    person = desk.person("lin@glade.example")
    assert person is None or not matters(person)


def test_a_single_answer_to_many_sends_is_no_relationship(desk: Any) -> None:
    first = desk.mail(ME, LIN, 0, "Offer", when=desk.at(30, 9))
    answer = desk.mail(LIN, ME, 0, "Re: Offer", when=desk.at(30, 10), reply_to=first.uri)
    for number in range(9):
        desk.mail(ME, LIN, 0, "Re: Offer", when=desk.at(29 - number, 9), reply_to=answer.uri)
    person = desk.person("lin@glade.example")
    assert person.replies == 1
    assert not matters(person)


def test_one_mail_each_way_is_no_relationship(desk: Any) -> None:
    desk.exchange(LIN, rounds=1)
    assert not matters(desk.person("lin@glade.example"))


@pytest.mark.parametrize(
    "reason", [("list-unsubscribe",), ("precedence",  "auto-submitted"), ("category:promotions",), ("no-reply",), ("bot",)]
)  # fmt: skip
def test_automated_mail_makes_nobody(desk: Any, reason: tuple[str, ...]) -> None:
    for number in range(40):
        mail = desk.mail(
            "Glade News <ann@glade.example>", ME, 5 + number, f"Issue {number}", automated=reason
        )
        if number < 2:
            desk.mail(
                ME, "Glade News <ann@glade.example>", 5 + number, f"Re: Issue {number}", reply_to=mail.uri
            )
    person = desk.person("ann@glade.example")
    assert person is None or not matters(person)


def test_posts_to_a_list_make_nobody(desk: Any) -> None:
    for number in range(40):
        desk.mail(LIN, "dev@lists.example", 5 + number, f"Patch {number}", automated=("list-id", "list-post"))
    person = desk.person("lin@glade.example")
    assert person is None or not matters(person)


def test_a_draft_is_nothing(desk: Any) -> None:
    for number in range(9):
        desk.mail(ME, LIN, 5 + number, f"Draft {number}", direction="draft")
    assert desk.person("lin@glade.example") is None


def test_mail_to_a_group_weighs_less_than_mail_to_one(blank: Any) -> None:
    crowd = ", ".join(f"P{n} <p{n}@kestrel.example>" for n in range(8))
    for number in range(6):
        for sender, to in ((OTTO, ME), (ME, OTTO)):
            blank.mail(sender, to, 5 + number)
        blank.mail(LIN, f"{ME}, {crowd}", 5 + number)
        blank.mail(ME, f"{LIN}, {crowd}", 5 + number)
    assert blank.person("otto@kestrel.example").weight > 2 * blank.person("lin@glade.example").weight


def test_recent_exchange_outweighs_old(blank: Any) -> None:
    blank.exchange(OTTO, rounds=6, ago=5)
    blank.exchange(LIN, rounds=6, ago=700)
    assert blank.person("otto@kestrel.example").weight > 5 * blank.person("lin@glade.example").weight


def test_people_come_by_weight(blank: Any) -> None:
    blank.exchange(LIN, rounds=2)
    blank.exchange(OTTO, rounds=9)
    names = [p.name for p in blank.footprint().people.values()]
    assert names[:2] == ["Otto Berg", "Lin Wu"]


@pytest.mark.parametrize("response", ["declined", "needs-action", ""])
def test_invitations_not_accepted_are_no_meetings(desk: Any, response: str) -> None:
    for number in range(6):
        desk.event("Pitch", 5 + number, (LIN,), response)
    person = desk.person("lin@glade.example")
    assert person is None or person.meetings == 0


def test_accepted_meetings_count(desk: Any) -> None:
    for number in range(4):
        desk.event("Review", 5 + 3 * number, (LIN,))
    assert desk.person("lin@glade.example").meetings == 4


def test_who_declined_was_not_there(desk: Any) -> None:
    for number in range(4):
        event = desk.event("Review", 5 + 3 * number, (OTTO,))
        declined = Attendee(Party("Lin Wu", "lin@glade.example"), "declined")
        desk.records[-1] = replace(event, attendees=(*event.attendees, declined))
    person = desk.person("lin@glade.example")
    assert person is None or person.meetings == 0


@pytest.mark.parametrize("more", [{"status": "cancelled"}, {"feed": True}, {"invitation": True}])
def test_cancelled_events_feeds_and_loose_invitations_are_no_meetings(
    desk: Any, more: dict[str, Any]
) -> None:
    for number in range(5):
        desk.event("Review", 5 + 3 * number, (LIN,), **more)
    person = desk.person("lin@glade.example")
    assert person is None or person.meetings == 0


def test_meetings_ahead_have_not_been_held(desk: Any) -> None:
    for number in range(5):
        desk.event("Review", -5 - 3 * number, (LIN,))
    person = desk.person("lin@glade.example")
    assert person is None or person.meetings == 0


def test_a_big_meeting_is_no_acquaintance(desk: Any) -> None:
    crowd = tuple(f"P{n} <p{n}@kestrel.example>" for n in range(12))
    for number in range(6):
        desk.event("All hands", 5 + number, crowd)
    person = desk.person("p3@kestrel.example")
    assert person is None or person.meetings == 0


def test_a_bot_is_nobody(desk: Any) -> None:
    desk.contact("Deploy Bot", "slack:B9", bot=True)
    room = desk.channel("ship", "", shape="public")
    for number in range(20):
        desk.chat("Deploy Bot <slack:B9>", room.uri, 5 + number, "shipped", automated=("bot",))
    assert all(p.name != "Deploy Bot" for p in desk.footprint().people.values())


def test_what_is_dated_after_now_is_not_known_yet(desk: Any) -> None:
    desk.exchange(LIN, ago=-60, rounds=3, every=1)
    assert desk.person("lin@glade.example") is None


def test_the_language_of_a_correspondence(blank: Any) -> None:
    blank.exchange(OTTO, reply="Danke, das ist sehr gut und ich komme mit dem Zug zu euch.")
    blank.exchange(LIN, ago=6, reply="Thanks, this is very good and I will come with you by train.")
    assert blank.person("otto@kestrel.example").languages == ("de",)
    assert blank.person("lin@glade.example").languages == ("en",)
