"""The distribution holds every package and every data file, and works where nothing else is on the path."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("platform", "graph_schema", "ingest", "verify", "api")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DATA_SUFFIXES = {".cypher", ".sql", ".onnx", ".html", ".typed"}


def data_files() -> set[str]:
    """What the code reads at run time beside Python: queries, migrations, weights, prompts, pages."""
    return {
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.suffix in DATA_SUFFIXES
        or (path.suffix in {".md", ".json", ".txt", ".properties"} and "__pycache__" not in path.parts)
    }


def folders_with_init() -> set[str]:
    return {
        "claimgraph." + path.parent.relative_to(ROOT).as_posix().replace("/", ".")
        for room in ROOMS
        for path in (ROOT / room).rglob("__init__.py")
    }


def test_the_packages_list_equals_the_folders_with_an_init_plus_platform() -> None:
    listed = PROJECT["tool"]["setuptools"]["packages"]

    assert sorted(listed) == sorted(folders_with_init() | {"claimgraph.platform"})


def test_platform_has_no_init_because_the_name_would_shadow_the_standard_library() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()


def test_every_folder_that_holds_python_files_is_a_package() -> None:
    holding = {
        path.parent for room in ROOMS for path in (ROOT / room).rglob("*.py") if path.parent != ROOT / "platform"
    }

    assert [str(folder) for folder in sorted(holding) if not (folder / "__init__.py").exists()] == []


def test_the_links_that_tools_use_are_relative_and_lead_to_the_rooms() -> None:
    for room in ROOMS:
        link = ROOT / ".types" / "claimgraph" / room

        assert link.is_symlink()
        assert os.readlink(link) == f"../../{room}"
        assert link.resolve() == ROOT / room


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout, built from a copy: building leaves folders that the next one would read."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source)
    for room in ROOMS:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    build = f"import setuptools.build_meta as backend; backend.build_wheel({str(out)!r})"
    made = subprocess.run([sys.executable, "-c", build], capture_output=True, text=True, cwd=source, check=False)
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]
    (found,) = out.glob("claimgraph-*.whl")
    return found


@pytest.fixture(scope="module")
def fresh_python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with nothing of claimgraph but the wheel; dependencies are borrowed."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--quiet", str(wheel)], check=True, cwd=folder)
    _lend_dependencies(python)
    return python


def _lend_dependencies(python: Path) -> None:
    """Put our packages behind the new environment's own, without the `.pth` of an editable claimgraph."""
    query = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(subprocess.run([python, "-c", query], check=True, capture_output=True, text=True).stdout.strip())
    ours = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (site / "borrowed.pth").write_text("\n".join(ours) + "\n", encoding="utf-8")


def _run(python: Path, *arguments: str) -> str:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COV_", "COVERAGE"))}
    done = subprocess.run(
        [python, *arguments], capture_output=True, text=True, cwd=python.parent, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.slow
def test_the_wheel_holds_every_package_and_data_file(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    python_files = {path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*.py")}

    missing = {f"claimgraph/{name}" for name in python_files | data_files()} - inside

    assert missing == set()


@pytest.mark.slow
def test_the_wheel_holds_nothing_of_the_tests_or_the_training(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"claimgraph"}


@pytest.mark.slow
def test_every_package_of_the_wheel_can_be_imported_in_a_fresh_environment(fresh_python: Path) -> None:
    packages = PROJECT["tool"]["setuptools"]["packages"]
    program = (
        "import importlib, platform, sys\n"
        "platform.python_version()\n"  # the standard library's, not ours
        f"for name in {packages!r}:\n"
        "    module = importlib.import_module(name)\n"
        "    assert list(module.__path__)[0].startswith(sys.prefix), (name, module.__path__)\n"
        "from claimgraph.api import ClaimGraph\n"
        "print('imported')\n"
    )

    assert _run(fresh_python, "-c", program).strip() == "imported"


@pytest.mark.slow
def test_the_program_says_what_it_can_do_in_a_fresh_environment(fresh_python: Path) -> None:
    said = _run(fresh_python, str(fresh_python.with_name("claimgraph")), "--help")

    assert "verify" in said
    assert "ingest" in said
