"""What must not get into a memory or before a model: injection, secrets, hidden text, sensitive matters."""

from __future__ import annotations

from bootstrap.screening.harness import harness_findings
from bootstrap.screening.screen import screen, screen_candidate, screen_record
from bootstrap.screening.secrets.find import redact
from bootstrap.screening.titles import name_like, safe_title

__all__ = [
    "harness_findings",
    "name_like",
    "redact",
    "safe_title",
    "screen",
    "screen_candidate",
    "screen_record",
]
