"""Google, live and read-only: Gmail, Calendar, People, Drive, Chat."""

from __future__ import annotations

from connectors.google.auth import Access, authorise, forget
from connectors.google.connector import GoogleConnector
from connectors.google.scopes import SCOPES
from connectors.tokens import open_store

__all__ = ["SCOPES", "GoogleConnector", "authorise", "connect", "forget"]


def connect(me: tuple[str, ...] = (), subject: str = "") -> GoogleConnector:
    """The signed-in account, or with ``subject`` that person's, read by an administrator's service account.

    Raises CredentialRefused when there is no service account.
    """
    if subject:
        from connectors.google.service import ServiceAccess

        return GoogleConnector(ServiceAccess.from_environment(subject), (subject.lower(), *me), subject)
    return GoogleConnector(Access(open_store()), me)
