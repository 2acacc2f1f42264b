"""English pronouns and descriptions: what they stand for, and which must stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.model import Span
from claimgraph.ingest.statements.coreference.by_model import ModelCoreference
from claimgraph.ingest.statements.coreference.english import EnglishCoreference
from claimgraph.ingest.statements.coreference.english_pleonastic import is_pleonastic
from claimgraph.ingest.statements.parsed import ParsedSentence, ParsedText, Referent
from claimgraph.ingest.text.sentences import sentences
from claimgraph.platform.models.analysis.english import EnglishAnalyser
from claimgraph.platform.models.ports import Analysis, Token

DATA = Path(__file__).parents[2] / "data"
_marked = re.compile(r"\[([^=\]]+)=([^\]]+)\]")

Expected = tuple[int, int, frozenset[str] | None]


@pytest.fixture(scope="module")
def analyser() -> EnglishAnalyser:
    return EnglishAnalyser()


def parse(text: str, analyser: EnglishAnalyser) -> ParsedText:
    spans = sentences(text)
    analyses = analyser.analyse([text[span.start : span.end] for span in spans])
    parts = tuple(ParsedSentence(span, found) for span, found in zip(spans, analyses, strict=True))
    return ParsedText(text, "en", parts)


def by_place(parsed: ParsedText, resolutions: dict[tuple[int, int], Referent]) -> dict[int, Referent]:
    """Where the referring word ends in the text -> what it stands for."""
    return {
        parsed.sentences[s].span.start + parsed.sentences[s].analysis.tokens[i].end: referent
        for (s, i), referent in resolutions.items()
    }


def resolved(text: str, analyser: EnglishAnalyser) -> dict[str, str]:
    """Referring word -> what it stands for; the last one where a word comes twice."""
    parsed = parse(text, analyser)
    found = EnglishCoreference().resolve(parsed)
    return {parsed.sentences[s].analysis.tokens[i].text: found[s, i].text for s, i in sorted(found)}


def marked_texts(name: str) -> Iterator[tuple[str, list[Expected]]]:
    """Texts of a resolution set, with the (start, end, possible names or None) of their referring expressions."""
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        text, last, expected = "", 0, []
        for match in _marked.finditer(line):
            text += line[last : match.start()]
            names = None if match[2] == "?" else frozenset(match[2].casefold().split("|"))
            expected.append((len(text), len(text) + len(match[1]), names))
            text += match[1]
            last = match.end()
        yield text + line[last:], expected


@pytest.mark.parametrize("name", ["coreference.en.txt", "coreference.en.held_out.txt"])
def test_nine_of_ten_resolutions_are_right_and_most_that_can_be_made_are(name: str, analyser: EnglishAnalyser) -> None:
    right, wrong, missed = 0, [], []
    for text, expected in marked_texts(name):
        parsed = parse(text, analyser)
        found = by_place(parsed, dict(EnglishCoreference().resolve(parsed)))
        for _, end, names in expected:
            got = found[end].text.casefold() if end in found else None
            if got is None:
                missed += [text] if names else []
            elif names is not None and got in names:
                right += 1
            else:
                wrong.append((text, got))

    assert right / (right + len(wrong)) >= 0.9, wrong
    assert right / (right + len(wrong) + len(missed)) >= 0.75, missed


def test_gender_tells_two_people_apart(analyser: EnglishAnalyser) -> None:
    text = "Barack Obama married Michelle Robinson. She studied law. He became president."

    assert resolved(text, analyser) == {"She": "Michelle Robinson", "He": "Barack Obama"}


def test_two_candidates_of_equal_fit_leave_a_pronoun_unresolved(analyser: EnglishAnalyser) -> None:
    assert resolved("Alice met Mary at the station. She was late.", analyser) == {}


def test_a_pronoun_object_is_not_the_subject_of_its_clause(analyser: EnglishAnalyser) -> None:
    assert resolved("John Miller saw him.", analyser) == {}
    assert resolved("John Miller saw himself.", analyser) == {"himself": "John Miller"}


def test_a_possessive_goes_back_to_the_subject_that_owns(analyser: EnglishAnalyser) -> None:
    assert resolved("Nokia moved its headquarters to Espoo.", analyser) == {"its": "Nokia"}


def test_a_plural_pronoun_stands_for_several_things_joined_by_and(analyser: EnglishAnalyser) -> None:
    parsed = parse("Alice Munro and Margaret Atwood live in Ontario. They write novels.", analyser)

    (they,) = EnglishCoreference().resolve(parsed).values()

    assert (they.text, they.plural, they.type) == ("Alice Munro and Margaret Atwood", True, EntityType.PERSON)


def test_a_surname_is_shown_as_the_full_name_and_the_nearest_mention_is_the_antecedent(
    analyser: EnglishAnalyser,
) -> None:
    text = "Marie Curie was born in Warsaw. In 1903 Curie won a prize. She died in 1934."
    parsed = parse(text, analyser)

    found = by_place(parsed, dict(EnglishCoreference().resolve(parsed)))

    she = found[text.index("She") + 3]
    assert she.text == "Marie Curie"
    assert text[she.start : she.end] == "Curie"
    assert she.start > text.index("1903")


def test_a_common_noun_keeps_an_article(analyser: EnglishAnalyser) -> None:
    assert resolved("The vaccine protects infants. It is given in two doses.", analyser) == {"It": "the vaccine"}


@pytest.mark.parametrize(
    "text",
    [
        "It is raining.",
        "It is clear that the plan failed.",
        "It seems that the judge was wrong.",
        "It is important to read the contract.",
        "It was Smith who signed the contract.",
        "The tenant left before it was snowing.",
    ],
)
def test_an_it_that_stands_for_nothing_is_told_apart(text: str, analyser: EnglishAnalyser) -> None:
    (analysis,) = analyser.analyse([text])
    it = next(i for i, token in enumerate(analysis.tokens) if token.text.lower() == "it")

    assert is_pleonastic(analysis, it)
    assert resolved(text, analyser) == {}


@pytest.mark.parametrize("text", ["It was founded in 1998.", "It is a company that makes tyres.", "It is able to fly."])
def test_an_it_that_stands_for_something_is_not_pleonastic(text: str, analyser: EnglishAnalyser) -> None:
    (analysis,) = analyser.analyse([text])

    assert not is_pleonastic(analysis, 0)


@pytest.mark.parametrize("text", ["I told you that we won.", "My car is red.", "This is what you said.", "", "   "])
def test_first_and_second_person_stay(text: str, analyser: EnglishAnalyser) -> None:
    assert resolved(text, analyser) == {}


def test_the_department_of_information_technology_is_no_pronoun(analyser: EnglishAnalyser) -> None:
    assert resolved("Acme has an office in Oslo. Contact the IT desk there.", analyser) == {}


def test_a_text_without_trees_resolves_nothing() -> None:
    flat = Analysis("It grew.", (Token("It", 0, 2, "it", "PRON", "PRP"), Token("grew", 3, 7, "grow", "VERB", "VBD")))

    assert EnglishCoreference().resolve(ParsedText("It grew.", "en", (ParsedSentence(Span(0, 8), flat),))) == {}


def test_a_long_text_is_resolved_to_its_end(analyser: EnglishAnalyser) -> None:
    unit = parse("Marie Curie was born in Warsaw. She met the director of the museum. It was closed. ", analyser)
    long = repeated(unit, 400)

    found = EnglishCoreference().resolve(long)

    assert {s // len(unit.sentences) for s, _ in found} == set(range(400))


def repeated(parsed: ParsedText, times: int) -> ParsedText:
    size = len(parsed.text)
    parts = [
        ParsedSentence(Span(part.span.start + i * size, part.span.end + i * size), part.analysis)
        for i in range(times)
        for part in parsed.sentences
    ]
    return ParsedText(parsed.text * times, parsed.lang, tuple(parts))


WORDS = [
    ("Marie", "PROPN", "NNP"), ("Curie", "PROPN", "NNP"), ("company", "NOUN", "NN"), ("it", "PRON", "PRP"),
    ("its", "PRON", "PRP$"), ("they", "PRON", "PRP"), ("she", "PRON", "PRP"), ("himself", "PRON", "PRP"),
    ("founded", "VERB", "VBD"), ("is", "AUX", "VBZ"), ("the", "DET", "DT"), ("and", "CCONJ", "CC"),
]  # fmt: skip
RELATIONS = ["nsubj", "nsubj:pass", "obj", "iobj", "obl", "nmod", "nmod:poss", "conj", "cc", "det", "cop", "appos",
             "acl", "acl:relcl", "advcl", "ccomp", "xcomp", "flat", "compound", "mark", "expl", "dep"]  # fmt: skip


@st.composite
def analysed(draw: st.DrawFn) -> Analysis:
    """Any words under any heads, circles among them: more than what a parser may give at its worst."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9))
    root = draw(st.integers(0, len(words) - 1))
    tokens, at = [], 0
    for i, (text, pos, tag) in enumerate(words):
        head = i if i == root else draw(st.integers(0, len(words) - 1))
        dep = "root" if i == root else draw(st.sampled_from(RELATIONS))
        tokens.append(Token(text, at, at + len(text), text.lower(), pos, tag, head, dep))
        at += len(text) + 1
    return Analysis(" ".join(text for text, _, _ in words), tuple(tokens))


@settings(max_examples=300, deadline=None)
@given(st.lists(analysed(), min_size=1, max_size=4))
def test_whatever_the_tree_resolutions_point_into_the_text_and_no_pronoun_stands_for_one(
    analyses: list[Analysis],
) -> None:
    text, parts = "", []
    for analysis in analyses:
        parts.append(ParsedSentence(Span(len(text), len(text) + len(analysis.text)), analysis))
        text += analysis.text + " "

    found = EnglishCoreference().resolve(ParsedText(text, "en", tuple(parts)))

    for (s, i), referent in found.items():
        assert 0 <= i < len(analyses[s].tokens)
        assert 0 <= referent.start < referent.end <= len(text)
        assert referent.text.strip()
        assert referent.text.lower() not in {"it", "its", "they", "she", "himself"}


class Clusters:
    name, version = "clusters", "1"

    def __init__(self, *clusters: list[tuple[int, int]]) -> None:
        self._clusters = list(clusters)

    def clusters(self, texts: list[str]) -> list[list[list[tuple[int, int]]]]:
        return [self._clusters for _ in texts]


def places(text: str, *pieces: str) -> list[tuple[int, int]]:
    return [(text.index(piece), text.index(piece) + len(piece)) for piece in pieces]


def test_a_models_cluster_resolves_its_pronouns_to_the_name_in_it(analyser: EnglishAnalyser) -> None:
    text = "Marie Curie was born in Warsaw. She won a prize, and her daughter did too."
    parsed = parse(text, analyser)

    found = by_place(
        parsed, dict(ModelCoreference(Clusters(places(text, "Marie Curie", "She", "her"))).resolve(parsed))
    )

    assert {text[end - 3 : end]: referent.text for end, referent in found.items()} == {
        "She": "Marie Curie",
        "her": "Marie Curie",
    }


def test_a_models_cluster_without_a_name_resolves_to_its_description(analyser: EnglishAnalyser) -> None:
    text = "A vaccine was tested. It works."
    parsed = parse(text, analyser)

    (it,) = ModelCoreference(Clusters(places(text, "A vaccine", "It"))).resolve(parsed).values()

    assert (it.text, it.type) == ("the vaccine", None)


def test_a_models_cluster_of_two_names_or_of_pronouns_alone_resolves_nothing(analyser: EnglishAnalyser) -> None:
    text = "Marie Curie met Lise Meitner. She left. She slept."
    parsed = parse(text, analyser)
    pronouns = [(30, 33), (40, 43)]

    clusters = Clusters([*places(text, "Marie Curie", "Lise Meitner", "She")], pronouns)

    assert ModelCoreference(clusters).resolve(parsed) == {}
