"""What the person chose for a run: places, addresses, extractor, clock. From the command line, nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path

from platformdirs import user_data_path

from bootstrap.memory.directory import Directory
from bootstrap.workspace import Workspace

BUDGET = 40


@dataclass(frozen=True, slots=True)
class Settings:
    """See DESIGN of the command line: each attribute is a flag of that name."""

    workspace: Workspace
    directory: Directory
    me: tuple[str, ...] = ()
    extractor: str = "rules"
    budget: int = BUDGET
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    @property
    def now(self) -> datetime:
        return self.clock()


def default_workspace() -> Path:
    """The platform's folder for user data."""
    return user_data_path("day1", appauthor=False)


def default_memories(agent: str, home: Path) -> Path:
    return home / f".{agent}" / "memories"


def fixed(day: date) -> Callable[[], datetime]:
    """A clock that stands at noon UTC of one day, for fixtures and tests."""
    moment = datetime.combine(day, time(12), tzinfo=UTC)
    return lambda: moment
