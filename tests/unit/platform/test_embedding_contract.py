"""What every embedder keeps, whatever is inside. A new implementation joins by a line in `EMBEDDERS`."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from claimgraph.platform.models import chinese
from claimgraph.platform.models.bge import BgeChineseEmbedder
from claimgraph.platform.models.combining import CombiningPieces
from claimgraph.platform.models.hashing import HashedChineseEmbedder
from claimgraph.platform.models.minilm import MiniLMEmbedder
from claimgraph.platform.models.ports import Embedder

EMBEDDERS: dict[str, Callable[[], Embedder]] = {
    "minilm": lambda: MiniLMEmbedder(threads=1),
    "hashed_zh": HashedChineseEmbedder,
    "bge_small_zh": lambda: BgeChineseEmbedder(threads=1),
}

TEXTS = [
    "Marie Curie was born in Warsaw.",
    "小米公司由雷军于2010年4月在北京创立。",
    "",
    "   \n\t ",
    "word " * 700,
    "lone \ud800 surrogate",
    "control \x00\x07\x1b characters \u202e right to left",
    "🦜",
    "a" * 5000,
    "北京" * 2000,
    "Profits rose by 12% to $3.4 million in 2019.",
]


@pytest.fixture(scope="module", autouse=True)
def _jieba_cache(tmp_path_factory: pytest.TempPathFactory):
    chinese.configure(tmp_path_factory.mktemp("jieba"))
    yield
    chinese.configure(None)


@pytest.fixture(scope="module", params=list(EMBEDDERS))
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return EMBEDDERS[request.param]()


class TestEmbedderContract:
    def test_each_text_gets_one_row_of_length_one(self, embedder: Embedder) -> None:
        vectors = embedder.embed(TEXTS)
        assert vectors.shape == (len(TEXTS), embedder.dimensions)
        assert vectors.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)

    def test_no_texts_give_no_rows(self, embedder: Embedder) -> None:
        assert embedder.embed([]).shape == (0, embedder.dimensions)

    def test_rows_stand_in_the_order_of_the_texts_whatever_the_batch(self, embedder: Embedder) -> None:
        together = embedder.embed(TEXTS)
        order = list(range(len(TEXTS)))
        random.Random(3).shuffle(order)
        shuffled = embedder.embed([TEXTS[index] for index in order])
        alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
        np.testing.assert_allclose(shuffled, together[order], atol=1e-5)
        np.testing.assert_allclose(alone, together, atol=1e-5)

    def test_different_texts_get_different_rows(self, embedder: Embedder) -> None:
        first, second = embedder.embed(["雷军 founded it", "马云 sold 1999 shares"])
        assert first @ second < 0.95

    def test_its_name_can_stand_in_an_index_name(self, embedder: Embedder) -> None:
        assert re.fullmatch(r"[a-z0-9_]+", embedder.name)
        assert embedder.version
        assert embedder.languages


def test_a_paraphrase_is_closer_than_another_topic_in_english() -> None:
    vectors = MiniLMEmbedder(threads=1).embed(
        [
            "The company was founded by two brothers in Turin.",
            "Two brothers from Turin started the firm.",
            "The glacier has lost a third of its ice.",
        ]
    )
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.4


def test_shared_words_are_closer_than_another_topic_in_chinese() -> None:
    vectors = HashedChineseEmbedder().embed(
        ["小米公司由雷军在北京创立。", "雷军创立了小米公司。", "冰川失去了三分之一的冰。"]
    )
    assert vectors[0] @ vectors[1] > 0.4
    assert vectors[0] @ vectors[2] < 0.2


def test_hashed_vectors_are_the_same_in_every_process(tmp_path: Path) -> None:
    script = (
        "import sys; from claimgraph.platform.models import chinese; chinese.configure(sys.argv[1]);"
        "from claimgraph.platform.models.hashing import HashedChineseEmbedder as E;"
        "print(E().embed(['雷军创立了小米公司。']).tobytes().hex())"
    )
    root = Path(__file__).parents[3] / ".types"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path)],
            env={"PYTHONPATH": str(root), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_the_embedders_version_covers_its_file(tmp_path: Path) -> None:
    from claimgraph.platform.models.onnx_encoder import WEIGHTS

    (tmp_path / "tokenizer.json").write_bytes((WEIGHTS / "tokenizer.json").read_bytes())
    (tmp_path / "minilm.onnx").write_bytes((WEIGHTS / "minilm.onnx").read_bytes() + b"\0")
    assert MiniLMEmbedder(tmp_path).version != MiniLMEmbedder().version
    assert MiniLMEmbedder().version == MiniLMEmbedder().version


@pytest.fixture(scope="module")
def minilm() -> MiniLMEmbedder:
    return MiniLMEmbedder(threads=1)


class TestWordPieces:
    """Of the embedder that shows them."""

    def test_pieces_stand_in_the_text_in_order_and_each_has_a_state_of_length_one(self, minilm: MiniLMEmbedder) -> None:
        for text, read in zip(TEXTS, minilm.pieces(TEXTS), strict=True):
            assert read.states.shape == (len(read.offsets), minilm.dimensions)
            np.testing.assert_allclose(np.linalg.norm(read.states, axis=1), 1.0, atol=1e-5)
            assert list(read.offsets) == sorted(read.offsets)
            assert all(0 <= start < end <= len(text) for start, end in read.offsets)

    def test_a_text_is_read_to_its_end(self, minilm: MiniLMEmbedder) -> None:
        (read,) = minilm.pieces(["word " * 700])
        assert len(read.offsets) == 700

    def test_a_text_without_a_word_has_no_piece(self, minilm: MiniLMEmbedder) -> None:
        assert [len(read.offsets) for read in minilm.pieces(["", "   \n\t "])] == [0, 0]
        assert minilm.pieces([]) == []

    def test_states_do_not_depend_on_the_batch(self, minilm: MiniLMEmbedder) -> None:
        texts = [TEXTS[0], "Short.", TEXTS[10], TEXTS[0]]
        for text, read in zip(texts, minilm.pieces(texts), strict=True):
            np.testing.assert_allclose(read.states, minilm.pieces([text])[0].states, atol=1e-4)

    def test_callers_that_share_batches_get_their_own(self, minilm: MiniLMEmbedder) -> None:
        shared = CombiningPieces(minilm)
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(lambda text: shared.pieces([text])[0], TEXTS[:2] * 4))
        for text, read in zip(TEXTS[:2] * 4, found, strict=True):
            np.testing.assert_allclose(read.states, minilm.pieces([text])[0].states, atol=1e-4)
