"""Whose account it is, manager and reports, the address book, and the people Microsoft ranks as closest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from connectors.export_lines import cards, plain_line, structured_line, text_line
from connectors.exports.entry import Context
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.limits import MicrosoftLimits
from connectors.microsoft.graph import Graph, Parameters
from connectors.records import Contact, Failure, Item, Mark, Skip
from connectors.web import Refused

OWN = "id,displayName,givenName,surname,mail,userPrincipalName,otherMails,proxyAddresses,jobTitle,department,companyName,city"
SHORT = "id,displayName,mail,userPrincipalName,jobTitle,department"
CARD = (
    "id,displayName,givenName,surname,middleName,nickName,emailAddresses,companyName,department,jobTitle,manager,"
    "assistantName,personalNotes,categories,businessAddress,lastModifiedDateTime"
)
CLOSE = "id,displayName,givenName,surname,companyName,department,jobTitle,scoredEmailAddresses,personType"


@dataclass(frozen=True, slots=True)
class Account:
    """The account that is read; ``me`` are all addresses known to be the person's own."""

    id: str
    address: str
    me: tuple[str, ...]
    told: dict[str, Any]


def read_account(graph: Graph, declared: tuple[str, ...] = ()) -> Account:
    """Whose account it is. Raises as ``Graph.get``."""
    told = graph.get("mail", graph.person, {"$select": OWN})
    aliases = [
        one.partition(":")[2] for one in _texts(told, "proxyAddresses") if one.lower().startswith("smtp:")
    ]
    named = [text_at(told, "mail"), text_at(told, "userPrincipalName"), *_texts(told, "otherMails"), *aliases]
    me = tuple(
        dict.fromkeys(one.lower() for one in (*named, *declared) if "@" in one and "#EXT#" not in one.upper())
    )
    return Account(text_at(told, "id"), me[0] if me else "", me, told)


def read_own(
    graph: Graph, account: Account, source: str, limits: MicrosoftLimits, with_manager: bool, place: str
) -> Iterator[Item]:
    """The account's own card with manager and reports, and their cards, where the tenant lets them be seen."""
    people: list[tuple[str, dict[str, Any]]] = []
    if with_manager:
        try:
            people.append(("manager", graph.get("mail", f"{graph.person}/manager", {"$select": SHORT})))
        except Refused as refused:
            if refused.status != 404:  # nobody above, or no directory at all
                yield Failure("microsoft:manager", f"your manager can't be asked for ({refused})")
    try:
        asked: Parameters = {"$select": SHORT, "$top": 100}
        found = graph.items("mail", f"{graph.person}/directReports", asked, limits.reports)
        people += [("report", one) for one in found]
    except Refused:
        pass  # a personal account has none
    told = account.told
    title = text_at(told, "displayName")
    spelt = f"{text_at(told, 'givenName')} {text_at(told, 'surname')}".strip()
    yield Contact(
        uri=f"contact:profile/{account.address or account.id}",
        source=source,
        when=None,
        title=title or account.address,
        addresses=(*account.me, *((f"teams:{account.id}",) if account.id else ())),
        names=(spelt,) if spelt and spelt != title else (),
        organization=text_at(told, "companyName"),
        department=text_at(told, "department"),
        role=text_at(told, "jobTitle"),
        relations=tuple((label, name) for label, one in people if (name := text_at(one, "displayName"))),
        locality=text_at(told, "city"),
        own=True,
    )
    yield from cards((_colleague(one) for _, one in people), Context(source), "microsoft/organisation")


def read_contacts(graph: Graph, context: Context, limits: MicrosoftLimits, place: str) -> Iterator[Item]:
    """The address book, last changed first."""
    asked: Parameters = {"$select": CARD, "$top": limits.page, "$orderby": "lastModifiedDateTime desc"}
    yield from _people(graph, f"{graph.person}/contacts", asked, context, limits.contacts, place)


def read_close(graph: Graph, context: Context, limits: MicrosoftLimits, place: str) -> Iterator[Item]:
    """People by closeness, as Microsoft counts it over mail, chat and organisation."""
    asked: Parameters = {
        "$select": CLOSE,
        "$top": min(100, limits.people),
        "$filter": "personType/class eq 'Person'",
    }
    yield from _people(graph, f"{graph.person}/people", asked, context, limits.people, place)


def _people(
    graph: Graph, path: str, asked: Parameters, context: Context, most: int, place: str
) -> Iterator[Item]:
    number, _, link = place.partition(" ")
    done = int(number) if number.isdigit() else 0
    write = partial(_person, "scoredEmailAddresses" if path.endswith("people") else "emailAddresses")
    for page, following in graph.pages("mail", path, asked, link):
        people = page[: most - done]
        done += len(people)
        yield from cards(map(write, people), context, path)
        if following and done >= most:
            yield Skip(f"microsoft:{path.rpartition('/')[2]}", f"beyond {most} people")
            return
        if following:
            yield Mark(f"{done} {following}", done)


def _person(addresses: str, raw: dict[str, Any]) -> list[str]:
    spelt = (text_at(raw, "surname"), text_at(raw, "givenName"), text_at(raw, "middleName"))
    town = text_at(object_at(raw, "businessAddress"), "city")
    return [
        text_line("FN", text_at(raw, "displayName")),
        structured_line("N", spelt),
        text_line("NICKNAME", text_at(raw, "nickName")),
        *(plain_line("EMAIL", text_at(one, "address")) for one in objects_at(raw, addresses)),
        structured_line("ORG", (text_at(raw, "companyName"), text_at(raw, "department"))),
        text_line("TITLE", text_at(raw, "jobTitle")),
        text_line("NOTE", text_at(raw, "personalNotes")),
        *(text_line("CATEGORIES", one) for one in _texts(raw, "categories")),
        text_line("X-MS-MANAGER", text_at(raw, "manager")),
        text_line("X-MS-ASSISTANT", text_at(raw, "assistantName")),
        structured_line("ADR", ("", "", "", town)) if town else "",
        plain_line("REV", text_at(raw, "lastModifiedDateTime")),
    ]


def _colleague(raw: dict[str, Any]) -> list[str]:
    return [
        text_line("FN", text_at(raw, "displayName")),
        plain_line("EMAIL", text_at(raw, "mail") or text_at(raw, "userPrincipalName")),
        structured_line("ORG", ("", text_at(raw, "department"))),
        text_line("TITLE", text_at(raw, "jobTitle")),
    ]


def _texts(raw: dict[str, Any], key: str) -> list[str]:
    listed = raw.get(key)
    return [one for one in listed if isinstance(one, str)] if isinstance(listed, list) else []
