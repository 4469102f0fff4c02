"""Subscribed feeds (holidays, birthdays, fixtures, moon phases): dates of the world, not of the person."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from connectors.exports.contentlines import Line, unescape

# Names that calendar services give such feeds, in the languages they come in.
_HOLIDAYS = (
    r"holidays?\b|bank holidays|feiertage|schulferien|jours? f[ée]ri[ée]s|f[êe]tes|vacances scolaires|festivos|"
    r"d[ií]as? festivos|feriados|festivit[àa]|giorni festivi|feestdagen|schoolvakanties|helgdagar|helligdag|"
    r"pyhäpäivät|juhlapäivät|święta|ünnepek|ünnepnap|svátky|sviatky|prazniki|praznici|blagdani|sărbători|"
    r"празники|праздник|свята|почивни дни|αργίες|γιορτές|tatil|bayram|חגים|أعياد|العطل|عطلات|تعطیلات|"
    r"छुट्टिय|अवकाश|วันหยุด|ngày lễ|hari libur|cuti umum|祝日|節假日|节假日|假期|휴일|공휴일|기념일|šventės|pühad"
)
_BIRTHDAYS = (
    r"birthdays?\b|b-?days?\b|geburtstag|anniversaires?\b|cumplea[ñn]os|compleann|anivers[áa]rio|verjaardag|"
    r"födelsedag|fødselsdag|bursdag|syntymäpäiv|urodziny|születésnap|narozenin|narodenin|rojstni dn|rođendan|"
    r"zile de naștere|дни рождения|день рождения|дні народження|рожден|γενέθλια|doğum g[üu]n|ימי הולדת|"
    r"יום הולדת|أعياد الميلاد|عيد ميلاد|تولد|जन्मदिन|วันเกิด|sinh nhật|ulang tahun|誕生日|生日|생일"
)
_OTHERS = (
    r"moon phases?|phases of the moon|mondphasen|phases de la lune|week numbers?|kalenderwochen|num[ée]ros? de semaine|"
    r"sunrise|sunset|fixtures\b|spielplan|weather\b|wettervorhersage|on this day"
)
_NAME = re.compile(f"{_HOLIDAYS}|{_BIRTHDAYS}|{_OTHERS}", re.IGNORECASE)
_BIRTHDAY = re.compile(_BIRTHDAYS, re.IGNORECASE)
_ADDRESS = re.compile(
    r"#(?:holiday|contacts|weeknum|weather|sports)@|addressbook#contacts|@(?:import|group\.v)\.calendar"
)
_SERVICE = re.compile(r"@(?:import|group|resource)\.(?:v\.)?calendar\.google\.com", re.IGNORECASE)
_SUBSCRIBED = {"X-PUBLISHED-TTL", "REFRESH-INTERVAL", "SOURCE", "X-WR-CALDESC"}
_FEW = 5


@dataclass(slots=True)
class Survey:
    """What a first look over one VCALENDAR counts."""

    events: int = 0
    all_day: int = 0
    personal: int = 0
    yearly: int = 0
    properties: dict[str, Line] = field(default_factory=dict)

    def text(self, name: str) -> str:
        line = self.properties.get(name)
        return " ".join(unescape(line.value).split()) if line else ""

    def is_feed(self, name: str) -> bool:
        """By its name or address; else by its shape: whole days, nobody invited, and either published for
        subscribers or the same every year."""
        if _ADDRESS.search(name) or _ADDRESS.search(self.text("X-WR-RELCALID")):
            return True
        if self.events == 0 or self.events != self.all_day or self.personal:
            return False
        if _NAME.search(f"{name} {self.text('PRODID')}"):
            return True
        return self.events >= _FEW and (
            bool(_SUBSCRIBED & self.properties.keys()) or self.yearly == self.events
        )

    def count(self, lines: list[Line]) -> None:
        """Add one event: whole days or not, and whether anybody is invited or kept busy by it."""
        self.events += 1
        by_name = {line.name: line for line in lines}
        start = by_name.get("DTSTART")
        self.all_day += bool(start and "T" not in start.value.upper())
        self.yearly += "YEARLY" in (by_name["RRULE"].value.upper() if "RRULE" in by_name else "")
        organizer = by_name.get("ORGANIZER")
        self.personal += "ATTENDEE" in by_name or bool(organizer and not _SERVICE.search(organizer.value))


def is_of_feed(title: str, categories: str, all_day: bool, rule: str) -> bool:
    """One such date in an ordinary calendar: a birthday, or a holiday as Outlook adds them (by category)."""
    return all_day and (
        ("YEARLY" in rule and bool(_BIRTHDAY.search(title))) or bool(_NAME.search(categories))
    )
