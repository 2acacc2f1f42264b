"""A process is known by its boot, number and start; only a certain death counts as dead."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

from claimgraph.platform.process import ProcessIdentity


def test_this_process_lives_and_reads_back_from_its_text() -> None:
    me = ProcessIdentity.of_this_process()

    assert not me.known_dead()
    assert ProcessIdentity.parse(str(me)) == me


def test_a_process_that_has_ended_is_known_dead() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        other = dataclasses.replace(ProcessIdentity.of_this_process(), pid=child.pid, started="0.00")
        child.communicate(b"\n")

    assert other.known_dead()


def test_a_number_that_was_given_to_a_later_process_is_known_dead() -> None:
    me = ProcessIdentity.of_this_process()

    assert dataclasses.replace(me, started="1.00").known_dead()


def test_nothing_is_known_of_another_host() -> None:
    assert not ProcessIdentity("another-boot", 1, "1.00").known_dead()


def test_what_is_no_identity_is_not_taken_for_one() -> None:
    assert ProcessIdentity.parse("") is None
    assert ProcessIdentity.parse("a/b/c") is None
    assert ProcessIdentity.parse("a/1/2/3") is None
