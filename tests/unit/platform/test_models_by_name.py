"""Models that a setting names: what is said and known of them where their packages are not installed."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.models.sentence_transformer import SentenceTransformerEmbedder
from claimgraph.platform.models.transformers_nli import TransformersNli


def embedder(folder: Path) -> SentenceTransformerEmbedder:
    return SentenceTransformerEmbedder(str(folder), frozenset({"en"}))


def test_a_folders_vectors_get_another_index_once_its_model_has_changed(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    before, again = embedder(tmp_path), embedder(tmp_path)
    assert (before.name, before.version) == (again.name, again.version)

    (tmp_path / "config.json").write_text("{ }", encoding="utf-8")
    after = embedder(tmp_path)

    assert before.version != after.version
    assert before.name != after.name
    assert re.fullmatch(r"[a-z0-9_]+", after.name)


def test_without_sentence_transformers_an_embedder_says_which_extra_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    with pytest.raises(ModelUnavailable, match=r"some/model.*claimgraph\[torch\]"):
        _ = SentenceTransformerEmbedder("some/model", frozenset({"en"})).name


def without_torch(*arguments: object) -> None:
    raise ImportError("requires the PyTorch library")


TRANSFORMERS_ALONE = SimpleNamespace(
    AutoTokenizer=SimpleNamespace(from_pretrained=lambda model: None),
    AutoModelForSequenceClassification=SimpleNamespace(from_pretrained=without_torch),
)


@pytest.mark.parametrize("transformers", [None, TRANSFORMERS_ALONE], ids=["nothing", "transformers without torch"])
def test_without_its_packages_an_nli_model_says_which_extra_it_needs(
    monkeypatch: pytest.MonkeyPatch, transformers: object
) -> None:
    monkeypatch.setitem(sys.modules, "transformers", transformers)

    with pytest.raises(ModelUnavailable, match=r"some/model.*claimgraph\[torch\]"):
        TransformersNli("some/model").score([("a", "b")])
