"""What a signature says of role, department, organisation and town; and which of two statements holds."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bootstrap.footprint.positions import positions
from bootstrap.footprint.roles import does, is_role, leads, sells
from bootstrap.footprint.signature import Card, read, same_organisation, split_role
from bootstrap.model import Evidence

ME = "Mira Holt <mira@kestrel.example>"


@pytest.mark.parametrize(
    ("signature", "name", "role", "organization"),
    [
        (
            "Ada Moss\nSenior Counsel | Moss & Vale LLP\n+44 20 7946 0000",
            "Ada Moss",
            "Senior Counsel",
            "Moss & Vale LLP",
        ),
        (
            "Jürgen Groß\nLeiter Einkauf\nFähre GmbH\nTel: 030 123456",
            "Jürgen Groß",
            "Leiter Einkauf",
            "Fähre GmbH",
        ),
        ("Inés Peña\nEnfermera jefe\nHospital del Mar", "Inés Peña", "Enfermera jefe", "Hospital del Mar"),
        ("山田 太郎\n株式会社灯台\n設計部 課長", "山田 太郎", "課長", "株式会社灯台"),
        ("Нина Орлова\nглавный бухгалтер\nООО Маяк", "Нина Орлова", "главный бухгалтер", "ООО Маяк"),
        ("Ali Kaya · Elektrik mühendisi · Fener A.Ş.", "Ali Kaya", "Elektrik mühendisi", "Fener A.Ş."),
        ("Ewa Lis\nKsięgowa\nLatarnia Sp. z o.o.", "Ewa Lis", "Księgowa", "Latarnia Sp. z o.o."),
    ],
)
def test_role_and_organisation(signature: str, name: str, role: str, organization: str) -> None:
    card = read(signature, name, "x@host.example")
    assert (card.role, card.organization) == (role, organization)


def test_the_mail_domain_tells_the_organisation() -> None:
    card = read("Mira Holt\nSoftware Engineer\nKestrel Instruments", "Mira Holt", "mira@kestrel.example")
    assert card.organization == "Kestrel Instruments"


def test_town_department_and_pronouns() -> None:
    card = read(
        "Mira Holt (she/her)\nEngineering Manager, Platform\nKestrel Oy\n00100 Helsinki", "Mira Holt", ""
    )
    assert (card.role, card.department, card.locality) == ("Engineering Manager", "Platform", "Helsinki")


@pytest.mark.parametrize(
    "signature", ["Sent from my iPhone", "Mira", "Cheers,\nMira", "+358 40 1234567", "https://kestrel.example", "Life is a journey, not a destination", ""]
)  # fmt: skip
def test_what_says_nothing_gives_nothing(signature: str) -> None:
    card = read(signature, "Mira Holt", "mira@host.example")
    assert (card.role, card.organization) == ("", "")


@given(st.text(max_size=400), st.text(max_size=30))
def test_any_signature_is_read_without_failing_and_holds_no_phone_or_address(
    signature: str, name: str
) -> None:
    card = read(signature, name, "a@b.example")
    for part in (card.role, card.organization, card.department, card.locality):
        assert "@" not in part and "http" not in part and "\n" not in part


def test_titles() -> None:
    assert leads("VP of Design") and leads("Abteilungsleiter") and not leads("Senior Engineer")
    assert does("Krankenschwester") and not does("Head Nurse")
    assert sells("Account Executive") and sells("営業部") and not sells("Buyer")
    assert is_role("विद्युत अभियंता") and is_role("Ingénieure d'études")
    assert not is_role("Platform Reliability") and not is_role("Kestrel")


def test_same_organisation() -> None:
    assert same_organisation("Kestrel Oy", "Kestrel")
    assert same_organisation("Ostkai Logistik SE", "OSTKAI LOGISTIK")
    assert not same_organisation("Kestrel Oy", "Glade Ltd")
    assert not same_organisation("GmbH", "Ltd")


def test_a_role_with_its_department_behind_a_comma() -> None:
    assert split_role("Engineering Manager, Platform", "") == ("Engineering Manager", "Platform")
    assert split_role("Manager, Director", "") == ("Manager, Director", "")


def said(role: str, day: date | None, organization: str = "Kestrel Oy") -> tuple[Card, date | None, Evidence]:
    return Card(role, "", organization, "", role), day, Evidence(f"mid:{role}{day}", quote=role)


def test_positions_come_newest_first() -> None:
    held = positions(
        [
            said("Nurse", date(2025, 1, 1)),
            said("Head Nurse", date(2026, 5, 1)),
            said("Head Nurse", date(2026, 9, 1)),
        ]
    )
    assert [p.role for p in held] == ["Head Nurse", "Nurse"]
    assert (held[0].first, held[0].last) == (date(2026, 5, 1), date(2026, 9, 1))


@given(
    st.permutations(
        [
            said("Nurse", date(2025, 1, 1)),
            said("Nurse", date(2025, 6, 1)),
            said("Head Nurse", date(2026, 5, 1)),
            said("Clerk", None),
        ]
    )
)
def test_the_order_of_telling_does_not_matter(statements: list[Any]) -> None:
    assert [(p.role, p.first, p.last) for p in positions(statements)] == [
        ("Head Nurse", date(2026, 5, 1), date(2026, 5, 1)),
        ("Nurse", date(2025, 1, 1), date(2025, 6, 1)),
        ("Clerk", None, None),
    ]


def test_an_undated_card_loses_against_a_dated_signature() -> None:
    held = positions([said("Intern", None), said("Engineer", date(2026, 5, 1))])
    assert [p.role for p in held] == ["Engineer", "Intern"]


def test_a_card_alone_still_says_something() -> None:
    assert [p.role for p in positions([said("Intern", None)])] == ["Intern"]


def test_one_role_in_two_spellings_is_one_position() -> None:
    held = positions(
        [
            said("Head of Design", date(2026, 1, 1), "Kestrel Oy"),
            said("head of design", date(2026, 5, 1), "Kestrel"),
        ]
    )
    assert len(held) == 1


def test_the_same_title_at_another_employer_is_another_position() -> None:
    held = positions(
        [said("Engineer", date(2025, 1, 1), "Glade Ltd"), said("Engineer", date(2026, 5, 1), "Kestrel Oy")]
    )
    assert [p.organization for p in held] == ["Kestrel Oy", "Glade Ltd"]


def test_the_owners_role_comes_from_their_own_signature(blank: Any) -> None:
    blank.exchange(
        "Otto Berg <otto@kestrel.example>",
        own_signature="Mira Holt\nTest Engineer\nKestrel Oy\n00100 Helsinki",
    )
    owner = blank.footprint().owner
    assert (owner.positions[0].role, owner.positions[0].organization, owner.locality) == (
        "Test Engineer",
        "Kestrel Oy",
        "Helsinki",
    )


def test_what_others_call_the_owner_is_not_the_owners_role(desk: Any) -> None:
    for number in range(5):
        desk.mail(
            "Lin Wu <lin@glade.example>",
            ME,
            5 + number,
            "Hello",
            "Dear Chief Executive Mira",
            signature="Mira Holt\nChief Executive\nGlade Ltd",
        )
    owner = desk.footprint().owner
    assert all("Chief" not in p.role for p in owner.positions)


def test_a_promotion_is_told_by_the_newer_signature(blank: Any) -> None:
    blank.exchange(
        "Otto Berg <otto@kestrel.example>", ago=300, own_signature="Mira Holt\nTest Engineer\nKestrel Oy"
    )
    blank.exchange(
        "Otto Berg <otto@kestrel.example>", ago=5, own_signature="Mira Holt\nHead of Testing\nKestrel Oy"
    )
    assert [p.role for p in blank.footprint().owner.positions] == ["Head of Testing", "Test Engineer"]


def test_a_signature_that_says_less_hides_no_role(blank: Any) -> None:
    full = "Mira Holt\nHead of Kilns\nKestrel Oy"
    short = "Mira Holt\nTulikettu ry, Turku"
    for number in range(6):
        blank.mail(
            ME,
            "Lin <lin@glade.example>",
            60 - number,
            direction="sent",
            signature=full if number % 2 else short,
        )
    assert blank.footprint().owner.positions[0].role == "Head of Kilns"


@pytest.mark.parametrize(
    ("signature", "town"),
    [
        ("Mira Holt\nKestrel Oy\nDahili 4140", ""),
        ("Mira Holt\nKestrel Oy\next. 4140", ""),
        ("Mira Holt\nKestrel Oy\nTampere", "Tampere"),
        ("堀美羅\n株式会社川蝉\n広報", ""),
        ("堀美羅\n株式会社川蝉\n横浜市", "横浜市"),
    ],
)
def test_a_town_is_no_extension_and_no_name(signature: str, town: str) -> None:
    assert read(signature, "", "mira@kestrel.example").locality == town


def _signed(blank: Any, ago: int, signature: str) -> None:
    blank.mail("Otto Berg <otto@kestrel.example>", ME, ago, signature=signature)
    blank.mail(ME, "Otto Berg <otto@kestrel.example>", ago - 1)


def test_a_role_that_left_the_signature_is_laid_down(blank: Any) -> None:
    for ago in (200, 160, 120):
        _signed(blank, ago, "Otto Berg\nHead of Kilns\nKestrel Oy")
    for ago in (90, 60, 20):
        _signed(blank, ago, "Otto Berg\nKestrel Oy")
    blank.contact("Otto Berg", "otto@kestrel.example", role="Head of Kilns", organization="Kestrel Oy")
    now, before = blank.person("otto@kestrel.example").positions[:2]
    assert (now.role, now.organization, before.role) == ("", "Kestrel Oy", "Head of Kilns")


def test_a_short_signature_between_full_ones_lays_nothing_down(blank: Any) -> None:
    for ago in range(200, 20, -20):
        _signed(blank, ago, "Otto Berg\nHead of Kilns\nKestrel Oy" if ago % 40 else "Otto Berg\nKestrel Oy")
    assert blank.person("otto@kestrel.example").positions[0].role == "Head of Kilns"
