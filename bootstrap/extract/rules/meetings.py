"""Recurring meetings, in one memory: cadence, local time, with whom. One-offs make no habits."""

from __future__ import annotations

from collections.abc import Iterator

from bootstrap.extract.rules import wording
from bootstrap.footprint.types import Footprint, Series
from bootstrap.model import Candidate, Evidence
from bootstrap.screening import screen

MOST = 14
HELD = 3


def propose(footprint: Footprint) -> Iterator[Candidate]:
    live = [s for s in footprint.series if _counts(s)]
    live.sort(key=lambda s: (len(s.people) > 12, -_weight(s, footprint), s.title))
    if not live:
        return
    lines: list[str] = []
    evidence: list[Evidence] = []
    for series in live[:MOST]:
        lines.append(_line(series, footprint))
        evidence += series.evidence[:1]
    # The count of the one held last says until when all of this was so.
    evidence[:0] = max(live[:MOST], key=lambda s: s.last).evidence[1:]
    zone = live[0].zone or "local time"
    named = ", ".join(wording.quoted(s.title) for s in live[:4])
    yield wording.candidate(
        "owner/meetings", "reference", "Recurring meetings", f"Recurring meetings with time and people: {named}",
        f"Recurring meetings, times in {zone}.\n\n" + "\n".join(lines), evidence, footprint.now,
        value=0.85, confidence=0.92, why="Preparing for or moving around a meeting needs no look into the calendar first.",
        name="recurring-meetings", employer=footprint.owner.domain,
    )  # fmt: skip


def _counts(series: Series) -> bool:
    fit = wording.quoted(series.title) and not screen(f"{series.title}\n{series.location}")
    lasting = series.held >= HELD or (series.next is not None and series.held >= 1)
    return bool(series.active and series.people and lasting and fit and series.interval_days < 200)


def _weight(series: Series, footprint: Footprint) -> float:
    close = sum(min(footprint.people[k].weight, 20) for k in series.people if k in footprint.people)
    return (
        close / max(1, len(series.people)) + 30 / (series.interval_days + 5) + 4 * (len(series.people) == 1)
    )


def _line(series: Series, footprint: Footprint) -> str:
    people = [wording.called(footprint.people[k]) for k in series.people if k in footprint.people]
    shown = wording.listed([*people[:4], *([f"{len(people) - 4} more"] if len(people) > 4 else [])])
    once = (
        series.cadence in ("every day", "every working day") or "(" in series.cadence or not series.weekdays
    )
    when = (
        wording.clock(series.at, series.until)
        if once
        else f"{wording.days(series.weekdays)} {wording.clock(series.at, series.until)}"
    )
    return (
        f"- {wording.quoted(series.title)}: {series.cadence}, {when}"
        + (f", with {shown}" if shown else "")
        + "."
    )
