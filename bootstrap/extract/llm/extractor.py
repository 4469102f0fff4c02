"""The extractor with a model: dossiers, a question for each, claims checked by code, then all looked at together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from bootstrap.errors import ModelError
from bootstrap.extract.grounding import stands
from bootstrap.extract.llm import consolidate, wording
from bootstrap.extract.llm.answers import Answers, write_request
from bootstrap.extract.llm.consolidate import Existing
from bootstrap.extract.llm.dossiers import Dossier, cut
from bootstrap.extract.llm.gather import Gathering
from bootstrap.extract.llm.plan import Plan, plan
from bootstrap.extract.llm.report import Report
from bootstrap.extract.llm.requests import Answer, Request
from bootstrap.extract.llm.schema import Malformed, Proposals, Rulings, parse
from bootstrap.extract.llm.sending import Missing
from bootstrap.extract.llm.spend import Purse
from bootstrap.extract.llm.tokens import tokens
from bootstrap.extract.rules import RulesExtractor
from bootstrap.footprint.types import Footprint
from bootstrap.model import Candidate
from bootstrap.screening import screen_candidate
from bootstrap.snapshot import Snapshot

# What the second phase is thought to be asked for each dossier, beside its drafts and instructions.
FOUND_PER_DOSSIER = 110
MOST_OUT = 8_000
TOLD_EVERY = 10
TOO_LONG = "too long for this model"


@dataclass(frozen=True, slots=True)
class Options:
    """What the person chose.

    Attributes:
        offline: send nothing; what has no answer is left as a request, and listed.
        cap: input tokens of one run.
        most: tokens one answer may have, what a model thinks to itself included.
    """

    model: str
    consolidation_model: str
    base_url: str
    cap: int
    most: int = MOST_OUT
    offline: bool = False
    batch: bool = False


Send = Callable[[Sequence[Request]], Iterator[tuple[Request, Answer | Missing]]]


@dataclass(slots=True)
class LlmExtractor:
    """Proposes what a model finds in the records and code can check, on top of what the rules prove.

    Args:
        send: asks the questions given, within the purse's cap; called after consent.
        consent: shown the plan before anything is sent; raises ModelError when the person does not agree.
        existing: the memories that are there today.
        tell: one line of talk.
    """

    options: Options
    answers: Answers
    purse: Purse
    send: Send
    consent: Callable[[Plan], None]
    existing: Callable[[], Sequence[Existing]]
    tell: Callable[[str], None] = lambda line: None
    report: Report = field(default_factory=Report)

    def propose(self, footprint: Footprint, snapshot: Snapshot) -> Iterator[Candidate]:
        """Raises ModelError when the person does not agree, nothing can be sent, or answers are awaited (offline)."""
        drafts, blocked = self._drafts(footprint, snapshot)
        asked, left_out = self._questions(footprint, snapshot, drafts)
        asked, found = self._first(asked, left_out)
        record = lru_cache(maxsize=1024)(snapshot.record)
        gathering = Gathering(footprint, drafts, self._maker(), lambda evidence: stands(evidence, record))
        for dossier, request in asked:
            if answer := found.get(request.id):
                self._take(gathering, dossier, request, answer)
        self.report.removed = gathering.removed
        proposed = self._second(gathering.candidates(), footprint)
        for line in self.report.lines(self.purse, self.options.base_url, self.options.batch):
            self.tell(line)
        yield from blocked
        yield from proposed

    def requests(self, footprint: Footprint, snapshot: Snapshot, folder: Path) -> list[Path]:
        """The exact questions of the first phase, written to ``folder``; those of the second need their answers."""
        drafts, _ = self._drafts(footprint, snapshot)
        asked, _ = self._questions(footprint, snapshot, drafts)
        return [write_request(folder, request, request.body) for _, request in asked]

    def plan(self, footprint: Footprint, snapshot: Snapshot) -> Plan:
        """What a run would send."""
        drafts, _ = self._drafts(footprint, snapshot)
        asked, left_out = self._questions(footprint, snapshot, drafts)
        return self._plan([pair for pair in asked if self.answers.find(pair[1]) is None], asked, left_out)

    @property
    def spend(self) -> dict[str, object]:
        return self.report.spend(self.purse, self.options.base_url, self.options.batch)

    def _drafts(self, footprint: Footprint, snapshot: Snapshot) -> tuple[list[Candidate], list[Candidate]]:
        """What the rules propose: drafts for the model, and those it must not see."""
        found = [screen_candidate(c) for c in RulesExtractor().propose(footprint, snapshot)]
        return [c for c in found if not c.blocked], [c for c in found if c.blocked]

    def _questions(
        self, footprint: Footprint, snapshot: Snapshot, drafts: Sequence[Candidate]
    ) -> tuple[list[tuple[Dossier, Request]], int]:
        """(dossier, request) pairs that fit under the cap together with the second phase, best first."""
        stable = wording.prefix(footprint)
        pairs = [self._fitted(dossier, stable) for dossier in cut(footprint, snapshot, drafts)]
        room = self.options.cap - self._later(pairs)
        kept: list[tuple[Dossier, Request]] = []
        for dossier, request in pairs:
            room -= request.tokens
            if room < 0:
                break
            kept.append((dossier, request))
        return kept, len(pairs) - len(kept)

    def _fitted(self, dossier: Dossier, stable: str) -> tuple[Dossier, Request]:
        """The question, about fewer items where the model was found to take no more."""
        request = wording.request(dossier, stable, self.options.model, self.options.most)
        while len(dossier.items) > 1 and self.answers.noted(request.id, str) == TOO_LONG:
            dossier = replace(dossier, items=dossier.items[len(dossier.items) // 2 :])
            request = wording.request(dossier, stable, self.options.model, self.options.most)
        return dossier, request

    def _later(self, asked: Sequence[tuple[Dossier, Request]]) -> int:
        """About what the second phase sends."""
        drafts = {draft.key: draft for dossier, _ in asked for draft in dossier.drafts}
        text = sum(tokens(wording.numbered([draft])) for draft in drafts.values())
        return 2_400 + min(consolidate.MOST_TOKENS, text + FOUND_PER_DOSSIER * len(asked))

    def _first(
        self, asked: list[tuple[Dossier, Request]], left_out: int
    ) -> tuple[list[tuple[Dossier, Request]], dict[str, Answer]]:
        """The questions as they were asked in the end, and the answers by request id."""
        found = {r.id: answer for _, r in asked if (answer := self.answers.find(r)) is not None}
        self.purse.reused += len(found)
        missing = [pair for pair in asked if pair[1].id not in found]
        if missing and not self.options.offline:
            self.consent(self._plan(missing, asked, left_out))
        while missing:
            found |= self._ask([request for _, request in missing])
            fitted = {request.id: self._fitted(dossier, request.prefix) for dossier, request in missing}
            asked = [fitted.get(request.id, (dossier, request)) for dossier, request in asked]
            missing = [pair for id_, pair in fitted.items() if pair[1].id != id_]
        return asked, found

    def _plan(
        self,
        missing: Sequence[tuple[Dossier, Request]],
        asked: Sequence[tuple[Dossier, Request]],
        left_out: int,
    ) -> Plan:
        later = self._later(asked) if missing else 0
        options = self.options
        return plan(missing, later, options.base_url, options.consolidation_model, left_out, options.batch)

    def _ask(self, requests: Sequence[Request]) -> dict[str, Answer]:
        """Ask what has no answer yet, and keep each answer at once. Offline, leave the questions and stop."""
        if not requests:
            return {}
        if self.options.offline:
            paths = [self.answers.ask_later(request) for request in requests]
            for path in paths:
                self.tell(f"no answer yet: {path}")
            raise ModelError(
                f"{len(paths)} model requests wait for an answer in {paths[0].parent}.",
                "Put an answer beside each as <hash>.response.json, then run the same command again.",
            )
        found = {}
        for count, (request, answer) in enumerate(self.send(requests), start=1):
            if count % TOLD_EVERY == 0:
                self.tell(f"{count} of {len(requests)} questions asked.")
            if isinstance(answer, Missing):
                self.report.failed[request.label] = answer.reason
                if answer.too_long:
                    self.answers.note(request.id, TOO_LONG)
            else:
                self.answers.keep(request, answer)
                self.report.failed.pop(request.label, None)
                found[request.id] = answer
        return found

    def _take(self, gathering: Gathering, dossier: Dossier, request: Request, answer: Answer) -> None:
        try:
            gathering.add(dossier, parse(Proposals, answer.text))
        except Malformed as error:
            self.report.failed[request.label] = (
                f"the answer {request.id} is not of the form asked for ({error})"
            )

    def _second(self, candidates: Sequence[Candidate], footprint: Footprint) -> list[Candidate]:
        """The candidates after consolidation; as they are when it gets no answer."""
        ordered = consolidate.ordered(candidates)
        model = self.options.consolidation_model
        # Asked once for the same candidates: memories that were written since raise no new question.
        same = consolidate.request(ordered, (), footprint, model, self.options.most).id
        existing = self.answers.noted(same, list[Existing])
        if existing is None:
            existing = list(self.existing())
        request = consolidate.request(ordered, existing, footprint, model, self.options.most)
        answer = self.answers.find(request)
        if answer is None:
            answer = self._ask([request]).get(request.id)
        else:
            self.purse.reused += 1
        if answer is None:
            return ordered
        self.answers.note(same, existing)
        try:
            return consolidate.apply(parse(Rulings, answer.text), ordered, existing)
        except Malformed as error:
            self.report.failed[request.label] = (
                f"the answer {request.id} is not of the form asked for ({error})"
            )
            return ordered

    def _maker(self) -> str:
        return f"llm {self.options.model} {wording.version()}"
