"""Claims of facts that are laid out: tables, rows, lists of facts, lists told item for item.

They are read as the NLI judge reads them: each row as what it says of its thing, each line of a list behind its title
(`text.respective`), as far as a text is of such a form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from claimgraph.ingest.text.respective import apart

from .pairs import Pair
from .written import Written

SOURCE = "laid_out"
MOST_TOKENS = 250
"""Of a pair: one that a model would not read to its end teaches what is not so."""


def laid_out_pairs(items: Iterable[Written], count: Callable[[Sequence[str]], Sequence[int]]) -> list[Pair]:
    """The pairs that `count` says are short enough, in the order given."""
    made = [
        Pair(SOURCE, apart(item.premise, whole=True, facts=True), apart(claim), target)
        for item in items
        for claim, target in item.claims
    ]
    premises, claims = count([pair.premise for pair in made]), count([pair.hypothesis for pair in made])
    return [pair for pair, one, other in zip(made, premises, claims, strict=True) if one + other <= MOST_TOKENS]
