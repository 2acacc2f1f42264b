"""The key of the service: one a folder, for its owner only."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from claimgraph.api.service_key import FILE_NAME, same_key, service_key
from claimgraph.platform.errors import ConfigError


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"

    assert service_key(home) == service_key(home)
    assert len(service_key(home)) >= 32
    assert service_key(home) != service_key(tmp_path / "other")


def test_only_its_owner_can_read_the_key(tmp_path: Path) -> None:
    service_key(tmp_path)

    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_many_who_ask_at_once_get_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: service_key(tmp_path), range(40)))

    assert len(keys) == 1


@pytest.mark.parametrize("content", [b"", b"short\n", b"\xff\xfe\x00"])
def test_a_key_that_is_none_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)

    with pytest.raises(ConfigError, match=FILE_NAME):
        service_key(tmp_path)


def test_keys_are_compared_whole() -> None:
    assert same_key("a" * 40, "a" * 40)
    assert not same_key("a" * 39, "a" * 40)
    assert not same_key("密钥", "a" * 40)
    assert not same_key("\ud800", "a" * 40)
