"""What a source can show: one frozen type per kind of thing, and the failures met on the way.

Records are faithful: a connector writes down what the source says and leaves judging to later
stages. All text is as the source had it (cleaning happens once, where a pull is sealed).
Datetimes are aware and keep the offset their author wrote; that offset is evidence of where
somebody was.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Party:
    """Somebody as one record names them: a display name and an address.

    Attributes:
        name: as written, possibly empty.
        address: a mail address in lower case, or a chat handle such as ``slack:U024BE7LH``;
            empty where the source gives none.
    """

    name: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Attendee:
    """A party invited to an event, and their answer (RFC 5545 PARTSTAT, in lower case)."""

    party: Party
    response: str = ""
    optional: bool = False
    resource: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """A mail or a chat message.

    Attributes:
        uri: ``mid:<message-id>`` for mail (a hash of the headers where there is none),
            ``slack:<channel>/<ts>`` and the like for chat.
        source: the kind of connector that read it (``takeout``, ``mbox``, ``slack-export`` ...).
        when: the author's Date, with the author's own UTC offset.
        title: subject; empty for chat.
        text: what the sender wrote, without quoted parts and signature; bounded.
        quoted: quoted and forwarded text; it belongs to whom it quotes.
        signature: the sender's signature block, if one was told apart.
        direction: ``sent`` only on proof (Sent label or folder, or the account's own chat id).
        automated: why a header calls it bulk or automated (``list-id``, ``list-unsubscribe``,
            ``precedence``, ``auto-submitted``, ``category:promotions``, ``no-reply``, ``bot`` ...);
            empty for mail between people.
        delivered_to: addresses the account itself received it at (Delivered-To and the like).
        channel: uri of the chat channel; empty for mail.
        thread: uri of the first message of the thread, or the source's own thread id.
        reply_to: uri of the message it answers.
        attachments: file names.
        links: absolute http(s) links in ``text``, in order, without tracking queries.
    """

    uri: str
    source: str
    when: datetime | None
    title: str
    text: str
    sender: Party
    to: tuple[Party, ...] = ()
    cc: tuple[Party, ...] = ()
    medium: Literal["mail", "chat"] = "mail"
    direction: Literal["sent", "received", "draft", "unknown"] = "unknown"
    quoted: str = ""
    signature: str = ""
    thread: str = ""
    reply_to: str = ""
    channel: str = ""
    labels: tuple[str, ...] = ()
    automated: tuple[str, ...] = ()
    delivered_to: tuple[str, ...] = ()
    attachments: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """A calendar event: a single one, the master of a series, or one moved instance of it.

    Attributes:
        uri: ``event:<UID>``; for an instance ``event:<UID>/<original start, ISO>``.
        when: start, in the event's own zone; midnight UTC of the day for all-day events.
        end: end, exclusive for all-day events (RFC 5545).
        zone: IANA name of the zone the event was written in; empty when floating or UTC.
        assumed_zone: the zone was guessed (no usable TZID).
        rule: the RRULE value as written (``FREQ=WEEKLY;BYDAY=TU``), empty for a single event.
        excluded: starts taken out of the series (EXDATE).
        instance_of: uri of the series when this is one changed instance.
        status: ``confirmed``, ``tentative`` or ``cancelled``.
        calendar: display name of the calendar.
        owner: address of the calendar's owner, where the source tells.
        feed: a subscribed feed of holidays, birthdays or the like.
        invitation: found inside a mail rather than in a calendar.
        own_response: the calendar owner's own PARTSTAT, where known (``accepted`` ...).
    """

    uri: str
    source: str
    when: datetime | None
    title: str
    text: str
    end: datetime | None = None
    all_day: bool = False
    zone: str = ""
    assumed_zone: bool = False
    location: str = ""
    organizer: Party = Party()
    attendees: tuple[Attendee, ...] = ()
    own_response: str = ""
    rule: str = ""
    excluded: tuple[datetime, ...] = ()
    instance_of: str = ""
    status: Literal["confirmed", "tentative", "cancelled"] = "confirmed"
    calendar: str = ""
    owner: str = ""
    feed: bool = False
    invitation: bool = False
    created: datetime | None = None
    modified: datetime | None = None
    links: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True)
class Contact:
    """A card of an address book, a member of a chat workspace, or the account's own profile.

    Attributes:
        uri: ``contact:<source's id>``, or of the first address where there is no id.
        when: when the card was last changed.
        title: full display name, as written.
        text: the note on the card.
        addresses: mail addresses in lower case, and chat handles (``slack:U...``).
        names: further spellings (nickname, native script, real name of a chat user).
        relations: (label, name or address) pairs such as ``("manager", "Priya Nair")``.
        zone: IANA zone of a chat profile.
        own: this card is the account owner's own.
    """

    uri: str
    source: str
    when: datetime | None
    title: str
    text: str = ""
    addresses: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    organization: str = ""
    department: str = ""
    role: str = ""
    relations: tuple[tuple[str, str], ...] = ()
    groups: tuple[str, ...] = ()
    zone: str = ""
    locality: str = ""
    own: bool = False
    bot: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A file of a drive or a folder, or a memory file of another assistant.

    Attributes:
        uri: ``drive:<id>`` where the source has one, else ``file:<path in the archive>``.
        when: last modification.
        text: the visible text, bounded; hidden text (white, tiny, comments) is left out.
        hidden: hidden text that was left out, bounded; kept for screening only.
        path: path in its drive or folder, with ``/``.
        kind: ``md``, ``docx``, ``sheet``, ``slides``, ``pdf``, ``html``, ``text``, ``csv``,
            or ``memory`` for a memory file of another assistant.
        labels: what the source files it under; for a memory ``type:feedback``, ``project:/srv/app``.
    """

    uri: str
    source: str
    when: datetime | None
    title: str
    text: str
    kind: str = "text"
    path: str = ""
    owner: Party = Party()
    editors: tuple[Party, ...] = ()
    shared_with: tuple[Party, ...] = ()
    created: datetime | None = None
    viewed: datetime | None = None
    starred: bool = False
    hidden: str = ""
    labels: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True)
class Author:
    """One author of a repository after its mailmap, with counts over the whole history."""

    party: Party
    commits: int
    first: datetime
    last: datetime
    aliases: tuple[Party, ...] = ()


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit; ``co_authors`` come from Co-authored-by trailers."""

    id: str
    author: Party
    when: datetime
    subject: str
    body: str = ""
    co_authors: tuple[Party, ...] = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository: what it says of itself and who works on it.

    Attributes:
        uri: ``git:<id of the first root commit>``, the same for a clone, a bundle and a fork.
        when: date of the newest commit.
        title: name of the repository.
        text: head of its README.
        files: text of the telling files (README, CONTRIBUTING, AGENTS.md, CLAUDE.md, Makefile,
            justfile, pyproject.toml, package.json, dotfiles ...), by path, bounded.
        commits: number of commits over all branches, merges and bots left out.
        authors: people only, most commits first.
        recent: the newest commits (up to 500), newest first.
        user: ``user.name`` and ``user.email`` of the repository's own configuration.
        remotes: URLs without credentials.
        languages: (file ending, number of files), most first.
        reviewers: (party, number of reviews) where the host tells.
    """

    uri: str
    source: str
    when: datetime | None
    title: str
    text: str
    files: tuple[tuple[str, str], ...] = ()
    commits: int = 0
    authors: tuple[Author, ...] = ()
    recent: tuple[Commit, ...] = ()
    branches: tuple[str, ...] = ()
    default_branch: str = ""
    tags: tuple[str, ...] = ()
    remotes: tuple[str, ...] = ()
    languages: tuple[tuple[str, int], ...] = ()
    reviewers: tuple[tuple[Party, int], ...] = ()
    user: Party = Party()
    fork: bool = False
    archived: bool = False
    shallow: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True)
class Channel:
    """A chat channel or conversation.

    Attributes:
        uri: ``slack:<channel id>`` and the like; messages name it in ``channel``.
        title: name without ``#``; empty for direct messages.
        text: purpose, and after a newline the topic.
    """

    uri: str
    source: str
    when: datetime | None
    title: str
    text: str
    members: tuple[Party, ...] = ()
    shape: Literal["public", "private", "group", "direct"] = "public"
    archived: bool = False
    created: datetime | None = None
    link: str = ""


Record: TypeAlias = Message | Event | Contact | Document | Repository | Channel

KINDS: dict[str, type[Record]] = {
    "message": Message,
    "event": Event,
    "contact": Contact,
    "document": Document,
    "repository": Repository,
    "channel": Channel,
}


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that could not be read. ``reason`` never carries content."""

    uri: str
    reason: str
    retry: bool = False


@dataclass(frozen=True, slots=True)
class Skip:
    """One thing that was seen and left alone on purpose, e.g. ``reason="not a kept format"``."""

    uri: str
    reason: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Progress, and a place to resume from.

    Attributes:
        cursor: opaque to all but its connector; ``pull(cursor)`` goes on behind it.
        done, total: in the connector's own unit (bytes, items); total 0 when unknown.
    """

    cursor: str
    done: int = 0
    total: int = 0
    note: str = ""


Item: TypeAlias = Record | Failure | Skip | Mark
