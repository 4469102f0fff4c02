"""Bytes to text: by a mark at their beginning, by the charset somebody claimed, or by what the letters look like.

What a label really means follows the WHATWG Encoding Standard (``gb2312`` is gb18030, ``iso-8859-1`` is
windows-1252 ...), since that is what programs write under those names.
"""

from __future__ import annotations

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MEANT = {
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
_NEVER = {
    "idna",
    "punycode",
    "unicode_escape",
    "unicode-escape",
    "raw_unicode_escape",
    "undefined",
    "mbcs",
    "oem",
}
_SHIFTING = (
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
_SHORT_SAMPLE = 4_000
# What mail without a charset has been written in, since 8-bit mail is sent at all.
_WRITTEN = ["cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1255", "cp1256", "cp874", "gb18030", "cp932",
           "euc_jp", "cp949", "cp950"]  # fmt: skip
_SAMPLE = 200_000
_HIGH_PAIR = re.compile(rb"[\x80-\xff]{2}")
_HIGH = re.compile(rb"[\x80-\xff]")
# Windows' Western and Central European tables share most letters, and short texts fit both equally well.
# These bytes are common letters in one (``å à ã ï ñ ê``, ``ř ě ů ő ű ł ą ż ś``) and rare ones in the other.
_WESTERN = bytes.fromhex("e5c5e0c0e3f1eaf2ef")
_CENTRAL = bytes.fromhex("f8ecf9f5fbb3a3b9a5bfaf9c8c9f8f9dbebc")


def decode(data: bytes, declared: str = "") -> str:
    """Text of ``data`` by its declared charset, UTF-8, or a guess; never raises. Bytes that fit nothing become U+FFFD."""
    if not declared and data.isascii():
        return data.decode("ascii")
    name = declared.strip().strip("\"'").lower()
    if data.isascii() and not name.startswith(_SHIFTING):
        return data.decode("ascii")
    codec = _MEANT.get(name, name)
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
    return _guess_short(data)


def decode_marked(data: bytes) -> str | None:
    """Text of what begins with a byte order mark, without it; None for anything else."""
    for mark, charset in _MARKS:
        if data.startswith(mark):
            return data.decode(charset, "replace").lstrip("\ufeff")
    return None


def guess_charset(data: bytes) -> str:
    """A codec for bytes that are not UTF-8; Windows-1252 where nothing fits better.

    UTF-16 and UTF-32 are never guessed: they come with a byte order mark, and any text of East Asia
    would pass for them.
    """
    from charset_normalizer import from_bytes

    found = [match.encoding for match in from_bytes(data[:_SAMPLE]) if not match.encoding.startswith("utf")]
    best = found[0] if found else "cp1252"
    # Letters of other scripts come in runs; an accent stands alone between plain letters.
    alone = len(_HIGH_PAIR.findall(data[:_SAMPLE])) * 5 < len(_HIGH.findall(data[:_SAMPLE]))
    if (
        alone
        or best in {"cp1250", "cp1252", "cp1257", "iso8859_2"}
        or best.startswith(("mac_", "iso8859_1", "cp775"))
    ):
        central = sum(data.count(byte) for byte in _CENTRAL) > 2 * sum(data.count(byte) for byte in _WESTERN)
        return "cp1250" if central else "cp1252"
    return "cp1252" if best == "ascii" else best


def _known(codec: str) -> bool:
    """Whether this is a charset at all: Python counts ``hex`` and ``base64`` among its codecs too."""
    if codec in _NEVER:
        return False
    try:
        "".encode(codec)  # unlike an empty ``decode`` this asks for the codec
    except (LookupError, ValueError):
        return False
    return True


def _strict(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeError, ValueError):
        return None


def _guess_short(data: bytes) -> str:
    """Undeclared or wrongly declared 8-bit text: by its statistics where there is enough of it.

    A few accents in Latin text are no statistics; windows-1252 is what such mail is written in.
    """
    from charset_normalizer import from_bytes

    sample = data[:_SHORT_SAMPLE]
    high = sum(byte > 0x7F for byte in sample)
    if high >= 20 or high * 2 > len(sample) >= 6:
        best = from_bytes(sample, cp_isolation=_WRITTEN).best()
        if best is not None and _known(best.encoding):
            return data.decode(best.encoding, "replace")
    return data.decode("cp1252", "replace")
