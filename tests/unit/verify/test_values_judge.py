"""The values judge: the same claim, the same with another value, or nothing like it among the evidence's statements."""

from __future__ import annotations

import re
from collections.abc import Sequence

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import EntityType, Stance
from claimgraph.ingest.model import Mention
from claimgraph.verify.judges.aligning import align
from claimgraph.verify.judges.values.judge import ValuesJudge
from claimgraph.verify.judges.values.reading import Reading
from claimgraph.verify.judges.values.restating import may_matter, restated
from claimgraph.verify.judges.values.slots import values_of
from claimgraph.verify.judges.values.told import Told, names_of
from claimgraph.verify.model import Opinion, Pair, Piece, StatedFact, Unscored


class Names:
    """Finds the names it knows."""

    version = "1"
    known = ("Orrin", "Belt", "Ann Berg", "Carl Holm", "北馆", "南馆")

    def extract(self, texts: Sequence[str]) -> list[list[Mention]]:
        pattern = re.compile("|".join(self.known))
        return [
            [Mention(m.start(), m.end(), m.group(), EntityType.NAME, "names-1") for m in pattern.finditer(text)]
            for text in texts
        ]


def judge(claim: str, statements: Sequence[str], lang: str = "en", until: str | None = None) -> Opinion | Unscored:
    facts = tuple(StatedFact("h", "r", "t", "c", 0, 1, text, until) for text in statements)
    pair = Pair(claim, lang, " ".join(statements), lang, premise_facts=facts)
    return anyio.run(ValuesJudge(Names()).judge, [pair])[0]


VILLAGES = ["Orrin has 930 inhabitants.", "Belt has 41 inhabitants."]


def test_a_claim_that_a_statement_says_is_supported() -> None:
    opinion = judge("Belt has 41 inhabitants.", VILLAGES)
    assert isinstance(opinion, Opinion)
    (finding,) = opinion.findings
    assert (opinion.scores["values"], finding.stance) == (1.0, Stance.SUPPORTS)
    assert finding.premise_words == "Belt has 41 inhabitants."


@pytest.mark.parametrize(
    ("claim", "statements", "lang", "wrong", "right"),
    [
        ("Belt has 930 inhabitants.", VILLAGES, "en", "930", "41"),
        ("Ann Berg founded the club.", ["Carl Holm founded the club."], "en", "Ann Berg", "Carl Holm"),
        ("南馆有12名讲解员。", ["北馆有12名讲解员。", "南馆有7名讲解员。"], "zh", "12", "7"),
    ],
)
def test_the_same_with_another_value_is_contradicted(
    claim: str, statements: list[str], lang: str, wrong: str, right: str
) -> None:
    opinion = judge(claim, statements, lang)
    assert isinstance(opinion, Opinion)
    (finding,) = opinion.findings
    assert (opinion.scores["values"], finding.stance) == (0.0, Stance.CONTRADICTS)
    assert wrong in finding.claim_words
    assert right in finding.premise_words


def test_where_nothing_comes_near_the_claim_it_abstains() -> None:
    opinion = judge("The mayor opened a library.", VILLAGES)
    assert isinstance(opinion, Unscored)
    assert "near the claim" in opinion.reason


@pytest.mark.parametrize(
    ("claim", "statement"),
    [
        ("The road is closed until 3 March.", "The road is closed from 3 March."),
        ("The shop is closed before 6 pm.", "The shop is closed after 6 pm."),
        ("The exam ends after 5 May.", "The exam ends on 5 May."),
        ("The letter was written to Ann Berg.", "The letter was written by Ann Berg."),
        ("With a ticket, you pay 60 euros.", "Without a ticket, you pay 60 euros."),
        ("The fee is 18,400 euros including tax.", "The fee is 18,400 euros plus tax."),
        ("All 12 dogs are banned.", "All 12 dogs except guide dogs are banned."),
    ],
)
def test_the_same_values_behind_an_opposite_word_are_no_support(claim: str, statement: str) -> None:
    opinion = judge(claim, [statement])
    assert isinstance(opinion, Unscored) or all(one.stance is not Stance.SUPPORTS for one in opinion.findings)
    same = judge(statement, [statement])
    assert isinstance(same, Opinion)
    assert same.findings[0].stance is Stance.SUPPORTS


def test_what_only_superseded_revisions_state_is_not_read() -> None:
    assert isinstance(judge("Belt has 41 inhabitants.", VILLAGES, until="2024-05-01"), Unscored)


def test_texts_in_two_languages_are_not_compared() -> None:
    fact = StatedFact("h", "r", "t", "c", 0, 1, "Belt has 41 inhabitants.")
    pair = Pair("Belt有41名居民。", "zh", "Belt has 41 inhabitants.", "en", premise_facts=(fact,))
    (opinion,) = anyio.run(ValuesJudge(Names()).judge, [pair])
    assert isinstance(opinion, Unscored)
    assert "languages" in opinion.reason


@pytest.mark.parametrize(
    ("claim", "statements"),
    [
        ("镇上没有女人当过主任。", ["田蕙当选镇上的主任。"]),
        ("地图下载以后，没有网也能使用地图。", ["地图需要联网下载一次。"]),
        ("没有谁比何敏更年轻。", ["何敏是年龄最小的选手。"]),
    ],
)
def test_a_denial_of_something_else_is_not_turned_around(claim: str, statements: list[str]) -> None:
    opinion = judge(claim, statements, "zh")
    assert isinstance(opinion, Unscored) or opinion.scores["values"] == 1.0


def test_a_plain_denial_is_turned_around() -> None:
    opinion = judge("南馆没有开放。", ["南馆开放了。"], "zh")
    assert isinstance(opinion, Opinion)
    assert opinion.scores["values"] == 0.0


@pytest.mark.parametrize(
    ("claim", "statement", "wrong"),
    [
        ("Belt has 930 inhabitants with boats.", "Belt has 41 inhabitants.", "930"),
        ("The mill was not visited often by foreign guests.", "The mill was visited by guests.", "not"),
    ],
)
def test_a_statement_that_lacks_a_third_of_the_claim_still_tells_its_value(
    claim: str, statement: str, wrong: str
) -> None:
    opinion = judge(claim, [statement])
    assert isinstance(opinion, Opinion)
    assert [finding.claim_words for finding in opinion.findings] == [wrong]


_VALUES, _REST = ("Belt", "Orrin", "Ann Berg", "930", "41"), ("has", "inhabitants", "a mill", "not", "visited")
_SAID = st.lists(
    st.sampled_from([*_VALUES, *_REST]),
    min_size=1,
    max_size=6,
).map(" ".join)


@given(_SAID, _SAID, st.sampled_from(["", "Belt has", "a mill"]))
def test_a_statement_that_is_not_read_for_the_claims_values_says_nothing_of_them(
    claim: str, statement: str, within: str
) -> None:
    names, told_names = (names_of(found) for found in Names().extract([claim, statement]))
    told = Told(statement, "en", told_names, Piece("c", 0, len(statement)), "", within)
    alignment = align(claim, "en", statement, "en")
    if not may_matter(alignment, told, values_of(claim, "en", names)):
        reading = Reading(alignment, told, names, statement)
        assert not reading.says_all
        assert restated(reading, statement) is None
