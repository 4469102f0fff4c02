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


@dataclass(frozen=True, slots=True)
class Rate:
    """What a vendor allows: ``units`` in any span of ``seconds``. ``usable`` leaves a twentieth of it alone."""

    units: int
    seconds: float = 60.0

    @property
    def usable(self) -> int:
        return max(1, self.units * 19 // 20)


@dataclass(frozen=True, slots=True)
class GoogleLimits:
    """A minute and user: Gmail 6,000 units (a message costs 20, a listing 5), Calendar 600 requests; Chat 3,000
    reads; People 90 (developers.google.com/workspace, "Usage limits", projects since May 2026).

    Attributes:
        days, ahead: how far back mail, events and chat go, and how far ahead events.
        sent, received: mails whose headers are read; bodies: the newest sent mails that are read whole.
        calendars, events: of each calendar that many; listed: calendars looked through.
        contacts, other_contacts: cards of the address book; addresses that Google collected by itself.
        groups: labels of the address book.
        files: files whose data are read; texts: those whose text is; largest: bytes of a file that is fetched.
        spaces: conversations listed; histories: those whose messages are read; messages: newest of each.
        members: people of each conversation.
    """

    days: int = 365
    ahead: int = 180
    sent: int = 3_000
    received: int = 2_000
    bodies: int = 300
    calendars: int = 25
    listed: int = 250
    events: int = 2_000
    contacts: int = 5_000
    other_contacts: int = 3_000
    groups: int = 500
    files: int = 1_000
    texts: int = 120
    largest: int = 8 << 20
    spaces: int = 500
    histories: int = 60
    messages: int = 2_000
    members: int = 200
    mail_rate: Rate = Rate(6_000)
    calendar_rate: Rate = Rate(600)
    people_rate: Rate = Rate(90)
    drive_rate: Rate = Rate(12_000)
    chat_rate: Rate = Rate(3_000)
    message_units: int = 20
    listing_units: int = 5
    bounds: Bounds = Bounds(seconds=5_400.0, requests=12_000)


@dataclass(frozen=True, slots=True)
class MicrosoftLimits:
    """Outlook: 10,000 requests in ten minutes a mailbox; Teams and drives less, told by Retry-After
    (learn.microsoft.com/graph/throttling-limits).

    Attributes: as of ``GoogleLimits``; series: recurring events whose changed instances are asked for;
        people: those Microsoft ranks as closest; reports: direct reports.
        largest_mail: bytes of a mail that is read whole.
        files_seen: files of the drive that are looked through; followed: files the person follows.
        teams, channels, posts: teams, channels of each, and the newest posts of each channel.
        page: items asked for at once of most listings, chat_page of chat messages (at most 50).
    """

    days: int = 365
    ahead: int = 180
    sent: int = 3_000
    received: int = 2_000
    bodies: int = 300
    largest_mail: int = 4 << 20
    calendars: int = 25
    listed: int = 250
    events: int = 2_000
    series: int = 150
    contacts: int = 5_000
    people: int = 300
    reports: int = 100
    files_seen: int = 5_000
    followed: int = 200
    files: int = 1_000
    texts: int = 120
    largest: int = 8 << 20
    chats: int = 300
    histories: int = 60
    messages: int = 1_000
    teams: int = 100
    channels: int = 50
    posts: int = 100
    page: int = 100
    chat_page: int = 50
    mail_rate: Rate = Rate(10_000, 600.0)
    drive_rate: Rate = Rate(3_000, 300.0)
    chat_rate: Rate = Rate(1_800)
    bounds: Bounds = Bounds(seconds=5_400.0, requests=12_000)


HTTP = HttpLimits()
GITHUB = GitHubLimits()
SLACK = SlackLimits()
GOOGLE = GoogleLimits()
MICROSOFT = MicrosoftLimits()
