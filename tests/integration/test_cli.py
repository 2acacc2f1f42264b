"""The command line on both stores: what scripts read, and what goes wrong in one line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes.embeddings_server import EmbeddingsServer

from claimgraph.api.cli import main
from claimgraph.verify.judges.registry import DEFAULT_JUDGES

DATA = Path(__file__).parent.parent / "data"
RIVER = "The Danube is 2,850 km long. It rises in the Black Forest. Vienna lies on the Danube."
CHINESE_RIVER = "长江全长6300公里。长江发源于青海省。"

Run = Callable[..., tuple[int, str, str]]


def test_documents_are_loaded_found_and_unchanged_when_loaded_again(run: Run, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "river.txt").write_text(RIVER)
    (tmp_path / "docs" / "江.txt").write_text(CHINESE_RIVER)

    code, out, err = run("ingest", "docs", "--json")
    loaded = json.loads(out)
    again = json.loads(run("ingest", "docs", "--json")[1])
    found = json.loads(run("retrieve", "How long is the Danube?", "--k", "1", "--json")[1])
    human = run("retrieve", "长江有多长？")[1]

    assert (code, err) == (0, "")
    assert [document["status"] for document in loaded["documents"]] == ["created", "created"]
    assert [document["status"] for document in again["documents"]] == ["unchanged", "unchanged"]
    (hit,) = found["hits"]
    assert "2,850 km" in hit["text"]
    assert hit["occurrences"][0]["document"] == str(tmp_path / "docs" / "river.txt")
    assert "6300公里" in human


def test_a_bad_file_among_good_ones_leaves_nothing_and_stops_nothing(run: Run, tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_text(RIVER)
    files = [str(DATA / name) for name in ("encrypted.pdf", "binary.txt", "truncated.pdf", "empty.txt")]

    code, out, err = run("ingest", *files, str(good), "--json")
    documents = json.loads(run("graphql", "{ documents { nodes { key } } }")[1])

    printed = json.loads(out)
    assert (code, err) == (2, "")
    assert [failure["path"] for failure in printed["failed"]] == files
    assert {failure["code"] for failure in printed["failed"]} == {"UNREADABLE_DOCUMENT"}
    assert documents["data"]["documents"]["nodes"] == [{"key": str(good)}]


def test_standard_input_is_ingested_under_its_title(run: Run) -> None:
    code, out, _ = run("ingest", "-", "--title", "Rivers", stdin=RIVER.encode())

    assert code == 0
    assert out.startswith("created   Rivers (revision 1): 1 chunks (1 new)")


def test_a_query_on_an_empty_graph_finds_nothing(run: Run) -> None:
    code, out, err = run("retrieve", "anything at all")

    assert (code, err) == (0, "")
    assert "Nothing found" in out


@pytest.mark.parametrize("query", ["", "   "])
def test_an_empty_query_is_the_users_fault(run: Run, query: str) -> None:
    code, out, err = run("retrieve", query)

    assert (code, out) == (2, "")
    assert "empty" in err


def test_the_doctor_tells_the_store_and_no_secret(run: Run, store: Any) -> None:
    code, out, _ = run("doctor", "--json")
    found = json.loads(out)
    human = run("doctor")[1]

    assert (code, found["problems"], found["healthy"]) == (0, [], True)
    assert found["store"]["dialect"] == store.name
    heap = re.fullmatch(r"(\d+)m of the (\d+)m that this machine .*, by its size", found["store"].get("heap", ""))
    assert (heap is not None) == (store.name == "arcadedb")
    if heap:
        assert int(heap[1]) == min(max(int(heap[2]) // 8, 256), 4096)
    assert found["schema"]["applied"] <= found["schema"]["known"]
    assert {"nli en", "embedder en"} <= set(found["models"])
    assert "not configured" in found["language_model"]["state"]
    assert "All is well." in human
    assert store.address.password not in out + human


def test_the_doctor_tells_the_models_that_settings_name(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with EmbeddingsServer(size=7) as server:
        monkeypatch.setenv("LLM_BASE_URL", server.base_url)
        monkeypatch.setenv("EMBEDDING_MODEL_ID", "endpoint:org/Embedder")
        monkeypatch.setenv("CLAIMGRAPH_EXAMINEE_MODEL", "second")

        code, out, _ = run("doctor", "--json")
        server.behaviour = "down"
        broken_code, broken, _ = run("doctor", "--json")

    found = json.loads(out)
    assert (code, found["problems"]) == (0, [])
    assert {found["models"][f"embedder {lang}"].split("_7_")[0] for lang in ("en", "zh", "und")} == {"org_embedder"}
    assert found["language_model"]["examinee"] == "second"
    assert broken_code == 1
    assert any("org/Embedder" in problem for problem in json.loads(broken)["problems"])


def test_the_doctor_tells_that_no_store_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMGRAPH_NEO4J_URI", "bolt://127.0.0.1:1")
    monkeypatch.setenv("CLAIMGRAPH_NEO4J_PASSWORD", "hunter2")

    code, out, err = run("doctor")
    json_code, as_json, _ = run("doctor", "--json")

    assert (code, json_code, json.loads(as_json)["healthy"]) == (1, 1, False)
    assert "PROBLEM" in out
    assert "127.0.0.1:1" in out
    assert "hunter2" not in out + err


def test_the_doctor_tells_that_the_language_model_does_not_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("LLM_API_KEY", "hunter2")

    code, out, _ = run("doctor", "--json")

    assert code == 1
    (problem,) = json.loads(out)["problems"]
    assert "http://127.0.0.1:1/v1" in problem
    assert "hunter2" not in out


@pytest.mark.parametrize("command", [["retrieve", "x"], ["graphql", "{ claims { nodes { id } } }"]])
def test_a_store_that_is_away_is_one_clear_line(run: Run, monkeypatch: pytest.MonkeyPatch, command: list[str]) -> None:
    monkeypatch.setenv("CLAIMGRAPH_NEO4J_URI", "bolt://127.0.0.1:1")
    monkeypatch.setenv("CLAIMGRAPH_NEO4J_PASSWORD", "x")

    code, out, err = run(*command)

    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "127.0.0.1:1" in err


def test_a_wrong_password_is_one_clear_line(run: Run, store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMGRAPH_NEO4J_URI", store.address.uri)
    monkeypatch.setenv("CLAIMGRAPH_NEO4J_USER", store.address.user)
    monkeypatch.setenv("CLAIMGRAPH_NEO4J_PASSWORD", "hunter2-is-wrong")

    code, out, err = run("retrieve", "x")

    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "hunter2" not in err


def test_the_embedded_store_is_stopped_and_starts_again(
    fresh_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLAIMGRAPH_HOME", str(fresh_home))
    monkeypatch.delenv("CLAIMGRAPH_NEO4J_URI", raising=False)

    def told(*arguments: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert not ended.value.code
        return capsys.readouterr().out

    nothing = told("stop")
    told("doctor")
    stopped, again = told("stop"), told("stop")

    assert nothing == again == "No embedded store is running.\n"
    assert stopped == "The embedded store has been stopped.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_whole_process_prints_json_that_any_pipe_can_take(environment: None, tmp_path: Path, encoding: str) -> None:
    (tmp_path / "江😀.txt").write_text(CHINESE_RIVER)
    program = "from claimgraph.api.cli import main; main()"

    done = subprocess.run(
        [sys.executable, "-P", "-c", program, "ingest", "江😀.txt", "--json"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": encoding},
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode(encoding))["documents"][0]["title"] == "江😀"


NOT_FOR_ENGLISH = "fastapi jieba jpype openai pymupdf pypdfium2 starlette strawberry transformers uvicorn"


def test_a_plain_english_run_imports_nothing_for_chinese_for_services_or_for_language_models(
    environment: None, tmp_path: Path
) -> None:
    (tmp_path / "context.txt").write_text(RIVER)
    (tmp_path / "answer.txt").write_text("The Danube is 1,850 km long.")
    program = (
        "import sys\n"
        "from claimgraph.api.cli import main\n"
        "try: main(['verify', 'answer.txt', '--context', 'context.txt', '--json'])\n"
        f"finally: sys.stderr.write(' '.join(m for m in {NOT_FOR_ENGLISH!r}.split() if m in sys.modules))\n"
    )

    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["outcome"] == "rejected"


CASES = {
    "en": (RIVER, "The Danube is 1,850 km long. Vienna lies on the Danube.", "1,850", "2,850"),
    "zh": (CHINESE_RIVER, "长江全长5300公里。长江发源于青海省。", "5300", "6300"),
}


@pytest.mark.parametrize("lang", CASES)
def test_verify_prints_one_object_of_the_promised_shape(run: Run, tmp_path: Path, lang: str) -> None:
    context, answer, wrong, right = CASES[lang]
    (tmp_path / "context.txt").write_text(context)
    (tmp_path / "answer.txt").write_text(answer)

    code, out, err = run(
        "verify", "answer.txt", "--context", "context.txt", "--question", "?", "--model", "m-1", "--json"
    )
    found = json.loads(out)

    assert (code, err) == (0, "")
    assert found.keys() >= {
        "answer_id", "run_id", "outcome", "support_ratio", "claims", "filtered_answer", "corrected_text",
        "corrections", "run",
    }  # fmt: skip
    assert (found["answer"], found["question"], found["model"], found["lang"]) == (answer, "?", "m-1", lang)
    assert [claim["verdict"] for claim in found["claims"]] == ["CONTRADICTED", "SUPPORTED"]
    assert (found["outcome"], found["support_ratio"]) == ("rejected", 0.5)
    assert found["corrected_text"] == answer.replace(wrong, right)
    for claim in found["claims"]:
        assert claim.keys() >= {
            "id", "text", "spans", "verdict", "confidence", "unscored_reason", "triples", "evidence", "correction"
        }  # fmt: skip
        assert all(answer[start:end] for start, end in claim["spans"])
        for evidence in claim["evidence"]:
            (place,) = evidence["occurrences"]
            assert place.keys() >= {"document", "revision", "start", "end", "page"}
            chunk = context[place["start"] : place["end"]]
            assert all(chunk[start:end] in evidence["text"] for start, end in evidence["spans"])
            assert set(evidence["judges"]) == set(DEFAULT_JUDGES)
    assert found["run"].keys() >= {"models", "seconds", "calls"}


def test_the_same_answer_again_is_the_same_run_and_calls_no_judge(run: Run, tmp_path: Path) -> None:
    (tmp_path / "context.txt").write_text(RIVER)
    arguments = ("verify", "-", "--context", "context.txt", "--json")

    first = json.loads(run(*arguments, stdin=b"Vienna lies on the Danube.")[1])
    again = json.loads(run(*arguments, stdin=b"Vienna lies on the Danube.")[1])

    assert not first["run"]["reused"]
    assert again["run"]["reused"]
    assert not any(again["run"]["calls"].values())
    for name in ("answer_id", "run_id", "outcome", "claims", "filtered_answer", "corrected_text", "corrections"):
        assert again[name] == first[name], name


def test_the_report_for_people_marks_the_claims_and_shows_the_correction(run: Run, tmp_path: Path) -> None:
    (tmp_path / "river.txt").write_text(RIVER)
    run("ingest", "river.txt")

    code, out, _ = run("verify", "-", stdin=b"The Danube is 1,850 km long.")

    assert code == 0
    assert "The Danube is 1,850 km long. [1✗]" in out
    assert "— river" in out
    assert "[-1,850-]{+2,850+}" in out


def test_without_correction_nothing_is_corrected(run: Run, tmp_path: Path) -> None:
    (tmp_path / "context.txt").write_text(RIVER)

    out = run("verify", "-", "--context", "context.txt", "--no-correct", "--json", stdin=b"It is 1,850 km long.")[1]

    assert json.loads(out)["corrections"] == []


@pytest.mark.parametrize(
    ("answer", "code"), [(b"", 2), (b" \n\t", 2), ("😀".encode(), 0), (b'+-&&||!(){}[]^"~*?:\\/ AND OR', 0)]
)
def test_odd_answers_are_refused_or_judged(run: Run, tmp_path: Path, answer: bytes, code: int) -> None:
    (tmp_path / "river.txt").write_text(RIVER)
    run("ingest", "river.txt")

    ended, out, err = run("verify", "-", "--json", stdin=answer)

    assert ended == code
    if code:
        assert (out, err.count("\n")) == ("", 1)
    else:
        assert json.loads(out)["outcome"] in {"unverified", "rejected"}


def test_a_missing_context_is_named_and_nothing_is_kept(run: Run) -> None:
    code, out, err = run("verify", "-", "--context", "nowhere.txt", stdin=b"Some answer.")
    answers = json.loads(run("graphql", "{ answers { nodes { id } } }")[1])

    assert (code, out) == (2, "")
    assert "nowhere.txt" in err
    assert answers["data"]["answers"]["nodes"] == []


def test_provenance_is_read_back_over_graphql(run: Run, tmp_path: Path) -> None:
    (tmp_path / "river.txt").write_text(RIVER)
    run("ingest", "river.txt")
    found = json.loads(run("verify", "-", "--model", "m-1", "--json", stdin=b"The Danube is 1,850 km long.")[1])
    query = """query ($id: ID!) { claim(id: $id) { text
      assertedBy { answer { id text model } verdict run { id } }
      checkedAgainst { judge nliEntailment similarity chunk { text occurrences { document } } }
      corrections { after yields { verdict } } } }"""

    code, out, _ = run("graphql", query, "--variables", json.dumps({"id": found["claims"][0]["id"]}))

    claim = json.loads(out)["data"]["claim"]
    assert code == 0
    (asserted,) = claim["assertedBy"]
    assert (asserted["answer"]["model"], asserted["verdict"]) == ("m-1", "CONTRADICTED")
    assert asserted["run"]["id"] == found["run_id"]
    assert {check["judge"] for check in claim["checkedAgainst"]} == set(DEFAULT_JUDGES)
    documents = {p["document"] for check in claim["checkedAgainst"] for p in check["chunk"]["occurrences"]}
    assert documents == {str(tmp_path / "river.txt")}
    assert claim["corrections"] == [{"after": "The Danube is 2,850 km long.", "yields": [{"verdict": "SUPPORTED"}]}]
