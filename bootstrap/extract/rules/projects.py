"""Projects: what the codename stands for, where it lives, who is in it, what is ahead."""

from __future__ import annotations

from collections.abc import Iterator

from bootstrap.extract.rules import wording
from bootstrap.footprint.generic import GENERIC
from bootstrap.footprint.names import tokens
from bootstrap.footprint.types import Footprint, Place, Project
from bootstrap.model import Candidate, Evidence
from bootstrap.screening import safe_title, screen

MOST = 10


def propose(footprint: Footprint) -> Iterator[Candidate]:
    fit = [p for p in footprint.projects if safe_title(p.name) and not screen(p.name)]
    active = [p for p in fit if not p.over]
    top = active[0].weight if active else 1.0
    for project in active[:MOST]:
        yield _active(project, footprint, top)
    for project in [
        p for p in fit if p.over and (footprint.now.date() - p.last).days < 400 and p.own_mentions
    ][:3]:
        yield _past(project, footprint)


def _told(project: Project) -> list[tuple[str, Place]]:
    """What its places say of themselves, most telling first: a sentence that says more than the name."""
    found = [(says, p) for p in project.places if (says := wording.described(p.says, [project.name, p.name]))]
    telling = [(says, p) for says, p in found if len(set(tokens(says)) - project.words - GENERIC) >= 2]
    return sorted(dict.fromkeys(telling), key=lambda pair: pair[1].kind != "repository")


def _active(project: Project, footprint: Footprint, top: float) -> Candidate:
    name = safe_title(project.name)
    describing = _told(project)[:3]
    told = [f"“{says}” ({_where(place)})" for says, place in describing]
    evidence = [
        Evidence(p.uri, quote=p.says.rstrip(" …"), when=p.evidence.when if p.evidence else None)
        for _, p in describing
    ]
    what = told[0].replace(f"“{name}: ", "“", 1) if told else "an active project"
    lines = [f"- In other words: {more}" for more in told[1:3]]
    lines.append(f"- Lives in: {wording.listed([w for p in _living(project) if (w := _where(p))]) or name}.")
    people = [wording.called(footprint.people[k]) for k in project.people if k in footprint.people][:6]
    if people:
        lines.append(f"- People: {wording.listed(people)}.")
    for day, title, proof in project.dates[:3]:
        if wording.quoted(title) and not screen(title):
            lines.append(
                f"- Ahead: {day.isoformat()} ({wording.WEEKDAYS[day.weekday()]}), {wording.quoted(title)}."
            )
            evidence.append(proof)
    places = _kinds(project)
    body = (
        f"**{name}**: {what}.\n\n" + "\n".join(lines)
        + "\n\n**Why:** it is being worked on now; its name stands for all of this in requests.\n"
        + f"**How to apply:** when “{name}” is named, look in {places} first; check dates before relying on them."
    )  # fmt: skip
    short = describing[0][0].removeprefix(f"{name}: ") if describing else ""
    evidence += [project.why, *(p.evidence for p in project.places[:3] if p.evidence)]
    return wording.candidate(
        f"project/{project.key}", "project", name, f"{name}: {short or 'active project'}"[:200], body, evidence, footprint.now,
        value=0.55 + 0.4 * min(1.0, project.weight / top), confidence=0.9 if told else 0.75,
        why=f"Requests say “{name}” and mean all of this.", name=wording.slug(name), employer=footprint.owner.domain,
    )  # fmt: skip


def _where(place: Place) -> str:
    name = safe_title(place.name.rpartition("/")[2] if place.kind == "folder" else place.name)
    if not name:
        return ""
    return {
        "channel": f"#{name}",
        "repository": f"repository {name}",
        "folder": f"folder “{name}”",
        "meeting": f"meeting “{name}”",
        "topic": f"mail subjects “{name}: …”",
    }.get(place.kind, f"“{name}”")


def _living(project: Project) -> list[Place]:
    """Where the project lives now; what is over is no place to look."""
    return [
        p
        for p in project.places
        if p.kind in ("channel", "repository", "folder", "meeting", "topic") and not p.over
    ]


def _kinds(project: Project) -> str:
    found = [
        w
        for kind in ("repository", "channel", "folder", "meeting")
        for p in _living(project)
        if p.kind == kind and (w := _where(p))
    ]
    return wording.listed(found[:3], "or") or "mail"


def _past(project: Project, footprint: Footprint) -> Candidate:
    name = safe_title(project.name)
    body = (
        f"**{name}** is over (former project; {project.over}).\n\n"
        f"**Why:** its name still turns up in old mail and folders.\n"
        f"**How to apply:** treat what is found about “{name}” as history, ended {wording.month(project.last)}."
    )
    return wording.candidate(
        f"project/{project.key}", "project", f"{name} (ended)", f"{name}: ended, {project.over}", body,
        [project.why, *(p.evidence for p in project.places[:2] if p.evidence)], footprint.now, value=0.25, confidence=0.7,
        why="Old threads about it are not mistaken for current work.", name=wording.slug(f"{name} ended"), employer=footprint.owner.domain,
    )  # fmt: skip
