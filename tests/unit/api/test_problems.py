"""Every error that is raised on purpose has a code and a status of its own kind."""

from __future__ import annotations

import inspect

import pytest

from claimgraph.api.problems import internal, problem_of
from claimgraph.platform import errors

KINDS = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, errors.ClaimGraphError) and kind.__module__ == errors.__name__
]


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_error_has_a_code_of_its_own(kind: type[errors.ClaimGraphError]) -> None:
    problem = problem_of(kind("what happened"))

    others = {problem_of(other("x")).code for other in KINDS if other is not kind}
    assert problem.code not in others
    assert problem.detail == "what happened"


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_user_can_mend_is_a_4xx_and_the_rest_a_5xx(kind: type[errors.ClaimGraphError]) -> None:
    theirs = issubclass(kind, (errors.InputError, errors.NotFound, errors.Forbidden))
    theirs &= kind is not errors.CredentialsRefused  # the service's own

    assert (400 <= problem_of(kind("x")).status < 500) is theirs


def test_a_leaf_added_by_a_room_is_told_as_its_parent() -> None:
    class Scanned(errors.UnreadableDocument):
        pass

    assert problem_of(Scanned("x")).code == "UNREADABLE_DOCUMENT"


def test_an_unexpected_error_tells_nothing_but_its_reference() -> None:
    assert internal("abc").detail.count("abc") == 1
    assert internal("abc").code == "INTERNAL"
