"""Random histories of two tenants: whatever was loaded, asked, deleted and interrupted, what stands is what would stand
had only the rest ever been there, and nobody sees what is not theirs.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from graph_dump import clear
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from judged_desk import JudgedDesk
from sample_graph import LightServices

from claimgraph.ingest.preparing import Preparer, SourceDocument
from claimgraph.platform.graph import Graph, open_graph
from claimgraph.verify.checking import Checker
from claimgraph.verify.deleting import Deleter, Subject
from claimgraph.verify.erasing_tenants import TenantEraser
from claimgraph.verify.model import Opinion, Pair
from claimgraph.verify.pipeline import Verifier, VerifyRequest
from claimgraph.verify.policies.choose import PolicyChoice
from claimgraph.verify.policies.vote import VotePolicy
from claimgraph.verify.resuming import Resumer
from claimgraph.verify.reverifying import Reverifier

NIGHTLY = settings.default is settings.get_profile("nightly")
OWNERS = ("mine", "yours")
NAMES = {"mine": ("Ada", "Guido", "Tea"), "yours": ("Bela", "Zoe", "Rice")}
THINGS = {"mine": ("Looms", "Python", "China"), "yours": ("Pumps", "Scheme", "Japan")}


class Crashed(Exception):
    """The judge has died."""


class OverlapJudge:
    """Entailment by the share of the claim's words that the premise has; dies after a number of pairs, if told to."""

    name, version, reads = "nli", "1", frozenset[str]()

    def __init__(self) -> None:
        self.pairs_left: int | None = None

    async def judge(self, pairs: Sequence[Pair]) -> list[Opinion]:
        if self.pairs_left is not None:
            self.pairs_left -= len(pairs)
            if self.pairs_left < 0:
                raise Crashed
        return [self._say(pair) for pair in pairs]

    def _say(self, pair: Pair) -> Opinion:
        words = set(pair.claim.lower().strip(".").split())
        share = len(words & set(pair.premise.lower().replace(".", " ").split())) / len(words)
        return Opinion({"nli_entailment": share, "nli_neutral": 1 - share, "nli_contradiction": 0.0})


class Desk(JudgedDesk):
    """One tenant's services, with fakes in place of the models alone."""

    def __init__(self, store: Any, graph: Graph) -> None:
        tenant = f"history-{secrets.token_hex(6)}"
        services = LightServices(store.settings(tenant=tenant), graph)
        super().__init__(services, tenant)
        self.judge = OverlapJudge()
        preparer: Preparer = services.preparer
        preparer._statements = self.reader
        self.verifier: Verifier = dataclasses.replace(
            services.verifier, checker=Checker((self.judge,)), policies=PolicyChoice(VotePolicy())
        )

    async def load(self, key: str, text: str) -> str:
        (report,) = await self.services.loader.load(self.tenant, [SourceDocument(key, key, text.encode())])
        return report.revision_id

    async def ask(self, answer: str, contexts: tuple[str, ...] | None) -> None:
        await self.verifier.verify(self.tenant, VerifyRequest(answer, contexts=contexts, correct=False))

    async def delete(self, subject: Subject, name: str) -> None:
        await Deleter(self.graph, lambda: None).delete(self.tenant, subject, [name], yes=True)

    async def reverify(self) -> None:
        await Reverifier(self.verifier, correct=False).reverify(self.tenant)

    async def resume(self) -> None:
        await Resumer(self.graph, lambda task: self.verifier).resume(self.tenant)

    async def erase(self) -> None:
        await TenantEraser(self.graph, lambda: None).erase(self.tenant)

    async def found(self, query: str) -> set[str]:
        await self.services.tenants.ensure(self.tenant)
        (hits,) = await self.services.retriever.retrieve(self.tenant, [query], 50)
        return {hit.text for hit in hits}

    async def texts(self) -> set[str]:
        rows = await self.rows("MATCH (k:Chunk {tenant: $tenant}) WHERE k.text IS NOT NULL RETURN k.text AS text")
        return {row["text"] for row in rows}

    async def current(self) -> dict[str, Any]:
        """What stands now, by what it says: no ids, no numbers of revisions, nothing of old runs and their contexts."""
        documents = await self.rows(
            "MATCH (d:Document {tenant: $tenant, kind: 'source'})-[:CURRENT]->(:Revision)-[:HAS_CHUNK]->(k:Chunk) "
            "OPTIONAL MATCH (k)-[:STATES]->(c:Claim) RETURN d.key AS key, k.text AS chunk, c.text AS claim"
        )
        answers = await self.rows(
            "MATCH (a:Answer {tenant: $tenant})-[e:ASSERTS]->(c:Claim) "
            "RETURN a.text AS answer, c.text AS claim, e.verdict AS verdict"
        )
        return {
            "documents": {(row["key"], row["chunk"], row["claim"]) for row in documents},
            "answers": {(row["answer"], row["claim"], row["verdict"]) for row in answers},
        }


@dataclass
class Kept:
    """What one tenant should hold."""

    documents: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # key -> (text, id) of its revisions
    current: dict[str, str] = field(default_factory=dict)  # key -> the text of its current revision
    answers: dict[str, tuple[str, ...] | None] = field(default_factory=dict)  # text -> contexts of its newest run
    given: dict[str, set[str]] = field(default_factory=dict)  # answer -> contexts of all its runs
    tried: dict[str, set[str]] = field(default_factory=dict)  # answer -> contexts of what was interrupted
    left: dict[str, tuple[str, ...] | None] = field(default_factory=dict)  # answer -> contexts, interrupted

    def texts(self) -> set[str]:
        return {text for revisions in self.documents.values() for text, _ in revisions}


def sentences(owner: str) -> st.SearchStrategy[str]:
    verbs = st.sampled_from(("created", "invented", "grew in"))
    names, things = st.sampled_from(NAMES[owner]), st.sampled_from(THINGS[owner])
    made = st.builds("{} {} {}.".format, names, verbs, things)
    return st.lists(made, min_size=1, max_size=3, unique=True).map(" ".join)


OWNER = st.sampled_from(OWNERS)
KEYS = st.sampled_from(("a.txt", "b.txt", "c.txt"))


class Histories(RuleBasedStateMachine):
    portal: ClassVar[BlockingPortal]
    desks: ClassVar[dict[str, Desk]]
    fresh: ClassVar[Desk]

    def __init__(self) -> None:
        super().__init__()
        self.kept = {owner: Kept() for owner in OWNERS}

    def do(self, work: Any, *arguments: Any) -> Any:
        return self.portal.call(work, *arguments)

    @rule(data=st.data(), owner=OWNER, key=KEYS)
    def load(self, data: st.DataObject, owner: str, key: str) -> None:
        text, kept = data.draw(sentences(owner)), self.kept[owner]
        revision = self.do(self.desks[owner].load, key, text)
        if kept.current.get(key) != text:
            kept.documents.setdefault(key, []).append((text, revision))
            kept.current[key] = text

    @rule(data=st.data(), owner=OWNER, given=st.booleans())
    def ask(self, data: st.DataObject, owner: str, given: bool) -> None:
        kept, answer = self.kept[owner], data.draw(sentences(owner))
        contexts = (data.draw(sentences(owner)),) if given else None
        self.do(self.desks[owner].ask, answer, contexts)
        self._answered(kept, answer, contexts)
        kept.left.pop(answer, None)  # done now; with other contexts it is older than this run, and will be dropped

    @rule(data=st.data(), owner=OWNER, given=st.booleans(), pairs=st.integers(0, 3))
    def ask_and_die(self, data: st.DataObject, owner: str, given: bool, pairs: int) -> None:
        kept, desk, answer = self.kept[owner], self.desks[owner], data.draw(sentences(owner))
        contexts = (data.draw(sentences(owner)),) if given else None
        if answer in kept.left and kept.left[answer] != contexts:
            return  # one piece of unfinished work an answer is enough to follow
        kept.tried.setdefault(answer, set()).update(contexts or ())
        desk.judge.pairs_left = pairs
        try:
            self.do(desk.ask, answer, contexts)
        except BaseException as error:
            if not _holds(error, Crashed):
                raise
            kept.left[answer] = contexts
        else:
            self._answered(kept, answer, contexts)
            kept.left.pop(answer, None)
        finally:
            desk.judge.pairs_left = None

    @rule(owner=OWNER)
    def resume(self, owner: str) -> None:
        kept = self.kept[owner]
        self.do(self.desks[owner].resume)
        for answer, contexts in kept.left.items():
            self._answered(kept, answer, contexts)
        kept.left.clear()

    @rule(owner=OWNER)
    def reverify(self, owner: str) -> None:
        self.do(self.desks[owner].reverify)

    @precondition(lambda self: any(kept.documents for kept in self.kept.values()))
    @rule(data=st.data())
    def delete_document(self, data: st.DataObject) -> None:
        owner = data.draw(st.sampled_from([owner for owner in OWNERS if self.kept[owner].documents]))
        kept = self.kept[owner]
        key = data.draw(st.sampled_from(sorted(kept.documents)))
        self.do(self.desks[owner].delete, Subject.DOCUMENT, key)
        del kept.documents[key]
        kept.current.pop(key, None)

    @precondition(lambda self: any(kept.documents for kept in self.kept.values()))
    @rule(data=st.data())
    def delete_revision(self, data: st.DataObject) -> None:
        owner = data.draw(st.sampled_from([owner for owner in OWNERS if self.kept[owner].documents]))
        kept = self.kept[owner]
        key = data.draw(st.sampled_from(sorted(kept.documents)))
        text, revision = data.draw(st.sampled_from(kept.documents[key]))
        newest = kept.documents[key][-1][1] == revision
        self.do(self.desks[owner].delete, Subject.REVISION, revision)
        kept.documents[key].remove((text, revision))
        if newest:
            kept.current.pop(key, None)
        if not kept.documents[key]:
            del kept.documents[key]

    @precondition(lambda self: any(kept.answers for kept in self.kept.values()))
    @rule(data=st.data())
    def delete_answer(self, data: st.DataObject) -> None:
        owner = data.draw(st.sampled_from([owner for owner in OWNERS if self.kept[owner].answers]))
        kept, desk = self.kept[owner], self.desks[owner]
        answer = data.draw(st.sampled_from(sorted(kept.answers)))
        rows = self.do(desk.rows, "MATCH (a:Answer {tenant: $tenant}) RETURN a.id AS id, a.text AS text")
        self.do(desk.delete, Subject.ANSWER, next(row["id"] for row in rows if row["text"] == answer))
        for of in (kept.answers, kept.given, kept.tried, kept.left):
            of.pop(answer, None)

    @invariant()
    def what_is_held_is_what_was_given_and_not_deleted(self) -> None:
        for owner, kept in self.kept.items():
            texts = self.do(self.desks[owner].texts)
            used = {text for answer in kept.answers for text in kept.given[answer]}
            tried = {text for contexts in kept.tried.values() for text in contexts}
            assert kept.texts() | used <= texts
            assert texts <= kept.texts() | used | tried

    def teardown(self) -> None:
        """What stands is what would stand had only the rest ever been there."""
        try:
            for owner, kept in self.kept.items():
                self._compare(owner, kept)
        finally:
            for desk in self.desks.values():
                self.do(clear, desk.graph, desk.tenant)

    def _compare(self, owner: str, kept: Kept) -> None:
        desk, fresh = self.desks[owner], self.fresh
        self.resume(owner)
        self.reverify(owner)
        other = next(name for name in OWNERS if name != owner)
        for word in (*NAMES[other], *THINGS[other], *NAMES[owner]):
            assert self.do(desk.found, word) <= set(kept.current.values())
        try:
            for key, text in kept.current.items():
                self.do(fresh.load, key, text)
            for answer, contexts in kept.answers.items():
                for each in (desk, fresh):
                    self.do(each.ask, answer, contexts)
            assert self.do(desk.current) == self.do(fresh.current)
        finally:
            self.do(clear, fresh.graph, fresh.tenant)

    def _answered(self, kept: Kept, answer: str, contexts: tuple[str, ...] | None) -> None:
        kept.answers[answer] = contexts
        kept.given.setdefault(answer, set()).update(contexts or ())


def _holds(error: BaseException, kind: type[BaseException]) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return any(_holds(one, kind) for one in error.exceptions)
    return isinstance(error, kind)


@pytest.mark.slow
@pytest.mark.timeout(0 if NIGHTLY else 900)
def test_after_any_history_the_graph_is_that_of_what_remains(store: Any) -> None:
    chosen = settings(
        max_examples=250 if NIGHTLY else 6,
        stateful_step_count=40 if NIGHTLY else 20,
        derandomize=not NIGHTLY,  # the same histories each time; new ones every night
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    with start_blocking_portal() as portal:
        graph = portal.call(open_graph, store.settings())
        desks = {owner: Desk(store, graph) for owner in (*OWNERS, "fresh")}
        try:
            Histories.portal, Histories.fresh = portal, desks["fresh"]
            Histories.desks = {owner: desks[owner] for owner in OWNERS}
            run_state_machine_as_test(Histories, settings=chosen)
        finally:
            for desk in desks.values():
                portal.call(desk.erase)
            portal.call(graph.close)
