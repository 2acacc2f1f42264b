"""What the shipped rules reach on the gold set, and how often a language model is asked beside them."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from claimgraph.api.bootstrap import Models
from claimgraph.platform.settings import Settings
from claimgraph.verify.decomposition.choose import Escalation, build_decomposer
from claimgraph.verify.evaluation import GoldItem, evaluate_item, read_items, total
from claimgraph.verify.ports import Decomposer

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
HALVES = {half: read_items(BENCHMARKS / "data" / f"claims_{half}.jsonl") for half in ("dev", "held_out")}
CLAIMS = {"en": 0.80, "zh": 0.75}
TRIPLES = {"en": 0.60, "zh": 0.50}


@pytest.fixture(scope="module")
def models() -> Models:
    return Models(Settings(_env_file=None))


@pytest.fixture(scope="module")
def scripted() -> ModuleType:
    spec = importlib.util.spec_from_file_location("benchmark_scripted", BENCHMARKS / "scripted.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_rules_reach_their_aim_on_each_half(models: Models, half: str, lang: str) -> None:
    items = [item for item in HALVES[half] if item.lang == lang]

    read = models.reader.read([item.text for item in items])

    found = [evaluate_item(item, one.statements) for item, one in zip(items, read, strict=True)]
    assert (total(one.claims for one in found).f1 or 0) >= CLAIMS[lang]
    assert (total(one.triples for one in found).f1 or 0) >= TRIPLES[lang]


@pytest.mark.parametrize("half", HALVES)
async def test_hybrid_asks_a_third_as_often_and_is_better_than_rules(
    models: Models, scripted: ModuleType, half: str
) -> None:
    items = HALVES[half]
    calls, scores = {}, {}

    for method in ("rules", "llm", "hybrid"):
        model = scripted.GoldModel(items)
        decomposer = _decomposer(models, method, model)
        scores[method] = await _f1(decomposer, items)
        calls[method] = model.calls

    assert 0 < calls["hybrid"] <= calls["llm"] / 3
    assert calls["rules"] == 0
    assert scores["rules"] <= scores["hybrid"] <= scores["llm"]


@pytest.mark.parametrize("method", ["llm", "hybrid"])
async def test_twenty_answers_at_once_make_at_most_three_calls(
    models: Models, scripted: ModuleType, method: str
) -> None:
    items = HALVES["dev"][:10] + HALVES["dev"][-10:]
    model = scripted.GoldModel(items)

    await _decomposer(models, method, model).decompose([item.text for item in items])

    assert model.calls <= 3


def _decomposer(models: Models, method: str, model: object) -> Decomposer:
    settings = models.settings
    escalation = Escalation(settings.complexity_threshold, settings.quality_threshold)
    return build_decomposer(method, models.reader, models.analysers, model, escalation=escalation)  # type: ignore[arg-type]


async def _f1(decomposer: Decomposer, items: Sequence[GoldItem]) -> float:
    """Micro F1 of the claims, the answers handed over one by one."""
    made = [(await decomposer.decompose([item.text]))[0] for item in items]
    found = [evaluate_item(item, one) for item, one in zip(items, made, strict=True)]
    return total(one.claims for one in found).f1 or 0.0
