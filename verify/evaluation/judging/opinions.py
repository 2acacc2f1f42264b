"""What judges said about cases, kept in a JSONL file: a run of thousands of cases goes on where it stopped.

A row holds the evidence of one case, or one judge's opinions on it. Rows are only ever appended; a last line that was
cut off by a crash is dropped, and what a changed judge or window rule makes stale is simply not asked for again.
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.platform.errors import InputError
from claimgraph.platform.llm import Usage
from claimgraph.verify.model import Check, ClaimEvidence, Finding, Opinion, Unscored

from .cases import Case
from .gathering import evidence_chunks
from .judged import Cost

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Said = tuple[tuple[Check, ...], Cost]
"""One judge's checks of a case, and what they took."""


class OpinionFile:
    """Evidence by case key, and checks by case key, judge and its version. Without a path nothing is kept.

    After a slash a version may say what else an opinion rests on.
    """

    def __init__(self, path: Path | None) -> None:
        """Raises `InputError` for a file that is no such cache."""
        self._path = path
        self._evidence: dict[str, Mapping[str, Any]] = {}
        self._said: dict[tuple[str, str, str], Mapping[str, Any]] = {}
        self._versions: dict[str, str] = {}
        if path is not None and path.exists():
            for row in _rows(path):
                self._take(row)

    @property
    def judge_versions(self) -> Mapping[str, str]:
        """Each judge in the file, with the version that was written last."""
        return dict(self._versions)

    def evidence(self, key: str, case: Case) -> tuple[ClaimEvidence, ...] | None:
        row = self._evidence.get(key)
        if row is None:
            return None
        chunks = evidence_chunks(case.source)
        bare = _evidence_type().validate_python(row["evidence"])
        whole = [dataclasses.replace(one.claim, answer=case.text) for one in bare]
        return tuple(dataclasses.replace(one, claim=c, chunks=chunks) for one, c in zip(bare, whole, strict=True))

    def checks(
        self, key: str, judge: str, version: str, evidence: Sequence[ClaimEvidence]
    ) -> tuple[tuple[Check, ...], Cost] | None:
        row = self._said.get((key, judge, version))
        if row is None:
            return None
        places = [(one.claim.id, window) for one in evidence if one.claim.checkable for window in one.windows]
        opinions = [_opinion(raw) for raw in row["opinions"]]
        of_judge = version.partition("/")[0]
        checks = (Check(c, w, judge, of_judge, o) for (c, w), o in zip(places, opinions, strict=True))
        return tuple(checks), _cost(row["cost"])

    def keep(
        self,
        evidence: Mapping[str, tuple[ClaimEvidence, ...]],
        said: Mapping[tuple[str, str, str], Said],
    ) -> None:
        """Append new evidence and opinions, and put them on disk.

        What a judge could not say this time but may say another time is not kept.
        """
        rows: list[dict[str, Any]] = []
        for key, found in evidence.items():
            bare = tuple(
                dataclasses.replace(one, claim=dataclasses.replace(one.claim, answer=""), chunks=()) for one in found
            )
            rows.append({"case": key, "evidence": _evidence_type().dump_python(bare, mode="json")})
        for (key, judge, version), (checks, cost) in said.items():
            if any(isinstance(check.opinion, Unscored) and not check.opinion.lasting for check in checks):
                continue
            opinions = [_raw_opinion(check.opinion) for check in checks]
            rows.append(
                {"case": key, "judge": judge, "version": version, "cost": _raw_cost(cost), "opinions": opinions}
            )
        if self._path is None or not rows:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as lines:
            lines.writelines(f"{json.dumps(row, ensure_ascii=False, separators=(',', ':'))}\n" for row in rows)
            lines.flush()
            os.fsync(lines.fileno())
        for row in rows:
            self._take(row)

    def _take(self, row: Mapping[str, Any]) -> None:
        if "evidence" in row:
            self._evidence[row["case"]] = row
        else:
            self._said[(row["case"], row["judge"], row["version"])] = row
            self._versions[row["judge"]] = row["version"]


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """The rows of a file; a last line without its end is cut off, so that the next one begins on a line of its own."""
    good = 0
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                break
            try:
                row = json.loads(line)
                known = "case" in row and ("evidence" in row or {"judge", "version", "cost", "opinions"} <= set(row))
            except (ValueError, TypeError):
                known = False
            if not known:
                raise InputError(
                    f"Line {number} of {path.name} is no row of opinions; name another cache file, or remove this one."
                )
            good += len(line)
            yield row
    if good < path.stat().st_size:
        os.truncate(path, good)


@cache
def _evidence_type() -> TypeAdapter[tuple[ClaimEvidence, ...]]:
    from pydantic import TypeAdapter

    return TypeAdapter(tuple[ClaimEvidence, ...])


def _raw_opinion(opinion: Opinion | Unscored) -> dict[str, Any]:
    if isinstance(opinion, Unscored):
        return {"unscored": opinion.reason}
    findings = [[one.kind, one.stance.value, one.claim_words, one.premise_words] for one in opinion.findings]
    extra = {
        field.name: getattr(opinion, field.name)
        for field in dataclasses.fields(opinion)
        if field.name not in ("scores", "findings")
    }
    return {"scores": dict(opinion.scores), "findings": findings, **extra}


def _opinion(raw: Mapping[str, Any]) -> Opinion | Unscored:
    if "unscored" in raw:
        return Unscored(raw["unscored"])
    findings = _findings(raw["findings"])
    extra = {name: value for name, value in raw.items() if name not in ("scores", "findings")}
    return Opinion(dict(raw["scores"]), tuple(findings), **extra)


def _findings(raw: Iterable[Sequence[str]]) -> Iterator[Finding]:
    for kind, stance, claim_words, premise_words in raw:
        yield Finding(kind, Stance(stance), claim_words, premise_words)


def _raw_cost(cost: Cost) -> dict[str, Any]:
    return {"pairs": cost.pairs, "seconds": cost.seconds, "usage": dataclasses.asdict(cost.usage)}


def _cost(raw: Mapping[str, Any]) -> Cost:
    return Cost(raw["pairs"], raw["seconds"], Usage(**raw["usage"]))
