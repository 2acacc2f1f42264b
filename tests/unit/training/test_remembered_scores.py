"""NLI scores kept by pair: nothing is asked twice, and no other model's scores are taken for one's own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from claimgraph.platform.models.ports import NliScores


@dataclass
class CountingNli:
    """Scores by the length of the premise; remembers what it was asked."""

    version: str = "1"
    name: str = "counting"
    asked: list[tuple[str, str]] = field(default_factory=list)

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        self.asked += pairs
        return [NliScores(len(premise) / 100, 0.25, 0.75 - len(premise) / 100) for premise, _ in pairs]

    def known_fraction(self, text: str) -> float:
        return 1.0


PAIRS = [("a long premise", "a claim"), ("short", "a claim"), ("a long premise", "a claim")]


def test_a_pair_is_asked_once_also_by_the_next_run(tmp_path: Path) -> None:
    from starter_models.remembered import RememberedNli

    model = CountingNli()
    first = RememberedNli(model, tmp_path / "scores" / "fold.sqlite").score(PAIRS)
    again = RememberedNli(model, tmp_path / "scores" / "fold.sqlite").score([*PAIRS, ("new", "a claim")])
    assert first == CountingNli().score(PAIRS)
    assert again[:3] == first
    assert model.asked == [PAIRS[0], PAIRS[1], ("new", "a claim")]


def test_another_models_scores_are_not_taken(tmp_path: Path) -> None:
    from starter_models.remembered import RememberedNli

    RememberedNli(CountingNli(), tmp_path / "scores.sqlite").score(PAIRS)
    other = CountingNli(version="2")
    RememberedNli(other, tmp_path / "scores.sqlite").score(PAIRS)
    assert other.asked == PAIRS[:2]


def test_more_pairs_than_one_query_asks_for_come_back_in_order(tmp_path: Path) -> None:
    from starter_models.remembered import RememberedNli

    many = [("x" * (number % 90), f"claim {number}") for number in range(1_300)]
    model = CountingNli()
    kept = RememberedNli(model, tmp_path / "scores.sqlite")
    assert kept.score(many) == kept.score(many) == CountingNli().score(many)
    assert len(model.asked) == 1_300


def test_recorded_scores_stand_for_the_model(tmp_path: Path) -> None:
    from starter_models.remembered import RecordedNli, RememberedNli, record

    model = CountingNli()
    kept = RememberedNli(model, tmp_path / "scores.sqlite").score(PAIRS)
    assert record(tmp_path / "scores.sqlite", model.name, model.version, tmp_path / "out" / "fold.npz") == 2
    recorded = RecordedNli(tmp_path / "out" / "fold.npz", CountingNli())
    assert (recorded.name, recorded.version) == (model.name, model.version)
    for one, again in zip(kept, recorded.score(PAIRS), strict=True):
        assert again.entailment == pytest.approx(one.entailment, abs=1e-7)
        assert again.contradiction == pytest.approx(one.contradiction, abs=1e-7)
    assert recorded.score([]) == []


@pytest.mark.parametrize("pairs", [PAIRS, []])
def test_more_pairs_that_were_not_recorded_than_may_be_spared_are_an_error_that_says_what_to_do(
    tmp_path: Path, pairs: list[tuple[str, str]]
) -> None:
    from starter_models.remembered import SPARED, NotRecorded, RecordedNli, RememberedNli, record

    RememberedNli(CountingNli(), tmp_path / "scores.sqlite").score(pairs)
    record(tmp_path / "scores.sqlite", "counting", "1", tmp_path / "fold.npz")
    recorded = RecordedNli(tmp_path / "fold.npz", CountingNli())
    new = [("short", f"a new claim {number}") for number in range(SPARED + 1)]
    for _ in range(2):  # the same ones again are no more
        recorded.score([*pairs, *new[:SPARED]])
    with pytest.raises(NotRecorded, match=r"(?s)a new claim.*make_folds"):
        recorded.score(new[SPARED:])


def test_a_pair_that_was_not_recorded_has_no_score_and_a_warning_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from starter_models.remembered import RecordedNli, RememberedNli, record

    kept = RememberedNli(CountingNli(), tmp_path / "scores.sqlite").score(PAIRS)
    record(tmp_path / "scores.sqlite", "counting", "1", tmp_path / "fold.npz")
    first, new, second = RecordedNli(tmp_path / "fold.npz", CountingNli()).score(
        [PAIRS[0], ("short", "a new claim"), PAIRS[1]]
    )

    assert (first.entailment, second.entailment) == pytest.approx((kept[0].entailment, kept[1].entailment), abs=1e-7)
    assert all(math.isnan(value) for value in (new.entailment, new.neutral, new.contradiction))
    assert "a new claim" in caplog.text


def test_recorded_scores_tell_no_costs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from starter_models import folds
    from starter_models.remembered import RememberedNli, record

    RememberedNli(CountingNli(), tmp_path / "scores.sqlite").score(PAIRS)
    record(tmp_path / "scores.sqlite", "counting", "1", tmp_path / "documents.npz")
    monkeypatch.setattr(folds, "RECORDED", tmp_path)
    models: Any = SimpleNamespace(nli={"en": CountingNli()})
    with pytest.raises(SystemExit, match="--remember"):
        folds.open_fold(models, tmp_path / "empty", "documents")
