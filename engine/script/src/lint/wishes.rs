//! Lists names that authors expect but that do not exist, with the alternatives.

/// Names of functions that do not exist, each with a hint.
const WISHES: &[(&[&str], &str)] = &[
    (
        &["print", "log", "debug_print", "trace", "warn", "message", "say"],
        "scripts have no output: `note(…)` is shown by failing tests, by `play` and in the editor",
    ),
    (
        &["remove_tile", "lift_tile", "delete_tile", "take_tile", "pick_up", "take_away"],
        "`take_up(tile)` takes a tile off the board, optionally into a bag or a hand",
    ),
    (
        &["turn_tile", "rotate_tile", "slide_tile", "shift_tile"],
        "`move_tile(tile, cell, turn)` moves a tile, or turns it in place",
    ),
    (
        &["add_segment", "remove_segment", "add_edge", "set_edge", "change_tile", "set_kind"],
        "`add_part(tile, terrain, sides)` adds a part that `added_parts` declares",
    ),
    (&["swap_tile", "exchange_tile", "flip_tile"], "`replace_tile(tile, kind, turn)` replaces a tile by another one"),
    (
        &["next_seat", "next_player", "end_turn", "skip_turn", "pass_turn"],
        "the flow decides the next seat: `leave()` ends a turn part, `schedule(seat, …)` adds one",
    ),
    (
        &["set_tag", "add_tag", "remove_tag"],
        "tags are printed on tiles and do not change: keep it in a counter, of a feature or with a key, or with a token",
    ),
    (
        &["set_score", "add_score", "add_points", "give_points", "score_points"],
        "points are given by `award(seat, points, book)`, or by a sheet with `pay_sheet`",
    ),
    (
        &["random", "rand", "math_random", "dice", "roll_die"],
        "chance comes from the game: `roll(die)`, or `chance(name, bound)` for a number",
    ),
    (
        &["game_over", "win", "lose", "finish_game", "set_winner"],
        "`end_game()` ends the game; the most points win, `tie_breaks` of the flow come next, unless it names the `winners` \
         or a `result`",
    ),
    (
        &["kick", "eliminate", "eliminate_seat", "eliminate_player", "drop_out", "resign", "knock_out"],
        "`retire(seat)` takes a seat out of the turn order; `in_game(seat)` returns true while it is in the game",
    ),
    (
        &["current_seat", "current_player", "player", "active_player"],
        "`active_seat()` is the seat whose turn part is running",
    ),
    (&["players", "all_seats", "player_count"], "`seats()` lists the seats, `seat_count()` returns their number"),
    (
        &["neighbours", "neighbors", "adjacent"],
        "`cell:neighbours()` lists the cells across its sides, `feature:neighbours(terrain)` lists touching features",
    ),
    (
        &["place", "lay", "put_tile"],
        "`place_tile(kind, cell, turn)` places a tile; `deploy(kind, seat, place)` deploys a figure",
    ),
    (&["remove_figure", "return_figure", "send_home"], "`take_home(figure)` sends a figure back to its supply"),
    (
        &["set_timer", "sleep", "delay", "timer"],
        "games have no clock; `wait()` lets everything on the agenda happen first",
    ),
];

/// Returns the hint for a name that no function or library has, if authors often expect it.
pub(super) fn hint(name: &str) -> Option<&'static str> {
    Some(match name {
        "pairs" | "next" => "iterate over lists with `for _, item in list do`; names have no fixed order",
        "pcall" | "xpcall" => "a rule that fails stops the game, and a script cannot catch the failure",
        "os" | "io" | "debug" | "package" | "loadstring" | "load" | "dofile" => {
            "scripts cannot reach the machine that they run on"
        }
        "coroutine" => "functions that may ask run as coroutines automatically",
        "setmetatable" | "getmetatable" | "rawset" | "rawget" => "scripts have no metatables",
        _ => return WISHES.iter().find(|(names, _)| names.contains(&name)).map(|(_, hint)| *hint),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Receiver, find};

    #[test]
    fn each_name_has_one_hint_and_no_function() {
        let names: Vec<&str> = WISHES.iter().flat_map(|(names, _)| *names).copied().collect();
        for (number, name) in names.iter().enumerate() {
            assert!(!names[..number].contains(name), "`{name}` has two hints");
            assert!(!find(name).any(|function| function.on == Receiver::Global), "`{name}` is a function");
        }
    }
}
