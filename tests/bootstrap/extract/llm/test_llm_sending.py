"""Patience and its limits: what is repeated, how long is waited, and that the cap holds before the spending."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from bootstrap.errors import ModelError
from bootstrap.extract.llm.problems import Kind, Problem
from bootstrap.extract.llm.requests import Answer, Request, Usage
from bootstrap.extract.llm.sending import Missing, Sender
from bootstrap.extract.llm.spend import Price, Purse, price
from tests.bootstrap.extract.llm.conftest import EMPTY, Clock, ModelServer, refusal, responses


class Double:
    """Raises each problem in turn, then answers."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = list(problems)
        self.asked: list[Request] = []

    def ask(self, request: Request) -> Answer:
        self.asked.append(request)
        if self.problems:
            raise self.problems.pop(0)
        return Answer(EMPTY, "double", Usage(request.tokens, 10, 0))


Patient = Callable[..., tuple[Sender, Double]]


@pytest.fixture
def patient(purse: Purse, clock: Clock) -> Patient:
    def make(*problems: Problem) -> tuple[Sender, Double]:
        double = Double(*problems)
        return Sender(double, purse, 1, clock.sleep, lambda: clock.now, Random(1)), double

    return make


def test_a_busy_server_is_waited_for_as_long_as_it_asks(
    patient: Patient, clock: Clock, question: Request
) -> None:
    sender, double = patient(Problem("busy", "slow down", wait=7.0))
    assert isinstance(sender.one(question), Answer)
    assert 7.0 <= clock.now <= 7.5 and len(double.asked) == 2


def test_without_a_word_the_waits_grow_and_are_jittered(
    patient: Patient, clock: Clock, question: Request
) -> None:
    sender, _ = patient(*[Problem("broken", "HTTP 500") for _ in range(4)])
    assert isinstance(sender.one(question), Answer)
    assert len(clock.slept) == 4
    for number, slept in enumerate(clock.slept):
        assert 0.5 * 2**number <= slept <= 2**number
    assert len({slept / 2**number for number, slept in enumerate(clock.slept)}) > 1


def test_one_that_never_answers_is_a_failure_and_not_the_end(
    patient: Patient, purse: Purse, question: Request
) -> None:
    sender, double = patient(*[Problem("broken", "HTTP 500") for _ in range(6)])
    missing = sender.one(question)
    assert isinstance(missing, Missing) and missing.reason == "HTTP 500"
    assert len(double.asked) == 6 and purse.retries["broken"] == 5


@pytest.mark.parametrize("kind", ["refused", "filtered", "too-long"])
def test_what_won_t_change_is_asked_once(patient: Patient, question: Request, kind: Kind) -> None:
    sender, double = patient(Problem(kind, "no"))
    missing = sender.one(question)
    assert isinstance(missing, Missing) and len(double.asked) == 1
    assert missing.too_long is (kind == "too-long")


def test_a_cut_off_answer_gets_twice_the_room_once(patient: Patient, question: Request) -> None:
    roomy = replace(question, most=8000)
    sender, double = patient(*[Problem("truncated", "cut off", usage=Usage(100, 500, 0)) for _ in range(2)])
    missing = sender.one(roomy)
    assert isinstance(missing, Missing) and missing.request == roomy
    assert [request.most for request in double.asked] == [8000, 16000]


def test_a_small_model_that_writes_without_end_is_asked_once(patient: Patient, question: Request) -> None:
    sender, double = patient(Problem("truncated", "cut off"))
    assert isinstance(sender.one(question), Missing) and len(double.asked) == 1


def test_a_model_that_is_lost_is_not_asked_forty_times(patient: Patient, question: Request) -> None:
    sender, double = patient(*[Problem("malformed", "no JSON object in it") for _ in range(1000)])
    found = list(sender.all([replace(question, matter=f"matter {n}") for n in range(40)]))
    assert len(found) == 40 and len(double.asked) == 10


def test_a_wait_of_hours_is_not_waited(patient: Patient, clock: Clock, question: Request) -> None:
    sender, _ = patient(Problem("busy", "slow down", wait=7200.0))
    assert isinstance(sender.one(question), Missing)
    assert clock.now == 0


def test_a_refused_key_ends_the_run_with_a_hint(patient: Patient, question: Request) -> None:
    sender, double = patient(*[Problem("denied", "the server does not accept the key", status=401)] * 9)
    with pytest.raises(ModelError) as raised:
        list(sender.all([question, replace(question, matter="another")]))
    assert "OPENAI_API_KEY" in raised.value.hint and len(double.asked) == 1


def test_a_server_that_is_gone_is_not_asked_forty_times(patient: Patient, question: Request) -> None:
    sender, double = patient(*[Problem("broken", "the server can't be reached") for _ in range(1000)])
    questions = [replace(question, matter=f"matter {n}") for n in range(40)]
    found = list(sender.all(questions))
    assert len(found) == 40 and all(isinstance(answer, Missing) for _, answer in found)
    assert len(double.asked) == 18


def test_nothing_is_sent_that_the_cap_has_no_room_for(clock: Clock, question: Request) -> None:
    purse = Purse(question.tokens * 2 + 5)
    double = Double()
    sender = Sender(double, purse, 1, clock.sleep, lambda: clock.now)
    found = list(sender.all([replace(question, matter=f"Matter {n}.") for n in range(5)]))
    assert len(double.asked) == 2
    assert sum(isinstance(answer, Missing) and "cap" in answer.reason for _, answer in found) == 3
    assert purse.total.input <= purse.cap


def test_retries_are_paid_from_the_same_purse(
    server: ModelServer, sender: Sender, purse: Purse, question: Request
) -> None:
    server.script(responses(EMPTY), responses("no json"), responses(EMPTY))
    sender.one(question)
    sender.one(question)
    assert purse.total == Usage(300, 30, 180) and purse.requests == 3
    assert purse.retries == {"malformed": 1}


def test_a_burst_of_429_ends_as_the_undisturbed_run(
    server: ModelServer, sender: Sender, question: Request
) -> None:
    server.script(refusal(429), refusal(429, retry_after="0.5"), refusal(500), responses(EMPTY))
    answer = sender.one(question)
    assert isinstance(answer, Answer) and answer.text == EMPTY


def test_prices_hold_at_the_vendor_alone_and_count_cached_tokens_apart() -> None:
    assert price("gpt-5-mini", "gateway.example") is None
    known = price("gpt-5-mini-2025-08-07", "api.openai.com")
    assert known is not None and known == price("gpt-5-mini", "api.openai.com")
    assert price("gpt-5", "api.openai.com") != known
    listed = Price(1.0, 0.1, 10.0, "2026-01-01")
    assert listed.of(Usage(1_000_000, 100_000, 500_000)) == pytest.approx(1.55)
    assert listed.of(Usage(1_000_000, 100_000, 500_000), batch=True) == pytest.approx(0.775)
