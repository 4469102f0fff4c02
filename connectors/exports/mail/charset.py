"""Bytes to text, whatever the sender claimed: declared charset, UTF-8, a guess, in that order.

What a label really means follows the WHATWG Encoding Standard (``gb2312`` is gb18030, ``iso-8859-1``
is windows-1252 ...), since that is what mail programs write under those names.
"""

from __future__ import annotations

import codecs

MEANT = {
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "ansi_x3.4-1968": "cp1252",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "iso-8859-9": "cp1254",
    "iso-8859-11": "cp874",
    "windows-874": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "cp936": "gb18030",
    "gb_2312-80": "gb18030",
    "x-gbk": "gb18030",
    "big5": "cp950",
    "big5-hkscs": "big5hkscs",
    "x-x-big5": "cp950",
    "ks_c_5601-1987": "cp949",
    "ks_c_5601-1989": "cp949",
    "ksc5601": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "ms_kanji": "cp932",
    "windows-31j": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "x-mac-roman": "mac_roman",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "x-mac-ce": "mac_latin2",
    "koi8": "koi8_r",
    "unicode-1-1-utf-7": "utf-7",
    "utf8": "utf-8",
    "utf-8": "utf-8",
}
# Python codecs that are no charset of any mail, and cost quadratic time or run escapes.
NEVER = {
    "idna",
    "punycode",
    "unicode_escape",
    "unicode-escape",
    "raw_unicode_escape",
    "undefined",
    "mbcs",
    "oem",
}
SHIFTING = (
    "iso-2022",
    "iso2022",
    "utf-7",
    "utf7",
    "unicode-1-1-utf-7",
    "hz",
    "utf-16",
    "utf16",
    "utf-32",
    "utf32",
)
SAMPLE = 4_000
# What mail without a charset has been written in, since 8-bit mail is sent at all.
WRITTEN = ["cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1255", "cp1256", "cp874", "gb18030", "cp932",
           "euc_jp", "cp949", "cp950"]  # fmt: skip


def decode(data: bytes, declared: str = "") -> str:
    """Text of ``data``; never raises. Bytes that fit nothing become U+FFFD."""
    if not declared and data.isascii():
        return data.decode("ascii")
    name = declared.strip().strip("\"'").lower()
    if data.isascii() and not name.startswith(SHIFTING):
        return data.decode("ascii")
    codec = MEANT.get(name, name)
    if codec in ("", "cp1252", "cp1254") or not _known(codec):
        # Single-byte labels fit any bytes, so they prove nothing; valid UTF-8 does.
        text = _strict(data, "utf-8")
        if text is not None:
            return text
    if codec and _known(codec):
        text = _strict(data, codec)
        if text is None:
            text = _strict(data, "utf-8")
        if text is not None:
            return text
        text = data.decode(codec, "replace")
        if text.count("\ufffd") * 20 <= len(text):
            return text
    return _guess(data)


def _known(codec: str) -> bool:
    if codec in NEVER:
        return False
    try:
        codecs.lookup(codec)
        b"".decode(codec)
    except (LookupError, ValueError, UnicodeError, TypeError):
        return False
    return True


def _strict(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeError, ValueError):
        return None


def _guess(data: bytes) -> str:
    """Undeclared or wrongly declared 8-bit text: by its statistics where there is enough of it.

    A few accents in Latin text are no statistics; windows-1252 is what such mail is written in.
    """
    from charset_normalizer import from_bytes

    sample = data[:SAMPLE]
    high = sum(byte > 0x7F for byte in sample)
    if high >= 20 or high * 2 > len(sample) >= 6:
        best = from_bytes(sample, cp_isolation=WRITTEN).best()
        if best is not None and _known(best.encoding):
            return data.decode(best.encoding, "replace")
    return data.decode("cp1252", "replace")
