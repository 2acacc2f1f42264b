"""`claimgraph delete`, `claimgraph reverify` and `claimgraph erase`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio

from ..aclient import AsyncClaimGraph
from ..printing import one_line
from .streams import print_json
from .verifying import steps

if TYPE_CHECKING:
    from claimgraph.verify.deleting import Deletion
    from claimgraph.verify.erasing_tenants import TenantErased
    from claimgraph.verify.reverifying import Reverified


def delete(subject: str, name: str, yes: bool, as_json: bool) -> None:
    done = anyio.run(_delete, subject, name, yes)
    if as_json:
        print_json(done)
        return
    print(f"Deleted: {subject} {one_line(name)}.")
    print(f"  {_counted(done)}")
    if done.shared_chunks:
        print(f"  {done.shared_chunks} chunks stay: others hold them too.")
    if done.findings_marked:
        print(
            f"  {done.findings_marked} findings had looked at text that is gone, {done.findings_stale} rested on it; "
            "`claimgraph reverify` judges their claims again."
        )


def reverify(as_json: bool) -> int:
    """Judge again what rested on deleted text; 1 where an answer was left."""
    done = anyio.run(_reverify)
    if as_json:
        print_json({"answers": done})
    else:
        for one in done:
            print(_line(one))
        if not done:
            print("No current verdict has looked at text that was deleted since.")
    return 1 if any(one.left for one in done) else 0


def erase(tenant: str, yes: bool, as_json: bool) -> None:
    done = anyio.run(_erase, tenant, yes)
    if as_json:
        print_json(done)
    else:
        print(f"Erased: tenant {one_line(tenant)}, {done.nodes:,} nodes and its search indexes.")


async def _delete(subject: str, name: str, yes: bool) -> Deletion:
    async with AsyncClaimGraph.open() as client:
        return await client.delete(subject, name, yes=yes)


async def _reverify() -> list[Reverified]:
    done = 0
    with steps() as shown:

        def on_answer(_: Reverified) -> None:
            nonlocal done
            done += 1
            shown.step(f"{done} answers judged again")

        async with AsyncClaimGraph.open() as client:
            return await client.reverify(on_answer=on_answer)


async def _erase(tenant: str, yes: bool) -> TenantErased:
    async with AsyncClaimGraph.open() as client:
        return await client.erase(tenant, yes=yes)


def _counted(done: Deletion) -> str:
    names = ("documents", "revisions", "chunks", "claims", "entities", "answers", "questions")
    counts = [f"{getattr(done, name)} {name}" for name in names if getattr(done, name)]
    return f"Gone: {', '.join(counts) or 'nothing else'}."


def _line(one: Reverified) -> str:
    name = one_line(one.key or one.answer_id)
    if one.left:
        return f"{name}  left: {one_line(one.left)}"
    return f"{name}  {one.outcome}: {one.judged} claims judged again, {one.changed} changed, {one.carried_over} kept"
