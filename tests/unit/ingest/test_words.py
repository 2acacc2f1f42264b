from __future__ import annotations

import itertools
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.ingest.text.words import content_words, inverse_document_frequency, normal_form, overlap


def norms(text: str, lang: str = "en") -> list[str]:
    return [word.norm for word in content_words(text, lang)]


def test_stop_words_go_and_numbers_and_names_stay() -> None:
    assert norms("The company of Ada Brandt was founded in 1,998 for $3.5.") == [
        "compani",
        "ada",
        "brandt",
        "found",
        "1998",
        "3.5",
    ]


def test_inflected_words_share_a_form() -> None:
    assert norms("founded companies") == norms("founding company")


def test_width_case_possessives_and_abbreviations_are_folded() -> None:
    assert norms("ＩＢＭ's plan in the U.S.") == norms("ibm plan, US")


def test_an_acronym_is_no_stop_word() -> None:
    assert norms("WHO told us") == ["who", "told"]


def test_words_with_digits_are_one_word() -> None:
    assert norms("GPT-4 and COVID-19 in the 1990s") == ["gpt-4", "covid-19", "1990s"]


def test_chinese_is_segmented_beside_english_names() -> None:
    words = content_words("北京大学的Steve Jobs研究人工智能，共3.5万人。", "zh")

    found = [word.norm for word in words]
    assert "北京大学" in found
    assert {"steve", "job", "3.5"} <= set(found)
    assert "的" not in found


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80), st.sampled_from(["en", "zh", "und"]))
def test_words_stand_where_they_say_in_order(text: str, lang: str) -> None:
    words = content_words(text, lang)

    assert all(text[word.start : word.end] == word.text and word.norm for word in words)
    assert all(before.end <= after.start for before, after in itertools.pairwise(words))


def test_overlap_is_the_weighted_share_of_the_querys_words() -> None:
    query = content_words("Ada Brandt built bridges", "en")
    text = content_words("The bridge was built by Tomas Vidal", "en")

    assert overlap(query, text) == pytest.approx(0.5)
    assert overlap(query, text, {"built": 0.1, "bridg": 0.1}) == pytest.approx(0.2 / 2.2)
    assert overlap([], text) == 0.0
    assert overlap(query, query) == 1.0


def test_a_word_of_every_document_weighs_less_than_one_of_a_single_document() -> None:
    documents = [content_words(text, "en") for text in ("bridge Hagen", "bridge Lenne", "bridge steel")]

    weights = inverse_document_frequency(documents)

    assert 0 < weights["bridg"] < weights["hagen"] <= 1


def test_threads_that_stem_at_once_do_not_mix_up_their_words() -> None:
    stems = ("relat", "nation", "creat", "happi", "organi", "construct", "inform", "develop")
    endings = ("ional", "ing", "ness", "ization", "ive", "edly", "ement", "ations", "fulness", "ously")
    words = [stem + ending for stem in stems for ending in endings] * 40
    alone = [normal_form.__wrapped__(word) for word in words]
    switching = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            together = list(threads.map(normal_form.__wrapped__, words))
    finally:
        sys.setswitchinterval(switching)

    assert together == alone
