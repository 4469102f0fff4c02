"""Text that is aimed at an assistant: how a verdict comes about.

1. The text is folded (``fold.py``) and looked at once for the signs of all languages (``look.py``).
2. Each rule below names concepts that must stand close together, and a weight. Single words weigh nothing:
   "ignore", "prompt" and "assistant" are ordinary words, and only their combination is not.
3. The weights of the different rules found within one passage add up. From 1.0 on the text is blocked; the
   reason shown is that of the heaviest rule.
4. Where the text carries encoded pieces (``encoded.py``), each decoded view is judged in the same way, with
   less needed beyond what is plain to see: nobody encodes an honest request.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from bootstrap.screening import shapes
from bootstrap.screening.encoded import views
from bootstrap.screening.lexicon import Lexicon, Span, phrases
from bootstrap.screening.look import COMMON, Look, look

BLOCKED_FROM = 1.0
_ENCODED_FROM = 0.5
_PASSAGE = 700
_LONGEST_PHRASE = 400


@dataclass(frozen=True, slots=True)
class Rule:
    """Concepts that must all stand within ``reach`` characters of the first one."""

    concepts: tuple[str, ...]
    weight: float
    reason: str
    reach: int = 70


_OVERRIDE = "It tells an assistant to set its instructions aside."
_PROMPT = "It asks an assistant to give away its own instructions."
_PERSONA = "It gives an assistant another role or takes its limits away."
_OUTPUT = "It dictates what an assistant is to put into its answers."
_ADDRESS = "It speaks to an assistant instead of to a person."
_MEMORY = "It tries to plant something in an assistant's memory."
_CONCEAL = "It asks an assistant to act behind its user's back."
_TURN = "It imitates the markup by which a system talks to a model."
_TASK = "It sets an assistant a task of its own."
_EXFILTRATE = "It tries to have private data carried to somebody else."
_MARKUP = "It holds active markup or a link that would carry data away when shown."
_COMMAND = (
    "It holds a command that fetches and runs foreign code, reads credentials or makes itself permanent."
)

RULES = (
    Rule(("override", "rules", "prior"), 1.0, _OVERRIDE, 60),
    Rule(("override", "system_prompt"), 1.0, _OVERRIDE, 50),
    Rule(("override", "rules"), 0.4, _OVERRIDE, 50),
    Rule(("override", "asks", "prior"), 0.5, _OVERRIDE, 40),
    Rule(("override", "asks"), 0.1, _OVERRIDE, 40),
    Rule(("override", "everything"), 0.8, _OVERRIDE, 40),
    Rule(("override", "put"), 0.2, _OVERRIDE, 60),
    Rule(("override", "unlimited"), 0.5, _OVERRIDE, 60),
    Rule(("override", "new_task"), 0.4, _OVERRIDE, 80),
    Rule(("refuse", "put"), 0.7, _OVERRIDE, 80),
    Rule(("refuse",), 0.3, _OVERRIDE),
    Rule(("put", "answer", "literal"), 1.0, _OUTPUT, 110),
    Rule(("put", "answer", "meta"), 0.4, _OUTPUT, 80),
    Rule(("put", "literal"), 0.3, _OUTPUT, 50),
    Rule(("meta", "put"), 0.3, _OUTPUT, 90),
    Rule(("reveal", "system_prompt"), 1.0, _PROMPT, 60),
    Rule(("reveal", "your_setup"), 0.5, _PROMPT, 50),
    Rule(("reveal", "secrets"), 0.2, _PROMPT, 40),
    Rule(("quoted_prompt",), 0.7, _PROMPT),
    Rule(("quoted_prompt", "reveal"), 0.3, _PROMPT, 80),
    Rule(("persona", "unlimited"), 1.0, _PERSONA, 150),
    Rule(("persona", "assistant"), 0.5, _PERSONA, 70),
    Rule(("persona", "system_prompt"), 1.0, _PERSONA, 120),
    Rule(("persona", "everything"), 0.4, _PERSONA, 60),
    Rule(("assistant", "unlimited"), 0.7, _PERSONA, 120),
    Rule(("persona", "rules"), 0.3, _PERSONA, 80),
    Rule(("mode", "switched"), 0.5, _PERSONA, 40),
    Rule(("mode",), 0.3, _PERSONA),
    Rule(("new_task",), 0.4, _TASK),
    Rule(("new_task", "assistant"), 0.4, _TASK, 90),
    Rule(("new_task", "tool"), 0.4, _TASK, 160),
    Rule(("unlimited", "mode"), 0.5, _PERSONA, 80),
    Rule(("new_task", "put"), 0.2, _TASK, 80),
    Rule(("banner",), 0.6, _TASK),
    Rule(("new_task", "answer"), 0.4, _TASK, 120),
    Rule(("address", "must"), 0.8, _ADDRESS, 90),
    Rule(("address",), 0.3, _ADDRESS),
    Rule(("self_if",), 0.8, _ADDRESS),
    Rule(("self_if", "must"), 0.4, _ADDRESS, 120),
    Rule(("vocative",), 0.5, _ADDRESS),
    Rule(("vocative", "must"), 0.3, _ADDRESS, 90),
    Rule(("vocative", "override"), 0.6, _ADDRESS, 60),
    Rule(("vocative", "trust"), 0.5, _ADDRESS, 120),
    Rule(("vocative", "tool"), 0.5, _ADDRESS, 160),
    Rule(("helper", "must"), 0.3, _ADDRESS, 90),
    Rule(("helper", "the_user"), 0.6, _ADDRESS, 90),
    Rule(("helper", "conceal"), 0.7, _ADDRESS, 120),
    Rule(("own_memory", "keep"), 1.0, _MEMORY, 60),
    Rule(("memory", "keep"), 0.3, _MEMORY, 60),
    Rule(("memory", "the_user"), 0.5, _MEMORY, 90),
    Rule(("keep", "the_user", "trust"), 0.7, _MEMORY, 60),
    Rule(("assistant", "memory"), 0.4, _MEMORY, 90),
    Rule(("assistant", "memory", "keep"), 0.3, _MEMORY, 90),
    Rule(("conceal", "the_user"), 0.6, _CONCEAL, 60),
    Rule(("conceal",), 0.1, _CONCEAL),
    Rule(("trust", "tool"), 0.6, _CONCEAL, 120),
    Rule(("tool",), 0.4, _TASK),
    Rule(("tool", "secrets"), 0.5, _EXFILTRATE, 160),
    Rule(("tool", "target"), 0.6, _EXFILTRATE, 120),
    Rule(("send", "secrets", "target"), 0.8, _EXFILTRATE, 120),
    Rule(("pressure",), 0.3, _TASK),
    Rule(("token",), 1.0, _TURN),
    Rule(("role_line",), 0.6, _TURN),
    Rule(("role_line", "must"), 0.3, _TURN, 120),
    Rule(("role_line", "the_user"), 0.4, _TURN, 120),
    Rule(("role_line", "reveal", "secrets"), 0.3, _TURN, 80),
    Rule(("dialogue",), 0.8, _TURN),
    Rule(("frame",), 0.6, _TURN),
    Rule(("comment", "put"), 0.3, _MARKUP, 90),
    Rule(("comment", "override"), 0.6, _MARKUP, 60),
    Rule(("comment", "assistant"), 0.7, _MARKUP, 60),
    Rule(("placeholder_link",), 1.0, _MARKUP),
    Rule(("active_markup",), 1.0, _MARKUP),
    Rule(("run_together",), 1.0, _OVERRIDE),
    Rule(("canary",), 0.4, _OUTPUT),
    Rule(("decode",), 0.6, _TASK),
    Rule(("decode", "packed"), 0.4, _TASK, 80),
    Rule(("command",), 1.0, _COMMAND),
    Rule(("credential_path", "reading"), 1.0, _COMMAND, 80),
    Rule(("persistence",), 1.0, _COMMAND),
)  # fmt: skip


@cache
def _lexicon() -> Lexicon:
    return Lexicon(phrases("injection"))


def find(seen: Look) -> str:
    """Why a text is taken for one aimed at an assistant; empty when it is not."""
    plain, reason = _judge(seen, BLOCKED_FROM)
    if plain >= BLOCKED_FROM:
        return reason
    codes = frozenset(sign.removeprefix("code:") for sign in seen.signs if sign.startswith("code:"))
    for view in views(seen.text, seen.folded, codes, seen.odd):
        score, reason = _judge(look(view), _ENCODED_FROM)
        if score >= _ENCODED_FROM and score >= _ENCODED_FROM + _judge(seen, 0.0)[0]:
            return f"{reason[:-1]}, in an encoded form."
    return ""


def weigh(text: str) -> float:
    """How much in a text speaks for its being aimed at an assistant, disguises not counted; 1.0 is enough."""
    return _judge(look(text), 0.0)[0]


def _judge(seen: Look, needed: float) -> tuple[float, str]:
    """The heaviest passage: the sum of its rules' weights, and the reason of the heaviest rule.

    Where the signs can't add up to what is needed, the text is not looked at any further.
    """
    if (
        seen.signs.isdisjoint(_weighty())
        or sum(rule.weight for rule, signs in _signs_of_rules() if seen.signs.issuperset(signs)) < needed
    ):
        return 0.0, ""
    hits = _hits(seen)
    best, reason, first = 0.0, "", 0
    held: Counter[int] = Counter()
    for last, (at, number) in enumerate(hits):
        held[number] += 1
        while hits[first][0] < at - _PASSAGE:
            held[hits[first][1]] -= 1
            first += 1
        if last + 1 < len(hits) and hits[last + 1][0] == at:
            continue
        rules = [RULES[n] for n, times in held.items() if times]
        score = sum(rule.weight for rule in rules)
        if score > best:
            heaviest = max(rules, key=lambda rule: rule.weight)
            best, reason = score, heaviest.reason
    return best, reason


@cache
def _signs_of_rules() -> tuple[tuple[Rule, frozenset[str]], ...]:
    """Each rule with the signs without which it can't hold."""
    return tuple((rule, frozenset(map(_sign, rule.concepts)) - {""}) for rule in RULES)


@cache
def _weighty() -> frozenset[str]:
    """The signs without which no rules add up; the others are a mere @ or a hyphen."""
    return frozenset().union(*(signs for _, signs in _signs_of_rules())) - {
        f"shape:{name}" for name in shapes.AMBIENT
    }


def _sign(concept: str) -> str:
    if concept in shapes.SHAPES:
        return f"shape:{concept}"
    return "" if concept in COMMON else f"injection:{concept}"


def _hits(seen: Look) -> list[tuple[int, int]]:
    """Where each rule holds, and its number in ``RULES``, by place."""
    spans = _lexicon().spans(seen.flat) if any(sign.startswith("injection:") for sign in seen.signs) else {}
    for sign in seen.signs:
        section, _, name = sign.partition(":")
        if section == "shape" and (found := shapes.spans(name, seen.folded)):
            spans[name] = found
    if "negated" in spans:  # "don't forget the orders" sets nothing aside
        spans["override"] = [
            span for span in spans.get("override", []) if not _inside(span, spans["negated"])
        ]
    hits = []
    for number, rule in enumerate(RULES):
        if all(concept in spans for concept in rule.concepts):
            groups = [spans[concept] for concept in rule.concepts]
            hits += [(at, number) for at in _meetings(groups, rule.reach)]
    return sorted(hits)


def _inside(span: Span, others: list[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in others)


def _meetings(groups: list[list[Span]], reach: int) -> Iterator[int]:
    """Places of the first group's spans that have one of each other group within reach."""
    first, *others = groups
    for start, end in first:
        if all(_is_near(start - reach, end + reach, group) for group in others):
            yield start


def _is_near(low: int, high: int, group: list[Span]) -> bool:
    """Whether a span, sorted by start, lies between; no phrase is longer than ``_LONGEST_PHRASE``."""
    at = bisect_left(group, (low - _LONGEST_PHRASE, 0))
    while at < len(group) and group[at][0] <= high:
        if group[at][1] >= low:
            return True
        at += 1
    return False
