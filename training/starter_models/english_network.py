"""The English network: own upper layers over the embedder's frozen lower ones, and a head for each task.

The lower layers are computed anyway when a sentence is embedded; the upper ones begin as copies of the embedder's and
learn with the heads. Heads of words: Dozat and Manning's biaffine attention (2017).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from claimgraph.platform.models.analysis.features import PIECE_FEATURES, WORD_FEATURES

from . import base
from .english_labels import Labels

WIDTH, ATTENTION_HEADS, INNER, EPSILON = 384, 12, 1536, 1e-12
LAYERS = 6


@dataclass(frozen=True, slots=True)
class Sizes:
    frozen: int = 3  # of the embedder's layers
    arc: int = 256
    label: int = 96
    hidden: int = 192  # of the tagging heads
    dropout: float = 0.33
    layer_dropout: float = 0.1


class Layer(nn.Module):
    """One layer of BERT, its parameters named as there."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.attention = nn.ModuleDict(
            {
                "self": nn.ModuleDict({name: nn.Linear(WIDTH, WIDTH) for name in ("query", "key", "value")}),
                "output": nn.ModuleDict(
                    {"dense": nn.Linear(WIDTH, WIDTH), "LayerNorm": nn.LayerNorm(WIDTH, eps=EPSILON)}
                ),
            }
        )
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(WIDTH, INNER)})
        self.output = nn.ModuleDict({"dense": nn.Linear(INNER, WIDTH), "LayerNorm": nn.LayerNorm(WIDTH, eps=EPSILON)})
        self.dropout = dropout

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        batch, length, _ = hidden.shape
        own, out = self.attention["self"], self.attention["output"]

        def split(name: str) -> Tensor:
            return own[name](hidden).view(batch, length, ATTENTION_HEADS, -1).transpose(1, 2)

        drop = self.dropout if self.training else 0.0
        mixed = functional.scaled_dot_product_attention(
            split("query"), split("key"), split("value"), attn_mask=mask, dropout_p=drop
        )
        mixed = out["dense"](mixed.transpose(1, 2).reshape(batch, length, WIDTH))
        hidden = out["LayerNorm"](hidden + functional.dropout(mixed, drop, self.training))
        inner = self.output["dense"](functional.gelu(self.intermediate["dense"](hidden)))
        return self.output["LayerNorm"](hidden + functional.dropout(inner, drop, self.training))


@dataclass(frozen=True, slots=True)
class Scores:
    """Per word; arcs over (root, words...)."""

    upos: Tensor
    xpos: Tensor
    edits: Tensor
    names: Tensor
    arcs: Tensor  # (batch, words, words + 1)
    dependents: Tensor  # (batch, words, label + 1)
    governors: Tensor  # (batch, words + 1, label + 1)


class EnglishNetwork(nn.Module):
    def __init__(self, labels: Labels, sizes: Sizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.pieces = nn.Embedding(PIECE_FEATURES, WIDTH)
        self.words = nn.Embedding(WORD_FEATURES, WIDTH)
        nn.init.normal_(self.pieces.weight, std=0.02)
        nn.init.normal_(self.words.weight, std=0.02)
        self.encoder = nn.ModuleDict(
            {
                "layer": nn.ModuleDict(
                    {str(number): Layer(sizes.layer_dropout) for number in range(sizes.frozen, LAYERS)}
                )
            }
        )
        self.tags_hidden = nn.Linear(WIDTH, sizes.hidden)
        self.names_hidden = nn.Linear(WIDTH, sizes.hidden)
        self.upos = nn.Linear(sizes.hidden, len(labels.upos))
        self.xpos = nn.Linear(sizes.hidden, len(labels.xpos))
        self.edits = nn.Linear(sizes.hidden, len(labels.edits))
        self.names = nn.Linear(sizes.hidden, len(labels.names))
        self.arc_dependent = nn.Linear(WIDTH, sizes.arc)
        self.arc_governor = nn.Linear(WIDTH, sizes.arc)
        self.label_dependent = nn.Linear(WIDTH, sizes.label)
        self.label_governor = nn.Linear(WIDTH, sizes.label)
        self.arcs = nn.Parameter(torch.zeros(sizes.arc + 1, sizes.arc))
        self.labels = nn.Parameter(torch.zeros(len(labels.deps), sizes.label + 1, sizes.label + 1))
        nn.init.xavier_uniform_(self.arcs)
        nn.init.normal_(self.labels, std=0.01)

    def begin_from_embedder(self) -> None:
        """Copies of the embedder's upper layers."""
        state = base.encoder().state_dict()
        wanted = {name: value for name, value in state.items() if name in self.state_dict()}
        self.load_state_dict(wanted, strict=False)

    def forward(
        self, hidden: Tensor, piece_mask: Tensor, piece_features: Tensor, first_pieces: Tensor, word_features: Tensor
    ) -> Scores:
        """`hidden`: the frozen layers' output; masks are True for what is there."""
        drop = self.sizes.dropout
        mask = piece_mask[:, None, None, :]
        hidden = hidden + self.pieces(piece_features)
        for layer in self.encoder["layer"].values():
            hidden = layer(hidden, mask)
        words = torch.gather(hidden, 1, first_pieces[:, :, None].expand(-1, -1, WIDTH)) + self.words(word_features)
        words = functional.dropout(words, drop, self.training)
        rooted = torch.cat([hidden[:, :1], words], dim=1)

        def head(layer: nn.Linear, values: Tensor) -> Tensor:
            return functional.dropout(functional.gelu(layer(values)), drop, self.training)

        tags, names = head(self.tags_hidden, words), head(self.names_hidden, words)
        arcs = with_one(head(self.arc_dependent, words)) @ self.arcs
        return Scores(
            upos=self.upos(tags),
            xpos=self.xpos(tags),
            edits=self.edits(tags),
            names=self.names(names),
            arcs=arcs @ head(self.arc_governor, rooted).transpose(1, 2),
            dependents=with_one(head(self.label_dependent, words)),
            governors=with_one(head(self.label_governor, rooted)),
        )

    def label_scores(self, scores: Scores, heads: Tensor) -> Tensor:
        """(batch, words, relations) for the given heads, 0 being the root."""
        index = heads[:, :, None].expand(-1, -1, scores.governors.shape[-1])
        governors = torch.gather(scores.governors, 1, index)
        return torch.einsum("bwi,rij,bwj->bwr", scores.dependents, self.labels.to(scores.dependents.dtype), governors)


def with_one(values: Tensor) -> Tensor:
    return torch.cat([values, values.new_ones(*values.shape[:-1], 1)], dim=-1)
