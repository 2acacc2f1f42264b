"""Any OpenAI-compatible embeddings endpoint."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from claimgraph.platform.errors import ModelReplyError, ModelUnavailable

from .identifiers import identifier
from .onnx_encoder import clean
from .sentence_transformer import unit_rows

if TYPE_CHECKING:
    import numpy as np

    from claimgraph.platform.llm.endpoint import Endpoint

TEXTS_PER_CALL = 64


class EndpointEmbedder:
    """Vectors from `POST {endpoint}/embeddings`; only the first `max_characters` of a text are sent.

    Blank texts, which such endpoints refuse, are not sent and get the first axis as their vector. The length of the
    vectors is not known before the first reply: `name` and `dimensions` ask for one where there has been none, and
    raise as `embed` does.
    """

    def __init__(
        self,
        model: str,
        languages: frozenset[str],
        endpoint: Endpoint,
        max_characters: int = 16_000,
        timeout_seconds: float = 60.0,
        max_retries: int = 3,
    ) -> None:
        """`model`: its name there (the deployment's on Azure)."""
        self._model = model
        self._endpoint = endpoint
        self._max_characters = max_characters
        self._timeout = timeout_seconds
        self._retries = max_retries
        self._lock = threading.Lock()
        self._client: Any = None
        self._dimensions: int | None = None
        self.languages = languages

    @property
    def name(self) -> str:
        """Holds what an index depends on: another address, model or length gets an index of its own."""
        return f"{identifier(self._model)}_{self.dimensions}_{self._digest}"

    @property
    def version(self) -> str:
        return f"endpoint-{self._digest}-{self._max_characters}"

    @property
    def dimensions(self) -> int:
        if self._dimensions is None:
            self._call(["dimensions"])
        assert self._dimensions is not None
        return self._dimensions

    @property
    def _digest(self) -> str:
        return hashlib.sha256(f"{self._endpoint.url}\n{self._model}".encode()).hexdigest()[:8]

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), dimensions) float32, rows of L2 norm 1, in the order given.

        Raises ModelUnavailable when the endpoint does not answer or refuses, ModelReplyError for a malformed
        reply.
        """
        import numpy as np

        out = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        sent = [index for index, text in enumerate(texts) if text.strip()]
        for start in range(0, len(sent), TEXTS_PER_CALL):
            batch = sent[start : start + TEXTS_PER_CALL]
            out[batch] = self._call([clean(texts[index][: self._max_characters]) for index in batch])
        return unit_rows(out)

    def _call(self, texts: list[str]) -> list[list[float]]:
        import openai

        try:
            reply = self._open().embeddings.create(model=self._model, input=texts, encoding_format="float")
        except openai.OpenAIError as error:
            raise ModelUnavailable(
                f"The endpoint at {self._endpoint.place} did not embed {len(texts)} texts with {self._model} "
                f"({type(error).__name__}). Check its address, its key and the model's name."
            ) from error
        rows = _rows_in_order(getattr(reply, "data", None), len(texts), self._model)
        width = self._dimensions or len(rows[0])
        if any(len(row) != width for row in rows):
            raise ModelReplyError(
                f"The embeddings endpoint gave vectors of unequal length for {self._model}; expected {width}."
            )
        self._dimensions = width
        return rows

    def _open(self) -> Any:
        with self._lock:
            if self._client is None:
                self._client = self._endpoint.connect_blocking(self._timeout, self._retries)
            return self._client


def _rows_in_order(data: Any, expected: int, model: str) -> list[list[float]]:
    """The vectors by their `index`, which a server may give in any order."""
    try:
        rows = {int(item.index): [float(value) for value in item.embedding] for item in data}
        ordered = [rows[index] for index in range(expected)]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ModelReplyError(
            f"The reply of the embeddings endpoint for {model} does not hold {expected} numbered vectors."
        ) from error
    if not ordered[0]:
        raise ModelReplyError(f"The embeddings endpoint gave an empty vector for {model}.")
    return ordered
