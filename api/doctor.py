"""`claimgraph doctor`: what is in use, and what is wrong with it."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimgraph.platform.errors import ClaimGraphError
from claimgraph.platform.settings import Settings, load_settings

from .bootstrap import Services
from .shown_settings import shown_settings, without_credentials
from .version import version

if TYPE_CHECKING:
    from claimgraph.platform.graph import Graph

LLM_SECONDS = 5.0


@dataclass(slots=True)
class Diagnosis:
    """Everything found; whatever could not be found out is missing and named in `problems`."""

    version: str
    python: str
    home: str = ""
    tenant: str = ""
    store: dict[str, str] = field(default_factory=dict)
    schema: dict[str, int | bool] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)
    language_model: dict[str, str] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)  # those that are not at their default
    notes: list[str] = field(default_factory=list)  # worth knowing, but nothing is wrong
    problems: list[str] = field(default_factory=list)
    healthy: bool = False  # nothing that the settings ask for is missing or broken

    def lines(self) -> Iterator[tuple[str, str]]:
        """(label, value) pairs for people."""
        yield "version", f"{self.version}, Python {self.python}"
        yield "home", self.home
        yield "tenant", self.tenant
        yield "store", _joined(self.store)
        yield "schema", _joined(self.schema) or "not known: the store does not answer"
        for note in self.notes:
            yield "note", note
        for part, name in self.models.items():
            yield "model", f"{part}: {name}"
        yield "llm", _joined(self.language_model)
        for name, value in self.settings.items():
            yield "setting", f"{name} = {value}"


async def examine() -> Diagnosis:
    """Look at everything; nothing that is wrong keeps the rest from being looked at."""
    found = Diagnosis(version(), platform.python_version())
    try:
        settings = load_settings()
    except ClaimGraphError as error:
        found.problems.append(str(error))
        return found
    found.home, found.tenant = str(settings.home), settings.tenant
    found.settings = {s.name: s.value for s in shown_settings(settings) if not s.is_default}
    await _examine_store(settings, found)
    await _examine_language_model(settings, found)
    found.healthy = not found.problems
    return found


async def _examine_store(settings: Settings, found: Diagnosis) -> None:
    from claimgraph.platform.graph import open_graph

    kind = "a Neo4j server" if settings.neo4j_uri else "embedded"
    found.store = {"kind": kind}
    if settings.neo4j_uri:
        found.store["address"] = without_credentials(settings.neo4j_uri)
    else:
        from claimgraph.platform.graph.embedded.memory import default_heap, usable_memory

        of = f"of the {usable_memory() // 1024**2}m that this machine or container may use"
        by = "by the setting embedded_heap" if settings.embedded_heap else "by its size"
        found.store["heap"] = f"{settings.embedded_heap or default_heap()} {of}, {by}"
    try:
        graph = await open_graph(settings)
    except ClaimGraphError as error:
        found.problems.append(str(error))
        return
    async with graph:
        found.store["address"] = without_credentials(graph.address.uri)
        found.store["dialect"] = graph.dialect.value
        try:
            found.store["server"] = await graph.server_version()
            await _examine_schema(graph, found)
        except ClaimGraphError as error:
            found.problems.append(str(error))
        _examine_models(Services(settings, graph), found)


async def _examine_schema(graph: Graph, found: Diagnosis) -> None:
    from claimgraph.graph_schema.migrations import schema_state

    state = await schema_state(graph)
    # An older schema is no problem: the first command that uses the store brings it up to date.
    found.schema = {"applied": state.applied, "known": state.known, "current": state.current}
    if not state.current and not state.problems:
        found.notes.append("The schema is brought up to date by the first command that uses the store.")
    found.problems += state.problems


def _examine_models(services: Services, found: Diagnosis) -> None:
    try:
        found.models = dict(services.model_names())
    except ClaimGraphError as error:
        found.problems.append(str(error))


async def _examine_language_model(settings: Settings, found: Diagnosis) -> None:
    if not settings.llm_configured:
        found.language_model = {"state": "not configured (corrections come from the evidence)"}
        return
    address = settings.llm_base_url or settings.azure_endpoint or "https://api.openai.com/v1"
    found.language_model = {"model": settings.llm_model, "address": without_credentials(address)}
    if settings.examinee_model:
        found.language_model["examinee"] = settings.examinee_model
    problem = await _ask_for_models(settings, address)
    found.language_model["state"] = problem or "reachable"
    if problem:
        found.problems.append(f"The language model at {without_credentials(address)}: {problem}.")


async def _ask_for_models(settings: Settings, address: str) -> str | None:
    """Ask the endpoint for its list of models, which costs nothing; what is wrong, or None."""
    import httpx

    headers, path = _credentials(settings), "/models"
    if not settings.llm_base_url and settings.azure_endpoint:
        path = f"/openai/models?api-version={settings.azure_api_version}"
    try:
        async with httpx.AsyncClient(timeout=LLM_SECONDS) as client:
            response = await client.get(address.rstrip("/") + path, headers=headers)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return f"does not answer ({type(error).__name__}); check the address and the network"
    if response.status_code in (401, 403):
        return f"refuses the key (HTTP {response.status_code})"
    if response.status_code >= 500:
        return f"fails (HTTP {response.status_code})"
    return None


def _credentials(settings: Settings) -> Mapping[str, str]:
    if not settings.llm_base_url and settings.azure_api_key:
        return {"api-key": settings.azure_api_key.get_secret_value()}
    if settings.llm_api_key:
        return {"Authorization": f"Bearer {settings.llm_api_key.get_secret_value()}"}
    return {}


def _joined(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())
