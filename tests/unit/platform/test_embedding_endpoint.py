"""The real `openai` client against a local server that answers, mixes the order up, fails and lies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from fakes.embeddings_server import EmbeddingsServer

from claimgraph.platform.errors import ModelReplyError, ModelUnavailable
from claimgraph.platform.llm.endpoint import Endpoint
from claimgraph.platform.models.embeddings_endpoint import EndpointEmbedder
from claimgraph.platform.models.identifiers import folder_hash, identifier

LANGUAGES = frozenset({"en", "zh"})


@pytest.fixture
def server() -> Iterator[EmbeddingsServer]:
    with EmbeddingsServer() as running:
        yield running


def embedder(server: EmbeddingsServer, model: str = "org/Model-3.small", **options: Any) -> EndpointEmbedder:
    endpoint = Endpoint("compatible", server.base_url, "key")
    return EndpointEmbedder(model, LANGUAGES, endpoint, **{"max_retries": 1, **options})


@pytest.mark.parametrize("behaviour", ["good", "reversed", "first_fails"])
def test_vectors_come_in_the_order_of_the_texts(server: EmbeddingsServer, behaviour: str) -> None:
    server.behaviour = behaviour
    texts = [f"{'word ' * (number % 7)}{number}" for number in range(150)]
    vectors = embedder(server).embed(texts)
    expected = np.array([[len(text), text.count(" "), 1.0] for text in texts])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(vectors, expected, atol=1e-6)
    assert vectors.dtype == np.float32


def test_blank_texts_are_not_sent_and_long_ones_are_cut(server: EmbeddingsServer) -> None:
    model = embedder(server, max_characters=10)
    vectors = model.embed(["", "   ", "x" * 50, "bad \ud800"])
    assert server.requests[-1].texts == ["x" * 10, "bad ?"]
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
    assert model.embed([]).shape == (0, 3)


def test_an_endpoint_that_fails_is_a_model_error(server: EmbeddingsServer) -> None:
    server.behaviour = "down"
    with pytest.raises(ModelUnavailable, match="InternalServerError"):
        embedder(server).embed(["text"])
    assert len(server.requests) == 2  # one retry


def test_nobody_listening_is_a_model_error_that_names_the_place_and_not_the_key() -> None:
    closed = EmbeddingsServer()
    closed.server_close()
    endpoint = Endpoint("compatible", closed.base_url.replace("//", "//user:secret@"), "sk-secret")

    with pytest.raises(ModelUnavailable, match="APIConnectionError") as raised:
        EndpointEmbedder("m", LANGUAGES, endpoint, max_retries=0).embed(["text"])

    assert closed.base_url in str(raised.value)
    assert "secret" not in str(raised.value)


def test_azure_is_asked_at_its_own_path_with_its_own_header(server: EmbeddingsServer) -> None:
    endpoint = Endpoint("azure", server.address, "azure-key", "2024-10-21")

    assert EndpointEmbedder("deployment", LANGUAGES, endpoint).embed(["text"]).shape == (1, 3)

    assert server.requests[-1].path == "/openai/deployments/deployment/embeddings?api-version=2024-10-21"
    assert server.requests[-1].key == "azure-key"


def test_another_address_model_or_length_of_vectors_gets_an_index_of_its_own(server: EmbeddingsServer) -> None:
    with EmbeddingsServer(size=5) as other:
        embedders = [embedder(server), embedder(server, "org/model_3_small"), embedder(other)]
        other_length = embedder(server)
        names = {one.name for one in embedders}
        server.size = 4

        assert len(names | {other_length.name}) == 4
        assert embedder(server).name == other_length.name
        assert other_length.name != embedders[0].name
        assert embedders[0].version == other_length.version != embedders[2].version
        assert all(re.fullmatch(r"[a-z0-9_]+", name) for name in names)


def test_the_length_is_asked_for_once_and_only_when_it_is_needed(server: EmbeddingsServer) -> None:
    model = embedder(server)
    assert (model.languages, server.requests) == (LANGUAGES, [])
    assert model.version
    assert server.requests == []

    assert (model.dimensions, model.dimensions, model.name.split("_")[-2]) == (3, 3, "3")

    assert len(server.requests) == 1


@pytest.mark.parametrize("behaviour", ["one_missing", "ragged"])
def test_a_reply_without_a_vector_for_each_text_is_refused(server: EmbeddingsServer, behaviour: str) -> None:
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
