"""What the evidence of a claim states, sentence taken apart from sentence: the texts that a wrong value is mended by.

In "Orrin has 930 inhabitants, Belt 41" both numbers stand beside both names; of the statements that the sentence makes
only one is about Belt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimgraph.ingest.ports import MentionExtractor, StatementReader

from ..emphasis import EMPHASIS_VERSION, read_plain
from ..judges.values.ellipsis import made_whole
from ..judges.values.told import Told, names_of
from ..model import CorrectionRequest, Piece

MOST_CHUNKS = 4
"""Chunks of a claim that are read, those of the decisive windows first."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Reads evidence as answers are read. Pure computation: call it from a worker thread."""

    reader: StatementReader
    mentions: MentionExtractor

    @property
    def version(self) -> str:
        return f"{self.reader.version}-{EMPHASIS_VERSION}/{self.mentions.version}"

    def tell(self, requests: Sequence[CorrectionRequest]) -> list[tuple[Told, ...]]:
        """What the evidence of each request states, in the order of its windows and of the text."""
        chunks = [_chunks(request) for request in requests]
        texts = list(dict.fromkeys(text for found in chunks for text in found.values()))
        read = dict(zip(texts, read_plain(self.reader, texts), strict=True)) if texts else {}
        whole = {one.text: made_whole(one.text, one.lang) for found in read.values() for one in found.statements}
        stated = list(dict.fromkeys(text for texts in whole.values() for text in texts))
        names = dict(zip(stated, map(names_of, self.mentions.extract(stated)), strict=True))
        return [
            tuple(
                Told(
                    said,
                    one.lang,
                    names[said],
                    Piece(chunk, one.sentence.start, one.sentence.end),
                    text[: one.sentence.start],
                    text[one.sentence.start : one.spans[-1].start],
                )
                for chunk, text in found.items()
                for one in read[text].statements
                if one.checkable
                for said in whole[one.text]
            )
            for found in chunks
        ]


def _chunks(request: CorrectionRequest) -> dict[str, str]:
    """Chunk id -> text, of the chunks that the windows are cut from."""
    texts = {chunk.chunk_id: chunk.text for chunk in request.conclusion.evidence.chunks}
    wanted = dict.fromkeys(piece.chunk_id for window in request.windows for piece in window.pieces)
    return {chunk: texts[chunk] for chunk in list(wanted)[:MOST_CHUNKS] if chunk in texts}
