"""One person's Slack as a source: members, conversations, and the messages of the liveliest ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from connectors.base import (
    ConnectorError,
    CredentialRefused,
    Health,
    PermissionMissing,
    SourceUnavailable,
    State,
)
from connectors.budget import Budget, BudgetSpent
from connectors.exports.chat.slack_workspace import Workspace, contact_of
from connectors.exports.fields import text_at
from connectors.limits import SLACK, Bounds, SlackLimits
from connectors.records import Failure, Item, Mark
from connectors.slack.api import API, SIGN_IN, SlackApi
from connectors.slack.conversations import count_own, describe, list_conversations, rank, read_messages
from connectors.web import Astray, Refused

MEMBERS = "members"
LOOK = Bounds(seconds=15.0, requests=5)
LOOK_SILENCE = 5
"""A look at a source is to be quick: the person waits for it."""


class SlackConnector:
    """Reads what the person sees, with a user token. ``find`` gives it, or None when nobody signed in.

    Args:
        me: the person's declared addresses; their member of the workspace is known from the token.
    """

    kind = "slack"
    label = "slack"

    def __init__(
        self,
        find: Callable[[], str | None],
        me: tuple[str, ...] = (),
        url: str = API,
        limits: SlackLimits = SLACK,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._find = find
        self._me = me
        self._url = url
        self._limits = limits
        self._clock = clock
        self._sleep = sleep
        self._now = now

    def check(self) -> Health:
        """READY with name and workspace; REFUSED with what to do; UNKNOWN when Slack can't be asked."""
        try:
            who = self._api(replace(self._limits, bounds=LOOK, silence=LOOK_SILENCE)).call("auth.test")
        except (CredentialRefused, PermissionMissing) as error:
            return Health(State.REFUSED, str(error), error.hint)
        except Refused as refused:
            return Health(State.REFUSED, f"Slack says no ({refused})", SIGN_IN)
        except (ConnectorError, BudgetSpent) as error:
            return Health(State.UNKNOWN, str(error), "try again later")
        return Health(State.READY, f"signed in as {text_at(who, 'user')} at {text_at(who, 'team')}")

    def pull(self, cursor: str = "") -> Iterator[Item]:
        """Members, then each conversation with its messages, the most telling first.

        Raises CredentialRefused and SourceUnavailable; a limit that is reached is a SourceUnavailable too.
        """
        try:
            yield from self._pull(self._api(self._limits), cursor)
        except BudgetSpent as spent:
            raise SourceUnavailable(
                f"stopped before the end: {spent}", "what was read is kept; pull again later to go on"
            ) from None
        except Refused as refused:
            raise PermissionMissing(f"Slack says no ({refused})", SIGN_IN) from None

    def _api(self, limits: SlackLimits) -> SlackApi:
        token = self._find()
        if not token:
            raise CredentialRefused("nobody is signed in to Slack", "day1 auth slack")
        return SlackApi(token, Budget(limits.bounds, self._clock, self._sleep), self._url, limits)

    def _pull(self, api: SlackApi, cursor: str) -> Iterator[Item]:
        done = cursor.split(",") if cursor else []
        me = text_at(api.call("auth.test"), "user_id")
        workspace = Workspace(
            self.kind, frozenset({*(one.lower() for one in self._me), f"slack:{me}".lower()})
        )
        for item in self._members(api, workspace):
            if not done:
                yield item
        if not done:
            done.append(MEMBERS)
            yield Mark(MEMBERS, note="members")
        listed = list(list_conversations(api, self._limits))
        if done == [MEMBERS]:
            yield from (one for one in listed if isinstance(one, Failure))
        ranked = rank([one for one in listed if isinstance(one, dict)], count_own(api))
        for place, raw in enumerate(ranked):
            identity = text_at(raw, "id")
            if identity not in done:
                yield from self._conversation(api, raw, workspace, me, place < self._limits.histories)
                done.append(identity)
                yield Mark(",".join(done), place + 1, len(ranked), note=text_at(raw, "name"))

    def _members(self, api: SlackApi, workspace: Workspace) -> Iterator[Item]:
        """Everybody as a contact; they are read again when a pull goes on, since messages name them by id."""
        try:
            for user in api.listing("users.list", "members", self._limits.members):
                if contact := contact_of(user, self.kind, workspace.me):
                    workspace.users[text_at(user, "id")] = contact
                    yield contact
        except (Refused, Astray) as problem:
            yield Failure("slack:members", f"the members can't be listed ({problem})")

    def _conversation(
        self, api: SlackApi, raw: dict[str, Any], workspace: Workspace, me: str, with_messages: bool
    ) -> Iterator[Item]:
        channel = describe(api, raw, workspace, me, with_messages)
        yield channel
        if not with_messages:
            return
        try:
            yield from read_messages(api, channel, workspace, me, self._now(), self._limits)
        except Refused as refused:
            yield Failure(channel.uri, f"its messages can't be read ({refused})")
        except Astray as astray:
            yield Failure(channel.uri, str(astray), retry=True)
