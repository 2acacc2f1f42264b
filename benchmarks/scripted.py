"""A language model that knows the gold: what a decomposer would give with one that makes no mistake, and its calls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from claimgraph.ingest.text.sentences import sentences
from claimgraph.ingest.text.words import content_words
from claimgraph.platform.llm.model import Failure, Prompt, Reply
from claimgraph.verify.evaluation import GoldItem


class GoldModel:
    """Answers a decomposition prompt from the gold, and counts how often it is asked.

    A sentence that is in no item of the gold is answered with itself.
    """

    name = "gold"
    version = "1"

    def __init__(self, items: Sequence[GoldItem]) -> None:
        self._claims = {sentence: claims for item in items for sentence, claims in _by_sentence(item).items()}
        self.calls = 0

    async def complete(self, requests: Sequence[Prompt]) -> list[Reply | Failure]:
        self.calls += len(requests)
        return [self._reply(request) for request in requests]

    async def aclose(self) -> None:
        pass

    def _reply(self, request: Prompt) -> Reply:
        document = json.loads(request.user[request.user.index("{") : request.user.rindex("}") + 1])
        asked = [one for answer in document["answers"] for one in answer["sentences"] if "index" in one]
        data: dict[str, Any] = {
            "sentences": [
                {"index": one["index"], "claims": self._claims.get(one["text"], [one["text"]])} for one in asked
            ]
        }
        return Reply(json.dumps(data, ensure_ascii=False), data)


def _by_sentence(item: GoldItem) -> dict[str, list[str]]:
    """The item's claims at the sentence that each shares most words with; among equals the later one."""
    texts = [item.text[span.start : span.end] for span in sentences(item.text, item.lang)]
    words = [{word.norm for word in content_words(text, item.lang)} for text in texts]
    found: dict[str, list[str]] = {text: [] for text in texts}
    for claim in item.claims:
        own = {word.norm for word in content_words(claim.text, item.lang)}
        best = max(range(len(texts)), key=lambda index: (len(own & words[index]), index))
        found[texts[best]].append(claim.text)
    return found
