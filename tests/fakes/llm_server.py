"""A real HTTP server that speaks OpenAI's chat completions, also at Azure's path, and misbehaves on demand.

    with LlmServer() as server:                       # http://127.0.0.1:<free port>
        server.correct("Acme was founded in 1990.", "Acme was founded in 1998.")
        server.script(RateLimited(retry_after=0.01), Says("not JSON"))   # these first, one a request
        settings = load_settings(llm_base_url=server.base_url, llm_api_key="k", ...)
        ...
        assert server.requests[0].body["model"] == "gpt-4o-mini"

A request takes the next scripted answer; without one, `handler` is asked, by default `Corrections`.
Only the standard library is used, so that tests of installed wheels can run it too.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

Handler = Callable[["Request"], "Answer"]


@dataclass(frozen=True, slots=True)
class Request:
    """What came in. `key` is the bearer token, or Azure's `api-key`."""

    path: str  # with its query
    key: str | None
    body: dict[str, Any]
    at: float  # seconds of a monotonic clock

    @property
    def messages(self) -> list[dict[str, str]]:
        return list(self.body["messages"])

    @property
    def system(self) -> str:
        return self.messages[0]["content"]

    @property
    def user(self) -> str:
        """The first message by the user (a repair request appends further ones)."""
        return self.messages[1]["content"]

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document inside the user's message."""
        found, _ = json.JSONDecoder().raw_decode(self.user, self.user.index("{"))
        assert isinstance(found, dict)
        return found

    @property
    def response_format(self) -> str | None:
        """`json_schema`, `json_object` or None."""
        asked = self.body.get("response_format")
        return None if asked is None else str(asked["type"])


@dataclass(frozen=True, slots=True)
class Says:
    """A reply; an object is sent as JSON text."""

    content: Any
    finish_reason: str = "stop"  # "length": truncated
    refusal: str | None = None
    tokens: tuple[int, int] | None = (100, 20)  # of the prompt and the completion; None: not told
    logprobs: list[dict[str, float]] | None = None  # a token's candidates, told where they are asked for


@dataclass(frozen=True, slots=True)
class Fails:
    """An error in OpenAI's form."""

    status: int
    code: str | None = None
    message: str = "scripted failure"
    param: str | None = None
    retry_after: float | None = None  # seconds; set it small so that a retry does not wait


def RateLimited(retry_after: float = 0.01) -> Fails:
    return Fails(429, "rate_limit_exceeded", "slow down", retry_after=retry_after)


@dataclass(frozen=True, slots=True)
class Raw:
    """Any bytes as the body."""

    body: bytes
    status: int = 200
    content_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Hangs:
    """No reply until the server is closed: the client must time out."""


@dataclass(frozen=True, slots=True)
class Disconnects:
    """The connection is cut without a reply."""


Answer = Says | Fails | Raw | Hangs | Disconnects


@dataclass(slots=True)
class Corrections:
    """The default handler: answers correction prompts from a table; sentences not in it get null."""

    table: dict[str, str] = field(default_factory=dict)

    def __call__(self, request: Request) -> Answer:
        document = request.document
        if "sentence" not in document:  # another task than correction: taking apart finds nothing to add
            return Says({"sentences": []})
        corrected = self.table.get(document["sentence"])
        if corrected is None:
            return Says(correction())
        passages = document["evidence"]
        best = max(passages, key=lambda passage: _overlap(passage["text"], corrected), default=None)
        used = [] if best is None else [best["index"]]
        return Says(correction(corrected, used))


def correction(sentence: str | None = None, used: Iterable[int] = (), action: str | None = None) -> dict[str, Any]:
    """A reply to a correction prompt: the corrected sentence, else "cannot", else what `action` says."""
    action = action or ("cannot" if sentence is None else "replace")
    reason = "as the evidence says" if sentence else "no correction known"
    return {"action": action, "triple": None, "sentence": sentence, "used": list(used), "reason": reason}


def _overlap(passage: str, corrected: str) -> float:
    pairs = {corrected[i : i + 2] for i in range(len(corrected) - 1)}
    return sum(pair in passage for pair in pairs) / (len(pairs) or 1)


class LlmServer:
    """The server. Use it as a context manager; all attributes may be read and set while it runs.

    `keys`: accepted keys, None for any. `models`: known models (Azure: deployments), None for any.
    `formats`: the forms of `response_format` that are taken; others get a 400 that says so.
    `refused`: further parameters that get a 400, with the endpoint's words about each.
    """

    def __init__(
        self,
        handler: Handler | None = None,
        *,
        keys: Iterable[str] | None = None,
        models: Iterable[str] | None = None,
        formats: Iterable[str] = ("json_schema", "json_object"),
        refused: dict[str, str] | None = None,
    ) -> None:
        self.corrections = Corrections()
        self.handler: Handler = handler or self.corrections
        self.keys = None if keys is None else frozenset(keys)
        self.models = None if models is None else frozenset(models)
        self.formats = frozenset(formats)
        self.refused = refused or {}
        self.requests: list[Request] = []
        self.most_at_once = 0
        self._at_once = 0
        self._scripted: deque[Answer] = deque()
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._http: ThreadingHTTPServer | None = None

    @property
    def address(self) -> str:
        """Azure's endpoint: `http://127.0.0.1:<port>`."""
        assert self._http is not None, "the server is not running"
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def base_url(self) -> str:
        """The base URL of an OpenAI-compatible endpoint."""
        return f"{self.address}/v1"

    def correct(self, sentence: str, corrected: str) -> None:
        """From now on the default handler corrects `sentence` like this."""
        self.corrections.table[sentence] = corrected

    def script(self, *answers: Answer) -> None:
        """Answers for the next requests, before the handler is asked."""
        with self._lock:
            self._scripted.extend(answers)

    def __enter__(self) -> LlmServer:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler_class(self))
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        assert self._http is not None
        self._http.shutdown()
        self._http.server_close()

    def answer(self, request: Request) -> Answer:
        """Called by the HTTP threads."""
        with self._lock:
            self.requests.append(request)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            refusal = self._refusal(request)
            scripted = self._scripted.popleft() if refusal is None and self._scripted else None
        try:
            answer = refusal or scripted or self.handler(request)
            if isinstance(answer, Hangs):
                self._closing.wait()
            return answer
        finally:
            with self._lock:
                self._at_once -= 1

    def _refusal(self, request: Request) -> Fails | None:
        if self.keys is not None and request.key not in self.keys:
            return Fails(401, "invalid_api_key", f"Incorrect API key provided: {request.key}.")
        if self.models is not None and request.body.get("model") not in self.models:
            return Fails(404, "model_not_found", "The model does not exist.")
        asked = request.response_format
        if asked is not None and asked not in self.formats:
            return Fails(400, None, f"response_format of type {asked} is not supported", "response_format")
        for name, words in self.refused.items():
            if name in request.body:
                return Fails(400, "unsupported_parameter", words, name)
        return None


def _handler_class(server: LlmServer) -> type[BaseHTTPRequestHandler]:
    class Connection(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Headers and body leave in two writes; with Nagle's algorithm each reply would wait some 40 ms.
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if not self.path.split("?")[0].endswith("/chat/completions"):
                self._send(404, b'{"error": {"message": "no such path"}}')
                return
            key = self.headers.get("api-key") or (self.headers.get("Authorization") or "").removeprefix("Bearer ")
            try:
                request = Request(self.path, key or None, json.loads(body), time.monotonic())
                answer = server.answer(request)
                if isinstance(answer, Says) and not request.body.get("logprobs"):
                    answer = replace(answer, logprobs=None)
                self._reply(answer)
            except (BrokenPipeError, ConnectionResetError):  # the client has given up
                self.close_connection = True

        def _reply(self, answer: Answer) -> None:
            if isinstance(answer, Says):
                self._send(200, json.dumps(_completion(answer)).encode())
            elif isinstance(answer, Fails):
                error = {
                    "message": answer.message,
                    "code": answer.code,
                    "param": answer.param,
                    "type": "error",
                }
                self._send(answer.status, json.dumps({"error": error}).encode(), retry_after=answer.retry_after)
            elif isinstance(answer, Raw):
                self._send(answer.status, answer.body, answer.content_type)
            else:
                self.close_connection = True

        def _send(
            self,
            status: int,
            body: bytes,
            content_type: str = "application/json",
            retry_after: float | None = None,
        ) -> None:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            if retry_after is not None:
                self.send_header("Retry-After", str(retry_after))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Silent."""

    return Connection


def _completion(answer: Says) -> dict[str, Any]:
    content = answer.content
    if content is not None and not isinstance(content, str):
        content = json.dumps(content, ensure_ascii=False)
    message = {"role": "assistant", "content": content, "refusal": answer.refusal}
    logprobs = None
    if answer.logprobs is not None:
        told = [[{"token": token, "logprob": value} for token, value in one.items()] for one in answer.logprobs]
        logprobs = {"content": [{**(one[0] if one else {}), "top_logprobs": one} for one in told]}
    completion: dict[str, Any] = {
        "id": "chatcmpl-test",
        "object": "chat.completion",
        "created": 0,
        "model": "test",
        "choices": [
            {"index": 0, "message": message, "finish_reason": answer.finish_reason, "logprobs": logprobs},
        ],
    }
    if answer.tokens is not None:
        prompt, reply = answer.tokens
        completion["usage"] = {
            "prompt_tokens": prompt,
            "completion_tokens": reply,
            "total_tokens": prompt + reply,
        }
    return completion
