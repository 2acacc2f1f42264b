"""`claimgraph cypher`."""

from __future__ import annotations

import csv
import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio

from claimgraph.platform.errors import InputError
from claimgraph.platform.settings import load_settings

from ..operators_cypher import Statement, read_parameters
from ..printing import json_escaped, one_line, plain, printable, stdout_console
from ..tables import cell_text, table_object
from .streams import STDIN, json_text, named_bytes

if TYPE_CHECKING:
    from claimgraph.platform.graph.read_only import Table

_LONGEST_CELL = 300


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of one call."""

    parameters: tuple[str, ...]
    timeout: float
    limit: int
    as_json: bool
    as_csv: bool


def cypher(query: str, wanted: Wanted) -> None:
    """Run the statement and print its rows; what was cut is told on standard error too."""
    if wanted.as_json and wanted.as_csv:
        raise InputError("Choose one of --json and --csv.")
    statement = Statement(_text_of(query), read_parameters(wanted.parameters), wanted.timeout, wanted.limit)
    table = anyio.run(_run, statement)
    if wanted.as_json:
        _print_json(table)
    elif wanted.as_csv:
        _print_csv(table)
    else:
        _print_table(table)
    if table.cut:
        print(f"claimgraph: cut after {wanted.limit} rows; --limit gives more.", file=sys.stderr)


async def _run(statement: Statement) -> Table:
    from claimgraph.platform.graph import open_graph

    async with await open_graph(load_settings()) as graph:
        return await statement.run(graph)


def _text_of(query: str) -> str:
    """The statement itself, or that in the file or stream which is named."""
    if query != STDIN and not _is_file(query):
        return query
    data, name = named_bytes(query)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{one_line(name)} is not UTF-8 text.") from error


def _is_file(query: str) -> bool:
    """Cypher is no name of a file; a name longer than the system takes, or with a null, is none either."""
    if "\n" in query or "\0" in query:
        return False
    try:
        return Path(query).is_file()
    except (OSError, ValueError):
        return False


def _print_json(table: Table) -> None:
    """JSON in which what a terminal might obey is escaped; it means the same."""
    print(json_escaped(json_text(table_object(table))))


def _print_csv(table: Table) -> None:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([cell_text(value) for value in row] for row in table.rows)
    text = out.getvalue()
    # A file gets every character as it is stored, a terminal none that it might obey.
    print(printable(text) if sys.stdout.isatty() else text, end="")


def _print_table(table: Table) -> None:
    from rich import box
    from rich.table import Table as Grid

    if not table.columns:
        print("The statement returns nothing.")
        return
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, name in enumerate(table.columns):
        values = [row[number] for row in table.rows]
        numbers = bool(values) and all(_is_number(value) for value in values)
        grid.add_column(plain(one_line(name)), justify="right" if numbers else "left", overflow="fold")
    for row in table.rows:
        grid.add_row(*(plain(_short(cell_text(value))) for value in row))
    stdout_console().print(grid)
    more = "more than " if table.cut else ""
    print(f"{more}{len(table.rows)} row{'' if len(table.rows) == 1 else 's'}, {table.seconds:.2f} s")


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, (int, float)) and not isinstance(value, bool))


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _LONGEST_CELL else f"{line[:_LONGEST_CELL]}…"
