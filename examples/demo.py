"""The main job on the example documents, as `make demo` runs it.

Documents in, answers of two models checked and corrected, and three questions to the graph that this made.
Everything goes through the public surface: `claimgraph.api` and, for Cypher, a Bolt connection. The graph is
kept in `.demo/` (or `CLAIMGRAPH_HOME`, or in Neo4j with `CLAIMGRAPH_NEO4J_URI`); a second run adds nothing.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

EXAMPLES = Path(__file__).resolve().parent
os.environ.setdefault("CLAIMGRAPH_HOME", str(EXAMPLES.parent / ".demo"))

if __name__ == "__main__":
    print("claimgraph demo: what language models say, held against what the sources say.", flush=True)

import anyio  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.rule import Rule  # noqa: E402
from rich.table import Table  # noqa: E402
from rich.text import Text  # noqa: E402

if TYPE_CHECKING:
    from claimgraph.api import ClaimGraph
    from claimgraph.ingest.model import IngestReport
    from claimgraph.verify.report import Verification

WIDTH = 110

PROVENANCE = """\
query Provenance($id: ID!) {
  claim(id: $id) {
    text
    assertedBy { verdict confidence carried answer { model question } }
    checkedAgainst(first: 100) {
      id judge nliEntailment nliContradiction similarity
      findings { kind stance claimWords premiseWords }
      chunk { text occurrences { title page start } }
    }
    corrections { after method yields { verdict } }
  }
}"""

RECURRING = """\
MATCH (a:Answer)-[e:ASSERTS]->(c:Claim)
WHERE e.tenant = $tenant AND e.verdict IN ['CONTRADICTED', 'NOT_ENOUGH_INFO']
WITH c.text AS claim, e.verdict AS verdict, count(DISTINCT a) AS answers, collect(DISTINCT a.model) AS models
WHERE answers > 1
RETURN claim, verdict, answers, models
ORDER BY answers DESC, claim"""

RESTS_ON = """\
query RestsOn($key: String!) {
  document(key: $key) {
    title
    carries(first: 100) { verdict claim { text } answer { model } }
  }
}"""


def main() -> int:
    """Run the demo; returns the exit code."""
    started = time.monotonic()
    console = Console(highlight=False, markup=False, emoji=False, width=None if sys.stdout.isatty() else WIDTH)
    from claimgraph.api import ClaimGraph
    from claimgraph.platform.errors import ClaimGraphError

    try:
        with _progress(console, "Starting the graph store and loading the program"):
            client = ClaimGraph.open()
        with client:
            documents = ingest(console, client)
            reports = verify(console, client)
            ask(console, client, documents, reports)
    except ClaimGraphError as error:
        print(f"demo: {error}", file=sys.stderr)
        return error.exit_code
    what_next(console, time.monotonic() - started)
    return 0


def ingest(console: Console, client: ClaimGraph) -> list[IngestReport]:
    """Load the example documents: a PDF, Markdown and plain text, English and Chinese."""
    _title(console, "1. Documents in")

    def tell(report: IngestReport) -> None:
        known = "known already" if report.status == "unchanged" else f"{report.new_chunks} new"
        console.print(f"{Path(report.key).name:<24} {report.chunks:>4} chunks ({known}), {report.seconds:.1f} s")

    return client.ingest(EXAMPLES / "documents", on_document=tell)


def verify(console: Console, client: ClaimGraph) -> list[Verification]:
    """Check every example answer against all documents, and print its report with the corrected text."""
    from claimgraph.api.report import VerificationReport
    from claimgraph.platform.settings import load_settings

    settings = load_settings()
    _title(console, "2. Answers of two models, claim by claim")
    if settings.llm_configured:
        console.print(f"Corrections are written by {settings.llm_model} and checked again before they are shown.")
    else:
        console.print(
            "Corrections come from the evidence alone and are checked again: no language model is configured."
        )
    lines = (EXAMPLES / "answers" / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    reports = []
    for row in map(json.loads, lines):
        console.print()
        console.print(Rule(Text(f"{row['id']}  {row['model']}", style="bold"), align="left"))
        report = client.verify(row["answer"], question=row["question"], model=row["model"], key=row["id"])
        console.print(VerificationReport(report))
        if report.corrections:
            console.print(Text.assemble(("corrected text: ", "bold"), report.corrected_text))
        reports.append(report)
    console.print()
    console.print(_by_model(reports))
    return reports


def ask(
    console: Console, client: ClaimGraph, documents: Sequence[IngestReport], reports: Sequence[Verification]
) -> None:
    """Three questions over what is now in the graph."""
    claim = _most_repeated_wrong_claim(reports)
    if claim is not None:
        _title(console, "3. Where does a claim come from, and why is it wrong? (GraphQL)")
        _show_query(console, PROVENANCE, {"id": claim})
        _show_json(console, _decisive_checks(_data(client.graphql(PROVENANCE, {"id": claim}))))

    _title(console, "4. Which hallucinations recur across answers and models? (Cypher)")
    _show_query(console, RECURRING, None)
    console.print(_table(anyio.run(_cypher, RECURRING)))

    document = next((d for d in documents if d.key.endswith("bzip2-manual.pdf")), documents[0])
    _title(console, "5. What rests on one document? (GraphQL)")
    _show_query(console, RESTS_ON, {"key": document.key})
    found = _data(client.graphql(RESTS_ON, {"key": document.key}))["document"]
    rows = [
        {"verdict": row["verdict"], "claim": row["claim"]["text"], "model": row["answer"]["model"]}
        for row in found["carries"]
    ]
    console.print(f"{found['title']}: {len(rows)} assertions were decided by its text.")
    console.print(_table(rows))


def what_next(console: Console, seconds: float) -> None:
    from claimgraph.platform.settings import load_settings

    home = os.environ["CLAIMGRAPH_HOME"]
    run = f"CLAIMGRAPH_HOME={home} .venv/bin/claimgraph"
    _title(console, f"Done in {seconds:.0f} s. What next")
    lines = [
        "Look around in GraphiQL, in the browser (it prints the address and the key to enter):",
        f"  {run} serve",
        "Check an answer of your own against these documents, or against a file that you hand over:",
        f'  echo "bzip2 1.0.8 was released on 13 July 2015." | {run} verify -',
        f"  {run} verify answer.txt --context source.pdf",
        "Add documents of your own (text, Markdown, PDF; files or folders):",
        f"  {run} ingest PATH...",
        "Other queries to try: docs/graph.md. Stop the store (it stops by itself after some idle minutes):",
        f"  {run} stop",
    ]
    if not load_settings().llm_configured:
        lines += [
            "Let a language model write the corrections (OpenAI, Azure or any compatible endpoint):",
            "  OPENAI_API_KEY=... make demo",
            "  LLM_BASE_URL=http://localhost:11434/v1 LLM_MODEL_ID=... make demo",
        ]
    for line in lines:
        console.print(line, soft_wrap=True)


async def _cypher(text: str) -> list[dict[str, Any]]:
    """Run a Cypher statement as any Bolt client could, as a user who can only read."""
    from claimgraph.platform.graph import Graph, Query, open_graph
    from claimgraph.platform.settings import load_settings

    settings = load_settings()
    async with await open_graph(settings) as graph, await Graph.connect(graph.address.as_reader()) as reader:
        return await reader.read("demo", lambda tx: tx.run(Query("demo", text), tenant=settings.tenant))


def _most_repeated_wrong_claim(reports: Sequence[Verification]) -> str | None:
    """The claim that most answers share among those that are contradicted, or at least wrong."""
    for verdict in ("CONTRADICTED", "NOT_ENOUGH_INFO"):
        wrong = Counter(claim.id for report in reports for claim in report.claims if claim.verdict == verdict)
        if wrong:
            return max(wrong, key=lambda claim: (wrong[claim], claim))
    return None


def _decisive_checks(data: dict[str, Any]) -> dict[str, Any]:
    """The same data with only those checks that decided the verdict: the rest would fill pages."""
    claim = data["claim"]
    carried = {check for assertion in claim["assertedBy"] for check in assertion.pop("carried")}
    total = len(claim["checkedAgainst"])
    claim["checkedAgainst"] = [check for check in claim["checkedAgainst"] if check.pop("id") in carried]
    claim["(checks that decided nothing, not shown)"] = total - len(claim["checkedAgainst"])
    return data


def _data(response: Mapping[str, Any]) -> dict[str, Any]:
    if response.get("errors"):
        raise SystemExit(f"demo: GraphQL failed: {response['errors'][0]['message']}")
    return dict(response["data"])


def _by_model(reports: Sequence[Verification]) -> Table:
    counts: dict[str, Counter[str]] = {}
    for report in reports:
        counts.setdefault(report.model or "", Counter()).update(claim.verdict.value for claim in report.claims)
    verdicts = ("SUPPORTED", "CONTRADICTED", "NOT_ENOUGH_INFO", "NOT_CHECKABLE")
    return _table([{"model": model, **{v: found[v] for v in verdicts}} for model, found in sorted(counts.items())])


def _table(rows: Sequence[Mapping[str, Any]]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for name in rows[0] if rows else ("nothing",):
        table.add_column(Text(str(name)), overflow="fold")
    for row in rows:
        values = (", ".join(map(str, v)) if isinstance(v, list) else str(v) for v in row.values())
        table.add_row(*(Text(value) for value in values))
    return table


def _show_query(console: Console, query: str, variables: Mapping[str, Any] | None) -> None:
    console.print(Text(query, style="cyan"))
    if variables:
        console.print(Text(f"variables: {json.dumps(variables, ensure_ascii=False)}", style="cyan"), soft_wrap=True)
    console.print()


def _show_json(console: Console, data: object) -> None:
    console.print(json.dumps(_shortened(data), indent=2, ensure_ascii=False), soft_wrap=True)


def _shortened(value: object, most: int = 160) -> object:
    if isinstance(value, str):
        line = " ".join(value.split())
        return line if len(line) <= most else f"{line[:most]}…"
    if isinstance(value, Mapping):
        return {key: _shortened(item) for key, item in value.items() if item is not None and item != []}
    if isinstance(value, list):
        return [_shortened(item) for item in value]
    return round(value, 3) if isinstance(value, float) else value


def _title(console: Console, text: str) -> None:
    console.print()
    console.print(Rule(Text(text, style="bold"), characters="═", align="left"))


@contextmanager
def _progress(console: Console, text: str) -> Iterator[None]:
    started = time.monotonic()
    if console.is_terminal:
        with console.status(Text(f"{text} ...")):
            yield
    else:
        print(f"{text} ...", flush=True)
        yield
    console.print(f"{text}: {time.monotonic() - started:.1f} s")


if __name__ == "__main__":
    sys.exit(main())
