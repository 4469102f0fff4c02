"""A whole corridor to be cut at any step, in processes of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from benchmarks.corridor import Corridor, small_exports
from benchmarks.faults import Forks


@pytest.fixture(scope="session")
def corridor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corridor]:
    """Chat, a repository and documents of the sample person."""
    if not hasattr(os, "fork"):
        pytest.skip("this system can't fork")
    place = tmp_path_factory.mktemp("corridor")
    (place / "home").mkdir()
    with Forks([place], {"HOME": str(place / "home")}) as forks:
        yield Corridor(place, forks, small_exports(place))


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corridor]:
    """Everything of the sample person, mail and calendars too."""
    if not hasattr(os, "fork"):
        pytest.skip("this system can't fork")
    place = tmp_path_factory.mktemp("whole")
    (place / "home").mkdir()
    with Forks([place], {"HOME": str(place / "home")}) as forks:
        yield Corridor(place, forks)
