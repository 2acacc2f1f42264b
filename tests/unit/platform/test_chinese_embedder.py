"""The Chinese embedder knows paraphrases from other sentences, and its files from damaged ones."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.models.bge import MAX_TOKENS, MODEL, TOKENIZER, BgeChineseEmbedder
from claimgraph.platform.models.hashing import HashedChineseEmbedder
from claimgraph.platform.models.onnx_encoder import DIGESTS, WEIGHTS


@pytest.fixture(scope="module")
def embedder() -> BgeChineseEmbedder:
    return BgeChineseEmbedder(threads=1)


def test_a_paraphrase_is_nearer_than_another_sentence_that_shares_more_characters(embedder: BgeChineseEmbedder) -> None:
    texts = ["这家医院的医生都很年轻。", "该院的大夫岁数不大。", "这家酒店的房间都很干净。", "公司公布了年度财报。"]

    by_meaning, by_words = embedder.embed(texts), HashedChineseEmbedder().embed(texts)

    assert np.argmax(by_meaning[1:] @ by_meaning[0]) == 0
    assert np.argmax(by_words[1:] @ by_words[0]) != 0  # what the hashed embedder cannot know


def test_upper_case_is_read_as_lower_case(embedder: BgeChineseEmbedder) -> None:
    upper, lower, other = embedder.embed(
        ["OpenAI发布了GPT-4模型。", "openai发布了gpt-4模型。", "Meta发布了LLaMA模型。"]
    )

    np.testing.assert_allclose(upper, lower, atol=1e-6)
    assert upper @ other < 0.9


def test_of_a_long_text_the_first_512_word_pieces_count(embedder: BgeChineseEmbedder) -> None:
    body = "长江是中国最长的河流，" * 60
    read = body[: MAX_TOKENS - 2]  # a character is a piece; [CLS] and [SEP] are two more

    first, same, shorter = embedder.embed([body, read + "冰" * 10_000, read[:300]])

    np.testing.assert_allclose(first, same, atol=1e-5)
    assert first @ shorter < 0.9999


def test_the_files_are_those_that_the_version_is_made_of() -> None:
    stated = json.loads((WEIGHTS / DIGESTS).read_text(encoding="utf-8"))["sha256"]

    files = [*WEIGHTS.glob("*.onnx"), *WEIGHTS.glob("*tokenizer.json")]
    assert stated == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_damaged_file_is_an_error_and_no_vector(tmp_path: Path) -> None:
    for name in (MODEL, TOKENIZER, DIGESTS):
        shutil.copy(WEIGHTS / name, tmp_path)
    with (tmp_path / MODEL).open("r+b") as file:
        file.seek(12_000_000)
        file.write(b"\xff" * 64)

    with pytest.raises(ModelUnavailable, match=r"zh_embedder\.onnx.*damaged.*make models"):
        BgeChineseEmbedder(tmp_path).embed(["长江"])


def test_missing_files_are_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"zh_embedder\.onnx.*make models"):
        _ = BgeChineseEmbedder(tmp_path).version


def test_who_embeds_nothing_chinese_reads_no_chinese_weights(tmp_path: Path) -> None:
    """The version is asked for at every start; the 24 MB are neither read nor hashed for it."""
    shutil.copy(WEIGHTS / DIGESTS, tmp_path)
    without_weights = BgeChineseEmbedder(tmp_path)

    assert without_weights.version == BgeChineseEmbedder().version
    assert without_weights.embed([]).shape == (0, 512)


def test_importing_it_imports_no_runtime() -> None:
    script = (
        "import sys; from claimgraph.platform.models.bge import BgeChineseEmbedder as E; E().version;"
        "print([name for name in ('numpy', 'onnxruntime', 'tokenizers') if name in sys.modules])"
    )
    root = Path(__file__).parents[3] / ".types"

    found = subprocess.run(
        [sys.executable, "-c", script], env={"PYTHONPATH": str(root)}, capture_output=True, text=True, check=True
    )

    assert found.stdout.strip() == "[]"
