"""A date as it stands in a text, and whether one says what another does."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class DateMention:
    """One date as it stands in a text. Fields that the text does not give are `None`.

    A decade or century, or a part of one, has its first year in `year` and its last in `last_year`; years before Christ
    are negative.
    """

    start: int
    end: int
    surface: str
    year: int | None = None
    month: int | None = None
    day: int | None = None
    last_year: int | None = None
    quarter: int | None = None
    weekday: int | None = None  # 1 is Monday
    season: int | None = None  # 1 is spring
    months: tuple[int, int] | None = None  # of a part of a year: "late 2020", 2019年上半年
    days: tuple[int, int] | None = None  # of a part of a month: "mid-June", 六月中旬
    either: tuple[int, int] | None = None  # of 02/11/2019: one of the two is the day, the other the month

    @property
    def precision(self) -> str:
        """The finest thing it gives: day, part (of a month or year), month, quarter, season, year, span (of years) or
        weekday."""
        if self.is_part:
            return "part"
        for name in ("day", "month", "quarter", "season"):
            if getattr(self, name) is not None:
                return name
        if self.year is None:
            return "weekday"
        return "year" if self.last_year is None else "span"

    @property
    def is_part(self) -> bool:
        """Whether it is a part of a month or year."""
        return self.months is not None or self.days is not None


def same_date(claim: DateMention, evidence: DateMention) -> str:
    """ "equal" where the evidence gives all that the claim's date gives, "different" where a shared field differs,
    "vague" where nothing shared differs but the evidence gives less (or nothing comparable)."""
    if claim.last_year is not None or evidence.last_year is not None:
        return _same_span(claim, evidence)
    if claim.either is None and evidence.either is not None and claim.month and claim.day:
        read = replace(evidence, month=claim.month, day=claim.day, either=None)
        return same_date(claim, read) if {claim.month, claim.day} == set(evidence.either) else "different"
    if claim.either is not None and evidence.either is None and evidence.month and evidence.day:
        same = {evidence.month, evidence.day} == set(claim.either) and claim.year == evidence.year
        return "vague" if same else "different"
    if claim.either is not None and evidence.either is not None and claim.either != evidence.either:
        return "vague" if set(claim.either) == set(evidence.either) and claim.year == evidence.year else "different"
    parts = _compare_parts(claim, evidence)
    if parts == "different":
        return parts
    shared = 0
    for name in ("year", "month", "day", "quarter", "season", "weekday"):
        left, right = getattr(claim, name), getattr(evidence, name)
        if left is not None and right is not None:
            if left != right:
                return "different"
            shared += 1
    if claim.quarter is not None and evidence.month is not None and claim.quarter != (evidence.month + 2) // 3:
        return "different"
    if not shared or parts == "vague":
        return "vague"
    missing = any(
        getattr(claim, name) is not None and getattr(evidence, name) is None
        for name in ("year", "month", "day", "season", "weekday")
    )
    return "vague" if missing else "equal"


def _compare_parts(claim: DateMention, evidence: DateMention) -> str:
    """The parts of a year and of a month that the two give: "equal" also where the claim gives none."""
    found = "equal"
    for said, told in ((_months(claim), _months(evidence)), (_month_days(claim), _month_days(evidence))):
        if said is not None and told is not None:
            if said[1] < told[0] or told[1] < said[0]:
                return "different"
            within = said[0] <= told[0] and told[1] <= said[1] and not _is_accounted_for(evidence)
            if not within and not _are_much_the_same(said, told):
                found = "vague"
    return "vague" if _lacks_the_part(claim, evidence) else found


_HALVES = ((1, 6), (7, 12))


def _is_accounted_for(date: DateMention) -> bool:
    """Whether it is a quarter or half of a year, of which accounts are given: what was earned in it was not earned in
    the whole."""
    return date.quarter is not None or date.months in _HALVES


_MUCH = 0.7


def _are_much_the_same(said: tuple[int, int], told: tuple[int, int]) -> bool:
    """ "The end of March" and "late March", not a quarter and the half year that holds it."""
    longer = max(said[1] - said[0], told[1] - told[0]) + 1
    return min(said[1], told[1]) - max(said[0], told[0]) + 1 >= _MUCH * longer


def _lacks_the_part(claim: DateMention, evidence: DateMention) -> bool:
    """Whether the claim names a part of a year or month of which the evidence gives no more than the whole."""
    part_of_year = claim.months is not None or claim.quarter is not None
    return (part_of_year and _months(evidence) is None) or (claim.days is not None and _month_days(evidence) is None)


_SEASON_MONTHS = {1: (3, 5), 2: (6, 8), 3: (9, 11)}


def _months(date: DateMention) -> tuple[int, int] | None:
    """The months of its year that it may be; a winter has those of two years."""
    if date.months is not None:
        return date.months
    if date.month is not None:
        return date.month, date.month
    if date.quarter is not None:
        return 3 * date.quarter - 2, 3 * date.quarter
    return _SEASON_MONTHS.get(date.season or 0)


def _month_days(date: DateMention) -> tuple[int, int] | None:
    if date.days is not None:
        return date.days
    return (date.day, date.day) if date.day is not None else None


def _same_span(claim: DateMention, evidence: DateMention) -> str:
    if claim.year is None or evidence.year is None:
        return "vague"
    claim_last = claim.year if claim.last_year is None else claim.last_year
    evidence_last = evidence.year if evidence.last_year is None else evidence.last_year
    first, last = sorted((claim.year, claim_last))
    other_first, other_last = sorted((evidence.year, evidence_last))
    if first <= other_first and other_last <= last:
        return "equal"
    if other_last < first or last < other_first:
        return "different"
    return "vague"
