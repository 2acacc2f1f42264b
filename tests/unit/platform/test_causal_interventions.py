"""Taking out heads and feed-forward networks, and the matrices of heads, held against what the heads do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fakes.tiny_causal import FAMILIES, save_model

from claimgraph.platform.errors import InputError
from claimgraph.platform.models.causal import load_causal
from claimgraph.platform.models.causal.families import module_at

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("one_thread")]
torch = pytest.importorskip("torch", reason="needs claimgraph[torch]")
pytest.importorskip("transformers", reason="needs claimgraph[torch]")

TOLERANCE = 1e-4
LAYER = 1
TEXT = [list(range(60, 90))]


@pytest.fixture(scope="module", params=FAMILIES)
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return load_causal(save_model(tmp_path_factory.mktemp(request.param), request.param))


def passed(model: Any, path: str, ids: Any) -> tuple[Any, Any]:
    """What the module of `LAYER` at this path was given, and what it gave."""
    seen: list[Any] = []

    def keep(_: Any, inputs: Any, named: Any, output: Any) -> None:
        given = inputs[0] if inputs else named["hidden_states"]
        seen.append((given[0], (output[0] if isinstance(output, tuple) else output)[0]))

    handle = module_at(model.layers[LAYER], path).register_forward_hook(keep, with_kwargs=True)
    with torch.inference_mode():
        model.network(torch.tensor(ids))
    handle.remove()
    return seen[0]


def test_the_matrices_of_a_head_are_what_the_head_does(model: Any) -> None:
    """A token that is alone attends to itself: what a head writes of two such tokens differs by W_O W_V times them."""
    values, outputs = model.value_outputs(LAYER)
    sizes = model.sizes
    for head in range(sizes.heads):
        others = {(LAYER, other): 0.0 for other in range(sizes.heads) if other != head}
        with model.scaled(heads=others):
            one_in, one_out = passed(model, model.family.attention, [[65]])
            two_in, two_out = passed(model, model.family.attention, [[66]])
        expected = outputs[head] @ (values[head * sizes.kv_heads // sizes.heads] @ (one_in - two_in)[0])
        torch.testing.assert_close((one_out - two_out)[0], expected, atol=TOLERANCE, rtol=TOLERANCE)
        assert float(expected.abs().max()) > 0.01


def test_an_attention_without_heads_writes_nothing_but_its_bias(model: Any) -> None:
    with model.scaled(heads={(LAYER, head): 0.0 for head in range(model.sizes.heads)}):
        _, written = passed(model, model.family.attention, TEXT)
    bias = module_at(model.layers[LAYER], model.family.output).bias
    expected = torch.zeros(model.sizes.hidden) if bias is None else bias
    torch.testing.assert_close(written, expected.expand_as(written))


def test_heads_add_up(model: Any) -> None:
    """What all heads write is the sum of what each writes alone, beside the bias that every pass adds."""
    _, together = passed(model, model.family.attention, TEXT)
    parts = []
    for head in range(model.sizes.heads):
        with model.scaled(heads={(LAYER, other): float(other == head) for other in range(model.sizes.heads)}):
            parts.append(passed(model, model.family.attention, TEXT)[1])
    bias = module_at(model.layers[LAYER], model.family.output).bias
    extra = 0 if bias is None else bias * (model.sizes.heads - 1)
    torch.testing.assert_close(sum(parts) - extra, together, atol=TOLERANCE, rtol=TOLERANCE)


def test_what_a_network_adds_is_multiplied(model: Any) -> None:
    _, before = passed(model, model.family.ffn, TEXT)
    with model.scaled(ffns={LAYER: 1.5}):
        _, after = passed(model, model.family.ffn, TEXT)
    torch.testing.assert_close(after, before * 1.5)


def test_an_ablation_changes_the_logits_and_ends_with_its_block(model: Any) -> None:
    def logits() -> Any:
        with torch.inference_mode():
            return model.network(torch.tensor(TEXT)).logits

    before = logits()
    with model.scaled(heads={(LAYER, 1): 0.0}, ffns={0: 0.5}):
        during = logits()
        with model.scaled(ffns={LAYER: 0.0}):
            deeper = logits()
        torch.testing.assert_close(logits(), during)
    assert float((during - before).abs().max()) > 0.01
    assert float((deeper - during).abs().max()) > 0.01
    torch.testing.assert_close(logits(), before, atol=0, rtol=0)


def test_factors_of_one_change_nothing(model: Any) -> None:
    with torch.inference_mode():
        before = model.network(torch.tensor(TEXT)).logits
        with model.scaled(heads={(0, 0): 1.0}, ffns={0: 1.0}):
            torch.testing.assert_close(model.network(torch.tensor(TEXT)).logits, before, atol=0, rtol=0)


def test_the_copying_score_is_that_of_the_explicit_matrix(model: Any) -> None:
    from claimgraph.verify.redeep.scores import copying_scores

    values, outputs = (part.double().numpy() for part in model.value_outputs(LAYER))
    embeddings, unembedding = model.embeddings.double().numpy(), model.unembedding.double().numpy()
    scores = copying_scores(values, outputs, embeddings, unembedding)
    for head in (0, model.sizes.heads - 1):
        value = values[head * model.sizes.kv_heads // model.sizes.heads]
        eigenvalues = np.linalg.eigvals(unembedding @ outputs[head] @ value @ embeddings.T)
        expected = eigenvalues.sum().real / np.abs(eigenvalues).sum()
        assert scores[head] == pytest.approx(expected, abs=TOLERANCE)


def test_a_part_that_is_not_there_is_refused_and_nothing_stays_hooked(tmp_path: Path) -> None:
    model = load_causal(save_model(tmp_path))
    for heads, ffns in (({(0, 9): 0.0}, {}), ({(9, 0): 0.0}, {}), ({}, {9: 0.0}), ({(0, 0): 0.0}, {-1: 0.0})):
        with pytest.raises(InputError, match="has no"), model.scaled(heads=heads, ffns=ffns):
            pass
    assert not any(module._forward_hooks or module._forward_pre_hooks for module in model.network.modules())
