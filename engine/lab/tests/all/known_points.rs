//! Tests the sources of points on an invented pack: early and late points by chance, and points at the end that decide
//! nothing because both seats get the same.

use tilewright_kit::files::write_with_folders;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_lab::report::told::{Statement, of_options, sections};
use tilewright_lab::report::{Setting, option_worths, report};
use tilewright_lab::simulate::GamePlan;

use crate::FaultyPackFolder;
use crate::known_answers::Coverage;

const PACK: &str = r#"Pack(
    id: "sources", version: "1.0.0", format: 1, title: "Sources", authors: ["A"], licence: "MIT", seats: (2, 2),
    terrains: [(id: grass, ground: true)],
    edges: [(id: grass, ports: [grass])],
    dice: [(id: die, faces: [0, 1, 2])],
    bags: [tiles],
    tiles: [(id: "Plain", count: 12, edges: (n: grass, e: grass, s: grass, w: grass))],
    board: (presets: [(tile: "Plain", at: (0, 0))]),
    books: [early, late, all],
    options: [(id: more, default: false), (id: quiet, default: false)],
    flow: (turn: [draw(from: tiles), place], finish: [script(name: "end")], ends_with: [tiles]),
    rules: [(use: "points", more: option("more"), quiet: option("quiet"))],
)"#;

/// In the first six turns a die gives points, in the last six twice a die; at the end both seats get five.
const POINTS: &str = r#"--- Points early, late and at the end.
--- @param more boolean = false  Whether the points at the end are three more for the first seat.
--- @param quiet boolean = false  Makes no difference.
on("placed", function(ev)
    local early = turn_number() <= 6
    local pips = tonumber(roll("die", ev.seat))
    if pips > 0 then award(ev.seat, early and pips or 2 * pips, early and "early" or "late") end
end)

step("end", function()
    for _, seat in seats() do award(seat, 5, "all") end
    if param.more then award(0, 3, "all") end
    if param.quiet then note("quiet") end
end)
"#;

fn pack(name: &str) -> (FaultyPackFolder, Finder, Loaded) {
    pack_of(name, PACK, POINTS)
}

fn pack_of(name: &str, pack: &str, points: &str) -> (FaultyPackFolder, Finder, Loaded) {
    let folder =
        FaultyPackFolder(std::env::temp_dir().join(format!("tilewright-sources-{name}-{}", std::process::id())));
    let write =
        |file: &str, text: &str| write_with_folders(&folder.0.join("sources").join(file), text.as_bytes()).unwrap();
    write("pack.ron", pack);
    write("rules/points.lua", points);
    let finder = Finder::nowhere().with_folder(&folder.0);
    let loaded = load(&finder, &Request::new(["sources"])).unwrap();
    assert!(loaded.is_playable(), "{:?}", loaded.errors().map(|d| d.message.clone()).collect::<Vec<_>>());
    (folder, finder, loaded)
}

#[test]
fn sources_are_found_with_their_phases_and_what_they_decide() {
    let (_folder, _, loaded) = pack("known");
    let (mut share, mut first) = <(Coverage, Coverage)>::default();
    for seed in 0..400 {
        let found = report(&loaded, &GamePlan { games: 60, seats: 2, seed, threads: 2 }, &[], &|_| {}).unwrap();
        assert!(found.stopped.is_none(), "{:?}", found.stopped);
        let of = |book: &str| found.sources.iter().find(|source| source.book == book).unwrap();
        let (early, late, all) = (of("early"), of("late"), of("all"));
        // The averages are 6 points, 12, and 10, out of 28. Four of the six early turns are in the first third.
        share.add(early.share, 6.0 / 28.0);
        first.add(early.phases[0], 4.0 / 6.0);
        assert!([late.phases[0], late.phases[3], all.phases[0]].iter().all(|none| none.estimate == 0.0), "{late:?}");
        assert_eq!((all.points.estimate, all.phases[3].estimate), (10.0, 1.0));
        let decides = [early, late, all].map(|source| source.victory.unwrap().estimate);
        assert_eq!(decides[2], 0.0, "both have as many");
        assert!((decides.iter().sum::<f64>() - 1.0).abs() < 1e-9 && decides[1] > decides[0], "{decides:?}");
    }
    share.is_honest("the share of a source");
    first.is_honest("the share of a phase");
}

/// Three points for the first seat are one and a half per seat; the games are otherwise the same.
#[test]
fn options_change_what_they_change_and_nothing_else() {
    let (_folder, finder, loaded) = pack("options");
    let reload = |setting: &Setting| {
        let options = setting.to_vec();
        Ok(Some(load(&finder, &Request { options, ..Request::new(["sources"]) })?))
    };
    let plan = |threads| GamePlan { games: 100, seats: 2, seed: 3, threads };
    let worths = option_worths(&loaded, &reload, &plan(2), &[], &|_, _| {}).unwrap();
    assert_eq!(worths, option_worths(&loaded, &reload, &plan(1), &[], &|_, _| {}).unwrap());
    let [more, quiet] = &worths[..] else { panic!("{worths:?}") };
    assert_eq!(
        (&more.options[..], &quiet.options[..]),
        (&["sources:more=true".to_owned()][..], &["sources:quiet=true".to_owned()][..])
    );
    let numbers = |of: &tilewright_lab::report::OptionWorth| {
        [of.points, of.turns, of.lead.unwrap()].map(|tested| tested.interval.estimate)
    };
    assert_eq!((numbers(more), more.stands_out, more.games), ([1.5, 0.0, 3.0], true, 100));
    assert_eq!((numbers(quiet), quiet.stands_out), ([0.0; 3], false));
    let said = of_options(&worths).unwrap();
    assert!(
        said.sentences[0]
            .english()
            .starts_with("With `sources:more=true`, a player has 1.5 (1.5 to 1.5) points more, ")
    );
    // None of a hundred seeds ends differently, which would be unlikely if one in twenty did.
    assert_eq!((more.is_dead, more.differ.estimate, quiet.is_dead, quiet.differ.estimate), (false, 1.0, true, 0.0));
    let said: Vec<String> = said.sentences.iter().map(Statement::english).collect();
    assert_eq!(said[2..], ["`sources:quiet=true` makes no difference: all 100 seeds end the same way."]);
    assert!(said[1].contains("the first seat's lead is 3.0 (3.0 to 3.0) points larger"), "no word of turns: {said:?}");
}

#[test]
fn what_takes_points_is_told_apart_from_what_gives_them() {
    let pack = PACK.replace("all],", "all, toll],");
    let points = POINTS.replace("award(seat, 5, \"all\")", "award(seat, 5, \"all\") award(seat, -2, \"toll\")");
    let (_folder, _, loaded) = pack_of("toll", &pack, &points);
    let found = report(&loaded, &GamePlan { games: 60, seats: 2, seed: 1, threads: 2 }, &[], &|_| {}).unwrap();
    let of = |book: &str| found.sources.iter().find(|source| source.book == book).unwrap();
    let shares = ["early", "late", "all"].map(|book| of(book).share.estimate);
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}: shares of all points");
    // Each player loses two points for every five.
    assert!((of("toll").share.estimate + 0.4 * shares[2]).abs() < 1e-9, "{:?}", of("toll"));
    let said: Vec<String> =
        sections(&found).iter().flat_map(|section| &section.sentences).map(Statement::english).collect();
    let told = |start: &str| said.iter().any(|sentence| sentence.starts_with(start));
    assert!(told("`toll` takes away 4.0 (4.0 to 4.0) points per game, 1"), "{said:#?}");
    assert!(told("Of the points from `toll`, 0.0 %"), "{said:#?}");
    let of_toll = || said.iter().filter(|sentence| sentence.contains("toll"));
    assert!(!of_toll().any(|sentence| sentence.contains("-1") || sentence.contains("−1")), "{said:#?}");
}
