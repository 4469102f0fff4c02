"""Repositories of an account: which of them tell most, and each as the record the git reader makes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from connectors.exports.fields import object_at, objects_at, text_at
from connectors.exports.git.people import is_program, parse_party, party
from connectors.exports.git.tally import Tallies
from connectors.github.api import Api
from connectors.github.contents import Contents, read_contents
from connectors.github.involvement import moment
from connectors.github.people import account_party
from connectors.limits import GitHubLimits
from connectors.records import Author, Commit, Party, Repository, Skip
from connectors.web import Refused

CO_AUTHOR = re.compile(r"^co-authored-by:\s*(.+)$", re.IGNORECASE | re.MULTILINE)
MOST_BODY = 2_000
MOST_TEXT = 6_000


def list_own(api: Api, limits: GitHubLimits) -> list[dict[str, Any]]:
    """Repositories the account owns or works in, the latest pushed first. Raises as the api does."""
    asked: dict[str, str | int] = {"affiliation": "owner,collaborator,organization_member", "sort": "pushed"}
    return list(api.listing("/user/repos", asked, limits.listed))


def rank(listed: list[dict[str, Any]], involved: Counter[str], login: str) -> list[str]:
    """Full names, the most telling first: taken part in, owned and not merely forked, pushed to lately."""
    weights: dict[str, float] = {name: 3 * min(count, 10) for name, count in involved.items() if "/" in name}
    for place, raw in enumerate(listed):
        name = text_at(raw, "full_name")
        taken_part = name in involved
        owned = (
            text_at(object_at(raw, "owner"), "login").lower() == login.lower() and raw.get("fork") is not True
        )
        lately = 10 * (1 - place / len(listed)) if owned or taken_part or raw.get("fork") is not True else 0
        weights[name] = weights.get(name, 0) + lately + 10 * owned - 5 * (raw.get("archived") is True)
    return sorted((name for name in weights if name), key=lambda name: (-weights[name], name))


def read_repository(api: Api, raw: dict[str, Any], in_depth: bool, limits: GitHubLimits) -> Repository | Skip:
    """One repository from its raw description. Raises as the api does."""
    name = text_at(raw, "full_name")
    listed = _commits(api, name, limits.commits)
    if not listed:
        return Skip(f"github:{name}", "a repository without commits")
    people = [commit for commit in map(_commit, listed) if commit is not None]
    whole = len(listed) < limits.commits
    root = _root(listed if whole else [api.last(f"/repos/{name}/commits")])
    totals = _contributions(api, name)
    contents = read_contents(api, name, text_at(raw, "default_branch"), limits.files if in_depth else 0)
    return Repository(
        uri=f"git:{root}" if root else f"github:{name}",
        source="github",
        when=max((commit.when for commit in people), default=None) or moment(text_at(raw, "pushed_at")),
        title=text_at(raw, "name"),
        text=_text(raw, contents),
        files=contents.files,
        commits=max(len(people), sum(totals.values())),
        authors=_authors(people, listed, totals),
        recent=tuple(people),
        default_branch=text_at(raw, "default_branch"),
        remotes=tuple(filter(None, (text_at(raw, "clone_url"), text_at(raw, "ssh_url")))),
        languages=contents.endings,
        reviewers=_reviewers(api, name, limits.pull_requests) if in_depth else (),
        fork=raw.get("fork") is True,
        archived=raw.get("archived") is True,
        shallow=not whole,
        link=text_at(raw, "html_url"),
    )


def _text(raw: dict[str, Any], contents: Contents) -> str:
    return "\n\n".join(filter(None, (text_at(raw, "description"), contents.readme)))[:MOST_TEXT]


def _commits(api: Api, name: str, most: int) -> list[dict[str, Any]]:
    try:
        return list(api.listing(f"/repos/{name}/commits", {}, most))
    except Refused as refused:
        if refused.status == 409:  # an empty repository
            return []
        raise


def _commit(raw: dict[str, Any]) -> Commit | None:
    """A commit of a person; None for merges, bots and what has no date. GitHub gives times in UTC."""
    told, account = object_at(raw, "commit"), object_at(raw, "author")
    written = object_at(told, "author")
    author, when = (
        party(text_at(written, "name"), text_at(written, "email")),
        moment(text_at(written, "date")),
    )
    if (
        len(objects_at(raw, "parents")) > 1
        or when is None
        or is_program(author)
        or account.get("type") == "Bot"
    ):
        return None
    subject, _, body = text_at(told, "message").partition("\n")
    helpers = (parse_party(found) for found in CO_AUTHOR.findall(body))
    people = (who for who in helpers if who is not None and not is_program(who))
    return Commit(
        id=text_at(raw, "sha"),
        author=author,
        when=when,
        subject=subject.strip(),
        body=body.strip()[:MOST_BODY],
        co_authors=tuple(dict.fromkeys(people)),
    )


def _root(commits: list[dict[str, Any]]) -> str:
    """The oldest commit without parents among these, as the git reader has it; empty when there is none."""
    roots = [(_committed(one), text_at(one, "sha")) for one in commits if one.get("parents") == []]
    return min(roots)[1] if roots else ""


def _committed(raw: dict[str, Any]) -> str:
    return text_at(object_at(object_at(raw, "commit"), "committer"), "date")


def _authors(
    people: list[Commit], listed: Iterable[dict[str, Any]], totals: Counter[str]
) -> tuple[Author, ...]:
    """Counted over the commits at hand; what an account wrote before them counts for its chief address."""
    tallies = Tallies()
    for commit in people:
        for who in (commit.author, *commit.co_authors):
            tallies.add(commit.when, who)
    authors = tallies.authors()
    logins = {text_at(raw, "sha"): text_at(object_at(raw, "author"), "login") for raw in listed}
    accounts = {commit.author.address: logins.get(commit.id, "") for commit in people}
    earlier = Counter(totals)
    for one in authors:
        earlier[accounts.get(one.party.address, "")] -= one.commits
    counted = []
    for one in authors:
        before = max(0, earlier.pop(accounts.get(one.party.address, ""), 0))
        counted.append(replace(one, commits=one.commits + before))
    return tuple(sorted(counted, key=lambda one: (-one.commits, one.party.address)))


def _contributions(api: Api, name: str) -> Counter[str]:
    """Commits by account over the whole history, people only; none where GitHub keeps no list."""
    try:
        listed = list(api.listing(f"/repos/{name}/contributors", {}, 100))
    except Refused:
        return Counter()
    return Counter(
        {
            text_at(one, "login"): count
            for one in listed
            if account_party(one) is not None and isinstance(count := one.get("contributions"), int)
        }
    )


def _reviewers(api: Api, name: str, most: int) -> tuple[tuple[Party, int], ...]:
    """Who reviewed the newest pull requests of others, and how many reviews each wrote."""
    counts: Counter[Party] = Counter()
    asked: dict[str, str | int] = {"state": "all", "sort": "updated", "direction": "desc"}
    try:
        for pull in api.listing(f"/repos/{name}/pulls", asked, most):
            author = account_party(pull.get("user"))
            for review in api.listing(f"/repos/{name}/pulls/{pull.get('number')}/reviews", {}, 100):
                reviewer = account_party(review.get("user"))
                if reviewer is not None and reviewer != author and text_at(review, "state") != "PENDING":
                    counts[reviewer] += 1
    except Refused:
        pass  # pull requests are switched off, or out of the token's reach
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].address)))
