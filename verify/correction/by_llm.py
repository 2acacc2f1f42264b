"""Correction by a language model: the sentence, its verdict, conflicts, triples and numbered passages as quoted data.

What comes back is only a proposal: the pipeline verifies it like any other claim.
"""

from __future__ import annotations

import logging
import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from claimgraph.graph_schema.vocabulary import Stance, Verdict
from claimgraph.platform.errors import ModelReplyError, TextTooLong
from claimgraph.platform.llm import Failure, LanguageModel, Prompt, Reply, Usage
from claimgraph.platform.llm.prompting import load_prompt
from claimgraph.platform.llm.usage import record

from ..model import CorrectionRequest, Finding, Opinion, Piece, Proposal

_log = logging.getLogger(__name__)

_MOST_PASSAGES = 12
_LONGEST_PASSAGE = 2000  # characters
_LONGEST_SENTENCE = 2000  # characters
_MOST_FINDINGS = 20
_MOST_TRIPLES = 20
_MOST_FAILED = 5
_STYLE_AROUND = 300  # characters of the answer shown on each side of the sentence
METHOD = "llm"
_REPLY_TOKENS = 1000  # beside two for each character of the sentence


class LlmCorrector:
    """`Corrector` over a `LanguageModel`. The prompt is in the claim's language.

    `attempt` tells a failed request from "no correction"; `propose` logs failures, keeps the last reasons
    in `failures`, and leaves None, so that the next corrector has its turn. A `metered()` block around either
    sees usage and failures of its own run.
    """

    name = METHOD

    def __init__(self, llm: LanguageModel) -> None:
        self._llm = llm
        prompts = "+".join(load_prompt(__package__, "correct", lang).version for lang in ("en", "zh"))
        self.version = f"{prompts}/{llm.name}@{llm.version}"
        self.failures: deque[str] = deque(maxlen=50)

    async def propose(self, requests: Sequence[CorrectionRequest]) -> list[Proposal | None]:
        proposals: list[Proposal | None] = []
        for result in await self.attempt(requests):
            if isinstance(result, Failure):
                self.failures.append(result.reason)
                _log.warning("Correction by the language model failed: %s", result.reason)
                proposals.append(None)
            else:
                proposals.append(result)
        return proposals

    async def attempt(self, requests: Sequence[CorrectionRequest]) -> list[Proposal | Failure | None]:
        """A proposal, None where the passages allow none, or why the model could not be asked."""
        results: list[Proposal | Failure | None] = [None] * len(requests)
        asked: list[_Asked] = []
        for place, request in enumerate(requests):
            passages = _passages(request)
            if len(request.claim_text) > _LONGEST_SENTENCE:
                most = f"a language model is given at most {_LONGEST_SENTENCE} characters to correct"
                results[place] = _failed(TextTooLong(f"A sentence is too long; {most}."))
            elif passages:
                asked.append(_Asked(place, request, passages, _prompt(request, passages)))
        replies = await self._llm.complete([one.prompt for one in asked])
        for one, reply in zip(asked, replies, strict=True):
            results[one.place] = reply if isinstance(reply, Failure) else _read(reply, one)
        return results


@dataclass(frozen=True, slots=True)
class _Passage:
    text: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    place: int
    request: CorrectionRequest
    passages: tuple[_Passage, ...]
    prompt: Prompt


def _failed(error: ModelReplyError | TextTooLong, usage: Usage | None = None) -> Failure:
    """A failure that is found here; meters learn of it as of those that the model reports itself."""
    record(Usage(), str(error))
    return Failure(error, usage or Usage())


def _passages(request: CorrectionRequest) -> tuple[_Passage, ...]:
    """Windows, decisive first, then the neighbourhood's texts that no window repeats; bounded in all."""
    found: list[_Passage] = []
    for text, pieces in [
        *((window.text, window.pieces) for window in request.windows),
        *((chunk.text, (Piece(chunk.chunk_id, 0, len(chunk.text)),)) for chunk in request.neighbourhood),
    ]:
        if text.strip() and not any(text in earlier.text for earlier in found):
            found.append(_Passage(text[:_LONGEST_PASSAGE], pieces))
    return tuple(found[:_MOST_PASSAGES])


def _prompt(request: CorrectionRequest, passages: Sequence[_Passage]) -> Prompt:
    contradicted = request.conclusion.decision.verdict is Verdict.CONTRADICTED
    document = {
        "sentence": request.claim_text,
        "verdict": "contradicted" if contradicted else "not supported",
        "findings": [_words(finding) for finding in _conflicts(request)[:_MOST_FINDINGS]],
        "question": request.question and request.question[:_LONGEST_PASSAGE],
        "answer": _style(request),
        "triples": _triples(request),
        "evidence": [{"index": index, "text": passage.text} for index, passage in enumerate(passages)],
        "failed": [
            {
                "sentence": attempt.after[:_LONGEST_SENTENCE],
                "why": attempt.why.value,
                "findings": [_words(finding) for finding in attempt.findings],
            }
            for attempt in request.failed[-_MOST_FAILED:]
        ],
    }
    return load_prompt(__package__, "correct", request.lang).fill(document, _REPLY_TOKENS + 2 * len(request.claim_text))


def _words(finding: Finding) -> dict[str, str]:
    return {"sentence": finding.claim_words, "evidence": finding.premise_words}


def _style(request: CorrectionRequest) -> str:
    """The answer around the sentence."""
    sentence = request.conclusion.claim.sentence
    return request.answer[max(0, sentence.start - _STYLE_AROUND) : sentence.end + _STYLE_AROUND]


def _triples(request: CorrectionRequest) -> list[dict[str, str | None]]:
    """What the windows state, then what superseded revisions stated, each once."""
    facts = [fact for window in request.windows for fact in window.facts]
    facts += request.conclusion.evidence.superseded
    found = {(fact.head, fact.relation, fact.tail, fact.until): fact for fact in facts if fact.relation}
    return [
        {"head": fact.head, "relation": fact.relation, "tail": fact.tail, "until": fact.until}
        for fact in list(found.values())[:_MOST_TRIPLES]
    ]


def _conflicts(request: CorrectionRequest) -> list[Finding]:
    """What judges found to contradict the claim in the windows shown, without repeats."""
    shown = {window.premise_id for window in request.windows}
    found: dict[tuple[str, str], Finding] = {}
    for check in request.conclusion.checks:
        if check.window.premise_id in shown and isinstance(check.opinion, Opinion):
            for finding in check.opinion.findings:
                if finding.stance is Stance.CONTRADICTS:
                    found.setdefault((finding.claim_words, finding.premise_words), finding)
    return list(found.values())


def _read(reply: Reply, asked: _Asked) -> Proposal | Failure | None:
    data, passages = reply.data, asked.passages
    if data["action"] == "cannot":
        return None
    used = list(dict.fromkeys(data["used"]))
    if not used:
        problem = "The language model corrected a sentence without naming any evidence."
        return _failed(ModelReplyError(problem), reply.usage)
    if not all(0 <= index < len(passages) for index in used):
        return _failed(ModelReplyError("The language model named evidence that it was not given."), reply.usage)
    pieces = tuple(dict.fromkeys(piece for index in used for piece in passages[index].pieces))
    if data["action"] == "remove":
        return Proposal("", METHOD, pieces, asked.prompt.prompt_version)
    after = " ".join((data["sentence"] or "").split())
    if not after:
        return _failed(ModelReplyError("The language model replaced a sentence by nothing."), reply.usage)
    if data["triple"] is not None and not _says(after, data["triple"]):
        problem = "The language model's triple and sentence do not say the same."
        return _failed(ModelReplyError(problem), reply.usage)
    return Proposal(after, METHOD, pieces, asked.prompt.prompt_version)


def _says(sentence: str, triple: Mapping[str, str]) -> bool:
    """Whether head and tail of the triple stand in the sentence, at least by one word each."""
    folded = sentence.casefold()
    return all(any(word in folded for word in _WORD.findall(triple[end].casefold())) for end in ("head", "tail"))


_WORD = re.compile(r"[\u3400-\u9fff]|\w+")
