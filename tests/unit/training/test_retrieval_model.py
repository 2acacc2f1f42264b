"""ReDeEP's claims, tried on the small trained model: its heads copy, and its answers by heart can be told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from synthetic_retrieval.answering import COPIED, FROM_MEMORY, answers
from synthetic_retrieval.documents import Mix
from synthetic_retrieval.evaluate import Read, difference_of_means, external, groups_of, parametric, read_answers, units
from synthetic_retrieval.network import Sizes, new_network, save
from synthetic_retrieval.tokens import make_tokenizer, vocabulary
from synthetic_retrieval.train import Recipe, Stage, train
from synthetic_retrieval.trials import CONFLICT, STRANGER, make_trials
from synthetic_retrieval.world import make_world

if TYPE_CHECKING:
    from synthetic_retrieval.heads import Ablation

    from claimgraph.platform.models.causal.network import CausalModel

pytestmark = pytest.mark.torch
MODEL = Path(__file__).parents[3] / "training" / "synthetic_retrieval" / "model"
WORLD = make_world()
SMALL = Recipe(stages=(Stage(4, Mix((2, 3)), (1.0, 0.1)),), batch=2, questions=2, warm_up=1, save_every=2)


@pytest.fixture(scope="module")
def model() -> CausalModel:
    torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
    from claimgraph.platform.models.causal.loading import load_causal

    torch.set_num_threads(1)
    return load_causal(MODEL)


@pytest.fixture(scope="module")
def copying(model: CausalModel) -> tuple[tuple[tuple[int, int], ...], Ablation]:
    """The heads found, on some strangers, and what becomes of other strangers' answers without them."""
    from synthetic_retrieval.evaluate import Answered
    from synthetic_retrieval.heads import ablate, copying_heads, head_scores

    trials = make_trials(WORLD, STRANGER, 1, seed=31)[::3]
    practice, asked = trials[::2], trials[1::2]
    copied = [Answered(trial, said) for trial, said in zip(practice, answers(model, practice), strict=True)]
    heads = copying_heads(head_scores(model, [one for one in copied if one.is_from_context]))
    return heads, ablate(model, asked, heads, draws=4, seed=1)


@pytest.fixture(scope="module")
def conflicts(model: CausalModel) -> list[Read]:
    """The model's own answers where the context contradicts what it was taught."""
    from synthetic_retrieval.evaluate import Answered

    trials = make_trials(WORLD, CONFLICT, 1, seed=32)
    return read_answers(
        model, [Answered(trial, said) for trial, said in zip(trials, answers(model, trials), strict=True)]
    )


def of_sort(reads: list[Read], sort: str) -> list[Read]:
    return [one for one in reads if one.answered.sort == sort]


def test_the_model_copies_of_strangers_and_without_the_heads_found_it_does_not(
    copying: tuple[tuple[tuple[int, int], ...], Ablation],
) -> None:
    heads, ablation = copying
    assert 0 < len(heads) <= 8
    assert np.mean(ablation.intact) > 0.95
    assert np.mean(ablation.without) < 0.4


def test_taking_out_as_many_other_heads_harms_copying_little(
    copying: tuple[tuple[tuple[int, int], ...], Ablation],
) -> None:
    _, ablation = copying
    lost = [np.mean(ablation.intact) - np.mean(draw) for draw in ablation.without_others]
    assert max(lost) < (np.mean(ablation.intact) - np.mean(ablation.without)) / 2


def test_both_sorts_of_answer_are_given_about_the_same_people(conflicts: list[Read]) -> None:
    copied, memory = of_sort(conflicts, COPIED), of_sort(conflicts, FROM_MEMORY)
    assert min(len(copied), len(memory)) > 50
    both = {one.answered.trial.name for one in copied} & {one.answered.trial.name for one in memory}
    assert len(both) > len(WORLD.residents) / 2


def test_answers_from_memory_have_a_lower_ecs_of_the_copying_heads(
    conflicts: list[Read], copying: tuple[tuple[tuple[int, int], ...], Ablation]
) -> None:
    heads, _ = copying
    found = difference_of_means(of_sort(conflicts, FROM_MEMORY), of_sort(conflicts, COPIED), external(heads))
    assert found["high"] < 0


def test_answers_from_memory_have_a_higher_pks(conflicts: list[Read]) -> None:
    layers = conflicts[0].reading.layers
    found = difference_of_means(of_sort(conflicts, FROM_MEMORY), of_sort(conflicts, COPIED), parametric(layers))
    assert found["low"] > 0


def test_a_detector_that_has_seen_nobody_asked_about_tells_the_answers_apart_where_perplexity_cannot(
    conflicts: list[Read],
) -> None:
    from claimgraph.verify.redeep.detecting import CANDIDATES
    from claimgraph.verify.redeep.fitting import nested
    from claimgraph.verify.redeep.measures import auc_with_interval, difference_with_interval

    truth, groups = np.array([float(one.hallucinated) for one in conflicts]), groups_of(conflicts)
    perplexity = np.array([-float(one.reading.log_probabilities.mean()) for one in conflicts])
    scores = nested(units(conflicts), CANDIDATES, ("mean",), outer=5, inner=3).scores
    assert auc_with_interval(truth, scores, groups).low > 0.6
    assert difference_with_interval(truth, [scores], [perplexity], groups).low > 0.05


def test_training_goes_on_where_it_stopped_as_if_it_had_not(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
    tokenizer, size = make_tokenizer(WORLD), len(vocabulary(WORLD))
    tiny = Sizes(width=16, feed_forward=16, layers=2, heads=2, head=8)
    whole, first, second = (new_network(size, tiny, seed=seed) for seed in (1, 1, 2))
    train(whole, tokenizer, WORLD, SMALL, None)

    first.get_output_embeddings().register_forward_hook(Killing(2))
    with pytest.raises(KeyboardInterrupt):
        train(first, tokenizer, WORLD, SMALL, tmp_path)
    train(second, tokenizer, WORLD, SMALL, tmp_path)

    for name, weights in whole.state_dict().items():
        assert torch.equal(weights, second.state_dict()[name]), name


class Killing:
    """A forward hook that ends a training after so many steps."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def __call__(self, *_: object) -> None:
        if self._left == 0:
            raise KeyboardInterrupt
        self._left -= 1


def test_a_checkpoint_of_another_recipe_is_not_gone_on_with(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
    tokenizer, size = make_tokenizer(WORLD), len(vocabulary(WORLD))
    tiny = Sizes(width=16, feed_forward=16, layers=1, heads=2, head=8)
    train(new_network(size, tiny, seed=1), tokenizer, WORLD, SMALL, tmp_path)
    other = replace(SMALL, lr=1e-3)
    fresh, beside = new_network(size, tiny, seed=2), new_network(size, tiny, seed=2)
    train(fresh, tokenizer, WORLD, other, tmp_path)
    train(beside, tokenizer, WORLD, other, None)
    assert all(torch.equal(fresh.state_dict()[name], weights) for name, weights in beside.state_dict().items())


def test_what_is_saved_is_small_and_no_pickle(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs claimgraph[torch]")
    tokenizer = make_tokenizer(WORLD)
    save(new_network(len(vocabulary(WORLD)), Sizes(), seed=1), tokenizer, tmp_path)
    assert {path.suffix for path in tmp_path.iterdir()} == {".safetensors", ".json"}
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 3_000_000
    assert json.loads((tmp_path / "config.json").read_text())["model_type"] == "llama"
