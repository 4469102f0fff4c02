"""The one gate for strangers' text: what cannot be seen, or moves the cursor, does not get in.

A text is cleaned once where a pull is sealed, and once where a model's answer becomes a candidate.
"""

from __future__ import annotations

from bootstrap.clean.records import clean_record
from bootstrap.clean.text import clean

__all__ = ["clean", "clean_record"]
