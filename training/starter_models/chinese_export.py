"""The Chinese NER net as ONNX: one sentence at a time, weights in 8 bits, computed in fp32."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from .chinese_net import TAGS, Tagger
from .export import OPSET, Graph

FIRST_ID = 2
_TORCH_TO_ONNX = (0, 3, 1, 2)  # torch has the gates input, forget, cell, output; ONNX input, output, forget, cell


def export(models: Sequence[Tagger], path: Path) -> None:
    """Inputs as `chinese_features.Features`; output `scores`, (characters, tags), the mean over the models."""
    graph = Graph()
    scores = [_tagger(graph, model.eval()) for model in models]
    total = scores[0]
    for other in scores[1:]:
        total = graph.add("Add", total, other)
    mean = graph.add("Div", total, graph.constant(np.array(len(models), dtype=np.float32)))
    graph.nodes.append(helper.make_node("Identity", [mean], ["scores"], name="scores"))
    integer, length = TensorProto.INT64, "characters_"
    inputs = [
        helper.make_tensor_value_info("characters", integer, [length]),
        helper.make_tensor_value_info("bigrams", integer, [length, 2]),
        helper.make_tensor_value_info("words", integer, [length]),
        helper.make_tensor_value_info("lexicon", TensorProto.FLOAT, [length, models[0].shape.lexicon]),
    ]
    outputs = [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [length, len(TAGS)])]
    made = helper.make_graph(graph.nodes, "zh_ner", inputs, outputs, graph.initializers)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def write_vocabulary(models: Sequence[Tagger], characters: Sequence[str], words: Sequence[str], path: Path) -> None:
    """What the program needs beside the net: ids, tags and the mean transition scores."""
    transitions = np.mean([model.transition_scores().detach().numpy() for model in models], axis=0)
    vocabulary = {
        "tags": list(TAGS),
        "transitions": [[round(float(value), 4) for value in row] for row in transitions],
        "first_id": FIRST_ID,
        "words": list(words),
        "characters": "".join(characters),
    }
    path.write_text(json.dumps(vocabulary, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def _tagger(graph: Graph, model: Tagger) -> str:
    values = {name: value.detach().float().numpy() for name, value in model.state_dict().items()}
    pair = graph.word_rows(values["bigrams.weight"], "bigrams")
    flat = graph.add("Reshape", pair, _integers(graph, 0, -1))
    parts = [
        graph.word_rows(values["characters.weight"], "characters"),
        flat,
        graph.word_rows(values["words.weight"], "words"),
        "lexicon",
    ]
    joined = graph.add("Concat", *parts, axis=1)
    sequence = graph.add("Unsqueeze", joined, _integers(graph, 1))
    hidden = _lstm(graph, values, sequence, model.shape.hidden)
    product = graph.add("MatMul", hidden, graph.constant(values["output.weight"].T))
    return graph.add("Add", product, graph.constant(values["output.bias"]))


def _lstm(graph: Graph, values: dict[str, np.ndarray], sequence: str, hidden: int) -> str:
    """(characters, 2 * hidden) of a (characters, 1, width) sequence."""

    def both(name: str) -> np.ndarray:
        return np.stack([_gates(values[f"lstm.{name}_l0{suffix}"], hidden) for suffix in ("", "_reverse")])

    node = helper.make_node(
        "LSTM",
        [
            sequence,
            _packed(graph, both("weight_ih")),
            _packed(graph, both("weight_hh")),
            graph.constant(np.concatenate([both("bias_ih"), both("bias_hh")], axis=1)),
        ],
        [f"lstm_{len(graph.nodes)}"],
        direction="bidirectional",
        hidden_size=hidden,
    )
    graph.nodes.append(node)
    # (characters, directions, 1, hidden) to one row a character
    return graph.add("Reshape", node.output[0], _integers(graph, 0, -1))


def _packed(graph: Graph, weights: np.ndarray) -> str:
    """Weights kept as int8 with one fp32 scale a row, unpacked once, at load."""
    scale = np.maximum(np.abs(weights).max(axis=-1, keepdims=True) / 127, 1e-8).astype(np.float32)
    values = np.clip(np.rint(weights / scale), -127, 127).astype(np.int8)
    return graph.add("Mul", graph.add("Cast", graph.constant(values), to=TensorProto.FLOAT), graph.constant(scale))


def _gates(weights: np.ndarray, hidden: int) -> np.ndarray:
    blocks = [weights[gate * hidden : (gate + 1) * hidden] for gate in _TORCH_TO_ONNX]
    return np.concatenate(blocks)


def _integers(graph: Graph, *values: int) -> str:
    return graph.constant(np.array(values, dtype=np.int64))
