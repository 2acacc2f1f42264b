"""A word-piece tokenizer and an ONNX encoder over it: what the embedder and the cross-encoder share."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakValueDictionary

from claimgraph.platform.errors import ModelUnavailable

from .batching import batches_by_length
from .onnx_session import OnnxSession, lanes
from .openvino_session import OpenVinoSession, numerics
from .resident import keep_resident

if TYPE_CHECKING:
    import numpy as np

WEIGHTS = Path(__file__).with_name("weights")
DIGESTS = "digests.json"
"""Beside model files that are read for every version: who does not use a model is not to pay for hashing it."""
TOKEN_BUDGET = 2048
"""Padded tokens a batch: enough to keep the matrix kernels busy, small enough to stay in the caches."""
CALL_TOKENS = 20
"""One call costs, beside its tokens, about as long as this many of them, whatever the size of the model: its weights
come out of memory once. 20 to 23 with AVX-512, 12 to 24 with AMX (decision 0050)."""
LANE_TOKENS = 64
"""The least that a batch is cut down to so that all lanes have one."""
Runtime = Literal["onnxruntime", "openvino"]
ONNX_RUNTIME: Runtime = "onnxruntime"
CHARACTERS_PER_TOKEN = 32
"""Texts are cut to this times the limit before tokenizing: a book costs no more than what is read of it."""


class OnnxEncoder:
    """A BERT-shaped ONNX model, one output row per input; loaded on first use, safe to share by threads.

    `threads`: how many batches are worked on at once; `None`: as many as there are processors. `runtime`: what computes
    them; OpenVINO's numbers differ a little, and belong in the version (`numerics`).
    """

    def __init__(
        self, model: Path, tokenizer: Path, max_tokens: int, threads: int | None, runtime: Runtime = ONNX_RUNTIME
    ) -> None:
        self._model_path = model
        self._tokenizer_path = tokenizer
        self._max_tokens = max_tokens
        self._threads = threads
        self._runtime = runtime
        self._lock = threading.Lock()
        self._session: OnnxSession | OpenVinoSession | None = None
        self._tokenizer: Any = None
        self._file_hash: str | None = None

    @property
    def file_hash(self) -> str:
        """Twelve hex digits over the model and the tokenizer: as `digests.json` beside them states, which is held
        against the files before the model is used, or of the files where nothing is stated."""
        if self._file_hash is None:
            self._file_hash = self._stated_hash() or self._hash_of_files()
        return self._file_hash

    @property
    def numerics(self) -> str | None:
        """What this runtime's numbers differ by from ONNX Runtime's; None there. Raises ModelUnavailable."""
        return None if self._runtime == ONNX_RUNTIME else numerics()

    def _stated_hash(self) -> str | None:
        path = self._model_path.with_name(DIGESTS)
        if not path.exists():
            return None
        try:
            digests = json.loads(path.read_text(encoding="utf-8"))["sha256"]
            stated = [bytes.fromhex(digests[one.name]) for one in (self._model_path, self._tokenizer_path)]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelUnavailable(
                f"The file {DIGESTS} cannot be read, or lacks {self._model_path.name} ({type(error).__name__}). "
                "Reinstall claimgraph, or make it again with `make models`."
            ) from error
        return hashlib.sha256(b"".join(stated)).hexdigest()[:12]

    def _hash_of_files(self) -> str:
        digests = [hashlib.sha256(self._read(path)).digest() for path in (self._model_path, self._tokenizer_path)]
        return hashlib.sha256(b"".join(digests)).hexdigest()[:12]

    def _require_stated_files(self) -> None:
        stated = self._stated_hash()
        if stated is not None and stated != self._hash_of_files():
            raise ModelUnavailable(
                f"The model files {self._model_path.name} and {self._tokenizer_path.name} are not those that {DIGESTS} "
                "states: they are damaged. Reinstall claimgraph, or make them again with `make models`."
            )

    def encodings(self, inputs: Sequence[str] | Sequence[tuple[str, str]], whole: bool = False) -> list[Any]:
        """Token ids, type ids and the like for texts or pairs, in order.

        What is longer than the limit loses its end; of a pair, the longer side loses its end first. With `whole`,
        the tokens of what was lost are in the encoding's `overflowing`, in pieces that keep the limit too.
        """
        self._load_tokenizer()
        limit = None if whole else self._max_tokens * CHARACTERS_PER_TOKEN
        cleaned: list[Any] = [
            clean(item[:limit]) if isinstance(item, str) else (clean(item[0][:limit]), clean(item[1][:limit]))
            for item in inputs
        ]
        return list(self._tokenizer.encode_batch(cleaned))

    def knows(self, piece: str) -> bool:
        """Whether this is one piece of the vocabulary."""
        self._load_tokenizer()
        return self._tokenizer.token_to_id(piece) is not None

    def run(self, inputs: Sequence[str] | Sequence[tuple[str, str]], width: int) -> np.ndarray:
        """(len(inputs), width) float32: the model's first output per text or pair, in the order given."""
        import numpy as np

        out = np.zeros((len(inputs), width), dtype=np.float32)
        for batch, (rows,) in self.outputs(self.encodings(inputs) if inputs else []):
            out[batch] = rows
        return out

    def outputs(
        self, encoded: Sequence[Any], names: Sequence[str] | None = None
    ) -> Iterator[tuple[list[int], list[np.ndarray]]]:
        """The named outputs (the first one if none is named), batch by batch, with the indices of each batch's rows.

        `encoded`: what `encodings` gave. An output per token is padded to the batch's longest.
        """
        if not encoded:
            return
        session = self._load_session()
        wanted = list(names) if names is not None else session.output_names[:1]
        lengths = [len(one.ids) for one in encoded]
        shared = lanes(self._threads)
        budget = min(TOKEN_BUDGET, max(LANE_TOKENS, -(-sum(lengths) // shared.count)))
        longest_first = reversed(list(batches_by_length(lengths, budget, CALL_TOKENS)))
        yield from shared.each(
            lambda batch: session.run(wanted, _feed([encoded[index] for index in batch])), longest_first
        )

    def _load_tokenizer(self) -> None:
        with self._lock:
            if self._tokenizer is None:
                tokenizers = _import("tokenizers")
                tokenizer = tokenizers.Tokenizer.from_buffer(self._read(self._tokenizer_path))
                tokenizer.enable_truncation(self._max_tokens, strategy="longest_first")
                tokenizer.no_padding()
                self._tokenizer = tokenizer

    def _load_session(self) -> OnnxSession | OpenVinoSession:
        with self._lock:
            if self._session is None:
                self._session = self._open_session()
                keep_resident()
            return self._session

    def _open_session(self) -> OnnxSession | OpenVinoSession:
        self._require_stated_files()
        _import("onnxruntime")
        try:
            if self._runtime == ONNX_RUNTIME:
                return _shared_session(self._model_path)
            return OpenVinoSession(self._model_path, lanes(self._threads).count)
        except ModelUnavailable:
            raise
        except Exception as error:  # neither runtime's errors share a base class but Exception
            raise ModelUnavailable(
                f"The model file {self._model_path.name} cannot be loaded ({type(error).__name__}). "
                "It is missing or damaged: reinstall claimgraph, or make it again with `make models`."
            ) from error

    def _read(self, path: Path) -> bytes:
        try:
            return path.read_bytes()
        except OSError as error:
            raise ModelUnavailable(
                f"The model file {path.name} cannot be read ({error.strerror}). "
                "Reinstall claimgraph, or make it again with `make models`."
            ) from error


_sessions: WeakValueDictionary[tuple[str, int, int], OnnxSession] = WeakValueDictionary()
_opening = threading.Lock()


def _shared_session(path: Path) -> OnnxSession:
    """One session a file, for as long as anybody has it: a hundred megabytes that several clients need only once."""
    state = path.stat()
    key = (str(path.resolve()), state.st_mtime_ns, state.st_size)
    with _opening:
        session = _sessions.get(key)
        if session is None:
            session = _sessions[key] = OnnxSession(str(path))
        return session


def _feed(encoded: Sequence[Any]) -> dict[str, np.ndarray]:
    """The inputs of a BERT-shaped model: (texts, longest text) int64 each."""
    import numpy as np

    longest = max(len(one.ids) for one in encoded)
    ids, types, mask = (np.zeros((len(encoded), longest), dtype=np.int64) for _ in range(3))
    for row, one in enumerate(encoded):
        length = len(one.ids)
        ids[row, :length] = one.ids
        types[row, :length] = one.type_ids
        mask[row, :length] = 1
    return {"input_ids": ids, "token_type_ids": types, "attention_mask": mask}


def clean(text: str) -> str:
    """The text with lone surrogates replaced: tokenizers take only what UTF-8 can carry."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode("utf-8")
    return text


def _import(module: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ModelUnavailable(
            f"The package {module} is not installed; claimgraph needs it: pip install {module}."
        ) from error
