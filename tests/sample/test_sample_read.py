"""The sample as the readers see it: whole, with its traps told apart; and rough files that cost nobody anything."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import sample_data
from connectors import registry
from connectors.base import ConnectorError
from connectors.records import Contact, Event, Failure, Item, Mark, Message, Repository, Skip

ROUGH = sorted(path for folder in ("broken", "hostile") for path in (sample_data.ROOT / folder).iterdir())


def read(path: Path) -> list[Item]:
    return [item for source in registry.parse_all([str(path)]) for item in registry.open(source).pull()]


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return read(sample_data.path())


def test_nothing_of_the_sample_fails(items: list[Item]) -> None:
    assert [item for item in items if isinstance(item, Failure)] == []
    kinds = Counter(type(item).__name__ for item in items)
    assert kinds["Message"] > 700
    assert kinds["Repository"] == 2
    assert kinds["Document"] == 14
    assert kinds["Channel"] == 9


def test_her_own_mail_is_known_as_sent_and_bulk_as_automated(items: list[Item]) -> None:
    mails = [item for item in items if isinstance(item, Message) and item.medium == "mail"]
    own = {"ximena.nancupil@cuencaaustral.example", "x.nancupil@aguaytalud.example"}
    assert {mail.sender.address for mail in mails if mail.direction == "sent"} == own
    personal = {mail.sender.address.partition("@")[2] for mail in mails if not mail.automated}
    assert not personal & {
        "aguayclima.example",
        "hydroweekly.example",
        "vuelasur.example",
        "listas.hidro.example",
    }


def test_series_cancelled_ended_and_moved_are_told_apart(items: list[Item]) -> None:
    events = [item for item in items if isinstance(item, Event) and not item.invitation]
    assert [event.title for event in events if event.status == "cancelled"] == ["Traro corto"]
    assert [event.title for event in events if "UNTIL" in event.rule] == ["1:1 Álvaro / Ximena"]
    assert sum(bool(event.instance_of) for event in events) == 2
    assert {event.title for event in events if event.feed} >= {"Fiestas Patrias", "Navidad"}


def test_mailmap_and_card_join_the_two_addresses_of_one_colleague(items: list[Item]) -> None:
    both = {"inaki.zubeldia@cuencaaustral.example", "izubeldia@puelchedatos.example"}
    assert any(set(item.addresses) >= both for item in items if isinstance(item, Contact))
    authors = [author for item in items if isinstance(item, Repository) for author in item.authors]
    assert any(
        {author.party.address, *(party.address for party in author.aliases)} == both for author in authors
    )


@pytest.mark.parametrize("path", ROUGH, ids=lambda path: path.name)
def test_a_rough_file_is_refused_or_survived(path: Path) -> None:
    outside = {Path("/etc/day1.txt"), sample_data.ROOT.parent / "outside.txt"}
    try:
        found = read(path)
    except ConnectorError as error:
        assert str(error) and error.hint
    else:
        assert found and all(len(item.reason) < 200 for item in found if isinstance(item, Failure | Skip))
        assert isinstance(found[-1], Mark)
    assert not any(place.exists() for place in outside)
