"""Which reader a file goes to: by what is in it first, then by its name."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import PurePath

from ..ports import Reader
from .markdown import MarkdownReader
from .text import TextReader

_MARKDOWN_ENDINGS = frozenset({".md", ".markdown", ".mdown", ".mkd"})


def reader_for(name: str | PurePath, data: bytes) -> Reader:
    """The reader for a file called `name` that holds `data`. A text reader where nothing tells otherwise:
    it refuses binary data with a message of its own.
    """
    if is_pdf(name, data):
        return pdf_reader()
    ending = PurePath(name).suffix.lower()
    return MarkdownReader() if ending in _MARKDOWN_ENDINGS else TextReader()


def is_pdf(name: str | PurePath, data: bytes) -> bool:
    """Whether a file is read as a PDF."""
    return b"%PDF-" in data[:1024] or PurePath(name).suffix.lower() == ".pdf"


def pdf_reader() -> Reader:
    """PyMuPDF where it is installed, else pypdfium2."""
    if find_spec("pymupdf") is not None:
        from .pdf_pymupdf import PyMuPdfReader

        return PyMuPdfReader()
    from .pdf_pdfium import PdfiumReader

    return PdfiumReader()
