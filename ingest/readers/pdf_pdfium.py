"""PDF by pypdfium2 (Apache-2.0 / BSD): part of the base installation."""

from __future__ import annotations

import threading
from typing import Any

from ..model import ParsedDocument
from .pdf_text import MEDIA_TYPE, OutlineItem, check_pdf, damaged, document_from_pages, encrypted

_lock = threading.Lock()  # PDFium is not safe to use from two threads


class PdfiumReader:
    """Implements `Reader` for PDF."""

    name = "pdfium"
    version = "1"
    media_types = frozenset({MEDIA_TYPE})

    def read(self, data: bytes, name: str) -> ParsedDocument:
        check_pdf(data, name)
        with _lock:
            pages, title, outline = _extract(data, name)
        return document_from_pages(
            pages, name=name, reader=self.name, version=self.version, title=title, outline=outline
        )


def _extract(data: bytes, name: str) -> tuple[list[str], str | None, list[OutlineItem]]:
    import pypdfium2
    from pypdfium2 import raw

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD:
            raise encrypted(name) from error
        raise damaged(name, error) from error
    try:
        if not len(document):
            raise damaged(name, "no pages")
        pages = [_page_text(document, number) for number in range(len(document))]
        return pages, document.get_metadata_dict().get("Title"), _outline(document)
    except pypdfium2.PdfiumError as error:
        raise damaged(name, error) from error
    finally:
        document.close()


def _page_text(document: Any, number: int) -> str:
    page = document[number]
    text_page = page.get_textpage()
    try:
        return str(text_page.get_text_range())
    finally:
        text_page.close()
        page.close()


def _outline(document: Any) -> list[OutlineItem]:
    items: list[OutlineItem] = []
    for bookmark in document.get_toc():
        target = bookmark.get_dest()
        index = target.get_index() if target is not None else None
        if index is not None:
            items.append((bookmark.level + 1, str(bookmark.get_title()), index + 1))
    return items
