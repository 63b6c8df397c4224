"""Every public name of the package, as somebody uses it who lets mypy look: `test_stub.py` checks it with `--strict`.

It is not a test by itself and is not run; what it says of types is what counts.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import tilewright
import tilewright.pettingzoo
import tilewright.ray
from numpy.typing import NDArray


def of_the_package(folder: Path) -> tilewright.Packs:
    known: list[str] = tilewright.known_packs()
    bots: dict[str, str] = tilewright.bots()
    packs: tilewright.Packs = tilewright.load(known[0], options={"a": 1}, copies=1, language="en")
    summary = tilewright.merge(folder / "games.parquet", [folder / "part"])
    games: int = summary["games"]
    wins: NDArray[np.uint64] = summary["wins"]
    print(bots, games, wins)
    return packs


def of_packs(packs: tilewright.Packs, folder: Path) -> None:
    ids: list[str] = packs.ids
    fewest, most = packs.seats
    seats: tuple[int, int] = (fewest, most)
    kinds: list[str] = packs.kinds
    sides: int = packs.sides
    codes: list[str] = [finding["code"] for finding in packs.diagnostics]
    names: list[list[str]] = [packs.board_channels(2), packs.state_names(2), packs.option_columns()]
    summary = packs.simulate(10, seats=2, bots=["random"], seed=1, threads=0)
    summary = packs.simulate(10, bots=["greedy", lambda game: game.option_count - 1])
    mean: NDArray[np.float64] = summary["scores"]["mean"]
    won, low, high = packs.duel("greedy", lambda game: 0, games=4)["won"]
    print(low < won < high)
    done = packs.simulate_to(folder, 10, rows="games", format="parquet", shard=(0, 1))
    played: int = done["games_played"]
    blocks: int = packs.block_count(10, rows="games")
    print(ids, seats, packs.options, kinds, sides, codes, names, mean, played, blocks)


def of_versions(packs: tilewright.Packs) -> None:
    other = tilewright.load("glowmoor", options={"tiles.a.count": 2})
    compared: tilewright.Comparison = tilewright.compare(
        packs, other, bots=["random", ["greedy", "random"]], seats=2, games=20, time=1.5, matters={"points": 0.5}
    )
    verdicts: list[str] = [question["verdict"] for question in compared.to_dict()["tables"][0]["questions"]]
    sentences: list[str] = compared.sentences
    print(verdicts, sentences, compared.columns("seeds"), compared.frame(rows="changes"))
    report: tilewright.Report = packs.report(20, seats=2, bots=["random"], seed=1, threads=0)
    print(report.sentences, report.to_dict()["games"])


def of_a_game(packs: tilewright.Packs) -> None:
    game: tilewright.Game = packs.new_game(seats=2, seed=7)
    decision: tilewright.Decision | None = game.decision
    if decision is not None:
        option: tilewright.Option = decision.options[0]
        texts: list[str] = [decision.question, decision.words, option.key, option.words]
        numbers: list[int] = [decision.seat, len(decision), option.index]
        secret: bool = decision.secret or option.secret
        print(texts, numbers, secret)
        game.answer(option)
    taken_back: bool = game.undo()
    hint: int | None = game.suggest("greedy")
    to_decide: int | None = game.seat_to_decide
    winners: list[int] = game.winners
    retired: list[int] = game.retired
    result: str | None = game.result
    counts: list[int] = [game.seats, game.seed, game.option_count, game.turns, *game.scores]
    board: NDArray[np.int16] = game.board_array(0, size=8)
    origin: tuple[int, int] = game.board_origin(size=8)
    arrays: list[NDArray[np.float32]] = [game.state_array(0), game.option_array(0, first=0, rows=4, size=8)]
    points: list[list[int]] = [reason["points"] for reason in game.reasons()]
    again: tilewright.Game = packs.replay(game.record("seven"))
    imagined: tilewright.Game = game.copy().imagine(0, seed=3)
    print(imagined.is_imagined)
    print(json.dumps({"winners": winners, "retired": retired, "result": result}), game.view(0), again.is_over)
    print(taken_back, hint, to_decide, counts, board, origin, arrays, points)


def of_errors(packs: tilewright.Packs) -> str:
    try:
        packs.new_game(2).answer("no key")
    except (tilewright.RefusedError, tilewright.RuleError, tilewright.RecordMismatch) as error:
        return error.code
    except tilewright.ContentError as error:
        return error.diagnostics[0]["message"]
    except (tilewright.EnvironmentFailure, tilewright.TilewrightError) as error:
        return str(error)
    return ""


def of_other_packages() -> None:
    game: tilewright.pettingzoo.TileEnv = tilewright.pettingzoo.raw_env("glowmoor", seats=2)
    wrapped = tilewright.pettingzoo.env("glowmoor", seats=2)
    summary = tilewright.ray.simulate("glowmoor", 10, "games.parquet", bots=["random"])
    print(game, wrapped, summary["win_share"])
