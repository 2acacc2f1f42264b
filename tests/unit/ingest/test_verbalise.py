"""Triples as sentences, in the forms in which people, models and knowledge bases write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.ingest.statements.verbalise import verbalise


@pytest.mark.parametrize(
    ("triple", "sentence"),
    [
        (("Ada Byron", "creator of", "Engine"), "Ada Byron is the creator of Engine."),
        (("Engine", "created by", "Ada Byron"), "Engine was created by Ada Byron."),
        (("Oslo", "capital of", "Norway"), "Oslo is the capital of Norway."),
        (("Norway", "capital", "Oslo"), "Norway's capital is Oslo."),
        (("Acme", "headquartered in", "Oslo"), "Acme is headquartered in Oslo."),
        (("Marta", "birth_place", "Porto"), "Marta was born in Porto."),
        (("Marta", "birthPlace", "Porto"), "Marta was born in Porto."),
        (("Marta", "date of birth", "7 November 1867"), "Marta was born on 7 November 1867."),
        (("Marta", "date_of_birth", "1867"), "Marta was born in 1867."),
        (("Zig", "instance of", "programming language"), "Zig is a programming language."),
        (("Acme", "foundedIn", "1998"), "Acme was founded in 1998."),
        (("aspirin", "treats", "headaches"), "Aspirin treats headaches."),
        (("Acme", "not acquired by", "Globex"), "Acme was not acquired by Globex."),
        (("beta cells", "located in", "the pancreas"), "Beta cells are located in the pancreas."),
        (("Ivo", "works_for", "Acme"), "Ivo works for Acme."),
        (("Acme", "CEO", "Ann Lee"), "Acme's CEO is Ann Lee."),
        (("Acme", "was bought by", "Globex"), "Acme was bought by Globex."),
    ],
)
def test_english_relations_become_sentences(triple: tuple[str, str, str], sentence: str) -> None:
    assert verbalise(*triple, "en") == sentence


@pytest.mark.parametrize(
    ("triple", "sentence"),
    [
        (("长风公司", "总部位于", "南京"), "长风公司的总部位于南京。"),
        (("挪威", "首都", "奥斯陆"), "挪威的首都是奥斯陆。"),
        (("奥斯陆", "是", "城市"), "奥斯陆是城市。"),
        (("张三", "创建", "长风公司"), "张三创建长风公司。"),
        (("玛丽", "birth_place", "华沙"), "玛丽出生于华沙。"),
        (("甲公司", "收购了", "乙公司"), "甲公司收购了乙公司。"),
        (("长风公司", "首席执行官", "李四"), "长风公司的首席执行官是李四。"),
    ],
)
def test_chinese_relations_become_sentences(triple: tuple[str, str, str], sentence: str) -> None:
    assert verbalise(*triple, "zh") == sentence


@given(st.text(min_size=1, max_size=20), st.text(max_size=30), st.text(min_size=1, max_size=20))
def test_any_relation_gives_a_sentence(head: str, relation: str, tail: str) -> None:
    for lang, stop in (("en", "."), ("zh", "。")):
        assert verbalise(head, relation, tail, lang).endswith(stop)
