"""What judges are handed: a claim, a window, and of all else that is known only what a judge says that it reads."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import lru_cache

from claimgraph.graph_schema import ids
from claimgraph.ingest.model import Span, StatedTriple

from .model import ClaimEvidence, Pair, StatedFact, Window
from .ports import Judge

BESIDES = ("question", "claim_triples", "premise_facts", "same_names", "tables", "sources", "answer", "claim_spans")
"""The fields of a pair that a judge gets only where it names them in its `reads`."""

_TEXTS = ("question", "answer")
_Beside = StatedTriple | StatedFact | Span | tuple[str, ...] | str


def pair_of(evidence: ClaimEvidence, window: Window) -> Pair:
    """A claim and a window with all that is known of the two."""
    return Pair(
        claim=evidence.claim.text,
        claim_lang=evidence.claim.lang,
        premise=window.text,
        premise_lang=window.lang,
        question=evidence.question,
        claim_triples=evidence.claim.triples,
        premise_facts=(*window.facts, *evidence.superseded),
        same_names=evidence.same_names,
        tables=window.tables,
        sources=tuple(chunk.text for chunk in evidence.chunks),
        answer=evidence.claim.answer or None,
        claim_spans=evidence.claim.spans,
    )


def pair_for(judge: Judge, pair: Pair) -> Pair:
    """The pair without what the judge does not say that it reads."""
    wanted = reads(judge)
    hidden = {name: None if name in _TEXTS else () for name in BESIDES if name not in wanted}
    return dataclasses.replace(pair, **hidden)  # type: ignore[arg-type]


def basis_of(judge: Judge, pair: Pair) -> str | None:
    """What an opinion of this judge rests on beside claim and premise, as a digest: part of the opinion's identity.

    None for a judge that reads no more, and where there is nothing more to read.
    """
    wanted = reads(judge)
    parts = [[name, _read(pair, name)] for name in BESIDES if name in wanted]
    return ids.digest("Basis", parts) if any(value for _, value in parts) else None


def basis_in(judge: Judge, evidence: ClaimEvidence, window: Window) -> str | None:
    """`basis_of` the pair of a claim and a window: worked out once for all judges that read the same."""
    wanted = reads(judge)
    if not wanted:
        return None
    key = (window.premise_id, wanted)
    if key not in evidence.bases:
        evidence.bases[key] = basis_of(judge, pair_of(evidence, window))
    return evidence.bases[key]


def _read(pair: Pair, name: str) -> object:
    """A whole answer goes in as its hash: it is the same for all of its claims and windows, and may be long."""
    if name == "answer":
        return None if pair.answer is None else _hash_of(pair.answer)
    return _plain(getattr(pair, name))


@lru_cache(maxsize=64)
def _hash_of(text: str) -> str:
    return ids.digest("Answer", text)


def reads(judge: Judge) -> frozenset[str]:
    found: frozenset[str] = getattr(judge, "reads", frozenset())
    return found


def _plain(value: str | Sequence[_Beside] | None) -> object:
    """By what is said, not by where or in what voice it stands: paraphrases are read alike."""
    if value is None or isinstance(value, str):
        return value
    return [_plain_item(item) for item in value]


def _plain_item(item: _Beside) -> list[str | None]:
    if isinstance(item, str):
        return [item]
    if isinstance(item, Span):
        return [str(item.start), str(item.end)]
    if isinstance(item, StatedTriple):
        return [ids.triple_key(*item.normal)]
    if isinstance(item, StatedFact):
        return [ids.triple_key(item.head, item.relation, item.tail), item.text, item.until]
    return list(item)
