"""WhatsApp chats as phones of many languages write them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors import registry
from connectors.exports.chat.whatsapp import read
from connectors.exports.entry import Context, Entry
from connectors.records import Channel, Failure, Item, Mark, Message, Skip


def pull(path: Path, zone: str = "") -> list[Item]:
    (source,) = registry.parse(str(path))
    assert source.kind == "whatsapp"
    return [item for item in registry.open(source, (), zone).pull() if not isinstance(item, Mark)]


def write(tmp_path: Path, text: str, name: str = "WhatsApp Chat with Ana.txt") -> Path:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / name


@pytest.mark.parametrize(
    ("line", "iso"),
    [
        ("[14/08/2023, 09:15:32] Ana: hi", "2023-08-14T09:15:32+00:00"),
        ("\u200e[8/14/23, 9:15:32\u202fPM] Ana: hi", "2023-08-14T21:15:32+00:00"),
        ("8/14/23, 9:15 AM - Ana: hi", "2023-08-14T09:15:00+00:00"),
        ("14.08.23, 09:15 - Ana: hi", "2023-08-14T09:15:00+00:00"),
        ("[14.8.2023 klo 9.15.32] Ana: hi", "2023-08-14T09:15:32+00:00"),
        ("14/8/2023 9:15 p. m. - Ana: hi", "2023-08-14T21:15:00+00:00"),
        ("14/08/2023 à 09:15 - Ana: hi", "2023-08-14T09:15:00+00:00"),
        ("2023/08/14 09:15 - Ana: hi", "2023-08-14T09:15:00+00:00"),
        ("[2023/8/14 下午9:15:32] Ana: hi", "2023-08-14T21:15:32+00:00"),
        ("2023-08-14, 09:15 - Ana: hi", "2023-08-14T09:15:00+00:00"),
        ("2023년 8월 14일 오후 9:15, Ana : hi", "2023-08-14T21:15:00+00:00"),
        ("2023. 08. 14. 9:15 - Ana: hi", "2023-08-14T09:15:00+00:00"),
        ("[14/8/2566 09:15:32] Ana: hi", "2023-08-14T09:15:32+00:00"),
        ("[١٤/٨/٢٠٢٣، ٩:١٥:٣٢ م] Ana: hi", "2023-08-14T21:15:32+00:00"),
    ],
)
def test_one_line_of_many_phones(tmp_path: Path, line: str, iso: str) -> None:
    message, _ = pull(write(tmp_path, f"{line}\n"))
    assert isinstance(message, Message)
    assert message.when is not None
    assert (message.when.isoformat(), message.sender.name, message.text) == (iso, "Ana", "hi")


def test_the_order_of_day_and_month_is_decided_over_the_whole_file(tmp_path: Path) -> None:
    lines = "01/02/23, 10:00 - Ana: one\n03/02/23, 10:00 - Bo: two\n02/28/23, 10:00 - Ana: three\n"
    days = [
        item.when.date().isoformat()
        for item in pull(write(tmp_path, lines))
        if isinstance(item, Message) and item.when
    ]
    assert days == ["2023-01-02", "2023-03-02", "2023-02-28"]
    forwards = "05/01/23, 10:00 - Ana: one\n01/02/23, 10:00 - Bo: two\n02/03/23, 10:00 - Ana: three\n"
    days = [
        item.when.date().isoformat()
        for item in pull(write(tmp_path, forwards))
        if isinstance(item, Message) and item.when
    ]
    assert days == ["2023-01-05", "2023-02-01", "2023-03-02"]


def test_several_lines_notices_media_and_numbers(tmp_path: Path) -> None:
    text = (
        "14.08.23, 09:14 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.\n"
        "14.08.23, 09:15 - Ana: first line\nsecond: line\n\nhttps://x.example/a\n"
        "14.08.23, 09:15 - +44 7700 900123: ok\n"
        "14.08.23, 09:16 - Ana: <Medien ausgeschlossen>\n"
        "14.08.23, 09:16 - Bo: IMG-2023.jpg (Datei angehängt)\n"
        "14.08.23, 09:17 - Ana added Bo\n"
    )
    items = pull(write(tmp_path, text), "Europe/Berlin")
    first, phone, file = (item for item in items if isinstance(item, Message))
    assert first.text == "first line\nsecond: line\n\nhttps://x.example/a"
    assert first.links == ("https://x.example/a",)
    assert str(first.when) == "2023-08-14 09:15:00+02:00"
    assert phone.sender.address == "whatsapp:447700900123"
    assert file.attachments == ("IMG-2023.jpg",)
    assert len({item.uri for item in items}) == len(items)
    assert [item.reason for item in items if isinstance(item, Skip)] == [
        "notice",
        "left-out media or notice",
        "notice",
    ]
    channel = items[-1]
    assert isinstance(channel, Channel)
    assert (channel.shape, channel.title, channel.uri) == ("group", "Ana", first.channel)


def test_the_zip_of_an_iphone(tmp_path: Path) -> None:
    path = tmp_path / "WhatsApp Chat - Club.zip"
    with zipfile.ZipFile(path, "w") as archive:
        text = (
            "[14/08/2023, 09:15:32] Club: \u200eMessages are end-to-end encrypted.\n"
            "[14/08/2023, 09:15:33] ~\u202fAna: hi\n"
            "\u200e[14/08/2023, 09:15:34] Ana: \u200e<attached: 00000001-PHOTO.jpg>\n"
            "\u200e[14/08/2023, 09:15:35] Ana: \u200eimage omitted\n"
        )
        archive.writestr("_chat.txt", text)
        archive.writestr("00000001-PHOTO.jpg", b"")
    items = pull(path)
    hello, photo = (item for item in items if isinstance(item, Message))
    assert (hello.sender.name, hello.text, hello.channel) == ("Ana", "hi", "whatsapp:Club")
    assert photo.attachments == ("00000001-PHOTO.jpg",)


def test_a_text_that_is_no_chat() -> None:
    import io

    entry = Entry("notes.txt", 5, lambda: io.BytesIO(b"hello\n"))
    assert [type(item) for item in read(entry, Context("whatsapp"))] == [Failure]


@settings(max_examples=60)
@given(st.text(alphabet="[]0123456789/.,: -PMpmAna\u200e\n年", max_size=200))
def test_any_text_is_borne(text: str) -> None:
    import io

    data = text.encode()
    assert list(read(Entry("a.txt", len(data), lambda: io.BytesIO(data)), Context("whatsapp")))


def test_a_message_of_very_many_lines_is_read_once(tmp_path: Path) -> None:
    text = "05.10.26, 09:00 - Ana: list\n" + "x\n" * 300_000 + "05.10.26, 09:01 - Bo: fine\n"
    first, second = [item for item in pull(write(tmp_path, text)) if isinstance(item, Message)]
    assert (len(first.text), second.text) == (20_000, "fine")


def test_unpacked_chats_of_an_iphone_stay_apart(tmp_path: Path) -> None:
    for folder in ("WhatsApp Chat - Ana", "WhatsApp Chat - Bo", "a", "b"):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder, "[14/08/2023, 09:15:32] Cy: hi\n", "_chat.txt")
    items = pull(tmp_path)
    chats = [item.uri for item in items if isinstance(item, Channel)]
    assert chats[:2] == ["whatsapp:Ana", "whatsapp:Bo"]
    assert len(set(chats)) == len({item.uri for item in items if isinstance(item, Message)}) == 4
