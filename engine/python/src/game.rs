//! Wraps a game in progress: its decision, answers, undo, and the view of a seat.

use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString};
use tilewright::bots::{BotSpec, Bots, DecisionCounts, Duel, DuelOutcome, copy_imagined, imagine, parse_bot};
use tilewright::draw::{Artist, Extras, Style, board_scene, svg};
use tilewright::explain::{Words, reasons};
use tilewright::packs::Loaded;
use tilewright::records::{record_of, write_record};
use tilewright::simulate::{GamePlan, Summary};
use tilewright::{Seat, Session, Stage};

use numpy::{PyArray1, PyArray2, PyArray3};

use crate::arrays::{self, ArrayLayout, BoardWindow};
use crate::called::SeatPlayer;
use crate::errors;
use crate::packs::{Pickled, PyPacks};
use crate::seen;

/// An option of a decision.
#[pyclass(name = "Option", module = "tilewright", frozen)]
pub(crate) struct PyChoice {
    /// Number of the option, from 0.
    #[pyo3(get)]
    index: u32,
    /// Key of the option, which records also use.
    #[pyo3(get)]
    key: String,
    /// Description of the option in the words of the packs.
    #[pyo3(get)]
    words: String,
    /// True if other seats see neither that the option exists nor which of the secret options is chosen.
    #[pyo3(get)]
    secret: bool,
}

#[pymethods]
impl PyChoice {
    /// Returns the parts of a pickle.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (u32, String, String, bool)>> {
        let restore = py.import("tilewright._native")?.getattr("_restore_option")?;
        Ok((restore, (self.index, self.key.clone(), self.words.clone(), self.secret)))
    }

    fn __repr__(&self) -> String {
        format!("Option({}, {:?}, {:?})", self.index, self.key, self.words)
    }
}

/// Restores the option of a pickle.
#[pyfunction]
pub(crate) fn _restore_option(index: u32, key: String, words: String, secret: bool) -> PyChoice {
    PyChoice { index, key, words, secret }
}

/// A question to a seat, with its legal options.
#[pyclass(name = "Decision", module = "tilewright", frozen)]
pub(crate) struct PyDecision {
    /// Seat that decides.
    #[pyo3(get)]
    seat: u8,
    /// Name of the question.
    #[pyo3(get)]
    question: String,
    /// Question in the words of the packs.
    #[pyo3(get)]
    words: String,
    /// True if other seats may not see the question.
    #[pyo3(get)]
    secret: bool,
    options: Vec<Py<PyChoice>>,
}

#[pymethods]
impl PyDecision {
    /// All legal options in order.
    #[getter]
    fn options(&self, py: Python<'_>) -> Vec<Py<PyChoice>> {
        self.options.iter().map(|option| option.clone_ref(py)).collect()
    }

    fn __len__(&self) -> usize {
        self.options.len()
    }

    fn __repr__(&self) -> String {
        format!("Decision(seat={}, {:?}, {} options)", self.seat, self.question, self.options.len())
    }
}

/// A game in play. It can be used only in the thread that created it.
#[pyclass(name = "Game", module = "tilewright", unsendable)]
pub(crate) struct PyGame {
    session: Session,
    packs: Py<PyPacks>,
    /// Packs for the number of seats of the game.
    loaded: Loaded,
    bots: Bots,
    layout: ArrayLayout,
}

impl PyGame {
    pub(crate) fn new(session: Session, packs: Py<PyPacks>, loaded: Loaded) -> PyGame {
        let game = session.game();
        let layout = ArrayLayout::new(game.catalog(), game.seat_count() as u8);
        PyGame { bots: Bots::for_one_game(&loaded), session, packs, loaded, layout }
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the number of the option that a bot chooses; `None` once the game is over.
    pub(crate) fn choose(&mut self, bot: &BotSpec) -> PyResult<Option<u32>> {
        self.bots.choose(bot, &self.session).map_err(|error| errors::of_kit(&error))
    }

    /// Returns a record of the game; fails for an imagined game.
    fn write(&self, id: &str) -> PyResult<String> {
        if self.session.is_arranged() {
            return Err(PyValueError::new_err("an imagined game has no record, because it did not begin at the start"));
        }
        Ok(write_record(&record_of(&self.session, id)))
    }

    /// Returns the seat with a number; fails if the game has no such seat.
    fn seat(&self, seat: u8) -> PyResult<Seat> {
        let seats = self.session.game().seat_count();
        if usize::from(seat) < seats {
            return Ok(Seat(seat));
        }
        Err(PyIndexError::new_err(format!("the game has the seats 0 to {}, not {seat}", seats.saturating_sub(1))))
    }

    pub(crate) fn answer_number(&mut self, py: Python<'_>, number: u32) -> PyResult<()> {
        let pick = match self.session.decision() {
            Some(decision) => {
                let count = decision.options.count();
                let pick = decision.options.get(self.session.game(), number);
                pick.ok_or_else(|| PyIndexError::new_err(format!("there are {count} options, so none is {number}")))?
            }
            // The session then reports that there is no question.
            None => tilewright::Pick::Pass,
        };
        self.session.answer(pick).map(drop).map_err(|refusal| errors::of_refusal(py, &refusal))
    }
}

#[pymethods]
impl PyGame {
    /// Number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.session.game().seat_count()
    }

    /// Seed of the game.
    #[getter]
    fn seed(&self) -> u64 {
        self.session.seed()
    }

    /// The decision that waits for an answer; `None` once the game is over.
    #[getter]
    fn decision(&self, py: Python<'_>) -> PyResult<Option<PyDecision>> {
        let game = self.session.game();
        let Some(decision) = self.session.decision() else { return Ok(None) };
        let called = |seat: Seat| format!("seat {seat}");
        let words = Words::new(game.catalog(), self.packs.get().language(), &called);
        let options = (0..).zip(decision.options.iter(game)).map(|(index, pick)| {
            let said = words.in_full(game, decision, pick, |target, said| words.target(game, target, said));
            let (key, secret) = (decision.options.key(game, pick), decision.options.is_secret(pick));
            Py::new(py, PyChoice { index, key, words: said, secret })
        });
        Ok(Some(PyDecision {
            seat: decision.seat.0,
            question: decision.ask.to_string(),
            words: words.question(decision.pack.as_deref(), &decision.ask),
            secret: decision.secret,
            options: options.collect::<PyResult<_>>()?,
        }))
    }

    /// Seat that must decide; `None` once the game is over.
    #[getter]
    fn seat_to_decide(&self) -> Option<u8> {
        self.session.decision().map(|decision| decision.seat.0)
    }

    /// Number of options of the decision; 0 once the game is over.
    #[getter]
    fn option_count(&self) -> u32 {
        self.session.decision().map_or(0, |decision| decision.options.count())
    }

    /// Chooses an option, given its number, its key, or an `Option` of the decision.
    pub(crate) fn answer(&mut self, py: Python<'_>, option: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(choice) = option.cast::<PyChoice>() {
            let key = choice.get().key.clone();
            return self.session.answer_key(&key).map(drop).map_err(|refusal| errors::of_refusal(py, &refusal));
        }
        if option.is_instance_of::<PyString>() {
            let key: String = option.extract()?;
            return self.session.answer_key(&key).map(drop).map_err(|refusal| errors::of_refusal(py, &refusal));
        }
        // Integers of numpy also have `__index__`.
        let number = option.call_method0("__index__").and_then(|number| Ok(number.cast_into::<PyInt>()?));
        let number = number.map_err(|_| PyTypeError::new_err("an answer is a number, a key or an Option"))?;
        let number = number.extract::<u32>().map_err(|_| PyIndexError::new_err("there is no option of that number"))?;
        self.answer_number(py, number)
    }

    /// Undoes the last answer that a seat gave. Returns `False` if there is none.
    fn undo(&mut self) -> bool {
        self.session.undo()
    }

    /// Returns the number of the option that a bot would choose; `None` once the game is over. Does not answer.
    fn suggest(&mut self, bot: &str) -> PyResult<Option<u32>> {
        let bot = parse_bot(bot).map_err(|error| errors::of_bot(&error))?;
        self.choose(&bot)
    }

    /// Scores of all seats.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.session.game().scores().to_vec()
    }

    /// Seats that win, or would win if the game ended now; several if they share the win.
    #[getter]
    fn winners(&self) -> Vec<u32> {
        // PyO3 would convert a vector of bytes to `bytes`.
        self.session.game().winners().iter().map(|seat| seat.0.into()).collect()
    }

    /// Name of the game's result in the packs; `None` if it has no result beyond the ranking.
    #[getter]
    fn result(&self) -> Option<String> {
        let game = self.session.game();
        game.result().map(|result| game.catalog().results.key(result))
    }

    /// Seats that have retired.
    #[getter]
    fn retired(&self) -> Vec<u32> {
        self.session.game().retired_seats().iter().map(|seat| seat.0.into()).collect()
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.session.game().stage() == Stage::Over
    }

    /// Number of turns that have begun.
    #[getter]
    fn turns(&self) -> u32 {
        self.session.game().turns()
    }

    /// Returns everything that a seat may know of the game; without a seat, the information that all seats have.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyDict>> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        seen::view(py, self.session.game(), seat)
    }

    /// Returns the board from the view of a seat: rows, columns, channels (`Packs.board_channels`). By default it
    /// covers all tiles and one cell around them. `size` sets the number of rows and columns of a square around their
    /// middle.
    #[pyo3(signature = (seat, size = None))]
    fn board_array<'py>(&self, py: Python<'py>, seat: u8, size: Option<usize>) -> PyResult<Bound<'py, PyArray3<i16>>> {
        let seat = self.seat(seat)?;
        let window = self.window(size)?;
        Ok(arrays::board(py, self.session.game().view(Some(seat)), seat, &self.layout, window))
    }

    /// Returns the cell at the first row and column of `board_array`, as `(x, y)`.
    #[pyo3(signature = (size = None))]
    fn board_origin(&self, size: Option<usize>) -> PyResult<(i32, i32)> {
        let window = self.window(size)?;
        Ok((window.x, window.y))
    }

    /// Returns the numbers of the game from the view of a seat (`Packs.state_names`). Unknown numbers are 0.
    fn state_array<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        Ok(arrays::state(py, self.session.game(), seat, &self.layout))
    }

    /// Returns the properties of the options of a decision, one row each (`Packs.option_columns`). There are `rows`
    /// rows, beginning with option `first`. Rows after the last option are 0, and so are all rows for a seat that does
    /// not decide.
    #[pyo3(signature = (seat, first = 0, rows = None, size = None))]
    fn option_array<'py>(
        &self,
        py: Python<'py>,
        seat: u8,
        first: u32,
        rows: Option<usize>,
        size: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let seat = self.seat(seat)?;
        let rows = rows.unwrap_or(self.option_count().saturating_sub(first) as usize);
        let window = self.window(size)?;
        Ok(arrays::options(py, self.session.game(), seat, window, first, rows))
    }

    /// Returns the sources of all points so far: place, source and points by seat.
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let catalog = self.session.game().catalog();
        let told = reasons(&self.session).into_iter().map(|reason| {
            let one = PyDict::new(py);
            one.set_item("place", &reason.place)?;
            one.set_item("source", catalog.books.key(reason.book))?;
            let seats = self.session.game().seat_count();
            one.set_item("points", reason.points.iter().take(seats).copied().collect::<Vec<i32>>())?;
            Ok(one)
        });
        told.collect()
    }

    /// Returns the game so far as a record: one line of JSON for `Packs.replay` or the command `tilewright replay`.
    #[pyo3(signature = (id = ""))]
    fn record(&self, id: &str) -> PyResult<String> {
        self.write(id)
    }

    /// Returns a copy that can be continued separately. It has the same secrets and the same further chance.
    fn copy(&self, py: Python<'_>) -> PyResult<PyGame> {
        if self.session.is_arranged() {
            let copied = copy_imagined(&self.loaded, &self.session).map_err(|error| errors::of_kit(&error))?;
            return Ok(PyGame::new(copied, self.packs.clone_ref(py), self.loaded.clone()));
        }
        PyPacks::replay(self.packs.bind(py), py, &self.write("")?)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyGame> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<PyGame> {
        self.copy(py)
    }

    /// Returns the position as the deciding seat imagines it, as a separate game. Everything that the seat may not know
    /// is drawn from `seed` or reset, and all further chance follows from `seed`.
    #[pyo3(signature = (seat, seed = 0))]
    fn imagine(&self, py: Python<'_>, seat: u8, seed: u64) -> PyResult<PyGame> {
        let seat = self.seat(seat)?;
        if self.session.decision().is_none_or(|decision| decision.seat != seat) {
            return Err(PyValueError::new_err(format!("only a seat that decides can imagine a game, not seat {seat}")));
        }
        let imagined = imagine(&self.loaded, &self.session, seat, seed).map_err(|error| errors::of_kit(&error))?;
        let none = || PyValueError::new_err(format!("seed {seed} leads to no possible game; try another"));
        Ok(PyGame::new(imagined.ok_or_else(none)?, self.packs.clone_ref(py), self.loaded.clone()))
    }

    /// True if the game was imagined by a seat.
    #[getter]
    fn is_imagined(&self) -> bool {
        self.session.is_arranged()
    }

    /// Returns the parts of a pickle: the packs and the record.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Py<PyPacks>, String)>> {
        let restore = py.import("tilewright._native")?.getattr("_restore_game")?;
        Ok((restore, (self.packs.clone_ref(py), self.write("")?)))
    }

    /// Returns a picture of the board, as every seat sees it, and a line about the game.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.session.game();
        let artist = Artist::new(game.catalog(), Style::default());
        let picture = svg(&board_scene(game, &artist, &Extras::default()), CELL_PIXELS);
        // As a separate document, the picture shares no ids with other pictures of the notebook.
        let encoded = py.import("base64")?.call_method1("b64encode", (PyBytes::new(py, picture.as_bytes()),))?;
        let picture: String = encoded.call_method1("decode", ("ascii",))?.extract()?;
        let line = self.__repr__().replace('&', "&amp;").replace('<', "&lt;");
        Ok(format!(
            "<figure><img alt=\"board\" style=\"max-width: 100%\" src=\"data:image/svg+xml;base64,{picture}\">\
             <figcaption>{line}</figcaption></figure>"
        ))
    }

    fn __repr__(&self) -> String {
        let game = self.session.game();
        let ids = self.loaded.packs.iter().map(|pack| &*pack.id).collect::<Vec<_>>().join(" + ");
        format!("Game({ids}, {} seats, turn {}, scores {:?})", game.seat_count(), game.turns(), game.scores())
    }
}

/// Width of a cell in pictures of boards.
const CELL_PIXELS: f32 = 48.0;

/// Maximum number of cells along a side of a window.
const MAX_SIZE: usize = 512;

impl PyGame {
    fn window(&self, size: Option<usize>) -> PyResult<BoardWindow> {
        if size.is_some_and(|size| !(1..=MAX_SIZE).contains(&size)) {
            return Err(PyValueError::new_err(format!("a window has 1 to {MAX_SIZE} cells on a side")));
        }
        Ok(BoardWindow::fit_tiles(self.session.game(), size))
    }
}

/// A game that a failing rule stopped: number, seed and fault.
pub(crate) type StoppedByRule = (u64, u64, String);

/// Plays the games of a plan on the thread of Python and returns their totals. The last player also has all further
/// seats. Returns the games that a rule stopped as well.
pub(crate) fn simulate_called(
    packs: &Bound<'_, PyPacks>,
    plan: &GamePlan,
    players: &[SeatPlayer],
) -> PyResult<(Summary, Vec<StoppedByRule>)> {
    let py = packs.py();
    let (mut summary, mut faults): (Option<Summary>, _) = (None, Vec::new());
    let Some(last) = players.last() else { return Ok((Summary::default(), faults)) };
    for number in 0..plan.games {
        let seed = plan.seed_of(number);
        let game = Bound::new(py, PyPacks::new_game(packs, py, plan.seats, seed)?)?;
        let played = play(&game, &|seat| players.get(seat.index()).unwrap_or(last));
        let borrowed = game.borrow();
        let totals = summary.get_or_insert_with(|| Summary::new(borrowed.session().game()));
        match played {
            Ok(counted) => totals.add(borrowed.session().game(), &counted),
            Err(error) if error.is_instance_of::<errors::RuleError>(py) => {
                faults.push((number, seed, error.value(py).str()?.to_string()));
            }
            Err(error) => return Err(error),
        }
        py.check_signals()?;
    }
    Ok((summary.unwrap_or_default(), faults))
}

/// Lets a player play against another one, who has all other seats. `plan.games` is rounded up to whole blocks, in which
/// the first player has every seat once with the same seed.
pub(crate) fn duel_called(packs: &Bound<'_, PyPacks>, plan: &GamePlan, players: &[SeatPlayer; 2]) -> PyResult<Duel> {
    let py = packs.py();
    let mut blocks = Vec::new();
    for number in 0..plan.games.div_ceil(plan.seats.max(1).into()) {
        let mut outcomes = Vec::new();
        for place in (0..plan.seats).map(Seat) {
            let game = Bound::new(py, PyPacks::new_game(packs, py, plan.seats, plan.seed_of(number))?)?;
            play(&game, &|seat| &players[usize::from(seat != place)])?;
            outcomes.push(DuelOutcome::new(game.borrow().session().game(), place));
            py.check_signals()?;
        }
        blocks.push(outcomes);
    }
    Ok(Duel::of_outcomes(&blocks, plan.seats, Vec::new()))
}

/// Plays a game to its end and counts its decisions.
fn play<'a>(game: &Bound<'_, PyGame>, player_of: &dyn Fn(Seat) -> &'a SeatPlayer) -> PyResult<DecisionCounts> {
    let py = game.py();
    let mut counted = DecisionCounts::default();
    loop {
        let before = game.borrow().session().answers();
        let player = {
            let game = game.borrow();
            let Some(decision) = game.session().decision() else { return Ok(counted) };
            let placements = decision.options.count_placements();
            counted.decisions += 1;
            counted.placements += u64::from(placements > 0);
            counted.placement_options += u64::from(placements);
            player_of(decision.seat)
        };
        match player {
            SeatPlayer::Function(function) => {
                let option = function.bind(py).call1((game,))?;
                if game.borrow().session().answers() != before {
                    return Err(PyRuntimeError::new_err(
                        "a bot returned after it had changed the game; it returns its option, or tries options in a copy",
                    ));
                }
                game.borrow_mut().answer(py, &option)?;
            }
            SeatPlayer::Bot(bot) => {
                let mut game = game.borrow_mut();
                let chosen = game.choose(bot)?;
                if let Some(number) = chosen {
                    game.answer_number(py, number)?;
                }
            }
        }
    }
}
