"""What a Google sign-in asks for: read-only, each scope for one thing (developers.google.com/identity/protocols/
oauth2/scopes). ``gmail.metadata`` beside ``gmail.readonly`` would narrow the latter, so only one is ever asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from connectors.sign_in import Scope

PREFIX = "https://www.googleapis.com/auth/"
EMAIL = PREFIX + "userinfo.email"
PROFILE = PREFIX + "userinfo.profile"
MAIL = PREFIX + "gmail.readonly"
MAIL_HEADERS = PREFIX + "gmail.metadata"
EVENTS = PREFIX + "calendar.events.readonly"
CALENDARS = PREFIX + "calendar.calendarlist.readonly"
CONTACTS = PREFIX + "contacts.readonly"
OTHERS = PREFIX + "contacts.other.readonly"
DIRECTORY = PREFIX + "directory.readonly"
FILES = PREFIX + "drive.readonly"
FILE_LIST = PREFIX + "drive.metadata.readonly"
SPACES = PREFIX + "chat.spaces.readonly"
MEMBERS = PREFIX + "chat.memberships.readonly"
CHAT = PREFIX + "chat.messages.readonly"

RESTRICTED = "restricted by Google: an app of your own shows a warning page first"

SCOPES: tuple[Scope, ...] = (
    Scope(EMAIL, use="whose account it is", lost="nothing could be known to be yours", needed=True),
    Scope(PROFILE, use="your name", lost="your name is taken from your mail"),
    Scope(EVENTS, use="events and series of your calendars", lost="meetings and working hours are missing"),
    Scope(CALENDARS, use="which calendars you have", lost="only your main calendar is read"),
    Scope(CONTACTS, use="your address book", lost="roles and employers of people are missing"),
    Scope(OTHERS, use="addresses Google kept of people you write with", lost="some names of people are missing"),
    Scope(MAIL, use="sent mail, who answers, and the text of a few hundred sent mails", lost="people you write with are "
          "known from calendars only", caution=RESTRICTED),
    Scope(MAIL_HEADERS, use="instead of the above: sender, recipients, date and subject only", lost="nothing, where the "
          "above is allowed", preset=False, caution=RESTRICTED),
    Scope(FILES, use="files you own, edited or starred, with the beginning of their text", lost="documents are missing",
          caution=RESTRICTED),
    Scope(FILE_LIST, use="instead of the above: names, owners and dates of files", lost="nothing, where the above is "
          "allowed", preset=False, caution=RESTRICTED),
    Scope(SPACES, use="your Google Chat conversations (Workspace accounts)", lost="Google Chat is missing"),
    Scope(MEMBERS, use="who is in them", lost="members of conversations are missing"),
    Scope(CHAT, use="what is said in them", lost="conversations are listed without messages", caution=RESTRICTED),
    Scope(DIRECTORY, use="names of colleagues in Google Chat", lost="people in Google Chat are known by number",
          preset=False),
)  # fmt: skip

_WIDER = {MAIL_HEADERS: MAIL, FILE_LIST: FILES}


def asked(chosen: Iterable[Scope]) -> list[str]:
    """Names to send: of two scopes for the same thing the one that gives more."""
    names = [scope.name for scope in chosen]
    return [name for name in names if _WIDER.get(name) not in names]


def granted(answer: str, asked_for: Sequence[str]) -> tuple[str, ...]:
    """The scopes of a token answer: people may untick some. Google leaves the field out when it gave all."""
    return tuple(answer.split()) if answer.strip() else tuple(asked_for)
