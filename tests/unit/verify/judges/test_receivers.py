"""Who gives and who gets, in Chinese, whatever the two are called."""

from __future__ import annotations

import pytest

from claimgraph.verify.judges.aligning import align
from claimgraph.verify.judges.arguments import swapped_arguments


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("小穆三月借给了老金八万元。", "原告老金称，他于三月借给被告小穆八万元。"),
        ("小宇把骨髓捐给了姐姐。", "小宇的姐姐把骨髓捐给了小宇。"),
        ("骆家付给薛家一年的滩租。", "薛家须另付给骆家一年的滩租。"),
        ("筱玉昆早年拜谭雨亭为师。", "名家谭雨亭早年拜筱玉昆为师，出师后自立门户。"),
        ("张强向李明借了五千元。", "去年，李明向张强借了五千元。"),
    ],
)
def test_a_giver_who_is_told_to_have_received_has_changed_places(claim: str, premise: str) -> None:
    assert swapped_arguments(align(claim, "zh", premise, "zh")) is not None


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("老金三月借给了小穆八万元。", "原告老金称，他于三月借给被告小穆八万元。"),
        ("小宇的姐姐把骨髓捐给了小宇。", "小宇等到了配型，姐姐把骨髓捐给了小宇。"),
        ("张强去年向李明借了五千元。", "张强向李明借了五千元，年底还给了李明。"),
        ("镇政府在1931年向商行借了两百万元。", "1931年，商行借给镇政府两百万元。"),
        ("书店把旧书送给了学校。", "书店把旧书送给了学校，学校把新书送给了村民。"),
    ],
)
def test_the_same_parties_in_the_same_places_have_not(claim: str, premise: str) -> None:
    assert swapped_arguments(align(claim, "zh", premise, "zh")) is None
