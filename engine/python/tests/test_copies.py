"""Copies, imagined games and pickles."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
import tilewright


def finish(game: tilewright.Game) -> tilewright.Game:
    """Plays a game to its end by options that follow from its turns; those of bots follow from earlier answers."""
    while not game.is_over:
        game.answer(7 * game.turns % game.option_count)
    return game


@pytest.fixture(scope="module", params=["glowmoor", "carcassonne", "discovery"])
def packs(request: pytest.FixtureRequest) -> tilewright.Packs:
    return tilewright.load(request.param)


def test_a_copy_continues_alike_and_separately(packs: tilewright.Packs) -> None:
    game = packs.new_game(2, 5)
    for _ in range(25):
        game.answer(game.suggest("random"))
    before = game.record()
    copies = [game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    for other in copies:
        assert other.record() == before and not other.is_imagined
        assert [option.key for option in other.decision.options] == [option.key for option in game.decision.options]
        finish(other)
        assert game.record() == before
    finish(game)
    assert {other.record() for other in copies} == {game.record()}
    assert copies[0].undo() and game.is_over


def test_an_imagined_game_looks_the_same_and_comes_to_an_end(packs: tilewright.Packs) -> None:
    game = packs.new_game(2, 8)
    for _ in range(20):
        game.answer(game.suggest("random"))
    seat = game.seat_to_decide
    view, keys = game.view(seat), [option.key for option in game.decision.options]
    ends = set()
    for seed in range(6):
        imagined = game.imagine(seat, seed)
        assert imagined.is_imagined and imagined.seed == seed
        assert imagined.view(seat) == view
        assert np.array_equal(imagined.state_array(seat), game.state_array(seat))
        assert [option.key for option in imagined.decision.options] == keys
        again = game.imagine(seat, seed)
        imagined.answer(0)
        other = imagined.copy()
        assert other.is_imagined and other.view() == imagined.view()
        assert imagined.undo() and not imagined.undo()
        assert imagined.view(seat) == view
        imagined.answer(0)
        again.answer(0)
        assert finish(imagined).scores == finish(other).scores == finish(again).scores
        ends.add(tuple(imagined.scores))
        with pytest.raises(ValueError, match="no record"):
            imagined.record()
        with pytest.raises(ValueError, match="no record"):
            pickle.dumps(imagined)
    assert len(ends) > 1, "other seeds have other chance"
    with pytest.raises(ValueError, match="only a seat that decides"):
        game.imagine(1 - seat)
    with pytest.raises(IndexError):
        game.imagine(2)
    with pytest.raises(ValueError, match="only a seat that decides"):
        finish(game).imagine(0)


def test_an_imagined_game_has_no_secret(secret_pack: Path) -> None:
    """Two games that differ in a secret of the other seat give the same imagined games."""
    packs = tilewright.load(secret_pack)
    games = []
    for vow in range(3):
        game = packs.new_game(2, 4)
        for _ in range(2):
            game.answer(vow if game.seat_to_decide == 1 else 0)
        while game.seat_to_decide != 0:
            game.answer(0)
        games.append(game)
    # The secret is in the view of its seat.
    assert len({json.dumps(game.view(1), sort_keys=True) for game in games}) == 3
    hidden = set()
    for seed in range(12):
        imagined = [game.imagine(0, seed) for game in games]
        views = [[json.dumps(one.view(seat), sort_keys=True) for seat in (0, 1)] for one in imagined]
        assert views[0] == views[1] == views[2]
        hidden.add(json.dumps(imagined[0].copy().imagine(0, seed).view(1)["counters"]))
    assert len(hidden) == 1, "secret counters have their first values"


def test_hidden_hands_and_bags_are_drawn_alike() -> None:
    packs = tilewright.load("carcassonne", options={"hand_size": 3})
    game = packs.new_game(2, 4)
    seat = game.seat_to_decide
    other = 1 - seat
    hands = {tuple(sorted(game.imagine(seat, seed).view(other)["hands"][other])) for seed in range(20)}
    assert len(hands) > 5


def test_packs_and_options_are_pickled(tmp_path: Path, secret_pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(secret_pack.parent)
    packs = tilewright.load("./vows", options={"carcassonne:hand_size": 1}, copies=2, language="en")
    option = packs.new_game(2, 1).decision.options[1]
    text = pickle.dumps((packs, option))
    # A path is absolute in a pickle.
    monkeypatch.chdir(tmp_path.parent)
    again, same = pickle.loads(text)
    assert (again.ids, again.options) == (packs.ids, packs.options)
    assert (same.index, same.key, same.words, same.secret) == (option.index, option.key, option.words, option.secret)
    assert repr(same) == repr(option)
    game = again.new_game(2, 1)
    game.answer(same)
    file = secret_pack / "rules" / "vows.lua"
    file.write_text(file.read_text().replace("two = 2", "two = 5"))
    with pytest.raises(tilewright.RecordMismatch, match="the pickle is of the packs") as caught:
        pickle.loads(text)
    assert caught.value.code == "other_packs"
