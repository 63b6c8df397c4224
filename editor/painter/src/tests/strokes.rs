//! Tests the effects of brushes on made-up tiles, shown as text.

use expect_test::{Expect, expect};
use tilewright_core::catalog::lattice::{Side, Turn};
use tilewright_pack::edit::{PathStep, apply};
use tilewright_pack::{LoadOptions, Vocabulary, Workbench, World, syntax};

use crate::*;

/// Returns a square game with fields, roads, towns, rivers and inns.
fn small() -> (Workbench, Vocabulary) {
    let mut world = World::default();
    world.add_file(
        "small",
        "pack.ron",
        r#"Pack(id: "small", version: "1.0.0", format: 1, title: "Small",
            terrains: [(id: grass, ground: true), road, river, town, inn],
            edges: [(id: grass, ports: [grass, grass]), (id: road, ports: [grass, road, grass]), (id: town, ports: [town]),
                (id: river, ports: [grass, river, grass]), (id: dyke, ports: [grass, river, grass])],
            tags: [banner])"#,
    );
    let bench = Workbench::new(&world, &["small"], &LoadOptions::default());
    let words = bench.vocabulary("small").unwrap();
    (bench, words)
}

const BLANK: &str = "Tiles([\n    (id: \"A\", edges: (n: grass, e: grass, s: grass, w: grass)), // mine\n])\n";

/// Applies brushes with their answers one after the other, and compares the text, notices, questions and findings.
fn check(text: &str, brushes: &[(Brush, &[PaintAnswer])], expect: Expect) {
    let (bench, words) = small();
    let mut text = text.to_owned();
    let mut log = String::new();
    for (brush, answers) in brushes {
        let tree = syntax::read(&text).tree.unwrap();
        let node = tilewright_pack::edit::node_at(&tree, &[PathStep::Item(0), PathStep::Item(0)]).unwrap();
        let drawing = DrawnTile::read(node, &text, &words).unwrap();
        match drawing.paint(brush, answers, &words) {
            Ok(painted) => {
                let edits = painted.drawing.patch(&drawing, node, &text, &words).unwrap();
                text = apply(&text, &edits);
                painted.notices.iter().for_each(|notice| log += &format!("{notice:?}\n"));
            }
            Err(stop) => log += &format!("{stop:?}\n"),
        }
    }
    let tree = syntax::read(&text).tree.unwrap();
    let node = tilewright_pack::edit::node_at(&tree, &[PathStep::Item(0), PathStep::Item(0)]).unwrap();
    for finding in bench.tile("small", node).unwrap().findings {
        log += &format!("{}: {}\n", finding.code, finding.message);
    }
    let shown = format!("{text}{log}");
    expect.assert_eq(&shown);
}

fn road(from: PathEnd, to: PathEnd) -> Brush {
    Brush::Path { cell: 0, terrain: "road".into(), from, to }
}

#[test]
fn paths_that_meet_ask_how() {
    let (across, along) =
        (road(PathEnd::Side(Side(3)), PathEnd::Side(Side(1))), road(PathEnd::Side(Side(0)), PathEnd::Side(Side(2))));
    check(
        BLANK,
        &[(along.clone(), &[]), (across.clone(), &[])],
        expect![[r#"
            Tiles([
                (id: "A", edges: (n: road, e: grass, s: road, w: grass), parts: [road(at: [N, S])]), // mine
            ])
            Asks(PaintQuestion { about: Meeting(PartId(0)), choices: [Crossing, Joined, Bridge] })
        "#]],
    );
    check(
        BLANK,
        &[(along.clone(), &[]), (across.clone(), &[PaintAnswer::Crossing])],
        expect![[r#"
        Tiles([
            (id: "A", edges: (n: road, e: road, s: road, w: road),
                parts: [
                    road(at: [N], into: crossing), road(at: [S], into: crossing), road(at: [E], into: crossing),
                    road(at: [W], into: crossing),
                ]), // mine
        ])
    "#]],
    );
    check(
        BLANK,
        &[(along.clone(), &[]), (across.clone(), &[PaintAnswer::Joined])],
        expect![[r#"
        Tiles([
            (id: "A", edges: (n: road, e: road, s: road, w: road), parts: [road(at: [N, E, S, W])]), // mine
        ])
    "#]],
    );
    check(
        BLANK,
        &[(along.clone(), &[]), (across.clone(), &[PaintAnswer::Bridge])],
        expect![[r#"
        Tiles([
            (id: "A", edges: (n: road, e: road, s: road, w: road),
                parts: [
                    road(at: [N, S]), road(at: [E, W]), grass(at: [NL, WR], touches: ["road:N", "road:E"]),
                    grass(at: [NR, EL], touches: ["road:N", "road:E"]), grass(at: [ER, SL], touches: ["road:N", "road:E"]),
                    grass(at: [SR, WL], touches: ["road:N", "road:E"]),
                ]), // mine
        ])
        GroundWritten(0)
    "#]],
    );
    check(
        BLANK,
        &[(along.clone(), &[]), (across, &[PaintAnswer::Bridge]), (Brush::Erase(PartId(0)), &[])],
        expect![[r#"
            Tiles([
                (id: "A", edges: (n: grass, e: road, s: grass, w: road),
                    parts: [road(at: [E, W])]), // mine
            ])
            GroundWritten(0)
            GroundFollows(0)
        "#]],
    );
}

#[test]
fn areas_join_and_are_cut() {
    let town = |sides: &[u8]| {
        let sides = sides.iter().map(|&side| Side(side)).collect();
        Brush::Area { cell: 0, terrain: "town".into(), sides }
    };
    check(
        BLANK,
        &[(town(&[0]), &[]), (town(&[2]), &[]), (town(&[0, 1]), &[]), (town(&[1, 2]), &[])],
        expect![[r#"
        Tiles([
            (id: "A", edges: (n: town, e: town, s: town, w: grass), parts: [town(at: [N, E, S])]), // mine
        ])
    "#]],
    );
    check(
        BLANK,
        &[(town(&[0, 1]), &[]), (Brush::Cut { part: PartId(0), sides: vec![Side(1)] }, &[])],
        expect![[r#"
        Tiles([
            (id: "A", edges: (n: town, e: town, s: grass, w: grass), parts: [town(at: [N]), town(at: [E])]), // mine
        ])
    "#]],
    );
    check(
        BLANK,
        &[
            (town(&[0]), &[]),
            (road(PathEnd::Side(Side(2)), PathEnd::Side(Side(0))), &[]),
            (Brush::Erase(PartId(0)), &[]),
        ],
        expect![[r#"
        Tiles([
            (id: "A", edges: (n: grass, e: grass, s: road, w: grass), parts: [road(at: [S], into: end)]), // mine
        ])
        Ends([PartId(1)])
    "#]],
    );
    check(
        BLANK,
        &[(road(PathEnd::Side(Side(0)), PathEnd::Side(Side(2))), &[]), (town(&[0, 1]), &[])],
        expect![[r#"
        Tiles([
            (id: "A", edges: (n: town, e: town, s: road, w: grass), parts: [road(at: [S], into: end), town(at: [N, E])]), // mine
        ])
        Ends([PartId(0)])
    "#]],
    );
    check(
        BLANK,
        &[(road(PathEnd::Side(Side(0)), PathEnd::Side(Side(2))), &[]), (town(&[1, 3]), &[PaintAnswer::Into])],
        expect![[r#"
        Tiles([
            (id: "A", edges: (n: road, e: town, s: road, w: town),
                parts: [road(at: [N], into: town), road(at: [S], into: town), town(at: [E, W])]), // mine
        ])
    "#]],
    );
}

#[test]
fn sites_and_sides_are_asked_about() {
    let inn = Brush::Site { cell: 0, terrain: "inn".into() };
    let river =
        Brush::Path { cell: 0, terrain: "river".into(), from: PathEnd::Side(Side(0)), to: PathEnd::Side(Side(2)) };
    check(
        BLANK,
        &[(inn.clone(), &[]), (road(PathEnd::Side(Side(1)), PathEnd::Part(PartId(0))), &[])],
        expect![[r#"
        Tiles([
            (id: "A", edges: (n: grass, e: road, s: grass, w: grass), parts: [inn, road(at: [E], into: inn)]), // mine
        ])
    "#]],
    );
    check(
        BLANK,
        &[(road(PathEnd::Side(Side(1)), PathEnd::Side(Side(3))), &[]), (inn.clone(), &[])],
        expect![[r#"
            Tiles([
                (id: "A", edges: (n: grass, e: road, s: grass, w: road), parts: [road(at: [E, W])]), // mine
            ])
            Asks(PaintQuestion { about: Place(0), choices: [Within([Port { side: Side(0), index: 0 }, Port { side: Side(0), index: 1 }, Port { side: Side(1), index: 0 }, Port { side: Side(3), index: 2 }]), Within([Port { side: Side(1), index: 2 }, Port { side: Side(2), index: 0 }, Port { side: Side(2), index: 1 }, Port { side: Side(3), index: 0 }]), Open] })
        "#]],
    );
    check(
        BLANK,
        &[(road(PathEnd::Side(Side(1)), PathEnd::Side(Side(3))), &[]), (inn, &[PaintAnswer::Open])],
        expect![[r#"
        Tiles([
            (id: "A", edges: (n: grass, e: road, s: grass, w: road), parts: [road(at: [E, W]), inn]), // mine
        ])
        P0309: it is not clear which piece of ground contains this part
    "#]],
    );
    check(
        BLANK,
        &[(river.clone(), &[])],
        expect![[r#"
            Tiles([
                (id: "A", edges: (n: grass, e: grass, s: grass, w: grass)), // mine
            ])
            Asks(PaintQuestion { about: Side(0, Side(0)), choices: [Edge(0, Side(0), "river"), Edge(0, Side(0), "dyke")] })
        "#]],
    );
    let edges = [PaintAnswer::Edge(0, Side(0), "river".into()), PaintAnswer::Edge(0, Side(2), "dyke".into())];
    check(
        BLANK,
        &[(river, &edges), (Brush::Turn(Turn(1)), &[]), (Brush::Mirror, &[])],
        expect![[r#"
        Tiles([
            (id: "A", edges: (n: grass, e: dyke, s: grass, w: river), parts: [river(at: [E, W])]), // mine
        ])
    "#]],
    );
}

#[test]
fn tiles_are_painted_wherever_they_stand() {
    let (_, words) = small();
    let tile = "(id: \"A\", edges: (n: road, e: grass, s: grass, w: grass), parts: [road(at: [N], into: end/**/)])";
    for (before, after, path) in [
        ("// One.\nTile", "\n", vec![]),
        ("Pack(\n    tiles: [", "],\n)\n", vec![PathStep::field("tiles"), PathStep::Item(0)]),
        ("Tiles([\n    ", ",\n    (id: \"B\"),\n])\n", vec![PathStep::Item(0), PathStep::Item(0)]),
    ] {
        let text = format!("{before}{tile}{after}");
        let tree = syntax::read(&text).tree.unwrap();
        let node = tilewright_pack::edit::node_at(&tree, &path).unwrap();
        let drawing = DrawnTile::read(node, &text, &words).unwrap();
        let painted = drawing.paint(&Brush::PartTags(PartId(0), vec![("banner".into(), 1)]), &[], &words).unwrap();
        let edits = painted.drawing.patch(&drawing, node, &text, &words).unwrap();
        let new = tile.replace("end/*", "end, tags: [banner]/*");
        assert_eq!(apply(&text, &edits), format!("{before}{new}{after}"));
    }
}

#[test]
fn cells_are_added_and_go() {
    let bridge = road(PathEnd::Side(Side(0)), PathEnd::Side(Side(2)));
    check(
        BLANK,
        &[
            (bridge, &[]),
            (Brush::AddCell((1, 0)), &[]),
            (Brush::AddCell((3, 0)), &[]),
            (Brush::Area { cell: 1, terrain: "town".into(), sides: vec![Side(1)] }, &[]),
            (Brush::Turn(Turn(1)), &[]),
        ],
        expect![[r#"
            Tiles([
                (id: "A", cells: [
                    (at: (0, 0), edges: (n: grass, e: road, s: grass, w: road), parts: [road(at: [E, W])]),
                    (at: (0, 1), edges: (n: grass, e: grass, s: town, w: grass), parts: [town(at: [S])]),
                ]), // mine
            ])
            Refused(BadPlace((3, 0)))
        "#]],
    );
    check(
        BLANK,
        &[(Brush::AddCell((1, 0)), &[]), (Brush::RemoveCell(0), &[]), (Brush::RemoveCell(0), &[])],
        expect![[r#"
        Tiles([
            (id: "A", cells: [
                (at: (0, 0), edges: (n: grass, e: grass, s: grass, w: grass)),
            ]), // mine
        ])
        Refused(LastCell)
    "#]],
    );
}
