"""Coreference by fastcoref's models (`claimgraph[torch]`)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.models.identifiers import folder_hash, identifier
from claimgraph.platform.models.onnx_encoder import clean

LONGEST = 12_000
"""Characters that are read at once: the model's memory grows with their square."""

Mentions = list[tuple[int, int]]


class FastCoref:
    """English mentions that stand for the same thing, by an `FCoref` model.

    Each text is read by itself. Of a text longer than 12,000 characters the pieces (whole lines where that is
    possible) are read one after the other; no cluster reaches from one into another. Safe to share by threads, which
    wait for each other.
    """

    def __init__(self, model: str = "biu-nlp/f-coref", device: str = "cpu") -> None:
        """`model`: a folder, or a name on a model hub."""
        self._model_name = model
        self._device = device
        self._lock = threading.Lock()
        self._model: Any = None

    @property
    def name(self) -> str:
        return f"fastcoref_{identifier(self._model_name)}"

    @property
    def version(self) -> str:
        try:
            package = installed_version("fastcoref")
        except PackageNotFoundError as error:
            raise self._missing() from error
        folder = Path(self._model_name)
        if folder.is_dir():
            return f"{package}-{folder_hash(folder)}"
        with self._lock:
            config = self._load().model.config
        return f"{package}-{getattr(config, '_commit_hash', None) or 'unversioned'}"

    def clusters(self, texts: Sequence[str]) -> list[list[Mentions]]:
        """For each text its clusters of two or more mentions (start, end). Raises ModelUnavailable."""
        with self._lock:
            model = self._load()
            return [self._clusters(model, clean(text)) for text in texts]

    def _clusters(self, model: Any, text: str) -> list[Mentions]:
        found: list[Mentions] = []
        for start, piece in pieces(text):
            # One text a call: a padded one could come out otherwise than alone.
            result = model.predict([piece])[0]
            found.extend(
                [(start + first, start + last) for first, last in mentions]
                for mentions in tidy(result.get_clusters(as_strings=False), len(piece))
            )
        return found

    def _load(self) -> Any:
        if self._model is None:
            self._model = self._open()
        return self._model

    def _open(self) -> Any:
        try:
            with _logging_untouched():
                import spacy
                from fastcoref import FCoref
                from fastcoref.coref_models.modeling_fcoref import FCorefModel
        except ImportError as error:
            raise self._missing() from error
        _silence()
        # transformers 5 asks every model for the weights it ties; fastcoref 2.1.6 is older than that.
        FCorefModel.all_tied_weights_keys = {}
        try:
            # A pipeline of words only: by its name fastcoref would download one.
            with _logging_untouched():
                return FCoref(self._model_name, device=self._device, nlp=spacy.blank("en"), enable_progress_bar=False)
        except (OSError, ValueError, AttributeError, KeyError) as error:
            raise ModelUnavailable(
                f"The coreference model {self._model_name} cannot be loaded ({type(error).__name__}). "
                "Check that it is the folder of an FCoref model, or a name on a hub that this machine can reach."
            ) from error

    def _missing(self) -> ModelUnavailable:
        return ModelUnavailable(
            f"The coreference model {self._model_name} needs fastcoref: pip install 'claimgraph[torch]'."
        )


def pieces(text: str, longest: int = LONGEST) -> Iterator[tuple[int, str]]:
    """(start, piece) of what is read at once; cut after a line, else after a space, else where the limit is."""
    start = 0
    while start < len(text):
        end = min(start + longest, len(text))
        if end < len(text):
            cut = max(text.rfind("\n", start + longest // 2, end), -1)
            if cut < 0:
                cut = text.rfind(" ", start + longest // 2, end)
            end = cut + 1 if cut >= 0 else end
        if text[start:end].strip():
            yield start, text[start:end]
        start = end


def tidy(clusters: Sequence[Sequence[tuple[int, int] | None]], length: int) -> list[Mentions]:
    """Clusters in order of their first mention, mentions in order, without doubles and what is no place in the text."""
    kept = []
    for cluster in clusters:
        places = {(int(one[0]), int(one[1])) for one in cluster if one is not None}
        mentions = sorted(place for place in places if 0 <= place[0] < place[1] <= length)
        if len(mentions) > 1:
            kept.append(mentions)
    return sorted(kept)


def _silence() -> None:
    import datasets

    logging.getLogger("fastcoref").setLevel(logging.WARNING)
    datasets.disable_progress_bars()


@contextmanager
def _logging_untouched() -> Iterator[None]:
    """fastcoref sets up the root logger when it is imported; that is the program's business."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
