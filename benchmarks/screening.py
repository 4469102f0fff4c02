"""Screening, measured by family: what is caught, what is flagged wrongly, and what it costs.

    python benchmarks/screening.py [BENCH]

BENCH is a folder with ``injection_attacks.jsonl``, ``injection_benign.jsonl``, ``hidden_text_attacks.jsonl`` and
``hidden_text_benign.jsonl`` (default: ``../shared/bench`` beside the checkout). Weights and phrases were set on the
half of the rows whose text has an even first byte of SHA-256; the figures are those of the other half. Secrets
are made up on the spot from the rule set and from sentences.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import string
import sys
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import re2
import rstr

from bootstrap.clean import clean, clean_record
from bootstrap.screening import safe_title, screen, screen_record
from connectors.records import Message, Party

BENCH = Path(__file__).parent.parent.parent / "shared" / "bench"
AIMED = ("spikee", "giskard", "garak", "piguard_valid")
SENTENCES = {
    "en": ("the wifi password is {}", "Password: {}", "use {} as the password", "db password={}"),
    "de": ("Das WLAN-Passwort lautet {}", "Kennwort: {}", "Das Passwort für den Server ist {}"),
    "fr": ("Le mot de passe est {}", "mdp: {}", "Le mot de passe du wifi est {}"),
    "es": ("La contraseña es {}", "La clave del wifi es {}"),
    "pt": ("A senha do wifi é {}", "Senha: {}"),
    "it": ("La password del wifi è {}", "Password: {}"),
    "nl": ("Het wachtwoord is {}",),
    "pl": ("Hasło do wifi to {}",),
    "ru": ("Пароль от вайфая: {}", "Пароль — {}"),
    "tr": ("Wifi şifresi: {}",),
    "zh": ("密码是{}", "WiFi密码：{}"),
    "ja": ("パスワードは{}です",),
    "ko": ("비밀번호는 {} 입니다",),
    "ar": ("كلمة المرور: {}",),
}
CODES = (
    "Your code is {}", "{} is your verification code", "Ihr Code ist {}", "Votre code de vérification est {}",
    "{} es tu código de seguridad", "Seu código de verificação é {}", "Il tuo codice di verifica è {}",
    "Код подтверждения: {}", "您的验证码是{}", "認証コード：{}",
)  # fmt: skip


def main() -> None:
    bench = Path(sys.argv[1]) if len(sys.argv) > 1 else BENCH
    report: dict[str, object] = {}
    if bench.is_dir():
        report |= injection(bench) | hidden(bench)
    else:
        print(f"no sets at {bench}: injection and hidden text are left out", file=sys.stderr)
    report |= secrets() | cost()
    print(json.dumps(report, ensure_ascii=False, indent=1))


def injection(bench: Path) -> dict[str, object]:
    caught: dict[str, list[bool]] = defaultdict(list)
    titles = 0
    for row in rows(bench / "injection_attacks.jsonl"):
        titles += bool(safe_title(row["text"]))
        if held_out(row["text"]):
            caught[family(row)].append(flagged(row["text"], "injection"))
    benign = [
        flagged(row["text"], "injection")
        for row in rows(bench / "injection_benign.jsonl")
        if held_out(row["text"])
    ]
    aimed = [hit for name, hits in caught.items() if not name.startswith("plain") for hit in hits]
    return {
        "injection: aimed at an assistant, caught": share(aimed),
        "injection: benign, flagged": share(benign),
        "injection: by family": {name: share(caught[name]) for name in sorted(caught)},
        "injection: attack strings that pass as a title": titles,
    }


def hidden(bench: Path) -> dict[str, object]:
    """Neutralised: cleaning took the hidden part out, or the screen blocks what is left."""
    caught: dict[str, list[bool]] = defaultdict(list)
    for row in rows(bench / "hidden_text_attacks.jsonl"):
        cleaned, dropped = clean(row["text"])
        caught[row["technique"]].append(dropped > 0 or flagged(cleaned, "hidden-text"))
    benign = [flagged(row["text"], "hidden-text") for row in rows(bench / "hidden_text_benign.jsonl")]
    return {
        "hidden text: neutralised": share([hit for hits in caught.values() for hit in hits]),
        "hidden text: by technique": {name: share(caught[name]) for name in sorted(caught)},
        "hidden text: hard benign, blocked": share(benign),
    }


def secrets() -> dict[str, object]:
    chance = random.Random(11)
    maker = rstr.Rstr(chance)
    file = files("bootstrap.screening.secrets") / "gitleaks.json"
    made = [
        example(rule["regex"], maker)
        for rule in json.loads(file.read_text(encoding="utf-8"))["rules"]
        for _ in range(4)
    ]
    tokens = [flagged(token, "secret") for token in made if token]
    words = [word(chance) for _ in range(20)]
    prose = {
        name: share([flagged(t.format(w), "secret") for t in texts for w in words])
        for name, texts in SENTENCES.items()
    }
    codes = [
        flagged(text.format(chance.randrange(10**5, 10**6)), "secret") for text in CODES for _ in range(20)
    ]
    benign = [flagged(line, "secret") for line in harmless(chance, 3000)]
    return {
        "secrets: tokens from the rules, caught": share(tokens),
        "secrets: passwords in sentences, caught": prose,
        "secrets: one-time codes, caught": share(codes),
        "secrets: hashes, ids, links, numbers, flagged": share(benign),
    }


def cost() -> dict[str, object]:
    """Microseconds a mail of about 1,500 characters."""
    chance = random.Random(3)
    nouns = "report invoice budget roadmap release ticket server customer harbour schedule draft review train".split()
    mails = [
        Message(
            f"mid:{n}", "mbox", datetime(2026, 11, 2, tzinfo=UTC), "Weekly status", sentence(chance, nouns, 230),
            Party("Mara Lindt", "mara@work.example"), to=(Party("Bo Berg", "bo@work.example"),),
        )
        for n in range(2000)
    ]  # fmt: skip
    screen("warm")
    start = time.perf_counter()
    for mail in mails:
        clean_record(mail)
    middle = time.perf_counter()
    for mail in mails:
        screen_record(mail)
    end = time.perf_counter()
    return {
        "cost: µs a mail": {
            "clean": micro(start, middle, len(mails)),
            "screen": micro(middle, end, len(mails)),
        }
    }


def rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def held_out(text: str) -> bool:
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 1


def family(row: dict[str, str]) -> str:
    source, category = row["source"], row["category"]
    if source == "spikee":
        return f"spikee {category.partition(':')[0]}"
    aimed = source in AIMED
    aimed |= source == "injecagent" and "enhanced" in category
    aimed |= source == "cyberseceval_pi" and category.startswith("indirect:")
    aimed |= source == "agent_injection_bench" and category != "control"
    return source if aimed else f"plain request: {source}"


def flagged(text: str, kind: str) -> bool:
    return any(block.kind == kind for block in screen(text))


def share(hits: list[bool]) -> str:
    return f"{sum(hits)}/{len(hits)} = {sum(hits) / max(1, len(hits)):.3f}"


def example(expression: str, maker: rstr.Rstr) -> str:
    """A token that an RE2 expression describes; empty where the generator can't make one."""
    plain = (
        expression.replace("[[:alnum:]]", "[A-Za-z0-9]")
        .replace("\\x60", "`")
        .replace("\\b", "")
        .replace("\\z", "$")
    )
    plain = re.sub(r"\(\?(?:i|s|m|-i|is)\)", "", plain.replace("(?s:.)", "."))
    plain = re.sub(r"\(\?(?:i|s|-i|is|s-i):", "(?:", plain)
    try:
        token = maker.xeger(plain)
    except ValueError:
        return ""
    return str(token) if re2.search(expression, token) else ""


def word(chance: random.Random) -> str:
    letters = "".join(chance.choices(string.ascii_letters, k=6))
    return letters + str(chance.randrange(10, 99)) + chance.choice("!$%&*+?")


def sentence(chance: random.Random, nouns: list[str], length: int) -> str:
    return " ".join(chance.choices([*nouns, "the", "of", "for", "on Monday.", "we", "and"], k=length))


def harmless(chance: random.Random, count: int) -> Iterator[str]:
    def digits(n: int, alphabet: str = "0123456789abcdef") -> str:
        return "".join(chance.choices(alphabet, k=n))

    for _ in range(count // 10):
        yield f"commit {digits(40)}"
        yield str(uuid.UUID(int=chance.getrandbits(128)))
        yield f'"integrity": "sha512-{digits(86, string.ascii_letters + string.digits)}=="'
        yield f'<img src="data:image/png;base64,{digits(200, string.ascii_letters + string.digits)}=">'
        yield f"Message-ID: <{digits(16)}.{digits(8)}@mail.example>"
        yield f"https://click.example/t/{digits(60, string.ascii_letters + string.digits)}?u={digits(24)}"
        yield f"Order #{chance.randrange(10**9, 10**10)}, ticket OPS-{chance.randrange(9999)}"
        yield f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5{digits(48, string.ascii_letters)} mara@laptop"
        yield f"+49 30 {chance.randrange(10**6, 10**8)}"
        yield f"v{chance.randrange(9)}.{chance.randrange(40)}.{chance.randrange(9)}, build {chance.randrange(10**15, 10**16)}"


def micro(start: float, end: float, count: int) -> float:
    return round((end - start) / count * 1e6, 1)


if __name__ == "__main__":
    main()
