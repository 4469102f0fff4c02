"""An administrator's service account that reads for a person of their organisation (domain-wide delegation).

developers.google.com/identity/protocols/oauth2/service-account: a signed assertion names the person as ``sub``.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from connectors.base import CredentialRefused
from connectors.budget import Budget
from connectors.exports.fields import text_at
from connectors.google.auth import PATIENCE, PLACES, Places, ask_token
from connectors.google.scopes import SCOPES, asked

KEY_FILE = "DAY1_GOOGLE_SERVICE_ACCOUNT"
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
HINT = f'name the service account\'s key file in {KEY_FILE}; README, "Signing in"'
NOT_DELEGATED = "allow the service account's client id these scopes in the admin console: "
EARLY = 60.0
HOUR = 3_600


class ServiceAccess:
    """The Authorization of a service account for one person; called as ``Web`` wants it. Nothing is stored.

    Args:
        key: the service account's key, as Google's console gives it.
        subject: the address of the person.
    """

    def __init__(
        self, key: dict[str, Any], subject: str, places: Places = PLACES, now: Callable[[], float] = time.time
    ) -> None:
        self._key = key
        self._subject = subject
        self._places = places
        self._now = now
        self._token = ""
        self._expires = 0.0

    @classmethod
    def from_environment(cls, subject: str, environment: Mapping[str, str] = os.environ) -> ServiceAccess:
        """By the key file named in the environment. Raises CredentialRefused when there is none."""
        path = environment.get(KEY_FILE, "").strip()
        if not path:
            raise CredentialRefused("there is no service account to read for others with", HINT)
        try:
            key = json.loads(Path(path).expanduser().read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise CredentialRefused(f"the file in {KEY_FILE} can't be read", HINT) from None
        if not isinstance(key, dict) or key.get("type") != "service_account":
            raise CredentialRefused(f"the file in {KEY_FILE} is not the key of a service account", HINT)
        return cls(key, subject)

    @property
    def scopes(self) -> frozenset[str]:
        """All that day1 asks for by default; the admin console decides on them as a whole."""
        return frozenset(asked(scope for scope in SCOPES if scope.preset))

    def __call__(self, renew: bool) -> str:
        if renew or self._now() > self._expires - EARLY:
            form = {"grant_type": GRANT, "assertion": self._assertion()}
            answer = ask_token(self._places, Budget(PATIENCE), form)
            told = answer if isinstance(answer, dict) else {}
            self._token = text_at(told, "access_token")
            if not self._token:
                raise CredentialRefused(
                    "Google does not let the service account read for this person",
                    NOT_DELEGATED + ",".join(sorted(self.scopes)),
                )
            seconds = told.get("expires_in")
            self._expires = self._now() + (seconds if isinstance(seconds, int | float) else 0)
        return f"Bearer {self._token}"

    def _assertion(self) -> str:
        """RFC 7523 as Google wants it."""
        from google.auth import crypt, jwt

        issued = int(self._now())
        claims = {
            "iss": text_at(self._key, "client_email"),
            "sub": self._subject,
            "scope": " ".join(sorted(self.scopes)),
            "aud": self._places.token,
            "iat": issued,
            "exp": issued + HOUR,
        }
        try:
            signer = crypt.RSASigner.from_service_account_info(self._key)
        except (ValueError, KeyError):
            raise CredentialRefused(f"the key in {KEY_FILE} is damaged", HINT) from None
        signed: bytes = jwt.encode(signer, claims)
        return signed.decode()
