"""All secrets of a text, and the text without them."""

from __future__ import annotations

from dataclasses import dataclass

from bootstrap.screening.look import Look, look
from bootstrap.screening.secrets import numbers, prose, rules

MARK = "[redacted]"

_WORDS = {
    "password": "a password",
    "code": "a one-time code or a PIN",
    "seed": "a recovery phrase",
    "url": "an address with a password in it",
    "private-key": "a private key",
    "iban": "a bank account number",
    "card": "a card number",
    "jwt": "a signed token",
}


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret stands in a text, and what it is, in words that don't repeat it."""

    start: int
    end: int
    words: str


def find(seen: Look) -> list[Secret]:
    """All secrets of a text, by place; those that overlap are one."""
    text = seen.text
    keywords = [sign.removeprefix("key:") for sign in seen.signs if sign.startswith("key:")]
    found = [
        *((span, f"a key or token (rule {kind})") for span, kind in rules.shared().find(text, keywords)),
        *((span, _WORDS[kind]) for span, kind in prose.find(text, seen.signs)),
    ]
    if seen.odd:
        found += ((span, _WORDS[kind]) for span, kind in numbers.find(text, prose.card_word()))
    merged: list[Secret] = []
    for (start, end), words in sorted(found):
        if merged and start < merged[-1].end:
            last = merged[-1]
            merged[-1] = Secret(last.start, max(last.end, end), last.words)
        elif end > start:
            merged.append(Secret(start, end, words))
    return merged


def redact(text: str) -> tuple[str, int]:
    """The text with ``[redacted]`` for each secret, and how many there were."""
    seen = look(text)
    text, secrets = seen.text, find(seen)
    for secret in reversed(secrets):
        text = text[: secret.start] + MARK + text[secret.end :]
    return text, len(secrets)
