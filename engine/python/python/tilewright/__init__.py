"""Tilewright: a rules platform for tile-laying games.

>>> import tilewright
>>> game = tilewright.load("glowmoor").new_game(seats=2, seed=7)
>>> while not game.is_over:
...     game.answer(game.suggest("greedy"))

`tilewright.pettingzoo` has an environment of any pack for those who train players, `tilewright.ray` plays on a cluster.
"""

from tilewright._native import (
    Comparison,
    ContentError,
    Decision,
    EnvironmentFailure,
    Game,
    Option,
    Packs,
    RecordMismatch,
    RefusedError,
    Report,
    RuleError,
    TilewrightError,
    bots,
    compare,
    known_packs,
    load,
    merge,
)

__all__ = [
    "Comparison",
    "ContentError",
    "Decision",
    "EnvironmentFailure",
    "Game",
    "Option",
    "Packs",
    "RecordMismatch",
    "RefusedError",
    "Report",
    "RuleError",
    "TilewrightError",
    "bots",
    "compare",
    "known_packs",
    "load",
    "merge",
]
