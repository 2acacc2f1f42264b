"""`claimgraph retrieve`, `claimgraph merges` and `claimgraph graphql`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import anyio

from claimgraph.platform.errors import InputError

from ..aclient import AsyncClaimGraph
from ..printing import one_line, printable
from .streams import STDIN, print_json, read_stdin

if TYPE_CHECKING:
    from claimgraph.graph_schema.repositories.entities import MergedPair
    from claimgraph.graph_schema.repositories.records import OccurrenceRecord
    from claimgraph.ingest.model import Hit

_Found = list[tuple["Hit", list["OccurrenceRecord"]]]


def retrieve(query: str, k: int, as_json: bool) -> None:
    found = anyio.run(_retrieve, query, k)
    if as_json:
        from ..jsonable import jsonable

        hits = [{**jsonable(hit), "occurrences": jsonable(places)} for hit, places in found]
        print_json({"query": query, "hits": hits})
        return
    if not found:
        print("Nothing found. `claimgraph ingest PATH` loads documents.")
    for hit, places in found:
        print(f"{hit.rank:>2}. {hit.score:.3f} {hit.source:<8} {_place(places)}  {hit.chunk_id}")
        print(f"    {_snippet(hit.text)}")


def merges(undo: str | None, redo: str | None, limit: int, as_json: bool) -> None:
    found = anyio.run(_merges, undo, redo, limit)
    if as_json:
        print_json({"merges": found})
        return
    if not found:
        print("No names have been found to be one thing.")
    for merge in found:
        undone = "" if merge.active else "  (undone)"
        print(f"{merge.id}  {one_line(merge.first)} = {one_line(merge.second)}{undone}")
        print(f"    {one_line(merge.reason)} ({merge.source})")


def graphql(query: str, variables: str | None) -> int:
    """Run an operation and print the response; 2 where the query is at fault, 1 where the system is."""
    text = read_stdin().decode("utf-8", "replace") if query == STDIN else query
    response = anyio.run(_graphql, text, _variables(variables))
    print_json(response)
    codes = {error.get("extensions", {}).get("code") for error in response.get("errors", ())}
    if not codes:
        return 0
    return 2 if codes <= {"BAD_QUERY", "BAD_INPUT", "NOT_FOUND", "TEXT_TOO_LONG", "UNREADABLE_DOCUMENT"} else 1


async def _retrieve(query: str, k: int) -> _Found:
    async with AsyncClaimGraph.open() as client:
        hits = await client.retrieve(query, k)
        places = await client.occurrences([hit.chunk_id for hit in hits])
        return [(hit, places.get(hit.chunk_id, [])) for hit in hits]


async def _merges(undo: str | None, redo: str | None, limit: int) -> list[MergedPair]:
    async with AsyncClaimGraph.open() as client:
        for merge, active in ((undo, False), (redo, True)):
            if merge is not None:
                await client.set_entity_merge(merge, active=active)
        return await client.entity_merges(limit=limit)


async def _graphql(query: str, variables: dict[str, Any]) -> dict[str, Any]:
    async with AsyncClaimGraph.open() as client:
        return await client.graphql(query, variables)


def _variables(text: str | None) -> dict[str, Any]:
    if text is None:
        return {}
    try:
        variables = json.loads(text)
    except ValueError as error:
        raise InputError(f"--variables is not JSON: {error}.") from error
    if not isinstance(variables, dict):
        raise InputError('--variables must be a JSON object, such as {"id": "…"}.')
    return variables


def _place(places: list[OccurrenceRecord]) -> str:
    if not places:
        return "(in no document)"
    place = places[0]
    page = f", page {place.page}" if place.page is not None else ""
    more = f" (+{len(places) - 1})" if len(places) > 1 else ""
    return f"{one_line(place.title or place.document)}{page}{more}"


def _snippet(text: str, length: int = 300) -> str:
    line = one_line(printable(text))
    return line if len(line) <= length else f"{line[:length]}…"
