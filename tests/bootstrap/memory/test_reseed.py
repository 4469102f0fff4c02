"""Re-seeding: against the memories there, only what is new, changed or over is proposed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bootstrap.memory import seeding
from bootstrap.memory.directory import Directory
from bootstrap.memory.reseed import reconcile
from bootstrap.model import Candidate, Decision, Evidence, MemoryType

NOW = datetime(2026, 7, 1, 9, tzinfo=UTC)
OLD, NEW = "northwind.example", "fjordline.example"


def claim(key: str, name: str, kind: MemoryType, **more: object) -> Candidate:
    base = Candidate(
        key=key,
        change="create",
        type=kind,
        name=name,
        title=name.replace("-", " ").capitalize(),
        description=f"About {name}",
        body=f"What is known of {name}.",
        evidence=(Evidence("mid:1@x.example", f"quote on {name}"),),
        as_of=date(2026, 6, 20),
    )
    return replace(base, **more)  # type: ignore[arg-type]


class World:
    """A memory directory with its decisions, seeded run after run."""

    def __init__(self, root: Path) -> None:
        self.directory = Directory(root / "memories")
        self.receipts = root / "receipts"
        self.decisions: list[Decision] = []
        self.now = NOW

    def propose(self, proposed: Sequence[Candidate]) -> list[Candidate]:
        return reconcile(proposed, self.directory, self.decisions, self.now.date())

    def answer(self, candidates: Sequence[Candidate], verdict: str = "approve", text: str = "") -> None:
        answers = []
        for one in candidates:
            decision = Decision(one.id, verdict, self.now, key=one.key, gist=one.gist, text=text)  # type: ignore[arg-type]
            self.decisions.append(decision)
            answers.append(seeding.Approved(one, decision))
        if verdict == "approve":
            seeding.apply(seeding.plan(self.directory, answers, self.now), self.receipts, self.now)

    def file(self, name: str) -> Path:
        layer, file = self.directory.find(name)
        return self.directory.root / layer / file


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def changes(candidates: Sequence[Candidate]) -> list[tuple[str, str]]:
    return [(one.change, one.key) for one in candidates]


def test_an_unchanged_footprint_gives_nothing_new(world: World) -> None:
    footprint = [
        claim("owner/role", "staff-engineer", "user"),
        claim("project/harbour", "harbour", "project"),
    ]
    world.answer(world.propose(footprint))
    assert world.propose(footprint) == []


def test_a_newer_sign_of_life_only_moves_the_day(world: World) -> None:
    first = claim("project/harbour", "harbour", "project")
    world.answer(world.propose([first]))
    later = replace(first, as_of=date(2026, 6, 28))
    again = world.propose([later])
    assert changes(again) == [("confirm", "project/harbour")]
    world.answer(again)
    assert "as_of: 2026-06-28" in world.file("harbour").read_text()
    assert world.propose([later]) == []


def test_changed_facts_become_an_update_with_the_current_text(world: World) -> None:
    first = claim("person/priya@x.example", "priya", "reference")
    world.answer(world.propose([first]))
    there = world.file("priya").read_text()
    changed = replace(first, body="Leads platform now.", as_of=date(2026, 6, 30))
    (update,) = world.propose([changed])
    assert (update.change, update.replaces, update.current) == ("update", "priya", there)
    world.answer([update])
    assert "Leads platform now." in world.file("priya").read_text()
    assert world.propose([changed]) == []


def test_what_the_person_edited_in_review_is_no_change_of_facts(world: World) -> None:
    first = claim("owner/role", "staff-engineer", "user")
    edited = "---\nname: my-job\ndescription: mine\nmetadata:\n  type: user\n---\n\nMy own words.\n"
    world.answer(world.propose([first]), text=edited)
    assert "My own words." in world.file("my-job").read_text()
    assert world.propose([first]) == []
    (update,) = world.propose([replace(first, body="Principal engineer.")])
    assert (update.change, update.name, update.replaces) == ("update", "my-job", "my-job")
    assert update.body == "Principal engineer.\n\nMy own words."


def test_a_file_edited_by_hand_is_left_alone_until_facts_change_and_then_shown(world: World) -> None:
    first = claim("project/harbour", "harbour", "project")
    world.answer(world.propose([first]))
    mine = world.file("harbour").read_text() + "\nMy note.\n"
    world.file("harbour").write_text(mine)
    assert world.propose([replace(first, as_of=date(2026, 6, 29))]) == []
    newer = replace(first, body="Harbour ships in August.")
    (update,) = world.propose([newer])
    assert (update.change, update.current) == ("update", mine)
    assert update.body == "Harbour ships in August.\n\nMy note."
    world.answer([update])
    assert world.propose([newer]) == []
    (again,) = world.propose([replace(first, body="Harbour has shipped.")])
    assert again.body == "Harbour has shipped.\n\nMy note."


def test_an_edit_that_says_the_newer_facts_already_needs_no_update(world: World) -> None:
    first = claim("project/harbour", "harbour", "project", body="Harbour ships in July.")
    world.answer(world.propose([first]))
    path = world.file("harbour")
    path.write_text(path.read_text().replace("July", "August"))
    assert world.propose([replace(first, body="Harbour ships in August.")]) == []


def test_a_description_the_person_wrote_stays(world: World) -> None:
    first = claim("project/harbour", "harbour", "project")
    world.answer(world.propose([first]))
    path = world.file("harbour")
    path.write_text(path.read_text().replace("About harbour", "The quay, to me"))
    (update,) = world.propose([replace(first, body="Harbour ships in August.")])
    assert update.description == "The quay, to me"


def test_a_file_of_ones_own_under_that_name_is_added_to(world: World) -> None:
    (world.directory.root / "_global").mkdir(parents=True)
    mine = "---\ndescription: my quay\ntype: project\n---\n\nMine.\n"
    (world.directory.root / "_global/project_harbour.md").write_text(mine)
    (update,) = world.propose([claim("project/harbour", "harbour", "project")])
    assert (update.change, update.current, update.description) == ("update", mine, "my quay")
    assert update.body == "What is known of harbour.\n\nMine."
    world.answer([update])
    assert world.propose([claim("project/harbour", "harbour", "project")]) == []


def test_an_update_is_held_when_the_file_changed_after_it_was_shown(world: World) -> None:
    first = claim("project/harbour", "harbour", "project")
    world.answer(world.propose([first]))
    (update,) = world.propose([replace(first, body="Harbour ships in August.")])
    world.file("harbour").write_text("mine")
    answer = seeding.Approved(update, Decision(update.id, "approve", NOW))
    plan = seeding.plan(world.directory, [answer], NOW)
    assert plan.changes == ()
    assert [held.name for held in plan.held] == ["harbour"]


@pytest.mark.parametrize(
    "moved", ["34 mails since 2026-05", "51 mails since 2026-05", "51 mails since 2027-01"]
)
def test_what_was_rejected_stays_rejected_when_only_numbers_move(world: World, moved: str) -> None:
    first = claim("person/priya@x.example", "priya", "reference", description="34 mails since 2026-05")
    world.answer(world.propose([first]), "reject")
    assert world.propose([replace(first, description=moved)]) == []


def test_a_refused_update_stays_refused_until_the_facts_change_again(world: World) -> None:
    first = claim("series/all", "meetings", "reference")
    world.answer(world.propose([first]))
    second = replace(first, body="Planning on Mondays, 12 people.")
    world.answer(world.propose([second]), "reject")
    assert world.propose([replace(second, body="Planning on Mondays, 14 people.")]) == []
    assert changes(world.propose([replace(second, body="Retro on Fridays.")])) == [("update", "series/all")]


def test_what_was_rejected_is_not_proposed_onto_a_file_of_ones_own(world: World) -> None:
    first = claim("project/harbour", "harbour", "project")
    world.answer(world.propose([first]), "reject")
    (world.directory.root / "_global").mkdir(parents=True)
    (world.directory.root / "_global/project_harbour.md").write_text("---\ntype: project\n---\n\nMine.\n")
    assert world.propose([first]) == []


def test_another_claim_under_a_rejected_key_is_asked_about(world: World) -> None:
    first = claim("owner/employer", "works-at-northwind", "user", title="Works at Northwind")
    world.answer(world.propose([first]), "reject")
    other = replace(first, title="Works at Fjordline", name="works-at-fjordline")
    assert changes(world.propose([other])) == [("create", "owner/employer")]


def test_a_file_deleted_by_hand_does_not_come_back(world: World) -> None:
    first = claim("project/harbour", "harbour", "project")
    world.answer(world.propose([first]))
    world.file("harbour").unlink()
    assert world.propose([first]) == []


def test_silence_ends_projects_and_references_but_never_the_user(world: World) -> None:
    footprint = [
        claim("owner/languages", "languages", "user"),
        claim("project/harbour", "harbour", "project"),
        claim("repository/tools", "tools", "reference"),
    ]
    world.answer(world.propose(footprint))
    world.now = NOW + timedelta(days=190)
    ends = world.propose([])
    assert changes(ends) == [("retire", "project/harbour")]
    assert "2026-06-20" in ends[0].why
    world.now = NOW + timedelta(days=400)
    assert [key for _, key in changes(world.propose([]))] == ["project/harbour", "repository/tools"]
    world.answer(world.propose([]))
    assert world.propose(footprint) == []
    assert (world.directory.root / "_global/.day1/retired/project_harbour.md").is_file()
    assert "harbour" not in world.directory.boot_context()


def test_a_retired_project_comes_back_with_a_newer_sign_of_life(world: World) -> None:
    first = claim("project/harbour", "harbour", "project")
    world.answer(world.propose([first]))
    world.now = NOW + timedelta(days=200)
    world.answer(world.propose([]))
    revived = replace(first, as_of=(world.now + timedelta(days=5)).date())
    assert changes(world.propose([revived])) == [("create", "project/harbour")]


def test_a_refused_retirement_is_not_asked_again(world: World) -> None:
    world.answer(world.propose([claim("project/harbour", "harbour", "project")]))
    world.now = NOW + timedelta(days=190)
    world.answer(world.propose([]), "reject")
    assert world.propose([]) == []


def job(domain: str, **more: object) -> Candidate:
    title = f"Works at {domain.partition('.')[0].title()}"
    return claim(
        "owner/employer",
        f"works-at-{domain.partition('.')[0]}",
        "user",
        title=title,
        description=f"Ada Li: {title}; Berlin",
        body=f"{title}.",
        employer=domain,
        **more,
    )


@pytest.mark.parametrize("told", [True, False])
def test_a_new_employer_ends_what_belonged_to_the_old_one(world: World, told: bool) -> None:
    """Whether the extractor names the employer or only addresses and links do."""

    def of(domain: str) -> dict[str, object]:
        quote = (Evidence("mid:2@x.example", f"from somebody@{domain}"),)
        return {"employer": domain} if told else {"evidence": quote}

    work = [
        claim("person/priya@northwind.example", "priya", "reference", **of(OLD)),
        claim("series/standup", "standup", "reference", **of(OLD)),
        claim("project/harbour", "harbour", "project", **of(OLD)),
    ]
    own = [
        claim("owner/languages", "languages", "user"),
        claim("repository/kite", "kite", "reference", body="Own tool: https://github.com/ada/kite"),
    ]
    world.answer(world.propose([job(OLD), *work, *own]))
    world.now = NOW + timedelta(days=90)
    later = [job(NEW, as_of=date(2026, 9, 25)), *own, claim("project/pier", "pier", "project", **of(NEW))]
    asked = world.propose(later)
    assert changes(asked) == [
        ("update", "owner/employer"),
        ("create", "project/pier"),
        ("retire", "project/harbour"),
        ("retire", "person/priya@northwind.example"),
        ("retire", "series/standup"),
    ]
    assert asked[0].body.endswith("Until 2026-06: Works at Northwind.")
    world.answer(asked[:2])
    assert [change for change, _ in changes(world.propose(later))] == ["retire"] * 3
    world.answer(world.propose(later))
    assert world.propose(later) == []
    assert not list(world.directory.root.glob("_global/*harbour*"))


def test_a_private_mailbox_is_no_new_employer(world: World) -> None:
    colleague = claim("person/priya@northwind.example", "priya", "reference", employer=OLD)
    world.answer(world.propose([job(OLD), colleague]))
    world.now = NOW + timedelta(days=30)
    assert not [
        one for one in world.propose([job("gmail.com", as_of=date(2026, 7, 20))]) if one.change == "retire"
    ]


def test_what_is_still_at_work_under_the_new_employer_is_kept(world: World) -> None:
    """A repository of one's own, first seen with the old employer's address."""
    kite = claim("repository/kite", "kite", "reference", employer=OLD)
    world.answer(world.propose([job(OLD), kite]))
    world.now = NOW + timedelta(days=90)
    later = [job(NEW, as_of=date(2026, 9, 25)), replace(kite, employer=NEW, as_of=date(2026, 9, 20))]
    asked = world.propose(later)
    assert changes(asked) == [("update", "owner/employer"), ("confirm", "repository/kite")]
    world.answer(asked)
    assert world.propose(later[:1]) == []


def test_a_return_to_the_old_employer_brings_its_memories_back(world: World) -> None:
    harbour = claim("project/harbour", "harbour", "project", employer=OLD)
    world.answer(world.propose([job(OLD), harbour]))
    world.now = NOW + timedelta(days=90)
    world.answer(world.propose([job(NEW, as_of=date(2026, 9, 25))]))
    world.now = NOW + timedelta(days=200)
    back = [job(OLD, as_of=date(2027, 1, 10)), replace(harbour, as_of=date(2027, 1, 12))]
    assert changes(world.propose(back)) == [("update", "owner/employer"), ("create", "project/harbour")]


def test_a_rewritten_history_is_the_same_repository_but_a_namesake_is_another_person(world: World) -> None:
    kite = claim("repository/1", "kite", "reference")
    priya = claim("person/priya@x.example", "priya", "reference")
    world.answer(world.propose([kite, priya]))
    again = [replace(kite, key="repository/2"), replace(priya, key="person/priya@y.example")]
    assert changes(world.propose(again)) == [("create", "person/priya@y.example")]
    both = [kite, replace(kite, key="repository/2")]
    assert changes(world.propose(both)) == [("create", "repository/2")]


def test_outsiders_known_through_the_old_work_go_with_it_unless_they_show_up_again(world: World) -> None:
    outside = [claim(f"person/{name}@client.example", name, "reference") for name in ("mia", "noor")]
    world.answer(world.propose([job(OLD), *outside]))
    world.now = NOW + timedelta(days=90)
    later = [job(NEW, as_of=date(2026, 9, 25)), replace(outside[1], as_of=date(2026, 9, 1))]
    asked = world.propose(later)
    assert [one.key for one in asked if one.change == "retire"] == ["person/mia@client.example"]
    new = claim("person/olu@buyer.example", "olu", "reference", as_of=date(2026, 9, 20))
    world.answer(world.propose([*later, new]))
    world.now += timedelta(days=30)
    assert world.propose(later[:1]) == []
