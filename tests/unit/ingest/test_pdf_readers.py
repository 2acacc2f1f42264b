"""What every PDF reader must do: one suite, run over each implementation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from claimgraph.ingest.chunking import SemanticChunker
from claimgraph.ingest.ports import Reader
from claimgraph.ingest.readers.pdf_pdfium import PdfiumReader
from claimgraph.ingest.readers.pdf_pymupdf import PyMuPdfReader
from claimgraph.ingest.text.sentences import sentences
from claimgraph.platform.errors import UnreadableDocument

pymupdf = pytest.importorskip("pymupdf")

DATA = Path(__file__).parents[2] / "data"


def pdf(*pages: str, toc: list[list[Any]] | None = None, title: str | None = None, **save: Any) -> bytes:
    document = pymupdf.open()
    for text in pages:
        page = document.new_page(width=420, height=595)
        font = "china-s" if not text.isascii() else "helv"
        page.insert_text((40, 60), text.split("\n"), fontsize=10, fontname=font)
    if toc:
        document.set_toc(toc)
    if title:
        document.set_metadata({"title": title})
    return bytes(document.tobytes(**save))


WRAPPED = (
    "The Harrow Street bridge was opened on 4 May 1931 by the engi-\n"
    "neer Ada Brandt and carries two tram lines across the river\n"
    "Lenne. It is a well-known sight of the town and is 212 metres\n"
    "long. The well-known steel came from the Kessler works."
)


@pytest.fixture(params=[PyMuPdfReader, PdfiumReader], ids=["pymupdf", "pdfium"])
def reader(request: pytest.FixtureRequest) -> Reader:
    made: Reader = request.param()
    return made


class TestReaderContract:
    def test_pages_lie_where_they_say_in_order(self, reader: Reader) -> None:
        parsed = reader.read(pdf("The first page ends.", "The second page ends.", "The third page ends."), "a.pdf")

        assert [page.number for page in parsed.pages] == [1, 2, 3]
        assert [parsed.text[page.start : page.end].strip() for page in parsed.pages] == [
            "The first page ends.",
            "The second page ends.",
            "The third page ends.",
        ]

    def test_lines_within_a_paragraph_are_joined_and_hyphenated_words_made_whole(self, reader: Reader) -> None:
        parsed = reader.read(pdf(WRAPPED), "a.pdf")

        assert "by the engineer Ada Brandt and carries two tram lines across the river Lenne. It" in parsed.text
        assert "well-known sight" in parsed.text
        assert len(sentences(parsed.text)) == 3

    def test_a_compound_keeps_its_hyphen_at_a_line_end(self, reader: Reader) -> None:
        parsed = reader.read(
            pdf("It is a well-known old bridge and its most well-\nknown part is the old deck."), "a.pdf"
        )

        assert "most well-known part" in parsed.text

    def test_a_sentence_may_cross_pages(self, reader: Reader) -> None:
        parsed = reader.read(
            pdf("The bridge carries two tram lines across", "the river and is long. It is old."), "a.pdf"
        )

        found = [parsed.text[span.start : span.end] for span in sentences(parsed.text)]
        assert found == ["The bridge carries two tram lines across the river and is long.", "It is old."]
        assert parsed.text[parsed.pages[1].start :].startswith("the river")

    def test_a_word_and_a_chinese_sentence_may_cross_pages_too(self, reader: Reader) -> None:
        english = reader.read(pdf("It was opened by the engi-", "neer Ada Brandt. It is old."), "a.pdf")
        chinese = reader.read(pdf("图书馆于2009年开放，馆长是林书雅，", "全馆藏书四十二万册。"), "a.pdf")

        assert english.text == "It was opened by the engineer Ada Brandt. It is old."
        assert chinese.text == "图书馆于2009年开放，馆长是林书雅，全馆藏书四十二万册。"
        for parsed in (english, chinese):
            assert parsed.pages[0].end <= parsed.pages[1].start
            assert parsed.pages[1].end == len(parsed.text)

    def test_an_empty_page_between_keeps_the_numbers(self, reader: Reader) -> None:
        parsed = reader.read(pdf("First page ends.", "", "Third page ends."), "a.pdf")

        assert parsed.text == "First page ends.\n\nThird page ends."
        assert parsed.text[parsed.pages[2].start : parsed.pages[2].end] == "Third page ends."

    def test_chinese_lines_join_without_a_blank(self, reader: Reader) -> None:
        parsed = reader.read(
            pdf("青石桥图书馆于2009年9月1日开放，馆长是林书雅，全馆藏\n书四十二万册，每周开放六天。"), "a.pdf"
        )

        assert parsed.text == "青石桥图书馆于2009年9月1日开放，馆长是林书雅，全馆藏书四十二万册，每周开放六天。"

    def test_page_numbers_and_running_heads_are_left_out(self, reader: Reader) -> None:
        pages = [f"A Short History\nThe year {1900 + n} was a quiet one in town.\n{n}" for n in range(1, 6)]

        parsed = reader.read(pdf(*pages), "a.pdf")

        assert "Short History" not in parsed.text
        assert parsed.text.endswith("The year 1905 was a quiet one in town.")
        assert len(sentences(parsed.text)) == 5

    def test_the_outline_gives_sections_and_the_metadata_the_title(self, reader: Reader) -> None:
        data = pdf(
            "Beginnings\n\nThe town was founded in 1200.", "Growth\n\nIt grew a lot.",
            toc=[[1, "Beginnings", 1], [2, "Growth", 2]], title="Town history",
        )  # fmt: skip

        parsed = reader.read(data, "a.pdf")

        assert parsed.title == "Town history"
        assert [section.path for section in parsed.sections] == [("Beginnings",), ("Beginnings", "Growth")]
        assert all(parsed.text.startswith(section.path[-1], section.start) for section in parsed.sections)

    def test_an_encrypted_file_says_so(self, reader: Reader) -> None:
        with pytest.raises(UnreadableDocument, match=r"secret\.pdf is encrypted.*qpdf"):
            reader.read((DATA / "encrypted.pdf").read_bytes(), "secret.pdf")

    def test_a_file_that_only_restricts_its_owner_is_read(self, reader: Reader) -> None:
        data = pdf("Open to all readers.", encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw="")

        assert reader.read(data, "a.pdf").text == "Open to all readers."

    @pytest.mark.parametrize("share", [0.2, 0.6, 0.95])
    def test_a_truncated_file_says_so(self, reader: Reader, share: float) -> None:
        data = (DATA / "real.pdf").read_bytes()

        with pytest.raises(UnreadableDocument, match="cut off"):
            reader.read(data[: int(share * len(data))], "part.pdf")

    def test_a_damaged_file_is_unreadable_and_never_another_error(self, reader: Reader) -> None:
        with pytest.raises(UnreadableDocument, match="damaged"):
            reader.read(b"%PDF-1.7\n" + bytes(range(256)) * 20 + b"\n%%EOF\n", "bad.pdf")

    def test_pictures_of_text_are_no_text(self, reader: Reader) -> None:
        with pytest.raises(UnreadableDocument, match=r"no text.*ocrmypdf"):
            reader.read((DATA / "scanned.pdf").read_bytes(), "scan.pdf")

    @pytest.mark.parametrize("data", [b"", b" \n", b"hello"])
    def test_what_is_no_pdf_is_refused(self, reader: Reader, data: bytes) -> None:
        with pytest.raises(UnreadableDocument):
            reader.read(data, "a.pdf")

    @pytest.mark.parametrize("name", ["real.pdf", "text.pdf", "chinese.pdf"])
    def test_real_files_give_text_fit_for_chunks(self, reader: Reader, name: str) -> None:
        parsed = reader.read((DATA / name).read_bytes(), name)

        chunks = SemanticChunker(200).chunk(parsed)
        assert chunks
        assert all(chunk.page is not None for chunk in chunks)
        assert parsed.reader == reader.name
        assert not any(mark in parsed.text for mark in "\x00\x02\ufffe\ufb01\r")

    def test_nothing_is_written_to_standard_error(self, reader: Reader, capfd: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(UnreadableDocument):
            reader.read(b"%PDF-1.7\nrubbish\n%%EOF\n", "bad.pdf")

        assert capfd.readouterr().err == ""


def test_both_readers_read_the_same_words_from_a_real_file() -> None:
    data = (DATA / "real.pdf").read_bytes()

    first, second = (set(made.read(data, "real.pdf").text.split()) for made in (PyMuPdfReader(), PdfiumReader()))

    assert len(first & second) > 0.97 * len(first | second)
