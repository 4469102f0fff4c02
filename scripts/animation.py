"""Still pictures of a terminal, one behind the other, as one SVG that plays by itself (CSS, no script)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

PREFIX = "day1-terminal-id"
"""Of every id and class in a frame, so that those of two frames can be told apart."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: a whole SVG with ``PREFIX`` in its ids, and the seconds it stays."""

    svg: str
    seconds: float


def animated(frames: Sequence[Frame]) -> str:
    """All frames must have the same size. Who asked for less motion sees the first frame."""
    total = sum(frame.seconds for frame in frames)
    opening = re.match(r"\s*(<svg[^>]*>)", frames[0].svg)
    if opening is None:
        raise ValueError("a frame is no SVG")
    styles, groups, start = [], [], 0.0
    for number, frame in enumerate(frames):
        end = start + frame.seconds
        first, last = 100 * start / total, 100 * end / total
        before = "" if number == 0 else "0% { visibility: hidden } "
        styles.append(
            f"@keyframes f{number} {{ {before}{first:.3f}% {{ visibility: visible }} "
            f"{last:.3f}% {{ visibility: hidden }} }}\n"
            f".f{number} {{ visibility: {'hidden' if number else 'visible'}; "
            f"animation: f{number} {total:.1f}s step-end infinite }}"
        )
        inner = frame.svg[frame.svg.index(">", frame.svg.index("<svg")) + 1 : frame.svg.rindex("</svg>")]
        groups.append(f'<g class="f{number}">{inner.replace(PREFIX, f"s{number}")}</g>')
        start = end
    calm = "@media (prefers-reduced-motion: reduce) { g { animation: none !important } }"
    style = "<style>\n" + "\n".join([*styles, calm]) + "\n</style>"
    return "\n".join([opening.group(1), style, *groups, "</svg>\n"])
