"""Bounds and ranges of a claim beside those of its evidence: all that either leaves possible, as an interval.

A claim holds where everything that the evidence leaves possible is possible by the claim, too: "at least 50" by "63"
and by "more than 60". It is contradicted where nothing is: "at least 50" by "49", "63" by "at most 50". Between the two
the evidence does not tell: "63" by "at least 50". The number that a bound names is not told apart from the bound in the
evidence, which may have rounded: "50" by "more than 50" is open. Two bounds of a rule
("must be at least 18") or of "up to" are told apart by their numbers, as what else they leave possible is not meant.

A range is no bound: it says what both ends are, that something takes as little as four hours and as much as six. A
point within it says neither end, and is neither supported by it nor contradicted, and the other way round; a point
outside of it is contradicted, and so is another range.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from claimgraph.ingest.text.quantities import Quantity

EQUAL, CLOSE, DIFFERENT = "equal", "close", "different"
APPROXIMATE_TOLERANCE = Decimal("0.08")  # "about 3" and 3.2

_AT_MOST = ("at_most", "up_to")
_ENDLESS = Decimal("Infinity")


@dataclass(frozen=True, slots=True)
class _Interval:
    low: Decimal
    high: Decimal
    without_low: bool = False
    without_high: bool = False

    def holds(self, other: _Interval) -> bool:
        low = self.low < other.low or (self.low == other.low and (other.without_low or not self.without_low))
        high = self.high > other.high or (self.high == other.high and (other.without_high or not self.without_high))
        return low and high

    def meets(self, other: _Interval) -> bool:
        low, high = max(self.low, other.low), min(self.high, other.high)
        return low < high or (low == high and self._has(low) and other._has(low))

    def overlaps(self, other: _Interval) -> bool:
        """Whether the two share more than one value."""
        return max(self.low, other.low) < min(self.high, other.high)

    def _has(self, value: Decimal) -> bool:
        return not ((value == self.low and self.without_low) or (value == self.high and self.without_high))


def is_bounded(quantity: Quantity) -> bool:
    return bool(quantity.bound) or quantity.nearly


def compare_bounded(claim: Quantity, evidence: Quantity) -> str:
    """`EQUAL`, `CLOSE` (neither proves nor disproves the claim) or `DIFFERENT`, of two of which one is a bound."""
    if claim.low == evidence.low and claim.high == evidence.high:
        if claim.bound == evidence.bound or (claim.approximate and evidence.approximate):
            return EQUAL
        if not claim.bound and evidence.bound:
            return CLOSE
    elif claim.bound == evidence.bound and _tells_its_limit(claim) and _tells_its_limit(evidence):
        return DIFFERENT
    wanted, told = _interval(claim), _interval(evidence)
    if wanted.holds(told):
        return EQUAL
    if claim.low == evidence.low and claim.bound and evidence.bound and not wanted.overlaps(told):
        return DIFFERENT  # "at least 50" beside "at most 50"
    return CLOSE if wanted.meets(told) else DIFFERENT


def _tells_its_limit(bounded: Quantity) -> bool:
    return bounded.laid_down or bounded.bound == "up_to"


def compare_ranges(claim: Quantity, evidence: Quantity) -> str | None:
    """The same of two of which one is a range; `None` where neither is."""
    ranges = (claim.low != claim.high, evidence.low != evidence.high)
    if not any(ranges):
        return None
    if all(ranges):
        return EQUAL if (claim.low, claim.high) == (evidence.low, evidence.high) else DIFFERENT
    return CLOSE if _interval(claim).meets(_interval(evidence)) else DIFFERENT


def _interval(quantity: Quantity) -> _Interval:
    low, high = quantity.low, quantity.high
    slack_low, slack_high = abs(low) * APPROXIMATE_TOLERANCE, abs(high) * APPROXIMATE_TOLERANCE
    about = quantity.approximate
    if quantity.odd:
        return _Interval(low, low + _step(quantity), True, True)
    if quantity.bound == "more_than":  # "just over 50" is not far over it
        return _Interval(low, low + slack_low if about else _ENDLESS, without_low=True)
    if quantity.bound == "less_than":
        return _Interval(high - slack_high if about else -_ENDLESS, high, without_high=True)
    if quantity.bound == "at_least":
        return _Interval(low - slack_low if about else low, _ENDLESS)
    if quantity.bound in _AT_MOST:
        return _Interval(-_ENDLESS, high + slack_high if about else high)
    if quantity.nearly:
        return _Interval(low - slack_low, high)
    return _Interval(low - slack_low, high + slack_high) if about else _Interval(low, high)


def _step(quantity: Quantity) -> Decimal:
    """To the next round number: 10 of 五十多, 10,000 of 三万多."""
    if not quantity.number:
        return Decimal(0)
    exponent = quantity.number.normalize().as_tuple().exponent
    place = Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(1)
    return place * abs(quantity.low / quantity.number)
