"""Results keep their names and lose nothing on the way to JSON."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.api.jsonable import jsonable, to_json
from claimgraph.graph_schema.vocabulary import Verdict
from claimgraph.ingest.model import Span

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@dataclass(frozen=True, slots=True)
class Found:
    verdict: Verdict
    spans: tuple[Span, ...]
    judges: dict[str, dict[str, float]]
    missing: None = None


def test_a_result_becomes_an_object_of_the_same_names() -> None:
    found = Found(Verdict.SUPPORTED, (Span(0, 5), Span(7, 9)), {"nli": {"nli_entailment": 0.5}})

    assert jsonable(found) == {
        "verdict": "SUPPORTED",
        "spans": [[0, 5], [7, 9]],
        "judges": {"nli": {"nli_entailment": 0.5}},
        "missing": None,
    }


@given(plain)
def test_plain_values_come_back_as_they_were(value: Any) -> None:
    assert json.loads(to_json(value).encode().decode()) == value


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_not_finite_is_never_printed(number: float) -> None:
    with pytest.raises(ValueError, match="not finite"):
        to_json({"confidence": number})


def test_an_unknown_kind_of_value_is_an_error_and_not_its_repr() -> None:
    with pytest.raises(TypeError):
        jsonable(object())


def test_a_lone_surrogate_is_escaped_so_that_the_output_can_be_written() -> None:
    assert json.loads(to_json({"text": "a\ud800b"}).encode("utf-8")) == {"text": "a\ud800b"}
