"""What a caller asks for, checked and keyed before the work starts."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from claimgraph.graph_schema import ids
from claimgraph.graph_schema.repositories.jobs import VERIFY, JobRow, KeptJob
from claimgraph.ingest.text.cleaning import require_name, storable_text
from claimgraph.ingest.text.language import detect_language
from claimgraph.platform.errors import InputError, TextTooLong

from .outcome import DOMAINS, RISKS


@dataclass(frozen=True, slots=True)
class VerifyRequest:
    """An answer to verify. `contexts` given: they alone are evidence; None: the graph's current sources are.

    `key` is the caller's own name for the answer: two answers of the same text and different keys stay two.
    """

    answer: str
    question: str | None = None
    contexts: tuple[str, ...] | None = None
    model: str | None = None
    key: str | None = None
    domain: str = "general"
    risk: str = "normal"
    correct: bool = True


@dataclass(frozen=True, slots=True)
class Inputs:
    """A request in the form in which it is kept."""

    request: VerifyRequest
    answer_id: str
    answer: str
    lang: str
    job: JobRow


def read_request(
    tenant: str, request: VerifyRequest, settings: str, models: str, max_chars: int, task: str = VERIFY
) -> Inputs:
    """Check a request and give its answer and job their ids.

    Characters that no store takes (lone surrogates, NUL) are replaced one for one, so that spans still fit the
    caller's text. Raises `InputError` for an empty answer or context, `TextTooLong` for a long answer.
    """
    _check_choice("domain", request.domain, DOMAINS)
    _check_choice("risk", request.risk, RISKS)
    answer = storable_text(request.answer)
    if not has_text(answer):
        raise InputError("The answer is empty; hand over the text that is to be verified.")
    if len(answer) > max_chars:
        raise TextTooLong(
            f"The answer has {len(answer):,} characters, more than the {max_chars:,} that one answer may have; "
            "verify it in parts, or raise CLAIMGRAPH_MAX_ANSWER_CHARS."
        )
    contexts = None if request.contexts is None else [storable_text(context) for context in request.contexts]
    if contexts is not None and not all(map(has_text, contexts)):
        raise InputError("A context is empty; leave it out, or hand over its text.")
    question = storable_text(request.question).strip() if request.question else None
    lang = detect_language(answer)
    question_id = ids.question_id(tenant, question) if question else None
    model, key = require_name("model", request.model), require_name("key", request.key)
    answer_id = ids.answer_id(tenant, question_id, model, answer, key)
    job = JobRow(
        id=ids.job_id(answer_id, settings, models, None if contexts is None else map(ids.text_sha256, contexts)),
        answer_id=answer_id,
        answer=answer,
        lang=lang,
        question=question or None,
        model=model,
        key=key,
        domain=request.domain,
        risk=request.risk,
        correct=request.correct,
        contexts=contexts,
        settings=settings,
        models=models,
        task=task,
    )
    return Inputs(request, answer_id, answer, lang, job)


def kept_request(kept: KeptJob) -> VerifyRequest:
    """The request that a job was made of."""
    return VerifyRequest(
        answer=kept.answer,
        question=kept.question,
        contexts=None if kept.contexts is None else tuple(kept.contexts),
        model=kept.model,
        key=kept.key,
        domain=kept.domain,
        risk=kept.risk,
        correct=kept.correct,
    )


def _check_choice(name: str, value: str, known: Sequence[str]) -> None:
    """A misspelt risk must not quietly mean the ordinary one."""
    if value not in known:
        raise InputError(f"There is no {name} {storable_text(value)[:40]!r}; choose one of {', '.join(known)}.")


def has_text(text: str) -> bool:
    """Whether there is anything to see: white space, control and format characters are nothing."""
    return any(unicodedata.category(char) not in _INVISIBLE for char in text)


_INVISIBLE = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
