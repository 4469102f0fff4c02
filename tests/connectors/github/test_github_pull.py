"""One GitHub account as records, and what happens when GitHub is in trouble."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from connectors.base import ConnectorError, CredentialRefused, SourceUnavailable, State
from connectors.github import GitHubConnector
from connectors.limits import GITHUB, Bounds
from connectors.records import Contact, Document, Failure, Item, Mark, Party, Repository, Skip

TOKEN = "gh" + "o_" + "x" * 36


@pytest.fixture
def connect(loopback: Any, fake_time: Any) -> Callable[..., Any]:
    def make(fake: Any, token: str | None = TOKEN, **limits: Any) -> tuple[GitHubConnector, Any]:
        server = loopback(fake)
        bounds = limits.pop("bounds", GITHUB.bounds)
        chosen = replace(GITHUB, bounds=bounds, **limits)
        return GitHubConnector(lambda: token, server.url, chosen, fake_time.clock, fake_time.sleep), server

    return make


def records(items: list[Item]) -> list[Item]:
    return [item for item in items if not isinstance(item, Mark)]


def test_the_account_becomes_profile_repositories_and_issues(fake_github: Any, connect: Any) -> None:
    connector, server = connect(fake_github())
    profile, tidemark, dotfiles, pull, issue = records(list(connector.pull()))
    assert isinstance(profile, Contact) and profile.own
    assert profile.addresses == (
        "ada@fjord.example",
        "7041+adalind@users.noreply.github.com",
        "adalind@users.noreply.github.com",
    )
    assert (profile.title, profile.names, profile.organization) == ("Ada Lindqvist", ("adalind",), "fjord")

    assert isinstance(tidemark, Repository) and isinstance(dotfiles, Repository)
    assert tidemark.title == "tidemark", "the one the person takes part in comes first"
    assert tidemark.uri == f"git:{1:040x}", "a history seen whole has the git reader's uri"
    assert tidemark.remotes == (
        "https://github.com/pilots/tidemark.git",
        "git@github.com:pilots/tidemark.git",
    )
    assert dict(tidemark.files)["Makefile"].startswith("test:")
    assert tidemark.text == "Tide tables for harbours\n\n# Tidemark\nTide tables.\n"
    assert tidemark.reviewers == ((Party("bramdw", "7042+bramdw@users.noreply.github.com"), 1),)
    assert [(one.party.address, one.commits) for one in tidemark.authors] == [
        ("ada@fjord.example", 420),
        ("bram@fjord.example", 3),
    ]
    assert tidemark.commits == 420 and tidemark.recent[0].subject == "Step 3"
    assert tidemark.recent[0].co_authors == (Party("Bram de Wit", "bram@fjord.example"),)

    assert isinstance(pull, Document) and isinstance(issue, Document)
    assert (pull.labels, issue.labels) == (("pull-request", "open", "bug"), ("issue", "open", "bug"))
    assert issue.uri == "github:pilots/tidemark#11" and issue.links == ("https://tides.example/phase",)
    assert issue.owner.address == "7042+bramdw@users.noreply.github.com"
    assert {asked.method for asked in server.asked} == {"GET"}


def test_two_pulls_give_the_same(fake_github: Any, connect: Any) -> None:
    connector, _ = connect(fake_github())
    first = list(connector.pull())
    assert first == list(connector.pull())
    uris = [item.uri for item in records(first)]
    assert len(uris) - len(set(uris)) == 1, "the two fakes share their history; nothing else repeats"


def test_a_long_history_is_cut_and_says_so(fake_github: Any, connect: Any) -> None:
    connector, server = connect(fake_github(commits=500, repositories=["pilots/tidemark"]), commits=250)
    repository = records(list(connector.pull()))[1]
    assert isinstance(repository, Repository)
    assert repository.uri == f"git:{1:040x}" and repository.shallow, "the first commit is looked up"
    assert len(repository.recent) == 250
    asked = [one.query for one in server.asked if one.path.endswith("/commits")]
    assert [(one["per_page"], one.get("page")) for one in asked] == [
        ("100", None),
        ("100", "2"),
        ("100", "3"),
        ("1", None),
        ("1", "500"),
    ]


def test_what_lies_beyond_the_limit_is_counted(fake_github: Any, connect: Any) -> None:
    connector, _ = connect(
        fake_github(repositories=[f"adalind/r{n}" for n in range(5)]), pulled=2, in_depth=0
    )
    items = list(connector.pull())
    assert len([item for item in items if isinstance(item, Repository)]) == 2
    assert len([item for item in items if isinstance(item, Skip)]) == 4


def test_a_pull_goes_on_where_it_stood(fake_github: Any, connect: Any) -> None:
    connector, _ = connect(fake_github())
    whole = list(connector.pull())
    for mark in [item for item in whole if isinstance(item, Mark)]:
        rest = list(connector.pull(mark.cursor))
        assert rest == whole[whole.index(mark) + 1 :]


@pytest.mark.parametrize(
    ("status", "headers", "message"),
    [
        (403, {"Retry-After": "7"}, "You have exceeded a secondary rate limit"),
        (403, {}, "You have exceeded a secondary rate limit. Please wait"),
        (429, {"Retry-After": "7"}, "slow down"),
        (429, {}, "slow down"),
        (502, {}, "bad gateway"),
        (500, {}, "oops"),
    ],
)
def test_trouble_that_passes_leaves_no_trace(
    fake_github: Any,
    connect: Any,
    answer: Any,
    fake_time: Any,
    status: int,
    headers: dict[str, str],
    message: str,
    capfd: pytest.CaptureFixture[str],
) -> None:
    undisturbed, _ = connect(fake_github())
    expected = list(undisturbed.pull())
    seen = set()

    def trouble(asked: Any, number: int) -> Any:
        if number % 5 == 0 and number not in seen:
            seen.add(number)
            return answer({"message": message}, status=status, headers=headers)
        return None

    connector, _ = connect(fake_github(trouble=trouble))
    assert list(connector.pull()) == expected
    assert fake_time.slept and len(seen) > 2
    assert capfd.readouterr() == ("", "")


def test_a_cut_connection_is_tried_again(fake_github: Any, connect: Any, answer: Any) -> None:
    undisturbed, _ = connect(fake_github())
    expected = list(undisturbed.pull())
    cut = {3, 9}

    def trouble(asked: Any, number: int) -> Any:
        return answer({"x": "y" * 500}, cut=True) if number in cut and not cut.discard(number) else None

    connector, _ = connect(fake_github(trouble=trouble))
    assert list(connector.pull()) == expected


def test_a_long_rate_limit_ends_the_pull_and_keeps_what_there_is(
    fake_github: Any, connect: Any, answer: Any, fake_time: Any
) -> None:
    def trouble(asked: Any, number: int) -> Any:
        if not asked.path.endswith("/pulls"):
            return None
        headers = {"X-RateLimit-Reset": "4102444800", "X-RateLimit-Remaining": "0"}
        return answer({"message": "API rate limit exceeded for user ID 7041."}, status=403, headers=headers)

    connector, _ = connect(fake_github(trouble=trouble))
    kept: list[Item] = []
    with pytest.raises(SourceUnavailable, match="rate limit"):
        kept.extend(connector.pull())
    assert [type(item) for item in kept] == [Contact, Mark] and fake_time.slept == []


def test_the_limit_of_requests_is_said(fake_github: Any, connect: Any) -> None:
    connector, server = connect(fake_github(), bounds=Bounds(seconds=60, requests=6))
    with pytest.raises(SourceUnavailable, match="6 requests"):
        list(connector.pull())
    assert len(server.asked) == 6


def test_a_service_that_is_down_is_said(fake_github: Any, connect: Any, answer: Any) -> None:
    connector, _ = connect(fake_github(trouble=lambda asked, number: answer({}, status=503)))
    with pytest.raises(SourceUnavailable):
        list(connector.pull())
    assert connector.check().state is State.UNKNOWN


def test_a_revoked_token_is_refused_with_what_to_do(fake_github: Any, connect: Any, answer: Any) -> None:
    revoked = fake_github(
        trouble=lambda asked, n: answer({"message": "Bad credentials"}, status=401) if n > 4 else None
    )
    connector, _ = connect(revoked)
    with pytest.raises(CredentialRefused) as caught:
        list(connector.pull())
    assert "day1 auth github" in caught.value.hint
    assert connector.check().state is State.REFUSED


def test_nobody_signed_in(fake_github: Any, connect: Any) -> None:
    connector, server = connect(fake_github(), token=None)
    health = connector.check()
    assert health.state is State.REFUSED and "day1 auth github" in health.hint
    with pytest.raises(CredentialRefused):
        list(connector.pull())
    assert server.asked == []


def test_a_repeated_page_ends_its_repository_alone(fake_github: Any, connect: Any, answer: Any) -> None:
    fake = fake_github()

    def trouble(asked: Any, number: int) -> Any:
        if asked.path != "/repos/pilots/tidemark/commits":
            return None
        link = f'<{fake.root}{asked.path}?page=2>; rel="next"'
        return answer([fake.commit(1)], headers={"Link": link})

    fake.trouble = trouble
    connector, _ = connect(fake)
    items = list(connector.pull())
    assert [item.uri for item in items if isinstance(item, Failure)] == ["github:pilots/tidemark"]
    assert [item.title for item in items if isinstance(item, Repository)] == ["dotfiles"]


def test_a_next_page_on_another_host_gets_no_token(
    fake_github: Any, connect: Any, loopback: Any, answer: Any
) -> None:
    elsewhere = loopback(lambda asked: answer([]))
    fake = fake_github()
    fake.trouble = lambda asked, number: (
        answer([], headers={"Link": f'<{elsewhere.url}/repos?page=2>; rel="next"'})
        if asked.path == "/user/repos"
        else None
    )
    connector, _ = connect(fake)
    with pytest.raises(ConnectorError):
        list(connector.pull())
    assert elsewhere.asked == []


def test_one_repository_out_of_reach_does_not_lose_the_rest(
    fake_github: Any, connect: Any, answer: Any
) -> None:
    def trouble(asked: Any, number: int) -> Any:
        if asked.path == "/repos/pilots/tidemark/commits":
            return answer(
                {"message": "Resource protected by organization SAML enforcement"},
                status=403,
                headers={"X-GitHub-SSO": "required; url=https://github.com/orgs/x/sso"},
            )
        return None

    connector, _ = connect(fake_github(trouble=trouble))
    items = list(connector.pull())
    (failure,) = [item for item in items if isinstance(item, Failure)]
    assert "single sign-on" in failure.reason and "http" not in failure.reason
    assert [item.title for item in items if isinstance(item, Repository)] == ["dotfiles"]


def test_an_empty_account(fake_github: Any, connect: Any, answer: Any) -> None:
    fake = fake_github(repositories=[])
    fake.trouble = lambda asked, n: (
        answer({"total_count": 0, "incomplete_results": False, "items": []})
        if "search" in asked.path
        else None
    )
    connector, _ = connect(fake)
    assert [type(item) for item in records(list(connector.pull()))] == [Contact]


def test_missing_permissions_are_said_and_the_rest_is_read(
    fake_github: Any, connect: Any, answer: Any
) -> None:
    denied = ("/user/emails", "/search/issues", "/pulls", "/contributors", "/git/trees/main", "/readme")
    fake = fake_github()
    fake.trouble = lambda asked, n: (
        answer({"message": "Resource not accessible by personal access token"}, status=403)
        if asked.path.endswith(denied)
        else None
    )
    connector, _ = connect(fake)
    items = list(connector.pull())
    assert [item.uri for item in items if isinstance(item, Failure)] == ["github:emails", "github:involved"]
    assert len([item for item in items if isinstance(item, Repository)]) == 2


def test_the_token_shows_up_nowhere(
    fake_github: Any, connect: Any, answer: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    connector, _ = connect(
        fake_github(trouble=lambda a, n: answer({"message": TOKEN}, status=401) if n > 8 else None)
    )
    with pytest.raises(ConnectorError) as caught:
        list(connector.pull())
    chain = caught.value.__cause__ or caught.value.__suppress_context__
    assert chain is True
    assert TOKEN not in f"{caplog.text} {caught.value} {caught.value!r} {connector!r} {vars(caught.value)}"


@pytest.mark.slow
def test_silence_has_an_end(fake_github: Any, connect: Any, answer: Any) -> None:
    fake = fake_github(trouble=lambda asked, n: answer(silent=True) if "search" in asked.path else None)
    connector, _ = connect(fake, silence=1)
    kept: list[Item] = []
    with pytest.raises(SourceUnavailable, match="reached"):
        kept.extend(connector.pull())
    assert [type(item) for item in kept] == [Contact, Mark]


def test_a_page_in_between_is_not_taken_for_github(fake_github: Any, connect: Any, answer: Any) -> None:
    connector, _ = connect(fake_github(trouble=lambda asked, n: answer(b"<html>Sign in to the wifi</html>")))
    assert connector.check().state is State.UNKNOWN
    with pytest.raises(SourceUnavailable):
        list(connector.pull())
