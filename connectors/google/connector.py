"""One Google account as a source: profile, calendars, people, mail, files, conversations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from connectors.base import (
    ConnectorError,
    CredentialRefused,
    Health,
    PermissionMissing,
    SourceUnavailable,
    State,
)
from connectors.budget import Budget, BudgetSpent
from connectors.exports.entry import Context
from connectors.exports.fields import text_at
from connectors.google import scopes as scope
from connectors.google.account import Account, look, own_card, read_account
from connectors.google.api import ROOTS, GoogleApi
from connectors.google.auth import SIGN_IN
from connectors.google.calendar import read_calendars
from connectors.google.chat import Chat
from connectors.google.drive import read_files
from connectors.google.gmail import Mail
from connectors.google.people import read_contacts, read_others
from connectors.limits import GOOGLE, Bounds, GoogleLimits, HttpLimits
from connectors.records import Item
from connectors.sign_in import Authorisation
from connectors.streams import GO_ON, Stream, read_streams
from connectors.web import Refused

LOOK = Bounds(seconds=15.0, requests=5)
LEFT_OUT = "not allowed at sign-in"


class GoogleConnector:
    """Reads an account; GET only.

    Args:
        access: the sign-in.
        me: further addresses of the person.
        subject: the person an administrator reads for; empty for one's own account.
    """

    kind = "google"

    def __init__(
        self,
        access: Authorisation,
        me: tuple[str, ...] = (),
        subject: str = "",
        roots: Mapping[str, str] = ROOTS,
        limits: GoogleLimits = GOOGLE,
        http: HttpLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.label = f"google:{subject}" if subject else "google"
        self._access = access
        self._me = me
        self._roots = roots
        self._limits = limits
        self._http = http or HttpLimits()
        self._clock = clock
        self._sleep = sleep
        self._now = now

    def check(self) -> Health:
        """READY with the account's address; REFUSED with what to do; UNKNOWN when Google can't be asked."""
        try:
            _ = self._access.scopes
            told = look(self._api(LOOK, replace(self._http, connect=5.0, read=5.0, attempts=2, lost=1)))
        except (CredentialRefused, PermissionMissing) as error:
            return Health(State.REFUSED, str(error), error.hint)
        except Refused as refused:
            return Health(State.REFUSED, f"Google says no ({refused})", f"sign in again: {SIGN_IN}")
        except (ConnectorError, BudgetSpent) as error:
            return Health(State.UNKNOWN, str(error), "try again later")
        return Health(State.READY, f"signed in as {text_at(told, 'email') or 'somebody'}")

    def pull(self, cursor: str = "") -> Iterator[Item]:
        """Profile, calendars and people first, which take seconds, then sent mail, files, chats, received mail.

        Raises CredentialRefused, and SourceUnavailable naming what is not read to its end.
        """
        api = self._api(self._limits.bounds, self._http)
        try:
            account = read_account(api, self._access.scopes, self._me)
        except BudgetSpent as spent:
            raise SourceUnavailable(f"stopped before the end: {spent}", GO_ON) from None
        except Refused as refused:
            raise PermissionMissing(f"Google says no ({refused})", f"sign in again: {SIGN_IN}") from None
        yield from read_streams("google", self._streams(api, account), cursor)

    def _api(self, bounds: Bounds, http: HttpLimits) -> GoogleApi:
        budget = Budget(bounds, self._clock, self._sleep)
        return GoogleApi(self._access, budget, self._roots, self._limits, self._clock, http)

    def _streams(self, api: GoogleApi, account: Account) -> list[Stream]:
        may, now, limits = self._access.scopes, self._now(), self._limits
        context = Context(self.kind, account.me)
        mail = Mail(api, context, limits, whole=scope.MAIL in may)
        chat = Chat(api, account, context, limits, now, scope.MEMBERS in may, scope.CHAT in may)
        listed = scope.CALENDARS in may

        def without(*needed: str) -> str:
            return "" if may.intersection(needed) else LEFT_OUT

        conversations = without(scope.SPACES) if account.workspace else "for Workspace accounts only"
        with_mail = without(scope.MAIL, scope.MAIL_HEADERS)
        files = partial(read_files, api, context, limits, scope.FILES in may)
        return [
            Stream("profile", "profile", lambda place: own_card(account, self.kind)),
            Stream(
                "events",
                "calendars",
                partial(read_calendars, api, context, limits, now, listed),
                without(scope.EVENTS),
            ),
            Stream(
                "contacts", "contacts", partial(read_contacts, api, context, limits), without(scope.CONTACTS)
            ),
            Stream(
                "others", "other contacts", partial(read_others, api, context, limits), without(scope.OTHERS)
            ),
            Stream("sent", "sent mail", mail.sent, with_mail),
            Stream("files", "files", files, without(scope.FILES, scope.FILE_LIST)),
            Stream("chat", "conversations", chat.read, conversations),
            Stream("received", "received mail", mail.received, with_mail),
        ]
