"""Chinese word segmentation, and that jieba keeps to the folder it was given."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgraph.platform.models import chinese

TYPES = Path(__file__).parents[3] / ".types"


@pytest.fixture(scope="module", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    chinese.configure(tmp_path_factory.mktemp("jieba"))
    yield
    chinese.configure(None)


def test_words_carry_their_offsets() -> None:
    text = "小米公司在北京创立。"
    words = chinese.segment(text)
    assert [word for word, _, _ in words] == ["小米", "公司", "在", "北京", "创立", "。"]
    assert all(text[start:end] == word for word, start, end in words)


def test_a_preposition_is_no_part_of_the_name_after_it() -> None:
    words = [word for word, _, _ in chinese.segment("小米公司由雷军创立")]
    assert "雷军" in words


@settings(max_examples=200, deadline=None)
@given(st.text(st.one_of(st.characters(), st.sampled_from("由在被北京雷军公司的0１ \n.，"))))
def test_words_cover_the_text_without_gaps(text: str) -> None:
    words = chinese.segment(text)
    assert "".join(word for word, _, _ in words) == text
    assert all(text[start:end] == word for word, start, end in words)


def test_nothing_is_printed_and_nothing_lands_outside_the_given_folder(tmp_path: Path) -> None:
    cache, shared = tmp_path / "cache", tmp_path / "shared"
    shared.mkdir()
    script = (
        "import sys; from claimgraph.platform.models import chinese; chinese.configure(sys.argv[1]);"
        "assert chinese.segment('北京大学'); assert 'pkg_resources' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, str(cache)],
        env={"PYTHONPATH": str(TYPES), "TMPDIR": str(shared)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("", "")
    assert [file.name for file in cache.iterdir()] == ["jieba-0.42.1.cache"]
    assert list(shared.iterdir()) == []


def test_a_damaged_cache_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "jieba-0.42.1.cache").write_bytes(b"not a cache")
    chinese.configure(tmp_path)
    assert [word for word, _, _ in chinese.segment("北京")] == ["北京"]
    assert (tmp_path / "jieba-0.42.1.cache").stat().st_size > 1_000_000


def test_the_default_folder_follows_claimgraph_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CLAIMGRAPH_HOME", str(tmp_path))
    assert chinese.default_cache_dir() == tmp_path / "cache"
    monkeypatch.delenv("CLAIMGRAPH_HOME")
    home = Path(platformdirs.user_data_dir("claimgraph", appauthor=False))
    assert chinese.default_cache_dir() == home / "cache"
