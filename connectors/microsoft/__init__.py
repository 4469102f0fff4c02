"""Microsoft, live and read-only: Outlook, calendars, people, OneDrive, Teams."""

from __future__ import annotations

from connectors.microsoft.auth import Access, authorise, forget
from connectors.microsoft.connector import MicrosoftConnector
from connectors.microsoft.scopes import SCOPES
from connectors.tokens import open_store

__all__ = ["SCOPES", "MicrosoftConnector", "authorise", "connect", "forget"]


def connect(me: tuple[str, ...] = (), subject: str = "") -> MicrosoftConnector:
    """The signed-in account, or with ``subject`` that person's, read by an administrator's app registration.

    Raises CredentialRefused when there is no app registration.
    """
    if subject:
        from connectors.microsoft.application import ApplicationAccess

        return MicrosoftConnector(ApplicationAccess.from_environment(), (subject.lower(), *me), subject)
    return MicrosoftConnector(Access(open_store()), me)
