"""What the Chinese embedder's card says: agreement with the jar's model, speed, and retrieval beside hashed n-grams."""

from __future__ import annotations

import gzip
import json
import random
import statistics
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from claimgraph.ingest.text.sentences import sentences
from claimgraph.platform.models.bge import MAX_TOKENS, TOKENIZER, BgeChineseEmbedder
from claimgraph.platform.models.hashing import HashedChineseEmbedder
from claimgraph.platform.models.ports import Embedder

ADVERSARIAL = Path(__file__).resolve().parents[2] / "tests" / "data" / "adversarial" / "dev.jsonl"
DOCUMENTS = 100
OPENING = 200  # characters
QUERY_PREFIX = "为这个句子生成表示以便检索相关文章："  # what the model's authors recommend before short queries


def figures(model: bytes, data: Path, out: Path, threads: int) -> dict[str, Any]:
    """`model`: the jar's; `out`: where the exported files are; `data` holds nli/."""
    cases = [json.loads(line) for line in ADVERSARIAL.read_text(encoding="utf-8").splitlines()]
    cases = [case for case in cases if case["lang"] == "zh"]
    news = _news(data)
    bge, hashed = BgeChineseEmbedder(out, threads), HashedChineseEmbedder()
    texts = [case["hypothesis"] for case in cases]
    plain, prefixed = _documents(bge, news, ["", QUERY_PREFIX])
    (by_words,) = _documents(hashed, news, [""])
    return {
        "megabytes": round((out / "zh_embedder.onnx").stat().st_size / 1e6, 1),
        "agreement": _agreement(model, out, bge, texts),
        "largest_difference_in_another_batch": _batch_difference(bge, texts),
        "texts_per_core_second": {name: _speed(one, texts) for name, one in (("bge", bge), ("hashed", hashed))},
        "paraphrases": {name: _paraphrases(one, cases) for name, one in (("bge", bge), ("hashed", hashed))},
        "documents": {"bge": plain, "bge with the prefix": prefixed, "hashed": by_words},
    }


def _news(data: Path) -> list[dict[str, str]]:
    """Continuations of distinct news texts, the first of each that the text does not hold word for word.

    Whether they are true does not matter: they are about the text.
    """
    found: dict[str, dict[str, str]] = {}
    with gzip.open(data / "nli" / "uhgeval_zh_first500.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["hypothesis"].strip() not in row["premise"]:
                found.setdefault(row["premise"], row)
    return list(found.values())[:DOCUMENTS]


def _agreement(model: bytes, out: Path, bge: Embedder, texts: Sequence[str]) -> dict[str, float]:
    """Cosines of our vectors with those of the jar's own model, which quantises activations, for the same pieces."""
    tokenizer = Tokenizer.from_file(str(out / TOKENIZER))
    tokenizer.enable_truncation(MAX_TOKENS)
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    cosines = []
    for text, vector in zip(texts, bge.embed(texts), strict=True):
        ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        feed = {"input_ids": ids, "token_type_ids": np.zeros_like(ids), "attention_mask": np.ones_like(ids)}
        first = session.run(None, feed)[0][0, 0]
        cosines.append(float(first @ vector / np.linalg.norm(first)))
    return {"texts": len(texts), "mean": round(statistics.mean(cosines), 4), "least": round(min(cosines), 4)}


def _batch_difference(embedder: Embedder, texts: Sequence[str]) -> float:
    together = embedder.embed(texts)
    order = list(range(len(texts)))
    random.Random(1).shuffle(order)
    shuffled = embedder.embed([texts[index] for index in order])
    alone = np.concatenate([embedder.embed([text]) for text in texts[:32]])
    return float(max(np.abs(shuffled - together[order]).max(), np.abs(alone - together[:32]).max()))


def _speed(embedder: Embedder, texts: Sequence[str]) -> float:
    """Texts for a second of one core: processor time, whatever else the machine is doing."""
    embedder.embed(texts[:8])
    seconds = []
    for _ in range(3):
        started = time.process_time()
        embedder.embed(texts)
        seconds.append(time.process_time() - started)
    return round(len(texts) / statistics.median(seconds), 1)


def _paraphrases(embedder: Embedder, cases: Sequence[Mapping[str, str]]) -> dict[str, float]:
    """Each claim beside the sentences of its own premise and of all others; a score is that of the nearest sentence."""
    own, others, strangers = [], [], []
    claims = embedder.embed([case["hypothesis"] for case in cases])
    parts = [embedder.embed(_sentences(case["premise"])) for case in cases]
    for claim, case in zip(claims, cases, strict=True):
        scores = [float((rows @ claim).max()) for rows in parts]
        mine = max(s for s, other in zip(scores, cases, strict=True) if other["premise"] == case["premise"])
        foreign = [s for s, other in zip(scores, cases, strict=True) if other["premise"] != case["premise"]]
        strangers.append(max(foreign))
        if case["kind"] == "paraphrase":
            own.append(mine)
            others.append(foreign)
    pairs = [(mine > np.array(foreign)).mean() for mine in own for foreign in others]
    return {
        "claims": len(own),
        "right_premise_first": round(float(np.mean([m > max(f) for m, f in zip(own, others, strict=True)])), 3),
        "auroc": round(float(np.mean(pairs)), 4),
        "median_own": round(statistics.median(own), 3),
        "nearest_stranger": round(max(strangers), 3),
    }


def _documents(
    embedder: Embedder, news: Sequence[Mapping[str, str]], prefixes: Sequence[str]
) -> list[dict[str, float]]:
    """Finding the news text that a sentence continues by the text's opening; one answer for each prefix of queries."""
    openings = embedder.embed([_opening(row["premise"]) for row in news])
    found = []
    for prefix in prefixes:
        scores = embedder.embed([prefix + row["hypothesis"] for row in news]) @ openings.T
        ranks = 1 + (scores > np.diag(scores)[:, None]).sum(axis=1)
        found.append(
            {
                "texts": len(news),
                "right_text_first": round(float((ranks == 1).mean()), 3),
                "mean_reciprocal_rank": round(float((1 / ranks).mean()), 3),
            }
        )
    return found


def _sentences(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text, "zh")] or [text]


def _opening(text: str) -> str:
    """The first sentences, about as long as the chunks of `ingest` get."""
    opening = ""
    for sentence in _sentences(text):
        if opening and len(opening) + len(sentence) > OPENING:
            break
        opening += sentence
    return opening
