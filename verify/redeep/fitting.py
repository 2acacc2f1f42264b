"""Fitting the hallucination score on labelled responses, with nothing measured on what it was chosen on.

Spans (chunks, sentences) with their scores are the observations; responses are what figures are given for. Candidates
differ in which heads and layers they keep and in how they weigh them; the best one, its pooling and its thresholds
are chosen by grouped cross-validation, and the figures come from a second cross-validation around all of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from .logistic import Linear, fit_logistic
from .measures import auc, best_threshold
from .pooling import POOLINGS, log_odds_of, pooled, probability

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Integers: TypeAlias = NDArray[np.int64]

SCORES = "scores"
_LOOSE = 1e6
"""Strength of a fit of one value: hardly a penalty."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Values of every span, and in which direction each one counts."""

    values: Floats  # (spans, features)
    signs: Floats  # (features,): -1 for an ECS, 1 for a PKS, 0 for what may count either way


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """Labelled spans of responses. Responses of one group (one source) never stand on both sides of a fold."""

    views: Mapping[str, View]
    labels: Floats  # (spans,): 1 hallucinated, 0 not
    response: Integers  # (spans,): number of its response, from 0 on without a gap
    groups: Integers  # (responses,)
    _qualities: dict[str, Floats] = field(default_factory=dict, repr=False)  # worked out once: many candidates ask

    @property
    def truth(self) -> Floats:
        """(responses,): 1 where a span is hallucinated."""
        import numpy as np

        highest = np.zeros(len(self.groups))
        np.maximum.at(highest, self.response, self.labels)
        return highest

    def quality(self, view: str) -> Floats:
        """(features,): AUC of each value over all spans, in the direction in which it counts."""
        import numpy as np

        if view not in self._qualities:
            values, signs = self.views[view].values, self.views[view].signs
            directed = values * np.where(signs < 0, -1.0, 1.0)
            self._qualities[view] = np.array([auc(self.labels, column) for column in directed.T])
        return self._qualities[view]

    def of(self, responses: Integers) -> Units:
        """The units of some responses, numbered anew in the order given."""
        import numpy as np

        number = np.full(len(self.groups), -1, dtype=np.int64)
        number[responses] = np.arange(len(responses))
        kept = number[self.response] >= 0
        views = {name: View(view.values[kept], view.signs) for name, view in self.views.items()}
        return Units(views, self.labels[kept], number[self.response[kept]], self.groups[responses])


class Candidate(Protocol):
    """A way to make log-odds of a view's values."""

    @property
    def name(self) -> str: ...
    @property
    def view(self) -> str: ...
    def fit(self, units: Units) -> Linear: ...


@dataclass(frozen=True, slots=True)
class Logistic:
    """Logistic regression over all values of a view, or over the best of them; signs held or not."""

    strength: float  # inverse of the penalty
    held: bool = True
    heads: int | None = None  # how many ECS are kept, by their AUC; None: all
    layers: int | None = None  # how many PKS
    view: str = SCORES

    @property
    def name(self) -> str:
        kept = "" if self.heads is None else f" of {self.heads} heads, {self.layers} layers"
        return f"{'signs held' if self.held else 'ridge'}, C = {self.strength:g}, {self.view}{kept}"

    def fit(self, units: Units) -> Linear:
        import numpy as np

        view = units.views[self.view]
        parts = [_best(units, self.view, -1.0, self.heads), _best(units, self.view, 1.0, self.layers)]
        kept = np.sort(np.concatenate([*parts, np.flatnonzero(view.signs == 0)]))
        signs = view.signs[kept] if self.held else None
        part = fit_logistic(view.values[:, kept], units.labels, self.strength, signs)
        weights = np.zeros(len(view.signs))
        weights[kept] = part.weights
        return Linear(weights, part.bias)


@dataclass(frozen=True, slots=True)
class Averaged:
    """Mean log-odds of several ways over one view: steadier than the choice of one of them by what few labels say."""

    name: str
    members: tuple[Candidate, ...]

    @property
    def view(self) -> str:
        return self.members[0].view

    def fit(self, units: Units) -> Linear:
        import numpy as np

        fits = [member.fit(units) for member in self.members]
        return Linear(np.mean([one.weights for one in fits], axis=0), sum(one.bias for one in fits) / len(fits))


@dataclass(frozen=True, slots=True)
class Difference:
    """The paper's recipe: sums over the heads and layers of the best AUC, each min-max scaled, PKS - external x ECS.

    Then a logistic curve in that one value, so that it is a probability.
    """

    heads: int
    layers: int
    external: float
    view: str = SCORES

    @property
    def name(self) -> str:
        return f"PKS of {self.layers} layers - {self.external:g} x ECS of {self.heads} heads, {self.view}"

    def fit(self, units: Units) -> Linear:
        view = units.views[self.view]
        raw = self.raw(units)
        curve = fit_logistic(raw.log_odds(view.values)[:, None], units.labels, _LOOSE)
        slope = float(curve.weights[0])
        return Linear(raw.weights * slope, raw.bias * slope + curve.bias)

    def raw(self, units: Units) -> Linear:
        """PKS - external x ECS as it stands, without the curve."""
        import numpy as np

        view = units.views[self.view]
        weights, bias = np.zeros(len(view.signs)), 0.0
        for sign, count, factor in ((1.0, self.layers, 1.0), (-1.0, self.heads, -self.external)):
            kept = _best(units, self.view, sign, count)
            total = view.values[:, kept].sum(axis=1)
            spread = float(np.ptp(total))
            if spread > 0:
                weights[kept] = factor / spread
                bias -= factor * float(total.min()) / spread
        return Linear(weights, bias)


def _best(units: Units, view: str, sign: float, count: int | None) -> Integers:
    """Of the values with this sign those whose AUC, in its direction, is best; among equals the first. None: all."""
    import numpy as np

    which = np.flatnonzero(units.views[view].signs == sign)
    if count is None or count >= len(which):
        return which
    return which[np.argsort(-units.quality(view)[which], kind="stable")[:count]]


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What was chosen on some units."""

    candidate: Candidate
    pooling: str
    curve: Linear  # from the pooled score, as log-odds, to those of the response: cross-validated too
    threshold: float  # of responses, on that curve
    span_threshold: float
    auc: float  # of responses, cross-validated; of the best of many, so an overestimate

    def scores(self, odds: Floats, response: Integers, responses: int) -> Floats:
        """Score of each response, in [0, 1], from the log-odds of its spans."""
        pool = log_odds_of(pooled(self.pooling, odds, response, responses))
        return probability(self.curve.log_odds(pool[:, None]))


@dataclass(frozen=True, slots=True, eq=False)
class Nested:
    """Scores of every response by a fit that did not see its group, chosen without it too."""

    scores: Floats  # (responses,)
    called: Floats  # (responses,): 1 where the score reached the threshold chosen without it
    span_scores: Floats  # (spans,)
    choices: tuple[Choice, ...]  # fold by fold


def folds(groups: Integers, truth: Floats, count: int, seed: int) -> Iterator[tuple[Integers, Integers]]:
    """Responses to fit on and responses to look at, `count` times: groups whole, labels shared out evenly.

    Raises `ValueError` where there are fewer groups than folds.
    """
    import numpy as np

    names, member = np.unique(groups, return_inverse=True)
    if count < 2 or len(names) < count:
        raise ValueError(f"{len(names)} groups cannot be shared out to {count} folds.")
    share = np.bincount(member, truth) / np.bincount(member)
    order = np.random.default_rng(seed).permutation(len(names))
    order = order[np.argsort(share[order], kind="stable")]
    fold = np.empty(len(names), dtype=np.int64)
    fold[order] = np.arange(len(names)) % count
    for number in range(count):
        held = fold[member] == number
        yield np.flatnonzero(~held), np.flatnonzero(held)


def choose(
    units: Units, candidates: Sequence[Candidate], poolings: Sequence[str] = POOLINGS, inner: int = 5, seed: int = 0
) -> Choice:
    """The candidate and pooling with the best AUC of responses in grouped cross-validation; the first among equals."""
    import numpy as np

    parts = [(units.of(fit), held) for fit, held in folds(units.groups, units.truth, inner, seed)]
    best: tuple[float, Candidate, str, Floats] | None = None
    for candidate in candidates:
        odds = _held_out(units, candidate, parts)
        for pooling in poolings:
            quality = auc(units.truth, pooled(pooling, odds, units.response, len(units.groups)))
            if best is None or quality > best[0]:
                best = quality, candidate, pooling, odds
    if best is None:
        raise ValueError("There is no candidate to choose.")
    quality, candidate, pooling, odds = best
    pool = log_odds_of(pooled(pooling, odds, units.response, len(units.groups)))[:, None]
    curve = fit_logistic(pool, units.truth, _LOOSE, np.ones(1))
    threshold = best_threshold(units.truth, probability(curve.log_odds(pool)))
    return Choice(candidate, pooling, curve, threshold, best_threshold(units.labels, probability(odds)), quality)


def nested(
    units: Units,
    candidates: Sequence[Candidate],
    poolings: Sequence[str] = POOLINGS,
    outer: int = 10,
    inner: int = 5,
    seed: int = 0,
) -> Nested:
    """Cross-validation around everything that is chosen. Grouped; the folds follow from the seed."""
    import numpy as np

    count = len(units.groups)
    scores, called, spans = np.zeros(count), np.zeros(count), np.zeros(len(units.labels))
    choices = []
    for number, (fit, held) in enumerate(folds(units.groups, units.truth, outer, seed)):
        seen, unseen = units.of(fit), units.of(held)
        choice = choose(seen, candidates, poolings, inner, seed=(seed + 1) * 1000 + number)
        odds = choice.candidate.fit(seen).log_odds(unseen.views[choice.candidate.view].values)
        scores[held] = choice.scores(odds, unseen.response, len(held))
        called[held] = scores[held] >= choice.threshold
        spans[np.isin(units.response, held)] = probability(odds)
        choices.append(choice)
    return Nested(scores, called, spans, tuple(choices))


def _held_out(units: Units, candidate: Candidate, parts: Sequence[tuple[Units, Integers]]) -> Floats:
    """Log-odds of every span by the fit of the part that does not hold its response."""
    import numpy as np

    odds = np.zeros(len(units.labels))
    values = units.views[candidate.view].values
    for seen, held in parts:
        rows = np.isin(units.response, held)
        odds[rows] = candidate.fit(seen).log_odds(values[rows])
    return odds
