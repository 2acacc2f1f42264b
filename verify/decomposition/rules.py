"""Taking answers apart by rules, in the languages that have some; by sentences in all others."""

from __future__ import annotations

from collections.abc import Sequence

import anyio.to_thread

from claimgraph.ingest.model import ReadText, Statement
from claimgraph.ingest.ports import StatementReader
from claimgraph.ingest.text.language import rules_language
from claimgraph.platform.llm import Usage
from claimgraph.platform.llm.usage import record

from ..emphasis import EMPHASIS_VERSION, placed, without_marks
from .leads import LEADS_VERSION, without_leads
from .result import Decomposition
from .sentences import DECOMPOSITION_VERSION
from .sentences import decompose as by_sentences

NO_RULES = "The rules read English and Chinese only; an answer in another language was taken apart by sentences."


class RulesDecomposer:
    """`Decomposer` over a `StatementReader`, which works in a worker thread."""

    def __init__(self, reader: StatementReader) -> None:
        self._reader = reader
        self.version = f"rules/{read_version(reader)}/sentences-{DECOMPOSITION_VERSION}"

    async def decompose(self, texts: Sequence[str]) -> list[list[Statement]]:
        return [list(found.statements) for found in await self.take_apart(texts)]

    async def take_apart(self, texts: Sequence[str]) -> list[Decomposition]:
        read = await read_supported(self._reader, texts)
        found = [by_rules(text, one) for text, one in zip(texts, read, strict=True)]
        for one in found:
            for warning in one.warnings:
                record(Usage(), warning)
        return found


def read_version(reader: StatementReader) -> str:
    """Of `read_supported` with this reader."""
    return f"{reader.version}-{LEADS_VERSION}-{EMPHASIS_VERSION}"


async def read_supported(reader: StatementReader, texts: Sequence[str]) -> list[ReadText | None]:
    """What the reader makes of each text, without what only leads over to its statements and without marks of emphasis;
    None for those in a language without rules."""
    supported = [index for index, text in enumerate(texts) if rules_language(text) is not None]
    read: list[ReadText | None] = [None] * len(texts)
    if supported:
        plain = [without_marks(without_leads(texts[index])) for index in supported]
        found = await anyio.to_thread.run_sync(reader.read, [one.text for one in plain])
        for index, one, told in zip(supported, found, plain, strict=True):
            read[index] = placed(one, texts[index], told)
    return read


def by_rules(text: str, read: ReadText | None) -> Decomposition:
    """The rules' statements, else the sentences with a warning."""
    if read is not None:
        return Decomposition(read.statements, "rules", read.lang)
    return Decomposition(tuple(by_sentences(text)), "sentences", "und", warnings=(NO_RULES,))
