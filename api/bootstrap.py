"""The composition root: the only place that picks implementations.

`Services` builds each part when it is first asked for, so that reading the graph loads no model, and
`claimgraph retrieve` loads no judge.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cached_property
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from claimgraph.ingest.loading import Loader
    from claimgraph.ingest.ports import MentionExtractor
    from claimgraph.ingest.preparing import Preparer
    from claimgraph.ingest.retrieval import Retriever
    from claimgraph.ingest.tenants import TenantIndexes
    from claimgraph.platform.graph import Graph
    from claimgraph.platform.llm import LanguageModel
    from claimgraph.platform.models.ports import Embedder, NliModel
    from claimgraph.platform.settings import Settings
    from claimgraph.verify.checking import Checker
    from claimgraph.verify.claims import ClaimMaker
    from claimgraph.verify.evidence import EvidenceGatherer
    from claimgraph.verify.judges.embeddings import CachedEmbeddings
    from claimgraph.verify.pipeline import Verifier
    from claimgraph.verify.ports import Corrector, Judge
    from claimgraph.verify.windows import Embed


class Services:
    """All parts of one process, over one graph."""

    def __init__(self, settings: Settings, graph: Graph) -> None:
        self.settings = settings
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
        from claimgraph.verify.outcome import OutcomeThresholds
        from claimgraph.verify.pipeline import Verifier
        from claimgraph.verify.policies.vote import VotePolicy

        models = self.model_names()
        return Verifier(
            graph=self.graph,
            tenants=self.tenants,
            contexts=ContextLoader(self.graph, self.preparer),
            claims=self.claims,
            gatherer=self.gatherer,
            checker=self.checker,
            policy=VotePolicy(),
            correctors=self.correctors,
            concluder=Concluder(self.graph, models),
            thresholds=OutcomeThresholds(self.settings.support_threshold),
            models=models,
            max_answer_chars=self.settings.max_answer_chars,
        )

    def model_names(self) -> Mapping[str, str]:
        """Part -> name and version, of every model that may change a result."""
        names = {f"embedder {lang}": f"{one.name} {one.version}" for lang, one in sorted(self.embedders.items())}
        names["nli"] = f"{self.nli.name} {self.nli.version}"
        names["mentions"] = self.mentions.version
        names |= {f"judge {judge.name}": judge.version for judge in self.judges}
        if self.language_model is not None:
            names["llm"] = f"{self.language_model.name} {self.language_model.version}"
        return names

    @cached_property
    def embedders(self) -> Mapping[str, Embedder]:
        """Language -> embedder; "und" stands for every other language."""
        from claimgraph.platform.models.hashing import HashedChineseEmbedder
        from claimgraph.platform.models.minilm import MiniLMEmbedder

        english, chinese = MiniLMEmbedder(threads=self._threads), HashedChineseEmbedder()
        return {"en": english, "zh": chinese, "und": english}

    @cached_property
    def nli(self) -> NliModel:
        from claimgraph.platform.models.cross_encoder import CrossEncoderNli

        return CrossEncoderNli(threads=self._threads)

    @cached_property
    def language_model(self) -> LanguageModel | None:
        from claimgraph.platform.llm import build_llm

        return build_llm(self.settings)

    @cached_property
    def tenants(self) -> TenantIndexes:
        from claimgraph.ingest.tenants import TenantIndexes

        return TenantIndexes(self.graph, self.preparer.embedder_sizes())

    @cached_property
    def mentions(self) -> MentionExtractor:
        from claimgraph.ingest.text.mentions import PatternMentions

        return PatternMentions()

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
        )

    @cached_property
    def claims(self) -> ClaimMaker:
        from claimgraph.verify.claims import ClaimMaker
        from claimgraph.verify.decomposition import SentenceDecomposer

        return ClaimMaker(SentenceDecomposer(), self.mentions)

    @cached_property
    def embeddings(self) -> CachedEmbeddings:
        from claimgraph.verify.judges.embeddings import CachedEmbeddings

        return CachedEmbeddings(self.embedders)

    @cached_property
    def gatherer(self) -> EvidenceGatherer:
        from claimgraph.verify.evidence import EvidenceGatherer

        embed = cast("Embed", self.embeddings.embed)  # the rows of an array are sequences of floats
        return EvidenceGatherer(self.graph, self.retriever, embed, self.embeddings.version)

    @cached_property
    def judges(self) -> Sequence[Judge]:
        from claimgraph.verify.judges.alignment import AlignmentJudge
        from claimgraph.verify.judges.nli import NliJudge
        from claimgraph.verify.judges.rules import RulesJudge
        from claimgraph.verify.judges.similarity import SimilarityJudge

        return (NliJudge(self.nli), SimilarityJudge(self.embeddings), RulesJudge(), AlignmentJudge())

    @cached_property
    def checker(self) -> Checker:
        from claimgraph.verify.checking import Checker

        return Checker(self.judges)

    @cached_property
    def correctors(self) -> Sequence[Corrector]:
        """In the order in which they are tried."""
        from claimgraph.verify.correction.by_value import ValueCorrector

        if self.language_model is None:
            return (ValueCorrector(),)
        from claimgraph.verify.correction.by_llm import LlmCorrector

        return (LlmCorrector(self.language_model), ValueCorrector())

    async def aclose(self) -> None:
        """Close what was opened besides the graph, which belongs to the caller."""
        if (llm := self.__dict__.get("language_model")) is not None:  # not built: nothing to close
            await llm.aclose()

    @property
    def _threads(self) -> int | None:
        return self.settings.threads or None


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
