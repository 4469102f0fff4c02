"""One look at a text for the signs of everything that is screened; what follows looks only where a sign is.

Ordinary mail shows next to no signs, so screening costs it one search over the folded text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import re2

from bootstrap.screening import encoded, hidden
from bootstrap.screening.fold import MIXED, fold
from bootstrap.screening.lexicon import Lexicon, flatten, phrases
from bootstrap.screening.secrets import numbers, rules
from bootstrap.screening.shapes import SHAPES

# Everyday words of [injection] that are looked for only where a rule could hold at all.
COMMON = ("asks", "prior", "put", "reveal", "switched", "must", "keep", "assistant", "send")

# Those of [sensitive] that mean something only beside a topic.
_QUIET = ("personal", "provider", "trade")

_ODD = re2.compile("|".join((encoded.ODD, hidden.SIGNS, numbers.SIGNS, MIXED)))


@dataclass(frozen=True, slots=True)
class Look:
    """A text, its folded form, that form on one line, and which signs were seen.

    Signs are named ``section:concept``: ``injection:override``, ``secret:password``, ``sensitive:topic``,
    ``key:sk``, ``shape:comment``, ``code:reversed``. ``odd``: something is in it that may be hidden, encoded,
    or an account number.
    """

    text: str
    folded: str
    flat: str
    signs: frozenset[str]
    odd: bool


def look(text: str) -> Look:
    """Fold a text and look for all signs at once. Halves of surrogate pairs become question marks."""
    text = text.encode("utf-8", "replace").decode()
    folded = fold(text)
    flat = flatten(folded)
    odd = _ODD.search(text) is not None
    return Look(text, folded, flat, _signs().concepts(flat), odd)


@cache
def _signs() -> Lexicon:
    worded = {
        f"injection:{name}": entries for name, entries in phrases("injection").items() if name not in COMMON
    }
    worded |= {
        f"secret:{name}": phrases("secret")[name] for name in ("password", "short", "otp", "seed", "card")
    }
    worded |= {
        f"sensitive:{name}": entries for name, entries in phrases("sensitive").items() if name not in _QUIET
    }
    literal = {f"shape:{name}": shape.signs for name, shape in SHAPES.items()}
    literal |= {f"code:{name}": words for name, words in encoded.SIGNS.items()}
    literal |= {f"key:{word}": (word,) for word in rules.shared().keywords}
    return Lexicon(worded, literal)
