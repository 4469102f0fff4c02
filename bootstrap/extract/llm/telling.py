"""Which messages are worth showing to a model when there are more than can be shown."""

from __future__ import annotations

import math
import re
from datetime import datetime

from bootstrap.footprint.names import fold

HALF_LIFE_DAYS = 240.0
# Days, hours, counts, percentages: agreements and rules have them.
_FIGURES = re.compile(r"\b\d{1,2}[:.]\d{2}\b|\b\d{1,2}\s?(?:h|am|pm|uhr|%)\b|\b\d+\b")
# Words by which rules, wishes and agreements are stated; folded, in the languages of many mailboxes.
_STANDING = re.compile(
    r"\b(?:always|never|every|each|please|prefer\w*|must|need\w*|require\w*|only|instead|from now on|no longer|agreed?|rule\w*|deadline|approv\w+"
    r"|sign\w*|before|until|by|at least|at most|standing|moved|replac\w+|new date|in writing|ahead|advance"
    r"|immer|nie|niemals|jede\w*|bitte|lieber|muss|mussen|brauch\w*|nur|statt|ab sofort|nicht mehr|vereinbar\w*|regel\w*|frist\w*|freigabe\w*|vorher|spatestens"
    r"|mindestens|hochstens|verschoben|schriftlich|werktag\w*|vorlauf|grundsatzlich"
    r"|siempre|nunca|cada|por favor|prefier\w*|debe\w*|necesit\w*|solo|en vez|ya no|acord\w*|regla\w*|plazo\w*|aprob\w*|antes|hasta|por escrito"
    r"|toujours|jamais|chaque|prefer\w*|doit|doivent|besoin|seulement|desormais|ne plus|convenu|regle\w*|delai\w*|valid\w*|avant|au plus tard|par ecrit"
    r"|sempre|mai|ogni|per favore|prefer\w*|deve|devono|bisogna|entro|prima|regola|scadenza|per iscritto|nao|cada|prazo|combinad\w*|por escrito"
    r"|altijd|nooit|elke|graag|moet\w*|alleen|voortaan|niet meer|afgesproken|uiterlijk|vooraf|schriftelijk|alltid|aldrig|varje|maste|senast|skriftligt"
    r"|aina|ei koskaan|joka|taytyy|viimeistaan|zawsze|nigdy|kazd\w*|prosze|musi\w*|najpozniej|przed|vzdy|nikdy|kazd\w*|prosim|musi|nejpozdeji"
    r"|mindig|soha|minden|kerem|kell|legkesobb|elott|her zaman|asla|lutfen|gerek\w*|once|en gec|всегда|никогда|кажд\w+|пожалуйста|нужно|только|до|срок\w*"
    r"|завжди|ніколи|кожн\w+|треба|παντα|ποτε|καθε|παρακαλω|πρεπει|πριν|دائما|أبدا|كل|يجب|قبل|तक|हमेशा|कभी|हर|कृपया)\b"
    r"|(?:必ず|毎週|毎月|までに|お願い|ください|禁止|以内|以降|変更|总是|每周|每月|必须|请|之前|不要|以后|항상|매주|매월|반드시|까지|부탁)"
)
_BARE = re.compile(r"\W+")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")


def telling(text: str, when: datetime | None, now: datetime, own: bool, chat: bool = False) -> float:
    """How likely a message says something that lasts; 0 for what says nothing (``Thanks!``).

    Chat is mostly small talk: a short line counts only when it states a figure or something standing.
    """
    words = len(_BARE.split(text)) + len(_UNSPACED.findall(text)) // 3
    folded = fold(text[:3000])
    standing = len(set(_STANDING.findall(folded)))
    figures = len(set(_FIGURES.findall(folded)))
    if words < 5 or (chat and words < 9 and not standing and not figures):
        return 0.0
    score = 0.3 * math.log1p(words) + 0.6 * min(standing, 5) + 0.35 * min(figures, 4) + 0.5 * own
    age = max(0.0, (now - when).total_seconds() / 86_400) if when else 365.0
    return float(score * (0.35 + 0.65 * 0.5 ** (age / HALF_LIFE_DAYS)))
