//! Tests tiles that rules place on others, and the queries about them.

use super::run_step;

/// Runs `inside` as a step on a board with one cap, with other functions in the module; the step must not fail.
fn holds(functions: &str, inside: &str) {
    let source = format!("{functions}\nstep('probe', function(seat)\n{inside}\naward(seat, 1, 'bonus')\nend)");
    assert_eq!(run_step(&[("base/rules/p.lua", &source)], |_| {}).scores()[0], 1);
}

#[test]
fn a_tile_covers_another_and_lets_it_be_seen_again() {
    holds(
        "",
        "local under = cell(0, 0):tile()
        local town = under:segments('town')[1]
        local figure = deploy('follower', seat, town)
        local turn = (under:turn() + 2) % 4
        place_tile('cap', cell(0, 0), under:turn(), { over = true, reason = 'flood' })
        local over = cell(0, 0):tile()
        assert(over ~= under and over:level() == 1 and under:level() == 0 and over:kind() == 'cap')
        assert(under:covered() and not over:covered() and under:on_board())
        assert(#over:tiles_under() == 1 and over:tiles_under()[1] == under and #under:tiles_under() == 0)
        assert(cell(0, 0):height() == 2 and cell(5, 5):height() == 0)
        assert(#cell(0, 0):pile() == 2 and cell(0, 0):pile()[1] == under and cell(0, 0):pile()[2] == over)
        assert(#under:segments() == 0 and #over:segments('town') == 1 and not figure:on_board())
        assert(#tiles_on_board() == 2)
        move_tile(over, cell(0, 0), turn, { over = true })
        assert(over:level() == 1 and over:turn() == turn)
        assert(#fits_if_moved(over, cell(0, -1)) > 0 and #fits_if_moved(under, cell(0, 0)) == 0)
        take_up(over)
        assert(cell(0, 0):height() == 1 and cell(0, 0):tile() == under and town:feature():tiles() == 1)",
    );
}

#[test]
fn covering_is_told() {
    holds(
        "on('covered', { kind = 'cap' }, function(ev)
            assert(ev.cell == cell(0, 0) and ev.reason == 'flood' and ev.tile:covered() and ev.tile:level() == 0)
            count('gold', 1, ev.seat)
        end)
        on('uncovered', function(ev)
            assert(ev.cell == cell(0, 0) and not ev.tile:covered())
            count('gold', 10, ev.seat)
        end)",
        "place_tile('cap', cell(0, 0), 0, { over = true, reason = 'flood' })
        wait()
        take_up(cell(0, 0):tile())",
    );
}

#[test]
fn what_is_covered_says_so() {
    let source = "step('probe', function(seat)
        local under = cell(0, 0):tile()
        local town = under:segments('town')[1]
        place_tile('cap', cell(0, 0), 0, { over = true })
        town:finished()
    end)";
    let said = std::panic::catch_unwind(|| run_step(&[("base/rules/p.lua", source)], |_| {}));
    let said = said.unwrap_err();
    let said = said.downcast_ref::<String>().cloned().unwrap_or_default();
    assert!(said.contains("is covered"), "{said}");
}
