"""Best first, kinds mixed, a line where the budget ends; nothing is lost."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bootstrap.extract.ranking import rank
from bootstrap.model import Block, Candidate, Change

SHARES = st.floats(0, 1).map(lambda x: round(x, 3))
CHANGES: list[Change] = ["create", "update", "retire", "confirm"]


def candidate(
    key: str, value: float = 0.5, confidence: float = 0.9, blocked: bool = False, change: Change = "create"
) -> Candidate:
    reasons = (Block("secret", "It holds a password."),) if blocked else ()
    return Candidate(
        key,
        change,
        "reference",
        key,
        key,
        key,
        f"{key}\n",
        (),
        None,
        value=value,
        confidence=confidence,
        blocked=reasons,
    )


some = st.lists(
    st.builds(
        candidate, st.sampled_from(["person", "project", "repository", "owner"]).flatmap(lambda k: st.integers(0, 99).map(lambda n: f"{k}/{n}")),
        SHARES, SHARES, st.booleans(), st.sampled_from(CHANGES),
    ),
    max_size=60,
)  # fmt: skip


@given(some, st.integers(0, 50))
def test_nothing_is_lost_and_the_budget_holds(candidates: list[Candidate], budget: int) -> None:
    ranked = rank(candidates, budget)
    assert sorted(replace(c, below=False).id for c in ranked) == sorted(c.id for c in candidates)
    asked = [c for c in ranked if not c.blocked and c.change != "confirm"]
    assert sum(not c.below for c in asked) == min(budget, len(asked))
    assert not any(c.below for c in ranked if c.blocked or c.change == "confirm")
    assert [c.below for c in ranked] == sorted(c.below for c in ranked)


@given(some, st.integers(0, 50))
def test_the_order_of_finding_does_not_matter(candidates: list[Candidate], budget: int) -> None:
    single = list({(c.key, c.change): c for c in candidates}.values())
    assert rank(single, budget) == rank(list(reversed(single)), budget)


@given(some)
def test_ranking_twice_changes_nothing(candidates: list[Candidate]) -> None:
    single = list({(c.key, c.change): c for c in candidates}.values())
    once = rank(single, 10)
    assert rank(once, 10) == once


def test_value_times_confidence_decides() -> None:
    ranked = rank(
        [
            candidate("person/b", 0.9, 0.5),
            candidate("project/a", 0.6, 0.9),
            candidate("repository/c", 0.3, 1.0),
        ],
        2,
    )
    assert [c.key for c in ranked] == ["project/a", "person/b", "repository/c"]
    assert [c.below for c in ranked] == [False, False, True]


def test_a_kind_among_many_of_another_comes_up() -> None:
    """Twenty people, each a little more valuable than the one project: it still is above the line."""
    ranked = rank([*(candidate(f"person/{n:02}", 0.6) for n in range(20)), candidate("project/a", 0.55)], 10)
    assert next(c for c in ranked if c.key == "project/a").below is False


def test_a_blocked_one_takes_no_place_from_others() -> None:
    ranked = rank(
        [candidate("person/a", 0.9, blocked=True), candidate("person/b"), candidate("person/c", 0.4)], 1
    )
    assert [(c.key, c.below) for c in ranked] == [
        ("person/a", False),
        ("person/b", False),
        ("person/c", True),
    ]
