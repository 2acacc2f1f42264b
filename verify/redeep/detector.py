"""A detector: which heads and layers are read, and what their scores say, as data that fits in a JSON file.

The hallucination score of section 4 of the paper, as a logistic model: the log-odds of a token are linear in its
scores, with PKS of knowledge FFNs counting up and ECS of copying heads counting down. Those of a span are the mean of
those of its tokens, as the paper's score of a response is the mean over its tokens.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from claimgraph.platform.errors import ConfigError, InputError

from .pooling import POOLINGS, log_odds_of, pooled, probability

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

Head: TypeAlias = tuple[int, int]
Span: TypeAlias = tuple[int, int]
FORMAT = 1


class Scored(Protocol):
    """What a detector needs of a reading: scores, and of which heads and layers they are."""

    @property
    def heads(self) -> tuple[Head, ...]: ...
    @property
    def layers(self) -> tuple[int, ...]: ...
    @property
    def ecs(self) -> NDArray[np.floating[Any]]: ...
    @property
    def pks(self) -> NDArray[np.floating[Any]]: ...


@dataclass(frozen=True, slots=True)
class Detector:
    """Frozen, and serialisable; what it was fitted for and on is part of it, and so of its version."""

    heads: tuple[Head, ...]  # copying heads: what a reading must have
    head_weights: tuple[float, ...]  # log-odds for each unit of ECS; beside `heads`
    layers: tuple[int, ...]  # knowledge FFNs
    layer_weights: tuple[float, ...]  # log-odds for each unit of PKS; beside `layers`
    bias: float
    threshold: float  # a response that scores this or more is called hallucinated; in [0, 1]
    span_threshold: float  # the same of a span
    pooling: str  # how a response's score is made of those of its spans: see `pooling.py`
    slope: float  # and from its log-odds to the response's: slope x log-odds + offset
    offset: float
    form: str  # how heads, layers and weights were fitted
    top: float  # share of the context tokens that ECS looks at
    level: str  # "token" or "chunk"
    model: str  # hash of the causal model's weights
    model_name: str
    prompt: str  # version of the prompt that the responses were read with
    data: str  # hash of the labelled responses
    figures: Mapping[str, Any] = field(default_factory=dict)  # cross-validated; of data not used for what they measure

    @property
    def version(self) -> str:
        """Hash of all that it is."""
        return hashlib.sha256(json.dumps(self.as_json(), sort_keys=True).encode()).hexdigest()[:16]

    def log_odds(self, reading: Scored) -> Floats:
        """Log-odds of each token (or chunk) that a reading holds: (tokens,). Raises `InputError`: see `_rows`."""
        import numpy as np

        external = np.asarray(self.head_weights) @ _rows(reading.ecs, reading.heads, self.heads, "heads")
        knowledge = np.asarray(self.layer_weights) @ _rows(reading.pks, reading.layers, self.layers, "layers")
        odds: Floats = external + knowledge + self.bias
        return odds

    def token_scores(self, reading: Scored) -> Floats:
        """Hallucination score of each token (or chunk), in [0, 1]: (tokens,)."""
        return probability(self.log_odds(reading))

    def span_score(self, reading: Scored, weights: Sequence[float] | Floats) -> float:
        """Hallucination score of a span, in [0, 1]: of the weighted mean of its tokens' log-odds.

        weights: (tokens,), how much of each token lies in the span, none below 0. Raises `InputError` where no token
        does.
        """
        return float(probability(_mean(self.log_odds(reading), weights)))

    def response_score(self, reading: Scored, spans: Sequence[Sequence[float] | Floats]) -> float:
        """Hallucination score of the whole response, in [0, 1], pooled over its spans (weights as in `span_score`)."""
        import numpy as np

        odds = self.log_odds(reading)
        units = np.stack([_mean(odds, weights) for weights in spans])
        pool = log_odds_of(pooled(self.pooling, units, np.zeros(len(units), dtype=np.int64), 1))
        return float(probability(self.slope * pool + self.offset)[0])

    def ecs(self, reading: Scored) -> Floats:
        """Mean ECS of the copying heads, as it was read: (tokens,); NaN where the detector has none."""
        return _average(_rows(reading.ecs, reading.heads, self.heads, "heads"))

    def pks(self, reading: Scored) -> Floats:
        """Mean PKS of the knowledge FFNs, as it was read: (tokens,); NaN where the detector has none."""
        return _average(_rows(reading.pks, reading.layers, self.layers, "layers"))

    def as_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "heads": [list(head) for head in self.heads],
            "head_weights": list(self.head_weights),
            "layers": list(self.layers),
            "layer_weights": list(self.layer_weights),
            "bias": self.bias,
            "threshold": self.threshold,
            "span_threshold": self.span_threshold,
            "pooling": self.pooling,
            "slope": self.slope,
            "offset": self.offset,
            "form": self.form,
            "top": self.top,
            "level": self.level,
            "model": self.model,
            "model_name": self.model_name,
            "prompt": self.prompt,
            "data": self.data,
            "figures": dict(self.figures),
        }

    def save(self, path: Path) -> None:
        """Write it as JSON, whole or not at all."""
        whole = path.with_name(path.name + ".part")
        whole.write_text(json.dumps(self.as_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        whole.replace(path)

    @staticmethod
    def load(path: Path) -> Detector:
        """Raises `ConfigError` where there is no such file, or it is no detector."""
        try:
            raw = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise ConfigError(f"No ReDeEP detector can be read from {path}: {error}. Fit one first.") from error
        return detector_of(raw, str(path))


def detector_of(raw: object, where: str) -> Detector:
    """Read what `as_json` wrote. Raises `ConfigError` where it is something else, or holds a number that is none."""
    try:
        if not isinstance(raw, Mapping) or raw["format"] != FORMAT:
            raise TypeError(f"no object of format {FORMAT}")
        detector = Detector(
            heads=tuple((int(layer), int(head)) for layer, head in raw["heads"]),
            head_weights=tuple(map(float, raw["head_weights"])),
            layers=tuple(map(int, raw["layers"])),
            layer_weights=tuple(map(float, raw["layer_weights"])),
            bias=float(raw["bias"]),
            threshold=float(raw["threshold"]),
            span_threshold=float(raw["span_threshold"]),
            pooling=str(raw["pooling"]),
            slope=float(raw["slope"]),
            offset=float(raw["offset"]),
            form=str(raw["form"]),
            top=float(raw["top"]),
            level=str(raw["level"]),
            model=str(raw["model"]),
            model_name=str(raw["model_name"]),
            prompt=str(raw["prompt"]),
            data=str(raw["data"]),
            figures=dict(raw["figures"]),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        problem = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise ConfigError(f"{where} is no ReDeEP detector: {problem}. Fit one anew.") from error
    _check(detector, where)
    return detector


def _check(detector: Detector, where: str) -> None:
    numbers = (*detector.head_weights, *detector.layer_weights, detector.bias, detector.slope, detector.offset)
    shares = (detector.threshold, detector.span_threshold, detector.top)
    problem = (
        "it reads no head and no layer"
        if not detector.heads and not detector.layers
        else "a head or layer has no weight, or a weight no head or layer"
        if (len(detector.heads), len(detector.layers)) != (len(detector.head_weights), len(detector.layer_weights))
        else "a number is not finite"
        if not all(map(math.isfinite, (*numbers, *shares)))
        else "a share or threshold is outside [0, 1]"
        if not all(0 <= share <= 1 for share in shares) or detector.top == 0
        else f"its pooling is none of {', '.join(POOLINGS)}"
        if detector.pooling not in POOLINGS
        else None
    )
    if problem:
        raise ConfigError(f"{where} is no ReDeEP detector: {problem}. Fit one anew.")


def _rows(
    scores: NDArray[np.floating[Any]],
    there: Sequence[Head] | Sequence[int],
    wanted: Sequence[Head] | Sequence[int],
    what: str,
) -> Floats:
    """The rows that a detector reads, in its order, in float64. Raises `InputError` where the reading lacks one."""
    import numpy as np

    where = {one: row for row, one in enumerate(there)}
    missing = [str(one) for one in wanted if one not in where]
    if missing:
        raise InputError(f"The reading lacks {what} that the detector needs: {', '.join(missing)}.")
    return np.asarray(scores, dtype=np.float64)[[where[one] for one in wanted]]


def _mean(odds: Floats, weights: Sequence[float] | Floats) -> Floats:
    import numpy as np

    shares = np.asarray(weights, dtype=np.float64)
    if shares.shape != odds.shape:
        raise InputError(f"{shares.size} weights were given for {odds.size} tokens.")
    total = shares.sum()
    if not (shares >= 0).all() or not total > 0:
        raise InputError("A span needs a token: weights of 0 or more, and one of them more.")
    mean: Floats = np.asarray(shares @ odds / total)
    return mean


def _average(rows: Floats) -> Floats:
    import numpy as np

    average: Floats = rows.mean(axis=0) if len(rows) else np.full(rows.shape[1], np.nan)
    return average
