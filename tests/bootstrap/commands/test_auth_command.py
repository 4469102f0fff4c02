"""day1 auth, day1 forget and --subject at the terminal and without one."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

from bootstrap import cli
from bootstrap.commands import administering
from bootstrap.commands.auth import Terminal
from bootstrap.errors import Day1Error
from connectors.sign_in import Scope
from connectors.tokens import open_store

SCOPES = (
    Scope("https://x.example/who", use="who you are", lost="everything", needed=True),
    Scope("https://x.example/mail", use="your mail", lost="people"),
    Scope("https://x.example/all", use="all else", lost="little", preset=False, caution="wide"),
)


def typed(*lines: str) -> Callable[[str], str]:
    """Somebody who answers each question with the next line."""
    waiting = iter(lines)
    return lambda question: next(waiting)


@pytest.mark.parametrize(
    ("answers", "chosen"),
    [
        ("\n", ["who", "mail"]),
        ("3\n\n", ["who", "mail", "all"]),
        ("2 3\n\n", ["who", "all"]),
        ("1 9 x\n\n", ["who", "mail"]),
        ("q\n", []),
    ],
)
def test_scopes_are_switched_by_number(answers: str, chosen: list[str]) -> None:
    terminal = Terminal(frozenset(), agreed=False, ask=typed(*answers.splitlines(keepends=True)))
    assert [scope.name.rpartition("/")[2] for scope in terminal.choose("Vendor", SCOPES)] == chosen


def test_each_scope_is_shown_with_its_use_and_its_loss(capsys: pytest.CaptureFixture[str]) -> None:
    Terminal(frozenset({"https://x.example/mail"}), agreed=True).choose("Vendor", SCOPES)
    shown = capsys.readouterr().err
    assert "[x] who: who you are" in shown and "[ ] mail: your mail" in shown
    assert "without: people" in shown and "without: little; wide" in shown


def test_an_address_to_copy_stays_in_one_piece(capsys: pytest.CaptureFixture[str]) -> None:
    visited: list[str] = []
    url = "https://x.example/auth?" + "&".join(
        f"scope{number}=https%3A%2F%2Fx.example" for number in range(20)
    )
    terminal = Terminal(frozenset(), agreed=False, browse=visited.append)
    terminal.visit(url)
    terminal.tell(f"Open this address:\n{url}")
    assert capsys.readouterr().err.count(url) == 2 and visited == [url]


def test_without_a_terminal_nothing_is_agreed_to() -> None:
    with pytest.raises(Day1Error, match="nobody is at a terminal"):
        Terminal(frozenset(), agreed=False).choose("Vendor", SCOPES)


@pytest.mark.parametrize("account", ["google", "microsoft"])
def test_without_a_client_of_ones_own_the_way_to_one_is_told(
    account: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["auth", account, "--yes", "--workspace", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert "client id" in told and "README" in told and "Traceback" not in told


@pytest.mark.parametrize("words", [["--without", "nonsense"], ["--without", "userinfo.email"]])
def test_only_scopes_that_are_asked_for_and_not_needed_can_be_left_out(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["auth", "google", "--yes", "--workspace", str(tmp_path), *words]) == 1
    assert words[1] in capsys.readouterr().err


@pytest.mark.parametrize("account", ["google", "microsoft", "slack", "github"])
def test_pulling_without_a_sign_in_says_how_to_sign_in(
    account: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["pull", account, "--workspace", str(tmp_path / "w")]) == 1
    told = capsys.readouterr().err
    assert f"day1 auth {account}" in told and "Traceback" not in told


def test_forgetting_deletes_every_sign_in(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert str(platformdirs.user_data_path("day1")).startswith(str(Path.home()))
    store = open_store()
    store.set("microsoft", json.dumps({"token": "0.r" + "x" * 20}))
    store.set("github", json.dumps({"token": "gh" + "o_" + "x" * 36}))
    assert cli.main(["forget", "--json", "--workspace", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["forgotten"] == ["sign-in github", "sign-in microsoft"]
    assert "To revoke it at GitHub as well" in said.err and "xxxx" not in said.err + said.out
    assert store.get("microsoft") is None and store.get("github") is None


def asked(subject: str, yes: bool = False) -> Namespace:
    return Namespace(subject=subject, yes=yes)


def test_reading_for_others_needs_their_address_typed_once_more() -> None:
    assert administering.subject(asked("")) == ""
    assert administering.subject(asked("Ada@Fjord.example", yes=True)) == "ada@fjord.example"
    with pytest.raises(Day1Error, match="nobody is at a terminal"):
        administering.subject(asked("ada@fjord.example"))
    assert (
        administering.subject(asked("ada@fjord.example"), typed("Ada@fjord.example\n")) == "ada@fjord.example"
    )
    with pytest.raises(Day1Error, match="differ"):
        administering.subject(asked("ada@fjord.example"), typed("y\n"))
    with pytest.raises(Day1Error, match="no address"):
        administering.subject(asked("ada", yes=True))


@pytest.mark.parametrize("account", ["google", "microsoft", "slack"])
def test_an_administrator_without_rights_is_told_what_is_missing(
    account: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["pull", account, "--subject", "ada@fjord.example", "--yes", "--workspace", str(tmp_path / "w")]
    assert cli.main(words) == 1
    told = capsys.readouterr().err
    assert "Traceback" not in told
    expected = {
        "google": "DAY1_GOOGLE_SERVICE_ACCOUNT",
        "microsoft": "DAY1_MICROSOFT_CLIENT_SECRET",
        "slack": "--subject is for",
    }
    assert expected[account] in told
