"""Address cards in every version, and what is kept of them."""

from __future__ import annotations

import base64
import io
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.exports.contacts import vcard
from connectors.exports.entry import Context, Entry
from connectors.records import Contact, Failure, Item, Mark, Skip


def read(cards: str | bytes, **context: object) -> list[Item]:
    data = cards if isinstance(cards, bytes) else cards.replace("\n", "\r\n").encode()
    entry = Entry("Contacts/all.vcf", len(data), lambda: io.BytesIO(data))
    return list(vcard.read(entry, Context("vcard", **context)))  # type: ignore[arg-type]


def card(lines: str, version: str = "3.0", **context: object) -> Contact:
    (contact,) = read(f"BEGIN:VCARD\nVERSION:{version}\n{lines}\nEND:VCARD\n", **context)
    assert isinstance(contact, Contact)
    return contact


def test_a_card_as_google_writes_it() -> None:
    contact = card(
        "FN:Dr. Ines Kaltenbach\nN:Kaltenbach;Ines;;Dr.;\nEMAIL;TYPE=INTERNET;TYPE=WORK:Ines.K@North.example\n"
        "EMAIL;TYPE=INTERNET;TYPE=HOME;TYPE=PREF:ines@home.example\nORG:North\\, Lind & Co;Security;Red Team\n"
        "TITLE:CISO\nNOTE:Line one\\nTidelog\\, Barcelona\nCATEGORIES:myContacts,board\n"
        "item1.ORG:ignored second\nREV:2026-03-01T10:20:30Z\nADR;TYPE=WORK:;;Main St 1;Malmö;;21119;Sweden",
        me=("ines@home.example",),
    )
    assert contact.uri == "contact:ines@home.example"
    assert contact.addresses == ("ines@home.example", "ines.k@north.example")
    assert (contact.organization, contact.department, contact.role) == (
        "North, Lind & Co",
        "Security, Red Team",
        "CISO",
    )
    assert contact.text == "Line one\nTidelog, Barcelona"
    assert contact.groups == ("myContacts", "board")
    assert contact.when == datetime(2026, 3, 1, 10, 20, 30, tzinfo=UTC)
    assert contact.locality == "Malmö" and contact.own


def test_private_matters_are_not_kept() -> None:
    contact = card(
        "FN:Bo Ek\nEMAIL:bo@north.example\nTEL;TYPE=CELL:+46 70 1234567\nBDAY:1980-01-02\nANNIVERSARY:20100601\nGENDER:M\n"
        "ADR;TYPE=HOME:;;Secret Street 5;Lund;;22222;Sweden\nitem1.X-ABRELATEDNAMES:Eva Ek\nitem1.X-ABLabel:_$!<Spouse>!$_\n"
        "PHOTO;ENCODING=b;TYPE=JPEG:" + base64.b64encode(b"photo" * 50).decode()
    )
    kept = repr(contact)
    for private in ("1234567", "1980", "2010", "Secret", "22222", "Eva", "cGhvdG"):
        assert private not in kept


def test_version_2_1_with_soft_breaks_and_its_own_charset() -> None:
    contact = card(
        "N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FC=\nller;J=F6rg\n"
        "FN;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:J=F6rg M=FCller\n"
        "ORG;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Stra=C3=9Fenbau=\n=20AG;Planung\n"
        "EMAIL;INTERNET;PREF:joerg@bau.example\n"
        "NOTE;ENCODING=QUOTED-PRINTABLE:Zeile 1=0D=0AZeile 2",
        "2.1",
    )
    assert contact.title == "Jörg Müller" and contact.names == ()
    assert (contact.organization, contact.department) == ("Straßenbau AG", "Planung")
    assert contact.text.split() == ["Zeile", "1", "Zeile", "2"]


@pytest.mark.parametrize(
    ("charset", "name"), [("cp1252", "Zoë Çelik-Ångström"), ("cp1251", "Екатерина Смирнова-Иванова")]
)
def test_cards_that_name_no_charset(charset: str, name: str) -> None:
    text = "".join(
        f"BEGIN:VCARD\r\nVERSION:2.1\r\nFN:{name}\r\nNOTE:{name} {name}\r\nEND:VCARD\r\n" for _ in range(5)
    )
    contact = read(text.encode(charset))[0]
    assert isinstance(contact, Contact) and contact.title == name


def test_version_4() -> None:
    contact = card(
        "FN;PREF=2:Lin Tran\nFN;PREF=1:Trần Linh\nNICKNAME:Lin,LT\nEMAIL:mailto:linh@north.example\nUID:urn:uuid:4fbe8971\n"
        "RELATED;VALUE=text;TYPE=co-worker:Ada Lind\nRELATED;TYPE=friend:urn:uuid:17\nTZ:Asia/Ho_Chi_Minh\nROLE:Analyst",
        "4.0",
    )
    assert contact.uri == "contact:4fbe8971" and contact.addresses == ("linh@north.example",)
    assert {contact.title, *contact.names} == {"Lin Tran", "Trần Linh", "Lin", "LT"}
    assert contact.relations == (("co-worker", "Ada Lind"),)
    assert (contact.zone, contact.role) == ("Asia/Ho_Chi_Minh", "Analyst")


def test_apple_labels_and_work_relations() -> None:
    contact = card(
        "FN:Bo\nitem1.EMAIL;type=INTERNET:bo@north.example\nitem1.X-ABLabel:Desk\n"
        "item2.X-ABRELATEDNAMES:Priya Nair\nitem2.X-ABLabel:_$!<Manager>!$_\n"
        "item3.X-ABRELATEDNAMES:Kim\nitem3.X-ABLabel:deputy\nX-EVOLUTION-ASSISTANT:Ola\nX-MS-MANAGER:Priya Nair"
    )
    assert contact.relations == (("manager", "Priya Nair"), ("deputy", "Kim"), ("assistant", "Ola"))


def test_names_in_their_scripts_and_how_they_are_read() -> None:
    contact = card(
        "FN:山田 太郎\nN:山田;太郎;;;\nX-PHONETIC-LAST-NAME:ヤマダ\nX-PHONETIC-FIRST-NAME:タロウ\nEMAIL:t@east.example"
    )
    assert contact.title == "山田 太郎" and "ヤマダ タロウ" in contact.names


def test_a_broken_photo_a_stray_line_and_a_missing_end_cost_nothing() -> None:
    items = read(
        "BEGIN:VCARD\nVERSION:2.1\nFN:First\nPHOTO;ENCODING=BASE64;TYPE=JPEG:/9j/4AAQ\nSkZJRgABAQ\nnot base64 at all\n\nEMAIL:a@b.example\n"
        "END:VCARD\nrubbish\nBEGIN:VCARD\nFN:Second\nEND:VCARD\nBEGIN:VCARD\nEND:VCARD\nBEGIN:VCARD\nFN:Third"
    )
    assert [item.title for item in items if isinstance(item, Contact)] == ["First", "Second", "Third"]
    assert [item for item in items if isinstance(item, Skip)] == [
        Skip("file:Contacts/all.vcf#3", "card without a name or an address")
    ]


def test_a_card_inside_a_card_is_passed_over() -> None:
    contact = card(
        "FN:Outer\nAGENT:\nBEGIN:VCARD\nFN:Inner\nEMAIL:inner@b.example\nEND:VCARD\nEMAIL:outer@b.example"
    )
    assert contact.title == "Outer" and contact.addresses == ("outer@b.example",)


def test_cards_of_the_same_address_keep_uris_of_their_own() -> None:
    text = "BEGIN:VCARD\nFN:Team {0}\nEMAIL:team@north.example\nEND:VCARD\n"
    uris = [item.uri for item in read(text.format(1) + text.format(2)) if isinstance(item, Contact)]
    assert uris == ["contact:team@north.example", "contact:team@north.example#2"]


def test_a_pull_goes_on_behind_its_mark() -> None:
    text = "".join(
        f"BEGIN:VCARD\nFN:P {number}\nEMAIL:p{number % 900}@b.example\nEND:VCARD\n" for number in range(1_500)
    )
    whole = read(text)
    (place,) = [number for number, item in enumerate(whole) if isinstance(item, Mark)]
    mark = whole[place]
    assert isinstance(mark, Mark)
    assert read(text, start=int(mark.cursor)) == whole[place + 1 :]


@settings(max_examples=200, deadline=None)
@given(
    st.binary(max_size=400),
    st.sampled_from([b"", b"BEGIN:VCARD\r\n", b"BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:"]),
)
def test_any_bytes_give_records_or_failures(data: bytes, head: bytes) -> None:
    assert all(isinstance(item, (Contact, Failure, Skip)) for item in read(head + data))
