"""Fixtures of all tests: the stores, a graph on them, and a tenant nobody else uses."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from hypothesis import settings
from stores import StoreMissing, Stores
from tenants import Tenants

if TYPE_CHECKING:
    from claimgraph.platform.graph import Graph


# A property holds however busy the machine is; what is quick enough, the benchmarks say. A change is judged by the same
# examples as the one before it; `make nightly` looks for new ones.
settings.register_profile("no deadline", deadline=None, derandomize=True)
settings.register_profile("nightly", deadline=None, max_examples=1000)
settings.load_profile("no deadline")

_SESSION = pytest.StashKey[Stores]()
_TOLD = pytest.StashKey[str]()


@pytest.fixture(scope="session")
def stores(request: pytest.FixtureRequest) -> Iterator[Stores]:
    """All stores of this session; nothing is started before a test asks for one."""
    opened = Stores()
    request.config.stash[_SESSION] = opened
    yield opened
    opened.close()


@pytest.fixture(scope="session", params=["arcadedb", "neo4j"])
def store(request: pytest.FixtureRequest, stores):  # type: ignore[no-untyped-def]  # a module loaded by path
    """One store after the other: `.name`, `.address`, `.settings(**overrides)`, `.environment()`."""
    try:
        return stores.get(request.param)
    except StoreMissing as missing:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{request.param} is needed with CI=true: {missing}", pytrace=False)
        pytest.skip(f"{request.param} is not to be had: {missing}")


@pytest_asyncio.fixture
async def graph(store) -> AsyncIterator[Graph]:  # type: ignore[no-untyped-def]
    """An open `Graph` on the store."""
    from claimgraph.platform.graph import open_graph

    async with await open_graph(store.settings()) as opened:
        yield opened


@pytest.fixture(scope="session")
def tenants(stores) -> Iterator[Tenants]:  # type: ignore[no-untyped-def]
    """The tenants of this session's tests, and what cleans up after each."""
    with Tenants() as opened:
        yield opened


@pytest.fixture
def tenant(request: pytest.FixtureRequest, tenants: Tenants) -> Iterator[str]:
    """A tenant of this test's own while it runs; all that it, or `{tenant}-other`, has in the store goes afterwards."""
    if "store" not in request.fixturenames:
        yield f"test-{secrets.token_hex(6)}"
        return
    store = request.getfixturevalue("store")
    name = tenants.take(store)
    yield name
    tenants.give_back(store, name)


@pytest.fixture(scope="module")
def one_thread() -> Iterator[None]:
    """Torch without threads: with tiny matrices, and test processes beside, they would only wait for each other."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture
def fresh_home(tmp_path: Path) -> Iterator[Path]:
    """A `CLAIMGRAPH_HOME` of this test's own; whatever server it starts there is ended afterwards."""
    from claimgraph.platform.graph.embedded import stop

    home = tmp_path / "home"
    yield home
    stop(home, force=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tests that run in worker processes: each tells the one that writes the report."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["neo4j_missing"] = _neo4j_missing(session.config)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    reason = getattr(node, "workeroutput", {}).get("neo4j_missing")
    if reason:
        node.config.stash[_TOLD] = reason


def pytest_unconfigure(config: pytest.Config) -> None:
    reason = _neo4j_missing(config) or config.stash.get(_TOLD, None)
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reason and reporter:
        reporter.write_line(f"Neo4j: not tested ({reason})")


def _neo4j_missing(config: pytest.Config) -> str | None:
    opened = config.stash.get(_SESSION, None)
    missing: dict[str, str] = getattr(opened, "missing", {})
    return missing.get("neo4j")
