"""What every NLI model keeps (a new one joins by a line in `MODELS`), and what the shipped one knows."""

from __future__ import annotations

import gc
import random
import re
import sys
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.models.cross_encoder import CHINESE, CrossEncoderNli
from claimgraph.platform.models.glossing import Glossary, GlossedNli
from claimgraph.platform.models.minilm import MiniLMEmbedder
from claimgraph.platform.models.onnx_encoder import WEIGHTS
from claimgraph.platform.models.ports import NliModel, NliScores

MODELS: dict[str, Callable[[], NliModel]] = {
    "minilm_nli": lambda: CrossEncoderNli(threads=1),
    "glossed_nli": lambda: GlossedNli(CrossEncoderNli(threads=1, file=CHINESE), Glossary()),
    "openvino": lambda: CrossEncoderNli(threads=2, runtime="openvino"),
}
BETWEEN_BATCHES = {"minilm_nli": 1e-5, "glossed_nli": 1e-5, "openvino": 1e-3}
"""How far a pair's score may move with its batch: rounding, in bfloat16 where the processor computes in it."""

PAIRS = [
    ("Marie Curie was born in Warsaw in 1867.", "Marie Curie was born in Warsaw."),
    ("Marie Curie was born in Warsaw in 1867.", "Marie Curie was born in Paris."),
    ("", ""),
    ("", "Something."),
    ("Something.", ""),
    ("premise " * 900, "hypothesis " * 900),
    ("short", "x" * 9000),
    ("lone \ud800 surrogate", "\udfff"),
    ("control \x00\x1b", "\u202eright to left"),
    ("小米公司由雷军创立。", "小米公司由马云创立。"),
    ("🦜", "🦜🦜"),
]


PARAMETERS = ["minilm_nli", "glossed_nli", pytest.param("openvino", marks=pytest.mark.torch)]


@pytest.fixture(scope="module", params=PARAMETERS)
def kind(request: pytest.FixtureRequest) -> str:
    if request.param == "openvino":
        pytest.importorskip("openvino")
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def model(kind: str) -> NliModel:
    return MODELS[kind]()


def as_row(scores: NliScores) -> list[float]:
    return [scores.entailment, scores.neutral, scores.contradiction]


class TestNliContract:
    def test_each_pair_gets_probabilities(self, model: NliModel) -> None:
        scores = model.score(PAIRS)
        assert len(scores) == len(PAIRS)
        for row in map(as_row, scores):
            assert all(0.0 <= value <= 1.0 for value in row)
            assert sum(row) == pytest.approx(1.0, abs=1e-6)

    def test_no_pairs_give_no_scores(self, model: NliModel) -> None:
        assert model.score([]) == []

    def test_a_score_does_not_depend_on_its_batch(self, model: NliModel, kind: str) -> None:
        together = [as_row(scores) for scores in model.score(PAIRS)]
        order = list(range(len(PAIRS)))
        random.Random(5).shuffle(order)
        shuffled = [as_row(scores) for scores in model.score([PAIRS[index] for index in order])]
        alone = [as_row(model.score([pair])[0]) for pair in PAIRS]
        for place, index in enumerate(order):
            assert shuffled[place] == pytest.approx(together[index], abs=BETWEEN_BATCHES[kind])
            assert alone[index] == pytest.approx(together[index], abs=BETWEEN_BATCHES[kind])

    def test_premise_and_hypothesis_are_not_interchangeable(self, model: NliModel) -> None:
        long, short = (
            "Marie Curie was a physicist who was born in Warsaw in 1867.",
            "Marie Curie was a physicist.",
        )
        forward, backward = model.score([(long, short), (short, long)])
        assert forward.entailment > backward.entailment

    def test_the_known_fraction_lies_between_zero_and_one(self, model: NliModel) -> None:
        assert model.known_fraction("") == 1.0
        assert model.known_fraction("  \n ") == 1.0
        for premise, hypothesis in PAIRS:
            assert 0.0 <= model.known_fraction(premise) <= 1.0
            assert 0.0 <= model.known_fraction(hypothesis) <= 1.0

    def test_its_name_and_version_identify_it(self, model: NliModel) -> None:
        assert re.fullmatch(r"[a-z0-9_]+", model.name)
        assert model.version == model.version != ""

    def test_threads_may_share_it(self, model: NliModel, kind: str) -> None:
        expected = [as_row(scores) for scores in model.score(PAIRS[:4])]
        with ThreadPoolExecutor(4) as pool:
            runs = list(pool.map(lambda _: model.score(PAIRS[:4]), range(8)))
        for run in runs:
            for scores, row in zip(run, expected, strict=True):
                assert as_row(scores) == pytest.approx(row, abs=BETWEEN_BATCHES[kind])


def test_the_shipped_model_knows_english_and_not_chinese() -> None:
    model = CrossEncoderNli(threads=1)
    assert model.known_fraction("The company, founded in 1999, employs 40,000 people.") == 1.0
    assert model.known_fraction("小米公司由雷军于二零一零年在北京创立，总部位于海淀区。") < 0.7


@pytest.mark.parametrize(
    ("premise", "right", "wrong"),
    [
        (
            "Ada Lovelace wrote the first published algorithm in 1843. She lived in London.",
            "Ada Lovelace lived in London.",
            "Ada Lovelace lived in Vienna.",
        ),
        (
            "The bridge was opened to traffic in May 1932 and is 503 metres long.",
            "The bridge is 503 metres long.",
            "The bridge is 903 metres long.",
        ),
        (
            "The committee approved the merger on Tuesday after a long debate.",
            "The merger was approved by the committee.",
            "The committee did not approve the merger.",
        ),
        (
            "Sales of electric cars rose in Norway while sales of diesel cars fell.",
            "Sales of electric cars rose in Norway.",
            "Sales of electric cars fell in Norway.",
        ),
    ],
)
def test_the_shipped_model_prefers_the_true_claim(premise: str, right: str, wrong: str) -> None:
    true, false = CrossEncoderNli(threads=1).score([(premise, right), (premise, wrong)])
    assert true.entailment > 0.5 > false.entailment
    assert true.entailment > true.contradiction


def test_the_shipped_model_does_not_support_what_the_premise_does_not_mention() -> None:
    premise = "The museum holds 4,000 paintings and is open from Tuesday to Sunday."
    scores = CrossEncoderNli(threads=1).score([(premise, "The museum was founded by a Dutch banker.")])[0]
    assert scores.entailment < 0.5


@pytest.mark.parametrize(
    ("premise", "right", "wrong"),
    [
        ("李明1998年在北京创办了这家公司，公司现有员工3000人。", "公司由李明创办。", "公司由王芳创办。"),
        ("大桥于1932年5月通车，全长503米。", "大桥全长503米。", "大桥全长903米。"),
        ("经过长时间辩论，议会周二批准了这项计划。", "这项计划被议会批准了。", "议会否决了这项计划。"),
        pytest.param(
            "经过长时间辩论，议会周二批准了这项计划。",
            "议会同意了这项计划。",
            "议会否决了这项计划。",
            marks=pytest.mark.xfail(strict=True, reason="同意 has one gloss, agree: the card names it"),
        ),
        ("由于暴雨，原定周六的比赛推迟到周日举行。", "比赛没有在周六举行。", "比赛在周六如期举行。"),
    ],
)
def test_the_shipped_chinese_model_prefers_the_true_claim(premise: str, right: str, wrong: str) -> None:
    """By far; not by one half, which is no threshold of a model that reads glosses (its card; the policy weighs it)."""
    model = MODELS["glossed_nli"]()
    true, false = model.score([(premise, right), (premise, wrong)])
    assert true.entailment > false.entailment + 0.3
    assert true.entailment > true.contradiction


def test_models_of_one_file_share_its_session_and_let_go_of_it(tmp_path: Path) -> None:
    for name in ("nli.onnx", "tokenizer.json"):
        (tmp_path / name).write_bytes((WEIGHTS / name).read_bytes())
    models = [CrossEncoderNli(tmp_path, threads=1) for _ in range(2)]
    for model in models:
        model.score(PAIRS[:1])
    first, second = (vars(vars(model)["_encoder"])["_session"] for model in models)
    assert first is second
    gone = weakref.ref(first)
    del first, second, model, models
    gc.collect()
    assert gone() is None


def test_a_missing_model_file_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_bytes((WEIGHTS / "tokenizer.json").read_bytes())
    with pytest.raises(ModelUnavailable, match=r"nli\.onnx.*make models"):
        CrossEncoderNli(tmp_path).score([("a", "b")])


def test_a_damaged_model_file_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_bytes((WEIGHTS / "tokenizer.json").read_bytes())
    (tmp_path / "minilm.onnx").write_bytes(b"damaged")
    with pytest.raises(ModelUnavailable, match=r"minilm\.onnx.*damaged"):
        MiniLMEmbedder(tmp_path).embed(["a"])


def test_a_missing_tokenizer_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"tokenizer\.json.*make models"):
        CrossEncoderNli(tmp_path).known_fraction("a")


@pytest.mark.torch
def test_openvino_says_nearly_the_same_and_says_that_it_is_another_version() -> None:
    pytest.importorskip("openvino")
    usual, faster = CrossEncoderNli(threads=2), CrossEncoderNli(threads=2, runtime="openvino")
    for one, other in zip(usual.score(PAIRS), faster.score(PAIRS), strict=True):
        assert as_row(other) == pytest.approx(as_row(one), abs=0.03)
    assert faster.version.startswith(f"{usual.version}-openvino")
    assert faster.version.endswith(("-bf16", "-f32"))


def test_openvino_that_is_not_installed_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openvino", None)
    model = CrossEncoderNli(runtime="openvino")
    with pytest.raises(ModelUnavailable, match=r"pip install 'claimgraph\[openvino\]'"):
        model.score(PAIRS[:1])
    with pytest.raises(ModelUnavailable, match=r"pip install 'claimgraph\[openvino\]'"):
        _ = model.version
