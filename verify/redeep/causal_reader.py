"""A causal language model of a folder as the reader that the judge asks; it is loaded when it is first asked."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from claimgraph.platform.errors import ConfigError, ModelError, ModelUnavailable
from claimgraph.platform.models.causal import load_causal
from claimgraph.platform.models.causal.loading import version_of

from ..model import Unscored
from .detector import Detector
from .judging import Insight
from .model import Head, Prompt, Reading
from .prompting import PROMPT_VERSION

if TYPE_CHECKING:
    from claimgraph.platform.models.causal.network import CausalModel

PARTS = ("torch", "transformers", "safetensors")


class CausalReader:
    """Prompts are read one by one, so that no score depends on what else is read."""

    def __init__(self, model: str | Path, device: str = "cpu", top: float | None = None) -> None:
        """model: a folder; top: share of the context's tokens that ECS is about, None: as in the paper."""
        self._model_name = str(model)
        self._device = device
        self._top = top
        self._lock = threading.Lock()
        self._loaded: CausalModel | None = None

    @cached_property
    def version(self) -> str:
        """Of the model's files; it is not loaded for it."""
        return version_of(self._model_name)

    def read(
        self, prompts: Sequence[Prompt], heads: Sequence[Head] | None, layers: Sequence[int] | None
    ) -> list[Reading | Unscored]:
        """As `AnswerReader.read`; None: all heads, all layers. Raises `ModelUnavailable` or `ConfigError` where the
        model cannot be used. What it has no memory for is Unscored, and may work another time."""
        from .reading import TOP, read_all

        model, top = self._model(), TOP if self._top is None else self._top
        found: list[Reading | Unscored] = []
        for prompt in prompts:
            try:
                found += read_all(model, [prompt], heads, layers, top)
            except ModelUnavailable:
                raise
            except ModelError as error:
                found.append(Unscored(str(error), lasting=False))
        return found

    def load(self) -> None:
        """Load the model now. Raises as `read`."""
        self._model()

    def _model(self) -> CausalModel:
        with self._lock:
            if self._loaded is None:
                self._loaded = load_causal(self._model_name, self._device)
            return self._loaded


def insight_of(model: str | None, detector: Path | None, device: str = "cpu") -> Insight | None:
    """The model and the detector that the settings name; None where they name neither.

    Nothing is loaded yet. Raises `ConfigError` where only one of the two is named, where the detector is none, or was
    fitted for another model, on other prompts or on chunks; `ModelUnavailable` without torch or without the folder.
    """
    if model is None and detector is None:
        return None
    if model is None or detector is None:
        given, missing = ("detector", "model") if model is None else ("model", "detector")
        raise ConfigError(
            f"CLAIMGRAPH_REDEEP_{given.upper()} is set and CLAIMGRAPH_REDEEP_{missing.upper()} is not; ReDeEP needs a "
            "causal language model and a detector that was fitted for it (docs/redeep.md)."
        )
    fitted = Detector.load(detector)
    check_installed(model)
    reader = CausalReader(model, device, fitted.top)
    check_fits(fitted, reader.version, model, str(detector))
    return Insight(reader, fitted)


def check_installed(model: str) -> None:
    """Raises `ModelUnavailable` where a package is missing, or the model's folder."""
    missing = [name for name in PARTS if importlib.util.find_spec(name) is None]
    if missing:
        raise ModelUnavailable(
            f"ReDeEP looks into the causal language model {model} with {missing[0]}, which is not installed: "
            "pip install 'claimgraph[torch]'."
        )
    if not Path(model).is_dir():
        raise ModelUnavailable(f"There is no folder {model} with a causal language model; check the path.")


def check_fits(detector: Detector, version: str, model: str, where: str) -> None:
    """Raises `ConfigError` where the detector was fitted for another model, on other prompts, or on chunks."""
    again = "Fit one anew: claimgraph redeep fit (docs/redeep.md)."
    if detector.model != version:
        raise ConfigError(
            f"The detector {where} was fitted for another model ({detector.model_name}, {detector.model}) than the one "
            f"in {model} ({version}): what it says of heads and layers holds for that one alone. {again}"
        )
    if detector.level != "token":
        raise ConfigError(
            f"The detector {where} was fitted on scores of {detector.level}s; claims need tokens. {again}"
        )
    if detector.prompt != PROMPT_VERSION:
        raise ConfigError(
            f"The detector {where} was fitted with other prompts ({detector.prompt}) than those that answers are read "
            f"with ({PROMPT_VERSION}). {again}"
        )
