//! Saving and going on: a game that is being played is a record, and a record is played on from its end.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tilewright_core::catalog::Catalog;
use tilewright_core::machine::Machine;
use tilewright_core::session::record::{Final, Move, Record};
use tilewright_core::session::replay::{Difference, replay, replay_to_fault};
use tilewright_core::session::{Answer, Entry, Session};
use tilewright_core::state::chance::{Decided, Given};
use tilewright_core::state::{Game, Stage};

use crate::error::KitError;
use crate::files;
use crate::records::json::write_record;

/// The record of a session: packs with versions and hashes, all that chance gave, all answers that were not the only
/// ones possible, and the final scores of a game that is over, unless its rules were changed on the way: then they need
/// not come out again. An only option is told where the next answer reads the same: a replay would take that one for it.
pub fn record_of(session: &Session, id: &str) -> Record {
    let game = session.game();
    let catalog = game.catalog();
    let chosen = catalog.options.iter().filter(|o| !o.default);
    let moves = moves_of(session, false);
    Record {
        id: id.to_owned(),
        packs: catalog.exact_packs(),
        places: BTreeMap::new(),
        options: chosen.map(|o| (format!("{}:{}", o.pack, o.name), o.value.clone())).collect(),
        seats: game.seat_count() as u8,
        seed: Some(session.seed()),
        moves,
        // What was played before rules were changed may come out otherwise by the ones in force.
        last: (game.stage() == Stage::Over && session.reloads() == 0).then(|| final_of(game)),
    }
}

/// What chance gave and what was answered. `last`: the only options that were taken after the last answer that somebody
/// gave are told too, for those who want to say something about the position after them.
pub(crate) fn moves_of(session: &Session, last: bool) -> Vec<Move> {
    moves_in(session.game().catalog(), session.log(), last)
}

/// The moves of a log, as a record of it has them.
pub fn moves_along(catalog: &Catalog, log: &[Entry]) -> Vec<Move> {
    moves_in(catalog, log, false)
}

/// The same of the last part of a log.
pub(crate) fn moves_in(catalog: &Catalog, log: &[Entry], last: bool) -> Vec<Move> {
    let mut moves = Vec::new();
    // From the end, because whether an only option is told depends on what comes after it.
    let (mut next, mut last) = (None, last);
    for entry in log.iter().rev() {
        match entry {
            Entry::Chance(given) => {
                next = None;
                moves.push(chance_move(catalog, given));
            }
            Entry::Answer(answer) if answer.forced && !last && !next.is_some_and(|next| reads_as(answer, next)) => {}
            Entry::Answer(answer) => {
                last &= answer.forced;
                next = Some(answer);
                moves.push(Move::Answer { seat: answer.seat.0, ask: answer.ask.to_string(), pick: answer.key.clone() });
            }
        }
    }
    moves.reverse();
    moves
}

/// Whether two answers look the same in a record.
fn reads_as(one: &Answer, other: &Answer) -> bool {
    one.seat == other.seat && one.ask == other.ask && one.key == other.key
}

pub(crate) fn final_of(game: &Game) -> Final {
    let kinds = &game.catalog().books;
    let rows = kinds.ids().map(|id| (kinds.key(id), game.booked(id).to_vec()));
    let by_kind = rows.filter(|(_, row)| row.iter().any(|&n| n != 0)).collect();
    Final { scores: game.scores().to_vec(), by_kind: Some(by_kind) }
}

fn chance_move(catalog: &Catalog, given: &Given) -> Move {
    let kind = |k| catalog.kinds.key(k);
    match &given.what {
        Decided::Draw { bag, name, kind: tile, .. } => {
            // The first bag is the one that is meant where none is named.
            let key = (bag.0 > 0).then(|| catalog.bag_key(*bag));
            Move::Draw { kind: kind(*tile), from: name.as_ref().map(ToString::to_string).or(key) }
        }
        Decided::Roll { die, face, .. } => {
            Move::Roll { face: catalog.face_name(*die, *face), die: Some(catalog.dice.key(*die)) }
        }
        Decided::Deal { to } => {
            Move::Deal { sizes: to.iter().map(|&(bag, count)| (catalog.bag_key(bag), count)).collect() }
        }
        Decided::Shuffle { bag, order } => {
            Move::Shuffle { bag: catalog.bag_key(*bag), order: order.iter().map(|&k| kind(k)).collect() }
        }
        // A die without a name among the dice.
        Decided::Pick { name, number, .. } => Move::Roll { face: number.to_string(), die: Some(name.to_string()) },
    }
}

/// Goes on with a recorded game: the position is the same bit for bit, and so is what chance gives from there.
///
/// # Errors
/// The first difference between the record and what came.
pub fn resume(machine: Machine, record: &Record) -> Result<Session, Difference> {
    let mut session = replay(machine, record)?;
    session.put_single_options(false);
    Ok(session)
}

/// The same for a game that a script may have stopped: it stands before the answer at which one fails, and the second
/// tells of that.
///
/// # Errors
/// The first other difference.
pub fn resume_before_fault(machine: Machine, record: &Record) -> Result<(Session, Option<Difference>), Difference> {
    let (mut session, stopped) = replay_to_fault(machine, record)?;
    session.put_single_options(false);
    Ok((session, stopped))
}

/// Writes a record into a file, whole or not at all.
///
/// # Errors
/// The file cannot be written.
pub fn write_file(path: &Path, record: &Record) -> Result<(), KitError> {
    files::write(path, in_file(record).as_bytes())
}

/// Writes a record into a file under a name that is free; see [`files::write_new`]. The path that it has.
///
/// # Errors
/// The file cannot be written.
pub fn write_new_file(path: &Path, record: &Record) -> Result<PathBuf, KitError> {
    files::write_new(path, in_file(record).as_bytes())
}

/// A record as files have it.
pub fn in_file(record: &Record) -> String {
    write_record(record) + "\n"
}
