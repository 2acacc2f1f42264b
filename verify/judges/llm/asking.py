"""Asking a language model about many items: several a call, each remembered, each missing one asked for again.

The document of a call is what its items share, and the items under the task's name for them, each with its index:
`{"evidence": "…", "statements": [{"index": 0, "text": "…"}]}`. The reply has one entry for each index.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from claimgraph.ingest.text.tokens import count_tokens
from claimgraph.platform.errors import ModelReplyError, TextTooLong
from claimgraph.platform.llm import Failure, LanguageModel, Prompt, Reply, Usage
from claimgraph.platform.llm.cache import ReplyCache, cache_key
from claimgraph.platform.llm.prompting import load_prompt
from claimgraph.platform.llm.replies import parse_reply
from claimgraph.platform.llm.usage import record

LANGUAGES = ("en", "zh")
CALL_TOKENS = 6_000  # of items in one call, beside what they share
LONGEST = 400_000  # characters of one item; no common model reads more
_REPLY_TOKENS = 1_000  # beside those for entries: room for models that think first
_MOST_REPLY_TOKENS = 16_000  # what common models may write

Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """A prompt of this package. `items` names the list in its document, `entries` that in the reply."""

    name: str
    items: str
    entries: str
    reply_tokens: int = 160  # for one entry
    most: int = 8  # items of one call
    copied: float = 0.0  # tokens of the reply for each token of an item, where it is to be written out again

    @property
    def version(self) -> str:
        """Covers the prompts in all languages."""
        return prompt_version(self.name)


def prompt_version(task: str) -> str:
    return "+".join(load_prompt(__package__, task, lang).version for lang in LANGUAGES)


@dataclass(frozen=True, slots=True)
class Item:
    """What is asked about. Items of equal `shared` may go into one call, where it stands once."""

    lang: str
    own: Entry
    shared: Entry = field(default_factory=dict)
    order: tuple[str, str, str] = field(init=False)  # language of the prompt, what is shared, what is its own

    def __post_init__(self) -> None:
        order = ("zh" if self.lang == "zh" else "en", _text(self.shared), _text(self.own))
        object.__setattr__(self, "order", order)


class Asker:
    """Asks about items of one language and with one shared part together, in the order in which they come.

    A model may all the same be swayed by an item's neighbours in a call: `most=1` rules it out, for as many calls as
    items. `cache` keeps entries by prompt version, model and item, whatever call they came in.
    """

    def __init__(
        self, task: Task, llm: LanguageModel, cache: ReplyCache | None = None, most: int | None = None
    ) -> None:
        self._task = task if most is None else replace(task, most=most)
        self._llm = llm
        self._cache = cache
        self.version = f"{task.version}/{llm.name}@{llm.version}/{self._task.most}"

    async def ask(self, items: Sequence[Item]) -> list[Entry | Failure]:
        """One entry an item, in order, or why there is none."""
        wanted = {item.order: item for item in items}
        found: dict[tuple[str, str, str], Entry | Failure] = {}
        for order, item in wanted.items():
            known = self._remembered(item)
            if known is not None:
                found[order] = known
            elif len(order[1]) + len(order[2]) > LONGEST:
                found[order] = failed(TextTooLong(f"it has more than {LONGEST} characters, which no model reads"))
        left = sorted((item for order, item in wanted.items() if order not in found), key=lambda item: item.order[:2])
        await self._round(_packed(left, self._task.most), found)
        await self._round([[item] for item in left if item.order not in found], found)
        for one in wanted:
            if one not in found:
                found[one] = failed(ModelReplyError("the language model left it out of its reply, twice"))
        return [found[item.order] for item in items]

    async def _round(self, calls: Sequence[Sequence[Item]], found: dict[tuple[str, str, str], Entry | Failure]) -> None:
        """One request a call. Items that an usable reply leaves out, and those of a call whose reply could not be used
        or that was too long for the model, stay open if they were not alone."""
        replies = await self._llm.complete([self._prompt(call) for call in calls])
        for call, reply in zip(calls, replies, strict=True):
            if isinstance(reply, Failure):
                if len(call) == 1 or not isinstance(reply.error, ModelReplyError | TextTooLong):
                    found.update({item.order: reply for item in call})
                continue
            for index, entry in self._entries(reply, len(call)).items():
                found[call[index].order] = entry
                self._remember(call[index], entry)

    def _entries(self, reply: Reply, count: int) -> dict[int, Entry]:
        """Entries by index. Those about items that were not asked about, or about one twice, count for nothing."""
        entries: dict[int, Entry] = {}
        twice: set[int] = set()
        for entry in reply.data[self._task.entries]:
            index = entry["index"]
            if 0 <= index < count:
                twice |= {index} if index in entries and entries[index] != entry else set()
                entries.setdefault(index, entry)
        return {index: entry for index, entry in entries.items() if index not in twice}

    def _prompt(self, call: Sequence[Item]) -> Prompt:
        document = {
            **call[0].shared,
            self._task.items: [{"index": index, **item.own} for index, item in enumerate(call)],
        }
        copied = self._task.copied and self._task.copied * sum(count_tokens(item.order[2]) for item in call)
        room = min(_MOST_REPLY_TOKENS, _REPLY_TOKENS + self._task.reply_tokens * len(call) + int(copied))
        return load_prompt(__package__, self._task.name, call[0].lang).fill(document, room)

    def _remembered(self, item: Item) -> Entry | None:
        text = self._cache.get(self._key(item)) if self._cache is not None else None
        if text is None:
            return None
        try:
            (entry,) = parse_reply(text, load_prompt(__package__, self._task.name, item.lang).schema or {})[
                self._task.entries
            ]
        except (ModelReplyError, ValueError):
            return None  # a damaged entry: ask again
        record(Usage(cached=1))
        found: Entry = entry
        return found

    def _remember(self, item: Item, entry: Entry) -> None:
        if self._cache is not None:
            self._cache.put(self._key(item), json.dumps({self._task.entries: [entry]}))

    def _key(self, item: Item) -> str:
        return cache_key({"task": self._task.name, "version": self.version, "item": list(item.order)})


def failed(error: ModelReplyError | TextTooLong) -> Failure:
    """A failure that is found here; meters count it like those that the model reports itself."""
    record(Usage(), str(error))
    return Failure(error)


def _text(entry: Entry) -> str:
    return json.dumps(entry, sort_keys=True, ensure_ascii=False)


def _packed(items: Sequence[Item], most: int) -> list[list[Item]]:
    """Calls of at most `most` items of one language and with one shared part, within the budget of tokens."""
    calls: list[list[Item]] = []
    room = 0
    for item in items:
        size = count_tokens(item.order[2])
        fits = calls and calls[-1][0].order[:2] == item.order[:2] and len(calls[-1]) < most and size <= room
        if not fits:
            calls.append([])
            room = CALL_TOKENS
        calls[-1].append(item)
        room -= size
    return calls
