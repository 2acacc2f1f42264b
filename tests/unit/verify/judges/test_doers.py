"""Who does what the claim says, where the evidence has another doing it and names the claim's for something else."""

from __future__ import annotations

import pytest

from claimgraph.graph_schema.vocabulary import Stance
from claimgraph.verify.judges.alignment import judge_alignment
from claimgraph.verify.model import Opinion, Pair


def conflicts(claim: str, premise: str) -> list[tuple[str, str]]:
    lang = "en" if claim.isascii() else "zh"
    opinion = judge_alignment(Pair(claim, lang, premise, lang))
    findings = opinion.findings if isinstance(opinion, Opinion) else ()
    return [(one.claim_words, one.premise_words) for one in findings if one.stance is Stance.CONTRADICTS]


@pytest.mark.parametrize(
    ("claim", "premise", "names"),
    [
        (
            "Lieutenant Owen Pryce commanded the frigate.",
            "Captain Rhys Morgan commanded the frigate; Lieutenant Owen Pryce was his second.",
            ("Owen Pryce", "Rhys Morgan"),
        ),
        (
            "Tomas Reyes was the first to isolate the enzyme.",
            "The enzyme was first isolated by Professor Ingrid Vance. Her aide Tomas Reyes worked out its structure.",
            ("Tomas Reyes", "Ingrid Vance"),
        ),
        (
            "The committee is chaired by Dr Lionel Braithwaite.",
            "Professor Adaeze Nwosu chairs the committee. Her deputy is Dr Lionel Braithwaite.",
            ("Lionel Braithwaite", "Adaeze Nwosu"),
        ),
    ],
)
def test_a_name_that_the_evidence_has_for_something_else_conflicts_with_the_doer(
    claim: str, premise: str, names: tuple[str, str]
) -> None:
    assert conflicts(claim, premise) == [names]


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("Rhys Morgan commanded the frigate.", "Rhys Morgan commanded the frigate; Owen Pryce was his second."),
        ("Owen Pryce commanded the sloop.", "Rhys Morgan commanded the frigate and Owen Pryce commanded the sloop."),
        ("The film was made by The Kennedy Company.", "The film was made by Blinding Edge and The Kennedy Company."),
        ("Hedda Storm has led the choir.", "Ewan Prideaux led the choir until 2006, when Hedda Storm took over."),
        ("Anna Berg left the quartet.", "Anna Berg left in 1991 and was replaced by Michael Stone."),
        ("Owen Pryce did not command the frigate.", "Rhys Morgan commanded the frigate; Owen Pryce was his second."),
    ],
)
def test_the_doer_himself_a_list_and_a_successor_do_not(claim: str, premise: str) -> None:
    assert conflicts(claim, premise) == []
