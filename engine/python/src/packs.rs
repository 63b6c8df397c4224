//! Wraps loaded packs: their properties, games with them, and simulation of many games.

use std::path::PathBuf;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyMapping, PyString};
use tilewright::bots::{BotKind, BotSpec, duel, of_seat};
use tilewright::packs::{Finder, Loaded, Request, Value, load};
use tilewright::records::{read_records, resume};
use tilewright::report::{report, told};
use tilewright::simulate::{GamePlan, Summary, Sums, simulate};
use tilewright::stats::{CONFIDENCE, Interval, mean_of};
use tilewright::{Catalog, Seat, Session};
use tilewright_results::{Format, ResultsPlan, Rows, Shard, WorkPlan};

use crate::arrays::{self, ArrayLayout};
use crate::called::{SeatPlayer, read_bots};
use crate::errors;
use crate::game::{PyGame, duel_called, simulate_called};
use crate::report::PyReport;
use crate::table;

/// Packs that were loaded together, with their options. They are immutable and can be shared between threads.
#[pyclass(name = "Packs", module = "tilewright", frozen)]
pub(crate) struct PyPacks {
    loaded: Loaded,
    language: String,
    /// Packs and options, as the caller gave them.
    request: Request,
}

/// Function that restores a value from a pickle, and its arguments.
pub(crate) type Pickled<'py, A> = (Bound<'py, PyAny>, A);

/// Arguments that restore packs from a pickle: packs, options, copies, language, and the exact packs.
type PickledPacks<'py> = (Vec<PathBuf>, Bound<'py, PyDict>, u32, String, Vec<String>);

/// Minimum number of games of a report, as for the command.
const FEWEST_REPORTED: u64 = 20;

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
    Ok(PyPacks { loaded, language: language.to_owned(), request })
}

/// Loads the packs of a pickle, and checks that they have the same content.
#[pyfunction]
pub(crate) fn _restore_packs(
    py: Python<'_>,
    packs: Vec<PathBuf>,
    options: &Bound<'_, PyDict>,
    copies: u32,
    language: &str,
    exact: Vec<String>,
) -> PyResult<PyPacks> {
    let loaded = load_packs(py, packs, Some(options), copies, language)?;
    let found = loaded.catalog()?.exact_packs();
    if found == exact {
        return Ok(loaded);
    }
    let (there, here) = (exact.join(", "), found.join(", "));
    Err(errors::of_other_packs(py, &format!("the pickle is of the packs {there}, but here are {here}")))
}

/// Restores the game of a pickle from its record.
#[pyfunction]
pub(crate) fn _restore_game(py: Python<'_>, packs: Bound<'_, PyPacks>, record: &str) -> PyResult<PyGame> {
    PyPacks::replay(&packs, py, record)
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

/// Returns the value with the name `word`.
pub(crate) fn one_of<T: Copy>(
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
        .detach(|| tilewright_results::join::<ResultsPlan>(&out, &parts, &|_, _| {}))
        .map_err(|error| errors::of_results(py, &error))?;
    let Some(whole) = joined.whole else { return Err(PyValueError::new_err("the parts are of no games")) };
    let told = show_summary(py, &whole.totals.summary)?;
    let faults = whole.totals.first_stopped.iter().map(|stopped| (stopped.game, stopped.seed, &*stopped.what));
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
    pub(crate) fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    pub(crate) fn language(&self) -> &str {
        &self.language
    }

    pub(crate) fn catalog(&self) -> PyResult<&Catalog> {
        // Packs are wrapped only if they can be played, so this error should not occur.
        self.loaded.catalog().map(|catalog| &**catalog).ok_or_else(|| PyValueError::new_err("the packs have mistakes"))
    }
}

#[pymethods]
impl PyPacks {
    /// Ids of the packs, dependencies first.
    #[getter]
    pub(crate) fn ids(&self) -> Vec<String> {
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
    pub(crate) fn new_game(slf: &Bound<'_, Self>, py: Python<'_>, seats: u8, seed: u64) -> PyResult<PyGame> {
        let packs = slf.get();
        packs.check_seats(seats)?;
        let machine = packs.loaded.machine_for(seats).map_err(|error| errors::of_kit(&error))?;
        let mut session =
            Session::new(machine, seats, seed).map_err(|error| PyValueError::new_err(error.to_string()))?;
        session.start().map_err(|fault| errors::of_fault(py, &fault))?;
        Ok(PyGame::new(session, slf.clone().unbind(), packs.loaded.for_seats(seats)))
    }

    /// Plays a record to its end. The game can be continued, and every answer can be undone.
    pub(crate) fn replay(slf: &Bound<'_, Self>, py: Python<'_>, record: &str) -> PyResult<PyGame> {
        let first = read_records(record).into_iter().next();
        let record = first.ok_or_else(|| PyValueError::new_err("the text holds no record"))?;
        let record = record.map_err(|error| errors::of_record(py, &error))?;
        let loaded = slf.get().loaded.for_seats(record.seats);
        let machine = loaded.machine().map_err(|error| errors::of_kit(&error))?;
        let session = resume(machine, &record).map_err(|difference| errors::of_difference(py, &difference))?;
        Ok(PyGame::new(session, slf.clone().unbind(), loaded))
    }

    /// Simulates many games of bots and returns their statistics. Other Python threads can run in the meantime.
    #[pyo3(signature = (games, seats = 2, bots = None, seed = 1, threads = 0, *, rows = None))]
    #[allow(clippy::too_many_arguments, reason = "in Python they have names")]
    fn simulate<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        games: u64,
        seats: u8,
        bots: Option<Vec<Bound<'py, PyAny>>>,
        seed: u64,
        threads: usize,
        rows: Option<&str>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let packs = slf.get();
        packs.check_seats(seats)?;
        let players = SeatPlayer::read(&bots.unwrap_or_default())?;
        let plan = GamePlan { games, seats, seed, threads };
        let bots = SeatPlayer::bots(&players);
        if let Some(rows) = rows {
            let words = bots.ok_or_else(|| PyValueError::new_err("`rows` needs bots that are named"))?;
            let words = (!words.is_empty()).then(|| words.iter().map(ToString::to_string).collect());
            return packs.simulate_with_rows(py, &plan, words, rows);
        }
        let Some(bots) = bots else {
            let (summary, faults) = simulate_called(slf, &plan, &players)?;
            let told = show_summary(py, &summary)?;
            told.set_item("faults", faults)?;
            return Ok(told);
        };
        let summary =
            py.detach(|| simulate(&packs.loaded, &plan, &bots, &|_| {})).map_err(|error| errors::of_kit(&error))?;
        let told = show_summary(py, &summary)?;
        let faults = summary.faults.iter().map(|faulty| (faulty.game, faulty.seed, faulty.fault.to_string()));
        told.set_item("faults", faults.collect::<Vec<_>>())?;
        Ok(told)
    }

    /// Lets a bot play against another one, which has all other seats, and changes their seats.
    #[pyo3(signature = (first, second, games = 200, seats = 2, seed = 1, threads = 0))]
    #[allow(clippy::too_many_arguments, reason = "in Python they have names")]
    fn duel<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        first: Bound<'py, PyAny>,
        second: Bound<'py, PyAny>,
        games: u64,
        seats: u8,
        seed: u64,
        threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let packs = slf.get();
        packs.check_seats(seats)?;
        if seats < 2 {
            return Err(PyValueError::new_err("a duel needs at least two seats"));
        }
        let plan = GamePlan { games, seats, seed, threads };
        let mut players = SeatPlayer::read(&[first, second])?;
        let (Some(second), Some(first)) = (players.pop(), players.pop()) else { return Ok(PyDict::new(py)) };
        let found = match (first, second) {
            (SeatPlayer::Bot(first), SeatPlayer::Bot(second)) => py
                .detach(|| duel(&packs.loaded, &plan, (&first, &second), &|_| {}))
                .map_err(|error| errors::of_kit(&error))?,
            (first, second) => duel_called(slf, &plan, &[first, second])?,
        };
        let told = PyDict::new(py);
        told.set_item("blocks", found.blocks)?;
        told.set_item("games", found.games)?;
        for (name, interval) in [("won", found.won), ("ahead", found.ahead)] {
            told.set_item(name, (interval.estimate, interval.low, interval.high))?;
        }
        told.set_item("chance", found.chance)?;
        told.set_item("fair", found.fair)?;
        let faults = found.faults.iter().map(|faulty| (faulty.game, faulty.seed, faulty.fault.to_string()));
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

    /// Plays many games of bots and describes them in sentences, like `tilewright report`.
    #[pyo3(signature = (games = 1000, seats = None, bots = None, seed = 1, threads = 0))]
    fn report(
        &self,
        py: Python<'_>,
        games: u64,
        seats: Option<u8>,
        bots: Option<Vec<String>>,
        seed: u64,
        threads: usize,
    ) -> PyResult<PyReport> {
        let seats = seats.unwrap_or(self.catalog()?.seats.0.max(1));
        self.check_seats(seats)?;
        if games < FEWEST_REPORTED {
            return Err(PyValueError::new_err(format!("a report needs at least {FEWEST_REPORTED} games")));
        }
        let bots = read_bots(&bots.unwrap_or_else(|| vec!["greedy".to_owned()]))?;
        let bots: Vec<BotSpec> = (0..seats).map(|seat| of_seat(&bots, Seat(seat))).collect();
        if let Some(bot) = bots.iter().find(|bot| !bot.repeats()) {
            return Err(errors::of_clock(bot));
        }
        let plan = GamePlan { games, seats, seed, threads };
        let found =
            py.detach(|| report(&self.loaded, &plan, &bots, &|_| {})).map_err(|error| errors::of_kit(&error))?;
        let mut sections: Vec<told::ReportSection> =
            told::of_flags(&found, &[]).into_iter().chain(told::sections(&found)).collect();
        let catalog = self.loaded.catalog().cloned().ok_or_else(|| PyValueError::new_err("the packs have mistakes"))?;
        told::name_entries(&mut sections, &catalog, "en");
        let heading = told::ReportHeading {
            packs: catalog.exact_packs(),
            options: catalog.chosen_options(),
            bots: bots.iter().map(ToString::to_string).collect(),
            seats,
            seed,
            games: found.games,
            stopped: found.stopped.as_ref().map_or(0, |(.., stopped)| *stopped),
        };
        Ok(PyReport { heading, sections, plan, catalog })
    }

    /// Returns the parts of a pickle. A path is made absolute, because the pickle may be read in another folder.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, PickledPacks<'py>>> {
        let restore = py.import("tilewright._native")?.getattr("_restore_packs")?;
        let is_path = |pack: &str| pack.contains(std::path::is_separator);
        let absolute = |pack: &String| match std::path::absolute(pack) {
            Ok(path) if is_path(pack) => path,
            _ => PathBuf::from(pack),
        };
        let packs = self.request.packs.iter().map(absolute).collect();
        let options = PyDict::new(py);
        for (name, value) in &self.request.options {
            options.set_item(name, show_value(py, value)?)?;
        }
        let exact = self.catalog()?.exact_packs();
        Ok((restore, (packs, options, self.request.copies, self.language.clone(), exact)))
    }

    fn __repr__(&self) -> String {
        format!("Packs({})", self.ids().join(", "))
    }
}

impl PyPacks {
    /// Simulates games and returns their statistics with a table of Arrow. The rows pass through a temporary folder.
    fn simulate_with_rows<'py>(
        &self,
        py: Python<'py>,
        plan: &GamePlan,
        bots: Option<Vec<String>>,
        rows: &str,
    ) -> PyResult<Bound<'py, PyDict>> {
        let parquet = table::import_arrow(py, "pyarrow.parquet")?;
        let folder = py.import("tempfile")?.call_method0("TemporaryDirectory")?;
        let path: PathBuf = folder.getattr("name")?.extract()?;
        let (blocks, file) = (path.join("blocks"), path.join("rows.parquet"));
        let GamePlan { games, seats, seed, threads } = *plan;
        let told = self
            .simulate_to(py, blocks.clone(), games, seats, bots, seed, rows, "parquet", (0, 1), threads)
            .and_then(|_| merge(py, file.clone(), vec![blocks]))
            .and_then(|told| {
                told.set_item("rows", parquet.call_method1("read_table", (file,))?)?;
                Ok(told)
            });
        folder.call_method0("cleanup")?;
        told
    }

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
    pub(crate) fn check_seats(&self, seats: u8) -> PyResult<()> {
        let (fewest, most) = self.catalog()?.seats;
        if (fewest..=most).contains(&seats) {
            return Ok(());
        }
        let ids = self.ids().join(" + ");
        Err(PyValueError::new_err(format!("{ids} is for {fewest} to {most} seats, not {seats}")))
    }
}
