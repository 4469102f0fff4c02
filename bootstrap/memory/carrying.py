"""A newer text that keeps what a person changed in the older one: a merge of three, line by line."""

from __future__ import annotations

import re


def carried(base: str, own: str, newer: str) -> str:
    """``newer`` with the person's changes, told by comparing ``own`` with ``base``.

    Lines they took out stay out. Lines they added stay in, behind the line they stood behind where that
    is still there, else at the end. Lines that only ``base`` had give way to ``newer``.
    """
    was, kept = _told(base), _told(own)
    result = [line for line in newer.strip("\n").split("\n") if line.strip() not in was - kept]
    place, gap = len(result), True
    for line in own.strip("\n").split("\n"):
        said = line.strip()
        stripped = [one.strip() for one in result]
        if not said:
            gap = True
        elif said in stripped:
            place, gap = stripped.index(said) + 1, False
        elif said not in was:
            added = ["", line] if gap and place > 0 else [line]
            result[place:place] = added
            place, gap = place + len(added), False
    return re.sub(r"\n{3,}", "\n\n", "\n".join(result)).strip("\n")


def _told(text: str) -> set[str]:
    return {line.strip() for line in text.split("\n") if line.strip()}
