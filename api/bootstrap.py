"""The composition root: the only place that picks implementations.

`Services` builds each part when it is first asked for, so that reading the graph loads no model, and
`claimgraph retrieve` loads no judge.
"""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cached_property
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from claimgraph.ingest.loading import Loader
    from claimgraph.ingest.ports import KnowledgeExtractor, MentionExtractor, StatementReader
    from claimgraph.ingest.preparing import Preparer
    from claimgraph.ingest.retrieval import Retriever
    from claimgraph.ingest.tenants import TenantIndexes
    from claimgraph.platform.graph import Graph
    from claimgraph.platform.llm import LanguageModel
    from claimgraph.platform.llm.cache import ReplyCache
    from claimgraph.platform.models.ports import Embedder, NliModel, TextAnalyser
    from claimgraph.platform.settings import Settings
    from claimgraph.verify.checking import Checker
    from claimgraph.verify.claims import ClaimMaker
    from claimgraph.verify.decomposition.quality import QualityMeter
    from claimgraph.verify.decomposition.result import DetailedDecomposer
    from claimgraph.verify.deleting import Deleter
    from claimgraph.verify.erasing_tenants import TenantEraser
    from claimgraph.verify.evidence import EvidenceGatherer
    from claimgraph.verify.grapheval import GraphEval
    from claimgraph.verify.judges.embeddings import CachedEmbeddings
    from claimgraph.verify.judges.registry import JudgeParts
    from claimgraph.verify.pipeline import Verifier
    from claimgraph.verify.policies.choose import PolicyChoice
    from claimgraph.verify.ports import Corrector, Judge
    from claimgraph.verify.resuming import Finisher, Resumer
    from claimgraph.verify.reverifying import Reverifier
    from claimgraph.verify.windows import Embed

AT_ENDPOINT = "endpoint:"
"""What the setting `embedding_model` begins with where an endpoint embeds."""

REPLY_CACHES = ("claims", "llm")
"""Folders below `cache` in the home folder that keep replies of language models."""

GRAPHEVAL = "grapheval"
"""What the task of GraphEval's jobs begins with."""


class Models:
    """The parts that need no graph: models, and what reads and takes apart texts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @cached_property
    def embedders(self) -> Mapping[str, Embedder]:
        """Language -> embedder; "und" stands for every other language.

        Raises `ConfigError` where the settings ask for an endpoint's embedder and name no endpoint.
        """
        from claimgraph.platform.models.combining import CombiningEmbedder

        if self.settings.embedding_model:
            one = CombiningEmbedder(self._own_embedder(self.settings.embedding_model))
            return dict.fromkeys(("en", "zh", "und"), one)
        from claimgraph.platform.models.bge import BgeChineseEmbedder
        from claimgraph.platform.models.hashing import HashedChineseEmbedder
        from claimgraph.platform.models.minilm import MiniLMEmbedder

        english = CombiningEmbedder(MiniLMEmbedder(threads=self._threads))
        chinese: Embedder = HashedChineseEmbedder()
        if self.settings.chinese_embedder == "bge":
            chinese = CombiningEmbedder(BgeChineseEmbedder(threads=self._threads))
        return {"en": english, "zh": chinese, "und": english}

    def _own_embedder(self, model: str) -> Embedder:
        """What the setting `embedding_model` names; nothing is loaded or asked yet."""
        from claimgraph.platform.errors import ConfigError
        from claimgraph.platform.llm import configured_endpoint
        from claimgraph.platform.models.embeddings_endpoint import EndpointEmbedder
        from claimgraph.platform.models.sentence_transformer import SentenceTransformerEmbedder

        at_endpoint, name = model.startswith(AT_ENDPOINT), model.removeprefix(AT_ENDPOINT).strip()
        languages = frozenset({"en", "zh"})
        if not at_endpoint:
            return SentenceTransformerEmbedder(model, languages)
        endpoint = configured_endpoint(self.settings)
        if not name or endpoint is None:
            missing = "the model's name is missing after the colon" if not name else "no endpoint is configured"
            raise ConfigError(
                f"CLAIMGRAPH_EMBEDDING_MODEL asks an endpoint for embeddings, and {missing}. Write endpoint:NAME, and "
                "set OPENAI_API_KEY or LLM_BASE_URL (docs/llm.md)."
            )
        settings = self.settings
        return EndpointEmbedder(
            name,
            languages,
            endpoint,
            timeout_seconds=settings.llm_timeout_seconds,
            max_retries=settings.llm_retries,
        )

    @cached_property
    def nli(self) -> Mapping[str, NliModel]:
        """Language -> NLI model; "und" stands for every other language, where one is set that reads all."""
        from claimgraph.platform.models.combining import CombiningNli

        if self.settings.nli_model:
            from claimgraph.platform.models.transformers_nli import TransformersNli

            one = CombiningNli(TransformersNli(self.settings.nli_model))
            return {"en": one, "zh": one, "und": one}
        from claimgraph.platform.models.cross_encoder import CrossEncoderNli

        return {"en": CombiningNli(CrossEncoderNli(threads=self._threads))}

    @cached_property
    def language_model(self) -> LanguageModel | None:
        from claimgraph.platform.llm import build_llm

        return build_llm(self.settings)

    @cached_property
    def examinee(self) -> LanguageModel | None:
        """The second model of the judge `lmvlm`; None: the language model itself."""
        from claimgraph.platform.llm import build_llm

        model = self.settings.examinee_model
        return build_llm(self.settings, model) if model else None

    @cached_property
    def analysers(self) -> Mapping[str, TextAnalyser]:
        """Language -> text analysis; other languages have none."""
        from claimgraph.platform.models.analysis.cached import CachedAnalyser
        from claimgraph.platform.models.analysis.chinese import ChineseAnalyser
        from claimgraph.platform.models.analysis.english import EnglishAnalyser

        english: TextAnalyser = EnglishAnalyser(threads=self._threads)
        if self.settings.spacy_model:
            from claimgraph.platform.models.analysis.spacy_pipeline import SpacyAnalyser

            english = SpacyAnalyser(self.settings.spacy_model)
        found: dict[str, TextAnalyser] = {"en": english, "zh": ChineseAnalyser(threads=self._threads)}
        if self.settings.ner_model:
            from claimgraph.platform.models.analysis.token_classifier import TransformersTokenClassifier

            model = self.settings.ner_model
            found = {lang: TransformersTokenClassifier(one, model) for lang, one in found.items()}
        return {lang: CachedAnalyser(one) for lang, one in found.items()}

    @cached_property
    def reader(self) -> StatementReader:
        """Reads answers and documents alike: by rules, with the relations of a model where one is set."""
        from claimgraph.ingest.entities.text_entities import text_entities
        from claimgraph.ingest.statements.coreference.chinese import ChineseCoreference
        from claimgraph.ingest.statements.coreference.english import EnglishCoreference
        from claimgraph.ingest.statements.parsed import CoreferenceResolver
        from claimgraph.ingest.statements.reader import RuleReader

        english: CoreferenceResolver = EnglishCoreference()
        if self.settings.coreference_model:
            from claimgraph.ingest.statements.coreference.by_model import ModelCoreference
            from claimgraph.platform.models.analysis.coreference import FastCoref

            english = ModelCoreference(FastCoref(self.settings.coreference_model))
        rules = RuleReader(self.analysers, {"en": english, "zh": ChineseCoreference()}, text_entities)
        if not self.settings.relation_model:
            return rules
        from claimgraph.ingest.knowledge.parsed import ParsedKnowledge
        from claimgraph.platform.models.analysis.relations import TransformersRelations

        return ParsedKnowledge(rules, TransformersRelations(self.settings.relation_model))

    def knowledge(self, strategy: str | None = None) -> KnowledgeExtractor:
        """What reads the knowledge graph of a text: "rules" (the parse) or "llm"; None follows the setting
        `decomposer`, as far as there is a language model.

        Raises `InputError` for another strategy, `ConfigError` for "llm" without a language model.
        """
        from claimgraph.ingest.knowledge.by_llm import LlmKnowledge
        from claimgraph.ingest.knowledge.parsed import ParsedKnowledge
        from claimgraph.platform.errors import InputError

        if strategy not in (None, "rules", "llm"):
            raise InputError(f"There is no strategy {strategy[:40]!r}; choose one of rules, llm.")
        if strategy == "llm" or (strategy is None and self.settings.decomposer == "llm"):
            return LlmKnowledge(self._required_language_model(), self.reader, self.claim_cache)
        return ParsedKnowledge(self.reader)

    def _required_language_model(self) -> LanguageModel:
        from claimgraph.platform.errors import ConfigError

        if self.language_model is None:
            raise ConfigError(
                "This needs a language model, and none is configured; set OPENAI_API_KEY or LLM_BASE_URL (docs/llm.md)."
            )
        return self.language_model

    @cached_property
    def mentions(self) -> MentionExtractor:
        from claimgraph.ingest.entities.mentions import AnalysedMentions

        return AnalysedMentions(self.analysers)

    @cached_property
    def embeddings(self) -> CachedEmbeddings:
        from claimgraph.verify.judges.embeddings import CachedEmbeddings

        return CachedEmbeddings(self.embedders)

    @cached_property
    def judges(self) -> Sequence[Judge]:
        from claimgraph.verify.judges.registry import build_judges

        policies = (self.policies.default, *self.policies.by_domain.values())
        needed = [judge for policy in policies for judge in getattr(policy, "judges", ())]
        return build_judges([*self.settings.judges.split(","), *needed], self.judge_parts)

    @cached_property
    def judge_parts(self) -> JudgeParts:
        from claimgraph.verify.judges.registry import JudgeParts

        return JudgeParts(
            nli=lambda: self.nli,
            embeddings=lambda: self.embeddings,
            language_model=lambda: self.language_model,
            mentions=lambda: self.mentions,
            cache=lambda: self.claim_cache,
            examinee=lambda: self.examinee,
        )

    @cached_property
    def policies(self) -> PolicyChoice:
        from claimgraph.verify.policies.choose import choose_policies
        from claimgraph.verify.policies.thresholds import VoteThresholds, similarity_supports

        names = {lang: self.embedders[lang].name for lang in ("en", "zh")}
        thresholds = VoteThresholds(similarity_supports=similarity_supports(names))
        settings = self.settings
        return choose_policies(settings.policy, settings.policy_by_domain, settings.review_error, thresholds)

    def decomposer(self, method: str | None = None) -> DetailedDecomposer:
        """What takes answers apart by a method (`rules`, `llm`, `hybrid`); None: as the settings say.

        Raises `InputError` for another method, `ConfigError` for "llm" without a language model.
        """
        from claimgraph.verify.decomposition.choose import Escalation, build_decomposer

        return build_decomposer(
            method or self.settings.decomposer,
            self.reader,
            self.analysers,
            self.language_model,
            self.claim_cache,
            Escalation(self.settings.complexity_threshold, self.settings.quality_threshold),
        )

    @cached_property
    def claim_cache(self) -> ReplyCache:
        """What language models read in texts, by text, prompt version and model."""
        from claimgraph.platform.llm.cache import ReplyCache

        return ReplyCache(self.settings.home / "cache" / "claims")

    @cached_property
    def quality(self) -> QualityMeter:
        from claimgraph.verify.decomposition.quality import QualityMeter

        return QualityMeter(self.analysers)

    async def ready(self) -> None:
        """Load, or ask, the models that settings name, so far as it takes to know their names, versions and sizes.

        Those are looked up in the event loop, which must not wait there for a hub or an endpoint. Raises `ModelError`.
        """
        if self.settings.embedding_model or self.settings.nli_model:
            import anyio.to_thread

            await anyio.to_thread.run_sync(self._load_own_models)

    def _load_own_models(self) -> None:
        if self.settings.embedding_model:
            _ = self.embedders["en"].name, self.embedders["en"].dimensions
        if self.settings.nli_model:
            _ = self.nli["en"].version

    async def aclose(self) -> None:
        """Close what was opened besides the graph, which belongs to the caller."""
        for part in ("language_model", "examinee"):
            if (llm := self.__dict__.get(part)) is not None:  # not built: nothing to close
                await llm.aclose()
        if (cache := self.__dict__.get("claim_cache")) is not None:
            cache.close()

    @property
    def _threads(self) -> int | None:
        return self.settings.threads or None


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

        by_value = ValueCorrector(Teller(self.reader, self.mentions))
        if self.language_model is None:
            return (by_value,)
        from claimgraph.verify.correction.by_llm import LlmCorrector

        return (LlmCorrector(self.language_model), by_value)


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
