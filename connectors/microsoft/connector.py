"""One Microsoft account, of work or personal, as a source."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
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
from connectors.limits import MICROSOFT, Bounds, HttpLimits, MicrosoftLimits
from connectors.microsoft import scopes as scope
from connectors.microsoft.auth import SIGN_IN
from connectors.microsoft.calendar import read_calendars
from connectors.microsoft.drive import read_files
from connectors.microsoft.graph import ROOT, Graph
from connectors.microsoft.mail import Mail
from connectors.microsoft.people import Account, read_account, read_close, read_contacts, read_own
from connectors.microsoft.teams import read_chats, read_teams
from connectors.records import Item
from connectors.sign_in import Authorisation
from connectors.streams import GO_ON, Stream, read_streams
from connectors.web import Refused

LOOK = Bounds(seconds=15.0, requests=5)
LEFT_OUT = "not allowed at sign-in"


class MicrosoftConnector:
    """Reads an account; GET only.

    Args:
        access: the sign-in.
        me: further addresses of the person.
        subject: the person an administrator reads for; empty for one's own account.
    """

    kind = "microsoft"

    def __init__(
        self,
        access: Authorisation,
        me: tuple[str, ...] = (),
        subject: str = "",
        root: str = ROOT,
        limits: MicrosoftLimits = MICROSOFT,
        http: HttpLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.label = f"microsoft:{subject}" if subject else "microsoft"
        self._person = f"users/{subject}" if subject else "me"
        self._access = access
        self._me = me
        self._root = root
        self._limits = limits
        self._http = http or HttpLimits()
        self._clock = clock
        self._sleep = sleep
        self._now = now

    def check(self) -> Health:
        """READY with the account's address; REFUSED with what to do; UNKNOWN when Graph can't be asked."""
        try:
            _ = self._access.scopes
            http = replace(self._http, connect=5.0, read=5.0, attempts=2, lost=1)
            account = read_account(self._graph(LOOK, http))
        except (CredentialRefused, PermissionMissing) as error:
            return Health(State.REFUSED, str(error), error.hint)
        except Refused as refused:
            return Health(State.REFUSED, f"Microsoft says no ({refused})", f"sign in again: {SIGN_IN}")
        except (ConnectorError, BudgetSpent) as error:
            return Health(State.UNKNOWN, str(error), "try again later")
        return Health(State.READY, f"signed in as {account.address or 'somebody'}")

    def pull(self, cursor: str = "") -> Iterator[Item]:
        """Profile, calendars and people first, which take seconds, then sent mail, files, chats, received mail.

        Raises CredentialRefused, and SourceUnavailable naming what is not read to its end.
        """
        graph = self._graph(self._limits.bounds, self._http)
        try:
            account = read_account(graph, self._me)
        except BudgetSpent as spent:
            raise SourceUnavailable(f"stopped before the end: {spent}", GO_ON) from None
        except Refused as refused:
            raise PermissionMissing(f"Microsoft says no ({refused})", f"sign in again: {SIGN_IN}") from None
        yield from read_streams("microsoft", self._streams(graph, account), cursor)

    def _graph(self, bounds: Bounds, http: HttpLimits) -> Graph:
        budget = Budget(bounds, self._clock, self._sleep)
        return Graph(self._access, budget, self._person, self._root, self._limits, self._clock, http)

    def _streams(self, graph: Graph, account: Account) -> list[Stream]:
        may, now, limits = self._access.scopes, self._now(), self._limits
        context = Context(self.kind, account.me)
        mail = Mail(graph, context, limits, now, whole=scope.MAIL in may)

        def without(*needed: str) -> str:
            return "" if may.intersection(needed) else LEFT_OUT

        with_mail = without(scope.MAIL, scope.MAIL_HEADERS)
        own = partial(read_own, graph, account, self.kind, limits, scope.DIRECTORY in may)
        chats = partial(read_chats, graph, account, context, limits, now, scope.CHAT in may)
        with_channels, with_posts = scope.CHANNELS in may, scope.POSTS in may
        teams = partial(read_teams, graph, account, context, limits, with_channels, with_posts)
        return [
            Stream("profile", "profile", own),
            Stream(
                "events",
                "calendars",
                partial(read_calendars, graph, context, limits, now),
                without(scope.EVENTS),
            ),
            Stream(
                "contacts",
                "contacts",
                partial(read_contacts, graph, context, limits),
                without(scope.CONTACTS),
            ),
            Stream(
                "people", "close people", partial(read_close, graph, context, limits), without(scope.PEOPLE)
            ),
            Stream("sent", "sent mail", mail.sent, with_mail),
            Stream(
                "files", "files", partial(read_files, graph, account, context, limits), without(scope.FILES)
            ),
            Stream("teams", "teams", teams, without(scope.TEAMS)),
            Stream("chats", "chats", chats, without(scope.CHAT, scope.CHATS)),
            Stream("received", "received mail", mail.received, with_mail),
        ]
