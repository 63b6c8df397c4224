//! Imports hand-written samples of other programs, and checks the packs.

use std::collections::BTreeMap;

use tilewright_exchange::csv::{import_table, write_tiles};
use tilewright_exchange::jcloisterzone::import_jcloisterzone;
use tilewright_exchange::ldtk::import_ldtk;
use tilewright_exchange::tiled::import_tiled;
use tilewright_exchange::{
    ART_FILE, ExchangeErrorKind, ExchangeErrors, ImportMapping, ImportRequest, ImportedPack, KnownWords,
};
use tilewright_kit::packs::load::{Loaded, Request, library, load_from};
use tilewright_pack::PackFiles;

/// Imports with a mapping and without other files.
fn import_with(
    mapping: &ImportMapping,
    import: impl FnOnce(&ImportRequest<'_>) -> Result<ImportedPack, ExchangeErrors>,
) -> Result<ImportedPack, ExchangeErrors> {
    import(&ImportRequest { id: "sample", title: "Sample", source: "sample", mapping, known: None })
}

fn import(
    import: impl FnOnce(&ImportRequest<'_>) -> Result<ImportedPack, ExchangeErrors>,
) -> Result<ImportedPack, ExchangeErrors> {
    import_with(&ImportMapping::default(), import)
}

fn load(pack: &ImportedPack) -> Loaded {
    let mut world = library();
    for (path, text) in pack.files.iter().filter(|(path, _)| path.ends_with(".ron")) {
        world.add_file("sample", path, text);
    }
    load_from(&world, &Request::new(["sample"]))
}

/// Loads a pack, which must have no findings. Only the licence of pictures is unknown.
fn clean(pack: &ImportedPack) -> Loaded {
    let loaded = load(pack);
    let found: Vec<String> = loaded.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
    let found: Vec<&String> = found.iter().filter(|found| !found.starts_with("P0608 ")).collect();
    assert!(found.is_empty(), "{found:#?}\n{}\n{}", pack.files["pack.ron"], pack.files["tiles.ron"]);
    loaded
}

fn tiles(pack: &ImportedPack) -> BTreeMap<String, String> {
    let lines = pack.tiles.iter().map(|tile| (tile.id.clone(), pack.files[tile.file][tile.range.clone()].to_owned()));
    lines.collect()
}

fn guesses(pack: &ImportedPack) -> Vec<String> {
    pack.guesses
        .iter()
        .map(|guess| match guess.line {
            Some(line) => format!("{line}: {}", guess.text),
            None => guess.text.clone(),
        })
        .collect()
}

#[test]
fn a_table_of_sides_becomes_a_game_with_guesses() {
    let table = "Name;Qty;Top;Right;Bottom;Left;Artist\nLong Lake;2;Lake;Meadow;Lake;Meadow;Ann\nShore;3;Lake;Lake;Meadow;Meadow;Ben\n\
        Plain;4;Meadow;Meadow;Meadow;Meadow;Ann\n";
    let pack = import(|request| import_table(table.as_bytes(), request)).unwrap();
    let loaded = clean(&pack);
    assert_eq!((pack.kind_count, pack.copy_count), (3, 9));
    assert_eq!(loaded.catalog().unwrap().bags.iter().next().unwrap().1.total(), 9);
    let long = &tiles(&pack)["Long_Lake"];
    assert!(long.contains("parts: [lake(at: [N]), lake(at: [S])]"), "{long}");
    assert!(long.contains("// Guess, line 2: `lake` at N and S is separate."), "{long}");
    let guesses = guesses(&pack);
    for guess in
        ["the columns are separated by semicolons", "1: the column `Qty` is read as `count`", "1: not used: `Artist`"]
    {
        assert!(guesses.iter().any(|found| found == guess), "{guess}: {guesses:#?}");
    }
    let mapping = "Import(columns: {\"Qty\": unused, \"Artist\": tags}, opposite: join, ground: meadow, names: {\"Lake\": water})";
    let mapping = ImportMapping::read(mapping).unwrap();
    let pack = import_with(&mapping, |request| import_table(table.as_bytes(), request)).unwrap();
    clean(&pack);
    let long = &tiles(&pack)["Long_Lake"];
    assert!(long.contains("tags: [ann]") && long.contains("water(at: [N, S])") && !long.contains("count"), "{long}");
}

#[test]
fn a_table_of_parts_shows_paths_grounds_and_sites() {
    let table = "id,count,n,e,s,w,parts,tags,more\n\
        Gate,2,town,road,field,road,\"town(at: [N]), road(at: [E, W])\",,\n\
        End,3,field,field,road,field,\"road(at: [S], into: shrine), shrine\",old,\n\
        Cross,2,road,road,road,road,\"road(at: [N, S]), road(at: [E, W]), field(at: [N, E, S, W])\",,derive: false\n";
    let pack = import(|request| import_table(table.as_bytes(), request)).unwrap();
    clean(&pack);
    let head = &pack.files["pack.ron"];
    assert!(head.contains("(id: road, ports: [field, road, field])"), "{head}");
    assert!(head.contains("(id: shrine, complete: surrounded"), "{head}");
    assert!(
        head.contains("(use: \"paths\", on: road)") && head.contains("(use: \"surrounded\", on: shrine)"),
        "{head}"
    );
    // The table of the new pack has the same rows.
    let files: PackFiles = pack.files.iter().map(|(path, text)| (path.as_str().into(), text.as_str().into())).collect();
    let again = write_tiles(&files);
    assert_eq!(again.lines().count(), 4);
    let second = import(|request| import_table(again.as_bytes(), request)).unwrap();
    assert_eq!(tiles(&second), tiles(&pack));
}

#[test]
fn tables_of_pictures_and_hexes_and_triangles_are_read() {
    let table = "name\tcopies\timage\nBay\t2\timg/bay.png\nReef\t1\t../reef.png\nSea\t3\tsea.PNG\n";
    let pack = import(|request| import_table(table.as_bytes(), request)).unwrap();
    clean(&pack);
    let art = &pack.files[ART_FILE];
    assert!(art.contains("\"Bay\": \"img/bay.png\"") && art.contains("\"Sea\": \"sea.png\""), "{art}");
    assert!(!art.contains("reef"), "{art}");
    let copies: Vec<(&str, &str)> = pack.pictures.iter().map(|copy| (&*copy.from, &*copy.to)).collect();
    assert_eq!(copies, [("img/bay.png", "art/img/bay.png"), ("sea.PNG", "art/sea.png")]);
    assert!(guesses(&pack).iter().any(|guess| guess.starts_with("3: the picture `../reef.png` is not below")));
    for (table, lattice) in
        [("id,n,ne,se,s,sw,nw\nA,a,a,b,b,b,b\nB,b,b,b,b,b,b\n", "hex"), ("id,n,se,sw\nA,a,a,b\nB,b,b,b\n", "triangle")]
    {
        let pack = import(|request| import_table(table.as_bytes(), request)).unwrap();
        clean(&pack);
        assert!(pack.files["pack.ron"].contains(&format!("lattice: {lattice}")));
    }
}

#[test]
fn margins_of_pictures_are_in_a_column() {
    let table = "id,image,bleed\nBay,bay.png,3\nReef,reef.png,\nSea,,3\n";
    let pack = import(|request| import_table(table.as_bytes(), request)).unwrap();
    clean(&pack);
    let art = &pack.files[ART_FILE];
    assert!(art.contains("(id: bay, file: \"bay.png\", bleed: 3)") && art.contains("\"Bay\": bay"), "{art}");
    assert!(art.contains("\"Reef\": \"reef.png\"") && !art.contains("Sea"), "{art}");
    let files: PackFiles = pack.files.iter().map(|(path, text)| (path.as_str().into(), text.as_str().into())).collect();
    let again = write_tiles(&files);
    assert!(again.lines().next().unwrap().ends_with(",image,bleed,more"), "{again}");
    assert!(again.contains(",bay.png,3,") && again.contains(",reef.png,,"), "{again}");
    for wrong in ["-1", "21", "much"] {
        let table = table.replace("bay.png,3", &format!("bay.png,{wrong}"));
        let errors = import(|request| import_table(table.as_bytes(), request)).unwrap_err();
        assert!(errors[0].message.contains("is not a number from 0 to 20"), "{errors:?}");
    }
}

#[test]
fn an_update_keeps_what_the_author_added_to_the_pictures() {
    let table = "id,image\nBay,bay.png\n";
    let mapping = ImportMapping::default();
    let pack = import(|request| import_table(table.as_bytes(), request)).unwrap();
    let art = pack.files[ART_FILE].replace("Art(\n", "Art(\n    licence: \"CC0-1.0\", cell_mm: 45,\n");
    let known = KnownWords::default().with_art(&art);
    let request = ImportRequest { id: "sample", title: "", source: "sample", mapping: &mapping, known: Some(&known) };
    let updated = import_table(table.as_bytes(), &request).unwrap();
    assert_eq!(updated.files.keys().collect::<Vec<_>>(), ["art/art.ron", "tiles.ron"]);
    let art = &updated.files[ART_FILE];
    assert!(art.contains("    licence: \"CC0-1.0\",\n    cell_mm: 45,\n    looks: [("), "{art}");
}

#[test]
fn wrong_cells_are_reported_line_by_line() {
    let table = "id,count,n,e,s,w,parts,turns,mirrored,more\n\
        A,-2,a,a,a,a,,,,\nB,many,a,a,a,a,,,,\nC,1,a,a,a,a,\"a(at: [N\",,,\nD,1,a,a,a,a,,5x,,\nE,1,a,a,a,a,,,perhaps,\n\
        F,1,a,a,a,a,,,,count: 3\nG,1,a,a,a,a,,,,\"x y\"\nH,200000,a,a,a,a,,,,\n";
    let errors = import(|request| import_table(table.as_bytes(), request)).unwrap_err();
    assert_eq!(errors.iter().map(|error| error.line.unwrap()).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7, 8, 9]);
    assert!(errors.iter().all(|error| error.kind == ExchangeErrorKind::Value && error.hint.is_some()));
    let missing = ImportMapping::default().with_count_column("Copies");
    let errors = import_with(&missing, |request| import_table(table.as_bytes(), request)).unwrap_err();
    assert_eq!(errors[0].kind, ExchangeErrorKind::Missing);
    let both = "id,n,e,ne\nA,a,a,a\n";
    assert_eq!(
        import(|request| import_table(both.as_bytes(), request)).unwrap_err()[0].kind,
        ExchangeErrorKind::Missing
    );
    assert_eq!(import(|request| import_table(b"id,n\n", request)).unwrap_err()[0].kind, ExchangeErrorKind::Missing);
    // An unknown name is a finding of the check, in the text of its tile.
    let unknown = "id,n,e,s,w,parts\nA,a,a,a,a,\nB,a,a,a,a,a(at: [Q])\n";
    let pack = import(|request| import_table(unknown.as_bytes(), request)).unwrap();
    let loaded = load(&pack);
    let span = loaded.errors().next().unwrap().span.unwrap();
    let tile = pack.tiles.iter().find(|tile| tile.range.contains(&(span.start as usize))).unwrap();
    assert_eq!((tile.line, &*tile.id), (Some(3), "B"));
}

/// Returns a tileset of Tiled with a Wang set, and the ids of its tiles.
fn tsx(set: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tileset version=\"1.10\" name=\"moor\" tilewidth=\"64\" \
         tileheight=\"64\" spacing=\"2\" margin=\"1\" tilecount=\"6\" columns=\"3\">\n \
         <transformations hflip=\"1\" vflip=\"0\" rotate=\"1\" preferuntransformed=\"0\"/>\n \
         <image source=\"moor.png\" width=\"200\" height=\"134\"/>\n <tile id=\"1\" type=\"old\">\n  <properties>\n   \
         <property name=\"count\" type=\"int\" value=\"4\"/>\n   <property name=\"inn\" type=\"bool\" value=\"true\"/>\n  \
         </properties>\n </tile>\n <wangsets>\n{set}\n </wangsets>\n</tileset>\n"
    )
}

const COLOURS: &str = "<wangcolor name=\"Moor\" color=\"#00ff00\" tile=\"-1\" probability=\"1\"/>\
    <wangcolor name=\"Water\" color=\"#0000ff\" tile=\"-1\" probability=\"1\"/>";

#[test]
fn the_three_kinds_of_wang_sets_are_read_from_xml() {
    let edge = format!(
        "<wangset name=\"e\" type=\"edge\" tile=\"-1\">{COLOURS}<wangtile tileid=\"0\" wangid=\"1,0,1,0,1,0,1,0\"/>\
         <wangtile tileid=\"1\" wangid=\"2,0,2,0,1,0,1,0\"/><wangtile tileid=\"4\" wangid=\"2,0,1,0,2,0,1,0\"/></wangset>"
    );
    let pack = import(|request| import_tiled(tsx(&edge).as_bytes(), request, &mut |_| None)).unwrap();
    clean(&pack);
    let found = tiles(&pack);
    assert!(found["T1"].contains("count: 4") && found["T1"].contains("tags: [inn, old]"), "{}", found["T1"]);
    assert!(found["T1"].contains("parts: [water(at: [N, E])]"), "{}", found["T1"]);
    assert!(found["T4"].contains("water(at: [N]), water(at: [S])"), "{}", found["T4"]);
    assert!(pack.files["pack.ron"].contains("fill: \"#0000ff\""));
    let art = &pack.files[ART_FILE];
    assert!(art.contains("grid: (3, 2), margin: 1, gap: 2") && art.contains("cell: (1, 1)"), "{art}");

    let corner = format!(
        "<wangset name=\"c\" type=\"corner\" tile=\"-1\">{COLOURS}<wangtile tileid=\"0\" wangid=\"0,1,0,1,0,1,0,1\"/>\
         <wangtile tileid=\"1\" wangid=\"0,2,0,1,0,1,0,1\"/><wangtile tileid=\"2\" wangid=\"0,2,0,2,0,1,0,1\"/>\
         <wangtile tileid=\"3\" wangid=\"0,2,0,1,0,2,0,1\"/><wangtile tileid=\"5\" wangid=\"0,2,0,2,0,2,0,2\"/></wangset>"
    );
    let pack = import(|request| import_tiled(tsx(&corner).as_bytes(), request, &mut |_| None)).unwrap();
    clean(&pack);
    let head = &pack.files["pack.ron"];
    assert!(
        head.contains("(id: moor_water, ports: [moor, water], meets: [water_moor], meets_itself: false)"),
        "{head}"
    );
    assert!(tiles(&pack)["T1"].contains("parts: [water(at: [N, E])]"), "{}", tiles(&pack)["T1"]);

    let mixed = format!(
        "<wangset name=\"m\" type=\"mixed\" tile=\"-1\">{COLOURS}<wangtile tileid=\"0\" wangid=\"1,1,1,1,1,1,1,1\"/>\
         <wangtile tileid=\"1\" wangid=\"2,1,1,1,2,1,1,1\"/><wangtile tileid=\"2\" wangid=\"2,1,2,1,2,1,1,1\"/>\
         <wangtile tileid=\"3\" wangid=\"2,1,1,1,1,1,1,1\"/></wangset>"
    );
    let pack = import(|request| import_tiled(tsx(&mixed).as_bytes(), request, &mut |_| None)).unwrap();
    clean(&pack);
    let found = tiles(&pack);
    assert!(found["T1"].contains("parts: [water(at: [N, S])]"), "{}", found["T1"]);
    assert!(found["T2"].contains("water(at: [N], into: crossing)"), "{}", found["T2"]);
    assert!(found["T3"].contains("water(at: [N], into: end)"), "{}", found["T3"]);
}

#[test]
fn older_wang_ids_and_terrains_are_read() {
    // From the last position to the first: top left 1, left 1, bottom left 1, bottom 1, …, top 2.
    let old = "<wangset name=\"o\" tile=\"-1\"><wangedgecolor name=\"Moor\" color=\"#ff00ff00\" tile=\"-1\"/>\
        <wangedgecolor name=\"Water\" color=\"#0000ff\" tile=\"-1\"/>\
        <wangtile tileid=\"0\" wangid=\"0x01010101\"/><wangtile tileid=\"1\" wangid=\"0x1010202\"/></wangset>";
    let pack = import(|request| import_tiled(tsx(old).as_bytes(), request, &mut |_| None)).unwrap();
    clean(&pack);
    assert!(tiles(&pack)["T1"].contains("edges: (n: water, e: water, s: moor, w: moor)"), "{}", tiles(&pack)["T1"]);
    let terrains = "<tileset name=\"t\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"2\" columns=\"2\"><terraintypes>\
        <terrain name=\"grass\" tile=\"0\"/><terrain name=\"sand\" tile=\"1\"/></terraintypes>\
        <tile id=\"0\" terrain=\"0,0,0,0\"/><tile id=\"1\" terrain=\"0,1,0,0\"/></tileset>";
    let pack = import(|request| import_tiled(terrains.as_bytes(), request, &mut |_| None)).unwrap();
    let found = tiles(&pack);
    assert!(found["T1"].contains("sand(at: [N, E])"), "{}", found["T1"]);
}

#[test]
fn tiled_json_and_maps_with_tilesets_beside_are_read() {
    let json = r##"{"name": "moor", "tilewidth": 64, "tileheight": 64, "columns": 2, "tilecount": 2, "spacing": 0, "margin": 0,
        "image": "moor.png", "type": "tileset", "tiles": [{"id": 1, "properties": [{"name": "count", "type": "int", "value": 2}]}],
        "wangsets": [{"name": "p", "type": "edge", "tile": -1,
          "colors": [{"name": "Path", "color": "#aa8800", "tile": -1, "probability": 1}],
          "wangtiles": [{"tileid": 0, "wangid": [1, 0, 0, 0, 1, 0, 0, 0]}, {"tileid": 1, "wangid": [1, 0, 1, 0, 0, 0, 0, 0]}]}]}"##;
    let pack = import(|request| import_tiled(json.as_bytes(), request, &mut |_| None)).unwrap();
    clean(&pack);
    assert!(tiles(&pack)["T1"].contains("edges: (n: path, e: path, s: ground, w: ground)"), "{}", tiles(&pack)["T1"]);
    assert!(tiles(&pack)["T1"].contains("turns: [0]"), "{}", tiles(&pack)["T1"]);
    let map = "<map version=\"1.10\" orientation=\"orthogonal\" width=\"1\" height=\"1\">\
        <tileset firstgid=\"1\" source=\"sets/moor.tsj\"/><tileset firstgid=\"9\" source=\"../other.tsx\"/></map>";
    let mut asked = Vec::new();
    let pack = import(|request| {
        import_tiled(map.as_bytes(), request, &mut |path| {
            asked.push(path.to_owned());
            Some(json.as_bytes().to_vec())
        })
    });
    let pack = pack.unwrap();
    assert_eq!(asked, ["sets/moor.tsj"]);
    assert_eq!(pack.pictures[0].from, "sets/moor.png");
    assert!(guesses(&pack).iter().any(|guess| guess.contains("`../other.tsx` is not below")));
    let alone = import(|request| import_tiled(map.as_bytes(), request, &mut |_| None)).unwrap_err();
    assert_eq!(alone[0].kind, ExchangeErrorKind::Missing);
    let none = import(|request| import_tiled(tsx("").as_bytes(), request, &mut |_| None)).unwrap_err();
    assert_eq!(none[0].kind, ExchangeErrorKind::Missing);
}

/// Set of 24 kinds, invented for this test, with two alternative numbers of copies.
const DEFINITIONS: &str = include_str!("../samples/definitions.xml");

#[test]
fn definitions_of_24_kinds_become_a_clean_pack() {
    let pack = import(|request| import_jcloisterzone(DEFINITIONS.as_bytes(), request)).unwrap();
    clean(&pack);
    assert_eq!(pack.kind_count, 24);
    let found = tiles(&pack);
    assert!(found["X_gate"].contains("road(at: [S], into: city)"), "{}", found["X_gate"]);
    assert!(found["X_cell"].contains("road(at: [W], into: monastery)"), "{}", found["X_cell"]);
    assert!(found["X_star"].contains("road(at: [N], into: crossing)"), "{}", found["X_star"]);
    assert!(found["X_spring"].contains("river(at: [E], into: end)"), "{}", found["X_spring"]);
    assert!(found["X_twins"].contains("tags: [pennant]"), "{}", found["X_twins"]);
    // A bridge does not part the fields in the usual way, so they are written out.
    assert!(found["X_bridge"].contains("derive: false"), "{}", found["X_bridge"]);
    assert!(!found["X_town"].contains("derive"), "{}", found["X_town"]);
    let guesses = guesses(&pack);
    for guess in ["`<tower>` is not read", "the attribute `group` of a tile is not read, 2 times"] {
        assert!(guesses.iter().any(|found| found.contains(guess)), "{guess}: {guesses:#?}");
    }
    assert!(guesses.iter().any(|found| found.contains("follow from their other parts")), "{guesses:#?}");
    let first = pack.copy_count;
    let mapping = ImportMapping::read("Import(set: \"invented:2\")").unwrap();
    let second = import_with(&mapping, |request| import_jcloisterzone(DEFINITIONS.as_bytes(), request)).unwrap();
    assert!(second.copy_count < first);
}

#[test]
fn mistakes_in_definitions_are_reported_with_their_lines() {
    let text = "<defs>\n<tiles>\n<tile id=\"a\"><road>N Q</road></tile>\n<tile id=\"a\"/>\n\
        <tile id=\"b\"><city>N</city><city>N</city></tile>\n<tile id=\"c\"><city>N</city><field>NL</field></tile>\n\
        <tile id=\"d\"><field city=\"S\">EL I</field></tile>\n</tiles>\n\
        <sets><tile-set id=\"s\">\n<ref tile=\"a\" count=\"-1\"/>\n</tile-set></sets></defs>";
    let errors = import(|request| import_jcloisterzone(text.as_bytes(), request)).unwrap_err();
    let lines: Vec<usize> = errors.iter().map(|error| error.line.unwrap()).collect();
    assert_eq!(lines, [3, 4, 5, 6, 7, 10], "{errors:#?}");
    assert!(import(|request| import_jcloisterzone(b"<defs/>", request)).is_err());
}

#[test]
fn sheets_of_ldtk_leave_only_the_sides_to_paint() {
    let project = r#"{"__header__": {"app": "LDtk"}, "defs": {"tilesets": [
        {"identifier": "Icons", "relPath": null, "__cWid": 1, "__cHei": 1},
        {"identifier": "Moor", "relPath": "img/moor.png", "__cWid": 3, "__cHei": 2, "tileGridSize": 16, "spacing": 1, "padding": 2,
         "enumTags": [{"enumValueId": "Wet", "tileIds": [1, 2]}],
         "customData": [{"tileId": 1, "data": "name: Fen\ncount: 3\ncolour: red"}],
         "cachedPixelData": {"averageColors": "fabcfabcfabcfabc0000fabc"}}]}}"#;
    let pack = import(|request| import_ldtk(project.as_bytes(), request)).unwrap();
    clean(&pack);
    let found = tiles(&pack);
    assert_eq!(found.keys().collect::<Vec<_>>(), ["Fen", "T0", "T2", "T3", "T5"]);
    assert!(found["Fen"].contains("count: 3, tags: [wet]") && found["Fen"].contains("colour: red"), "{}", found["Fen"]);
    let art = &pack.files[ART_FILE];
    assert!(art.contains("grid: (3, 2), margin: 2, gap: 1") && art.contains("cell: (2, 1)"), "{art}");
    assert!(guesses(&pack).iter().any(|guess| guess.contains("the sides of all 5 tiles are still to be painted")));
    let mapping = ImportMapping::read("Import(set: \"Other\")").unwrap();
    assert!(import_with(&mapping, |request| import_ldtk(project.as_bytes(), request)).is_err());
}

#[test]
fn hostile_files_are_refused_in_a_short_time() {
    let begin = std::time::Instant::now();
    let deep_parts = format!("id,n,e,s,w,parts\nA,a,a,a,a,\"{}\"\n", "[".repeat(30_000));
    let many_parts = format!("id,n,e,s,w,parts\nA,a,a,a,a,\"{}\"\n", "a,".repeat(15_000));
    let long_cell = format!("id,n\nA,{}\n", "é".repeat(10 << 20));
    for table in [&deep_parts, &long_cell, &"\"".repeat(1 << 20), &"a,".repeat(1 << 20), &"\n".repeat(8 << 20)] {
        assert!(import(|request| import_table(table.as_bytes(), request)).is_err());
    }
    // Too many parts are a finding of the check.
    let pack = import(|request| import_table(many_parts.as_bytes(), request)).unwrap();
    assert!(load(&pack).errors().next().is_some());
    let rows = format!("id,n,e,s,w\n{}", "A b,c d,e f,g h,i j\n".repeat(4_001));
    assert_eq!(
        import(|request| import_table(rows.as_bytes(), request)).unwrap_err()[0].kind,
        ExchangeErrorKind::TooLarge
    );
    let bomb = "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n<tileset name=\"&b;\"/>";
    let deep = format!("{}{}", "<tile>".repeat(100_000), "</tile>".repeat(100_000));
    let attributes = format!("<tile {}/>", (0..100_000).map(|n| format!("a{n}=\"\" ")).collect::<String>());
    for text in [bomb, &deep, &attributes, "{\"tilesets\": ["] {
        assert!(import(|request| import_tiled(text.as_bytes(), request, &mut |_| None)).is_err());
        assert!(import(|request| import_jcloisterzone(text.as_bytes(), request)).is_err());
        assert!(import(|request| import_ldtk(text.as_bytes(), request)).is_err());
    }
    let sheet = r#"{"defs": {"tilesets": [{"relPath": "a.png", "__cWid": 4294967295, "__cHei": 4294967295}]}}"#;
    assert_eq!(
        import(|request| import_ldtk(sheet.as_bytes(), request)).unwrap_err()[0].kind,
        ExchangeErrorKind::TooLarge
    );
    let most = if cfg!(debug_assertions) { 60 } else { 10 };
    assert!(begin.elapsed().as_secs() < most, "{:?}", begin.elapsed());
}
