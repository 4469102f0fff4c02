"""A person's own matters are held back; the daily work of a nurse, a lawyer or a payroll engineer is not."""

from __future__ import annotations

import pytest

from bootstrap.screening import screen


def is_sensitive(text: str) -> bool:
    return any(block.kind == "sensitive" for block in screen(text))


@pytest.mark.parametrize(
    "text",
    [
        "I was diagnosed with diabetes in May",
        "Therapy with Dr. Weiss",
        "Dentist Appointment",
        "Bastian ist seit heute krankgeschrieben",
        "Her salary is 82k",
        "My divorce is final since Monday",
        "We are looking for candidates for the works council",
        "Betriebsratswahl im April",
        "Sunday Mass with the kids",
        "He voted for the Green Party",
        "She came out as bisexual",
        "My lawyer says the court date moved",
        "Je suis en arrêt maladie jusqu'à vendredi",
        "Estoy de baja por depresión, mi diagnóstico llegó",
        "Meu divórcio saiu ontem",
        "Il mio stipendio, la mia diagnosi: mia diagnosi in allegato",
        "Moja pensja i podwyżka",
        "Я на больничном до пятницы",
        "我下周请病假去做化疗",
        "来週は通院のため休みます",
        "다음 주 병원 예약이 있어요",
        "Psychotherapie, Einzelsitzung donnerstags",
    ],
)
def test_private_matters_are_named(text: str) -> None:
    assert is_sensitive(text)


@pytest.mark.parametrize(
    "text",
    [
        "Union type in TypeScript for the payment service",
        "healthcheck endpoint and the health of the cluster",
        "Legal entity onboarding",
        "Tennis court booking",
        "Custody of keys is with the platform team",
        "Divorce the two modules before the release",
        "Nurse on the oncology ward, keeps the chemotherapy templates",
        "Owns the payroll service: salary calculation for 12 countries",
        "Lawyer at Keller LLP, handles custody cases for clients",
        "Medical device team, imaging pipeline",
        "European Union customs data",
        "Mass import of contacts; mass mailing",
        "Strike price table in the options module",
        "Kirchhoff laws in the circuit simulator",
        "Terraform state surgery",
        "Jour fixe Vertrieb",
        "Patientenverwaltung: Projekt Klinik Nord",
        "文化遗产保护项目",
        "Race condition in the arrest handler module",
    ],
)
def test_work_with_such_words_passes(text: str) -> None:
    assert not is_sensitive(text)


def test_the_reason_names_the_matter_and_not_the_person() -> None:
    (block,) = screen("Anna Kowalska is pregnant")
    assert block.reason == "It touches a person's health."
