"""Which two names rule each other out: not an origin and a person, not two names of one thing, not an owner and what is
owned; and a name that the evidence has behind another verb."""

from __future__ import annotations

import re
from collections.abc import Sequence

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import EntityType, Stance
from claimgraph.ingest.model import Mention
from claimgraph.verify.judges.alignment import judge_alignment
from claimgraph.verify.judges.rules import judge_rules
from claimgraph.verify.judges.same_slot import are_spelled_alike, are_two_names, cannot_be_exchanged, leads_agree
from claimgraph.verify.judges.values.judge import ValuesJudge
from claimgraph.verify.model import Finding, Opinion, Pair, StatedFact


def against(claim: str, premise: str, lang: str = "en") -> list[tuple[str, str, str]]:
    opinion = judge_alignment(Pair(claim, lang, premise, lang))
    assert isinstance(opinion, Opinion)
    return [(f.kind, f.claim_words, f.premise_words) for f in opinion.findings if f.stance is Stance.CONTRADICTS]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Moonrise was directed by an American.", "Moonrise is a film of 2011. It was directed by Lars Holm."),
        ("Quarantine Bay was discovered in 1935.", "It was discovered in 1935 by Arthur Dempster."),
        (
            "Liam Farrow has been nominated for three Sun Awards.",
            "He got a Moon Award and three Sun Awards.",
        ),
        (
            "Alma's director was a screenwriter from Oslo.",
            "Alma is a film. Lars Holm, a screenwriter from Oslo, made it.",
        ),
        ("Michael Vick is an American.", "Michael Vick -LRB- born June 26 , 1980 -RRB- is an American player ."),
        ("Pike was born in 1979.", "Alecia Moore (born 8 September 1979), known professionally as Pike, is a singer."),
        (
            "Chris Benwick was a wrestler.",
            "Christopher Benwick was a wrestler. The Crown Cup is for wrestlers.",
        ),
        ("Vásquez led the expedition to Kansas.", "Vazquez led the expedition to Kansas."),
        ("Smith died in Blackville in 1957.", "Marion Elizabeth Smith lived there. Marion died in Blackville in 1957."),
        (
            "The final was played at Cowper Stadium.",
            "The final was played at Cowper Stadium in Arlen, the first time that one was played in the Dalton area.",
        ),
    ],
)
def test_names_that_can_both_be_true_are_no_conflict(claim: str, premise: str) -> None:
    assert against(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise", "words"),
    [
        (
            "The report was written by Raymond Oduya.",
            "The report was written by Sonia Kell and edited by Raymond Oduya.",
            ("Raymond Oduya", "Sonia Kell"),
        ),
        (
            "The film was shot in Norway.",
            "The film was shot in Iceland because permits in Norway had been refused.",
            ("Norway", "Iceland"),
        ),
        (
            "It was discovered by Marie Curie in 1935.",
            "It was discovered by Arthur Dempster in 1935.",
            ("Marie Curie", "Arthur Dempster"),
        ),
    ],
)
def test_a_name_behind_another_verb_is_no_support_for_this_one(
    claim: str, premise: str, words: tuple[str, str]
) -> None:
    assert ("name", *words) in against(claim, premise)


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("The report was written by Raymond Oduya.", "The report was written by Sonia Kell and Raymond Oduya."),
        (
            "The report was edited by Raymond Oduya.",
            "The report was written by Sonia Kell and edited by Raymond Oduya.",
        ),
        ("The film was shot in Norway.", "The film was shot in Iceland and in Norway."),
    ],
)
def test_names_in_a_list_and_names_behind_the_same_verb_are_no_conflict(claim: str, premise: str) -> None:
    assert against(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        (
            "You Only Live Once is the first Barr movie with the director Lewis Gill.",
            "You Only Live Once is the first Barr film to be directed by Lewis Gill.",
        ),
        (
            "Four students of the cellist Erik Sand formed the Lindqvist Quartet in Malmo in 1976.",
            "The Lindqvist Quartet was formed in Malmo in 1976 by four students of the cellist Erik Sand.",
        ),
    ],
)
def test_active_and_passive_of_one_deed_exchange_nobody(claim: str, premise: str) -> None:
    assert against(claim, premise) == []


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        (
            "The orchard has 620 pear trees.",
            "The orchard has 620 apple trees. How many pear trees grow there was not recorded.",
        ),
        ("松岗小学现有教师540人。", "松岗小学现有学生540人，教师人数没有公布。"),
    ],
)
def test_a_number_of_something_else_supports_nothing(claim: str, premise: str) -> None:
    lang = "en" if claim.isascii() else "zh"
    opinion = judge_rules(Pair(claim, lang, premise, lang))
    assert isinstance(opinion, Opinion)
    assert [f.stance for f in opinion.findings if f.kind == "number"] == [Stance.NEUTRAL]


def test_a_number_of_what_is_called_otherwise_still_supports() -> None:
    opinion = judge_rules(Pair("The orchard has 620 fruit trees.", "en", "The orchard has 620 apple trees.", "en"))
    assert isinstance(opinion, Opinion)
    assert [f.stance for f in opinion.findings] == [Stance.SUPPORTS]


def test_the_letter_that_tells_two_things_apart_counts() -> None:
    findings = against("Valve B leaked in 5 of 10 runs.", "Valve A leaked in 5 of 10 runs and valve B in 7 of 50.")
    assert ("number", "5", "7") in findings


class Names:
    version = "1"

    def extract(self, texts: Sequence[str]) -> list[list[Mention]]:
        pattern = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)+|Pike|Alma|Politico")
        return [
            [Mention(m.start(), m.end(), m.group(), _type(m.group()), "names-1") for m in pattern.finditer(text)]
            for text in texts
        ]


def _type(name: str) -> EntityType:
    return EntityType.ORGANISATION if name in ("Politico", "Green Council") else EntityType.NAME


def stated(claim: str, *statements: str) -> Finding | None:
    facts = tuple(StatedFact("h", "r", "t", "c", 0, 1, text, None) for text in statements)
    pair = Pair(claim, "en", " ".join(statements), "en", premise_facts=facts)
    opinion = anyio.run(ValuesJudge(Names()).judge, [pair])[0]
    return opinion.findings[0] if isinstance(opinion, Opinion) else None


def test_a_statement_with_another_name_in_the_role_is_told_as_a_name() -> None:
    finding = stated("Ann Berg founded the club.", "Carl Holm founded the club.")
    assert finding is not None
    assert (finding.kind, finding.claim_words, finding.premise_words) == ("name", "Ann Berg", "Carl Holm")


def test_a_statement_with_another_number_is_told_as_a_value() -> None:
    finding = stated("Ann Berg founded 12 clubs.", "Ann Berg founded 7 clubs.")
    assert finding is not None
    assert (finding.kind, finding.claim_words, finding.premise_words) == ("value", "12", "7")


@pytest.mark.parametrize(
    ("claim", "statements"),
    [
        (
            "Pike is a singer.",
            ("Alecia Moore is a singer.", "Alecia Moore, known professionally as Pike, was born here."),
        ),
        ("Employees of Green Council must delete the app.", ("Employees at Politico must delete the app.",)),
    ],
)
def test_a_statement_about_the_same_or_in_another_case_contradicts_nothing(
    claim: str, statements: tuple[str, ...]
) -> None:
    finding = stated(claim, *statements)
    assert finding is None or finding.stance is not Stance.CONTRADICTS


@pytest.mark.parametrize(
    ("one", "other", "text"),
    [
        ("Moore", "Pike", "Alecia Moore (born 1979), known professionally as Pike, is a singer."),
        ("American Basketball Association", "ABA", "They joined the American Basketball Association ( ABA ) in 1967."),
        ("Aurora Subdivision", "Aurora Sub", "The Aurora Subdivision or Aurora Sub is a railway line."),
        ("华为技术有限公司", "华为", "华为技术有限公司（简称华为）成立于1987年。"),
        ("Marion", "Smith", "Marion Elizabeth Leane Smith lived here."),
    ],
)
def test_two_names_of_one_thing_are_seen_from_either_side(one: str, other: str, text: str) -> None:
    assert are_two_names(one, other, text)
    assert are_two_names(other, one, text)


@pytest.mark.parametrize(
    ("one", "other", "text"),
    [
        ("Ann", "Bob", "Ann met Bob."),
        ("Ann", "Bob", "Ann, who knew Bob, left."),
        ("Oslo", "Bergen", "The line runs from Oslo to Bergen."),
    ],
)
def test_two_names_in_one_sentence_are_not_one_thing(one: str, other: str, text: str) -> None:
    assert not are_two_names(one, other, text)


@pytest.mark.parametrize(
    ("one", "other"), [("Vásquez", "Vazquez"), ("Austro - Hungarian", "Austro-Hungarian"), ("Paterson", "Patterson")]
)
def test_names_that_differ_by_accents_hyphens_or_a_letter_are_alike(one: str, other: str) -> None:
    assert are_spelled_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("George III", "George IV"), ("Ann", "Anna"), ("Boeing 737", "Boeing 747"), ("王强", "王刚")]
)
def test_short_names_numbers_and_chinese_are_not_alike_by_a_letter(one: str, other: str) -> None:
    assert not are_spelled_alike(one, other)


@given(st.sampled_from(["", "by", "in", "of", "with"]), st.sampled_from(["", "by", "in", "of", "with"]))
def test_prepositions_agree_both_ways_and_with_themselves(one: str, other: str) -> None:
    assert leads_agree(one, one, "en")
    assert leads_agree(one, other, "en") == leads_agree(other, one, "en")


@pytest.mark.parametrize("text", ["A (" * 5_000, "A or " * 5_000, "A, also known as " * 3_000, "Ann " + "B " * 20_000])
def test_a_text_of_nothing_but_links_names_nothing(text: str) -> None:
    assert not are_two_names("Ann", "Pike", text)
    assert not cannot_be_exchanged("Ann Lee", 0, 7, text, len(text) - 2, len(text) - 1)


@pytest.mark.parametrize(
    ("claim", "premise", "conflict"),
    [
        ("王先生说李女士迟到了。", "李女士说王先生迟到了。", True),
        ("活检由费医生完成。", "费医生把病人转给郝医生，活检由郝医生完成。", True),
        ("活检由郝医生完成。", "费医生把病人转给郝医生，活检由郝医生完成。", False),
        ("李明华教授发明了这种水泵。", "李教授发明了这种水泵。", False),
        ("李教授发明了这种水泵。", "李明华教授发明了这种水泵。", False),
        ("他曾任教授。", "他任教授十年。", False),
    ],
)
def test_a_surname_with_a_title_is_a_name(claim: str, premise: str, conflict: bool) -> None:
    found = judge_alignment(Pair(claim, "zh", premise, "zh"))
    findings = found.findings if isinstance(found, Opinion) else ()
    assert any(one.stance is Stance.CONTRADICTS for one in findings) == conflict
