"""The one read-only HTTP layer, for services without a library of their own.

It only ever sends GET; POST goes to the token endpoints named at construction and nowhere else. Links to a
next page are followed on the same host only: a poisoned answer must not steer the token elsewhere. A busy
other side is waited for as it asks (RFC 9110, Retry-After; fractions of a second are allowed), else with
exponential backoff and jitter. Time, requests, sizes and pages have an end. The token is in no message, no
log and no repr.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urljoin, urlsplit

import requests
from requests.auth import AuthBase

from connectors.base import CredentialRefused, SourceUnavailable
from connectors.budget import Budget
from connectors.limits import HTTP, HttpLimits

BUSY = frozenset({429, 500, 502, 503, 504})
REDIRECTS = frozenset({301, 302, 303, 307, 308})
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
Parameters = Mapping[str, str | int | list[str]]


class Refused(Exception):
    """One request was answered with an error that concerns this item alone.

    Attributes:
        status: the HTTP status.
        code: the service's own word for it (``accessDenied``), empty where it gives none.
    """

    def __init__(self, status: int, code: str = "") -> None:
        super().__init__(f"answered with {status}{f' ({code})' if code else ''}")
        self.status = status
        self.code = code


class Astray(Exception):
    """A link to the next page that leads elsewhere, repeats itself, or never ends."""


class Web:
    """Reads one service.

    Args:
        root: where it lives, ``https://graph.example/v1.0``; plain http is allowed on loopback only.
        authorise: gives the value of the Authorization header; called with True after the last one was
            refused, and raises CredentialRefused when there is no other.
        budget: time and requests of this pull; it also does the waiting.
        token_endpoints: full URLs that may be sent a POST.
        is_limit: tells a 403 that means "slow down" from one that means "no".
    """

    def __init__(
        self,
        root: str,
        authorise: Callable[[bool], str],
        budget: Budget,
        *,
        token_endpoints: frozenset[str] = frozenset(),
        is_limit: Callable[[int, Any], bool] = lambda status, body: False,
        session: requests.Session | None = None,
        jitter: Callable[[], float] = random.random,
        limits: HttpLimits = HTTP,
    ) -> None:
        self._root = root.rstrip("/")
        for url in (self._root, *token_endpoints):
            _require_safe(url)
        self._authorise = authorise
        self._budget = budget
        self._token_endpoints = token_endpoints
        self._is_limit = is_limit
        self._session = session or requests.Session()
        self._jitter = jitter
        self._limits = limits

    def get(
        self, path: str, parameters: Parameters | None = None, headers: Mapping[str, str] | None = None
    ) -> Any:
        """One JSON answer.

        Raises Refused (this item), CredentialRefused, SourceUnavailable (the service), BudgetSpent.
        """
        _, body = self._send(self._url(path), parameters, headers)
        return _json(body)

    def pages(
        self,
        path: str,
        following: Callable[[Any], str],
        parameters: Parameters | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[Any]:
        """The pages of a listing. ``following`` finds the link to the next page in one, or empty.

        The link is followed as it is, with no parameters added. Raises as ``get``, and Astray.
        """
        url = self._url(path)
        seen = {url}
        page = self.get(url, parameters, headers)
        yield page
        while link := following(page):
            url = urljoin(url, link)
            if url in seen:
                raise Astray("the next page is one that was read before")
            if len(seen) >= self._limits.pages:
                raise Astray("more pages than a listing can have")
            seen.add(url)
            page = self.get(url, None, headers)
            yield page

    def download(self, path: str, most: int, headers: Mapping[str, str] | None = None) -> bytes:
        """The beginning of a file, at most ``most`` bytes.

        A redirect to a store is followed, https only and without the token. Raises as ``get``.
        """
        answer, body = self._send(self._url(path), None, headers, most=most, whole=False)
        for _ in range(3):
            target = answer.headers.get("Location", "") if answer.status_code in REDIRECTS else ""
            if not target:
                return body
            url = urljoin(answer.url, target)
            _require_safe(url)
            answer, body = self._send(url, None, None, most=most, whole=False, signed=False)
        raise Refused(answer.status_code, "redirects without end")

    def post_token(self, url: str, form: Mapping[str, str]) -> tuple[int, Any]:
        """Status and JSON answer of a token endpoint; errors of the sign-in are answers here."""
        if url not in self._token_endpoints:
            raise ValueError("POST goes to token endpoints only")
        headers = {"Accept": "application/json"}
        self._budget.spend()
        try:
            answer = self._session.post(
                url,
                data=dict(form),
                headers=headers,
                auth=_Nobody(),
                timeout=self._timeout,
                allow_redirects=False,
            )
            return answer.status_code, _json(answer.content[: self._limits.body])
        except requests.RequestException:
            raise SourceUnavailable(f"{urlsplit(url).hostname} can't be reached", "try again later") from None

    @property
    def _timeout(self) -> tuple[float, float]:
        return self._limits.connect, self._limits.read

    def _url(self, path: str) -> str:
        url = path if "://" in path else f"{self._root}/{path.lstrip('/')}"
        if _place(url) != _place(self._root):
            raise Astray("a link that leads to another host")
        return url

    def _send(
        self,
        url: str,
        parameters: Parameters | None,
        headers: Mapping[str, str] | None,
        *,
        most: int = 0,
        whole: bool = True,
        signed: bool = True,
    ) -> tuple[requests.Response, bytes]:
        """Send until there is an answer that says something about this item; wait for a busy other side."""
        renewed = False
        lost = 0
        trouble = "can't be reached"
        for attempt in range(self._limits.attempts):
            self._budget.spend()
            auth = _Signed(self._authorise(False)) if signed else _Nobody()
            try:
                answer, body = self._fetch(url, parameters, headers, auth, most or self._limits.body, whole)
            except requests.RequestException:
                lost += 1
                if lost == self._limits.lost:
                    break
                wait = self._backoff(attempt)
            else:
                status = answer.status_code
                if status == 401 and signed:
                    if renewed:
                        raise CredentialRefused("the sign-in was refused", "sign in again")
                    self._authorise(True)
                    renewed = True
                    continue
                if status not in BUSY and not (status == 403 and self._is_limit(status, _json(body))):
                    if status >= 400:
                        raise Refused(status, _code(_json(body)))
                    return answer, body
                wait, trouble = self._pause(answer, attempt), f"is busy ({status})"
            if attempt + 1 < self._limits.attempts:
                self._budget.wait(wait)
        raise SourceUnavailable(f"{urlsplit(url).hostname} {trouble}", "try again later")

    def _fetch(
        self,
        url: str,
        parameters: Parameters | None,
        headers: Mapping[str, str] | None,
        auth: AuthBase,
        most: int,
        whole: bool,
    ) -> tuple[requests.Response, bytes]:
        with self._session.get(
            url,
            params=parameters,
            headers=headers,
            auth=auth,
            timeout=self._timeout,
            allow_redirects=False,
            stream=True,
        ) as answer:
            return answer, self._read(answer, most, whole)

    def _read(self, answer: requests.Response, most: int, whole: bool) -> bytes:
        kept = bytearray()
        for chunk in answer.iter_content(1 << 16):
            kept += chunk
            if len(kept) > most:
                if whole:
                    raise Refused(answer.status_code, "an answer without end")
                break
            if self._budget.left <= 0:
                self._budget.spend()
        return bytes(kept[:most])

    def _pause(self, answer: requests.Response, attempt: int) -> float:
        asked = retry_after(answer.headers.get("Retry-After", ""))
        return self._backoff(attempt) if asked is None else asked + self._jitter()

    def _backoff(self, attempt: int) -> float:
        return min(self._limits.longest_backoff, float(2**attempt)) * (0.5 + self._jitter() / 2)


class _Signed(AuthBase):
    """Sets the Authorization header; being an ``auth`` it keeps requests from taking one from ~/.netrc."""

    def __init__(self, value: str) -> None:
        self._value = value

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["Authorization"] = self._value
        return request


class _Nobody(AuthBase):
    """No Authorization at all."""

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        return request


def retry_after(value: str, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> float | None:
    """Seconds to wait as Retry-After says them (a number, also with a fraction, or a date); None otherwise."""
    try:
        seconds = float(value)
        return seconds if 0 <= seconds < float("inf") else None
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - now()).total_seconds())
    except (ValueError, TypeError):
        return None


def _place(url: str) -> tuple[str, str, int | None]:
    parts = urlsplit(url)
    usual: dict[str, int] = {"https": 443, "http": 80}
    return parts.scheme, parts.hostname or "", parts.port or usual.get(parts.scheme)


def _require_safe(url: str) -> None:
    scheme, host, _ = _place(url)
    if scheme != "https" and not (scheme == "http" and host in LOOPBACK):
        raise Astray("a link that is not https")


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _code(body: Any) -> str:
    """The error's own short word: the ``reason`` Google gives, else ``error.status`` or ``error.code`` (Graph)."""
    error = body.get("error") if isinstance(body, dict) else None
    word: Any = error
    if isinstance(error, dict):
        listed = [
            one for key in ("errors", "details") for one in error.get(key) or () if isinstance(one, dict)
        ]
        word = next((one["reason"] for one in listed if one.get("reason")), None)
        word = word or error.get("status") or error.get("code")
    return word if isinstance(word, str) and len(word) <= 60 and word.isprintable() else ""
