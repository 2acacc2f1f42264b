"""What `benchmarks/copies.py` makes of a treebank: copies, and the same with one name or number exchanged."""

from __future__ import annotations

import gzip
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from claimgraph.verify.evaluation.judging import Case

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def copies() -> Iterator[ModuleType]:
    sys.path.insert(0, str(BENCHMARKS))
    yield importlib.import_module("copies")
    sys.path.remove(str(BENCHMARKS))
    for name in ("figures", "copies"):
        sys.modules.pop(name, None)


def labelled(folder: Path, *sentences: str) -> Path:
    """An IOB2 file; a word is written as `word/LABEL`."""
    path = folder / "names.iob2.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for sentence in sentences:
            words = [word.partition("/") for word in sentence.split()]
            file.write("# text\n")
            file.writelines(f"{at}\t{word}\t{label or 'O'}\t-\t-\n" for at, (word, _, label) in enumerate(words, 1))
            file.write("\n")
    return path


def treebank(folder: Path, *sentences: str) -> Path:
    path = folder / "tree.conllu.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for sentence in sentences:
            words = re.findall(r"\w+(?:,\d+)*|[^\w\s]", sentence)
            for at, word in enumerate(words, 1):
                behind = sentence[: sentence.find(word) + len(word)]
                glued = at == len(words) - 1 or sentence[len(behind) : len(behind) + 1] == ","
                file.write("\t".join([str(at), word, *["_"] * 7, "SpaceAfter=No" if glued else "_"]) + "\n")
            file.write("\n")
    return path


def made(copies: ModuleType, path: Path, lang: str, kind: str, **more: bool) -> list[Case]:
    return list(copies._cases(path, lang, kind, 50, more.get("without_numbers", False)))


ENGLISH = (
    "The old bridge at Tarn/B-LOC was closed by Ann/B-PER Lee/I-PER for many years .",
    "The new harbour of Orrin/B-LOC was planned by Bo/B-PER Dahl/I-PER from Norway/B-LOC .",
)


def test_every_sentence_comes_as_a_copy_and_with_one_name_of_the_same_kind_exchanged(
    copies: ModuleType, tmp_path: Path
) -> None:
    cases = made(copies, labelled(tmp_path, *ENGLISH), "en", "name")

    assert [case.kind for case in cases] == ["copy", "name"] * 2
    for copy, other in zip(cases[::2], cases[1::2], strict=True):
        assert copy.text == copy.source == other.source
        assert copy.label.supported
        assert not other.label.supported
        changed = set(other.text.rstrip(".").split()) - set(copy.text.rstrip(".").split())
        assert changed <= {"Tarn", "Orrin", "Norway"} or changed <= {"Ann", "Lee", "Bo", "Dahl"}
        assert changed


def test_chinese_is_put_together_without_gaps_and_sentences_with_numbers_may_be_left_out(
    copies: ModuleType, tmp_path: Path
) -> None:
    path = labelled(
        tmp_path,
        "王强/B-PER 在 杭州/B-LOC 创办 了 一 家 公司 。",
        "李娜/B-PER 于 2001 年 在 广州/B-LOC 创办 了 公司 。",
        "张伟/B-PER 在 苏州/B-LOC 担任 了 多年 的 校长 。",
    )

    texts = {case.source for case in made(copies, path, "zh", "name", without_numbers=True)}

    assert texts == {"王强在杭州创办了一家公司。", "张伟在苏州担任了多年的校长。"}


def test_a_number_becomes_another_one_and_all_else_stays(copies: ModuleType, tmp_path: Path) -> None:
    path = treebank(tmp_path, "The bridge was opened in 1998 and cost 1,250 crowns in all.")

    copy, other = made(copies, path, "en", "number")

    assert copy.text == "The bridge was opened in 1998 and cost 1,250 crowns in all."
    assert re.sub(r"[\d,]+", "#", other.text) == re.sub(r"[\d,]+", "#", copy.text)
    assert other.text != copy.text


@pytest.mark.parametrize(
    "sentence",
    [
        "Was the bridge at Tarn/B-LOC closed for many years ?",
        "I think that the bridge at Tarn/B-LOC was closed for years .",
        "bridge at Tarn/B-LOC closed for many years and still is .",
        "Tarn/B-LOC is old .",
    ],
)
def test_what_is_no_statement_is_left_out(copies: ModuleType, tmp_path: Path, sentence: str) -> None:
    cases = made(copies, labelled(tmp_path, sentence, *ENGLISH), "en", "name")

    assert {case.source[:3] for case in cases} == {"The"}
    assert len(cases) == 4
