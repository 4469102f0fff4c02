"""Does each quote stand in its record? Code looks; what is not found is no evidence.

White space and kinds of quotation marks may differ, nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import date, datetime

from bootstrap.model import Candidate, Evidence
from connectors.records import Record

_SINGLE = re.compile("[‘’‚‛′´`]")
_DOUBLE = re.compile("[“”„‟«»″]")


def normal(text: str) -> str:
    """Text in the form in which quotes are compared."""
    return " ".join(_DOUBLE.sub('"', _SINGLE.sub("'", text)).split())


def record_text(record: Record) -> str:
    """All that a record says, in normal form: every text in it, nested ones too."""
    return normal("\n".join(_texts(record)))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (date, datetime)):
        yield value.isoformat()
    elif isinstance(value, tuple):
        for part in value:
            yield from _texts(part)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name not in ("hidden",):
                yield from _texts(getattr(value, field.name))


def stands(evidence: Evidence, lookup: Callable[[str], Record | None]) -> bool:
    """True for a counted fact, and for a quote found in its record."""
    if not evidence.quote:
        return bool(evidence.fact)
    record = lookup(evidence.uri)
    return record is not None and normal(evidence.quote) in record_text(record)


def ground(candidates: Iterable[Candidate], lookup: Callable[[str], Record | None]) -> Iterator[Candidate]:
    """Drop evidence that does not stand, and candidates left without any."""
    for candidate in candidates:
        kept = tuple(e for e in candidate.evidence if stands(e, lookup))
        if kept:
            yield candidate if kept == candidate.evidence else replace(candidate, evidence=kept)
