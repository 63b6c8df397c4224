"""Many games: numbers, threads, files in parts."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest
import tilewright


@pytest.fixture(scope="module")
def packs() -> tilewright.Packs:
    return tilewright.load("glowmoor")


def test_the_same_numbers_for_any_number_of_threads(packs: tilewright.Packs) -> None:
    one, two = (packs.simulate(60, bots=["greedy", "random"], seed=3, threads=threads) for threads in (1, 2))
    assert repr(one) == repr(two)
    assert one["games"] == 60 and not one["faults"]
    assert one["win_share"].sum() == pytest.approx(1)
    assert one["win_share"][0] > 0.8
    low, share, high = one["win_share_low"], one["win_share"], one["win_share_high"]
    assert (low <= share).all() and (share <= high).all() and (low < high).all()
    assert packs.simulate(1)["margins"]["confidence"] == np.inf
    assert one["scores"]["mean"].shape == (2,)
    by_source = sum(source["mean"] for source in one["by_source"].values())
    assert np.allclose(by_source, one["scores"]["mean"])
    with pytest.raises(ValueError, match="no bot"):
        packs.simulate(1, bots=["nobody"])


def test_other_threads_go_on_meanwhile(packs: tilewright.Packs) -> None:
    counted = []
    over = threading.Event()

    def count() -> None:
        while not over.is_set():
            counted.append(time.monotonic())
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    began = time.monotonic()
    packs.simulate(3000, threads=1)
    ended = time.monotonic()
    over.set()
    counter.join()
    during = [at for at in counted if began < at < ended]
    # If the simulation held the lock of the interpreter, the other thread could not count.
    assert len(during) > 20


@pytest.mark.parametrize("rows", ["games", "scores", "tiles", "answers", "items"])
def test_parts_come_to_the_same_file(packs: tilewright.Packs, tmp_path: Path, rows: str) -> None:
    whole = packs.simulate_to(tmp_path / "whole", 90, rows=rows, format="csv", threads=2)
    assert whole["games_played"] == 90 and whole["blocks_made"] == packs.block_count(90, rows=rows)
    for part in range(4):
        packs.simulate_to(tmp_path / f"part{part}", 90, rows=rows, format="csv", shard=(part, 4), threads=1)
    one = tilewright.merge(tmp_path / "one.csv", [tmp_path / "whole"])
    four = tilewright.merge(tmp_path / "four.csv", [tmp_path / f"part{part}" for part in range(4)])
    assert repr(one) == repr(four) and one["games"] == 90
    text = (tmp_path / "one.csv").read_bytes()
    assert text == (tmp_path / "four.csv").read_bytes()
    assert text.count(b"\n") > 90
    again = packs.simulate_to(tmp_path / "whole", 90, rows=rows, format="csv")
    assert again["games_played"] == 0 and again["games_found"] == 90


def test_parts_that_do_not_fit_are_refused(packs: tilewright.Packs, tmp_path: Path) -> None:
    packs.simulate_to(tmp_path / "part", 90, shard=(0, 2))
    with pytest.raises(tilewright.EnvironmentFailure, match="missing"):
        tilewright.merge(tmp_path / "out.parquet", [tmp_path / "part"])
    assert not (tmp_path / "out.parquet").exists()
    with pytest.raises(tilewright.EnvironmentFailure, match="seed"):
        packs.simulate_to(tmp_path / "part", 90, seed=2)
    for arguments in ({"rows": "x"}, {"format": "x"}, {"shard": (2, 2)}, {"seats": 9}, {"bots": ["x"]}):
        with pytest.raises(ValueError):
            packs.simulate_to(tmp_path / "other", 9, **arguments)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        packs.simulate_to(tmp_path / "other", 0)
