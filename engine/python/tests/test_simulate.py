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


def test_functions_of_python_are_bots(packs: tilewright.Packs) -> None:
    seats = set()

    def greedy(game: tilewright.Game) -> int | None:
        seats.add(game.seat_to_decide)
        return game.suggest("greedy")

    plain = packs.simulate(12, seats=3, bots=["random", "greedy"], seed=5)
    called = packs.simulate(12, seats=3, bots=["random", greedy], seed=5)
    assert repr(called) == repr(plain)
    assert seats == {1, 2}
    by_key = packs.simulate(12, seats=3, bots=["random", lambda game: game.decision.options[greedy(game)]], seed=5)
    assert repr(by_key) == repr(plain)


def test_functions_that_do_not_choose_are_refused(packs: tilewright.Packs) -> None:
    with pytest.raises(ZeroDivisionError):
        packs.simulate(2, bots=[lambda game: 1 // 0])
    with pytest.raises(IndexError):
        packs.simulate(2, bots=[lambda game: game.option_count])
    with pytest.raises(TypeError):
        packs.simulate(2, bots=[lambda game: None])  # type: ignore[arg-type, return-value]
    with pytest.raises(TypeError, match="a bot is a name, or a function"):
        packs.simulate(2, bots=[3])  # type: ignore[list-item]

    def answers(game: tilewright.Game) -> int:
        game.answer(0)
        return 0

    with pytest.raises(RuntimeError, match="had changed the game"):
        packs.simulate(2, bots=[answers])


def test_a_bot_that_imagines_beats_chance(packs: tilewright.Packs) -> None:
    def look_ahead(game: tilewright.Game) -> int:
        seat = game.seat_to_decide
        imagined = game.imagine(seat, game.turns)
        worths = []
        for option in range(min(game.option_count, 12)):
            imagined.answer(option)
            worths.append(imagined.scores[seat])
            imagined.undo()
        return int(np.argmax(worths))

    assert packs.simulate(10, bots=[look_ahead, "random"])["win_share"][0] >= 0.5


@pytest.mark.parametrize("rows", ["games", "items"])
def test_rows_come_as_a_table(packs: tilewright.Packs, tmp_path: Path, rows: str) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    summary = packs.simulate(30, bots=["greedy", "random"], seed=3, rows=rows)
    table = summary.pop("rows")
    assert isinstance(table, pyarrow.Table)
    assert repr(summary) == repr(packs.simulate(30, bots=["greedy", "random"], seed=3))
    packs.simulate_to(tmp_path / "part", 30, bots=["greedy", "random"], seed=3, rows=rows, format="csv")
    tilewright.merge(tmp_path / "all.csv", [tmp_path / "part"])
    assert table.num_rows == (tmp_path / "all.csv").read_text().count("\n") - 1
    if rows == "games":
        assert sum(table["score_0"].to_pylist()) / 30 == pytest.approx(summary["scores"]["mean"][0])
    with pytest.raises(ValueError, match="`rows` is one of games"):
        packs.simulate(3, rows="x")
    with pytest.raises(ValueError, match="bots that are named"):
        packs.simulate(3, bots=[lambda game: 0], rows=rows)


def test_functions_and_bots_meet_in_duels(packs: tilewright.Packs) -> None:
    plain = packs.duel("greedy", "random", 20, seats=3, seed=4)
    assert plain["games"] == 21 and plain["blocks"] == 7 and plain["fair"] == pytest.approx(1 / 3)
    low, won, high = plain["won"][1], plain["won"][0], plain["won"][2]
    assert low <= won <= high and won > 0.6 and plain["ahead"][0] > 0
    called = packs.duel(lambda game: game.suggest("greedy"), "random", 20, seats=3, seed=4)
    assert called == plain
    with pytest.raises(ValueError, match="no bot"):
        packs.duel("nobody", "random")
    with pytest.raises(ValueError):
        packs.duel("greedy", "random", seats=9)
