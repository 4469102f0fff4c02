"""What a Microsoft sign-in asks for: delegated permissions that only read, none of which needs an administrator
by itself unless it says so (learn.microsoft.com/graph/permissions-reference)."""

from __future__ import annotations

from collections.abc import Iterable

from connectors.sign_in import Scope

ME = "User.Read"
DIRECTORY = "User.Read.All"
PEOPLE = "People.Read"
CONTACTS = "Contacts.Read"
EVENTS = "Calendars.Read"
MAIL = "Mail.Read"
MAIL_HEADERS = "Mail.ReadBasic"
FILES = "Files.Read"
CHAT = "Chat.Read"
CHATS = "Chat.ReadBasic"
TEAMS = "Team.ReadBasic.All"
CHANNELS = "Channel.ReadBasic.All"
POSTS = "ChannelMessage.Read.All"

SCOPES: tuple[Scope, ...] = (
    Scope(ME, use="who you are: name, role, addresses, direct reports", lost="nothing could be known to be yours",
          needed=True),
    Scope(EVENTS, use="events and series of your calendars", lost="meetings and working hours are missing"),
    Scope(CONTACTS, use="your address book", lost="roles and employers of people are missing"),
    Scope(PEOPLE, use="the people Microsoft ranks as closest to you", lost="colleagues you rarely mail are missing"),
    Scope(MAIL, use="sent mail, who answers, and the text of a few hundred sent mails", lost="people you write with are "
          "known from calendars only"),
    Scope(MAIL_HEADERS, use="instead of the above: sender, recipients, date and subject only", lost="nothing, where the "
          "above is allowed", preset=False),
    Scope(FILES, use="files you made or changed in OneDrive, with the beginning of their text", lost="documents are missing"),
    Scope(CHAT, use="your Teams chats (work accounts)", lost="what is said in chats is missing"),
    Scope(CHATS, use="instead of the above: who is in which chat", lost="nothing, where the above is allowed",
          preset=False),
    Scope(TEAMS, use="which teams you are in (work accounts)", lost="teams are missing"),
    Scope(CHANNELS, use="names of their channels (work accounts)", lost="channels are missing"),
    Scope(POSTS, use="what is said in those channels (work accounts)", lost="channels are listed without what is said",
          preset=False, caution="only an administrator can allow it"),
    Scope(DIRECTORY, use="your manager (work accounts)", lost="your manager is known from mail and calendars only",
          preset=False, caution="only an administrator can allow it"),
)  # fmt: skip

WORK_ONLY = frozenset({CHAT, CHATS, TEAMS, CHANNELS, POSTS, DIRECTORY})
_WIDER = {MAIL_HEADERS: MAIL, CHATS: CHAT}


def asked(chosen: Iterable[Scope], personal: bool) -> list[str]:
    """Names to send: of two for the same thing the one that gives more; nothing of work for a personal account."""
    names = [scope.name for scope in chosen if not (personal and scope.name in WORK_ONLY)]
    return [name for name in names if _WIDER.get(name) not in names]
