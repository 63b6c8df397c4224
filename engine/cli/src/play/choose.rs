//! From what was typed to an option, or to the reason why it is none.

use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options, Pick};
use tilewright_core::state::effect::Place;

/// What a line has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Chosen {
    /// An option.
    Pick(Pick),
    /// A cell at which the tile can lie in several ways.
    Turns(Cell, Vec<u8>),
    /// Nothing; says why.
    Refused(String),
}

/// The cells at which a tile can lie, in reading order, each with its turns.
pub(super) fn placements(game: &Game, options: &Options) -> Vec<(Cell, Vec<u8>)> {
    let mut cells: Vec<(Cell, Vec<u8>)> = Vec::new();
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

/// Where on the board an option is: the place that it is about, or that of the figure. Figures of the step are put on the
/// tile that is drawn beside the question.
pub(super) fn place_of(game: &Game, options: &Options, pick: Pick) -> Option<Place> {
    match options.of_step(pick) {
        Some(Pick::Deploy { .. }) => None,
        _ => options.target(game, pick).place(game),
    }
}

/// What to write on the board: the numbers of the options that are about a place of it.
pub(super) fn marks(game: &Game, options: &Options) -> Vec<(Place, String)> {
    if let Options::Placements { .. } = options {
        let groups = placements(game, options);
        return (1..).zip(groups).map(|(number, (cell, _))| (Place::Cell(cell), format!("[{number}]"))).collect();
    }
    let mut marks: Vec<(Place, String)> = Vec::new();
    for (number, pick) in (1..).zip(options.iter(game)) {
        // Several options about one place are marked by the first of them.
        if let Some(place) = place_of(game, options, pick)
            && !marks.iter().any(|(known, _)| *known == place)
        {
            marks.push((place, format!("[{number}]")));
        }
    }
    marks
}

/// Reads a number, a number with a turn, or a key.
pub(super) fn choose(session: &Session, line: &str) -> Chosen {
    let game = session.game();
    let Some(decision) = session.decision() else { return Chosen::Refused("Nobody is asked anything now.".to_owned()) };
    if let Some(pick) = decision.options.find(game, line) {
        return Chosen::Pick(pick);
    }
    if let Options::Placements { kind, .. } = decision.options {
        return choose_placement(game, decision, kind, line);
    }
    match line.parse::<u32>() {
        Ok(number) if (1..=decision.options.count()).contains(&number) => {
            match decision.options.get(game, number - 1) {
                Some(pick) => Chosen::Pick(pick),
                None => Chosen::Refused(format!("There is no option {number}.")),
            }
        }
        Ok(number) => Chosen::Refused(format!("There is no option {number}: type 1 to {}.", decision.options.count())),
        Err(_) => Chosen::Refused(not_understood(line)),
    }
}

fn not_understood(line: &str) -> String {
    format!("`{line}` is neither an option nor a command: type a number, a key, or `help`.")
}

fn choose_placement(game: &Game, decision: &Decision, kind: TileKindId, line: &str) -> Chosen {
    let numbers: Option<Vec<i16>> =
        line.split([',', ' ', '/']).filter(|p| !p.is_empty()).map(|p| p.parse().ok()).collect();
    let groups = placements(game, &decision.options);
    let group = |number: i16| usize::try_from(number).ok()?.checked_sub(1).and_then(|n| groups.get(n));
    let (cell, turn) = match numbers.as_deref() {
        Some(&[number]) => match group(number) {
            Some((cell, turns)) if turns.len() == 1 => (*cell, i16::from(turns[0])),
            Some((cell, turns)) => return Chosen::Turns(*cell, turns.clone()),
            None => {
                return Chosen::Refused(format!("There is no place {number}: the board shows 1 to {}.", groups.len()));
            }
        },
        Some(&[number, turn]) if !line.contains(',') => match group(number) {
            Some((cell, _)) => (*cell, turn),
            None => {
                return Chosen::Refused(format!("There is no place {number}: the board shows 1 to {}.", groups.len()));
            }
        },
        Some(&[x, y]) => match groups.iter().find(|(c, _)| *c == Cell::new(x, y)) {
            Some((cell, turns)) if turns.len() == 1 => (*cell, i16::from(turns[0])),
            Some((cell, turns)) => return Chosen::Turns(*cell, turns.clone()),
            None => return Chosen::Refused(why_not(game, kind, Cell::new(x, y), None)),
        },
        Some(&[x, y, turn]) => (Cell::new(x, y), turn),
        _ => return Chosen::Refused(not_understood(line)),
    };
    let sides = game.catalog().lattice.sides();
    match u8::try_from(turn).ok().filter(|&t| usize::from(t) < sides) {
        None => Chosen::Refused(format!("There is no turn {turn}: turns go from 0 to {}.", sides - 1)),
        Some(turn) => {
            let pick = Pick::Placement { cell, turn };
            if decision.options.contains(game, pick) {
                Chosen::Pick(pick)
            } else {
                Chosen::Refused(why_not(game, kind, cell, Some(turn)))
            }
        }
    }
}

/// Why a tile cannot lie on a cell, at a turn or at all.
fn why_not(game: &Game, kind: TileKindId, cell: Cell, turn: Option<u8>) -> String {
    let (catalog, board) = (game.catalog(), game.board());
    let name = catalog.kinds.key(kind);
    if board.tile_at(cell).is_some() {
        return format!("{name} cannot lie at {cell}: there is a tile already.");
    }
    if !board.exists(cell) {
        return format!("{name} cannot lie at {cell}: the board does not reach so far.");
    }
    let Some(demand) = board.demand_at(catalog, cell) else {
        return format!("{name} cannot lie at {cell}: no tile is beside it.");
    };
    let fits = board.turns_at(catalog, kind, cell);
    let turns: Vec<String> = (0..8u8).filter(|t| fits >> t & 1 == 1).map(|t| t.to_string()).collect();
    let Some(turn) = turn else { return format!("{name} fits nowhere at {cell}, however it is turned.") };
    let instead = if turns.is_empty() {
        "no other turn fits there".to_owned()
    } else {
        format!("it fits there at turn {}", turns.join(" or "))
    };
    let face = catalog.faces(kind, turn.into()).first();
    let clashes = (0..catalog.lattice.sides()).filter_map(|side| {
        let (wanted, own) = (demand.at(side)?, face?.edges[side]);
        let said = || {
            let (side, own) = (catalog.lattice.side_names()[side], catalog.edges.key(own));
            format!("{side} it would show {own} to {}", catalog.edges.key(wanted))
        };
        (!catalog.meet(own, wanted)).then(said)
    });
    let clashes: Vec<String> = clashes.collect();
    let clashes = if clashes.is_empty() { "it does not fit".to_owned() } else { clashes.join(", ") };
    format!("{name} cannot lie at {cell} with turn {turn}: {clashes}; {instead}.")
}
