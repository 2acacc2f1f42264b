from __future__ import annotations

import pytest

from claimgraph.ingest.text.language import detect_language


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
