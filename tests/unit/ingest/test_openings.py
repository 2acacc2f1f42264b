"""What a sentence opens with: a name that it speaks of, or a pronoun that stands for one."""

from __future__ import annotations

import pytest

from claimgraph.ingest.text.openings import opening_name, opening_pronoun


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tim McGraw acted in The Blind Side.", "Tim McGraw"),
        ("The Washington Monument is made of marble.", "Washington Monument"),
        ("Damon Albarn's debut album came out in 2014.", "Damon Albarn"),
        ("George III of the United Kingdom lost the war.", "George III"),
        ("“Flora Tennant” was built in 1999.", "Flora Tennant"),
        ("American baseball player Rube Waddell was known for his fastball.", None),  # what opens it is no subject
        ("In 1999 Flora Tennant bought the inn.", None),
        ("Dogs bark.", None),
        ("何丽君领导了这项研究。", "何丽君"),
        ("《红楼梦》的作者是曹雪芹。", "红楼梦"),
        ("今年的规定禁止携带水杯。", None),
        ("", None),
    ],
)
def test_the_name_that_a_sentence_speaks_of_opens_it(text: str, name: str | None) -> None:
    assert opening_name(text, "zh" if any(char > "\u3000" for char in text) else "en") == name


@pytest.mark.parametrize(
    ("text", "lang", "words", "owner"),
    [
        ("He lives in Nashville.", "en", "He", False),
        ("In 2016, he starred in a series.", "en", "he", False),
        ("Their first album sold well.", "en", "Their", True),
        ("The film stars Idris Elba.", "en", "The film", False),
        ("The film's script was lost.", "en", "The film's", True),
        ("It's raining.", "en", None, False),
        ("Her Majesty's Theatre was his home.", "en", "Her", True),
        ("McGraw lives in Nashville, he says.", "en", None, False),
        ("The filmmaker left.", "en", None, False),
        ("他1950年出生于奥斯陆。", "zh", "他", False),
        ("他们的首张专辑很畅销。", "zh", "他们的", True),
        ("其首张专辑很畅销。", "zh", "其", True),
        ("2019年，该公司在上海上市。", "zh", "该公司", False),
        ("何丽君说他会来。", "zh", None, False),
        ("", "en", None, False),
    ],
)
def test_a_pronoun_or_what_stands_as_one_opens_a_sentence(text: str, lang: str, words: str | None, owner: bool) -> None:
    found = opening_pronoun(text, lang)
    assert (found and text[found.start : found.end]) == words
    assert (found is not None and found.owner) == owner
