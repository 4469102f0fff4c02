"""Every limit of the live pulls, in one table.

A pull is a one-time snapshot: the most telling comes first, and each kind of thing has an end. A limit that
is reached is said in the coverage of the pull, never passed over in silence.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long a pull of one account may take (seconds, waiting included) and how many requests it may send."""

    seconds: float
    requests: int


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """One request of the read-only HTTP layer.

    Attributes:
        attempts: how often it is sent at most while the other side is busy; lost: how often when it is out of
            reach or silent.
        longest_backoff: seconds waited at most where the other side names no time.
        connect, read: seconds without an answer.
        body: bytes of one answer.
        pages: pages of one listing.
    """

    attempts: int = 6
    lost: int = 3
    longest_backoff: float = 60.0
    connect: float = 10.0
    read: float = 30.0
    body: int = 32 << 20
    pages: int = 1_000


@dataclass(frozen=True, slots=True)
class GitHubLimits:
    """5,000 requests an hour, 30 searches a minute (docs.github.com, "Rate limits for the REST API").

    Attributes:
        listed: repositories looked through; pulled: repositories read; in_depth: those with telling
            files and reviews.
        commits: newest commits of each repository.
        files: telling files of each repository in depth.
        pull_requests: newest pull requests of each repository in depth whose reviews are read.
        involved: issues and pull requests that involve the person.
        longest_wait: seconds waited for a spent rate limit; a longer wait ends the pull, which can go on later.
        silence: seconds without an answer.
    """

    listed: int = 300
    pulled: int = 40
    in_depth: int = 12
    commits: int = 300
    files: int = 12
    pull_requests: int = 30
    involved: int = 200
    longest_wait: float = 900.0
    silence: int = 30
    bounds: Bounds = Bounds(seconds=1_800.0, requests=3_000)


@dataclass(frozen=True, slots=True)
class SlackLimits:
    """Internal apps: 50 requests a minute and method for histories, 20 for the member list (docs.slack.dev).

    Attributes:
        members: people of the workspace; conversations: those the person is in.
        histories: conversations whose messages are read, the liveliest first.
        messages: newest messages of each; days: how far back.
        threads: threads of each that the person wrote in; replies: newest replies of each.
        page: items asked for at once; above 200 large workspaces answer with an internal error.
        retries: how often a request is sent again while Slack is busy; silence: seconds without an answer.
    """

    members: int = 10_000
    conversations: int = 1_000
    histories: int = 60
    messages: int = 2_000
    days: int = 365
    threads: int = 20
    replies: int = 200
    page: int = 200
    retries: int = 6
    silence: int = 30
    bounds: Bounds = Bounds(seconds=3_600.0, requests=3_000)


HTTP = HttpLimits()
GITHUB = GitHubLimits()
SLACK = SlackLimits()
