"""`claimgraph serve`."""

from __future__ import annotations

import socket
import sys
from contextlib import closing

from claimgraph.platform.errors import ConfigError
from claimgraph.platform.settings import load_settings

from ..service_key import FILE_NAME, service_key


def serve(host: str, port: int) -> None:
    """Serve until interrupted. The port is taken, and the settings are read, before anything is shown."""
    import uvicorn

    from ..bootstrap import open_services
    from ..guards import is_loopback
    from ..http import build_app

    settings = load_settings()
    key = service_key(settings.home)
    with closing(_listen(host, port)) as listener:
        app = build_app(lambda: open_services(settings), key, host)
        # No access log: the address of GraphiQL's first visit holds the key.
        server = uvicorn.Server(
            uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, lifespan="on")
        )
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}"
        print(f"claimgraph serves {address}  (Ctrl-C ends it)")
        print(f"  key        {key}  (kept in {settings.home / FILE_NAME})")
        print(f"  GraphiQL   {address}/graphql?key={key}  (its page loads scripts from unpkg.com)")
        print(f"  REST       curl -H 'X-API-Key: {key}' {address}/v1/answers/ID")
        if not is_loopback(host):
            print(
                "claimgraph: this address can be reached from outside, and HTTP is not encrypted.",
                file=sys.stderr,
            )
        sys.stdout.flush()
        server.run(sockets=[listener])
        if not server.started:
            raise SystemExit(1)


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
