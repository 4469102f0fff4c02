"""Which codec reads a code page of Windows or of the old Mac, and a character set of a font, by its number."""

from __future__ import annotations

import codecs

WESTERN = "cp1252"

_MAC = {
    10000: "mac_roman",
    10001: "shift_jis",
    10002: "big5",
    10003: "euc_kr",
    10004: "mac_arabic",
    10006: "mac_greek",
    10007: "mac_cyrillic",
    10008: "gb2312",
    10010: "mac_romanian",
    10021: "cp874",
    10029: "mac_latin2",
    10079: "mac_iceland",
    10081: "mac_turkish",
    10082: "mac_croatian",
}
"""Microsoft, "Code Page Identifiers"; those that Python has."""

_FONTS = {
    77: 10000, 78: 10001, 79: 10003, 80: 10008, 81: 10002, 84: 10004, 85: 10006, 86: 10081, 87: 10021, 88: 10029,
    89: 10007, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
    186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}  # fmt: skip
"""Character set to code page (RTF 1.9.1, ``\\fcharset``). The general sets, 0 to 2, say nothing of their letters."""


def of_page(number: int) -> str:
    """The codec of a code page; Western Windows where Python has none for it."""
    name = _MAC.get(number, f"cp{number}")
    try:
        codecs.lookup(name)
    except LookupError:
        return WESTERN
    return name


def of_font(charset: int) -> str:
    """The codec of the letters of a font; empty where its character set does not tell."""
    return of_page(_FONTS[charset]) if charset in _FONTS else ""
