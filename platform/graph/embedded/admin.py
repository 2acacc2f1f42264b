"""SQL for the embedded store's own administration (index DDL), over its loopback HTTP endpoint."""

from __future__ import annotations

import base64
import http.client
import json
from typing import Any
from urllib.parse import urlsplit

from claimgraph.platform.errors import GraphError, GraphUnavailable

from ..address import GraphAddress

_SECONDS = 300.0


def run_sql(address: GraphAddress, statement: str) -> list[dict[str, Any]]:
    """Run one statement and return its rows; blocks. Raises `GraphError` with what the store says against it."""
    status, reply = _post(address, {"language": "sql", "command": statement})
    if status != 200:
        detail = " ".join(str(reply.get(key, "")) for key in ("error", "detail")).strip()
        raise GraphError(f"SQL in {address} failed ({status}): {detail[:400]} Statement: {statement[:200]}")
    rows = reply.get("result", [])
    return rows if isinstance(rows, list) else []


def _post(address: GraphAddress, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    target = urlsplit(address.admin_url or "")
    token = base64.b64encode(f"{address.user}:{address.password}".encode()).decode()
    # http.client takes no proxy from the environment, so this never leaves the machine.
    connection = http.client.HTTPConnection(target.hostname or "127.0.0.1", target.port, timeout=_SECONDS)
    try:
        connection.request(
            "POST",
            f"/api/v1/command/{address.database}",
            json.dumps(body),
            {"Authorization": f"Basic {token}", "Content-Type": "application/json"},
        )
        response = connection.getresponse()
        text = response.read().decode("utf-8", "replace")
    except (OSError, http.client.HTTPException) as error:
        raise GraphUnavailable(f"The admin endpoint of {address} does not answer; run the command again.") from error
    finally:
        connection.close()
    try:
        reply = json.loads(text)
    except ValueError:
        reply = {"error": text[:200]}
    return response.status, reply if isinstance(reply, dict) else {"result": reply}
