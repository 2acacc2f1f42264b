"""A language model that judges by shared words: for each judge's prompt an answer that depends on its data alone."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from claimgraph.platform.llm.prompting import load_prompt

from .llm_server import Answer, Request, Says

PACKAGE = "claimgraph.verify.judges.llm"
TASKS = (
    *("verdict", "whole_answer", "plain", "chainpoll", "p_true", "selfcheck", "trulens"),
    *("lmvlm_ask", "lmvlm_answer", "lmvlm_decide"),
    *("statements", "faithfulness", "triples", "triple_check", "facts", "fact_check"),
)
_WORD = re.compile(r"[a-z0-9]+|[一-鿿]")


def task_of(request: Request) -> str:
    """Which prompt of the judges a request is made of."""
    for task in TASKS:
        for lang in ("en", "zh"):
            if request.system.startswith(load_prompt(PACKAGE, task, lang).system):
                return task
    raise AssertionError("no prompt of the judges")


def share_of(claim: str, evidence: str) -> float:
    """The share of the claim's words and characters that the evidence holds."""
    wanted = set(_WORD.findall(claim.lower()))
    return len(wanted & set(_WORD.findall(evidence.lower()))) / max(1, len(wanted))


def is_backed(claim: str, evidence: str) -> bool:
    return share_of(claim, evidence) >= 0.75


def opening(text: str) -> str:
    """The first word of `text`, or its first Chinese characters, as a quote."""
    found = re.search(r"[a-zA-Z0-9]+|[一-鿿]+", text)
    return text if found is None else found[0]


@dataclass(slots=True)
class JudgingLlm:
    """A handler for `LlmServer`. `replies` replaces the answer to a task by another function of the request."""

    replies: dict[str, Callable[[Request], Answer]] = field(default_factory=dict)

    def __call__(self, request: Request) -> Answer:
        task = task_of(request)
        if task in self.replies:
            return self.replies[task](request)
        reply = _REPLIES[task](request.document)
        return reply if isinstance(reply, Says) else Says(reply)


def _verdict(document: Mapping[str, Any]) -> Any:
    return {"verdicts": [_judged(pair) for pair in document["pairs"]]}


def _judged(pair: Mapping[str, Any]) -> Mapping[str, Any]:
    backed = is_backed(pair["claim"], pair["evidence"])
    return {
        "index": pair["index"],
        "reason": "The words are there." if backed else "Words are missing.",
        "quote": opening(pair["evidence"]) if backed else "",
        "words": opening(pair["claim"]) if backed else "",
        "verdict": "SUPPORTED" if backed else "NOT_ENOUGH_INFO",
    }


def _whole_answer(document: Mapping[str, Any]) -> Any:
    return {"statements": [_classed(one, document["evidence"]) for one in document["statements"]]}


def _classed(statement: Mapping[str, Any], evidence: str) -> Mapping[str, Any]:
    backed = is_backed(statement["text"], evidence)
    return {
        "index": statement["index"],
        "reason": "As it says.",
        "quote": opening(evidence) if backed else "",
        "class": "grounded" if backed else "hallucinated",
    }


def _plain(document: Mapping[str, Any]) -> Any:
    return "Yes." if is_backed(document["claim"], document["evidence"]) else "No."


def _chainpoll(document: Mapping[str, Any]) -> Any:
    supported = "yes" if is_backed(document["claim"], document["evidence"]) else "no"
    return {"reasoning": "Step by step.", "supported": supported}


def _p_true(document: Mapping[str, Any]) -> Any:
    share = 0.05 + 0.9 * share_of(document["claim"], document["evidence"])
    candidates = {"A": math.log(share), " B": math.log(1 - share)}
    return Says("A" if share >= 0.5 else "B", logprobs=[candidates])


def _selfcheck(document: Mapping[str, Any]) -> Any:
    return f"This is about {document['question']}"


def _trulens(document: Mapping[str, Any]) -> Any:
    evidence = document["evidence"]
    return {
        "ratings": [
            {"index": one["index"], "quote": "", "score": round(10 * share_of(one["text"], evidence))}
            for one in document["statements"]
        ]
    }


def _lmvlm_ask(document: Mapping[str, Any]) -> Any:
    return {"questions": [] if document["transcript"] else ["What does the evidence say?"]}


def _lmvlm_answer(document: Mapping[str, Any]) -> Any:
    return {"answers": [{"index": one["index"], "answer": document["evidence"]} for one in document["questions"]]}


def _lmvlm_decide(document: Mapping[str, Any]) -> Any:
    said = " ".join(turn["answer"] for turn in document["transcript"])
    return {"reason": "As the witness says.", "holds": "yes" if is_backed(document["claim"], said) else "no"}


def _statements(document: Mapping[str, Any]) -> Any:
    return {"texts": [{"index": one["index"], "statements": [one["text"]]} for one in document["texts"]]}


def _faithfulness(document: Mapping[str, Any]) -> Any:
    return {
        "verdicts": [
            {
                "index": one["index"],
                "reason": "So it is.",
                "supported": "yes" if is_backed(one["text"], document["evidence"]) else "no",
            }
            for one in document["statements"]
        ]
    }


def _triples(document: Mapping[str, Any]) -> Any:
    return {
        "texts": [
            {"index": one["index"], "triples": [{"head": one["text"], "relation": "is", "tail": "so"}]}
            for one in document["texts"]
        ]
    }


def _triple_check(document: Mapping[str, Any]) -> Any:
    return {"verdicts": [_triple_checked(one, document["evidence"]) for one in document["triples"]]}


def _triple_checked(triple: Mapping[str, Any], evidence: str) -> Mapping[str, Any]:
    backed = is_backed(triple["head"], evidence)
    verdict = "SUPPORTED" if backed else "NOT_ENOUGH_INFO"
    return {"index": triple["index"], "quote": opening(evidence) if backed else "", "verdict": verdict}


def _facts(document: Mapping[str, Any]) -> Any:
    return {
        "texts": [
            {"index": one["index"], "facts": [{"fact": one["text"], "words": opening(one["text"])}]}
            for one in document["texts"]
        ]
    }


def _fact_check(document: Mapping[str, Any]) -> Any:
    return {
        "verdicts": [
            {
                "index": one["index"],
                "reason": "So the passages say.",
                "words": "",
                "probability": 1 - share_of(one["fact"], " ".join(one["passages"])),
            }
            for one in document["facts"]
        ]
    }


_REPLIES: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "verdict": _verdict,
    "whole_answer": _whole_answer,
    "plain": _plain,
    "chainpoll": _chainpoll,
    "p_true": _p_true,
    "selfcheck": _selfcheck,
    "trulens": _trulens,
    "lmvlm_ask": _lmvlm_ask,
    "lmvlm_answer": _lmvlm_answer,
    "lmvlm_decide": _lmvlm_decide,
    "statements": _statements,
    "faithfulness": _faithfulness,
    "triples": _triples,
    "triple_check": _triple_check,
    "facts": _facts,
    "fact_check": _fact_check,
}
