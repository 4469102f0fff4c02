"""Whole messages: what becomes of their parts, labels, threads and people."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.exports.entry import Context, Entry
from connectors.exports.mail import eml
from connectors.exports.mail.headers import Headers
from connectors.exports.mail.labels import category, folder_labels, split_labels
from connectors.exports.mail.message import build, parse
from connectors.exports.mail.mime import Content
from connectors.records import Event, Failure, Item, Message, Party, Skip

ParseMail = Callable[..., Message]
HEAD = b"From: Jane Doe <jane@north.example>\nTo: Bob <bob@south.example>\nSubject: Numbers\nDate: Thu, 12 Nov 2026 15:25:12 +0100\n"


def mixed(*parts: bytes, kind: str = "mixed") -> bytes:
    body = b"".join(b"--BB\n" + part + b"\n" for part in parts)
    return (
        HEAD
        + f'Content-Type: multipart/{kind}; boundary="BB"\n\npreamble\n'.encode()
        + body
        + b"--BB--\nepilogue\n"
    )


def text_part(text: str, kind: str = "plain") -> bytes:
    return f"Content-Type: text/{kind}; charset=utf-8\n\n{text}\n".encode()


def test_the_plain_version_is_read_and_attachments_only_named(mail: ParseMail) -> None:
    alternative = (
        b'Content-Type: multipart/alternative; boundary="AA"\n\n--AA\n'
        + text_part("See the plan, please, it is done.")
        + b"--AA\n"
    )
    alternative += text_part("<p>See the <b>plan</b></p>", "html") + b"--AA--\n"
    attachment = b"Content-Type: application/pdf; name=plan.pdf\nContent-Disposition: attachment; filename=plan.pdf\nContent-Transfer-Encoding: base64\n\n"
    found = mail(mixed(alternative, attachment + base64.encodebytes(bytes(3_000))))
    assert found.text == "See the plan, please, it is done."
    assert found.attachments == ("plan.pdf",)
    assert (found.sender, found.to) == (
        Party("Jane Doe", "jane@north.example"),
        (Party("Bob", "bob@south.example"),),
    )
    assert found.when is not None and found.when.isoformat() == "2026-11-12T15:25:12+01:00"


@pytest.mark.parametrize(
    "plain", ["", "  \n", "Your mail program does not show HTML. View this message in a browser."]
)
def test_the_html_version_is_read_where_the_plain_one_says_nothing(plain: str, mail: ParseMail) -> None:
    found = mail(
        mixed(
            text_part(plain),
            text_part("<p>The plan is done, and it holds for all of us.</p>" * 9, "html"),
            kind="alternative",
        )
    )
    assert found.text.startswith("The plan is done")


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("base64", base64.encodebytes("Größe: 3 €".encode())),
        ("base64", base64.encodebytes("Größe: 3 €".encode()).replace(b"\n", b"\n\n ").rstrip(b"=\n ") + b"!"),
        ("quoted-printable", b"Gr=C3=B6=C3=\n=9Fe: 3 =E2=82=AC"),
        ("8bit", "Größe: 3 €".encode()),
        ("", "Größe: 3 €".encode()),
        ("x-unknown", "Größe: 3 €".encode()),
    ],
)
def test_transfer_encodings(encoding: str, body: bytes, mail: ParseMail) -> None:
    data = (
        HEAD
        + f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n".encode()
        + body
    )
    assert mail(data).text == "Größe: 3 €"
    assert mail(data.replace(b"\n", b"\r\n")).text == "Größe: 3 €"


def test_a_forwarded_message_is_quoted(mail: ParseMail) -> None:
    inner = b"From: Ana <ana@east.example>\nSubject: Old\n\nThe old text.\n"
    found = mail(mixed(text_part("Look at this."), b"Content-Type: message/rfc822\n\n" + inner))
    assert found.text == "Look at this."
    assert "The old text." in found.quoted and "ana@east.example" in found.quoted


def test_missing_and_wrong_boundaries_still_give_text(mail: ParseMail) -> None:
    assert mail(mixed(text_part("Hello there.")).replace(b"--BB--\nepilogue\n", b"")).text == "Hello there."
    assert mail(mixed(text_part("Hello there.")).replace(b'; boundary="BB"', b"")).text == "Hello there."
    assert mail(mixed(text_part("Hello there.")).replace(b'"BB"', b'"CC"')).text != ""


def test_invitations_become_events() -> None:
    calendar = (
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//y\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:1@north.example\nDTSTAMP:20261112T090000Z\n"
        "DTSTART:20261120T090000Z\nDTEND:20261120T100000Z\nSUMMARY:Planning\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    part = f"Content-Type: text/calendar; method=REQUEST; charset=utf-8\n\n{calendar}".encode()
    attached = f"Content-Type: application/ics; name=invite.ics\nContent-Disposition: attachment\n\n{calendar}".encode()
    message, *events = parse(mixed(text_part("Please come."), part, attached), Context("mbox"))
    assert isinstance(message, Message)
    assert [event.title for event in events if isinstance(event, Event) and event.invitation] == ["Planning"]


def labelled(labels: str, sender: str = "jane@north.example", thread: str = "1600000000000000001") -> bytes:
    return f"X-GM-THRID: {thread}\nX-Gmail-Labels: {labels}\nFrom: {sender}\nMessage-ID: <1@n.example>\n\nHi.\n".encode()


@pytest.mark.parametrize(
    ("labels", "direction"),
    [
        ("Sent,Opened", "sent"),
        ("Gesendet,Wichtig", "sent"),
        ("=?UTF-8?Q?Archiv=C3=A9s,Envoy=C3=A9?=", "sent"),
        ("=?UTF-8?Q?Messages_envoy=C3=A9s,Ouvert?=", "sent"),
        ("Enviados", "sent"),
        ("=?UTF-8?B?6YCB5L+h5riI44G/?=", "sent"),
        ("=?UTF-8?B?5bey5Y+R6YKu5Lu2?=", "received"),
        ("Drafts", "draft"),
        ("=?UTF-8?Q?Entw=C3=BCrfe?=", "draft"),
        ("Inbox,Opened", "received"),
        ("Customers/Sent", "received"),
        ("Sent invoices", "received"),
    ],
)
def test_direction_by_label(labels: str, direction: str, mail: ParseMail) -> None:
    assert mail(labelled(labels)).direction == direction


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        ("Spam,Unread", "spam"),
        ("Trash", "trash"),
        ("Papierkorb,Ungelesen", "trash"),
        ("Corbeille", "trash"),
        ("Papelera", "trash"),
        ("Lixeira", "trash"),
    ],
)
def test_spam_and_trash_are_left_alone(labels: str, reason: str) -> None:
    assert parse(labelled(labels), Context("mbox")) == (Skip("mid:1@n.example", reason),)


def test_direction_by_folder_and_by_address(mail: ParseMail) -> None:
    data = HEAD + b"\nHi.\n"
    assert mail(data, name="Profiles/x.default/Mail/Local Folders/Sent").direction == "sent"
    assert mail(data, name="Maildir/.INBOX.Sent/cur/1:2,S").direction == "sent"
    assert mail(data, name="Mail/Archive.mbox").direction == "unknown"
    assert mail(data, context=Context("mbox", me=("jane@north.example",))).direction == "sent"
    assert mail(data, context=Context("mbox", me=("bob@south.example",))).direction == "received"
    assert isinstance(parse(data, Context("mbox"), name="Mail/Spam.mbox")[0], Skip)
    assert isinstance(parse(b"X-Mozilla-Status: 0009\n" + data, Context("mbox"))[0], Skip)


def test_labels_may_hold_commas_and_quotes() -> None:
    assert split_labels('Ouvert,"Culture, associations",Kategorie: "Werbung"') == (
        "Ouvert",
        "Culture, associations",
        'Kategorie: "Werbung"',
    )


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Category Promotions", "promotions"),
        ('Kategorie: "Werbung"', "promotions"),
        ('Kategorie: "Neuigkeiten"', "updates"),
        ("Catégorie\xa0: Réseaux sociaux", "social"),
        ("Categoría: Foros", "forums"),
        ("CATEGORY_SOCIAL", "social"),
        ("Catégorie\xa0: E-mails personnels", ""),
        ("Promotions", ""),
    ],
)
def test_categories(label: str, name: str) -> None:
    assert category(label) == name


def test_folders_in_paths() -> None:
    assert folder_labels("Takeout/Mail/All mail Including Spam and Trash.mbox") == ()
    assert folder_labels("V10/A1/Sent Messages.mbox/Messages/1.emlx") == ("sent messages",)


def test_threads_and_answers(mail: ParseMail) -> None:
    assert mail(labelled("Inbox")).thread == f"gmail:{1600000000000000001:x}"
    chain = b"In-Reply-To: <3@n.example>\nReferences: <1@n.example>\n <2@n.example> <3@n.example>\n"
    answer = mail(chain + HEAD + b"\nYes.\n")
    assert (answer.thread, answer.reply_to) == ("mid:1@n.example", "mid:3@n.example")
    first = mail(b"Message-ID: <1@n.example>\n" + HEAD + b"\nHm?\n")
    assert first.thread == first.uri == "mid:1@n.example"
    assert first.reply_to == ""


def test_mail_without_message_id_is_known_by_its_content(mail: ParseMail) -> None:
    one, again, other = (
        mail(HEAD + b"\nA.\n"),
        mail(b"X-Gmail-Labels: Sent\n" + HEAD + b"\nA.\n"),
        mail(HEAD + b"\nB.\n"),
    )
    assert one.uri == again.uri != other.uri


def test_exchange_senders_take_their_mail_address(mail: ParseMail) -> None:
    head = b"From: Jane Doe </O=NORTH/OU=X/CN=RECIPIENTS/CN=JDOE>\nSender: jane@north.example\n"
    assert mail(head + b"\nHi.\n").sender == Party("Jane Doe", "jane@north.example")


def test_where_it_was_delivered(mail: ParseMail) -> None:
    head = b"Delivered-To: me@new.example\nX-Forwarded-To: me@new.example\nX-Forwarded-For: me@old.example me@new.example\nX-Original-To: Alias@new.example\n"
    assert set(mail(head + HEAD + b"\nHi.\n").delivered_to) == {
        "me@new.example",
        "me@old.example",
        "alias@new.example",
    }


def test_the_address_of_a_list_is_no_alias(mail: ParseMail) -> None:
    head = b"Delivered-To: me@new.example\nDelivered-To: mailing list dev@list.example\nX-Original-To: dev@list.example\nDelivered-To: dev@list.example\n"
    assert mail(head + b"List-Id: <dev.list.example>\n" + HEAD + b"\nHi.\n").delivered_to == (
        "me@new.example",
    )


def test_texts_are_bounded_and_links_kept(mail: ParseMail) -> None:
    long = "word " * 9_000
    found = mail(HEAD + f"\nSee https://north.example/plan?utm_source=x .\n{long}\n\n> {long}\n".encode())
    assert len(found.text) <= 8_000 and len(found.quoted) <= 4_000
    assert found.links == ("https://north.example/plan",)


def test_flowed_text_is_joined(mail: ParseMail) -> None:
    data = (
        HEAD + b"Content-Type: text/plain; format=flowed\n\nOne long \nline.\n> quoted \n> too.\n-- \nJane\n"
    )
    found = mail(data)
    assert (found.text, found.quoted, found.signature) == ("One long line.", "> quoted too.", "Jane")


def test_from_a_mail_service() -> None:
    headers = Headers.of(
        [("From", "Jörg <j@n.example>"), ("Subject", "Grüße"), ("Date", "Thu, 12 Nov 2026 15:25:12 +0100")]
    )
    found = build(headers, Content(texts=[("Done.\n\n-- \nJörg", False)]), Context("gmail"), labels=("SENT",))
    assert isinstance(found, Message)
    assert (found.sender.name, found.title, found.text, found.direction) == ("Jörg", "Grüße", "Done.", "sent")


def test_chats_among_the_mail(mail: ParseMail) -> None:
    assert mail(labelled("Chat")).medium == "chat"
    assert mail(labelled("Inbox")).medium == "mail"


def test_pgp_armour_is_no_text(mail: ParseMail) -> None:
    body = b"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nHello.\n-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n"
    assert mail(HEAD + b"\n" + body).text == "Hello."


def read_file(data: bytes, name: str) -> list[Item]:
    return list(eml.read(Entry(name, len(data), lambda: io.BytesIO(data)), Context("eml")))


def test_single_files() -> None:
    data = HEAD + b"\nHi.\n"
    (plain,) = read_file(data, "a.eml")
    assert isinstance(plain, Message) and plain.text == "Hi."
    flags = b"<plist><dict><key>flags</key>\n<integer>%d</integer></dict></plist>"
    assert read_file(str(len(data)).encode() + b"\n" + data + flags % 1, "1.emlx") == [plain]
    assert isinstance(read_file(str(len(data)).encode() + b"\n" + data + flags % 3, "1.emlx")[0], Skip)
    (draft,) = read_file(data, "cur/1.host:2,DS")
    assert isinstance(draft, Message) and draft.direction == "draft"
    assert isinstance(read_file(data, "cur/1.host:2,ST")[0], Skip)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\x00\x01\x02" * 99])
def test_files_that_are_no_mail(data: bytes) -> None:
    (failure,) = read_file(data, "a.eml")
    assert isinstance(failure, Failure)


@given(st.binary(max_size=400))
def test_any_bytes_give_items(data: bytes) -> None:
    for prefix in (
        b"",
        HEAD,
        HEAD + b'Content-Type: multipart/mixed; boundary="x"\n\n--x\n',
        HEAD + b"Content-Type: text/html\n\n",
    ):
        assert parse(prefix + data, Context("mbox"))
