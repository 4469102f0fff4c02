"""The two repositories: history.txt gives the commits, the working trees come in with the first of them.

The files of the trees end in ``.txt`` here, so that no tool takes their settings for those of this project.
"""

from __future__ import annotations

import re
from dataclasses import replace

from bootstrap.fixtures.mail import Mailbox
from bootstrap.fixtures.repos import Change
from sample_data.source.people import HERE, Person

BOT = Mailbox("renovate[bot]", "renovate[bot]@forja.cuencaaustral.example")
MAIN, EARLY = "ximena.nancupil@cuencaaustral.example", "ximena@nancupil.example"


def histories(people: dict[str, Person]) -> dict[str, list[Change]]:
    """Changes by repository, oldest first."""
    found = {}
    for block in re.split(r"(?m)^(?=#\w)", (HERE / "repos/history.txt").read_text("utf-8"))[1:]:
        name, *lines = block.splitlines()
        found[name[1:]] = _with_files(name[1:], [_change(line, people) for line in lines if line.strip()])
    return found


def _change(line: str, people: dict[str, Person]) -> Change:
    head, _, helper = line.partition(" | ")
    day, clock, rest = head.split(" ", 2)
    key, _, subject = rest.partition(": ")
    who = people.get(key, people["ximena"])
    author = BOT if key == "bot" else _author(key, day, people)
    message = subject
    if helper:
        other = _author(helper.strip(), day, people)
        message += f"\n\nCo-authored-by: {other.name} <{other.address}>"
    return Change(author, who.at(day, clock), message)


def _author(key: str, day: str, people: dict[str, Person]) -> Mailbox:
    """Until September 2025 Ximena committed from her own laptop's address."""
    if key != "ximena_git":
        return people[key].mailbox
    return Mailbox("Ximena Nancupil", EARLY) if day < "2025-09-05" else Mailbox("Ximena Ñancupil", MAIN)


def _with_files(name: str, changes: list[Change]) -> list[Change]:
    tree = HERE / "repos" / name
    files = [
        (path.relative_to(tree).as_posix().removesuffix(".txt"), path.read_text("utf-8"))
        for path in sorted(tree.rglob("*.txt"))
    ]
    files.append((".mailmap", (HERE / "repos/mailmap.txt").read_text("utf-8")))
    done = []
    for number, change in enumerate(changes):
        topic = re.sub(r"\W+", "_", change.message.splitlines()[0].partition(": ")[2].lower()).strip("_")
        folder = "tests" if change.message.startswith("test") else f"src/{name.partition('-')[0]}"
        own = (f"{folder}/{topic}.py", f'"""{change.message.splitlines()[0]}"""\n')
        done.append(replace(change, files=(*(files if number == 0 else ()), own)))
    return done
