"""The process that reads PDFs: what it does when a file is too much for it."""

from __future__ import annotations

import zlib

import pytest

from connectors.exports.documents.content import Unreadable
from connectors.exports.documents.pdf import PdfProcess, read_pdf

PAGE = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F 4 0 R >> >> /Contents 5 0 R >>"


def pdf(content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        PAGE.encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed),
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return (
        out
        + b"xref\n0 6\n0000000000 65535 f \n%strailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (table, len(out))
    )


GOOD = pdf(b"BT /F 12 Tf 50 100 Td (Fine) Tj ET")


def test_a_bomb_costs_the_process_and_the_next_file_is_read() -> None:
    with pytest.raises(Unreadable, match="crashes its reader, or needs too much memory"):
        read_pdf(pdf(b"BT /F 12 Tf (x) Tj ET\n" * 3_000_000))
    assert read_pdf(GOOD).text == "Fine"


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ("import sys; sys.stdin.buffer.read()", "takes too long to read"),
        ("import os; os.abort()", "crashes its reader"),
        ("print('no answer', flush=True); import sys; sys.stdin.buffer.read()", "crashes its reader"),
        ("print('[1]', flush=True); import sys; sys.stdin.buffer.read()", "crashes its reader"),
    ],
)
def test_a_child_that_hangs_dies_or_babbles(start: str, reason: str) -> None:
    process = PdfProcess(seconds=0.3, start=start)
    try:
        for _ in range(2):
            with pytest.raises(Unreadable, match=reason):
                process.read(GOOD)
    finally:
        process.close()
