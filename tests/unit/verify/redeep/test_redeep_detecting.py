"""From readings of labelled responses to a detector that finds the copying head, with figures that are honest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from claimgraph.platform.errors import InputError
from claimgraph.verify.model import Unscored
from claimgraph.verify.redeep.detecting import FittedFor, chunk_units_of, data_hash, fit_readings, units_of
from claimgraph.verify.redeep.detector import detector_of
from claimgraph.verify.redeep.fitting import SCORES, Difference, Logistic
from claimgraph.verify.redeep.labelled import LabelledResponse
from claimgraph.verify.redeep.measures import auc
from claimgraph.verify.redeep.model import ChunkReading, Reading
from claimgraph.verify.redeep.placing import shares_of

HEADS, LAYERS = ((0, 0), (0, 1), (1, 0)), (0, 1)
FOR = FittedFor("weights", "tiny", "prompt-1", "data", 0.1)
QUICK = (Difference(1, 1, 1.0), Logistic(0.1, True, 2, 1))
FAITHFUL, MADE_UP = "It rained. ", "It snowed. "


def row(number: int, sentences: Sequence[bool], whole: bool = False) -> LabelledResponse:
    """A response of sentences, hallucinated (True) or not, with labels of spans or one for the whole."""
    text, spans = "", []
    for wrong in sentences:
        if wrong:
            spans.append((len(text) + 3, len(text) + 9))
        text += MADE_UP if wrong else FAITHFUL
    labels = bool(spans) if whole else tuple(spans)
    return LabelledResponse(str(number), str(number), None, ("It rained.",), text.strip(), labels)


def read(of: LabelledResponse, random: np.random.Generator, effect: float = 0.6) -> Reading:
    """Tokens of two characters; head (0, 1) looks away, and layer 1 speaks up, where the text says that it snowed."""
    count = (len(of.response) + 1) // 2
    offsets = tuple((2 * token, min(2 * token + 2, len(of.response))) for token in range(count))
    starts = [at for at in range(len(of.response)) if of.response.startswith(MADE_UP.strip(), at)]
    wrong = shares_of(offsets, [(at, at + len(MADE_UP) - 1) for at in starts])
    ecs = random.normal(0.5, 0.5, (3, count))
    pks = random.normal(0.3, 0.16, (2, count))
    ecs[1] -= 0.6 * effect * wrong
    pks[1] += 0.2 * effect * wrong
    return Reading(
        tokens=tuple(range(count)),
        offsets=offsets,
        heads=HEADS,
        layers=LAYERS,
        ecs=ecs.astype(np.float32),
        pks=pks.astype(np.float32),
        log_probabilities=random.normal(-2, 1, count).astype(np.float32),
        entropies=random.normal(2, 1, count).astype(np.float32),
    )


def made(count: int, seed: int = 0, whole: bool = False) -> tuple[list[LabelledResponse], list[Reading]]:
    random = np.random.default_rng(seed)
    rows = [row(number, (random.random(random.integers(1, 4)) < 0.3).tolist(), whole) for number in range(count)]
    return rows, [read(one, random) for one in rows]


def test_a_sentence_is_a_unit_with_the_mean_scores_of_its_tokens_and_hallucinated_where_a_label_meets_it() -> None:
    one = row(0, [False, True])
    reading = read(one, np.random.default_rng(0))

    units = units_of([one], [reading])

    assert units.labels.tolist() == [0.0, 1.0]
    assert units.response.tolist() == [0, 0]
    shares = shares_of(reading.offsets, [(0, len(FAITHFUL) - 1)])
    wanted = np.concatenate([reading.ecs, reading.pks]) @ shares / shares.sum()
    np.testing.assert_allclose(units.views[SCORES].values[0], wanted, rtol=1e-6)
    assert units.views[SCORES].signs.tolist() == [-1.0, -1.0, -1.0, 1.0, 1.0]


def test_a_chunk_is_a_unit_and_hallucinated_where_a_label_meets_it() -> None:
    spans, whole = row(0, [False, True]), row(1, [True], whole=True)
    chunks = [((0, 10), (11, 21)), ((0, 10),)]
    random = np.random.default_rng(0)
    readings = [
        ChunkReading(
            response_chunks=of_response,
            context_chunks=((0, 5),),
            heads=HEADS,
            layers=LAYERS,
            attended=np.zeros((3, len(of_response)), dtype=np.int64),
            ecs=random.random((3, len(of_response))).astype(np.float32),
            pks=random.random((2, len(of_response))).astype(np.float32),
        )
        for of_response in chunks
    ]

    units = chunk_units_of([spans, whole], readings)

    assert units.labels.tolist() == [0.0, 1.0, 1.0]
    assert units.response.tolist() == [0, 0, 1]
    np.testing.assert_allclose(units.views[SCORES].values[1], [*readings[0].ecs[:, 1], *readings[0].pks[:, 1]])


def test_a_response_with_one_label_for_all_of_it_is_one_unit() -> None:
    one = row(0, [False, True, False], whole=True)
    units = units_of([one], [read(one, np.random.default_rng(0))])
    assert units.labels.tolist() == [1.0]


@pytest.mark.parametrize("whole", [False, True], ids=["labels of spans", "labels of responses"])
def test_the_head_and_the_layer_that_tell_are_found_and_fresh_responses_are_told_apart(whole: bool) -> None:
    rows, readings = made(150, whole=whole)

    detector = fit_readings(rows, readings, FOR, candidates=QUICK)

    assert dict(zip(detector.heads, detector.head_weights, strict=True))[(0, 1)] < 0
    assert dict(zip(detector.layers, detector.layer_weights, strict=True))[1] > 0
    assert detector.figures["auc"]["low"] > 0.75
    fresh, fresh_readings = made(60, seed=1)
    spans = [[shares_of(one.offsets, [(0, len(row.response))])] for row, one in zip(fresh, fresh_readings, strict=True)]
    scores = [detector.response_score(*pair) for pair in zip(fresh_readings, spans, strict=True)]
    assert auc(np.array([float(row.hallucinated) for row in fresh]), np.array(scores)) > 0.75


def test_a_claim_that_was_made_up_scores_above_the_threshold_and_one_that_was_copied_below() -> None:
    rows, readings = made(150)
    detector = fit_readings(rows, readings, FOR, candidates=QUICK)
    called = {True: 0, False: 0}
    there = {True: 0, False: 0}
    for one, reading in zip(*made(100, seed=2), strict=True):
        for at in range(0, len(one.response), len(FAITHFUL)):
            wrong = one.response.startswith(MADE_UP.strip(), at)
            shares = shares_of(reading.offsets, [(at, at + len(FAITHFUL) - 1)])
            there[wrong] += 1
            called[wrong] += detector.span_score(reading, shares) >= detector.span_threshold
    assert called[True] / there[True] > 0.75
    assert called[False] / there[False] < 0.25


def test_a_detector_says_what_it_holds_for_and_passes_through_json() -> None:
    rows, readings = made(80)
    detector = fit_readings(rows, readings, FOR, candidates=QUICK)
    assert (detector.model, detector.model_name, detector.prompt, detector.data) == (
        "weights",
        "tiny",
        "prompt-1",
        "data",
    )
    assert detector_of(detector.as_json(), "here") == detector


def test_the_figures_name_what_they_rest_on() -> None:
    rows, readings = made(80)
    unread = [Unscored("NaN"), *readings[1:-1], Unscored("NaN")]

    figures = fit_readings(rows, unread, FOR, candidates=QUICK).figures

    assert figures["responses"] == 78
    assert figures["not_read"] == {"NaN": 2}
    assert figures["hallucinated"] == sum(one.hallucinated for one in rows[1:-1])
    assert sum(figures["chosen"].values()) == figures["folds"]
    assert figures["auc"]["low"] < figures["auc"]["value"] < figures["auc"]["high"]
    assert 0.3 < figures["auc_perplexity"]["value"] < 0.7
    assert figures["auc_only_ecs"]["value"] > 0.6
    assert figures["auc_only_pks"]["value"] > 0.6


def test_too_few_responses_of_either_kind_are_refused() -> None:
    rows, readings = made(100)
    few = [number for number, one in enumerate(rows) if not one.hallucinated][:9]
    kept = [number for number, one in enumerate(rows) if one.hallucinated] + few
    with pytest.raises(InputError, match="faithful ones from 9"):
        fit_readings([rows[one] for one in kept], [readings[one] for one in kept], FOR, candidates=QUICK)


def test_where_too_few_could_be_read_it_is_said_why() -> None:
    rows, _ = made(100)
    with pytest.raises(InputError, match=r"from 0 sources.* 100 could not be read.*: values that are no numbers"):
        fit_readings(rows, [Unscored("values that are no numbers")] * 99 + [Unscored("too long")], FOR)


def test_responses_of_few_sources_are_too_few_however_many_they_are() -> None:
    rows, readings = made(100)
    with pytest.raises(InputError, match="from 4 sources"):
        fit_readings([replace(one, group=str(n % 4)) for n, one in enumerate(rows)], readings, FOR, candidates=QUICK)


def test_where_nothing_tells_in_the_right_direction_there_is_no_detector() -> None:
    random = np.random.default_rng(3)
    rows = [row(number, [number % 2 == 0]) for number in range(60)]
    readings = [read(one, random, effect=-1.0) for one in rows]  # what is copied is looked away from
    quiet = [replace(one, ecs=one.ecs[1:2], heads=HEADS[1:2], pks=one.pks[1:2], layers=LAYERS[1:2]) for one in readings]
    with pytest.raises(InputError, match="No head and no layer"):
        fit_readings(rows, quiet, FOR, candidates=(Logistic(0.1, True, 1, 1),))


def test_where_no_fit_holds_for_responses_that_it_did_not_see_there_is_no_detector() -> None:
    """A few responses, and noise in place of their scores: a fit finds something, and nothing that lasts."""
    random = np.random.default_rng(0)
    rows = [row(number, [number % 2 == 0]) for number in range(20)]
    readings = [read(one, random, effect=0.0) for one in rows]
    noise = [replace(one, ecs=0 * one.ecs, pks=0 * one.pks + random.normal()) for one in readings]
    with pytest.raises(InputError, match="score no higher than faithful ones"):
        fit_readings(rows, noise, FOR, candidates=QUICK)


def test_the_hash_of_the_data_is_that_of_its_labels_too() -> None:
    rows, _ = made(20)
    relabelled = [replace(rows[0], labels=((0, 1),)), *rows[1:]]
    assert data_hash(rows) == data_hash(list(rows))
    assert data_hash(rows) != data_hash(relabelled)
