"""What the read-me shows works: each block of Python is run, and the recipes for clusters give the file of one run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tilewright

README = (Path(__file__).parent.parent / "README.md").read_text()


def blocks(head: str) -> list[str]:
    return re.findall(rf"^```{head}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


PYTHON = blocks("python")


@pytest.mark.parametrize("number", range(len(PYTHON)))
def test_python(number: int, tmp_path: Path) -> None:
    for package in ("pettingzoo", "ray"):
        if f"tilewright.{package}" in PYTHON[number]:
            pytest.importorskip(package)
    done = subprocess.run([sys.executable, "-c", PYTHON[number]], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_all_blocks_are_found() -> None:
    assert len(PYTHON) == 7


def one_run(folder: Path) -> bytes:
    tilewright.load("glowmoor").simulate_to(folder / "one", 2000)
    tilewright.merge(folder / "one.parquet", [folder / "one"])
    return (folder / "one.parquet").read_bytes()


def has_gnu_parallel() -> bool:
    """Another program of the same name, in moreutils, has other options."""
    if not shutil.which("parallel"):
        return False
    printed = subprocess.run(["parallel", "--version"], capture_output=True, text=True, check=False)
    return "GNU parallel" in printed.stdout


@pytest.mark.skipif(not has_gnu_parallel(), reason="GNU parallel is not installed")
def test_parallel(tmp_path: Path, command: dict[str, str]) -> None:
    [recipe] = blocks("sh parallel")
    subprocess.run(["bash", "-euc", recipe], cwd=tmp_path, env=command, check=True, stdout=subprocess.DEVNULL)
    assert (tmp_path / "games.parquet").read_bytes() == one_run(tmp_path)


def test_slurm(tmp_path: Path, command: dict[str, str]) -> None:
    """Slurm is not there: what stands in for it runs the script once for each number of its array."""
    [recipe] = blocks("sh slurm")
    (tmp_path / "games.slurm").write_text(recipe)
    first, last = re.search(r"#SBATCH --array=(\d+)-(\d+)", recipe).groups()  # type: ignore[union-attr]
    numbers = range(int(first), int(last) + 1)
    for number in numbers:
        task = {"SLURM_ARRAY_TASK_ID": str(number), "SLURM_ARRAY_TASK_COUNT": str(len(numbers))}
        subprocess.run(["bash", "games.slurm"], cwd=tmp_path, env=command | task, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(
        ["tilewright", "merge", "games.parquet", "parts"],
        cwd=tmp_path,
        env=command,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    assert (tmp_path / "games.parquet").read_bytes() == one_run(tmp_path)
