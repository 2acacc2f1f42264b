"""Any installed spaCy pipeline as a text analyser."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from claimgraph.platform.errors import ModelUnavailable

from ..identifiers import folder_hash, identifier
from ..onnx_encoder import clean
from ..ports import Analysis
from .documents import analysis_of

FILES = ("",)  # every file of a pipeline counts


class SpacyAnalyser:
    """A pipeline by name or folder; loaded on first use, safe to share by threads, which take turns.

    Relations of spaCy's own English models are converted to Universal Dependencies, names to PER, ORG and LOC where
    there is a counterpart. Without a parser there is no tree; without a tagger parts of speech are "X".
    """

    def __init__(self, model: str) -> None:
        self._model = model
        self._lock = threading.Lock()
        self._pipeline: Any = None
        self._labels: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return identifier(self._model)

    @property
    def version(self) -> str:
        """The pipeline's own version and spaCy's; of a folder also a hash of its files."""
        pipeline = self._loaded()
        from importlib.metadata import version

        parts = [str(pipeline.meta.get("version", "")), f"spacy{version('spacy')}"]
        folder = Path(self._model)
        if folder.is_dir():
            parts.append(folder_hash(folder, FILES))
        return "-".join(part for part in parts if part)

    @property
    def languages(self) -> frozenset[str]:
        return frozenset({str(self._loaded().lang)})

    def analyse(self, sentences: Sequence[str]) -> list[Analysis]:
        """One analysis a sentence, in order. Raises ModelUnavailable when the pipeline or spaCy is missing."""
        if not sentences:
            return []
        pipeline = self._loaded()
        with self._lock, pipeline.memory_zone():
            docs = pipeline.pipe([clean(sentence) for sentence in sentences])
            return [analysis_of(doc, text, self._labels) for doc, text in zip(docs, sentences, strict=True)]

    def _loaded(self) -> Any:
        with self._lock:
            if self._pipeline is None:
                self._pipeline = self._load()
                self._labels = frozenset(
                    label for name, pipe in self._pipeline.pipeline if name == "parser" for label in pipe.labels
                )
            return self._pipeline

    def _load(self) -> Any:
        try:
            import spacy
        except ImportError as error:
            raise ModelUnavailable("The package spacy is not installed: pip install spacy.") from error
        try:
            pipeline = spacy.load(self._model)
        except Exception as error:  # a pipeline is code of its own: whatever it raises, it cannot be used
            raise ModelUnavailable(
                f"The spaCy pipeline {self._model} cannot be loaded ({type(error).__name__}). Install it in this "
                "environment (python -m spacy download NAME), or give the folder it was saved to."
            ) from error
        pipeline.max_length = sys.maxsize
        return pipeline
