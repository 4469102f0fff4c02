"""Every kind of source and who reads it; and the way from what a person typed to a connector."""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, cast

from connectors.base import Connector, SourceNotFound, SourceUnreadable
from connectors.grouping import of_one_run
from connectors.recognition import recognise
from connectors.source import Source

Takes = Literal["account", "path", "source"]

TABLE: dict[str, tuple[str, str, Takes]] = {
    "apple-mail": ("connectors.exports.loose", "connector", "source"),
    "assistant": ("connectors.exports.assistants", "AssistantConnector", "path"),
    "contacts": ("connectors.exports.loose", "connector", "source"),
    "discord": ("connectors.exports.chat.discord", "connector", "source"),
    "documents": ("connectors.exports.loose", "connector", "source"),
    "eml": ("connectors.exports.loose", "connector", "source"),
    "files": ("connectors.exports.loose", "connector", "source"),
    "git": ("connectors.exports.git", "GitConnector", "path"),
    "github": ("connectors.github", "connect", "account"),
    "google": ("connectors.google", "connect", "account"),
    "ics": ("connectors.exports.loose", "connector", "source"),
    "maildir": ("connectors.exports.loose", "connector", "source"),
    "mbox": ("connectors.exports.loose", "connector", "source"),
    "microsoft": ("connectors.microsoft", "connect", "account"),
    "msg": ("connectors.exports.loose", "connector", "source"),
    "pst": ("connectors.exports.loose", "connector", "source"),
    "slack": ("connectors.slack", "connect", "account"),
    "slack-export": ("connectors.exports.chat.slack", "connector", "source"),
    "takeout": ("connectors.exports.takeout", "connector", "source"),
    "teams": ("connectors.exports.chat.teams", "connector", "source"),
    "thunderbird": ("connectors.exports.loose", "connector", "source"),
    "vcard": ("connectors.exports.loose", "connector", "source"),
    "whatsapp": ("connectors.exports.chat.whatsapp", "connector", "source"),
}
"""kind → module, factory, and what the factory takes: ``source`` (source, me, zone), ``path`` (path, label), or
``account`` (me)."""

ADMINISTERED = frozenset({"google", "microsoft"})
"""Live accounts that an administrator can read for another person."""

ALIASES = {"csv": "contacts", "docs": "documents", "emlx": "eml", "ost": "pst", "vcf": "vcard"}

__all__ = ["TABLE", "Source", "open", "parse", "parse_all", "recognise"]


def parse(text: str, strict: bool = True) -> list[Source]:
    """The sources a SOURCE argument means: a path, ``kind:path``, or the name of a live account.

    A damaged archive is an error here if ``strict``; else its pull will say so.
    Raises SourceNotFound or SourceUnreadable, with a line and a hint for the person.
    """
    path = Path(text).expanduser()
    kind, colon, rest = text.partition(":")
    kind = ALIASES.get(kind, kind)
    if text in TABLE and TABLE[text][2] == "account" and not path.exists():
        return [Source(text, text)]
    if colon and kind in TABLE and rest and not path.exists():
        return _declared(kind, Path(rest))
    if not text.strip():
        raise SourceNotFound("an empty source", "name a path or one of: " + ", ".join(_accounts()))
    return recognise(path, strict=strict)


def parse_all(texts: Sequence[str]) -> list[Source]:
    """The sources of all arguments of one run: parts of one Takeout together, every label once, none twice.

    Of several, a damaged archive costs no other. Raises as ``parse`` does.
    """
    sources: dict[tuple[str, tuple[Path, ...]], Source] = {}
    for text in texts:
        for source in parse(text, strict=len(texts) == 1):
            sources.setdefault((source.kind, source.paths), source)
    return of_one_run(list(sources.values()))


def open(source: Source, me: tuple[str, ...] = (), zone: str = "", subject: str = "") -> Connector:  # noqa: A001 - registry.open reads well
    """The connector of a source.

    Args:
        me: the person's declared addresses.
        zone: IANA name for times without one.
        subject: the person whose account an administrator reads; empty for one's own.

    Raises SourceUnreadable for a kind that is not in the table, or that knows no administrators.
    """
    if source.kind not in TABLE:
        raise SourceUnreadable(f"{source.kind} is no kind of source", "one of: " + ", ".join(TABLE))
    module, factory, takes = TABLE[source.kind]
    if subject and source.kind not in ADMINISTERED:
        raise SourceUnreadable(
            f"{source.kind} can't be read for somebody else", "--subject is for google and microsoft"
        )
    make = getattr(importlib.import_module(module), factory)
    if subject:
        return cast(Connector, make(me, subject))
    if takes == "account":
        return cast(Connector, make(me))
    if takes == "path":
        return cast(Connector, make(source.paths[0], source.label))
    return cast(Connector, make(source, tuple(address.lower() for address in me), zone))


def _declared(kind: str, path: Path) -> list[Source]:
    """What the person calls by its kind: the sources of that kind below a folder, or else the path as it is."""
    path = Path(os.path.abspath(path.expanduser()))
    if TABLE[kind][2] == "account":
        raise SourceUnreadable(f"{kind} is a live account and takes no path", f"say {kind} alone")
    if not path.exists():
        raise SourceNotFound(f"{path} is not there", "check the path")
    try:
        found = [source for source in recognise(path) if source.kind == kind]
    except SourceUnreadable:
        found = []
    size = 0 if path.is_dir() else path.stat().st_size
    return found or [Source(kind, f"{kind}:{path.name}", (path,), size)]


def _accounts() -> list[str]:
    return [kind for kind, (_, _, takes) in TABLE.items() if takes == "account"]
