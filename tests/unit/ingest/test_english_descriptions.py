"""The country, the city, the company: a description stands for a thing of its sort, or for nothing."""

from __future__ import annotations

import pytest
from fakes.rule_reader import read_by_rules as read


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Berlin is in Germany. The country has 83 million inhabitants.", "Germany has 83 million inhabitants."),
        ("The Yangtze flows through Wuhan. The city has a port.", "Wuhan has a port."),
        ("Tencent is based in Shenzhen. This company was founded in 1998.", "Tencent was founded in 1998."),
        ("Lake Geneva borders France. The lake is 73 km long.", "Lake Geneva is 73 km long."),
    ],
)
def test_a_description_stands_for_the_thing_of_its_sort(text: str, said: str) -> None:
    found = read(text).statements[-1]

    assert (found.text, found.standalone) == (said, True)


@pytest.mark.parametrize(
    "text",
    [
        "The Nile flows through Egypt. The city has 100 million inhabitants.",
        "The Seine flows through Paris. The country has 83 million inhabitants.",
        "Berlin is a large city. The country has 83 million inhabitants.",
        "Harvard University is in Cambridge. The company was founded in 1998.",
        "Paris is the capital of France. The river is 777 km long.",
    ],
)
def test_a_description_stands_for_nothing_of_another_sort(text: str) -> None:
    found = read(text).statements[-1]

    assert (found.text, found.standalone) == (text.split(". ")[1], False)
