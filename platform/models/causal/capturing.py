"""Hooks that show one forward pass to observers: attention rows, and the residual stream around each network."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import torch

from .attention import Queries, Rows, tap
from .families import module_at
from .ports import Observer, Passage

if TYPE_CHECKING:
    from .network import CausalModel


@contextmanager
def capturing(
    model: CausalModel,
    passages: Sequence[Passage],
    observers: Sequence[Observer],
    heads: Mapping[int, Sequence[int]],
    ffns: Collection[int],
) -> Iterator[None]:
    """While it is open, a pass over the padded passages is shown to their observers. Leaves the model as it was."""
    rows = [Rows.of(passage.rows, len(passage.ids), model.device) for passage in passages]
    with ExitStack() as hooks:
        for layer, wanted in heads.items():
            if wanted:
                module = module_at(model.layers[layer], model.family.attention)
                hooks.callback(tap(module, _attention(layer, tuple(wanted), observers, rows)))
        for layer in ffns:
            for handle in _around_ffn(model, layer, observers, rows):
                hooks.callback(handle.remove)
        yield


def _attention(
    layer: int,
    heads: tuple[int, ...],
    observers: Sequence[Observer],
    rows: Sequence[Rows],
) -> Any:
    def told(queries: Queries) -> None:
        for number, (observer, those) in enumerate(zip(observers, rows, strict=True)):
            observer.attention(layer, heads, queries.weights(number, heads, those))

    return told


def _around_ffn(model: CausalModel, layer: int, observers: Sequence[Observer], rows: Sequence[Rows]) -> list[Any]:
    """Hooks on a layer: its output is the stream after; before is what its norm is given, or is put together."""
    before: list[torch.Tensor] = []

    def read(states: torch.Tensor) -> list[torch.Tensor]:
        return [states[number, those.positions] for number, those in enumerate(rows)]

    def norm_is_given(_: Any, inputs: tuple[Any, ...]) -> None:
        before[:] = read(inputs[0])

    def layer_is_given(_: Any, inputs: tuple[Any, ...], named: dict[str, Any]) -> None:
        before[:] = read(inputs[0] if inputs else named["hidden_states"])

    def attention_gives(_: Any, __: Any, output: Any) -> None:
        before[:] = [stream + added for stream, added in zip(before, read(_first(output)), strict=True)]

    def layer_gives(_: Any, __: Any, output: Any) -> None:
        for observer, stream, after in zip(observers, before, read(_first(output)), strict=True):
            observer.ffn(layer, stream, after)
        before.clear()

    module, family = model.layers[layer], model.family
    if family.before_ffn is not None:
        started = [module_at(module, family.before_ffn).register_forward_pre_hook(norm_is_given)]
    else:
        attention = module_at(module, family.attention)
        started = [
            module.register_forward_pre_hook(layer_is_given, with_kwargs=True),
            attention.register_forward_hook(attention_gives),
        ]
    return [*started, module.register_forward_hook(layer_gives)]


def _first(output: Any) -> torch.Tensor:
    """A module's states, whether it returns them alone or before something else."""
    return output[0] if isinstance(output, tuple) else output
