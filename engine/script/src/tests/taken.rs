//! Tests tiles that rules take up, move and replace, and the events for these changes.

use super::run_step;

/// Runs `inside` as a step on a board with one cap, with other functions in the module; the step must not fail.
fn holds(functions: &str, inside: &str) {
    let source = format!("{functions}\nstep('probe', function(seat)\n{inside}\naward(seat, 1, 'bonus')\nend)");
    assert_eq!(run_step(&[("base/rules/p.lua", &source)], |_| {}).scores()[0], 1);
}

#[test]
fn a_tile_goes_into_a_hand_a_bag_or_out_of_the_game() {
    holds(
        "",
        "local town = cell(0, 0):tile():segments('town')[1]
        place_tile('cap', cell(0, -1), 2)
        local other = cell(0, -1):tile()
        assert(town:finished() and #completed_features() == 1)
        take_up(other, { hand = 1, reason = 'storm' })
        assert(not other:on_board() and cell(0, -1):tile() == nil and hand(1)[1] == 'cap')
        assert(not town:finished() and town:tiles() == 1 and #completed_features() == 0)
        place_tile('cap', cell(0, -1), 2)
        assert(town:finished() and #completed_features() == 1 and #tiles_on_board() == 2)
        local before = #set_aside()
        take_up(cell(0, -1):tile())
        assert(#set_aside() == before + 1 and #tiles_on_board() == 1)",
    );
}

#[test]
fn a_moved_tile_stays_the_same() {
    holds(
        "",
        "place_tile('cap', cell(0, -1), 2)
        local tile = cell(0, -1):tile()
        local figure = deploy('follower', seat, tile:segments('town')[1])
        assert(table.concat(fits_if_moved(tile, cell(0, -1)), ' ') == '2')
        assert(#fits_if_moved(tile, cell(5, 5)) == 0 and #fits_if_moved(tile, cell(5, 5), { free = true }) == 4)
        move_tile(tile, cell(5, 5), 1, { free = true })
        assert(tile:on_board() and tile:cell() == cell(5, 5) and tile:turn() == 1)
        assert(figure:cell() == cell(5, 5) and tile:segments('town')[1]:feature():claim_of(seat) == 1)
        assert(#fits_if_moved(tile, tile:cell()) == 4)",
    );
}

#[test]
fn what_happens_is_told_in_order() {
    holds(
        "on('taken_up', { kind = 'gate', reason = 'storm' }, function(ev)
            assert(ev.kind == 'gate' and ev.cell == cell(0, -1) and ev.turn == 0 and ev.hand == nil)
            count('gold', 1, ev.seat)
        end)
        on('parted', { terrain = 'field' }, function(ev)
            assert(not ev.feature:same(ev.rest))
            count('gold', 10, ev.seat)
        end)
        on('took_home', { reason = 'storm' }, function(ev)
            assert(ev.feature == nil)
            count('gold', 100, ev.seat)
        end)
        on('tile_moved', function(ev)
            assert(ev.from == cell(5, 5) and ev.cell == cell(6, 6) and ev.turned == 3)
            count('gold', 1000, ev.seat)
        end)",
        "place_tile('gate', cell(0, -1), 0)
        place_tile('cap', cell(0, -2), 2)
        deploy('follower', seat, cell(0, -1):tile():segments('town')[1])
        wait()
        local before = counter('gold', seat)
        take_up(cell(0, -1):tile(), { reason = 'storm' })
        wait()
        assert((counter('gold', seat) - before) % 10 == 1 and (counter('gold', seat) - before) // 100 == 1)
        place_tile('cap', cell(5, 5), 0, { free = true })
        move_tile(cell(5, 5):tile(), cell(6, 6), 3, { free = true })
        wait()
        assert((counter('gold', seat) - before) // 1000 == 1)",
    );
}

#[test]
fn rules_may_act_instead() {
    holds(
        "replace('take_up', { kind = 'cap' }, function(ev)
            assert(ev.tile:on_board() and ev.by == nil)
            return ev.reason ~= 'storm'
        end)
        replace('move_tile', function(ev)
            assert(ev.cell == cell(5, 5))
            move_tile(ev.tile, cell(7, 7), ev.turn, { free = true })
        end)",
        "place_tile('cap', cell(0, -1), 2)
        take_up(cell(0, -1):tile())
        assert(cell(0, -1):tile())
        take_up(cell(0, -1):tile(), { reason = 'storm' })
        assert(not cell(0, -1):tile())
        place_tile('gate', cell(0, -1), 0)
        local gate = cell(0, -1):tile()
        move_tile(gate, cell(5, 5), 0, { free = true })
        assert(gate:cell() == cell(7, 7))
        replace_tile(gate, 'cap', 1, { reason = 'storm' })
        assert(not gate:on_board() and cell(7, 7):tile():kind() == 'cap' and cell(7, 7):tile():turn() == 1)",
    );
}

#[test]
#[should_panic(expected = "its tile was taken up or is covered")]
fn what_is_gone_cannot_be_asked() {
    holds("", "local tile = cell(0, 0):tile() local town = tile:segments('town')[1] take_up(tile) town:tiles()");
}

#[test]
#[should_panic(expected = "its tile was taken up or is covered")]
fn a_tile_that_is_gone_cannot_be_taken_up_again() {
    holds("", "local tile = cell(0, 0):tile() take_up(tile) take_up(tile)");
}

#[test]
#[should_panic(expected = "cap does not fit at 0,-1,0")]
fn a_tile_is_not_turned_against_its_neighbours() {
    holds("", "place_tile('cap', cell(0, -1), 2) move_tile(cell(0, -1):tile(), cell(0, -1), 0)");
}

#[test]
fn a_tile_is_replaced_at_the_turns_at_which_another_fits() {
    holds(
        "",
        "place_tile('cap', cell(0, -1), 2)
        local tile = cell(0, -1):tile()
        assert(table.concat(fits_if_replaced(tile, 'gate'), ' ') == '0 2')
        assert(#fits_if_replaced(tile, 'shrine') == 0)
        replace_tile(tile, 'gate', 2)
        assert(not tile:on_board() and cell(0, -1):tile():kind() == 'gate')",
    );
}

#[test]
fn the_cells_around_a_cell_come_in_reading_order() {
    holds(
        "",
        "local around = cell(3, 4):around()
        assert(#around == 8 and around[1] == cell(2, 3) and around[2] == cell(3, 3) and around[8] == cell(4, 5))",
    );
}

#[test]
fn amended_claims_are_those_that_everybody_sees() {
    holds(
        "amend_claims('town', function(town, claims)
            assert(town:holds(0) and town:claim_of(1) == 0)
            claims[1] = claims[0] + 2
        end)
        amend_claims('town', function(town, claims) claims[1] += 1 end)
        amend_claims('road', function() error('this is not a road') end)",
        "local town = cell(0, 0):tile():segments('town')[1]
        deploy('follower', 0, town)
        assert(town:claim_of(0) == 1 and town:claim_of(1) == 4 and town:claimed())
        assert(#town:holders() == 1 and town:holders()[1] == 1 and town:holds(1) and not town:holds(0))",
    );
}
