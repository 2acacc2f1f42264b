"""`claimgraph cypher` under attack, on both stores: it reads, and nothing else, however the statement is written."""

from __future__ import annotations

import csv
import http.server
import io
import json
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from graph_dump import clear, dump

from claimgraph.api import ClaimGraph
from claimgraph.graph_schema.migrations import migrate
from claimgraph.platform.errors import Forbidden, InputError
from claimgraph.platform.graph import Graph, Query, open_graph
from claimgraph.platform.graph.read_only import Table, read_table

ESCAPE = "\x1b]0;owned\x07\x1b[31m red \u202e reversed \x9b2J"

WRITES = {
    "create": "CREATE (n:Sneak {tenant: $tenant}) RETURN n",
    "create in a comment's shadow": "/* MATCH (n) RETURN n */ CREATE (n:Sneak) // RETURN 1",
    "a comment inside the clause": "MATCH (c:Claim {tenant: $tenant}) /* only reading */ SET /* really */ c.text = 'x'",
    "a comment that looks closed": "RETURN 1 AS x // */\nUNION CREATE (n:Sneak) RETURN 1 AS x",
    "merge": "MERGE (n:Claim {tenant: $tenant, text: 'x'}) RETURN n",
    "set": "MATCH (c:Claim {tenant: $tenant}) SET c.text = 'x' RETURN c",
    "set, with more rows than are asked for": "MATCH (c:Claim {tenant: $tenant}) UNWIND range(1, 500) AS n "
    "SET c.text = 'x' RETURN c.text AS text, n",
    "set on nothing": "MATCH (c:Claim {tenant: 'nobody'}) SET c.text = 'x'",
    "delete": "MATCH (c:Claim {tenant: $tenant}) DETACH DELETE c",
    "delete on nothing": "MATCH (c:Claim {tenant: 'nobody'}) DETACH DELETE c",
    "remove": "MATCH (c:Claim {tenant: $tenant}) REMOVE c.text",
    "foreach": "MATCH (c:Claim {tenant: $tenant}) FOREACH (x IN [1] | SET c.text = 'x')",
    "in a subquery": "MATCH (c:Claim {tenant: $tenant}) CALL (c) { SET c.text = 'x' } RETURN c",
    "in transactions": "MATCH (c:Claim {tenant: $tenant}) CALL (c) { SET c.text = 'x' } IN TRANSACTIONS OF 1 ROW",
    "in concurrent transactions": "UNWIND [1, 2] AS x CALL (x) { CREATE (:Sneak) } IN CONCURRENT TRANSACTIONS",
    "behind union": "RETURN 1 AS x UNION MATCH (c:Claim {tenant: $tenant}) SET c.text = 'x' RETURN 1 AS x",
    "after a semicolon": "RETURN 1 AS x; MATCH (c:Claim) SET c.text = 'x'",
    "profiled": "PROFILE MATCH (c:Claim {tenant: $tenant}) SET c.text = 'x' RETURN c",
    "with options": "CYPHER 5 MATCH (c:Claim {tenant: $tenant}) SET c.text = 'x' RETURN c",
    "escaped letters": "MATCH (c:Claim {tenant: $tenant}) \\u0053ET c.text = 'x' RETURN c",
    "a letter escaped inside": "CREA\\u0054E (n:Sneak) RETURN 1 AS x",
    "cyrillic look-alike": "\u0421REATE (n:Sneak)",
    "full-width look-alike": "\uff23\uff32\uff25\uff21\uff34\uff25 (n:Sneak)",
    "long s look-alike": "MATCH (c:Claim) \u017fET c.text = 'x'",
    "zero width space": "CRE\u200bATE (n:Sneak)",
    "odd spaces": "MATCH\u2003(c:Claim {tenant: $tenant})\u00a0SET\u2028c.text = 'x'",
    "index": "CREATE INDEX sneak IF NOT EXISTS FOR (n:Sneak) ON (n.a)",
    "constraint": "DROP CONSTRAINT claim_id",
    "constraint that is not there": "DROP CONSTRAINT sneak IF EXISTS",
    "user": "CREATE USER sneak SET PASSWORD 'sneaksneak'",
    "database": "CREATE DATABASE sneak",
    "grant": "GRANT ROLE admin TO reader",
    "transaction": "START TRANSACTION",
    "commit": "COMMIT",
}  # fmt: skip

PROCEDURES = {
    "apoc load": "CALL apoc.load.json('file:///etc/passwd') YIELD value RETURN value",
    "apoc that writes": "CALL apoc.merge.node(['Sneak'], {id: 1}) YIELD node RETURN node",
    "apoc that runs cypher": "CALL apoc.cypher.doIt('CREATE (n:Sneak)', {}) YIELD value RETURN value",
    "merge": "CALL merge.node(['Sneak'], {id: 1}) YIELD node RETURN node",
    "cypher by condition": "CALL do.when(true, 'CREATE (n:Sneak)', 'RETURN 1', {}) YIELD value RETURN value",
    "refactoring": "CALL refactor.mergeNodes([], {}) YIELD node RETURN node",
    "database procedure that writes": "CALL db.createLabel('Sneak')",
    "migration of values": "CALL db.migrateLegacyTemporals()",
    "configuration": "CALL dbms.listConfig() YIELD name RETURN name",
    "quoted": "CALL `dbms`.`listConfig`() YIELD name RETURN name",
    "spaced": "CALL dbms . /* */ listConfig() YIELD name RETURN name",
    "one that only reads, not listed": "CALL db.info() YIELD name RETURN name",
    "algorithm": "CALL algo.pagerank() YIELD nodeId RETURN nodeId",
    "in exists": "RETURN EXISTS { CALL db.info() YIELD name RETURN name } AS x",
    "in a case": "RETURN CASE WHEN true THEN COLLECT { CALL db.info() YIELD name RETURN name } END AS x",
    "in a list": "RETURN [x IN [1] | COUNT { CALL db.info() YIELD name RETURN name }] AS x",
    "deep": "RETURN [x IN [1] | EXISTS { MATCH (n) WHERE EXISTS { CALL db.info() YIELD name RETURN name } RETURN n }]"
    " AS x",
    "as an argument": "CALL db.index.fulltext.queryNodes('x', CASE WHEN true THEN toString(COUNT { "
    "CALL db.info() YIELD name RETURN name }) END) YIELD node RETURN node",
    "end the queries of others": "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
}  # fmt: skip

LOADS = {
    "a file": "LOAD CSV FROM '{url}' AS line RETURN line",
    "with headers": "LOAD CSV WITH HEADERS FROM '{url}' AS line RETURN line",
    "in a subquery": "CALL () {{ LOAD CSV FROM '{url}' AS line RETURN line }} RETURN line",
    "in exists": "RETURN EXISTS {{ LOAD CSV FROM '{url}' AS line RETURN line }} AS x",
    "in a list": "RETURN [x IN [1] | COUNT {{ LOAD CSV FROM '{url}' AS line RETURN line }}] AS x",
    "in a case": "RETURN CASE WHEN true THEN COLLECT {{ LOAD CSV FROM '{url}' AS line RETURN line[0] }} END AS x",
    "with comments": "LOAD/**/CSV/**/FROM '{url}' AS line RETURN line",
    "profiled": "PROFILE LOAD CSV FROM '{url}' AS line RETURN line",
}

ENDLESS = {
    "counting": "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN count(a + b) AS n",
    "rows": "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b WITH a + b AS c WHERE c < 0 RETURN c",
    "sorting": "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN a % 7 AS m, max(b) AS n ORDER BY m",
}


@pytest.fixture
async def filled(graph: Graph, tenant: str) -> AsyncIterator[Graph]:
    """A graph with a few claims of this test's tenant, in the real schema."""
    await migrate(graph)
    made = Query(
        "made",
        "UNWIND range(1, 5) AS n CREATE (a:Answer {id: $tenant + '-a' + toString(n), tenant: $tenant, model: 'm'}) "
        "CREATE (c:Claim {id: $tenant + '-c' + toString(n), tenant: $tenant, text: $text + toString(n)}) "
        "CREATE (a)-[:ASSERTS {id: $tenant + '-e' + toString(n), tenant: $tenant, verdict: 'SUPPORTED'}]->(c)",
    )
    await graph.write("made", lambda tx: tx.run(made, tenant=tenant, text=ESCAPE))
    yield graph
    await clear(graph, tenant)


async def ask(graph: Graph, text: str, seconds: float = 20.0, rows: int = 100, **parameters: Any) -> Table:
    return await read_table(graph.address, text, parameters, seconds=seconds, rows=rows)


async def state(graph: Graph, tenant: str) -> tuple[Any, ...]:
    """All that a statement could change: the tenant's part, how much there is at all, labels, types, indexes."""
    counted = await graph.execute(Query("nodes", "MATCH (n) RETURN count(n) AS n"))
    schema: list[Any] = []
    if graph.address.admin_url:
        schema.append(await graph.sql("SELECT name, properties, indexes FROM schema:types ORDER BY name"))
    else:
        for what in ("INDEXES YIELD name", "CONSTRAINTS YIELD name", "USERS YIELD user AS name"):
            rows = await graph.execute(Query("schema", f"SHOW {what} RETURN name ORDER BY name"))
            schema.append(rows)
        schema.append(await graph.execute(Query("labels", "CALL db.labels() YIELD label RETURN label ORDER BY label")))
    return await dump(graph, tenant), counted, schema


async def test_a_reading_statement_gives_its_rows_and_says_where_it_was_cut(filled: Graph, tenant: str) -> None:
    text = "MATCH (a:Answer {tenant: $tenant})-[:ASSERTS]->(c:Claim) RETURN c.id AS id, a.model AS model ORDER BY id"

    whole = await ask(filled, text, tenant=tenant, rows=5)
    cut = await ask(filled, text, tenant=tenant, rows=4)

    assert whole.columns == ("id", "model")
    assert whole.rows == tuple((f"{tenant}-c{n}", "m") for n in range(1, 6))
    assert (whole.cut, cut.cut, cut.rows) == (False, True, whole.rows[:4])


@pytest.mark.parametrize("text", WRITES.values(), ids=WRITES)
async def test_what_writes_is_refused_and_changes_nothing(filled: Graph, tenant: str, text: str) -> None:
    before = await state(filled, tenant)

    with pytest.raises((Forbidden, InputError), match=r"refused|does not take"):
        await ask(filled, text, tenant=tenant)

    assert await state(filled, tenant) == before


@pytest.mark.parametrize("text", PROCEDURES.values(), ids=PROCEDURES)
async def test_a_procedure_that_is_not_listed_is_refused(filled: Graph, tenant: str, text: str, store: Any) -> None:
    if store.name == "arcadedb" and text.startswith("TERMINATE"):
        pytest.skip("the reader may end the reader's own statements there, and sees no others: the next test")
    before = await state(filled, tenant)

    with pytest.raises((Forbidden, InputError), match=r"refused|does not take"):
        await ask(filled, text, tenant=tenant)

    assert await state(filled, tenant) == before


async def test_the_statements_of_others_are_neither_seen_nor_ended(filled: Graph, store: Any) -> None:
    if store.name == "neo4j":
        with pytest.raises(Forbidden, match="transactions of others"):
            await ask(filled, "TERMINATE TRANSACTIONS 'neo4j-transaction-1'")
        return
    long = Query("long", "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b RETURN count(a + b) AS others")
    running = Query("running", "SHOW TRANSACTIONS")
    ended: list[Any] = []

    async def work() -> None:
        ended.extend(await filled.execute(long))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(work)
        others: list[str] = []
        while not others and not ended:
            rows = await filled.execute(running)
            others = [str(row["transactionId"]) for row in rows if "AS others" in row["currentQuery"]]
        seen = await ask(filled, "SHOW TRANSACTIONS")
        await ask(filled, f"TERMINATE TRANSACTIONS '{others[0]}'")

    assert {row[seen.columns.index("username")] for row in seen.rows} == {"reader"}
    assert ended == [{"others": 9_000_000}]


class _Listening(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"a,b\n")

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture
def website() -> Iterator[Any]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Listening) as server:
        server.asked = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.parametrize("text", LOADS.values(), ids=LOADS)
async def test_neither_files_nor_addresses_are_loaded(graph: Graph, website: Any, tmp_path: Path, text: str) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("the secret\n")

    for url in (secret.as_uri(), f"http://127.0.0.1:{website.server_port}/secret.csv"):
        with pytest.raises((Forbidden, InputError)) as refused:
            await ask(graph, text.format(url=url))
        assert "the secret" not in str(refused.value)

    assert website.asked == []


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
async def test_a_statement_that_never_ends_is_ended_and_is_gone_from_the_store(graph: Graph, text: str) -> None:
    started = time.monotonic()

    with pytest.raises(InputError, match=r"longer than 1 s.*--timeout"):
        await ask(graph, text, seconds=1.0)

    assert time.monotonic() - started < 15
    for _ in range(50):
        running = await graph.execute(Query("running", "SHOW TRANSACTIONS"))
        if not any(text in str(row["currentQuery"]) for row in running):
            break
        await anyio.sleep(0.1)
    else:
        pytest.fail("the store still works on it")


async def test_a_read_of_what_is_not_there_makes_no_type_in_the_store(filled: Graph, tenant: str) -> None:
    before = await state(filled, tenant)

    for text in (
        "MATCH (n:NeverSeen {tenant: 'x'}) RETURN n",
        "MATCH (:NeverSeen)-[e:NEVER_SEEN]->(:NorThis) RETURN e",
        "OPTIONAL MATCH (n:NeverSeen) WHERE n.never > 1 RETURN n.seen AS x",
        "MATCH (n:Claim:NeverSeen) RETURN count(n) AS n",
        "MATCH (n) WHERE n:NeverSeen OR n:NorThis RETURN count(n) AS n",
        "RETURN EXISTS { MATCH (:NeverSeen) } AS x",
        "MATCH p = (:NeverSeen)-[:NEVER_SEEN*1..3]->() RETURN p",
        "RETURN COUNT { MATCH (:NeverSeen)-[:NEVER_SEEN]->() } AS n",
    ):
        await ask(filled, text)

    assert await state(filled, tenant) == before


async def test_listed_procedures_work(filled: Graph) -> None:
    labels = await ask(filled, "CALL db.labels() YIELD label RETURN collect(label) AS labels")
    types = await ask(filled, "CALL db.relationshipTypes() YIELD relationshipType AS t RETURN collect(t) AS types")

    assert "Claim" in labels.rows[0][0]
    assert "ASSERTS" in types.rows[0][0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("RETURN nope(1)", "nope"),
        ("MATCH (n RETURN n", "does not take"),
        ("RETURN $missing AS x", "missing"),
        ("RETURN 1 / 0 AS x", "zero"),
    ],
)
async def test_a_statement_that_is_wrong_is_explained(graph: Graph, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as raised:
        await ask(graph, text)

    assert "\n" not in str(raised.value)


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def claims(store: Any, tenant: str) -> Iterator[str]:
    """A tenant with two claims whose text would rename the terminal's window."""

    async def work(text: str, **parameters: Any) -> None:
        async with await open_graph(store.settings()) as graph:
            await migrate(graph)
            await graph.write("work", lambda tx: tx.run(Query("work", text), **parameters))

    made = "UNWIND $texts AS t CREATE (:Claim {id: $tenant + t, tenant: $tenant, text: t})"
    anyio.run(lambda: work(made, tenant=tenant, texts=[ESCAPE, "长江全长6300公里。"]))
    yield tenant
    anyio.run(lambda: work("MATCH (n:Claim {tenant: $tenant}) DETACH DELETE n", tenant=tenant))


TEXTS = "MATCH (c:Claim {tenant: $tenant}) RETURN c.text AS text, size(c.text) AS length ORDER BY length DESC"


def test_a_table_is_printed_and_no_stored_text_commands_the_terminal(run: Run, claims: str) -> None:
    code, out, err = run("cypher", TEXTS, "--param", f'tenant="{claims}"')

    assert (code, err) == (0, "")
    assert out.split()[:2] == ["text", "length"]
    assert "长江全长6300公里。" in out
    assert "2 rows" in out
    assert not set(out) & set("\x1b\x07\x9b\u202e")


def test_json_means_what_is_stored_and_holds_no_control_character(run: Run, claims: str) -> None:
    code, out, _ = run("cypher", TEXTS, "--param", f'tenant="{claims}"', "--json")

    found = json.loads(out)
    assert code == 0
    assert found["columns"] == ["text", "length"]
    assert [row["text"] for row in found["rows"]] == [ESCAPE, "长江全长6300公里。"]
    assert found["cut"] is False
    assert not set(out) & set("\x1b\x07\x9b\u202e")


def test_csv_in_a_file_is_exactly_what_is_stored(run: Run, claims: str) -> None:
    code, out, _ = run("cypher", TEXTS, "--param", f'tenant="{claims}"', "--csv")

    assert code == 0
    assert list(csv.reader(io.StringIO(out)))[1:] == [[ESCAPE, str(len(ESCAPE))], ["长江全长6300公里。", "11"]]


def test_csv_on_a_terminal_commands_nothing(run: Run, claims: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)

    out = run("cypher", TEXTS, "--param", f'tenant="{claims}"', "--csv")[1]

    assert "长江全长6300公里。" in out
    assert not set(out) & set("\x1b\x07\x9b\u202e")


def test_rows_that_were_cut_are_told(run: Run, claims: str) -> None:
    code, out, err = run("cypher", TEXTS, "--param", f'tenant="{claims}"', "--limit", "1", "--json")

    assert code == 0
    assert (len(json.loads(out)["rows"]), json.loads(out)["cut"]) == (1, True)
    assert err == "claimgraph: cut after 1 rows; --limit gives more.\n"


def test_a_statement_comes_from_a_file_or_from_standard_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ask.cypher").write_text("// a question\nRETURN 1 + 1 AS two", encoding="utf-8")

    from_file = run("cypher", "ask.cypher", "--json")
    from_stream = run("cypher", "-", "--csv", stdin=b"RETURN '\xe5\x9b\x9b' AS four")

    assert json.loads(from_file[1])["rows"] == [{"two": 2}]
    assert from_stream[1] == "four\n四\n"


def test_values_that_json_does_not_know_are_told_as_text(run: Run) -> None:
    times = "datetime('2026-01-02T03:04:05Z') AS at, date('2026-01-02') AS day, duration('P1D') AS long"
    text = f"RETURN {times}, 0.0 / 0.0 AS nan"

    code, out, _ = run("cypher", text, "--json")

    (row,) = json.loads(out)["rows"]
    assert code == 0
    assert row["at"].startswith("2026-01-02T03:04:05")
    assert (row["day"], row["nan"]) == ("2026-01-02", "nan")
    assert row["long"].startswith("P")


def test_python_asks_the_same_way(run: Run, claims: str) -> None:
    with ClaimGraph.open() as graph:
        table = graph.cypher(TEXTS, {"tenant": claims}, limit=1)
        with pytest.raises(Forbidden, match="refused"):
            graph.cypher("MATCH (c:Claim {tenant: $tenant}) DETACH DELETE c", {"tenant": claims})
        with pytest.raises(InputError, match="timeout"):
            graph.cypher(TEXTS, {"tenant": claims}, timeout=-1)

    assert (table.columns, table.rows, table.cut) == (("text", "length"), ((ESCAPE, len(ESCAPE)),), True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["CREATE (n:Sneak)"], "refused"),
        (["CALL apoc.load.json('x')"], "refused"),
        (["RETURN 1 AS x", "--param", "x"], "NAME=JSON"),
        (["RETURN 1 AS x", "--param", "x=hello"], "not JSON"),
        (["RETURN 1 AS x", "--param", "x=1", "--param", "x=2"], "twice"),
        (["RETURN 1 AS x", "--timeout", "0"], "timeout"),
        (["RETURN 1 AS x", "--timeout", "nan"], "timeout"),
        (["RETURN 1 AS x", "--limit", "0"], "limit"),
        (["RETURN 1 AS x", "--json", "--csv"], "one of"),
        (["   "], "empty"),
        (["RETURN 1 AS x" + " " * 100_000], "characters"),
        (["MATCH (n RETURN n"], "does not take"),
    ],
)
def test_what_is_wrong_is_one_line_and_the_users_fault(run: Run, arguments: list[str], said: str) -> None:
    code, out, err = run("cypher", *arguments)

    assert (code, out) == (2, "")
    assert err.startswith("claimgraph: ")
    assert err.count("\n") == 1
    assert said in err
