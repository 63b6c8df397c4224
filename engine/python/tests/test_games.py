"""Loading, playing, taking back, records, what a seat may see, and errors."""

from __future__ import annotations

import base64
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
import tilewright

PROBES = Path(__file__).parents[2] / "kit" / "tests" / "probes"


@pytest.fixture(scope="module")
def packs() -> tilewright.Packs:
    return tilewright.load("glowmoor")


def played(packs: tilewright.Packs, seed: int, seats: int = 2, bot: str = "random") -> tilewright.Game:
    game = packs.new_game(seats, seed)
    while not game.is_over:
        game.answer(game.suggest(bot))
    return game


def test_a_game_is_played_to_its_end(packs: tilewright.Packs) -> None:
    game = played(packs, 7)
    assert game.decision is None and game.seat_to_decide is None and game.option_count == 0
    assert game.suggest("greedy") is None
    assert max(game.scores) > 0
    assert all(game.scores[seat] == max(game.scores) for seat in game.winners)
    assert sum(np.array([reason["points"] for reason in game.reasons()])).tolist() == game.scores


def test_seats_are_lists_of_numbers(packs: tilewright.Packs) -> None:
    game = played(packs, 7)
    assert type(game.winners) is list and type(game.retired) is list
    best = [seat for seat in range(game.seats) if game.scores[seat] == max(game.scores)]
    assert game.winners == best and game.retired == [] and game.result is None
    assert json.loads(json.dumps({"winners": game.winners}))["winners"] == best


def test_an_answer_is_a_number_a_key_or_an_option(packs: tilewright.Packs) -> None:
    games = [packs.new_game(2, 3) for _ in range(4)]
    for _ in range(20):
        decision = games[0].decision
        assert decision is not None and len(decision) == games[0].option_count
        option = decision.options[-1]
        assert option.index == len(decision) - 1 and option.words
        for game, answer in zip(games, [option, option.key, option.index, np.int32(option.index)], strict=True):
            game.answer(answer)
    assert len({game.record() for game in games}) == 1


def test_taking_back_leads_to_the_same_decision(packs: tilewright.Packs) -> None:
    game = packs.new_game(2, 5)
    assert not game.undo()
    before = [option.key for option in game.decision.options]
    game.answer(0)
    game.answer(0)
    assert game.undo() and game.undo()
    assert [option.key for option in game.decision.options] == before


def test_a_record_comes_out_the_same(packs: tilewright.Packs) -> None:
    game = played(packs, 11)
    record = game.record("eleven")
    assert json.loads(record)["id"] == "eleven"
    again = packs.replay(record)
    assert again.is_over and again.scores == game.scores and again.record("eleven") == record
    wrong = json.loads(record)
    wrong["final"]["scores"][0] += 1
    with pytest.raises(tilewright.RecordMismatch) as caught:
        packs.replay(json.dumps(wrong))
    assert caught.value.code == "scores_differ"
    with pytest.raises(tilewright.RecordMismatch):
        packs.replay("{")


def test_what_is_refused_changes_nothing(packs: tilewright.Packs) -> None:
    game = packs.new_game(2, 5)
    before = game.record()
    with pytest.raises(tilewright.RefusedError, match="no such key") as caught:
        game.answer("no such key")
    assert caught.value.code == "not_an_option"
    for number in (game.option_count, 2**40, -1):
        with pytest.raises(IndexError):
            game.answer(number)
    for nonsense in (None, 1.5, [0]):
        with pytest.raises(TypeError):
            game.answer(nonsense)  # type: ignore[arg-type]
    with pytest.raises(IndexError):
        game.view(2)
    with pytest.raises(ValueError, match="there is no bot `greedi`; did you mean `greedy`"):
        game.suggest("greedi")
    assert game.record() == before
    over = played(packs, 5)
    with pytest.raises(tilewright.RefusedError) as caught:
        over.answer(0)
    assert caught.value.code == "nothing_asked"


def test_what_cannot_be_loaded_says_why(tmp_path: Path) -> None:
    with pytest.raises(tilewright.EnvironmentFailure, match="glowmor"):
        tilewright.load("glowmor")
    with pytest.raises(TypeError):
        tilewright.load()
    with pytest.raises(TypeError, match="float"):
        tilewright.load("glowmoor", options={"x": 1.5})  # type: ignore[dict-item]
    pack = tmp_path / "broken"
    pack.mkdir()
    (pack / "pack.ron").write_text("Pack(id: broken")
    with pytest.raises(tilewright.ContentError) as caught:
        tilewright.load(pack)
    found = caught.value.diagnostics
    assert any(one["severity"] == "error" and "pack.ron" in (one["place"] or "") for one in found)
    assert found[0]["message"] in str(caught.value)
    assert issubclass(tilewright.ContentError, tilewright.TilewrightError)


def test_seats_are_those_of_the_pack(packs: tilewright.Packs) -> None:
    fewest, most = packs.seats
    for seats in (fewest - 1, most + 1):
        with pytest.raises(ValueError, match=f"for {fewest} to {most} seats"):
            packs.new_game(seats)
        with pytest.raises(ValueError, match="seats"):
            packs.simulate(1, seats)


def test_options_are_chosen_by_name() -> None:
    packs = tilewright.load("carcassonne")
    name, value = next((n, v) for n, v in packs.options.items() if isinstance(v, bool))
    other = tilewright.load("carcassonne", options={name: not value})
    assert other.options[name] is (not value)
    with pytest.raises(tilewright.ContentError):
        tilewright.load("carcassonne", options={"no_such_option": True})


def test_a_view_has_what_a_seat_may_know() -> None:
    packs = tilewright.load("discovery")
    game = packs.new_game(2, 1)
    for _ in range(30):
        game.answer(game.suggest("random"))
    for seat in (None, 0, 1):
        view = game.view(seat)
        assert view["seat"] == seat and view["scores"] == game.scores
        assert view["tiles"] and all(tile["kind"] in packs.kinds for tile in view["tiles"])
        # A closed bag shows only the number of its tiles.
        assert all(isinstance(bag, int) for bag in view["bags"].values())


def test_hands_of_others_are_counted_only() -> None:
    packs = tilewright.load("carcassonne", options={"hand_size": 3})
    game = packs.new_game(2, 4)
    mine, other = game.view(0)["hands"]
    assert isinstance(mine, list) and len(mine) == other == 3
    names = packs.state_names(2)
    own = [at for at, name in enumerate(names) if name.startswith("own ")]
    for seat in (0, 1):
        state = game.state_array(seat)
        hand = game.view(seat)["hands"][seat]
        assert state[own].sum() == len(hand)
        for kind in packs.kinds:
            assert state[names.index(f"own {kind}")] == hand.count(kind)


def test_arrays_have_the_shapes_that_are_told(packs: tilewright.Packs) -> None:
    game = packs.new_game(2, 9)
    for _ in range(12):
        game.answer(game.suggest("greedy"))
    channels = packs.board_channels(2)
    board = game.board_array(0)
    assert board.dtype == np.int16 and board.shape[2] == len(channels)
    kind = board[:, :, channels.index("kind")]
    tiles = game.view(0)["tiles"]
    left, top = game.board_origin()
    for tile in tiles:
        x, y = tile["cell"]
        assert packs.kinds[kind[y - top, x - left] - 1] == tile["kind"]
        assert board[y - top, x - left, channels.index("turn")] == tile["turn"]
    assert (kind > 0).sum() >= len(tiles)
    # Seats are relative to the seat of the view.
    other = game.board_array(1)
    own, next_one = channels.index("figures 0"), channels.index("figures 1")
    assert board[:, :, own].sum() > 0
    assert (board[:, :, own] == other[:, :, next_one]).all()
    assert (board[:, :, next_one] == other[:, :, own]).all()
    small = game.board_array(0, size=4)
    assert small.shape == (4, 4, len(channels))
    assert game.state_array(0).shape == (len(packs.state_names(2)),)
    names = packs.state_names(2)
    for seat in (0, 1):
        assert game.state_array(seat)[names.index("score 0")] == game.scores[seat]
    seat = game.seat_to_decide
    table = game.option_array(seat, size=32)
    assert table.shape == (game.option_count, len(packs.option_columns()))
    assert np.isfinite(table).all() and (table[:, 0] == 1).all()
    assert not game.option_array(1 - seat, rows=5).any()
    for wrong in (0, 513):
        with pytest.raises(ValueError, match="512"):
            game.board_array(0, size=wrong)


def test_triangles_have_their_places_and_sides_in_the_arrays() -> None:
    packs = tilewright.load(str(PROBES / "three_numbers"))
    channels, columns = packs.board_channels(2), packs.option_columns()
    game, rng = packs.new_game(2, 4), np.random.default_rng(4)
    pointing_up = 0
    while not game.is_over:
        seat = game.seat_to_decide
        board, (left, top) = game.board_array(seat), game.board_origin()
        for tile in game.view(seat)["tiles"]:
            x, y = tile["cell"]
            here = board[y - top, x - left]
            assert packs.kinds[here[channels.index("kind")] - 1] == tile["kind"]
            # Triangles that point down have the sides 0, 2 and 4 of six, the others the sides 1, 3 and 5.
            up = (x - y) % 3 == 1
            sides = [side for side in range(6) if here[channels.index(f"edge {side}")] > 0]
            assert sides == ([1, 3, 5] if up else [0, 2, 4])
            pointing_up += up
        rows, width = board.shape[:2]
        corners = (np.arange(width)[None, :] + left - np.arange(rows)[:, None] - top) % 3 == 2
        assert corners.any() and not board[corners].any(), "no cell lies where corners are"
        table = game.option_array(seat, size=32)
        placements = table[table[:, columns.index("placement")] == 1]
        assert len(placements) == game.option_count
        game.answer(int(rng.integers(game.option_count)))
    assert pointing_up > 100


def test_placements_point_at_open_cells(packs: tilewright.Packs) -> None:
    game = packs.new_game(2, 2)
    channels, columns = packs.board_channels(2), packs.option_columns()
    looked_at = 0
    while looked_at < 20:
        seat = game.seat_to_decide
        board, table = game.board_array(seat, 32), game.option_array(seat, size=32)
        for row in table[table[:, columns.index("placement")] == 1]:
            at = int(row[columns.index("row")]), int(row[columns.index("column")])
            assert board[(*at, channels.index("open"))] == 1
            assert board[(*at, channels.index("kind"))] == 0
            looked_at += 1
        game.answer(game.suggest("random"))


def test_a_notebook_shows_the_board(packs: tilewright.Packs) -> None:
    game = packs.new_game(2, 2)
    small = len(game._repr_html_())
    for _ in range(12):
        game.answer(game.suggest("random"))
    shown = game._repr_html_()
    start = shown.index("base64,") + len("base64,")
    picture = base64.b64decode(shown[start : shown.index('"', start)]).decode()
    assert ElementTree.fromstring(picture).tag.endswith("svg") and len(shown) > small
    assert f"turn {game.turns}" in shown
