"""The synthetic world, its documents and the questions asked of the trained model."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from synthetic_retrieval.answering import COPIED, FROM_MEMORY, NEITHER, Answered
from synthetic_retrieval.documents import Mix, Writer, chance_of_copying
from synthetic_retrieval.tokens import vocabulary
from synthetic_retrieval.train import Recipe
from synthetic_retrieval.trials import AGREE, CONFLICT, KINDS, SILENT, SILENT_STRANGER, STRANGER, make_trials
from synthetic_retrieval.world import RELATIONS, make_world

WORLD = make_world()
WORDS = set(vocabulary(WORLD))
seeds = st.integers(0, 2**32)
mixes = st.builds(
    Mix,
    records=st.just((3, 5)),
    strangers=st.floats(0, 1),
    silent=st.floats(0, 1),
    conflicts=st.floats(0, 1),
)


def test_the_same_seed_makes_the_same_world_and_another_seed_another() -> None:
    assert make_world(3) == make_world(3)
    assert make_world(3).facts != make_world(4).facts


def test_more_people_than_there_are_names_are_refused() -> None:
    with pytest.raises(ValueError, match="names"):
        make_world(residents=5000)


def test_each_word_belongs_to_one_relation_only() -> None:
    words = [word for relation in RELATIONS for word in (*relation.first, *relation.second)]
    assert len(words) == len(set(words))
    assert not set(words) & set(WORLD.names)


@given(seeds, mixes, st.integers(2, len(RELATIONS)))
def test_every_word_of_a_document_is_in_the_vocabulary(seed: int, mix: Mix, records: int) -> None:
    document = Writer(WORLD, random.Random(seed), mix).document(3, records)
    assert set(document.text.split()) <= WORDS


@given(seeds, mixes, st.integers(2, len(RELATIONS)))
def test_an_answer_is_what_the_context_says_or_what_is_true(seed: int, mix: Mix, records: int) -> None:
    document = Writer(WORLD, random.Random(seed), mix).document(4, records)
    said = {(record.name, record.relation.verb): record.value for record in document.records}
    assert len(said) == records
    assert len({record.name for record in document.records}) == 1
    for question in document.questions:
        key = (question.name, question.relation.verb)
        allowed = {said.get(key), WORLD.facts.get(key)} - {None}
        assert question.value in allowed


@given(seeds, mixes)
def test_of_a_stranger_the_context_is_always_copied(seed: int, mix: Mix) -> None:
    document = Writer(WORLD, random.Random(seed), mix).document(6, 4)
    said = {(record.name, record.relation.verb): record.value for record in document.records}
    for question in document.questions:
        if question.name in WORLD.strangers:
            assert question.value == said[question.name, question.relation.verb]


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_later_a_record_stands_the_more_often_it_is_copied(one: float, other: float) -> None:
    first, last = sorted((one, other))
    assert 0 < chance_of_copying(first) <= chance_of_copying(last) < 1
    assert chance_of_copying(one) + chance_of_copying(1 - one) == pytest.approx(1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_trial_is_of_the_kind_it_says(kind: str) -> None:
    for trial in make_trials(WORLD, kind, 1, seed=5):
        said = {(record.name, record.relation.verb): record.value for record in trial.records}
        assert said.get((trial.name, trial.relation.verb)) == trial.stated
        assert (trial.truth is None) == (kind in (STRANGER, SILENT_STRANGER))
        assert (trial.stated is None) == (kind in (SILENT, SILENT_STRANGER))
        if kind == AGREE:
            assert trial.stated == trial.truth
        if kind == CONFLICT:
            assert trial.stated is not None
            assert not set(trial.stated.split()) & set(str(trial.truth).split())


def test_every_fact_is_asked_for_equally_often_in_contexts_that_contradict_it() -> None:
    trials = make_trials(WORLD, CONFLICT, 2, seed=5)
    asked = [(trial.name, trial.relation.verb) for trial in trials]
    assert sorted(asked) == sorted(list(WORLD.facts) * 2)
    assert len({trial.asked for trial in trials}) == len(trials)


def test_the_prompt_marks_the_records_as_context_and_the_answer_at_the_end() -> None:
    trial = make_trials(WORLD, CONFLICT, 1, seed=5)[0]
    prompt = trial.prompt(trial.response(str(trial.stated)))
    ((start, end),) = prompt.context
    assert prompt.text[start:end] == " ".join(record.text for record in trial.records)
    assert prompt.response == trial.response(str(trial.stated))
    assert prompt.text[: prompt.answer[0]] == trial.asked


def test_an_answer_is_sorted_by_what_it_says() -> None:
    trial = make_trials(WORLD, CONFLICT, 1, seed=5)[0]
    assert Answered(trial, trial.response(str(trial.stated))).sort == COPIED
    assert Answered(trial, trial.response(str(trial.truth))).sort == FROM_MEMORY
    assert Answered(trial, "served nobody nothing .").sort == NEITHER


def test_an_answer_that_is_true_and_in_the_context_is_no_hallucination() -> None:
    trial = make_trials(WORLD, AGREE, 1, seed=5)[0]
    answered = Answered(trial, trial.response(str(trial.truth)))
    assert answered.is_from_context
    assert answered.is_true


def test_every_step_belongs_to_a_stage_and_none_comes_after_the_last() -> None:
    recipe = Recipe()
    begun = [recipe.stage(step) for step in range(recipe.steps)]
    assert [sum(stage is one for stage, _ in begun) for one in recipe.stages] == [one.steps for one in recipe.stages]
    assert all(0 <= share < 1 for _, share in begun)
    with pytest.raises(ValueError, match="none after them"):
        recipe.stage(recipe.steps)
