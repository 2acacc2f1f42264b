"""Entities that are one thing under several names: `SAME_AS` edges that say why, and that can be undone.

Ids of entities never change and nothing is folded together: groups are read, over the merges that hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from claimgraph.platform.graph import Transaction

from .. import ids
from ..queries import query
from .parameters import parameters

ACRONYM = "acronym defined in the text"
"""The reason of a merge of a full name with the acronym that a text defines for it."""
MAX_HOPS = 3
"""How many merges a group is followed along: an alias of an alias, and a bound on what one wrong merge can do."""
MAX_GROUP = 64
"""Entities a group is read up to."""


@dataclass(frozen=True, slots=True)
class NameRow:
    """An entity by one of its names."""

    surface: str
    type: str
    lang: str


@dataclass(frozen=True, slots=True)
class SameAsRow:
    """Two names of one thing. `source` is the id of the chunk or claim that says so."""

    first: NameRow
    second: NameRow
    reason: str  # for people: "acronym defined in the text"
    source: str


@dataclass(frozen=True, slots=True)
class Merge:
    """A merge as it is seen from one of the two entities: `entity_id` and what follows it tell of the other."""

    id: str
    entity_id: str
    name: str
    surface: str
    type: str
    reason: str
    source: str
    active: bool


@dataclass(frozen=True, slots=True)
class MergedPair:
    """A merge as it is listed: both entities with the surface first seen of them."""

    id: str
    first_id: str
    first: str
    second_id: str
    second: str
    reason: str
    source: str
    active: bool


def same_as_id(tenant: str, first: str, second: str) -> str:
    """The id of the merge of two names, in whichever order."""
    return ids.edge_id("SAME_AS", *sorted((ids.entity_id(tenant, first), ids.entity_id(tenant, second))))


async def write_same_as(tx: Transaction, tenant: str, rows: Iterable[SameAsRow]) -> int:
    """Write merges with the entities they join; returns how many merges there were to write.

    A merge that is there already stays as it is: also undone, if somebody has undone it. Two names that are one
    after normalisation are one entity and need no merge.
    """
    entities: dict[str, dict[str, str]] = {}
    edges: dict[str, dict[str, str]] = {}
    for row in rows:
        first, second = (ids.entity_id(tenant, name.surface) for name in (row.first, row.second))
        if first == second:
            continue
        for entity, name in ((first, row.first), (second, row.second)):
            entities.setdefault(entity, {"id": entity, "name": ids.normalise_name(name.surface), **parameters(name)})
        low, high = sorted((first, second))
        edge = ids.edge_id("SAME_AS", low, high)
        edges.setdefault(edge, {"id": edge, "first": low, "second": high, "reason": row.reason, "source": row.source})
    if edges:
        await tx.run(query("entities_write"), tenant=tenant, rows=[entities[key] for key in sorted(entities)])
        await tx.run(query("entity_same_as_write"), tenant=tenant, rows=[edges[key] for key in sorted(edges)])
    return len(edges)


async def groups(tx: Transaction, tenant: str, entities: Iterable[str], hops: int = MAX_HOPS) -> dict[str, list[str]]:
    """Entity id -> the ids of its group, itself among them, sorted; over at most `hops` merges that hold.

    An acronym that texts define for two different names is ambiguous: no such definition of it is followed, neither
    from the acronym nor from one of the names. Each stays written, and counts again once the others are undone.
    """
    reached = {entity: {entity} for entity in set(entities)}
    frontier = {entity: {entity} for entity in reached}
    read: dict[str, list[_Step]] = {}
    for _ in range(hops):
        here = {node for nodes in frontier.values() for node in nodes}
        await _read_steps(tx, tenant, here, read)
        await _read_steps(tx, tenant, {step.other for node in here for step in read[node] if step.acronym}, read)
        steps = {node: _unambiguous(read[node], read) for node in here}
        for entity, nodes in frontier.items():
            new = {other for node in nodes for other in steps[node]} - reached[entity]
            room = MAX_GROUP - len(reached[entity])
            frontier[entity] = set(sorted(new)[:room])
            reached[entity] |= frontier[entity]
        if not any(frontier.values()):
            break
    return {entity: sorted(group) for entity, group in reached.items()}


@dataclass(frozen=True, slots=True)
class _Step:
    """A merge that holds, as it is followed from `id` to `other`; both with their names in normal form."""

    id: str
    name: str
    other: str
    other_name: str
    acronym: bool  # one of the two is the other's acronym


async def _read_steps(tx: Transaction, tenant: str, nodes: Iterable[str], read: dict[str, list[_Step]]) -> None:
    wanted = sorted(set(nodes) - set(read))
    if not wanted:
        return
    read.update({node: [] for node in wanted})
    for row in await tx.run(query("entity_same_as_neighbours"), tenant=tenant, ids=wanted):
        step = _Step(row["id"], row["name"], row["other"], row["other_name"], row["reason"] == ACRONYM)
        read[step.id].append(step)


def _unambiguous(steps: Sequence[_Step], read: Mapping[str, Sequence[_Step]]) -> list[str]:
    own = _is_ambiguous(steps)
    return [
        step.other
        for step in steps
        if not (step.acronym and (own if len(step.name) < len(step.other_name) else _is_ambiguous(read[step.other])))
    ]


def _is_ambiguous(steps: Sequence[_Step]) -> bool:
    """Whether an entity with these merges is the acronym of two different names."""
    full = {_spelling(step.other_name) for step in steps if step.acronym and len(step.name) < len(step.other_name)}
    longest = max(full, key=lambda name: (len(name), name), default="")
    return any(not f" {longest} ".endswith(f" {name} ") and not longest.startswith(f"{name} ") for name in full)


def _spelling(name: str) -> str:
    """British and American spelling, hyphens and legal forms aside."""
    plain = re.sub(r"isation", "ization", name.replace("-", " ").replace("&", "and").replace("centre", "center"))
    return re.sub(r",? (?:inc|corp|corporation|ltd|limited|llc|plc|co)\.?\Z", "", plain)


async def merges_of(tx: Transaction, tenant: str, entities: Sequence[str], limit: int = 100) -> dict[str, list[Merge]]:
    """Entity id -> its merges, also those undone; an entity without any is left out."""
    rows = await tx.run(query("entity_same_as_read"), tenant=tenant, ids=sorted(set(entities)), limit=limit)
    return {row["owner"]: [Merge(**found) for found in row["found"]] for row in rows}


async def list_merges(tx: Transaction, tenant: str, after: str = "", limit: int = 100) -> list[MergedPair]:
    """A page of a tenant's merges in the order of their ids, from the one after `after`."""
    rows = await tx.run(query("entity_same_as_list"), tenant=tenant, after=after, limit=limit)
    return [MergedPair(**row) for row in rows]


async def set_same_as_active(tx: Transaction, tenant: str, merges: Iterable[str], active: bool) -> list[str]:
    """Undo merges, or make them hold again; returns the ids of those that are there. Nothing is deleted."""
    rows = await tx.run(query("entity_same_as_set"), tenant=tenant, ids=sorted(set(merges)), active=active)
    return [row["id"] for row in rows]
