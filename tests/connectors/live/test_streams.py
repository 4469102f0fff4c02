"""The frame of a live pull: what is done, what is not, and where to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from connectors.base import CredentialRefused, SourceUnavailable
from connectors.budget import BudgetSpent
from connectors.records import Contact, Failure, Item, Mark, Skip
from connectors.streams import Stream, each, read_streams
from connectors.web import Astray, Refused


def card(name: str) -> Contact:
    return Contact(f"contact:{name}", "live", None, name)


def numbers(
    name: str, count: int = 3, fails: Callable[[int], Exception | None] = lambda number: None
) -> Stream:
    """Cards with a mark behind each; the place is how many are done."""

    def read(place: str) -> Iterator[Item]:
        for number in range(int(place or 0), count):
            if error := fails(number):
                raise error
            yield card(f"{name}{number}")
            yield Mark(str(number + 1), number + 1, count)

    return Stream(name, f"all {name}", read)


def run(streams: list[Stream], cursor: str = "") -> tuple[list[str], str, str]:
    """(uris, last cursor, what was raised)."""
    found: list[str] = []
    try:
        for item in read_streams("live", streams, cursor):
            if isinstance(item, Mark):
                cursor = item.cursor
            else:
                found.append(item.uri)
    except SourceUnavailable as problem:
        return found, cursor, str(problem)
    return found, cursor, ""


ALL = [f"contact:{name}{number}" for name in "abc" for number in range(3)]


def test_streams_are_read_one_after_the_other_and_nothing_twice() -> None:
    found, cursor, problem = run([numbers(name) for name in "abc"])
    assert (found, problem) == (ALL, "")
    assert run([numbers(name) for name in "abc"], cursor)[0] == []


@pytest.mark.parametrize(
    "error", [SourceUnavailable("busy"), Astray("in circles"), BudgetSpent("the time is up")]
)
def test_a_stream_that_breaks_off_goes_on_where_it_stood(error: Exception) -> None:
    broken = [numbers("a"), numbers("b", fails=lambda number: error if number == 2 else None), numbers("c")]
    found, cursor, problem = run(broken)
    assert "all b" in problem and str(error) in problem and "all a" not in problem
    rest, _, again = run([numbers(name) for name in "abc"], cursor)
    assert again == "" and sorted(found + rest) == ALL


def test_what_the_budget_left_is_named() -> None:
    _, _, problem = run(
        [numbers("a"), numbers("b", fails=lambda number: BudgetSpent("the time is up")), numbers("c")]
    )
    assert problem == "stopped before the end (the time is up); not read to its end: all b, all c"


def test_what_was_read_before_is_not_named_again() -> None:
    spent = numbers("b", fails=lambda number: BudgetSpent("the time is up"))
    _, _, problem = run([numbers("a"), spent, numbers("c"), numbers("d")], '{"done":["c"],"at":{}}')
    assert problem.endswith("not read to its end: all b, all d")


def test_two_broken_streams_in_a_row_end_the_pull() -> None:
    def down(number: int) -> Exception:
        return SourceUnavailable("down")

    tried: list[str] = []

    def third(place: str) -> Iterator[Item]:
        tried.append(place)
        return iter(())

    _, _, problem = run([numbers("a", fails=down), numbers("b", fails=down), Stream("c", "all c", third)])
    assert problem == "not read to its end: all a (down); all b (down); all c (not tried)" and tried == []


def test_a_refusal_is_a_failure_of_its_stream_and_not_asked_for_again() -> None:
    refused = numbers("b", fails=lambda number: Refused(403, "accessDenied"))
    items = list(read_streams("live", [numbers("a"), refused, numbers("c")], ""))
    (failed,) = [item for item in items if isinstance(item, Failure)]
    assert failed == Failure("live:b", "all b: refused (answered with 403 (accessDenied))")
    assert '"b"' in [item for item in items if isinstance(item, Mark)][-1].cursor


def test_a_refused_sign_in_ends_everything_at_once() -> None:
    ended = numbers("b", fails=lambda number: CredentialRefused("ended"))
    with pytest.raises(CredentialRefused):
        list(read_streams("live", [numbers("a"), ended, numbers("c")], ""))


@pytest.mark.parametrize("status", [400, 404, 410])
def test_a_place_the_vendor_forgot_is_read_from_the_beginning_once(status: int) -> None:
    tries: list[str] = []

    def read(place: str) -> Iterator[Item]:
        tries.append(place)
        if place:
            raise Refused(status)
        yield card("a0")

    found, _, problem = run([Stream("a", "all a", read)], '{"done":[],"at":{"a":"old"}}')
    assert (tries, found, problem) == (["old", ""], ["contact:a0"], "")


@pytest.mark.parametrize("cursor", ["{", "[]", "7", '{"at": 3}', '{"done": 1, "at": {}}', "members"])
def test_a_cursor_nobody_understands_means_from_the_beginning(cursor: str) -> None:
    assert run([numbers("a")], cursor)[0] == [f"contact:a{number}" for number in range(3)]


def test_what_is_withheld_is_said() -> None:
    stream = Stream("a", "all a", lambda place: iter(()), withheld="not allowed at sign-in")
    items = list(read_streams("live", [stream], ""))
    assert items[0] == Skip("live:a", "all a: not allowed at sign-in")


def test_busy_items_are_tried_again_after_the_others() -> None:
    tries: dict[str, int] = {}

    def read(name: str) -> Iterator[Item]:
        tries[name] = tries.get(name, 0) + 1
        if (name == "b" and tries[name] == 1) or name == "d":
            raise SourceUnavailable("busy")
        if name == "c":
            raise Refused(404)
        yield card(name)

    def instead(name: str) -> Iterator[Item]:
        yield Skip(name, "known by name only")

    items: list[Any] = list(each("abcde", read, "item:", instead))
    assert [item.uri for item in items if isinstance(item, Contact)] == [
        "contact:a",
        "contact:e",
        "contact:b",
    ]
    assert [(item.uri, item.retry) for item in items if isinstance(item, Failure)] == [
        ("item:c", False),
        ("item:d", True),
    ]
    assert [item.uri for item in items if isinstance(item, Skip)] == ["c", "d"]


def test_several_busy_items_in_a_row_are_not_the_items_fault() -> None:
    tries: list[str] = []

    def read(name: str) -> Iterator[Item]:
        tries.append(name)
        raise SourceUnavailable("busy")

    with pytest.raises(SourceUnavailable):
        list(each("abcdefgh", read, "item:"))
    assert tries == ["a", "b", "c"]
