"""Named entities by any token-classification model of the transformers library (`claimgraph[torch]`)."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from claimgraph.platform.errors import ConfigError, ModelUnavailable
from claimgraph.platform.models.batching import TORCH_CALL_TOKENS, batches_by_length
from claimgraph.platform.models.identifiers import identifier
from claimgraph.platform.models.onnx_encoder import TOKEN_BUDGET, clean
from claimgraph.platform.models.ports import Analysis, NamedSpan, TextAnalyser
from claimgraph.platform.models.transformers_loading import load, own_version

from .windows import windows

_OUTSIDE = "O"
_MARKED = re.compile(r"(?P<place>[BILOUESM])[-_](?P<label>.+)")
_SAME = {
    "PERSON": "PER", "PEOPLE": "PER", "ORGANIZATION": "ORG", "ORGANISATION": "ORG", "COMPANY": "ORG",
    "LOCATION": "LOC", "GPE": "LOC", "PLACE": "LOC", "ADDRESS": "LOC",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Loaded:
    tokenizer: Any
    model: Any
    labels: Mapping[int, str]
    size: int  # word pieces of a window, without the special ones
    overlap: int


class TransformersTokenClassifier:
    """Tokens and trees of another analyser, entities of a token-classification model.

    The labels are read from the model's config: BIO, BILOU, BIOES or plain ones, "O" is no entity. A word's label is
    its first piece's. Long sentences are read in overlapping windows, to their end. Computed in fp32.
    """

    def __init__(self, analyser: TextAnalyser, model: str, max_tokens: int = 512, device: str = "cpu") -> None:
        """`model`: a folder, or a name on a model hub; `max_tokens`: word pieces a window, special ones included."""
        self._analyser = analyser
        self._model_name = model
        self._max_tokens = max_tokens
        self._device = device
        self._lock = threading.Lock()
        self._loaded: _Loaded | None = None

    @property
    def name(self) -> str:
        return f"{self._analyser.name}_{identifier(self._model_name)}"

    @property
    def version(self) -> str:
        own = own_version(self._model_name, lambda: self._load().model)
        return f"{self._analyser.version}-{self._max_tokens}-{own}"

    @property
    def languages(self) -> frozenset[str]:
        return self._analyser.languages

    def analyse(self, sentences: Sequence[str]) -> list[Analysis]:
        """One analysis a sentence, in order. Raises ModelUnavailable, and ConfigError for labels without meaning."""
        found = self._entities(sentences)
        analyses = self._analyser.analyse(sentences)
        return [replace(one, entities=entities) for one, entities in zip(analyses, found, strict=True)]

    def _entities(self, sentences: Sequence[str]) -> list[tuple[NamedSpan, ...]]:
        loaded = self._load()
        encoded = [
            loaded.tokenizer(clean(sentence), add_special_tokens=False, return_offsets_mapping=True, verbose=False)
            for sentence in sentences
        ]
        labels = self._labels(loaded, [one["input_ids"] for one in encoded])
        return [
            entity_spans(sentence, one["offset_mapping"], one.word_ids(0), found)
            for sentence, one, found in zip(sentences, encoded, labels, strict=True)
        ]

    def _labels(self, loaded: _Loaded, pieces: Sequence[Sequence[int]]) -> list[list[str]]:
        """The model's label of each word piece of each sentence."""
        import torch

        labels = [[_OUTSIDE] * len(ids) for ids in pieces]
        cuts = [
            (row, *window)
            for row, ids in enumerate(pieces)
            if ids
            for window in windows(len(ids), loaded.size, loaded.overlap)
        ]
        before, after = special_pieces(loaded.tokenizer)
        inputs = [[*before, *pieces[row][start:end], *after] for row, start, end, _, _ in cuts]
        for batch in batches_by_length([len(ids) for ids in inputs], TOKEN_BUDGET, TORCH_CALL_TOKENS):
            padded = loaded.tokenizer.pad([{"input_ids": inputs[index]} for index in batch], return_tensors="pt")
            feed = {name: padded[name].to(self._device) for name in ("input_ids", "attention_mask")}
            with torch.inference_mode():
                best = loaded.model(**feed).logits.argmax(dim=-1).tolist()
            for index, row_of_batch in zip(batch, best, strict=True):
                row, start, _, first, last = cuts[index]
                shift = len(before) - start
                for piece in range(first, last):
                    labels[row][piece] = loaded.labels[row_of_batch[piece + shift]]
        return labels

    def _load(self) -> _Loaded:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._open()
            return self._loaded

    def _open(self) -> _Loaded:
        tokenizer, model = load(self._model_name, "token classifier", "AutoModelForTokenClassification", self._device)
        if not tokenizer.is_fast:
            raise ModelUnavailable(
                f"The token classifier {self._model_name} has no fast tokenizer, so its word pieces have no places "
                "in the text. Save one with the model (tokenizer.json)."
            )
        limit = min(self._max_tokens, tokenizer.model_max_length)
        size = max(limit - tokenizer.num_special_tokens_to_add(), 2)
        labels = readable_labels(model.config.id2label, self._model_name)
        return _Loaded(tokenizer, model, labels, size, size // 4)


def special_pieces(tokenizer: Any) -> tuple[list[int], list[int]]:
    """Ids that this tokenizer puts before and after a text."""
    plain = tokenizer("a", add_special_tokens=False)["input_ids"]
    whole = tokenizer("a")["input_ids"]
    for start in range(len(whole) - len(plain) + 1):
        if whole[start : start + len(plain)] == plain:
            return whole[:start], whole[start + len(plain) :]
    return [], []


def readable_labels(id2label: Mapping[int, str], model: str) -> dict[int, str]:
    """The config's labels by number. Raises ConfigError when they are the library's placeholders."""
    labels = {int(number): str(label) for number, label in id2label.items()}
    if all(re.fullmatch(r"LABEL_\d+", label) for label in labels.values()):
        raise ConfigError(
            f"The token classifier {model} has labels without meaning ({', '.join(sorted(labels.values())[:3])}, …). "
            "Name them in `id2label` of its config.json: O, B-PER, I-PER and so on."
        )
    return labels


def entity_spans(
    text: str, offsets: Sequence[tuple[int, int]], words: Sequence[int | None], labels: Sequence[str]
) -> tuple[NamedSpan, ...]:
    """Entities of labelled word pieces, in order, without overlap.

    `offsets`, `words`, `labels`: for each piece its characters, the word it belongs to (`None`: none) and its label.
    An I without a B before it begins an entity, as does a label that differs from the one before.
    """
    found: list[NamedSpan] = []
    open_span: tuple[int, int, str] | None = None
    last_word: int | None = None
    closed = True
    for (start, end), word, label in zip(offsets, words, labels, strict=True):
        if word is None or start == end:
            continue
        if word == last_word:
            if open_span is not None:
                open_span = (open_span[0], end, open_span[2])
            continue
        last_word = word
        place, kind = _parts(label)
        if open_span is not None and (kind != open_span[2] or place in "BUS" or closed):
            found.append(_trimmed(text, open_span))
            open_span = None
        if kind:
            open_span = (start, end, kind) if open_span is None else (open_span[0], end, kind)
            closed = place in "LEUS"
    if open_span is not None:
        found.append(_trimmed(text, open_span))
    return tuple(span for span in found if span.start < span.end)


def _parts(label: str) -> tuple[str, str]:
    """Place in the entity (`I` for plain labels) and kind of entity, empty for none."""
    if label.upper() == _OUTSIDE:
        return _OUTSIDE, ""
    match = _MARKED.fullmatch(label)
    place, kind = (match["place"], match["label"]) if match else ("I", label)
    return place, _SAME.get(kind.upper(), kind.upper() if kind.upper() in {"PER", "ORG", "LOC"} else kind)


def _trimmed(text: str, span: tuple[int, int, str]) -> NamedSpan:
    """Byte-level tokenizers count the space before a word as the word's."""
    start, end, label = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return NamedSpan(start, end, label)
