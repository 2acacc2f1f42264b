"""The reader of texts: batches, languages, and text that is no prose."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from ud_trees import conllu

from claimgraph.ingest.entities.text_entities import text_entities
from claimgraph.ingest.statements.coreference.english import EnglishCoreference
from claimgraph.ingest.statements.reader import RuleReader
from claimgraph.platform.models.ports import Analysis

TREES = Path(__file__).parents[2] / "data" / "english_trees.conllu"


class StoredTrees:
    """Analyses of the sentences it knows; of others nothing but their text."""

    name = "stored"
    version = "1"
    languages = frozenset({"en"})

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self._known = {analysis.text: analysis for analysis in conllu(TREES)}

    def analyse(self, sentences: Sequence[str]) -> list[Analysis]:
        self.calls.append(list(sentences))
        return [self._known.get(sentence, Analysis(sentence, ())) for sentence in sentences]


@pytest.fixture
def trees() -> StoredTrees:
    return StoredTrees()


@pytest.fixture
def reader(trees: StoredTrees) -> RuleReader:
    return RuleReader({"en": trees}, {"en": EnglishCoreference()}, text_entities)


def test_all_sentences_are_analysed_in_one_call_and_each_once(reader: RuleReader, trees: StoredTrees) -> None:
    reader.read(["Cats sleep. Dogs bark.", "Dogs bark. Birds sing."])

    assert trees.calls == [["Cats sleep.", "Dogs bark.", "Birds sing."]]


def test_statements_stand_at_their_place_in_the_text(reader: RuleReader) -> None:
    text = "Cats sleep.\n\nFrance and Germany signed the treaty in 1963."

    statement = reader.read([text])[0].statements[1]

    assert statement.text == "France signed the treaty."
    assert [text[span.start : span.end] for span in statement.spans] == ["France", "signed the treaty"]


def test_a_language_without_rules_is_read_by_the_sentence(reader: RuleReader, trees: StoredTrees) -> None:
    text = "Le chat dort dans la maison. Le chien est dans le jardin avec les enfants."

    read = reader.read([text])[0]

    assert [statement.text for statement in read.statements] == [
        "Le chat dort dans la maison.",
        "Le chien est dans le jardin avec les enfants.",
    ]
    assert all(not statement.triples for statement in read.statements)
    assert trees.calls == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\n ",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "```python\nprint('x')\n```",
        "https://example.org/a?b=c someone@example.org",
        "$$\\frac{a}{b}$$ and \\alpha",
        "😀😀 🎉",
        "- one\n- two\n  1. three",
        "Half a sentence without",
        '"He said "no" to \'that\'" (',
    ],
)
def test_text_that_is_no_prose_is_kept_as_it_stands(reader: RuleReader, text: str) -> None:
    read = reader.read([text])[0]

    for statement in read.statements:
        for quote in statement.quotes:
            assert (
                text[quote.source : quote.source + quote.end - quote.start] == statement.text[quote.start : quote.end]
            )


def test_an_answer_of_a_hundred_thousand_characters_is_read_to_its_end(reader: RuleReader) -> None:
    sentence = "France and Germany signed the treaty in 1963."
    text = f"{sentence} {'Cats sleep. ' * 8_400}{sentence}"

    read = reader.read([text])[0]

    assert len(text) > 100_000
    assert read.statements[-1].text == "Germany signed the treaty in 1963."
    assert read.statements[-1].sentence.end == len(text)


def test_the_version_names_the_rules_and_the_analyser(reader: RuleReader) -> None:
    other = RuleReader({}, {}, text_entities)

    assert reader.version.startswith("rules-")
    assert reader.version != other.version
