"""Telling what somebody wrote from what they quote or forward.

One pass over the lines, whatever the mail program and its language: lines that carry ``>``, the line
that introduces a quotation ("On ... Jane wrote:"), separators ("-----Original Message-----"), and the
block of headers Outlook writes. The patterns of introducing lines come from mail-parser-reply (13
languages); what it lacks is below. Own lines between quoted ones stay own.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

MOST_LINES = 5_000
MOST_INTRODUCING = 4
LONGEST_INTRODUCTION = 500
COLONS = (":", "：")
# Marks of direction, which programs put around names and addresses in Hebrew and Arabic introductions.
BIDI = " \t\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
NO_BIDI = dict.fromkeys(map(ord, BIDI.strip()))
MARKED = re.compile(r"^\s{0,3}(?:>|&gt;)")
WROTE = re.compile(
    r"(?i)\b(?:wrote|writes|said|schrieb|écrit|a écrit|escribi[óo]|escreveu|ha scritto|scrisse|schreef|heeft .{0,60}geschreven|skrev|kirjoitti|"
    r"napsala?|napísala?|napisala?|napisał[a]?|nap[ií]sal|pisze|írta|ezt írta|a scris|yazd[ıi]|şunları yazdı|έγραψε|schriew|va escriure|idatzi|"
    r"menulis|đã viết|rašė|rakstīja|kirjutas|je napisao|je napisala|je pisal|reageerde|wrote on)\b|"
    r"пиш[еі]|писал|написал|написав|писав|пишет|написа|напиша|כתב|كتب|写道|寫道|のメール|さんは書きました|作成|작성|님이|wrote"
)
DATE = re.compile(
    r"\d{4}[-./年]\s?\d{1,2}[-./月]|\b\d{1,2}[-./]\s?\d{1,2}[-./]\s?(?:\d{2}|\d{4})\b|\b\d{1,2}(?:st|nd|rd|th|\.|º|er)?,? (?:de |of )?[^\W\d]{3,12}\.?,?(?: de| г\.?)? ?\d{2,4}\b|"
    r"\b[^\W\d]{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:at )?\d{2,4}"
)
CLOCK = re.compile(r"\b\d{1,2}[:.h]\d{2}\b")
MAILBOX = re.compile(r"[^\s<>@:]+@[^\s<>@:]+\.\w+")
SEPARATOR = re.compile(
    r"(?i)^\W{0,3}(?:[-_=*–—]{2,}|\W*)\s*(?:original(?:e|ny)? (?:message|mail|appointment)|reply message|forwarded (?:message|by .{1,80})|begin forwarded message|"
    r"ursprüngliche (?:nachricht|e-mail|mail)|original-?nachricht|weitergeleitete nachricht|anfang der weitergeleiteten (?:e-?mail|nachricht)|"
    r"message (?:d'origine|d’origine|original|transféré|initial)|courriel original|début du message (?:transféré|réexpédié)|mail transféré|"
    r"mensaje original|mensaje reenviado|inicio del mensaje reenviado|mensagem (?:original|encaminhada|reencaminhada)|início da mensagem reencaminhada|"
    r"messaggio (?:originale|inoltrato)|inizio messaggio inoltrato|(?:oorspronkelijk|doorgestuurd) bericht|begin doorgestuurd bericht|"
    r"(?:ursprungligt|vidarebefordrat) meddelande|(?:original|opprinnelig|videresendt) melding|(?:oprindelig|videresendt) (?:meddelelse|besked)|"
    r"alkuperäinen viesti|(?:oryginalna|przekazana|wiadomość oryginalna|treść przekazanej).{0,15}|původní (?:zpráva|e-mail)|přeposlaná zpráva|pôvodná správa|"
    r"(?:eredeti|továbbított) üzenet|mesaj (?:original|redirecționat)|(?:özgün|iletilen|yönlendirilmiş|orijinal) (?:ileti|mesaj)|"
    r"(?:исходное|пересылаемое|пересланное|оригинальное|переадресованное) (?:сообщение|письмо)|(?:початкове|переслане) (?:повідомлення)|оригинално съобщение|"
    r"αρχικό μήνυμα|προωθημένο μήνυμα|הודעה מקורית|הודעה שהועברה|رسالة أصلية|الرسالة الأصلية|رسالة معاد توجيهها|元のメッセージ|転送(?:された)?メッセージ|"
    r"原始邮件|转发的?邮件|原始郵件|轉寄郵件|已轉寄的郵件|원본 메시지|전달된 메시지|thư gốc|pesan asli)\s*:?\s*[-_=*–—]*\W{0,3}$"
)
SENDER_LABELS = (
    "from|von|de|da|van|från|fra|lähettäjä|od|nadawca|feladó|de la|expediteur|expéditeur|gönderen|kimden|от|отправитель|від|από|מאת|من|差出人|送信者|"
    "发件人|寄件者|寄件人|보낸 사람|보낸사람|từ|dari|remitente|mittente|afzender|avsändare"
)
OTHER_LABELS = (
    "sent|date|to|cc|bcc|subject|reply-to|importance|attachments|gesendet|datum|an|betreff|kopie|antwort an|anlagen|envoyé|envoyé le|date d'envoi|à|a|objet|"
    "copie à|enviado|enviado el|enviada em|enviado em|fecha|data|para|asunto|assunto|inviato|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|"
    "dato|lähetetty|päiväys|vastaanottaja|aihe|kopio|wysłano|do|dw|temat|odesláno|komu|předmět|kopia|datum odeslání|elküldve|küldve|címzett|tárgy|dátum|másolatot kap|"
    "trimis|către|subiect|gönderildi|gönderme tarihi|kime|konu|bilgi|tarih|отправлено|дата|кому|копия|тема|надіслано|изпратено|относно|до|στάλθηκε|ημερομηνία|προς|θέμα|"
    "נשלח|תאריך|אל|נושא|تاريخ|التاريخ|إلى|الموضوع|تم الإرسال|送信日時|日付|日時|宛先|件名|发送时间|发送日期|日期|收件人|主题|抄送|寄件日期|傳送日期|收件者|主旨|副本|보낸 날짜|날짜|받는 사람|제목|참조|"
    "đã gửi|ngày|đến|chủ đề|tanggal|kepada|perihal|organization"
)
LABEL = re.compile(
    rf"(?i)^[\s*_|>]*(?:(?P<sender>{SENDER_LABELS})|(?P<other>{OTHER_LABELS}))\s?[*_]*\s?[:：][*_]*(?P<value>.*)$"
)
DASHED = re.compile(r"^\s*[-_=*–—]{3,}\s*\S.{1,150}?\s*[-_=*–—]{3,}\s*$")
RULE = re.compile(r"^\s*[_-]{20,}\s*$")


@dataclass(frozen=True, slots=True)
class Parts:
    """A body, told apart: ``own`` is the sender's, ``quoted`` belongs to others; both keep their lines."""

    own: str
    quoted: str


def split_quoted(text: str) -> Parts:
    """Own and quoted lines of a plain text body (line ends ``\\n``)."""
    if not _worth(text):
        return Parts(text.strip("\n"), "")
    lines = text.split("\n", MOST_LINES)
    ends = _possible_ends(lines)
    own: list[str] = []
    quoted: list[str] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        if MARKED.match(line):
            quoted.append(line)
            index += 1
            continue
        if _starts_rest(lines, index):
            quoted += lines[index:]
            break
        length = _introduction(lines, index, ends)
        if length:
            after = _next_filled(lines, index + length)
            quoted += lines[index : index + length]
            index += length
            if after is None or not MARKED.match(lines[after]):
                quoted += lines[index:]
                break
            continue
        own.append(line)
        index += 1
    return Parts("\n".join(own).strip("\n"), "\n".join(quoted).strip("\n"))


def _worth(text: str) -> bool:
    return ">" in text or ":" in text or "：" in text or "--" in text or "__" in text or "メール" in text


def _next_filled(lines: list[str], index: int) -> int | None:
    while index < len(lines):
        if lines[index].strip():
            return index
        index += 1
    return None


def _starts_rest(lines: list[str], index: int) -> bool:
    """Everything from this line on was written by somebody else."""
    line = lines[index]
    first = line.lstrip()[:1]
    if not first or len(line) > 200 or (":" not in line and "：" not in line and first not in "-_=*–—"):
        return False
    if SEPARATOR.match(line):
        dressed = line.strip().startswith(("-", "_", "=", "*", "–", "—"))
        return dressed or line.rstrip().endswith((":", "：")) or _header_block(lines, index + 1)
    if DASHED.match(line) and ((_dated(line) and WROTE.search(line)) or _sender_follows(lines, index + 1)):
        return True  # "---- On ... Jane wrote ----", and separators in languages not listed
    if RULE.match(line):
        after = _next_filled(lines, index + 1)
        return after is not None and after - index <= 2 and _header_block(lines, after)
    return _header_block(lines, index)


def _sender_follows(lines: list[str], index: int) -> bool:
    match = LABEL.match(lines[index].translate(NO_BIDI)) if index < len(lines) else None
    return match is not None and bool(match.group("sender")) and bool(match.group("value").strip())


def _header_block(lines: list[str], index: int) -> bool:
    """Outlook's ``From: / Sent: / To: / Subject:``, in any of many languages and orders."""
    start = _next_filled(lines, index)
    if start is None or start > index + 2:
        return False
    first = LABEL.match(lines[start].translate(NO_BIDI))
    if first is None or not first.group("value").strip():
        return False
    senders = bool(first.group("sender"))
    labels = stray = 0
    for line in lines[start + 1 : start + 9]:
        match = LABEL.match(line.translate(NO_BIDI))
        if match:
            labels += 1
            senders = senders or bool(match.group("sender"))
        elif line.strip():
            stray += 1  # a folded value
            if stray > 1:
                break
    if not first.group("sender"):
        return senders and labels >= 3
    return labels >= 2 or (labels == 1 and bool(MAILBOX.search(lines[start])))


def _possible_ends(lines: list[str]) -> set[int]:
    """Lines an introduction may end with: they end with a colon, or quoted lines follow."""
    ends = {index for index, line in enumerate(lines) if line.rstrip(BIDI)[-1:] in COLONS and line.strip()}
    before = -1
    for index, line in enumerate(lines):
        if MARKED.match(line):
            if before >= 0:
                ends.add(before)
            before = -1
        elif line.strip():
            before = index
    return ends


def _introduction(lines: list[str], index: int, ends: set[int]) -> int:
    """How many lines from here introduce a quotation; 0 when they do not."""
    if ends.isdisjoint(range(index, index + MOST_INTRODUCING)):
        return 0
    joined = ""
    for at in range(index, min(index + MOST_INTRODUCING, len(lines))):
        line = lines[at].translate(NO_BIDI).strip()
        if not line or MARKED.match(line) or len(joined) + len(line) > LONGEST_INTRODUCTION:
            return 0
        joined = f"{joined} {line}".strip()
        if at not in ends:
            continue
        named = joined.endswith(COLONS) and MAILBOX.search(joined) and _quote_follows(lines, at + 1)
        if named or _introduces(joined):
            # A line of the sender's own may merely stand above the introduction.
            rest = " ".join(row.strip() for row in lines[index + 1 : at + 1])
            return 0 if DATE.search(rest) and _introduces(rest) else at + 1 - index
    return 0


def _quote_follows(lines: list[str], index: int) -> bool:
    after = _next_filled(lines, index)
    return after is not None and bool(MARKED.match(lines[after]))


def _introduces(line: str) -> bool:
    """``On ... Jane wrote:``; the colon may be missing where a date and a verb speak for themselves."""
    dated = _dated(line)
    if WROTE.search(line) and (dated or (line.endswith(COLONS) and MAILBOX.search(line))):
        return True
    if not dated or not line.endswith(COLONS):
        return False
    if CLOCK.search(line) and MAILBOX.search(line):
        return True  # "2026-03-02 10:15 GMT+01:00 Jane <jane@...>:" has no verb in any language
    return any(pattern.search(line) for pattern in _library_patterns())


def _dated(line: str) -> bool:
    return bool(DATE.search(line) or (CLOCK.search(line) and re.search(r"\d{4}", line)))


@functools.cache
def _library_patterns() -> tuple[re.Pattern[str], ...]:
    from mailparser_reply.constants import MAIL_LANGUAGES

    found = [language["wrote_header"] for language in MAIL_LANGUAGES.values() if "wrote_header" in language]
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in found)
