"""The default English analyser: a small spaCy pipeline over the embedder's own encoder."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from claimgraph.platform.errors import ModelUnavailable

from ..identifiers import folder_hash
from ..minilm import MiniLMEncoder, shared_encoder
from ..onnx_encoder import WEIGHTS, clean
from ..ports import Analysis
from ..resident import keep_resident
from .documents import analysis_of

PIPELINE = "en_analysis"
RULES = "2"
"""Changes when the code around the network (features, decoding, lemmas) could give another analysis."""
FILES = (".onnx", ".json", ".cfg", "tokenizer")


class EnglishAnalyser:
    """Universal Dependencies trees, Penn tags, lemmas, and names (PER, ORG, LOC); loaded on first use.

    A sentence's vector is computed in the same pass and found by `MiniLMEmbedder`. Safe to share by threads, which
    take turns.
    """

    name = "claimgraph_en"
    languages = frozenset({"en"})

    def __init__(self, folder: Path = WEIGHTS, threads: int | None = None) -> None:
        """`folder` holds `en_analysis/` and the embedder's files; `threads` as in `MiniLMEmbedder`."""
        self._folder = folder
        self._threads = threads
        self._lock = threading.Lock()
        self._pipeline: Any = None
        self._version: str | None = None

    @property
    def version(self) -> str:
        if self._version is None:
            own = folder_hash(self._folder / PIPELINE, FILES)
            self._version = f"{RULES}-{own}-{self._encoder.file_hash}"
        return self._version

    def analyse(self, sentences: Sequence[str]) -> list[Analysis]:
        """One analysis a sentence, in order. Raises ModelUnavailable when the files or spaCy are missing."""
        if not sentences:
            return []
        with self._lock:
            if self._pipeline is None:
                self._pipeline = self._load()
            # Words met for the first time are forgotten afterwards: the vocabulary of a long-lived process stays small.
            with self._pipeline.memory_zone():
                docs = self._pipeline.pipe([clean(sentence) for sentence in sentences])
                return [analysis_of(doc, text) for doc, text in zip(docs, sentences, strict=True)]

    @property
    def _encoder(self) -> MiniLMEncoder:
        return shared_encoder(self._folder, self._threads)

    def _load(self) -> Any:
        try:
            import spacy

            from . import components  # noqa: F401  registers the factories
        except ImportError as error:
            raise ModelUnavailable(
                "The package spacy is not installed; claimgraph needs it: pip install spacy."
            ) from error
        try:
            pipeline = spacy.load(self._folder / PIPELINE)
        except (OSError, ValueError) as error:
            raise ModelUnavailable(
                f"The English analysis model in {PIPELINE}/ cannot be loaded ({type(error).__name__}). "
                "It is missing or damaged: reinstall claimgraph, or make it again with `make models`."
            ) from error
        network: Any = pipeline.get_pipe("claimgraph_network")
        network.encoder, network.threads = self._encoder, self._threads
        # The limit guards spaCy's own networks, which need memory for a whole text at once.
        pipeline.max_length = sys.maxsize
        keep_resident()
        return pipeline
