"""The adversarial pairs are what their README says, and word overlap does not solve them."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from premise_pairs import FIELDS, LABELS, SENTENCE_END, read_pairs, read_rows, separation, terms

DATA = Path(__file__).resolve().parents[1] / "data" / "adversarial"
HALVES = [path for path in (DATA / "dev.jsonl", DATA / "held_out.jsonl") if path.exists()]
PRACTICE, REWORDED = DATA / "practice.jsonl", DATA / "reworded.jsonl"
SECOND = [DATA / "second_dev.jsonl", DATA / "second_held_out.jsonl"]
MORE = [PRACTICE, REWORDED, *SECOND]
ONE_LABEL = {"paraphrase": "SUPPORTED", "plausible_addition": "NOT_ENOUGH_INFO"}
KINDS = {
    "number_swap",
    "unit_swap",
    "entity_swap",
    "date_swap",
    "negation",
    "temporal_shift",
    "quantifier",
    "superseded",
    "plausible_addition",
    "paraphrase",
    "aggregation",
    "role_swap",
    "two_candidates",
}
each_half = pytest.mark.parametrize("path", HALVES, ids=lambda path: path.stem)
each_file = pytest.mark.parametrize("path", [*HALVES, *MORE], ids=lambda path: path.stem)


def test_the_half_that_may_be_tuned_on_is_there() -> None:
    assert DATA / "dev.jsonl" in HALVES


@each_file
def test_every_line_has_the_six_fields_as_text_and_no_other(path: Path) -> None:
    for row in read_rows(path):
        assert list(row) == FIELDS, row.get("id")
        for name, value in row.items():
            assert isinstance(value, str), (row["id"], name)
            assert value, (row["id"], name)
            assert value == value.strip(), (row["id"], name)


@each_file
def test_languages_kinds_and_labels_are_known_and_the_id_says_the_first_two(path: Path) -> None:
    for pair in read_pairs(path):
        assert pair.lang in {"en", "zh"}, pair.id
        assert pair.kind in KINDS, pair.id
        assert pair.label in LABELS, pair.id
        assert re.fullmatch(rf"{path.stem}-{pair.lang}-{pair.kind}-\d\d", pair.id), pair.id


@each_file
def test_both_texts_are_in_the_language_named(path: Path) -> None:
    for pair in read_pairs(path):
        for text in (pair.premise, pair.hypothesis):
            assert bool(re.search(r"[\u3400-\u9fff]", text)) == (pair.lang == "zh"), pair.id


@each_file
def test_a_hypothesis_is_one_sentence_and_a_premise_at_most_six(path: Path) -> None:
    for pair in read_pairs(path):
        assert len(SENTENCE_END.findall(pair.hypothesis)) == 1, pair.id
        assert len(SENTENCE_END.findall(pair.premise)) <= 6, pair.id  # none in a headline


def test_each_language_has_a_hundred_pairs_to_tune_on_spread_evenly_over_the_kinds() -> None:
    found = Counter((pair.lang, pair.kind) for pair in read_pairs(DATA / "dev.jsonl"))

    for lang in ("en", "zh"):
        counts = {kind: found[lang, kind] for kind in KINDS}
        assert sum(counts.values()) == 100
        assert counts.pop("paraphrase") == 20
        assert set(counts.values()) == {6, 7}


def test_at_least_ten_premises_a_language_are_whole_paragraphs() -> None:
    pairs = read_pairs(DATA / "dev.jsonl")

    assert sum(len(pair.premise.split()) >= 100 for pair in pairs if pair.lang == "en") >= 10
    assert sum(len(pair.premise) >= 170 for pair in pairs if pair.lang == "zh") >= 10


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_practice_has_a_hundred_and_twenty_pairs_a_language_about_half_of_them_faithful(lang: str) -> None:
    labels = Counter(pair.label for pair in read_pairs(PRACTICE) if pair.lang == lang)

    assert sum(labels.values()) >= 120
    assert 0.45 <= labels["SUPPORTED"] / sum(labels.values()) <= 0.6


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_of_the_reworded_pairs_a_third_is_supported_and_overlap_tells_none_of_them(lang: str) -> None:
    pairs = [pair for pair in read_pairs(REWORDED) if pair.lang == lang]

    assert Counter(pair.label == "SUPPORTED" for pair in pairs) == {True: 40, False: 80}
    assert separation(pairs, "SUPPORTED") < 0.75


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("path", SECOND, ids=lambda path: path.stem)
def test_the_second_set_has_swaps_of_every_kind_and_paraphrases_half_of_all_supported(path: Path, lang: str) -> None:
    pairs = [pair for pair in read_pairs(path) if pair.lang == lang]
    swaps = {"number_swap": 26, "entity_swap": 26, "date_swap": 22, "role_swap": 10, "unit_swap": 6}

    assert Counter(pair.kind for pair in pairs) == {**swaps, "two_candidates": 14, "paraphrase": 46}
    assert Counter(pair.label == "SUPPORTED" for pair in pairs) == {True: 78, False: 72}


@each_half
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_kind_alone_does_not_give_the_label_away(path: Path, lang: str) -> None:
    pairs = [pair for pair in read_pairs(path) if pair.lang == lang]
    for kind in KINDS - ONE_LABEL.keys():
        supported = [pair.label == "SUPPORTED" for pair in pairs if pair.kind == kind]
        assert 0.25 <= sum(supported) / len(supported) <= 0.5, kind


@each_file
def test_paraphrases_are_supported_and_plausible_additions_are_not_stated(path: Path) -> None:
    for pair in read_pairs(path):
        assert pair.label == ONE_LABEL.get(pair.kind, pair.label), pair.id


def test_nothing_stands_twice_in_any_file_or_in_two() -> None:
    pairs = [pair for path in [*HALVES, *MORE] for pair in read_pairs(path)]

    for name in ("id", "premise", "hypothesis"):
        values = Counter(getattr(pair, name).casefold() for pair in pairs)
        assert [value for value, times in values.items() if times > 1] == [], name


def test_no_two_hypotheses_are_one_sentence_with_a_word_changed() -> None:
    pairs = [(pair.id, terms(pair.hypothesis)) for path in HALVES for pair in read_pairs(path)]

    alike = [(one, two) for (one, a), (two, b) in combinations(pairs, 2) if len(a & b) > 0.6 * len(a | b)]

    assert alike == []


@each_half
@pytest.mark.parametrize("langs", [("en",), ("zh",), ("en", "zh")], ids="+".join)
@pytest.mark.parametrize("label", sorted(LABELS))
def test_no_threshold_on_word_overlap_separates_a_label_from_the_others(
    path: Path, langs: tuple[str, ...], label: str
) -> None:
    pairs = [pair for pair in read_pairs(path) if pair.lang in langs]

    assert separation(pairs, label) < 0.75
