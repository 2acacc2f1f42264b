"""Markdown to readable plain text: what a reader of the rendered page would see, in reading order."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING

from ..model import ParsedDocument
from ..text.sentences import opens_a_fact
from .encodings import decode
from .outline import Heading, sections
from .text import clean_text, require_text

if TYPE_CHECKING:
    from markdown_it.token import Token

_front_matter = re.compile(r"\A---\n((?:[\w-]+:[^\n]*\n|[ \t]+[^\n]*\n|- [^\n]*\n)+)---\n")
_title_line = re.compile(r"^title:\s*[\"']?(.*?)[\"']?\s*$", re.MULTILINE)
_unseen = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL | re.IGNORECASE)
_tag = re.compile(r"</?[A-Za-z][^<>]*>|<[!?][^<>]*>")
_wide = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003134f]")


class MarkdownReader:
    """Implements `Reader` for Markdown (CommonMark with tables).

    Headings become sections; a row of a table reads "column: cell; column: cell", so that it makes sense
    alone; HTML inside is data: its tags, scripts, styles and comments are left out and its text is kept.
    """

    name = "markdown"
    version = "2"
    media_types = frozenset({"text/markdown"})

    def read(self, data: bytes, name: str) -> ParsedDocument:
        from markdown_it import MarkdownIt

        source = clean_text(decode(data, name))
        title = None
        if front := _front_matter.match(source):
            found = _title_line.search(front.group(1))
            title = found.group(1) if found else None
            source = source[front.end() :]
        writer = _Writer()
        for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(source):
            writer.take(token)
        text = require_text(writer.text(), name)
        headings = writer.headings
        title = title or next((heading for level, heading, _ in headings if level == 1), None)
        return ParsedDocument(
            text,
            "text/markdown",
            self.name,
            self.version,
            title=title or PurePath(name).stem or None,
            sections=sections(headings, len(text)),
        )


@dataclass(slots=True)
class _Writer:
    """Writes blocks one after the other while walking over the tokens of a document."""

    headings: list[Heading] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _numbers: list[int | None] = field(default_factory=list)  # per open list: the next number, None where bulleted
    _marker: str = ""  # what the next block of a list item begins with
    _after_item: bool = False
    _level: int = 0  # of the open heading
    _columns: list[str] = field(default_factory=list)
    _row: list[str] = field(default_factory=list)
    _in_table: bool = False

    def text(self) -> str:
        return "".join(self._parts)

    def take(self, token: Token) -> None:
        """Write what `token` shows."""
        match token.type:
            case "heading_open":
                self._level = int(token.tag[1])
            case "heading_close":
                self._level = 0
            case "ordered_list_open":
                self._numbers.append(int(token.attrs.get("start", 1)))
            case "bullet_list_open":
                self._numbers.append(None)
            case "ordered_list_close" | "bullet_list_close":
                self._numbers.pop()
            case "list_item_open":
                self._open_item()
            case "inline":
                self._inline(_visible(token))
            case "fence" | "code_block":
                self._block(token.content.strip("\n"))
            case "html_block":
                self._block(_without_html(token.content).strip())
            case _:
                self._table(token.type)

    def _open_item(self) -> None:
        number = self._numbers[-1]
        if number is None:
            self._marker = "- "
        else:
            self._marker = f"{number}. "
            self._numbers[-1] = number + 1

    def _inline(self, text: str) -> None:
        if self._in_table:
            self._row.append(text.strip())
        elif self._level and text.strip():
            self._block(text.strip())
            self.headings.append((self._level, text.strip(), self._length - len(text.strip())))
        else:
            self._block(text.strip())

    def _table(self, kind: str) -> None:
        if kind == "table_open":
            self._in_table, self._columns, self._row = True, [], []
        elif kind == "thead_close":
            self._columns, self._row = self._row, []
        elif kind == "tr_close" and self._columns:
            cells = [
                f"{column}: {cell}" if column else cell
                for column, cell in zip(self._columns, self._row, strict=False)
                if cell
            ]
            self._block("; ".join(cells))
            self._row = []
        elif kind == "table_close":
            if not self._parts or not self._columns:
                self._block("; ".join(self._row))
            self._in_table, self._columns, self._row = False, [], []

    def _block(self, text: str) -> None:
        if not text:
            return
        is_item = bool(self._marker)
        text = self._marker + text
        self._marker = ""
        if self._parts:
            gap = "\n" if is_item and self._after_item else "\n\n"
            self._parts.append(gap)
            self._length += len(gap)
        self._after_item = is_item
        self._parts.append(text)
        self._length += len(text)


def _visible(token: Token) -> str:
    """The text of an inline token: link texts and image descriptions, no addresses, no tags; lines
    unwrapped.
    """
    parts: list[str] = []
    hidden = ""
    for child in token.children or []:
        if child.type == "html_inline":
            tag = child.content.lower()
            if hidden:
                hidden = "" if tag.startswith(f"</{hidden}") else hidden
            elif tag.startswith(("<script", "<style")):
                hidden = "script" if tag.startswith("<script") else "style"
            elif tag.startswith("<br"):
                parts.append("\n")
        elif hidden:
            continue
        elif child.type == "softbreak":
            parts.append("\0")
        elif child.type == "hardbreak":
            parts.append("\n")
        else:
            parts.append(child.content)
    return _unwrapped("".join(parts))


_soft_break = re.compile("(.?)[ \t]*\0[ \t]*(.?)", re.DOTALL)


def _unwrapped(text: str) -> str:
    """Soft line breaks as blanks; between two Chinese characters as nothing; between lines of a list of facts ("Friday:
    9 am to 6 pm") as they are."""
    lines = [line.strip() for line in text.split("\0")]
    if len(lines) > 1 and all(map(opens_a_fact, lines[1:])) and not lines[0].endswith((",", "，")):
        return "\n".join(lines)

    def joined(match: re.Match[str]) -> str:
        left, right = match.groups()
        glue = "" if _wide.match(left) and _wide.match(right) else " "
        return f"{left}{glue}{right}"

    while "\0" in text:
        text = _soft_break.sub(joined, text)
    return text


def _without_html(source: str) -> str:
    from html import unescape

    stripped = _tag.sub(" ", _unseen.sub(" ", source))
    lines = (" ".join(line.split()) for line in unescape(stripped).splitlines())
    return clean_text("\n".join(line for line in lines if line))
