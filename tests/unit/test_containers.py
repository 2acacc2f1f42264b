"""The image and the compose file, as far as they can be held to account without a container being started."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version
from stores import NEO4J_VERSION

from claimgraph.api.cli.app import app
from claimgraph.platform.settings import Settings

ROOT = Path(__file__).parents[2]
ROOMS = {"platform", "graph_schema", "ingest", "verify", "api"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
INSTRUCTIONS = [
    line for line in re.sub(r"\\\n\s*", "", DOCKERFILE).splitlines() if line.strip() and not line.startswith("#")
]


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    composed = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    found: dict[str, Any] = composed["services"]
    assert set(found) == {"neo4j", "claimgraph"}
    return found


def instruction(name: str) -> list[str]:
    return [line.removeprefix(name).strip() for line in INSTRUCTIONS if line.startswith(f"{name} ")]


def settings_names() -> set[str]:
    return {f"CLAIMGRAPH_{name.upper()}" for name in Settings.model_fields}


def test_every_image_is_pinned_to_a_full_version(services: dict[str, Any]) -> None:
    images = [source.split()[0] for source in instruction("FROM")] + [one["image"] for one in services.values()]

    assert len(images) == 4
    assert [image for image in images if not re.fullmatch(r"[a-z0-9]+:\d+\.\d+\.\d+(-[a-z-]+)?", image)] == []


def test_the_neo4j_is_the_one_that_the_tests_run_on(services: dict[str, Any]) -> None:
    assert services["neo4j"]["image"] == f"neo4j:{NEO4J_VERSION}-community"


def test_nothing_runs_as_root_or_can_become_it(services: dict[str, Any]) -> None:
    assert int(instruction("USER")[-1].split(":")[0]) > 0
    assert int(services["neo4j"]["user"].split(":")[0]) > 0
    assert "user" not in services["claimgraph"]
    for service in services.values():
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_the_password_comes_from_the_environment_and_nowhere_else(services: dict[str, Any]) -> None:
    wanted = "${NEO4J_PASSWORD:?Set NEO4J_PASSWORD, of 8 characters or more}"

    assert services["neo4j"]["environment"]["NEO4J_AUTH"] == f"neo4j/{wanted}"
    assert services["claimgraph"]["environment"]["CLAIMGRAPH_NEO4J_PASSWORD"] == wanted
    assert "PASSWORD" not in "\n".join(INSTRUCTIONS)


def test_neo4j_reads_no_file_of_its_host(services: dict[str, Any]) -> None:
    """As the image turns variables into settings: one underscore is a full stop, two are one."""
    environment = services["neo4j"]["environment"]
    settings = {
        name.removeprefix("NEO4J_").replace("__", "\0").replace("_", ".").replace("\0", "_"): value
        for name, value in environment.items()
        if name != "NEO4J_AUTH"
    }

    assert settings["dbms.security.allow_csv_import_from_file_urls"] == "false"
    assert settings["dbms.usage_report.enabled"] == "false"
    assert set(settings) == {
        "dbms.security.allow_csv_import_from_file_urls",
        "dbms.usage_report.enabled",
        "server.memory.heap.initial_size",
        "server.memory.heap.max_size",
        "server.memory.pagecache.size",
    }


def test_only_the_host_itself_reaches_the_service_and_nothing_reaches_neo4j(services: dict[str, Any]) -> None:
    assert services["claimgraph"]["ports"] == ["127.0.0.1:8000:8000"]
    assert "ports" not in services["neo4j"]


def test_the_service_waits_until_neo4j_is_healthy(services: dict[str, Any]) -> None:
    assert services["claimgraph"]["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
    assert (
        'cypher-shell --non-interactive -u neo4j -p "$${NEO4J_AUTH#*/}"' in services["neo4j"]["healthcheck"]["test"][1]
    )
    assert services["claimgraph"]["environment"]["CLAIMGRAPH_NEO4J_URI"] == "bolt://neo4j:7687"


def test_every_setting_that_is_given_is_one(services: dict[str, Any]) -> None:
    given = set(services["claimgraph"]["environment"]) | set(re.findall(r"CLAIMGRAPH_[A-Z_]+", DOCKERFILE))

    assert given - settings_names() == set()


def test_all_rooms_go_into_the_image_and_nothing_hides_them() -> None:
    copied = {word for line in instruction("COPY") if "--from" not in line for word in line.split()[:-1]}
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()

    assert copied >= ROOMS | {"pyproject.toml", "README.md", "LICENSE", "NOTICE"}
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert {line.removeprefix("!") for line in ignored if line.startswith("!")} == copied
    assert "*" in ignored


def test_what_the_image_starts_is_a_command_with_these_options() -> None:
    (program,), (arguments,) = instruction("ENTRYPOINT"), instruction("CMD")
    command, *options = json.loads(arguments)

    assert json.loads(program) == ["claimgraph"]
    assert "claimgraph" in PROJECT["scripts"]
    assert command in {one.name or one.callback.__name__ for one in app.registered_commands if one.callback}
    assert options == ["--host", "0.0.0.0", "--port", "8000"]


def test_what_is_installed_is_pinned_to_versions_that_the_project_takes() -> None:
    lines = (ROOT / "docker" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if not line.startswith("#"))
    wanted = [Requirement(one) for one in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["pymupdf"]]

    assert [one.name for one in wanted if one.name.lower() not in pinned] == []
    assert [one.name for one in wanted if not one.specifier.contains(Version(pinned[one.name.lower()]))] == []


@contextmanager
def answering(status: int) -> Iterator[int]:
    """A server on a port of its own that gives `/healthz` this status."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/healthz" else 404)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is printed."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False), (None, False)])
def test_the_health_check_of_the_image_tells_a_service_from_a_broken_one(status: int | None, healthy: bool) -> None:
    check = next(line for line in INSTRUCTIONS if line.startswith("HEALTHCHECK"))
    python, *arguments = json.loads(check[check.index("[") :])

    def passes(port: int) -> bool:
        code = [argument.replace("8000", str(port)) for argument in arguments]
        return subprocess.run([sys.executable, *code], capture_output=True, check=False).returncode == 0

    assert python == "python"
    if status is None:
        assert passes(9) is healthy
    else:
        with answering(status) as port:
            assert passes(port) is healthy
