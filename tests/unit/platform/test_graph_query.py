from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgraph.platform.errors import GraphError
from claimgraph.platform.graph import Query, load_query

NAMES = st.text(string.ascii_lowercase + "_", min_size=1, max_size=8)


@given(st.lists(NAMES, max_size=5))
def test_parameters_are_the_names_after_a_dollar(names):
    query = Query("q", "RETURN 1 " + " ".join(f"AND ${name}" for name in names))

    assert query.parameters == frozenset(names)


@given(NAMES)
def test_a_dollar_in_text_names_or_comments_is_no_parameter(name):
    comments = f"// $c{name}\n/* $d{name} \n */ "
    text = comments + f"MATCH (n {{a: '$s{name} \\' $t', b: \"$q{name}\"}}) RETURN n.`$b{name}`, ${name}"

    assert Query("q", text).parameters == {name}


def test_a_missing_parameter_is_named_with_the_query():
    with pytest.raises(GraphError, match=r"chunks_by_id lacks .* ids, tenant"):
        Query("chunks_by_id", "RETURN $tenant, $ids, $given").require({"given"})


def test_a_query_comes_from_the_file_of_its_name(tmp_path, monkeypatch):
    package = tmp_path / "some_queries_here"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "all_chunks.cypher").write_text("// 汉字\nMATCH (c:Chunk) RETURN c", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    query = load_query("some_queries_here", "all_chunks")

    assert query.name == "all_chunks"
    assert query.text.startswith("// 汉字")
    with pytest.raises(GraphError, match="no query nothing in some_queries_here"):
        load_query("some_queries_here", "nothing")
