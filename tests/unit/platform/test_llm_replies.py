from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.errors import ModelReplyError
from claimgraph.platform.llm.replies import parse_reply
from claimgraph.platform.llm.text import travelling

ANY_OBJECT = {"type": "object"}
SCHEMA = {
    "type": "object",
    "properties": {"verdict": {"type": "string"}, "used": {"type": "array", "items": {"type": "integer"}}},
    "required": ["verdict", "used"],
    "additionalProperties": False,
}
EXPECTED = {"verdict": "yes, {really}", "used": [0, 1]}
PLAIN = '{"verdict": "yes, {really}", "used": [0, 1]}'

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        f"\n\n {PLAIN} \n",
        f"```json\n{PLAIN}\n```",
        f"```\n{PLAIN}\n```\nI hope this helps {{a lot}}.",
        f"Here is the object: {PLAIN} That is all.",
        '{"verdict": "yes, {really}", "used": [0, 1,],}',
        'Sure:\n{"verdict": "yes, {really}",\n "used": [0, 1],\n}',
        f'<think>Perhaps {{"verdict": "no", "used": []}}?</think>\n{PLAIN}',
        f"{PLAIN}\n{PLAIN}",
        f'{{"note": "not this one"}} {PLAIN}',
    ],
)
def test_the_object_is_found_in_what_models_write_around_it(text: str) -> None:
    assert parse_reply(text, SCHEMA) == EXPECTED


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no JSON object"),
        ("I cannot do that.", "no JSON object"),
        ('{"verdict": "yes", "used": [0', "no JSON object"),
        ('{"verdict": "yes"}', "required"),
        ('{"verdict": 3, "used": []}', "type"),
        ('{"verdict": "yes", "used": ["0"]}', "type"),
        ('{"verdict": "yes", "used": [], "more": 1}', "additionalProperties"),
        ('["verdict"]', "type"),
        ('{"verdict": "yes", "used": [NaN]}', "no JSON object"),
        ("[" * 100_000, "no JSON object"),
        ('{"a":' * 30_000, "no JSON object"),
        ('{"verdict": "yes", "used": []} or {"verdict": "no", "used": []}', "several different"),
        ("x" * 300_000, "300000 characters"),
    ],
)
def test_anything_else_is_an_error_that_names_the_problem(text: str, problem: str) -> None:
    with pytest.raises(ModelReplyError, match=problem):
        parse_reply(text, SCHEMA)


def test_an_error_never_repeats_the_text_of_the_reply() -> None:
    with pytest.raises(ModelReplyError) as caught:
        parse_reply('{"verdict": ["the patient is called Ann"], "used": []}', SCHEMA)
    assert "Ann" not in str(caught.value)


@given(st.dictionaries(st.text(), json_values, max_size=5))
def test_every_json_object_survives_a_fence_and_words_around_it(value: dict[str, Any]) -> None:
    assert parse_reply(f"Here:\n```json\n{json.dumps(value)}\n```\nDone.", ANY_OBJECT) == value


@given(st.text(st.characters(exclude_categories=[]), max_size=300))
def test_no_text_at_all_raises_anything_but_a_reply_error(text: str) -> None:
    try:
        value = parse_reply(text, ANY_OBJECT)
    except ModelReplyError:
        return
    assert isinstance(value, dict)


def test_escaped_lone_surrogates_become_replacement_characters() -> None:
    assert parse_reply('{"a": "x\\ud800y", "b": "\\ud83d\\ude00"}', ANY_OBJECT) == {
        "a": "x\ufffdy",
        "b": "😀",
    }


@given(st.text(st.characters(exclude_categories=[])))
def test_travelling_text_can_be_encoded_and_keeps_what_could(text: str) -> None:
    sent = travelling(text)
    sent.encode()
    if not any("\ud800" <= character <= "\udfff" for character in text):
        assert sent == text
