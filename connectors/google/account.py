"""Whose account it is: addresses, names, aliases of Gmail, and the account's own card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from connectors.exports.fields import objects_at, text_at
from connectors.google.api import GoogleApi
from connectors.google.scopes import MAIL, PROFILE
from connectors.records import Contact, Failure, Item
from connectors.web import Refused


@dataclass(frozen=True, slots=True)
class Account:
    """The account that is read.

    Attributes:
        address: its main address, lower case.
        workspace: it belongs to an organisation (the ``hd`` claim).
        me: all addresses known to be the person's own, declared ones among them.
        user: its number, as People and Chat have it; empty where unknown.
    """

    address: str
    workspace: bool
    me: tuple[str, ...]
    user: str
    told: dict[str, Any]
    person: dict[str, Any]


def look(api: GoogleApi) -> dict[str, Any]:
    """The identity behind the token. Raises as ``GoogleApi.get``."""
    return api.get("identity", "userinfo")


def read_account(api: GoogleApi, scopes: frozenset[str], declared: tuple[str, ...]) -> Account:
    """Everything that tells whose account it is; what a scope or Google refuses is left out."""
    told = look(api)
    person: dict[str, Any] = {}
    if PROFILE in scopes:
        try:
            fields = "names,emailAddresses,organizations,locations,metadata"
            person = api.get("people", "people/me", {"personFields": fields})
        except Refused:
            pass
    addresses = [text_at(told, "email")]
    addresses += [text_at(one, "value") for one in objects_at(person, "emailAddresses")]
    if MAIL in scopes:
        addresses += _aliases(api)
    own = tuple(dict.fromkeys(one.lower() for one in (*addresses, *declared) if "@" in one))
    number = text_at(person, "resourceName").removeprefix("people/") or text_at(told, "id")
    return Account(text_at(told, "email").lower(), bool(text_at(told, "hd")), own, number, told, person)


def own_card(account: Account, source: str) -> Iterator[Item]:
    """The account's own card, under the uri that Takeout's profile has."""
    names = objects_at(account.person, "names")
    title = text_at(names[0], "displayName") if names else text_at(account.told, "name")
    spelt = [f"{text_at(one, 'givenName')} {text_at(one, 'familyName')}".strip() for one in names]
    work = next(iter(objects_at(account.person, "organizations")), {})
    if not account.address:
        yield Failure("google:profile", "Google does not say whose account it is")
        return
    yield Contact(
        uri=f"contact:profile/{account.address}",
        source=source,
        when=None,
        title=title or account.address,
        addresses=account.me,
        names=tuple(
            dict.fromkeys(name for name in (*spelt, text_at(account.told, "name")) if name and name != title)
        ),
        organization=text_at(work, "name"),
        department=text_at(work, "department"),
        role=text_at(work, "title"),
        own=True,
    )


def _aliases(api: GoogleApi) -> list[str]:
    """Addresses that Gmail lets the person send from; those not verified prove nothing."""
    try:
        listed = api.get("mail", "settings/sendAs", units=1)
    except Refused:
        return []
    return [
        text_at(one, "sendAsEmail")
        for one in objects_at(listed, "sendAs")
        if one.get("isPrimary") is True or text_at(one, "verificationStatus") == "accepted"
    ]
