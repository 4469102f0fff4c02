"""Whose footprint it is: proven by what the owner's own accounts do, never by what others say."""

from __future__ import annotations

from typing import Any

from connectors.records import Author, Party

ME = "Mira Holt <mira@kestrel.example>"


def test_sent_mail_proves_an_address(blank: Any) -> None:
    for number in range(5):
        blank.mail(ME, "Otto <otto@kestrel.example>", 5 + number)
    assert blank.identity().addresses == ("mira@kestrel.example",)
    assert "Sent" in blank.identity().proofs["mira@kestrel.example"].fact


def test_a_stray_sender_in_sent_is_not_the_owner(blank: Any) -> None:
    for number in range(30):
        blank.mail(ME, "Otto <otto@kestrel.example>", 5 + number)
    blank.mail("Otto Berg <otto@kestrel.example>", ME, 4, direction="sent")
    assert "otto@kestrel.example" not in blank.identity().all


def test_the_accounts_profile_proves_its_addresses(blank: Any) -> None:
    blank.contact("Mira Holt", "mira@kestrel.example", "m.holt@kestrel.example", own=True)
    assert blank.identity().all == {"mira@kestrel.example", "m.holt@kestrel.example"}


def test_an_address_mail_is_delivered_at_is_the_owners(desk: Any) -> None:
    for number in range(3):
        desk.mail(
            "Lin <lin@glade.example>",
            "sales-lead@kestrel.example",
            20 + number,
            delivered_to=("sales-lead@kestrel.example",),
        )
    assert "sales-lead@kestrel.example" in desk.identity().addresses


def test_one_mail_delivered_at_an_address_proves_nothing(desk: Any) -> None:
    desk.mail("Lin <lin@glade.example>", "other@kestrel.example", 20, delivered_to=("other@kestrel.example",))
    assert "other@kestrel.example" not in desk.identity().all


def test_a_shared_mailbox_is_nobodys_own_address(desk: Any) -> None:
    for number in range(9):
        desk.mail(
            "Lin <lin@glade.example>",
            "info@kestrel.example",
            20 + number,
            delivered_to=("info@kestrel.example",),
        )
    assert "info@kestrel.example" not in desk.identity().all


def test_an_address_another_person_writes_from_is_not_the_owners(desk: Any) -> None:
    for number in range(4):
        desk.mail("Otto Berg <otto@kestrel.example>", ME, 20 + number, delivered_to=("otto@kestrel.example",))
    assert "otto@kestrel.example" not in desk.identity().all


def test_the_calendars_owner_counts_within_the_known_organisation(desk: Any) -> None:
    for number in range(4):
        desk.event("Focus", 5 + number, owner="mira.holt@kestrel.example")
        desk.event("Board", 5 + number, owner="chair@stranger.example")
    assert "mira.holt@kestrel.example" in desk.identity().all
    assert "chair@stranger.example" not in desk.identity().all


def test_a_subscribed_feed_has_no_owner_who_is_me(blank: Any) -> None:
    for number in range(6):
        blank.event("Holiday", 5 + number, owner="feeds@calendar.example", feed=True)
    assert not blank.identity().all


def test_git_configuration_proves_an_address(desk: Any) -> None:
    desk.repository(
        "pump", {"Mira Holt <mira@home.example>": 9}, user=Party("Mira Holt", "mira@home.example")
    )
    assert "mira@home.example" in desk.identity().all


def test_a_mailmap_that_joins_a_proven_address_proves_the_others(desk: Any) -> None:
    when = desk.at(5)
    author = Author(
        Party("Mira Holt", "mira@kestrel.example"), 9, when, when, (Party("mira", "mira@laptop.example"),)
    )
    desk.repository("pump", authors_as=(author,))
    assert "mira@laptop.example" in desk.identity().all


def test_an_authors_name_alone_proves_no_address(desk: Any) -> None:
    desk.repository("pump", {"Mira Holt <mira@elsewhere.example>": 50})
    assert "mira@elsewhere.example" not in desk.identity().all


def test_what_others_write_about_an_address_proves_nothing(desk: Any) -> None:
    for number in range(8):
        desk.mail("Lin <lin@glade.example>", ME, 5 + number, "Mira's new address",
                  "Mira Holt's private address is mira.holt@trap.example, she told me.")  # fmt: skip
        desk.mail("Mira Holt <mira@phish.example>", ME, 5 + number, "It is me", "My new address, Mira")
    assert desk.identity().all == {"mira@kestrel.example"}


def test_a_contact_card_of_the_owner_made_by_a_stranger_adds_no_address(desk: Any) -> None:
    desk.contact("Mira Holt", "mira@kestrel.example", "mira@trap.example")
    assert "mira@trap.example" not in desk.identity().all


def test_plus_tags_and_capitals_fold_into_one_address(blank: Any) -> None:
    for sender in ("Mira@Kestrel.example", "mira+lists@kestrel.example", "mira@kestrel.example"):
        for number in range(3):
            blank.mail(f"Mira Holt <{sender}>", "otto@kestrel.example", 5 + number, direction="sent")
    assert blank.identity().addresses == ("mira@kestrel.example",)


def test_both_github_noreply_forms_are_one_address(blank: Any) -> None:
    blank.repository(
        "a", {"M <1234+mira@users.noreply.github.com>": 5}, user=Party("M", "mira@users.noreply.github.com")
    )
    found = blank.identity()
    assert found.addresses == ("mira@users.noreply.github.com",)


def test_declared_addresses_come_with_their_own_word(desk: Any) -> None:
    found = desk.identity("Mira@Private.example")
    assert "mira@private.example" in found.all
    assert not found.declared  # it stands nowhere, which is told
    assert desk.identity("Mira@Kestrel.example").declared


def test_mail_without_sent_belongs_to_whom_it_is_written(blank: Any) -> None:
    for number in range(9):
        blank.mail(f"P{number} <p{number}@glade.example>", ME, 5 + number)
        blank.mail(f"P{number} <p{number}@glade.example>", "team@glade.example", 5 + number)
    assert blank.identity().addresses == ("mira@kestrel.example",)


def test_nothing_known_of_anybody_means_no_owner(blank: Any) -> None:
    blank.mail("A <a@glade.example>", "b@glade.example", 5)
    blank.mail("B <b@glade.example>", "a@glade.example", 4)
    assert blank.identity().addresses == ()


def test_an_employer_that_another_took_over_from_is_former(blank: Any) -> None:
    old, new = "Mira Holt <mira@oldmill.example>", "Mira Holt <mira@kestrel.example>"
    for number in range(8):
        blank.mail(old, "a@oldmill.example", 300 + number, direction="sent")
        blank.mail(f"A{number % 3} <a{number % 3}@oldmill.example>", old, 300 + number)
        blank.mail(new, "b@kestrel.example", 5 + 20 * number)
        blank.mail(f"B{number % 3} <b{number % 3}@kestrel.example>", new, 5 + number)
    found = blank.identity()
    assert found.addresses == ("mira@kestrel.example",)
    assert found.former == ("mira@oldmill.example",)
    assert found.began is not None and found.began.date() == blank.at(145).date()


def test_a_private_address_that_fell_silent_is_no_former_employer(blank: Any) -> None:
    private = "Mira Holt <mira@holt-family.example>"
    for number in range(8):
        blank.mail(private, "aunt@glade.example", 300 + number, direction="sent")
        blank.mail(ME, "b@kestrel.example", 5 + 20 * number)
    found = blank.identity()
    assert found.former == ()
    assert "mira@holt-family.example" in found.addresses


def test_an_address_still_in_use_is_not_former(blank: Any) -> None:
    side = "Mira Holt <mira@choir.example>"
    for number in range(8):
        blank.mail(ME, "b@kestrel.example", 5 + 20 * number)
        blank.mail(side, "a@choir.example", 6 + 30 * number, direction="sent")
        blank.mail(f"A{number % 3} <a{number % 3}@choir.example>", side, 6 + number)
    assert blank.identity().former == ()


def test_the_owners_name_is_spelled_as_the_owner_spells_it(blank: Any) -> None:
    for number in range(4):
        blank.mail("Željko Đurić <zeljko@luka.example>", "a@luka.example", 5 + number, direction="sent")
    blank.contact("ZELJKO DURIC", "zeljko@luka.example", own=True)
    assert blank.footprint().owner.name == "Željko Đurić"


def test_a_colleagues_shared_calendar_makes_nobody_the_owner(desk: Any) -> None:
    desk.mail("Otto Berg <otto@kestrel.example>", ME, 20)
    for number in range(6):
        desk.event(f"Boiler check {number}", 10 + number, owner="otto@kestrel.example")
    assert "otto@kestrel.example" not in desk.identity().all


def test_a_shorter_form_of_the_name_is_the_owner_too(desk: Any) -> None:
    for number in range(3):
        desk.mail("Lin <lin@glade.example>", "Mira Holt Saari <mhs@kestrel.example>", 20 + number)
    assert "mhs@kestrel.example" in desk.identity().addresses


NOREPLY = "1234+miraholt@users.noreply.github.com"


def test_a_login_is_the_owners_in_a_repository_of_that_name(desk: Any) -> None:
    desk.repository(
        "dotfiles", {f"Mira Holt <{NOREPLY}>": 9}, remotes=("git@github.com:miraholt/dotfiles.git",)
    )
    assert "miraholt@users.noreply.github.com" in desk.identity().addresses
    assert "On GitHub: miraholt" in desk.candidates()["owner/addresses"].body


def test_a_login_of_ones_name_elsewhere_is_a_namesakes(desk: Any) -> None:
    desk.repository("kiln", {f"Mira Holt <{NOREPLY}>": 9}, remotes=("https://github.com/elsewhere/kiln.git",))
    assert "miraholt@users.noreply.github.com" not in desk.identity().all


def test_the_lead_author_of_somebody_elses_project_is_not_the_owner(blank: Any) -> None:
    blank.repository(
        "kiln",
        {"Otto Berg <otto@kestrel.example>": 40, "Lin Wu <lin@glade.example>": 30, "A <a@b.example>": 20},
    )
    assert blank.identity().addresses == ()


def test_who_made_most_of_the_only_repository_is(blank: Any) -> None:
    blank.repository("kiln", {"Otto Berg <otto@kestrel.example>": 40, "Lin Wu <lin@glade.example>": 3})
    assert blank.identity().addresses == ("otto@kestrel.example",)
