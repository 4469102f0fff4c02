"""Who is the owner's manager, report, colleague, client or vendor: from org fields, cards, series and titles.

Each answer has its evidence; where nothing but a guess would tell, the relation stays ''.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from bootstrap.footprint.material import Material
from bootstrap.footprint.names import fold, name_key, plain_address
from bootstrap.footprint.resolve import People
from bootstrap.footprint.roles import does, leads, sells
from bootstrap.footprint.types import Person, Series
from bootstrap.model import Evidence

_BOSS = re.compile(
    r"\b(?:my |mein\w* |mi |mon |ma |meu |minha |il mio |mijn |min |moj )?(?:manager|boss|line manager|supervisor|vorgesetzt\w*|chef(?:in)?"
    r"|fuhrungskraft|teamleitung|jef[ea]|jefatura|chefe|chefia|superieur|capo|leidinggevende|sjef|esimies|przelozon\w*|nadrizen\w*|fonok|mudur\w*)\b"
    r"|\b(?:ma|mon) responsable\b|\byonetic\w*|\bquan ly\b|\bprzelozon\w*|المدير|प्रबंधक|पर्यवेक्षक|หัวหน้า|מנהל\w* שלי"
    r"|руководител|начальник|керівник|上司|上長|领导|主管|상사|팀장님|مديري|προισταμεν"
)
_NOT_MINE = re.compile(
    r"(?:product|project|account|integration|community|office|property|case|event|facility|program\w*|projekt\w*|produkt\w*)\s*-?manager"
)
_MANAGER_LABELS = (
    "manager",
    "vorgesetzter",
    "responsable",
    "jefe",
    "gerente",
    "上司",
    "руководитель",
    "boss",
)
_REPORT_LABELS = ("report", "assistant", "employee", "mitarbeiter", "subordinate", "direct report")
_MENTOR = re.compile(r"mentor|mentee|coach|onboarding|einarbeitung|tutor|メンタ|наставн|멘토")


def relate(
    people: dict[str, Person], series: Iterable[Series], material: Material, resolved: People, own_role: str
) -> dict[str, Person]:
    """The same people with ``relation`` and its evidence filled in, in the same order."""
    ones = _one_to_ones(series)
    boss = _manager(people, ones, material, resolved)
    found = {}
    for key, person in people.items():
        if boss is not None and key == boss[0]:
            found[key] = replace(person, relation="manager", relation_evidence=boss[1])
        else:
            relation, evidence = _other(person, ones.get(key), own_role)
            found[key] = replace(person, relation=relation, relation_evidence=evidence)
    return found


def _one_to_ones(series: Iterable[Series]) -> dict[str, Series]:
    """The series each person has alone with the owner; an active one before one that is over.

    Weekly to monthly: a daily handover between two is no talk with a manager.
    """
    found: dict[str, Series] = {}
    for one in series:
        if len(one.people) == 1 and 6 < one.interval_days <= 35 and not one.all_day:
            held = found.get(one.people[0])
            if held is None or (one.active, one.last) > (held.active, held.last):
                found[one.people[0]] = one
    return found


def _manager(
    people: dict[str, Person], ones: dict[str, Series], material: Material, resolved: People
) -> tuple[str, tuple[Evidence, ...]] | None:
    """The one with the strongest and newest proof, or None."""
    points: dict[str, tuple[float, date, list[Evidence]]] = {}

    def add(key: str, score: float, when: date | None, evidence: Evidence) -> None:
        if key in people and people[key].internal:
            before = points.get(key, (0.0, date.min, []))
            points[key] = (before[0] + score, max(before[1], when or date.min), [*before[2], evidence])

    by_name = {name_key(person.name): key for key, person in people.items()}
    for contact in material.contacts:
        if contact.own:
            for label, value in contact.relations:
                key = (
                    resolved.find(plain_address(value)) if "@" in value else by_name.get(name_key(value), "")
                )
                if fold(label) in _MANAGER_LABELS:
                    add(
                        key,
                        5,
                        contact.when.date() if contact.when else None,
                        Evidence(contact.uri, quote=value, place="relations"),
                    )
            continue
        folded = fold(contact.text)
        if contact.addresses and _BOSS.search(_NOT_MINE.sub(" ", folded)) and len(contact.text) < 200:
            key = resolved.find(plain_address(contact.addresses[0]))
            if key in people and not _past(folded):
                note = Evidence(contact.uri, quote=contact.text.strip()[:120], when=contact.when)
                last = people[key].last
                add(key, 3, last.date() if last else None, note)
    for key, one in ones.items():
        if key in people and one.active and one.people:
            leading = any(leads(p.role) for p in people[key].positions[:1])
            if leading:
                role = people[key].positions[0]
                add(key, 3 + (one.organizer == key), one.last, one.evidence[0])
                add(key, 0, one.last, role.evidence[0])
    if not points and len(alone := [k for k, one in ones.items() if _may_lead(people.get(k), one)]) == 1:
        # Titles in a language we know no words of: the one colleague of a standing one-to-one who is no peer by trade.
        add(alone[0], 1, ones[alone[0]].last, ones[alone[0]].evidence[0])
    if not points:
        return None
    key, (_, _, evidence) = max(points.items(), key=lambda item: (item[1][0], item[1][1], item[0]))
    return key, tuple(evidence)


def _may_lead(person: Person | None, one: Series) -> bool:
    if person is None or not person.internal or not one.active or _MENTOR.search(fold(one.title)):
        return False
    role = person.position.role if person.position else ""
    return bool(role) and not re.search("[a-z]", fold(role)) and not does(role)


def _past(folded: str) -> bool:
    return bool(
        re.search(r"\b(?:ex|former|fruher\w*|ehemalig\w*|bis|until|ancien\w*|antigu\w*|anterior)\b", folded)
    )


def _other(person: Person, one: Series | None, own_role: str) -> tuple[str, tuple[Evidence, ...]]:
    position = person.position
    role = position.role if position else ""
    evidence = position.evidence[:1] if position else ()
    if one is not None and one.active and _MENTOR.search(fold(one.title)):
        return "mentoring", one.evidence[:1]
    if person.internal:
        often = one is not None and one.active and one.interval_days <= 15
        if one is not None and often and own_role and leads(own_role) and not leads(role):
            return "report", one.evidence[:1]
        return "colleague", evidence
    if person.organization or position:
        return ("vendor" if sells(role) else "external contact"), evidence
    return "", ()


def talk_alone(person: Person, series: Iterable[Series]) -> Series | None:
    """The active one-to-one series with that person, if there is one."""
    return next(
        (s for s in series if s.active and s.people == (person.key,) and 6 < s.interval_days <= 35), None
    )
