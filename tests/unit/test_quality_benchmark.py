"""What `benchmarks/quality.py` is built on: changed cases, thresholds over several sets, and pooled figures."""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from claimgraph.verify.evaluation.judging import Case, JudgedCase, JudgeSubject, Label
from claimgraph.verify.evaluation.judging.subjects import Readings

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module", autouse=True)
def benchmarks() -> Iterator[None]:
    sys.path.insert(0, str(BENCHMARKS))
    yield
    sys.path.remove(str(BENCHMARKS))
    for name in ("figures", "quality_figures"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def figures(benchmarks: None) -> ModuleType:
    return importlib.import_module("quality_figures")


class Scripted(JudgeSubject):
    """Scores cases by what stands in their text."""

    def read(self, judged: Sequence[JudgedCase]) -> Readings:
        scores = np.array([float(one.case.text) for one in judged])
        return Readings(scores, scores, states_support=True)


def judged(*scores: tuple[float, bool], name: str = "a") -> list[JudgedCase]:
    return [
        JudgedCase(Case(f"{number}", f"{name}{number}", str(score), Label(supported, None), "en"), (), {}, {})
        for number, (score, supported) in enumerate(scores)
    ]


def test_every_set_and_both_kinds_weigh_the_same_when_thresholds_are_fitted(figures: ModuleType) -> None:
    small = judged((0.3, True), (0.1, False), name="a")
    large = judged(*[(0.9, True)] * 30, *[(0.5, False)] * 5, (0.7, True), name="b")

    found = figures.fitted([Scripted("one")], [small, large])

    # From 0.2 on all of the small set is right and half of the large one; from 0.6 on it is the other way round, but
    # for nothing lost: equal. Weighing by cases would always take the large set's side.
    assert found["one"] in (pytest.approx(0.2), pytest.approx(0.6), pytest.approx(0.4))
    tilted = figures.fitted([Scripted("one")], [small, small, large])
    assert tilted["one"] == pytest.approx(0.2)


def test_a_subject_that_scores_nothing_gets_one_half(figures: ModuleType) -> None:
    assert figures.fitted([Scripted("one")], [judged((math.nan, True), (math.nan, False))]) == {"one": 0.5}


def test_sets_are_reported_alone_by_family_pooled_and_as_a_mean(figures: ModuleType) -> None:
    subjects = [Scripted("one"), JudgeSubject("silent")]
    thresholds = {"one": 0.5, "silent": 0.5}
    sets = [
        figures.read_set("a", "x", judged((0.9, True), (0.1, False), name="a"), subjects, thresholds),
        figures.read_set("b", "y", judged((0.4, True), (0.2, False), name="b"), subjects, thresholds),
    ]

    found = figures.figures(sets)

    parts = found["parts"]
    assert list(parts) == ["a", "b", "family x", "family y", figures.ALL, figures.MEAN]
    value = {part: row["subjects"]["one"]["balanced_accuracy"]["value"] for part, row in parts.items()}
    assert value == {"a": 1.0, "b": 0.5, "family x": 1.0, "family y": 0.5, figures.ALL: 0.75, figures.MEAN: 0.75}
    assert parts[figures.ALL]["subjects"]["one"]["auroc"]["value"] == 1.0
    assert found["first"] == "one"
    assert found["differences"][figures.MEAN]["silent"]["auroc"]["value"] == 0.5
    assert parts["a"]["subjects"]["silent"]["unscored"] == 2


def test_tables_have_a_row_a_part_and_a_column_a_subject(figures: ModuleType) -> None:
    subjects = [Scripted("one"), JudgeSubject("silent")]
    one = figures.read_set("a", "x", judged((0.9, True), (0.1, False)), subjects, {"one": 0.5, "silent": 0.5})

    tables = figures.tables(figures.figures([one]))
    lines = figures.markdown(tables["AUROC"]).splitlines()

    assert lines[:2] == ["| set | one | silent |", "|---|---|---|"]
    assert lines[2].startswith("| a | 1.000 [")
    assert tables["AUROC, one less"][0]["silent"].startswith("+0.500 [")


def test_a_page_keeps_what_stands_before_its_tables(
    figures: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Title\n\nWhat it is.\n\n## an old table\n\n| gone |\n", encoding="utf-8")
    monkeypatch.setattr(figures, "RESULTS", tmp_path / "results")
    one = figures.read_set("a", "x", judged((0.9, True), (0.1, False)), [Scripted("one")], {"one": 0.5})

    figures.publish({"headline": figures.figures([one]), "apart": {}}, 10, costs=False, page=page)

    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Title\n\nWhat it is.\n\n## headline: AUROC\n\n| set | one |")
    assert "gone" not in text
    assert (tmp_path / "results" / "quality.json").is_file()
