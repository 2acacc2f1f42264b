"""What a person names for deletion: documents, revisions, answers, questions; erased in the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from claimgraph.platform.graph import Transaction

from .. import ids
from ..queries import query
from ..vocabulary import DocumentKind
from .erasing import Erased, NamedAnswer, each_of, erase_claims, erase_entities, erase_revisions, ids_of


async def erase_document(tx: Transaction, tenant: str, names: Sequence[str]) -> Erased | None:
    """Erase the source with one of these keys, else the document with one of these ids; None where there is none."""
    rows = await tx.run(query("erase_document_find"), tenant=tenant, keys=list(names), kind=DocumentKind.SOURCE.value)
    for name in names if not rows else ():
        rows += await tx.run(query("erase_document_by_id"), tenant=tenant, id=name)
    if not rows:
        return None
    (document, *_) = [row["id"] for row in rows]
    revisions = await ids_of(tx, "erase_revisions_of", tenant, [document])
    done = await erase_revisions(tx, tenant, [document], sorted(revisions))
    done.documents = 1
    return done


async def erase_revision(tx: Transaction, tenant: str, revision: str) -> Erased | None:
    """Erase one revision; its document goes with the last of them. None where there is none."""
    rows = await tx.run(query("erase_revision_find"), tenant=tenant, id=revision)
    if not rows:
        return None
    document = rows[0]["id"]
    alone = await ids_of(tx, "erase_revisions_of", tenant, [document]) == {revision}
    done = await erase_revisions(tx, tenant, [document], [revision])
    done.documents = int(alone)
    return done


async def erase_answers(tx: Transaction, tenant: str, name: str) -> Erased | None:
    """Erase the answers with this id or key: their runs, what only they claim, and contexts only they were given."""
    rows = await tx.run(query("erase_answer_find"), tenant=tenant, name=name)
    return await _erase_answers(tx, tenant, [row["id"] for row in rows]) if rows else None


async def _erase_answers(tx: Transaction, tenant: str, answers: Sequence[str]) -> Erased:
    answers = sorted(answers)
    await tx.run(query("erase_jobs"), tenant=tenant, answers=answers)
    runs = sorted(await ids_of(tx, "erase_answer_runs", tenant, answers))
    corrections = sorted(await ids_of(tx, "erase_run_corrections", tenant, runs))
    claims = await ids_of(tx, "erase_run_claims", tenant, runs)
    claims |= await ids_of(tx, "erase_corrections_claims", tenant, corrections)
    questions = sorted(await ids_of(tx, "erase_answer_questions", tenant, answers))
    contexts = await _contexts_of(tx, tenant, answers, runs)
    await each_of(tx, "erase_corrections", tenant, corrections)
    await each_of(tx, "erase_runs", tenant, runs)
    await each_of(tx, "erase_answers", tenant, answers)
    await each_of(tx, "erase_questions_unanswered", tenant, questions)
    done = await erase_contexts(tx, tenant, contexts)
    gone, about = await erase_claims(tx, tenant, claims)
    done.claims += len(gone)
    done.entities += await erase_entities(tx, tenant, about, gone)
    done.answers, done.questions = len(answers), len(questions)
    return done


async def erase_contexts(tx: Transaction, tenant: str, contexts: Iterable[str]) -> Erased:
    documents = sorted(set(contexts))
    if not documents:
        return Erased()
    revisions = sorted(await ids_of(tx, "erase_revisions_of", tenant, documents))
    done = await erase_revisions(tx, tenant, documents, revisions)
    done.documents = len(documents)
    return done


async def _contexts_of(tx: Transaction, tenant: str, answers: Sequence[str], runs: Sequence[str]) -> set[str]:
    """The contexts that only these answers were given, and those that no run looked at; none that a job brings."""
    mine = sorted(await ids_of(tx, "erase_run_contexts", tenant, runs))
    used = await ids_of(tx, "erase_contexts_used", tenant, mine, runs=list(runs))
    jobs = await tx.run(query("erase_job_contexts"), tenant=tenant, answers=list(answers))
    brought = {ids.text_sha256(text) for row in jobs for text in row["contexts"] or ()}
    busy = {ids.document_id(tenant, DocumentKind.CONTEXT.value, key) for key in brought}
    idle = {row["id"] for row in await tx.run(query("erase_contexts_idle"), tenant=tenant)}
    return (set(mine) - used | idle) - busy


async def erase_question(tx: Transaction, tenant: str, question: str) -> Erased | None:
    """Erase a question with the answers to it: an answer's id, and what its judges were asked, hold the question."""
    rows = await tx.run(query("erase_question_answers"), tenant=tenant, id=question)
    if not rows:
        return None
    answers = [NamedAnswer(row["id"], row["key"]) for row in rows if row["id"] is not None]
    done = await _erase_answers(tx, tenant, [answer.id for answer in answers]) if answers else Erased()
    await each_of(tx, "erase_questions_unanswered", tenant, [question])
    done.questions = 1
    done.resting |= {answer.id: answer for answer in answers}
    return done
