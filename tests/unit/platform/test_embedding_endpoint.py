"""The real `openai` client against a local server that answers, mixes the order up, fails and lies."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from claimgraph.platform.errors import ModelReplyError, ModelUnavailable
from claimgraph.platform.models.embeddings_endpoint import EndpointEmbedder
from claimgraph.platform.models.identifiers import folder_hash, identifier

LANGUAGES = frozenset({"en", "zh"})


class FakeServer(ThreadingHTTPServer):
    """Embeds a text as (its length, its spaces, 1), and remembers what it was asked."""

    behaviour = "good"

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[dict[str, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: FakeServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(body)
        status, reply = 200, _reply(self.server.behaviour, body["input"])
        if self.server.behaviour == "down":
            status = 500
        if self.server.behaviour == "first_fails" and len(self.server.requests) == 1:
            status = 500
        raw = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.send_header("retry-after-ms", "1")
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *args: object) -> None:
        pass


def _reply(behaviour: str, texts: list[str]) -> dict[str, Any]:
    rows = [
        {"object": "embedding", "index": index, "embedding": [float(len(text)), float(text.count(" ")), 1.0]}
        for index, text in enumerate(texts)
    ]
    if behaviour == "reversed":
        rows.reverse()
    if behaviour == "one_missing":
        rows.pop()
    if behaviour == "ragged":
        rows[-1]["embedding"] = [1.0]
    return {"object": "list", "data": rows, "model": "m", "usage": {"prompt_tokens": 1, "total_tokens": 1}}


@pytest.fixture
def server() -> Iterator[FakeServer]:
    fake = FakeServer()
    thread = threading.Thread(target=fake.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield fake
    fake.shutdown()
    fake.server_close()
    thread.join()


def embedder(server: FakeServer, **options: Any) -> EndpointEmbedder:
    return EndpointEmbedder("org/Model-3.small", LANGUAGES, server.url, "key", max_retries=1, **options)


@pytest.mark.parametrize("behaviour", ["good", "reversed", "first_fails"])
def test_vectors_come_in_the_order_of_the_texts(server: FakeServer, behaviour: str) -> None:
    server.behaviour = behaviour
    texts = [f"{'word ' * (number % 7)}{number}" for number in range(150)]
    vectors = embedder(server).embed(texts)
    expected = np.array([[len(text), text.count(" "), 1.0] for text in texts])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(vectors, expected, atol=1e-6)
    assert vectors.dtype == np.float32


def test_blank_texts_are_not_sent_and_long_ones_are_cut(server: FakeServer) -> None:
    model = embedder(server, max_characters=10)
    vectors = model.embed(["", "   ", "x" * 50, "bad \ud800"])
    assert server.requests[-1]["input"] == ["x" * 10, "bad ?"]
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
    assert model.embed([]).shape == (0, 3)


def test_an_endpoint_that_fails_is_a_model_error(server: FakeServer) -> None:
    server.behaviour = "down"
    with pytest.raises(ModelUnavailable, match="InternalServerError"):
        embedder(server).embed(["text"])
    assert len(server.requests) == 2  # one retry


def test_nobody_listening_is_a_model_error() -> None:
    closed = FakeServer()
    closed.server_close()
    with pytest.raises(ModelUnavailable, match="APIConnectionError"):
        EndpointEmbedder("m", LANGUAGES, closed.url, "key", max_retries=0).embed(["text"])


def test_no_key_is_a_model_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_ADMIN_KEY", raising=False)
    with pytest.raises(ModelUnavailable, match="key"):
        EndpointEmbedder("m", LANGUAGES, "http://127.0.0.1:9/v1").embed(["text"])


@pytest.mark.parametrize("behaviour", ["one_missing", "ragged"])
def test_a_reply_without_a_vector_for_each_text_is_refused(server: FakeServer, behaviour: str) -> None:
    model = embedder(server)
    assert model.dimensions == 3
    server.behaviour = behaviour
    with pytest.raises(ModelReplyError):
        model.embed(["one", "two"])


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("BAAI/bge-m3", "baai_bge_m3"),
        ("/models/me/My Model/", "me_my_model"),
        ("C:\\m\\x", "m_x"),
        ("///", "model"),
    ],
)
def test_a_models_name_becomes_an_identifier(model: str, expected: str) -> None:
    assert identifier(model) == expected


def test_a_folders_hash_follows_its_files_not_its_place(tmp_path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        (folder / "config.json").write_text("{}")
    assert folder_hash(first) == folder_hash(second)
    (second / "config.json").write_text("{ }")
    assert folder_hash(first) != folder_hash(second)
