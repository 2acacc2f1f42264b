"""What the scores need of arrays, the same for NumPy (float64 stays float64) and torch tensors, on any device."""

from __future__ import annotations

from typing import Any, TypeAlias

from array_api_compat import array_namespace, device, is_torch_array

Array: TypeAlias = Any
"""A NumPy array or a torch tensor; the shape is said where it is used."""


def namespace(*arrays: Array) -> Any:
    """The array API's functions for these arrays."""
    return array_namespace(*arrays)


def real(array: Array) -> Array:
    """The array in float32 at least: half precision is too coarse to sum a vocabulary in."""
    xp = array_namespace(array)
    return array if array.dtype in (xp.float32, xp.float64) else xp.astype(array, xp.float32)


def positions(values: Array, beside: Array) -> Array:
    """Integer positions as an int64 array of the kind, and on the device, of `beside`."""
    xp = array_namespace(beside)
    return xp.asarray(values, dtype=xp.int64, device=device(beside))


def largest(values: Array, count: int) -> tuple[Array, Array]:
    """The `count` largest along the last axis and their indices, in no order; among equals it is not said which."""
    xp = array_namespace(values)
    if is_torch_array(values):
        found, where = values.topk(count, dim=-1, sorted=False)  # a sort of every head and token costs a multiple
        return found, where
    where = xp.argsort(values, axis=-1, descending=True, stable=True)[..., :count]
    return xp.take_along_axis(values, where, axis=-1), where


def sums(table: Array, named: Array) -> Array:
    """Of each row of `named` the sum of those rows of `table` that it names: (n, d).

    table: (positions, d); named: (n, k) positions, each at most once, -1 for none.
    """
    xp = array_namespace(table)
    if is_torch_array(table) and table.device.type == "cpu":  # else it is a matrix product, which a GPU is good at
        import torch

        there = (named >= 0).to(table.dtype)
        return torch.nn.functional.embedding_bag(named.clamp(min=0), table, mode="sum", per_sample_weights=there)
    numbers = xp.arange(named.shape[0], dtype=named.dtype, device=device(named))[:, None]
    chosen = xp.zeros((named.shape[0], table.shape[0] + 1), dtype=table.dtype, device=device(table))
    chosen[numbers, named] = 1.0  # -1 falls into the column too many
    return chosen[:, :-1] @ table


def cosine(left: Array, right: Array) -> Array:
    """Cosine along the last axis, in [-1, 1]; 0 where a vector is zero, NaN where one holds a NaN."""
    xp = array_namespace(left, right)
    norms = xp.sqrt(xp.sum(left * left, axis=-1)) * xp.sqrt(xp.sum(right * right, axis=-1))
    products = xp.sum(left * right, axis=-1)
    zero = norms == 0
    return xp.clip(products / xp.where(zero, xp.ones_like(norms), norms), -1.0, 1.0)


def log_softmax(logits: Array) -> Array:
    """Natural logarithms of the probabilities along the last axis."""
    xp = array_namespace(logits)
    if is_torch_array(logits):
        return logits.log_softmax(-1)  # in one go
    shifted = logits - xp.max(logits, axis=-1, keepdims=True)
    return shifted - xp.log(xp.sum(xp.exp(shifted), axis=-1, keepdims=True))


def softplus(values: Array) -> Array:
    """log(1 + exp(x)), element by element."""
    if is_torch_array(values):
        import torch

        return torch.nn.functional.softplus(values)
    xp = array_namespace(values)
    return xp.logaddexp(values, xp.zeros_like(values))
