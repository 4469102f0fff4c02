"""Which employer a memory belongs to, where its extractor does not say so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bootstrap.model import Evidence

_ADDRESS = re.compile(r"[\w.+-]+@((?:[\w-]+\.)+[^\W\d_]{2,})")
_HOST = re.compile(r"https?://(?:[^/@\s]*@)?((?:[\w-]+\.)+[^\W\d_]{2,})")
# Hosts that serve everybody say nothing about an employer.
_SHARED = re.compile(
    r"(^|\.)(gmail|googlemail|outlook|hotmail|live|icloud|me|yahoo|ymail|gmx|web|proton|protonmail|fastmail|aol"
    r"|mail|qq|163|126|naver|yandex|github|gitlab|bitbucket|google|microsoft|slack|zoom|notion|atlassian|office"
    r"|sharepoint|figma|linkedin|wikipedia|python|npmjs|readthedocs)\.[a-z.]{2,6}$",
    re.IGNORECASE,
)


def domains(text: str) -> list[str]:
    """The domains of addresses and links in ``text``, in lower case, those of shared hosts left out."""
    found = [match.lower() for match in (*_ADDRESS.findall(text), *_HOST.findall(text))]
    return [domain for domain in found if not _SHARED.search(domain)]


def employer_of(key: str, text: str, evidence: Sequence[Evidence]) -> str:
    """The domain most named by key, text and evidence; empty when there is none.

    A domain in the key (``person/priya@northwind.example``) settles it. Facts about the owner other
    than where they work are the person's own.
    """
    if key.startswith("owner/") and key not in OWN_PLACE:
        return ""
    direct = domains(key)
    if direct:
        return direct[0]
    quoted = " ".join(f"{one.quote} {one.fact}" for one in evidence)
    counted = Counter(domains(f"{text} {quoted}"))
    return max(counted, key=lambda domain: (counted[domain], domain), default="")


def same_employer(one: str, other: str) -> bool:
    """Is one domain the other, or a part of it (``hr.northwind.example``)?"""
    a, b = one.casefold(), other.casefold()
    return a == b or a.endswith(f".{b}") or b.endswith(f".{a}")


OWN_PLACE = ("owner/employer", "owner/role", "owner/manager", "owner/team")
"""Keys of facts about the owner that an employer gives and takes."""
