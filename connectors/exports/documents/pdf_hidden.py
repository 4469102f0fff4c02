"""Which characters of a PDF page nobody sees: tiny ones, and those that leave no trace on the rendered page.

White text may be a heading on a dark ground or a note to a machine, and invisible text may be the layer of
a scan's text recognition: what the page looks like tells them apart. Only pages with such text are rendered.
"""

from __future__ import annotations

import ctypes
from typing import Any

_TINIEST = 2.0  # points
_WHITE = 245  # of 255, each of red, green and blue
_FAINT = 26  # alpha of 255
_CONTRAST = 24  # steps of grey between the lightest and the darkest spot of a letter's box
_MOST_CHARACTERS = 30_000
_LARGEST_PICTURE = 2_000  # pixels, the longer side


def character(text: Any, index: int) -> str:
    """One character of a text page; a surrogate or none becomes nothing."""
    import pypdfium2.raw as raw

    code = raw.FPDFText_GetUnicode(text, index)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else ""


def hidden_characters(page: Any, text: Any) -> set[int]:
    """Indices of the characters that are hidden; blanks among them count with their neighbours."""
    tiny: set[int] = set()
    doubtful: dict[int, tuple[float, float, float, float]] = {}
    for index in range(min(text.count_chars(), _MOST_CHARACTERS)):
        if not character(text, index).strip():
            continue
        left, bottom, right, top = text.get_charbox(index, loose=True)
        if top - bottom < _TINIEST:
            tiny.add(index)
        elif _is_pale(text, index):
            doubtful[index] = (left, bottom, right, top)
    return tiny | (_without_trace(page, doubtful) if doubtful else set())


def _is_pale(text: Any, index: int) -> bool:
    import pypdfium2.raw as raw

    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFText_GetFillColor(text, index, red, green, blue, alpha):
        return True
    if min(red.value, green.value, blue.value) >= _WHITE or alpha.value <= _FAINT:
        return True
    found = raw.FPDFText_GetTextObject(text, index)
    return bool(found) and raw.FPDFTextObj_GetTextRenderMode(found) == raw.FPDF_TEXTRENDERMODE_INVISIBLE


def _without_trace(page: Any, boxes: dict[int, tuple[float, float, float, float]]) -> set[int]:
    """Those boxes that are of one shade on the rendered page, at one pixel a point or less on huge pages."""
    scale = min(1.0, _LARGEST_PICTURE / max(*page.get_size(), 1.0))
    bitmap = page.render(scale=scale, grayscale=True)
    try:
        pixels, stride = bytes(bitmap.buffer), bitmap.stride
        width, height = bitmap.width, bitmap.height
    finally:
        bitmap.close()
    hidden = set()
    for index, (left, bottom, right, top) in boxes.items():
        columns = slice(max(int(left * scale), 0), min(int(right * scale) + 1, width))
        rows = range(max(int(height - top * scale), 0), min(int(height - bottom * scale) + 1, height))
        shades = b"".join(pixels[row * stride : row * stride + width][columns] for row in rows)
        if not shades or max(shades) - min(shades) < _CONTRAST:
            hidden.add(index)
    return hidden
