"""Comparisons of versions and reports: the numbers of the command, tables, notebooks, and errors."""

from __future__ import annotations

import json
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
import tilewright

CHANGE = "rules.ponds.per_lily"


@pytest.fixture
def meadows(tmp_path: Path, command: dict[str, str]) -> Path:
    """A pack from the template, in its folder."""
    subprocess.run(["tilewright", "new", "meadows"], cwd=tmp_path, env=command, check=True, stdout=subprocess.DEVNULL)
    return tmp_path / "meadows"


def test_the_numbers_are_those_of_the_command(meadows: Path, command: dict[str, str]) -> None:
    before, after = tilewright.load(meadows), tilewright.load(meadows, options={CHANGE: 1})
    compared = tilewright.compare(
        before, after, bots=["random", ["greedy", "random"]], games=80, matters={"points": 0.5}, seed=3
    )
    args = ["compare", str(meadows), "--set-b", f"{CHANGE}=1", "--bots", "random,greedy/random", "--games", "80"]
    run = subprocess.run(
        ["tilewright", *args, "--matters", "points=0.5", "--seed", "3", "--json"],
        env=command,
        check=True,
        capture_output=True,
        text=True,
    )
    assert compared.to_dict() == json.loads(run.stdout)
    assert compared.sentences == json.loads(run.stdout)["sentences"]
    assert compared.sentences[0] in repr(compared)
    again = tilewright.compare(
        before, after, bots=["random", ["greedy", "random"]], games=80, matters={"points": 0.5}, seed=3, threads=1
    )
    assert again.to_dict() == compared.to_dict()


def test_tables_have_changes_or_seeds(meadows: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    compared = tilewright.compare(
        tilewright.load(meadows), tilewright.load(meadows, options={CHANGE: 1}), bots="random", games=100
    )
    changes, seeds = compared.frame(), compared.frame("seeds")
    assert isinstance(changes, pyarrow.Table) and seeds.num_rows == 2 * 50
    questions = compared.to_dict()["tables"][0]["questions"]
    assert changes["measure"].to_pylist() == [question["measure"] for question in questions]
    assert changes["difference"].to_pylist() == [question["difference"][0] for question in questions]
    assert changes["verdict"].to_pylist() == [question["verdict"] for question in questions]
    columns = compared.columns("seeds")
    versions = np.array(columns["version"])
    points = columns["points"][versions == "b"].mean() - columns["points"][versions == "a"].mean()
    assert points == pytest.approx(changes["difference"][0].as_py())
    with pytest.raises(ValueError, match="changes, seeds"):
        compared.columns("rows")  # type: ignore[arg-type]


def test_a_notebook_shows_sentences_table_and_intervals(meadows: Path) -> None:
    compared = tilewright.compare(
        tilewright.load(meadows), tilewright.load(meadows, options={CHANGE: 1}), bots="random", games=100
    )
    shown = compared._repr_html_()
    assert "<td>points of a player</td>" in shown and "With <code>meadows:rules.ponds.per_lily=1</code>" in shown
    pictures = shown.count("<svg role=")
    assert pictures == shown.count("</svg>") == 2
    picture = shown[shown.index("<svg") : shown.index("</svg>") + 6]
    assert len(list(ElementTree.fromstring(picture).iter("rect"))) > 4
    assert "<script" not in shown and "<html" not in shown


def test_what_cannot_be_compared_is_refused(meadows: Path) -> None:
    packs = tilewright.load(meadows)
    with pytest.raises(ValueError, match="the versions are equal"):
        tilewright.compare(packs, packs)
    other = tilewright.load(meadows, options={CHANGE: 1})
    with pytest.raises(ValueError, match="no bot"):
        tilewright.compare(packs, other, bots="nobody")
    with pytest.raises(ValueError, match="`matters` does not know `point`"):
        tilewright.compare(packs, other, matters={"point": 1})
    for arguments in ({"seats": 9}, {"games": 1}, {"time": 0}, {"time": float("nan")}, {"bots": "mcts:5ms"}):
        with pytest.raises(ValueError):
            tilewright.compare(packs, other, **arguments)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        tilewright.compare(packs, other, bots=[["random"] * 3])
    with pytest.raises(ValueError):
        tilewright.compare(packs, other, matters={"points": 0})
    with pytest.raises(TypeError):
        tilewright.compare(packs, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        tilewright.compare(packs, other, bots=3)  # type: ignore[arg-type]
    with pytest.raises(tilewright.EnvironmentFailure):
        tilewright.compare(packs, "glowmor")


def test_time_ends_a_comparison(meadows: Path) -> None:
    compared = tilewright.compare(meadows, tilewright.load(meadows, options={CHANGE: 1}), time=0.001)
    assert compared.to_dict()["tables"][0]["end"] == "stopped"


def test_a_report_is_that_of_the_command(meadows: Path, command: dict[str, str]) -> None:
    report = tilewright.load(meadows).report(60, bots=["random"], seed=3)
    args = ["report", str(meadows), "--games", "60", "--bots", "random", "--seed", "3", "--json"]
    run = subprocess.run(["tilewright", *args], env=command, check=True, capture_output=True, text=True)
    whole = json.loads(run.stdout)
    assert report.to_dict() == whole
    assert report.sentences == [said["text"] for section in whole["sections"] for said in section["sentences"]]
    assert report.sentences[0] in repr(report)
    shown = report._repr_html_()
    assert shown.count("<svg role=") > 3 and "<a " not in shown
    with pytest.raises(ValueError, match="at least 20 games"):
        tilewright.load(meadows).report(5)
