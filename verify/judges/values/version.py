"""The version of the rules in this folder: it changes with every change of one."""

from __future__ import annotations

from claimgraph.platform.source import source_fingerprint

from ...edits import EDITS_VERSION
from ..rules_version import RULES_VERSION

VALUES_VERSION = f"{source_fingerprint('claimgraph.verify.judges.values')}-{EDITS_VERSION}-{RULES_VERSION}"
