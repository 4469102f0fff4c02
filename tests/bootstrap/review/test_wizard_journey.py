"""What the person chose on the pages of the wizard, kept while they walk to and fro."""

from __future__ import annotations

from bootstrap.review.wizard.journey import Journey
from bootstrap.review.wizard.sources import size
from bootstrap.review.wizard.steps import Address, Coverage, Found

MAIL = Found("mail.zip", "takeout", size=1_000_000)
CODE = Found("~/src", "git", size=500, ticked=False)
LIVE = Found("google", "google", state="refused", live=True)


def test_ticks_what_is_proposed_and_never_what_is_refused() -> None:
    journey = Journey()
    journey.discovered([MAIL, CODE, LIVE])
    assert journey.ticked == {"mail.zip"}
    assert not journey.toggle("google")
    assert journey.toggle("~/src")
    assert journey.chosen == ["mail.zip", "~/src"]
    assert journey.size == 1_000_500


def test_looking_again_keeps_the_persons_ticks() -> None:
    journey = Journey()
    journey.discovered([MAIL, CODE])
    journey.toggle("mail.zip")
    journey.toggle("~/src")
    journey.discovered([MAIL, CODE])
    assert journey.ticked == {"~/src"}


def test_a_source_that_became_refused_loses_its_tick() -> None:
    journey = Journey()
    journey.discovered([MAIL])
    journey.discovered([Found("mail.zip", "takeout", state="refused")])
    assert not journey.ticked


def test_reading_is_needed_again_only_when_the_ticks_changed() -> None:
    journey = Journey()
    journey.discovered([MAIL, CODE])
    assert journey.must_read
    journey.read, journey.coverage = frozenset(journey.ticked), [Coverage("mail.zip", 10, 8)]
    assert not journey.must_read
    assert journey.kept == 8
    journey.toggle("~/src")
    assert journey.must_read


def test_proposing_is_needed_again_when_sources_addresses_or_method_changed() -> None:
    journey = Journey()
    journey.proposed = journey.question
    assert not journey.must_propose
    journey.mine.add("me@x.example")
    assert journey.must_propose
    journey.proposed = journey.question
    journey.extractor = "llm"
    assert journey.must_propose


def test_only_new_addresses_are_asked_about_and_a_tick_taken_back_stays_back() -> None:
    journey = Journey()
    one, two = Address("a@x.example", "git"), Address("b@x.example", "mail", sure=False)
    assert journey.known([one]) == [one]
    journey.mine.clear()
    assert journey.known([one, two]) == [two]
    assert journey.mine == set()


def test_sizes_read_like_sizes() -> None:
    assert [size(n) for n in (0, 999, 1_000, 24_000_000, 1_400_000_000, 10**17)] == [
        "", "999 B", "1.0 kB", "24.0 MB", "1.4 GB", "100000.0 TB",
    ]  # fmt: skip
