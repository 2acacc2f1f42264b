"""What every request passes before it reaches a route: its host, its size."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import Problem

MAX_BODY_BYTES = 64 * 1024 * 1024
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


class BodyTooLarge(Exception):
    """A request's body went on beyond the limit."""


def problem_response(problem: Problem, headers: dict[str, str] | None = None) -> JSONResponse:
    """RFC 9457: a typed error as `application/problem+json`."""
    return JSONResponse(
        {
            "type": "about:blank",
            "title": problem.title,
            "status": problem.status,
            "detail": problem.detail,
            "code": problem.code,
        },
        status_code=problem.status,
        headers=headers,
        media_type="application/problem+json",
    )


def is_loopback(host: str) -> bool:
    if host in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class KnownHostsOnly:
    """Refuses requests for a host by which this service does not go.

    A page of another site can make its own name resolve to 127.0.0.1 (DNS rebinding) and then talk to a local
    service as if it were its own; the Host header gives that away.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] in ("http", "websocket")
            and host_name(Headers(scope=scope).get("host", "")) not in self._hosts
        ):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return
            refusal = Problem("FORBIDDEN", 403, "Unknown host", "This service does not answer for that Host header.")
            await problem_response(refusal)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def host_name(header: str) -> str:
    """The name or address in a Host header, without the port."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.partition(":")[0].lower()


class LimitedBodies:
    """Refuses bodies beyond `MAX_BODY_BYTES`, announced or not, without reading them to their end."""

    def __init__(self, app: ASGIApp, limit: int = MAX_BODY_BYTES) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isdigit() and int(announced) > self._limit:
            await problem_response(self._refusal())(scope, receive, send)
            return
        seen, told = 0, False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._limit:
                raise BodyTooLarge
            return message

        async def watched(message: Message) -> None:
            """Whatever the application makes of the broken-off body, the caller is told why it was."""
            nonlocal told
            if seen <= self._limit:
                await send(message)
            elif not told:
                told = True
                await problem_response(self._refusal(), {"Connection": "close"})(scope, receive, send)

        await self._app(scope, counted, watched)

    def _refusal(self) -> Problem:
        return Problem(
            "TEXT_TOO_LONG",
            413,
            "The request is too large",
            f"A request may have {self._limit // 1024**2} MB; send a document in parts, or use `claimgraph ingest`.",
        )


def given_key(request: Request) -> str | None:
    """The key that a request brings in a header, or None."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and bearer.strip():
        return bearer.strip()
    return request.headers.get("x-api-key")
