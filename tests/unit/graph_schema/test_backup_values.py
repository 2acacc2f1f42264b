"""Property values go through a backup with nothing lost."""

from __future__ import annotations

import json
import math
import struct
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.graph_schema.backup_values import from_json, property_map, time_kind, to_json
from claimgraph.platform.errors import DamagedArchive, GraphError

SCALARS = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text() | st.binary()
LISTS = (
    st.lists(st.floats(allow_nan=False), max_size=40)
    | st.lists(st.floats(width=32, allow_nan=False), max_size=40)
    | st.lists(st.integers(-(2**63), 2**63 - 1))
    | st.lists(st.text())
    | st.lists(st.booleans())
)


def through_json(value: Any) -> Any:
    return from_json(json.loads(json.dumps(to_json(value, "x"), allow_nan=False)))


def typed(value: Any) -> Any:
    if isinstance(value, list):
        return [typed(one) for one in value]
    return type(value), struct.pack("<d", value) if isinstance(value, float) else value


@given(SCALARS | LISTS)
def test_a_value_comes_back_as_it_was_to_the_last_bit(value: Any) -> None:
    assert typed(through_json(value)) == typed(value)


def test_what_is_no_number_stays_none() -> None:
    assert math.isnan(through_json(math.nan))
    assert [math.isnan(number) for number in through_json([math.nan, 1.0])] == [True, False]


def test_a_vector_of_32_bit_numbers_takes_4_bytes_a_number() -> None:
    exact = [k / 8 for k in range(384)]

    assert list(to_json(exact, "x")) == ["f4"]
    assert list(to_json([*exact, 0.1], "x")) == ["f8"]
    assert list(to_json([*exact, 1e300], "x")) == ["f8"]


@pytest.mark.parametrize(
    ("value", "function"),
    [
        (datetime(2026, 1, 2, 3, 4, 5, 678901, UTC), "datetime"),
        (datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=8))), "datetime"),
        (datetime(2026, 1, 2, 3, 4, 5), "localdatetime"),
        (date(2026, 1, 2), "date"),
    ],
)
def test_a_time_is_made_by_the_function_of_its_type(value: date, function: str) -> None:
    stored = to_json(value, "at")

    assert time_kind(stored) == function
    assert type(value).fromisoformat(from_json(stored)) == value
    assert property_map({"id": "a", "at": stored}) == f"{{at: {function}(row.p.at), id: row.p.id}}"


@pytest.mark.parametrize("value", [{"a": 1}, object(), [[1.0]], [None], 1j])
def test_a_type_that_no_store_holds_is_refused_by_the_propertys_name(value: Any) -> None:
    with pytest.raises(GraphError, match="strange"):
        to_json(value, "strange")


@pytest.mark.parametrize("name", ["a b", "a}) DETACH DELETE n //", "", "ａ", "a`b", "1a", "x" * 200])
def test_a_property_name_that_is_no_plain_name_is_refused(name: str) -> None:
    with pytest.raises(DamagedArchive):
        property_map({name: 1})


@pytest.mark.parametrize("value", [{"f4": "abc="}, {"f2": "AAAA"}, {"f4": 1}, {"a": "", "b": ""}, {"f4": "AAA="}])
def test_a_tagged_value_of_another_kind_is_refused(value: Any) -> None:
    with pytest.raises(DamagedArchive):
        from_json(value)
