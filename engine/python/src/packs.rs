//! Wraps loaded packs: their properties, games with them, and simulation of many games.

use std::path::PathBuf;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyMapping, PyString};
use tilewright::bots::{BotKind, BotSpec, of_seat, parse_bot};
use tilewright::packs::{Finder, Loaded, Request, Value, load};
use tilewright::records::{read_records, resume};
use tilewright::simulate::{GamePlan, Summary, Sums, simulate};
use tilewright::stats::{CONFIDENCE, Interval, mean_of};
use tilewright::{Catalog, Seat, Session};
use tilewright_results::{Format, ResultsPlan, Rows, Shard};

use crate::arrays::{self, ArrayLayout};
use crate::errors;
use crate::game::PyGame;

/// Packs that were loaded together, with their options. They are immutable and can be shared between threads.
#[pyclass(name = "Packs", module = "tilewright", frozen)]
pub(crate) struct PyPacks {
    loaded: Loaded,
    language: String,
}

/// Converts a Python value to the value of an option.
fn read_value(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    // A bool is also an int in Python, so it is tested first.
    if value.is_instance_of::<PyBool>() {
        return Ok(Value::Bool(value.extract()?));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(Value::Int(value.extract()?));
    }
    if value.is_instance_of::<PyString>() {
        return Ok(Value::text(&value.extract::<String>()?));
    }
    if let Ok(map) = value.cast::<PyMapping>() {
        let items = map.items()?;
        let entry = |item: Bound<'_, PyAny>| {
            let (name, value): (String, Bound<'_, PyAny>) = item.extract()?;
            Ok((name.as_str().into(), read_value(&value)?))
        };
        return Ok(Value::Map(items.iter().map(entry).collect::<PyResult<_>>()?));
    }
    if let Ok(list) = value.cast::<PyList>() {
        return Ok(Value::List(list.iter().map(|item| read_value(&item)).collect::<PyResult<_>>()?));
    }
    let sort = value.get_type().name()?.to_string();
    Err(PyTypeError::new_err(format!("an option is a bool, an int, a str, a list or a dict, not {sort}")))
}

fn show_value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Int(number) => number.into_pyobject(py)?.into_any(),
        Value::Text(text) => PyString::new(py, text).into_any(),
        Value::List(items) => {
            let items: Vec<_> = items.iter().map(|item| show_value(py, item)).collect::<PyResult<_>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Map(items) => {
            let map = PyDict::new(py);
            for (name, value) in items {
                map.set_item(&**name, show_value(py, value)?)?;
            }
            map.into_any()
        }
    })
}

/// Loads packs, given their names or the paths of their folders or files, and the packs that they require.
#[pyfunction]
#[pyo3(name = "load", signature = (*packs, options = None, copies = 1, language = "en"))]
pub(crate) fn load_packs(
    py: Python<'_>,
    packs: Vec<PathBuf>,
    options: Option<&Bound<'_, PyDict>>,
    copies: u32,
    language: &str,
) -> PyResult<PyPacks> {
    if packs.is_empty() {
        return Err(PyTypeError::new_err("name at least one pack"));
    }
    let mut request = Request::new(packs.iter().map(|pack| pack.to_string_lossy().into_owned()));
    request.copies = copies;
    for (name, value) in options.into_iter().flatten() {
        request = request.with_option(&name.extract::<String>()?, read_value(&value)?);
    }
    let loaded = py.detach(|| load(&Finder::standard(), &request)).map_err(|error| errors::of_kit(&error))?;
    if !loaded.is_playable() {
        return Err(errors::of_content(py, &loaded));
    }
    Ok(PyPacks { loaded, language: language.to_owned() })
}

/// Returns the ids of the packs that need no path: those included in Tilewright, and installed ones.
#[pyfunction]
pub(crate) fn known_packs() -> PyResult<Vec<String>> {
    let found = Finder::standard().list().map_err(|error| errors::of_kit(&error))?;
    Ok(found.into_iter().map(|found| found.id).collect())
}

/// Returns the available bots: for each name, a description of its choices.
#[pyfunction]
pub(crate) fn bots(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for sort in BotKind::ALL {
        all.set_item(sort.id(), sort.takes())?;
    }
    Ok(all)
}

/// Parses the names of bots with their settings.
pub(crate) fn read_bots(words: &[String]) -> PyResult<Vec<BotSpec>> {
    words.iter().map(|word| parse_bot(word).map_err(|error| errors::of_bot(&error))).collect()
}

/// Returns the value with the name `word`.
fn one_of<T: Copy>(
    what: &str,
    all: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
    word: &str,
) -> PyResult<T> {
    let all: Vec<T> = all.into_iter().collect();
    all.iter().copied().find(|&one| name(one) == word).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|&one| name(one)).collect();
        PyValueError::new_err(format!("`{what}` is one of {}, not {word}", names.join(", ")))
    })
}

/// Returns half the width of the t confidence interval of a mean.
fn confidence(sums: &Sums) -> f64 {
    mean_of(sums, CONFIDENCE).half()
}

/// Converts the sums of several seats or sources to a dictionary with an array for each statistic.
fn show_sums<'py>(py: Python<'py>, sums: &[Sums]) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    let reals = |of: fn(&Sums) -> f64| numpy::PyArray1::from_vec(py, sums.iter().map(of).collect());
    let wholes = |of: fn(&Sums) -> i64| numpy::PyArray1::from_vec(py, sums.iter().map(of).collect());
    told.set_item("mean", reals(Sums::mean))?;
    told.set_item("deviation", reals(Sums::deviation))?;
    told.set_item("confidence", reals(confidence))?;
    told.set_item("min", wholes(|sums| sums.min))?;
    told.set_item("max", wholes(|sums| sums.max))?;
    Ok(told)
}

/// Merges the parts that `Packs.simulate_to` has written into one file.
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, out: PathBuf, parts: Vec<PathBuf>) -> PyResult<Bound<'_, PyDict>> {
    let joined = py
        .detach(|| tilewright_results::join(&out, &parts, &|_, _| {}))
        .map_err(|error| errors::of_results(py, &error))?;
    let Some(whole) = joined.whole else { return Err(PyValueError::new_err("the parts are of no games")) };
    let told = show_summary(py, &whole.summary)?;
    let faults = whole.first_stopped.iter().map(|stopped| (stopped.game, stopped.seed, &*stopped.what));
    told.set_item("faults", faults.collect::<Vec<_>>())?;
    Ok(told)
}

/// Converts a summary of many games to a dictionary.
fn show_summary<'py>(py: Python<'py>, summary: &Summary) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    told.set_item("games", summary.games)?;
    told.set_item("scores", show_sums(py, &summary.scores)?)?;
    let shares: Vec<Interval> = (0..summary.scores.len()).map(|seat| summary.win_share(seat)).collect();
    let shares_by = |of: fn(&Interval) -> f64| numpy::PyArray1::from_vec(py, shares.iter().map(of).collect());
    told.set_item("win_share", shares_by(|share| share.estimate))?;
    told.set_item("win_share_low", shares_by(|share| share.low))?;
    told.set_item("win_share_high", shares_by(|share| share.high))?;
    told.set_item("wins", numpy::PyArray1::from_vec(py, summary.wins.clone()))?;
    told.set_item("shared_wins", numpy::PyArray1::from_vec(py, summary.shared_wins.clone()))?;
    let sources = PyDict::new(py);
    for (name, sums) in &summary.by_kind {
        sources.set_item(name, show_sums(py, sums)?)?;
    }
    told.set_item("by_source", sources)?;
    for (name, sums) in [
        ("margins", summary.margins),
        ("turns", summary.turns),
        ("tiles", summary.tiles),
        ("decisions", summary.decisions),
        ("set_aside", summary.set_aside),
        ("taken_off", summary.taken_off),
        ("deployments", summary.deployments),
    ] {
        let one = PyDict::new(py);
        one.set_item("mean", sums.mean())?;
        one.set_item("deviation", sums.deviation())?;
        one.set_item("confidence", confidence(&sums))?;
        one.set_item("min", sums.min)?;
        one.set_item("max", sums.max)?;
        told.set_item(name, one)?;
    }
    told.set_item("placements_per_turn", summary.placements_per_turn())?;
    Ok(told)
}

impl PyPacks {
    fn catalog(&self) -> PyResult<&Catalog> {
        // Packs are wrapped only if they can be played, so this error should not occur.
        self.loaded.catalog().map(|catalog| &**catalog).ok_or_else(|| PyValueError::new_err("the packs have mistakes"))
    }
}

#[pymethods]
impl PyPacks {
    /// Ids of the packs, dependencies first.
    #[getter]
    fn ids(&self) -> Vec<String> {
        self.loaded.packs.iter().map(|pack| pack.id.to_string()).collect()
    }

    /// Minimum and maximum number of seats.
    #[getter]
    fn seats(&self) -> PyResult<(u8, u8)> {
        Ok(self.catalog()?.seats)
    }

    /// All options by `pack:name`, with their values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for option in &self.catalog()?.options {
            all.set_item(format!("{}:{}", option.pack, option.name), show_value(py, &option.value)?)?;
        }
        Ok(all)
    }

    /// Findings about the packs that do not prevent playing.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        errors::findings(py, &self.loaded)
    }

    /// Keys of the kinds of tile, in the order of their numbers in arrays.
    #[getter]
    fn kinds(&self) -> PyResult<Vec<String>> {
        let kinds = &self.catalog()?.kinds;
        Ok(kinds.ids().map(|kind| kinds.key(kind)).collect())
    }

    /// Number of different sides of cells, and of turns of a tile. The number is six for triangles, although each
    /// triangle has only three sides.
    #[getter]
    fn sides(&self) -> PyResult<usize> {
        Ok(self.catalog()?.lattice.sides().len())
    }

    /// Starts a game and runs it to its first decision.
    #[pyo3(signature = (seats = 2, seed = 0))]
    fn new_game(&self, py: Python<'_>, seats: u8, seed: u64) -> PyResult<PyGame> {
        self.check_seats(seats)?;
        let machine = self.loaded.machine_for(seats).map_err(|error| errors::of_kit(&error))?;
        let mut session =
            Session::new(machine, seats, seed).map_err(|error| PyValueError::new_err(error.to_string()))?;
        session.start().map_err(|fault| errors::of_fault(py, &fault))?;
        Ok(PyGame::new(session, self.loaded.for_seats(seats), self.language.clone()))
    }

    /// Plays a record to its end. The game can be continued, and every answer can be undone.
    fn replay(&self, py: Python<'_>, record: &str) -> PyResult<PyGame> {
        let first = read_records(record).into_iter().next();
        let record = first.ok_or_else(|| PyValueError::new_err("the text holds no record"))?;
        let record = record.map_err(|error| errors::of_record(py, &error))?;
        let machine = self.loaded.machine_for(record.seats).map_err(|error| errors::of_kit(&error))?;
        let session = resume(machine, &record).map_err(|difference| errors::of_difference(py, &difference))?;
        Ok(PyGame::new(session, self.loaded.for_seats(record.seats), self.language.clone()))
    }

    /// Simulates many games of bots and returns their statistics. Other Python threads can run in the meantime.
    #[pyo3(signature = (games, seats = 2, bots = None, seed = 1, threads = 0))]
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        seats: u8,
        bots: Option<Vec<String>>,
        seed: u64,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.check_seats(seats)?;
        let bots = read_bots(&bots.unwrap_or_default())?;
        let plan = GamePlan { games, seats, seed, threads };
        let summary =
            py.detach(|| simulate(&self.loaded, &plan, &bots, &|_| {})).map_err(|error| errors::of_kit(&error))?;
        let told = show_summary(py, &summary)?;
        let faults = summary.faults.iter().map(|faulty| (faulty.game, faulty.seed, faulty.fault.to_string()));
        told.set_item("faults", faults.collect::<Vec<_>>())?;
        Ok(told)
    }

    /// Simulates one shard of many games and writes its blocks to a folder.
    #[pyo3(signature = (
        folder, games, seats = 2, bots = None, seed = 1, *, rows = "games", format = "parquet", shard = (0, 1), threads = 0
    ))]
    #[allow(clippy::too_many_arguments, reason = "in Python they have names")]
    fn simulate_to<'py>(
        &self,
        py: Python<'py>,
        folder: PathBuf,
        games: u64,
        seats: u8,
        bots: Option<Vec<String>>,
        seed: u64,
        rows: &str,
        format: &str,
        shard: (u64, u64),
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (part, of) = shard;
        if part >= of {
            return Err(PyValueError::new_err(format!("of {of} shards none is {part}: they are counted from 0")));
        }
        let (plan, by_seat) = self.plan(games, seats, bots, seed, (rows, format))?;
        let shard = Shard { part, of };
        let done = py
            .detach(|| tilewright_results::run(&self.loaded, &plan, &by_seat, &folder, shard, threads, &|_, _| {}))
            .map_err(|error| errors::of_results(py, &error))?;
        let told = PyDict::new(py);
        told.set_item("blocks_found", done.found)?;
        told.set_item("blocks_made", done.made)?;
        told.set_item("games_found", done.found_games)?;
        told.set_item("games_played", done.played)?;
        Ok(told)
    }

    /// Returns the number of blocks that `simulate_to` writes for these games. Additional shards would have no work.
    #[pyo3(signature = (games, seats = 2, bots = None, *, rows = "games"))]
    fn block_count(&self, games: u64, seats: u8, bots: Option<Vec<String>>, rows: &str) -> PyResult<u64> {
        Ok(self.plan(games, seats, bots, 0, (rows, "parquet"))?.0.blocks())
    }

    /// Names of the channels of `Game.board_array`, in order, for games with `seats` seats.
    fn board_channels(&self, seats: u8) -> PyResult<Vec<String>> {
        Ok(ArrayLayout::new(self.catalog()?, seats).board_channels())
    }

    /// Names of the entries of `Game.state_array`, in order.
    fn state_names(&self, seats: u8) -> PyResult<Vec<String>> {
        Ok(ArrayLayout::new(self.catalog()?, seats).state_names(self.catalog()?))
    }

    /// Names of the columns of `Game.option_array`, in order.
    #[staticmethod]
    fn option_columns() -> Vec<&'static str> {
        arrays::OPTION_COLUMNS.to_vec()
    }

    fn __repr__(&self) -> String {
        format!("Packs({})", self.ids().join(", "))
    }
}

impl PyPacks {
    /// Returns the plan of games with files, and the bot of each seat.
    fn plan(
        &self,
        games: u64,
        seats: u8,
        bots: Option<Vec<String>>,
        seed: u64,
        (rows, format): (&str, &str),
    ) -> PyResult<(ResultsPlan, Vec<BotSpec>)> {
        self.check_seats(seats)?;
        if games == 0 {
            return Err(PyValueError::new_err("there is at least one game"));
        }
        let bots = read_bots(&bots.unwrap_or_default())?;
        let by_seat: Vec<BotSpec> = (0..seats).map(|seat| of_seat(&bots, Seat(seat))).collect();
        let rows = one_of("rows", Rows::ALL, Rows::name, rows)?;
        let format = one_of("format", Format::ALL, Format::ending, format)?;
        Ok((ResultsPlan::new(self.catalog()?, &by_seat, (games, seed), rows, format), by_seat))
    }

    /// Fails if the packs do not allow this number of seats.
    fn check_seats(&self, seats: u8) -> PyResult<()> {
        let (fewest, most) = self.catalog()?.seats;
        if (fewest..=most).contains(&seats) {
            return Ok(());
        }
        let ids = self.ids().join(" + ");
        Err(PyValueError::new_err(format!("{ids} is for {fewest} to {most} seats, not {seats}")))
    }
}
