//! Tests placing by rules, the board and its rim, zones, and routes.

use tilewright_core::catalog::id::{EdgeTypeId, TagId};
use tilewright_core::catalog::lattice::{Cell, Turn, Turns};
use tilewright_core::catalog::tile::MayTurn;
use tilewright_core::catalog::{Catalog, Extent, RimCell};

use super::{run_step, run_step_by};

/// Runs `inside` as a step on a board with one cap, whose town opens to the north; the step must not fail.
fn holds(inside: &str, set_up: impl FnOnce(&mut Catalog)) {
    let source = format!("step('probe', function(seat)\n{inside}\naward(seat, 1, 'bonus')\nend)");
    assert_eq!(run_step(&[("base/rules/p.lua", &source)], set_up).scores()[0], 1);
}

#[test]
fn tiles_placed_by_rules_complete_features() {
    holds(
        "local town = cell(0, 0):tile():segments('town')[1]
        assert(#completed_features() == 0)
        assert(could_complete('cap', town) and not could_complete('gate', town) and not could_complete('bend', town))
        place_tile('cap', cell(0, -1), 2, { seat = 1 })
        assert(town:finished() and #completed_features() == 1 and completed_features()[1]:same(town))
        place_tile('bend', cell(5, 5), 0, { free = true })
        assert(cell(5, 5):tile():kind() == 'bend' and #completed_features() == 1)",
        |_| {},
    );
}

#[test]
fn kinds_tell_what_they_show() {
    holds("assert(table.concat(kind('cap'):edges(1), ' ') == 'field town field field')", |_| {});
}

#[test]
fn kinds_tell_what_they_are_made_of() {
    holds(
        "local cap = kind('cap')
        assert(table.concat(cap:turns(), ' ') == '0 1 2 3' and #cap:cells(1) == 1 and cap:cells(1)[1].x == 0)
        local parts = cap:segments(1)
        local town = if parts[1].terrain == 'town' then parts[1] else parts[2]
        assert(#parts == 2 and town.terrain == 'town' and town.cell == 1 and town.tags.flag == nil)
        assert(#town.ports == 1 and town.ports[1].side == 1 and town.ports[1].number == 1)",
        |_| {},
    );
}

#[test]
fn a_kind_is_placed_only_at_its_turns() {
    let only = |c: &mut Catalog| {
        let cap = c.kinds.find("cap").unwrap();
        c.kinds.get_mut(cap).unwrap().may_turn = Some(MayTurn::Only(Turns::NONE.with(Turn(0)).with(Turn(2))));
    };
    holds("assert(#placements('cap') == count_placements('cap') and #placements('cap') == 6)", only);
    holds("assert(table.concat(kind('cap'):turns(), ' ') == '0 2' and #fits('cap', cell(0, 1)) == 1)", only);
    holds("place_tile('cap', cell(5, 5), 2, { free = true })", only);
}

#[test]
#[should_panic(expected = "cap is never placed at this turn: 5,5,1")]
fn rules_do_not_place_it_otherwise() {
    holds("place_tile('cap', cell(5, 5), 1, { free = true })", |c| {
        let cap = c.kinds.find("cap").unwrap();
        c.kinds.get_mut(cap).unwrap().may_turn = Some(MayTurn::Only(Turns::NONE.with(Turn(2))));
    });
}

#[test]
fn ways_lead_from_port_to_port() {
    holds(
        "local town = cell(0, 0):tile():segments('town')[1]
        local port = town:ports()[1]
        assert(#town:ports() == 1 and port.side == 0 and port.number == 1)
        assert(town:meets(0, 1) == nil and town:meets(0, 2) == nil and town:meets(1, 1) == nil and town:meets(0, 0) == nil)
        assert(#town:way(0, 1) == 0)
        place_tile('cap', cell(0, -1), 2)
        local other = cell(0, -1):tile():segments('town')[1]
        assert(town:meets(0, 1) == other and other:meets(2, 1) == town)
        local way = town:way(0, 1)
        assert(#way == 1 and way[1].segment == other and way[1].side == nil)",
        |_| {},
    );
}

#[test]
fn the_neighbours_of_a_cell_come_clockwise_and_exist() {
    let bounded = |c: &mut Catalog| {
        c.board.extent = Extent::Bounded { min: Cell::new(0, -1), max: Cell::new(1, 1) };
    };
    holds(
        "local cells = cell(0, 0):neighbours()
        assert(#cells == 3 and cells[1] == cell(0, -1) and cells[2] == cell(1, 0) and cells[3] == cell(0, 1))",
        bounded,
    );
    holds("assert(#cell(3, 4):neighbours() == 4)", |_| {});
}

#[test]
#[should_panic(expected = "arguments are missing")]
fn the_neighbours_of_a_feature_are_of_one_terrain() {
    holds("cell(0, 0):tile():segments('town')[1]:neighbours()", |_| {});
}

#[test]
fn placements_are_listed() {
    holds(
        "local all = placements('cap')
        assert(#all == count_placements('cap') and #all == 10)
        assert(all[1].cell == cell(0, -1) and all[1].turn == 2 and all[1].key == '0,-1,2')
        assert(#placements_at('cap', cell(1, 0)) == 3 and #fits('cap', cell(1, 0)) == 3)
        assert(#placements_at('cap', cell(4, 4)) == 0)
        local would = if_placed('cap', cell(0, -1), 2)
        assert(would.features[1].terrain == 'town' and would.features[1].finished)
        assert(ask_place(seat, 'cap', { cell(4, 4) }) == nil)",
        |_| {},
    );
    let source = "step('probe', function(seat)
        local at = ask_place(seat, 'cap', { cell(1, 0), cell(0, -1) }, 'where')
        place_tile('cap', at.cell, at.turn)
        award(seat, 10 * at.cell:x() + at.turn, 'bonus')
    end)";
    let take = |ask: &str| (ask == "where").then_some("1,0,2");
    assert_eq!(run_step_by(&[("base/rules/p.lua", source)], |_| {}, take).scores(), [12, 0]);
}

#[test]
fn the_board_has_bounds_and_a_rim() {
    let bounded = |c: &mut Catalog| {
        c.board.extent = Extent::Bounded { min: Cell::new(-1, -1), max: Cell::new(1, 1) };
        let tags = vec![(TagId(0), 2)];
        c.board.rim.push(RimCell { cell: Cell::new(2, 0), edge: EdgeTypeId(0), name: "E1".into(), tags });
    };
    holds(
        "local is = extent()
        assert(is.shape == 'bounded' and is.west == -1 and is.east == 1 and is.width == 3 and is.height == 3)
        assert(not cell(2, 0):exists())
        local edge = rim()[1]
        assert(edge.name == 'E1' and edge.cell == cell(2, 0) and edge.edge == 'field' and edge.tags.flag == 2)
        assert(cell(2, 0):edge(3) == 'field' and cell(0, 0):edge(0) == 'town' and cell(1, 1):edge(0) == nil)
        local bounds = board_bounds()
        assert(bounds.west == 0 and bounds.east == 0 and bounds.north == 0 and bounds.south == 0)
        assert(#free_cells() == 8 and free_cells()[1] == cell(-1, -1) and free_cells()[5] == cell(1, 0))
        assert(cell(0, -1):known_sides() == 1 and cell(1, 0):known_sides() == 2 and cell(1, 1):known_sides() == 0)
        assert(#reached_cells('town') == 8)
        assert(rim('open')[1] == edge and table.isfrozen(edge) and table.isfrozen(edge.tags))
        assert(#enclosed_cells('town') == 0 and #cell(0, 0):ways() == 4 and #cell(0, 2):ways() == 1)
        assert(#cell(0, 0):ways('town') == 1 and cell(0, 0):ways('town')[1] == cell(0, -1))
        assert(#cell(1, 1):ways('town') == 2, 'where no tile lies all sides are open')
        assert(#open_segments('town') == 1 and open_segments('town')[1]:cell() == cell(0, 0))
        local town, over = open_segments('town')[1], { terrains = { 'field' } }
        assert(#town:routes('flag') == 0 and #affordable({ town }, 9, 'flag') == 0)
        place_tile('cap', cell(1, 0), 0)
        assert(#rim('open') == 0 and #enclosed_cells('town') == 7)
        local west, east = cell(0, 0):tile():segments('field')[1], cell(1, 0):tile():segments('field')[1]
        local ways = west:routes('flag', over)
        assert(#ways == 1 and ways[1].key == 'bank=2' and ways[1].way[2] == east)
        local some = { west, town, east }
        assert(#affordable(some, 1, 'flag', over) == 0)
        assert(affordable(some, 2, 'flag', over)[1] == west and affordable(some, 2, 'flag', over)[2] == east)
        over.price = { [east] = { 0, 3 } }
        assert(#affordable(some, 4, 'flag', over) == 0 and #affordable(some, 5, 'flag', over) == 2)
        over.price = function(s) if s == west then return false end end
        assert(#affordable(some, 2, 'flag', over) == 1 and #affordable(some, 0, { west, east }, over) == 1)
        assert(#affordable(some, 1, function(s) return s ~= town and 1 or nil end, over) == 1)
        assert(#reached_cells('town') == 0, 'the only way in leads over its field')
        assert(#reached_cells('field') == 7)
        grow_board('west', 2)
        assert(extent().west == -3 and cell(-3, 0):exists() and #placements_at('cap', cell(-1, 0)) == 3)
        resize(cell(1, 4), cell(-4, -4))
        assert(extent().width == 6)",
        bounded,
    );
    holds("assert(extent().shape == 'unbounded')", |_| {});
}

#[test]
fn segments_zones_and_ranks_are_told() {
    holds(
        "place_tile('bend', cell(0, 1), 0)
        local road = cell(0, 1):tile():segments('road')[1]
        assert(road:name() == 'road:S.W' and #road:sides() == 2 and road:sides()[1] == 2 and road:sides()[2] == 3)
        assert(zone_slots('castle') == 3 and zone_tag('castle', 2, 'inn') == 4 and zone_tag('castle', 1, 'inn') == 0)
        deploy('follower', 1, 'castle', 3)
        deploy('follower', 0, 'castle', 1)
        assert(zone_figures('castle')[1]:slot() == 1 and zone_figures('castle')[2]:owner() == 1)
        assert(#ranking() == 1 and #ranking()[1] == 2)
        award(1, 5, 'bonus')
        assert(#ranking() == 2 and ranking()[1][1] == 1)",
        |c| {
            let castle = c.zones.ids().next().unwrap();
            c.zones.get_mut(castle).unwrap().tags.push((2, TagId(1), 4));
        },
    );
}

#[test]
fn ways_have_prices_for_each_receiver() {
    holds(
        "place_tile('gate', cell(0, -1), 0)
        place_tile('cap', cell(0, -2), 2)
        local from = cell(0, 0):tile():segments('town')[1]
        local gate = cell(0, -1):tile():segments('town')[1]
        local far = cell(0, -2):tile():segments('town')[1]
        local ways = from:routes({ far })
        assert(#ways == 1 and ways[1].key == 'free' and #ways[1].way == 3 and ways[1].way[2] == gate)
        ways = from:routes(function(s) if s == far then return 'bank', 2 end return s == gate end, {
            price = function(s) if s == gate then return 1, 3, 'bank', 1 end end,
        })
        assert(#ways == 1 and ways[1].key == 'bank=1,seat1=3' and ways[1].total == 4)
        assert(ways[1].seats[2] == 3 and ways[1].seats[1] == 0 and ways[1].bank == 1)
        assert(#from:routes({ far }, { price = function(s) return s ~= gate end }) == 0)
        assert(#from:routes({ far }, { without = { 'flag' } }) == 0)
        ways = from:routes({ [far] = 2, [gate] = true }, { price = { [gate] = { 1, 3, 'bank', 1 } } })
        assert(#ways == 1 and ways[1].key == 'bank=1,seat1=3', 'ending on the gate costs nobody more')
        ways = from:routes({ [far] = 2 }, { price = { [gate] = { 1, 3, 'bank', 1 } } })
        assert(#ways == 1 and ways[1].key == 'bank=3,seat1=3' and #ways[1].way == 3)
        assert(#from:routes({ [far] = 2 }, { price = { [gate] = false } }) == 0)
        assert(#from:routes({ [far] = false }) == 0)",
        |_| {},
    );
}

#[test]
fn figures_that_share_a_place_are_told_apart_by_seat_kind_and_number() {
    let source = "step('probe', function(seat)
        local town = cell(0, 0):tile():segments('town')[1]
        for _, owner in { 0, 1, 0 } do deploy('follower', owner, town) end
        deploy('follower', 1, 'castle', 1)
        local list = figures_on_board()
        table.insert(list, zone_figures('castle')[1])
        award(ask(seat, 'one', list):owner(), 1, 'bonus')
        award(ask(seat, 'two', list):owner(), 10, 'bonus')
        award(ask(seat, 'three', list):owner(), 100, 'bonus')
    end)";
    let take = |ask: &str| match ask {
        "one" => Some("0,0:town:N:seat1:follower"),
        "two" => Some("castle:1"),
        "three" => Some("0,0:town:N:seat0:follower:2"),
        _ => None,
    };
    assert_eq!(run_step_by(&[("base/rules/p.lua", source)], |_| {}, take).scores(), [100, 11]);
}

#[test]
fn a_figure_on_a_feature_stands_where_the_key_of_the_feature_says() {
    holds(
        "place_tile('cap', cell(0, -1), 2)
        local town = cell(0, 0):tile():segments('town')[1]:feature()
        assert(town:key() == '0,-1:town:S')
        local figure = deploy('follower', seat, town)
        assert(figure:key() == town:key())
        move(figure, cell(9, 9))
        assert(figure:cell() == cell(9, 9) and figure:key() == '9,9')
        move_token('ship', town)
        assert(token('ship'):key() == town:key())",
        |_| {},
    );
}

#[test]
fn a_segment_tells_what_it_touches_and_what_lies_across_a_side() {
    holds(
        "place_tile('cap', cell(0, -1), 2)
        place_tile('bend', cell(5, 5), 0, { free = true })
        local town, field = cell(0, 0):tile():segments()[1], cell(0, 0):tile():segments()[2]
        assert(#town:touching() == 1 and town:touching()[1] == field and #town:touching('road') == 0)
        assert(#town:across(0) == 1 and town:across(0)[1] == cell(0, -1):tile():segments('town')[1])
        assert(#town:across(2) == 0 and #field:across(2) == 0)
        local road = cell(5, 5):tile():segments('road')[1]
        assert(#road:touching('field') == 2 and #road:touching() == 2)",
        |_| {},
    );
}

#[test]
fn rows_neighbours_and_figures_are_asked_for_at_once() {
    let probe = "step('probe', function(seat)
        place_tile('gate', cell(0, -1), 0)
        place_tile('cap', cell(0, -2), 2)
        wait()
        local cap, far = cell(0, 0):tile(), cell(0, -2):tile()
        local town, field = cap:segments('town')[1], cap:segments('field')[1]
        assert(town:feature():lies_on(far) and town:lies_on(cap) and not field:feature():lies_on(far))
        local row = cell(0, 0):row(0, 9)
        assert(#row == 2 and row[2] == far and #cell(0, 0):row(0, 1) == 1 and #cell(0, 0):row(1, 9) == 0)
        assert(cell(0, 0):side_to(cell(0, -1)) == 0 and cell(0, 0):side_to(cell(-1, 0)) == 3)
        assert(not cell(0, 0):side_to(cell(0, -2)) and not cell(0, 0):side_to(cell(0, 0)))
        local one = deploy('follower', seat, town)
        local two = deploy('follower', seat, field)
        move(deploy('follower', 1, far:segments('town')[1]), 'castle', 1)
        move(deploy('follower', seat, far:segments('field')[1]), cell(0, -1))
        wait()
        local all = claiming_figures()
        assert(#all == 2 and all[1] == one and all[2] == two and #figures_on_board() == 3)
        assert(#claiming_figures(1) == 0 and #claiming_figures(seat, 'town') == 1 and claiming_figures(nil, 'field')[1] == two)
        assert(features('town', 'claimed')[1] == town:feature() and #features('town', 'unfinished') == 0)
        assert(#features('town', 'open') == 0 and #features('town', 'finished') == 1 and #features('field', 'unfinished') == #features('field'))
    end)";
    run_step(&[("base/rules/p.lua", probe)], |_| {});
}

#[test]
fn a_feature_tells_where_it_can_go_on() {
    let probe = "step('probe', function(seat)
        local gate = cell(0, 0):tile():segments('town')[1]
        local open = gate:open_ends()
        assert(#open == 2 and open[1].segment == gate and open[1].side == 0 and open[1].cell == cell(0, -1))
        assert(open[2].side == 2 and open[2].cell == cell(0, 1))
        place_tile('cap', cell(0, -1), 2)
        place_tile('cap', cell(0, 1), 0)
        wait()
        assert(#gate:feature():open_ends() == 0)
    end)";
    run_step(&[("base/rules/p.lua", probe)], |c| c.board.presets[0].kind = c.kinds.find("gate").unwrap());
}
