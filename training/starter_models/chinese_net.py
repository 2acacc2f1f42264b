"""The Chinese NER net: embeddings of what `chinese_features` sees, a bidirectional LSTM, a linear-chain CRF."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

LABELS = ("LOC", "ORG", "PER")
TAGS = ("O", *(f"{place}-{label}" for label in LABELS for place in "BIES"))
FORBIDDEN = -1e4


@dataclass(frozen=True, slots=True)
class Shape:
    characters: int
    bigrams: int
    words: int
    lexicon: int
    character_width: int = 96
    bigram_width: int = 32
    word_width: int = 32
    hidden: int = 160
    dropout: float = 0.5


@dataclass(frozen=True, slots=True)
class Batch:
    characters: Tensor  # (sentences, length)
    bigrams: Tensor  # (sentences, length, 2)
    words: Tensor  # (sentences, length)
    lexicon: Tensor  # (sentences, length, channels)
    lengths: Tensor  # (sentences,)
    tags: Tensor  # (sentences, length), -1 beyond the end


class Tagger(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.characters = nn.Embedding(shape.characters, shape.character_width, padding_idx=0)
        self.bigrams = nn.Embedding(shape.bigrams, shape.bigram_width)
        self.words = nn.Embedding(shape.words, shape.word_width, padding_idx=0)
        for table in (self.characters, self.bigrams, self.words):
            nn.init.normal_(table.weight, std=0.3)
        width = shape.character_width + 2 * shape.bigram_width + shape.word_width + shape.lexicon
        self.lstm = nn.LSTM(width, shape.hidden, batch_first=True, bidirectional=True)
        self.output = nn.Linear(2 * shape.hidden, len(TAGS))
        self.transitions = nn.Parameter(torch.zeros(len(TAGS), len(TAGS)))
        self.register_buffer("allowed", _allowed(), persistent=False)
        self.dropout = nn.Dropout(shape.dropout)

    def scores(self, batch: Batch) -> Tensor:
        """(sentences, length, tags): how well each tag fits each character, before transitions."""
        parts = [
            self.characters(batch.characters),
            self.bigrams(batch.bigrams).flatten(2),
            self.words(batch.words),
        ]
        joined = torch.cat([self.dropout(torch.cat(parts, -1)), _drop_rows(batch.lexicon, 0.1, self.training)], -1)
        packed = nn.utils.rnn.pack_padded_sequence(joined, batch.lengths, batch_first=True, enforce_sorted=False)
        hidden, _ = nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        return self.output(self.dropout(hidden))  # type: ignore[no-any-return]

    def loss(self, batch: Batch) -> Tensor:
        """Negative log-likelihood of the right tags, a sentence on average."""
        scores = self.scores(batch).float()
        mask = batch.tags >= 0
        return (self._partition(scores, mask) - self._score(scores, batch.tags.clamp(min=0), mask)).mean()

    def transition_scores(self) -> Tensor:
        """(tags, tags): from the row's tag to the column's; what is no legal sequence is far below zero."""
        return self.transitions + self.allowed  # type: ignore[operator]

    def _score(self, scores: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        at = scores.gather(2, tags.unsqueeze(-1)).squeeze(-1)
        steps = self.transition_scores()[tags[:, :-1], tags[:, 1:]]
        return (at * mask).sum(1) + (steps * mask[:, 1:]).sum(1)

    def _partition(self, scores: Tensor, mask: Tensor) -> Tensor:
        transitions = self.transition_scores()
        total = scores[:, 0]
        for step in range(1, scores.shape[1]):
            onward = torch.logsumexp(total.unsqueeze(2) + transitions, dim=1) + scores[:, step]
            total = torch.where(mask[:, step].unsqueeze(1), onward, total)
        return torch.logsumexp(total, dim=1)


def _drop_rows(values: Tensor, share: float, training: bool) -> Tensor:
    """Some characters lose all their dictionary matches, so that the net does not lean on them alone."""
    if not training:
        return values
    keep = (torch.rand(values.shape[:-1], device=values.device) >= share).unsqueeze(-1)
    return values * keep


def _allowed() -> Tensor:
    table = torch.full((len(TAGS), len(TAGS)), FORBIDDEN)
    for row, before in enumerate(TAGS):
        for column, after in enumerate(TAGS):
            inside = before[0] in "BI"
            if (inside and after[0] in "IE" and before[2:] == after[2:]) or (not inside and after[0] in "OBS"):
                table[row, column] = 0.0
    return table
