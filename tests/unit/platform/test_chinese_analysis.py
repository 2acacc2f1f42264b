"""The Chinese analyser: what every analyser keeps, its tokens, its names."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from analyser_contract import TextAnalyserContract
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.models.analysis.chinese import ChineseAnalyser
from claimgraph.platform.models.analysis.chinese_features import features, fold, word_places
from claimgraph.platform.models.analysis.chinese_ner import LONGEST_PIECE, best_chain, pieces, spans
from claimgraph.platform.models.analysis.chinese_tokens import part_of_speech, tokens, with_whole_words
from claimgraph.platform.models.chinese import dictionary_tags, tag_words
from claimgraph.platform.models.ports import Analysis, NamedSpan

SENTENCES = [
    "1867年11月7日，这位科学家生于波兰华沙。",
    "阿里巴巴集团的总部位于杭州市。",
    "Python是一种高级编程语言。",
    "",
    "   ",
    "。！？",
    "😀\u202e混排 English 与中文\ud800",
    "他在北京大学学习了3.5年，\n然后去了上海。" * 60,
]


@pytest.fixture(scope="module")
def analyser() -> ChineseAnalyser:
    return ChineseAnalyser()


class TestChineseAnalyserContract(TextAnalyserContract):
    sentences = (
        "1867年11月7日，这位科学家生于波兰华沙。",
        "阿里巴巴集团的总部位于杭州市，员工超过20万人。",
        "Python是一种于1991年创建的高级编程语言。",
        "入职满1年可享受5天年假。",
        "谁写的？",
    )


def words_of(analysis: Analysis) -> list[str]:
    return [token.text for token in analysis.tokens]


def names_of(analysis: Analysis) -> set[tuple[str, str]]:
    return {(analysis.text[span.start : span.end], span.label) for span in analysis.entities}


def test_names_of_people_places_and_organisations_are_found(analyser: ChineseAnalyser) -> None:
    found = names_of(analyser.analyse(["张伟毕业于清华大学，现居上海。"])[0])
    assert found == {("张伟", "PER"), ("清华大学", "ORG"), ("上海", "LOC")}


def test_no_token_reaches_across_the_border_of_a_name(analyser: ChineseAnalyser) -> None:
    for analysis in analyser.analyse(SENTENCES):
        borders = {place for span in analysis.entities for place in (span.start, span.end)}
        assert not [token for token in analysis.tokens if borders & set(range(token.start + 1, token.end))]


def test_there_is_no_tree(analyser: ChineseAnalyser) -> None:
    analysis = analyser.analyse(["猫坐在垫子上。"])[0]
    assert not analysis.has_tree
    assert {(token.head, token.dep) for token in analysis.tokens} == {(-1, "")}
    assert [token.lemma for token in analysis.tokens] == words_of(analysis)


@pytest.mark.parametrize(
    ("text", "token", "tag", "pos"),
    [
        ("他于1991年创建了公司。", "1991年", "t", "NOUN"),
        ("会议定于2024年3月5日召开。", "2024年3月5日", "t", "NOUN"),
        ("成立于二〇一九年的基金会。", "二〇一九年", "t", "NOUN"),
        ("利润增长3.5%。", "3.5%", "m", "NUM"),
        ("共有1,234,567人。", "1,234,567", "m", "NUM"),
        ("投资3.2亿元。", "3.2亿", "m", "NUM"),
        ("支持5G网络。", "5G", "eng", "PROPN"),
        ("用C++写成。", "C++", "eng", "PROPN"),
        ("由COVID-19引起。", "COVID-19", "eng", "PROPN"),
        ("见https://x.org/a?b=1。", "https://x.org/a?b=1", "x", "X"),
        ("邮箱a.b@c.com可用。", "a.b@c.com", "x", "X"),
        ("入职满3年可享受5天年假。", "年", "q", "NOUN"),
        ("Python是语言。", "是", "v", "AUX"),
    ],
)
def test_numbers_dates_and_latin_words_are_whole_tokens(text: str, token: str, tag: str, pos: str) -> None:
    found = {one.text: one for one in tokens(text, tag_words(text), [], dictionary_tags())}
    assert token in found
    assert (found[token].tag, found[token].pos) == (tag, pos)


def test_a_name_that_ends_within_a_latin_word_takes_all_of_it() -> None:
    text = "由COVID-19引起"
    assert with_whole_words(text, [NamedSpan(1, 6, "ORG")]) == (NamedSpan(1, 9, "ORG"),)
    assert with_whole_words(text, [NamedSpan(1, 6, "ORG"), NamedSpan(7, 9, "LOC")]) == (NamedSpan(1, 9, "ORG"),)
    assert with_whole_words(text, [NamedSpan(0, 1, "PER")]) == (NamedSpan(0, 1, "PER"),)


def test_an_address_holds_no_names() -> None:
    text = "张伟见https://x.org/张伟"
    assert with_whole_words(text, [NamedSpan(0, 2, "PER"), NamedSpan(11, 16, "ORG")]) == (NamedSpan(0, 2, "PER"),)


def test_a_persons_name_is_one_token_and_other_names_keep_their_words() -> None:
    text = "吉多·范罗苏姆在清华大学讲学"
    words = [("吉多", 0, 2, "nrt"), ("·", 2, 3, "x"), ("范", 3, 4, "nr"), ("罗苏", 4, 6, "ns"), ("姆在", 6, 8, "x")]
    words += [("清华", 8, 10, "nz"), ("大学", 10, 12, "n"), ("讲学", 12, 14, "v")]
    found = tokens(text, words, [NamedSpan(0, 7, "PER"), NamedSpan(8, 12, "ORG")], {"在": "p"})
    assert [(one.text, one.tag, one.pos) for one in found] == [
        ("吉多·范罗苏姆", "nr", "PROPN"),
        ("在", "p", "ADP"),
        ("清华", "nz", "PROPN"),
        ("大学", "n", "NOUN"),
        ("讲学", "v", "VERB"),
    ]


def test_a_number_inside_a_name_does_not_tear_it() -> None:
    text = "第7中学在A. Smith家"
    words = [("第", 0, 1, "m"), ("7", 1, 2, "m"), ("中学", 2, 4, "n"), ("在", 4, 5, "p"), ("A", 5, 6, "eng")]
    words += [(".", 6, 7, "x"), (" ", 7, 8, "x"), ("Smith", 8, 13, "eng"), ("家", 13, 14, "n")]
    found = tokens(text, words, [NamedSpan(0, 4, "ORG"), NamedSpan(5, 13, "PER")], {})
    assert [one.text for one in found] == ["第7", "中学", "在", "A. Smith", "家"]


def test_every_tag_of_jiebas_dictionary_has_a_universal_part_of_speech() -> None:
    assert {part_of_speech("字", tag) for tag in set(dictionary_tags().values())} <= {
        "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "VERB"
    }  # fmt: skip


def test_a_very_long_text_is_read_to_its_end(analyser: ChineseAnalyser) -> None:
    text = "天气很好，" * 4_000 + "张伟毕业于清华大学。"
    analysis = analyser.analyse([text])[0]
    assert ("清华大学", "ORG") in names_of(analysis)
    assert analysis.tokens[-1].end == len(text)


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("张伟在北京大学·第3年月日，。 \nAb5.%+-@:/\u3000\ud800😀"), max_size=60))
def test_tokens_cover_all_but_whitespace_in_order(analyser: ChineseAnalyser, text: str) -> None:
    analysis = analyser.analyse([text])[0]
    position = 0
    for token in analysis.tokens:
        assert token.start >= position
        assert not text[position : token.start].strip()
        assert token.text == text[token.start : token.end] != ""
        position = token.end
    assert not text[position:].strip()


def test_missing_weights_say_so(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="zh_ner"):
        ChineseAnalyser(tmp_path).analyse(["你好。"])
    with pytest.raises(ModelUnavailable, match="zh_ner"):
        _ = ChineseAnalyser(tmp_path).version


def test_damaged_weights_say_so(tmp_path: Path) -> None:
    from claimgraph.platform.models.onnx_encoder import WEIGHTS

    for path in WEIGHTS.glob("zh_*"):
        (tmp_path / path.name).write_bytes(b"damaged" if path.suffix == ".onnx" else path.read_bytes())
    with pytest.raises(ModelUnavailable, match="damaged"):
        ChineseAnalyser(tmp_path).analyse(["你好。"])


TAGS = ("O", "B-PER", "I-PER", "E-PER", "S-PER")
LEGAL = {(before, after) for before in TAGS for after in TAGS if (after[0] in "IE") == (before[0] in "BI")}


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5), st.integers(0, 10_000))
def test_the_best_chain_is_the_best_of_all_legal_ones(length: int, seed: int) -> None:
    random_numbers = np.random.default_rng(seed)
    scores = random_numbers.normal(size=(length, len(TAGS))).astype(np.float32)
    transitions = random_numbers.normal(size=(len(TAGS), len(TAGS))).astype(np.float32)
    for row, before in enumerate(TAGS):
        for column, after in enumerate(TAGS):
            if (before, after) not in LEGAL:
                transitions[row, column] = -1e4

    def total(chain: tuple[int, ...]) -> float:
        return float(
            sum(scores[place, tag] for place, tag in enumerate(chain))
            + sum(transitions[one, other] for one, other in pairwise(chain))
        )

    legal = [
        chain
        for chain in product(range(len(TAGS)), repeat=length)
        if TAGS[chain[0]][0] in "OBS"
        and TAGS[chain[-1]][0] in "OES"
        and all((TAGS[one], TAGS[other]) in LEGAL for one, other in pairwise(chain))
    ]
    assert total(tuple(best_chain(scores, transitions, TAGS))) == pytest.approx(max(map(total, legal)), abs=1e-4)


def test_a_chain_of_tags_becomes_spans() -> None:
    assert spans(["O", "B-PER", "I-PER", "E-PER", "S-LOC", "O", "B-ORG", "E-ORG"]) == [
        (1, 4, "PER"),
        (4, 5, "LOC"),
        (6, 8, "ORG"),
    ]
    assert spans([]) == []


@given(st.lists(st.sampled_from(["字", "词语", "，", "。", "很长的词" * 5]), max_size=60), st.integers(3, 30))
def test_pieces_cover_all_words_and_keep_the_limit(texts: list[str], longest: int) -> None:
    words, position = [], 0
    for text in texts:
        words.append((text, position, position + len(text), "x"))
        position += len(text)
    cut = list(pieces(words, longest))
    assert [word for _, _, run in cut for word in run] == words
    for start, end, run in cut:
        assert (start, end) == (run[0][1], run[-1][2])
        assert end - start <= longest or len(run) == 1


def test_a_long_text_is_cut_after_a_clause() -> None:
    words = [("字", place, place + 1, "x") for place in range(2 * LONGEST_PIECE)]
    words[LONGEST_PIECE - 30] = ("。", LONGEST_PIECE - 30, LONGEST_PIECE - 29, "x")
    assert next(pieces(words))[1] == LONGEST_PIECE - 29


def test_width_case_and_digits_are_folded_character_by_character() -> None:
    text = "ＡbC１２３İ　中"
    assert len(fold(text)) == len(text)
    assert fold("ＡbC１２３　中") == "abc000 中"


def test_features_have_one_row_a_character_and_the_longest_match_counts() -> None:
    words = [("北京", 0, 2, "ns"), ("大学", 2, 4, "n"), ("好", 4, 5, "a")]
    assert word_places(words) == ["B-ns", "E-ns", "B-n", "E-n", "S-a"]
    lexicon = {"北京": (1,), "北京大学": (2,)}
    seen = features("北京大学好", words, lexicon, {"北": 2}, {"B-ns": 2})
    assert seen.characters.tolist() == [2, 1, 1, 1, 1]
    assert seen.words.tolist() == [2, 1, 1, 1, 1]
    assert seen.bigrams.shape == (5, 2)
    place_begin, organisation_middle, organisation_end = 4, 9, 10
    assert seen.lexicon[0, place_begin] == 0.5
    assert seen.lexicon[1:3, organisation_middle].tolist() == [1.0, 1.0]
    assert seen.lexicon[3, organisation_end] == 1.0
    assert not seen.lexicon[4].any()
