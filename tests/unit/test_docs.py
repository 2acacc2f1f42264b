"""The documentation is held against the code: what is not documented, or no longer true, fails here."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from claimgraph.graph_schema import schema
from claimgraph.graph_schema.repositories.checks import SCORES, CheckRow, FindingRow
from claimgraph.platform.settings import Settings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), ROOT / "examples/README.md", ROOT / "training/README.md"])
QUERIES = ROOT / "graph_schema" / "queries"

BOOK_KEEPING = {"SchemaMigration", "SchemaLock", "TenantSearch"}
IMPLIED = {"id", "tenant"}  # said once, for all nodes and edges
UNWRITTEN = "nothing writes it yet"


def section(page: str, heading: str) -> str:
    """A section of a page, from its heading to the next of the same level."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    assert found is not None, heading
    return found[1]


def table(text: str) -> dict[str, list[str]]:
    """First cell, without its backquotes -> the other cells, of the rows that begin with a backquote."""
    rows = (line.strip().strip("|").split("|") for line in text.splitlines() if line.startswith("| `"))
    return {cells[0].strip().strip("`"): [cell.strip() for cell in cells[1:]] for cells in rows}


def names(cell: str) -> set[str]:
    """Names of properties in a cell: what stands in backquotes outside of parentheses."""
    return set(re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", cell)))


def map_parameter(query: str) -> list[str]:
    """What a query's comment says is in the map `properties` of its parameters."""
    comment = " ".join(line.removeprefix("//").strip() for line in query.splitlines() if line.startswith("//"))
    found = re.search(r"\bproperties \{([\w, ]+)\}", comment)
    assert found is not None, comment
    return re.findall(r"\w+", found[1])


def written_properties() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Node label -> properties, edge type -> properties: all that the queries set."""
    nodes: dict[str, set[str]] = defaultdict(set)
    edges: dict[str, set[str]] = defaultdict(set)
    for path in QUERIES.glob("*.cypher"):
        whole = path.read_text(encoding="utf-8")
        text = re.sub(r"//.*", "", whole)
        if not re.search(r"\bSET\b", text):
            continue
        labels = dict(re.findall(r"\((\w+):(\w+)", text))
        types = dict(re.findall(r"\[(\w+):([A-Z_]+)", text))
        one_by_one = re.findall(r"\b(\w+)\.(\w+)\s*=\s", text)
        as_map = [(variable, name) for variable in re.findall(r"\b(\w+) \+= ", text) for name in map_parameter(whole)]
        for variable, name in one_by_one + as_map:
            if variable in labels:
                nodes[labels[variable]].add(name)
            elif variable in types:
                edges[types[variable]].add(name)
    return nodes, edges


@pytest.fixture(scope="module")
def graph_page() -> str:
    return (DOCS / "graph.md").read_text(encoding="utf-8")


def test_every_node_label_is_documented_and_no_other(graph_page: str) -> None:
    assert set(table(section(graph_page, "3. Nodes"))) == set(schema.NODE_LABELS)


def test_the_labels_of_the_stores_own_book_keeping_are_named(graph_page: str) -> None:
    assert {label for label in BOOK_KEEPING if f"`{label}`" in graph_page} == BOOK_KEEPING


def test_every_edge_type_is_documented_with_its_ends_and_no_other(graph_page: str) -> None:
    documented = {edge: cells[0] for edge, cells in table(section(graph_page, "4. Edges")).items()}

    assert documented == {
        edge: ", ".join(f"{source} to {target}" for source, target in ends) for edge, ends in schema.EDGE_TYPES.items()
    }


def test_the_documented_properties_of_nodes_are_those_that_queries_set(graph_page: str) -> None:
    written, _ = written_properties()
    documented = {label: names(cells[1]) for label, cells in table(section(graph_page, "3. Nodes")).items()}

    assert documented == {label: written.get(label, set()) - IMPLIED for label in schema.NODE_LABELS}
    assert set(written) - set(schema.NODE_LABELS) <= BOOK_KEEPING


def test_the_documented_properties_of_edges_are_those_that_queries_set(graph_page: str) -> None:
    _, written = written_properties()
    documented = {edge: names(cells[1]) for edge, cells in table(section(graph_page, "4. Edges")).items()}

    assert documented == {edge: written.get(edge, set()) - IMPLIED for edge in schema.EDGE_TYPES}


def test_the_properties_of_a_check_are_those_that_its_query_says_it_is_given() -> None:
    finding = FindingRow(kind="number", stance="contradicts", claim_words="5", premise_words="6")
    check = CheckRow(
        claim="c",
        premise_id="p",
        pieces=(("k", 0, 1),),
        judge="nli",
        judge_version="1",
        scores=dict.fromkeys(SCORES, 0.5) | {"other": 0.5},
        findings=(finding,),
        reason="a",
        unscored_reason="b",
        basis="d",
        origin="e",
    )

    (edge,) = check.edges()

    assert set(edge["properties"]) == set(map_parameter((QUERIES / "checks_write.cypher").read_text(encoding="utf-8")))


def test_what_nothing_writes_yet_is_said_to_be_so(graph_page: str) -> None:
    nodes, edges = written_properties()
    rows = table(section(graph_page, "3. Nodes")) | table(section(graph_page, "4. Edges"))

    said = {name for name, cells in rows.items() if UNWRITTEN in " ".join(cells)}

    assert said == set(rows) - set(nodes) - set(edges)


def test_every_setting_is_documented_with_all_its_names_and_no_other() -> None:
    page = (DOCS / "settings.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `CLAIMGRAPH_")]
    documented = {frozenset(re.findall(r"`([A-Z0-9_]+)`", row.split("|")[1])) for row in rows}

    assert documented == {frozenset(_names_of(name)) for name in Settings.model_fields}


def test_every_setting_is_documented_with_its_own_words() -> None:
    page = (DOCS / "settings.md").read_text(encoding="utf-8")

    missing = [name for name, field in Settings.model_fields.items() if f"| {field.description} |" not in page]

    assert missing == []


def _names_of(setting: str) -> set[str]:
    alias = Settings.model_fields[setting].validation_alias
    choices = getattr(alias, "choices", [])
    return {f"CLAIMGRAPH_{setting.upper()}"} | {str(choice) for choice in choices if str(choice).isupper()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files_that_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = [target for target in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in target]

    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_make_targets_that_are_named_are_there(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r"(?:^    |`)make ([a-z]+)", text, re.MULTILINE))

    assert named - targets == set()


def test_decisions_are_numbered_without_gaps_and_headed_by_their_number() -> None:
    files = sorted((DOCS / "decisions").glob("[0-9]*.md"))

    assert [path.name[:4] for path in files] == [f"{number:04}" for number in range(1, len(files) + 1)]
    for path in files:
        assert path.read_text(encoding="utf-8").startswith(f"# {path.name[:4]}. "), path.name
