"""The half of the composition root that needs no graph: models, and what reads and takes apart texts.

Each part is built when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from claimgraph.platform.models.resident import let_go

if TYPE_CHECKING:
    from claimgraph.ingest.ports import KnowledgeExtractor, MentionExtractor, StatementReader
    from claimgraph.platform.llm import LanguageModel
    from claimgraph.platform.llm.cache import ReplyCache
    from claimgraph.platform.models.ports import Embedder, NliModel, PieceEmbedder, TextAnalyser
    from claimgraph.platform.settings import Settings
    from claimgraph.verify.decomposition.quality import QualityMeter
    from claimgraph.verify.decomposition.result import DetailedDecomposer
    from claimgraph.verify.judges.embeddings import CachedEmbeddings
    from claimgraph.verify.judges.registry import JudgeParts
    from claimgraph.verify.policies.choose import PolicyChoice
    from claimgraph.verify.policies.thresholds import VoteThresholds
    from claimgraph.verify.ports import Judge
    from claimgraph.verify.redeep.judging import Insight

AT_ENDPOINT = "endpoint:"
"""What the setting `embedding_model` begins with where an endpoint embeds."""


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

        english = self.piece_embedders["en"]
        chinese: Embedder = HashedChineseEmbedder()
        if self.settings.chinese_embedder == "bge":
            chinese = CombiningEmbedder(BgeChineseEmbedder(threads=self._threads))
        return {"en": english, "zh": chinese, "und": english}

    @cached_property
    def piece_embedders(self) -> Mapping[str, PieceEmbedder]:
        """Language -> what tells how near single words are: the package's own, whatever else embeds, for the default
        policy was fitted to it."""
        from claimgraph.platform.models.combining import CombiningPieces
        from claimgraph.platform.models.minilm import MiniLMEmbedder

        return {"en": CombiningPieces(MiniLMEmbedder(threads=self._threads))}

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
        from claimgraph.platform.models.cross_encoder import CHINESE, CrossEncoderNli
        from claimgraph.platform.models.glossing import Glossary, GlossedNli

        threads, runtime = self._threads, self.settings.nli_runtime
        chinese = GlossedNli(CrossEncoderNli(threads=threads, runtime=runtime, file=CHINESE), Glossary())
        return {
            "en": CombiningNli(CrossEncoderNli(threads=threads, runtime=runtime)),
            "zh": CombiningNli(chinese),
        }

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
        found: dict[str, TextAnalyser] = {"en": english, "zh": ChineseAnalyser()}
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
        inside = ["redeep"] if self.settings.redeep_model or self.settings.redeep_detector else []
        return build_judges([*self.settings.judges.split(","), *needed, *inside], self.judge_parts)

    @cached_property
    def judge_parts(self) -> JudgeParts:
        from claimgraph.verify.judges.registry import JudgeParts

        return JudgeParts(
            nli=lambda: self.nli,
            embeddings=lambda: self.embeddings,
            pieces=lambda: self.piece_embedders,
            language_model=lambda: self.language_model,
            mentions=lambda: self.mentions,
            cache=lambda: self.claim_cache,
            examinee=lambda: self.examinee,
            insight=lambda: self.insight,
        )

    @cached_property
    def insight(self) -> Insight | None:
        """The causal model that ReDeEP reads answers in, with its detector; None where none is set.

        Raises `ConfigError` where only one of the two is set or they do not fit, `ModelUnavailable` without torch.
        """
        settings = self.settings
        if settings.redeep_model is None and settings.redeep_detector is None:
            return None
        from claimgraph.verify.redeep.causal_reader import insight_of

        return insight_of(settings.redeep_model, settings.redeep_detector, settings.redeep_device)

    @cached_property
    def thresholds(self) -> VoteThresholds:
        """What a vote takes, by the models that the judges have."""
        from claimgraph.verify.policies.thresholds import VoteThresholds, glossed_supports, similarity_supports

        names = {lang: self.embedders[lang].name for lang in ("en", "zh")}
        thresholds = VoteThresholds(
            similarity_supports=similarity_supports(names),
            nli_glossed_supports=glossed_supports({lang: model.name for lang, model in self.nli.items()}),
        )
        if self.insight is not None:
            thresholds = replace(thresholds, redeep_supports=1.0 - self.insight.detector.span_threshold)
        return thresholds

    @cached_property
    def policies(self) -> PolicyChoice:
        from claimgraph.verify.policies.choose import choose_policies

        settings = self.settings
        return choose_policies(settings.policy, settings.policy_by_domain, settings.review_error, self.thresholds)

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
        own = (self.settings.embedding_model, self.settings.nli_model, self.settings.redeep_model)
        if any(own) or self.settings.nli_runtime != "onnxruntime":
            import anyio.to_thread

            await anyio.to_thread.run_sync(self._load_own_models)

    def _load_own_models(self) -> None:
        if self.settings.embedding_model:
            _ = self.embedders["en"].name, self.embedders["en"].dimensions
        for model in self.nli.values():
            _ = model.version
        if self.insight is not None:
            _ = self.insight.reader.version

    async def aclose(self) -> None:
        """Close what was opened besides the graph, which belongs to the caller; models go once nobody holds them."""
        for part in ("language_model", "examinee"):
            if (llm := self.__dict__.get(part)) is not None:  # not built: nothing to close
                await llm.aclose()
        if (cache := self.__dict__.get("claim_cache")) is not None:
            cache.close()
        let_go()

    @property
    def _threads(self) -> int | None:
        return self.settings.threads or None
