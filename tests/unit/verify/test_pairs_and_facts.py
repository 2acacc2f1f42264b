"""What judges are handed, what an opinion rests on, and what windows state."""

from __future__ import annotations

import dataclasses

from fakes.counting_judge import CountingJudge
from fakes.statement_reader import FakeStatementReader
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.api.bootstrap import Models
from claimgraph.graph_schema import ids
from claimgraph.ingest.model import Span, StatedTriple, Term
from claimgraph.platform.settings import Settings
from claimgraph.verify.facts import KEPT_CHUNKS, READ_CHUNKS, FactReader, chunks_to_read, with_facts
from claimgraph.verify.model import Claim, ClaimEvidence, Pair, Piece, StatedFact, Window
from claimgraph.verify.pairs import BESIDES, basis_in, basis_of, pair_for, pair_of

TRIPLE = StatedTriple(Term("Guido", ()), "created", Term("Python", ()), ("Guido", "create", "Python"), 0.9)
PASSIVE = StatedTriple(Term("Python", ()), "was created by", Term("Guido", ()), ("Guido", "create", "Python"), 0.8)
FACT = StatedFact("guido", "create", "python", "k", 0, 21, "Guido created Python.")
CLAIM = Claim("c", "Guido created Python.", "en", (Span(0, 21),), Span(0, 21), True, True, triples=(TRIPLE,))
WINDOW = Window("p", "Guido created Python.", "en", (Piece("k", 0, 21),), 1.0, (FACT,))
OLD = dataclasses.replace(FACT, until="2020-01-01")
EVIDENCE = ClaimEvidence(CLAIM, (), (WINDOW,), "Who?", (OLD,), (("guido", "guido van rossum"),))


def test_a_pair_holds_all_that_is_known() -> None:
    pair = pair_of(EVIDENCE, WINDOW)
    assert pair.question == "Who?"
    assert (pair.claim_triples, pair.premise_facts) == ((TRIPLE,), (FACT, OLD))
    assert pair.same_names == (("guido", "guido van rossum"),)


def test_a_judge_gets_what_it_says_it_reads_and_nothing_else() -> None:
    pair = pair_of(EVIDENCE, WINDOW)
    assert pair_for(CountingJudge(), pair) == Pair(CLAIM.text, "en", WINDOW.text, "en")
    assert pair_for(CountingJudge(reads=frozenset({"question"})), pair).question == "Who?"
    assert pair_for(CountingJudge(reads=frozenset(BESIDES)), pair) == pair


def test_an_opinion_rests_on_what_its_judge_reads() -> None:
    pair = pair_of(EVIDENCE, WINDOW)
    other = dataclasses.replace(pair, question="What?")
    asks, plain = CountingJudge(reads=frozenset({"question"})), CountingJudge()
    assert basis_of(plain, pair) is None
    assert basis_of(asks, dataclasses.replace(pair, question=None)) is None
    assert basis_of(asks, pair) != basis_of(asks, other)
    assert basis_of(asks, pair) == basis_of(asks, dataclasses.replace(pair, premise_facts=()))


@given(st.sets(st.sampled_from(BESIDES)))
def test_what_was_worked_out_for_one_judge_is_what_another_that_reads_the_same_rests_on(read: set[str]) -> None:
    evidence = dataclasses.replace(EVIDENCE)
    one, two = (CountingJudge(reads=frozenset(read), name=name) for name in ("one", "two"))
    expected = basis_of(one, pair_of(evidence, WINDOW))
    assert [basis_in(judge, evidence, WINDOW) for judge in (one, two, one)] == [expected] * 3


def test_evidence_that_is_told_more_has_another_basis_than_before() -> None:
    judge = CountingJudge(reads=frozenset({"question"}))
    before = basis_in(judge, EVIDENCE, WINDOW)
    told = dataclasses.replace(EVIDENCE, question="What?")
    assert basis_in(judge, told, WINDOW) == basis_of(judge, pair_of(told, WINDOW)) != before


def test_each_window_has_a_basis_of_its_own() -> None:
    judge = CountingJudge(reads=frozenset({"premise_facts"}))
    bare = dataclasses.replace(WINDOW, premise_id="p2", facts=())
    evidence = dataclasses.replace(EVIDENCE, windows=(WINDOW, bare))
    assert basis_in(judge, evidence, WINDOW) != basis_in(judge, evidence, bare)


def test_a_triple_counts_by_what_it_says_and_not_by_its_voice() -> None:
    judge = CountingJudge(reads=frozenset({"claim_triples"}))
    pair = pair_of(EVIDENCE, WINDOW)
    assert basis_of(judge, pair) == basis_of(judge, dataclasses.replace(pair, claim_triples=(PASSIVE,)))


def test_a_fact_that_is_superseded_is_another() -> None:
    judge = CountingJudge(reads=frozenset({"premise_facts"}))
    pair = pair_of(EVIDENCE, WINDOW)
    assert basis_of(judge, pair) != basis_of(judge, dataclasses.replace(pair, premise_facts=(FACT,)))


def test_a_chunk_is_read_once_and_its_facts_have_places() -> None:
    reader = FakeStatementReader()
    facts = FactReader(reader)
    text = "Rain fell. Guido created Python."
    first, second = facts.read({"k": text}), facts.read({"k": text, "j": "Rust is a language."})
    assert reader.asked == [text, "Rust is a language."]
    assert first["k"] == second["k"]
    plain, fact = first["k"].facts
    assert (plain.text, plain.relation) == ("Rain fell.", "")  # no triple, but a statement all the same
    assert (fact.head, fact.relation, fact.tail) == ("guido", "create", "python")
    assert text[fact.start : fact.end] == fact.text == "Guido created Python."


def test_what_a_chunk_emphasises_is_read_without_the_marks_and_stands_where_it_stands_with_them() -> None:
    facts = FactReader(Models(Settings(_env_file=None)).reader)  # type: ignore[call-arg]
    marked = "The kettle holds **two** litres. It was made in **Leeds** in 1998."
    bare = marked.replace("**", "")

    found, expected = (facts.read({"k": text})["k"].facts for text in (marked, bare))

    assert [one.text for one in found] == [one.text for one in expected] != []
    assert [(one.head, one.relation, one.tail) for one in found] == [
        (one.head, one.relation, one.tail) for one in expected
    ]
    assert all(
        marked[one.start : one.end].replace("**", "") == bare[other.start : other.end]
        for one, other in zip(found, expected, strict=True)
    )


def test_what_was_read_long_ago_is_read_again() -> None:
    reader = FakeStatementReader()
    facts = FactReader(reader)
    facts.read({str(n): f"Text {n}." for n in range(KEPT_CHUNKS + 1)})
    reader.asked.clear()
    facts.read({"0": "Text 0.", str(KEPT_CHUNKS): f"Text {KEPT_CHUNKS}."})
    assert reader.asked == ["Text 0."]


def test_a_window_states_what_lies_wholly_in_its_pieces() -> None:
    facts = FactReader(FakeStatementReader()).read({"k": "Rain fell. Guido created Python. Rust is a language."})
    windows = [
        Window("a", "", "en", (Piece("k", 11, 32),), 1.0),
        Window("b", "", "en", (Piece("k", 0, 31),), 1.0),
        Window("c", "", "en", (Piece("k", 0, 52),), 1.0),
        Window("d", "", "en", (Piece("j", 0, 52),), 1.0),
    ]
    assert [[fact.head for fact in window.facts] for window in with_facts(windows, facts)] == [
        ["guido"],
        [""],
        ["", "guido", "rust"],
        [],
    ]


def test_only_so_many_chunks_are_read_those_of_the_best_windows_first() -> None:
    windows = [[Window(f"{c}-{n}", "", "en", (Piece(f"{c}-{n}", 0, 1),), 1.0) for n in range(3)] for c in range(20)]
    wanted = chunks_to_read(windows, {"0-0"})
    assert len(wanted) == READ_CHUNKS
    assert set(wanted) >= {f"{c}-0" for c in range(1, 20)}


def test_the_best_window_of_every_claim_is_read_however_many_claims_there_are() -> None:
    windows = [[Window(f"{c}-{n}", "", "en", (Piece(f"{c}-{n}", 0, 1),), 1.0) for n in range(3)] for c in range(40)]
    assert set(chunks_to_read(windows, ())) == {f"{c}-0" for c in range(40)}


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_a_triples_key_is_taken_apart_as_it_was_put_together(head: str, relation: str, tail: str) -> None:
    key = ids.triple_key(head, relation, tail)
    parts = ids.split_triple_key(key)
    assert len(parts) == 3
    assert ids.triple_key(*parts).count(" | ") == key.count(" | ")


def test_a_bar_in_a_name_survives() -> None:
    key = ids.triple_key("A|B", "be", r"C \ D")
    assert ids.split_triple_key(key) == ("a|b", "be", r"c \ d")
