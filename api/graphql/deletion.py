"""What the mutations that delete return: the same names as `claimgraph delete --json`, in camelCase."""

from __future__ import annotations

import strawberry

from claimgraph.verify import deleting

from .context import fill


@strawberry.type(description="An answer whose current verdicts rested on what was deleted.")
class RestingAnswer:
    id: strawberry.ID
    key: str | None


@strawberry.type(description="What a deletion did, in numbers.")
class Deletion:
    subject: str
    name: str
    documents: int
    revisions: int
    chunks: int = strawberry.field(description="Chunks whose text is gone.")
    shared_chunks: int = strawberry.field(description="Chunks that stay, as others hold them too.")
    claims: int
    entities: int
    answers: int
    questions: int
    findings_marked: int = strawberry.field(description="Findings that looked at deleted text: see `reverify`.")
    findings_stale: int = strawberry.field(description="Of these, those whose verdict rested on it.")
    resting: list[RestingAnswer]


@strawberry.type(description="An answer that was judged again after a deletion.")
class Reverified:
    answer_id: strawberry.ID
    key: str | None
    run_id: strawberry.ID | None
    outcome: str | None
    judged: int = strawberry.field(description="Claims judged again.")
    carried_over: int
    changed: int = strawberry.field(description="Of those judged again: with another verdict than before.")
    left: str | None = strawberry.field(description="Why it was not judged again.")


@strawberry.type(description="A tenant of which nothing is left.")
class ErasedTenant:
    tenant: str
    nodes: int


def deletion(done: deleting.Deletion) -> Deletion:
    return fill(Deletion, done, resting=[fill(RestingAnswer, answer) for answer in done.resting])
