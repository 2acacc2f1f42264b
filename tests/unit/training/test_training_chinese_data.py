"""How the Chinese NER's training data is made: the annotation files, other names put in, the score."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starter_models.chinese_augment import Names, vary
from starter_models.chinese_data import Sentence, read, scores

from claimgraph.platform.models.analysis.chinese import ChineseAnalyser

FILE = """\
# sent_id = one
# text = 鲁迅在 New York 住过，北京大学聘他。
1	鲁迅	B-PER	-	x
2	在	O	-	-
3	New	B-LOC	-	x
4	York	I-LOC	-	x
5	住过	O	-	-
6	，	O	-	-
7	北京	B-ORG	-	x
8	大学	I-ORG	-	x
9	聘	O	-	-
10	他	O	-	-
11	。	O	-	-

# sent_id = two
# text = 张三李四来了
1	张三	B-PER	-	x
2	李四	B-PER	-	x
3	来了	O	-	-
"""


def test_word_tags_become_character_spans_of_the_raw_text(tmp_path: Path) -> None:
    (tmp_path / "ner").mkdir()
    with gzip.open(tmp_path / "ner" / "uner_zh_gsdsimp-dev.iob2.gz", "wt", encoding="utf-8") as file:
        file.write(FILE)
    found = read(tmp_path, "dev")
    assert [[(one.text[start:end], label) for start, end, label in one.spans] for one in found] == [
        [("鲁迅", "PER"), ("New York", "LOC"), ("北京大学", "ORG")],
        [("张三", "PER"), ("李四", "PER")],
    ]


def test_a_span_counts_only_with_both_borders_and_its_label() -> None:
    gold = [[(0, 2, "PER"), (3, 5, "LOC")], [(0, 1, "ORG")]]
    found = [[(0, 2, "PER"), (3, 4, "LOC")], [(0, 1, "LOC")]]
    result = scores(gold, found)
    assert result["all"] == {"gold": 3, "precision": 33.3, "recall": 33.3, "f1": 33.3}
    assert result["PER"]["f1"] == 100.0
    assert result["LOC"] == {"gold": 1, "precision": 0.0, "recall": 0.0, "f1": 0.0}


SENTENCES = [
    Sentence("鲁迅生于绍兴市。鲁迅任教于北京大学。", ((0, 2, "PER"), (4, 7, "LOC"), (8, 10, "PER"), (13, 17, "ORG"))),
    Sentence("Guido来自荷兰", ((0, 5, "PER"), (7, 9, "LOC"))),
]
TAGS = {"王小明": "nr", "马克思": "nrt", "保罗": "nrt", "上海市": "ns", "广东": "ns"}
NAMES = {"geonames": ["保罗", "马克思堡"], "person": ["孔夫子"], "place": ["长江"], "organisation": ["世界银行"]}


@given(st.integers(0, 5000))
def test_other_names_stand_where_the_spans_say_and_the_words_around_them_stay(seed: int) -> None:
    rng = random.Random(seed)
    names = Names(SENTENCES, TAGS, NAMES)
    for sentence in SENTENCES:
        varied = vary(sentence, names, rng)
        assert [label for _, _, label in varied.spans] == [label for _, _, label in sentence.spans]
        assert around(varied) == around(sentence)


def test_the_same_name_is_replaced_by_the_same_and_latin_names_stay() -> None:
    names = Names(SENTENCES, TAGS, NAMES)
    changed = 0
    for seed in range(50):
        varied = vary(SENTENCES[0], names, random.Random(seed))
        first, second = (varied.text[start:end] for start, end, label in varied.spans if label == "PER")
        assert first == second
        changed += first != "鲁迅"
        assert vary(SENTENCES[1], names, random.Random(seed)).text.startswith("Guido来自")
    assert changed > 10


def around(sentence: Sentence) -> list[str]:
    borders = [0, *(place for start, end, _ in sentence.spans for place in (start, end)), len(sentence.text)]
    return [sentence.text[start:end] for start, end in zip(borders[::2], borders[1::2], strict=True)]


@pytest.mark.parametrize(
    ("meaning", "kind"),
    [
        ("Lu Xun (1881-1936), writer", "person"),
        ("surname Wang", "person"),
        ("Shaoxing prefecture level city, Zhejiang", "place"),
        ("Peking University", "organisation"),
        ("the Qing dynasty", "other"),
    ],
)
def test_dictionary_entries_are_sorted_by_their_meaning(meaning: str, kind: str) -> None:
    from starter_models.chinese_lexicon import _class

    assert _class(meaning) == kind


ROOT = Path(__file__).parents[3]
DATA = ROOT.parent / "shared" / "data"


@pytest.mark.skipif(not (DATA / "ner").is_dir(), reason="the annotated data is not here (../shared/data/ner)")
def test_the_shipped_net_scores_on_the_dev_split_what_its_figures_say() -> None:
    stated = json.loads((ROOT / "training" / "figures.json").read_text(encoding="utf-8"))["zh_ner"]["dev"]
    sentences = read(DATA, "dev")
    found = ChineseAnalyser().analyse([sentence.text for sentence in sentences])
    places = [[(span.start, span.end, span.label) for span in analysis.entities] for analysis in found]
    measured = scores([sentence.spans for sentence in sentences], places)
    assert measured["all"]["f1"] >= 62
    for label, row in stated.items():
        assert measured[label]["f1"] == pytest.approx(row["f1"], abs=0.5), label
