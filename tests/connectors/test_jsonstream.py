"""JSON read member by member gives what reading it whole gives."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.exports.jsonstream import members

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def read(text: str) -> list[tuple[str, Any]]:
    return list(members(io.BytesIO(text.encode("utf-8", "surrogatepass"))))


@given(st.lists(VALUES), st.sampled_from([None, 1, "\t"]))
def test_an_array(value: list[Any], indent: int | str | None) -> None:
    assert read(json.dumps(value, indent=indent)) == [("", item) for item in value]


@given(st.dictionaries(st.text(), VALUES))
def test_an_object(value: dict[str, Any]) -> None:
    pairs: list[tuple[str, Any]] = []
    for key, inner in value.items():
        pairs += [(key, item) for item in inner] if isinstance(inner, list) else [(key, inner)]
    assert read(json.dumps(value)) == pairs


def test_members_that_lie_across_the_pieces_in_which_a_file_is_read() -> None:
    value = [{"n": number, "text": "ü" * (number % 700)} for number in range(4000)]
    assert read(json.dumps(value, ensure_ascii=False)) == [("", item) for item in value]
    numbers = [number * 7919 for number in range(80_000)]
    assert read(json.dumps(numbers)) == [("", item) for item in numbers]


def test_a_byte_order_mark_and_broken_bytes_pass() -> None:
    assert list(members(io.BytesIO(b'\xef\xbb\xbf["a\xff"]'))) == [("", "a\ufffd")]


@settings(max_examples=60)
@given(st.integers(1, 400))
def test_what_stands_before_the_break_is_given(cut: int) -> None:
    value = [{"number": number} for number in range(30)]
    text = json.dumps(value)
    found: list[Any] = []
    with pytest.raises(ValueError):
        for pair in members(io.BytesIO(text[: min(cut, len(text) - 1)].encode())):
            found.append(pair)  # noqa: PERF402 - what came before the error counts
    assert found == [("", item) for item in value[: len(found)]]


def test_a_number_without_end_costs_no_other_member() -> None:
    values = read(f'[{{"id": {"9" * 5_000}}}, {{"id": 7}}, {{"id": -{"9" * 300}}}]')
    assert [value["id"] for _, value in values] == [0, 7, -int("9" * 300)]


@pytest.mark.parametrize("text", ["", " ", "null", "text", "[1 2]", '{"a" 1}'])
def test_what_is_no_json_is_told(text: str) -> None:
    with pytest.raises(ValueError):
        read(text)
