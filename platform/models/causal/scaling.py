"""Interventions: what a head or a feed-forward network writes into the residual stream, multiplied by a factor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import torch

from claimgraph.platform.errors import InputError

from .families import Sizes, module_at

if TYPE_CHECKING:
    from .network import CausalModel


@contextmanager
def scaling(model: CausalModel, heads: Mapping[tuple[int, int], float], ffns: Mapping[int, float]) -> Iterator[None]:
    """While it is open the factors hold; see `CausalModel.scaled`."""
    check_heads(heads, model.sizes)
    check_layers(ffns, model.sizes.layers)
    with ExitStack() as hooks:
        for layer in {layer for layer, _ in heads}:
            factors = torch.ones(model.sizes.heads, device=model.device, dtype=model.network.dtype)
            for (of_layer, head), factor in heads.items():
                if of_layer == layer:
                    factors[head] = factor
            output = module_at(model.layers[layer], model.family.output)
            by_column = factors.repeat_interleave(model.sizes.head)
            hooks.callback(output.register_forward_pre_hook(_inputs_times(by_column)).remove)
        for layer, factor in ffns.items():
            added = module_at(model.layers[layer], model.family.ffn)
            hooks.callback(added.register_forward_hook(_output_times(factor)).remove)
        yield


def _inputs_times(factors: torch.Tensor) -> Any:
    return lambda _, inputs: (inputs[0] * factors, *inputs[1:])


def _output_times(factor: float) -> Any:
    return lambda _, __, output: output * factor


def check_heads(heads: Iterable[tuple[int, int]], sizes: Sizes) -> None:
    """Raises InputError where a model of these sizes has no such (layer, head)."""
    for layer, head in heads:
        if not (0 <= layer < sizes.layers and 0 <= head < sizes.heads):
            raise InputError(
                f"The model has no head {head} in layer {layer}: it has {sizes.layers} layers of {sizes.heads} heads, "
                "counted from 0."
            )


def check_layers(layers: Iterable[int], count: int) -> None:
    """Raises InputError where a model of so many layers has no such one."""
    for layer in layers:
        if not 0 <= layer < count:
            raise InputError(f"The model has no layer {layer}: it has {count}, counted from 0.")
