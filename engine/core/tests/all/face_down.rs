//! Tests face-down tiles: random boards on which they are placed, turned over and taken up, and games in which seats
//! look at them, with undo, replay and sampling.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::flow::StepKind;
use tilewright_core::catalog::footing::PlacementPermissions;
use tilewright_core::catalog::id::{BagId, SegmentId, TerrainId, TileId, TileKindId};
use tilewright_core::catalog::lattice::{Cell, MAX_SIDES, Planes, Side, Turn};
use tilewright_core::catalog::seat::{Seat, SeatSet};
use tilewright_core::catalog::tile::{EdgeType, Port, Segment, TileCell, TileKind};
use tilewright_core::fixture::drawing::{kind_of, name};
use tilewright_core::fixture::rulebook::{ask, finish};
use tilewright_core::fixture::samples::{HEATH, PATH, WELL, fair, heath, hexes, triangles};
use tilewright_core::fixture::{Sample, answer, lay, play, step};
use tilewright_core::machine::Stop;
use tilewright_core::state::Game;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::effect::{Effect, Place, TileDestination};
use tilewright_core::state::happening::Happening;
use tilewright_core::verify;

use crate::undone::PositionSnapshot;

const ME: Seat = Seat(0);
const YOU: Seat = Seat(1);

/// Gives each kind a back: alternately a veil, which all edges meet, and an empty well, which has edges like any tile
/// and a segment that can be complete.
fn veil(catalog: &mut Catalog) {
    let edge = EdgeType { ports: vec![HEATH], wildcard: true, ..EdgeType::default() };
    let edge = catalog.edges.add(name("veil"), edge).unwrap();
    let ports = catalog.lattice.sides_at((0, 0)).map(|side: Side| Port { side, index: 0 }).collect();
    let segments = vec![Segment { terrain: HEATH, ports, ..Segment::default() }];
    let cells = vec![TileCell { offset: (0, 0), edges: [edge; MAX_SIDES] }];
    let kinds: Vec<TileKindId> = catalog.kinds.ids().collect();
    let veil = catalog.kinds.add(name("veil"), TileKind { cells, segments, ..TileKind::default() }).unwrap();
    let well = catalog.kinds[kind_of(catalog, "well")].clone();
    let cover = catalog.kinds.add(name("cover"), well).unwrap();
    for (number, kind) in kinds.into_iter().enumerate() {
        catalog.kinds.get_mut(kind).unwrap().back = Some(if number % 2 == 0 { veil } else { cover });
    }
}

fn some_tile(game: &Game, chance: &mut Generator) -> Option<TileId> {
    let count = game.board().tiles().len() as u32;
    (count > 0).then(|| game.board().numbered_tiles().nth(chance.below(count) as usize).unwrap().0)
}

fn some_effect(game: &Game, chance: &mut Generator) -> Option<Effect> {
    let (seat, sides) = (Seat(chance.below(2) as u8), game.catalog().lattice.side_count() as u32);
    let known_to: SeatSet = [ME, YOU].into_iter().filter(|_| chance.below(3) == 0).collect();
    let turn = Turn(chance.below(sides) as u8);
    let hidden = game.all_face_down().get(chance.below(8) as usize).map(|hidden| hidden.tile);
    let is_full = game.board().tiles().len() > 14;
    Some(match chance.below(if is_full { 7 } else { 12 }) {
        0 => Effect::TurnUp { seat, tile: hidden?, turn, reason: None },
        1..=2 => Effect::TurnDown { seat, tile: some_tile(game, chance)?, turn, known_to, reason: None },
        3 => {
            let to = [TileDestination::Aside, TileDestination::Hand(seat), TileDestination::Bag(BagId(0))]
                [chance.below(3) as usize];
            Effect::TakeUp { seat, tile: some_tile(game, chance)?, to, reason: None }
        }
        4 => {
            let tile = some_tile(game, chance)?;
            let cell = Cell::new(chance.below(5) as i16, chance.below(5) as i16);
            Effect::MoveTile {
                seat,
                tile,
                cell,
                turn,
                footing: PlacementPermissions { free: true, over: true },
                reason: None,
            }
        }
        5 => Effect::Look { seat, tile: hidden? },
        6 => {
            let segments: Vec<SegmentId> = game.board().features().segments().collect();
            let place = Place::Segment(*segments.get(chance.below(segments.len().max(1) as u32) as usize)?);
            Effect::Deploy { seat, figure: game.catalog().figures.ids().next()?, place }
        }
        _ => {
            let kinds = game.catalog().kinds.len() as u32;
            let kind = TileKindId(chance.below(kinds) as u16);
            let shown = game.catalog().kinds[kind].back.unwrap_or(kind);
            let over = game.board().list_placements_over(shown, Planes::ALL);
            let count = game.board().count_placements(shown, Planes::ALL);
            let (cell, turn) = match chance.below(4) {
                0 if !over.is_empty() => over[chance.below(over.len() as u32) as usize],
                _ if count > 0 => game.board().get_placement(shown, Planes::ALL, chance.below(count)).unwrap(),
                _ => (Cell::new(0, 0), turn),
            };
            let footing = PlacementPermissions { free: true, over: true };
            Effect::PlaceFaceDown { seat, kind, cell, turn, footing, known_to, reason: None }
        }
    })
}

/// Returns the number of tiles of each kind, by their true kinds, in all places.
fn count_tiles(game: &Game) -> Vec<usize> {
    let mut held = vec![0; game.catalog().kinds.len()];
    for (tile, placed) in game.board().numbered_tiles() {
        held[game.face_down(tile).map_or(placed.kind, |hidden| hidden.kind).0 as usize] += 1;
    }
    let in_hands = [ME, YOU].into_iter().flat_map(|seat| game.hand(seat));
    in_hands.chain(game.set_aside().iter().copied()).for_each(|kind| held[kind.0 as usize] += 1);
    for kind in game.catalog().kinds.ids() {
        held[kind.0 as usize] += game.bag(BagId(0)).count(kind) as usize;
    }
    held
}

#[test]
fn a_board_on_which_tiles_are_turned_over_is_as_if_joined_from_scratch() {
    for (called, sample) in [("heath", heath()), ("hexes", hexes()), ("triangles", triangles()), ("fair", fair())] {
        let sample = sample.with(veil);
        let mut chance = Generator::new(11);
        let (mut game, mut done, mut up, mut down, mut unfit) = (sample.game(2), 0, 0, 0, 0);
        while done < 6_000 {
            if done % 300 == 0 {
                game = Game::new(sample.catalog.clone(), 2, done, Default::default()).unwrap();
                game.keep_journal(true);
            }
            let Some(effect) = some_effect(&game, &mut chance) else { continue };
            let (before, mark, hidden) = (count_tiles(&game), game.fingerprint(), game.all_face_down().len());
            let (fits, cell) = match effect {
                Effect::TurnUp { tile, turn, .. } => {
                    (game.turns_if_turned_up(tile).contains(&turn), game.board().tile(tile).map(|placed| placed.cell))
                }
                _ => (true, None),
            };
            if game.effect(effect.clone()).is_err() {
                assert_eq!(game.fingerprint(), mark, "{called}: {effect:?} was refused");
                continue;
            }
            done += 1;
            let wrong = |wrong: String| panic!("{called}, change {done}, {effect:?}: {wrong}");
            verify::compare_with_rebuilt(game.board()).unwrap_or_else(wrong);
            verify::position(&game).unwrap_or_else(wrong);
            let made = usize::from(matches!(effect, Effect::PlaceFaceDown { .. }));
            assert_eq!(
                count_tiles(&game).iter().sum::<usize>(),
                before.iter().sum::<usize>() + made,
                "{called}: {effect:?}"
            );
            match effect {
                Effect::TurnUp { tile, .. } => {
                    up += 1;
                    unfit += u32::from(!fits);
                    assert_eq!((game.all_face_down().len(), game.board().tile(tile)), (hidden - 1, None));
                    assert!(game.board().tile_at(cell.unwrap()).is_some());
                }
                Effect::TurnDown { .. } => {
                    down += 1;
                    assert_eq!((game.all_face_down().len(), count_tiles(&game)), (hidden + 1, before));
                }
                _ => {}
            }
        }
        assert!(up > 300 && down > 150 && unfit > 50, "{called}: {up} up, {down} down, {unfit} met nothing");
    }
}

/// Returns a game with all features in which tiles are placed face down, looked at, turned over and taken up again in
/// the middle of a step.
pub(crate) fn crypt() -> Sample {
    let dig = |catalog: &mut Catalog| {
        veil(catalog);
        catalog.flow.turn.insert(0, step("dig", StepKind::Script));
    };
    fair().with(dig).with_rules(|rules| {
        rules.step("dig", |game, seat, came| {
            let hidden: Vec<TileId> = game.all_face_down().iter().map(|hidden| hidden.tile).collect();
            let at = hidden.get(game.turns() as usize % hidden.len().max(1)).copied();
            match (came, at) {
                ([], Some(tile)) if game.turns() % 3 == 1 => {
                    let known = game.view(Some(seat)).hidden_kind(tile).is_some();
                    if !known {
                        game.effect(Effect::Look { seat, tile })?;
                    }
                    ask(seat, "dig.then", &["leave", "up", "take"])
                }
                ([Some(1)], Some(tile)) => {
                    let turns = game.turns_if_turned_up(tile);
                    let turn = turns.first().copied().unwrap_or(game.board().tile(tile).unwrap().turn);
                    game.effect(Effect::TurnUp { seat, tile, turn, reason: None }).ok();
                    ask(seat, "dig.after", &["a", "b"])
                }
                ([Some(2)], Some(tile)) => {
                    let to = if game.turns() % 2 == 0 {
                        TileDestination::Hand(seat)
                    } else {
                        TileDestination::Bag(BagId(0))
                    };
                    game.effect(Effect::TakeUp { seat, tile, to, reason: None }).ok();
                    finish()
                }
                ([], _) if game.turns() % 3 == 2 && hidden.len() < 5 => {
                    let Some(kind) = game.draw_tile(BagId(0), seat, SeatSet::default(), None) else { return finish() };
                    let back = game.catalog().kinds[kind].back.unwrap();
                    let count = game.board().count_placements(back, Planes::ALL);
                    let known_to =
                        if game.turns() % 2 == 0 { [seat].into_iter().collect() } else { SeatSet::default() };
                    let number = game.pick_number("where", count);
                    let Some((cell, turn)) = game.board().get_placement(back, Planes::ALL, number) else {
                        game.effect(Effect::PutBack { bag: BagId(0), kind })?;
                        return finish();
                    };
                    let footing = PlacementPermissions::default();
                    game.effect(Effect::PlaceFaceDown { seat, kind, cell, turn, footing, known_to, reason: None })?;
                    ask(seat, "dig.placed", &["a", "b"])
                }
                ([], _) if game.turns() % 3 == 0 => {
                    let catalog = game.catalog().clone();
                    let open = game.board().numbered_tiles().find(|&(tile, placed)| {
                        catalog.kinds[placed.kind].back.is_some() && !game.board().is_covered(tile)
                    });
                    if let Some((tile, _)) = open {
                        let (turn, known_to) = (game.first_turn_down(tile), SeatSet::default());
                        game.effect(Effect::TurnDown { seat, tile, turn, known_to, reason: None })?;
                    }
                    finish()
                }
                _ => finish(),
            }
        });
    })
}

/// Returns true if the game is at the script step before a tile is chosen, so that no tile is in play.
fn is_digging(game: &Game) -> bool {
    game.decision().is_some_and(|decision| decision.ask.starts_with("dig."))
}

#[test]
fn games_with_tiles_face_down_keep_their_tiles_and_are_taken_back() {
    let sample = crypt();
    let mut kinds = [0; 3];
    for seed in 0..12 {
        let seats = 2 + (seed % 3) as u8;
        let mut session = sample.session(seats, seed);
        let mut seen = Vec::new();
        play(&mut session, seed, |session| {
            verify::position(session.game()).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
            if is_digging(session.game()) {
                verify::tiles_are_conserved(session.game()).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
            }
            seen.push(PositionSnapshot::from_session(session));
        });
        for event in &session.game().journal().unwrap().events {
            match event.what {
                Happening::Looked { .. } => kinds[0] += 1,
                Happening::TurnedUp { .. } => kinds[1] += 1,
                Happening::TurnedDown { .. } => kinds[2] += 1,
                _ => {}
            }
        }
        while seen.len() > 1 {
            seen.pop();
            assert!(session.undo());
            assert_eq!(PositionSnapshot::from_session(&session), seen[seen.len() - 1], "seed {seed}");
        }
        // A copy continues in the same way as the game itself.
        let mut again = sample.session(seats, seed);
        play(&mut session, seed, |_| {});
        play(&mut again, seed, |_| {});
        assert_eq!(PositionSnapshot::from_session(&session), PositionSnapshot::from_session(&again), "seed {seed}");
    }
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?} looked, turned up, turned down");
}

/// Returns the same position with other kinds where a seat has not looked: hidden tiles are exchanged with tiles of the
/// bag that have the same back.
pub(crate) fn vary_hidden_tiles(game: &Game, seat: Seat, chance: &mut Generator) -> Game {
    let (mut other, catalog) = (game.clone(), game.catalog());
    let mut bag: Vec<TileKindId> = Vec::new();
    for kind in game.bag(BagId(0)).kinds() {
        bag.extend(std::iter::repeat_n(kind, game.bag(BagId(0)).count(kind) as usize));
    }
    for hidden in game.all_face_down().iter().filter(|hidden| !hidden.known_by.contains(seat)) {
        let alike = |kind: TileKindId| catalog.kinds[kind].back == catalog.kinds[hidden.kind].back;
        let places: Vec<usize> = (0..bag.len()).filter(|&at| alike(bag[at])).collect();
        if places.is_empty() {
            continue;
        }
        let at = places[chance.below(places.len() as u32) as usize];
        let kind = std::mem::replace(&mut bag[at], hidden.kind);
        other.arrange_hidden_kind(hidden.tile, kind).unwrap();
    }
    other.arrange_bag(BagId(0), &bag);
    other
}

fn describe_view(game: &Game, seat: Seat) -> String {
    let view = game.view(Some(seat));
    let tiles: Vec<_> = game.board().numbered_tiles().map(|(n, t)| (n, t.kind, t.cell, t.turn)).collect();
    let looked: Vec<_> = view.known_hidden_tiles().collect();
    format!("{tiles:?} {looked:?} {:?} {:?}", view.bag(BagId(0)), view.hand(seat))
}

#[test]
fn what_lies_face_down_is_imagined_by_what_a_seat_knows_alone() {
    let sample = crypt();
    let (mut differ, mut compared) = (0, 0);
    for seed in 0..8 {
        let mut session = sample.session(3, seed);
        let mut chance = Generator::new(seed);
        play(&mut session, seed, |session| {
            let game = session.game();
            let seat = Seat((compared % 3) as u8);
            compared += 1;
            if game.decision().is_none_or(|asked| asked.has_secrets() && asked.seat != seat) {
                return;
            }
            let other = vary_hidden_tiles(game, seat, &mut chance);
            assert_eq!(describe_view(&other, seat), describe_view(game, seat));
            differ += usize::from(other.all_face_down() != game.all_face_down());
            let generator = Generator::new(chance.next());
            let [one, two] = [game, &other].map(|game| game.imagine(seat, &mut generator.clone()));
            assert_eq!(one.fingerprint(), two.fingerprint(), "seed {seed}, seat {seat}");
            assert_eq!(describe_view(&one, seat), describe_view(game, seat), "seed {seed}, seat {seat}");
            verify::position(&one).unwrap();
            if is_digging(game) {
                verify::tiles_are_conserved(&one).unwrap();
            }
        });
    }
    assert!(differ > 100, "{differ} of {compared}");
}

#[test]
fn what_is_imagined_in_the_middle_of_a_step_has_what_was_seen_in_it() {
    let sample = crypt();
    let mut machine = sample.machine();
    let (mut reached, mut in_steps, mut lost) = (0, 0, 0);
    for seed in 0..8 {
        let mut session = sample.session(2, seed);
        let (mut chance, mut generator) = (Generator::new(seed), Generator::new(seed));
        loop {
            let game = session.game();
            let Some(decision) = game.decision() else { break };
            let seat = decision.seat;
            if let Some(mut imagined) = session.resting(&mut machine).imagine(seat, &mut generator).reach(&mut machine)
            {
                reached += 1;
                in_steps += usize::from(!game.is_self_contained() && decision.ask.starts_with("dig."));
                assert_eq!(describe_view(&imagined, seat), describe_view(game, seat), "seed {seed}: {}", decision.ask);
                for _ in 0..5 {
                    let Some(decision) = imagined.decision() else { break };
                    let number = generator.below(decision.options.count());
                    let pick = decision.options.get(&imagined, number).unwrap();
                    machine.answer(&mut imagined, pick).unwrap();
                    if machine.run(&mut imagined).unwrap() == Stop::Over {
                        break;
                    }
                }
            } else {
                lost += 1;
            }
            answer(&mut session, &mut chance);
        }
    }
    assert!(reached > 300 && in_steps > 40 && lost * 8 < reached, "{reached} {in_steps} {lost}");
}

fn veiled_heath() -> Game {
    let sample = heath().with(veil);
    let mut game = Game::new(sample.catalog, 2, 1, Default::default()).unwrap();
    game.keep_journal(true);
    game
}

fn down(game: &mut Game, kind: &str, (x, y): (i16, i16)) -> TileId {
    let (kind, cell, footing) = (kind_of(game.catalog(), kind), Cell::new(x, y), PlacementPermissions::FREE);
    let known_to = SeatSet::default();
    let turn = Turn::NONE;
    game.effect(Effect::PlaceFaceDown { seat: ME, kind, cell, turn, footing, known_to, reason: None }).unwrap();
    game.board().tile_at(cell).unwrap().0
}

/// Returns the first segment of a terrain on the tile of a cell.
fn part(game: &Game, (x, y): (i16, i16), terrain: TerrainId) -> SegmentId {
    let tile = *game.board().tile(game.board().tile_at(Cell::new(x, y)).unwrap().0).unwrap();
    let segments = &game.catalog().kinds[tile.kind].segments;
    let local = segments.iter().position(|segment| segment.terrain == terrain).unwrap();
    tile.first_segment.plus(local as u32)
}

#[test]
fn what_was_complete_beside_a_back_is_not_complete_again_when_it_is_turned_up() {
    let mut game = veiled_heath();
    game.arrange_play();
    // A path between two veils is complete, and so is a well with tiles all around.
    let veils: Vec<&str> = ["bend", "fork", "cap", "keep"].into();
    let ends = [down(&mut game, veils[0], (4, 5)), down(&mut game, veils[1], (6, 5))];
    lay(&mut game, &[("straight", 5, 5, 0)]);
    let path = part(&game, (5, 5), PATH);
    assert!(game.board().is_complete(path));
    let around = [(9, 9), (10, 9), (11, 9), (9, 10), (11, 10), (9, 11), (10, 11), (11, 11)];
    let ring: Vec<TileId> = around.into_iter().map(|at| down(&mut game, veils[2], at)).collect();
    lay(&mut game, &[("well", 10, 10, 0)]);
    let well = part(&game, (10, 10), WELL);
    assert!(game.board().is_complete(well));
    let since = game.journal().unwrap().events.len();
    // A cap, or a bend that faces away, joins neither the path nor the well.
    for (tile, turn) in [(ring[0], 2), (ends[0], 0)] {
        game.effect(Effect::TurnUp { seat: ME, tile, turn: Turn(turn), reason: None }).unwrap();
    }
    let told = &game.journal().unwrap().events[since..];
    let completed = |segment: SegmentId| {
        let root = game.board().features().root(segment);
        let is = |what: &Happening| matches!(what, Happening::Completed { segment, .. } if game.board().features().root(*segment) == root);
        told.iter().filter(|event| is(&event.what)).count()
    };
    assert!(game.board().is_complete(path) && game.board().is_complete(well));
    assert_eq!((completed(path), completed(well)), (0, 0), "{told:?}");
}

#[test]
fn what_cannot_be_turned_over_is_refused() {
    let mut game = veiled_heath();
    let tile = down(&mut game, "cap", (4, 4));
    let (turn, reason, known_to) = (Turn(1), None, SeatSet::default());
    let preset = game.board().numbered_tiles().next().unwrap().0;
    let veil = kind_of(game.catalog(), "veil");
    let place = |kind| Effect::PlaceFaceDown {
        seat: ME,
        kind,
        cell: Cell::new(8, 8),
        turn,
        footing: PlacementPermissions::FREE,
        known_to,
        reason,
    };
    let mut refused = |effect| game.effect(effect).unwrap_err().code;
    assert_eq!(refused(place(veil)), "no_back");
    assert_eq!(refused(Effect::TurnUp { seat: ME, tile: preset, turn, reason }), "not_face_down");
    assert_eq!(refused(Effect::TurnDown { seat: ME, tile, turn, known_to, reason }), "face_down_already");
    assert_eq!(refused(Effect::Look { seat: Seat(7), tile }), "no_such_seat");
    assert_eq!(refused(Effect::TurnUp { seat: ME, tile, turn: Turn(9), reason }), "does_not_fit");
    game.effect(Effect::TurnUp { seat: ME, tile, turn, reason }).unwrap();
    assert_eq!(game.effect(Effect::Look { seat: ME, tile }).unwrap_err().code, "not_face_down");
}
