"""What holds for every statement of the repositories."""

import re
from pathlib import Path

import pytest

from claimgraph import graph_schema

STATEMENTS = sorted((Path(graph_schema.__file__).parent / "queries").glob("*.cypher"))


@pytest.mark.parametrize("path", STATEMENTS, ids=lambda path: path.stem)
def test_a_statement_names_a_node_by_one_label(path):
    """The embedded store makes a type for each pair of labels when the pair is first written, and two first writers
    of one pair fail with an error that does not say why. Every type is therefore made by a migration."""
    pairs = re.findall(r"\(\s*\w*\s*:\s*`?\w+`?\s*:\s*`?\w+|\bSET\s+\w+\s*:\s*\w+", path.read_text(encoding="utf-8"))

    assert pairs == []
