"""Files as a caller names them: found in order, read whole, or refused with a line that helps."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from claimgraph.api import sources
from claimgraph.platform.errors import InputError, TextTooLong


def test_a_folder_gives_its_readable_files_in_order_and_no_hidden_ones(tmp_path: Path) -> None:
    for name in ("b.md", "a.txt", "sub/c.PDF", "picture.png", ".hidden.txt", ".git/d.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")

    found = sources.expand([tmp_path])

    assert [path.relative_to(tmp_path).as_posix() for path in found] == ["a.txt", "b.md", "sub/c.PDF"]


def test_a_file_named_itself_is_taken_whatever_it_is_called_and_only_once(tmp_path: Path) -> None:
    path = tmp_path / "notes.unknown"
    path.write_text("x")

    assert sources.expand([path, path]) == [path]


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.txt: no such file"):
        sources.expand([tmp_path / "nowhere.txt"])


def test_a_folder_without_readable_files_says_what_would_be_read(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"x")

    with pytest.raises(InputError, match=r"\.md"):
        sources.expand([tmp_path])


def test_a_folder_where_a_file_is_wanted_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a folder"):
        sources.read_bytes(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "secret.txt"
    path.touch(mode=0o000)

    with pytest.raises(InputError, match=r"secret\.txt"):
        sources.read_bytes(path)


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_BYTES", 10)
    path = tmp_path / "huge.txt"
    path.write_bytes(b"x" * 11)

    with pytest.raises(TextTooLong, match=r"huge\.txt"):
        sources.read_bytes(path)


def test_a_files_key_is_its_absolute_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("x")
    monkeypatch.chdir(tmp_path)

    document = sources.document_of_file(Path("a.txt"))

    assert document.key == (tmp_path / "a.txt").resolve().as_posix()
    assert (document.name, document.data) == ("a.txt", b"x")


def test_a_texts_key_is_its_title_else_its_hash() -> None:
    assert sources.document_of_text("x", title="T").key == "T"
    assert sources.document_of_text("x", title="T", key="k").key == "k"
    assert sources.document_of_text("x").key == sources.document_of_text("x").key
    assert sources.document_of_text("x").key != sources.document_of_text("y").key


def test_a_text_with_lone_surrogates_can_be_stored() -> None:
    assert sources.document_of_text("a\ud800b").data.decode() == "a\ufffdb"


def test_contexts_are_texts_or_files(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("From a file.", encoding="utf-16")

    assert sources.context_texts(["As it is.", path]) == ("As it is.", "From a file.")
