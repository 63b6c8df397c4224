"""Games on a local Ray cluster: the file is the same as of one run, also when a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import tilewright

ray = pytest.importorskip("ray")
import tilewright.ray as cluster  # noqa: E402

GAMES = 512
BOTS = ["greedy", "random"]


@pytest.fixture(scope="module", autouse=True)
def local_cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def one_run(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("one")
    tilewright.load("glowmoor").simulate_to(folder / "blocks", GAMES, bots=BOTS, seed=5)
    tilewright.merge(folder / "games.parquet", [folder / "blocks"])
    return (folder / "games.parquet").read_bytes()


def simulate(out: Path, progress: cluster.Progress | None = None) -> None:
    summary = cluster.simulate("glowmoor", GAMES, out, bots=BOTS, seed=5, progress=progress)
    assert summary["games"] == GAMES


def test_the_file_is_that_of_one_run(tmp_path: Path, one_run: bytes) -> None:
    told: list[tuple[int, int]] = []
    simulate(tmp_path / "games.parquet", lambda done, of: told.append((done, of)))
    assert told == [(done, 8) for done in range(1, 9)]
    assert (tmp_path / "games.parquet").read_bytes() == one_run
    assert not (tmp_path / "games.parquet.blocks").exists()


def workers_at_play() -> list[int]:
    """The processes that play a shard, by the names that Ray gives its workers."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                name = (folder / "cmdline").read_bytes().split(b"\0")[0]
                parent = (folder / "stat").read_text().rsplit(")", 1)[1].split()[1]
            except OSError:
                continue
            if name.startswith(b"ray::_play") and parent != "1":
                found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="workers are found by /proc")
def test_a_worker_that_is_killed_changes_nothing(tmp_path: Path, one_run: bytes) -> None:
    out = tmp_path / "games.parquet"
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        blocks = tmp_path / "games.parquet.blocks"
        while not over.is_set() and not killed:
            # The kill must come when some blocks are written and others are not.
            if blocks.exists() and len(list(blocks.iterdir())) > 5:
                for process in workers_at_play()[:1]:
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)
            time.sleep(0.005)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        simulate(out)
    finally:
        over.set()
        killer.join()
    assert killed
    assert out.read_bytes() == one_run


def test_a_driver_that_stopped_goes_on(tmp_path: Path, one_run: bytes) -> None:
    out = tmp_path / "games.parquet"

    class Stop(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if done == 3:
            raise Stop

    with pytest.raises(Stop):
        simulate(out, stop)
    assert not out.exists()
    blocks = tmp_path / "games.parquet.blocks"
    there = {file.name: file.stat().st_mtime_ns for file in blocks.iterdir()}
    assert len(there) > 20
    # The second run continues with the existing blocks, and removes the folder once the file is complete.
    simulate(out)
    assert out.read_bytes() == one_run and not blocks.exists()


def test_what_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="format"):
        cluster.simulate("glowmoor", 10, tmp_path / "games.xlsx")
    with pytest.raises(tilewright.EnvironmentFailure, match="glowmor"):
        cluster.simulate("glowmor", 10, tmp_path / "games.csv")
