//! Saves and continues games: a running game is written as a record, and a record is played on from its end.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tilewright_core::catalog::Catalog;
use tilewright_core::machine::Machine;
use tilewright_core::session::record::{Final, Move, Record};
use tilewright_core::session::replay::{Difference, replay, replay_to_fault};
use tilewright_core::session::{Answer, Entry, Session};
use tilewright_core::state::chance::{ChanceResult, Decided};
use tilewright_core::state::{Game, Stage};

use crate::error::KitError;
use crate::files;
use crate::records::json::write_record;

/// Returns the record of a session: packs with versions and hashes, all chance results, all answers that were not the
/// only option, and the final scores of a finished game. The scores are omitted if the rules changed during the game,
/// because a replay need not reach them. An only option is included if the next answer reads the same, because a replay
/// would confuse the two.
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
        order: session.chance_order(),
        moves,
        // A replay with the current rules may reach other scores than the rules at the time.
        last: (game.stage() == Stage::Over && session.reloads() == 0).then(|| final_of(game)),
    }
}

/// Returns the chance results and the answers. If `last` is true, the only options taken after the last explicit answer
/// are included, so that the caller can refer to the position after them.
pub(crate) fn moves_of(session: &Session, last: bool) -> Vec<Move> {
    moves_in(session.game().catalog(), session.log(), last)
}

/// Returns the moves of a log, as a record contains them.
pub fn moves_along(catalog: &Catalog, log: &[Entry]) -> Vec<Move> {
    moves_in(catalog, log, false)
}

/// Like [`moves_of`], for the last part of a log.
pub(crate) fn moves_in(catalog: &Catalog, log: &[Entry], last: bool) -> Vec<Move> {
    let mut moves = Vec::new();
    // The log is read from the end, because an only option depends on the answers after it.
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

/// True if two answers look the same in a record.
fn reads_as(one: &Answer, other: &Answer) -> bool {
    one.seat == other.seat && one.ask == other.ask && one.key == other.key
}

pub(crate) fn final_of(game: &Game) -> Final {
    let kinds = &game.catalog().books;
    let rows = kinds.ids().map(|id| (kinds.key(id), game.book_points(id).to_vec()));
    let by_kind = rows.filter(|(_, row)| row.iter().any(|&n| n != 0)).collect();
    Final { scores: game.scores().to_vec(), by_kind: Some(by_kind) }
}

fn chance_move(catalog: &Catalog, given: &ChanceResult) -> Move {
    let kind = |k| catalog.kinds.key(k);
    match &given.what {
        Decided::Draw { bag, name, kind: tile, .. } => {
            // A draw without a name is from the first bag.
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
        // The die has no name among the declared dice.
        Decided::Pick { name, number, .. } => Move::Roll { face: number.to_string(), die: Some(name.to_string()) },
    }
}

/// Continues a recorded game: the position and all further chance results are identical bit for bit.
///
/// # Errors
/// The first difference between the record and the replay.
pub fn resume(machine: Machine, record: &Record) -> Result<Session, Difference> {
    let mut session = replay(machine, record)?;
    session.put_single_options(false);
    Ok(session)
}

/// Like [`resume`], for a game that a script may have stopped. The game is at the position before the failing answer,
/// and the second value describes the failure.
///
/// # Errors
/// Another difference was found; the error is the first one.
pub fn resume_before_fault(machine: Machine, record: &Record) -> Result<(Session, Option<Difference>), Difference> {
    let (mut session, stopped) = replay_to_fault(machine, record)?;
    session.put_single_options(false);
    Ok((session, stopped))
}

/// Writes a record to a file, completely or not at all.
///
/// # Errors
/// The file cannot be written.
pub fn write_file(path: &Path, record: &Record) -> Result<(), KitError> {
    files::write(path, in_file(record).as_bytes())
}

/// Writes a record to a file under a free name, as `files::write_new` does, and returns its path.
///
/// # Errors
/// The file cannot be written.
pub fn write_new_file(path: &Path, record: &Record) -> Result<PathBuf, KitError> {
    files::write_new(path, in_file(record).as_bytes())
}

/// Returns a record in the form of a file.
pub fn in_file(record: &Record) -> String {
    write_record(record) + "\n"
}
