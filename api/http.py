"""The HTTP service: GraphQL, a little REST and a health check, behind one key."""

from __future__ import annotations

import logging
import secrets
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, RedirectResponse, Response

from claimgraph.platform import telemetry
from claimgraph.platform.errors import ClaimGraphError, Forbidden
from claimgraph.platform.graph import Query

from . import rest
from .guards import (
    LOOPBACK_NAMES,
    KnownHostsOnly,
    LimitedBodies,
    given_key,
    host_name,
    is_loopback,
    problem_response,
)
from .problems import Problem, internal, problem_of
from .service_key import same_key
from .version import version

if TYPE_CHECKING:
    from .bootstrap import Services

_log = logging.getLogger("claimgraph.http")

GRAPHQL_PATH = "/graphql"
REQUEST = telemetry.Operation("http_request", "request", "Time of one HTTP request, by method and route.")
RESPONSES = telemetry.Amount("http_responses", "status", "HTTP responses by status.")
_ALIVE = Query("alive", "RETURN 1 AS alive")
_REFUSED = "Send the key as `Authorization: Bearer KEY` or `X-API-Key: KEY`; `claimgraph serve` shows it."


class Sessions:
    """Browser sessions of GraphiQL: opened by a visit with the key, known by a random cookie, gone at the end.

    The cookie is not the key: cookies of 127.0.0.1 go to every port, so that other local services may see them.
    """

    def __init__(self) -> None:
        self._name = f"claimgraph-{secrets.token_hex(4)}"
        self._token = secrets.token_urlsafe(32)

    def open(self, response: Response) -> None:
        response.set_cookie(self._name, self._token, path=GRAPHQL_PATH, httponly=True, samesite="strict")

    def knows(self, request: Request) -> bool:
        """True for a request of an opened session that was made by a page of this very service."""
        cookie = request.cookies.get(self._name)
        origin = request.headers.get("origin")
        same_origin = origin is None or origin.partition("://")[2] == request.headers.get("host")
        return cookie is not None and same_key(cookie, self._token) and same_origin


def build_app(services: Services, key: str, host: str = "127.0.0.1") -> FastAPI:
    """The service over these parts, which the caller opens and closes; `host` is what it listens on.

    Everything but `/healthz` wants the key, `/metrics` too. GraphiQL opens at `/graphql?key=KEY`.
    """
    guards = [Middleware(LimitedBodies)]
    if is_loopback(host):
        guards.insert(0, Middleware(KnownHostsOnly, hosts=LOOPBACK_NAMES | {host_name(host), host}))
    app = FastAPI(
        title="claimgraph",
        version=version(),
        middleware=guards,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.services = services
    sessions = Sessions()
    app.add_exception_handler(ClaimGraphError, _tell_problem)
    app.add_exception_handler(RequestValidationError, _tell_invalid)
    app.add_exception_handler(HTTPException, _tell_http)
    app.add_exception_handler(Exception, _tell_internal)

    def require_key(request: Request) -> None:
        given = given_key(request)
        if given is None or not same_key(given, key):
            raise Forbidden(_REFUSED)

    def require_key_or_session(request: Request) -> None:
        if not sessions.knows(request):
            require_key(request)

    app.middleware("http")(_opening_of_graphiql(sessions, key))
    app.middleware("http")(_watched_requests)
    app.get("/healthz", include_in_schema=False)(_healthz)
    app.get("/metrics", include_in_schema=False, dependencies=[Depends(require_key)])(_show_metrics)
    app.include_router(rest.router, dependencies=[Depends(require_key)])
    app.include_router(_graphql_router(), prefix=GRAPHQL_PATH, dependencies=[Depends(require_key_or_session)])
    return app


def _graphql_router() -> Any:
    from strawberry.fastapi import GraphQLRouter

    from .graphql.context import new_context
    from .graphql.execution import schema

    async def context(request: Request) -> dict[str, Any]:
        return new_context(request.app.state.services)

    # Queries over GET would put texts into logs and histories; GraphiQL uses POST anyhow.
    return GraphQLRouter(schema(), context_getter=context, allow_queries_via_get=False, subscription_protocols=())


def _opening_of_graphiql(
    sessions: Sessions, key: str
) -> Callable[[Request, Callable[[Request], Awaitable[Response]]], Awaitable[Response]]:
    """`/graphql?key=KEY`, opened in a browser, becomes a session; the address bar then holds no key."""

    async def middleware(request: Request, next_: Callable[[Request], Awaitable[Response]]) -> Response:
        given = request.query_params.get("key")
        if request.method == "GET" and request.url.path == GRAPHQL_PATH and given is not None:
            if not same_key(given, key):
                return problem_response(problem_of(Forbidden(_REFUSED)))
            redirect = RedirectResponse(GRAPHQL_PATH, status_code=303)
            sessions.open(redirect)
            return _unframed(redirect)
        return _unframed(await next_(request))

    return middleware


def _unframed(response: Response) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "no-store"
    return response


async def _healthz(request: Request) -> JSONResponse:
    services: Services = request.app.state.services
    try:
        await services.graph.execute(_ALIVE)
    except ClaimGraphError:
        return JSONResponse({"status": "the store does not answer"}, status_code=503)
    return JSONResponse({"status": "ok"})


async def _show_metrics() -> Response:
    text, kind = telemetry.exposition()
    return Response(text, media_type=kind)


async def _watched_requests(request: Request, next_: Callable[[Request], Awaitable[Response]]) -> Response:
    """By the route's own path, for addresses hold ids and names; what no route takes is one of a kind."""
    started = time.perf_counter()
    response = await next_(request)
    path = getattr(request.scope.get("route"), "path", None)
    telemetry.took(REQUEST, f"{request.method} {path}" if path else "unknown", time.perf_counter() - started)
    telemetry.count(RESPONSES, str(response.status_code))
    return response


async def _tell_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, ClaimGraphError)
    problem = problem_of(error)
    headers = {"WWW-Authenticate": "Bearer"} if problem.status == 401 else None
    return problem_response(problem, headers)


async def _tell_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
    return problem_response(Problem("BAD_INPUT", 422, "The request is malformed", wrong))


async def _tell_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "NOT_FOUND", 405: "BAD_INPUT"}.get(error.status_code, "FAILED")
    return problem_response(Problem(code, error.status_code, str(error.detail), str(error.detail)))


async def _tell_internal(request: Request, error: Exception) -> Response:
    reference = uuid.uuid4().hex[:12]
    _log.error("unexpected error %s at %s", reference, request.url.path, exc_info=error)
    return problem_response(internal(reference))
