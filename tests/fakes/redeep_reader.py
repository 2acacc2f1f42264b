"""A reader of answers and a detector without a neural network: a word that the context has was copied from there."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from claimgraph.verify.model import Unscored
from claimgraph.verify.redeep.detector import Detector
from claimgraph.verify.redeep.judging import Insight
from claimgraph.verify.redeep.model import Head, Prompt, Reading
from claimgraph.verify.redeep.prompting import PROMPT_VERSION

COPIED, KNOWN = 0.9, 0.2
"""ECS of a word that the context has, and of another one."""


class WordReader:
    """Takes words (single characters of Chinese) for tokens; a word of the context has a high ECS and a low PKS.

    `prompts` are those that it was asked to read.
    """

    def __init__(self, version: str = "words-1", notes: tuple[str, ...] = ()) -> None:
        self.version = version
        self.notes = notes
        self.prompts: list[Prompt] = []

    def read(self, prompts: Sequence[Prompt], heads: Sequence[Head], layers: Sequence[int]) -> list[Reading | Unscored]:
        self.prompts += prompts
        return [self._read(prompt, tuple(heads), tuple(layers)) for prompt in prompts]

    def _read(self, prompt: Prompt, heads: tuple[Head, ...], layers: tuple[int, ...]) -> Reading | Unscored:
        context = " ".join(prompt.text[slice(*span)] for span in prompt.context).casefold()
        offsets = [found.span() for found in _tokens(prompt.response)]
        if not offsets:
            return Unscored("the answer has no token")
        copied = np.array([prompt.response[slice(*span)].strip().casefold() in context for span in offsets])
        ecs = np.where(copied, COPIED, KNOWN).astype(np.float32)
        pks = np.where(copied, 0.1, 0.6).astype(np.float32)
        return Reading(
            tokens=tuple(range(len(offsets))),
            offsets=tuple(offsets),
            heads=heads,
            layers=layers,
            ecs=np.tile(ecs, (len(heads), 1)),
            pks=np.tile(pks, (len(layers), 1)),
            log_probabilities=-ecs,
            entropies=pks,
            notes=self.notes,
        )


def _tokens(text: str) -> list[re.Match[str]]:
    """English words with the space before them; each Chinese character by itself."""
    return list(re.finditer(r"\s?[\u4e00-\u9fff]|\s?[^\W\u4e00-\u9fff]+|\s?[^\w\s]", text))


class MeanDetector:
    """1 - the mean ECS, on one head and one layer."""

    heads: tuple[Head, ...] = ((1, 0),)
    layers: tuple[int, ...] = (2,)

    def __init__(self, version: str = "mean-1", span_threshold: float = 0.5) -> None:
        self.version = version
        self.span_threshold = span_threshold

    def ecs(self, reading: Reading) -> NDArray[np.float64]:
        return reading.ecs.mean(axis=0).astype(np.float64)

    def pks(self, reading: Reading) -> NDArray[np.float64]:
        return reading.pks.mean(axis=0).astype(np.float64)

    def token_scores(self, reading: Reading) -> NDArray[np.float64]:
        return 1.0 - self.ecs(reading)

    def span_score(self, reading: Reading, weights: NDArray[np.float64]) -> float:
        return float(self.token_scores(reading) @ weights / weights.sum())


class NanDetector(MeanDetector):
    """A detector over states that went wrong."""

    def span_score(self, reading: Reading, weights: NDArray[np.float64]) -> float:
        return math.nan


def insight(reader: str = "words-1", detector: str = "mean-1") -> Insight:
    return Insight(WordReader(reader), MeanDetector(detector))


def fitted_detector(**others: Any) -> Detector:
    """A real detector with weights given by hand; it listens to nothing unless told so."""
    values: dict[str, Any] = {
        "heads": (), "head_weights": (), "layers": (), "layer_weights": (), "bias": 0.0, "threshold": 0.5,
        "span_threshold": 0.5, "pooling": "mean", "slope": 1.0, "offset": 0.0, "form": "by hand", "top": 0.1,
        "level": "token", "model": "words-1", "model_name": "words", "prompt": PROMPT_VERSION, "data": "none",
    }  # fmt: skip
    return Detector(**{**values, **others})
