"""A furnished desk: whatever a memory can be made of, with a stranger's text in each place that holds one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

ME = "Mira Holt <mira@kestrel.example>"
OWN = "Mira Holt\nTest Engineer\nKestrel Oy\n33100 Tampere"
GIVEN = ["Ada", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jon"]
FAMILY = ["Moss", "Lund", "Vale", "Roth", "Oja", "Sund", "Rao", "Pine", "Cruz", "Falk"]
PLACES = (
    "subject", "text", "display name", "role", "department", "organization", "note", "series title", "location", "event title",
    "channel name", "purpose", "readme", "readme sentence", "rule", "command note", "commit subject", "file name", "folder", "linked title",
    "profile role", "address book name", "calendar", "repository name",
)  # fmt: skip


def furnish(desk: Any, number: int, strange: dict[str, str] | None = None) -> None:
    """One colleague, one project, one repository, one meeting ..., the ``number``-th of each kind.

    ``strange`` gives the text that stands in a place of ``PLACES``; the others hold what one expects there.
    """
    odd = strange or {}
    given, family = GIVEN[number % 10], FAMILY[number % 10]
    word = [
        "Harbour",
        "Lantern",
        "Anchor",
        "Beacon",
        "Pontoon",
        "Kelpie",
        "Mistral",
        "Tamarack",
        "Zephyr",
        "Obsidian",
    ][number % 10]
    name = " ".join(odd.get("display name", f"{given} {family}").replace(",", " ").replace("<", " ").split())
    they = f"{name} <{given.lower()}@kestrel.example>"
    signature = "\n".join(
        [f"{given} {family}", odd.get("role", "Software Engineer") + (f", {odd['department']}" if "department" in odd else ""),
         odd.get("organization", "Kestrel Oy")]
    )  # fmt: skip
    subject = odd.get("subject", f"{word}: delivery dates")
    desk.exchange(they, rounds=3, ago=4 + number % 3, title=subject, text=odd.get("text", f"{word} is on its way."), signature=signature,
                  own_signature=OWN, reply="Thanks, I will have a look at it and come back to you.\n\nCheers,\nMira")  # fmt: skip
    desk.contact(odd.get("address book name", f"{given} {family}"), f"{given.lower()}@kestrel.example", f"slack:u{number + 10}",
                 text=odd.get("note", ""), role=odd.get("profile role", ""), organization=odd.get("organization", ""))  # fmt: skip
    desk.event(odd.get("series title", f"{word} sync"), when=desk.at(60 + number), with_=(they,), rule="FREQ=WEEKLY",
               location=odd.get("location", ""), calendar=odd.get("calendar", "Work"))  # fmt: skip
    desk.event(odd.get("event title", "Sea trial") + f" {word}", -5 - number, (they,))
    desk.event(f"{word} {odd.get('event title', 'Sea trial')}", -6 - number, (they,))
    room = desk.channel(
        odd.get("channel name", word.lower()), odd.get("purpose", f"{word} builds the new tide gate")
    )
    for back in range(4):
        desk.chat("Mira Holt <slack:u1>", room.uri, 5 + back, f"{word} looks good", direction="sent")
    desk.document(
        f"Drive/{odd.get('folder', word).replace('/', ' ')}/{odd.get('file name', word + ' style guide').replace('/', ' ')}.docx",
        9,
    )
    desk.document(f"Drive/{word}/Sketches.docx", 12)
    link = f"https://docs.google.com/document/d/{word}/edit"
    for back in range(3):
        desk.mail(
            they,
            ME,
            5 + back,
            subject,
            f"“{odd.get('linked title', 'Quay design basis')}”: {link}",
            links=(link,),
        )
    readme = f"# {word}\n\n" + odd.get("readme", f"{word} controls the tide gate.")
    if "readme sentence" in odd:
        readme = f"# {word}\n\n{word}: {odd['readme sentence']}"
    desk.repository(
        odd.get("repository name", word.lower()), {ME: 40, they: 30},
        {"README.md": readme + f"\n\n```\nmake test  # {odd.get('command note', 'all tests')[:80]}\n```\n",
         "CONTRIBUTING.md": f"- {odd.get('rule', 'Every pull request needs two approvals before it is merged')}\n"},
        subjects=tuple(odd.get("commit subject", "feat: open the gate") for _ in range(12)),
    )  # fmt: skip


@pytest.fixture
def furnished(blank: Any) -> Callable[..., Any]:
    """Gives the desk with one of everything for each of the texts it is called with."""

    def make(*strange: dict[str, str], plain: int = 0) -> Any:
        blank.records.clear()
        blank.contact("Mira Holt", "mira@kestrel.example", "slack:u1", own=True, zone="Europe/Helsinki")
        for number, odd in enumerate([*strange, *({} for _ in range(plain))]):
            furnish(blank, number, odd)
        for number in range(6):
            links = (f"https://kestrel.atlassian.net/browse/GATE-{number}",)
            blank.mail(
                ME, "Ada Moss <ada@kestrel.example>", 5 + number, "Ticket", f"see GATE-{number}", links=links
            )
        blank.event(
            "Focus",
            when=blank.at(90, 13),
            rule="FREQ=WEEKLY;BYDAY=WE",
            end=blank.at(90, 13) + timedelta(hours=3),
        )
        return blank

    return make


@pytest.fixture
def places() -> tuple[str, ...]:
    """Where a stranger's text can stand."""
    return PLACES
