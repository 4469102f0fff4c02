"""Rich text: its letters in every spelling, its properties, and what it hides."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from connectors.records import Document, Party

Open = Callable[..., Document]
HEAD = rb"{\rtf1\ansi\ansicpg1250\deff0{\fonttbl{\f0 Helvetica;}}{\colortbl;\red255\green0\blue0;\red255\green255\blue255;}"


def test_letters_properties_and_links(document: Open) -> None:
    data = HEAD + (
        b"{\\info{\\title Runbook}{\\author Ada Lind}{\\operator Bo Ek}{\\revtim\\yr2026\\mo3\\dy4\\hr5\\min6}}"
        b"{\\*\\generator Writer;}\\pard\\f0\\fs24 P\\'f8ehled \\u8364?\\uc2\\u322ll uni\\par\r\n"
        b"a\\tab b\\line c \\{x\\} \\endash  d\\par"
        b'{\\field{\\*\\fldinst HYPERLINK "https://wiki.example/x"}{\\fldrslt the wiki}}}'
    )
    found = document("notes.rtf", data)
    assert found.text == "Přehled €ł uni\na\tb\nc {x} – d\nthe wiki"
    assert (found.title, found.owner, found.editors) == ("Runbook", Party("Ada Lind"), (Party("Bo Ek"),))
    assert found.when is not None and found.when.isoformat() == "2026-03-04T05:06:00+00:00"
    assert found.links == ("https://wiki.example/x",)


@pytest.mark.parametrize("look", [b"\\v ", b"\\cf2 ", b"\\fs2 "])
def test_hidden_text_goes_aside(document: Open, look: bytes) -> None:
    found = document("a.rtf", HEAD + b"seen {" + look + b"obey} {\\cf1 red}}")
    assert (found.text, found.hidden) == ("seen  red", "obey")


@pytest.mark.parametrize(
    ("head", "text", "read"),
    [
        (b"\\ansi\\ansicpg1251", b"\\'ee\\'f2\\'f7\\'b8\\'f2", "отчёт"),
        (b"\\mac\\ansicpg10007", b"\\'ee\\'f2\\'f7\\'de\\'f2", "отчёт"),
        (b"\\mac\\ansicpg10000", b"caf\\'8e", "café"),
        (b"\\mac", b"caf\\'8e", "café"),
        (b"\\pc", b"caf\\'82", "café"),
        (b"\\ansi\\ansicpg99999", b"caf\\'e9", "café"),
        (b"\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}}", b"caf\\'e9 \\f1 \\'f1\\'ed\\'e5\\'e3", "café снег"),
        (b"\\ansi\\ansicpg1252\\deff3{\\fonttbl{\\f3\\fcharset128 A;}}", b"\\'8f\\'43{\\f9 \\'e9}\\'96\\'ca", "修é面"),
        (b"\\ansi{\\fonttbl{\\f1\\fcharset238 A;}}", b"{\\f1 \\'f8}\\plain \\'f8", "řø"),
        (b"\\ansi{\\fonttbl{\\f1\\fcharset2 A;}}", b"\\f1 caf\\'e9", "café"),
    ],
)  # fmt: skip
def test_letters_of_every_code_page(document: Open, head: bytes, text: bytes, read: str) -> None:
    assert document("a.rtf", b"{\\rtf1" + head + b"\\pard " + text + b"}").text == read


def test_letters_beyond_the_first_plane_come_in_two_halves(document: Open) -> None:
    assert document("a.rtf", rb"{\rtf1\ansi a\u-10179?\u-8703?b\u-8703?c}").text == "a😁bc"


def test_raw_bytes_of_a_picture_are_passed_over(document: Open) -> None:
    picture = b"{\\pict\\wmetafile8\\bin9 }}{obey\\x}"
    assert document("a.rtf", b"{\\rtf1\\ansi seen " + picture + b"too}").text == "seen too"


def test_control_words_in_capitals_are_no_text(document: Open) -> None:
    assert document("a.rtf", rb"{\rtf1\ansi\ApplyBrkRules1 snow{\mmathPr\mmathFont4 x}}").text == "snow"


def test_what_is_no_rich_text(reason: Callable[..., str]) -> None:
    assert reason("a.rtf", b"plain") == "damaged, or not the format its name says"
    assert reason("a.rtf", b"{\\rtf1" + b"{" * 5_000) == "nested absurdly deep"
