"""ONNX models in OpenVINO (`claimgraph[openvino]`): behind the same calls as ONNX Runtime, in bfloat16 where the
processor computes in it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from claimgraph.platform.errors import ModelUnavailable

if TYPE_CHECKING:
    import numpy as np

BF16, FP32 = "bf16", "f32"


def numerics() -> str:
    """What tells scores of this machine's OpenVINO from others: its release, and what it computes in.

    Raises ModelUnavailable without OpenVINO.
    """
    try:
        release = installed_version("openvino")
    except PackageNotFoundError:
        raise _missing() from None
    return f"openvino{release.split('-')[0]}-{_precision(_core())}"


class OpenVinoSession:
    """A model that several threads may call at once; they take turns, and each has all `threads`.

    Requests of several Python threads at once block each other for ever now and then (seen with OpenVINO 2026.4).
    """

    def __init__(self, model: Path, threads: int) -> None:
        """Raises ModelUnavailable without OpenVINO; whatever else OpenVINO raises comes out as it is."""
        core = _core()
        # Activations in 8 bits, its default for 8-bit weights, would make a score depend on its batch.
        options = {
            "INFERENCE_PRECISION_HINT": _precision(core),
            "DYNAMIC_QUANTIZATION_GROUP_SIZE": "0",
            "NUM_STREAMS": 1,
            "INFERENCE_NUM_THREADS": threads,
        }
        with TemporaryDirectory() as folder:
            read = core.read_model(str(_unpacked(model, Path(folder))))
            _divide_without_rest(read)
            self._request = core.compile_model(read, "CPU", options).create_infer_request()
        self._names = [output.any_name for output in self._request.model_outputs]
        self._turn = threading.Lock()

    @property
    def output_names(self) -> Sequence[str]:
        return self._names

    def run(self, names: Sequence[str], feed: Mapping[str, np.ndarray]) -> list[np.ndarray]:
        """The named outputs, in this order."""
        with self._turn:
            outputs = self._request.infer(dict(feed))
            return [outputs[name].copy() for name in names]  # the request's memory is used again


def _unpacked(model: Path, folder: Path) -> Path:
    """The model with its weights unpacked to fp32, in `folder`.

    OpenVINO (2026.4) shifts bytes to the left without losing the high bits, so that it misreads weights of six.
    """
    import onnxruntime

    path = folder / "unpacked.onnx"
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = str(path)
    onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    return path


def _divide_without_rest(model: Any) -> None:
    """OpenVINO (2026.4) shifts bytes to the right by dividing them, and rounds: take the bits that go out first."""
    import openvino
    from openvino import opset15 as ops

    for node in model.get_ops():
        if node.get_type_name() == "Divide" and node.get_output_element_type(0) == openvino.Type.u8:
            value, divisor = node.input_value(0), node.input_value(1)
            going = ops.subtract(divisor, ops.constant(1, openvino.Type.u8))
            kept = ops.bitwise_and(value, ops.bitwise_not(going))
            node.input(0).replace_source_output(kept.output(0))
    model.validate_nodes_and_infer_types()


def _core() -> Any:
    try:
        import openvino
    except ImportError:
        raise _missing() from None
    return openvino.Core()


def _precision(core: Any) -> str:
    return BF16 if "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES") else FP32


def _missing() -> ModelUnavailable:
    return ModelUnavailable(
        "CLAIMGRAPH_NLI_RUNTIME=openvino needs one more package: pip install 'claimgraph[openvino]'."
    )
