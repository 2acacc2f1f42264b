"""Which migrations this program carries, as they read on one dialect."""

from __future__ import annotations

import functools
import hashlib
import re
from dataclasses import dataclass
from importlib import resources

from claimgraph.platform.graph import Dialect

_NAME = re.compile(r"(?P<number>\d{4})_(?P<name>[a-z_]+)(\.(?P<dialect>neo4j|arcadedb))?\.(?P<language>cypher|sql)")


@dataclass(frozen=True, slots=True)
class Migration:
    number: int
    name: str
    language: str  # "cypher" or "sql"
    text: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    def statements(self) -> list[str]:
        return split_statements(self.text)


def split_statements(text: str) -> list[str]:
    """The statements of a file, without its comment lines (`//` or `--`)."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(("//", "--"))]
    return [statement.strip() for statement in "\n".join(lines).split(";") if statement.strip()]


@functools.cache
def known_migrations(dialect: Dialect) -> tuple[Migration, ...]:
    """This program's migrations for one dialect, in order."""
    found = []
    for path in resources.files(__package__).iterdir():
        match = _NAME.fullmatch(path.name)
        if match and match["dialect"] in (None, dialect.value):
            text = path.read_text(encoding="utf-8")
            found.append(Migration(int(match["number"]), match["name"], match["language"], text))
    found.sort(key=lambda migration: migration.number)
    return tuple(found)


def tenant_template(name: str, dialect: Dialect) -> Migration:
    """The template `tenant_<name>` for one dialect."""
    for language in ("cypher", "sql"):
        path = resources.files(__package__) / f"tenant_{name}.{dialect.value}.{language}"
        if path.is_file():
            return Migration(0, f"tenant_{name}", language, path.read_text(encoding="utf-8"))
    raise FileNotFoundError(f"no template tenant_{name} for {dialect.value}")
