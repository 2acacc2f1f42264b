"""Data preparation: stage 1, both branches and the held-out claims, as JSON lines in a work folder."""

from __future__ import annotations

import dataclasses
import json
import logging
import random
from collections import Counter
from collections.abc import Collection, Iterable
from functools import partial
from pathlib import Path

from . import base, pairs, split
from .pairs import HeldOut, Pair
from .sources import FILES, Row, read
from .written import kept_apart, read_written, written_pairs

log = logging.getLogger(__name__)

STAGE_1_PAIRS = 25_000
REPLAYED_PAIRS = 2_500
REPLAYED_BESIDE_WRITTEN = 3_000
SYNTHETIC_PAIRS = 15_000
WINDOWED = ("fever", "foolmetwice", "fever_symmetric")


def prepare(data: Path, work: Path, seed: int, left_out: Collection[str] = ()) -> None:
    """Write stage1, stage2, written and held_out.jsonl below `work`, once; without a trace of `left_out` sources."""
    if (work / "held_out.jsonl").exists():
        return
    rng = random.Random(seed)
    rows = {source: list(read(data, source)) for source in FILES}
    count = split.write_held_out(row.premise for group in rows.values() for row in group)
    log.info("%d premises are held out", count)
    rows = {source: [] if source in left_out else group for source, group in rows.items()}
    rows["summedits"] = pairs.summedits_sentences(rows["summedits"])
    documents = _documents(rows)
    train = {source: pairs.training_rows(group) for source, group in rows.items()}

    stage_1 = pairs.simple_pairs([*train["snli"], *train["counterfactual_snli"]])
    rng.shuffle(stage_1)
    stage_1 = stage_1[:STAGE_1_PAIRS]
    real = [
        *pairs.windowed_pairs([row for name in WINDOWED for row in train[name]], documents, rng),
        *pairs.simple_pairs(train["conjnli"]),
        *pairs.windowed_pairs(train["summedits"], documents, rng),
        *pairs.wice_pairs(train["wice"], documents, rng),
    ]
    replay = rng.sample(stage_1, min(len(stage_1), REPLAYED_PAIRS))
    texts = _synthetic_texts(train)
    stage_2 = [*real, *replay, *pairs.synthetic_pairs(texts, documents, SYNTHETIC_PAIRS, rng)]
    rng.shuffle(stage_2)

    written = written_pairs(kept_apart(read_written("en"), held_out=False))
    # A generator of its own: what stage 2 draws is what it drew before there were written pairs.
    own = random.Random(seed)
    written += own.sample(stage_1, min(len(stage_1), REPLAYED_BESIDE_WRITTEN))
    own.shuffle(written)

    held = {source: pairs.held_out_rows(group) for source, group in rows.items()}
    claims = [claim for group in held.values() for claim in pairs.held_out_claims(group, documents)]
    synthetic = pairs.synthetic_pairs(_synthetic_texts(held), documents, 1_500, rng)
    claims += [
        HeldOut(pair.source, f"synthetic-{number}", ((pair.hypothesis, (pair.premise,)),), pair.target == 0)
        for number, pair in enumerate(synthetic)
    ]
    work.mkdir(parents=True, exist_ok=True)
    made_pairs = {"stage1": stage_1, "stage2": stage_2, "written": written}
    for name, made in made_pairs.items():
        _write(work / f"{name}.jsonl", made)
    _write(work / "held_out.jsonl", claims)
    for name, made in made_pairs.items():
        log.info("%s: %d pairs, %s", name, len(made), dict(Counter(pair.source for pair in made)))
    log.info("held out: %s", dict(Counter(claim.source for claim in claims)))


def _documents(rows: dict[str, list[Row]]) -> pairs.Documents:
    every = [row for group in rows.values() for row in group]
    # A premise of fewer than 500 characters is judged whole, so its claims need no embedding.
    claims = (row.hypothesis for row in every if len(row.premise) > 500)
    embed = partial(base.embed, base.encoder())
    return pairs.Documents((row.premise for row in every), claims, embed, base.token_counts)


def _synthetic_texts(rows: dict[str, list[Row]]) -> list[str]:
    names = ("wice", "summedits", "fever", "foolmetwice")
    return list(dict.fromkeys(row.premise for name in names for row in rows[name] if len(row.premise) > 250))


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
