"""A sign and an expression: how structure.py and exfiltration.py describe what is no phrase."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """Strings one of which stands in every match, and the expression itself (RE2, ``^`` at line starts).

    Both see folded text.
    """

    signs: tuple[str, ...]
    expression: str
