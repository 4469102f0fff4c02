"""Who the person is: role and employer, addresses, time and place, languages and closing words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import time

from bootstrap.extract.rules import wording
from bootstrap.footprint.languages import name_of
from bootstrap.footprint.names import tokens
from bootstrap.footprint.types import Footprint, Owner, Person, Position, Series
from bootstrap.model import Candidate, Evidence
from bootstrap.screening import safe_title, screen


def propose(footprint: Footprint) -> Iterator[Candidate]:
    owner = footprint.owner
    if not (owner.addresses or owner.positions or owner.zones) or not owner.name:
        return
    yield from _role(footprint, owner)
    yield from _addresses(footprint, owner)
    yield from _time(footprint, owner)
    yield from _languages(footprint, owner)


def manager(footprint: Footprint) -> Person | None:
    return next((p for p in footprint.people.values() if p.relation == "manager"), None)


def _role(footprint: Footprint, owner: Owner) -> Iterator[Candidate]:
    now_held = owner.positions[0] if owner.positions else None
    boss = manager(footprint)
    if now_held is None and boss is None:
        return
    held = wording.role(now_held)
    since = _since(owner.positions)
    lines = [
        f"{owner.name} is {held}{since}." if now_held and now_held.role else f"{owner.name} works at {held}."
    ]
    if not held:
        lines = [f"This is about {owner.name}."]
    evidence = list(now_held.evidence) if now_held else []
    reports = ""
    if boss is not None:
        title = wording.role(boss.position, with_organization=False)
        reports = f"reports to {wording.called(boss)}"
        lines.append(f"- Manager: reports to {wording.called(boss)}" + (f", {title}." if title else "."))
        evidence += boss.relation_evidence[:3]
    reports_in = [p for p in footprint.people.values() if p.relation == "report"]
    if reports_in:
        lines.append(f"- Leads: {wording.listed([wording.called(p) for p in reports_in[:8]])}.")
        evidence += [e for p in reports_in[:3] for e in p.relation_evidence[:1]]
    for former in _former(owner.positions):
        lines.append(f"- Until {wording.month(former.last)}: {wording.role(former)} (former).")
        evidence += former.evidence[:1]
    if owner.locality:
        lines.append(f"- Based in {safe_title(owner.locality)}.")
        evidence += owner.locality_evidence
    where = f"; {safe_title(owner.locality)}" if owner.locality else ""
    place = wording.organisation(now_held.organization) if now_held else ""
    yield wording.candidate(
        "owner/role", "user", "Role",
        f"{owner.name}: {held or 'role unknown'}{where}" + (f"; {reports}" if reports else ""),
        lines[0] + "\n\n" + "\n".join(lines[1:]), evidence, footprint.now, value=1.0, confidence=0.95,
        why="Every answer can be pitched to this role without asking first.", name=wording.slug(f"works at {place}" if place else f"works as {held}"),
        employer=owner.domain,
    )  # fmt: skip


def _since(positions: tuple[Position, ...]) -> str:
    """Only a change that was seen gives a date: the first signature in the material is no beginning."""
    dated = [p for p in positions if p.first]
    return (
        f", seen since {wording.month(dated[0].first)}" if len(dated) > 1 and positions[0] is dated[0] else ""
    )


def _former(positions: tuple[Position, ...]) -> list[Position]:
    current = positions[0] if positions else None
    return [
        p
        for p in positions[1:]
        if p.last and p.role and current and current.last and p.last < current.last and not _same(p, current)
    ][:3]


def _same(one: Position, other: Position) -> bool:
    """The same words in another order or with other marks between them are no former role."""
    told, current = (sorted(set(tokens(wording.role(p)))) for p in (one, other))
    return told == current


def _addresses(footprint: Footprint, owner: Owner) -> Iterator[Candidate]:
    home = [a for a in owner.addresses if a.rpartition("@")[2] == owner.domain]
    others = [a for a in owner.addresses if a not in home and owner.proofs[a].uri == "declared:me"]
    logins = [a for a in owner.addresses if a.endswith("@users.noreply.github.com")]
    if len(home) + len(others) + len(owner.former) + len(logins) < 2:
        return
    lines = [f"{owner.name} writes from {owner.addresses[0]}."]
    if len(home) > 1:
        lines.append(f"- Also the same person: {wording.listed(home[1:])}.")
    if others:
        lines.append(f"- Further addresses: {wording.listed(others)}.")
    if logins:
        lines.append(f"- On GitHub: {wording.listed([a.partition('@')[0] for a in logins])}.")
    if owner.former:
        lines.append(f"- Former, no longer in use: {wording.listed(list(owner.former))}.")
    spellings = [
        n for n in dict.fromkeys(safe_title(n) for n in owner.names) if n and n != owner.name and " " in n
    ][:3]
    if spellings:
        lines.append(f"- Also written: {wording.listed(spellings)}.")
    evidence = [e for a in (*home, *others, *logins, *owner.former) if (e := owner.proofs.get(a))]
    yield wording.candidate(
        "owner/addresses", "user", "Own addresses",
        f"Own addresses: {', '.join([*home, *others][:4])}",
        lines[0] + "\n\n" + "\n".join(lines[1:]), evidence, footprint.now, value=0.75, confidence=0.95,
        why="Mail, calendar and commit entries under any of these are the user's own.", name="own-addresses",
        employer=owner.domain,
    )  # fmt: skip


def _time(footprint: Footprint, owner: Owner) -> Iterator[Candidate]:
    if not owner.zones:
        return
    name, since, _ = owner.zones[-1]
    zone = wording.zone(name, name in owner.zones_named)
    lines = [f"Works in time zone {zone}."]
    evidence: list[Evidence] = list(owner.zone_evidence)
    if len(owner.zones) > 1:
        before, _, until = owner.zones[-2]
        before = wording.zone(before, before in owner.zones_named)
        lines[0] = (
            f"Works in time zone {zone}, since {wording.month(since)}; until {wording.month(until)} it was {before}."
        )
    hours = footprint.hours
    if hours is not None:
        odd = [
            f"{wording.WEEKDAYS[day]} {wording.clock(*span)}"
            for day, span in hours.by_weekday.items()
            if abs(_minutes(span[1]) - _minutes(hours.end)) >= 90
            or abs(_minutes(span[0]) - _minutes(hours.start)) >= 90
        ]
        worked = wording.days(sorted(hours.by_weekday))
        lines.append(
            f"- Working hours, by when things are written: {wording.clock(hours.start, hours.end)} local time on {worked}"
            + (f" ({', '.join(odd)})." if 0 < len(odd) < 3 else ".")
        )
        evidence += hours.evidence
    blocks = [s for s in footprint.series if _is_block(s)]
    for block in blocks[:6]:
        lines.append(f"- {_block_words(block)}")
        evidence += block.evidence
    for habit in footprint.habits:
        if habit.topic in ("answers", "meetings"):
            lines.append(f"- {habit.text[:1].upper()}{habit.text[1:]}.")
            evidence.append(habit.evidence)
    focus = "; fixed blocks: " + ", ".join(safe_title(b.title) for b in blocks[:3]) if blocks else ""
    yield wording.candidate(
        "owner/time", "user", "Time zone and working hours",
        f"Time zone {zone}" + (f", working hours about {wording.clock(hours.start, hours.end)}" if hours else "") + focus,
        lines[0] + "\n\n" + "\n".join(lines[1:]), evidence, footprint.now, value=0.9, confidence=0.92 if hours else 0.8,
        why="Times, deadlines and meeting proposals come out right without asking.", name="time-zone-and-working-hours",
    )  # fmt: skip


def _minutes(at: time) -> int:
    return at.hour * 60 + at.minute


def _is_block(series: Series) -> bool:
    """A recurring entry without other people in working time, of a kind that may be known to an agent."""
    on_working_days = not series.weekdays or any(day < 5 for day in series.weekdays)
    in_the_day = series.at is None or 6 <= series.at.hour < 18
    return (
        series.active and not series.people and on_working_days and in_the_day and series.interval_days < 60
        and bool(safe_title(series.title)) and not screen(f"{series.title}\n{series.location}")
    )  # fmt: skip


def _block_words(series: Series) -> str:
    when = wording.clock(series.at, series.until)
    every = "" if series.cadence in ("every week", "every day") else f", {series.cadence}"
    if series.interval_days >= 28:
        told = ", ".join(part for part in (series.cadence, wording.days(series.weekdays), when) if part)
        first = f" (next {series.next.isoformat()})" if series.next else ""
        turn = f"; once in {round(series.interval_days / 7)} weeks" if series.all_day else ""
        return f"Calendar block {wording.quoted(series.title)}: {told}{first}{turn}."
    away = series.at is None or series.until is None or _minutes(series.until) - _minutes(series.at) >= 45
    told = (
        f"Calendar block {wording.quoted(series.title)}"
        if away
        else f"Standing entry {wording.quoted(series.title)}"
    )
    return f"{told}: {wording.days(series.weekdays)}, {when}{every}" + (
        "; no meetings then." if away else "."
    )


def _spoken_with_some(footprint: Footprint) -> list[str]:
    """Languages the owner keeps for one person or two: too few texts for a share, but always the same."""
    kept = [p.languages[0] for p in footprint.people.values() if len(p.languages) == 1 and p.sent >= 3]
    return [code for code in dict.fromkeys(kept) if code]


def _languages(footprint: Footprint, owner: Owner) -> Iterator[Candidate]:
    if not owner.languages:
        return
    codes = [code for code, _ in owner.languages[:4]]
    codes += [code for code in _spoken_with_some(footprint) if code not in codes]
    told = [name_of(code) for code in codes]
    main, share = owner.languages[0]
    if len(told) == 1:
        first = f"Writes {told[0]}."
    else:
        first = f"Writes {wording.listed(told)}; {'mostly ' + name_of(main) if share >= 0.6 else 'both are everyday languages' if len(told) == 2 else 'all in daily use'}."
    lines, closings = [], ""
    evidence = list(owner.language_evidence)
    for code in codes if len(codes) > 1 else []:
        with_them = [
            wording.called(p) for p in footprint.people.values() if p.languages == (code,) and p.sent >= 3
        ][:5]
        if with_them:
            lines.append(f"- {name_of(code)} with {wording.listed(with_them)}.")
    for code, closing, proof in owner.sign_offs:
        words = " ".join(closing.split())
        if len(words) <= 50 and not re.search(r"[\d@/<>\[\]`“”]", words) and not screen(words):
            lines.append(f"- {name_of(code)} mails end with “{words}”.")
            closings += f"{' or ' if closings else ''}“{words}”"
            evidence.append(proof)
    if len(told) == 1 and main == "en" and not lines:
        return
    yield wording.candidate(
        "owner/languages", "user", "Languages",
        first.rstrip(".") + (f"; mails end with {closings}" if closings else ""),
        first + "\n\n" + "\n".join(lines), evidence, footprint.now, value=0.7, confidence=0.9,
        why="Drafts come in the language, and with the closing, that the user would choose.", name="languages-and-sign-offs",
    )  # fmt: skip
