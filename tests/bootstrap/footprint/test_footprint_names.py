"""Names and addresses made comparable, in any script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bootstrap.footprint.names import (
    best_name,
    fold,
    is_role_account,
    name_key,
    organisation_domain,
    plain_address,
    tokens,
)

address = st.from_regex(r"[A-Za-z0-9.+-]{1,12}@[a-z]{1,8}\.example", fullmatch=True)


@given(st.permutations(["Ana", "María", "Ruiz", "Peña", "李", "Đurić"]))
def test_a_names_key_does_not_know_the_order(parts: list[str]) -> None:
    assert name_key(" ".join(parts)) == name_key("Ana María Ruiz Peña 李 Đurić")


@given(address)
def test_a_plain_address_is_plain(text: str) -> None:
    once = plain_address(text)
    assert plain_address(once) == once == once.lower()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Krüger, Stefan (Extern)", "stefan krüger"),
        ("Łukasz Żółć", "Lukasz Zolc"),
        ("Søren Ægir", "Soren Aegir"),
        ("山田 太郎", "太郎 山田"),
        ("Ольга Иванова", "ИВАНОВА ОЛЬГА"),
        ("Müller, Jörg [IT]", "Jorg Muller"),
    ],
)
def test_spellings_of_one_name_agree(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_similar_names_stay_apart() -> None:
    assert name_key("Anna Weiß") != name_key("Anna Weiler")
    assert name_key("王伟") != name_key("王伟民")


def test_words_of_scripts_with_vowel_marks_stay_whole() -> None:
    assert tokens("प्रबंधक टीम") == [fold("प्रबंधक"), fold("टीम")]
    assert tokens("ผู้จัดการ") == [fold("ผู้จัดการ")]


@pytest.mark.parametrize(
    ("address", "plain"),
    [
        ("12345+octo-cat@users.noreply.github.com", "octo-cat@users.noreply.github.com"),
        ("octo-cat@users.noreply.github.com", "octo-cat@users.noreply.github.com"),
        ("Ana+news@Faro.example", "ana@faro.example"),
        ("+491234@sms.example", "+491234@sms.example"),
        ("slack:U024BE7LH", "slack:u024be7lh"),
    ],
)
def test_addresses_in_plain_form(address: str, plain: str) -> None:
    assert plain_address(address) == plain


@pytest.mark.parametrize(
    ("address", "domain"),
    [
        ("a@mail.hr.faro.co.uk", "faro.co.uk"),
        ("a@eu.faro.example", "faro.example"),
        ("a@faro.com.br", "faro.com.br"),
        ("a@dept.uni-faro.de", "uni-faro.de"),
    ],
)
def test_the_organisation_in_an_address(address: str, domain: str) -> None:
    assert organisation_domain(address) == domain


@pytest.mark.parametrize(
    "address", ["info@a.example", "no.reply-team@a.example", "HELP.DESK@a.example", "jira@a.example"]
)
def test_shared_mailboxes(address: str) -> None:
    expected = address.lower() != "no.reply-team@a.example"
    assert is_role_account(address.lower()) is expected


def test_people_are_no_shared_mailboxes() -> None:
    assert not any(
        map(is_role_account, ["salesha.it@a.example", "maria.team@a.example", "it.henrik@a.example"])
    )


def test_the_best_spelling_is_whole_and_not_shouted() -> None:
    assert best_name(["MIRA HOLT", "Mira", "Holt, Mira (Extern)", "mira@kestrel.example"]) == "Mira Holt"
    assert best_name([], "mira.holt@kestrel.example") == "mira.holt"
    assert best_name(["Zeljko Duric", "Željko Đurić"]) == "Željko Đurić"
