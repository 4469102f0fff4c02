"""The address book, and the addresses Google collected by itself (developers.google.com/people)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from connectors.export_lines import cards, plain_line, structured_line, text_line
from connectors.exports.entry import Context
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.google.api import GoogleApi, Parameters
from connectors.limits import GoogleLimits
from connectors.records import Item, Mark, Skip
from connectors.web import Refused

FIELDS = "names,nicknames,emailAddresses,organizations,biographies,relations,memberships,addresses,metadata"
OTHER_FIELDS = "names,emailAddresses,metadata"
PAGE = 1_000
BATCH = 200


def read_contacts(api: GoogleApi, context: Context, limits: GoogleLimits, place: str) -> Iterator[Item]:
    """The address book, last changed first."""
    groups = _groups(api, limits)
    asked: Parameters = {"personFields": FIELDS, "pageSize": PAGE, "sortOrder": "LAST_MODIFIED_DESCENDING"}
    yield from _people(
        api, "people/me/connections", asked, "connections", context, limits.contacts, groups, place
    )


def read_others(api: GoogleApi, context: Context, limits: GoogleLimits, place: str) -> Iterator[Item]:
    """People the person wrote to, as Google kept them."""
    asked: Parameters = {"readMask": OTHER_FIELDS, "pageSize": PAGE}
    yield from _people(
        api, "otherContacts", asked, "otherContacts", context, limits.other_contacts, {}, place
    )


def names_of(api: GoogleApi, users: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Number of a user → name and address, as far as Google tells; nothing without the right to ask."""
    found: dict[str, tuple[str, str]] = {}
    wanted = sorted(set(users))
    for start in range(0, len(wanted), BATCH):
        resources = [f"people/{one}" for one in wanted[start : start + BATCH]]
        sources = ["READ_SOURCE_TYPE_PROFILE", "READ_SOURCE_TYPE_CONTACT", "READ_SOURCE_TYPE_DOMAIN_CONTACT"]
        asked: Parameters = {
            "resourceNames": resources,
            "personFields": "names,emailAddresses",
            "sources": sources,
        }
        try:
            answer = api.get("people", "people:batchGet", asked)
        except Refused:
            return found
        for one in objects_at(answer, "responses"):
            person = object_at(one, "person")
            name = _first(person, "names", "displayName")
            address = _first(person, "emailAddresses", "value").lower()
            number = text_at(one, "requestedResourceName") or text_at(person, "resourceName")
            found[number.removeprefix("people/")] = (name, address)
    return found


def _people(
    api: GoogleApi,
    path: str,
    asked: Parameters,
    within: str,
    context: Context,
    most: int,
    groups: dict[str, str],
    place: str,
) -> Iterator[Item]:
    number, _, token = place.partition(":")
    done = int(number) if number.isdigit() else 0
    for page, following in api.pages("people", path, asked, token):
        people = objects_at(page, within)[: most - done]
        done += len(people)
        yield from cards((_card(one, groups) for one in people), context, f"google/{within}")
        if following and done >= most:
            yield Skip(f"google:{within}", f"beyond {most} people")
            return
        if following:
            total = page.get("totalSize")
            yield Mark(f"{done}:{following}", done, total if isinstance(total, int) else 0)


def _groups(api: GoogleApi, limits: GoogleLimits) -> dict[str, str]:
    """Resource name → name of the labels the person made; Google's own say nothing."""
    try:
        listed = list(api.items("people", "contactGroups", {"pageSize": 200}, "contactGroups", limits.groups))
    except Refused:
        return {}
    return {
        text_at(one, "resourceName"): text_at(one, "name")
        for one in listed
        if text_at(one, "groupType") == "USER_CONTACT_GROUP"
    }


def _card(raw: dict[str, Any], groups: dict[str, str]) -> list[str]:
    work = next((one for one in objects_at(raw, "organizations") if one.get("current") is True), None)
    work = work or next(iter(objects_at(raw, "organizations")), {})
    name = next(iter(objects_at(raw, "names")), {})
    member_of = [
        groups.get(text_at(object_at(one, "contactGroupMembership"), "contactGroupResourceName"), "")
        for one in objects_at(raw, "memberships")
    ]
    sources = objects_at(object_at(raw, "metadata"), "sources")
    changed = max((text_at(one, "updateTime") for one in sources), default="")
    spelt = [
        text_at(name, key)
        for key in ("familyName", "givenName", "middleName", "honorificPrefix", "honorificSuffix")
    ]
    addresses = [text_at(one, "value") for one in objects_at(raw, "emailAddresses")]
    towns = [text_at(one, "city") for one in objects_at(raw, "addresses") if text_at(one, "type") == "work"]
    return [
        text_line("FN", text_at(name, "displayName")),
        structured_line("N", spelt),
        *(text_line("NICKNAME", text_at(one, "value")) for one in objects_at(raw, "nicknames")),
        *(plain_line("EMAIL", address) for address in addresses),
        structured_line("ORG", (text_at(work, "name"), text_at(work, "department"))),
        text_line("TITLE", text_at(work, "title")),
        text_line("NOTE", _first(raw, "biographies", "value")),
        *(text_line("CATEGORIES", group) for group in member_of),
        *(
            text_line("RELATED", text_at(one, "person"), TYPE=text_at(one, "type"))
            for one in objects_at(raw, "relations")
        ),
        *(structured_line("ADR", ("", "", "", town)) for town in towns[:1]),
        plain_line("REV", changed),
    ]


def _first(raw: dict[str, Any], key: str, inside: str) -> str:
    return text_at(next(iter(objects_at(raw, key)), {}), inside)
