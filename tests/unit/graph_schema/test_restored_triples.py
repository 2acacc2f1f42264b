"""Triples of backups of before they had their relation apart get it when they are restored."""

from __future__ import annotations

from typing import Any

import pytest

from claimgraph.graph_schema.restore import _node_statements

HEAD = {"kind": "nodes", "label": "Triple", "rows": 1}


def restored(**properties: Any) -> dict[str, Any]:
    """The properties that one triple of a backup is written with."""
    ((_, (row,)),) = _node_statements(HEAD, [{"id": "t", "tenant": "default", **properties}])
    return dict(row["p"])


@pytest.mark.parametrize(
    ("key", "lemma"), [("guido | create | python", "create"), ("长江 | 发源于 | 青海省", "发源于")]
)
def test_a_triple_without_its_relation_gets_it_from_its_key(key: str, lemma: str) -> None:
    assert restored(key=key)["relation_lemma"] == lemma


def test_a_triple_that_has_its_relation_keeps_it() -> None:
    assert restored(key="guido | create | python", relation_lemma="made")["relation_lemma"] == "made"


def test_a_key_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="unpack"):
        restored(key="guido")
