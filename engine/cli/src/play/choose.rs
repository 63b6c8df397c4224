//! Parses a typed line into an option, or into the reason why it is not an option.

use tilewright_core::catalog::lattice::{Cell, Turn};
use tilewright_core::machine::why_not::Placing;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options, Pick};
use tilewright_core::state::effect::Place;
use tilewright_wording::sentences::{PlainStyle, Sentences};
use tilewright_wording::why_not::{Fit, PlacementObstacle, fit};
use tilewright_wording::words::Words;

/// Result of a typed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LineChoice {
    /// Option that was chosen.
    Pick(Pick),
    /// Cell at which the tile fits at several turns.
    Turns(Cell, Vec<Turn>),
    /// Refusal with its reason.
    Refused(String),
}

/// Returns the cells where the tile fits, in reading order, each with its turns.
pub(super) fn placements(game: &Game, options: &Options) -> Vec<(Cell, Vec<Turn>)> {
    let mut cells: Vec<(Cell, Vec<Turn>)> = Vec::new();
    for pick in options.iter(game) {
        if let Pick::Placement { cell, turn } = pick {
            match cells.iter_mut().find(|(c, _)| *c == cell) {
                Some((_, turns)) => turns.push(turn),
                None => cells.push((cell, vec![turn])),
            }
        }
    }
    cells.sort_unstable();
    for (_, turns) in &mut cells {
        turns.sort_unstable();
    }
    cells
}

/// Returns the place of an option on the board: its target, or the place of its figure; `None` for deploying a figure
/// in the same step, since those options are shown on the tile next to the question.
pub(super) fn place_of(game: &Game, options: &Options, pick: Pick) -> Option<Place> {
    match options.of_step(pick) {
        Some(Pick::Deploy { .. }) => None,
        _ => options.target(game, pick).place(game),
    }
}

/// Returns the marks for the board: the numbers of the options, each at the place of its option.
pub(super) fn marks(game: &Game, options: &Options) -> Vec<(Place, String)> {
    if let Options::Placements { .. } = options {
        let groups = placements(game, options);
        return (1..).zip(groups).map(|(number, (cell, _))| (Place::Cell(cell), format!("[{number}]"))).collect();
    }
    let mut marks: Vec<(Place, String)> = Vec::new();
    for (number, pick) in (1..).zip(options.iter(game)) {
        // The first of several options at one place gives the mark.
        if let Some(place) = place_of(game, options, pick)
            && !marks.iter().any(|(known, _)| *known == place)
        {
            marks.push((place, format!("[{number}]")));
        }
    }
    marks
}

/// Parses a number, a number with a turn, or a key. Reasons for a refusal are in words of the packs in `language`.
pub(super) fn choose(session: &mut Session, language: &str, line: &str) -> LineChoice {
    let game = session.game();
    let Some(decision) = session.decision() else { return LineChoice::Refused("No question is open now.".to_owned()) };
    if let Some(pick) = decision.options.find(game, line) {
        return LineChoice::Pick(pick);
    }
    let count = decision.options.count();
    let read = match decision.options {
        Options::Placements { .. } => read_placement(game, decision, line),
        _ => match (line.parse::<u32>(), parts(line).as_deref()) {
            (Ok(number), _) => match number.checked_sub(1).and_then(|n| decision.options.get(game, n)) {
                Some(pick) if number <= count => LineContent::Chosen(LineChoice::Pick(pick)),
                _ => LineContent::refuse(format!("There is no option {number}: type 1 to {count}.")),
            },
            // If rules have changed the options of a placement, the user may still type a cell.
            (Err(_), Some(&[x, y])) => LineContent::NoOption(Cell::new(x, y), None),
            (Err(_), Some(&[x, y, turn])) => match LineContent::of_turn(game, Cell::new(x, y), turn) {
                LineContent::Chosen(_) => LineContent::refuse(not_understood(line)),
                read => read,
            },
            _ => LineContent::refuse(not_understood(line)),
        },
    };
    let (cell, turn) = match read {
        LineContent::Chosen(chosen) => return chosen,
        LineContent::NoOption(cell, turn) => (cell, turn),
    };
    // If a rule fails here, it fails again when the option is chosen, and the failure is reported then.
    let refused = match session.placing() {
        Ok(Some(placing)) => why_not(session.game(), language, &placing, cell, turn),
        _ => not_understood(line),
    };
    LineChoice::Refused(refused)
}

/// Content of a line.
enum LineContent {
    /// Option, or the reason why the line is not one.
    Chosen(LineChoice),
    /// Cell, and perhaps a turn, at which the tile is not allowed.
    NoOption(Cell, Option<Turn>),
}

impl LineContent {
    fn refuse(why: String) -> LineContent {
        LineContent::Chosen(LineChoice::Refused(why))
    }

    /// Checks the turn that was typed with a cell.
    fn of_turn(game: &Game, cell: Cell, turn: i16) -> LineContent {
        let lattice = game.catalog().lattice;
        match u8::try_from(turn).ok().map(Turn).filter(|&turn| lattice.has_turn(turn)) {
            None => {
                let last = lattice.side_count() - 1;
                LineContent::refuse(format!("There is no turn {turn}: turns go from 0 to {last}."))
            }
            turn => LineContent::NoOption(cell, turn),
        }
    }
}

fn not_understood(line: &str) -> String {
    format!("`{line}` is neither an option nor a command: type a number, a key, or `help`.")
}

/// Splits a line into numbers; `None` if it has any other text.
fn parts(line: &str) -> Option<Vec<i16>> {
    line.split([',', ' ', '/']).filter(|p| !p.is_empty()).map(|p| p.parse().ok()).collect()
}

fn read_placement(game: &Game, decision: &Decision, line: &str) -> LineContent {
    let groups = placements(game, &decision.options);
    let group = |number: i16| usize::try_from(number).ok()?.checked_sub(1).and_then(|n| groups.get(n));
    let no_place = |number: i16| format!("There is no place {number}: the board shows 1 to {}.", groups.len());
    let (cell, turn) = match parts(line).as_deref() {
        Some(&[number]) => match group(number) {
            Some((cell, turns)) if turns.len() == 1 => (*cell, i16::from(turns[0].0)),
            Some((cell, turns)) => return LineContent::Chosen(LineChoice::Turns(*cell, turns.clone())),
            None => return LineContent::refuse(no_place(number)),
        },
        Some(&[number, turn]) if !line.contains(',') => match group(number) {
            Some((cell, _)) => (*cell, turn),
            None => return LineContent::refuse(no_place(number)),
        },
        Some(&[x, y]) => match groups.iter().find(|(c, _)| *c == Cell::new(x, y)) {
            Some((cell, turns)) if turns.len() == 1 => (*cell, i16::from(turns[0].0)),
            Some((cell, turns)) => return LineContent::Chosen(LineChoice::Turns(*cell, turns.clone())),
            None => return LineContent::NoOption(Cell::new(x, y), None),
        },
        Some(&[x, y, turn]) => (Cell::new(x, y), turn),
        _ => return LineContent::refuse(not_understood(line)),
    };
    match LineContent::of_turn(game, cell, turn) {
        LineContent::NoOption(cell, Some(turn)) if decision.options.contains(game, Pick::Placement { cell, turn }) => {
            LineContent::Chosen(LineChoice::Pick(Pick::Placement { cell, turn }))
        }
        read => read,
    }
}

/// Returns the reason why the tile cannot be placed on a cell, at a given turn or at any turn.
fn why_not(game: &Game, language: &str, placing: &Placing, cell: Cell, turn: Option<Turn>) -> String {
    let sentences = Sentences::new(language, &PlainStyle);
    let name = Words::with_numbers(game.catalog(), language).tile(placing.kind).name;
    let misfit = sentences.misfit(&name, cell);
    let fit = fit(game, language, placing, cell);
    let turns = match &fit {
        Fit::Never(why) => return format!("{misfit}: {}.", sentences.obstacle(cell, why)),
        Fit::Turns(turns) => turns,
    };
    let fits: Vec<String> =
        (0..).zip(turns).filter(|(_, why)| why.is_empty()).map(|(n, _): (u8, _)| n.to_string()).collect();
    let fits = fits.join(" or ");
    let Some(turn) = turn else {
        if !fits.is_empty() {
            return format!("{name} fits at {cell} with turn {fits}: type {cell},TURN.");
        }
        // Only obstacles from rules are named, since the edges are visible on the board.
        let rules = turns.iter().flatten().find(|why| matches!(why, PlacementObstacle::Rule { .. }));
        return match rules {
            Some(rule) => format!("{misfit}: {}.", sentences.obstacle(cell, rule)),
            None => format!("{misfit}."),
        };
    };
    let lattice = game.catalog().lattice;
    let refused = sentences.turn_fits(lattice, cell, &fit).into_iter().nth(turn.index()).map(|turn| turn.text);
    let instead = if fits.is_empty() { "No other turn fits.".to_owned() } else { format!("Turn {fits} fits.") };
    format!("{misfit}, {}. {instead}", refused.unwrap_or_default())
}
