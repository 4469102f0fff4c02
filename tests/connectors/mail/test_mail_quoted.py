"""Own text, quoted text and signatures, in the forms mail programs write them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.exports.mail.body import read_body
from connectors.exports.mail.headers import read_headers
from connectors.exports.mail.html import html_text
from connectors.exports.mail.mime import read_content
from connectors.exports.mail.quoted import split_quoted
from connectors.exports.mail.signature import split_signature

INTRODUCTIONS = [
    "On Mon, Apr 2, 2012 at 6:26 PM, Megan One <megan@n.example> wrote:",
    "On Wednesday, 3 March 2021, 10:15:02 CET, Megan One <megan@n.example> wrote:",
    "On 04/02/2012 06:26 PM, Megan One wrote:",
    "On 2026-03-02 at 09:11, Megan One wrote:",
    "On Mon, Apr 2, 2012 at 6:26 PM, Megan One Of A Very Long Name\n<megan@n.example> wrote:",
    "On Mon, Apr 2, 2012 at 6:26 PM Megan One <\nmegan@n.example> wrote:",
    "Megan One <megan@n.example> writes:",
    "Am 02.04.2012 um 18:26 schrieb Megan One <megan@n.example>:",
    "Am Mo., 2. Apr. 2012 um 18:26 Uhr schrieb Megan One <megan@n.example>:",
    "Am 2. April 2012 18:26:01 MESZ schrieb Megan One <megan@n.example>:",
    "Le 02/04/2012 18:26, Megan One a écrit :",
    "Le lun. 2 avr. 2012 à 18:26, Megan One <megan@n.example> a écrit :",
    "El lun, 2 abr 2012 a las 18:26, Megan One (<megan@n.example>) escribió:",
    "El 2/4/12 a las 18:26, Megan One escribió:",
    "Em seg., 2 de abr. de 2012 às 18:26, Megan One <megan@n.example> escreveu:",
    "Il giorno lun 2 apr 2012 alle ore 18:26 Megan One <megan@n.example> ha scritto:",
    "Op ma 2 apr. 2012 om 18:26 schreef Megan One <megan@n.example>:",
    "Den mån 2 apr. 2012 kl 18:26 skrev Megan One <megan@n.example>:",
    "man. 2. apr. 2012 kl. 18.26 skrev Megan One <megan@n.example>:",
    "ma 2. huhtik. 2012 klo 18.26 Megan One (megan@n.example) kirjoitti:",
    "pon., 2 kwi 2012 o 18:26 Megan One <megan@n.example> napisał(a):",
    "W dniu 02.04.2012 o 18:26, Megan One pisze:",
    "po 2. 4. 2012 v 18:26 odesílatel Megan One <megan@n.example> napsal:",
    "Megan One <megan@n.example> ezt írta (időpont: 2012. ápr. 2., H, 18:26):",
    "lun., 2 apr. 2012 la 18:26, Megan One <megan@n.example> a scris:",
    "Megan One <megan@n.example>, 2 Nis 2012 Pzt, 18:26 tarihinde şunu yazdı:",
    "пн, 2 апр. 2012 г. в 18:26, Megan One <megan@n.example>:",
    "02.04.2012 18:26, Megan One пишет:",
    "2 апреля 2012 г., 18:26 пользователь Megan One <megan@n.example> написал:",
    "пн, 2 квіт. 2012 р. о 18:26 Megan One <megan@n.example> пише:",
    "Στις Δευ 2 Απρ 2012 στις 6:26 μ.μ., ο/η Megan One <megan@n.example> έγραψε:",
    "‫בתאריך יום ב׳, 2 באפר׳ 2012 ב-18:26 מאת ‪Megan One‬‏ <‪megan@n.example‬‏>:‬",
    "2012年4月2日(月) 18:26 Megan One <megan@n.example>:",
    "2012/04/02 18:26、Megan One <megan@n.example>のメール:",
    "Megan One <megan@n.example> 于2012年4月2日周一 18:26写道：",
    "在 2012年4月2日，18:26，Megan One <megan@n.example> 写道：",
    "2012년 4월 2일 (월) 오후 6:26, Megan One <megan@n.example>님이 작성:",
    "Vào Th 2, 2 thg 4, 2012 vào lúc 18:26 Megan One <megan@n.example> đã viết:",
    "Pada tanggal Sen, 2 Apr 2012 pukul 18.26 Megan One <megan@n.example> menulis:",
    "2012-04-02 18:26 GMT+02:00 Megan One <megan@n.example>:",
]


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_introductions_in_many_languages(introduction: str) -> None:
    parts = split_quoted(f"Fine with me.\n\n{introduction}\n\n> Shall we?\n> Or not?\n")
    assert parts.own == "Fine with me."
    assert parts.quoted.startswith(introduction.split("\n")[0])
    assert "Or not?" in parts.quoted


@pytest.mark.parametrize("introduction", INTRODUCTIONS)
def test_introductions_without_marks_take_the_rest(introduction: str) -> None:
    assert split_quoted(f"Fine with me.\n\n{introduction}\n\nShall we?\nOr not?\n").own == "Fine with me."


BLOCKS = [
    ("From", "Sent", "To", "Subject"),
    ("Von", "Gesendet", "An", "Betreff"),
    ("De", "Envoyé", "À", "Objet"),
    ("De", "Enviado el", "Para", "Asunto"),
    ("De", "Enviada em", "Para", "Assunto"),
    ("Da", "Inviato", "A", "Oggetto"),
    ("Van", "Verzonden", "Aan", "Onderwerp"),
    ("Från", "Skickat", "Till", "Ämne"),
    ("Fra", "Sendt", "Til", "Emne"),
    ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
    ("Od", "Wysłano", "Do", "Temat"),
    ("Od", "Odesláno", "Komu", "Předmět"),
    ("Feladó", "Elküldve", "Címzett", "Tárgy"),
    ("Gönderen", "Gönderildi", "Kime", "Konu"),
    ("От", "Отправлено", "Кому", "Тема"),
    ("Від", "Надіслано", "Кому", "Тема"),
    ("מאת", "נשלח", "אל", "נושא"),
    ("من", "تم الإرسال", "إلى", "الموضوع"),
    ("差出人", "送信日時", "宛先", "件名"),
    ("发件人", "发送时间", "收件人", "主题"),
    ("보낸 사람", "보낸 날짜", "받는 사람", "제목"),
]


@pytest.mark.parametrize("labels", BLOCKS, ids=lambda labels: labels[0])
@pytest.mark.parametrize("form", ["{}: {}", "*{}:* {}", "{} : {}"])
def test_outlook_header_blocks_in_many_languages(labels: tuple[str, ...], form: str) -> None:
    values = ("Megan One [mailto:megan@n.example]", "2. 4. 2012 18:26", "Bob Two", "Numbers")
    block = "\n".join(form.format(label, value) for label, value in zip(labels, values, strict=True))
    parts = split_quoted(f"Fine with me.\n\n{block}\n\nShall we?\n")
    assert parts.own == "Fine with me."
    assert parts.quoted.endswith("Shall we?")


@pytest.mark.parametrize(
    "line",
    [
        "-----Original Message-----",
        "----- Original Message -----",
        "-----Ursprüngliche Nachricht-----",
        "-------- Message d'origine --------",
        "-----Mensaje original-----",
        "-----Messaggio originale-----",
        "-----Oorspronkelijk bericht-----",
        "-----Исходное сообщение-----",
        "-------- Пересылаемое сообщение --------",
        "---------- Forwarded message ---------",
        "---------- Weitergeleitete Nachricht ---------",
        "-------- Eredeti üzenet --------",
        "-----Původní zpráva-----",
        "-----元のメッセージ-----",
        "-----原始邮件-----",
        "-----원본 메시지-----",
        "----- Mail original -----",
        "-------- Alkuperäinen viesti --------",
        "---- On Mon, 01 Jun 2026 10:00:00 +0200 Jane <j@n.example> wrote ----",
        "---- Am Mo, 01 Juni 2026 10:00:00 +0200 Jane <j@n.example> schrieb ----",
        "---- Bir şey ----",
        "Begin forwarded message:",
        "Anfang der weitergeleiteten Nachricht:",
        "Début du message transféré :",
        "________________________________\nFrom: Megan One <megan@n.example>\nSent: Monday",
    ],
)
def test_separators_take_the_rest(line: str) -> None:
    parts = split_quoted(
        f"Please see below.\n\n{line}\nFrom: megan@n.example\nSubject: Numbers\n\nThey are wrong.\n"
    )
    assert parts.own == "Please see below."
    assert parts.quoted.endswith("They are wrong.")


def test_answers_between_quoted_lines_stay_own() -> None:
    text = "On 2 Apr 2012, at 18:26, Megan wrote:\n> Is it done?\n\nYes.\n\n> And the rest?\n\nTomorrow.\n"
    parts = split_quoted(text)
    assert parts.own.split() == ["Yes.", "Tomorrow."]
    assert "> And the rest?" in parts.quoted


@pytest.mark.parametrize(
    "text",
    [
        "From Monday on I am away.\nTo be clear: two weeks.",
        "The minutes, as agreed on 2 April 2012:\n- we ship\n- we wait",
        "To: do\nFrom what I see, nothing.",
        "He wrote: maybe.",
        "Options:\na) now\nb) later",
        "Date: Friday\nPlace: Lyon\nWho: all of us",
        "----\nA table\n----",
        "Von mir aus gern:\nbis morgen",
    ],
)
def test_text_that_quotes_nobody(text: str) -> None:
    assert split_quoted(text).own == text
    assert split_quoted(text).quoted == ""


def test_a_name_before_quoted_lines_introduces_them() -> None:
    assert split_quoted("Yes.\n\nQuoting Jane Doe <jane@n.example>:\n\n> Is it?\n").own == "Yes."
    assert split_quoted("Yes.\n\nZitat von Jane Doe <jane@n.example>:\n> Is it?\n").own == "Yes."


def test_own_lines_above_an_introduction_stay_own() -> None:
    parts = split_quoted(
        'Will fix it when I\nget back.\nOn Dec 8, 2013 2:10 PM, "John" <j@n.example> wrote:\n> Broken.\n'
    )
    assert parts.own == "Will fix it when I\nget back."


@given(
    st.lists(
        st.sampled_from(
            ["> q", "", "own", *INTRODUCTIONS[:4], "From: a@b.example", "Sent: 1", "To: c", "--", "Thanks,"]
        ),
        max_size=25,
    )
)
def test_no_line_is_lost_or_made_up(lines: list[str]) -> None:
    text = "\n".join(lines)
    parts = split_quoted(text)
    told = sorted(line for line in f"{parts.own}\n{parts.quoted}".split("\n") if line.strip())
    assert told == sorted(line for line in text.split("\n") if line.strip())


@pytest.mark.parametrize(
    ("text", "sender", "own", "signature"),
    [
        ("All good.\n\n-- \nJane Doe\n+49 30 123456", "", "All good.", "Jane Doe\n+49 30 123456"),
        ("-- \nJane Doe", "", "", "Jane Doe"),
        ("All good.\n\nSent from my iPhone", "", "All good.", "Sent from my iPhone"),
        ("Passt.\n\nVon meinem iPhone gesendet", "", "Passt.", "Von meinem iPhone gesendet"),
        ("D'accord.\n\nEnvoyé de mon iPhone", "", "D'accord.", "Envoyé de mon iPhone"),
        ("Vale.\n\nEnviado desde mi iPhone", "", "Vale.", "Enviado desde mi iPhone"),
        ("Ок.\n\nОтправлено с iPhone", "", "Ок.", "Отправлено с iPhone"),
        ("All good.\n\nBest regards,\nJane Doe\nHead of Sales | North GmbH", "", "All good.", "Best regards,\nJane Doe\nHead of Sales | North GmbH"),
        ("Passt.\n\nViele Grüße aus Kiel\nJana", "", "Passt.", "Viele Grüße aus Kiel\nJana"),
        ("Parfait.\n\nCordialement,\nJeanne", "", "Parfait.", "Cordialement,\nJeanne"),
        ("Jó lesz.\n\nÜdvözlettel,\nKovács Jana", "", "Jó lesz.", "Üdvözlettel,\nKovács Jana"),
        ("Хорошо.\n\nС уважением,\nЯна", "", "Хорошо.", "С уважением,\nЯна"),
        ("Done.\n\nJane", "Jane Doe", "Done.", "Jane"),
        ("Done.\n\n-Jane", "", "Done.", "-Jane"),
        ("Done.\n\nJane Doe\n\nEngineer, North GmbH\n\n+49 30 123456", "Jane Doe", "Done.", "Jane Doe\n\nEngineer, North GmbH\n\n+49 30 123456"),
        ("Done.\n\nThanks, Jane", "Jane Doe", "Done.", "Thanks, Jane"),
        ("Fertig.\n\nVG Jane\n\n-- \nJane Doe", "Jane Doe", "Fertig.", "VG Jane\nJane Doe"),
        ("Fertig.\n\nGruß Jane\n\nJane Doe | Consultant | North GmbH", "Jane Doe", "Fertig.", "Gruß Jane\n\nJane Doe | Consultant | North GmbH"),
        ("Please call Jane", "Jane Doe", "Please call Jane", ""),
        ("Thanks for the update, the numbers are fine.", "Jane Doe", "Thanks for the update, the numbers are fine.", ""),
        ("Thanks.", "", "Thanks.", ""),
        ("We meet Jane\ntomorrow at ten.", "Bob Two", "We meet Jane\ntomorrow at ten.", ""),
        ("List:\n\n- milk\n- bread", "", "List:\n\n- milk\n- bread", ""),
        ("Sent from my desk, which is easier than the phone.", "", "Sent from my desk, which is easier than the phone.", ""),
        ("Thank you,\n\nthe numbers you sent are what I needed to finish the report for the board.", "",
         "Thank you,\n\nthe numbers you sent are what I needed to finish the report for the board.", ""),
    ],
)  # fmt: skip
def test_signatures(text: str, sender: str, own: str, signature: str) -> None:
    assert split_signature(text, sender) == (own, signature)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>One</p><p>Two</p>", "One\n\nTwo"),
        ("<div>One</div><div>Two<br>Three</div>", "One\nTwo\nThree"),
        ("a<!-- hidden --><script>x</script><style>y</style>b", "ab"),
        ("seen<span style='display: none'>no</span>", "seen"),
        ("seen<span style='DISPLAY:NONE !important'>no</span>", "seen"),
        ("seen<div style='font-size:0px'>no</div>", "seen"),
        ("seen<div style='font-size: 1px'>no</div>", "seen"),
        ("seen<div style='visibility:hidden'>no</div>", "seen"),
        ("seen<div style='opacity:0'>no</div>", "seen"),
        ("seen<div style='max-height:0;overflow:hidden'>no</div>", "seen"),
        ("seen<font color='#FFFFFF'>no</font>", "seen"),
        ("seen<span style='color:white'>no</span>", "seen"),
        ("seen<span style='color:#fff'>no</span>", "seen"),
        ("seen<span style='color:transparent'>no</span>", "seen"),
        ("seen<span style='color: rgb(255, 255, 255)'>no</span>", "seen"),
        ("seen<p hidden>no</p>", "seen"),
        ("<table style='background:#123456'><tr><td style='color:#fff'>Title</td></tr></table>", "Title"),
        ("<table bgcolor='#123456'><tr><td style='color:white'>Title</td></tr></table>", "Title"),
        ("<div style='font-size:14px'>Fine</div>", "Fine"),
        ("<div style='font-size:1.2em;color:#f0f'>Fine</div>", "Fine"),
        ("<p>a&nbsp;&amp;&nbsp;b &lt;c&gt;</p>", "a & b <c>"),
        ("<pre>one\ntwo</pre>", "one\ntwo"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>", "a b\nc d"),
        ("<p>Yes.</p><blockquote>Is it?<br>Really?</blockquote><p>No.</p>", "Yes.\n\n> Is it?\n> Really?\n\nNo."),
        ("<blockquote style='margin:0 0 0 40px;border:none;padding:0px'>Indented</blockquote>", "Indented"),
        ("", ""),
    ],
)  # fmt: skip
def test_html_as_a_reader_sees_it(html: str, text: str) -> None:
    assert html_text(html) == text


@given(st.text(alphabet="<>/divspanblockquote style='color:#fff' &;a\n", max_size=200))
def test_any_html_gives_text(html: str) -> None:
    assert isinstance(html_text(html), str)


@pytest.mark.corpus
def test_replies_of_talons_collection(corpus: Path) -> None:
    files = sorted((corpus / "replies/talon/standard_replies").glob("*.eml"))
    right = 0
    for file in files:
        data = file.read_bytes()
        headers, start = read_headers(data)
        right += read_body(read_content(data, start, headers)).own == "Hello"
    assert (right, len(files)) == (12, 12)


@pytest.mark.corpus
def test_html_replies_of_talons_collection(corpus: Path) -> None:
    for file in sorted((corpus / "replies/talon/html_replies").glob("*.html")):
        own = split_quoted(html_text(file.read_text("utf-8", "replace"))).own
        assert "".join(own.split()) == "Hi.Iamfine.Thanks,Alex", file.name
