"""Languages by share, closing words, and habits that can be counted."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest

from bootstrap.footprint.languages import language, name_of
from bootstrap.footprint.owner import closing_of

ME = "Mira Holt <mira@kestrel.example>"
OTTO = "Otto Berg <otto@kestrel.example>"

SENTENCES = {
    "en": "Thanks for the drawings, I will have a look and come back to you with the figures.",
    "de": "Danke für die Zeichnungen, ich sehe mir das an und melde mich dann bei Ihnen.",
    "fr": "Merci pour les dessins, je vais regarder et je reviens vers vous avec les chiffres.",
    "es": "Gracias por los planos, los voy a mirar y te digo algo con las cifras de la obra.",
    "pt": "Obrigado pelos desenhos, não tive tempo mas vou ver isso com você na segunda.",
    "it": "Grazie per i disegni, non sono in ufficio ma li guardo e ti scrivo per la riunione.",
    "nl": "Bedankt voor de tekeningen, ik kijk er naar en kom met de cijfers bij je terug.",
    "fi": "Kiitos kuvista, katson ne ja palaan asiaan kun olen ehtinyt, mutta se voi kestää.",
    "pl": "Dziękuję za rysunki, nie wiem czy to jest dobrze, ale sprawdzę je i dam znać.",
    "cs": "Děkuji za výkresy, podívám se na ně a ozvu se, ale není to tak rychle.",
    "hu": "Köszönöm a rajzokat, megnézem és jelentkezem, de ez nem lesz kész a hétre.",
    "tr": "Çizimler için teşekkürler, bakıp size döneceğim ama bu hafta çok yoğun değil mi.",
    "vi": "Cảm ơn anh đã gửi bản vẽ, tôi sẽ xem và trả lời cho anh trong tuần này.",
    "id": "Terima kasih, kami sudah lihat gambar itu, mohon kabari kalau bisa hari ini.",
    "ja": "図面をありがとうございます。確認してから連絡します。",
    "zh": "谢谢你的图纸，我看一下再回复你。",
    "ko": "도면 감사합니다. 확인하고 연락드리겠습니다.",
    "ru": "Спасибо за чертежи, я посмотрю и вернусь с цифрами.",
    "uk": "Дякую за креслення, я подивлюся і повернуся з цифрами.",
    "el": "Ευχαριστώ για τα σχέδια, θα τα δω και θα σας απαντήσω.",
    "ar": "شكرا على الرسومات، سأنظر فيها وأعود إليك.",
    "fa": "ممنون برای نقشه‌ها، این را می‌بینم و پاسخ می‌دهم.",
    "he": "תודה על השרטוטים, אסתכל ואחזור אליך.",
    "hi": "चित्रों के लिए धन्यवाद, मैं देखकर उत्तर दूँगा।",
    "th": "ขอบคุณสำหรับแบบ เดี๋ยวดูแล้วตอบกลับ",
}


@pytest.mark.parametrize(("code", "text"), SENTENCES.items())
def test_the_language_of_a_sentence(code: str, text: str) -> None:
    assert language(text) == code


@pytest.mark.parametrize("text", ["", "OK", "1234 5678", "PUMP-12 v2.3.1", "👍", "Kestrel"])
def test_too_little_to_tell(text: str) -> None:
    assert language(text) == ""


def test_a_language_has_a_name_for_people() -> None:
    assert name_of("fi") == "Finnish"


def test_shares_are_of_the_owners_own_texts_only(blank: Any) -> None:
    blank.exchange(OTTO, rounds=15, reply=SENTENCES["fi"], text=SENTENCES["ru"])
    blank.exchange(OTTO, rounds=5, ago=200, reply=SENTENCES["en"], text=SENTENCES["ru"])
    assert blank.footprint().owner.languages == (("fi", 0.75), ("en", 0.25))


def test_quoted_text_is_not_the_owners_language(blank: Any) -> None:
    for number in range(10):
        blank.mail(ME, OTTO, 5 + number, "Re: x", SENTENCES["en"], quoted=SENTENCES["de"] * 5)
    assert [code for code, _ in blank.footprint().owner.languages] == ["en"]


def test_one_text_in_a_language_is_no_habit(blank: Any) -> None:
    for number in range(10):
        blank.mail(ME, OTTO, 5 + number, "x", SENTENCES["en"])
    blank.mail(ME, OTTO, 4, "x", SENTENCES["de"])
    assert [code for code, _ in blank.footprint().owner.languages] == ["en"]


def test_the_usual_closing_for_each_language(blank: Any) -> None:
    for number in range(6):
        blank.mail(ME, OTTO, 5 + number, "x", f"{SENTENCES['en']}\n\nCheers,\nMira")
        blank.mail(ME, OTTO, 5 + number, "x", f"{SENTENCES['fi']}\n\nTerveisin Mira")
    assert {(code, words) for code, words, _ in blank.footprint().owner.sign_offs} == {
        ("en", "Cheers,\nMira"),
        ("fi", "Terveisin Mira"),
    }


@pytest.mark.parametrize(
    ("text", "closing"),
    [
        ("Fine.\n\nBest regards,\nMira Holt", "Best regards,\nMira Holt"),
        ("Fine.\n\nGruß, M. Holt", "Gruß, M. Holt"),
        ("The crane has come today.\n\nMira", ""),
        ("See you on Tuesday at the quay with Mira and the others", ""),
        ("Please send the money.\nMira", ""),
        ("", ""),
    ],
)
def test_closings(text: str, closing: str) -> None:
    assert closing_of(text, "", {"mira", "holt"}) == closing


def test_how_fast_mail_is_answered(blank: Any) -> None:
    blank.exchange(OTTO, rounds=22)
    habit = next(h for h in blank.footprint().habits if h.topic == "answers")
    assert habit.text == "answers mail within a few hours, as a rule"
    assert habit.evidence.fact == "median of 22 answers: 2.0 hours"


def test_few_answers_tell_no_habit(blank: Any) -> None:
    blank.exchange(OTTO, rounds=19)
    assert blank.footprint().habits == ()


def test_days_kept_free_of_meetings(desk: Any) -> None:
    for number, day in enumerate(("MO", "TU", "WE", "TH")):
        desk.event(f"Sync {number}", when=desk.at(90), with_=(OTTO,), rule=f"FREQ=WEEKLY;BYDAY={day}")
    desk.event("Focus", when=desk.at(90), rule="FREQ=WEEKLY;BYDAY=FR")
    assert [h.text for h in desk.footprint().habits] == ["no recurring meetings on Fridays"]


def test_few_meetings_tell_of_no_free_day(desk: Any) -> None:
    desk.event("Sync", when=desk.at(90), with_=(OTTO,), rule="FREQ=WEEKLY;BYDAY=MO")
    assert desk.footprint().habits == ()


def test_working_hours_come_from_own_messages(blank: Any) -> None:
    blank.exchange(OTTO, rounds=60, every=1)
    hours = blank.footprint().hours
    assert hours is not None
    assert (hours.start, hours.end) == (time(11), time(11))
    assert hours.samples == 60
