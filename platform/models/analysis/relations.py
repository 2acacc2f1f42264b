"""Relations by sequence-to-sequence models that write triplets, as REBEL does (`claimgraph[torch]`)."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Sequence
from typing import Any

from claimgraph.platform.models.identifiers import identifier
from claimgraph.platform.models.onnx_encoder import CHARACTERS_PER_TOKEN, clean
from claimgraph.platform.models.ports import RelationSpan
from claimgraph.platform.models.transformers_loading import load, own_version

_MARK = re.compile(r"<(triplet|subj|obj)>")
_OTHER_MARKS = re.compile(r"</?s>|<pad>|<unk>|tp_XX|__[a-z]{2}__|[a-z]{2}_XX")


class TransformersRelations:
    """What the model reads in each sentence alone; of a sentence longer than `max_tokens` the end is not read.

    A triplet's score is the probability of the text that the model wrote, per token (geometric mean), so all triplets
    of a sentence share it.
    """

    def __init__(self, model: str, max_tokens: int = 512, max_new_tokens: int = 256, device: str = "cpu") -> None:
        """`model`: a folder, or a name on a model hub."""
        self._model_name = model
        self._max_tokens = max_tokens
        self._max_new_tokens = max_new_tokens
        self._device = device
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Any] | None = None

    @property
    def name(self) -> str:
        return identifier(self._model_name)

    @property
    def version(self) -> str:
        own = own_version(self._model_name, lambda: self._load()[1])
        return f"{self._max_tokens}-{self._max_new_tokens}-{own}"

    def relations(self, sentences: Sequence[str]) -> list[list[RelationSpan]]:
        """One list a sentence, in order. Raises ModelUnavailable."""
        if not sentences:
            return []
        tokenizer, model = self._load()
        found = []
        for sentence in sentences:
            written, score = self._write(tokenizer, model, sentence) if sentence.strip() else ("", 0.0)
            found.append(relations_in(sentence, parse_triplets(written), score))
        return found

    def _write(self, tokenizer: Any, model: Any, sentence: str) -> tuple[str, float]:
        """The linearised triplets with their marks, and their probability per token."""
        import torch

        text = clean(sentence[: self._max_tokens * CHARACTERS_PER_TOKEN])
        encoded = tokenizer(text, truncation=True, max_length=self._max_tokens, return_tensors="pt").to(self._device)
        with torch.inference_mode():
            output = model.generate(
                input_ids=encoded["input_ids"],
                attention_mask=encoded["attention_mask"],
                max_new_tokens=self._max_new_tokens,
                num_beams=1,
                do_sample=False,
                return_dict_in_generate=True,
                output_scores=True,
            )
            steps = model.compute_transition_scores(output.sequences, output.scores, normalize_logits=True)[0]
        finite = [value for value in steps.tolist() if math.isfinite(value)]
        score = math.exp(sum(finite) / len(finite)) if finite else 0.0
        return tokenizer.decode(output.sequences[0], skip_special_tokens=False), min(max(score, 0.0), 1.0)

    def _load(self) -> tuple[Any, Any]:
        with self._lock:
            if self._loaded is None:
                self._loaded = load(self._model_name, "relation model", "AutoModelForSeq2SeqLM", self._device)
            return self._loaded


def parse_triplets(written: str) -> list[tuple[str, str, str]]:
    """(head, relation, tail) of "<triplet> head <subj> tail <obj> relation <subj> tail <obj> relation <triplet> …".

    A head may have several tails. What is cut off or out of order is left out.

    >>> parse_triplets("<s><triplet> Ada <subj> London <obj> place of birth <subj> maths <obj> field</s>")
    [('Ada', 'place of birth', 'London'), ('Ada', 'field', 'maths')]
    """
    triplets: list[tuple[str, str, str]] = []
    head = tail = ""
    pieces = _MARK.split(_OTHER_MARKS.sub(" ", written))
    for mark, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        text = " ".join(piece.split())
        if mark == "triplet":
            head, tail = text, ""
        elif mark == "subj":
            tail = text
        else:
            if head and tail and text:
                triplets.append((head, text, tail))
            tail = ""
    return triplets


def relations_in(sentence: str, triplets: Sequence[tuple[str, str, str]], score: float) -> list[RelationSpan]:
    """Those whose head and tail stand in the sentence (case and spacing apart), as the sentence spells them, once."""
    found: dict[tuple[str, str, str], RelationSpan] = {}
    for head, relation, tail in triplets:
        spelled = (_in_sentence(sentence, head), _in_sentence(sentence, tail))
        if spelled[0] and spelled[1] and spelled[0] != spelled[1]:
            found.setdefault((spelled[0], relation, spelled[1]), RelationSpan(spelled[0], relation, spelled[1], score))
    return list(found.values())


def _in_sentence(sentence: str, name: str) -> str:
    words = [re.escape(word) for word in name.split()]
    if not words:
        return ""
    pattern = r"\s*".join(words)
    # Not inside a longer Latin word or number; Chinese has no such borders.
    before = r"(?<![A-Za-z0-9])" if name[0].isascii() and name[0].isalnum() else ""
    after = r"(?![A-Za-z0-9])" if name[-1].isascii() and name[-1].isalnum() else ""
    match = re.search(before + pattern + after, sentence, re.IGNORECASE)
    return match.group() if match else ""
