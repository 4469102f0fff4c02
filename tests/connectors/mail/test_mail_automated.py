"""Bulk and automated mail, recognised from heads."""

from __future__ import annotations

import pytest

from connectors.exports.mail.automated import automated_reasons
from connectors.exports.mail.headers import Headers
from connectors.records import Party

JANE = Party("Jane Doe", "jane@north.example")
LIST = {
    "List-Id": "<dev.list.example>",
    "List-Unsubscribe": "<mailto:leave@list.example>",
    "Precedence": "list",
}


def reasons(headers: dict[str, str], sender: Party = JANE, labels: tuple[str, ...] = ()) -> tuple[str, ...]:
    return automated_reasons(Headers.of(headers.items()), sender, labels)


def test_mail_between_people_has_no_reason() -> None:
    assert reasons({"From": "x", "Auto-Submitted": "no", "X-Auto-Response-Suppress": "DR, RN"}) == ()


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"List-Id": "<x>"}, "list-id"),
        ({"List-Unsubscribe": "<https://x.example>"}, "list-unsubscribe"),
        ({"Precedence": "Bulk"}, "precedence"),
        ({"Precedence": "junk"}, "precedence"),
        ({"Auto-Submitted": "auto-generated"}, "auto-submitted"),
        ({"X-Auto-Response-Suppress": "All"}, "auto-response-suppress"),
        ({"X-Autoreply": "yes"}, "auto-reply"),
        ({"Feedback-ID": "1:2:3"}, "feedback-id"),
        ({"X-Campaign": "7"}, "campaign"),
        ({"X-GitHub-Reason": "mention"}, "notification"),
        ({"Content-Type": "multipart/report; report-type=delivery-status"}, "report"),
    ],
)
def test_one_header_each(headers: dict[str, str], reason: str) -> None:
    assert reasons(headers) == (reason,)


@pytest.mark.parametrize(
    "local",
    [
        "noreply", "no-reply", "no.reply", "no_reply", "donotreply", "do-not-reply", "noreply+abc", "jobs-noreply", "nicht-antworten",
        "keineantwort", "ne-pas-repondre", "nepasrepondre", "no-responder", "noresponder", "nao-responda", "nao.responder", "non-rispondere",
        "niet-beantwoorden", "svara-inte", "ikke-svar", "ei-vastata", "nie-odpowiadaj", "neodpovidat", "ne-valaszolj", "yanitlamayin",
    ],
)  # fmt: skip
def test_no_reply_in_many_languages(local: str) -> None:
    assert reasons({}, Party("", f"{local}@shop.example")) == ("no-reply",)


@pytest.mark.parametrize(
    ("local", "reason"),
    [
        ("mailer-daemon", "mailer-daemon"),
        ("postmaster", "mailer-daemon"),
        ("bounces+12", "mailer-daemon"),
        ("notifications", "notification-sender"),
        ("newsletter", "notification-sender"),
        ("calendar-notification", "notification-sender"),
        ("build-alerts", "notification-sender"),
        ("jira", "notification-sender"),
    ],
)
def test_senders_that_are_programs(local: str, reason: str) -> None:
    assert reasons({}, Party("", f"{local}@shop.example")) == (reason,)


@pytest.mark.parametrize(
    "local", ["nora", "newsome.jane", "robotham", "noah.reply", "info", "svarensson", "botond", "systematics"]
)
def test_people_whose_names_look_alike(local: str) -> None:
    assert reasons({}, Party("", f"{local}@north.example")) == ()


def test_a_post_to_a_discussion_list_is_told_from_a_newsletter() -> None:
    assert reasons({**LIST, "List-Post": "<mailto:dev@list.example>"}) == ("list-id",)
    assert reasons({**LIST, "Mailing-list": "list dev@list.example; contact dev+owners@list.example"}) == (
        "list-id",
    )
    assert reasons(LIST) == ("list-id", "list-unsubscribe", "precedence")
    assert reasons({**LIST, "List-Post": "NO"}) == ("list-id", "list-unsubscribe", "precedence")
    assert reasons({**LIST, "List-Post": "<x>", "X-GitHub-Reason": "push"}) == (
        "list-id",
        "notification",
        "list-unsubscribe",
        "precedence",
    )


def test_category_labels() -> None:
    assert reasons({}, labels=("Inbox", "Category Promotions", 'Kategorie: "Foren"')) == (
        "category:promotions",
        "category:forums",
    )
