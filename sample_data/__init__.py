"""One synthetic person as the raw export files she would download, with the truth about her.

Everybody and everything in here is made up; README.md says who she is and which traps are laid.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent

NOW = date(2026, 11, 15)
"""The day the exports were made; runs on the sample use it as their clock."""

ADDRESS = "ximena.nancupil@cuencaaustral.example"
"""Her main address."""


def path() -> Path:
    """The folder of export files: a Takeout zip, a Slack export, two git bundles, a folder of documents."""
    return ROOT / "exports"


def gold() -> Path:
    """The truth about her: facts, what else is fine, and what is forbidden (format: README.md)."""
    return ROOT / "gold.json"
