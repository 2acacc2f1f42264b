"""One premise in seven is kept out of training, by a hash of the premise.

The split goes by premise because claims share evidence: by pair, a model could know the evidence of a
held-out claim by heart. The hashes of the held-out premises stand in `held_out.txt`, so that a later change
of the data or of the rule cannot quietly move a premise from one side to the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

HELD_OUT_FILE = Path(__file__).with_name("held_out.txt")
ONE_IN = 7


def premise_hash(premise: str) -> str:
    """Ten hex digits over the letters and digits alone: spacing, case and punctuation make no new premise."""
    letters = "".join(char for char in premise.casefold() if char.isalnum())
    return hashlib.sha256(letters.encode("utf-8", "surrogatepass")).hexdigest()[:10]


def rule_holds_out(premise: str) -> bool:
    return int(premise_hash(premise), 16) % ONE_IN == 0


@cache
def _held_out() -> frozenset[str]:
    return frozenset(HELD_OUT_FILE.read_text(encoding="ascii").split())


def is_held_out(premise: str) -> bool:
    """Whether this premise must not be trained on; a premise that the file does not know follows the rule."""
    return premise_hash(premise) in _held_out() or rule_holds_out(premise)


def write_held_out(premises: Iterable[str]) -> int:
    """Write the file anew from all premises of the data; the number of held-out ones."""
    hashes = sorted({premise_hash(premise) for premise in premises if rule_holds_out(premise)})
    HELD_OUT_FILE.write_text("\n".join(hashes) + "\n", encoding="ascii")
    _held_out.cache_clear()
    return len(hashes)
