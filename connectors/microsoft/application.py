"""An administrator's app registration with application permissions, which reads for a person of the organisation."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import Any

from connectors.base import CredentialRefused
from connectors.exports.fields import text_at
from connectors.microsoft.auth import CLIENT_ID, LOGIN, SILENCE, TENANT, reached, reached_application, refusal
from connectors.microsoft.scopes import SCOPES

SECRET = "DAY1_MICROSOFT_CLIENT_SECRET"
HINT = f'set {CLIENT_ID}, {TENANT} and {SECRET}; README, "Signing in"'
EARLY = 60.0


class ApplicationAccess:
    """The Authorization of an app registration; called as ``Web`` wants it. Nothing is stored."""

    def __init__(
        self, client: str, tenant: str, secret: str, http: Any = None, now: Callable[[], float] = time.time
    ) -> None:
        self._client = client
        self._tenant = tenant
        self._secret = secret
        self._http = http
        self._now = now
        self._token = ""
        self._expires = 0.0

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> ApplicationAccess:
        """Raises CredentialRefused when a part is missing."""
        client, tenant, secret = (environment.get(name, "").strip() for name in (CLIENT_ID, TENANT, SECRET))
        if not (client and tenant and secret) or tenant in ("common", "organizations", "consumers"):
            raise CredentialRefused("there is no app registration to read for others with", HINT)
        return cls(client, tenant, secret)

    @property
    def scopes(self) -> frozenset[str]:
        """All that day1 reads: what the registration lacks is answered with a refusal, item by item."""
        return frozenset(scope.name for scope in SCOPES)

    def __call__(self, renew: bool) -> str:
        if renew or self._now() > self._expires - EARLY:
            import msal

            application = reached_application(
                lambda: msal.ConfidentialClientApplication(
                    self._client,
                    client_credential=self._secret,
                    authority=f"{LOGIN}/{self._tenant}",
                    http_client=self._http,
                    instance_discovery=False,
                    timeout=SILENCE,
                )
            )
            told = reached(
                lambda: application.acquire_token_for_client(["https://graph.microsoft.com/.default"])
            )
            self._token = text_at(told, "access_token")
            if not self._token:
                raise refusal(told)
            seconds = told.get("expires_in")
            self._expires = self._now() + (seconds if isinstance(seconds, int | float) else 0)
        return f"Bearer {self._token}"
