"""Encoders as ONNX: weights stored in few bits, computed in fp32, so that no score depends on its batch.

Matrices are stored in blocks of 32 inputs per output with an fp16 scale each, in 8 bits or fewer, and unpacked by a few
operations that ONNX Runtime folds into fp32 constants once, at load. Of the word embeddings only the rows of a text
are unpacked. Activations are never quantised: a dynamic scale would be shared by all texts of a batch. Only standard
operators are used, so that other runtimes can read the files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from claimgraph.platform.models.onnx_encoder import DIGESTS

from .bits import BLOCK, quantised, split_bits, widths

OPSET = 20
HEADS, WIDTH = 12, 384
NLI_BITS, NLI_WORD_BITS = 6, 4
"""Bits a weight of the NLI model's matrices and of its word embeddings: with 12 layers, 25 MB and not 33."""
EPSILON = 1e-12
MASKED = -1e9

Weights = Mapping[str, "np.ndarray"]
Input = tuple[str, int, list[str | int]]
"""Name, element type, shape."""
Output = tuple[str, str, list[str | int]]
"""Name, the value it stands for, shape; all are fp32."""
ENCODER_INPUTS: list[Input] = [
    (name, TensorProto.INT64, ["batch", "tokens"]) for name in ("input_ids", "token_type_ids", "attention_mask")
]


class Graph:
    """Nodes and initializers in the making; each method adds operations and names their output."""

    def __init__(self, bits: int = 8, word_bits: int = 8) -> None:
        self.bits, self.word_bits = bits, word_bits
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: list[onnx.TensorProto] = []
        self._known: dict[bytes, str] = {}

    def constant(self, value: np.ndarray) -> str:
        key = value.dtype.str.encode() + str(value.shape).encode() + value.tobytes()
        if key not in self._known:
            name = f"c{len(self._known)}"
            self._known[key] = name
            self.initializers.append(numpy_helper.from_array(np.asarray(value, order="C"), name))
        return self._known[key]

    def add(self, op: str, *inputs: str, **attributes: object) -> str:
        name = f"{op.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, list(inputs), [name], name=name, **attributes))
        return name

    def packed(self, matrix: np.ndarray) -> str:
        """An (inputs, outputs) matrix, unpacked: `bits` each with an fp16 scale per 32 inputs and output."""
        rows, columns = matrix.shape
        blocks = matrix.reshape(rows // BLOCK, BLOCK, columns).astype(np.float64)
        values, scale = quantised(blocks, 1, self.bits)
        scales = self.add("Cast", self.constant(scale), to=TensorProto.FLOAT)
        planes = [self.constant(plane) for plane in split_bits(values, 1, self.bits)]
        full = self.add("Mul", self._joined_bits(planes, 1, self.bits), scales)
        return self.add("Reshape", full, self.constant(np.array([rows, columns], dtype=np.int64)))

    def _joined_bits(self, planes: Sequence[str], axis: int, bits: int) -> str:
        """The fp32 numbers that `split_bits` took apart."""
        if bits == 8:
            return self.add("Cast", planes[0], to=TensorProto.FLOAT)
        total, above = "", 0
        for width, plane in zip(widths(bits), planes, strict=True):
            mask = self.constant(np.array(2**width - 1, dtype=np.uint8))
            parts = []
            for start in range(0, 8, width):
                moved = self._shifted(plane, start, "RIGHT")
                parts.append(self.add("BitwiseAnd", moved, mask) if start + width < 8 else moved)
            part = self._shifted(self.add("Concat", *parts, axis=axis), above, "LEFT")
            total = self.add("BitwiseOr", total, part) if total else part
            above += width
        floats = self.add("Cast", total, to=TensorProto.FLOAT)
        return self.add("Sub", floats, self.constant(np.array(2 ** (bits - 1), dtype=np.float32)))

    def _shifted(self, plane: str, places: int, direction: str) -> str:
        if not places:
            return plane
        return self.add("BitShift", plane, self.constant(np.array(places, dtype=np.uint8)), direction=direction)

    def linear(self, inputs: str, weights: Weights, name: str) -> str:
        """`inputs` x W^T + b of a torch linear layer."""
        product = self.add("MatMul", inputs, self.packed(weights[f"{name}.weight"].T))
        return self.add("Add", product, self.constant(weights[f"{name}.bias"]))

    def layer_norm(self, inputs: str, weights: Weights, name: str) -> str:
        scale, bias = self.constant(weights[f"{name}.weight"]), self.constant(weights[f"{name}.bias"])
        return self.add("LayerNormalization", inputs, scale, bias, axis=-1, epsilon=EPSILON)

    def word_rows(self, table: np.ndarray, ids: str) -> str:
        """Rows of an embedding table: int8 with an fp32 scale a row, or fewer bits with an fp16 scale a 32 columns."""
        if self.word_bits == 8:
            scale = np.maximum(np.abs(table).max(axis=1, keepdims=True) / 127, 1e-8).astype(np.float32)
            values = np.clip(np.rint(table / scale), -127, 127).astype(np.int8)
            picked = self.add("Cast", self.add("Gather", self.constant(values), ids), to=TensorProto.FLOAT)
            return self.add("Mul", picked, self.add("Gather", self.constant(scale), ids))
        rows, columns = table.shape
        blocks = table.reshape(rows, columns // BLOCK, BLOCK).astype(np.float64)
        values, scale = quantised(blocks, 2, self.word_bits)
        planes = [self.add("Gather", self.constant(plane), ids) for plane in split_bits(values, 2, self.word_bits)]
        scales = self.add("Cast", self.add("Gather", self.constant(scale), ids), to=TensorProto.FLOAT)
        full = self.add("Mul", self._joined_bits(planes, -1, self.word_bits), scales)
        return self.add("Reshape", full, self.constant(np.array([0, 0, columns], dtype=np.int64)))


def encoder(graph: Graph, weights: Weights) -> list[str]:
    """BERT's hidden state after each layer, (batch, tokens, 384), of input_ids, token_type_ids, attention_mask."""
    words = graph.word_rows(weights["embeddings.word_embeddings.weight"], "input_ids")
    types = graph.add("Gather", graph.constant(weights["embeddings.token_type_embeddings.weight"]), "token_type_ids")
    length = graph.add("Shape", "input_ids", start=1, end=2)
    positions = graph.add(
        "Slice",
        graph.constant(weights["embeddings.position_embeddings.weight"]),
        graph.constant(np.array([0], dtype=np.int64)),
        length,
        graph.constant(np.array([0], dtype=np.int64)),
    )
    summed = graph.add("Add", graph.add("Add", words, types), positions)
    hidden = graph.layer_norm(summed, weights, "embeddings.LayerNorm")
    mask = additive_mask(graph)
    states = []
    for layer in range(layers_of(weights)):
        hidden = transformer_layer(graph, weights, f"encoder.layer.{layer}", hidden, mask)
        states.append(hidden)
    return states


def layers_of(weights: Weights) -> int:
    return sum(name.endswith("intermediate.dense.weight") for name in weights)


def additive_mask(graph: Graph) -> str:
    """0 for tokens and -1e9 for padding, shaped (batch, 1, 1, tokens)."""
    floats = graph.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    off = graph.add("Sub", graph.constant(np.array(1, dtype=np.float32)), floats)
    scaled = graph.add("Mul", off, graph.constant(np.array(MASKED, dtype=np.float32)))
    return graph.add("Unsqueeze", scaled, graph.constant(np.array([1, 2], dtype=np.int64)))


def transformer_layer(graph: Graph, weights: Weights, name: str, hidden: str, mask: str, heads: int = HEADS) -> str:
    attended = _attention(graph, weights, f"{name}.attention", hidden, mask, heads)
    hidden = graph.layer_norm(graph.add("Add", attended, hidden), weights, f"{name}.attention.output.LayerNorm")
    inner = graph.add("Gelu", graph.linear(hidden, weights, f"{name}.intermediate.dense"))
    outer = graph.linear(inner, weights, f"{name}.output.dense")
    return graph.layer_norm(graph.add("Add", outer, hidden), weights, f"{name}.output.LayerNorm")


def _attention(graph: Graph, weights: Weights, name: str, hidden: str, mask: str, heads: int) -> str:
    width = len(weights[f"{name}.self.query.bias"])
    size = width // heads
    split = graph.constant(np.array([0, 0, heads, size], dtype=np.int64))
    joined = graph.constant(np.array([0, 0, width], dtype=np.int64))

    def by_head(part: str, order: list[int]) -> str:
        flat = graph.linear(hidden, weights, f"{name}.self.{part}")
        return graph.add("Transpose", graph.add("Reshape", flat, split), perm=order)

    query, key, value = by_head("query", [0, 2, 1, 3]), by_head("key", [0, 2, 3, 1]), by_head("value", [0, 2, 1, 3])
    scaled = graph.add("Mul", query, graph.constant(np.array(size**-0.5, dtype=np.float32)))
    scores = graph.add("Add", graph.add("MatMul", scaled, key), mask)
    mixed = graph.add("MatMul", graph.add("Softmax", scores, axis=-1), value)
    merged = graph.add("Reshape", graph.add("Transpose", mixed, perm=[0, 2, 1, 3]), joined)
    return graph.linear(merged, weights, f"{name}.output.dense")


def _mean(graph: Graph, hidden: str) -> str:
    """Mean over the tokens that are no padding, (batch, 384)."""
    axis = graph.constant(np.array([1], dtype=np.int64))
    last = graph.constant(np.array([2], dtype=np.int64))
    mask = graph.add("Unsqueeze", graph.add("Cast", "attention_mask", to=TensorProto.FLOAT), last)
    total = graph.add("ReduceSum", graph.add("Mul", hidden, mask), axis, keepdims=0)
    return graph.add("Div", total, graph.add("ReduceSum", mask, axis, keepdims=0))


def unit_length(graph: Graph, vectors: str) -> str:
    """(batch, width) vectors divided by their L2 norm."""
    norm = graph.add("ReduceL2", vectors, graph.constant(np.array([1], dtype=np.int64)), keepdims=1)
    floor = graph.add("Max", norm, graph.constant(np.array(1e-12, dtype=np.float32)))
    return graph.add("Div", vectors, floor)


def export_embedder(weights: Weights, path: Path) -> None:
    """Mean pooling and L2 normalisation: output `embedding`, (batch, 384).

    The hidden states are outputs too, `hidden_1` to `hidden_6`, (batch, tokens, 384): text analysis reads one of them
    in the same pass. Who does not ask for them pays nothing.
    """
    graph = Graph()
    states = encoder(graph, weights)
    outputs: list[Output] = [("embedding", unit_length(graph, _mean(graph, states[-1])), ["batch", WIDTH])]
    outputs += [(f"hidden_{layer}", state, ["batch", "tokens", WIDTH]) for layer, state in enumerate(states, start=1)]
    save(graph, ENCODER_INPUTS, outputs, path)


def export_nli(weights: Weights, path: Path) -> None:
    """A linear head on [CLS; mean]: output `logits`, (batch, 3): entailment, neutral, contradiction."""
    graph = Graph(NLI_BITS, NLI_WORD_BITS)
    inner = {name.removeprefix("encoder."): value for name, value in weights.items() if name.startswith("encoder.")}
    hidden = encoder(graph, inner)[-1]
    first = graph.add("Gather", hidden, graph.constant(np.array(0, dtype=np.int64)), axis=1)
    features = graph.add("Concat", first, _mean(graph, hidden), axis=-1)
    product = graph.add("MatMul", features, graph.constant(np.ascontiguousarray(weights["head.weight"].T)))
    logits = graph.add("Add", product, graph.constant(weights["head.bias"]))
    save(graph, ENCODER_INPUTS, [("logits", logits, ["batch", 3])], path)


LINEAR = (
    *(f"attention.self.{part}" for part in ("query", "key", "value")),
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
"""A layer's linear maps, in the order in which `transformer_layer` adds them."""


def read_nli(path: Path) -> dict[str, np.ndarray]:
    """The weights that a file of `export_nli` computes with, by their names in torch, as fp32 arrays.

    Raises ValueError for a file that is none.
    """
    nodes, stored = _read(path)
    made = {output: node for node in nodes for output in node.output}
    known = {output: node for output, node in made.items() if _constant(output, made, stored)}
    products = [
        node for node in nodes if node.op_type == "MatMul" and (node.input[1] in known or node.input[1] in stored)
    ]
    norms = [node for node in nodes if node.op_type == "LayerNormalization"]
    layers = (len(norms) - 1) // 2
    linear = [f"encoder.encoder.layer.{layer}.{name}" for layer in range(layers) for name in LINEAR] + ["head"]
    try:
        positions, summed = (made[name] for name in reversed(made[norms[0].input[0]].input))
        words, types = summed.input
        found = {
            "encoder.embeddings.word_embeddings.weight": _rows(words, made, stored),
            "encoder.embeddings.token_type_embeddings.weight": stored[made[types].input[0]],
            "encoder.embeddings.position_embeddings.weight": stored[positions.input[0]],
        }
        added = {node.input[0]: node.input[1] for node in nodes if node.op_type == "Add"}
        for name, node in zip(linear, products, strict=True):
            found[f"{name}.weight"] = _computed(node.input[1], made, stored).T
            found[f"{name}.bias"] = stored[added[node.output[0]]]
    except (KeyError, ValueError, IndexError) as error:
        raise ValueError(f"{path} is no model of `export_nli`") from error
    own = ["encoder.embeddings.LayerNorm"]
    for layer in range(layers):
        own += [f"encoder.encoder.layer.{layer}.{part}.LayerNorm" for part in ("attention.output", "output")]
    for name, node in zip(own, norms, strict=True):
        found[f"{name}.weight"], found[f"{name}.bias"] = stored[node.input[1]], stored[node.input[2]]
    return {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in found.items()}


Nodes = Mapping[str, onnx.NodeProto]


def _constant(name: str, made: Nodes, stored: Weights) -> bool:
    """Whether a value depends on no input."""
    if name in stored:
        return True
    return name in made and bool(made[name].input) and all(_constant(one, made, stored) for one in made[name].input)


def _rows(name: str, made: Nodes, stored: Weights) -> np.ndarray:
    """All rows of an embedding table that a graph unpacks for `input_ids`."""
    below = [name]
    for one in below:
        if one in made and made[one].op_type == "Gather":
            every = np.arange(len(stored[made[one].input[0]]))[np.newaxis]
            return _computed(name, made, {**stored, "input_ids": every})[0]
        below += made[one].input if one in made else ()
    raise KeyError(name)


def _computed(name: str, made: Nodes, stored: Weights) -> np.ndarray:
    """What a node gives, by the few operations with which weights are unpacked."""
    if name in stored:
        return stored[name]
    node = made[name]
    values = [_computed(one, made, stored) for one in node.input]
    attributes = {one.name: helper.get_attribute_value(one) for one in node.attribute}
    match node.op_type:
        case "Cast":
            return values[0].astype(np.float32)
        case "Mul":
            return values[0] * values[1]
        case "Sub":
            return values[0] - values[1]
        case "Reshape":
            kept = [values[0].shape[place] if size == 0 else size for place, size in enumerate(values[1])]
            return values[0].reshape(kept)
        case "Gather":
            return values[0][values[1]]
        case "Concat":
            return np.concatenate(values, axis=attributes["axis"])
        case "BitwiseAnd":
            return values[0] & values[1]
        case "BitwiseOr":
            return values[0] | values[1]
        case "BitShift":
            return values[0] << values[1] if attributes["direction"] == b"LEFT" else values[0] >> values[1]
    raise KeyError(name)


def _read(path: Path) -> tuple[list[onnx.NodeProto], dict[str, np.ndarray]]:
    """The nodes and the stored arrays of a model."""
    graph = onnx.load(path).graph
    return list(graph.node), {one.name: numpy_helper.to_array(one) for one in graph.initializer}


def write_digests(folder: Path) -> None:
    """digests.json of the encoders and tokenizers in the folder, by which they are known without being read."""
    named = [*folder.glob("*.onnx"), *folder.glob("*tokenizer.json")]
    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(named)}
    (folder / DIGESTS).write_text(json.dumps({"sha256": digests}, indent=1) + "\n", encoding="utf-8")


def save(graph: Graph, inputs: Sequence[Input], outputs: Sequence[Output], path: Path) -> None:
    """Check the model and write it, replacing the file at once."""
    graph.nodes += [helper.make_node("Identity", [value], [name]) for name, value, _ in outputs]
    made = helper.make_graph(
        graph.nodes,
        path.stem,
        [helper.make_tensor_value_info(name, kind, shape) for name, kind, shape in inputs],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, _, shape in outputs],
        graph.initializers,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)
    onnx.checker.check_model(model, full_check=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    onnx.save(model, partial)
    partial.replace(path)
