"""An environment of PettingZoo (AEC) for any pack, for those who train players.

Each agent is a seat. What it observes comes from the view of its seat, so nothing is in it that the seat may not know:

- `observation`: the board as a square of cells with channels (`Packs.board_channels`);
- `state`: numbers of the game (`Packs.state_names`);
- `options`: what each action is about, a row each (`Packs.option_columns`), or nobody could learn what action 7 means;
- `action_mask`: 1 for each legal action.

An action is the number of an option. Decisions may have more options than there are actions: the last action is "more",
which shows the next options to the same agent, and after the last ones the first again.

With `scheme="places"`, actions do not depend on the state: there is one for each row, column and turn of the observed
square, which places a tile there, and `actions` further ones for all other options in their order, the last of which is
again "more". Options that share a place with an earlier option, or are outside of the square, are among the others.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tilewright._native import Game, Packs, load

if TYPE_CHECKING:
    from tilewright._native import OptionValue

__all__ = ["TileEnv", "env", "raw_env"]

Reward = Literal["lead", "end"]
Scheme = Literal["options", "places"]


class TileEnv(AECEnv):  # type: ignore[misc]
    """The environment without the wrappers that `env` puts around it."""

    def __init__(
        self,
        packs: Packs,
        seats: int = 2,
        *,
        actions: int = 1024,
        size: int = 32,
        features: bool = True,
        reward: Reward = "lead",
        scheme: Scheme = "options",
        render_mode: str | None = None,
    ) -> None:
        """An environment of packs that were loaded.

        `scheme`: "options" numbers the options of each decision; "places" has an action for each row, column and turn,
        and after these actions for all other options. `actions`: number of actions for options, "more" included.
        `size`: cells on a side of the board that is seen. `features`: whether `options` is observed. `reward`: "lead"
        gives after each answer by how much a seat's lead over the best other has changed, "end" gives the lead once the
        game is over; both come to the same in sum. A game of one seat counts its points.
        """
        super().__init__()
        if actions < 2:
            raise ValueError("there are at least two actions: an option and `more`")
        if not 1 <= size <= 512:
            raise ValueError(f"a board is seen with 1 to 512 cells on a side, not {size}")
        if reward not in ("lead", "end"):
            raise ValueError(f'`reward` is "lead" or "end", not {reward!r}')
        fewest, most = packs.seats
        if not fewest <= seats <= most:
            raise ValueError(f"{' + '.join(packs.ids)} is for {fewest} to {most} seats, not {seats}")
        self.metadata = {"render_modes": ["ansi"], "name": "tilewright_v0", "is_parallelizable": False}
        self.render_mode = render_mode
        self.packs = packs
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        if scheme not in ("options", "places"):
            raise ValueError(f'`scheme` is "options" or "places", not {scheme!r}')
        self._actions, self._size, self._features, self._reward = actions, size, features, reward
        self._turns = packs.sides
        self._places = size * size * self._turns if scheme == "places" else 0
        self._columns = [packs.option_columns().index(name) for name in ("row", "column", "turn", "placement")]
        self._seeds = np.random.default_rng()
        self._first = 0
        self._game: Game | None = None
        limits = np.iinfo(np.int16)
        channels = len(packs.board_channels(seats))
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(limits.min, limits.max, (size, size, channels), np.int16),
            "state": spaces.Box(-np.inf, np.inf, (len(packs.state_names(seats)),), np.float32),
            "action_mask": spaces.Box(0, 1, (self._places + actions,), np.int8),
        }
        if features:
            seen["options"] = spaces.Box(-np.inf, np.inf, (actions, len(packs.option_columns())), np.float32)
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._places + actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game that is played, with everything that is hidden from seats."""
        if self._game is None:
            raise RuntimeError("call reset() first")
        return self._game

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins a game. Without a seed, the seed follows from the last one that was given."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._game = self.packs.new_game(len(self.possible_agents), int(self._seeds.integers(2**63)))
        self.agents = list(self.possible_agents)
        self._first = 0
        self._leads = self._leads_now()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.game.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Takes an action for the agent whose turn it is; `None` for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._is_legal(int(action)):
            raise ValueError(f"action {action} is not legal for {agent}")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        game = self.game
        if int(action) == self._places + self._actions - 1:
            self._first += self._actions - 1
            if self._first >= len(self._others):
                self._first = 0
        else:
            game.answer(self._option_of(int(action)))
            self._first = 0
            self._give_rewards()
            if game.is_over:
                self.terminations = dict.fromkeys(self.agents, True)
            self._select()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        """What a seat sees. Nothing is legal for one that does not decide."""
        game, seat = self.game, self._seat_of[agent]
        mask = np.zeros(self._places + self._actions, np.int8)
        shown = self._others[self._first : self._first + self._actions - 1]
        if game.seat_to_decide == seat:
            mask[list(self._placed)] = 1
            mask[self._places : self._places + len(shown)] = 1
            mask[-1] = len(self._others) > self._actions - 1
        seen: dict[str, np.ndarray[Any, Any]] = {
            "observation": game.board_array(seat, self._size),
            "state": game.state_array(seat),
            "action_mask": mask,
        }
        if self._features:
            seen["options"] = self._describe(seat, shown)
        return seen

    def _describe(self, seat: int, shown: Sequence[int]) -> np.ndarray[Any, Any]:
        """Rows about the options that are not at a place; the row of "more" is empty."""
        if not self._places:
            rows = self.game.option_array(seat, self._first, self._actions, self._size)
            rows[-1] = 0
            return rows
        rows = np.zeros((self._actions, len(self.packs.option_columns())), np.float32)
        if self.game.seat_to_decide == seat:
            rows[: len(shown)] = self.game.option_array(seat, size=self._size)[list(shown)]
        return rows

    def render(self) -> str | None:
        """The game in a line."""
        return repr(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _is_legal(self, action: int) -> bool:
        if action < self._places:
            return action in self._placed
        if action == self._places + self._actions - 1:
            return len(self._others) > self._actions - 1
        return 0 <= action - self._places < min(len(self._others) - self._first, self._actions - 1)

    def _option_of(self, action: int) -> int:
        if action < self._places:
            return self._placed[action]
        return self._others[self._first + action - self._places]

    def _list_options(self) -> None:
        """Divides the options of the decision into those at a place, by action, and the others, in their order."""
        game, seat = self.game, self.game.seat_to_decide
        self._placed: dict[int, int] = {}
        self._others: Sequence[int] = range(game.option_count)
        if not self._places or seat is None:
            return
        rows, columns, turns, placements = game.option_array(seat, size=self._size)[:, self._columns].T.astype(int)
        inside = (placements == 1) & (rows >= 0) & (rows < self._size) & (columns >= 0) & (columns < self._size)
        inside &= turns < self._turns
        actions = (rows * self._size + columns) * self._turns + turns
        others = []
        for option, (action, is_inside) in enumerate(zip(actions.tolist(), inside.tolist(), strict=True)):
            if is_inside and action not in self._placed:
                self._placed[action] = option
            else:
                others.append(option)
        self._others = others

    def _select(self) -> None:
        self._list_options()
        seat = self.game.seat_to_decide
        # Once the game is over, the remaining agents are removed in order.
        self.agent_selection = self.agents[0] if seat is None else self.possible_agents[seat]

    def _leads_now(self) -> list[float]:
        scores = self.game.scores
        if len(scores) == 1:
            return [float(scores[0])]
        return [float(own - max(scores[:seat] + scores[seat + 1 :])) for seat, own in enumerate(scores)]

    def _give_rewards(self) -> None:
        if self._reward == "end" and not self.game.is_over:
            return
        leads = self._leads_now()
        for agent, lead, before in zip(self.possible_agents, leads, self._leads, strict=True):
            self.rewards[agent] = lead - before
        self._leads = leads


def raw_env(
    pack: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | Packs,
    seats: int = 2,
    *,
    options: Mapping[str, OptionValue] | None = None,
    actions: int = 1024,
    size: int = 32,
    features: bool = True,
    reward: Reward = "lead",
    scheme: Scheme = "options",
    render_mode: str | None = None,
) -> TileEnv:
    """The environment of a pack, or of several together, without wrappers; see `TileEnv`."""
    if isinstance(pack, Packs):
        if options:
            raise ValueError("packs that were loaded have their options already")
        packs = pack
    else:
        packs = load(*([pack] if isinstance(pack, str | os.PathLike) else pack), options=options)
    return TileEnv(
        packs,
        seats,
        actions=actions,
        size=size,
        features=features,
        reward=reward,
        scheme=scheme,
        render_mode=render_mode,
    )


def env(
    pack: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | Packs,
    seats: int = 2,
    *,
    options: Mapping[str, OptionValue] | None = None,
    actions: int = 1024,
    size: int = 32,
    features: bool = True,
    reward: Reward = "lead",
    scheme: Scheme = "options",
    render_mode: str | None = None,
) -> AECEnv:
    """The environment of a pack, or of several together; see `TileEnv`.

    An illegal action ends the game and costs its agent a point; steps out of order are refused.
    """
    inner = raw_env(
        pack,
        seats,
        options=options,
        actions=actions,
        size=size,
        features=features,
        reward=reward,
        scheme=scheme,
        render_mode=render_mode,
    )
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1))
