"""A loaded causal model: its parts by name, and the ways to look into it and to change what it does."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import torch

from claimgraph.platform.errors import TextTooLong

from ..identifiers import identifier
from ..transformers_loading import own_version
from .capturing import capturing
from .families import Family, Sizes, family_of, module_at, sizes_of
from .ports import Observer, Passage
from .scaling import check_heads, check_layers, scaling


class CausalModel:
    """A causal language model of transformers with its tokenizer, at inference, on one device.

    `network` is the transformers model itself, for all that has nothing to do with looking inside (`generate`).
    Passes and interventions through this class take turns.
    """

    def __init__(self, model: str, network: Any, tokenizer: Any) -> None:
        """`model`: the folder or name that it was loaded from. Raises ConfigError for an unknown architecture."""
        self.network, self.tokenizer = network, tokenizer
        self.family: Family = family_of(network)
        self.sizes: Sizes = sizes_of(network.config)
        self._model_name = model
        self._turn = threading.RLock()

    @property
    def name(self) -> str:
        return identifier(self._model_name)

    @cached_property
    def version(self) -> str:
        """A hash of the folder's files, or the hub's commit."""
        return own_version(self._model_name, lambda: self.network)

    @property
    def device(self) -> torch.device:
        return self.network.device

    @cached_property
    def base(self) -> Any:
        """The model without its unembedding."""
        return module_at(self.network, self.family.base)

    @cached_property
    def layers(self) -> list[Any]:
        return list(module_at(self.network, self.family.layers))

    @property
    def embeddings(self) -> torch.Tensor:
        """W_E, (vocabulary, hidden)."""
        return module_at(self.network, self.family.embedding).weight.detach()

    @property
    def unembedding(self) -> torch.Tensor:
        """W_U, (vocabulary, hidden); the same as `embeddings` where a model ties them."""
        return self.network.get_output_embeddings().weight.detach()

    def value_outputs(self, layer: int) -> tuple[torch.Tensor, torch.Tensor]:
        """W_V of each key-value head, (kv_heads, head, hidden), and W_O of each head, (heads, hidden, head)."""
        check_layers([layer], self.sizes.layers)
        sizes, of_layer = self.sizes, self.layers[layer]
        values = self.family.values(module_at(of_layer, self.family.attention), sizes).detach()
        output = module_at(of_layer, self.family.output)
        # GPT-2 keeps its matrices the other way round than a linear layer does.
        mixed = output.weight if isinstance(output, torch.nn.Linear) else output.weight.T
        outputs = mixed.detach().reshape(sizes.hidden, sizes.heads, sizes.head).transpose(0, 1)
        return values.reshape(sizes.kv_heads, sizes.head, sizes.hidden), outputs

    def unembed(self, states: torch.Tensor) -> torch.Tensor:
        """(..., hidden) states after the final norm -> (..., vocabulary) logits, as the model itself has them."""
        with torch.inference_mode():
            logits = self.network.get_output_embeddings()(states)
            cap = getattr(self.network.config.get_text_config(), "final_logit_softcapping", None)
            return logits if cap is None else torch.tanh(logits / cap) * cap

    def lens(self, stream: torch.Tensor) -> torch.Tensor:
        """The logit lens: (..., hidden) of the residual stream -> final norm -> (..., vocabulary) logits."""
        with torch.inference_mode():
            return self.unembed(module_at(self.network, self.family.final_norm)(stream))

    def capture(
        self,
        passages: Sequence[Passage],
        observers: Sequence[Observer],
        heads: Mapping[int, Sequence[int]],
        ffns: Collection[int] = (),
    ) -> None:
        """Read the passages in one forward pass, and tell each one's observer what it shows.

        heads: layer -> heads whose attention is shown; ffns: layers whose residual stream is. Logits are worked out
        for the positions asked for alone. Raises TextTooLong beyond `sizes.positions`, InputError for a head or layer
        that is not there; what an observer raises ends the pass.
        """
        check_heads([(layer, head) for layer, those in heads.items() for head in those], self.sizes)
        check_layers(ffns, self.sizes.layers)
        longest = max((len(passage.ids) for passage in passages), default=0)
        if longest > self.sizes.positions:
            raise TextTooLong(
                f"A text of {longest} tokens is longer than the {self.sizes.positions} that {self.name} can read."
            )
        if not passages:
            return
        with self._turn, torch.inference_mode(), capturing(self, passages, observers, heads, ffns):
            states = self.base(input_ids=_padded(passages, self.device), use_cache=False).last_hidden_state
            for number, (passage, observer) in enumerate(zip(passages, observers, strict=True)):
                hidden = states[number, : len(passage.ids)]
                observer.final(hidden, self.unembed(hidden[list(passage.predicting)]))

    @contextmanager
    def scaled(
        self, heads: Mapping[tuple[int, int], float] | None = None, ffns: Mapping[int, float] | None = None
    ) -> Iterator[None]:
        """While it is open, what these heads, (layer, head), and feed-forward networks write is multiplied.

        0 takes a part out. A head is scaled where it enters W_O; a feed-forward network where it is added to the
        residual stream. Holds for `network` as well, in every thread. Raises InputError for a part that is not there.
        """
        with self._turn, scaling(self, heads or {}, ffns or {}):
            yield


def _padded(passages: Sequence[Passage], device: torch.device) -> torch.Tensor:
    """(passages, longest) ids, filled up at the end: no token looks ahead, so none sees what it was filled up with."""
    ids = torch.zeros((len(passages), max(len(passage.ids) for passage in passages)), dtype=torch.long)
    for number, passage in enumerate(passages):
        ids[number, : len(passage.ids)] = torch.tensor(passage.ids)
    return ids.to(device)
