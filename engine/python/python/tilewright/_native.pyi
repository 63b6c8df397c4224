"""The part of the package that is written in Rust."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, SupportsIndex, TypeAlias, TypedDict, final

import numpy as np
import pyarrow
from numpy.typing import NDArray
from typing_extensions import NotRequired

OptionValue: TypeAlias = bool | int | str | list["OptionValue"] | dict[str, "OptionValue"]

class Diagnostic(TypedDict):
    """A finding about packs."""

    code: str
    severity: str
    """`error` or `warning`."""
    message: str
    place: str | None
    """File, line and column."""
    hint: str | None

class Statistic(TypedDict):
    """A number over many games."""

    mean: float
    deviation: float
    confidence: float
    """Half the width of the interval that holds the true mean in 95 of 100 cases (Student's t); of fewer than
    two games it is infinite."""
    min: int
    max: int

class Statistics(TypedDict):
    """The same for each seat, as arrays."""

    mean: NDArray[np.float64]
    deviation: NDArray[np.float64]
    confidence: NDArray[np.float64]
    min: NDArray[np.int64]
    max: NDArray[np.int64]

class Summary(TypedDict):
    """What came of many games."""

    games: int
    """Games that came to their end."""
    scores: Statistics
    win_share: NDArray[np.float64]
    """Shared wins are divided among those who share."""
    win_share_low: NDArray[np.float64]
    """Where its 95 % interval (Wilson) begins."""
    win_share_high: NDArray[np.float64]
    """Where it ends."""
    wins: NDArray[np.uint64]
    """Games that each seat won alone."""
    shared_wins: NDArray[np.uint64]
    by_source: dict[str, Statistics]
    margins: Statistic
    turns: Statistic
    tiles: Statistic
    decisions: Statistic
    set_aside: Statistic
    taken_off: Statistic
    deployments: Statistic
    placements_per_turn: float
    faults: list[tuple[int, int, str]]
    """Games that a failing rule stopped: number, seed, what failed."""
    rows: NotRequired[pyarrow.Table]
    """Rows of the games, if they were requested."""

class DuelResult(TypedDict):
    """A comparison of two bots as opponents."""

    blocks: int
    """Seeds; with each, the first bot has every seat once."""
    games: int
    won: tuple[float, float, float]
    """Share of games that the first bot won, with its 95 % interval."""
    ahead: tuple[float, float, float]
    """Lead of the first bot over its best opponent in points, with its 95 % interval."""
    chance: float
    """Probability of a lead of this size between equal bots."""
    fair: float
    """Share of wins between equal bots."""
    faults: list[tuple[int, int, str]]

class Done(TypedDict):
    """What one part has done."""

    blocks_found: int
    blocks_made: int
    games_found: int
    games_played: int

class VersionsQuestion(TypedDict):
    """A measure of two versions by one table of players, as in `tilewright compare --json`."""

    measure: str
    a: float
    b: float
    difference: list[float | None]
    """Estimate, and the ends of its 95 % interval; `None` for an end that is not known."""
    chance: float
    corrected: float
    matters: float
    verdict: str
    """`differs`, `same` or `unknown`."""
    more_games: int | None

class VersionsTable(TypedDict):
    """The answers of one table of players."""

    bots: list[str]
    blocks: int
    games: int
    end: str
    differ: list[float | None]
    stopped: int
    questions: list[VersionsQuestion]

class ComparisonDict(TypedDict):
    """A comparison, as `tilewright compare --json` prints it."""

    a: dict[str, Any]
    b: dict[str, Any]
    seats: int
    seed: int
    sentences: list[str]
    tables: list[VersionsTable]
    panel: dict[str, str]
    games: list[dict[str, Any]]

class Reason(TypedDict):
    """Why there were points."""

    place: str
    source: str
    points: list[int]

class TilewrightError(Exception):
    """What all errors of Tilewright are."""

class ContentError(TilewrightError):
    """Packs have mistakes and cannot be played."""

    diagnostics: list[Diagnostic]

class RefusedError(TilewrightError):
    """An answer was not taken; the game is unchanged."""

    code: str

class RuleError(TilewrightError):
    """A rule of a pack failed; the game is at the position before the answer."""

    code: str

class EnvironmentFailure(TilewrightError):
    """A pack or a file does not exist, or cannot be read or written; the message names it."""

class RecordMismatch(TilewrightError):
    """A text is not a record, or the game differs from it."""

    code: str

def load(
    *packs: str | os.PathLike[str],
    options: Mapping[str, OptionValue] | None = None,
    copies: int = 1,
    language: str = "en",
) -> Packs:
    """Loads packs by their names or the paths of their folders or files. What they need comes along.

    `options` are by name, or by `pack:name` where several packs have one of that name. `copies` puts as many times what
    the packs put into every bag.

    Raises `ContentError` for mistakes in packs, `EnvironmentFailure` for packs that are not there.
    """

def known_packs() -> list[str]:
    """Ids of the packs that are found without a path."""

def bots() -> dict[str, str]:
    """The bots that there are: name, and what each takes."""

def merge(out: str | os.PathLike[str], parts: Sequence[str | os.PathLike[str]]) -> Summary:
    """Makes one file of the parts that `Packs.simulate_to` has left in some folders, the same as one run makes.

    Raises `EnvironmentFailure` while a part is missing, when one is there twice, or when they are of different games.
    """

def compare(
    a: Packs | str | os.PathLike[str],
    b: Packs | str | os.PathLike[str],
    *,
    bots: str | Sequence[str | Sequence[str]] | None = None,
    seats: int | None = None,
    games: int | None = None,
    time: float | None = None,
    matters: Mapping[str, float] | None = None,
    seed: int = 1,
    threads: int = 0,
) -> Comparison:
    """Plays two versions of a game with the same seeds and compares them, like the command `tilewright compare`.

    A version is packs that were loaded, or the name or path of a pack. `bots` has a table of players for each entry: a
    bot for all seats, or a list with the bots by seat, who then change seats; without it `greedy` plays. `seats` is the
    fewest that both versions allow. `games` is the maximum number for each table, both versions together; `time` is the
    maximum number of seconds, 120 without `games`. `matters` has the smallest changes that matter: `points`, `lead`,
    `wins`, `turns`, `aside`.

    Raises `ValueError` if both versions are the same. Other threads of Python continue during the games.
    """

@final
class Comparison:
    """A comparison of two versions. Notebooks show it with a table and charts of the intervals."""

    @property
    def sentences(self) -> list[str]:
        """Sentences about points, seats and length, and about the agreement of all players."""
    def to_dict(self) -> ComparisonDict:
        """Returns everything, with the content of `tilewright compare --json`."""
    def columns(self, rows: Literal["changes", "seeds"] = "changes") -> dict[str, Any]:
        """Returns a table by column: numbers as arrays, texts as lists.

        "changes" has a row for each table of players and measure, "seeds" one for each table, seed and version.
        """
    def frame(self, rows: Literal["changes", "seeds"] = "changes") -> pyarrow.Table:
        """Returns the table of `columns` as a table of Arrow.

        Raises `ImportError` without the package `pyarrow`.
        """

@final
class Report:
    """A report about many games of bots. Notebooks show it with its charts."""

    @property
    def sentences(self) -> list[str]:
        """Sentences of all sections, in order."""
    def to_dict(self) -> dict[str, Any]:
        """Returns everything, with the content of `tilewright report --json`."""

@final
class Packs:
    """Packs that were loaded together, with their options. They do not change, and threads may share them."""

    @property
    def ids(self) -> list[str]:
        """Ids of the packs, dependencies first."""
    @property
    def seats(self) -> tuple[int, int]:
        """Fewest and most seats."""
    @property
    def options(self) -> dict[str, OptionValue]:
        """Every option by `pack:name` with the value that it has."""
    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Findings that do not keep the packs from being played."""
    @property
    def kinds(self) -> list[str]:
        """Keys of the kinds of tile; in arrays the first is 1, and 0 is none."""
    @property
    def sides(self) -> int:
        """Number of sides that cells have, and of turns of a tile: a triangle has three of six."""
    def new_game(self, seats: int = 2, seed: int = 0) -> Game:
        """Begins a game and runs it to its first decision.

        Raises `ValueError` for a number of seats that the packs are not for.
        """
    def replay(self, record: str) -> Game:
        """Plays a record to its end; the game can be gone on with, and every answer be taken back.

        Raises `RecordMismatch` where it does not come out as the record says.
        """
    def simulate(
        self,
        games: int,
        seats: int = 2,
        bots: Sequence[str | Callable[[Game], str | SupportsIndex | Option]] | None = None,
        seed: int = 1,
        threads: int = 0,
        *,
        rows: str | None = None,
    ) -> Summary:
        """Plays many games of bots and tells the numbers about them. Other threads of Python go on meanwhile.

        `bots` are by seat; the last one has all further seats, and without any all choices are random. `threads` is 0
        for one on each core; the result is the same for any number.

        A bot can also be a function that receives the game and returns an option, its number or its key. Then all games
        are played on the calling thread. The function may look ahead with `Game.imagine`, but must not answer; the game
        that it receives has all secrets, so it should only use the views of its seat.

        `rows` is a kind of rows as in `simulate_to`. The summary then has `rows`, a table of Arrow.

        Raises `ImportError` for `rows` without the package `pyarrow`.
        """
    def duel(
        self,
        first: str | Callable[[Game], str | SupportsIndex | Option],
        second: str | Callable[[Game], str | SupportsIndex | Option],
        games: int = 200,
        seats: int = 2,
        seed: int = 1,
        threads: int = 0,
    ) -> DuelResult:
        """Lets a bot play against another one, which has all other seats. They change seats on the same seeds.

        A bot is a name or a function, as for `simulate`. With a function, a failing rule raises `RuleError`.
        """
    def simulate_to(
        self,
        folder: str | os.PathLike[str],
        games: int,
        seats: int = 2,
        bots: Sequence[str] | None = None,
        seed: int = 1,
        *,
        rows: str = "games",
        format: str = "parquet",
        shard: tuple[int, int] = (0, 1),
        threads: int = 0,
    ) -> Done:
        """Plays one part of many games into a folder of blocks, which `merge` makes one file of.

        `rows` says what a row is: `games`, `scores`, `items`, `tiles` or `answers`; `format` how it is written:
        `parquet`, `csv` or `jsonl`. `shard` is the part, from 0, and how many parts there are; all may write into the
        same folder. Blocks that are there are not played again, so a part that was stopped goes on where it was.

        Raises `EnvironmentFailure` for a folder that cannot be written or holds blocks of other games.
        """
    def block_count(self, games: int, seats: int = 2, bots: Sequence[str] | None = None, *, rows: str = "games") -> int:
        """Number of blocks that `simulate_to` makes: more shards than that would have nothing to do."""
    def report(
        self,
        games: int = 1000,
        seats: int | None = None,
        bots: Sequence[str] | None = None,
        seed: int = 1,
        threads: int = 0,
    ) -> Report:
        """Plays many games of bots and describes them in sentences, like the command `tilewright report`.

        Without `bots`, `greedy` has all seats. A report needs at least 20 games.
        """
    def board_channels(self, seats: int) -> list[str]:
        """Names of the channels of `Game.board_array`, in order, for games of so many seats."""
    def state_names(self, seats: int) -> list[str]:
        """Names of the entries of `Game.state_array`, in order."""
    @staticmethod
    def option_columns() -> list[str]:
        """Names of the columns of `Game.option_array`, in order."""

@final
class Option:
    """One of the things that can be chosen."""

    @property
    def index(self) -> int:
        """Its number among the options."""
    @property
    def key(self) -> str:
        """Its key, which reads the same in records."""
    @property
    def words(self) -> str:
        """What it is, in words of the packs."""
    @property
    def secret(self) -> bool:
        """Whether other seats see neither that it is there nor that it rather than another secret one is taken."""

@final
class Decision:
    """What somebody has to decide."""

    @property
    def seat(self) -> int:
        """Who decides."""
    @property
    def question(self) -> str:
        """The name of the question."""
    @property
    def words(self) -> str:
        """The question in words of the packs."""
    @property
    def secret(self) -> bool:
        """Whether other seats may not see what is asked."""
    @property
    def options(self) -> list[Option]:
        """All legal options in order."""
    def __len__(self) -> int: ...

@final
class Game:
    """A game in play. It belongs to the thread that made it.

    Everything but `view`, the arrays and what they are made of is the whole game, secrets included: who plays for a
    seat looks at `view(seat)`, and at `decision` when it is that of the seat.
    """

    @property
    def seats(self) -> int:
        """Number of seats."""
    @property
    def seed(self) -> int:
        """The seed of the game."""
    @property
    def decision(self) -> Decision | None:
        """What has to be decided now; `None` once the game is over."""
    @property
    def seat_to_decide(self) -> int | None:
        """The seat that decides now; `None` once the game is over."""
    @property
    def option_count(self) -> int:
        """Number of options of the decision; 0 once the game is over."""
    @property
    def scores(self) -> list[int]:
        """The score of every seat."""
    @property
    def winners(self) -> list[int]:
        """The seats that win, or would win if the game ended here; several when they share the win."""
    @property
    def result(self) -> str | None:
        """What the game has come to, by its name in the packs; `None` where it has no result beyond who is ahead."""
    @property
    def retired(self) -> list[int]:
        """The seats that have retired."""
    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
    @property
    def turns(self) -> int:
        """Turns that have begun."""
    def answer(self, option: str | SupportsIndex | Option) -> None:
        """Takes an option, by its number, its key, or as it stands in a decision.

        Raises `IndexError` for a number that no option has, `RefusedError` for a key that none has and for an answer to
        a game that is over, `RuleError` when a rule fails. The game is then as it was.
        """
    def undo(self) -> bool:
        """Takes back the last answer that a seat gave. `False` when there is none."""
    def suggest(self, bot: str) -> int | None:
        """The number of the option that a bot takes here; `None` once the game is over. Nothing is answered."""
    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may know of the game; without a seat, what all may know."""
    def board_array(self, seat: int, size: int | None = None) -> NDArray[np.int16]:
        """The board as a seat sees it: rows, columns, channels (`Packs.board_channels`).

        Without `size` it is as large as what lies there and one cell around; with it, a square of so many cells on a
        side around the middle of that.
        """
    def board_origin(self, size: int | None = None) -> tuple[int, int]:
        """The cell at the first row and column of `board_array`, as `(x, y)`."""
    def state_array(self, seat: int) -> NDArray[np.float32]:
        """The numbers of the game as a seat sees them (`Packs.state_names`). What it may not know is 0."""
    def option_array(
        self, seat: int, first: int = 0, rows: int | None = None, size: int | None = None
    ) -> NDArray[np.float32]:
        """What the options of the decision are about, a row each (`Packs.option_columns`).

        From number `first` on, `rows` in all. Rows beyond the last option are 0, and so are all for a seat that does
        not decide. Rows and columns are those of `board_array` of the same size.
        """
    def copy(self) -> Game:
        """Returns a copy that can be continued separately, with the same secrets and the same further chance.

        `copy.copy`, `copy.deepcopy` and pickles do the same; a pickle also loads the packs again.
        """
    def imagine(self, seat: int, seed: int = 0) -> Game:
        """Returns the position as the deciding seat imagines it, as a game of its own.

        Hands and bags that the seat does not know are drawn from `seed`, and so is all further chance; secret counters
        of other seats have the values from the start of the game. Games that look the same to the seat give the same
        imagined games, so nothing in them reveals a secret. An imagined game cannot be undone beyond its start, and has
        no record.

        Raises `ValueError` for a seat that does not decide.
        """
    @property
    def is_imagined(self) -> bool:
        """Whether a seat imagined the game."""
    def reasons(self) -> list[Reason]:
        """Where every point came from so far."""
    def record(self, id: str = "") -> str:
        """The game so far as a record: one line of JSON, with all secrets.

        `Packs.replay` and the command `tilewright replay` play it again. Raises `ValueError` for an imagined game.
        """
