from __future__ import annotations

import importlib.util
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from connectors.limits import MICROSOFT, HttpLimits
from connectors.microsoft import SCOPES, MicrosoftConnector
from connectors.records import Item, Mark, Skip

CONTRACTS = Path(__file__).parents[3].parent / "shared" / "contracts"
ADA, BRAM = "ada@fjord.example", "bram@fjord.example"
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
DEFAULT = frozenset(scope.name for scope in SCOPES if scope.preset)


@cache
def csdl() -> Any:
    """Graph's metadata, by the reader that lies beside it."""
    spec = importlib.util.spec_from_file_location("csdl", CONTRACTS / "csdl.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["csdl"] = module
    spec.loader.exec_module(module)
    return module.Csdl(str(CONTRACTS / "graph-v1.0-cleanMetadata.xml"))


@cache
def permissions() -> list[tuple[re.Pattern[str], str, frozenset[str], bool]]:
    """(path, permission, kinds of sign-in it is for, whether it is the least) of every GET."""
    told = json.loads((CONTRACTS / "graph-permissions.json").read_text(encoding="utf-8"))["permissions"]
    found = []
    for name, permission in told.items():
        for one in permission.get("pathSets", ()):
            if "GET" not in one["methods"]:
                continue
            for path, least in one["paths"].items():
                pattern = re.sub(r"\\\{[^/]*?\\\}", "[^/]+", re.escape(path.lower()))
                found.append(
                    (re.compile(pattern), name, frozenset(one["schemeKeys"]), "least=" in (least or ""))
                )
    return found


@dataclass
class Contract:
    """Checks every request and every answer against Graph's metadata and its list of permissions."""

    scopes: frozenset[str] = DEFAULT
    scheme: str = "DelegatedWork"
    violations: list[str] = field(default_factory=list)
    used: set[tuple[str, str]] = field(default_factory=set)

    def request(self, asked: Any) -> str:
        if asked.method != "GET":
            self.violations.append(f"{asked.method} {asked.path}")
        try:
            kind = csdl().resolve(asked.path)
        except KeyError as error:
            self.violations.append(f"{asked.path}: {error}")
            return ""
        query = asked.query
        if "$skiptoken" in query:
            return str(kind)
        if asked.path.endswith("/joinedTeams") and query:
            self.violations.append(f"{asked.path}: takes no parameters")
        unknown = query.keys() - {"$select", "$top", "$orderby", "$filter", "$expand"}
        if unknown:
            self.violations.append(f"{asked.path}: {sorted(unknown)}")
        self._names(asked.path, kind, query.get("$select", ""))
        expanded = re.sub(r"\(.*\)", "", query.get("$expand", ""))
        self._names(asked.path, kind, expanded)
        for inner in re.findall(r"(\w+)\(\$select=([^)]*)\)", query.get("$expand", "")):
            members, _ = csdl().members(kind.removeprefix("Collection(").rstrip(")"))
            self._names(asked.path, members[inner[0]][1], inner[1])
        ordered = query.get("$orderby", "").removesuffix(" desc").partition("/")[0]
        self._names(asked.path, kind, ordered)
        filtered = re.findall(r"(\w+)(?:/\w+)? (?:eq|ge|le)", query.get("$filter", ""))
        self._names(asked.path, kind, ",".join(filtered))
        most = 50 if "/chats" in asked.path or "/channels" in asked.path else 1_000
        if int(query.get("$top", 1)) > most:
            self.violations.append(f"{asked.path}: $top above {most}")
        self._permission(asked.path)
        return str(kind)

    def _names(self, path: str, kind: str, names: str) -> None:
        inner = kind.removeprefix("Collection(").rstrip(")")
        if inner.endswith("directoryObject"):
            inner = "microsoft.graph.user"
        for name in names.split(",") if names else ():
            members, _ = csdl().members(inner)
            if name not in members and name != "internetMessageHeaders":
                self.violations.append(f"{path}: {name} is no member of {inner}")

    def _permission(self, path: str) -> None:
        plain = path.lower().removesuffix("/$value")
        if plain != path.lower() and "Mail.Read" not in self.scopes:
            self.violations.append(f"{path}: a message is read whole without Mail.Read")
        plain = re.sub(r"/mailfolders/[^/]+", "/mailfolders/x", plain)
        allowed = {
            name
            for rule, name, schemes, _ in permissions()
            if self.scheme in schemes and rule.fullmatch(plain)
        }
        if not allowed:
            self.violations.append(f"{path}: no permission is known for it")
        elif not allowed & self.scopes:
            self.violations.append(f"{path}: no scope that allows it ({sorted(allowed)[:4]})")
        self.used |= {(plain, name) for name in allowed & self.scopes}

    def answer(self, path: str, kind: str, body: dict[str, Any]) -> None:
        if kind.startswith("Edm.") or "directoryObject" in kind:
            kind = kind.replace("graph.directoryObject", "graph.user").replace(
                "microsoft.graph.directoryObject", "graph.user"
            )
        self.violations += [f"{path}: answer: {error}" for error in csdl().check_body(body, kind)]


@dataclass
class Unchecked:
    """Stands in where Graph's metadata is not at hand."""

    scopes: frozenset[str] = DEFAULT
    violations: list[str] = field(default_factory=list)

    def request(self, asked: Any) -> str:
        return ""

    def answer(self, path: str, kind: str, body: dict[str, Any]) -> None:
        pass


@dataclass
class FakeGraph:
    """A made-up person's Microsoft account, of any size.

    ``trouble`` may answer instead: it gets the request and its number, and returns an answer or None.
    """

    Answer: type[Any]
    contract: Any
    sent: int = 3
    received: int = 3
    events: int = 3
    contacts: int = 3
    people: int = 2
    files: int = 4
    chats: int = 2
    messages: int = 3
    page: int = 0
    trouble: Callable[[Any, int], Any] = lambda asked, number: None
    number: int = 0
    token: str = "t1"

    def __call__(self, asked: Any) -> Any:
        self.number += 1
        special = self.trouble(asked, self.number)
        if special is not None:
            return special
        if asked.path.startswith("/store/"):
            if "authorization" in asked.headers:
                self.contract.violations.append("the token was shown to a store")
            return self.Answer(f"# Soundings\n\nDepths of {asked.path[7:]}".encode())
        if asked.headers.get("authorization") != f"Bearer {self.token}":
            return self.Answer(
                {"error": {"code": "InvalidAuthenticationToken", "message": "expired"}}, status=401
            )
        asked = replace(asked, path=asked.path.removeprefix("/v1.0"))
        kind = self.contract.request(asked)
        body = self._body(asked, [unquote(part) for part in asked.path.strip("/").split("/")])
        if isinstance(body, self.Answer):
            return body
        if body is None:
            return self.Answer({"error": {"code": "itemNotFound", "message": "no"}}, status=404)
        if kind:
            self.contract.answer(asked.path, kind, body)
        return self.Answer(body)

    def _body(self, asked: Any, path: list[str]) -> Any:
        if path[0] == "users":
            path = ["me", *path[2:]]
        match path:
            case ["me"]:
                return self.user("1001", "Ada Lindqvist", ADA) | {"givenName": "Ada", "surname": "Lindqvist", "proxyAddresses": [
                    "SMTP:ada@fjord.example", "smtp:charts@fjord.example", "X500:/o=fjord"], "companyName": "Fjord"}  # fmt: skip
            case ["me", "manager"]:
                return {
                    "@odata.type": "#microsoft.graph.user",
                    **self.user("1003", "Ines Roy", "ines@fjord.example"),
                }
            case ["me", "directReports"]:
                return {"value": [self.user("1002", "Bram de Wit", BRAM)]}
            case ["me", "contacts"]:
                return self._page(asked, self.contacts, self.contact)
            case ["me", "people"]:
                return self._page(asked, self.people, self.person)
            case ["me", "calendars"]:
                owner = {"name": "Ada Lindqvist", "address": ADA}
                return {"value": [{"id": "cal2", "name": "Ferry", "isDefaultCalendar": False, "owner": owner},
                                  {"id": "cal1", "name": "Calendar", "isDefaultCalendar": True, "owner": owner}]}  # fmt: skip
            case ["me", "calendars", "cal1", "events"]:
                master = "seriesMaster" in asked.query.get("$filter", asked.query.get("$skiptoken", ""))
                count = min(1, self.events) if master else max(0, self.events - 1)
                return self._page(
                    asked, count, self.master if master else self.single, "seriesMaster" if master else ""
                )
            case ["me", "calendars", _, "events"]:
                return {"value": []}
            case ["me", "events", "m0"]:
                moved = self.single(0) | {"id": "m0x", "type": "exception", "seriesMasterId": "m0", "iCalUId": "0400M0X",
                                          "originalStart": "2026-11-10T08:00:00Z", **self.times("2026-11-10T10:00:00")}  # fmt: skip
                return {
                    "id": "m0",
                    "cancelledOccurrences": ["OID.m0.2026-11-17"],
                    "exceptionOccurrences": [moved],
                }
            case ["me", "mailFolders", "sentitems", "messages"]:
                return self._page(asked, self.sent, lambda number: self.mail(number, True))
            case ["me", "mailFolders", name]:
                return {"id": f"folder-{name}"}
            case ["me", "messages"]:
                return self._page(asked, self.received, lambda number: self.mail(number, False))
            case ["me", "messages", name, "$value"]:
                return self.Answer(self.mime(int(name[1:])))
            case ["me", "drive", "root", "delta"]:
                return self._page(asked, self.files, self.file)
            case ["me", "drive", "following"]:
                return self._page(
                    asked,
                    min(1, self.files),
                    lambda number: self.file(2) | {"id": "elsewhere", "name": "Charter.docx"},
                )
            case ["me", "drive", "items", name, "content"]:
                place = f"http://{asked.headers['host']}/store/{name}"
                return self.Answer({}, status=302, headers={"Location": place})
            case ["me", "joinedTeams"]:
                return {
                    "value": [{"id": "team1", "displayName": "Pier works", "description": "All about piers"}]
                }
            case ["teams", "team1", "channels"]:
                return {
                    "value": [
                        {
                            "id": "19:general@thread.tacv2",
                            "displayName": "General",
                            "membershipType": "standard",
                        }
                    ]
                }
            case ["teams", "team1", "channels", name, "messages"]:
                reply = self.message("", 1) | {"channelIdentity": {"teamId": "team1", "channelId": name}}
                return {
                    "value": [
                        self.message("", 0)
                        | {"channelIdentity": {"teamId": "team1", "channelId": name}, "replies": [reply]}
                    ]
                }
            case ["me", "chats"]:
                return self._page(asked, self.chats, self.chat)
            case ["chats", name, "messages"] | ["me", "chats", name, "messages"]:
                return self._page(asked, self.messages, lambda number: self.message(name, number))
        return None

    def _page(self, asked: Any, count: int, make: Callable[[int], Any], kind: str = "") -> dict[str, Any]:
        size, _, start = asked.query.get("$skiptoken", "").rpartition("-")
        first = int(start or 0)
        size = size.removeprefix(kind) if size else asked.query.get("$top", "10")
        number = min(int(size), self.page) if self.page else int(size)
        found: dict[str, Any] = {"value": [make(one) for one in range(first, min(first + number, count))]}
        if first + number < count:
            root = f"http://{asked.headers['host']}/v1.0"
            found["@odata.nextLink"] = f"{root}{asked.path}?$skiptoken={kind}{size}-{first + number}"
        return found

    def user(self, identity: str, name: str, address: str) -> dict[str, Any]:
        return {"id": identity, "displayName": name, "mail": address.title(), "userPrincipalName": address, "jobTitle": "Pilot",
                "department": "Charts"}  # fmt: skip

    def contact(self, number: int) -> dict[str, Any]:
        return {
            "id": f"c{number}", "displayName": f"Pilot {number}, Ms", "givenName": "Pilot", "surname": str(number),
            "emailAddresses": [{"name": "P", "address": f"Pilot{number}@quay.example"}], "companyName": "Quay; Sons",
            "department": "Deck", "jobTitle": "Pilot", "manager": "Ines Roy", "categories": ["Pilots"],
            "personalNotes": "Met at the harbour,\nin May", "lastModifiedDateTime": "2026-05-01T08:00:00Z",
        }  # fmt: skip

    def person(self, number: int) -> dict[str, Any]:
        return {"id": f"p{number}", "displayName": f"Close {number}", "scoredEmailAddresses": [
            {"address": f"close{number}@fjord.example", "relevanceScore": 12.5}], "personType": {"class": "Person"}}  # fmt: skip

    def times(self, start: str) -> dict[str, Any]:
        end = (datetime.fromisoformat(start) + timedelta(minutes=30)).isoformat()
        return {
            key: {"dateTime": f"{one}.0000000", "timeZone": "UTC"}
            for key, one in (("start", start), ("end", end))
        }

    def event(self, name: str) -> dict[str, Any]:
        return {
            "id": name, "iCalUId": f"0400{name.upper()}", "subject": f"Survey {name}", "isAllDay": False, "isCancelled": False,
            "body": {"contentType": "text", "content": "Bring boots"}, "location": {"displayName": "Pier; one"},
            "organizer": {"emailAddress": {"name": "Ada Lindqvist", "address": ADA}},
            "attendees": [{"type": "optional", "status": {"response": "none"}, "emailAddress": {"name": "Bram", "address": BRAM}}],
            "responseStatus": {"response": "organizer"}, "originalStartTimeZone": "W. Europe Standard Time",
            "createdDateTime": "2026-01-02T08:00:00Z", "lastModifiedDateTime": "2026-02-02T08:00:00Z",
            "webLink": f"https://outlook.office365.com/owa/?itemid={name}",
        }  # fmt: skip

    def master(self, number: int) -> dict[str, Any]:
        pattern = {"type": "weekly", "interval": 1, "daysOfWeek": ["tuesday"], "firstDayOfWeek": "sunday"}
        span = {"type": "noEnd", "startDate": "2026-01-06", "endDate": "0001-01-01"}
        told = self.event(f"m{number}") | self.times("2026-01-06T08:00:00")
        return {**told, "type": "seriesMaster", "recurrence": {"pattern": pattern, "range": span}}

    def single(self, number: int) -> dict[str, Any]:
        return {**self.event(f"s{number}"), "type": "singleInstance", **self.times("2026-07-06T07:00:00")}

    def mail(self, number: int, sent: bool) -> dict[str, Any]:
        writer, reader = (
            (("Ada Lindqvist", ADA), ("de Wit, Bram", BRAM)) if sent else (("Bram", BRAM), ("Ada", ADA))
        )
        when = f"{NOW - timedelta(hours=number):%Y-%m-%dT%H:%M:%SZ}"
        first = "s" if sent else "r"
        headers = (
            []
            if sent
            else [
                {"name": "List-Id", "value": "<pilots.quay.example>"},
                {"name": "From", "value": f"Bram <{BRAM}>"},
            ]
        )
        return {
            "id": f"{first}{number}", "conversationId": f"conv{number}", "internetMessageId": f"<{first}{number}@mail.fjord.example>",
            "subject": f"Tide table {number}", "from": self.address(writer), "toRecipients": [self.address(reader)],
            "sentDateTime": when, "receivedDateTime": when, "categories": ["Harbour"], "isDraft": False,
            "parentFolderId": "folder-sentitems" if not sent and number == 0 else "folder-inbox", "webLink": "https://outlook.example/m",
            "internetMessageHeaders": headers,
        }  # fmt: skip

    def address(self, who: tuple[str, str]) -> dict[str, Any]:
        return {"emailAddress": {"name": who[0], "address": who[1]}}

    def mime(self, number: int) -> bytes:
        when = NOW - timedelta(hours=number)
        return (
            f'From: Ada Lindqvist <{ADA}>\r\nTo: "de Wit, Bram" <{BRAM}>\r\nSubject: Tide table {number}\r\n'
            f"Date: {when:%a, %d %b %Y %H:%M:%S} +0000\r\nMessage-ID: <s{number}@mail.fjord.example>\r\n"
            f"Content-Type: text/plain; charset=utf-8\r\n\r\nThe table of pier {number} is ready.\r\n"
        ).encode()

    def file(self, number: int) -> dict[str, Any]:
        if number == 3:
            return {"id": "folder", "name": "Plans", "folder": {"childCount": 3}}
        who = {
            "user": {
                "id": "1002" if number == 0 else "1001",
                "displayName": "Bram" if number == 0 else "Ada Lindqvist",
            }
        }
        return {
            "id": f"file{number}", "name": f"Harbour plan {number}.md", "file": {"mimeType": "text/markdown"}, "size": 40,
            "createdBy": who, "lastModifiedBy": who, "createdDateTime": "2026-01-01T08:00:00Z",
            "lastModifiedDateTime": "2026-10-01T08:00:00Z", "webUrl": "https://fjord.example/x",
            "parentReference": {"path": "/drive/root:/Plans%20of%20piers"},
        }  # fmt: skip

    def chat(self, number: int) -> dict[str, Any]:
        members = [{"@odata.type": "#microsoft.graph.aadUserConversationMember", "id": one, "userId": one, "displayName": name,
                    "email": address, "roles": []} for one, name, address in (("1001", "Ada", ADA), ("1002", "Bram", BRAM))]  # fmt: skip
        return {"id": f"19:chat{number}@thread.v2", "chatType": "group" if number else "oneOnOne", "topic": "Piers" if number else None,
                "createdDateTime": "2026-01-01T08:00:00Z", "lastUpdatedDateTime": "2026-11-01T08:00:00Z", "members": members,
                "lastMessagePreview": {"id": "1", "createdDateTime": f"2026-11-{10 - number % 9:02}T08:00:00Z"}}  # fmt: skip

    def message(self, chat: str, number: int) -> dict[str, Any]:
        when = NOW - timedelta(hours=number)
        return {"id": str(1_700_000_000_000 - number), "chatId": chat, "messageType": "message", "createdDateTime": f"{when:%Y-%m-%dT%H:%M:%S.123Z}",
                "from": {"user": {"id": f"100{1 + number % 2}", "displayName": "Somebody"}},
                "body": {"contentType": "html", "content": f"<p>High water at {number % 24}</p>"}}  # fmt: skip


@dataclass
class Access:
    """A sign-in that renews to the next token."""

    scopes: frozenset[str] = DEFAULT
    tokens: tuple[str, ...] = ("t1",)
    used: int = 0

    def __call__(self, renew: bool) -> str:
        from connectors.base import CredentialRefused

        if renew:
            self.used += 1
            if self.used >= len(self.tokens):
                raise CredentialRefused("the sign-in to Microsoft has ended", "day1 auth microsoft")
        return f"Bearer {self.tokens[min(self.used, len(self.tokens) - 1)]}"


PATIENT, IMPATIENT = HttpLimits(), HttpLimits(read=0.3)


@pytest.fixture
def graph_contract() -> Callable[..., Contract]:
    csdl(), permissions()  # read before the first request, which should not wait for it
    return Contract


@pytest.fixture
def graph_permissions() -> Callable[[], Any]:
    return permissions


@pytest.fixture
def fake_graph(answer: type[Any]) -> Callable[..., FakeGraph]:
    def make(contract: Any = None, **options: Any) -> FakeGraph:
        return FakeGraph(answer, contract or Unchecked(), **options)

    return make


@pytest.fixture
def microsoft(loopback: Any, fake_time: Any) -> Callable[..., Any]:
    """A connector on a fake account, and the server it asks."""

    def make(
        fake: FakeGraph,
        access: Access | None = None,
        subject: str = "",
        impatient: bool = False,
        **limits: Any,
    ) -> tuple[MicrosoftConnector, Any]:
        server = loopback(fake)
        made = MicrosoftConnector(
            access or Access(fake.contract.scopes), (), subject, root=f"{server.url}/v1.0", limits=replace(MICROSOFT, **limits),
            http=IMPATIENT if impatient else PATIENT, clock=fake_time.clock, sleep=fake_time.sleep, now=lambda: NOW,
        )  # fmt: skip
        return made, server

    return make


@pytest.fixture
def graph_access() -> type[Access]:
    return Access


def _records(items: list[Item]) -> dict[str, Any]:
    """What came, by uri, marks and skips left out; the later of two of the same uri."""
    return {item.uri: item for item in items if not isinstance(item, Mark | Skip)}


@pytest.fixture
def by_uri() -> Callable[[list[Item]], dict[str, Any]]:
    return _records
