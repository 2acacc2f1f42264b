"""`claimgraph serve`."""

from __future__ import annotations

import socket
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import anyio
import uvicorn

from claimgraph.platform import telemetry
from claimgraph.platform.errors import ConfigError
from claimgraph.platform.settings import load_settings
from claimgraph.platform.tasks import task_group

from ..bootstrap import open_services
from ..guards import is_loopback
from ..http import build_app
from ..resuming import keep_resuming
from ..service_key import FILE_NAME, service_key
from ..version import version

if TYPE_CHECKING:
    from claimgraph.platform.settings import Settings

    from ..bootstrap import Services


def serve(host: str, port: int) -> None:
    """Serve until interrupted. The port is taken and the store is open before anything is shown."""
    settings = load_settings()
    telemetry.keep_metrics()
    if settings.otlp_endpoint:
        telemetry.send_spans(settings.otlp_endpoint, version())
    key = service_key(settings.home)
    with closing(_listen(host, port)) as listener:
        anyio.run(_serve, settings, key, host, listener)


async def _serve(settings: Settings, key: str, host: str, listener: socket.socket) -> None:
    async with open_services(settings) as services:
        # No access log: the address of GraphiQL's first visit holds the key.
        config = uvicorn.Config(
            build_app(services, key, host), log_level="warning", access_log=False, server_header=False, lifespan="off"
        )
        listener.listen(config.backlog)
        _announce(settings, key, host, listener.getsockname()[1])
        server = uvicorn.Server(config)
        async with task_group() as tasks:
            tasks.start_soon(_resume_left_work, services, server)
            await server.serve(sockets=[listener])
            tasks.cancel_scope.cancel()


async def _resume_left_work(services: Services, server: uvicorn.Server) -> None:
    while not server.started:  # uvicorn has no event for it  # noqa: ASYNC110
        await anyio.sleep(0.05)
    await keep_resuming(services)


def _announce(settings: Settings, key: str, host: str, port: int) -> None:
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    print(f"claimgraph serves {address}  (Ctrl-C ends it)")
    print(f"  key        {key}  (kept in {settings.home / FILE_NAME})")
    print(f"  GraphiQL   {address}/graphql?key={key}  (its page loads scripts from unpkg.com)")
    print(f"  REST       curl -H 'X-API-Key: {key}' {address}/v1/answers/ID")
    sys.stdout.flush()
    if not is_loopback(host):
        print("claimgraph: this address can be reached from outside, and HTTP is not encrypted.", file=sys.stderr)


def _listen(host: str, port: int) -> socket.socket:
    """The listening socket. Raises `ConfigError` where the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise ConfigError(
            f"{host}:{port} cannot be listened on ({error.strerror}); another program may use it: try --port 0."
        ) from error
    return listener
