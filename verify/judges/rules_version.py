"""The version of all hand-written rules of the judges: it changes with every change of a rule or of their word list."""

from __future__ import annotations

from claimgraph.graph_schema.ids import digest
from claimgraph.platform.models.chinese import COMMON_WORDS
from claimgraph.platform.source import source_fingerprint

RULES_VERSION = digest(
    source_fingerprint("claimgraph.ingest.text", "claimgraph.verify.judges"), COMMON_WORDS.read_text(encoding="utf-8")
)[:12]
