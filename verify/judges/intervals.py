"""Bounds and ranges of a claim beside those of its evidence: all that either leaves possible, as an interval.

A claim holds where everything that the evidence leaves possible is possible by the claim, too: "at least 50" by "63"
and by "more than 60". It is contradicted where nothing is: "at least 50" by "49", "63" by "at most 50". Between the two
the evidence does not tell: "63" by "at least 50". The number itself that a bound names is not told apart from what lies
just beyond it, for either side may have rounded: "50" by "more than 50" is open, and so is the reverse. Two bounds of a
rule ("must be at least 18"), of "up to", or at least twice as far are told apart by their numbers: what else they leave
possible is not meant.

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
_LEAST_TOLERANCE, _MOST_TOLERANCE = Decimal("0.02"), Decimal("0.15")
_MOST_DIGITS = 6

_AT_MOST = ("at_most", "up_to")
_FAR_APART = 2
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

    def _has(self, value: Decimal) -> bool:
        return not ((value == self.low and self.without_low) or (value == self.high and self.without_high))


def is_bounded(quantity: Quantity) -> bool:
    return bool(quantity.bound) or quantity.nearly


def compare_bounded(claim: Quantity, evidence: Quantity) -> str:
    """`EQUAL`, `CLOSE` (neither proves nor disproves the claim) or `DIFFERENT`, of two of which one is a bound."""
    if claim.low == evidence.low and claim.high == evidence.high:
        return _of_one_number(claim, evidence)
    if _side(claim) == _side(evidence) != 0 and _are_two_limits(claim, evidence):
        return DIFFERENT
    wanted, told = _interval(claim), _interval(evidence)
    if wanted.holds(told):
        return EQUAL
    return CLOSE if wanted.meets(told) else DIFFERENT


def _of_one_number(claim: Quantity, evidence: Quantity) -> str:
    sides = _side(claim), _side(evidence)
    if sides[0] == sides[1] or (claim.approximate and evidence.approximate):
        return EQUAL
    if 0 not in sides:
        return DIFFERENT  # "at least 50" beside "at most 50"
    inclusive = claim.bound in ("at_least", "at_most", "up_to") or claim.nearly
    return EQUAL if inclusive and not is_bounded(evidence) else CLOSE


def _side(quantity: Quantity) -> int:
    """1 of what is bounded from below, -1 from above, 0 of what is not bounded."""
    if quantity.bound in ("at_least", "more_than"):
        return 1
    return -1 if quantity.bound else 0


def _are_two_limits(claim: Quantity, evidence: Quantity) -> bool:
    """Whether two bounds on one side mean their numbers: those of a rule, the most of something, others far apart."""
    if any(one.laid_down or one.bound == "up_to" for one in (claim, evidence)):
        return True
    limits = sorted(abs(one.low) for one in (claim, evidence))
    return limits[1] >= limits[0] * _FAR_APART and not (claim.odd or evidence.odd)


def compare_ranges(claim: Quantity, evidence: Quantity) -> str | None:
    """The same of two of which one is a range; `None` where neither is."""
    ranges = (claim.low != claim.high, evidence.low != evidence.high)
    if not any(ranges):
        return None
    if all(ranges):
        return EQUAL if (claim.low, claim.high) == (evidence.low, evidence.high) else DIFFERENT
    return CLOSE if _interval(claim).meets(_interval(evidence)) else DIFFERENT


def says_more(claim: Quantity, evidence: Quantity) -> bool:
    """Of a claim that is left open: whether it is a bound or a range that leaves it so, on either side."""
    ranged = claim.low != claim.high or evidence.low != evidence.high
    return ranged or is_bounded(claim) or is_bounded(evidence)


def tolerance(quantity: Quantity) -> Decimal:
    """How far off, as a share, a number may be that is said to be about so much: by one of its last significant place,
    or five where it ends in a five, within 2% and 8%. "About 50,000" may be 46,000, and "about 65" 62; "about 52,000"
    is no 49,000. A share told as a fraction ("one in seven") has no last place."""
    return max(_LEAST_TOLERANCE, min(_share_of_a_place(quantity), APPROXIMATE_TOLERANCE))


def may_be_about(quantity: Quantity) -> Decimal:
    """How far off it may be without being denied: "about 20" of 22, "about 45 minutes" of 40."""
    return max(APPROXIMATE_TOLERANCE, min(_share_of_a_place(quantity), _MOST_TOLERANCE))


def _share_of_a_place(quantity: Quantity) -> Decimal:
    number = abs(quantity.number)
    if not number or len(number.normalize().as_tuple().digits) > _MOST_DIGITS:
        return APPROXIMATE_TOLERANCE
    place = last_place(number)
    place *= 5 if number % (5 * place) == 0 else 1
    return place / number


def last_place(number: Decimal) -> Decimal:
    """One unit of the last significant place: 1 of 412, 0.1 of 3.2, 100,000 of 3,200,000."""
    exponent = number.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(1)


def _interval(quantity: Quantity) -> _Interval:
    low, high = quantity.low, quantity.high
    slack_low, slack_high = abs(low) * tolerance(quantity), abs(high) * tolerance(quantity)
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
