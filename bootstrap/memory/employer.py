"""Which employer a memory belongs to, where its extractor does not say so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bootstrap.footprint.names import FREEMAIL, organisation_domain
from bootstrap.model import Evidence

_ADDRESS = re.compile(r"[\w.+-]+@((?:[\w-]+\.)+[^\W\d_]{2,})")
_HOST = re.compile(r"https?://(?:[^/@\s]*@)?((?:[\w-]+\.)+[^\W\d_]{2,})")
# Hosts of tools that everybody uses say nothing about an employer, nor do those of private mailboxes.
_TOOLS = frozenset(
    "github.com gitlab.com bitbucket.org google.com microsoft.com office.com sharepoint.com slack.com zoom.us "
    "notion.so atlassian.net figma.com linkedin.com wikipedia.org python.org npmjs.com readthedocs.io".split()
)


def domains(text: str) -> list[str]:
    """The domains of addresses and links in ``text``, in lower case, those of shared hosts left out."""
    found = [match.lower() for match in (*_ADDRESS.findall(text), *_HOST.findall(text))]
    return [domain for domain in found if not is_shared(domain)]


def is_shared(domain: str) -> bool:
    """Does the domain serve everybody (``gmail.com``), so that it says nothing about an employer?"""
    return organisation_domain(f"@{domain}") in FREEMAIL | _TOOLS


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
