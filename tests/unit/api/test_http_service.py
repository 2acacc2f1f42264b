"""The service lets in who has the key, on its own host, with a bounded body, and tells typed problems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import httpx
import pytest
from starlette.testclient import TestClient

from claimgraph.api.bootstrap import Services
from claimgraph.api.guards import LimitedBodies, host_name, is_loopback
from claimgraph.api.http import build_app
from claimgraph.ingest.model import IngestReport
from claimgraph.platform.errors import GraphUnavailable, ModelUnavailable, UnreadableDocument
from claimgraph.platform.graph import Graph
from claimgraph.platform.settings import load_settings

KEY = "k" * 43
BASE = "http://127.0.0.1:8000"


@dataclass
class FakeGraph:
    down: bool = False

    async def execute(self, query: Any) -> list[dict[str, int]]:
        if self.down:
            raise GraphUnavailable("down")
        return [{"alive": 1}]

    async def read(self, name: str, work: Any) -> Any:
        return await work(EmptyTransaction())


class EmptyTransaction:
    async def run(self, query: Any, **parameters: Any) -> list[dict[str, Any]]:
        return []


@dataclass
class FakeLoader:
    error: Exception | None = None
    loaded: list[Any] = field(default_factory=list)

    async def load(
        self, tenant: str, documents: Any, on_document: Any = None, on_chunks: Any = None
    ) -> list[IngestReport]:
        if self.error:
            raise self.error
        self.loaded += documents
        return [IngestReport("d", "r", document.key, "t", "created", 1, 1, 1, 0, 0.1) for document in documents]


@dataclass
class FakeServices:
    tenant: str = "default"
    graph: FakeGraph = field(default_factory=FakeGraph)
    loader: FakeLoader = field(default_factory=FakeLoader)

    async def ready(self) -> None:
        """No model is to be loaded."""


@pytest.fixture
def services() -> FakeServices:
    return FakeServices()


@pytest.fixture
def client(services: FakeServices) -> Iterator[TestClient]:
    app = build_app(cast(Services, services), KEY)
    with TestClient(app, base_url=BASE, raise_server_exceptions=False, follow_redirects=False) as client:
        yield client


def problem(response: httpx.Response) -> tuple[int, str]:
    assert response.headers["content-type"] == "application/problem+json"
    body = response.json()
    assert body["status"] == response.status_code
    assert body["detail"]
    return response.status_code, body["code"]


HEADERS = [{"Authorization": f"Bearer {KEY}"}, {"authorization": f"bearer {KEY}"}, {"X-API-Key": KEY}]
BAD_HEADERS = [
    {},
    {"X-API-Key": "wrong"},
    {"X-API-Key": ""},
    {"Authorization": KEY},
    {"Authorization": f"Basic {KEY}"},
    {"Authorization": "Bearer "},
    {"X-API-Key": KEY + " x"},
]


@pytest.mark.parametrize("headers", HEADERS)
def test_the_key_opens_graphql_and_rest(client: TestClient, headers: dict[str, str]) -> None:
    graphql = client.post("/graphql", json={"query": "{ __typename }"}, headers=headers)
    rest = client.post("/v1/ingest", json={"text": "x"}, headers=headers)

    assert graphql.json()["data"] == {"__typename": "Query"}
    assert rest.json()["status"] == "created"


@pytest.mark.parametrize("headers", BAD_HEADERS)
def test_nothing_opens_without_the_key(client: TestClient, headers: dict[str, str]) -> None:
    answers = [
        client.post("/graphql", json={"query": "{ __typename }"}, headers=headers),
        client.get("/graphql", headers={**headers, "accept": "text/html"}),
        client.post("/v1/ingest", json={"text": "x"}, headers=headers),
        client.get("/v1/answers/x", headers=headers),
        client.get("/graphql?key=wrong"),
    ]

    assert {problem(answer) for answer in answers} == {(401, "FORBIDDEN")}


def test_graphiql_opens_with_the_key_and_then_works_by_a_cookie_that_is_not_the_key(client: TestClient) -> None:
    first = client.get(f"/graphql?key={KEY}", headers={"accept": "text/html"})
    page = client.get(first.headers["location"], headers={"accept": "text/html"})
    query = client.post("/graphql", json={"query": "{ __typename }"}, headers={"origin": BASE})

    assert (first.status_code, first.headers["location"]) == (303, "/graphql")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/graphql" in cookie
    assert KEY not in cookie
    assert "graphiql" in page.text.lower()
    assert KEY not in page.text
    assert query.status_code == 200


def test_the_cookie_is_worth_nothing_to_a_page_of_another_origin_and_for_rest(client: TestClient) -> None:
    client.get(f"/graphql?key={KEY}")

    foreign = client.post("/graphql", json={"query": "{ __typename }"}, headers={"origin": "http://127.0.0.1:9"})
    null = client.post("/graphql", json={"query": "{ __typename }"}, headers={"origin": "null"})
    rest = client.post("/v1/ingest", json={"text": "x"}, headers={"origin": BASE})

    assert {problem(foreign), problem(null), problem(rest)} == {(401, "FORBIDDEN")}


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", ""])
def test_a_host_by_which_the_service_does_not_go_is_refused(client: TestClient, host: str) -> None:
    response = client.get("/healthz", headers={"host": host})

    assert problem(response) == (403, "FORBIDDEN")


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:1", "[::1]:8000"])
def test_loopback_names_are_its_own(client: TestClient, host: str) -> None:
    assert client.get("/healthz", headers={"host": host}).status_code == 200


def test_no_page_of_another_origin_may_read_or_frame_anything(client: TestClient) -> None:
    preflight = client.options(
        "/graphql", headers={"origin": "http://evil.example", "access-control-request-method": "POST"}
    )
    page = client.get("/graphql", headers={**HEADERS[0], "accept": "text/html"})

    assert not [name for name in preflight.headers if name.startswith("access-control")]
    assert page.headers["x-frame-options"] == "DENY"
    assert page.headers["referrer-policy"] == "no-referrer"


def test_queries_do_not_go_over_get(client: TestClient) -> None:
    response = client.get("/graphql", params={"query": "{ __typename }"}, headers=HEADERS[0])

    assert response.status_code >= 400


def test_health_wants_no_key_and_tells_when_the_store_is_away(client: TestClient, services: FakeServices) -> None:
    well = client.get("/healthz")
    services.graph.down = True
    ill = client.get("/healthz")

    assert (well.status_code, well.json()) == (200, {"status": "ok"})
    assert ill.status_code == 503


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (UnreadableDocument("no text in it"), (422, "UNREADABLE_DOCUMENT")),
        (ModelUnavailable("file missing"), (503, "MODEL_UNAVAILABLE")),
        (RuntimeError("secret"), (500, "INTERNAL")),
    ],
)
def test_errors_are_problems(
    client: TestClient, services: FakeServices, error: Exception, expected: tuple[int, str]
) -> None:
    services.loader.error = error

    response = client.post("/v1/ingest", json={"text": "x"}, headers=HEADERS[0])

    assert problem(response) == expected
    assert "secret" not in response.text


@pytest.mark.parametrize(
    ("body", "status"),
    [({}, 422), ({"text": 1}, 422), ({"text": "x", "unknown": 1}, 422), ({"text": "x", "title": "t" * 2001}, 422)],
)
def test_a_malformed_body_is_a_problem(client: TestClient, body: dict[str, Any], status: int) -> None:
    response = client.post("/v1/ingest", json=body, headers=HEADERS[0])

    assert problem(response) == (status, "BAD_INPUT")


def test_what_is_not_there_is_a_problem(client: TestClient) -> None:
    gets = [
        client.get("/v1/answers/" + "0" * 32, headers=HEADERS[0]),
        client.get("/v1/claims/" + "0" * 32 + "/provenance", headers=HEADERS[0]),
        client.get("/nowhere"),
    ]

    assert [problem(response) for response in gets] == [(404, "NOT_FOUND")] * 3


def test_no_document_of_the_interface_is_open(client: TestClient) -> None:
    assert {client.get(path).status_code for path in ("/docs", "/redoc", "/openapi.json")} == {404}


@pytest.mark.parametrize("announced", [True, False])
def test_a_body_beyond_the_limit_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, announced: bool
) -> None:
    def stream() -> Iterator[bytes]:
        yield b'{"text": "'
        for _ in range(100):
            yield b"x" * 100
        yield b'"}'

    limited = TestClient(LimitedBodies(client.app, limit=1000), base_url=BASE)
    content: Any = b"".join(stream()) if announced else stream()

    response = limited.post("/v1/ingest", content=content, headers={**HEADERS[0], "content-type": "application/json"})

    assert problem(response) == (413, "TEXT_TOO_LONG")


def test_a_body_within_the_limit_passes(client: TestClient) -> None:
    limited = TestClient(LimitedBodies(client.app, limit=1000), base_url=BASE)

    assert limited.post("/v1/ingest", json={"text": "x" * 900}, headers=HEADERS[0]).status_code == 200


@pytest.mark.parametrize(
    ("header", "name"),
    [("a:1", "a"), ("A", "a"), ("[::1]:80", "::1"), ("[::1]", "::1"), ("", ""), ("127.0.0.1:80", "127.0.0.1")],
)
def test_the_name_in_a_host_header(header: str, name: str) -> None:
    assert host_name(header) == name


def test_what_is_loopback() -> None:
    assert all(map(is_loopback, ["localhost", "127.0.0.1", "127.9.9.9", "::1"]))
    assert not any(map(is_loopback, ["0.0.0.0", "::", "192.168.1.1", "example.org", ""]))


@pytest.fixture(scope="module")
def whole_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The real parts over a store that must not be asked for anything."""

    class Untouched:
        def __getattr__(self, name: str) -> Any:
            raise AssertionError(f"the store was used: {name}")

    settings = load_settings(_env_file=None, home=tmp_path_factory.mktemp("home"), llm_api_key=None)
    app = build_app(Services(settings, cast(Graph, Untouched())), KEY)
    with TestClient(app, base_url=BASE, headers=HEADERS[0], raise_server_exceptions=False) as client:
        yield client


INVISIBLE = ["", " \n\t", "\x00", "\x00\x01\x1b\x7f", "\u0085\u200b\u202e\ufeff", "\u3000"]


@pytest.mark.parametrize("text", INVISIBLE)
def test_an_answer_or_context_without_anything_to_see_is_the_callers_fault(
    whole_service: TestClient, text: str
) -> None:
    answer = whole_service.post("/v1/verify", json={"answer": text})
    context = whole_service.post("/v1/verify", json={"answer": "The mill is red.", "contexts": ["It is red.", text]})

    assert problem(answer) == (400, "BAD_INPUT")
    assert problem(context) == (400, "BAD_INPUT")
    assert "empty" in answer.json()["detail"]
    assert "context" in context.json()["detail"]
