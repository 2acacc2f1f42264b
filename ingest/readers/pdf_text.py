"""What both PDF readers share: from lines on pages to flowing text, and the checks that go before and after.

A PDF knows lines, not paragraphs. Lines that were broken because they were full are joined again, words
hyphenated at a line's end are made whole, page numbers and running heads are left out, and a paragraph may
cross pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath

from claimgraph.platform.errors import UnreadableDocument

from ..model import Page, ParsedDocument
from .outline import sections
from .text import clean_text, require_text

MEDIA_TYPE = "application/pdf"
OutlineItem = tuple[int, str, int]
"""Level, title, page number (from 1)."""

_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00a0": " "}
)
_pdfium_hyphen = re.compile(r"[\x02\ufffe]\n?")  # what PDFium puts for a hyphen at a line's end
_soft_line_end = re.compile(r"\xad(?=[ \t]*\n)")
_wide = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60\U00020000-\U0003134f]")
_leaders = re.compile(r"(?:[ \t]*[.·…_]){5,}")  # the dots of a table of contents
_number = re.compile(r"\d+|\b[ivxlc]+\b")
_page_number = re.compile(
    r"[ivxlc]{1,6}|(?:page\s*)?[-–—\s]*\d{1,4}\s*(?:(?:/|of)\s*\d{1,4})?[-–—\s]*|第\s*\d+\s*页.*",
    re.IGNORECASE,
)
_list_item = re.compile(r"(?:[-*•·▪◦‣–—●○■]\s|\(?\d{1,3}[.)]\s|[（(]?[一二三四五六七八九十\d]{1,3}[）)、])")
_ends_paragraph = re.compile(r"[.!?…。！？:：;；][\"'”’」』）)\]]*\Z")
_hyphenated = re.compile(r"(\w*[^\W\d_])-\Z")
_FULL = 0.8  # a line of at least this share of the page's widest was broken for want of room


def check_pdf(data: bytes, name: str) -> None:
    """Raise `UnreadableDocument` for what is no PDF, or one that was cut off."""
    if not data.strip():
        raise UnreadableDocument(f"{name} is empty. Hand in a file that has text in it.")
    if b"%PDF-" not in data[:1024]:
        raise UnreadableDocument(f"{name} is not a PDF. Check the file, or rename it to what it is.")
    if b"%%EOF" not in data[-4096:]:
        raise UnreadableDocument(f"{name} is a PDF that was cut off: its end is missing. Get a whole copy.")


def encrypted(name: str) -> UnreadableDocument:
    return UnreadableDocument(f"{name} is encrypted. Save a copy without a password (`qpdf --decrypt`) and use that.")


def damaged(name: str, problem: object) -> UnreadableDocument:
    detail = " ".join(str(problem).split())[:120]
    return UnreadableDocument(f"{name} is a damaged PDF ({detail}). Get a whole copy or print it to PDF again.")


def document_from_pages(
    pages: Sequence[str],
    *,
    name: str,
    reader: str,
    version: str,
    title: str | None,
    outline: Sequence[OutlineItem],
) -> ParsedDocument:
    """One text from the raw text of each page. Raises `UnreadableDocument` where there is none, or only
    rubbish.
    """
    lines = _without_furniture([_lines(page) for page in pages])
    vocabulary = frozenset(re.findall(r"\w+(?:-\w+)?", " ".join(line for page in lines for line in page).lower()))
    spans: list[Page] = []
    parts: list[str] = []
    length = 0
    for number, page in enumerate(lines, start=1):
        flowing = _flow(page, vocabulary)
        if flowing and length:
            glue = _page_glue(parts[-1], flowing)
            if glue is None:  # a hyphenated word goes on
                parts[-1], glue = parts[-1][:-1], ""
                length -= 1
            parts.append(glue)
            length += len(glue)
            spans[-1] = Page(spans[-1].number, min(spans[-1].start, length), length)
        if flowing:
            parts.append(flowing)
        spans.append(Page(number, length, length + len(flowing)))
        length += len(flowing)
    text = require_text(
        "".join(parts),
        name,
        "Its pages are probably pictures: run text recognition first (`ocrmypdf in.pdf out.pdf`).",
    )
    if text.count("\ufffd") > 0.3 * len(text):
        raise UnreadableDocument(f"{name} has fonts without a character map. Run text recognition on it (`ocrmypdf`).")
    headings = _headings(text, spans, outline)
    return ParsedDocument(
        text,
        MEDIA_TYPE,
        reader,
        version,
        title=clean_text(title or "").strip() or PurePath(name).stem or None,
        pages=tuple(spans),
        sections=sections(headings, len(text)),
    )


def _lines(raw: str) -> list[str]:
    """A page's lines, stripped; empty ones stay as marks between paragraphs."""
    raw = raw.replace("\r\n", "\n").translate(_LIGATURES)
    raw = _soft_line_end.sub("-", _pdfium_hyphen.sub("-\n", raw)).replace("\xad", "")
    text = clean_text(raw)
    lines = [" ".join(_leaders.sub(" ", line).split()) for line in text.split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _without_furniture(pages: list[list[str]]) -> list[list[str]]:
    """Leave out page numbers, and lines that open or close most pages."""
    edges: Counter[str] = Counter()
    for page in pages:
        edges.update({_edge(line) for line in (page[:1] + page[-1:] if page else [])})
    often = {edge for edge, count in edges.items() if edge and count >= 3 and count > len(pages) / 2}
    kept = []
    for page in pages:
        begin, end = 0, len(page)
        while begin < end and _is_furniture(page[begin], often):
            begin += 1
        while end > begin and _is_furniture(page[end - 1], often):
            end -= 1
        kept.append(page[begin:end])
    return kept


def _is_furniture(line: str, often: set[str]) -> bool:
    return not line or _edge(line) in often or _page_number.fullmatch(line) is not None


def _edge(line: str) -> str:
    """A line with its page number masked."""
    return _number.sub("#", line)


def _flow(lines: Sequence[str], vocabulary: frozenset[str]) -> str:
    """Join the lines of one page into paragraphs, set apart by empty lines."""
    widest = max((_width(line) for line in lines), default=0)
    parts: list[str] = []
    last = ""
    for line in lines:
        if line and last:
            _join(parts, last, line, widest, vocabulary)
        elif line and parts:
            parts.append("\n\n")
        if line:
            parts.append(line)
        last = line
    return "".join(parts)


def _join(parts: list[str], last: str, line: str, widest: int, vocabulary: frozenset[str]) -> None:
    """Put what belongs between two lines: nothing, a blank, or the end of a paragraph."""
    hyphen = _hyphenated.search(last)
    if hyphen and line[0].isalpha() and line[0].islower():
        following = re.match(r"\w+", line)
        rest = following.group().lower() if following else ""
        whole, compound = (hyphen.group(1) + rest).lower(), f"{hyphen.group(1)}-{rest}".lower()
        if whole in vocabulary or compound not in vocabulary:
            parts[-1] = parts[-1][:-1]
        return
    if _list_item.match(line):
        parts.append("\n")
        return
    first_word = line.split(" ", 1)[0]
    needed = 2 if _wide.match(first_word) else _width(first_word) + 1
    full = _width(last) + needed >= _FULL * widest
    goes_on = line[0].islower() or last[-1] in ",，、"
    if not full and not goes_on:
        parts.append("\n\n")
    elif not (_wide.match(last[-1]) and _wide.match(line[0])):
        parts.append(" ")


def _width(line: str) -> int:
    return len(line) + (0 if line.isascii() else len(_wide.findall(line)))


def _page_glue(before: str, flowing: str) -> str | None:
    """What stands between two pages: a paragraph that is not at its end goes on; `None` where a word does."""
    if _ends_paragraph.search(before) or _list_item.match(flowing):
        return "\n\n"
    if flowing[0].islower():
        return None if _hyphenated.search(before) else " "
    last_paragraph = before.rsplit("\n\n", 1)[-1]
    both_wide = _wide.match(before[-1]) and _wide.match(flowing[0])
    return "" if both_wide and (before[-1] in "，、" or len(last_paragraph) > 40) else "\n\n"


def _headings(text: str, pages: Sequence[Page], outline: Sequence[OutlineItem]) -> list[OutlineItem]:
    """The outline's items that are found as written on their page, with their offsets."""
    found: list[OutlineItem] = []
    for level, title, number in outline:
        wanted = " ".join(clean_text(title).split())
        if not wanted or not 1 <= number <= len(pages):
            continue
        page = pages[number - 1]
        match = re.compile(r"(?:\A|(?<=\n))" + re.escape(wanted)).search(text, page.start, page.end)
        if match:
            found.append((max(1, level), wanted, match.start()))
    return found
