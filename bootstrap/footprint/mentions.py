"""How often names are mentioned in what people wrote: one pass over all messages for all names together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from bootstrap.footprint.names import CJK, WORD, bare, fold, spaced
from connectors.records import Message

READ = 1500


@dataclass(slots=True)
class Mentions:
    """Counts for one name. ``example`` is the newest message with it.

    ``mails`` are those of ``total`` that are mail, ``small`` those of them that write it in small letters:
    people write the name of a thing with a capital, and a common noun (but in German) without.
    """

    total: int = 0
    own: int = 0
    titles: int = 0
    mails: int = 0
    small: int = 0
    first: datetime | None = None
    last: datetime | None = None
    example: Message | None = None
    people: dict[str, int] = field(default_factory=dict)


def count(
    messages: Iterable[Message], names: Iterable[frozenset[str]], own: frozenset[str]
) -> dict[frozenset[str], Mentions]:
    """For each name (a set of folded words that must all be there) who mentioned it, when, how often.

    Words in Chinese, Japanese, Korean or Thai letters are looked for as parts of the text, since these
    scripts write no spaces. Messages come oldest first.
    """
    wanted = {name: Mentions() for name in names if name}
    by_trigger: dict[str, list[frozenset[str]]] = {}
    glued: dict[str, list[frozenset[str]]] = {}
    for name in wanted:
        trigger = max(name, key=lambda word: (len(word), word))
        (glued if CJK.search(trigger) else by_trigger).setdefault(trigger, []).append(name)
    for message in messages:
        folded = fold(spaced(f"{message.title}\n{message.text[:READ]}"))
        words = {bare(word) for word in WORD.findall(folded)}
        hits = [name for word in words & by_trigger.keys() for name in by_trigger[word] if name <= words]
        hits += [
            n for part, group in glued.items() if part in folded for n in group if all(w in folded for w in n)
        ]
        for name in dict.fromkeys(hits):
            _note(wanted[name], name, message, own)
    return wanted


def _note(mentions: Mentions, name: frozenset[str], message: Message, own: frozenset[str]) -> None:
    mine = message.direction == "sent" or message.sender.address in own
    mentions.total += 1
    mentions.own += mine
    title = fold(spaced(message.title))
    mentions.titles += all(word in title for word in name)
    mentions.first = mentions.first or message.when
    mentions.last, mentions.example = message.when, message
    if message.medium == "mail":
        mentions.mails += 1
        written = WORD.findall(f"{message.title} {message.text[:READ]}")
        mentions.small += any(word.islower() and bare(fold(word)) in name for word in written)
    for party in (message.sender, *message.to):
        if party.address and party.address not in own:
            mentions.people[party.address] = mentions.people.get(party.address, 0) + 1
