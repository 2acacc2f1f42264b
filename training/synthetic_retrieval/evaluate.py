"""What ReDeEP's claims come to on the trained model: figures with 95% intervals, residents resampled whole.

A response is hallucinated where it does not say what the context says; the labels are of what the model itself
answered. Nothing here knows how the training mixed copying and recall but the rows about a record's place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from .answering import COPIED, FROM_MEMORY, NEITHER, Answered, answers, known_by_heart, sampled_surprises
from .heads import Ablation, Head, HeadScores, ablate, copying_heads, head_scores
from .trials import AGREE, CONFLICT, KINDS, SILENT, SILENT_STRANGER, STRANGER, Trial, make_trials
from .world import World

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from claimgraph.platform.models.causal.network import CausalModel
    from claimgraph.verify.redeep.fitting import Units
    from claimgraph.verify.redeep.model import Reading

    Floats: TypeAlias = NDArray[np.float64]

SAMPLES = 5  # answers drawn for the length-normalised entropy


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is asked: rounds over all facts of a kind, see `trials.make_trials`."""

    conflicts: int = 3
    others: int = 1
    silent: int = 3  # contexts that a fact known by heart has to be said in
    draws: int = 20  # sets of other heads
    ablated: int = 192  # trials asked again without heads
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """An answer, and what the model showed while it read it."""

    answered: Answered
    reading: Reading
    known: bool  # whether the model says the truth by heart where no context helps

    @property
    def hallucinated(self) -> bool:
        return not self.answered.is_from_context


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All that is measured on."""

    reads: dict[str, list[Read]]  # by kind of trial
    known: frozenset[tuple[str, str]]
    scores: list[HeadScores]  # of answers to strangers' trials that nothing else is measured on
    ablation: Ablation

    @property
    def conflicts(self) -> list[Read]:
        """Where the context contradicts what the model demonstrably knows."""
        return [one for one in self.reads[CONFLICT] if one.known]

    @property
    def heads(self) -> tuple[Head, ...]:
        return copying_heads(self.scores)


def gather(model: CausalModel, world: World, plan: Plan) -> Evidence:
    """Ask, look for the heads that copy, take them out, and read every answer."""
    practice = make_trials(world, STRANGER, 1, plan.seed + 1000)
    copied = [one for one in _answered(model, practice) if one.is_from_context]
    scores = head_scores(model, copied[:100])
    strangers = make_trials(world, STRANGER, plan.others, plan.seed)
    some = strangers[:: max(1, len(strangers) // plan.ablated)]
    ablation = ablate(model, some, copying_heads(scores), plan.draws, plan.seed)
    silent = make_trials(world, SILENT, plan.silent, plan.seed)
    known = frozenset(known_by_heart(model, silent))
    asked = {
        CONFLICT: make_trials(world, CONFLICT, plan.conflicts, plan.seed),
        AGREE: make_trials(world, AGREE, plan.others, plan.seed),
        STRANGER: strangers,
        SILENT: silent[: plan.others * len(silent) // plan.silent],
        SILENT_STRANGER: make_trials(world, SILENT_STRANGER, plan.others, plan.seed),
    }
    reads = {kind: read_answers(model, _answered(model, asked[kind]), known) for kind in KINDS}
    return Evidence(reads, known, scores, ablation)


def read_answers(
    model: CausalModel, answered: Sequence[Answered], known: frozenset[tuple[str, str]] = frozenset()
) -> list[Read]:
    """Readings of all heads and layers; an answer that cannot be read is an error here."""
    from claimgraph.verify.model import Unscored
    from claimgraph.verify.redeep.reading import read_all

    found = []
    readings = read_all(model, [one.trial.prompt(one.response) for one in answered], batch=32)
    for one, reading in zip(answered, readings, strict=True):
        if isinstance(reading, Unscored):
            raise ValueError(f"{one.response!r} cannot be read: {reading.reason}")
        found.append(Read(one, reading, (one.trial.name, one.trial.relation.verb) in known))
    return found


def units(reads: Sequence[Read], token: int | None = None) -> Units:
    """For fitting: each answer is one unit, answers about one person are one group.

    token: the scores of this token of the answer alone; None: their means over the answer, as ReDeEP has them.
    """
    import numpy as np

    from claimgraph.verify.redeep.fitting import SCORES, Units, View

    both = [np.concatenate([one.reading.ecs, one.reading.pks]).astype(np.float64) for one in reads]
    values = np.array([scores.mean(axis=1) if token is None else scores[:, token] for scores in both])
    heads, layers = len(reads[0].reading.heads), len(reads[0].reading.layers)
    view = View(values, np.concatenate([-np.ones(heads), np.ones(layers)]))
    labels = np.array([float(one.hallucinated) for one in reads])
    return Units({SCORES: view}, labels, np.arange(len(reads)), groups_of(reads))


def length_normalised_entropy(model: CausalModel, trials: Sequence[Trial], seed: int) -> Floats:
    """Mean over sampled answers of their mean surprise a token (Malinin and Gales, 2021): (trials,), in nats."""
    import numpy as np

    return np.mean([sampled_surprises(model, trials, seed + number) for number in range(SAMPLES)], axis=0)


def sorts(reads: Sequence[Read]) -> dict[str, int]:
    """How many answers were copied, from memory, or neither."""
    counted = Counter(one.answered.sort for one in reads)
    return {sort: counted[sort] for sort in (COPIED, FROM_MEMORY, NEITHER)}


def external(heads: Sequence[Head]) -> Callable[[Read], float]:
    """Mean ECS of these heads over an answer's tokens."""
    return lambda one: float(one.reading.ecs[[one.reading.heads.index(head) for head in heads]].mean())


def parametric(layers: Sequence[int]) -> Callable[[Read], float]:
    """Mean PKS of these layers over an answer's tokens."""
    return lambda one: float(one.reading.pks[[one.reading.layers.index(layer) for layer in layers]].mean())


def mean_with_interval(reads: Sequence[Read], measure: Callable[[Read], float]) -> dict[str, float]:
    """Mean of a measure over answers."""
    import numpy as np

    values = np.array([measure(one) for one in reads])
    return _interval(lambda rows: float(values[rows].mean()), groups_of(reads))


def difference_of_means(
    left: Sequence[Read], right: Sequence[Read], measure: Callable[[Read], float]
) -> dict[str, float]:
    """Mean over `left` minus that over `right`, both drawn again together, by who is asked about."""
    import numpy as np

    both = [*left, *right]
    values = np.array([measure(one) for one in both])
    is_left = np.arange(len(both)) < len(left)

    def measured(rows: NDArray[np.int64]) -> float:
        of_left, of_right = values[rows[is_left[rows]]], values[rows[~is_left[rows]]]
        return float(of_left.mean() - of_right.mean()) if len(of_left) and len(of_right) else float("nan")

    return _interval(measured, groups_of(both))


def groups_of(reads: Sequence[Read]) -> NDArray[np.int64]:
    """A number for each answer: of who is asked about."""
    import numpy as np

    names = {name: number for number, name in enumerate(dict.fromkeys(one.answered.trial.name for one in reads))}
    return np.array([names[one.answered.trial.name] for one in reads], dtype=np.int64)


def _interval(measure: Callable[[NDArray[np.int64]], float], groups: NDArray[np.int64]) -> dict[str, float]:
    import numpy as np

    from claimgraph.verify.redeep.measures import Interval, resampled

    return Interval(measure(np.arange(len(groups))), *resampled(measure, groups, 1000)).as_json()


def _answered(model: CausalModel, trials: Sequence[Trial]) -> list[Answered]:
    return [Answered(trial, said) for trial, said in zip(trials, answers(model, trials), strict=True)]
