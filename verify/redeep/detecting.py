"""From readings of labelled responses to a detector: spans as units, the candidates, and honest figures."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from claimgraph.ingest.text.sentences import sentences
from claimgraph.platform.errors import InputError

from ..model import Unscored
from .detector import Detector
from .figuring import cross_validated
from .fitting import SCORES, Averaged, Candidate, Difference, Logistic, Units, View, choose
from .labelled import OWN, LabelledResponse, read_labelled
from .measures import auc_with_interval
from .model import ChunkReading, Prompt, Reading, Span
from .placing import shares_of
from .pooling import TEMPERED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from claimgraph.platform.models.causal.network import CausalModel

    Floats: TypeAlias = NDArray[np.float64]

FEWEST = 10
"""Responses of either kind, hallucinated and not, below which no figure would mean anything."""
COPYING_HEADS = 32
"""Heads looked at, those with the highest copying scores: as many as the authors looked at."""
STRENGTHS = (0.003, 0.03, 0.3)


def _monotone(heads: int, layers: int) -> Averaged:
    members = tuple(Logistic(strength, True, heads, layers) for strength in STRENGTHS)
    return Averaged(f"logistic, signs held, of {heads} heads and {layers} layers", members)


CANDIDATES: tuple[Candidate, ...] = (
    *(Difference(heads, layers, external) for heads, layers in ((1, 1), (3, 4), (8, 4)) for external in (0.6, 1.6)),
    *(_monotone(heads, layers) for heads, layers in ((4, 2), (8, 4), (16, 8))),
)
"""Few, and penalties averaged in place of chosen: every further choice was seen to cost more than it found."""
ONLY_ECS: tuple[Candidate, ...] = (_monotone(8, 0),)
ONLY_PKS: tuple[Candidate, ...] = (_monotone(0, 4),)
POOLED = (TEMPERED,)


@dataclass(frozen=True, slots=True)
class FittedFor:
    """What a detector holds for."""

    model: str  # hash of the causal model's weights
    model_name: str
    prompt: str  # version of the prompt
    data: str  # hash of the labelled responses
    top: float
    level: str = "token"


def fit_file(
    data: Path,
    model: CausalModel,
    *,
    layout: str = OWN,
    of_model: str | None = None,
    split: str | None = None,
    own_prompts: bool = False,
    top: float | None = None,
    copying: int = COPYING_HEADS,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Detector:
    """Read the labelled responses with the model and fit a detector on what it shows.

    layout, of_model, split: see `labelled.read_labelled`; own_prompts: read with the data's own prompts in place of
    those that answers are checked with; top: share of the context's tokens that ECS is about; copying: how many heads
    are looked at, by their copying score (0: all); progress: called with how many responses are read, of how many.
    Raises `InputError` for data that cannot be read or is too little.
    """
    rows = enough_labelled(data, layout, of_model, split)
    return fit_rows(rows, model, own_prompts=own_prompts, top=top, copying=copying, seed=seed, progress=progress)


def enough_labelled(
    data: Path, layout: str = OWN, of_model: str | None = None, split: str | None = None
) -> list[LabelledResponse]:
    """As `labelled.read_labelled`; raises `InputError` also where they are too few to fit on."""
    rows = read_labelled(data, layout, of_model, split)
    _check_enough(rows)
    return rows


def fit_rows(
    rows: Sequence[LabelledResponse],
    model: CausalModel,
    *,
    own_prompts: bool = False,
    top: float | None = None,
    copying: int = COPYING_HEADS,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Detector:
    """As `fit_file`, of responses that were read from it."""
    from .prompting import PROMPT_VERSION
    from .reading import BATCH, TOP, read_all

    share = TOP if top is None else top
    heads = copying_heads(model, copying) if copying else None
    prompts = [_prompt(row, own_prompts) for row in rows]
    readings: list[Reading | Unscored] = []
    for start in range(0, len(prompts), 4 * BATCH):
        some = prompts[start : start + 4 * BATCH]
        read = iter(read_all(model, [one for one in some if not isinstance(one, Unscored)], heads, None, share))
        readings += [one if isinstance(one, Unscored) else next(read) for one in some]
        progress(len(readings), len(prompts))
    version = "own" if own_prompts else PROMPT_VERSION
    return fit_readings(rows, readings, FittedFor(model.version, model.name, version, data_hash(rows), share), seed)


def _prompt(row: LabelledResponse, own: bool) -> Prompt | Unscored:
    """What the model reads for one response; one that cannot be put keeps none of the others back."""
    from .prompting import prompt_of

    try:
        return row.own_prompt() if own else prompt_of(row.question, row.contexts, row.response)
    except InputError as error:
        return Unscored(str(error))


def fit_readings(
    rows: Sequence[LabelledResponse],
    readings: Sequence[Reading | Unscored],
    fitted_for: FittedFor,
    seed: int = 0,
    candidates: Sequence[Candidate] = CANDIDATES,
) -> Detector:
    """A detector fitted on readings of all the same heads and layers, one beside each labelled response.

    What could not be read is left out, and counted in the figures. Raises `InputError` where too little is left, and
    where no fit tells responses apart that it did not see.
    """
    pairs = [(row, one) for row, one in zip(rows, readings, strict=True) if not isinstance(one, Unscored)]
    kept, read = [row for row, _ in pairs], [one for _, one in pairs]
    unread = Counter(one.reason for one in readings if isinstance(one, Unscored))
    _check_enough(kept, unread)
    units = units_of(kept, read)
    outer = 10 if min(_counts(kept)) >= 20 else 5
    choice = choose(units, candidates, POOLED, seed=seed)
    linear = choice.candidate.fit(units)
    weights = linear.weights.tolist()
    if not any(weights):
        raise InputError("No head and no layer tells hallucinated responses from faithful ones; there is no detector.")
    if not choice.curve.weights[0] > 0:  # all responses would have the same score
        raise InputError(
            "In cross-validation hallucinated responses score no higher than faithful ones; there is no detector. More "
            "labelled responses may give one, or another model."
        )
    heads, layers = read[0].heads, read[0].layers
    of_heads, of_layers = weights[: len(heads)], weights[len(heads) :]
    return Detector(
        heads=tuple(head for head, weight in zip(heads, of_heads, strict=True) if weight),
        head_weights=tuple(weight for weight in of_heads if weight),
        layers=tuple(layer for layer, weight in zip(layers, of_layers, strict=True) if weight),
        layer_weights=tuple(weight for weight in of_layers if weight),
        bias=linear.bias,
        threshold=choice.threshold,
        span_threshold=choice.span_threshold,
        pooling=choice.pooling,
        slope=float(choice.curve.weights[0]),
        offset=choice.curve.bias,
        form=choice.candidate.name,
        top=fitted_for.top,
        level=fitted_for.level,
        model=fitted_for.model,
        model_name=fitted_for.model_name,
        prompt=fitted_for.prompt,
        data=fitted_for.data,
        figures={**_figures(units, kept, read, candidates, outer, seed), "not_read": dict(unread)},
    )


def units_of(rows: Sequence[LabelledResponse], readings: Sequence[Reading]) -> Units:
    """Sentences of the responses with their mean scores; a response with one label for all of it is one unit.

    A sentence is hallucinated where a label meets it. One that no token of the tokenizer stands for is left out.
    """
    import numpy as np

    values, labels, response = [], [], []
    for number, (row, reading) in enumerate(zip(rows, readings, strict=True)):
        scores = np.concatenate([reading.ecs, reading.pks]).astype(np.float64)  # (heads + layers, tokens)
        for span, label in _spans(row):
            shares = shares_of(reading.offsets, [span])
            if shares.sum() > 0:
                values.append(scores @ shares / shares.sum())
                labels.append(float(label))
                response.append(number)
    return _units(rows, np.array(values), labels, response, len(readings[0].heads), len(readings[0].layers))


def chunk_units_of(rows: Sequence[LabelledResponse], readings: Sequence[ChunkReading]) -> Units:
    """The chunks of the responses with their scores; one is hallucinated where a label meets it.

    Where a response has one label for all of it, so have all its chunks.
    """
    import numpy as np

    values = np.concatenate([np.concatenate([one.ecs, one.pks]).T for one in readings]).astype(np.float64)
    labels, response = [], []
    for number, (row, reading) in enumerate(zip(rows, readings, strict=True)):
        labels += [float(_meets(row.labels, chunk)) for chunk in reading.response_chunks]
        response += [number] * len(reading.response_chunks)
    heads, layers = len(readings[0].heads), len(readings[0].layers)
    return _units(rows, values, labels, response, heads, layers)


def copying_heads(model: CausalModel, count: int) -> list[tuple[int, int]]:
    """(layer, head) of those with the highest copying scores, best first: see `scores.copying_scores`."""
    from .scores import circuit_scores, vocabulary_circuit

    circuit = vocabulary_circuit(model.embeddings, model.unembedding)
    found: list[tuple[float, int, int]] = []
    for layer in range(model.sizes.layers):
        values, outputs = model.value_outputs(layer)
        scores = circuit_scores(values, outputs, circuit)
        found += [(-float(score), layer, head) for head, score in enumerate(scores)]
    return [(layer, head) for _, layer, head in sorted(found)[:count]]


def data_hash(rows: Sequence[LabelledResponse]) -> str:
    """Of all that is labelled and how, in order."""
    parts = [[row.id, row.group, row.question, row.contexts, row.response, row.labels, row.prompt] for row in rows]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _units(
    rows: Sequence[LabelledResponse],
    values: Floats,
    labels: Sequence[float],
    response: Sequence[int],
    heads: int,
    layers: int,
) -> Units:
    import numpy as np

    names = {group: number for number, group in enumerate(dict.fromkeys(row.group for row in rows))}
    return Units(
        {SCORES: View(values, np.concatenate([-np.ones(heads), np.ones(layers)]))},
        np.array(labels),
        np.array(response, dtype=np.int64),
        np.array([names[row.group] for row in rows], dtype=np.int64),
    )


def _spans(row: LabelledResponse) -> list[tuple[Span, bool]]:
    """Its sentences, or all of it where there is one label for all of it; and whether they are hallucinated."""
    if isinstance(row.labels, bool):
        return [((0, len(row.response)), row.labels)]
    spans = [(one.start, one.end) for one in sentences(row.response)]
    return [(span, _meets(row.labels, span)) for span in spans]


def _meets(labels: Sequence[Span] | bool, span: Span) -> bool:
    if isinstance(labels, bool):
        return labels
    return any(start < span[1] and span[0] < end for start, end in labels)


def _counts(rows: Sequence[LabelledResponse]) -> tuple[int, int]:
    """Groups with a hallucinated response, and groups with one that is not."""
    bad = {row.group for row in rows if row.hallucinated}
    good = {row.group for row in rows if not row.hallucinated}
    return len(bad), len(good)


def _check_enough(rows: Sequence[LabelledResponse], unread: Counter[str] | None = None) -> None:
    """unread: how many others could not be read, and why."""
    bad, good = _counts(rows)
    if min(bad, good) >= FEWEST:
        return
    missing = ""
    if unread:
        reason, _ = unread.most_common(1)[0]
        missing = f" {unread.total()} could not be read, most of them because: {reason}"
    raise InputError(
        f"There are hallucinated responses from {bad} sources and faithful ones from {good}; "
        f"a detector needs {FEWEST} of either, and some hundreds to be good.{missing}"
    )


def _figures(
    units: Units,
    rows: Sequence[LabelledResponse],
    readings: Sequence[Reading],
    candidates: Sequence[Candidate],
    outer: int,
    seed: int,
) -> dict[str, Any]:
    """The detector's figures, those of its two halves alone, and those of the model's own doubt."""
    import numpy as np

    def doubt(measure: Callable[[Reading], float]) -> dict[str, float]:
        scores = np.array([measure(one) for one in readings])
        return auc_with_interval(units.truth, scores, units.groups).as_json()

    return {
        "responses": len(rows),
        "hallucinated": int(units.truth.sum()),
        "sources": len(np.unique(units.groups)),
        "spans": len(units.labels),
        "folds": outer,
        **cross_validated(units, candidates, POOLED, outer, seed),
        "auc_only_ecs": cross_validated(units, ONLY_ECS, POOLED, outer, seed)["auc"],
        "auc_only_pks": cross_validated(units, ONLY_PKS, POOLED, outer, seed)["auc"],
        "auc_perplexity": doubt(lambda one: -float(one.log_probabilities.mean())),
        "auc_entropy": doubt(lambda one: float(one.entropies.mean())),
    }
