"""What analysts ask over all answers: which hallucinations keep coming back."""

from __future__ import annotations

from claimgraph.platform.graph import Transaction

from ..queries import query
from .records import RecurrenceRecord

EXAMPLES = 5
"""Most claims that are named of one group."""


async def recurring_hallucinations(
    tx: Transaction, tenant: str, limit: int, *, least_answers: int = 2
) -> list[RecurrenceRecord]:
    """Hallucinations that at least `least_answers` answers assert by their current runs, the most frequent first.

    Claims whose triples have the same key are one hallucination, however they are worded; a claim that says several
    things counts under each; one without triples is a group of its own.
    """
    rows = await tx.run(
        query("recurring_hallucinations"), tenant=tenant, least=least_answers, examples=EXAMPLES, limit=limit
    )
    return [
        RecurrenceRecord(**{**row, "models": tuple(sorted(row["models"])), "claim_ids": tuple(row["claim_ids"])})
        for row in rows
    ]
