"""Heads of messages: encoded words, addresses, dates, charsets, as written and as broken."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.exports.charsets import decode
from connectors.exports.mail.addresses import parse_addresses
from connectors.exports.mail.dates import parse_date, received_date
from connectors.exports.mail.encoded import header_text, parameters
from connectors.exports.mail.headers import Headers, HeadTooLong, read_headers
from connectors.records import Party


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"=?utf-8?q?=C3=84nderung=3A_Preise?=", "Änderung: Preise"),
        (b"=?UTF-8?B?w4RuZGVydW5n?=", "Änderung"),
        (b"=?utf-8?B?w4RuZGVydW5n", "Änderung"),  # no end
        (b"=?utf-8?B?w4RuZGVydW5nIQ?=", "Änderung!"),  # no padding
        (b"=?utf-8?Q?a?= =?utf-8?Q?b?=", "ab"),  # the blank between words is none
        (b"=?utf-8?Q?a?= and =?utf-8?Q?b?=", "a and b"),
        (b"=?utf-8?Q?=E6=97?= =?utf-8?Q?=A5=E6=9C=AC?=", "日本"),  # split inside a character
        (b"=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=", "日本"),
        (b"=?Shift_JIS?B?k/qWew==?=", "日本"),
        (b"=?gb2312?B?yNWxvg==?=", "日本"),
        (b"=?big5?B?pOmlu0E=?=", "日本A"),
        (b"=?koi8-r?B?8NLJ18XU?=", "Привет"),
        (b"=?windows-1251?Q?=CF=F0=E8=E2=E5=F2?=", "Привет"),
        (b"=?x-unknown?Q?caf=C3=A9?=", "café"),
        (b"=?utf-8*de?Q?Gr=C3=BC=C3=9Fe?=", "Grüße"),  # RFC 2231 section 5
        (b"=?utf-8?Q?with blanks inside?=", "with blanks inside"),
        (b"caf\xc3\xa9", "café"),
        (b"caf\xe9 noir", "café noir"),
        (b"=?utf-8?Q?=3D=3Futf-8=3FQ=3FGr=3DC3=3DBC=C3=9Fe?=", "=?utf-8?Q?Gr=C3=BCße"),
        (b"plain =?not a word", "plain =?not a word"),
        (b"folded\r\n\tvalue", "folded value"),
    ],
)
def test_header_text(raw: bytes, text: str) -> None:
    assert header_text(raw) == text


@given(st.binary(max_size=300))
def test_header_text_never_raises_and_is_one_line(raw: bytes) -> None:
    assert "\n" not in header_text(b"=?utf-8?Q?" + raw)
    assert "\n" not in header_text(raw)


@given(st.text(max_size=80))
def test_what_the_standard_library_encodes_is_read_back(text: str) -> None:
    from email.header import Header

    line = " ".join(text.split())
    if "=?" in line or not line.isprintable():
        return
    assert header_text(Header(line, "utf-8").encode()) == line


@pytest.mark.parametrize(
    ("raw", "parties"),
    [
        ("jane@north.example", [("", "jane@north.example")]),
        ("Jane Doe <Jane@North.Example>", [("Jane Doe", "jane@north.example")]),
        (
            '"Doe, Jane" <jane@north.example>, bob@south.example',
            [("Doe, Jane", "jane@north.example"), ("", "bob@south.example")],
        ),
        ("Doe, Jane <jane@north.example>", [("Doe, Jane", "jane@north.example")]),
        ("Jane (work) <jane@north.example>", [("Jane", "jane@north.example")]),
        ("jane@north.example (Jane Doe)", [("Jane Doe", "jane@north.example")]),
        ("Team: Ana <ana@n.example>, Bo <bo@n.example>;", [("Ana", "ana@n.example"), ("Bo", "bo@n.example")]),
        ("undisclosed-recipients:;", []),
        ("a@x.example; b@x.example", [("", "a@x.example"), ("", "b@x.example")]),
        ("=?utf-8?Q?M=C3=BCller=2C_Eva?= <eva@n.example>", [("Müller, Eva", "eva@n.example")]),
        ("=?utf-8?Q?Eva_M=C3=BCller_=3Ceva=40n.example=3E?=", [("Eva Müller", "eva@n.example")]),
        ("'jane@n.example' <jane@n.example>", [("", "jane@n.example")]),
        ("<@relay.example:jane@n.example>", [("", "jane@n.example")]),
        ("<mailto:jane@n.example>", [("", "jane@n.example")]),
        ("Jane <jane@n.example", [("Jane", "jane@n.example")]),
        ("jane@north.example </O=NORTH/OU=A/CN=JANE>", [("", "jane@north.example")]),
        ("Jane </O=NORTH/OU=A/CN=RECIPIENTS/CN=JANE>", [("Jane", "/o=north/ou=a/cn=recipients/cn=jane")]),
        ("", []),
    ],
)
def test_addresses(raw: str, parties: list[tuple[str, str]]) -> None:
    assert parse_addresses(raw) == tuple(Party(*party) for party in parties)
    assert parse_addresses(raw.encode()) == parse_addresses(raw)


@given(st.text(alphabet='ab@.<>()",;:=?\\ /', max_size=60))
def test_addresses_never_raise(raw: str) -> None:
    for party in parse_addresses(raw):
        assert party.name or party.address


@pytest.mark.parametrize(
    ("value", "when", "offset"),
    [
        ("Thu, 12 Nov 2026 15:25:12 +0100", datetime(2026, 11, 12, 14, 25, 12), 1),
        ("12 Nov 26 15:25 -0500 (EST)", datetime(2026, 11, 12, 20, 25), -5),
        ("Thu, 12 Nov 2026 15:25:12 -0000", datetime(2026, 11, 12, 15, 25, 12), 0),
        ("Thu, 12 Nov 2026 15:25:12", datetime(2026, 11, 12, 15, 25, 12), 0),
        ("Thu, 12 Nov 2026 15:25:12 EST", datetime(2026, 11, 12, 20, 25, 12), -5),
        ("Thu Nov 12 15:25:12 2026", datetime(2026, 11, 12, 15, 25, 12), 0),
        ("Sat, 31 Dec 2016 23:59:60 +0000", datetime(2016, 12, 31, 23, 59, 59), 0),
    ],
)
def test_dates_keep_the_offset_of_their_author(value: str, when: datetime, offset: int) -> None:
    found = parse_date(value)
    assert found == when.replace(tzinfo=UTC)
    assert found is not None and found.utcoffset() == timedelta(hours=offset)


@pytest.mark.parametrize(
    "value", ["", "yesterday", "Thu, 45 Foo 2026", "Thu, 12 Nov 9999 00:00:00 +0000", "1" * 9_000]
)
def test_what_is_no_date_is_none(value: str) -> None:
    assert parse_date(value) is None


@given(st.text(max_size=60))
def test_dates_never_raise(value: str) -> None:
    found = parse_date(value)
    assert found is None or found.utcoffset() is not None


def test_the_last_server_dates_a_mail_without_date() -> None:
    assert received_date([b"from a by b; Mon, 7 Jan 2019 08:00:00 -0800 (PST)"]) == datetime(
        2019, 1, 7, 16, tzinfo=UTC
    )


@pytest.mark.parametrize(
    ("data", "declared", "text"),
    [
        ("Grüße".encode(), "us-ascii", "Grüße"),
        ("Grüße".encode("latin-1"), "utf-8", "Grüße"),
        ("Grüße €".encode("cp1252"), "iso-8859-1", "Grüße €"),
        ("Привет, как дела".encode("cp1251"), "windows-1251", "Привет, как дела"),
        ("日本語のメール".encode("iso2022_jp"), "ISO-2022-JP", "日本語のメール"),
        ("①㈱".encode("cp932"), "shift_jis", "①㈱"),
        ("漢字 镕".encode("gb18030"), "gb2312", "漢字 镕"),
        ("안녕하세요".encode("cp949"), "ks_c_5601-1987", "안녕하세요"),
        ("שלום".encode("cp1255"), "windows-1255", "שלום"),
        ("สวัสดี".encode("cp874"), "windows-874", "สวัสดี"),
        (b"abc", "no-such-charset", "abc"),
        (b"abc\xff", "idna", "abcÿ"),
        (b"Hi", "hex", "Hi"),
        (b"", "utf-16", ""),
    ],
)
def test_charsets(data: bytes, declared: str, text: str) -> None:
    assert decode(data, declared) == text


@pytest.mark.parametrize(
    "label", ["base64", "hex", "quoted-printable", "quopri", "rot13", "zip", "uu", "x\0y", "é", "a" * 300]
)
def test_a_label_that_is_no_charset_costs_nothing(label: str) -> None:
    assert decode("Grüße".encode(), label) == "Grüße"
    assert decode("Grüße".encode("cp1252"), label) == "Grüße"


@given(st.binary(max_size=200), st.text(max_size=20))
def test_decoding_never_raises(data: bytes, declared: str) -> None:
    assert isinstance(decode(data, declared), str)


def test_parameters_in_every_style() -> None:
    assert parameters(b'text/plain; charset="UTF-8"; format=flowed') == (
        "text/plain",
        {"charset": "UTF-8", "format": "flowed"},
    )
    name = parameters(b"a/b; name*0*=utf-8''%E2%82%AC%20; name*1=rates.csv")[1]["name"]
    assert name == "€ rates.csv"
    assert parameters(b"a/b; name*=iso-8859-1'de'Gr%FC%DFe.txt")[1]["name"] == "Grüße.txt"
    assert parameters(b"a/b; name==?utf-8?Q?Gr=C3=BC=C3=9Fe.txt?=")[1]["name"] == "Grüße.txt"
    assert parameters(b'a/b; name="open')[1]["name"] == "open"


def test_headers_keep_order_and_survive_bad_lines() -> None:
    data = b"From a@b Mon Jan 1 00:00:00 2020\nReceived: one\nReceived: two\nSubject: a\nfold gone wrong\nTo: b@c.example\n\nbody"
    headers, body = read_headers(data)
    assert headers.fields["received"] == [b"one", b"two"]
    assert headers.text("subject") == "a fold gone wrong"
    assert headers.text("to") == "b@c.example"
    assert data[body:] == b"body"


def test_a_body_may_follow_without_an_empty_line() -> None:
    data = b"Subject: a\nThis is text already.\nMore of it.\n"
    headers, body = read_headers(data)
    assert headers.text("subject") == "a"
    assert data[body:] == b"This is text already.\nMore of it.\n"


def test_an_endless_head_is_refused() -> None:
    with pytest.raises(HeadTooLong):
        read_headers(b"X: " + b"a" * 2_000_000 + b"\n\nbody")


def test_headers_of_a_mail_service() -> None:
    assert Headers.of([("From", "Jörg <j@n.example>"), ("X", "1"), ("x", "2")]).texts("x") == ["1", "2"]
