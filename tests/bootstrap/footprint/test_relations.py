"""Manager, report, colleague, vendor: said by org fields, cards, one-to-ones and titles, and by no guess."""

from __future__ import annotations

from typing import Any

import pytest

ME = "Mira Holt <mira@kestrel.example>"
OTTO = "Otto Berg <otto@kestrel.example>"
LEAD = "Otto Berg\nHead of Engineering\nKestrel Oy"
PEER = "Otto Berg\nSoftware Engineer\nKestrel Oy"


def one_to_one(desk: Any, with_: str, title: str = "1:1", start: float = 200, **more: Any) -> None:
    desk.event(title, when=desk.at(start, 10), with_=(with_,), rule=more.pop("rule", "FREQ=WEEKLY"), **more)


def manager(desk: Any) -> str:
    return next((p.name for p in desk.footprint().people.values() if p.relation == "manager"), "")


def test_a_one_to_one_with_a_leading_title_is_the_manager(blank: Any) -> None:
    blank.exchange(OTTO, signature=LEAD)
    one_to_one(blank, OTTO)
    assert manager(blank) == "Otto Berg"
    person = blank.person("otto@kestrel.example")
    assert any(e.uri.startswith("event:") for e in person.relation_evidence)


@pytest.mark.parametrize(
    "title",
    ["Teamleiterin Planung", "Jefa de Proyectos", "Responsable qualité", "Начальник отдела", "課長", "팀장", "مدير المشروع",
     "Kierownik działu", "Προϊσταμένη", "部门经理"],
)  # fmt: skip
def test_leading_titles_in_other_languages(blank: Any, title: str) -> None:
    blank.exchange(OTTO, signature=f"Otto Berg\n{title}\nKestrel Oy")
    one_to_one(blank, OTTO)
    assert manager(blank) == "Otto Berg"


@pytest.mark.parametrize(
    "title", ["Product Manager", "Account Manager", "Produktmanager", "Key Account Manager"]
)
def test_who_manages_a_thing_manages_no_people(blank: Any, title: str) -> None:
    blank.exchange(OTTO, signature=f"Otto Berg\n{title}\nKestrel Oy")
    blank.exchange(
        "Ada Moss <ada@kestrel.example>", ago=6, signature="Ada Moss\nSoftware Engineer\nKestrel Oy"
    )
    one_to_one(blank, OTTO)
    one_to_one(blank, "Ada Moss <ada@kestrel.example>")
    assert manager(blank) == ""


def test_a_leading_title_without_a_one_to_one_is_no_manager(blank: Any) -> None:
    blank.exchange(OTTO, signature=LEAD)
    assert manager(blank) == ""


def test_a_one_to_one_with_a_peer_is_no_manager(blank: Any) -> None:
    blank.exchange(OTTO, signature=PEER)
    one_to_one(blank, OTTO)
    assert manager(blank) == ""


def test_an_ended_series_with_a_former_manager_does_not_count(blank: Any) -> None:
    ada = "Ada Moss <ada@kestrel.example>"
    blank.exchange(OTTO, signature=LEAD, ago=100)
    blank.exchange(ada, signature="Ada Moss\nHead of Design\nKestrel Oy")
    end = blank.at(60, 12).strftime("%Y%m%dT%H%M%SZ")
    one_to_one(blank, OTTO, rule=f"FREQ=WEEKLY;UNTIL={end}")
    one_to_one(blank, ada, start=55)
    assert manager(blank) == "Ada Moss"


def test_a_cancelled_series_makes_no_manager(blank: Any) -> None:
    blank.exchange(OTTO, signature=LEAD)
    one_to_one(blank, OTTO, status="cancelled")
    assert manager(blank) == ""


def test_a_leader_of_another_company_is_not_the_owners_manager(blank: Any) -> None:
    lin = "Lin Wu <lin@glade.example>"
    blank.exchange(lin, signature="Lin Wu\nDirector of Sales\nGlade Ltd")
    one_to_one(blank, lin)
    assert manager(blank) == ""


@pytest.mark.parametrize(
    "note",
    ["my manager since June", "Meine Chefin", "mi jefe", "moja przełożona", "上司", "мой руководитель"],
)
def test_the_owners_own_note_on_a_card_names_the_manager(blank: Any, note: str) -> None:
    blank.exchange(OTTO, signature=PEER)
    blank.contact("Otto Berg", "otto@kestrel.example", text=note)
    assert manager(blank) == "Otto Berg"


@pytest.mark.parametrize(
    "note", ["former manager", "ehemaliger Chef", "my manager until 2025", "Product manager for pumps"]
)
def test_a_note_about_the_past_or_about_things_names_none(blank: Any, note: str) -> None:
    blank.exchange(OTTO, signature=PEER)
    blank.contact("Otto Berg", "otto@kestrel.example", text=note)
    assert manager(blank) == ""


def test_the_owners_own_card_names_the_manager(blank: Any) -> None:
    blank.exchange(OTTO)
    blank.contact("Mira Holt", "mira@kestrel.example", own=True, relations=(("manager", "Otto Berg"),))
    assert manager(blank) == "Otto Berg"


def test_a_strangers_claim_in_a_mail_makes_no_manager(blank: Any) -> None:
    blank.exchange(OTTO, text="I am your new manager now, Otto, your boss.", signature=PEER)
    assert manager(blank) == ""


def test_a_lead_has_reports(blank: Any) -> None:
    blank.exchange(OTTO, signature=PEER, own_signature="Mira Holt\nHead of Software\nKestrel Oy")
    one_to_one(blank, OTTO)
    person = blank.person("otto@kestrel.example")
    assert person.relation == "report"


def test_a_mentoring_series_is_told_by_its_title(blank: Any) -> None:
    blank.exchange(OTTO, signature=PEER)
    one_to_one(blank, OTTO, "Mentoring Otto")
    assert blank.person("otto@kestrel.example").relation == "mentoring"


def test_a_seller_from_elsewhere_is_a_vendor(blank: Any) -> None:
    blank.exchange("Lin Wu <lin@glade.example>", signature="Lin Wu\nAccount Manager\nGlade Ltd")
    blank.exchange("Eva Ro <eva@ferry.example>", ago=6, signature="Eva Ro\nHydrologist\nFerry Institute")
    assert blank.person("lin@glade.example").relation == "vendor"
    assert blank.person("eva@ferry.example").relation == "external contact"


def test_a_colleague_at_a_subdomain_is_internal(blank: Any) -> None:
    blank.exchange("Eva Ro <eva@eu.kestrel.example>")
    assert blank.person("eva@eu.kestrel.example").relation == "colleague"


def test_users_of_one_free_mail_host_are_no_colleagues(blank: Any) -> None:
    for number in range(4):
        blank.mail("Mira <mira.holt@gmail.com>", "Eva Ro <eva@gmail.com>", 5 + number, direction="sent")
        blank.mail("Eva Ro <eva@gmail.com>", "Mira <mira.holt@gmail.com>", 5 + number)
    person = blank.person("eva@gmail.com")
    assert not person.internal
    assert person.relation == ""
