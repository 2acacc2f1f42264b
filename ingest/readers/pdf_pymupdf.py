"""PDF by PyMuPDF (AGPL or commercial; extra `pymupdf`): the preferred reader where it is installed."""

from __future__ import annotations

import threading
from typing import Any

from claimgraph.platform.errors import UnreadableDocument

from ..model import ParsedDocument
from .pdf_text import MEDIA_TYPE, OutlineItem, check_pdf, damaged, document_from_pages, encrypted

_lock = threading.Lock()  # MuPDF keeps state of its own and is not safe to use from two threads


class PyMuPdfReader:
    """Implements `Reader` for PDF."""

    name = "pymupdf"
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
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    try:
        with pymupdf.open(stream=data, filetype="pdf") as document:
            if document.needs_pass:
                raise encrypted(name)
            if not len(document):
                raise damaged(name, "no pages")
            pages = [_page_text(page, pymupdf) for page in document]
            outline = [(int(level), str(title), int(page)) for level, title, page, *_ in document.get_toc()]
            return pages, (document.metadata or {}).get("title"), outline
    except UnreadableDocument:
        raise
    except (RuntimeError, ValueError, IndexError) as error:
        raise damaged(name, error) from error


def _page_text(page: Any, pymupdf: Any) -> str:
    """The page's blocks of text with empty lines between them; text that runs over the page's edge is kept
    whole.
    """
    flags = pymupdf.TEXTFLAGS_BLOCKS & ~(
        pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_PRESERVE_LIGATURES | pymupdf.TEXT_PRESERVE_IMAGES
    )
    blocks = page.get_text("blocks", flags=flags, clip=pymupdf.INFINITE_RECT())
    return "\n\n".join(str(block[4]).strip("\n") for block in blocks if block[6] == 0)
