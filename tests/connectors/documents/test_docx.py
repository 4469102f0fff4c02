"""Word documents: text, properties, and what a reader of the page does not see."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from connectors.records import Document, Party

Make = dict[str, Callable[..., bytes]]
Open = Callable[..., Document]
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
)
CORE = (
    '<c:coreProperties xmlns:c="c" xmlns:dc="dc" xmlns:t="t"><dc:title>Cutover plan</dc:title><dc:creator>Ada Lind</dc:creator>'
    "<c:lastModifiedBy>Bo Ek</c:lastModifiedBy><t:created>2026-01-02T03:04:05Z</t:created>"
    "<t:modified>2026-10-14T10:05:00Z</t:modified></c:coreProperties>"
)


def run(text: str, look: str = "") -> str:
    return f"<w:r><w:rPr>{look}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>"


def paragraph(*runs: str, style: str = "") -> str:
    return (
        f"<w:p><w:pPr>{style and f'<w:pStyle w:val={chr(34)}{style}{chr(34)}/>'}</w:pPr>{''.join(runs)}</w:p>"
    )


def test_text_properties_links_and_editors(document: Open, make: Make) -> None:
    data = make["docx"](
        paragraph(run("Goal"), style="berschrift1")
        + paragraph(
            run("Move "),
            run("seventeen services"),
            "<w:r><w:tab/><w:t>soon</w:t><w:br/><w:t>or later</w:t></w:r>",
        )
        + "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Area</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Owner</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
        + f'<w:p><w:hyperlink r:id="rId9">{run("Repository")}</w:hyperlink><w:ins w:author="Cy Dahl">{run(" new")}</w:ins></w:p>'
        + '<w:p><w:r><w:instrText> HYPERLINK "https://wiki.example/x" </w:instrText></w:r></w:p>',
        docProps__core=CORE,
        word__styles='<w:styles xmlns:w="w"><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
        word__comments='<w:comments xmlns:w="w"><w:comment w:author="Eva Holm"/></w:comments>',
        **{
            "word___rels__document.xml": RELATIONS.format(
                '<Relationship Id="rId9" Target="https://git.example/repo" TargetMode="External"/>'
            )
        },
    )
    found = document("Drive/RFC.docx", data)
    assert (found.title, found.kind, found.uri) == ("Cutover plan", "docx", "file:Drive/RFC.docx")
    assert found.text.split("\n")[:3] == ["Goal", "Move seventeen services\tsoon", "or later"]
    assert "Area \tOwner" in found.text
    assert found.links == ("https://git.example/repo", "https://wiki.example/x")
    assert found.owner == Party("Ada Lind")
    assert found.editors == (Party("Bo Ek"), Party("Cy Dahl"), Party("Eva Holm"))
    assert found.when is not None and found.when.isoformat() == "2026-10-14T10:05:00+00:00"
    assert found.created is not None and found.created.year == 2026


def test_without_a_title_the_first_heading_and_then_the_file_name(document: Open, make: Make) -> None:
    styles = '<w:styles xmlns:w="w"><w:style w:styleId="T1"><w:name w:val="Title"/></w:style></w:styles>'
    headed = make["docx"](
        paragraph(run("intro")) + paragraph(run("Runbook "), run("Kafka"), style="T1"), word__styles=styles
    )
    assert document("a/x.docx", headed).title == "Runbook Kafka"
    assert document("a/Notes 2026.docx", make["docx"](paragraph(run("hello")))).title == "Notes 2026"


@pytest.mark.parametrize(
    "look",
    [
        "<w:vanish/>", '<w:vanish w:val="true"/>', "<w:webHidden/>", '<w:color w:val="FFFFFF"/>', '<w:color w:val="fefefe"/>',
        '<w:color w:themeColor="background1"/>', '<w:sz w:val="2"/>', '<w:rStyle w:val="Ghost"/>',
    ],
)  # fmt: skip
def test_hidden_text_goes_aside(document: Open, make: Make, look: str) -> None:
    styles = (
        '<w:styles xmlns:w="w"><w:style w:styleId="Ghost"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>'
    )
    found = document(
        "a.docx",
        make["docx"](paragraph(run("seen"), run("obey me", look), run(" again")), word__styles=styles),
    )
    assert (found.text, found.hidden) == ("seen again", "obey me")


@pytest.mark.parametrize(
    "look",
    [
        '<w:vanish w:val="0"/>', '<w:color w:val="FF0000"/>', '<w:sz w:val="16"/>', '<w:color w:val="auto"/>',
        '<w:color w:val="FFFFFF"/><w:shd w:fill="1F3864"/>', '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>',
    ],
)  # fmt: skip
def test_text_that_shows_stays(document: Open, make: Make, look: str) -> None:
    assert document("a.docx", make["docx"](paragraph(run("shown", look)))).text == "shown"


def test_white_on_a_dark_table_cell_shows(document: Open, make: Make) -> None:
    white = run("Head", '<w:color w:val="FFFFFF"/>')
    cell = f'<w:tc><w:tcPr><w:shd w:fill="000080"/></w:tcPr><w:p>{white}</w:p></w:tc>'
    assert document("a.docx", make["docx"](f"<w:tbl><w:tr>{cell}</w:tr></w:tbl>")).text.strip() == "Head"


def test_deleted_text_is_not_shown_and_a_text_box_counts_once(document: Open, make: Make) -> None:
    box = (
        '<w:p><w:r><mc:AlternateContent xmlns:mc="mc"><mc:Choice><w:p><w:r><w:t>boxed</w:t></w:r></w:p></mc:Choice>'
        "<mc:Fallback><w:p><w:r><w:t>boxed</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )
    deleted = '<w:p><w:del w:author="Bo"><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>'
    found = document("a.docx", make["docx"](box + deleted))
    assert found.text.count("boxed") == 1 and "gone" not in found.text and "gone" in found.hidden


def test_text_is_bounded(document: Open, make: Make) -> None:
    found = document(
        "a.docx", make["docx"]("".join(paragraph(run("words and more words ")) for _ in range(5_000)))
    )
    assert 10_000 < len(found.text) <= 12_000
