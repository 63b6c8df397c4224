"""The environment passes the tests of PettingZoo itself, on packs of different sorts, and keeps secrets."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
import tilewright

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test
from tilewright.pettingzoo import TileEnv, env, raw_env

PACKS = ["glowmoor", "carcassonne", "messages", "discovery", "entdecker"]


def play(game: TileEnv, seed: int, chooser: np.random.Generator) -> dict[str, float]:
    """Plays a game of random actions through the loop that PettingZoo documents; the sums of rewards."""
    game.reset(seed=seed)
    sums = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, terminated, truncated, _ = game.last()
        sums[agent] += reward
        if terminated or truncated:
            assert not seen["action_mask"].any()
            game.step(None)
            continue
        assert game.observation_space(agent).contains(seen)
        game.step(int(chooser.choice(np.flatnonzero(seen["action_mask"]))))
    return sums


@pytest.mark.parametrize("pack", PACKS)
def test_api(pack: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo warns about every environment whose observations are a dict with more than a mask.
        warnings.filterwarnings("ignore", message=".*[Oo]bservation.*")
        warnings.filterwarnings("ignore", message=".*not numpy array.*")
        api_test(env(pack), num_cycles=1000)


@pytest.mark.parametrize("pack", PACKS)
def test_seeds(pack: str) -> None:
    seed_test(lambda: env(pack), num_cycles=500)


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("reward", ["lead", "end"])
def test_rewards_come_to_the_lead(pack: str, reward: str) -> None:
    game = raw_env(pack, reward=reward)  # type: ignore[arg-type]
    sums = play(game, 5, np.random.default_rng(1))
    assert game.game.is_over and not game.agents
    own, other = game.game.scores
    assert sums == {"seat_0": own - other, "seat_1": other - own}


def test_four_seats_and_one() -> None:
    four = raw_env("glowmoor", seats=4)
    assert four.possible_agents == ["seat_0", "seat_1", "seat_2", "seat_3"]
    sums = play(four, 3, np.random.default_rng(2))
    scores = four.game.scores
    best = [max(scores[:seat] + scores[seat + 1 :]) for seat in range(4)]
    assert list(sums.values()) == [own - other for own, other in zip(scores, best, strict=True)]


def test_more_shows_the_next_options() -> None:
    """With 5 actions, decisions of more than 4 options are seen in parts; every option can be taken."""
    game, whole = raw_env("glowmoor", actions=5), raw_env("glowmoor")
    chooser = np.random.default_rng(4)
    longest = 0
    game.reset(seed=8)
    whole.reset(seed=8)
    while not whole.game.is_over:
        agent = whole.agent_selection
        assert game.agent_selection == agent
        count = whole.game.option_count
        longest = max(longest, count)
        taken = int(chooser.integers(count))
        table = whole.observe(agent)["options"]
        pages = -(-count // 4)
        # The agent turns through all pages once, then on to the page of the chosen option.
        for turned in range(pages + taken // 4 + 1 if count > 4 else 1):
            first = turned % pages * 4
            there = min(4, count - first)
            seen = game.observe(agent)
            assert seen["action_mask"].tolist() == [1] * there + [0] * (4 - there) + [int(count > 4)]
            assert (seen["options"][:there] == table[first : first + there]).all()
            assert not seen["options"][there:].any()
            if turned < pages + taken // 4 and count > 4:
                game.step(4)
        game.step(taken % 4)
        whole.step(taken)
    assert longest > 8
    assert game.game.record() == whole.game.record()


def test_secret_things_are_hidden(secret_pack: Path) -> None:
    """Games that differ only in what seat 0 has chosen in secret look the same to seat 1, and not to seat 0."""
    packs = tilewright.load(secret_pack)
    games = [raw_env(packs) for _ in range(2)]
    for game, vow in zip(games, (0, 2), strict=True):
        game.reset(seed=6)
        assert game.agent_selection == "seat_0" and game.game.decision.secret
        assert not game.observe("seat_1")["action_mask"].any()
        game.step(vow)

    def alike(agent: str) -> bool:
        one, other = (game.observe(agent) for game in games)
        return all((one[name] == other[name]).all() for name in one)

    compared = 0
    while not games[0].game.is_over:
        assert alike("seat_1") and not alike("seat_0")
        assert games[0].game.view(1) == games[1].game.view(1)
        compared += 1
        for game in games:
            game.step(0)
    assert compared > 50


def test_an_illegal_action_ends_the_game_for_its_agent() -> None:
    game = raw_env("glowmoor")
    game.reset(seed=1)
    for wrong in (game.game.option_count, 1023, -1, None):
        with pytest.raises(ValueError, match="not legal"):
            game.step(wrong)
    wrapped = env("glowmoor")
    wrapped.reset(seed=1)
    loser = wrapped.agent_selection
    wrapped.step(1023)
    assert wrapped.terminations[loser] and wrapped.rewards[loser] == -1


def test_what_cannot_be_is_refused() -> None:
    for arguments in ({"actions": 1}, {"reward": "win"}, {"seats": 9}, {"size": 0}):
        with pytest.raises(ValueError):
            raw_env("glowmoor", **arguments).reset(seed=0)  # type: ignore[arg-type]


@pytest.mark.parametrize("pack", PACKS)
def test_api_of_places(pack: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*[Oo]bservation.*")
        warnings.filterwarnings("ignore", message=".*not numpy array.*")
        api_test(env(pack, scheme="places", actions=64), num_cycles=300)


@pytest.mark.parametrize("pack", PACKS)
def test_an_action_of_a_place_always_means_this_place(pack: str) -> None:
    game = raw_env(pack, scheme="places", actions=8, size=16)
    columns = game.packs.option_columns()
    turns = game.packs.sides
    chooser = np.random.default_rng(3)
    placed = possible = 0
    game.reset(seed=5)
    while not game.game.is_over:
        seat = game.game.seat_to_decide
        table = game.game.option_array(seat, size=16)
        seen = game.observe(game.agent_selection)
        legal = np.flatnonzero(seen["action_mask"])
        places = legal[legal < 16 * 16 * turns]
        for action in places.tolist():
            at = (action // turns // 16, action // turns % 16, action % turns)
            option = game._option_of(action)
            assert tuple(table[option][[columns.index(name) for name in ("row", "column", "turn")]]) == at
            assert table[option][columns.index("placement")] == 1
        others = game._others
        # Each option has exactly one action.
        assert sorted([*game._placed.values(), *others]) == list(range(game.game.option_count))
        shown = table[others[:7]]
        assert (seen["options"][: len(shown)] == shown).all() and not seen["options"][len(shown) :].any()
        assert seen["action_mask"][-1] == (len(others) > 7)
        placed += len(places)
        possible += int(table[:, columns.index("placement")].sum())
        before = game.game.record()
        if seen["action_mask"][-1]:
            game.step(16 * 16 * turns + 7)
            assert game.game.record() == before
            legal = np.flatnonzero(game.observe(game.agent_selection)["action_mask"])
        game.step(int(chooser.choice(legal[legal < 16 * 16 * turns + 7])))
        assert game.game.record() != before
    # Rules can place tiles by questions of their own, whose options are among the others.
    assert placed > 100 or possible == 0
    with pytest.raises(ValueError, match="`scheme`"):
        raw_env(pack, scheme="cells")  # type: ignore[arg-type]
