"""Address lists (RFC 5322 section 3.4) and what people's programs made of them.

Own reader: the standard library's refuses or misreads commas in bare names, groups, X.500 senders
and encoded words that hold a comma, and takes a hundred times as long.
"""

from __future__ import annotations

import functools
import re

from connectors.exports.charsets import decode
from connectors.exports.mail.encoded import header_text
from connectors.records import Party

MOST = 1_000
LONGEST = 200_000
TOKEN = re.compile(
    r"(=\?[^?\s]{1,60}\?[bBqQ]\?[^?\s]*\?=)|"
    r'"((?:[^"\\]|\\.)*)(?:"|$)|<([^<>]*)(?:>|$)|\(((?:[^()\\]|\\.)*)\)|([,;])|(:)|([^",;:<>()]+)|(.)',
    re.DOTALL,
)
SIMPLE = re.compile(r"\s*([^\s\"(),:;<>@\[\]=]+@[A-Za-z0-9.-]+)\s*\Z")
NAMED = re.compile(r"\s*\"?([^\"(),:;<>@\\\[\]]*?)\"?\s*<([^\s\"(),:;<>@\[\]=]+@[A-Za-z0-9.-]+)>\s*\Z")
ADDRESS = re.compile(r"[^\s<>()\[\]\"',;:]+@[^\s<>()\[\]\"',;:]+")
X500 = re.compile(r"(?i)^(?:/o=|imceaex-)")


def parse_addresses(raw: bytes | str) -> tuple[Party, ...]:
    """Everybody in one header value, in order; at most 1,000."""
    # The same few people stand in most heads of a mailbox.
    return _remembered(raw) if len(raw) <= 300 else _parse(raw)


@functools.lru_cache(8_192)
def _remembered(raw: bytes | str) -> tuple[Party, ...]:
    return _parse(raw)


def _parse(raw: bytes | str) -> tuple[Party, ...]:
    text = raw if isinstance(raw, str) else decode(raw[:LONGEST])
    one = SIMPLE.match(text)
    if one:
        return (Party("", one.group(1).lower()),)
    one = NAMED.match(text)
    if one:
        return (_party(one.group(1), one.group(2)),)
    return tuple(_parties(text[:LONGEST]))


def is_x500(address: str) -> bool:
    """An Exchange-internal name instead of a mail address."""
    return bool(X500.match(address))


def _parties(text: str) -> list[Party]:
    found: list[Party] = []
    words: list[str] = []
    comment = angle = before = ""

    def close() -> None:
        nonlocal words, comment, angle, before
        phrase = "".join(words).strip()
        if angle:
            found.append(_party(before + phrase or comment, angle))
            before = ""
        elif "@" in phrase or is_x500(phrase):
            found.append(_bare(phrase, comment))
            before = ""
        elif "=?" in phrase and "@" in header_text(phrase):  # the whole mailbox was encoded
            found.extend(parse_addresses(header_text(phrase)) if "=?" not in header_text(phrase) else ())
        elif phrase:
            if before:
                found.append(_party(before.rstrip(", "), ""))
            before = f"{phrase}, "  # perhaps the family name in ``Doe, Jane <jane@...>``
        words, comment, angle = [], "", ""

    for match in TOKEN.finditer(text):
        word, quoted, bracket, remark, stop, colon, plain, _ = match.groups()
        if stop:
            close()
            if stop == ";" and before:
                found.append(_party(before.rstrip(", "), ""))
                before = ""
            if len(found) >= MOST:
                break
        elif bracket is not None:
            if angle and not ADDRESS.search(angle):
                angle = bracket
            else:
                angle = angle or bracket or " "
        elif quoted is not None:
            words.append(re.sub(r"\\(.)", r"\1", quoted))
            if text[match.end() : match.end() + 1] == "@":  # "odd local part"@example
                words[-1] = words[-1].replace(" ", "")
        elif remark is not None:
            comment = comment or remark
        elif colon:
            if "@" not in "".join(words) and not "".join(words).lower().strip().startswith("mailto"):
                before = ""
            words = [word for word in words if "@" in word]  # a group's name goes, its members stay
        elif word or plain:
            words.append(word or plain)
    close()
    if before:
        found.append(_party(before.rstrip(", "), ""))
    return [party for party in found[:MOST] if party.name or party.address]


def _party(name: str, address: str) -> Party:
    shown = header_text(name) if name else ""
    shown = shown.strip(" \t'\"") if shown[:1] in "'\" \t" else shown.strip()
    bare = _address(address)
    if not bare or is_x500(bare):
        inside = ADDRESS.search(shown)  # "jane@north.example" </O=NORTH/CN=JANE>
        if inside:
            bare = inside.group().lower()
    return Party("" if shown.lower() == bare else shown, bare)


def _bare(phrase: str, comment: str) -> Party:
    if is_x500(phrase):
        return _party(comment, phrase)
    inside = ADDRESS.search(phrase)
    if inside is None:
        return _party(comment, phrase.replace(" ", ""))
    rest = (phrase[: inside.start()] + phrase[inside.end() :]).strip(" []")
    return _party(comment or rest, inside.group())


def _address(raw: str) -> str:
    text = raw.strip().strip("'\"").strip()
    if text[:7].lower() == "mailto:":
        text = text[7:]
    if text.startswith("@") and ":" in text:  # a route, RFC 5322 section 4.4
        text = text.rpartition(":")[2]
    if is_x500(text):
        return text.lower()
    text = re.sub(r"\s+", "", text).strip(".").lower()
    return text if "@" in text else ""
