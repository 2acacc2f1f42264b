"""Asking a language model about the sentences of texts: many texts a call, and each text paid for once.

The prompt's document is `{unit: [{"sentences": [{"index": 0, "text": "…"} | {"context": "…"}]}]}`, and its schema asks
for `{"sentences": [{"index": 0, …}]}`: one entry for each sentence with an index.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from claimgraph.platform.errors import ModelReplyError, TextTooLong
from claimgraph.platform.llm import Failure, LanguageModel, Prompt, Reply, Usage
from claimgraph.platform.llm.cache import ReplyCache, cache_key
from claimgraph.platform.llm.prompting import load_prompt
from claimgraph.platform.llm.replies import parse_reply
from claimgraph.platform.llm.usage import record

from ..model import Span
from ..text.tokens import count_tokens

CALL_TOKENS = 6_000
"""Tokens of sentences asked about in one call, so that the reply stays below what models may write."""

_CONTEXT_BEFORE = 3  # sentences before one that is asked about, and the first of the text, where a text is cut
_REPLY_TOKENS = 300
_TOKENS_OUT = 4  # of the reply, for one of the sentences
_MOST_REPLY_TOKENS = 16_000  # what common models may write; a reply that is cut off is asked for in two halves
_OVERHEAD = 12  # tokens of JSON around a sentence


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked: the prompt `name` of `package`, and what the texts are called in its document."""

    package: str
    name: str
    unit: str  # "answers", "texts"


@dataclass(frozen=True, slots=True)
class Wanted:
    """One text, and which of its sentences are asked about."""

    text: str
    lang: str
    sentences: tuple[Span, ...]
    chosen: tuple[int, ...]  # indexes of sentences, in order

    def sentence(self, index: int) -> str:
        span = self.sentences[index]
        return self.text[span.start : span.end]


@dataclass(slots=True)
class Said:
    """What the model said about one text, not yet compared with it."""

    entries: dict[int, Mapping[str, Any]]  # sentence -> its entry, which fits the schema
    failures: list[Failure]  # why some sentences have none
    unasked: int = 0  # entries about sentences that were not asked about, or about one twice


@dataclass(frozen=True, slots=True)
class _Part:
    """Some of a text's chosen sentences, with those around them."""

    number: int  # of the text
    lines: tuple[tuple[int, bool], ...]  # (sentence, whether it is chosen), in order
    tokens: int

    @property
    def chosen(self) -> tuple[int, ...]:
        return tuple(index for index, is_chosen in self.lines if is_chosen)


class SentenceAsker:
    """Batches, asks, and remembers. `cache` holds entries by text, prompt version and model."""

    def __init__(
        self, task: Task, llm: LanguageModel, cache: ReplyCache | None = None, call_tokens: int = CALL_TOKENS
    ) -> None:
        self._task = task
        self._llm = llm
        self._cache = cache
        self._call_tokens = call_tokens
        prompts = "+".join(load_prompt(task.package, task.name, lang).version for lang in ("en", "zh"))
        self.version = f"{prompts}/{llm.name}@{llm.version}"

    async def ask(self, wanted: Sequence[Wanted]) -> list[Said]:
        """One result a text, in order. A call that fails leaves its sentences without entries, and says why."""
        results = [Said({}, []) for _ in wanted]
        open_parts: dict[str, list[_Part]] = {"en": [], "zh": []}
        for number, one in enumerate(wanted):
            for part in _parts(number, one, self._call_tokens):
                known = self._remembered(one, part)
                if known is None:
                    open_parts["zh" if one.lang == "zh" else "en"].append(part)
                else:
                    results[number].entries.update(known)
        calls = [(lang, batch) for lang, parts in open_parts.items() for batch in _packed(parts, self._call_tokens)]
        for (_, batch), reply in await self._complete(calls, wanted):
            self._read(batch, reply, wanted, results)
        return results

    async def _complete(self, calls: Sequence[_Call], wanted: Sequence[Wanted]) -> list[tuple[_Call, Reply | Failure]]:
        """The replies to all calls; one that was too long, or came back malformed, is asked for in halves, once."""
        replies = await self._llm.complete([self._prompt(lang, batch, wanted) for lang, batch in calls])
        answered: list[tuple[_Call, Reply | Failure]] = []
        halved: list[_Call] = []
        for call, reply in zip(calls, replies, strict=True):
            halves = _halves(call[1]) if _is_too_much(reply) else []
            halved += [(call[0], half) for half in halves]
            if not halves:
                answered.append((call, reply))
        if halved:
            again = await self._llm.complete([self._prompt(lang, batch, wanted) for lang, batch in halved])
            answered += zip(halved, again, strict=True)
        return answered

    def _prompt(self, lang: str, batch: Sequence[_Part], wanted: Sequence[Wanted]) -> Prompt:
        texts: list[dict[str, Any]] = []
        number = 0
        for part in batch:
            shown: list[dict[str, Any]] = []
            for index, chosen in part.lines:
                sentence = wanted[part.number].sentence(index)
                if chosen:
                    shown.append({"index": number, "text": sentence})
                    number += 1
                else:
                    shown.append({"context": sentence})
            texts.append({"sentences": shown})
        most = min(_MOST_REPLY_TOKENS, _REPLY_TOKENS + _TOKENS_OUT * sum(part.tokens for part in batch))
        return load_prompt(self._task.package, self._task.name, lang).fill({self._task.unit: texts}, most)

    def _read(
        self, batch: Sequence[_Part], reply: Reply | Failure, wanted: Sequence[Wanted], results: Sequence[Said]
    ) -> None:
        if isinstance(reply, Failure):
            for number in dict.fromkeys(part.number for part in batch):
                results[number].failures.append(reply)
            return
        owners = [(part, index) for part in batch for index in part.chosen]
        said: dict[int, Mapping[str, Any]] = {}
        for entry in reply.data["sentences"]:
            if 0 <= entry["index"] < len(owners) and entry["index"] not in said:
                said[entry["index"]] = entry
            else:
                results[batch[0].number].unasked += 1
        for number, entry in said.items():
            part, index = owners[number]
            results[part.number].entries[index] = entry
        for part in batch:
            self._remember(wanted[part.number], part, results[part.number].entries)

    def _remembered(self, one: Wanted, part: _Part) -> dict[int, Mapping[str, Any]] | None:
        text = self._cache.get(self._key(one, part)) if self._cache is not None else None
        if text is None:
            return None
        known = self._loaded(text, one.lang, len(part.chosen))
        if known is None:
            return None  # a damaged entry: ask again
        record(Usage(cached=1))
        return dict(zip(part.chosen, known, strict=True))

    def _loaded(self, text: str, lang: str, count: int) -> list[Mapping[str, Any]] | None:
        schema = load_prompt(self._task.package, self._task.name, lang).schema or {}
        try:
            entries = parse_reply(text, schema)["sentences"]
        except ModelReplyError:
            return None
        return entries if len(entries) == count else None

    def _remember(self, one: Wanted, part: _Part, entries: Mapping[int, Mapping[str, Any]]) -> None:
        if self._cache is not None and all(index in entries for index in part.chosen):
            kept = {"sentences": [entries[index] for index in part.chosen]}
            self._cache.put(self._key(one, part), json.dumps(kept))

    def _key(self, one: Wanted, part: _Part) -> str:
        lines = [[one.sentence(index), chosen] for index, chosen in part.lines]
        return cache_key({"task": self._task.name, "version": self.version, "lang": one.lang, "lines": lines})


# --- Batches

_Call = tuple[str, Sequence[_Part]]  # language of the prompt, and what is asked about


def _is_too_much(reply: Reply | Failure) -> bool:
    return isinstance(reply, Failure) and isinstance(reply.error, ModelReplyError | TextTooLong)


def _halves(batch: Sequence[_Part]) -> list[Sequence[_Part]]:
    """The batch in two; none where it is a single sentence."""
    if len(batch) > 1:
        return [batch[: len(batch) // 2], batch[len(batch) // 2 :]]
    (part,) = batch
    chosen = part.chosen
    if len(chosen) < 2:
        return []
    first = frozenset(chosen[: len(chosen) // 2])
    return [[_only(part, first)], [_only(part, frozenset(chosen) - first)]]


def _only(part: _Part, chosen: frozenset[int]) -> _Part:
    lines = tuple((index, index in chosen) for index, _ in part.lines)
    return _Part(part.number, lines, part.tokens // 2)


def _parts(number: int, one: Wanted, budget: int) -> list[_Part]:
    """The text in one piece where it fits into a call, else in several, each with some of what goes before."""
    sizes = [count_tokens(one.sentence(index)) + _OVERHEAD for index in range(len(one.sentences))]
    groups: list[list[int]] = []
    room = 0
    for index in one.chosen:
        if not groups or sizes[index] > room:
            groups.append([])
            room = budget
        groups[-1].append(index)
        room -= sizes[index]
    return [_part(number, group, sizes, whole=sum(sizes) <= budget) for group in groups]


def _part(number: int, group: Sequence[int], sizes: Sequence[int], *, whole: bool) -> _Part:
    if whole:
        shown = set(range(len(sizes)))
    else:
        shown = {0, *group}
        for index in group:
            shown.update(range(max(0, index - _CONTEXT_BEFORE), index))
    chosen = set(group)
    lines = tuple((index, index in chosen) for index in sorted(shown))
    return _Part(number, lines, sum(sizes[index] for index in group))


def _packed(parts: Sequence[_Part], budget: int) -> list[list[_Part]]:
    """Parts in order, as many a call as the budget takes."""
    calls: list[list[_Part]] = []
    room = 0
    for part in parts:
        if not calls or part.tokens > room:
            calls.append([])
            room = budget
        calls[-1].append(part)
        room -= part.tokens
    return calls
