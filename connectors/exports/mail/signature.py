"""Telling the sender's signature from what they wrote.

In order of proof: the delimiter ``-- `` (RFC 3676 section 4.3), a phone's "Sent from my ...", a closing
phrase with a few short lines behind it, the sender's full name above a card, and a last block that holds
phone numbers and links. The words of closing phrases come from mail-parser-reply, and from ours below.
"""

from __future__ import annotations

import functools
import re

LONGEST = 2_000
LAST_LINES = 12
DELIMITER = re.compile(r"^(?:--|__|—|–|-{2,3}|_{2,3})\s*$")
MOBILE = re.compile(
    r"(?i)^(?:sent (?:from|via|by|with|using) (?:my |the |an? )?[^\s,;!?][^,;!?]{0,60}|get outlook for .{2,40}|"
    r"(?:von meinem|mit meinem|von unterwegs) .{2,60}gesendet\.?|gesendet (?:von|mit|via|aus) .{2,60}|diese nachricht wurde von meinem .{2,60}|"
    r"envoy[ée] (?:de(?:puis)?|à partir) .{2,60}|t[ée]l[ée]charge[zr] outlook .{2,40}|envi(?:ado|ada) (?:desde|do|de|a partir) .{2,60}|"
    r"obt[ée]n outlook .{2,40}|inviato (?:da|dal|con) .{2,60}|verzonden (?:vanaf|met|via) .{2,60}|verstuurd vanaf .{2,60}|"
    r"(?:sendt|skickat|skickades?) (?:fra|från|med) .{2,60}|lähetetty .{2,60}|wysłan[oe] z .{2,60}|odesl[aá]no z .{2,60}|odoslané z .{2,60}|"
    r"küldve .{2,60}|trimis de pe .{2,60}|.{2,40}(?:'den|dan|den) gönderildi\.?|отправлено (?:с|из) .{2,60}|надіслано з .{2,60}|"
    r"изпратено от .{2,60}|στάλθηκε από .{2,60}|נשלח מה.{2,60}|أرسلت من .{2,60}|.{1,20}から送信|.{1,20}에서 보냄|发自我的.{1,30}|從我的.{1,20}傳送|"
    r"được gửi từ .{2,60}|dikirim dari .{2,60})$"
)
CLOSINGS = (
    r"(?:(?:with )?(?:best|kind|kindest|warm|warmest|many) ?(?:regards|wishes|thanks)?|regards|cheers|sincerely|yours .{3,12}|"
    r"(?:many |best )?thanks(?: again)?|thank you|thanks so much|all the best|take care|talk soon|cordially|respectfully|br|rgds|xoxo|best,?|"
    r"(?:mit )?(?:freundlichen|besten|lieben|herzlichen|vielen|schönen|sonnigen) (?:gr[üu](?:ß|ss)en?|dank)|"
    r"(?:viele|liebe|beste|herzliche|schöne|freundliche|sonnige) gr[üu](?:ß|ss)e(?: (?:aus|nach) .{2,30})?|gr(?:u|ü)(?:ß|ss)e?|lg|vg|mfg|bg|hg|"
    r"(?:bien )?cordialement|bien à (?:vous|toi)|amicalement|(?:meilleures |sincères )?salutations|à bientôt|bonne (?:journée|soirée)|merci|"
    r"(?:un )?(?:cordial(?:es)? )?salud(?:o|os)(?: cordiales)?|atentamente|atte\.?|(?:muchas )?gracias|un abrazo|abrazos|"
    r"atenciosamente|att\.?|abraços?|cumprimentos|(?:muito )?obrigad[oa]|(?:com os )?melhores cumprimentos|"
    r"cordiali saluti|(?:cordialmente|distinti saluti|un saluto|saluti|grazie)|(?:met )?(?:vriendelijke|hartelijke) groet(?:en)?|groet(?:jes|en)?|mvg|bedankt|"
    r"(?:med )?(?:vennlig|venlig|vänlig|bästa|beste|de bedste) (?:hilsen|hilsner|hälsning(?:ar)?)|hilsen|hälsningar|mvh|kh|"
    r"(?:ystävällisin )?terveisin|terveiset|t\.|(?:z poważaniem|pozdrawiam(?: serdecznie)?|pozdrowienia)|s pozdravem|s pozdravom|zdravím|"
    r"(?:üdvözlettel|tisztelettel|köszönettel|üdv)|cu (?:stimă|respect)|mulțumesc|(?:saygılarımla|sevgiler|iyi çalışmalar|teşekkürler)|"
    r"с уважением|с наилучшими пожеланиями|всего доброго|спасибо|з повагою|поздрави|с уважение|με εκτίμηση|φιλικά|בברכה|تحياتي|مع تحياتي|"
    r"よろしくお願い(?:いた)?します。?|以上、?よろしく.{0,15}|敬具|此致|祝好|谢谢|謝謝|감사합니다\.?|trân trọng|salam|hormat kami)"
)
DASHED_NAME = re.compile(r"^[-–—~] ?[^\W\d_a-zß-ÿ][\w.'’-]*(?: [^\W\d_a-zß-ÿ][\w.'’-]*){0,2}$")
CONTACT = re.compile(
    r"(?i)(?:\+|\(?00)?\(?\d[\d\s()./-]{6,}\d|https?://|www\.|\S+@\S+\.\S+|\b(?:tel|phone|mobile|mobil|fax|cell|t:|m:|тел|電話|电话)\b"
)
TITLE = re.compile(
    r"(?i)\b(?:engineer|manager|director|head of|lead|officer|consultant|analyst|developer|architect|designer|professor|dr\.|ph\.?d|ceo|cto|coo|"
    r"cfo|president|founder|partner|gmbh|inc\.?|ltd|llc|s\.?a\.?|b\.?v\.?|ag|leiter(?:in)?|geschäftsführer(?:in)?|ingénieur|directeur|responsable|"
    r"ingeniero|gerente|jefe)\b"
)


def split_signature(text: str, sender: str = "") -> tuple[str, str]:
    """(what was written, the signature): ``sender`` is their display name, if known.

    Without a delimiter the first line is never part of a signature.
    """
    lines = text.rstrip().split("\n")
    at = _delimiter(lines)
    if at is None:
        at = _mobile(lines)
    if at is None:
        at = _closing(lines, sender)
    if at is None:
        at = _name_line(lines, sender)
    if at is None:
        at = _last_block(lines, sender)
    if at is None or not (any(line.strip() for line in lines[:at]) or lines[at].rstrip() == "--"):
        return "\n".join(lines).strip("\n"), ""
    above = "\n".join(lines[:at]).rstrip()
    below = "\n".join(lines[at:]).strip("\n")
    if DELIMITER.match(lines[at]):
        below = "\n".join(lines[at + 1 :]).strip("\n")
        closing = _closing(above.split("\n"), sender)  # "Regards, Jane" often stands above the delimiter
        if closing and any(line.strip() for line in above.split("\n")[:closing]):
            rows = above.split("\n")
            above, below = "\n".join(rows[:closing]).rstrip(), "\n".join([*rows[closing:], below])
    return above.strip("\n"), below[:LONGEST]


def _delimiter(lines: list[str]) -> int | None:
    for index in range(len(lines)):
        if lines[index].rstrip() == "--" or (
            len(lines) - index <= LAST_LINES and DELIMITER.match(lines[index])
        ):
            return index
    return None


def _mobile(lines: list[str]) -> int | None:
    for index in range(max(1, len(lines) - 4), len(lines)):
        if MOBILE.match(lines[index].strip().strip("<>*_ ")):
            above = index - 1
            while above > 0 and not lines[above].strip():
                above -= 1
            closing = _closing(lines[: above + 1], "")
            return closing or index
    return None


def _closing(lines: list[str], sender: str) -> int | None:
    """The last closing phrase that has only a few short lines behind it."""
    closes = _closing_pattern().match
    names = {word.strip(",.\"'").lower() for word in sender.split()}
    for index in range(len(lines) - 1, max(0, len(lines) - LAST_LINES), -1):
        line = lines[index].strip()
        if not line or len(line) > 60:
            continue
        if closes(line) or closes(_unnamed(line, names)):
            behind = [row.strip() for row in lines[index + 1 :] if row.strip()]
            short = len(behind) <= 9 and all(len(row) <= 100 for row in behind)
            if short and not any(map(_sentence, behind[:1])):
                return index
    return None


def _unnamed(line: str, names: set[str]) -> str:
    """``Best regards, Jane`` and ``VG Jane`` without the name; empty where there is none."""
    words = line.split()
    count = len(words)
    while words and words[-1].strip(",.!-").lower() in names:
        words.pop()
    return " ".join(words) if 0 < len(words) < count else ""


def _sentence(line: str) -> bool:
    return len(line) > 40 and line[-1:] in ".?!:" and not CONTACT.search(line)


def _name_line(lines: list[str], sender: str) -> int | None:
    """The sender's full name on a line of its own, with a card on it or behind it."""
    names = {word.lower().strip(",.") for word in sender.split()}
    if len(names) < 2:
        return None
    for index in range(len(lines) - 1, max(0, len(lines) - 25), -1):
        lower = lines[index].lower()
        if len(lower) > 100 or not all(name in lower for name in names) or not names <= _words(lower):
            continue
        card = any(CONTACT.search(row) or TITLE.search(row) for row in lines[index:])
        if not card and not (index > 0 and not lines[index - 1].strip() and _short_lines(lines[index + 1 :])):
            return None
        while index > 1 and lines[index - 1].strip() and _words(lines[index - 1].lower().strip()) <= names:
            index -= 1  # the first name alone above it
        return index
    return None


def _short_lines(lines: list[str]) -> bool:
    """One to six lines of which none reads like a sentence: a card in a language whose titles are unknown here."""
    rows = [row.strip() for row in lines if row.strip()]
    return 1 <= len(rows) <= 6 and all(len(row) <= 80 and row[-1] not in ".?!:…" for row in rows)


def _words(line: str) -> set[str]:
    return set(re.split(r"[\s,.|]+", line.strip()))


def _last_block(lines: list[str], sender: str) -> int | None:
    """A last paragraph of short lines that begins with the sender's name or reads like a card."""
    index = len(lines)
    while index > 0 and lines[index - 1].strip():
        index -= 1
    block = [line.strip() for line in lines[index:]]
    if index == 0 or not 1 <= len(block) <= 8 or any(len(line) > 80 for line in block):
        return None
    words = {word.lower().strip(",.") for word in sender.split() if len(word) > 1}
    first = {word.lower().strip(",.-") for word in block[0].lstrip("-–/ ").split()}
    named = bool(words & first) and len(first) <= 5 and not block[0].endswith(("?", ":", "!"))
    card = sum(bool(CONTACT.search(line) or TITLE.search(line)) for line in block)
    if named and (len(block) <= 2 or card):
        return index
    if len(block) == 1 and DASHED_NAME.match(block[0]):
        return index
    whole = sum(len(line.split()) for line in block)
    if (
        len(block) >= 3
        and card >= 2
        and whole <= 8 * len(block)
        and not any(line.endswith(("?", "!")) for line in block)
    ):
        return (
            index
            if len(first) <= 4
            and not block[0][:1].islower()
            and not block[0].startswith(("-", "*", "•", "http"))
            else None
        )
    return None


@functools.cache
def _closing_pattern() -> re.Pattern[str]:
    from mailparser_reply.constants import MAIL_LANGUAGES

    words = [CLOSINGS]
    for language in MAIL_LANGUAGES.values():
        words += [word for word in language.get("signatures", []) if not word.startswith("/")]
    return re.compile(rf"(?i)(?:{'|'.join(words)})[\s,;.!:)~–—-]*$")
