"""Statements become claims with ids, mentions and triples: the same for answers and sources."""

from __future__ import annotations

from fakes.statement_reader import FakeStatementReader

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories.documents import ChunkRow, MentionRow
from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.model import Mention, Quote, Span, StatedTriple, Statement, Term
from claimgraph.ingest.statements.chunk_statements import SourceClaim, read_chunks
from claimgraph.ingest.statements.claim_rows import claim_id, statement_rows, with_named_ends

PERSON, PLACE, DATE = EntityType.PERSON, EntityType.PLACE, EntityType.DATE


def statement(text: str, *triples: StatedTriple, standalone: bool = True, lang: str = "en") -> Statement:
    span = Span(0, len(text))
    return Statement(text, lang, (span,), span, standalone, True, (Quote(0, len(text), 0),), triples)


def triple(head: Term, relation: str, tail: Term) -> StatedTriple:
    return StatedTriple(head, relation, tail, (head.text, relation, tail.text), 0.7)


def term(text: str, type: EntityType | None = None) -> Term:
    return Term(text, (), type)


def source_claim(found: Statement, *mentions: Mention) -> SourceClaim:
    return SourceClaim("c", found.text, found.lang, found.standalone, mentions, found.triples)


def test_a_claim_that_stands_alone_has_one_id_wherever_it_is_read() -> None:
    one, other = statement("Ada was born in London."), statement("ada was born in  London")

    assert claim_id("t", one, "answer") == claim_id("t", other, "chunk") == ids.claim_id("t", "en", one.text)


def test_a_claim_that_cannot_stand_alone_belongs_to_what_it_was_read_from() -> None:
    one = statement("She was born in London.", standalone=False)

    assert claim_id("t", one, "answer") != claim_id("t", one, "chunk")


def test_a_named_end_is_mentioned_once_and_only_where_it_is_spelled() -> None:
    found = statement(
        "Ada Lovelace met Adam.",
        triple(term("Ada Lovelace", PERSON), "met", term("Adam", PERSON)),
        triple(term("Ada", PERSON), "met", term("Charles Babbage", PERSON)),
    )
    adam = Mention(17, 21, "Adam", PERSON, "patterns-1")

    mentions = with_named_ends(found, [adam], "rules-1")

    assert {(m.surface, m.start, m.extractor) for m in mentions} == {
        ("Ada Lovelace", 0, "rules-1"),
        ("Ada", 0, "rules-1"),
        ("Adam", 17, "patterns-1"),
    }
    assert all(found.text[m.start : m.end] == m.surface for m in mentions)


def test_a_name_inside_a_longer_word_is_no_mention_of_it() -> None:
    found = statement("Adam met Adams.", triple(term("Ada", PERSON), "met", term("Adams", PERSON)))

    assert [(m.surface, m.start) for m in with_named_ends(found, [], "rules-1")] == [("Adams", 9)]


def test_a_chinese_name_is_found_between_other_characters() -> None:
    found = statement("公司位于北京市。", triple(term("公司"), "位于", term("北京市", PLACE)), lang="zh")

    assert [(m.surface, m.start) for m in with_named_ends(found, [], "rules-1")] == [("北京市", 4)]


def test_a_western_name_is_found_between_chinese_characters() -> None:
    found = statement("语言Ruby由他创建。", triple(term("他"), "创建", term("Ruby", EntityType.NAME)), lang="zh")

    assert [(m.surface, m.start) for m in with_named_ends(found, [], "rules-1")] == [("Ruby", 2)]


def test_ends_with_names_are_entities_and_the_rest_is_text() -> None:
    london = Mention(16, 22, "London", PLACE, "patterns-1")
    found = statement(
        "Ada was born in London in 1815.",
        triple(term("Ada", PERSON), "was born in", term("London")),
        triple(term("Ada", PERSON), "was born in", term("1815", DATE)),
    )

    in_london, in_year = statement_rows([source_claim(found, london)], "rules-1").triples

    assert in_london.head_entity is not None
    assert (in_london.head_entity.surface, in_london.head_entity.type) == ("Ada", "person")
    assert in_london.tail_entity is not None
    assert (in_london.tail_entity.surface, in_london.tail_entity.type) == ("London", "place")
    assert in_year.tail_entity is None
    assert in_year.tail == "1815"


def test_another_version_of_the_reader_gives_other_triples_of_the_same_key() -> None:
    found = source_claim(statement("Ada met Bo.", triple(term("Ada"), "met", term("Bo"))))

    (one,), (other,) = (statement_rows([found], version).triples for version in ("rules-1", "rules-2"))

    assert one.id() != other.id()
    assert one.key == other.key == "ada | met | bo"


def test_a_source_claim_mentions_what_its_words_mention_in_the_chunk() -> None:
    text = "It rained. The Danube rises in Donaueschingen."
    chunk = ChunkRow("k", text, "en", 8)
    known = [
        MentionRow("k", "Danube", "place", "en", 15, 21, "patterns-1"),
        MentionRow("k", "Danube", "place", "en", 1, 7, "patterns-1"),  # of another sentence
        MentionRow("other", "Danube", "place", "en", 15, 21, "patterns-1"),
    ]

    read = read_chunks("t", [chunk], known, FakeStatementReader())

    (claim,) = [row for row in read.rows.claims if row.text.startswith("The Danube")]
    mentions = [row for row in read.rows.mentions if row.owner == claim.id]
    assert [(m.surface, m.start, m.extractor) for m in mentions] == [
        ("Danube", 4, "patterns-1"),
        ("Donaueschingen", 20, "fake-1"),
    ]
    assert all(claim.text[m.start : m.end] == m.surface for m in mentions)


def test_what_is_known_of_a_chunk_is_not_mentioned_twice() -> None:
    chunk = ChunkRow("k", "Guido created Python.", "en", 4)
    known = [MentionRow("k", "Guido", "person", "en", 0, 5, "patterns-1")]

    read = read_chunks("t", [chunk], known, FakeStatementReader())

    assert [(m.surface, m.start) for m in read.mentions] == [("Python", 14)]


def test_a_question_states_nothing() -> None:
    chunk = ChunkRow("k", "Who created Python? Guido created Python.", "en", 8)

    read = read_chunks("t", [chunk], [], FakeStatementReader())

    assert [row.text for row in read.rows.claims] == ["Guido created Python."]
    assert read.counts() == {"statements": 1, "triples": 1}
