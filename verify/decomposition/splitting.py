"""A language model's claims as statements of the answer: placed, checked against it, with triples by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import anyio.to_thread

from claimgraph.graph_schema.ids import normalise_claim
from claimgraph.ingest.knowledge.asking import SentenceAsker, Task, Wanted
from claimgraph.ingest.model import Quote, Span, StatedTriple, Statement, Term
from claimgraph.ingest.ports import StatementReader
from claimgraph.ingest.statements.checkability import is_checkable, stands_alone
from claimgraph.ingest.statements.markup import is_in, markup_spans
from claimgraph.ingest.statements.placing import is_stated, place
from claimgraph.ingest.text.cleaning import storable_text
from claimgraph.ingest.text.language import sentence_language
from claimgraph.ingest.text.words import content_words
from claimgraph.platform.llm import LanguageModel
from claimgraph.platform.llm.cache import ReplyCache

from .result import Tally

SPLITTING_VERSION = "1"
_TASK = Task(__package__, "decompose", "answers")
LONGEST_SENTENCE = 2_000  # characters; longer ones are tables, code or data, and are left to the rules
_LEAST_COVERED = 0.5  # of a sentence's content words, for its claims to stand in for the rules' statements
_FEWEST = 4  # claims that even a sentence of a word may have


@dataclass(slots=True)
class Split:
    """What became of one answer's sentences. Those that are not among the keys keep the rules' statements."""

    statements: dict[int, tuple[Statement, ...]] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    failures: tuple[str, ...] = ()  # the language model's; meters know them already

    @property
    def note(self) -> str | None:
        """One sentence on what was not taken over; None where all was."""
        tally = self.tally
        dropped = tally.alien + tally.surplus + tally.unasked
        if not dropped and not tally.kept:
            return None
        return (
            f"Of the language model's claims, {tally.alien} that the answer does not state and "
            f"{tally.surplus + tally.unasked} beyond what was asked for were dropped; "
            f"{tally.kept} of {tally.asked} sentences were taken apart without it."
        )


class LlmSplitter:
    """Takes chosen sentences of many answers apart at once. Without a reader, claims have no triples."""

    def __init__(
        self, llm: LanguageModel, reader: StatementReader | None = None, cache: ReplyCache | None = None
    ) -> None:
        """`cache` keeps claims by answer, prompt version and model."""
        self._asker = SentenceAsker(_TASK, llm, cache)
        self._reader = reader
        read = f"/{reader.version}" if reader is not None else ""
        self.version = f"split-{SPLITTING_VERSION}/{self._asker.version}{read}"

    async def split(self, wanted: Sequence[Wanted]) -> list[Split]:
        """One result an answer, in order."""
        asked = [_askable(one) for one in wanted]
        raw = await self._asker.ask(asked)
        splits = []
        for one, before, said in zip(asked, wanted, raw, strict=True):
            split = Split(
                tally=Tally(asked=len(before.chosen), unasked=said.unasked),
                failures=tuple(failure.reason for failure in said.failures),
            )
            for index in one.chosen:
                found, tally = _accepted(one, index, _claims(said.entries.get(index)))
                split.tally += tally
                if found:
                    split.statements[index] = found
            split.tally += Tally(kept=len(before.chosen) - len(split.statements))
            splits.append(split)
        if self._reader is not None:
            await _add_triples(splits, self._reader)
        return splits


def _claims(entry: Mapping[str, Any] | None) -> list[str]:
    return [] if entry is None else list(entry["claims"])


def _askable(one: Wanted) -> Wanted:
    markup = markup_spans(one.text) if one.chosen else []
    chosen = tuple(
        index
        for index in one.chosen
        if len(one.sentence(index)) <= LONGEST_SENTENCE and not is_in(markup, one.sentences[index].start)
    )
    return one if chosen == one.chosen else replace(one, chosen=chosen)


def _accepted(one: Wanted, index: int, claims: Sequence[str]) -> tuple[tuple[Statement, ...], Tally]:
    """The claims of one sentence that the answer states; none where they leave most of the sentence out."""
    words = content_words(one.sentence(index), sentence_language(one.sentence(index), one.lang))
    cleaned = list(filter(None, (" ".join(storable_text(claim).split()) for claim in claims)))
    usable = cleaned[: max(_FEWEST, len(words))]
    found: dict[str, Statement] = {}
    alien = repeated = 0
    for claim in usable:
        statement = _statement(one, index, claim)
        if statement is None:
            alien += 1
        elif found.setdefault(normalise_claim(claim), statement) is not statement:
            repeated += 1
    tally = Tally(alien=alien, surplus=len(claims) - len(usable), repeated=repeated)
    offset = one.sentences[index].start
    spans = [span for statement in found.values() for span in statement.spans]
    covered = sum(
        any(span.start <= offset + word.start and offset + word.end <= span.end for span in spans) for word in words
    )
    if covered < _LEAST_COVERED * len(words):
        return (), tally
    return tuple(found.values()), tally


def _statement(one: Wanted, index: int, claim: str) -> Statement | None:
    span = one.sentences[index]
    lang = sentence_language(one.sentence(index), one.lang)
    placed = place(claim, span, one.text, lang)
    if not is_stated(placed, claim, one.sentence(index), lang):
        return None
    return Statement(
        text=claim,
        lang=lang,
        spans=placed.spans,
        sentence=span,
        standalone=stands_alone(claim, lang),
        checkable=is_checkable(claim, lang),
        quotes=placed.quotes,
    )


# --- Triples


async def _add_triples(splits: Sequence[Split], reader: StatementReader) -> None:
    """Each claim read by the rules: its triples, placed in the answer, and whether it refers to something."""
    claims = list(
        dict.fromkeys(statement.text for split in splits for found in split.statements.values() for statement in found)
    )
    if not claims:
        return
    read = await anyio.to_thread.run_sync(reader.read, claims)
    by_text = dict(zip(claims, read, strict=True))
    for split in splits:
        for index, found in split.statements.items():
            split.statements[index] = tuple(
                _with_triples(statement, by_text[statement.text].statements) for statement in found
            )


def _with_triples(statement: Statement, read: Sequence[Statement]) -> Statement:
    triples = dict.fromkeys(_in_answer(triple, statement) for part in read for triple in part.triples)
    standalone = statement.standalone and all(part.standalone for part in read)
    return replace(statement, triples=tuple(triples), standalone=standalone)


def _in_answer(triple: StatedTriple, statement: Statement) -> StatedTriple:
    """A triple of the claim's own text, with its places in the answer."""
    return replace(
        triple,
        head=_term_in_answer(triple.head, statement),
        tail=_term_in_answer(triple.tail, statement),
        spans=carried(triple.spans, statement.quotes),
    )


def _term_in_answer(term: Term, statement: Statement) -> Term:
    return replace(term, spans=carried(term.spans, statement.quotes))


def carried(spans: Sequence[Span], quotes: Sequence[Quote]) -> tuple[Span, ...]:
    """Stretches of a statement's text where they stand in the text it quotes; what is not quoted is left out."""
    found: list[Span] = []
    for span in spans:
        for quote in quotes:
            start, end = max(span.start, quote.start), min(span.end, quote.end)
            if start < end:
                found.append(Span(quote.source + start - quote.start, quote.source + end - quote.start))
    return tuple(sorted(set(found), key=lambda span: (span.start, span.end)))
