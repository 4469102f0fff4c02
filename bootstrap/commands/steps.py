"""The stages as the wizard meets them. One sitting: what was found, looked at and chosen is remembered here."""

from __future__ import annotations

import argparse
import dataclasses
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from bootstrap import ledgers, pipeline
from bootstrap.commands import chosen
from bootstrap.commands.desk import desk
from bootstrap.commands.reviewing import one_reviewer, pending
from bootstrap.export import base
from bootstrap.footprint.identity import identify
from bootstrap.footprint.material import load
from bootstrap.memory import seeding
from bootstrap.review.seams import Desk
from bootstrap.review.wizard.steps import (
    Address,
    Before,
    BootContext,
    Coverage,
    Export,
    Extractor,
    Found,
    Progress,
)
from bootstrap.settings import Settings
from bootstrap.snapshot import Snapshot
from connectors import registry
from connectors.base import Connector, ConnectorError
from connectors.discovery import discover
from connectors.grouping import unique_labels
from connectors.records import Item, Mark
from connectors.source import Source
from connectors.tokens import open_store

LIVE = ("google", "microsoft", "slack", "github")


class Steps:
    """Implements ``bootstrap.review.wizard.steps.Steps``. A context manager: it holds the review's lock."""

    def __init__(self, arguments: argparse.Namespace, settings: Settings) -> None:
        self._arguments = arguments
        self._settings = settings
        self._sources: dict[str, Source] = {}
        self._stack = ExitStack()
        self._snapshot: Snapshot | None = None

    def __enter__(self) -> Steps:
        self._stack.enter_context(one_reviewer(self._settings))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def before(self) -> Before | None:
        candidates = ledgers.read_candidates(self._settings.workspace.candidates)
        return Before(len(candidates), pending(self._settings)) if candidates else None

    def discover(self) -> Sequence[Found]:
        found = [self._found(source) for source in discover(Path.home())]
        return [*found, *(self._live(name) for name in LIVE)]

    def look(self, place: str) -> Sequence[Found]:
        parsed, before = registry.parse(place), list(self._sources.values())
        known = {source.paths: source for source in before if source.paths}
        added = [source for source in parsed if source.paths not in known]
        again = [known[source.paths] for source in parsed if source.paths in known]
        return [self._found(source) for source in (*again, *unique_labels([*before, *added])[len(before) :])]

    def _found(self, source: Source, ticked: bool = True) -> Found:
        self._sources[source.label] = source
        return Found(source.label, source.kind, detail=source.detail, size=source.size, ticked=ticked)

    def _live(self, name: str) -> Found:
        """Looks for a sign-in on this machine; the account itself is asked only after a yes."""
        source = registry.parse(name)[0]
        self._sources[source.label] = source
        try:
            kept = open_store().get(name)
        except ConnectorError as error:  # a keyring that stays locked
            return Found(source.label, name, "refused", str(error), error.hint, live=True, ticked=False)
        if kept is None:
            hint = f"`day1 auth {name}` signs in; the scopes are shown first."
            return Found(source.label, name, "refused", "not signed in", hint, live=True, ticked=False)
        return Found(source.label, name, "ready", "signed in", live=True, ticked=False)

    def owner_addresses(self) -> Sequence[Address]:
        given = [Address(address, "given by you") for address in self._settings.me]
        if not self._settings.workspace.snapshot.exists():
            return given
        with Snapshot(self._settings.workspace.snapshot) as snapshot:
            identity = identify(load(snapshot, self._settings.now), self._settings.me)
        return [
            Address(a, identity.proofs[a].fact, a not in identity.former)
            for a in (*identity.addresses, *identity.former)
        ]

    def pull(
        self, labels: Sequence[str], progress: Callable[[Progress], None], stopped: Callable[[], bool]
    ) -> Sequence[Coverage]:
        connectors = [
            _Stoppable(registry.open(self._sources[label], self._settings.me), stopped) for label in labels
        ]

        def report(label: str, mark: Mark, kept: int) -> None:
            progress(Progress(label, mark.done, mark.total, f"{kept} kept"))

        done = pipeline.pull(self._settings, connectors, report)
        return [
            Coverage(
                c.label,
                c.seen,
                c.kept,
                c.skipped,
                c.failed,
                c.problem or (f"{c.failed} could not be read" if c.failed else ""),
            )
            for c in done
        ]

    def extractors(self) -> Sequence[Extractor]:
        return chosen.extractors(self._arguments)

    def propose(self, me: Sequence[str], extractor: str, progress: Callable[[Progress], None]) -> int:
        self._settings = dataclasses.replace(self._settings, me=tuple(me), extractor=extractor)
        self._arguments.extractor = extractor
        self._arguments.yes = True  # The page has asked.
        self._arguments.tell = lambda line: progress(Progress(extractor, 0, note=line))
        self._close_snapshot()
        _, found = pipeline.propose(self._settings, chosen.extractor(self._arguments))
        return len(found)

    def desk(self) -> Desk:
        self._close_snapshot()
        self._snapshot = Snapshot(self._settings.workspace.snapshot)
        self._stack.callback(self._close_snapshot)
        reviewed = pipeline.session(self._settings, chosen.person())
        return desk(self._settings, reviewed, self._snapshot, lambda receipt: None)

    def _close_snapshot(self) -> None:
        if self._snapshot is not None:
            self._snapshot.close()
            self._snapshot = None

    def memories(self) -> Path:
        return self._settings.directory.root

    def boot_context(self) -> BootContext:
        text = self._settings.directory.boot_context(None)
        # Four characters a token is the usual rule of thumb for English; scripts without spaces take more.
        return BootContext(text, max(1, len(text.encode()) // 4))

    def exporters(self) -> Sequence[Export]:
        found = []
        for name in base.EXPORTERS:
            exporter = base.load(name)
            found.append(Export(name, exporter.title, f"into {exporter.home(Path.home(), os.environ)}"))
        return found

    def export(self, name: str) -> Sequence[str]:
        planned = base.plan_export(name, self._settings.directory, None, Path.home(), os.environ)
        with pipeline.working(self._settings.workspace):
            return seeding.apply(planned, self._settings.workspace.receipts, self._settings.now).paths


class _Stoppable:
    """A connector that ends with KeyboardInterrupt when the person leaves the page; what it gave is kept."""

    def __init__(self, inner: Connector, stopped: Callable[[], bool]) -> None:
        self._inner, self._stopped = inner, stopped
        self.kind, self.label, self.check = inner.kind, inner.label, inner.check

    def pull(self, cursor: str = "") -> Iterator[Item]:
        for item in self._inner.pull(cursor):
            if self._stopped():
                raise KeyboardInterrupt
            yield item
