//! Compares the places for figures that rules receive, the options of the step `deploy`, and a plain search of the
//! board.

use std::collections::BTreeSet;

use tilewright_core::catalog::Claim;
use tilewright_core::catalog::id::{FigureKindId, SegmentId};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Session;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::decision::{Options, Pick};
use tilewright_core::state::effect::Place;
use tilewright_kit::packs::load::{Loaded, Request, load_from};
use tilewright_pack::World;

use crate::pond::errors;

/// Figures with all kinds of claims, on paths and lakes surrounded by heath.
const PACK: &str = r#"Pack(
    id: "camps", version: "1.0.0", format: 1, title: "Camps", authors: ["A"], licence: "MIT", seats: (2, 3),
    terrains: [(id: heath, ground: true), (id: path, complete: closed), (id: lake, complete: closed)],
    edges: [(id: heath, ports: [heath, heath]), (id: path, ports: [heath, path, heath]), (id: lake, ports: [lake])],
    figures: [
        (id: ranger, supply: 4, on: [path, lake]), (id: mate, supply: 3, weight: 0, on: [path, lake, heath], claim: own),
        (id: bird, supply: 2, weight: 0, on: [lake], claim: any, unfinished: true), (id: flag, supply: 9, on: []),
    ],
    bags: [tiles],
    tiles: [
        (id: "Shore", count: 12, edges: (n: lake, e: path, s: heath, w: path), parts: [lake(at: [N]), path(at: [E, W])]),
        (id: "Bay", count: 12, edges: (n: lake, e: lake, s: path, w: heath), parts: [lake(at: [N, E]), path(at: [S], into: end)]),
        (id: "Camp", count: 12, edges: (n: path, e: heath, s: heath, w: heath), parts: [path(at: [N], into: end)]),
    ],
    board: (presets: [(tile: "Shore", from: tiles)]),
    flow: (
        turn: [draw(from: tiles), place, script(name: "tell"), deploy(figures: [mate, ranger, bird])],
        ends_with: [tiles],
    ),
    rules: [(use: "telling")],
)"#;

const TELLING: &str = r#"--- Tells what the next step will offer, and what each seat could do on every segment.

local function told(list)
    local keys = {}
    for _, way in list do table.insert(keys, way.kind .. ":" .. way.segment:name()) end
    return table.concat(keys, " ")
end

step("tell", function(seat)
    note("step", told(deployable(placed_tile(), seat, { "mate", "ranger", "mate", "bird" })))
    note("bird", told(deployable(placed_tile(), seat, { "bird" })))
    for _, tile in tiles_on_board() do
        for other = 0, side_count() // 4 do
            local each = {}
            for _, segment in tile:segments() do
                for _, kind in segment:deployable(other) do table.insert(each, kind .. ":" .. segment:name()) end
            end
            -- The same whether asked tile by tile or segment by segment; flags stand on nothing.
            table.sort(each)
            local all = {}
            for _, way in deployable(tile, other) do table.insert(all, way.kind .. ":" .. way.segment:name()) end
            table.sort(all)
            assert(table.concat(each, " ") == table.concat(all, " "))
        end
    end
end)
"#;

fn camps() -> Loaded {
    let mut world = World::default();
    world.add_file("camps", "pack.ron", PACK);
    world.add_file("camps", "rules/telling.lua", TELLING);
    let loaded = load_from(&world, &Request { lints: false, ..Request::new(["camps"]) });
    assert!(loaded.is_playable(), "{:?}", errors(&loaded));
    loaded
}

/// True if a figure may be deployed on a segment, by checking all figures on all segments of its feature.
fn may(game: &Game, figure: FigureKindId, seat: Seat, segment: SegmentId) -> bool {
    let (catalog, board) = (game.catalog(), game.board());
    let spec = &catalog.figures[figure];
    let members: BTreeSet<SegmentId> = board.features().members(segment).collect();
    let claims = |own: bool| {
        game.figures().any(|(_, other)| {
            matches!(other.place, Some(Place::Segment(at)) if members.contains(&at))
                && catalog.figures[other.kind].weight > 0
                && (!own || other.seat == seat)
        })
    };
    let standing = game.figures().filter(|(_, other)| other.kind == figure && other.seat == seat).count();
    standing < usize::from(spec.supply)
        && spec.on.contains(&board.terrain(segment))
        && match spec.claim {
            Claim::Unclaimed => !claims(false),
            Claim::Own => claims(true),
            Claim::Any => true,
        }
        && !(spec.unfinished && board.features().open_sides(segment) == 0)
}

#[test]
fn rules_are_told_what_the_step_deploy_offers() {
    let loaded = camps();
    let (mut compared, mut left_out) = (0, 0);
    for seed in 0..12 {
        let mut session = Session::new(loaded.machine_for(2).unwrap(), 2, seed).unwrap();
        session.start().unwrap();
        let mut chance = Generator::new(seed);
        while let Some(decision) = session.decision() {
            if let Options::Deploy { .. } = decision.options {
                let game = session.game();
                let catalog = game.catalog();
                let all = game.board().features().segment_bound() as u32;
                let placed = game.turn_part().and_then(|part| part.tile).unwrap();
                let told: Vec<&str> = session.notes().map(|note| &*note.text).collect();
                let last = |name: &str| told.iter().rev().find_map(|text| text.strip_prefix(name)).unwrap().trim();
                let offered: Vec<String> = (decision.options.iter(game))
                    .filter(|pick| matches!(pick, Pick::Deploy { .. }))
                    .map(|pick| decision.options.key(game, pick))
                    .collect();
                assert_eq!(last("step"), offered.join(" "));
                let mut found = BTreeSet::new();
                for figure in ["mate", "ranger", "bird"].map(|name| catalog.figures.find(name).unwrap()) {
                    for segment in (0..all).map(SegmentId) {
                        if game.board().features().tile_of(segment) == placed
                            && may(game, figure, decision.seat, segment)
                        {
                            found.insert(game.pick_key(Pick::Deploy { figure, segment }));
                        }
                    }
                }
                assert_eq!(offered.iter().cloned().collect::<BTreeSet<_>>(), found, "seed {seed}");
                let birds = offered.iter().filter(|key| key.starts_with("bird")).cloned().collect::<Vec<_>>();
                assert_eq!(last("bird"), birds.join(" "));
                compared += offered.len();
                let segments = catalog.kinds[game.board().tile(placed).unwrap().kind].segments.len();
                left_out += 3 * segments - offered.len();
            }
            let pick = decision.options.get(session.game(), chance.below(decision.options.count())).unwrap();
            session.answer(pick).unwrap();
        }
    }
    assert!(compared > 200 && left_out > 200, "{compared} options compared, {left_out} that are none");
}
