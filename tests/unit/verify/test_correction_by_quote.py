"""What nobody can mend is told in the words of its evidence: which of them, and that they can stand alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.api.bootstrap import Models
from claimgraph.graph_schema.vocabulary import EvidenceSource, Verdict
from claimgraph.ingest.model import Span
from claimgraph.platform.settings import Settings
from claimgraph.verify.correction.by_quote import QuoteCorrector
from claimgraph.verify.correction.quotable import quotable
from claimgraph.verify.model import (
    Attempt,
    Claim,
    ClaimEvidence,
    Conclusion,
    CorrectionRequest,
    Decision,
    Evidence,
    Failing,
    Piece,
    Proposal,
    Window,
)
from claimgraph.verify.windows import Embed


@cache
def models() -> Models:
    return Models(Settings(home=Path("unused"), _env_file=None))  # type: ignore[call-arg]


def corrector() -> QuoteCorrector:
    return QuoteCorrector(models().reader, cast("Embed", models().embeddings.embed), models().embeddings.version)


def _lang(text: str) -> str:
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in text) else "en"


def request(
    claim: str, evidence: str, beside: Sequence[str] = (), failed: Sequence[str] = (), sentence: Span | None = None
) -> CorrectionRequest:
    lang, span = _lang(claim), Span(0, len(claim))
    made = Claim(claim, claim, lang, (span,), sentence or span, True, True)
    chunk = Evidence("k", evidence, _lang(evidence), EvidenceSource.GIVEN, 1, 1.0, ())
    window = Window("p", evidence, _lang(evidence), (Piece("k", 0, len(evidence)),), 1.0)
    conclusion = Conclusion(ClaimEvidence(made, (chunk,), (window,)), (), Decision(Verdict.CONTRADICTED, 0.9, (), ()))
    attempts = tuple(Attempt(text, Failing.UNSUPPORTED) for text in failed)
    return CorrectionRequest(conclusion, claim, lang, (window,), beside=tuple(beside), failed=attempts)


def proposals(*requests: CorrectionRequest) -> list[Proposal | None]:
    return asyncio.run(corrector().propose(requests))


def quoted(claim: str, evidence: str, *beside: str) -> str | None:
    (found,) = proposals(request(claim, evidence, beside))
    return None if found is None else found.after


FARM = (
    "The ministry has granted consent for the Dunnock Bank wind farm. Norwind plans 54 turbines with a total capacity "
    "of 810 megawatts. Fishery crews receive 12 million euros for lost grounds; trawling will remain banned inside the "
    "farm, but pots and lines will be permitted. The first warning went out eleven hours before the peak."
)
BIRD = (
    "赤胸溪鸲栖息于岷岭东坡的山溪两岸，冬季下降至低海拔河谷越冬。"
    "每窝产卵3至5枚，由雌鸟单独孵化；雏鸟由双亲共同喂养，约17天离巢。"
)


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        (
            "The alert was issued nine hours ahead of the peak.",
            FARM,
            "The first warning went out eleven hours before the peak.",
        ),
        (
            "All fishing is prohibited inside the farm, even with pots and lines.",
            FARM,
            "Trawling will remain banned inside the farm, but pots and lines will be permitted.",
        ),
        ("雏鸟只由雌鸟喂养。", BIRD, "雏鸟由双亲共同喂养，约17天离巢。"),
        ("赤胸溪鸲冬天飞往南方越冬。", BIRD, "赤胸溪鸲栖息于岷岭东坡的山溪两岸，冬季下降至低海拔河谷越冬。"),
    ],
)
def test_what_the_evidence_says_of_the_same_is_quoted_word_for_word(claim: str, evidence: str, expected: str) -> None:
    (found,) = proposals(request(claim, evidence))

    assert found is not None
    assert (found.after, found.method, found.alone) == (expected, "quote", (expected,))
    (piece,) = found.based_on
    stretch = evidence[piece.start : piece.end]
    assert stretch.rstrip("。.").casefold() in expected.casefold()


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The developer also sponsors a football club in Leeds.", FARM),
        ("该鸟在唐诗中常被用来比喻离别。", BIRD),
        ("赤胸溪鸲栖息在山溪边。", FARM),
        ("The bird lives beside mountain streams.", BIRD),
        ("The bird lives beside mountain streams.", ""),
    ],
)
def test_nothing_is_quoted_of_what_the_evidence_does_not_speak_of_or_in_another_language(
    claim: str, evidence: str
) -> None:
    assert quoted(claim, evidence) is None


def test_what_the_answer_says_already_is_not_said_again() -> None:
    claim = "The warning came nine hours before the flood in the valley reached its peak in the towns."

    assert quoted(claim, FARM) == "The first warning went out eleven hours before the peak."
    assert quoted(claim, FARM, "The first warning went out eleven hours before the peak.") is None


def test_what_failed_is_not_proposed_again() -> None:
    first = "The first warning went out eleven hours before the peak."

    (found,) = proposals(request("The alert was issued nine hours ahead of the peak.", FARM, failed=[first]))

    assert found is None or found.after != first


def test_two_claims_of_one_sentence_are_mended_by_one_sentence_of_the_evidence() -> None:
    evidence = "The canal has 31 locks, and its tunnel is 900 metres long. It opened in 1796."
    span = Span(0, 60)
    requests = [
        request("There are 13 locks on the canal.", evidence, sentence=span),
        request("The tunnel of the canal is 90 metres in length.", evidence, sentence=span),
    ]

    assert [one.after if one else None for one in proposals(*requests)] == [
        "The canal has 31 locks, and its tunnel is 900 metres long.",
        "The canal has 31 locks, and its tunnel is 900 metres long.",
    ]


def test_a_claim_of_two_statements_is_mended_by_both_sentences_that_tell_of_them() -> None:
    evidence = (
        "Please report thefts to the police within 24 hours. Bicycles older than ten years are not insured. "
        "We need the purchase receipt and both keys of the lock."
    )
    claim = "The police must hear of a theft within 48 hours, and you have to hand over the receipt and a lock key."

    assert quoted(claim, evidence) == (
        "Please report thefts to the police within 24 hours. We need the purchase receipt and both keys of the lock."
    )


# --- What can stand alone


def alone(text: str) -> set[str]:
    (read,) = models().reader.read([text])
    return {one.text for one in quotable({"k": read}, [Piece("k", 0, len(text))], _lang(text))}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Dunmarrow Castle is a ruin. It was built in 1272.", "Dunmarrow Castle was built in 1272."),
        ("- Works from −15 °C to +40 °C\n- Free returns within 60 days", "Works from −15 °C to +40 °C."),
        ("However, the study was not blinded.", "The study was not blinded."),
        ("bzip2 compresses files.", "bzip2 compresses files."),
        ("All workers who lose their jobs will be paid.", "All workers who lose their jobs will be paid."),
        ("The farm is open; trawling will remain banned there.", "Trawling will remain banned there."),
        ("The lamp holds **two** batteries.", "The lamp holds two batteries."),
        ('"The rams are the last original parts."', '"The rams are the last original parts."'),
        ("【注意事项】服药期间不宜驾驶。", "服药期间不宜驾驶。"),
        ("- 单个附件最大可到250 MB\n- 支持导出", "单个附件最大可到250 MB。"),
        ("3.1 million people live in the valley.", "3.1 million people live in the valley."),
    ],
)
def test_a_sentence_stands_without_list_marks_openers_emphasis_and_with_a_name_for_its_pronoun(
    text: str, said: str
) -> None:
    assert said in alone(text)


@pytest.mark.parametrize(
    "text",
    [
        "Who can use the e-library?",
        "Tolland Bridge to close for eleven weeks",
        "Returns and refunds.",
        "They said so twice.",
        "That made it harder to sell.",
        '"We have been patching it for a decade,',
        "| Plan | Price |",
        "The plans are:",
        "其中包括三个单元吗？",
        "《雾中电车》（2021）。",
    ],
)
def test_what_leans_on_other_words_or_states_nothing_is_not_quoted(text: str) -> None:
    assert alone(text) == set()


def test_a_statement_that_was_put_together_of_several_places_is_none_to_quote() -> None:
    text = "The union, which called the decision a slap in the face, was not consulted."

    assert alone(text) == {text}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Nobody may enter the reserve between March and July; enter the hut without a warden.",
            {"Nobody may enter the reserve between March and July; enter the hut without a warden."},
        ),
        (
            "Coffee cures liver cancer; this claim was disproved by three studies in 2019.",
            {"Coffee cures liver cancer; this claim was disproved by three studies in 2019."},
        ),
        ("If the sauna is booked, the pool is closed.", {"If the sauna is booked, the pool is closed."}),
        ("本店不接受现金，除非金额低于十元。", {"本店不接受现金，除非金额低于十元。"}),
        (
            "对于未满十八岁的用户，平台不得提供充值服务，但监护人同意的除外。",
            {"对于未满十八岁的用户，平台不得提供充值服务，但监护人同意的除外。"},
        ),
        ("We do not pay for:\n- Theft of bicycles abroad\n- Bicycles that were left unlocked overnight", set()),
        ("以下商品不支持退货：\n- 定制类商品及个性化商品\n- 已拆封的食品和药品", set()),
        (
            "They wrote: “The house is a waste of money, and it is ugly. The mayor has taken bribes from the firm. "
            + "Nobody who lives in the town will ever go there by bus or by train, or on foot from the station. " * 2
            + "The citizens must stop it.”",
            set(),
        ),
        ("最后的渡轮于1990年停运。", {"最后的渡轮于1990年停运。"}),
        ("并非所有会员都可进入贵宾展厅。", {"并非所有会员都可进入贵宾展厅。"}),
        ("But for the rain, the game would have begun.", {"But for the rain, the game would have begun."}),
        ("一、孕妇禁止服用本药。", {"孕妇禁止服用本药。"}),
        ("- [x] Import of calendars is supported", {"Import of calendars is supported."}),
        ("The __init__ method sets r**2 first.", {"The __init__ method sets r**2 first."}),
    ],
)
def test_no_clause_is_quoted_without_what_bears_on_it_and_no_word_is_cut(text: str, said: set[str]) -> None:
    assert alone(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "In winter, however, its pool is closed.",
        "其中23件为首次公开展出。",
        "If so, the deposit is lost.",
        "At that time the town had 900 people.",
        "在这种情况下，押金不退。",
        "为此公司裁员三百人。",
    ],
)
def test_what_speaks_of_things_named_before_is_not_quoted(text: str) -> None:
    assert alone(text) == set()


def test_one_quotation_stands_once_though_two_claims_are_mended_by_it_and_in_the_order_of_its_text() -> None:
    evidence = (
        "Please report thefts to the police within 24 hours. Bicycles older than ten years are not insured. "
        "We need the purchase receipt and both keys of the lock."
    )
    both, one = proposals(
        request("You have to hand over no receipt and no lock key, and the police must hear of no theft.", evidence),
        request("Thefts never have to be told to the police.", evidence),
    )

    assert both is not None
    assert one is not None
    assert both.alone == (
        "Please report thefts to the police within 24 hours.",
        "We need the purchase receipt and both keys of the lock.",
    )
    assert one.alone == both.alone[:1]


_POOL = [
    "The canal has 31 locks.",
    "Norwind plans 54 turbines; the Greens object.",
    "* Free returns within 60 days",
    "Opening hours",
    "他们于1903年获奖。",
    "本展汇集九家机构的藏品87件，其中23件为首次公开展出。",
    "“市易”单元说明女画家如何卖画；“行旅”关注写生册。",
    "Is it open? Yes, (it is",
]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(_POOL), min_size=1, max_size=5))
def test_every_quotation_stands_in_its_text_but_for_a_capital_and_a_stop(parts: list[str]) -> None:
    text = "\n".join(parts)
    (read,) = models().reader.read([text])
    for lang in ("en", "zh"):
        for one in quotable({"k": read}, [Piece("k", 0, len(text))], lang):
            stretch = text[one.piece.start : one.piece.end]
            assert one.text.rstrip(".。")[1:] in " ".join(stretch.split())
            assert one.text[0].casefold() in stretch.casefold()
            assert one.sentence.start <= one.piece.start < one.piece.end <= one.sentence.end
