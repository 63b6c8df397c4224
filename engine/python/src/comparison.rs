//! Compares two versions of a game, and shows the comparison.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use tilewright::bots::{BotKind, BotSpec, of_seat};
use tilewright::compare::{
    ComparedVersion, Matters, VersionBlock, VersionPlan, VersionReport, compare_versions, comparison_json,
    games_beside, most_changed, told,
};
use tilewright::report::told::Statement;
use tilewright::{Catalog, Seat};
use tilewright_page::{chart_fragment, comparison_page};

use crate::called::read_bots;
use crate::errors;
use crate::packs::{PyPacks, load_packs, one_of};
use crate::table::{add_numbers, add_texts, arrow, from_json};

/// Maximum time of a comparison without a number of games, as for the command.
const TIME: Duration = Duration::from_secs(120);

/// Maximum number of seeds for each table of players, if only the time ends a comparison.
const MOST: u64 = 1_000_000;

/// A comparison of two versions of a game on the same seeds.
#[pyclass(name = "Comparison", module = "tilewright", frozen)]
pub(crate) struct PyComparison {
    report: VersionReport,
    /// Catalog of the second version.
    catalog: Arc<Catalog>,
}

/// Rows of the tables of a comparison.
#[derive(Clone, Copy)]
enum ComparisonRows {
    Changes,
    Seeds,
}

impl ComparisonRows {
    fn name(self) -> &'static str {
        match self {
            ComparisonRows::Changes => "changes",
            ComparisonRows::Seeds => "seeds",
        }
    }
}

/// Returns packs that were loaded, or loads them by their name or path, and the text that names them.
fn version<'py>(py: Python<'py>, given: &Bound<'py, PyAny>) -> PyResult<(Py<PyPacks>, String)> {
    if let Ok(packs) = given.cast::<PyPacks>() {
        let name = packs.get().ids().join("+");
        return Ok((packs.clone().unbind(), name));
    }
    let path: PathBuf = given
        .extract()
        .map_err(|_| PyTypeError::new_err("a version is packs that were loaded, or the name or path of a pack"))?;
    let name = path.to_string_lossy().into_owned();
    Ok((Py::new(py, load_packs(py, vec![path], None, 1, "en")?)?, name))
}

/// Parses tables of players: each is a bot for all seats, or a list with the bots by seat.
fn read_tables(bots: &Bound<'_, PyAny>, seats: u8) -> PyResult<Vec<Vec<BotSpec>>> {
    let wrong =
        || PyTypeError::new_err("`bots` is the name of a bot, or a list of names and of lists of names by seat");
    let given: Vec<Bound<'_, PyAny>> = match bots.extract::<String>() {
        Ok(_) => vec![bots.clone()],
        Err(_) => bots.try_iter().map_err(|_| wrong())?.collect::<PyResult<_>>()?,
    };
    let mut tables = Vec::new();
    for table in given {
        let words = match table.extract::<String>() {
            Ok(word) => vec![word],
            Err(_) => table.extract::<Vec<String>>().map_err(|_| wrong())?,
        };
        if words.is_empty() || words.len() > usize::from(seats) {
            let message = format!("a table has 1 to {seats} bots for {seats} seats, not {}", words.len());
            return Err(PyValueError::new_err(message));
        }
        let bots = read_bots(&words)?;
        if let Some(bot) = bots.iter().find(|bot| !bot.repeats()) {
            return Err(errors::of_clock(bot));
        }
        let table: Vec<BotSpec> = (0..seats).map(|seat| of_seat(&bots, Seat(seat))).collect();
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    if tables.is_empty() { Err(PyValueError::new_err("name at least one bot")) } else { Ok(tables) }
}

fn read_matters(given: Option<&Bound<'_, PyMapping>>) -> PyResult<Matters> {
    let mut matters = Matters::default();
    for item in given.map(|given| given.items()).transpose()?.into_iter().flatten() {
        let (name, change): (String, f64) = item.extract()?;
        let known = matters.named(&name);
        let Some(known) = known else {
            let names = Matters::NAMES.join(", ");
            return Err(PyValueError::new_err(format!("`matters` does not know `{name}`; use {names}")));
        };
        if !(change > 0.0 && change.is_finite()) {
            return Err(PyValueError::new_err(format!("`{name}` in `matters` is a number above 0, not {change}")));
        }
        *known = change;
    }
    Ok(matters)
}

/// Plays two versions of a game with the same seeds and compares them, like `tilewright compare`.
#[pyfunction]
#[pyo3(signature = (a, b, *, bots = None, seats = None, games = None, time = None, matters = None, seed = 1, threads = 0))]
#[allow(clippy::too_many_arguments, reason = "in Python they have names")]
pub(crate) fn compare(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    bots: Option<&Bound<'_, PyAny>>,
    seats: Option<u8>,
    games: Option<u64>,
    time: Option<f64>,
    matters: Option<&Bound<'_, PyMapping>>,
    seed: u64,
    threads: usize,
) -> PyResult<PyComparison> {
    let ((a, first_name), (b, second_name)) = (version(py, a)?, version(py, b)?);
    let (a, b) = (a.get(), b.get());
    let seats = match seats {
        Some(seats) => seats,
        None => a.catalog()?.seats.0.max(b.catalog()?.seats.0).max(1),
    };
    a.check_seats(seats)?;
    b.check_seats(seats)?;
    let tables = match bots {
        Some(bots) => read_tables(bots, seats)?,
        None => vec![vec![BotSpec::new(BotKind::Greedy); usize::from(seats)]],
    };
    if games.is_some_and(|games| games < 2) {
        return Err(PyValueError::new_err("there are at least two games, one with each version"));
    }
    let no_time = |time: f64| PyValueError::new_err(format!("`time` is a number of seconds above 0, not {time}"));
    let in_seconds = |time: f64| match Duration::try_from_secs_f64(time) {
        Ok(limit) if !limit.is_zero() => Ok(limit),
        _ => Err(no_time(time)),
    };
    let limit = time.map(in_seconds).transpose()?.or(games.is_none().then_some(TIME));
    let is_mixed = tables.iter().any(|table| table.iter().any(|bot| *bot != table[0]));
    let games_of_seed = 2 * if is_mixed { u64::from(seats) } else { 1 };
    let blocks = games.map_or(MOST, |games| games.div_ceil(games_of_seed));
    let plan = VersionPlan { seats, seed, blocks, matters: read_matters(matters)?, threads };
    let seated = [a.loaded().for_seats(seats), b.loaded().for_seats(seats)];
    let unplayable = || PyValueError::new_err("the packs have mistakes");
    let [first, other] = [0, 1].map(|at: usize| seated[at].catalog().cloned());
    let (first, other) = (first.ok_or_else(unplayable)?, other.ok_or_else(unplayable)?);
    if first.exact_packs() == other.exact_packs() && first.chosen_options() == other.chosen_options() {
        return Err(PyValueError::new_err(
            "the versions are equal; load the second version with other `options`, such as {\"tiles.TILE.count\": 5}",
        ));
    }
    let versions =
        [ComparedVersion::new(&first, &other, &first_name), ComparedVersion::new(&other, &first, &second_name)];
    let loaded = [a.loaded(), b.loaded()];
    let report = py.detach(|| {
        let began = Instant::now();
        let goes_on = |_, _| limit.is_none_or(|limit| began.elapsed() < limit);
        let found = compare_versions(loaded, &tables, &plan, &goes_on)?;
        let beside = match found.tables.iter().find(|table| !table.blocks.is_empty()) {
            Some(table) => games_beside(loaded, &table.bots, &plan, &most_changed(&table.blocks))?,
            None => Vec::new(),
        };
        Ok(VersionReport { versions, plan, found, beside })
    });
    let report = report.map_err(|error| errors::of_kit(&error))?;
    Ok(PyComparison { report, catalog: other })
}

impl PyComparison {
    /// Returns the changes as columns, with a row for each table of players and measure.
    fn changes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = &self.report.found;
        let rows = || {
            found.tables.iter().flat_map(|table| found.measures.iter().zip(&table.changes).map(move |of| (table, of)))
        };
        let bots: Vec<String> = rows().map(|(table, _)| told::bots(&table.bots)).collect();
        let measures: Vec<String> = rows().map(|(_, (measure, _))| measure.id()).collect();
        let columns = PyDict::new(py);
        add_texts(&columns, "bots", bots.iter().map(String::as_str))?;
        add_texts(&columns, "measure", measures.iter().map(String::as_str))?;
        let changes = || rows().map(|(_, (_, change))| change);
        add_numbers(&columns, "a", changes().map(|change| change.before).collect())?;
        add_numbers(&columns, "b", changes().map(|change| change.after).collect())?;
        let intervals = || changes().map(|change| change.difference.interval);
        add_numbers(&columns, "difference", intervals().map(|interval| interval.estimate).collect())?;
        add_numbers(&columns, "low", intervals().map(|interval| interval.low).collect())?;
        add_numbers(&columns, "high", intervals().map(|interval| interval.high).collect())?;
        add_numbers(&columns, "corrected", changes().map(|change| change.corrected).collect())?;
        add_numbers(&columns, "matters", changes().map(|change| change.matters).collect())?;
        add_texts(&columns, "verdict", changes().map(|change| change.verdict.word()))?;
        Ok(columns)
    }

    /// Returns the values of each seed as columns, with a row for each table of players, seed and version.
    fn seeds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (found, plan) = (&self.report.found, &self.report.plan);
        let names: Vec<String> = found.tables.iter().map(|table| told::bots(&table.bots)).collect();
        let rows: Vec<(&str, &VersionBlock, &str, &Vec<f64>)> = found
            .tables
            .iter()
            .zip(&names)
            .flat_map(|(table, name)| table.blocks.iter().map(move |block| (name, block)))
            .flat_map(|(name, block)| [(&**name, block, "a", &block.before), (&**name, block, "b", &block.after)])
            .collect();
        let columns = PyDict::new(py);
        add_texts(&columns, "bots", rows.iter().map(|(bots, ..)| *bots))?;
        add_numbers(&columns, "block", rows.iter().map(|(_, block, ..)| block.number).collect())?;
        add_numbers(&columns, "seed", rows.iter().map(|(_, block, ..)| plan.seed_of(block.number)).collect())?;
        add_texts(&columns, "version", rows.iter().map(|(_, _, version, _)| *version))?;
        for (at, measure) in found.measures.iter().enumerate() {
            add_numbers(&columns, &measure.id(), rows.iter().map(|(.., values)| values[at]).collect())?;
        }
        Ok(columns)
    }
}

#[pymethods]
impl PyComparison {
    /// Sentences about points, seats and length, and about the agreement of all players.
    #[getter]
    fn sentences(&self) -> Vec<String> {
        told::sentences(&self.report).iter().map(Statement::english).collect()
    }

    /// Returns everything as a dictionary, with the content of `tilewright compare --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &comparison_json(&self.report).to_string())
    }

    /// Returns a table as arrays and lists by column. `rows` is "changes" for a row for each table of players and
    /// measure, or "seeds" for a row for each table of players, seed and version.
    #[pyo3(signature = (rows = "changes"))]
    fn columns<'py>(&self, py: Python<'py>, rows: &str) -> PyResult<Bound<'py, PyDict>> {
        match one_of("rows", [ComparisonRows::Changes, ComparisonRows::Seeds], ComparisonRows::name, rows)? {
            ComparisonRows::Changes => self.changes(py),
            ComparisonRows::Seeds => self.seeds(py),
        }
    }

    /// Returns the table of `columns` as a table of Arrow. This requires the package `pyarrow`.
    #[pyo3(signature = (rows = "changes"))]
    fn frame<'py>(&self, py: Python<'py>, rows: &str) -> PyResult<Bound<'py, PyAny>> {
        arrow(py, &self.columns(py, rows)?)
    }

    fn __repr__(&self) -> String {
        let games = self.report.found.tables.iter().map(|table| told::games(table, &self.report.plan).english());
        games.chain(self.sentences()).collect::<Vec<String>>().join("\n")
    }

    fn _repr_html_(&self) -> String {
        chart_fragment(&comparison_page(&self.report, &self.catalog))
    }
}
