"""The composition root: the only place that picks implementations, with `models.py`, its half that needs no graph.

`Services` builds each part when it is first asked for, so that reading the graph loads no model, and
`claimgraph retrieve` loads no judge.
"""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cached_property
from typing import TYPE_CHECKING, cast

from .models import Models

if TYPE_CHECKING:
    from claimgraph.ingest.loading import Loader
    from claimgraph.ingest.preparing import Preparer
    from claimgraph.ingest.retrieval import Retriever
    from claimgraph.ingest.tenants import TenantIndexes
    from claimgraph.platform.graph import Graph
    from claimgraph.platform.settings import Settings
    from claimgraph.verify.checking import Checker
    from claimgraph.verify.claims import ClaimMaker
    from claimgraph.verify.deleting import Deleter
    from claimgraph.verify.erasing_tenants import TenantEraser
    from claimgraph.verify.evidence import EvidenceGatherer
    from claimgraph.verify.grapheval import GraphEval
    from claimgraph.verify.pipeline import Verifier
    from claimgraph.verify.ports import Corrector
    from claimgraph.verify.resuming import Finisher, Resumer
    from claimgraph.verify.reverifying import Reverifier
    from claimgraph.verify.windows import Embed

__all__ = ["Models", "Services", "open_models", "open_services"]

REPLY_CACHES = ("claims", "llm")
"""Folders below `cache` in the home folder that keep replies of language models."""

GRAPHEVAL = "grapheval"
"""What the task of GraphEval's jobs begins with."""


class Services(Models):
    """All parts of one process, over one graph."""

    def __init__(self, settings: Settings, graph: Graph) -> None:
        super().__init__(settings)
        self.graph = graph

    @property
    def tenant(self) -> str:
        return self.settings.tenant

    @cached_property
    def loader(self) -> Loader:
        from claimgraph.ingest.loading import Loader

        return Loader(self.graph, self.tenants, self.preparer)

    @cached_property
    def retriever(self) -> Retriever:
        from claimgraph.ingest.retrieval import Retriever

        return Retriever(self.graph, self.embedders)

    @cached_property
    def verifier(self) -> Verifier:
        from claimgraph.ingest.contexts import ContextLoader
        from claimgraph.verify.concluding import Concluder
        from claimgraph.verify.correcting import Uncorrected
        from claimgraph.verify.decomposition.granularity import Granularity
        from claimgraph.verify.outcome import OutcomeThresholds
        from claimgraph.verify.pipeline import Verifier

        models = self.model_names()
        return Verifier(
            graph=self.graph,
            tenants=self.tenants,
            contexts=ContextLoader(self.graph, self.preparer),
            claims=self.claims,
            gatherer=self.gatherer,
            checker=self.checker,
            policies=self.policies,
            correctors=self.correctors,
            concluder=Concluder(self.graph, models),
            thresholds=OutcomeThresholds(self.settings.support_threshold),
            models=models,
            max_answer_chars=self.settings.max_answer_chars,
            granularity=Granularity(self.settings.granularity),
            correction_rounds=self.settings.correction_rounds,
            uncorrected=Uncorrected(self.settings.uncorrected),
        )

    def grapheval(self, strategy: str | None = None, threshold: float = 0.5) -> GraphEval:
        """GraphEval over this graph: the same verifier, with triples for claims and NLI alone to decide.

        Raises `InputError` for an unknown strategy or threshold, `ConfigError` for "llm" without a language model.
        """
        from claimgraph.platform.errors import InputError
        from claimgraph.verify.claims import ClaimMaker
        from claimgraph.verify.decomposition.granularity import Granularity
        from claimgraph.verify.decomposition.triples import TripleDecomposer
        from claimgraph.verify.grapheval import GraphEval
        from claimgraph.verify.policies.choose import PolicyChoice
        from claimgraph.verify.policies.grapheval import GraphEvalPolicy
        from claimgraph.verify.policies.vote import VotePolicy

        if not 0 <= threshold <= 1:
            raise InputError(f"The threshold is a probability from 0 to 1, not {threshold}.")
        extractor = self.knowledge(strategy)
        claims = ClaimMaker(TripleDecomposer(extractor), self.mentions, extractor.version)
        policies = PolicyChoice(GraphEvalPolicy(VotePolicy(), threshold))
        task = f"{GRAPHEVAL}:{strategy or ''}:{threshold!r}"
        verifier = dataclasses.replace(
            self.verifier, claims=claims, policies=policies, granularity=Granularity.CLAIM, task=task
        )
        return GraphEval(verifier, extractor)

    def verifier_of(self, task: str) -> Verifier:
        """The verifier that a kept job's task asks for.

        Raises `InputError` for a task this program does not know, `ConfigError` where it needs what is not configured.
        """
        from claimgraph.graph_schema.repositories.jobs import VERIFY
        from claimgraph.platform.errors import InputError

        if task == VERIFY:
            return self.verifier
        name, _, arguments = task.partition(":")
        strategy, _, threshold = arguments.partition(":")
        if name != GRAPHEVAL:
            raise InputError(f"This program knows no task {name[:40]!r}; a newer one left this job, and can resume it.")
        return self.grapheval(strategy or None, float(threshold)).verifier

    def finisher_of(self, task: str) -> Finisher:
        """What brings a kept job of this task to its end. Raises as `verifier_of` does."""
        from claimgraph.verify.reverifying import REVERIFY

        return self.reverifier if task.startswith(REVERIFY) else self.verifier_of(task)

    @cached_property
    def resumer(self) -> Resumer:
        from claimgraph.verify.resuming import Resumer

        return Resumer(self.graph, self.finisher_of)

    @cached_property
    def deleter(self) -> Deleter:
        from claimgraph.verify.deleting import Deleter

        return Deleter(self.graph, self.clear_caches)

    @cached_property
    def tenant_eraser(self) -> TenantEraser:
        from claimgraph.verify.erasing_tenants import TenantEraser

        return TenantEraser(self.graph, self.clear_caches)

    @cached_property
    def reverifier(self) -> Reverifier:
        from claimgraph.verify.reverifying import Reverifier

        return Reverifier(self.verifier, self.settings.correct, self.verifier_of)

    def clear_caches(self) -> None:
        """Forget what is kept on disk beside the graph and may hold text: what language models replied.

        These caches know neither tenants nor documents, and cost only another request. Raises `ConfigError`.
        """
        from claimgraph.platform.llm.cache import ReplyCache

        for name in REPLY_CACHES:
            cache = ReplyCache(self.settings.home / "cache" / name)
            try:
                cache.clear()
            finally:
                cache.close()

    def model_names(self) -> Mapping[str, str]:
        """Part -> name and version, of every model that may change a result."""
        names = {f"embedder {lang}": f"{one.name} {one.version}" for lang, one in sorted(self.embedders.items())}
        names |= {f"nli {lang}": f"{one.name} {one.version}" for lang, one in sorted(self.nli.items())}
        names |= {f"analysis {lang}": f"{one.name} {one.version}" for lang, one in sorted(self.analysers.items())}
        names["mentions"] = self.mentions.version
        names |= {f"judge {judge.name}": judge.version for judge in self.judges}
        if self.language_model is not None:
            names["llm"] = f"{self.language_model.name} {self.language_model.version}"
        return names

    @cached_property
    def tenants(self) -> TenantIndexes:
        from claimgraph.ingest.tenants import TenantIndexes

        return TenantIndexes(self.graph, self.preparer.embedder_sizes())

    @cached_property
    def preparer(self) -> Preparer:
        from claimgraph.ingest.chunking import SemanticChunker
        from claimgraph.ingest.preparing import Preparer
        from claimgraph.ingest.readers.choose import reader_for

        return Preparer(
            choose_reader=reader_for,
            chunker=SemanticChunker(self.settings.chunk_tokens),
            mentions=self.mentions,
            embedders=self.embedders,
            max_text_chars=self.settings.max_text_chars,
            statements=self.reader if self.settings.read_statements else None,
        )

    @cached_property
    def claims(self) -> ClaimMaker:
        from claimgraph.verify.claims import ClaimMaker

        return ClaimMaker(self.decomposer(), self.mentions, self.reader.version)

    @cached_property
    def gatherer(self) -> EvidenceGatherer:
        from claimgraph.verify.evidence import EvidenceGatherer
        from claimgraph.verify.facts import FactReader

        embed = cast("Embed", self.embeddings.embed)  # the rows of an array are sequences of floats
        facts = FactReader(self.reader)
        return EvidenceGatherer(self.graph, self.retriever, embed, self.embeddings.version, facts)

    @cached_property
    def checker(self) -> Checker:
        from claimgraph.verify.checking import Checker

        return Checker(self.judges)

    @cached_property
    def correctors(self) -> Sequence[Corrector]:
        """In the order in which they are tried."""
        from claimgraph.verify.correction.by_value import ValueCorrector
        from claimgraph.verify.correction.telling import Teller

        found: list[Corrector] = [ValueCorrector(Teller(self.reader, self.mentions))]
        if self.language_model is not None:
            from claimgraph.verify.correction.by_llm import LlmCorrector

            found.insert(0, LlmCorrector(self.language_model))
        if self.settings.uncorrected == "quote":
            from claimgraph.verify.correction.by_quote import QuoteCorrector

            embed = cast("Embed", self.embeddings.embed)  # the rows of an array are sequences of floats
            found.append(QuoteCorrector(self.reader, embed, self.embeddings.version))
        return tuple(found)


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Open the store, bring its schema up to date, and close everything at the end.

    Raises `GraphUnavailable`, `Forbidden` or `MigrationError`.
    """
    from claimgraph.graph_schema.migrations import migrate
    from claimgraph.platform.graph import open_graph

    async with await open_graph(settings) as graph:
        await migrate(graph)
        services = Services(settings, graph)
        try:
            yield services
        finally:
            await services.aclose()


@asynccontextmanager
async def open_models(settings: Settings) -> AsyncIterator[Models]:
    """The parts that need no graph; no store is started or opened."""
    models = Models(settings)
    try:
        yield models
    finally:
        await models.aclose()
