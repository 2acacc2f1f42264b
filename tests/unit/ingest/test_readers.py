from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimgraph.ingest.chunking import SemanticChunker
from claimgraph.ingest.readers import choose
from claimgraph.ingest.readers.choose import reader_for
from claimgraph.ingest.readers.markdown import MarkdownReader
from claimgraph.ingest.readers.text import TextReader, clean_text, require_length
from claimgraph.platform.errors import TextTooLong, UnreadableDocument

DATA = Path(__file__).parents[2] / "data"


def read_text(data: bytes) -> str:
    return TextReader().read(data, "note.txt").text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("The café – “open” – costs €5.", "utf-8"),
        ("The café – “open” – costs €5.", "utf-8-sig"),
        ("The café – “open” – costs €5.", "utf-16"),
        ("The café is open.", "utf-16-le"),
        ("The café is open.", "utf-16-be"),
        ("The café is open.", "utf-32"),
        ("The café – “open” – costs €5.", "cp1252"),
        ("café", "latin-1"),
        ("北京是中国的首都。", "gb18030"),
        ("北京是中国的首都。", "utf-16-le"),
        ("臺北是臺灣的首都，人口兩百五十萬。", "big5"),
        ("Привет мир, это обычный русский текст для проверки.", "cp1251"),
    ],
)
def test_text_is_read_in_the_encoding_it_was_written_in(text: str, encoding: str) -> None:
    assert read_text(text.encode(encoding)) == text


def test_the_sample_files_in_different_encodings_hold_one_text() -> None:
    texts = {read_text((DATA / name).read_bytes()) for name in ("utf16.txt", "utf8_bom.txt", "windows1252.txt")}
    chinese = {read_text((DATA / name).read_bytes()) for name in ("utf16_zh.txt", "gb18030.txt")}

    assert len(texts) == 1
    assert len(chinese) == 1


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no text"),
        (" \n\t\u3000\u2003".encode(), "no text"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "PNG"),
        (b"PK\x03\x04" + bytes(100), "ZIP"),
        (bytes(range(256)) * 40, "binary"),
        (b"\x00\x01\x02\x03" * 100, "binary"),
        ("北京是中国的首都。".encode() * 20 + b"\xe4\xb8" + "上海".encode(), "broken byte"),
        ("北京是中国的首都".encode("utf-16") + b"\x00", "cut off or damaged"),
    ],
)
def test_what_is_no_text_is_refused_with_the_reason(data: bytes, says: str) -> None:
    with pytest.raises(UnreadableDocument, match=says) as raised:
        TextReader().read(data, "note.txt")

    assert "note.txt" in str(raised.value)


def test_nothing_that_a_store_refuses_comes_through() -> None:
    hostile = "a\ud800b\x00c\x07d\ufeffe\r\nf\rg\x0ch\uffffi\u202ej"

    cleaned = clean_text(hostile)

    assert cleaned == "abcde\nf\ng\n\nhi\u202ej"
    assert json.loads(json.dumps(cleaned)).encode("utf-8").decode("utf-8") == cleaned


def test_an_encoded_lone_surrogate_is_dropped() -> None:
    assert read_text("a\ud800b".encode("utf-8", "surrogatepass")) == "ab"


def test_a_stray_nul_does_not_make_a_text_binary() -> None:
    assert read_text(b"hello \x00there") == "hello there"


def test_a_text_beyond_the_limit_is_refused_by_the_name_of_the_setting() -> None:
    assert require_length("abc", 3, "note.txt") == "abc"
    with pytest.raises(TextTooLong, match=r"note\.txt has 4 characters.*CLAIMGRAPH_MAX_TEXT_CHARS"):
        require_length("abcd", 3, "note.txt")


def test_markdown_reads_as_its_page_would() -> None:
    parsed = MarkdownReader().read((DATA / "handbook.md").read_bytes(), "handbook.md")

    assert parsed.title == "Field station handbook"
    for line in (
        "- Director: Inge Halvorsen, since 2016",
        "2. Check the two generators.",
        "Instrument: Barometer; Height (m): 2; Since: 1974",
        "The data are read with readlog:",
        "# not a heading",
        "See the safety rules and never climb alone.",
        "观测站建于1974年，海拔1240米。",
    ):
        assert line in parsed.text.splitlines()
    assert not any(mark in parsed.text for mark in ("```", "**", "](", "|", "https://"))
    for section in parsed.sections:
        assert parsed.text.startswith(section.path[-1], section.start)
    assert [section.path for section in parsed.sections][-1] == (
        "Field station handbook",
        "Instruments",
        "中文说明",
    )


def test_html_in_markdown_is_data() -> None:
    source = "a <script>alert(1)</script>b\n\n<p onclick='x'>hi <b>you</b><!-- no --></p>\n\n<style>p{}</style>"

    text = MarkdownReader().read(source.encode(), "x.md").text

    assert "alert" not in text
    assert "onclick" not in text
    assert "p{}" not in text
    assert " ".join(text.split()) == "a b hi you"


def test_wrapped_chinese_lines_join_without_a_blank() -> None:
    source = "北京是中国\n的首都。\nParis is\nbig.\n"

    assert MarkdownReader().read(source.encode(), "x.md").text == "北京是中国的首都。 Paris is big."


def test_front_matter_gives_the_title_and_is_no_text() -> None:
    parsed = MarkdownReader().read(b"---\ntitle: The manual\ntags: x\n---\n\nBody.\n", "x.md")

    assert (parsed.title, parsed.text) == ("The manual", "Body.")


def test_a_markdown_file_without_text_is_refused() -> None:
    with pytest.raises(UnreadableDocument, match="no text"):
        MarkdownReader().read(b"<!-- nothing -->\n\n---\n", "x.md")


def test_the_sections_of_a_markdown_file_reach_its_chunks() -> None:
    parsed = MarkdownReader().read((DATA / "handbook.md").read_bytes(), "handbook.md")

    paths = {chunk.section_path for chunk in SemanticChunker(30).chunk(parsed)}

    assert ("Field station handbook", "Staff") in paths


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.pdf", b"%PDF-1.7 ...", "pymupdf"),
        ("a.txt", b"%PDF-1.7 ...", "pymupdf"),
        ("a.pdf", b"", "pymupdf"),
        ("A.MD", b"# x", "markdown"),
        ("a.txt", b"# x", "text"),
        ("noending", b"x", "text"),
    ],
)
def test_content_picks_the_reader_before_the_name_does(name: str, data: bytes, expected: str) -> None:
    pytest.importorskip("pymupdf")

    assert reader_for(name, data).name == expected


def test_pdfium_reads_where_pymupdf_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose, "find_spec", lambda name: None)

    assert reader_for("a.pdf", b"%PDF-1.7").name == "pdfium"
