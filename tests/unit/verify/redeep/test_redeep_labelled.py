"""Labelled responses are read from the layouts in which RAGTruth and Dolly (AC) are published, and from a plain one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from claimgraph.platform.errors import InputError
from claimgraph.verify.redeep.labelled import LabelledResponse, read_labelled

SOURCES = [
    {
        "source_id": "11",
        "task_type": "Summary",
        "source": "CNN/DM",
        "source_info": "The bridge opened in 1901. It is 90 metres long.",
        "prompt": "Summarize the following news within 30 words:\n"
        "The bridge opened in 1901. It is 90 metres long.\noutput:",
    },
    {
        "source_id": "12",
        "task_type": "QA",
        "source": "MARCO",
        "source_info": {"question": "how old is the mill", "passages": "passage 1: The mill was built in 1820.\n\n"},
        "prompt": "Briefly answer the following question:\nhow old is the mill\nBear in mind...\n"
        "passage 1: The mill was built in 1820.\n\n\nIn case the passages do not contain...\noutput:",
    },
    {
        "source_id": "13",
        "task_type": "Data2txt",
        "source": "Yelp",
        "source_info": {"name": "Café Zoë", "stars": 4.5, "open": True, "wifi": None},
        "prompt": "Instruction:\nWrite an overview.\nStructured data:\n"
        "{'name': 'Café Zoë', 'stars': 4.5, 'open': True, 'wifi': None}\nOverview:",
    },
]


def response(number: int, source: str, text: str, spans: Iterable[str] = (), **changes: Any) -> dict[str, Any]:
    labels = [
        {
            "start": text.index(span),
            "end": text.index(span) + len(span),
            "text": span,
            "meta": "",
            "label_type": "Evident Conflict",
            "implicit_true": False,
            "due_to_null": False,
        }
        for span in spans
    ]
    row = {"id": str(number), "source_id": source, "model": "llama-2-7b-chat", "temperature": 0.7, "labels": labels}
    return row | {"split": "test", "quality": "good", "response": text} | changes


RESPONSES = [
    response(0, "11", "The bridge opened in 1911.", ["1911"]),
    response(1, "12", "The mill was built in 1820."),
    response(2, "13", "Café Zoë has 5 stars and free wifi.", ["5 stars", "free wifi"], split="train"),
    response(3, "11", "A bridge opened.", model="gpt-4-0613"),
]


def write(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def ragtruth(
    folder: Path, responses: Iterable[Mapping[str, Any]] = RESPONSES, sources: Iterable[Mapping[str, Any]] = SOURCES
) -> Path:
    write(folder / "response.jsonl", responses)
    write(folder / "source_info.jsonl", sources)
    return folder


def test_ragtruth_gives_texts_questions_and_spans_of_all_three_tasks(tmp_path: Path) -> None:
    summary, answer, overview, other = read_labelled(ragtruth(tmp_path), "ragtruth")

    assert (summary.id, summary.group, summary.question) == ("0", "11", None)
    assert summary.contexts == ("The bridge opened in 1901. It is 90 metres long.",)
    assert [summary.response[slice(*span)] for span in _spans(summary)] == ["1911"]
    assert answer.question == "how old is the mill"
    assert answer.contexts == ("passage 1: The mill was built in 1820.\n\n",)
    assert not answer.hallucinated
    assert overview.contexts == ("{'name': 'Café Zoë', 'stars': 4.5, 'open': True, 'wifi': None}",)
    assert [overview.response[slice(*span)] for span in _spans(overview)] == ["5 stars", "free wifi"]
    assert other.group == summary.group


def _spans(row: LabelledResponse) -> tuple[tuple[int, int], ...]:
    assert not isinstance(row.labels, bool)
    return row.labels


def test_one_model_and_one_split_can_be_asked_for(tmp_path: Path) -> None:
    folder = ragtruth(tmp_path)
    assert [row.id for row in read_labelled(folder, "ragtruth", model="llama-2-7b-chat")] == ["0", "1", "2"]
    assert [row.id for row in read_labelled(folder, "ragtruth", model="llama-2-7b-chat", split="test")] == ["0", "1"]
    with pytest.raises(InputError, match="no labelled response of this model"):
        read_labelled(folder, "ragtruth", model="llama-9")


def test_the_datas_own_prompt_holds_the_context_and_ends_with_the_response(tmp_path: Path) -> None:
    for row in read_labelled(ragtruth(tmp_path), "ragtruth"):
        prompt = row.own_prompt()
        assert [prompt.text[slice(*span)] for span in prompt.context] == list(row.contexts)
        assert prompt.response == row.response
        assert prompt.answer[1] == len(prompt.text)


def test_a_prompt_without_its_context_is_refused(tmp_path: Path) -> None:
    folder = ragtruth(tmp_path, RESPONSES[:1], [SOURCES[0] | {"prompt": "Summarize:"}])
    with pytest.raises(InputError, match="does not stand in its prompt"):
        read_labelled(folder, "ragtruth")[0].own_prompt()


def test_dolly_says_whether_a_response_is_hallucinated_and_not_where(tmp_path: Path) -> None:
    source = {"source_id": 5, "task_type": "QA", "source_info": {"question": "who?", "passages": "Ann did."}}
    write(tmp_path / "source_info_dolly.jsonl", [source | {"prompt": "who?\nAnn did.\n"}])
    rows = [
        {"id": 1, "source_id": 5, "model": "llama-2-7b-chat", "labels": ["wrong name"], "response": "Bob did."},
        {"id": 2, "source_id": 5, "model": "llama-2-7b-chat", "labels": [], "response": "Ann did."},
    ]
    write(tmp_path / "response_dolly.jsonl", rows)

    wrong, right = read_labelled(tmp_path, "dolly")

    assert (wrong.labels, right.labels) == (True, False)
    assert (wrong.question, wrong.contexts, wrong.group) == ("who?", ("Ann did.",), "5")


def test_a_plain_file_needs_a_response_a_context_and_labels(tmp_path: Path) -> None:
    rows = [
        {"response": "桥长九十米。", "context": "桥长八十米。", "question": "桥多长？", "labels": [[2, 5]]},
        {"response": "Yes.", "context": ["One.", "Two."], "labels": False, "id": "b", "group": "g"},
        {"response": "No.", "context": ["One.", "Two."], "labels": True},
        {"response": "Perhaps.", "context": ["One.", "Two."], "labels": []},
    ]
    chinese, told, wrong, faithful = read_labelled(write(tmp_path / "own.jsonl", rows))

    assert [chinese.response[slice(*span)] for span in _spans(chinese)] == ["九十米"]
    assert (told.id, told.group, told.contexts, told.labels) == ("b", "g", ("One.", "Two."), False)
    assert wrong.labels is True
    assert faithful.labels == ()
    assert wrong.group == faithful.group != chinese.group  # one context, one group


GOOD = {"response": "Yes.", "context": "One.", "labels": []}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"response": ""}, "`response` is missing or empty"),
        ({"response": 7}, "`response` is missing or empty"),
        ({"context": []}, "`context` is neither"),
        ({"context": {"a": 1}}, "`context` is neither"),
        ({"labels": None}, "`labels` is neither"),
        ({"labels": "yes"}, "`labels` is neither"),
        ({"labels": [[0, 9]]}, "no span"),
        ({"labels": [[3, 1]]}, "no span"),
        ({"labels": [[1, 1]]}, "no span"),
        ({"labels": [[True, 3]]}, "no span"),
        ({"labels": ["ab"]}, "no span"),
        ({"labels": [[0.0, 1.0]]}, "no span"),
        ({"question": 5}, "`question` or `prompt`"),
    ],
)
def test_a_plain_file_is_refused_by_line(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = write(tmp_path / "own.jsonl", [GOOD, GOOD | change])
    with pytest.raises(InputError, match=f"own.jsonl, line 2: .*{message}"):
        read_labelled(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"labels": None}, "`labels` is no list"),
        ({"labels": ["1911"]}, "a label is no object"),
        ({"labels": [{"start": 0, "end": 400}]}, "no span"),
        ({"labels": [{"start": 0, "end": 3, "text": "Not"}]}, "not what stands at"),
        ({"source_id": "99"}, "source 99 is not in source_info.jsonl"),
        ({"source_id": None}, "`source_id` is missing"),
    ],
)
def test_ragtruth_is_refused_by_line(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    folder = ragtruth(tmp_path, [RESPONSES[1], RESPONSES[0] | change])
    with pytest.raises(InputError, match=f"response.jsonl, line 2: .*{message}"):
        read_labelled(folder, "ragtruth")


def test_a_source_that_holds_no_text_is_refused(tmp_path: Path) -> None:
    folder = ragtruth(tmp_path, RESPONSES[:1], [SOURCES[0] | {"source_info": 3}])
    with pytest.raises(InputError, match=r"source_info\.jsonl, line 1: `source_info` is neither"):
        read_labelled(folder, "ragtruth")


@pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff\xff", b"[" * 100_000, b""])
def test_a_file_that_is_no_json_lines_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"own\.jsonl"):
        read_labelled(path)


def test_missing_files_and_unknown_layouts_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"source_info\.jsonl cannot be read"):
        read_labelled(tmp_path, "ragtruth")
    with pytest.raises(InputError, match="no layout"):
        read_labelled(tmp_path, "csv")
    with pytest.raises(InputError, match="Only the public layouts"):
        read_labelled(write(tmp_path / "own.jsonl", [GOOD]), model="x")
