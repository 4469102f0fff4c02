from __future__ import annotations

import base64
import importlib.resources
import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from connectors.google import SCOPES, GoogleConnector
from connectors.limits import GOOGLE, HttpLimits
from connectors.records import Item, Mark, Skip

ADA = "ada@fjord.example"
BRAM = "bram@fjord.example"
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
DEFAULT = frozenset(scope.name for scope in SCOPES if scope.preset)
AUTH = "https://www.googleapis.com/auth/"
MOST = {
    "gmail.users.messages.list": ("maxResults", 500),
    "calendar.events.list": ("maxResults", 2_500),
    "calendar.calendarList.list": ("maxResults", 250),
    "people.people.connections.list": ("pageSize", 1_000),
    "people.otherContacts.list": ("pageSize", 1_000),
    "people.contactGroups.list": ("pageSize", 1_000),
    "drive.files.list": ("pageSize", 1_000),
    "chat.spaces.list": ("pageSize", 1_000),
    "chat.spaces.members.list": ("pageSize", 1_000),
    "chat.spaces.messages.list": ("pageSize", 1_000),
}
"""Limits that stand in the prose of the reference only."""
SERVICES = (("gmail", "v1", ""), ("calendar", "v3", ""), ("drive", "v3", ""), ("people", "v1", ""), ("chat", "v1", "/chat-host"),
            ("oauth2", "v2", ""))  # fmt: skip


def to_schema(node: dict[str, Any]) -> dict[str, Any]:
    """A schema of a discovery document as JSON Schema; members it does not name are wrong."""
    if "$ref" in node:
        return {"$ref": "#/$defs/" + node["$ref"]}
    kind, made = node.get("type"), {}
    if kind == "any":
        return {}
    if node.get("format") in ("int64", "uint64") and kind == "string":
        return {"type": "string", "pattern": r"^-?\d+$"}
    if kind:
        made["type"] = kind
    if "enum" in node:
        made["enum"] = node["enum"]
    if kind == "object" and "properties" in node:
        made["properties"] = {name: to_schema(one) for name, one in node["properties"].items()}
        made["additionalProperties"] = "additionalProperties" in node
    if kind == "array" and "items" in node:
        made["items"] = to_schema(node["items"])
    return made


@cache
def documents() -> list[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    """(service, base path, discovery document, schemas) as the vendor's own package holds them."""
    folder = importlib.resources.files("googleapiclient.discovery_cache.documents")
    found = []
    for name, version, host in SERVICES:
        told = json.loads((folder / f"{name}.{version}.json").read_text(encoding="utf-8"))
        base = host + "/" + told["servicePath"]
        found.append((name, base, told, {key: to_schema(one) for key, one in told["schemas"].items()}))
    return found


@cache
def routes() -> list[tuple[str, re.Pattern[str], str, dict[str, Any], frozenset[str], str]]:
    found: list[Any] = []

    def walk(service: str, base: str, node: dict[str, Any], common: frozenset[str], before: str) -> None:
        for name, method in node.get("methods", {}).items():
            path = base + method.get("flatPath", method["path"])
            pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(path))
            found.append(
                (method["httpMethod"], re.compile(pattern), f"{before}{name}", method, common, service)
            )
        for name, inner in node.get("resources", {}).items():
            walk(service, base, inner, common, f"{before}{name}.")

    for service, base, told, _ in documents():
        walk(service, base, told, frozenset(told.get("parameters", {})) | {"fields"}, f"{service}.")
    return found


@dataclass
class Contract:
    """Checks every request and every answer against Google's discovery documents."""

    scopes: frozenset[str] = DEFAULT
    violations: list[str] = field(default_factory=list)
    methods: list[str] = field(default_factory=list)
    first: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)

    def request(self, asked: Any) -> tuple[str, dict[str, Any], dict[str, str]]:
        for verb, pattern, name, method, common, _ in routes():
            if verb == asked.method and (match := pattern.fullmatch(asked.path)):
                self.methods.append(name)
                given = {key: unquote(value) for key, value in match.groupdict().items()}
                self._parameters(name, method, common, asked, given)
                if not self.scopes & {*method.get("scopes", ())}:
                    self.violations.append(f"{name}: no scope that allows it")
                return name, method, given
        self.violations.append(f"unknown: {asked.method} {asked.path}")
        return "", {}, {}

    def _parameters(
        self, name: str, method: dict[str, Any], common: frozenset[str], asked: Any, given: dict[str, str]
    ) -> None:
        known = method.get("parameters", {})
        for key, value in asked.pairs:
            if key in common:
                continue
            if key not in known:
                self.violations.append(f"{name}: unknown parameter {key}")
                continue
            rule = known[key]
            if not rule.get("repeated") and sum(one == key for one, _ in asked.pairs) > 1:
                self.violations.append(f"{name}: {key} twice")
            if rule["type"] == "integer" and not value.isdigit():
                self.violations.append(f"{name}: {key} is no number")
            if rule["type"] == "boolean" and value not in ("true", "false"):
                self.violations.append(f"{name}: {key} is neither true nor false")
            if "enum" in rule and value not in rule["enum"]:
                self.violations.append(f"{name}: {key}={value} is none of its values")
        for key, rule in known.items():
            if rule.get("required") and key not in asked.query and rule.get("location") != "path":
                self.violations.append(f"{name}: without {key}")
        if name == "chat.spaces.messages.list":
            if asked.query.get("orderBy", "create_time DESC") not in ("create_time DESC", "create_time ASC"):
                self.violations.append(f"{name}: no such order")
            if not re.fullmatch(
                r'create_time > "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"', asked.query.get("filter", "")
            ):
                self.violations.append(f"{name}: no such filter")
        key, most = MOST.get(name, ("", 0))
        if key and int(asked.query.get(key, 0)) > most:
            self.violations.append(f"{name}: {key} above {most}")
        if (
            name.startswith("people.")
            and name.split(".")[-1] in ("get", "getBatchGet", "list")
            and "contactGroups" not in name
            and (not {"personFields", "readMask"} & asked.query.keys())
        ):
            self.violations.append(f"{name}: without a field mask")
        if sum(one == "resourceNames" for one, _ in asked.pairs) > 200:
            self.violations.append(f"{name}: more than 200 people at once")
        rest = tuple(pair for pair in asked.pairs if pair[0] != "pageToken")
        where = f"{asked.path}?{asked.query.get('q', '')}{asked.query.get('labelIds', '')}"
        if "pageToken" in asked.query and self.first.get(where, rest) != rest:
            self.violations.append(f"{name}: other parameters on a later page")
        self.first[where] = rest

    def answer(self, name: str, method: dict[str, Any], body: Any) -> None:
        reference = method.get("response", {}).get("$ref")
        if not reference:
            return
        schemas = next(one for service, _, _, one in documents() if name.startswith(f"{service}."))
        validator = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{reference}", "$defs": schemas})
        for error in validator.iter_errors(body):
            self.violations.append(f"{name}: answer: {'/'.join(map(str, error.path))}: {error.message[:150]}")


def docx(text: str) -> bytes:
    """The smallest file Word opens."""
    kinds = (
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
        'wordprocessingml.document.main+xml"/></Types>'
    )
    links = (
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="word/document.xml"/></Relationships>'
    )
    body = (
        '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
        f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"
    )
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, part in (
            ("[Content_Types].xml", kinds),
            ("_rels/.rels", links),
            ("word/document.xml", body),
        ):
            archive.writestr(name, part)
    return data.getvalue()


@dataclass
class FakeGoogle:
    """A made-up person's Google account, of any size.

    ``trouble`` may answer instead: it gets the request and its number, and returns an answer or None.
    """

    Answer: type[Any]
    contract: Contract
    sent: int = 3
    received: int = 2
    events: int = 4
    files: int = 4
    spaces: int = 2
    messages: int = 3
    contacts: int = 3
    others: int = 2
    page: int = 0
    workspace: bool = True
    trouble: Callable[[Any, int], Any] = lambda asked, number: None
    number: int = 0
    token: str = "t1"

    def __call__(self, asked: Any) -> Any:
        self.number += 1
        special = self.trouble(asked, self.number)
        if special is not None:
            return special
        if asked.headers.get("authorization") != f"Bearer {self.token}":
            return self.Answer(
                {"error": {"code": 401, "message": "Invalid Credentials", "status": "UNAUTHENTICATED"}},
                status=401,
            )
        if asked.path.startswith("/docs-host/"):
            return self.Answer(b"Plain text of a large file.")
        name, method, given = self.contract.request(asked)
        body = getattr(self, name.replace(".", "_"), lambda *_: None)(asked, given)
        if body is None:
            return self.Answer({"error": {"code": 404, "errors": [{"reason": "notFound"}]}}, status=404)
        if not isinstance(body, dict):
            return body if isinstance(body, self.Answer) else self.Answer(body)
        self.contract.answer(name, method, body)
        return self.Answer(body)

    def _page(
        self, asked: Any, within: str, items: range, make: Callable[[int], Any], size: str, **more: Any
    ) -> dict[str, Any]:
        count = int(asked.query.get(size, 100))
        count = min(count, self.page) if self.page else count
        start = int(asked.query.get("pageToken", "p0")[1:])
        found = {within: [make(number) for number in items[start : start + count]], **more}
        return {**found, "nextPageToken": f"p{start + count}"} if start + count < len(items) else found

    # --- identity and people

    def oauth2_userinfo_get(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        told = {"id": "1001", "email": ADA.title(), "verified_email": True, "name": "Ada Lindqvist"}
        return {**told, "hd": "fjord.example"} if self.workspace else told

    def people_people_get(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        return {
            "resourceName": "people/1001",
            "names": [{"displayName": "Ada Lindqvist", "givenName": "Ada", "familyName": "Lindqvist"}],
            "emailAddresses": [{"value": ADA}],
            "organizations": [{"name": "Fjord", "title": "Hydrographer", "department": "Charts"}],
        }

    def people_people_getBatchGet(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        people = {"people/1001": ("Ada Lindqvist", ADA), "people/1002": ("Bram de Wit", BRAM)}
        wanted = [value for key, value in asked.pairs if key == "resourceNames"]
        known = [(one, *people[one]) for one in wanted if one in people]
        return {
            "responses": [
                {"requestedResourceName": one, "httpStatusCode": 200, "person": {
                    "resourceName": one, "names": [{"displayName": name}], "emailAddresses": [{"value": address}]}}
                for one, name, address in known
            ]
        }  # fmt: skip

    def people_contactGroups_list(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        groups = [
            {"resourceName": "contactGroups/7", "groupType": "USER_CONTACT_GROUP", "name": "Pilots"},
            {
                "resourceName": "contactGroups/myContacts",
                "groupType": "SYSTEM_CONTACT_GROUP",
                "name": "myContacts",
            },
        ]
        return {"contactGroups": groups, "totalItems": 2}

    def people_people_connections_list(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        return self._page(
            asked, "connections", range(self.contacts), self.person, "pageSize", totalPeople=self.contacts
        )

    def people_otherContacts_list(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        def make(number: int) -> dict[str, Any]:
            return {
                "resourceName": f"otherContacts/o{number}",
                "emailAddresses": [{"value": f"other{number}@quay.example"}],
            }

        return self._page(asked, "otherContacts", range(self.others), make, "pageSize")

    def person(self, number: int) -> dict[str, Any]:
        return {
            "resourceName": f"people/c{number}",
            "names": [
                {"displayName": f"Pilot {number}, Ms", "givenName": "Pilot", "familyName": str(number)}
            ],
            "emailAddresses": [
                {"value": f"Pilot{number}@quay.example"},
                {"value": f"p{number}@home.example"},
            ],
            "organizations": [
                {"name": "Quay; Sons", "department": "Deck", "title": "Pilot", "current": True}
            ],
            "biographies": [{"value": "Met at the harbour,\nin May"}],
            "memberships": [{"contactGroupMembership": {"contactGroupResourceName": "contactGroups/7"}}],
            "relations": [{"person": "Ines Roy", "type": "manager"}],
            "metadata": {"sources": [{"type": "CONTACT", "id": "1", "updateTime": "2026-05-01T08:00:00Z"}]},
        }

    # --- mail

    def gmail_users_labels_list(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        return {
            "labels": [
                {"id": "SENT", "name": "SENT", "type": "system"},
                {"id": "Label_4", "name": "Harbour", "type": "user"},
            ]
        }

    def gmail_users_labels_get(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        return {"id": "SENT", "name": "SENT", "type": "system", "messagesTotal": self.sent}

    def gmail_users_settings_sendAs_list(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        return {
            "sendAs": [
                {"sendAsEmail": ADA, "isPrimary": True},
                {"sendAsEmail": "charts@fjord.example", "verificationStatus": "accepted"},
                {"sendAsEmail": "boss@fjord.example", "verificationStatus": "pending"},
            ]
        }

    def gmail_users_messages_list(self, asked: Any, given: dict[str, str]) -> Any:
        narrow = AUTH + "gmail.metadata" in self.contract.scopes
        if "q" in asked.query and narrow:
            self.contract.violations.append("q with the metadata scope")
        sent = asked.query.get("labelIds") == "SENT"
        count = self.sent if sent else self.received
        first = "5" if sent else "6"

        def make(number: int) -> dict[str, str]:
            return {"id": f"{first}{number:06x}", "threadId": f"{first}{number // 2:06x}"}

        return self._page(asked, "messages", range(count), make, "maxResults", resultSizeEstimate=201)

    def gmail_users_messages_get(self, asked: Any, given: dict[str, str]) -> Any:
        name = given["id"]
        raw = self.raw(name)
        told = {
            "id": name,
            "threadId": f"{name[0]}{int(name[1:], 16) // 2:06x}",
            "labelIds": ["SENT"] if name[0] == "5" else ["INBOX", "Label_4"],
            "internalDate": "1794650000000",
        }
        if asked.query["format"] == "raw":
            if AUTH + "gmail.readonly" not in self.contract.scopes:
                self.contract.violations.append("raw with the metadata scope")
            return {**told, "raw": base64.urlsafe_b64encode(raw).decode()}
        head = raw.split(b"\r\n\r\n")[0].decode().split("\r\n")
        return {
            **told,
            "payload": {
                "headers": [dict(zip(("name", "value"), line.split(": ", 1), strict=True)) for line in head]
            },
        }

    def raw(self, name: str) -> bytes:
        number = int(name[1:], 16)
        sent = name[0] == "5"
        writer, reader = (
            (f"Ada Lindqvist <{ADA}>", f"Bram de Wit <{BRAM}>") if sent else (f"Bram <{BRAM}>", ADA)
        )
        when = f"{NOW - timedelta(hours=number):%a, %d %b %Y %H:%M:%S} +0100"
        answered = "" if sent else f"In-Reply-To: <5{number:06x}@mail.fjord.example>\r\n"
        return (
            f"From: {writer}\r\nTo: {reader}\r\nSubject: Tide table {number}\r\nDate: {when}\r\n{answered}"
            f"Message-ID: <{name}@mail.fjord.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
            f"The table of pier {number} is ready.\r\n"
        ).encode()

    # --- calendar

    def calendar_calendarList_list(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        return {
            "items": [
                {"id": "no.norwegian#holiday@group.v.calendar.google.com", "summary": "Holidays", "accessRole": "reader",
                 "timeZone": "Europe/Oslo"},
                {"id": ADA, "summary": ADA, "primary": True, "accessRole": "owner", "timeZone": "Europe/Oslo"},
            ]
        }  # fmt: skip

    def calendar_events_list(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        if "holiday" in given["calendarId"]:
            day = {"id": "h1", "iCalUID": "h1@google.com", "status": "confirmed", "summary": "Constitution Day",
                   "start": {"date": "2026-05-17"}, "end": {"date": "2026-05-18"}}  # fmt: skip
            return {"items": [day]}
        return self._page(asked, "items", range(self.events), self.event, "maxResults", summary=ADA)

    def event(self, number: int) -> dict[str, Any]:
        told: dict[str, Any] = {
            "id": f"e{number}",
            "iCalUID": f"e{number}@google.com",
            "status": "confirmed",
            "summary": f"Survey, pier {number}",
            "htmlLink": f"https://www.google.com/calendar/event?eid=e{number}",
            "created": "2026-01-02T08:00:00.000Z",
            "updated": "2026-02-02T08:00:00.000Z",
            "organizer": {"email": ADA, "self": True},
        }
        if number % 4 == 2:  # a moved instance of the series before
            series = f"e{number - 1}"
            return {
                **told,
                "id": f"{series}_20261110T080000Z",
                "iCalUID": f"{series}@google.com",
                "recurringEventId": series,
                "originalStartTime": {"dateTime": "2026-11-10T09:00:00+01:00", "timeZone": "Europe/Oslo"},
                **self.times("2026-11-10T11:00:00+01:00", "2026-11-10T11:30:00+01:00"),
            }
        if number % 4 == 3:  # a cancelled instance of it
            series = f"e{number - 2}"
            start = {"dateTime": "2026-11-17T09:00:00+01:00", "timeZone": "Europe/Oslo"}
            return {
                "id": f"{series}_20261117T080000Z",
                "status": "cancelled",
                "recurringEventId": series,
                "originalStartTime": start,
            }
        if number % 4 == 1:
            guests = [
                {"email": ADA, "self": True, "responseStatus": "accepted"},
                {
                    "email": BRAM,
                    "displayName": "Bram de Wit",
                    "responseStatus": "needsAction",
                    "optional": True,
                },
            ]
            return {**told, "recurrence": ["RRULE:FREQ=WEEKLY;BYDAY=TU"], "attendees": guests, "location": "Pier; one",
                    "hangoutLink": "https://meet.example/abc", **self.times("2026-01-06T09:00:00+01:00", "2026-01-06T09:30:00+01:00")}  # fmt: skip
        return {**told, **self.times("2026-07-06T09:00:00+02:00", "2026-07-06T10:00:00+02:00")}

    def times(self, start: str, end: str) -> dict[str, Any]:
        return {
            key: {"dateTime": one, "timeZone": "Europe/Oslo"} for key, one in (("start", start), ("end", end))
        }

    # --- drive

    def drive_files_list(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        condition = asked.query["q"]
        if condition.startswith("starred"):
            numbers = range(1)
        elif condition.startswith("'me'"):
            numbers = range(self.files - 1)
        else:
            numbers = range(self.files - 1, self.files)
        return self._page(asked, "files", numbers, self.file, "pageSize", incompleteSearch=False)

    def file(self, number: int) -> dict[str, Any]:
        mine = number != self.files - 1
        kinds = ("application/vnd.google-apps.document", "text/markdown", "image/svg+xml")
        owner = {"displayName": "Ada Lindqvist", "emailAddress": ADA, "me": True} if mine else {
            "displayName": "Bram de Wit", "emailAddress": BRAM, "me": False}  # fmt: skip
        endings = ("", ".md", ".svg")
        return {
            "id": f"file-{number:08}",
            "name": f"Harbour plan {number}{endings[number % 3]}",
            "mimeType": kinds[number % 3],
            "owners": [owner],
            "lastModifyingUser": {"displayName": "Ada Lindqvist", "emailAddress": ADA, "me": True},
            "createdTime": "2026-01-01T08:00:00.000Z",
            "modifiedTime": "2026-10-01T08:00:00.000Z",
            "modifiedByMe": True,
            "modifiedByMeTime": "2026-10-01T08:00:00.000Z",
            "starred": number == 0,
            "size": "40",
            "webViewLink": f"https://docs.google.com/document/d/file-{number:08}/edit",
            "permissions": [
                {"type": "user", "role": "owner", "displayName": owner["displayName"], "emailAddress": owner["emailAddress"]},
                {"type": "user", "role": "writer", "displayName": "Ines Roy", "emailAddress": "ines@fjord.example"},
            ],
        }  # fmt: skip

    def drive_files_export(self, asked: Any, given: dict[str, str]) -> Any:
        return self.Answer(docx(f"Soundings of {given['fileId']}"))

    def drive_files_get(self, asked: Any, given: dict[str, str]) -> Any:
        if asked.query.get("alt") == "media":
            return self.Answer(f"# Soundings\n\nDepths of {given['fileId']}".encode())
        return {"exportLinks": {"text/plain": f"{self.root(asked)}/docs-host/export?id={given['fileId']}"}}

    def root(self, asked: Any) -> str:
        return f"http://{asked.headers['host']}"

    # --- chat

    def chat_spaces_list(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        def make(number: int) -> dict[str, Any]:
            shape = "DIRECT_MESSAGE" if number else "SPACE"
            named = (
                {}
                if number
                else {"displayName": "Pier works", "spaceDetails": {"description": "All about piers"}}
            )
            return {"name": f"spaces/AA{number}", "spaceType": shape, "lastActiveTime": f"2026-11-{10 - number % 9:02}T08:00:00Z",
                    "createTime": "2026-01-01T08:00:00Z", "spaceUri": f"https://chat.google.com/room/AA{number}", **named}  # fmt: skip

        return self._page(asked, "spaces", range(self.spaces), make, "pageSize")

    def chat_spaces_members_list(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        users = ("1001", "1002")
        return {
            "memberships": [
                {
                    "name": f"spaces/{given['spacesId']}/members/{one}",
                    "state": "JOINED",
                    "member": {"name": f"users/{one}", "type": "HUMAN"},
                }
                for one in users
            ]
        }

    def chat_spaces_messages_list(self, asked: Any, given: dict[str, str]) -> dict[str, Any]:
        space = given["spacesId"]

        def make(number: int) -> dict[str, Any]:
            return {
                "name": f"spaces/{space}/messages/T{number // 2}.M{number}",
                "sender": {"name": f"users/100{1 + number % 2}", "type": "HUMAN"},
                "createTime": f"{NOW - timedelta(hours=number):%Y-%m-%dT%H:%M:%S.123456Z}",
                "text": f"> is it high?\nHigh water at {number % 24}",
                "thread": {"name": f"spaces/{space}/threads/T{number // 2}"},
                "space": {"name": f"spaces/{space}"},
            }

        return self._page(asked, "messages", range(self.messages), make, "pageSize")


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
                raise CredentialRefused("the sign-in to Google has ended", "day1 auth google")
        return f"Bearer {self.tokens[min(self.used, len(self.tokens) - 1)]}"


PATIENT, IMPATIENT = HttpLimits(), HttpLimits(read=0.3)


@pytest.fixture(name="docx")
def _docx() -> Callable[[str], bytes]:
    return docx


@pytest.fixture
def google_contract() -> type[Contract]:
    return Contract


@pytest.fixture
def fake_google(answer: type[Any]) -> Callable[..., FakeGoogle]:
    return lambda contract=None, **options: FakeGoogle(answer, contract or Contract(), **options)


@pytest.fixture
def google(loopback: Any, fake_time: Any) -> Callable[..., Any]:
    """A connector on a fake account, and the server it asks."""

    def make(
        fake: FakeGoogle,
        access: Access | None = None,
        me: tuple[str, ...] = (),
        impatient: bool = False,
        **limits: Any,
    ) -> tuple[GoogleConnector, Any]:
        server = loopback(fake)
        roots = {
            "mail": f"{server.url}/gmail/v1/users/me",
            "calendar": f"{server.url}/calendar/v3",
            "drive": f"{server.url}/drive/v3",
            "people": f"{server.url}/v1",
            "chat": f"{server.url}/chat-host/v1",
            "identity": f"{server.url}/oauth2/v2",
            "docs": f"{server.url}/docs-host",
        }
        made = GoogleConnector(
            access or Access(fake.contract.scopes), me, roots=roots, limits=replace(GOOGLE, **limits), http=IMPATIENT if impatient else PATIENT,
            clock=fake_time.clock, sleep=fake_time.sleep, now=lambda: NOW,
        )  # fmt: skip
        return made, server

    return make


@pytest.fixture
def google_access() -> type[Access]:
    return Access


def _records(items: list[Item]) -> dict[str, Any]:
    """What came, by uri, marks and skips left out; the later of two of the same uri."""
    return {item.uri: item for item in items if not isinstance(item, Mark | Skip)}


@pytest.fixture
def by_uri() -> Callable[[list[Item]], dict[str, Any]]:
    return _records
