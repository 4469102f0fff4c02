"""Short descriptions in a source's own words: the first plain sentence of a README, a channel's purpose.

Descriptions are quoted, bounded and plain: no links, no code, no requests. What does not fit is left out.
"""

from __future__ import annotations

import re

_HEADING = re.compile(r"^\s{0,3}(?:#{1,6}\s|[=\-~^]{3,}\s*$|!\[|\[!\[|<|\||```|>\s)")
_MARKUP = re.compile(r"!\[[^\]]*\]\([^)]*\)|\[([^\]]+)\]\([^)]*\)|<[^>]{1,80}>")
_EMPHASIS = re.compile(r"(?<!\w)[*_]{1,3}|[*_]{1,3}(?!\w)|``?")
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+")
LONGEST = 220


def first_sentence(markdown: str) -> str:
    """The first sentence of prose in a Markdown text, without markup; '' when there is none.

    At most 220 characters, cut at a word.
    """
    paragraph: list[str] = []
    for line in markdown.splitlines()[:60]:
        bare = line.strip()
        if (
            not bare
            or _HEADING.match(line)
            or line.startswith(("    ", "\t"))
            or bare.startswith(("- ", "* ", "+ "))
        ):
            if paragraph:
                break
            continue
        paragraph.append(bare)
    return shorten(plain(" ".join(paragraph)))


def plain(text: str) -> str:
    """Markdown emphasis, images and link targets taken off; white space folded."""
    text = _MARKUP.sub(lambda match: match[1] or "", text)
    return " ".join(_EMPHASIS.sub("", text).split())


def shorten(text: str) -> str:
    """The first sentence, or as many whole words as fit."""
    first = _SENTENCE.split(text, maxsplit=1)[0].strip()
    if len(first) <= LONGEST:
        return first
    return first[:LONGEST].rsplit(" ", 1)[0].rstrip(",;:") + " …"
