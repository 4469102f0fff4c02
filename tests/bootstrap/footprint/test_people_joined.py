"""Which addresses are one person: joined on a proof, and never on a name."""

from __future__ import annotations

from typing import Any

import pytest

from connectors.records import Author, Party

OTTO = "Otto Berg <otto@kestrel.example>"
OTTO_HOME = "Otto Berg <otto@berg-home.example>"
ME = "Mira Holt <mira@kestrel.example>"


def test_a_contact_card_joins_its_addresses_and_says_so(blank: Any) -> None:
    blank.exchange(OTTO)
    blank.exchange(OTTO_HOME, ago=7)
    blank.contact("Otto Berg", "otto@kestrel.example", "otto@berg-home.example")
    person = blank.person("otto@kestrel.example")
    assert set(person.addresses) == {"otto@kestrel.example", "otto@berg-home.example"}
    assert person.sent == 8
    assert any("contact card" in join.fact for join in person.joins)


def test_one_name_at_two_addresses_stays_two_people(blank: Any) -> None:
    blank.exchange(OTTO)
    blank.exchange("Otto Berg <otto.berg@glade.example>", ago=7)
    one, other = blank.person("otto@kestrel.example"), blank.person("otto.berg@glade.example")
    assert one.key != other.key
    assert other.key in one.namesakes


@pytest.mark.parametrize("name", ["王伟", "Нина Орлова", "محمد علي", "김민준"])
def test_namesakes_stay_apart_in_other_scripts(blank: Any, name: str) -> None:
    blank.exchange(f"{name} <one@kestrel.example>")
    blank.exchange(f"{name} <two@glade.example>", ago=7)
    assert blank.person("one@kestrel.example").key != blank.person("two@glade.example").key


def test_a_shared_first_name_or_local_part_joins_nobody(blank: Any) -> None:
    blank.exchange("Otto <otto@kestrel.example>")
    blank.exchange("Otto <otto@glade.example>", ago=7)
    assert blank.person("otto@kestrel.example").addresses == ("otto@kestrel.example",)


def test_a_chat_profile_with_a_mail_address_joins_the_handle(desk: Any) -> None:
    desk.contact("Otto Berg", "otto@kestrel.example", "slack:U7")
    assert desk.person("otto@kestrel.example").handles == ("slack:u7",)


def test_a_mailmap_joins_two_colleagues_addresses(desk: Any) -> None:
    when = desk.at(9)
    otto = Author(
        Party("Otto Berg", "otto@kestrel.example"), 30, when, when, (Party("otto", "otto@laptop.example"),)
    )
    mine = Author(Party("Mira Holt", "mira@kestrel.example"), 30, when, when)
    desk.repository("pump", authors_as=(otto, mine))
    assert "otto@laptop.example" in desk.person("otto@kestrel.example").addresses


@pytest.mark.parametrize(
    "text",
    [
        "Please note my new email: otto@berg-home.example",
        "Meine neue Adresse lautet otto@berg-home.example.",
        "Mi nuevo correo es otto@berg-home.example",
        "Мой новый адрес: otto@berg-home.example",
        "新しいメールアドレスは otto@berg-home.example です",
    ],
)
def test_an_address_its_holder_announces_is_theirs(desk: Any, text: str) -> None:
    desk.exchange(OTTO_HOME, ago=2)
    desk.mail(OTTO, ME, 8, "Change", text)
    person = desk.person("otto@kestrel.example")
    assert "otto@berg-home.example" in person.addresses
    assert any(join.quote == "otto@berg-home.example" for join in person.joins)


def test_somebody_elses_address_in_a_mail_joins_nobody(desk: Any) -> None:
    desk.exchange("Lin Wu <lin@glade.example>", ago=6)
    desk.mail(OTTO, ME, 8, "Lin", "Lin's new email is lin@glade.example, please use her new address.")
    assert desk.person("otto@kestrel.example").addresses == ("otto@kestrel.example",)


def test_a_third_party_cannot_announce_for_a_namesake(desk: Any) -> None:
    desk.exchange("Lin Wu <lin@glade.example>", ago=6)
    desk.mail(
        "Lin Wu <lin@phish.example>", ME, 8, "Lin", "My new address", signature="Lin Wu\nlin@phish.example"
    )
    assert desk.person("lin@glade.example").addresses == ("lin@glade.example",)


def test_a_quoted_announcement_belongs_to_whom_it_quotes(desk: Any) -> None:
    desk.exchange("Otto Berg <otto.berg@glade.example>", ago=6)
    desk.mail(OTTO, ME, 8, "Fwd", "see below", quoted="My new address is otto.berg@glade.example")
    assert desk.person("otto@kestrel.example").addresses == ("otto@kestrel.example",)


def test_a_shared_mailbox_on_a_card_joins_no_two_people(desk: Any) -> None:
    desk.exchange("Lin Wu <lin@glade.example>", ago=6)
    desk.contact("Otto Berg", "otto@kestrel.example", "office@kestrel.example")
    desk.contact("Lin Wu", "lin@glade.example", "office@kestrel.example")
    assert desk.person("lin@glade.example").key != desk.person("otto@kestrel.example").key


def test_a_persons_plus_tag_is_the_same_person(blank: Any) -> None:
    blank.exchange(OTTO)
    blank.exchange("Otto Berg <otto+private@kestrel.example>", ago=7)
    assert blank.person("otto@kestrel.example").sent == 8


def test_the_owner_is_not_among_the_people(desk: Any) -> None:
    desk.contact("Mira Holt", "mira@kestrel.example", "slack:U1", own=True)
    desk.mail(ME, "Mira Holt <mira@kestrel.example>", 3, "Note to self")
    assert all("mira@kestrel.example" not in p.addresses for p in desk.footprint().people.values())
