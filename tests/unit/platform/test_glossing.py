"""Chinese in English glosses: what an English NLI model is given to read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.errors import ModelUnavailable
from claimgraph.platform.models.glossing import Glossary, GlossedNli
from claimgraph.platform.models.ports import NliScores

GLOSSARY = Glossary()
HUNDRED, THREE = "three hundred staff", "three people"


@pytest.fixture
def own(tmp_path: Path) -> Glossary:
    path = tmp_path / "glosses.txt"
    path.write_text("了\t\n人\tpeople\n员工\tstaff\n三\tthree\n百\thundred\n名\t\n韩\than\n", encoding="utf-8")
    return Glossary(path)


def test_each_word_becomes_its_gloss_and_particles_go() -> None:
    assert GLOSSARY.gloss("议会否决了这项议案。") == "parliament veto this proposal."


def test_a_word_that_the_glosses_lack_is_glossed_by_the_longest_words_in_it(own: Glossary) -> None:
    assert own.gloss("三百名员工") == "three hundred staff"


def test_a_character_without_a_gloss_stays(own: Glossary) -> None:
    assert own.gloss("韩龘") == "han 龘"
    assert own.known_fraction("韩龘") == 0.5


def test_numbers_latin_words_and_texts_without_chinese_stay_as_they_are() -> None:
    assert GLOSSARY.gloss("Revenue rose 12.5% to $3,000 in 2019.") == "Revenue rose 12.5% to $3,000 in 2019."
    glossed = GLOSSARY.gloss("2019年OpenAI的收入为1,200万元，增长12.5%。")
    assert all(part in glossed for part in ("2019", "OpenAI", "1,200", "12.5%"))


def test_words_of_like_meaning_get_the_same_gloss() -> None:
    for one, other in (("因为", "由于"), ("必须", "务必"), ("没有", "未"), ("超过", "多于")):
        assert GLOSSARY.gloss(one) == GLOSSARY.gloss(other) != ""


def test_opposites_and_other_numbers_get_other_glosses() -> None:
    for one, other in (
        ("增加", "减少"),
        ("三", "四"),
        ("所有", "部分"),
        ("张", "李"),
        ("之前", "之后"),
        ("总是", "有时"),
    ):
        assert GLOSSARY.gloss(one) != GLOSSARY.gloss(other)


def test_traditional_characters_are_read_as_simplified_ones() -> None:
    assert GLOSSARY.gloss("許先生在北京大學工作。") == GLOSSARY.gloss("许先生在北京大学工作。")
    assert GLOSSARY.known_fraction("議會否決了這項議案。") == 1.0


def test_full_width_digits_are_read_as_others() -> None:
    assert GLOSSARY.gloss("２０１８年成立。") == GLOSSARY.gloss("2018年成立。") != GLOSSARY.gloss("２０１９年成立。")


def test_rare_ideographs_count_as_unknown() -> None:
    assert GLOSSARY.known_fraction("\U00020000\U00020001人人") == 0.5


def test_latin_letters_in_a_chinese_word_stay_together() -> None:
    assert GLOSSARY.gloss("IP地址和SIM卡") == "IP address and SIM card"


def test_names_of_like_meaning_or_sound_are_told_apart() -> None:
    for one, other in (("苏州", "宿州"), ("福州", "抚州"), ("王美", "王丽"), ("里斯本", "狮子")):
        assert GLOSSARY.gloss(one) != GLOSSARY.gloss(other)


def test_surnames_are_not_dropped_with_the_classifiers_that_they_may_be() -> None:
    assert GLOSSARY.gloss("张伟") != GLOSSARY.gloss("李伟")


def test_what_has_no_ideograph_is_known() -> None:
    assert GLOSSARY.known_fraction("") == GLOSSARY.known_fraction("abc 12") == 1.0
    assert GLOSSARY.known_fraction("小米公司由雷军于二零一零年在北京创立，总部位于海淀区。") == 1.0


@given(st.text(max_size=60))
def test_no_text_is_too_odd_to_be_glossed(text: str) -> None:
    glossed = GLOSSARY.gloss(text)
    assert GLOSSARY.gloss(text) == glossed
    assert 0.0 <= GLOSSARY.known_fraction(text) <= 1.0


@given(st.text(alphabet="议会否决了这项案三百名员工张伟李，。", max_size=30))
def test_nothing_of_a_known_text_stays_chinese(text: str) -> None:
    assert not any("\u3400" <= character <= "\u9fff" for character in GLOSSARY.gloss(text))


def test_other_glosses_are_another_version(own: Glossary) -> None:
    assert own.version != GLOSSARY.version
    assert GLOSSARY.version == Glossary().version


@pytest.mark.parametrize("content", [b"\xff\xfe", b"no tab here\n", b"two\t=x\n"])
def test_damaged_glosses_say_what_to_do(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "zh_glosses.txt"
    path.write_bytes(content)
    with pytest.raises(ModelUnavailable, match="make models"):
        Glossary(path).gloss("人")


def test_missing_glosses_say_what_to_do(tmp_path: Path) -> None:
    missing = Glossary(tmp_path / "zh_glosses.txt")
    for use in (lambda: missing.version, lambda: missing.gloss("人"), lambda: missing.known_fraction("人")):
        with pytest.raises(ModelUnavailable, match=r"zh_glosses\.txt.*make models"):
            use()


class Recording:
    """An NLI model that keeps what it was given."""

    name = "recording"
    version = "1"

    def __init__(self) -> None:
        self.pairs: list[tuple[str, str]] = []

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        self.pairs += pairs
        return [NliScores(0.5, 0.3, 0.2) for _ in pairs]

    def known_fraction(self, text: str) -> float:
        return 0.0


def test_both_texts_of_a_pair_reach_the_model_in_glosses(own: Glossary) -> None:
    inner = Recording()
    model = GlossedNli(inner, own)
    assert model.score([("三百名员工", "三人")]) == [NliScores(0.5, 0.3, 0.2)]
    assert inner.pairs == [("three hundred staff", "three people")]
    assert model.known_fraction("三人") == 1.0


def test_a_book_is_segmented_no_further_than_it_is_read(own: Glossary) -> None:
    inner = Recording()
    GlossedNli(inner, own).score([("三人" * 100_000, "三人")])
    assert len(inner.pairs[0][0].split()) == 320 * 32


def test_a_text_of_many_pairs_is_glossed_once(own: Glossary, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    gloss = own.gloss
    monkeypatch.setattr(own, "gloss", lambda text: asked.append(text) or gloss(text))
    inner = Recording()
    GlossedNli(inner, own).score([("三百名员工", "三人"), ("三人", "三百名员工"), ("三百名员工", "三人")])
    assert asked == ["三百名员工", "三人"]
    assert inner.pairs == [(HUNDRED, THREE), (THREE, HUNDRED), (HUNDRED, THREE)]


def test_the_words_are_read_once_for_all_and_again_when_the_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "glosses.txt"
    path.write_text("人\tpeople\n", encoding="utf-8")
    one, other = Glossary(path), Glossary(path)
    assert one.gloss("人") == "people"
    assert other.gloss("人") == "people"
    assert vars(one)["_glosses"] is vars(other)["_glosses"]
    path.write_text("人\tpersons\n", encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert Glossary(path).gloss("人") == "persons"


def test_its_version_covers_the_model_and_the_glosses(own: Glossary) -> None:
    inner, other = Recording(), Recording()
    other.version = "2"
    versions = {GlossedNli(inner, own).version, GlossedNli(other, own).version, GlossedNli(inner, GLOSSARY).version}
    assert len(versions) == 3
