from __future__ import annotations

import pytest

from claimgraph.ingest.text.language import detect_language, sentence_language


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("The cat sat on the mat.", "en"),
        ("北京是中国的首都。", "zh"),
        ("臺北是臺灣的首都。", "zh"),
        ("Apache Kafka 是由 LinkedIn 开发的分布式流处理平台。", "zh"),
        ("Microsoft Azure OpenAI Service 支持 GPT-4。", "zh"),
        ("The Chinese name of the city is 北京市 and it is old.", "en"),
        ("東京は日本の首都であり、最大の都市です。", "und"),
        ("Москва — столица России.", "und"),
        ("El niño comió una manzana.", "en"),
        ("3.5 + 4 = 7.5", "und"),
        ("😀", "und"),
        ("", "und"),
    ],
)
def test_the_language_is_told_by_script(text: str, lang: str) -> None:
    assert detect_language(text) == lang


def test_a_long_text_is_judged_by_more_than_its_beginning() -> None:
    chinese_with_english_preface = "Preface by the editor. " * 400 + "北京是中国的首都。" * 20_000

    assert detect_language(chinese_with_english_preface) == "zh"


@pytest.mark.parametrize(
    ("sentence", "around", "lang"),
    [
        ("The volcano erupted 22 times.", "zh", "en"),
        ("The old bridge, called 老桥, was closed for repairs.", "zh", "en"),
        ("iPhone 15 Pro Max.", "zh", "zh"),
        ("Apple Inc.", "zh", "zh"),
        ("Marie and Pierre Curie worked in Paris, New York and Los Angeles.", "zh", "en"),
        ("Curie discovered polonium.", "zh", "en"),
        ("The Old Man and the Sea.", "zh", "zh"),
        ("Royal Society of London, New York Times.", "zh", "zh"),
        ("OpenAI 发布了 GPT-4。", "zh", "zh"),
        ("长江全长6300公里。", "en", "zh"),
        ("（北京市）", "en", "en"),
        ("北京。", "en", "en"),
        ("Its name is 北京市.", "en", "en"),
        ("The price rose by 5%.", "en", "en"),
        ("2006.", "zh", "zh"),
        ("東京は日本の首都であり、最大の都市です。", "en", "en"),
        ("The river is long and wide.", "und", "en"),
        ("", "zh", "zh"),
    ],
)
def test_a_sentence_has_a_language_of_its_own_where_it_is_prose_in_another_script(
    sentence: str, around: str, lang: str
) -> None:
    assert sentence_language(sentence, around) == lang
