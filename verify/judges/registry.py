"""The judges by name: what each is made of, what it reads and costs, and the paper it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimgraph.platform.errors import ConfigError
from claimgraph.verify.ports import Judge

if TYPE_CHECKING:
    from claimgraph.ingest.ports import MentionExtractor
    from claimgraph.platform.llm import LanguageModel
    from claimgraph.platform.llm.cache import ReplyCache
    from claimgraph.platform.models.ports import NliModel, PieceEmbedder

    from ..redeep.judging import Insight
    from .embeddings import CachedEmbeddings

DEFAULT_JUDGES = ("nli", "similarity", "rules", "alignment", "statements", "values", "graph")


@dataclass(frozen=True, slots=True)
class JudgeParts:
    """What judges are built from; each is called only for a judge that needs it.

    `language_model` gives None where none is configured. `cache` keeps replies by pair, beside the language model's
    own cache of whole prompts.
    """

    nli: Callable[[], Mapping[str, NliModel]]  # by language
    embeddings: Callable[[], CachedEmbeddings]
    language_model: Callable[[], LanguageModel | None]
    mentions: Callable[[], MentionExtractor]
    pieces: Callable[[], Mapping[str, PieceEmbedder]] = dict  # by language, where there is one
    cache: Callable[[], ReplyCache | None] = lambda: None
    examinee: Callable[[], LanguageModel | None] = lambda: None  # the second model of `lmvlm`; None: the same one
    insight: Callable[[], Insight | None] = lambda: None  # the causal model and the detector of `redeep`


@dataclass(frozen=True, slots=True)
class JudgeKind:
    """One judge: how it is built, and its line in docs/judging.md."""

    name: str
    build: Callable[[JudgeParts], Judge]
    reads: str
    calls: str  # of a language model, for one pair
    paper: str = ""
    white_box: bool = False  # looks into a causal language model, which has to be configured

    @property
    def asks(self) -> bool:
        """Whether it needs a language model."""
        return self.calls != "0"


def build_judge(name: str, parts: JudgeParts) -> Judge:
    """The judge `name`. Raises `ConfigError` for an unknown name, and for one that needs a language model that is not
    configured; `ModelUnavailable` where a model's file or package is missing."""
    kind = JUDGES.get(name)
    if kind is None:
        raise ConfigError(f"There is no judge {name[:40]!r}; choose among {', '.join(JUDGES)}.")
    return kind.build(parts)


def build_judges(names: str | Iterable[str], parts: JudgeParts) -> tuple[Judge, ...]:
    """The judges that a setting lists ("nli, similarity, llm"), each once, in that order.

    Raises `ConfigError` as `build_judge` does, and where no judge is listed.
    """
    listed = names.split(",") if isinstance(names, str) else names
    wanted = list(dict.fromkeys(filter(None, (name.strip() for name in listed))))
    if not wanted:
        raise ConfigError(f"No judge is listed; choose among {', '.join(JUDGES)}.")
    return tuple(build_judge(name, parts) for name in wanted)


def _asked(name: str, parts: JudgeParts) -> LanguageModel:
    llm = parts.language_model()
    if llm is None:
        raise ConfigError(
            f"The judge {name!r} needs a language model, and none is configured; set OPENAI_API_KEY or LLM_BASE_URL "
            "(docs/llm.md)."
        )
    return llm


def _nli(parts: JudgeParts) -> Judge:
    from .nli import NliJudge

    return NliJudge(parts.nli())


def _similarity(parts: JudgeParts) -> Judge:
    from .similarity import SimilarityJudge

    return SimilarityJudge(parts.embeddings(), parts.pieces())


def _rules(parts: JudgeParts) -> Judge:
    from .rules import RulesJudge

    return RulesJudge()


def _alignment(parts: JudgeParts) -> Judge:
    from .alignment import AlignmentJudge

    return AlignmentJudge()


def _graph(parts: JudgeParts) -> Judge:
    from .graph import GraphJudge

    return GraphJudge()


def _values(parts: JudgeParts) -> Judge:
    from .values.judge import ValuesJudge

    return ValuesJudge(parts.mentions())


def _statements(parts: JudgeParts) -> Judge:
    from .statements import StatementsJudge

    return StatementsJudge(_nli(parts))


def _llm(parts: JudgeParts) -> Judge:
    from .llm.verdict import LlmJudge

    return LlmJudge(_asked("llm", parts), parts.cache())


def _llm_answer(parts: JudgeParts) -> Judge:
    from .llm.answer import WholeAnswerJudge

    return WholeAnswerJudge(_asked("llm_answer", parts), parts.cache())


def _llm_plain(parts: JudgeParts) -> Judge:
    from .llm.plain import PlainJudge

    return PlainJudge(_asked("llm_plain", parts))


def _chainpoll(parts: JudgeParts) -> Judge:
    from .llm.chainpoll import ChainPollJudge

    return ChainPollJudge(_asked("chainpoll", parts))


def _selfcheck(parts: JudgeParts) -> Judge:
    from .llm.selfcheck import SelfCheckJudge

    return SelfCheckJudge(_asked("selfcheck", parts), _nli(parts))


def _p_true(parts: JudgeParts) -> Judge:
    from .llm.p_true import PTrueJudge

    return PTrueJudge(_asked("p_true", parts))


def _lmvlm(parts: JudgeParts) -> Judge:
    from .llm.lmvlm import LmVsLmJudge

    return LmVsLmJudge(_asked("lmvlm", parts), parts.examinee())


def _trulens(parts: JudgeParts) -> Judge:
    from .llm.trulens import TruLensJudge

    return TruLensJudge(_asked("trulens", parts), parts.cache())


def _ragas(parts: JudgeParts) -> Judge:
    from .llm.ragas import RagasFaithfulnessJudge

    return RagasFaithfulnessJudge(_asked("ragas_faithfulness", parts), parts.cache())


def _refchecker(parts: JudgeParts) -> Judge:
    from .llm.refchecker import RefCheckerJudge

    return RefCheckerJudge(_asked("refchecker", parts), parts.cache())


def _hallusearch(parts: JudgeParts) -> Judge:
    from .llm.hallusearch import HalluSearchJudge

    return HalluSearchJudge(_asked("hallusearch", parts), parts.cache())


def _redeep(parts: JudgeParts) -> Judge:
    from ..redeep.judging import RedeepJudge

    insight = parts.insight()
    if insight is None:
        raise ConfigError(
            "The judge 'redeep' needs a causal language model and a detector that was fitted for it; set "
            "CLAIMGRAPH_REDEEP_MODEL and CLAIMGRAPH_REDEEP_DETECTOR (docs/redeep.md)."
        )
    return RedeepJudge(insight)


_KINDS = (
    JudgeKind("nli", _nli, "claim, window", "0"),
    JudgeKind("similarity", _similarity, "claim, window", "0"),
    JudgeKind("rules", _rules, "claim, window", "0"),
    JudgeKind("alignment", _alignment, "claim, window", "0"),
    JudgeKind("graph", _graph, "the claim's triples, what sources state", "0"),
    JudgeKind("statements", _statements, "claim, what the window states", "0"),
    JudgeKind("values", _values, "claim, what the window states", "0"),
    JudgeKind("llm", _llm, "claim, window", "1 for 8 pairs"),
    JudgeKind("llm_answer", _llm_answer, "claim, all evidence", "1 for 30 claims with the same evidence"),
    JudgeKind("llm_plain", _llm_plain, "claim, window", "1"),
    JudgeKind("chainpoll", _chainpoll, "claim, window", "5", "arXiv:2310.18344"),
    JudgeKind("selfcheck", _selfcheck, "claim, question", "5 for a question", "arXiv:2303.08896"),
    JudgeKind("p_true", _p_true, "claim, window", "1; 11 without logprobs", "arXiv:2207.05221"),
    JudgeKind("lmvlm", _lmvlm, "claim, window", "4 to 7", "arXiv:2305.13281"),
    JudgeKind("trulens", _trulens, "claim, window", "1 for 20 sentences with the same evidence"),
    JudgeKind("ragas_faithfulness", _ragas, "claim, question, all evidence", "2", "arXiv:2309.15217"),
    JudgeKind(
        "refchecker",
        _refchecker,
        "claim, its triples, question, all evidence",
        "1; 2 without triples",
        "arXiv:2405.14486",
    ),
    JudgeKind("hallusearch", _hallusearch, "claim, question, all evidence", "2", "arXiv:2504.10168"),
    JudgeKind("redeep", _redeep, "the whole answer, question, all evidence", "0", "arXiv:2410.11414", white_box=True),
)

JUDGES: Mapping[str, JudgeKind] = {kind.name: kind for kind in _KINDS}
