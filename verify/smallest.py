"""The smallest evidence that carries a verdict: what a person is shown first, and what a finding is said to rest on."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from claimgraph.graph_schema.vocabulary import Verdict

from .model import Check, ClaimEvidence, Decision, Window
from .ports import Policy

_DECIDED = frozenset({Verdict.SUPPORTED, Verdict.CONTRADICTED})


def decide(policy: Policy, evidence: ClaimEvidence, checks: Sequence[Check]) -> Decision:
    """The policy's decision over all windows, carried by the smallest one on which alone it decides the same.

    Verdict, confidence and votes are those over all windows. Windows with the most relevant sentence come before
    others, which might decide the same of another matter. Where no single window carries the verdict, the checks that
    decided it are named as they are.
    """
    decision = policy.decide(evidence, checks)
    if decision.verdict not in _DECIDED or len(evidence.windows) < 2:
        return decision
    most = max(window.relevance for window in evidence.windows)
    for window in sorted(evidence.windows, key=lambda one: (one.relevance < most, *_size(one))):
        mine = [check for check in checks if check.window.premise_id == window.premise_id]
        alone = policy.decide(dataclasses.replace(evidence, windows=(window,)), mine)
        if mine and alone.verdict is decision.verdict:
            return dataclasses.replace(decision, carried=alone.carried or decision.carried)
    return decision


def _size(window: Window) -> tuple[int, int, float]:
    return len(window.pieces) - window.headed, len(window.text), -window.relevance
