"""A Cypher statement with the name it goes by in errors, logs and counters."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from importlib import resources

from claimgraph.platform.errors import GraphError

# Text in which a `$` means nothing (strings, quoted names, comments) is matched first and so skipped.
_TOKENS = re.compile(
    r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|\$`(?P<quoted>[^`]+)`|`[^`]*`|\$(?P<plain>\w+)""",
    re.DOTALL,
)


@functools.lru_cache(maxsize=1024)
def _parameters_of(text: str) -> frozenset[str]:
    return frozenset(name for m in _TOKENS.finditer(text) if (name := m["quoted"] or m["plain"]))


@dataclass(frozen=True, slots=True)
class Query:
    """`text` is Cypher. User data reaches it through parameters only, never through the text."""

    name: str
    text: str

    @property
    def parameters(self) -> frozenset[str]:
        """Names of the `$parameters` in the text."""
        return _parameters_of(self.text)

    def require(self, given: frozenset[str] | set[str]) -> None:
        """Raise `GraphError` where a parameter is missing: the embedded store would read it as null."""
        if missing := self.parameters - given:
            raise GraphError(f"Query {self.name} lacks the parameter(s) {', '.join(sorted(missing))}.")


@functools.cache
def load_query(package: str, name: str) -> Query:
    """Read `<name>.cypher` from the data of an importable package; the file's name is the query's.

    Raises `GraphError` where the package carries no such file.
    """
    try:
        text = resources.files(package).joinpath(f"{name}.cypher").read_text(encoding="utf-8")
    except (FileNotFoundError, ModuleNotFoundError) as error:
        raise GraphError(f"There is no query {name} in {package}; the installation is incomplete.") from error
    return Query(name, text)
