"""Names and addresses made comparable. Comparing is not joining: what may be joined is people.py's matter."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

# Letters that NFKD leaves whole although people write them with plain ones.
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae",
                          "Æ": "AE", "œ": "oe", "ı": "i", "þ": "th", "ð": "d", "Þ": "Th", "Ð": "D", "Œ": "OE", "ẞ": "SS"})  # fmt: skip
_ROLE_ACCOUNTS = re.compile(
    r"^(?:info|office|contact|kontakt|contacto|contato|support|help|helpdesk|service|sales|team|all|alle|everyone"
    r"|hello|hallo|hola|mail|post|admin|administrator|billing|invoice|accounting|jobs|career|careers|press|news"
    r"|newsletter|events?|marketing|security|abuse|postmaster|webmaster|root|hostmaster|notifications?|alerts?"
    r"|reception|secretariat|sekretariat|staff|list|jira|gitlab|github|jenkins|confluence|calendar|system|it)$"
)
_NOREPLY_GITHUB = re.compile(r"^(?:\d+\+)?([a-z0-9-]+)@users\.noreply\.github\.com$")
_PAREN = re.compile(r"\s*[(\[（][^)\]）]*(?:[)\]）]\s*|$)")


# Scripts of India, Thailand and others write vowels as marks: to Python these are no letters, to a reader they are.
_MARKS = "".join(chr(c) for c in range(0x0370, 0x1CFF) if unicodedata.category(chr(c)).startswith("M"))
WORD = re.compile(rf"(?:[^\W_]|[{_MARKS}])+")
# Scripts that write no spaces between words.
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_CAMEL = re.compile(r"(?<=[a-z\d])(?=[A-Z][a-z])")
_ACCENT = re.compile("[\u0300-\u036f]+")


def fold(text: str) -> str:
    """Lower case without accents; other scripts stay as they are, in composed form."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text).translate(_LETTERS)
    return unicodedata.normalize("NFC", _ACCENT.sub("", decomposed)).casefold()


def tokens(text: str) -> list[str]:
    """Folded words of letters and digits, split at everything else and at camelCase."""
    return [bare(word) for word in WORD.findall(fold(spaced(text)))]


def spaced(text: str) -> str:
    """``MedSound`` as the two words it is written from."""
    return _CAMEL.sub(" ", text)


def bare(word: str) -> str:
    """An Arabic word without its article: what a title writes with it a sentence may write without."""
    return word[2:] if word.startswith("ال") and len(word) > 4 else word


def name_key(name: str) -> str:
    """Order-free key of a person's name: ``Krüger, Stefan (Extern)`` and ``Stefan Krüger`` agree."""
    return " ".join(sorted(tokens(_PAREN.sub(" ", name))))


def plain_address(address: str) -> str:
    """Lower case, plus-tag dropped; GitHub's noreply forms become ``<login>@users.noreply.github.com``."""
    address = address.strip().casefold()
    if match := _NOREPLY_GITHUB.match(address):
        return f"{match[1]}@users.noreply.github.com"
    local, at, domain = address.partition("@")
    if at and "+" in local[1:] and domain:
        local = local.split("+", 1)[0]
    return f"{local}{at}{domain}"


def domain_of(address: str) -> str:
    return address.rpartition("@")[2] if "@" in address else ""


def organisation_domain(address: str) -> str:
    """The registrable part by rule of thumb: ``mail.hr.ostkai.co.uk`` -> ``ostkai.co.uk``."""
    labels = domain_of(address).split(".")
    keep = 3 if len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3 else 2
    return ".".join(labels[-keep:])


def is_role_account(address: str) -> bool:
    """True for shared mailboxes (``info@``, ``jira@``), which are nobody in particular."""
    return bool(_ROLE_ACCOUNTS.match(address.partition("@")[0].replace(".", "").replace("-", "")))


FREEMAIL = frozenset(
    "gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.jp icloud.com me.com"
    " mac.com aol.com gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de posteo.de mailbox.org proton.me"
    " protonmail.com pm.me fastmail.com zoho.com yandex.ru yandex.com mail.ru qq.com 163.com 126.com naver.com"
    " daum.net hanmail.net orange.fr free.fr laposte.net wanadoo.fr libero.it virgilio.it tiscali.it uol.com.br"
    " bol.com.br terra.com.br wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz rediffmail.com ukr.net"
    " hey.com tutanota.com users.noreply.github.com".split()
)


def best_name(names: Iterable[str], address: str = "") -> str:
    """The spelling to show: used often, with two words or more, not an address, not shouted.

    ``names`` may repeat; repeats count as use.
    """
    counts = Counter(clean for name in names if (clean := _tidy(name)))
    if not counts:
        return address.partition("@")[0]

    def rank(item: tuple[str, int]) -> tuple[bool, bool, int, bool, int, str]:
        name, uses = item
        accented = name != unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        return (
            len(name.split()) > 1 or not name.isascii(),
            not name.isupper(),
            uses,
            accented,
            len(name),
            name,
        )

    return max(counts.items(), key=rank)[0]


def _tidy(name: str) -> str:
    name = _PAREN.sub(" ", name).strip(" '\"<>")
    if "@" in name or not any(char.isalpha() for char in name):
        return ""
    if name.count(",") == 1:
        family, given = (part.strip() for part in name.split(","))
        if family and given and len(family.split()) <= 3:
            name = f"{given} {family}"
    return " ".join(name.split())
