"""Secrets of providers, of people's sentences, and numbers with checksums. All are made up at run time."""

from __future__ import annotations

import json
import random
import re
from importlib.resources import files

import pytest
import re2
import rstr
from stdnum import luhn

from bootstrap.screening import redact, screen

WORDS = ("Sommer" + "2024!", "x7!K" + "q9$z", "correct-" + "Horse-9")
CODE = "48" + "2913"


def is_secret(text: str) -> bool:
    return any(block.kind == "secret" for block in screen(text))


def rules() -> list[dict[str, str]]:
    file = files("bootstrap.screening.secrets") / "gitleaks.json"
    loaded: list[dict[str, str]] = json.loads(file.read_text(encoding="utf-8"))["rules"]
    return loaded


def example(expression: str, maker: rstr.Rstr) -> str:
    """A token that an RE2 expression describes; empty where the generator can't make one."""
    plain = (
        expression.replace("[[:alnum:]]", "[A-Za-z0-9]")
        .replace("\\x60", "`")
        .replace("\\b", "")
        .replace("(?s:.)", ".")
        .replace("\\z", "$")
    )
    plain = re.sub(r"\(\?(?:i|s|m|-i|is)\)", "", plain)
    plain = re.sub(r"\(\?(?:i|s|-i|is|s-i):", "(?:", plain)
    try:
        token = maker.xeger(plain)
    except ValueError:  # more than a hundred repetitions
        return ""
    return str(token) if re2.search(expression, token) else ""


def test_tokens_made_from_every_rule_are_caught() -> None:
    maker = rstr.Rstr(random.Random(7))
    made = [(rule["id"], token) for rule in rules() if (token := example(rule["regex"], maker))]
    missed = [name for name, token in made if not is_secret(token)]
    assert len(made) > 150
    assert len(missed) <= 0.02 * len(made), missed


@pytest.mark.parametrize(
    "sentence",
    [
        "the wifi password is {}",
        "Use {} as the password",
        "pw: {}",
        "Das WLAN-Passwort lautet {}",
        "Kennwort: {}",
        "Le mot de passe du wifi est {}",
        "La contraseña es {}",
        "A senha do wifi é {}",
        "La password è {}",
        "Het wachtwoord is {}",
        "Hasło do wifi to {}",
        "Пароль от вайфая: {}",
        "Wifi şifresi: {}",
        "密码是{}",
        "パスワードは{}です",
        "비밀번호는 {} 입니다",
        "كلمة المرور: {}",
        "הסיסמה היא {}",
        "पासवर्ड {} है",
        "postgres://app:{}@db.example:5432/app",
        "Server=db;User Id=sa;Password={};",
        "DB_PASSWORD={}",
    ],
)
def test_passwords_in_sentences_are_caught_and_redacted(sentence: str) -> None:
    for word in WORDS:
        assert is_secret(sentence.format(word))
        assert word not in redact(sentence.format(word))[0]


@pytest.mark.parametrize(
    "sentence",
    [
        "Your code is {}",
        "{} is your verification code",
        "Ihr Code ist {}",
        "Votre code de vérification est {}",
        "{} es tu código de seguridad",
        "Seu código de verificação é {}",
        "Il tuo codice di verifica è {}",
        "Код подтверждения: {}",
        "您的验证码是{}",
        "認証コード：{}",
        "인증번호 {} 를 입력하세요",
        "OTP: {}",
    ],
)
def test_one_time_codes_are_caught(sentence: str) -> None:
    text, count = redact(sentence.format(CODE))
    assert (count, CODE in text) == (1, False)


def test_card_numbers_need_their_checksum_and_a_sign_of_a_card() -> None:
    digits = "411111111111111"
    digits += luhn.calc_check_digit(digits)
    grouped = " ".join(digits[at : at + 4] for at in range(0, 16, 4))
    assert is_secret(f"here: {grouped}")
    assert is_secret(f"Kreditkarte {digits}")
    assert not is_secret(f"order {digits}")
    assert not is_secret(f"Kreditkarte {digits[:-1]}{(int(digits[-1]) + 1) % 10}")


def test_account_numbers_need_their_checksum() -> None:
    assert is_secret("IBAN DE89 3704 0044 " + "0532 0130 00 danke")
    assert not is_secret("IBAN DE88 3704 0044 " + "0532 0130 00 danke")


def test_redaction_leaves_the_rest_in_place() -> None:
    text, count = redact("Hi, the password is " + WORDS[0] + ". Your code is " + CODE + "!")
    assert (text, count) == ("Hi, the password is [redacted]. Your code is [redacted]!", 2)


def test_every_one_of_many_secrets_goes() -> None:
    lines = [f"password: Abc{number}x" + "!y" for number in range(300)]
    assert redact("\n".join(lines)) == ("\n".join(["password: [redacted]"] * 300), 300)


def test_a_private_key_goes_as_a_whole() -> None:
    body = "MIIE" + "abcd" * 20
    key = f"-----BEGIN RSA PRIVATE {'KEY'}-----\n{body}\n-----END RSA PRIVATE {'KEY'}-----"
    assert redact(f"see\n{key}\nthanks") == ("see\n[redacted]\nthanks", 1)


@pytest.mark.parametrize(
    "line",
    [
        "The password is wrong.",
        "Password: required",
        "Your password will expire in 30 days.",
        "Das Passwort ist falsch.",
        "Passwort: siehe Keepass",
        "La contraseña es obligatoria.",
        "密码错误",
        "パスワードは必須です",
        'password = os.environ["DB_PASSWORD"]',
        "password: ${DB_PASSWORD}",
        "postgres://user:password@localhost/app",
        "Our password manager is Bitwarden",
        "The password to Server7 was lost, ask for a reset on Monday2",
        'return "password from TestKeyring"',
        "The key is under the mat.",
        "HTTP status code 404, zip code 94110, error code 5012",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "550e8400-e29b-41d4-a716-446655440000",
        "Message-ID: <20261101.7f3a9c2e@mail.example>",
        "Meeting ID: 812 3456 7890",
        "+49 30 1234567, ext. 4821",
        "Tracking number 1Z999AA10123456784",
        "v1.28.4-rc2, build 8472910",
        "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBa\n-----END CERTIFICATE-----",
    ],
)
def test_what_is_no_secret_is_left_alone(line: str) -> None:
    assert redact(line) == (line, 0)


def test_a_reason_never_repeats_the_secret() -> None:
    (block,) = screen("the wifi password is " + WORDS[0])
    assert block.reason == "It holds a password."
