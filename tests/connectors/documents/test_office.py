"""Slides, sheets and OpenDocument files."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from connectors.records import Document, Party

Make = dict[str, Callable[..., bytes]]
Open = Callable[..., Document]


def rels(**targets: str) -> str:
    rows = "".join(
        f'<Relationship Id="{key}" Target="{value}"{" TargetMode=" + chr(34) + "External" + chr(34) if "://" in value else ""}/>'
        for key, value in targets.items()
    )
    return f"<Relationships>{rows}</Relationships>"


def slide(*shapes: str, show: str = "1") -> str:
    return f'<p:sld xmlns:p="p" xmlns:a="a" show="{show}">{"".join(shapes)}</p:sld>'


def shape(text: str, kind: str = "body", hidden: str = "0", size: str = "1800") -> str:
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" hidden="{hidden}"/><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>'
        f'<p:txBody><a:p><a:r><a:rPr sz="{size}"/><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>'
    )


def test_slides_in_their_order_and_hidden_ones_aside(document: Open, make: Make) -> None:
    data = make["zip"](
        {
            "ppt/presentation.xml": '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldId r:id="b"/><p:sldId r:id="a"/><p:sldId r:id="c"/></p:presentation>',
            "ppt/_rels/presentation.xml.rels": rels(
                a="slides/slide1.xml", b="slides/slide2.xml", c="slides/slide3.xml"
            ),
            "ppt/slides/slide1.xml": slide(
                shape("Second"), shape("whisper", hidden="1"), shape("dust", size="100")
            ),
            "ppt/slides/slide2.xml": slide(shape("Foghorns", kind="ctrTitle"), shape("First")),
            "ppt/slides/slide3.xml": slide(shape("backup"), show="0"),
            "ppt/slides/_rels/slide1.xml.rels": rels(x="https://talk.example/1"),
            "ppt/commentAuthors.xml": '<p:cmAuthorLst xmlns:p="p"><p:cmAuthor name="Eva Holm"/></p:cmAuthorLst>',
        }
    )
    found = document("Talks/deck.pptx", data)
    assert (found.kind, found.title, found.links) == ("slides", "Foghorns", ("https://talk.example/1",))
    assert found.text.split() == ["Foghorns", "First", "Second"]
    assert found.hidden.split() == ["whisper", "dust", "backup"]
    assert found.editors == (Party("Eva Holm"),)


def test_sheets_with_dates_and_hidden_parts(document: Open, make: Make) -> None:
    data = make["zip"](
        {
            "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="Rota" r:id="a"/><sheet name="Pay" state="hidden" r:id="b"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": rels(a="worksheets/sheet1.xml", b="/xl/worksheets/sheet2.xml"),
            "xl/sharedStrings.xml": "<sst><si><t>week</t></si><si><r><t>pri</t></r><r><t>mary</t></r></si><si><t>山</t><rPh><t>ヤマ</t></rPh></si></sst>",
            "xl/styles.xml": '<styleSheet><numFmts><numFmt numFmtId="165" formatCode="[$-407]d. mmm yyyy"/><numFmt numFmtId="166" formatCode="0.00&quot;d&quot;"/></numFmts>'
            '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>',
            "xl/worksheets/sheet1.xml": '<worksheet><cols><col min="3" max="3" hidden="1"/></cols><sheetData>'
            '<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>0</v></c><c r="D1" t="s"><v>2</v></c></row>'
            '<row><c r="A2" s="1"><v>46000</v></c><c r="B2" s="2"><v>46000.5</v></c><c r="D2" s="3"><v>1.5</v></c></row>'
            '<row hidden="1"><c r="A3" t="inlineStr"><is><t>under</t></is></c></row></sheetData></worksheet>',
            "xl/worksheets/sheet2.xml": '<worksheet><sheetData><row><c r="A1"><v>91500</v></c></row></sheetData></worksheet>',
        }
    )
    found = document("rota.xlsx", data)
    assert found.text.split("\n")[:3] == ["Rota", "week\tprimary\t山", "2025-12-09\t2025-12-09 12:00\t1.5"]
    assert "91500" not in found.text and "under" not in found.text
    assert "91500" in found.hidden and "under" in found.hidden


ODF = (
    'xmlns:office="office" xmlns:text="text" xmlns:style="style" xmlns:fo="fo" xmlns:table="table" xmlns:dc="dc" '
    'xmlns:meta="meta" xmlns:xlink="xlink" xmlns:draw="draw"'
)


def odf(body: str, styles: str = "", meta: str = "") -> dict[str, str]:
    return {
        "content.xml": f"<office:document-content {ODF}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body>{body}</office:body></office:document-content>",
        "meta.xml": f"<office:document-meta {ODF}><office:meta>{meta}</office:meta></office:document-meta>",
    }


@pytest.mark.parametrize("properties", ['text:display="none"', 'fo:color="#ffffff"', 'fo:font-size="1pt"'])
def test_an_opendocument_text(document: Open, make: Make, properties: str) -> None:
    parts = odf(
        '<office:text><text:h>Plan</text:h><text:p>Hello<text:s/><text:a xlink:href="https://x.example/1">link</text:a>'
        '<text:span text:style-name="G">hush</text:span><office:annotation><dc:creator>Eva Holm</dc:creator><text:p>note</text:p></office:annotation></text:p></office:text>',
        f'<style:style style:name="G"><style:text-properties {properties}/></style:style>',
        "<meta:initial-creator>Ada Lind</meta:initial-creator><dc:creator>Bo Ek</dc:creator><dc:date>2026-02-03T04:05:06.7</dc:date>",
    )
    found = document("plan.odt", make["zip"](parts))
    assert (found.title, found.text) == ("Plan", "Plan\nHello link")
    assert "hush" in found.hidden and "note" in found.hidden
    assert (found.owner, found.editors) == (Party("Ada Lind"), (Party("Bo Ek"), Party("Eva Holm")))
    assert found.links == ("https://x.example/1",) and found.when is not None and found.when.day == 3


def test_an_opendocument_sheet(document: Open, make: Make) -> None:
    parts = odf(
        '<office:spreadsheet><table:table table:name="Rota"><table:table-row><table:table-cell><text:p>week</text:p></table:table-cell>'
        "<table:table-cell><text:p>who</text:p></table:table-cell></table:table-row>"
        '<table:table-row table:visibility="collapse"><table:table-cell><text:p>secret</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>'
    )
    found = document("rota.ods", make["zip"](parts))
    assert found.kind == "sheet" and "week \twho" in found.text
    assert "secret" in found.hidden and "secret" not in found.text


def test_the_manifest_of_an_old_openoffice_names_its_document_type(document: Open, make: Make) -> None:
    manifest = (
        '<?xml version="1.0"?><!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd">'
        "<manifest:manifest xmlns:manifest='m'/>"
    )
    content = "<o:document-content xmlns:o='o' xmlns:t='t'><o:body><o:text><t:p>Foghorns</t:p></o:text></o:body></o:document-content>"
    data = make["zip"]({"content.xml": content, "META-INF/manifest.xml": manifest})
    assert document("a.odt", data).text == "Foghorns"


def test_the_main_part_is_the_one_the_file_names(document: Open, make: Make) -> None:
    relation = '<Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/word/second.xml"/>'
    body = "<w:document xmlns:w='w' xmlns:r='r'><w:body><w:p><w:hyperlink r:id='x'><w:r><w:t>Foghorns</w:t></w:r></w:hyperlink></w:p></w:body></w:document>"
    data = make["zip"](
        {
            "_rels/.rels": f"<Relationships>{relation}</Relationships>",
            "word/second.xml": body,
            "word/_rels/second.xml.rels": rels(x="https://fog.example/1"),
        }
    )
    found = document("a.docx", data)
    assert (found.text, found.links) == ("Foghorns", ("https://fog.example/1",))


def test_names_of_parts_in_any_case_and_with_backslashes(document: Open, make: Make) -> None:
    body = "<w:document xmlns:w='w'><w:body><w:p><w:r><w:t>Foghorns</w:t></w:r></w:p></w:body></w:document>"
    core = "<c:coreProperties xmlns:c='c' xmlns:d='d'><d:title>Signals</d:title></c:coreProperties>"
    found = document("a.docx", make["zip"]({"Word\\Document.xml": body, "DOCPROPS/core.XML": core}))
    assert (found.text, found.title) == ("Foghorns", "Signals")
