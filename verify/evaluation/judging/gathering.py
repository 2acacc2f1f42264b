"""A case's claims and their evidence windows, as verification makes them of given contexts, but without a store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import anyio.to_thread

from claimgraph.graph_schema.ids import chunk_id, claim_id, digest
from claimgraph.graph_schema.vocabulary import EvidenceSource
from claimgraph.ingest.model import Quote, ReadText, Span, StatedTriple, Statement
from claimgraph.ingest.text.language import detect_language
from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.tokens import count_tokens
from claimgraph.verify.facts import ChunkFacts, FactReader, chunks_to_read, with_facts
from claimgraph.verify.judges.embeddings import CachedEmbeddings
from claimgraph.verify.listed import chunk_texts
from claimgraph.verify.model import Claim, ClaimEvidence, Evidence
from claimgraph.verify.ports import Decomposer
from claimgraph.verify.windows import WINDOWS_VERSION, Embed, WindowRequest, cut_all

from .cases import Case

GATHERING_VERSION = "1"
CHUNK_TOKENS = 180
READ_AT_ONCE = 256  # chunks
TENANT = "evaluation"


class HypothesisSentences:
    """One claim a sentence: what a hypothesis states, as it stands. All of it can be checked, whatever its form."""

    version = "hypothesis-sentences-2"

    async def decompose(self, texts: Sequence[str]) -> list[list[Statement]]:
        return [_sentence_statements(text) for text in texts]


def _sentence_statements(text: str) -> list[Statement]:
    lang = detect_language(text)
    found = [span for span in sentences(text, lang) if any(char.isalnum() for char in text[span.start : span.end])]
    return [_as_it_stands(text, span, lang) for span in found or [Span(0, len(text))]]


def _as_it_stands(text: str, span: Span, lang: str) -> Statement:
    piece = text[span.start : span.end]
    quotes = (Quote(0, len(piece), span.start),)
    return Statement(piece, lang, (span,), span, standalone=False, checkable=True, quotes=quotes)


@dataclass(frozen=True, slots=True)
class Gatherer:
    """Claims of hypotheses by `hypotheses`, of answers by `answers`; windows of the chunks of the source.

    With `facts`, windows are read for what they state, and hypotheses for their triples: what the graph judge reads.
    """

    embeddings: CachedEmbeddings
    answers: Decomposer
    hypotheses: Decomposer
    facts: FactReader | None = None

    @property
    def facts_version(self) -> str:
        return self.facts.version if self.facts is not None else "unread"

    def key(self, case: Case) -> str:
        """Changes whenever the case could get other claims or windows; what they state is not part of it."""
        splitter = self.answers if case.is_answer else self.hypotheses
        return digest(
            "evaluated case",
            case.source,
            case.text,
            case.lang,
            case.question,
            splitter.version,
            f"{GATHERING_VERSION}/{CHUNK_TOKENS}/windows{WINDOWS_VERSION}/{self.embeddings.version}",
        )

    async def gather(self, cases: Sequence[Case]) -> list[tuple[ClaimEvidence, ...]]:
        """The claims of each case with their windows, in order; the windows of all are cut together."""
        claims = await self._claims(cases)
        chunks = [evidence_chunks(case.source) for case in cases]
        flat = [(case, claim, found) for case, mine, found in zip(cases, claims, chunks, strict=True) for claim in mine]
        requests = [WindowRequest(claim.text, claim.lang, chunk_texts(found)) for _, claim, found in flat]
        embed = cast("Embed", self.embeddings.embed)  # the rows of an array are sequences of floats
        windows = iter(await anyio.to_thread.run_sync(cut_all, requests, embed))
        cut = [ClaimEvidence(claim, found, next(windows), question=case.question) for case, claim, found in flat]
        evidence = iter(cut if self.facts is None else await anyio.to_thread.run_sync(_told, cut, self.facts))
        return [tuple(next(evidence) for _ in mine) for mine in claims]

    async def _claims(self, cases: Sequence[Case]) -> list[list[Claim]]:
        answers = [case for case in cases if case.is_answer]
        hypotheses = [case for case in cases if not case.is_answer]
        statements = {
            **_by_case(answers, await self.answers.decompose([case.text for case in answers]) if answers else []),
            **_by_case(hypotheses, await self.hypotheses.decompose([case.text for case in hypotheses])),
        }
        return [
            [_claim(case, number, statement) for number, statement in enumerate(statements[id(case)])] for case in cases
        ]


def _told(cut: Sequence[ClaimEvidence], facts: FactReader) -> list[ClaimEvidence]:
    """The evidence with what its windows state, and the claims with their triples, as verification would have them."""
    bare = list(dict.fromkeys(one.claim.text for one in cut if not one.claim.triples))
    triples = {text: _triples(read) for text, read in zip(bare, facts.reader.read(bare), strict=True)}
    wanted = [chunks_to_read([one.windows], ()) for one in cut]
    stating = _stating(cut, wanted, facts)
    found = []
    for one, chunks in zip(cut, wanted, strict=True):
        names = {group for chunk in chunks for group in stating[chunk].same_names}
        claim = one.claim if one.claim.triples else replace(one.claim, triples=triples[one.claim.text])
        found.append(
            replace(one, claim=claim, windows=with_facts(one.windows, stating), same_names=tuple(sorted(names)))
        )
    return found


def _stating(cut: Sequence[ClaimEvidence], wanted: Sequence[Sequence[str]], facts: FactReader) -> dict[str, ChunkFacts]:
    """Chunk id -> what it states, of every wanted chunk; each is read once, some hundred at a time."""
    texts = {chunk.chunk_id: chunk.text for one in cut for chunk in one.chunks}
    ids = list(dict.fromkeys(chunk for chunks in wanted for chunk in chunks))
    found: dict[str, ChunkFacts] = {}
    for start in range(0, len(ids), READ_AT_ONCE):
        found |= facts.read({chunk: texts[chunk] for chunk in ids[start : start + READ_AT_ONCE]})
    return found


def _triples(read: ReadText) -> tuple[StatedTriple, ...]:
    return tuple(triple for statement in read.statements if statement.checkable for triple in statement.triples)


def _by_case(cases: Sequence[Case], found: Sequence[list[Statement]]) -> dict[int, list[Statement]]:
    return {id(case): statements for case, statements in zip(cases, found, strict=True)}


def _claim(case: Case, number: int, statement: Statement) -> Claim:
    """A claim with an id of its own: what one case says is never mixed up with what another one says."""
    return Claim(
        id=claim_id(TENANT, statement.lang, statement.text, f"{case.id}:{number}"),
        text=statement.text,
        lang=statement.lang if case.is_answer else case.lang,
        spans=statement.spans,
        sentence=statement.sentence,
        standalone=statement.standalone,
        checkable=statement.checkable,
        triples=statement.triples,
        answer=case.text,
    )


def evidence_chunks(source: str) -> tuple[Evidence, ...]:
    """The source in pieces of whole sentences, as ingestion would cut it in kind; none for a source without words."""
    pieces: list[tuple[int, int]] = []
    size = 0
    for span in sentences(source, detect_language(source)):
        tokens = count_tokens(source[span.start : span.end])
        if pieces and size + tokens <= CHUNK_TOKENS:
            pieces[-1] = (pieces[-1][0], span.end)
            size += tokens
        else:
            pieces.append((span.start, span.end))
            size = tokens
    texts = dict.fromkeys(source[start:end] for start, end in pieces)
    return tuple(
        Evidence(chunk_id(TENANT, text), text, detect_language(text), EvidenceSource.GIVEN, rank, 1.0, ())
        for rank, text in enumerate(texts, 1)
    )
