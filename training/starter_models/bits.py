"""Matrices in few bits: whole numbers in blocks of 32 with an fp16 scale each, packed into bytes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

BLOCK = 32
PLANES = (4, 2, 1)
"""Numbers of fewer than 8 bits are kept in planes of so many bits each, which fill their bytes."""


def quantised(blocks: np.ndarray, axis: int, bits: int) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers of `bits` (int8, symmetric) and their fp16 scales, one for all along `axis`."""
    most = 2 ** (bits - 1) - 1
    scale = (np.abs(blocks).max(axis=axis, keepdims=True) / most).astype(np.float16)
    scale = np.maximum(scale, np.float16(6e-8))
    return np.clip(np.rint(blocks / scale.astype(np.float64)), -most, most).astype(np.int8), scale


def split_bits(values: np.ndarray, axis: int, bits: int) -> list[np.ndarray]:
    """Whole numbers of `bits` in planes of uint8, lowest bits first; what lies side by side in a byte of a plane of w
    bits was a (8 / w)-th of the length of `axis` apart. Of 8 bits: the int8 numbers themselves."""
    if bits == 8:
        return [values]
    left = (values.astype(np.int16) + 2 ** (bits - 1)).astype(np.uint8)
    planes = []
    for width in widths(bits):
        parts = np.split(left & (2**width - 1), 8 // width, axis=axis)
        planes.append(np.bitwise_or.reduce([part << (place * width) for place, part in enumerate(parts)]))
        left = left >> width
    return planes


def joined_bits(planes: Sequence[np.ndarray], axis: int, bits: int) -> np.ndarray:
    """The int8 numbers that `split_bits` took apart."""
    if bits == 8:
        return planes[0]
    total, above = np.zeros((), dtype=np.uint8), 0
    for width, plane in zip(widths(bits), planes, strict=True):
        parts = [(plane >> start) & (2**width - 1) for start in range(0, 8, width)]
        total = total | (np.concatenate(parts, axis=axis) << above)
        above += width
    return (total.astype(np.int16) - 2 ** (bits - 1)).astype(np.int8)


def widths(bits: int) -> list[int]:
    """The planes' bits that make up `bits`."""
    return [width for width in PLANES if bits & width]
