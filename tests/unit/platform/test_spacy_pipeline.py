"""Pipelines that people bring along: their labels as Universal Dependencies, their names as PER, ORG and LOC."""

from __future__ import annotations

from pathlib import Path

import pytest
from analyser_contract import TextAnalyserContract, assert_one_tree

from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.models.analysis.clear_labels import ClearWord, is_clear, to_universal
from claimgraph.platform.models.analysis.spacy_pipeline import SpacyAnalyser

spacy = pytest.importorskip("spacy")

VERBS = {"be": "AUX", "have": "AUX", "will": "AUX"}


def converted(*rows: str) -> dict[str, tuple[str, str]]:
    """Rows `word POS head relation [lemma]`, the root its own head, as spaCy's English models analyse them.

    Gives {word: (head, relation)} after the conversion.
    """
    fields = [row.split() for row in rows]
    words = [field[0] for field in fields]
    made = [
        ClearWord(pos, "TO" if word == "to" and pos == "PART" else "", (rest or [word])[0], words.index(head), dep)
        for word, pos, head, dep, *rest in fields
    ]
    to_universal(made)
    return {word: (words[one.head], one.dep) for word, one in zip(words, made, strict=True)}


class TestClearLabels:
    def test_a_preposition_becomes_the_case_of_its_noun(self) -> None:
        found = converted(
            "She PRON worked nsubj", "worked VERB worked ROOT", "in ADP worked prep", "Oslo PROPN in pobj"
        )
        assert found["Oslo"] == ("worked", "obl")
        assert found["in"] == ("Oslo", "case")
        assert found["worked"] == ("worked", "root")

    def test_a_preposition_below_a_noun_makes_a_noun_modifier(self) -> None:
        found = converted(
            "the DET head det", "head NOUN left nsubj", "of ADP head prep", "Acme PROPN of pobj", "left VERB left ROOT"
        )
        assert found["Acme"] == ("head", "nmod")
        assert found["of"] == ("Acme", "case")

    def test_a_passive_keeps_its_subject_its_auxiliary_and_its_agent(self) -> None:
        found = converted(
            "It PRON built nsubjpass",
            "was AUX built auxpass be",
            "built VERB built ROOT build",
            "by ADP built agent",
            "Holt PROPN by pobj",
        )
        assert found["It"] == ("built", "nsubj:pass")
        assert found["was"] == ("built", "aux:pass")
        assert found["Holt"] == ("built", "obl:agent")
        assert found["by"] == ("Holt", "case")

    def test_be_becomes_the_copula_of_its_noun(self) -> None:
        found = converted(
            "Oslo PROPN is nsubj",
            "is AUX is ROOT be",
            "the DET capital det",
            "capital NOUN is attr",
            "of ADP capital prep",
            "Norway PROPN of pobj",
            ". PUNCT is punct",
        )
        assert found["capital"] == ("capital", "root")
        assert found["is"] == ("capital", "cop")
        assert found["Oslo"] == ("capital", "nsubj")
        assert found["Norway"] == ("capital", "nmod")
        assert found["."] == ("capital", "punct")

    def test_be_becomes_the_copula_of_its_adjective_below_another_verb(self) -> None:
        found = converted(
            "He PRON said nsubj",
            "said VERB said ROOT say",
            "that SCONJ was mark",
            "it PRON was nsubj",
            "was AUX said ccomp be",
            "n't PART was neg",
            "large ADJ was acomp",
        )
        assert found["large"] == ("said", "ccomp")
        assert found["was"] == ("large", "cop")
        assert found["it"] == ("large", "nsubj")
        assert found["n't"] == ("large", "advmod")
        assert found["that"] == ("large", "mark")

    def test_be_becomes_the_copula_of_a_place(self) -> None:
        found = converted("It PRON is nsubj", "is AUX is ROOT be", "in ADP is prep", "Oslo PROPN in pobj")
        assert found == {
            "It": ("Oslo", "nsubj"),
            "is": ("Oslo", "cop"),
            "in": ("Oslo", "case"),
            "Oslo": ("Oslo", "root"),
        }

    def test_there_is_has_a_subject_and_no_copula(self) -> None:
        found = converted("There PRON is expl there", "is AUX is ROOT be", "a DET way det", "way NOUN is attr")
        assert found["is"] == ("is", "root")
        assert found["way"] == ("is", "nsubj")
        assert found["There"] == ("is", "expl")

    def test_conjuncts_hang_on_the_first_and_conjunctions_on_what_follows(self) -> None:
        found = converted(
            "sells VERB sells ROOT sell",
            "tyres NOUN sells dobj",
            ", PUNCT tyres punct",
            "pumps NOUN tyres conj",
            "and CCONJ pumps cc",
            "lamps NOUN pumps conj",
        )
        assert found["tyres"] == ("sells", "obj")
        assert found["pumps"] == ("tyres", "conj")
        assert found["lamps"] == ("tyres", "conj")
        assert found["and"] == ("lamps", "cc")

    def test_conjoined_prepositions_give_conjoined_nouns(self) -> None:
        found = converted(
            "works VERB works ROOT work",
            "in ADP works prep",
            "Oslo PROPN in pobj",
            "and CCONJ in cc",
            "near ADP in conj",
            "Rome PROPN near pobj",
        )
        assert found["Oslo"] == ("works", "obl")
        assert found["Rome"] == ("Oslo", "conj")
        assert found["near"] == ("Rome", "case")
        assert found["and"] == ("Rome", "cc")

    def test_a_preposition_below_a_preposition_is_a_second_case(self) -> None:
        found = converted("ran VERB ran ROOT run", "out ADP ran prep", "of ADP out prep", "town NOUN of pobj")
        assert found["town"] == ("ran", "obl")
        assert found["of"] == ("town", "case")
        assert found["out"] == ("town", "case")

    def test_a_clause_after_a_preposition_is_an_adverbial_clause(self) -> None:
        found = converted(
            "won VERB won ROOT win", "by ADP won prep", "selling VERB by pcomp sell", "cars NOUN selling dobj"
        )
        assert found["selling"] == ("won", "advcl")
        assert found["by"] == ("selling", "mark")
        assert found["cars"] == ("selling", "obj")

    def test_a_relative_clause_a_possessor_and_an_infinitive_get_their_names(self) -> None:
        found = converted(
            "Acme PROPN plan poss",
            "'s PART Acme case",
            "plan NOUN failed nsubj",
            "which PRON hid nsubj",
            "hid VERB plan relcl hide",
            "failed VERB failed ROOT fail",
            "to PART win aux",
            "win VERB failed xcomp",
        )
        assert found["Acme"] == ("plan", "nmod:poss")
        assert found["hid"] == ("plan", "acl:relcl")
        assert found["to"] == ("win", "mark")
        assert found["win"] == ("failed", "xcomp")

    def test_a_preposition_without_an_object_stays_an_adverb(self) -> None:
        found = converted("went VERB went ROOT go", "down ADP went prep")
        assert found["down"] == ("went", "advmod")

    def test_universal_labels_are_told_apart(self) -> None:
        assert is_clear(["nsubj", "pobj"])
        assert not is_clear(["nsubj", "obl", "nmod", "case", "acl:relcl"])


SENTENCES = [
    (
        ["Oslo", "is", "the", "capital", "of", "Norway", "."],
        [1, 1, 3, 1, 3, 4, 1],
        ["nsubj", "ROOT", "det", "attr", "prep", "pobj", "punct"],
        ["PROPN", "AUX", "DET", "NOUN", "ADP", "PROPN", "PUNCT"],
        {"entities": [(0, 4, "GPE"), (23, 29, "GPE")]},
    ),
    (
        ["Ada", "Holt", "works", "for", "Globex", "."],
        [1, 2, 2, 2, 3, 2],
        ["compound", "nsubj", "ROOT", "prep", "pobj", "punct"],
        ["PROPN", "PROPN", "VERB", "ADP", "PROPN", "PUNCT"],
        {"entities": [(0, 8, "PERSON"), (19, 25, "ORG")]},
    ),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline with spaCy's own networks, trained on two sentences until it knows them by heart."""
    from spacy.tokens import Doc
    from spacy.training import Example
    from spacy.util import fix_random_seed

    fix_random_seed(3)
    pipeline = spacy.blank("en")
    for name in ("tagger", "morphologizer", "ner"):
        pipeline.add_pipe(name)
    pipeline.add_pipe("parser", config={"min_action_freq": 1})
    examples = []
    for words, heads, deps, pos, entities in SENTENCES:
        spaces = [*[True] * (len(words) - 2), False, False]
        gold = Doc(pipeline.vocab, words, spaces, heads=heads, deps=deps, pos=pos, tags=pos)
        gold.ents = [gold.char_span(*span[:2], label=span[2]) for span in entities["entities"]]
        examples.append(Example(pipeline.make_doc(gold.text), gold))
    optimizer = pipeline.initialize(lambda: examples)
    for _ in range(30):
        pipeline.update(examples, sgd=optimizer)
    path = tmp_path_factory.mktemp("pipelines") / "en_tiny"
    pipeline.to_disk(path)
    return path


@pytest.fixture(scope="module")
def analyser(folder: Path) -> SpacyAnalyser:
    return SpacyAnalyser(str(folder))


class TestSpacyAnalyser(TextAnalyserContract):
    def test_its_trees_are_universal_dependencies(self, analyser: SpacyAnalyser) -> None:
        [analysis] = analyser.analyse(["Oslo is the capital of Norway."])
        tokens = analysis.tokens
        found = {token.text: (tokens[token.head].text, token.dep) for token in tokens}
        assert found["capital"] == ("capital", "root")
        assert found["Norway"] == ("capital", "nmod")
        assert found["is"] == ("capital", "cop")

    def test_its_names_get_the_three_labels(self, analyser: SpacyAnalyser) -> None:
        found = [
            (analysis.text[name.start : name.end], name.label)
            for analysis in analyser.analyse(["Oslo is the capital of Norway.", "Ada Holt works for Globex."])
            for name in analysis.entities
        ]
        assert found == [("Oslo", "LOC"), ("Norway", "LOC"), ("Ada Holt", "PER"), ("Globex", "ORG")]

    def test_several_sentences_are_one_tree(self, analyser: SpacyAnalyser) -> None:
        [analysis] = analyser.analyse(["Oslo is the capital of Norway. Ada Holt works for Globex."])
        assert_one_tree(analysis)

    def test_a_pipeline_without_a_parser_gives_words_without_a_tree(self, tmp_path: Path) -> None:
        spacy.blank("en").to_disk(tmp_path / "blank")
        [analysis] = SpacyAnalyser(str(tmp_path / "blank")).analyse(["Ada Holt works."])
        assert [token.text for token in analysis.tokens] == ["Ada", "Holt", "works", "."]
        assert not analysis.has_tree

    def test_its_name_language_and_version_are_the_pipelines(self, analyser: SpacyAnalyser, folder: Path) -> None:
        assert analyser.name.endswith("en_tiny")
        assert analyser.languages == {"en"}
        assert SpacyAnalyser(str(folder)).version == analyser.version

    def test_a_pipeline_that_is_not_installed_is_a_clear_error(self) -> None:
        with pytest.raises(ModelUnavailable, match=r"en_core_web_none.*spacy download"):
            SpacyAnalyser("en_core_web_none").analyse(["A sentence."])
