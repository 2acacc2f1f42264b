"""The graph that speed is measured on is one that `verify` could have written: whole, of the size asked for."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from claimgraph.graph_schema import backup, ids
from claimgraph.graph_schema.schema import EDGE_TYPES, NODE_LABELS
from claimgraph.platform import archive

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
CLAIMS = 400


class FlatEmbedder:
    dimensions = 4

    def __init__(self, name: str) -> None:
        self.name = name

    def embed(self, texts: list[str]) -> np.ndarray:
        return np.ones((len(texts), self.dimensions), dtype=np.float32)


@pytest.fixture(scope="module")
def benchmarks() -> Iterator[None]:
    sys.path.insert(0, str(BENCHMARKS))
    yield
    sys.path.remove(str(BENCHMARKS))
    for name in ("large_graph", "replaying"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def large_graph(benchmarks: None) -> ModuleType:
    import large_graph

    return large_graph


@pytest.fixture(scope="module")
def written(large_graph: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("large") / "graph.gz"
    large_graph.LargeGraph(CLAIMS).write(path, {"en": FlatEmbedder("flat_en"), "zh": FlatEmbedder("flat_zh")})
    return path


@pytest.fixture(scope="module")
def nodes(written: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """Label -> id -> properties."""
    found: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for head, rows in archive.blocks(written):
        if head["kind"] == "nodes":
            found[head["label"]].update({row["id"]: row for row in rows})
    return found


@pytest.fixture(scope="module")
def edges(written: Path) -> dict[tuple[str, str, str], list[Any]]:
    found: dict[tuple[str, str, str], list[Any]] = defaultdict(list)
    for head, rows in archive.blocks(written):
        if head["kind"] == "edges":
            found[head["source"], head["type"], head["target"]] += rows
    return found


def test_the_file_is_a_backup_that_holds_what_it_says(written: Path, nodes: Any, edges: Any) -> None:
    found = backup.inspect(written)

    assert found.nodes["Claim"] == CLAIMS
    assert dict(found.nodes) == {label: len(rows) for label, rows in nodes.items()}
    assert sum(found.edges.values()) == sum(map(len, edges.values()))
    assert found.tenants == {"default": {"flat_en": 4, "flat_zh": 4}}


def test_every_edge_has_its_ends_and_an_id_of_its_own(nodes: Any, edges: Any) -> None:
    by_type: dict[str, set[str]] = defaultdict(set)
    for (source, kind, target), rows in edges.items():
        assert (source, target) in EDGE_TYPES[kind]
        assert {a for a, _, _ in rows} <= nodes[source].keys()
        assert {b for _, b, _ in rows} <= nodes[target].keys()
        by_type[kind] |= {properties["id"] for _, _, properties in rows}

    assert set(nodes) <= set(NODE_LABELS)
    assert {kind: len(ids_) for kind, ids_ in by_type.items()} == {
        kind: sum(len(rows) for (_, other, _), rows in edges.items() if other == kind) for kind in by_type
    }


def test_answers_say_where_their_claims_stand_and_runs_count_them(nodes: Any, edges: Any) -> None:
    for answer, claim, asserted in edges["Answer", "ASSERTS", "Claim"]:
        start, end = asserted["spans"]
        assert nodes["Answer"][answer]["text"][start:end] == nodes["Claim"][claim]["text"]
    counted: dict[str, list[str]] = defaultdict(list)
    for run, _, found in edges["Run", "FOUND", "Claim"]:
        counted[run].append(found["verdict"])
    for run, verdicts in counted.items():
        assert len(verdicts) == 5
        assert nodes["Run"][run]["contradicted"] == verdicts.count("CONTRADICTED")


def test_what_is_asserted_now_is_what_the_current_run_found(edges: Any) -> None:
    current = {run: answer for answer, run, _ in edges["Answer", "CURRENT_RUN", "Run"]}
    found = {
        (current[run], claim): one["verdict"] for run, claim, one in edges["Run", "FOUND", "Claim"] if run in current
    }

    assert found == {(a, claim): one["verdict"] for a, claim, one in edges["Answer", "ASSERTS", "Claim"]}


def test_what_sources_state_stands_in_their_text_under_the_ids_that_claimgraph_gives(nodes: Any, edges: Any) -> None:
    stated = edges["Chunk", "STATES", "Claim"]

    assert len(stated) > CLAIMS / 2
    for chunk, claim, place in stated:
        text = nodes["Claim"][claim]["text"]
        assert nodes["Chunk"][chunk]["text"][place["start"] : place["end"]] == text
        assert ids.claim_id("default", nodes["Claim"][claim]["lang"], text) == claim


def test_a_replay_renames_what_an_operation_made_and_keeps_what_was_there(benchmarks: None) -> None:
    from replaying import Recording, Sent

    old, new = "0" * 32, "1" * 32
    sent = Sent("write", "MERGE ...", {"id": new, "rows": [{"of": old, "text": "as it is", "n": 1}], "tenant": "t"})

    again = Recording([[sent], [sent]]).with_fresh_ids({old}, "salt")

    (first,), (second,) = again.transactions
    assert first.parameters == second.parameters
    assert first.parameters["id"] not in (old, new)
    assert first.parameters["rows"] == [{"of": old, "text": "as it is", "n": 1}]
    assert first.text == "MERGE ..."
