"""Any sequence-classification NLI model of the transformers library (`claimgraph[torch]`)."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from claimgraph.platform.errors import ConfigError

from .batching import TORCH_CALL_TOKENS, batches_by_length
from .identifiers import identifier
from .onnx_encoder import CHARACTERS_PER_TOKEN, TOKEN_BUDGET, clean
from .ports import NliScores
from .transformers_loading import load, own_version


class TransformersNli:
    """Label order comes from the model's config; a two-label model's "not entailed" counts as neutral.

    Of a pair longer than `max_tokens` the longer side loses its end. Computed in fp32.
    """

    def __init__(self, model: str, max_tokens: int = 512, device: str = "cpu") -> None:
        """`model`: a folder, or a name on a model hub."""
        self._model_name = model
        self._max_tokens = max_tokens
        self._device = device
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Any, dict[str, int]] | None = None

    @property
    def name(self) -> str:
        return identifier(self._model_name)

    @property
    def version(self) -> str:
        return f"{self._max_tokens}-{own_version(self._model_name, lambda: self._load()[1])}"

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        """Entailment, neutral and contradiction per (premise, hypothesis) pair, in the order given."""
        tokenizer, model, columns = self._load()  # first: it says what is missing where torch is
        import torch

        limit = self._max_tokens * CHARACTERS_PER_TOKEN
        cut = [(clean(premise[:limit]), clean(hypothesis[:limit])) for premise, hypothesis in pairs]
        encoded = [
            tokenizer(premise, hypothesis, truncation="longest_first", max_length=self._max_tokens)
            for premise, hypothesis in cut
        ]
        scores: list[NliScores | None] = [None] * len(pairs)
        for batch in batches_by_length([len(one["input_ids"]) for one in encoded], TOKEN_BUDGET, TORCH_CALL_TOKENS):
            padded = tokenizer.pad([encoded[index] for index in batch], return_tensors="pt")
            with torch.inference_mode():
                logits = model(**padded.to(self._device)).logits
            for index, row in zip(batch, torch.softmax(logits.double(), dim=-1).tolist(), strict=True):
                scores[index] = _in_order(row, columns)
        return [one for one in scores if one is not None]

    def known_fraction(self, text: str) -> float:
        """Share of word pieces that are not the unknown token; 1.0 for an empty text."""
        tokenizer, _, _ = self._load()
        limit = self._max_tokens * CHARACTERS_PER_TOKEN
        ids = tokenizer(clean(text[:limit]), add_special_tokens=False)["input_ids"]
        if not ids or tokenizer.unk_token_id is None:
            return 1.0
        unknown: int = ids.count(tokenizer.unk_token_id)
        return 1.0 - unknown / len(ids)

    def _load(self) -> tuple[Any, Any, dict[str, int]]:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._open()
            return self._loaded

    def _open(self) -> tuple[Any, Any, dict[str, int]]:
        tokenizer, model = load(self._model_name, "NLI model", "AutoModelForSequenceClassification", self._device)
        columns = label_columns(model.config.id2label, self._model_name)
        return tokenizer, model, columns


def label_columns(id2label: Mapping[int, str], model: str) -> dict[str, int]:
    """Column of each label, by the names in the config: three labels, or entailment and not_entailment."""
    columns: dict[str, int] = {}
    for column, label in id2label.items():
        plain = "".join(char for char in label.lower() if char.isalpha())
        for start, meaning in (
            ("notentail", "not_entailment"),
            ("nonentail", "not_entailment"),
            ("entail", "entailment"),
            ("neutral", "neutral"),
            ("contradict", "contradiction"),
        ):
            if plain.startswith(start):
                columns[meaning] = int(column)
                break
    if set(columns) in ({"entailment", "neutral", "contradiction"}, {"entailment", "not_entailment"}):
        return columns
    raise ConfigError(
        f"The NLI model {model} has labels {sorted(map(str, id2label.values()))}: entailment, neutral and "
        "contradiction cannot be told apart. Name them in `id2label` of its config.json."
    )


def _in_order(row: Sequence[float], columns: Mapping[str, int]) -> NliScores:
    if "not_entailment" in columns:
        return NliScores(row[columns["entailment"]], row[columns["not_entailment"]], 0.0)
    return NliScores(*(row[columns[label]] for label in ("entailment", "neutral", "contradiction")))
