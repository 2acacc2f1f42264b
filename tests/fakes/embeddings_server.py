"""A real HTTP server that speaks OpenAI's embeddings, also at Azure's path, and misbehaves on demand."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any


@dataclass(frozen=True, slots=True)
class Asked:
    """What came in. `key` is the bearer token, or Azure's `api-key`."""

    path: str  # with its query
    key: str
    body: dict[str, Any]

    @property
    def texts(self) -> list[str]:
        return list(self.body["input"])


class EmbeddingsServer(ThreadingHTTPServer):
    """Embeds a text as (its length, its spaces, 1, ...), `size` numbers, and remembers what it was asked.

    `behaviour`: "good", "reversed" (last vector first), "one_missing", "ragged", "down" (always 500), "first_fails".
    """

    def __init__(self, size: int = 3) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.behaviour = "good"
        self.size = size
        self.requests: list[Asked] = []
        self.reached = threading.Event()  # set by the first request
        self.free = threading.Event()  # while it is clear, requests wait
        self.free.set()

    @property
    def address(self) -> str:
        """Azure's endpoint."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def base_url(self) -> str:
        """The base URL of an OpenAI-compatible endpoint."""
        return f"{self.address}/v1"

    def __enter__(self) -> EmbeddingsServer:
        self._thread = threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join()

    def reply(self, texts: list[str]) -> dict[str, Any]:
        rows = [
            {"object": "embedding", "index": index, "embedding": self._vector(text)} for index, text in enumerate(texts)
        ]
        if self.behaviour == "reversed":
            rows.reverse()
        if self.behaviour == "one_missing":
            rows.pop()
        if self.behaviour == "ragged":
            rows[-1]["embedding"] = [1.0]
        return {"object": "list", "data": rows, "model": "m", "usage": {"prompt_tokens": 1, "total_tokens": 1}}

    def _vector(self, text: str) -> list[float]:
        return [float(len(text)), float(text.count(" ")), *[1.0] * (self.size - 2)]


class _Handler(BaseHTTPRequestHandler):
    server: EmbeddingsServer

    def do_GET(self) -> None:
        """The list of models."""
        self._send(200, {"object": "list", "data": []})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        key = self.headers.get("api-key") or (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        self.server.requests.append(Asked(self.path, key, body))
        self.server.reached.set()
        self.server.free.wait()
        behaviour, first = self.server.behaviour, len(self.server.requests) == 1
        status = 500 if behaviour == "down" or (behaviour == "first_fails" and first) else 200
        if not self.path.split("?")[0].endswith("/embeddings"):
            status = 404
        self._send(status, self.server.reply(body.get("input", [])))

    def _send(self, status: int, reply: dict[str, Any]) -> None:
        raw = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.send_header("retry-after-ms", "1")
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *args: object) -> None:
        """Silent."""
