"""`claimgraph bench compare`: two results of one benchmark, figure by figure."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.api.cli import main
from claimgraph.api.comparing_benchmarks import Change, Compared, Result, compare, percentile

MACHINE = {"processors": 2, "python": "3.11.7", "load_before": 0.2, "at": "2026-01-02", "versions": {"neo4j": "6.4.1"}}
Run = Callable[..., tuple[int, str, str]]


def result(rows: list[dict[str, Any]], samples: dict[str, Any] | None = None, **machine: Any) -> dict[str, Any]:
    found = {"benchmark": "pages", "machine": {**MACHINE, **machine}, "rows": rows}
    return found if samples is None else {**found, "samples": samples}


def page(p50_ms: float, **more: Any) -> dict[str, Any]:
    return {"work": "page", "store": "neo4j", "claims": 10_000, "p50_ms": p50_ms, **more}


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def run_(first: Any, second: Any, *options: str) -> tuple[int, str, str]:
        for name, content in (("a.json", first), ("b.json", second)):
            if content is not None:
                text = content if isinstance(content, str) else json.dumps(content)
                (tmp_path / name).write_text(text, encoding="utf-8")
        with pytest.raises(SystemExit) as ended:
            main(["bench", "compare", "a.json", "b.json", *options])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return run_


def figures(run: Run, first: Any, second: Any, *options: str) -> dict[str, dict[str, Any]]:
    code, out, err = run(first, second, "--json", *options)
    assert (code, err) == (0, "")
    return {one["figure"]: one for one in json.loads(out)["figures"]}


def test_a_slower_figure_is_worse_and_a_higher_rate_is_better(run: Run) -> None:
    first = [page(100.0, **{"a second": 50.0})]
    second = [page(130.0, **{"a second": 80.0})]

    found = figures(run, result(first), result(second))

    assert found["p50_ms"]["ratio"] == pytest.approx(1.3)
    assert (found["p50_ms"]["change"], found["a second"]["change"]) == ("worse", "better")
    assert found["p50_ms"]["row"] == "page, neo4j, 10,000 claims"


def test_what_lies_within_the_margin_is_the_same(run: Run) -> None:
    first, second = result([page(100.0)]), result([page(109.0)])

    assert figures(run, first, second)["p50_ms"]["change"] == "same"
    assert figures(run, first, second, "--margin", "0.05")["p50_ms"]["change"] == "worse"


def test_single_measurements_tell_noise_better_than_a_margin(run: Run) -> None:
    name = "page, neo4j, 10,000 claims: p50_ms"
    steady, wild = [99.0, 100.0, 101.0] * 7, [20.0, 100.0, 400.0] * 7

    clear = figures(run, result([page(100.0)], {name: steady}), result([page(106.0)], {name: [x + 6 for x in steady]}))
    vague = figures(run, result([page(100.0)], {name: wild}), result([page(140.0)], {name: [1.4 * x for x in wild]}))

    assert clear["p50_ms"]["change"] == "worse"
    assert vague["p50_ms"]["change"] == "same"
    low, high = vague["p50_ms"]["noise"]
    assert low < 1 < high


def test_a_figure_of_one_file_alone_and_one_of_no_known_direction_are_told_as_such(run: Run) -> None:
    found = figures(run, result([page(1.0, oddness=2.0, old_ms=3.0)]), result([page(1.0, oddness=4.0, new_ms=3.0)]))

    assert {name: one["change"] for name, one in found.items()} == {
        "p50_ms": "same",
        "oddness": "differs",
        "old_ms": "missing",
        "new_ms": "missing",
    }


def test_rows_of_other_sizes_are_not_compared_with_each_other(run: Run) -> None:
    large = {**page(900.0), "claims": 100_000}

    code, out, _ = run(result([page(100.0), large]), result([page(100.0)]), "--json")

    changes = {one["row"]: one["change"] for one in json.loads(out)["figures"]}
    assert code == 0
    assert changes == {"page, neo4j, 10,000 claims": "same", "page, neo4j, 100,000 claims": "missing"}


def test_people_see_the_ratio_what_is_worse_and_another_machine(run: Run) -> None:
    second = result([page(150.0)], processors=64, versions={"neo4j": "7.0.0"}, at="2027")

    code, out, err = run(result([page(100.0)]), second)

    assert code == 0
    assert "1.50" in out
    assert "WORSE" in out
    assert "1 of 1 figures are worse beyond noise" in out
    assert "processors: 2 and 64" in err
    assert "neo4j: 6.4.1 and 7.0.0" in err
    assert "2027" not in err


def test_a_busy_machine_is_told(run: Run) -> None:
    _, _, err = run(result([page(1.0)]), result([page(1.0)], load_before=7.5))

    assert "b.json" in err
    assert "load 7.5 on 2 processors" in err


def test_results_of_the_same_machine_are_compared_without_a_warning(run: Run) -> None:
    assert run(result([page(1.0)]), result([page(1.0)]))[2] == ""


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "cannot be read"),
        ("{", "no JSON"),
        ("[1, 2]", "no rows"),
        ('{"rows": []}', "no rows"),
        ('{"rows": [1]}', "no rows"),
        ('{"rows": [{"a": 1}]}', "does not say which one"),
        ('{"benchmark": "x", "machine": {}, "rows": [{"a": 1}]}', "of the benchmark 'pages'"),
        ('{"benchmark": "pages", "machine": {}, "rows": [{"a": 1}], "samples": {"a": [-1]}}', "samples"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_a_file_that_is_no_result_is_one_line(run: Run, content: str | None, words: str) -> None:
    code, out, err = run(result([page(1.0)]), content)

    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_text_in_a_result_cannot_command_the_terminal(run: Run) -> None:
    evil = [{**page(1.0), "work": "\x1b[2Jpage [bold]"}]

    _, out, _ = run(result(evil), result(evil))

    assert "\x1b" not in out
    assert "[bold]" in out


@given(st.lists(st.floats(0.1, 1e6), min_size=1, max_size=40), st.floats(0, 100))
def test_a_percentile_lies_among_its_values(values: list[float], percent: float) -> None:
    assert min(values) <= percentile(values, percent) <= max(values)


@given(st.lists(st.floats(0.1, 1e3), min_size=2, max_size=15))
def test_a_result_beside_itself_has_changed_in_nothing(values: list[float]) -> None:
    row = page(percentile(values, 50))
    name = "page, neo4j, 10,000 claims: p50_ms"
    one = Result("a", "pages", MACHINE, (row,), {name: tuple(values)})

    (found,) = compare(one, one).figures

    assert isinstance(found, Compared)
    assert found.change is Change.SAME
