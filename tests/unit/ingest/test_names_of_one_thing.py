"""Which names stand for one thing: within a text, and what may hold across texts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.graph_schema.vocabulary import EntityType
from claimgraph.ingest.entities.aliases import find_aliases, is_acronym_of
from claimgraph.ingest.entities.chinese_titles import surname_with_title, without_title
from claimgraph.ingest.entities.grouping import group_names
from claimgraph.ingest.entities.legal_forms import without_legal_form, written_out
from claimgraph.ingest.entities.linking import alias_rows, link_rows
from claimgraph.ingest.entities.mentions import AnalysedMentions
from claimgraph.ingest.entities.names import complete, merge_mentions
from claimgraph.ingest.entities.text_entities import text_entities
from claimgraph.ingest.model import Mention, ReadText, Span, TextEntity
from claimgraph.ingest.statements.parsed import ParsedSentence, ParsedText, Referent
from claimgraph.ingest.text.language import detect_language
from claimgraph.ingest.text.mentions import PatternMentions
from claimgraph.platform.models.ports import Analysis, NamedSpan, Token

PERSON, ORGANISATION, PLACE, NAME = EntityType.PERSON, EntityType.ORGANISATION, EntityType.PLACE, EntityType.NAME


def mentions(text: str, **names: EntityType) -> list[Mention]:
    """Mentions of the names (underscores for spaces) at all their places in the text, longest first."""
    found: list[Mention] = []
    for name, kind in sorted(names.items(), key=lambda item: -len(item[0])):
        surface, at = name.replace("_", " "), -1
        while (at := text.find(surface, at + 1)) >= 0:
            if not any(m.start < at + len(surface) and at < m.end for m in found):
                found.append(Mention(at, at + len(surface), surface, kind, "test"))
    return sorted(found, key=lambda m: m.start)


def groups(text: str, **names: EntityType) -> dict[str, list[str]]:
    return {group.name: [m.surface for m in group.mentions] for group in group_names(text, mentions(text, **names))}


def links(text: str, **names: EntityType) -> set[tuple[str, str, str]]:
    rows = link_rows("chunk", text, detect_language(text), mentions(text, **names))
    return {(row.first.surface, row.second.surface, row.reason) for row in rows}


@pytest.mark.parametrize(
    ("text", "aliases"),
    [
        ("The World Health Organization (WHO) met.", {("World Health Organization", "WHO")}),
        ("The Food and Drug Administration (FDA) met.", {("Food and Drug Administration", "FDA")}),
        ('The European Central Bank ("ECB") met.', {("European Central Bank", "ECB")}),
        ("IBM (International Business Machines) met.", {("IBM", "International Business Machines")}),
        ("Myanmar (formerly Burma) is in Asia.", {("Myanmar", "Burma")}),
        ("Acme Corporation, formerly known as Beta Ltd, moved.", {("Acme Corporation", "Beta Ltd")}),
        ("世界卫生组织（WHO，简称世卫组织）开会。", {("世界卫生组织", "WHO"), ("世界卫生组织", "世卫组织")}),
        ("华为技术有限公司（以下简称华为）成立。", {("华为技术有限公司", "华为")}),
        ("蒂姆·库克（Tim Cook）访华。", {("蒂姆·库克", "Tim Cook")}),
    ],
)
def test_the_aliases_that_a_text_defines_are_found(text: str, aliases: set[tuple[str, str]]) -> None:
    found = find_aliases(text, PatternMentions().extract([text])[0])

    assert {(alias.name, alias.alias) for alias in found} == aliases
    assert all(text[alias.start : alias.end] == alias.alias for alias in found)
    assert all(text[alias.name_start : alias.name_end] == alias.name for alias in found)


@pytest.mark.parametrize(
    "text",
    [
        "Paris (France) is a city.",
        "Peter Smith (born 1960) is a painter.",
        "Norway (Oslo) talked.",
        "Tim Cook (CEO) spoke in California.",
        "蒂姆·库克（CEO）访华。",
        "Marie Curie (1867-1934) was born in Warsaw.",
        "Boeing (see Airbus) was founded in Seattle.",
    ],
)
def test_what_else_stands_in_parentheses_is_no_alias(text: str) -> None:
    assert find_aliases(text, PatternMentions().extract([text])[0]) == []


@pytest.mark.parametrize(
    ("short", "long", "fits"),
    [
        ("WHO", "World Health Organization", True),
        ("FDA", "Food and Drug Administration", True),
        ("NASA", "National Aeronautics and Space Administration", True),
        ("U.N.", "United Nations", True),
        ("BASF", "Badische Anilin- und Soda-Fabrik", True),
        ("IBM", "International Business Machines Corporation", True),
        ("WHO", "World Trade Organization", False),
        ("WHO", "World Health Assembly Organization Board", False),
        ("Who", "World Health Organization", False),
        ("W", "World", False),
        ("EU", "Norway", False),
    ],
)
def test_an_acronym_is_made_of_the_initials_of_all_great_words(short: str, long: str, fits: bool) -> None:
    assert is_acronym_of(short, long) is fits


def test_a_surname_goes_back_to_the_one_person_who_bears_it() -> None:
    text = "Marie Curie was born in Warsaw. Curie won a prize."

    assert groups(text, Marie_Curie=PERSON, Curie=NAME)["Marie Curie"] == ["Marie Curie", "Curie"]


def test_a_surname_that_two_people_bear_goes_back_to_none() -> None:
    text = "Marie Curie met Pierre Curie. Curie won a prize."

    found = groups(text, Marie_Curie=PERSON, Pierre_Curie=PERSON, Curie=NAME)

    assert found == {"Marie Curie": ["Marie Curie"], "Pierre Curie": ["Pierre Curie"], "Curie": ["Curie"]}


def test_people_who_share_a_surname_are_never_linked_across_texts() -> None:
    text = "Marie Curie met Pierre Curie. Marie Curie won. Later Curie died."

    assert links(text, Marie_Curie=PERSON, Pierre_Curie=PERSON, Curie=PERSON) == set()


def test_a_surname_in_one_text_is_no_alias_beyond_it() -> None:
    assert links("Marie Curie was born. Curie won.", Marie_Curie=PERSON, Curie=PERSON) == set()


def test_a_middle_initial_is_no_other_person_in_one_text_but_may_be_one_in_another() -> None:
    text = "George W. Bush flew. George Bush landed. Bush spoke."
    names = {"George_W._Bush": PERSON, "George_Bush": PERSON, "Bush": NAME}

    assert list(groups(text, **names)) == ["George W. Bush"]
    assert links(text, **names) == set()


def test_a_company_goes_by_its_bare_name_and_is_linked_with_that_reason() -> None:
    text = "Acme Corporation moved. Acme sells tyres."
    names = {"Acme_Corporation": ORGANISATION, "Acme": NAME}

    assert list(groups(text, **names)) == ["Acme Corporation"]
    assert links(text, **names) == {("Acme Corporation", "Acme", "short form in the same text")}


def test_a_place_is_no_short_form_of_a_person() -> None:
    assert set(groups("Jack London lived in London.", Jack_London=PERSON, London=PLACE)) == {"Jack London", "London"}


def test_a_chinese_surname_with_title_goes_back_to_the_person() -> None:
    found = groups("李明教授在北京工作。李教授发表了论文。", 李明教授=PERSON, 李教授=PERSON)

    assert found == {"李明教授": ["李明教授", "李教授"]}


def test_a_chinese_surname_with_title_that_fits_two_goes_back_to_none() -> None:
    found = groups("李明教授和李华教授来了。李教授说话。", 李明教授=PERSON, 李华教授=PERSON, 李教授=PERSON)

    assert found == {"李明教授": ["李明教授"], "李华教授": ["李华教授"], "李教授": ["李教授"]}


def test_the_last_part_of_a_dotted_name_goes_back_to_it() -> None:
    found = groups("首席执行官蒂姆·库克访华。库克说话。", 蒂姆·库克=PERSON, 库克=PERSON)

    assert found == {"蒂姆·库克": ["蒂姆·库克", "库克"]}


@pytest.mark.parametrize(
    ("name", "bare"),
    [("李明教授", "李明"), ("首席执行官蒂姆·库克", "蒂姆·库克"), ("王芳女士", "王芳"), ("李明", "李明")],
)
def test_chinese_titles_are_taken_off(name: str, bare: str) -> None:
    assert without_title(name) == bare


def test_a_surname_alone_with_a_title_is_known_as_such() -> None:
    assert surname_with_title("李教授") == "李"
    assert surname_with_title("欧阳先生") == "欧阳"
    assert surname_with_title("李明教授") is None
    assert surname_with_title("李明") is None


@pytest.mark.parametrize(
    ("text", "names", "link"),
    [
        ("Coca-Cola sells.", {"Coca-Cola": ORGANISATION}, ("Coca-Cola", "Coca Cola")),
        ("The U.S. agreed.", {"U.S.": PLACE}, ("U.S.", "US")),
        ("São Paulo grows.", {"São_Paulo": PLACE}, ("São Paulo", "Sao Paulo")),
        ("李明教授说话。", {"李明教授": PERSON}, ("李明教授", "李明")),
        (
            "President Barack Obama spoke.",
            {"President_Barack_Obama": PERSON},
            ("President Barack Obama", "Barack Obama"),
        ),
        ("Acme Corp. sells.", {"Acme_Corp.": ORGANISATION}, ("Acme Corp.", "Acme Corporation")),
    ],
)
def test_spellings_of_a_name_are_linked_with_its_plainest(
    text: str, names: dict[str, EntityType], link: tuple[str, str]
) -> None:
    assert {(first, second) for first, second, _ in links(text, **names)} == {link}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("President Obama spoke.", {"President_Obama": PERSON}),
        ("李教授说话。", {"李教授": PERSON}),
        ("Müller spoke.", {"Müller": PERSON}),
        ("Oslo grows.", {"Oslo": PLACE}),
        ("The A-10 flew.", {"A-10": NAME}),
    ],
)
def test_a_name_that_says_too_little_without_its_marks_is_not_linked(text: str, names: dict[str, EntityType]) -> None:
    assert links(text, **names) == set()


def test_the_aliases_of_a_read_text_become_merges_with_their_reason() -> None:
    entity = TextEntity("World Health Organization", ORGANISATION, "en", (), ("WHO", "Health Body"))
    number = TextEntity("5", EntityType.NUMBER, "en", (), ("five",))

    rows = alias_rows("chunk", ReadText("", "en", (), (entity, number)))

    assert [(row.second.surface, row.reason, row.source) for row in rows] == [
        ("WHO", "acronym defined in the text", "chunk"),
        ("Health Body", "alias given in the text", "chunk"),
    ]


def test_legal_forms_are_taken_off_and_written_out() -> None:
    assert without_legal_form("Acme Holdings Inc.") == "Acme Holdings"
    assert without_legal_form("华为技术有限公司") == "华为技术"
    assert without_legal_form("Inc.") == "Inc."
    assert written_out("Acme Corp.") == "Acme Corporation"
    assert written_out("Acme") == "Acme"


def parsed(text: str, *sentences: Analysis) -> ParsedText:
    parts, at = [], 0
    for analysis in sentences:
        at = text.index(analysis.text, at)
        parts.append(ParsedSentence(Span(at, at + len(analysis.text)), analysis))
    return ParsedText(text, detect_language(text), tuple(parts))


def test_the_recogniser_adds_names_and_types_and_leaves_numbers_alone() -> None:
    text = "Qorvex hired 300 people in Oslo."
    found = [Mention(0, 6, "Qorvex", NAME, "p"), Mention(13, 16, "300", EntityType.NUMBER, "p")]

    merged = merge_mentions(text, found, [(0, 6, ORGANISATION), (13, 23, NAME), (27, 31, PLACE)], "en", "both")

    assert [(m.surface, m.type, m.extractor) for m in merged] == [
        ("Qorvex", ORGANISATION, "both"),
        ("300", EntityType.NUMBER, "both"),
        ("Oslo", PLACE, "both"),
    ]


def test_in_english_the_longer_of_two_names_stays_and_in_chinese_the_recognisers() -> None:
    english, chinese = "Bank of Norway grew.", "北京大学生很多。"
    longer = [Mention(0, 14, "Bank of Norway", ORGANISATION, "p")]
    drawn_out = [Mention(0, 4, "北京大学", ORGANISATION, "p")]

    kept = merge_mentions(english, longer, [(8, 14, PLACE)], "en", "both")
    cut = merge_mentions(chinese, drawn_out, [(0, 2, PLACE)], "zh", "both")

    assert [(m.surface, m.type) for m in kept] == [("Bank of Norway", ORGANISATION)]
    assert [(m.surface, m.type) for m in cut] == [("北京", PLACE)]


def test_a_word_that_only_patterns_take_for_a_name_is_of_unknown_type() -> None:
    text = "Qorvex said that Norway and Anna Qorvex agreed."
    found = [Mention(0, 6, "Qorvex", PERSON, "p"), Mention(17, 23, "Norway", PLACE, "p"),
             Mention(28, 39, "Anna Qorvex", PERSON, "p")]  # fmt: skip

    merged = merge_mentions(text, found, [], "en", "both")

    assert [m.type for m in merged] == [NAME, PLACE, PERSON]


def test_a_name_that_an_acronym_defines_is_completed() -> None:
    text = "The Food and Drug Administration (FDA) met."
    seen = [Mention(9, 13, "Drug", NAME, "p"), Mention(34, 37, "FDA", ORGANISATION, "p")]

    assert [m.surface for m in complete(text, seen)] == ["Food and Drug Administration", "FDA"]


def test_the_entities_of_a_text_hold_names_aliases_and_what_goes_back_to_them() -> None:
    text = "The World Health Organization (WHO) was founded in 1948. It has its seat in Geneva."
    first, second = text[:56], text[57:]
    tokens = (Token("It", 0, 2, "it", "PRON", "PRP"), Token("has", 3, 6, "have", "VERB", "VBZ"))
    read = parsed(text, Analysis(first, (), (NamedSpan(4, 29, "ORG"),)), Analysis(second, tokens))
    stands_for = {(1, 0): Referent("World Health Organization", 4, 29, ORGANISATION)}

    who, geneva = text_entities(read, stands_for)

    assert (who.name, who.type, who.aliases) == ("World Health Organization", ORGANISATION, ("WHO",))
    assert [(m.start, m.surface) for m in who.mentions] == [(4, "World Health Organization"), (31, "WHO"), (57, "It")]
    assert (geneva.name, geneva.aliases) == ("Geneva", ())


def test_a_surname_is_a_mention_of_a_person_but_no_alias() -> None:
    text = "Marie Curie was born in Warsaw. Curie won a prize."

    (curie, *_) = text_entities(parsed(text), {})

    assert [m.surface for m in curie.mentions] == ["Marie Curie", "Curie"]
    assert curie.aliases == ()


class Recogniser:
    """Finds one word wherever it stands, as an organisation."""

    name, version, languages = "recogniser", "7", frozenset({"en"})

    def analyse(self, sentences: list[str]) -> list[Analysis]:
        return [
            Analysis(s, (), (NamedSpan(s.index("qorvex"), s.index("qorvex") + 6, "ORG"),) if "qorvex" in s else ())
            for s in sentences
        ]


def test_analysed_mentions_join_both_finders_and_say_so_in_their_version() -> None:
    extractor = AnalysedMentions({"en": Recogniser()})

    first, second, third = extractor.extract(["Nothing. In Oslo qorvex grew.", "", "北京是中国的首都。"])

    assert [(m.surface, m.type) for m in first] == [("Oslo", PLACE), ("qorvex", ORGANISATION)]
    assert second == []
    assert "北京" in {m.surface for m in third}
    assert {m.extractor for m in first} == {extractor.version}
    assert "recogniser-7" in extractor.version
    assert PatternMentions.version in extractor.version


NAMES = ["Marie Curie", "Curie", "WHO", "World Health Organization", "Acme Corp.", "Acme", "李明教授", "李教授", "U.S."]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(NAMES),
            st.sampled_from([PERSON, ORGANISATION, PLACE, NAME]),
            st.sampled_from(
                [
                    " ",
                    " (",
                    ") ",
                    ", also known as ",
                    "（以下简称",
                    "）",
                    ". ",
                    ", formerly ",
                ]
            ),
        ),
        max_size=8,
    )
)
def test_every_mention_is_in_one_group_and_groups_say_only_what_stands_in_the_text(
    parts: list[tuple[str, EntityType, str]],
) -> None:
    text, found = "", []
    for surface, kind, between in parts:
        found.append(Mention(len(text), len(text) + len(surface), surface, kind, "test"))
        text += surface + between

    grouped = group_names(text, found)

    places = [(m.start, m.end) for group in grouped for m in group.mentions]
    assert len(places) == len(set(places))
    assert all(text[m.start : m.end] == m.surface for group in grouped for m in group.mentions)
    assert all(group.name in {m.surface for m in group.mentions} for group in grouped)


def test_an_acronym_that_two_names_share_joins_neither() -> None:
    text = "The American Medical Association (AMA) and the American Marketing Association (AMA) met. The AMA spoke."
    found = complete(text, mentions(text, American_Medical_Association=ORGANISATION, AMA=ORGANISATION))

    assert link_rows("chunk", text, "en", found) == []
    assert sorted(group.name for group in group_names(text, found)) == [
        "AMA",
        "American Marketing Association",
        "American Medical Association",
    ]


def test_an_acronym_defined_twice_for_one_name_still_joins_it() -> None:
    text = "The Food and Drug Administration (FDA) met. The U.S. Food and Drug Administration (FDA) spoke."
    found = complete(text, mentions(text, Food_and_Drug_Administration=ORGANISATION, FDA=ORGANISATION))

    rows = link_rows("chunk", text, "en", found)

    assert ("Food and Drug Administration", "FDA") in {(row.first.surface, row.second.surface) for row in rows}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("王伟（Alibaba）发言。", {"王伟": PERSON, "Alibaba": ORGANISATION}),
        ("王伟（Alibaba）发言。", {"王伟": PERSON}),
        ("王伟（Alibaba）发言。", {"王伟": NAME}),
        ("王伟（Wei Wang）和王薇（Wei Wang）发言。", {"王伟": PERSON, "王薇": PERSON, "Wei_Wang": PERSON}),
        ("Wei Wang（王伟）和Wei Wang（王薇）发言。", {"王伟": PERSON, "王薇": PERSON, "Wei_Wang": PERSON}),
    ],
)
def test_what_stands_beside_a_chinese_name_is_no_alias_of_another_type_or_of_two(
    text: str, names: dict[str, EntityType]
) -> None:
    assert links(text, **names) == set()


@pytest.mark.parametrize(
    ("text", "names", "pair"),
    [
        ("王伟（Wei Wang）发言。", {"王伟": PERSON}, ("王伟", "Wei Wang")),
        ("柏拉图（Plato）写道。", {"柏拉图": PERSON, "Plato": PERSON}, ("柏拉图", "Plato")),
        ("阿里巴巴（Alibaba）上市。", {"阿里巴巴": ORGANISATION, "Alibaba": ORGANISATION}, ("阿里巴巴", "Alibaba")),
    ],
)
def test_a_translation_of_the_same_type_is_an_alias(
    text: str, names: dict[str, EntityType], pair: tuple[str, str]
) -> None:
    assert pair in {(first, second) for first, second, _ in links(text, **names)}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Dr. Jane Roe spoke. Mr. Roe left.", ("Dr. Jane Roe", "Mr. Roe")),
        ("Mrs. Ann Roe spoke. Mr. Roe left.", ("Mrs. Ann Roe", "Mr. Roe")),
        ("John Roe spoke. Mrs. Roe left.", ("John Roe", "Mrs. Roe")),
        ("李娜女士发言。李先生离开。", ("李娜女士", "李先生")),
    ],
)
def test_people_of_another_gender_are_not_one(text: str, names: tuple[str, str]) -> None:
    given_names = {name.replace(" ", "_"): PERSON for name in names}

    assert groups(text, **given_names) == {name: [name] for name in names}


def test_a_title_that_tells_no_gender_or_the_same_one_joins() -> None:
    assert groups("Dr. Jane Roe spoke. Ms. Roe left.", **{"Dr._Jane_Roe": PERSON, "Ms._Roe": PERSON}) == {
        "Dr. Jane Roe": ["Dr. Jane Roe", "Ms. Roe"]
    }
    assert list(groups("John Roe spoke. Prof. Roe left.", **{"John_Roe": PERSON, "Prof._Roe": PERSON}).values()) == [
        ["John Roe", "Prof. Roe"]
    ]
