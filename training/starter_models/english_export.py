"""The English network as ONNX, and as a spaCy pipeline around it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
from onnx import TensorProto

from .english_labels import Labels
from .english_network import ATTENTION_HEADS, LAYERS, WIDTH, EnglishNetwork
from .export import Graph, Input, Output, Weights, additive_mask, save, transformer_layer

assert ATTENTION_HEADS == 12
PIPES = ("network", "tagger", "parser", "lemmatizer", "names")
INPUTS: list[Input] = [
    ("hidden", TensorProto.FLOAT, ["batch", "pieces", WIDTH]),
    ("attention_mask", TensorProto.INT64, ["batch", "pieces"]),
    ("piece_features", TensorProto.INT64, ["batch", "pieces"]),
    ("first_pieces", TensorProto.INT64, ["batch", "words"]),
    ("word_features", TensorProto.INT64, ["batch", "words"]),
]


def export_network(network: EnglishNetwork, labels: Labels, folder: Path) -> None:
    """network.onnx and labels.json."""
    weights = {name: value.detach().float().cpu().numpy() for name, value in network.state_dict().items()}
    graph = Graph()
    hidden = graph.add("Add", "hidden", _rows(graph, weights["pieces.weight"], "piece_features"))
    mask = additive_mask(graph)
    for layer in range(network.sizes.frozen, LAYERS):
        hidden = transformer_layer(graph, weights, f"encoder.layer.{layer}", hidden, mask)
    words = graph.add("Add", _first(graph, hidden), _rows(graph, weights["words.weight"], "word_features"))
    root = graph.add("Slice", hidden, _ints(graph, 0), _ints(graph, 1), _ints(graph, 1))
    rooted = graph.add("Concat", root, words, axis=1)

    outputs: list[Output] = []
    for name, inner in (("upos", "tags"), ("xpos", "tags"), ("edits", "tags"), ("names", "names")):
        scores = _dense(graph, _hidden(graph, words, weights, f"{inner}_hidden"), weights, name)
        outputs.append((name, scores, ["batch", "words", len(getattr(labels, name))]))
    outputs.append(("arcs", _arcs(graph, weights, words, rooted), ["batch", "words", "words_and_root"]))
    relations = _relations(graph, weights, words, rooted)
    outputs.append(("labels", relations, ["batch", "words", len(labels.deps), "words_and_root"]))
    folder.mkdir(parents=True, exist_ok=True)
    save(graph, INPUTS, outputs, folder / "network.onnx")
    described = {"layer": network.sizes.frozen, **labels.as_dict()}
    (folder / "labels.json").write_text(json.dumps(described, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def export_pipeline(
    network: EnglishNetwork, labels: Labels, table: dict[str, dict[str, str]], work: Path, out: Path
) -> None:
    """A folder that `spacy.load` opens, once the components are imported; the old one is replaced at the end."""
    import spacy

    from claimgraph.platform.models.analysis import components

    from .english_tokenizer import fit_tokenizer

    export_network(network, labels, work / "network")
    pipeline = spacy.blank("en")
    fit_tokenizer(pipeline)
    for name in PIPES:
        made = pipeline.add_pipe(f"claimgraph_{name}")
        if isinstance(made, components.Network):
            made.from_disk(work / "network")
        elif isinstance(made, components.Lemmatizer):
            made.table = table
    partial, before = out.with_name(out.name + ".partial"), out.with_name(out.name + ".before")
    for folder in (partial, before):
        shutil.rmtree(folder, ignore_errors=True)
    pipeline.to_disk(partial, exclude=["vocab"])
    if out.exists():
        out.rename(before)
    partial.rename(out)
    shutil.rmtree(before, ignore_errors=True)


def _ints(graph: Graph, *values: int) -> str:
    return graph.constant(np.array(values, dtype=np.int64))


def _rows(graph: Graph, table: np.ndarray, ids: str) -> str:
    return graph.add("Gather", graph.constant(table), ids)


def _first(graph: Graph, hidden: str) -> str:
    """Each word's first piece: (batch, words, 384)."""
    indices = graph.add("Unsqueeze", "first_pieces", _ints(graph, 2))
    return graph.add("GatherND", hidden, indices, batch_dims=1)


def _dense(graph: Graph, inputs: str, weights: Weights, name: str) -> str:
    matrix = np.ascontiguousarray(weights[f"{name}.weight"].T)
    return graph.add(
        "Add", graph.add("MatMul", inputs, _packed(graph, matrix)), graph.constant(weights[f"{name}.bias"])
    )


def _packed(graph: Graph, matrix: np.ndarray) -> str:
    """In 8 bits; rows that fill no block stay as they are, which are few."""
    whole = len(matrix) // 32 * 32
    packed = graph.packed(matrix[:whole])
    return packed if whole == len(matrix) else graph.add("Concat", packed, graph.constant(matrix[whole:]), axis=0)


def _hidden(graph: Graph, inputs: str, weights: Weights, name: str) -> str:
    return graph.add("Gelu", _dense(graph, inputs, weights, name))


def _with_one(graph: Graph, inputs: str) -> str:
    shape = graph.add("Concat", graph.add("Shape", inputs, start=0, end=2), _ints(graph, 1), axis=0)
    ones = graph.add("Expand", graph.constant(np.array([[[1]]], dtype=np.float32)), shape)
    return graph.add("Concat", inputs, ones, axis=2)


def _arcs(graph: Graph, weights: Weights, words: str, rooted: str) -> str:
    dependents = _with_one(graph, _hidden(graph, words, weights, "arc_dependent"))
    governors = graph.add("Transpose", _hidden(graph, rooted, weights, "arc_governor"), perm=[0, 2, 1])
    return graph.add("MatMul", graph.add("MatMul", dependents, _packed(graph, weights["arcs"])), governors)


def _relations(graph: Graph, weights: Weights, words: str, rooted: str) -> str:
    """(batch, words, relations, words + 1): every relation with every possible head."""
    dependents = _with_one(graph, _hidden(graph, words, weights, "label_dependent"))
    governors = graph.add(
        "Transpose", _with_one(graph, _hidden(graph, rooted, weights, "label_governor")), perm=[0, 2, 1]
    )
    relations, size, _ = weights["labels"].shape
    matrix = np.ascontiguousarray(weights["labels"].transpose(1, 0, 2).reshape(size, relations * size))
    projected = graph.add("MatMul", dependents, _packed(graph, matrix))
    count = graph.add("Shape", words, start=1, end=2)
    batch = graph.add("Shape", words, start=0, end=1)
    rows = graph.add("Mul", count, _ints(graph, relations))
    flat = graph.add("Reshape", projected, graph.add("Concat", batch, rows, _ints(graph, size), axis=0))
    scores = graph.add("MatMul", flat, governors)
    heads = graph.add("Shape", rooted, start=1, end=2)
    return graph.add("Reshape", scores, graph.add("Concat", batch, count, _ints(graph, relations), heads, axis=0))
