"""Text, Markdown, HTML, PDF, and the sidecars of a Drive export."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from connectors.records import Document, Party

Open = Callable[..., Document]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# Runbook *Kafka*\n\ntext", "Runbook Kafka"),
        ("---\ntags: x\ntitle: 'From the front'\n---\n# Other\n", "From the front"),
        ("Old style\n=========\n\ntext", "Old style"),
        ("```\n# no heading\n```\n\n## [Linked](https://x.example) title ##\n", "Linked title"),
        ("no heading here\nat all", "notes"),
    ],
)
def test_titles_of_markdown(document: Open, text: str, title: str) -> None:
    assert document("a/notes.md", text.encode()).title == title


def test_comments_of_markdown_go_aside_and_code_keeps_them(document: Open) -> None:
    found = document(
        "a.md",
        b"# T\nseen <!-- obey\nme --> too\n[//]: # (and me)\n```html\n<!-- example -->\n```\n<!-- open end",
    )
    assert "obey" not in found.text and "and me" not in found.text and "<!-- example -->" in found.text
    assert all(word in found.hidden for word in ("obey", "and me", "open end"))


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "cp932"])
def test_charsets_of_text(document: Open, charset: str) -> None:
    text = (
        "会議の議事録\n\n山田さんと来週の計画を確認しました。"
        if charset == "cp932"
        else "Übergabe Kranich\n\nfür die Kälteanlagen"
    )
    found = document("a.txt", text.encode(charset))
    assert found.text == text and found.title == text.partition("\n")[0]


def test_a_table_is_named_by_its_file(document: Open) -> None:
    found = document(
        "Peak/Freeze 2026.csv", "von;bis;gilt für\n2026-11-16;2027-01-07;alle\n".encode("cp1252")
    )
    assert (found.title, found.kind) == ("Freeze 2026", "csv") and "gilt für" in found.text


def test_html_shows_what_a_reader_sees(document: Open) -> None:
    page = (
        "<html><head><title>Vendors &amp; notes</title><meta name=author content='Ada Lind'><style>p{}</style></head><body><h1>Notes</h1>"
        "<!-- SYSTEM: copy --><p>Price<br>per&nbsp;host</p><script>run()</script><p hidden>h1</p><div style='display: none'>h2 <b>h3</b></div>"
        "<span style='font-size:0'>h4</span><span style='color:#FFFFFF'>h5</span><font color=white>h6</font>"
        "<div style='background:#003'><span style='color:white'>banner</span></div><p style='opacity:0'>h7</p>"
        "<p style='position:absolute;left:-9999px'>h8</p><table><tr><td>a</td><td>b</td></tr></table>"
        "<a href='https://x.example/p?utm_source=m&q=1'>link</a><a href='javascript:x()'>no</a></body></html>"
    )
    found = document("n.html", page.encode())
    assert (found.title, found.owner, found.kind) == ("Vendors & notes", Party("Ada Lind"), "html")
    assert (
        "Price\nper host" in found.text
        and "banner" in found.text
        and "a\tb" in found.text
        and "run()" not in found.text
    )
    for number in range(1, 9):
        assert f"h{number}" in found.hidden and f"h{number}" not in found.text
    assert "SYSTEM: copy" in found.hidden and found.links == ("https://x.example/p?q=1",)


def test_html_hides_by_the_rules_of_its_style_sheet(document: Open) -> None:
    page = (
        "<style>/* .shown {display:none} */ .ghost, #spirit {display:none} .pale{color:#fefefe} .dark{background:#111}"
        "body{background:white;color:black} @media print {.screen{display:none}} @media (max-width:600px){.wide{display:none}}</style>"
        "<body><p class='shown screen wide'>here</p><p class='x ghost'>h1</p><p id=spirit>h2</p><p class=pale>h3"
        "<span style='color:#333'>there</span></p><div class=dark><b class=pale>everywhere</b></div><h1 class=ghost>h4</h1><h2>Head</h2>"
    )
    found = document("n.html", page.encode())
    assert found.text.split() == ["here", "there", "everywhere", "Head"]
    assert found.hidden.split() == ["h1", "h2", "h3", "h4"] and found.title == "Head"


def test_html_says_its_charset(document: Open) -> None:
    assert "Привет" in document("n.html", "<meta charset=windows-1251><p>Привет</p>".encode("cp1251")).text


def test_a_sidecar_tells_owner_sharing_dates_and_id(document: Open) -> None:
    told = {
        "title": "RFC-041: cutover",
        "starred": True,
        "created": "2026-01-02T03:04:05.000Z",
        "content_last_modified": "2026-03-04T05:06:07.000Z",
        "permissions": [
            {"name": "Ada Lind", "role": "owner", "type": "user", "email_address": "Ada@north.example",
             "self_link": "https://www.googleapis.com/drive/v2/files/1AbC_dEf-GhIjKlMn/permissions/17"},
            {"name": "Bo Ek", "role": "writer", "type": "user", "email_address": "bo@north.example"},
            {"name": "", "role": "reader", "type": "anyone"},
            {"name": "Gone", "role": "reader", "type": "user", "deleted": True},
        ],
    }  # fmt: skip
    for name, sidecar in (
        ("Drive/RFC-041.txt", "Drive/RFC-041.txt-info.json"),
        ("Drive/RFC-041.txt", "Drive/RFC-041-info.json"),
    ):
        found = document(name, b"text", beside={sidecar: told})
        assert (found.uri, found.title, found.starred) == (
            "drive:1AbC_dEf-GhIjKlMn",
            "RFC-041: cutover",
            True,
        )
        assert (found.owner, found.shared_with) == (
            Party("Ada Lind", "ada@north.example"),
            (Party("Bo Ek", "bo@north.example"),),
        )
        assert found.when is not None and found.when.isoformat() == "2026-03-04T05:06:07+00:00"
        assert found.created is not None and found.created.isoformat() == "2026-01-02T03:04:05+00:00"
        assert found.link == "https://drive.google.com/open?id=1AbC_dEf-GhIjKlMn"


@pytest.mark.parametrize(
    "told", [[], "x", {"permissions": "x", "created": 5, "title": None}, {"permissions": [1, {"role": []}]}]
)
def test_a_sidecar_of_another_shape_does_no_harm(document: Open, told: object) -> None:
    found = document("Drive/x.txt", b"text", beside={"Drive/x.txt-info.json": told})
    assert (found.uri, found.owner) == ("file:Drive/x.txt", Party())


def pdf(content: str, info: str = "", pages: int = 1, extra: str = "") -> bytes:
    """A small PDF; each page shows the same content stream, in 12 point Helvetica unless it says otherwise."""
    kids = " ".join(f"{4 + number} 0 R" for number in range(pages))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        *[
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Resources << /Font << /F 3 0 R >> >> /Contents {4 + pages} 0 R >>"
            for _ in range(pages)
        ],
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        f"<< {info} >>",
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R {extra}>>\n"
    return out + end.encode() + f"startxref\n{len(out)}\n%%EOF\n".encode()


def test_a_pdf_with_its_properties(document: Open) -> None:
    info = "/Title (Quarterly plan) /Author (Ada Lind) /CreationDate (D:20260102030405+02'00') /ModDate (D:20260506)"
    found = document("p.pdf", pdf("BT /F 12 Tf 50 300 Td (See https://x.example/1) Tj ET", info, pages=2))
    assert (found.title, found.owner, found.kind) == ("Quarterly plan", Party("Ada Lind"), "pdf")
    assert found.text.count("See") == 2 and found.links == ("https://x.example/1",)
    assert found.created is not None and found.created.isoformat() == "2026-01-02T03:04:05+02:00"
    assert found.when is not None and found.when.isoformat() == "2026-05-06T00:00:00+00:00"


def test_a_title_that_a_printer_driver_made_is_none(document: Open) -> None:
    assert (
        document(
            "Real name.pdf", pdf("BT /F 12 Tf 50 300 Td (x y z) Tj ET", "/Title (Microsoft Word - draft.doc)")
        ).title
        == "Real name"
    )


@pytest.mark.parametrize(
    ("drawn", "hidden"),
    [
        ("1 1 1 rg BT /F 12 Tf 50 200 Td (obey) Tj ET", True),
        ("0 0 0.4 rg 40 190 100 40 re f 1 1 1 rg BT /F 12 Tf 50 200 Td (obey) Tj ET", False),
        ("BT /F 1 Tf 50 200 Td (obey) Tj ET", True),
        ("BT 3 Tr /F 12 Tf 50 200 Td (obey) Tj ET", True),
        ("0.5 0 0 rg BT /F 12 Tf 50 200 Td (obey) Tj ET", False),
    ],
)
def test_what_a_pdf_page_does_not_show_goes_aside(document: Open, drawn: str, hidden: bool) -> None:
    found = document("p.pdf", pdf(f"BT /F 12 Tf 50 300 Td (Shown) Tj ET {drawn}"))
    assert "Shown" in found.text
    assert ("obey" in found.hidden, "obey" in found.text) == (hidden, not hidden)
