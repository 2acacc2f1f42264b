"""A detector says the same after it was saved, reads what it needs, and refuses what it cannot read."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.errors import ConfigError, InputError
from claimgraph.verify.redeep.detector import Detector, detector_of
from claimgraph.verify.redeep.model import Reading

DETECTOR = Detector(
    heads=((3, 1), (2, 0)),
    head_weights=(-2.0, -1.0),
    layers=(4,),
    layer_weights=(5.0,),
    bias=0.25,
    threshold=0.4,
    span_threshold=0.6,
    pooling="noisy-or",
    slope=1.5,
    offset=-0.5,
    form="signs held",
    top=0.1,
    level="token",
    model="sha-of-weights",
    model_name="tiny",
    prompt="redeep-1",
    data="sha-of-data",
    figures={"auc": {"value": 0.8, "low": 0.7, "high": 0.9}},
)


def reading(ecs: list[list[float]], pks: list[list[float]]) -> Reading:
    """Of heads (2, 0), (2, 1), (3, 1) and layers 3, 4."""
    count = len(ecs[0])
    return Reading(
        tokens=tuple(range(count)),
        offsets=tuple((token, token + 1) for token in range(count)),
        heads=((2, 0), (2, 1), (3, 1)),
        layers=(3, 4),
        ecs=np.array(ecs, dtype=np.float32),
        pks=np.array(pks, dtype=np.float32),
        log_probabilities=np.zeros(count, dtype=np.float32),
        entropies=np.zeros(count, dtype=np.float32),
    )


READING = reading([[0.5, 0.25, 1.0], [9.0, 9.0, 9.0], [0.75, 0.5, -1.0]], [[9.0, 9.0, 9.0], [0.1, 0.5, 0.6]])
ODDS = [-2 * 0.75 - 0.5 + 0.5 + 0.25, -2 * 0.5 - 0.25 + 2.5 + 0.25, 2.0 - 1.0 + 3.0 + 0.25]


def sigmoid(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def test_a_token_is_scored_by_the_heads_and_layers_that_were_fitted_and_no_other() -> None:
    np.testing.assert_allclose(DETECTOR.token_scores(READING), [sigmoid(odds) for odds in ODDS], rtol=1e-6)


def test_a_span_is_scored_by_the_mean_log_odds_of_the_part_of_each_token_that_it_holds() -> None:
    wanted = sigmoid((ODDS[0] + 0.5 * ODDS[1]) / 1.5)
    assert DETECTOR.span_score(READING, [1.0, 0.5, 0.0]) == pytest.approx(wanted, rel=1e-6)


def test_a_response_is_pooled_over_its_spans_and_put_on_its_own_curve() -> None:
    spans = [[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    chances = [sigmoid((ODDS[0] + ODDS[1]) / 2), sigmoid(ODDS[2])]
    pool = 1 - (1 - chances[0]) * (1 - chances[1])
    wanted = sigmoid(1.5 * math.log(pool / (1 - pool)) - 0.5)
    assert DETECTOR.response_score(READING, spans) == pytest.approx(wanted, rel=1e-6)


def test_what_is_shown_beside_the_score_are_the_scores_as_they_were_read() -> None:
    np.testing.assert_allclose(DETECTOR.ecs(READING), [0.625, 0.375, 0.0])
    np.testing.assert_allclose(DETECTOR.pks(READING), [0.1, 0.5, 0.6], rtol=1e-6)
    assert np.isnan(replace(DETECTOR, layers=(), layer_weights=()).pks(READING)).all()


@given(st.integers(0, 2**32 - 1))
def test_every_score_is_a_probability_and_each_score_counts_in_its_direction(seed: int) -> None:
    random = np.random.default_rng(seed)
    ecs, pks = random.uniform(-1, 1, (3, 4)), random.uniform(0, math.log(2), (2, 4))
    scores = DETECTOR.token_scores(reading(ecs.tolist(), pks.tolist()))
    less_context = DETECTOR.token_scores(reading((ecs - 0.1).tolist(), pks.tolist()))
    more_knowledge = DETECTOR.token_scores(reading(ecs.tolist(), (pks + 0.1).tolist()))
    assert ((scores >= 0) & (scores <= 1)).all()
    assert (less_context > scores).all()
    assert (more_knowledge > scores).all()


@pytest.mark.parametrize("weights", [[0.0, 0.0, 0.0], [1.0, -0.5, 0.0], [1.0], [math.nan, 1.0, 1.0]])
def test_a_span_without_tokens_is_refused(weights: list[float]) -> None:
    with pytest.raises(InputError):
        DETECTOR.span_score(READING, weights)


def test_a_reading_that_lacks_a_head_or_a_layer_is_refused_by_name() -> None:
    with pytest.raises(InputError, match=r"heads.*\(9, 9\)"):
        replace(DETECTOR, heads=((3, 1), (9, 9))).token_scores(READING)
    with pytest.raises(InputError, match=r"layers.*7"):
        replace(DETECTOR, layers=(7,)).token_scores(READING)


def test_a_detector_is_the_same_after_saving(tmp_path: Path) -> None:
    DETECTOR.save(tmp_path / "detector.json")
    loaded = Detector.load(tmp_path / "detector.json")
    assert loaded == DETECTOR
    assert loaded.version == DETECTOR.version
    assert [one.name for one in tmp_path.iterdir()] == ["detector.json"]


@pytest.mark.parametrize(
    "change",
    [{"bias": 0.26}, {"model": "other"}, {"prompt": "other"}, {"top": 0.2}, {"data": "other"}, {"threshold": 0.5}],
)
def test_whatever_it_holds_for_is_part_of_its_version(change: dict[str, Any]) -> None:
    assert replace(DETECTOR, **change).version != DETECTOR.version


@pytest.mark.parametrize(
    "change",
    [
        {"format": 0},
        {"heads": [[3, 1]]},
        {"layer_weights": [1.0, 2.0]},
        {"bias": "much"},
        {"bias": math.inf},
        {"slope": math.nan},
        {"threshold": 1.5},
        {"top": 0},
        {"bias": 10**400},
        {"pooling": "median"},
        {"heads": [], "head_weights": [], "layers": [], "layer_weights": []},
        {"heads": [3, 1]},
        {"figures": None},
    ],
)
def test_what_is_no_detector_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(DETECTOR.as_json() | change))
    with pytest.raises(ConfigError, match=r"changed\.json is no ReDeEP detector"):
        Detector.load(path)


@pytest.mark.parametrize("missing", list(DETECTOR.as_json()))
def test_no_part_of_a_detector_may_be_missing(missing: str) -> None:
    raw = DETECTOR.as_json()
    del raw[missing]
    with pytest.raises(ConfigError, match=f"no ReDeEP detector: .*{missing if missing == 'format' else repr(missing)}"):
        detector_of(raw, "here")


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff\xfe\x00", b"[" * 100_000])
def test_a_file_that_holds_something_else_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"other\.json"):
        Detector.load(path)


def test_where_there_is_no_file_the_message_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="Fit one first"):
        Detector.load(tmp_path / "none.json")
