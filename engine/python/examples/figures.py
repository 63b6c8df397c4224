"""Measures the figures on the page of the package: `python examples/figures.py [SECONDS]` prints its table.

Times are CPU time of one core: of this process, with one thread.
"""

import sys
import time
from collections.abc import Callable

import numpy as np
import tilewright
from steps import steps
from tilewright.pettingzoo import raw_env

PACKS = ["glowmoor", "carcassonne", "messages", "discovery", "entdecker"]


def rate(one: Callable[[int], int], seconds: float) -> float:
    """Things done in a second by something that does some of them, called with 0, 1, 2 and so on."""
    done = number = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        done += one(number)
        number += 1
    return done / (time.process_time() - began)


def answers(packs: tilewright.Packs) -> Callable[[int], int]:
    """Plays a game of random answers and says how many there were."""
    chooser = np.random.default_rng(1)

    def play(number: int) -> int:
        game = packs.new_game(2, number)
        given = 0
        while not game.is_over:
            game.answer(int(chooser.integers(game.option_count)))
            given += 1
        return given

    return play


def rounded(number: float) -> str:
    """To two digits, as nobody's machine is that steady."""
    digits = len(str(int(number))) - 2
    return f"{round(number, -max(digits, 0)):,.0f}"


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print("| pack | games a second | answers a second | steps without features | with | with, 128 actions |")
    print("|---|---|---|---|---|---|")
    for name in PACKS:
        packs = tilewright.load(name)

        def simulated(number: int, packs: tilewright.Packs = packs) -> int:
            return packs.simulate(100, seed=number, threads=1)["games"]

        figures = [
            rate(simulated, seconds),
            rate(answers(packs), seconds),
            steps(raw_env(packs, features=False), seconds),
            steps(raw_env(packs, features=True), seconds),
            steps(raw_env(packs, features=True, actions=128), seconds),
        ]
        print(f"| `{name}` | {' | '.join(map(rounded, figures))} |", flush=True)
