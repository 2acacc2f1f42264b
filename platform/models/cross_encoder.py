"""The default NLI models: cross-encoders fine-tuned from MiniLM-L6, run by ONNX Runtime or OpenVINO.

One reads English, the other Chinese in English glosses (`glossing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .onnx_encoder import ONNX_RUNTIME, WEIGHTS, OnnxEncoder, Runtime
from .ports import NliScores

MAX_TOKENS = 320
ENGLISH, CHINESE = "nli.onnx", "zh_nli.onnx"
SPECIAL_TOKENS = frozenset({"[CLS]", "[SEP]", "[PAD]", "[MASK]"})


class CrossEncoderNli:
    """Reads premise and hypothesis together; beyond 320 word pieces the longer side loses its end."""

    name = "minilm_nli"

    def __init__(
        self,
        folder: Path = WEIGHTS,
        threads: int | None = None,
        runtime: Runtime = ONNX_RUNTIME,
        *,
        file: str = ENGLISH,
    ) -> None:
        """`threads`: how many batches are worked on at once; `None`: as many as there are processors. `runtime`: what
        computes them."""
        self._encoder = OnnxEncoder(folder / file, folder / "tokenizer.json", MAX_TOKENS, threads, runtime)

    @property
    def version(self) -> str:
        """Other numerics are another version: what was remembered of one does not stand in for the other."""
        own = f"{MAX_TOKENS}-{self._encoder.file_hash}"
        return own if self._encoder.numerics is None else f"{own}-{self._encoder.numerics}"

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        """Entailment, neutral and contradiction per (premise, hypothesis) pair, in the order given."""
        import numpy as np

        logits = self._encoder.run(pairs, 3).astype(np.float64)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True)) if len(logits) else logits
        probabilities = powers / powers.sum(axis=1, keepdims=True) if len(powers) else powers
        return [NliScores(*row) for row in probabilities.tolist()]

    def known_fraction(self, text: str) -> float:
        """Share of word pieces that are not [UNK]; an ideograph is a word piece of its own."""
        pieces = [token for token in self._encoder.encodings([text])[0].tokens if token not in SPECIAL_TOKENS]
        if not pieces:
            return 1.0
        unknown: int = pieces.count("[UNK]")
        return 1.0 - unknown / len(pieces)
