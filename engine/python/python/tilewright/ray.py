"""Many games on a Ray cluster: shards are tasks, and what comes out is the same as of one run, byte for byte.

Each task plays one shard into a folder that all machines see, and returns numbers only. A task whose worker or machine
dies is tried again, and finds what was finished. A driver that was killed goes on when it is started again.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import ray

from tilewright._native import load, merge

if TYPE_CHECKING:
    from tilewright._native import Done, OptionValue, Summary

__all__ = ["simulate"]

Progress = Callable[[int, int], None]


@ray.remote(num_cpus=1)  # type: ignore[untyped-decorator]
def _play(
    packs: Sequence[str],
    options: Mapping[str, OptionValue],
    folder: str,
    games: int,
    seats: int,
    bots: Sequence[str] | None,
    seed: int,
    rows: str,
    format: str,
    shard: tuple[int, int],
) -> Done:
    """Plays one shard; a shard that was played before is found."""
    loaded = load(*packs, options=options)
    return loaded.simulate_to(folder, games, seats, bots, seed, rows=rows, format=format, shard=shard, threads=1)


def simulate(
    packs: str | Sequence[str],
    games: int,
    out: str | os.PathLike[str],
    *,
    seats: int = 2,
    bots: Sequence[str] | None = None,
    seed: int = 1,
    options: Mapping[str, OptionValue] | None = None,
    rows: str = "games",
    shards: int | None = None,
    retries: int = 3,
    progress: Progress | None = None,
) -> Summary:
    """Plays many games on the Ray cluster that the program is connected to, or on this machine, into the file `out`.

    `packs` are names, or paths that all machines see; `out` ends in `.parquet`, `.csv` or `.jsonl` and lies in a folder
    that all machines see. Until it is whole, parts lie in `out.blocks` beside it. `shards` is the number of tasks,
    without it four for each core; there are never more than blocks. `retries` says how often a task is tried again
    whose worker died. `progress` is called with the number of shards that are done, and of all.

    Raises `EnvironmentFailure` where files cannot be written, `ray.exceptions.RayError` where tasks keep dying.
    """
    names = [packs] if isinstance(packs, str) else list(packs)
    # Tasks run in other folders, so paths must be absolute.
    names = [str(Path(name).resolve()) if os.sep in name else name for name in names]
    target = Path(out).resolve()
    format = target.suffix.removeprefix(".").lower()
    folder = target.with_name(target.name + ".blocks")
    chosen = dict(options or {})
    if format not in ("parquet", "csv", "jsonl"):
        raise ValueError(
            f"the format follows from the ending, .parquet, .csv or .jsonl, and {target.name} has none of them"
        )
    blocks = load(*names, options=chosen).block_count(games, seats, bots, rows=rows)
    if not ray.is_initialized():
        ray.init()
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    count = max(1, min(blocks, shards if shards is not None else 4 * cores))
    task = _play.options(max_retries=retries)
    waiting = [
        (names, chosen, str(folder), games, seats, bots, seed, rows, format, (part, count)) for part in range(count)
    ]
    waiting.reverse()
    running: list[ray.ObjectRef[Done]] = []
    done = 0
    try:
        while waiting or running:
            # At most two tasks for each core are submitted at once, so that a large cluster is not flooded.
            while waiting and len(running) < 2 * cores:
                running.append(task.remote(*waiting.pop()))
            finished, running = ray.wait(running, num_returns=1)
            ray.get(finished)
            done += len(finished)
            if progress is not None:
                progress(done, count)
    except BaseException:
        for left in running:
            ray.cancel(left, force=True)
        raise
    summary = merge(target, [folder])
    shutil.rmtree(folder)
    return summary
