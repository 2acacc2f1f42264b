"""What is read out of a quantised model is exported without a further rounding and without its batch dependence."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnx", reason="the packages of training/requirements.txt are needed for training only")

import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from starter_models import chinese_embedder


def _model() -> bytes:
    """A graph with one quantised table and one quantised product, named as in the jar."""
    arrays = {
        "embeddings.word_embeddings.weight_quantized": np.array([[0, 128], [255, 129]], dtype=np.uint8),
        "embeddings.word_embeddings.weight_zero_point": np.array(128, dtype=np.uint8),
        "embeddings.word_embeddings.weight_scale": np.array(0.5, dtype=np.float32),
        "onnx::MatMul_1_quantized": np.array([[1, -2], [3, 64]], dtype=np.int8),
        "onnx::MatMul_1_zero_point": np.zeros(2, dtype=np.int8),
        "onnx::MatMul_1_scale": np.array([0.25, 2.0], dtype=np.float32),
        "encoder.layer.0.output.dense.bias": np.array([1.0, 2.0], dtype=np.float32),
    }
    node = helper.make_node(
        "MatMulInteger",
        ["a", "onnx::MatMul_1_quantized"],
        ["b"],
        name="/encoder/layer.0/output/dense/MatMul_quant",
    )
    graph = helper.make_graph(
        [node],
        "tiny",
        [helper.make_tensor_value_info("a", TensorProto.INT8, [1, 2])],
        [helper.make_tensor_value_info("b", TensorProto.INT32, [1, 2])],
        [numpy_helper.from_array(value, name) for name, value in arrays.items()],
    )
    return helper.make_model(graph).SerializeToString()


def test_matrices_are_read_by_the_names_of_their_layers() -> None:
    matrices, vectors = chinese_embedder.read_weights(_model())

    np.testing.assert_array_equal(matrices["embeddings.word_embeddings.weight"].floats(), [[-64.0, 0.0], [63.5, 0.5]])
    np.testing.assert_array_equal(
        matrices["encoder.layer.0.output.dense.weight"].floats(), [[0.25, -4.0], [0.75, 128.0]]
    )
    assert set(vectors) == {"encoder.layer.0.output.dense.bias"}


def test_a_linear_layer_computes_with_exactly_the_stored_weights(tmp_path: Path) -> None:
    matrices, vectors = chinese_embedder.read_weights(_model())
    graph = chinese_embedder.StoredGraph(matrices)
    product = graph.linear("x", vectors, "encoder.layer.0.output.dense")
    inputs = [("x", TensorProto.FLOAT, ["batch", 2])]
    chinese_embedder.save(graph, inputs, [("y", product, ["batch", 2])], tmp_path / "tiny.onnx")

    (found,) = onnxruntime.InferenceSession(str(tmp_path / "tiny.onnx")).run(
        None, {"x": np.array([[2.0, 4.0]], dtype=np.float32)}
    )

    np.testing.assert_array_equal(found, [[2 * 0.25 + 4 * 0.75 + 1, 2 * -4.0 + 4 * 128.0 + 2]])


def test_another_jar_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / chinese_embedder.JAR.file, "w") as jar:
        jar.writestr(chinese_embedder.MODEL, b"")

    with pytest.raises(ValueError, match="SHA-256"):
        chinese_embedder.make(tmp_path, tmp_path, tmp_path / "out", 1)
    assert not (tmp_path / "out").exists()
