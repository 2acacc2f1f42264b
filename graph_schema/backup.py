"""A whole store in one file, and what such a file says of itself. Reading it back is in `restore`.

All nodes and edges of `schema`, of every tenant; not the stores' own book-keeping, nor any index: the constraints come
from the migrations, and the search indexes are made anew from what the chunks hold. So the file belongs to no dialect.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from claimgraph.platform import archive
from claimgraph.platform.errors import Conflict, DamagedArchive, GraphError, InputError
from claimgraph.platform.graph import Dialect, Graph, Query, Transaction

from .backup_rows import all_rows
from .backup_values import properties_to_json
from .migrations.runner import refuse_unfit, schema_state
from .queries import filled_query
from .schema import EDGE_TYPES, NODE_LABELS, tenant_label

FORMAT = "claimgraph-backup"
FORMAT_VERSION = 1
ROWS, BYTES = 2000, 4 * 1024 * 1024
"""A block ends at so many rows or bytes; it is also what one transaction of a restore writes."""

Progress = Callable[[int, int], None]
"""Told the nodes and edges done so far, and how many there are."""

_VECTOR = re.compile(r"vector_([a-z0-9_]+)")


@dataclass(frozen=True, slots=True)
class Backup:
    """What a file holds. `nodes` and `edges`: how many, by label and by type."""

    path: str
    program: str
    created_at: str
    format_version: int
    schema_version: int
    dialect: str
    nodes: Mapping[str, int]
    edges: Mapping[str, int]
    tenants: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # tenant -> its embedders' dimensions
    sha256: str = ""

    @property
    def total(self) -> int:
        return sum(self.nodes.values()) + sum(self.edges.values())


async def back_up(graph: Graph, path: Path, *, program: str, replace: bool, progress: Progress) -> Backup:
    """Write everything into `path`. Memory: one block.

    Raises `Conflict` where the store was written to meanwhile (the file would be of no one moment), `MigrationError`
    for a store whose schema this program does not know, `InputError` for a path that cannot be written.
    """
    state = await schema_state(graph)
    refuse_unfit(state)
    nodes, edges = await count_all(graph)
    header = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "program": program,
        "created_at": datetime.now(UTC).isoformat(),
        "schema_version": state.applied,
        "dialect": graph.dialect.value,
        "nodes": nodes,
        "edges": edges,
    }
    written = _Written(sum(nodes.values()) + sum(edges.values()), progress)
    with archive.writing(path, header, replace=replace) as file:
        for label in NODE_LABELS:
            await _write_nodes(graph, file, label, written)
        for edge_type, pairs in EDGE_TYPES.items():
            for source, target in pairs:
                await _write_edges(graph, file, edge_type, (source, target), written)
        if (written.nodes, written.edges) != (nodes, edges) or await count_all(graph) != (nodes, edges):
            raise Conflict(
                "The store was written to while it was backed up, and nothing was kept; end what writes "
                "(`claimgraph serve`, verify, ingest) and run it again."
            )
        file.finish({"tenants": written.tenants})
    return inspect(path)


def inspect(path: Path) -> Backup:
    """Check a whole file against its checksums and this program; nothing is written anywhere.

    Raises `DamagedArchive` for a file that is cut or changed, `InputError` for one of a newer program or another
    dialect.
    """
    header = archive.read_header(path)
    if header.get("format") != FORMAT:
        raise DamagedArchive(f"{path}: this is no backup by claimgraph.")
    _refuse_newer(path, header)
    end = archive.check(path)
    try:
        return Backup(
            path=str(path),
            program=str(header["program"]),
            created_at=str(header["created_at"]),
            format_version=int(header["format_version"]),
            schema_version=int(header["schema_version"]),
            dialect=str(header["dialect"]),
            nodes={str(label): int(n) for label, n in header["nodes"].items()},
            edges={str(edge): int(n) for edge, n in header["edges"].items()},
            tenants={
                str(tenant): {str(name): int(size) for name, size in embedders.items()}
                for tenant, embedders in end["tenants"].items()
            },
            sha256=str(end["sha256"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DamagedArchive(f"{path}: its header is not what this program writes; take another copy.") from error


async def count_all(graph: Graph) -> tuple[dict[str, int], dict[str, int]]:
    """How many nodes of each label and edges of each type the store holds; those of which there are none left out."""

    async def work(tx: Transaction) -> tuple[dict[str, int], dict[str, int]]:
        nodes = {label: await _count(tx, filled_query("count_nodes", LABEL=label)) for label in NODE_LABELS}
        edges = {edge: await _count(tx, filled_query("count_edges", TYPE=edge)) for edge in EDGE_TYPES}
        return _some(nodes), _some(edges)

    return await graph.read("count_all", work)


@dataclass(slots=True)
class _Written:
    """What went into the file so far."""

    total: int
    progress: Progress
    nodes: dict[str, int] = field(default_factory=dict)
    edges: dict[str, int] = field(default_factory=dict)
    tenants: dict[str, dict[str, int]] = field(default_factory=dict)
    done: int = 0

    def add(self, counts: dict[str, int], name: str, rows: int) -> None:
        counts[name] = counts.get(name, 0) + rows
        self.done += rows
        self.progress(self.done, self.total)

    def see_chunk(self, properties: Mapping[str, Any]) -> None:
        """Remember of which tenant and embedders there are vectors: their indexes are made before a restore."""
        embedders = self.tenants.setdefault(properties["tenant"], {})
        for name, value in properties.items():
            if value and (match := _VECTOR.fullmatch(name)):
                embedders[match[1]] = len(value)


async def _write_nodes(graph: Graph, file: archive.ArchiveWriter, label: str, written: _Written) -> None:
    async def rows() -> AsyncIterator[bytes]:
        async for row in all_rows(graph, "backup_nodes", LABEL=label):
            properties = row["properties"]
            _hold_labels(label, row["labels"], properties)
            if label == "Chunk":
                written.see_chunk(properties)
            yield archive.encode(properties_to_json(properties))

    async for block in _in_blocks(rows()):
        file.block({"kind": "nodes", "label": label, "rows": len(block)}, block)
        written.add(written.nodes, label, len(block))


async def _write_edges(
    graph: Graph, file: archive.ArchiveWriter, edge_type: str, ends: tuple[str, str], written: _Written
) -> None:
    async def rows() -> AsyncIterator[bytes]:
        async for row in all_rows(graph, "backup_edges", SOURCE=ends[0], TYPE=edge_type, TARGET=ends[1]):
            yield archive.encode([row["source"], row["target"], properties_to_json(row["properties"])])

    async for block in _in_blocks(rows()):
        head = {"kind": "edges", "type": edge_type, "source": ends[0], "target": ends[1], "rows": len(block)}
        file.block(head, block)
        written.add(written.edges, edge_type, len(block))


async def _in_blocks(rows: AsyncIterator[bytes]) -> AsyncIterator[list[bytes]]:
    block: list[bytes] = []
    size = 0
    async for row in rows:
        block.append(row)
        size += len(row)
        if len(block) >= ROWS or size >= BYTES:
            yield block
            block, size = [], 0
    if block:
        yield block


def _hold_labels(label: str, labels: list[str], properties: Mapping[str, Any]) -> None:
    """A label that a restore would not give is not dropped in silence."""
    expected = {label, tenant_label(properties["tenant"])} if label == "Chunk" else {label}
    if set(labels) != expected:
        raise GraphError(f"A {label} has other labels than claimgraph gives; take them away before the backup.")


def _refuse_newer(path: Path, header: Mapping[str, Any]) -> None:
    """Before its content is looked at: a newer format may have other blocks."""
    from .migrations.files import known_migrations

    newest = {dialect.value: max(m.number for m in known_migrations(dialect)) for dialect in Dialect}
    version, schema, dialect = (header.get(name) for name in ("format_version", "schema_version", "dialect"))
    if not (isinstance(version, int) and isinstance(schema, int) and isinstance(dialect, str)):
        raise DamagedArchive(f"{path}: its header is not what this program writes; take another copy.")
    if version > FORMAT_VERSION:
        raise InputError(
            f"{path}: its format {version} is newer than {FORMAT_VERSION}, the newest that this program knows; "
            "upgrade claimgraph."
        )
    if dialect not in newest:
        raise InputError(f"{path}: it was made from a store ({dialect[:40]}) that this program does not know.")
    if schema > newest[dialect]:
        raise InputError(
            f"{path}: its schema {schema} is newer than {newest[dialect]}, the newest that this program knows; "
            "upgrade claimgraph."
        )


async def _count(tx: Transaction, statement: Query) -> int:
    return int((await tx.run(statement))[0]["n"])


def _some(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: n for name, n in counts.items() if n}


def fingerprint(backup: Backup) -> str:
    """What an unfinished restore is remembered by."""
    return hashlib.sha256(backup.sha256.encode()).hexdigest()[:16]
