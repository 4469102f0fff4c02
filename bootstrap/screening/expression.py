"""Expressions of RE2, which takes linear time whatever a stranger wrote."""

from __future__ import annotations

from typing import Any

import re2

_MEMORY = 64 << 20
"""Bytes for one expression; the default is too little for the long alternations of some rules."""


def compiled(source: str) -> Any:
    """The expression; RE2 keeps to itself what it would log to stderr. Raises re2.error for a wrong one."""
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    return re2.compile(source, options)
