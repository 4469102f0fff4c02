"""The charset of a whole file that names none: by the statistics of all of it."""

from __future__ import annotations

import re

_SAMPLE = 200_000
_HIGH_PAIR = re.compile(rb"[\x80-\xff]{2}")
_HIGH = re.compile(rb"[\x80-\xff]")
# Windows' Western and Central European tables share most letters, and short texts fit both equally well.
# These bytes are common letters in one (``å à ã ï ñ ê``, ``ř ě ů ő ű ł ą ż ś``) and rare ones in the other.
_WESTERN = bytes.fromhex("e5c5e0c0e3f1eaf2ef")
_CENTRAL = bytes.fromhex("f8ecf9f5fbb3a3b9a5bfaf9c8c9f8f9dbebc")


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
