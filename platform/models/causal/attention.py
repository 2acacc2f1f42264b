"""An attention function for transformers that is SDPA, and shows the weights of a few heads and rows beside it.

SDPA never builds the weights. Where they are asked for, those rows alone are computed once more from the queries and
keys that SDPA is given: positions of a key beside a handful of queries, and not positions x positions.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch

NAME = "claimgraph_rows"  # transformers looks for the names of others in it: "sdpa", "flash"
QUERIES_AT_ONCE = 256
"""Rows of a softcapped attention that are computed at once; SDPA knows no softcapping."""

Tap: TypeAlias = Callable[["Queries"], None]
_TAPS: weakref.WeakKeyDictionary[Any, Tap] = weakref.WeakKeyDictionary()


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Which positions of one sequence of a batch are read."""

    positions: torch.Tensor  # on the model's device
    first: int  # the lowest of them: asking the device would keep it waiting
    length: int  # tokens of the sequence that count

    @classmethod
    def of(cls, positions: Sequence[int], length: int, device: torch.device) -> Rows:
        return cls(torch.tensor(positions, dtype=torch.long, device=device), min(positions, default=0), length)


class Queries:
    """What one attention module was called with: queries (batch, heads, positions, d), keys (batch, kv_heads, ...)."""

    __slots__ = ("key", "mask", "query", "scaling", "softcap")

    def __init__(
        self,
        query: torch.Tensor,
        key: torch.Tensor,
        mask: torch.Tensor | None,
        scaling: float | None,
        softcap: float | None,
    ) -> None:
        """`mask`: True where a query may attend to a key, or what is added to the scores; None: causal."""
        self.query, self.key, self.mask = query, key, mask
        self.scaling = query.shape[-1] ** -0.5 if scaling is None else scaling
        self.softcap = softcap

    def weights(self, number: int, heads: Sequence[int], rows: Rows) -> torch.Tensor:
        """(heads, rows, length) float32: attention of one sequence of the batch."""
        query, key = self.query[number], self.key[number, :, : rows.length]
        sharing = query.shape[0] // key.shape[0]
        scores = query.new_empty((len(heads), len(rows.positions), rows.length), dtype=torch.float32)
        for kv_head in dict.fromkeys(head // sharing for head in heads):
            keys = key[kv_head].float().T
            for place, head in enumerate(heads):
                if head // sharing == kv_head:
                    torch.mm(query[head, rows.positions].float(), keys, out=scores[place])
        return torch.softmax(self._masked(scores.mul_(self.scaling), number, heads, rows), dim=-1)

    def _masked(self, scores: torch.Tensor, number: int, heads: Sequence[int], rows: Rows) -> torch.Tensor:
        if self.softcap is not None:
            scores = torch.tanh(scores / self.softcap) * self.softcap
        if self.mask is None:
            ahead = torch.arange(rows.first + 1, rows.length, device=scores.device)
            scores[..., rows.first + 1 :].masked_fill_(ahead > rows.positions[:, None], -torch.inf)
            return scores
        mask = self.mask[number if self.mask.shape[0] > 1 else 0]
        mask = mask[list(heads)] if mask.shape[0] > 1 else mask
        mask = mask[:, rows.positions, : rows.length]
        return scores.masked_fill_(~mask, -torch.inf) if mask.dtype == torch.bool else scores + mask.float()


def register() -> None:
    """Make the attention known to transformers as `NAME`, with SDPA's masks. May be called again."""
    from transformers import AttentionInterface, AttentionMaskInterface
    from transformers.masking_utils import sdpa_mask

    AttentionInterface.register(NAME, attend)
    AttentionMaskInterface.register(NAME, sdpa_mask)


def tap(module: Any, told: Tap) -> Callable[[], None]:
    """Show `told` what this attention module is called with from now on, until the function returned is called."""
    _TAPS[module] = told

    def remove() -> None:
        _TAPS.pop(module, None)

    return remove


def attend(
    module: Any,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    scaling: float | None = None,
    softcap: float | None = None,
    **options: Any,
) -> tuple[torch.Tensor, None]:
    """transformers' own SDPA attention; (batch, positions, heads, d), and no weights."""
    from transformers.integrations.sdpa_attention import sdpa_attention_forward

    told = _TAPS.get(module)
    queries = Queries(query, key, attention_mask, scaling, softcap)
    if told is not None:
        told(queries)
    if softcap is not None:
        return _softcapped(queries, value), None
    output, _ = sdpa_attention_forward(module, query, key, value, attention_mask, scaling=scaling, **options)
    return output, None


def _softcapped(queries: Queries, value: torch.Tensor) -> torch.Tensor:
    """What SDPA would return, with softcapped scores: a few queries at a time. At inference only: without dropout."""
    count, length = queries.query.shape[2], queries.key.shape[2]
    sharing = queries.query.shape[1] // queries.key.shape[1]
    keys, values = (part.repeat_interleave(sharing, dim=1) for part in (queries.key, value))
    blocks = []
    for start in range(0, count, QUERIES_AT_ONCE):
        rows = torch.arange(start, min(start + QUERIES_AT_ONCE, count), device=value.device)
        scores = queries.query[:, :, rows] @ keys.transpose(2, 3) * queries.scaling
        scores = torch.tanh(scores / queries.softcap) * queries.softcap
        scores = _with_mask(scores, queries.mask, rows + length - count, rows)
        blocks.append(torch.softmax(scores, dim=-1, dtype=torch.float32).to(value.dtype) @ values)
    return torch.cat(blocks, dim=2).transpose(1, 2).contiguous()


def _with_mask(
    scores: torch.Tensor, mask: torch.Tensor | None, positions: torch.Tensor, rows: torch.Tensor
) -> torch.Tensor:
    if mask is None:
        later = torch.arange(scores.shape[-1], device=rows.device)[None, :] > positions[:, None]
        return scores.masked_fill(later, torch.finfo(scores.dtype).min)
    mask = mask[:, :, rows]
    return scores.masked_fill(~mask, torch.finfo(scores.dtype).min) if mask.dtype == torch.bool else scores + mask
