"""The stub says what the package has, and mypy agrees to how it is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import tilewright
import tilewright.pettingzoo
from tilewright import _native

HERE = Path(__file__).parent
ROOT = HERE.parent
STUB = ROOT / "python" / "tilewright" / "_native.pyi"
USES = HERE / "uses_every_name.py"

# Names that only the stub defines, as they do not exist at run time.
TYPES = {
    "OptionValue",
    "Diagnostic",
    "Statistic",
    "Statistics",
    "Summary",
    "Done",
    "DuelResult",
    "Reason",
    "VersionsQuestion",
    "VersionsTable",
    "ComparisonDict",
}


def stub() -> dict[str, set[str]]:
    """Names at the top of the stub, each with the public names and `__len__` in it."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = set()
        elif isinstance(node, ast.ClassDef):
            inner = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            inner |= {
                part.target.id
                for part in node.body
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
            }
            found[node.name] = inner
    return {name: inner for name, inner in found.items() if name not in TYPES}


def public(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def test_the_stub_names_what_there_is() -> None:
    named = stub()
    assert set(named) == public(_native) == set(tilewright.__all__)
    for name, inner in named.items():
        thing = getattr(_native, name)
        if isinstance(thing, type) and not issubclass(thing, Exception):
            lengths = {"__len__"} if hasattr(thing, "__len__") else set()
            assert inner == public(thing) | lengths, name


def test_every_name_is_used() -> None:
    text = USES.read_text()
    for name, inner in stub().items():
        for used in [f"tilewright.{name}", *(f".{part}" for part in inner if not part.startswith("_"))]:
            assert used in text, f"{USES.name} does not use {name}: {used}"
    for name in tilewright.pettingzoo.__all__:
        assert f"tilewright.pettingzoo.{name}" in text, name


@pytest.mark.parametrize("files", [[USES], sorted((ROOT / "examples").glob("*.py"))])
def test_mypy_agrees(files: list[Path]) -> None:
    pytest.importorskip("mypy")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "", *map(str, files), "--ignore-missing-imports"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
