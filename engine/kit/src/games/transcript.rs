//! Writes a game as one seat has seen it, without the secret draws and answers of others.
//!
//! A transcript is not a record. A record can be replayed, so it needs every draw and every answer, and its seed alone
//! would reveal them all. A transcript is for reading: it has the same entries, without the seed, and with gaps for
//! everything that the seat has not seen.

use serde_json::{Map, Value as Json, json};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::chance::{ChanceResult, Decided};
use tilewright_core::state::happening::Happening;
use tilewright_core::state::{Game, Stage};

use crate::games::save::final_of;
use crate::records::json::write_value;

/// Version of the format.
const VERSION: u32 = 1;

/// Returns the transcript of a game for a seat, or for a bystander, as one line of JSON:
///
/// - `transcript`, `for_seat` (null for a bystander), `packs`, `options`, `seats` as in records;
/// - `moves`: `draw`, `roll`, `shuffle` and answers as in records. A chance result that the seat has not seen is null:
///   `{"draw":null,"from":"tokens","seat":1}`. Shuffles give only the number of tiles in each bag. If others chose a
///   secret option of an open question, `pick` is null. Their answers to secret questions are omitted, because the
///   existence of the question is part of the secret;
/// - `looked`, if any seat has looked at tiles that are face down: the looks in order, each with the cell and the kind:
///   `{"seat":1,"at":"3,0","tile":"Gold"}`. Only the seat itself sees the kind: for others `tile` is null;
/// - `final` as in records, once the game is over, with `winners`, and with `result` if the game has one.
///
/// The transcript has no id: that of a record may name its seed, which determines everything hidden.
pub fn transcript(session: &Session, seat: Option<Seat>) -> String {
    let game = session.game();
    let catalog = game.catalog();
    let moves = session.log().iter().filter_map(|entry| match entry {
        Entry::Chance(given) => Some(chance(game, given, given.seen_by.includes(seat))),
        Entry::Answer(answer) if answer.forced || !answer.is_seen_by(seat) => None,
        Entry::Answer(answer) => {
            let pick = answer.is_known_to(seat).then_some(&answer.key);
            Some(json!({"seat": answer.seat.0, "ask": &*answer.ask, "pick": pick}))
        }
    });
    let options = catalog.options.iter().filter(|o| !o.default);
    let options = options.map(|o| (format!("{}:{}", o.pack, o.name), write_value(&o.value)));
    let mut out = Map::new();
    out.insert("transcript".into(), json!(VERSION));
    out.insert("for_seat".into(), json!(seat.map(|s| s.0)));
    out.insert("packs".into(), json!(catalog.exact_packs()));
    out.insert("options".into(), Json::Object(options.collect()));
    out.insert("seats".into(), json!(game.seat_count()));
    out.insert("moves".into(), moves.collect());
    let looked: Vec<Json> = game.view(seat).events().filter_map(|event| look(game, &event.what)).collect();
    if !looked.is_empty() {
        out.insert("looked".into(), looked.into());
    }
    if game.stage() == Stage::Over {
        let last = final_of(game);
        let winners: Vec<u8> = game.winners().iter().map(|seat| seat.0).collect();
        let mut ended = json!({"scores": last.scores, "by_kind": last.by_kind, "winners": winners});
        if let Some(result) = game.result() {
            ended["result"] = json!(catalog.results.key(result));
        }
        out.insert("final".into(), ended);
    }
    Json::Object(out).to_string()
}

/// Returns the entry for a look under a tile, with the kind only if the viewer may know it; `None` for other events.
fn look(game: &Game, seen: &Happening) -> Option<Json> {
    let Happening::Looked { seat, tile, kind } = *seen else { return None };
    let at = game.board().laid_tile(tile)?.cell.to_string();
    Some(json!({"seat": seat.0, "at": at, "tile": kind.map(|kind| game.catalog().kinds.key(kind))}))
}

fn chance(game: &Game, given: &ChanceResult, seen: bool) -> Json {
    let catalog = game.catalog();
    match &given.what {
        Decided::Draw { bag, seat, name, kind } => {
            let mut draw = Map::new();
            draw.insert("draw".into(), if seen { json!(catalog.kinds.key(*kind)) } else { Json::Null });
            let key = (bag.0 > 0).then(|| catalog.bag_key(*bag));
            if let Some(from) = name.as_ref().map(ToString::to_string).or(key) {
                draw.insert("from".into(), json!(from));
            }
            if !seen {
                draw.insert("seat".into(), json!(seat.0));
            }
            Json::Object(draw)
        }
        Decided::Roll { die, face, .. } => {
            json!({"roll": catalog.face_name(*die, *face), "die": catalog.dice.key(*die)})
        }
        Decided::Deal { to } => {
            let sizes = to.iter().map(|&(bag, count)| (catalog.bag_key(bag), json!(count)));
            json!({"shuffle": Json::Object(sizes.collect())})
        }
        Decided::Shuffle { bag, order } => json!({"shuffle": {catalog.bag_key(*bag): order.len()}}),
        // The number that a rule picks is not shown; its effects are visible on the board.
        Decided::Pick { name, .. } => json!({"roll": null, "die": &**name}),
    }
}
