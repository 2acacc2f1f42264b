"""How training data is made: the split, the windows, the synthetic edits. No model needed."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starter_models import pairs, split, swaps
from starter_models.evaluate import auroc, claim_scores, figures, unseen
from starter_models.pairs import Documents, HeldOut, Pair
from starter_models.sources import Row
from starter_models.text import sentences
from starter_models.windows import STITCHED_TOKENS, Document, evidence_windows

TOWN = (
    "The town of Arlen was founded in 1821 by Hugo Brandt. It lies on the river Ems near Lake Corrin. "
    "In 1902, the railway reached Arlen, which doubled its population to 4,500. "
    "The mayor, Ida Novak, opened the largest school of the county on Monday. "
    "Most farmers supported the new canal. The canal was not finished before the war."
)


def count(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def embed(texts: Sequence[str]) -> np.ndarray:
    return np.tile(np.eye(1, 4, dtype=np.float32), (len(texts), 1))


def test_spacing_case_and_punctuation_do_not_move_a_premise_across_the_split() -> None:
    assert split.premise_hash("A man , in a RED hat .") == split.premise_hash("a man, in a red hat.")
    assert split.premise_hash("A man in a red hat") != split.premise_hash("A man in a blue hat")


def test_about_one_premise_in_seven_is_held_out() -> None:
    share = sum(split.rule_holds_out(f"premise number {number}") for number in range(7000)) / 7000
    assert 0.12 < share < 0.17


def test_the_committed_file_agrees_with_the_rule() -> None:
    hashes = split.HELD_OUT_FILE.read_text(encoding="ascii").split()
    assert len(hashes) > 4000
    assert all(int(one, 16) % split.ONE_IN == 0 for one in hashes)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
def test_sentences_lose_nothing_but_spaces(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


def test_initials_and_abbreviations_end_no_sentence() -> None:
    assert sentences("Dr. Smith met J. R. Brown in St. Louis. They left.") == [
        "Dr. Smith met J. R. Brown in St. Louis.",
        "They left.",
    ]


def long_document() -> Document:
    filler = [f"Filler sentence number {n} speaks about weather and little else today." for n in range(40)]
    filler[7] = "The harbour of Port Lumen opened in 1931."
    filler[30] = "Its architect, Vera Holt, came from Oslo."
    rows = np.zeros((40, 4), dtype=np.float32)
    rows[:, 0] = 1.0
    return Document(tuple(filler), tuple(count(filler)), rows)


def test_a_short_text_is_judged_whole() -> None:
    document = Document(("One.", "Two."), (2, 2), np.zeros((0, 4)))
    assert evidence_windows(document, "One.", np.zeros(4)) == ["One. Two."]


def test_the_windows_of_a_long_text_hold_what_the_claim_speaks_of() -> None:
    document = long_document()
    windows = evidence_windows(document, "Vera Holt designed the harbour of Port Lumen.", np.zeros(4, dtype=np.float32))
    assert len(windows) == 3
    assert windows[0] == document.sentences[7]
    assert document.sentences[7] in windows[1]
    assert document.sentences[7] in windows[2]
    assert document.sentences[30] in windows[2]
    assert windows[2].index("Port Lumen") < windows[2].index("Vera Holt")
    assert sum(count([windows[2]])) <= STITCHED_TOKENS


@pytest.mark.parametrize(
    ("swap", "sentence", "target"),
    [
        (swaps.swap_number, "The bridge is 503 metres long.", swaps.CONTRADICTED),
        (swaps.swap_date, "It opened on 3 May in heavy rain.", swaps.CONTRADICTED),
        (swaps.swap_name, "The town was founded by Hugo Brandt in spring.", swaps.NOT_ENTAILED),
        (swaps.swap_antonym, "Sales increased in the north.", swaps.CONTRADICTED),
        (swaps.swap_quantifier, "Most farmers supported it.", swaps.NOT_ENTAILED),
        (swaps.negate, "The canal was finished in time.", swaps.CONTRADICTED),
        (swaps.negate, "The canal wasn't finished in time.", swaps.CONTRADICTED),
    ],
)
def test_each_swap_changes_the_sentence_and_knows_its_label(swap: swaps.Swap, sentence: str, target: int) -> None:
    for seed in range(20):
        edit = swap(sentence, ["Ida Novak", "Lake Corrin"], ["503"], random.Random(seed))
        assert edit is not None
        assert edit.text != sentence
        assert edit.target == target


def test_a_month_is_no_name() -> None:
    assert swaps.swap_name("it opened in November after years", ["Ida Novak"], [], random.Random(1)) is None
    assert "November" not in swaps.names_of("It opened in November. He met Ida Novak there.")


@given(st.integers(0, 10_000), st.integers())
def test_another_number_is_never_the_same_number(number: int, seed: int) -> None:
    edit = swaps.swap_number(f"It has {number} rooms.", [], [], random.Random(seed))
    assert edit is None or (
        re.fullmatch(r"It has [\d,]+ rooms\.", edit.text) and edit.text != f"It has {number} rooms."
    )


def test_a_shortened_sentence_keeps_its_main_clause() -> None:
    sentence = "In 1902, the railway reached Arlen (a small town), which doubled its population."
    shorter = {swaps.shorten(sentence, random.Random(seed)) for seed in range(20)}
    assert sentence not in shorter
    assert all("railway reached Arlen" in one for one in shorter)


def test_synthetic_pairs_are_labelled_by_what_the_context_says() -> None:
    documents = Documents([TOWN], [], embed, count)
    made = pairs.synthetic_pairs([TOWN], documents, 80, random.Random(2))
    kinds = {pair.source for pair in made}
    assert {"synthetic_true", "synthetic_absent", "synthetic_number", "synthetic_name"} <= kinds
    for pair in made:
        if pair.source == "synthetic_absent":
            assert pair.hypothesis not in pair.premise
            assert pair.target == swaps.NEUTRAL
        elif pair.source != "synthetic_true":
            assert pair.hypothesis not in pair.premise
            assert pair.target in (swaps.CONTRADICTED, swaps.NOT_ENTAILED)


def test_of_an_inconsistent_summary_only_the_changed_sentences_are_negatives() -> None:
    rows = [
        Row("summedits", "d_og", "doc", "Ann won. Bob lost.", "entailment"),
        Row("summedits", "d_1", "doc", "Ann won. Bob drew.", "not_entailment"),
    ]
    made = {(row.hypothesis, row.label) for row in pairs.summedits_sentences(rows)}
    assert made == {("Ann won.", "entailment"), ("Bob lost.", "entailment"), ("Bob drew.", "not_entailment")}


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=30))
def test_auroc_is_the_chance_that_a_positive_scores_higher(items: list[tuple[int, bool]]) -> None:
    ups = [score for score, label in items if label]
    downs = [score for score, label in items if not label]
    area = auroc([score for score, _ in items], [label for _, label in items])
    if not ups or not downs:
        assert area is None
    else:
        wins = sum((up > down) + (up == down) / 2 for up in ups for down in downs)
        assert area == pytest.approx(wins / (len(ups) * len(downs)))


def test_a_claim_scores_its_best_window_and_its_worst_sentence() -> None:
    values = {"w1": 0.2, "w2": 0.9, "w3": 0.4}
    claim = HeldOut("x", "1", (("first", ("w1", "w2")), ("second", ("w3",))), True)
    scores = claim_scores([claim], lambda flat: np.array([values[window] for window, _ in flat]))
    assert scores == [0.4]


def test_a_claim_counts_as_unseen_only_when_no_sentence_of_it_was_trained_on() -> None:
    trained = [Pair("x", "Ann won the race. It rained.", "Bob lost.", 2)]
    held = [
        HeldOut("x", "new", (("Cid slept.", ("Cid was tired. He went to bed.",)),), True),
        HeldOut("x", "evidence overlaps", (("Cid slept.", ("It rained. Cid was tired.",)),), True),
        HeldOut("x", "claim seen", (("bob lost", ("Dan won.",)),), True),
        HeldOut("x", "reversed pair", (("It  rained", ("Bob lost.",)),), True),
    ]
    assert unseen(held, trained) == [True, False, False, False]


def test_each_kind_of_synthetic_edit_is_measured_against_the_true_ones() -> None:
    claims = [
        HeldOut("synthetic_true", "1", (("t", ("good",)),), True),
        HeldOut("synthetic_number", "2", (("f", ("bad",)),), False),
    ]
    scorer = lambda flat: np.array([1.0 if window == "good" else 0.0 for window, _ in flat])  # noqa: E731
    made = figures(claims, scorer, [])
    assert made["synthetic_number"]["auroc"] == 1.0
    assert "synthetic_true" not in made
