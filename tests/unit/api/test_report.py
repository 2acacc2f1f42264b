"""The report for people says by marks what colours repeat, and prints the text of others as data."""

from __future__ import annotations

import dataclasses
import io
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text

from claimgraph.api.printing import one_line, printable
from claimgraph.api.report import VerificationReport, marked_answer, shown_diff
from claimgraph.graph_schema.vocabulary import Outcome, Verdict
from claimgraph.ingest.model import Span
from claimgraph.verify.report import (
    ClaimReport,
    CorrectionReport,
    EvidenceReport,
    Occurrence,
    RunInfo,
    Verification,
)
from claimgraph.verify.rewriting import refusal

ANSWER = "The Danube rises in Germany. It is 1,850 km long. Lovely!"


def claim(text: str, verdict: Verdict, start: int, end: int, **others: Any) -> ClaimReport:
    values: dict[str, Any] = {
        "id": "c" * 32, "text": text, "lang": "en", "spans": (Span(start, end),), "verdict": verdict,
        "confidence": 0.9, "unscored_reason": None, "possible": None, "open": False, "votes": {}, "triples": (),
        "evidence": (), "correction": None,
    }  # fmt: skip
    return ClaimReport(**{**values, **others})


def wrong_claim() -> ClaimReport:
    finding = {"kind": "number", "stance": "contradicts", "claim": "1,850 km", "premise": "2,850 km"}
    evidence = EvidenceReport(
        chunk_id="k" * 32,
        premise_id="p" * 32,
        text="The Danube is 2,850 km long.",
        spans=(Span(0, 28),),
        occurrences=(Occurrence("/rivers.pdf", "Rivers", 1, 100, 128, 7),),
        judges={"rules": {"findings": [finding]}, "nli": {"nli_contradiction": 0.9}},
        decisive=True,
    )
    correction = CorrectionReport(
        "x" * 32, "c" * 32, "It is 1,850 km long.", "It is 2,850 km long.", "value", Verdict.SUPPORTED, 0.9, ()
    )
    votes = {"rules": "contradicts", "nli": "contradicts"}
    return claim(
        "It is 1,850 km long.", Verdict.CONTRADICTED, 29, 49,
        votes=votes, evidence=(evidence,), correction=correction,
    )  # fmt: skip


def verification(*claims: ClaimReport, answer: str = ANSWER, **others: Any) -> Verification:
    values: dict[str, Any] = {
        "answer_id": "a" * 32, "run_id": "r" * 32, "answer": answer, "question": None, "model": "some-model",
        "lang": "en", "domain": "general", "risk": "normal", "outcome": Outcome.REJECTED, "support_ratio": 0.5,
        "corrected_support_ratio": None, "threshold": 0.8, "claims": claims, "filtered_answer": "",
        "corrected_text": answer, "corrections": (), "diff": (),
        "run": RunInfo(1, False, {}, "s", 0.25, {"nli": 4}, 0, None),
    }  # fmt: skip
    return Verification(**{**values, **others})


def shown(found: Verification) -> str:
    out = io.StringIO()
    Console(file=out, width=200, highlight=False, emoji=False, markup=False).print(VerificationReport(found))
    return out.getvalue()


def test_every_claim_is_marked_in_the_answers_own_text() -> None:
    claims = [
        claim("The Danube rises in Germany.", Verdict.SUPPORTED, 0, 28),
        claim("It is 1,850 km long.", Verdict.CONTRADICTED, 29, 49),
        claim("Lovely!", Verdict.NOT_CHECKABLE, 50, 57),
    ]

    text = marked_answer(ANSWER, claims)

    assert text.plain == "The Danube rises in Germany. [1✓] It is 1,850 km long. [2✗] Lovely! [3–]"


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=6))
def test_no_span_however_it_overlaps_changes_the_answers_text(pairs: list[tuple[int, int]]) -> None:
    claims = [claim("x", Verdict.SUPPORTED, start, end) for start, end in pairs]

    text = marked_answer(ANSWER, claims)

    assert re.sub(r" \[\d+✓\]", "", text.plain) == ANSWER


def test_the_report_tells_verdict_evidence_place_words_and_correction() -> None:
    claims = (claim("The Danube rises in Germany.", Verdict.SUPPORTED, 0, 28), wrong_claim())
    corrected = ANSWER.replace("1,850", "2,850")
    correction = claims[1].correction
    assert correction is not None

    text = shown(verification(*claims, corrected_text=corrected, corrections=(correction,)))

    assert "rejected" in text
    assert "support 50% (threshold 80%)" in text
    assert "model: some-model" in text
    assert "[✗] 2. It is 1,850 km long." in text
    assert "contradicted, confidence 0.90" in text
    assert "“The Danube is 2,850 km long.”" in text
    assert "Rivers, page 7 (characters 100–128)" in text
    assert "number: “1,850 km”, the evidence has “2,850 km”  (rules)" in text
    assert "[-1,850-]{+2,850+}" in text
    assert "checked again: supported" in text
    assert f"answer {'a' * 32}  run {'r' * 32}" in text


def test_an_answer_with_nothing_to_check_says_so() -> None:
    found = verification(outcome=Outcome.UNVERIFIED, support_ratio=None)

    assert "unverified  nothing to check" in shown(found)


def test_hostile_text_stays_text() -> None:
    answer = "[bold red]Danube[/bold red] \x1b[2J\x1b]0;owned\x07 \u202egnol\u202c :smile: {+x+}"
    found = verification(claim(answer, Verdict.SUPPORTED, 0, len(answer)), answer=answer)

    text = shown(found)

    assert "[bold red]Danube[/bold red]" in text
    assert ":smile:" in text
    assert not set("\x1b\x07\u202e\u202c") & set(text)


@given(st.text())
def test_printable_text_keeps_its_length_and_obeys_nothing(text: str) -> None:
    result = printable(text)

    assert len(result) == len(text)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", result)
    assert "\n" not in one_line(text)
    assert "\r" not in result


@given(st.text(alphabet="ab 1,.中文", max_size=30), st.text(alphabet="ab 1,.中文", max_size=30))
def test_the_diff_holds_both_texts(before: str, after: str) -> None:
    diff = shown_diff(before, after)

    new = re.sub(r"\[-(.*?)-\]", "", diff.plain, flags=re.DOTALL).replace("{+", "").replace("+}", "")
    old = re.sub(r"\{\+(.*?)\+\}", "", diff.plain, flags=re.DOTALL).replace("[-", "").replace("-]", "")
    assert (old, new) == (before, after)
    assert isinstance(diff, Text)


@pytest.mark.parametrize(
    ("answer", "lang"),
    [("Napoleon loved the Danube. He owned the available boat.", "en"), ("拿破仑很喜欢多瑙河，他有一条蓝船。", "zh")],
)
def test_an_answer_of_which_nothing_is_left_is_not_mingled_with_the_refusal(answer: str, lang: str) -> None:
    assert shown_diff(answer, refusal(lang)).plain == f"[-{answer}-]{{+{refusal(lang)}+}}"
    assert shown_diff(refusal(lang), refusal(lang)).plain == refusal(lang)


def test_the_diff_of_chinese_goes_by_character_and_of_numbers_by_number() -> None:
    assert shown_diff("长江全长5300公里。", "长江全长6300公里。").plain == "长江全长[-5300-]{+6300+}公里。"
    assert shown_diff("张三是创始人。", "李四是创始人。").plain == "[-张三-]{+李四+}是创始人。"


def test_the_foot_tells_what_each_judge_was_spared() -> None:
    run = RunInfo(
        1, False, {}, "s", 0.25, {"nli": 4}, 0, None, saved_exact={"nli": 3, "rules": 5}, saved_paraphrased={"nli": 2}
    )

    text = shown(verification(wrong_claim(), run=run))

    assert "0.25 s, nli 4\nremembered: nli 3, rules 5\ntaken over from paraphrases: nli 2" in text.replace(" \n", "\n")


def test_what_was_true_once_is_told_with_its_day() -> None:
    finding = {"kind": "superseded", "stance": "neutral", "claim": "1,850 km", "premise": "2024-05-01"}
    old = wrong_claim()
    told = dataclasses.replace(old.evidence[0], judges={"graph": {"graph": 0.5, "findings": [finding]}})

    text = shown(verification(dataclasses.replace(old, evidence=(told,))))

    assert "“1,850 km” was true until 2024-05-01  (graph)" in text


def test_the_score_from_inside_a_model_is_told_where_there_is_one() -> None:
    one = claim("Lovely!", Verdict.SUPPORTED, 50, 57, redeep_score=0.834, redeep_ecs=0.2, redeep_pks=0.4)

    assert "hallucination score 0.83" in shown(verification(one))
    assert "hallucination score" not in shown(verification(wrong_claim()))
