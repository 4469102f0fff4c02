"""Accounts of GitHub as the parties and contacts that records know."""

from __future__ import annotations

from typing import Any

from connectors.exports.fields import text_at
from connectors.exports.git.people import is_program
from connectors.records import Contact, Party


def account_party(account: Any) -> Party | None:
    """An account under its noreply address, which folds into its person; None for bots and ghosts.

    GitHub makes ``ID+login@users.noreply.github.com`` for everybody (docs.github.com, "Setting your commit
    email address").
    """
    if not isinstance(account, dict) or account.get("type") == "Bot":
        return None
    login, number = text_at(account, "login"), account.get("id")
    if not login or not isinstance(number, int):
        return None
    party = Party(login, f"{number}+{login}@users.noreply.github.com".lower())
    return None if is_program(party) else party


def own_contact(user: dict[str, Any], emails: list[dict[str, Any]]) -> Contact:
    """The account's own profile with every address that is proven to be its own."""
    login = text_at(user, "login")
    proven = [text_at(email, "email") for email in emails if email.get("verified") is True]
    own = account_party(user)
    noreply = [own.address if own else "", f"{login}@users.noreply.github.com"]
    addresses = [address.lower() for address in (text_at(user, "email"), *proven, *noreply) if address]
    name = text_at(user, "name")
    return Contact(
        uri=f"contact:github:{login.lower()}",
        source="github",
        when=None,
        title=name or login,
        text=text_at(user, "bio"),
        addresses=tuple(dict.fromkeys(addresses)),
        names=(login,) if name else (),
        organization=text_at(user, "company").removeprefix("@"),
        locality=text_at(user, "location"),
        own=True,
        link=text_at(user, "html_url"),
    )
