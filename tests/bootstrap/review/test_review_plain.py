"""The review line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bootstrap.model import Candidate, Evidence
from bootstrap.review import plain

Sit = Callable[..., Any]


def answer(at: Any, keys: Iterable[str], edit: Callable[[str], str] | None = None) -> list[str]:
    """Run with scripted keys, then end of input; returns everything written, prompts included."""
    script, said = iter(keys), []

    def read(prompt: str) -> str:
        said.append(prompt)
        try:
            return next(script)
        except StopIteration:
            raise EOFError from None

    plain.run(at.session, read, said.append, edit, at.context)
    return said


def verdicts(at: Any) -> dict[str, str]:
    return {item.candidate.name: item.verdict for item in at.session.items if item.verdict}


def test_one_key_one_answer_and_the_next_comes(sit: Sit) -> None:
    at = sit()
    answer(at, ["y", "n", "s", "y", "q"])
    assert verdicts(at) == {"role": "approve", "priya": "reject", "tom": "skip", "harbour": "approve"}


def test_undo_goes_back_to_the_same_candidate(sit: Sit) -> None:
    at = sit()
    said = answer(at, ["n", "u", "y", "q"])
    assert verdicts(at) == {"role": "approve"}
    assert sum(line.startswith("[1 of 8] Staff engineer") for line in said) == 2


def test_end_of_input_keeps_what_was_answered_and_sums_up(sit: Sit) -> None:
    at = sit()
    said = answer(at, ["y"])
    assert verdicts(at) == {"role": "approve"}
    assert said[-6].startswith("1 approved") or any(line.startswith("1 approved") for line in said)


def test_blocked_asks_for_its_name(sit: Sit) -> None:
    at = sit()
    said = answer(at, ["y"] * 7 + ["y", "no", "y", "trick"])
    assert verdicts(at)["trick"] == "approve"
    assert any("Blocked (injection)" in line for line in said)


def test_evidence_comes_before_the_opinion_and_changes_as_a_diff(sit: Sit) -> None:
    said = answer(sit(), ["y", "y", "y"])
    update = "\n".join(said).split("Harbour")[1]
    assert "- Cut-over in October" in update
    assert "+ Cut-over in November" in update
    assert update.index("Evidence of the change:") < update.index("Why this:")


def test_no_colour_no_cursor_and_nothing_hostile(make: Callable[..., Candidate], sit: Sit) -> None:
    bad = "\x1b[31m[b]bad[/b]\u202e\x9b2J"
    one = make(
        "x", title=bad, body=bad, description=bad, why=bad, evidence=(Evidence("file:\x1bx", quote=bad),)
    )
    said = "\n".join(answer(sit([one]), ["v", "d", "?", "y"]))
    assert not any((ord(char) < 32 and char != "\n") or 0x7F <= ord(char) <= 0x9F for char in said)
    assert "[b]bad[/b]" in said


def test_the_editor_is_used_and_its_troubles_are_said(sit: Sit) -> None:
    at = sit()
    said = answer(at, ["e", "y", "q"], lambda text: text.replace("works", "sits"))
    assert "role sits at Northwind" in at.session.approved()[0][1].text
    assert any("sits at" in line for line in said)
    broken = answer(sit(), ["e", "q"], lambda text: "nothing like a memory")
    assert any("front matter" in line for line in broken)
    assert "There is no editor here." in answer(sit(), ["e", "q"])


def test_only_some_are_asked_about_until_all_are_wanted_again(sit: Sit) -> None:
    at = sit()
    answer(at, ["/ type:project", "y", "y"])
    assert verdicts(at) == {"harbour": "approve", "lighthouse": "approve"}
    at = sit()
    answer(at, ["/type:project", "y", "/", "n", "q"])
    assert verdicts(at) == {"harbour": "approve", "lighthouse": "reject"}
    assert "0 pending match." in answer(sit(), ["/ nothing like it", "q"])


def test_retype_relayer_merge_and_split(sit: Sit) -> None:
    at = sit()
    answer(at, ["s", "t", "proj", "l", "nowhere", "m", "tom", "y", "S", "2", "q"])
    priya = next(item for item in at.session.items if item.candidate.name == "priya")
    assert priya.type == "project"
    assert priya.verdict == "approve"
    assert "tom works" in priya.text
    harbour = next(item for item in at.session.items if item.candidate.name == "harbour-2")
    assert "November" in harbour.text


def test_the_record_behind_the_evidence_tells_own_from_quoted(sit: Sit) -> None:
    said = answer(sit(), ["o", "q"])
    assert "    I am role of the workshop." in said
    assert "    (quoted) who?" in said


def test_every_key_is_in_the_help(sit: Sit) -> None:
    said = answer(sit(), ["?", "q"])
    assert all(any(line.startswith(f"{key}  ") for line in said) for key in plain.KEYS)
