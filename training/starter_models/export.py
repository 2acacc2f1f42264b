"""MiniLM encoders as ONNX: weights stored in 8 bits, computed in fp32, so that no score depends on its batch.

Matrices are stored as int8 in blocks of 32 inputs per output with an fp16 scale each, and unpacked by
`Cast` and `Mul`, which ONNX Runtime folds into fp32 constants once, at load. The word embeddings are int8
per row, and only the rows of a text are unpacked. Activations are never quantised: a dynamic scale would be
shared by all texts of a batch. Only standard operators are used, so that other runtimes can read the files.
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

OPSET = 20
BLOCK = 32
LAYERS, HEADS, WIDTH, INNER = 6, 12, 384, 1536
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

    def __init__(self) -> None:
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
        """An (inputs, outputs) matrix, unpacked: int8 with an fp16 scale per 32 inputs and output."""
        rows, columns = matrix.shape
        blocks = matrix.reshape(rows // BLOCK, BLOCK, columns).astype(np.float64)
        scale = (np.abs(blocks).max(axis=1, keepdims=True) / 127).astype(np.float16)
        scale = np.maximum(scale, np.float16(6e-8))
        values = np.clip(np.rint(blocks / scale.astype(np.float64)), -127, 127).astype(np.int8)
        floats = self.add("Cast", self.constant(values), to=TensorProto.FLOAT)
        scales = self.add("Cast", self.constant(scale), to=TensorProto.FLOAT)
        full = self.add("Mul", floats, scales)
        return self.add("Reshape", full, self.constant(np.array([rows, columns], dtype=np.int64)))

    def linear(self, inputs: str, weights: Weights, name: str) -> str:
        """`inputs` x W^T + b of a torch linear layer."""
        product = self.add("MatMul", inputs, self.packed(weights[f"{name}.weight"].T))
        return self.add("Add", product, self.constant(weights[f"{name}.bias"]))

    def layer_norm(self, inputs: str, weights: Weights, name: str) -> str:
        scale, bias = self.constant(weights[f"{name}.weight"]), self.constant(weights[f"{name}.bias"])
        return self.add("LayerNormalization", inputs, scale, bias, axis=-1, epsilon=EPSILON)

    def word_rows(self, table: np.ndarray, ids: str) -> str:
        """Rows of an embedding table kept as int8 with one fp32 scale a row."""
        scale = np.maximum(np.abs(table).max(axis=1, keepdims=True) / 127, 1e-8).astype(np.float32)
        values = np.clip(np.rint(table / scale), -127, 127).astype(np.int8)
        picked = self.add("Cast", self.add("Gather", self.constant(values), ids), to=TensorProto.FLOAT)
        return self.add("Mul", picked, self.add("Gather", self.constant(scale), ids))


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
    for layer in range(LAYERS):
        hidden = transformer_layer(graph, weights, f"encoder.layer.{layer}", hidden, mask)
        states.append(hidden)
    return states


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
    graph = Graph()
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

    def value(name: str) -> np.ndarray:
        if name in stored:
            return stored[name]
        node = made[name]
        first = value(node.input[0])
        if node.op_type == "Cast":
            return first.astype(np.float32)
        if node.op_type == "Mul":
            return first * value(node.input[1])
        if node.op_type == "Reshape":
            return first.reshape(value(node.input[1]))
        raise KeyError(name)

    def constant(name: str) -> bool:
        return name in stored or (name in made and bool(made[name].input) and all(map(constant, made[name].input)))

    products = [node for node in nodes if node.op_type == "MatMul" and constant(node.input[1])]
    added = {node.input[0]: node.input[1] for node in nodes if node.op_type == "Add"}
    norms = [node for node in nodes if node.op_type == "LayerNormalization"]
    rows = {node.input[1]: node for node in nodes if node.op_type == "Gather" and node.input[1].endswith("ids")}
    words = [stored[node.input[0]] for node in nodes if node.op_type == "Gather" and node.input[1] == "input_ids"]
    sliced = [node for node in nodes if node.op_type == "Slice"]
    linear = [f"encoder.encoder.layer.{layer}.{name}" for layer in range(LAYERS) for name in LINEAR] + ["head"]
    if len(products) != len(linear) or len(norms) != 2 * LAYERS + 1 or len(words) != 2 or len(sliced) != 1:
        raise ValueError(f"{path} is no model of `export_nli`")
    found = {
        "encoder.embeddings.word_embeddings.weight": words[0].astype(np.float32) * words[1],
        "encoder.embeddings.token_type_embeddings.weight": stored[rows["token_type_ids"].input[0]],
        "encoder.embeddings.position_embeddings.weight": stored[sliced[0].input[0]],
    }
    for name, node in zip(linear, products, strict=True):
        found[f"{name}.weight"] = value(node.input[1]).T
        found[f"{name}.bias"] = stored[added[node.output[0]]]
    own = ["encoder.embeddings.LayerNorm"]
    for layer in range(LAYERS):
        own += [f"encoder.encoder.layer.{layer}.{part}.LayerNorm" for part in ("attention.output", "output")]
    for name, node in zip(own, norms, strict=True):
        found[f"{name}.weight"], found[f"{name}.bias"] = stored[node.input[1]], stored[node.input[2]]
    return {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in found.items()}


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
