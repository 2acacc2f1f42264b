"""Data preparation: the pairs of every source, the mixtures that stages train on, and the held-out claims.

`prepare` writes what is dear to make once, as JSON lines below a work folder; `stage_pairs` draws the mixture of each
stage from it, with or without a family of sources.
"""

from __future__ import annotations

import dataclasses
import json
import logging
import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from . import base, crossed, exchanged, nli, pairs, split, stated
from .pairs import HeldOut, Pair
from .sources import FAMILIES, FILES, Row, read
from .written import Written, kept_apart, read_written, written_pairs

log = logging.getLogger(__name__)

WINDOWED = ("fever", "foolmetwice", "fever_symmetric", "summedits")
TEXTS_OF = {"wikipedia": ("wice", "fever", "foolmetwice"), "documents": ("summedits",)}
"""Family -> its sources whose premises are long enough to make synthetic pairs of."""
MADE_OF_EACH = 5_000
EXCHANGED = 30_000
CROSSED = 10_000
STATED = 14_000
STATED_TEXTS = 2_400
LONG_ENOUGH = 250  # characters

_BESIDE = {
    "fever": 2_360,
    "fever_symmetric": 525,
    "foolmetwice": 525,
    "wice": 390,
    "summedits": 1_470,
    "synthetic_wikipedia": 1_050,
    "synthetic_documents": 1_050,
    "snli": 2_730,
    "counterfactual_snli": 1_050,
    "conjnli": 630,
}
"""Of public texts, so that what the stages before have taught is not forgotten."""

MIXTURES: Mapping[str, Mapping[str, int]] = {
    nli.SENTENCES.name: {"snli": 9_000, "counterfactual_snli": 4_000, "conjnli": 3_000},
    nli.MIXED.name: {
        "fever": 6_000,
        "fever_symmetric": 1_300,
        "foolmetwice": 1_500,
        "wice": 800,
        "summedits": 4_000,
        "synthetic_wikipedia": 3_000,
        "synthetic_documents": 2_500,
        "snli": 1_000,
        "counterfactual_snli": 800,
        "conjnli": 1_200,
        "written": 10_000,
        "synthetic_written": 1_000,
    },
    nli.FURTHER.name: {
        "fever": 3_150,
        "fever_symmetric": 700,
        "foolmetwice": 700,
        "wice": 520,
        "summedits": 1_960,
        "synthetic_wikipedia": 1_400,
        "synthetic_documents": 1_400,
        "snli": 3_640,
        "counterfactual_snli": 1_400,
        "conjnli": 840,
        "written": 5_600,
        "synthetic_written": 560,
    },
    nli.EXCHANGED.name: {
        "exchanged": 12_000,
        "crossed": 3_000,
        "reworded": 5_000,
        **_BESIDE,
        "written": 5_600,
        "synthetic_written": 420,
    },
    nli.STATED.name: {
        "stated": 14_000,
        "exchanged": 10_000,
        "reworded": 5_500,
        **_BESIDE,
        "written": 6_000,
        "synthetic_written": 420,
    },
}
"""Stage -> source -> how many of its pairs at most: of each source first those that no stage before it has drawn."""


def prepare(data: Path, work: Path, seed: int) -> None:
    """Write `pairs`/<source>.jsonl of every source and held_out.jsonl below `work`, once."""
    sources = {source for mixture in MIXTURES.values() for source in mixture}
    if all(path.exists() for path in (work / "held_out.jsonl", *(_pairs_of(work, source) for source in sources))):
        return
    rng = random.Random(seed)
    rows = {source: list(read(data, source)) for source in FILES}
    count = split.write_held_out(row.premise for group in rows.values() for row in group)
    log.info("%d premises are held out", count)
    rows["summedits"] = pairs.summedits_sentences(rows["summedits"])
    written = kept_apart(read_written("en"), held_out=False)
    documents = _documents(rows, [item.premise for item in written])
    train = {source: pairs.training_rows(group) for source, group in rows.items()}

    made = {source: _pairs(source, group, documents, rng) for source, group in train.items()}
    for family in TEXTS_OF:
        made[f"synthetic_{family}"] = pairs.synthetic_pairs(_texts(train, family), documents, MADE_OF_EACH, rng)
    made["written"] = written_pairs(written)
    premises = [item.premise for item in written]
    made["synthetic_written"] = pairs.synthetic_pairs(premises, documents, MADE_OF_EACH, rng)
    made |= _of_own_texts(written, seed)

    held = {source: pairs.held_out_rows(group) for source, group in rows.items()}
    claims = [claim for group in held.values() for claim in pairs.held_out_claims(group, documents)]
    texts = [text for family in TEXTS_OF for text in _texts(held, family)]
    claims += [
        HeldOut(pair.source, f"synthetic-{number}", ((pair.hypothesis, (pair.premise,)),), pair.target == 0)
        for number, pair in enumerate(pairs.synthetic_pairs(texts, documents, 1_500, rng))
    ]
    (work / "pairs").mkdir(parents=True, exist_ok=True)
    for name, found in made.items():
        _write(_pairs_of(work, name), found)
    _write(work / "held_out.jsonl", claims)
    log.info("pairs: %s", {name: len(found) for name, found in made.items()})
    log.info("held out: %s", dict(Counter(claim.source for claim in claims)))


def _of_own_texts(written: Sequence[Written], seed: int) -> dict[str, list[Pair]]:
    """Pairs of the project's own texts in which only who has what tells the label, and claims in other words."""
    reworded = kept_apart(read_written("en", name="reworded"), held_out=False)
    every = [*written, *reworded]
    premises = [item.premise for item in every]
    return {
        "reworded": written_pairs(reworded, "reworded"),
        "exchanged": exchanged.exchanged_pairs(every, exchanged.mentions, EXCHANGED, random.Random(seed)),
        "crossed": crossed.crossed_pairs(premises, CROSSED, random.Random(seed)),
        "stated": stated.stated_pairs(premises, STATED_TEXTS, STATED, random.Random(seed)),
    }


def stage_pairs(
    work: Path, seed: int, left_out: str | None = None, shares: Mapping[str, float] | None = None
) -> dict[str, list[Pair]]:
    """Stage -> its pairs in random order, without a trace of the family that is left out.

    `shares`: stage -> how much of its mixture is taken, source by source; all of it where it is not named.
    """
    gone = _sources_of(left_out) if left_out else frozenset()
    found: dict[str, list[Pair]] = {}
    seen: set[Pair] = set()
    for stage, mixture in MIXTURES.items():
        part = (shares or {}).get(stage, 1.0)
        rng = random.Random(f"{seed} {stage}")
        before = () if stage in (nli.SENTENCES.name, nli.MIXED.name) else seen
        drawn = [
            pair
            for source, most in mixture.items()
            if source not in gone
            for pair in _drawn(read_pairs(_pairs_of(work, source)), round(most * part), rng, before)
        ]
        rng.shuffle(drawn)
        seen.update(drawn)
        found[stage] = drawn
        log.info("%s: %d pairs, %s", stage, len(drawn), dict(Counter(pair.source for pair in drawn)))
    return found


def _sources_of(family: str) -> frozenset[str]:
    return frozenset((*FAMILIES[family], f"synthetic_{family}"))


def _drawn(found: list[Pair], most: int, rng: random.Random, seen: Collection[Pair]) -> list[Pair]:
    if len(found) <= most:
        return found
    fresh = [pair for pair in found if pair not in seen]
    if len(fresh) >= most:
        return rng.sample(fresh, most)
    return fresh + rng.sample([pair for pair in found if pair in seen], most - len(fresh))


def _pairs(source: str, rows: list[Row], documents: pairs.Documents, rng: random.Random) -> list[Pair]:
    if source == "wice":
        return pairs.wice_pairs(rows, documents, rng)
    return pairs.windowed_pairs(rows, documents, rng) if source in WINDOWED else pairs.simple_pairs(rows)


def _documents(rows: Mapping[str, list[Row]], texts: Iterable[str]) -> pairs.Documents:
    every = [row for group in rows.values() for row in group]
    # A premise of fewer than 500 characters is judged whole, so its claims need no embedding.
    claims = (row.hypothesis for row in every if len(row.premise) > 500)
    embed = partial(base.embed, base.encoder())
    return pairs.Documents((*(row.premise for row in every), *texts), claims, embed, base.token_counts)


def _texts(rows: Mapping[str, list[Row]], family: str) -> list[str]:
    return list(
        dict.fromkeys(row.premise for name in TEXTS_OF[family] for row in rows[name] if len(row.premise) > LONG_ENOUGH)
    )


def _pairs_of(work: Path, source: str) -> Path:
    return work / "pairs" / f"{source}.jsonl"


def _write(path: Path, items: Iterable[Pair | HeldOut]) -> None:
    with path.open("w", encoding="utf-8") as out:
        for item in items:
            out.write(json.dumps(dataclasses.asdict(item), ensure_ascii=False) + "\n")


def read_pairs(path: Path) -> list[Pair]:
    return [Pair(**json.loads(line)) for line in path.open(encoding="utf-8")]


def read_held_out(path: Path) -> list[HeldOut]:
    out = []
    for line in path.open(encoding="utf-8"):
        raw = json.loads(line)
        parts = tuple((claim, tuple(windows)) for claim, windows in raw["parts"])
        out.append(HeldOut(raw["source"], raw["id"], parts, raw["supported"]))
    return out
