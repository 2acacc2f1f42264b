"""Taking a text apart without verifying it: claims with places and triples, and how good they are as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import anyio.to_thread

from claimgraph.ingest.model import Span, Statement
from claimgraph.ingest.text.cleaning import storable_text
from claimgraph.platform.errors import InputError, TextTooLong
from claimgraph.verify.decomposition.granularity import Granularity, regroup, resolve_granularity
from claimgraph.verify.decomposition.quality import Quality
from claimgraph.verify.remembering import has_text
from claimgraph.verify.report import TripleReport
from claimgraph.verify.reporting import triple_report

if TYPE_CHECKING:
    from .bootstrap import Models


@dataclass(frozen=True, slots=True)
class DecomposedClaim:
    """One statement of a text; offsets in the text."""

    text: str
    spans: tuple[Span, ...]
    sentence: Span
    standalone: bool  # False: holds an unresolved reference or a relative time
    checkable: bool  # False: a question, a greeting, an opinion
    triples: tuple[TripleReport, ...]


@dataclass(frozen=True, slots=True)
class Decomposed:
    """A text taken apart. `method` is what was really used: "sentences" where the rules have no such language."""

    text: str  # what all offsets are of
    lang: str
    method: str
    granularity: Granularity
    claims: tuple[DecomposedClaim, ...]
    quality: Quality | None  # None: not asked for
    warnings: tuple[str, ...]
    counts: Mapping[str, int]  # what a language model was asked and what was dropped; see `Tally`


async def decompose(
    models: Models,
    text: str,
    *,
    method: str | None = None,
    granularity: str = Granularity.CLAIM,
    domain: str = "general",
    risk: str = "normal",
    quality: bool = False,
) -> Decomposed:
    """Take one text apart by `method` (None: as the settings say), in units of `granularity`.

    Raises `InputError` for a text that is empty or too long and for an unknown method or granularity, `ConfigError`
    for "llm" without a language model.
    """
    if not has_text(text):
        raise InputError("The text is empty; there is nothing to take apart.")
    most = models.settings.max_answer_chars
    if len(text) > most:
        raise TextTooLong(f"The text has {len(text):,} characters, more than {most:,}; shorten it or split it.")
    unit = resolve_granularity(granularity, domain, risk)
    cleaned = storable_text(text)
    (found,) = await models.decomposer(method).take_apart([cleaned])
    statements = regroup(cleaned, found.statements, unit)
    measured = None
    if quality:
        measured = await anyio.to_thread.run_sync(models.quality.measure, cleaned, statements)
    return Decomposed(
        text=cleaned,
        lang=found.lang,
        method=found.method,
        granularity=unit,
        claims=tuple(_claim(statement) for statement in statements),
        quality=measured,
        warnings=found.warnings,
        counts=asdict(found.tally),
    )


def _claim(statement: Statement) -> DecomposedClaim:
    return DecomposedClaim(
        text=statement.text,
        spans=statement.spans,
        sentence=statement.sentence,
        standalone=statement.standalone,
        checkable=statement.checkable,
        triples=tuple(triple_report(triple) for triple in statement.triples),
    )
