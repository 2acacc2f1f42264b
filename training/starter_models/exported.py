"""The exported files, scored by the very code that runs them in claimgraph."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from claimgraph.platform.models.cross_encoder import MAX_TOKENS, CrossEncoderNli
from claimgraph.platform.models.minilm import MiniLMEmbedder

from . import base, fitting, nli


class ExportedNli:
    """P(entailment) of pairs by `nli.onnx` in a folder."""

    def __init__(self, folder: Path, threads: int) -> None:
        self._model = CrossEncoderNli(folder, threads)

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        return np.array([scores.entailment for scores in self._model.score(pairs)])


def export_figures(
    model: fitting.CrossEncoder, folder: Path, pairs: Sequence[tuple[str, str]], threads: int
) -> dict[str, float | int]:
    """Size, load time and speed of the exported files, and how far their scores lie from fp32's."""
    started = time.perf_counter()
    exported = ExportedNli(folder, threads)
    exported.entailment(pairs[:1])
    load = time.perf_counter() - started
    seconds = []
    for _ in range(3):
        started = time.perf_counter()
        together = exported.entailment(pairs)
        seconds.append(time.perf_counter() - started)
    order = list(range(len(pairs)))
    random.Random(1).shuffle(order)
    shuffled = exported.entailment([pairs[index] for index in order])
    alone = np.concatenate([exported.entailment([pair]) for pair in pairs[:64]])
    reference = nli.probabilities(model, pairs, autocast=False, max_tokens=MAX_TOKENS)[:, 0]
    texts = [premise for premise, _ in pairs]
    embedded = MiniLMEmbedder(folder, threads).embed(texts)
    cosines = (embedded * base.embed(base.encoder(), texts, autocast=False)).sum(axis=1)
    return {
        "nli_megabytes": round((folder / "nli.onnx").stat().st_size / 1e6, 1),
        "minilm_megabytes": round((folder / "minilm.onnx").stat().st_size / 1e6, 1),
        "nli_load_and_first_pair_seconds": round(load, 3),
        "pairs": len(pairs),
        "threads": threads,
        "nli_pairs_per_second": round(len(pairs) / statistics.median(seconds), 1),
        "largest_difference_in_another_batch": float(
            max(np.abs(shuffled - together[order]).max(), np.abs(alone - together[:64]).max())
        ),
        "largest_difference_from_fp32": round(float(np.abs(together - reference).max()), 4),
        "verdicts_changed_at_half": int(((together >= 0.5) != (reference >= 0.5)).sum()),
        "lowest_cosine_of_embeddings_with_fp32": round(float(cosines.min()), 5),
    }
