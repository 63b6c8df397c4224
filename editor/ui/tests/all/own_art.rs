//! Tests own art in the window: the look that the viewer chooses, pictures that change while they are shown, and pictures
//! that are dropped on tiles.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use tilewright_editor::context::{EditorAction, EditorCommand, Pane};
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::table::{SeatChooser, Setup, TableGame};
use tilewright_kit::files::write_folder;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};

use crate::stage::{StageLook, TestStage};

/// Colours of the pictures.
pub(crate) const RED: [u8; 3] = [220, 40, 40];
pub(crate) const BLUE: [u8; 3] = [40, 40, 220];
const GREEN: [u8; 3] = [120, 230, 130];
pub(crate) const ORANGE: [u8; 3] = [240, 140, 20];
const YELLOW: [u8; 3] = [230, 220, 40];
const PURPLE: [u8; 3] = [150, 30, 170];
const TEAL: [u8; 3] = [10, 160, 150];

/// A small game with own art for everything that the window can show.
const PACK: &str = r##"Pack(
    id: "tarn", version: "0.1.0", format: 1, title: "Tarn", authors: ["A test"], licence: "MIT",
    seats: (2, 2), lattice: square,
    terrains: [
        (id: moss, ground: true, look: (fill: "#9aa86a", ink: "#5c6b3a", letter: ".")),
        (id: water, complete: closed, look: (fill: "#4a7f9c", ink: "#1d4257", letter: "w")),
    ],
    edges: [(id: moss, ports: [moss, moss]), (id: water, ports: [water])],
    tags: [(id: frog, look: (picture: disc, fill: "#3e8a4c", size: 18))],
    figures: [(id: heron, supply: 4, on: [water])],
    tokens: [(id: mist, look: (picture: disc, fill: "#eeeeee"))],
    zones: [(id: nest, slots: 2)],
    bags: [tiles],
    board: (extent: fixed(5, 4), presets: [(tile: "Bay", at: (1, 1), from: tiles), (tile: "Moor", at: (2, 1), from: tiles)]),
    flow: (turn: [draw(from: tiles), place, deploy, score], finish: [score_rest], ends_with: [tiles]),
    rules: [(use: "areas", on: water, per_tile: 2, tag: frog, per_tag: 1)],
)
"##;

const TILES: &str = r#"Tiles([
    (id: "Bay", count: 6, edges: (n: water, e: moss, s: moss, w: moss), parts: [water(at: [N])]),
    (id: "Creek", count: 5, edges: (n: water, e: moss, s: water, w: moss), parts: [water(at: [N, S], tags: [frog])]),
    (id: "Moor", count: 6, edges: (n: moss, e: moss, s: moss, w: moss), parts: []),
])
"#;

const TEXTS: &str = r#"Texts("en", {
    "terrain.moss": "Moss", "terrain.water": "Water", "figure.heron": "Heron", "bag.tiles": "Tiles", "token.mist": "Mist",
    "zone.nest": "Nest", "step.place": "Place the tile", "step.deploy": "Send a heron", "look.painted": "Painted",
    "look.inked": "Inked",
})
"#;

const ART: &str = r#"Art(
    licence: "CC0-1.0", by: "A test",
    pictures: [(id: bay, file: "bay.png", bleed: 4)],
    looks: [
        (
            id: painted,
            tiles: {"Bay": bay, "Creek": (picture: "creek.png", draw: under)},
            terrains: {"moss": (picture: "moss.png", cells: 2)},
            tags: {"frog": "frog.png"}, tokens: {"mist": "frog.png"},
            figures: {"heron": (picture: "heron.png", own: "heron.png")},
            bags: {"tiles": "bay.png"}, board: "board.png", zones: {"nest": "moss.png"}, empty: "slot.png",
        ),
        (id: inked, tiles: {"Bay": "creek.png"}),
    ],
)
"#;

/// Encodes a picture.
pub(crate) fn png(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let pixels: Vec<u8> =
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| pixel(x, y)).collect();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    bytes
}

/// Encodes a picture of one colour.
pub(crate) fn plain(side: u32, [r, g, b]: [u8; 3]) -> Vec<u8> {
    png(side, side, |_, _| [r, g, b, 255])
}

/// Encodes a picture with a border of one colour and an inner square of another.
fn framed(side: u32, [outer, inner]: [[u8; 3]; 2]) -> Vec<u8> {
    let (low, high) = (side / 5, side - side / 5);
    png(side, side, |x, y| {
        let is_inner = (low..high).contains(&x) && (low..high).contains(&y);
        let [r, g, b] = if is_inner { inner } else { outer };
        [r, g, b, 255]
    })
}

/// Writes the pack with its pictures into a folder.
fn write_pack(home: &Path) -> PathBuf {
    let folder = home.join("packs/tarn");
    let texts = [("pack.ron", PACK), ("tiles.ron", TILES), ("texts/en.ron", TEXTS), ("art/art.ron", ART)];
    let moss = png(160, 160, |x, y| if (x < 80) == (y < 80) { [30, 190, 60, 255] } else { [120, 230, 130, 255] });
    let heron = png(60, 100, |x, y| {
        let is_inside = (x as i32 - 30).pow(2) * 3 + (y as i32 - 50).pow(2) < 2400;
        [200, 200, 200, if is_inside { 255 } else { 0 }]
    });
    let pictures = [
        ("art/bay.png", framed(200, [RED, [250, 160, 160]])),
        ("art/creek.png", plain(120, BLUE)),
        ("art/moss.png", moss),
        ("art/frog.png", plain(40, PURPLE)),
        ("art/heron.png", heron),
        ("art/board.png", plain(100, YELLOW)),
        ("art/slot.png", png(50, 50, |x, _| [90, 90, 90, if x % 10 < 5 { 120 } else { 0 }])),
    ];
    let texts = texts.iter().map(|(path, text)| (*path, text.as_bytes()));
    let all = texts.chain(pictures.iter().map(|(path, bytes)| (*path, &**bytes)));
    write_folder(&folder, all).unwrap();
    folder
}

impl TestStage {
    /// Draws frames until all pictures are read, decoded and checked.
    pub(crate) fn paint(&mut self) -> &mut TestStage {
        for _ in 0..2000 {
            self.settle();
            if !self.editor().is_painting() {
                return self.settle();
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("pictures are still being decoded");
    }

    /// Counts the pixels of the window that have about this colour.
    pub(crate) fn pixels_of(&mut self, colour: [u8; 3]) -> usize {
        let bytes = self.draw_picture().bytes();
        let is_near = |pixel: &&[u8]| pixel.iter().zip(colour).all(|(a, b)| a.abs_diff(b) < 12);
        bytes.chunks_exact(3).filter(is_near).count()
    }
}

pub(crate) fn open(name: &str) -> TestStage {
    open_with(name, StageLook { size: Vec2::new(1100.0, 760.0), ..StageLook::default() })
}

/// Opens the pack in a window with these properties.
pub(crate) fn open_with(name: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    let folder = write_pack(&stage.home);
    stage.act(EditorAction::OpenFolder(folder)).paint();
    stage
}

pub(crate) fn folder(stage: &mut TestStage) -> PathBuf {
    stage.editor().document().unwrap().folder().to_owned()
}

fn codes(stage: &mut TestStage) -> Vec<&'static str> {
    stage.editor().problems().all.iter().map(|problem| problem.diagnostic.code).collect()
}

/// Returns the findings, except that pictures of a test are coarse, have no bleed and do not continue.
fn mistakes(stage: &mut TestStage) -> Vec<String> {
    let all = &stage.editor().problems().all;
    let other = all.iter().filter(|problem| !matches!(problem.diagnostic.code, "P0606" | "P0607" | "P0615"));
    other.map(|problem| format!("{} {}", problem.diagnostic.code, problem.diagnostic.message)).collect()
}

#[test]
fn the_table_shows_the_look_that_the_viewer_chooses() {
    let mut stage = open("art_table");
    assert_eq!(mistakes(&mut stage), [""; 0]);
    stage.key(Modifiers::NONE, Key::F5).paint();
    let record = |stage: &mut TestStage| record_of(stage.editor().table().unwrap().session(), "tarn");
    let before = record(&mut stage);
    stage.picture("art_table");
    let shown = |stage: &mut TestStage| [RED, YELLOW, GREEN].map(|colour| stage.pixels_of(colour));
    let painted = shown(&mut stage);
    assert!(painted.iter().all(|count| *count > 300), "a tile, the board and a texture: {painted:?}");
    // The menu offers both looks and the drawings from data.
    stage.press("View").press("Look").click("Drawings from data").paint();
    stage.picture("art_table_plain");
    assert_eq!(shown(&mut stage), [0, 0, 0]);
    stage.press("View").press("Look").click("Inked").paint();
    assert!(stage.pixels_of(BLUE) > 300 && shown(&mut stage)[..2] == [0, 0]);
    assert_eq!(record(&mut stage), before, "a look does not change the game");
    // The choice is kept for the next start, and no other pack is affected.
    let home = stage.home.clone();
    drop(stage);
    let settings = std::fs::read_to_string(home.join("settings.json")).unwrap();
    assert!(settings.contains("\"inked\""), "{settings}");
    let mut stage = TestStage::in_home(home.clone(), StageLook::default());
    stage.act(EditorAction::OpenFolder(home.join("packs/tarn"))).paint();
    assert!(stage.pixels_of(BLUE) > 300, "the gallery shows it, too");
    // The palette's command goes through the looks.
    stage.act(EditorAction::Command(EditorCommand::Look)).paint();
    assert_eq!(stage.pixels_of(BLUE), 0);
    assert!(stage.editor().notices().visible_texts().any(|text| text == "Look: Drawings from data"));
}

#[test]
fn a_picture_that_changes_on_the_disk_is_shown_and_a_broken_one_keeps_the_last() {
    let mut stage = open("art_live");
    let path = folder(&mut stage).join("art/bay.png");
    let red = stage.pixels_of(RED);
    assert!(red > 200);
    let changed = Instant::now();
    std::fs::write(&path, plain(200, ORANGE)).unwrap();
    while stage.pixels_of(ORANGE) < red {
        stage.harness.step();
        assert!(changed.elapsed() < Duration::from_secs(20), "the picture does not change");
    }
    println!("the window shows a changed picture after {} ms", changed.elapsed().as_millis());
    stage.paint().picture("art_changed");
    assert_eq!(stage.pixels_of(RED), 0);
    // Half of a file has a valid header, and keeps the picture with a finding.
    let whole = plain(200, RED);
    let wait_for = |stage: &mut TestStage, code: &str, is_there: bool| {
        let start = Instant::now();
        while codes(stage).contains(&code) != is_there {
            stage.paint();
            std::thread::sleep(Duration::from_millis(5));
            assert!(start.elapsed() < Duration::from_secs(20), "{code}: {:?}", codes(stage));
        }
    };
    for broken in [&whole[..whole.len() / 2], b"no picture", b""] {
        std::fs::write(&path, broken).unwrap();
        wait_for(&mut stage, "P0603", true);
        assert!(stage.pixels_of(ORANGE) >= red, "{} bytes", broken.len());
        std::fs::write(&path, plain(200, ORANGE)).unwrap();
        wait_for(&mut stage, "P0603", false);
    }
    // A picture that is removed is drawn from data.
    std::fs::remove_file(&path).unwrap();
    wait_for(&mut stage, "P0601", true);
    stage.paint();
    assert_eq!(stage.pixels_of(ORANGE), 0);
}

/// File that is dropped onto the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// Drops files at the middle of the widget with a label, or where the pointer is.
pub(crate) fn drop_files(stage: &mut TestStage, on: Option<&str>, files: &[(&str, Vec<u8>)]) {
    let outside = stage.home.join("outside");
    std::fs::create_dir_all(&outside).unwrap();
    if let Some(label) = on {
        let at = stage.harness.get_by_label(label).rect().center();
        stage.harness.hover_at(at);
        stage.harness.step();
    }
    for (name, bytes) in files {
        std::fs::write(outside.join(name), bytes).unwrap();
        stage.harness.input_mut().dropped_files.push(Arc::new(Dropped(outside.join(name))));
    }
    stage.harness.step();
    stage.paint();
}

#[test]
fn a_picture_dropped_on_a_tile_becomes_its_picture() {
    let mut stage = open("art_drop");
    let folder = folder(&mut stage);
    let (art, files) = (stage.text("art/art.ron"), || {
        let mut names: Vec<_> =
            std::fs::read_dir(folder.join("art")).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        names
    });
    let before = files();
    drop_files(&mut stage, Some("Tile Moor, count 6"), &[("My moor.PNG", plain(90, ORANGE))]);
    assert!(stage.pixels_of(ORANGE) > 500, "{:?}", stage.editor().notices().visible_texts().collect::<Vec<_>>());
    stage.picture("art_dropped");
    let text = stage.text("art/art.ron");
    let added = "    pictures: [(id: bay, file: \"bay.png\", bleed: 4), (id: my_moor, file: \"my_moor.png\")],";
    assert!(text.contains(added) && text.contains("\"Moor\": my_moor"), "{text}");
    assert!(text.contains("licence: \"CC0-1.0\", by: \"A test\",\n"), "the rest is unchanged");
    assert!(folder.join("art/my_moor.png").is_file());
    // Undo takes the file back, and redo adds it again.
    stage.key(Modifiers::COMMAND, Key::Z).paint();
    assert_eq!((stage.text("art/art.ron"), files()), (art.clone(), before.clone()));
    assert_eq!(stage.pixels_of(ORANGE), 0);
    stage.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z).paint();
    assert!(stage.pixels_of(ORANGE) > 500 && files().len() == before.len() + 1);
    // Undo keeps a file that was painted over in the meantime.
    std::fs::write(folder.join("art/my_moor.png"), plain(90, BLUE)).unwrap();
    stage.key(Modifiers::COMMAND, Key::Z).paint();
    assert!(folder.join("art/my_moor.png").is_file());
}

#[test]
fn a_turned_picture_is_found_and_turned_in_one_step() {
    let mut stage = open("art_turned");
    // The sides with water are blue on each picture, but the picture of the bay is turned by a step.
    let sides = |is_blue: fn(u32, u32) -> bool| {
        png(100, 100, move |x, y| if is_blue(x, y) { [40, 40, 220, 255] } else { [30, 190, 60, 255] })
    };
    let art = folder(&mut stage).join("art");
    std::fs::write(art.join("bay.png"), sides(|x, _| x >= 85)).unwrap();
    std::fs::write(art.join("creek.png"), sides(|_, y| !(15..85).contains(&y))).unwrap();
    std::fs::write(art.join("moor.png"), sides(|_, _| false)).unwrap();
    let look =
        "looks: [(id: painted, tiles: {\"Bay\": \"bay.png\", \"Creek\": \"creek.png\", \"Moor\": \"moor.png\"})]";
    let text = format!("Art(\n    licence: \"CC0-1.0\",\n    {look},\n)\n");
    stage.write("art/art.ron", &text).paint();
    assert!(codes(&mut stage).contains(&"P0614"), "{:?}", codes(&mut stage));
    stage
        .act(EditorAction::Command(EditorCommand::Show(Pane::Problems)))
        .type_into("Filter problems", "P0614")
        .press("Turn the picture")
        .paint();
    let fixed = stage.text("art/art.ron");
    assert!(fixed.contains("(id: bay, file: \"bay.png\", turn: 3)") && fixed.contains("\"Bay\": \"bay\""), "{fixed}");
    assert!(!codes(&mut stage).contains(&"P0614"), "{:?}", codes(&mut stage));
    stage.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(stage.text("art/art.ron"), text);
}

#[test]
fn names_choose_the_tiles_of_several_pictures() {
    let mut stage = open("art_names");
    let art = stage.text("art/art.ron");
    let unknown = plain(20, YELLOW);
    let files = [("moor.png", plain(90, PURPLE)), ("Creek.png", plain(120, BLUE)), ("sea.png", unknown.clone())];
    drop_files(&mut stage, None, &files);
    let text = stage.text("art/art.ron");
    assert!(text.contains("\"Moor\": moor") && text.contains("\"Creek\": (picture: \"creek\", draw: under)"), "{text}");
    assert!(!text.contains("sea"));
    let told =
        |stage: &mut TestStage, part: &str| stage.editor().notices().visible_texts().any(|text| text.contains(part));
    assert!(told(&mut stage, "No tile is named like sea.png."));
    // The same picture is not stored twice.
    assert!(text.contains("(id: creek, file: \"creek.png\")"), "{text}");
    stage.key(Modifiers::COMMAND, Key::Z).paint();
    assert_eq!(stage.text("art/art.ron"), art);
    // Files that packs cannot show are refused with a reason.
    for (bytes, reason) in [
        (b"GIF89a".to_vec(), "is not a PNG, JPEG, WebP or SVG picture. Save it as PNG, JPEG, WebP or SVG, in RGB."),
        (plain(40, RED)[..60].to_vec(), "Save it again in the program that made it."),
        (png(4100, 1, |_, _| [0; 4]), "Save it with at most 4,096 pixels a side and 8 MiB."),
        (vec![0; (8 << 20) + 1], "Save it with at most 4,096 pixels a side and 8 MiB."),
    ] {
        drop_files(&mut stage, Some("Tile Moor, count 6"), &[("moor.png", bytes)]);
        assert!(
            told(&mut stage, reason),
            "{reason}: {:?}",
            stage.editor().notices().visible_texts().collect::<Vec<_>>()
        );
        assert_eq!(stage.text("art/art.ron"), art);
    }
}

/// Puts a game of the pack on the table, in which bots have played.
fn play(stage: &mut TestStage, answers: usize) {
    let folder = folder(stage);
    let loaded = load(&Finder::nowhere(), &Request::new([folder.to_string_lossy()])).unwrap();
    let setup = Setup { seats: vec![SeatChooser::Person; 2], seed: 5, pack_set: PackSet::default() };
    let mut table = TableGame::begin(&Arc::new(loaded), setup).unwrap();
    (0..answers).for_each(|_| assert!(table.step()));
    stage.key(Modifiers::NONE, Key::F5).settle();
    crate::left::put(stage, table);
    stage.paint();
}

#[test]
fn a_painted_board_looks_as_it_did() {
    let mut stage = open("art_golden");
    play(&mut stage, 10);
    let board = crate::golden::board(&stage);
    crate::golden::compare(&mut stage, "own_art", board);
}

#[test]
fn the_painter_shows_the_cut_of_its_own_picture() {
    let mut stage = open("art_cut");
    stage.click("Tile Bay, count 6").paint();
    let red = stage.pixels_of(RED);
    stage.click("Own picture").paint();
    stage.picture("art_cut");
    assert!(stage.pixels_of(RED) > red + 2000);
}

#[test]
fn a_copy_of_a_pack_has_its_pictures_and_so_has_a_visit() {
    let mut stage = open("art_copy");
    stage.act(EditorAction::Keep).type_into("Author", "Ann").press("Save copy").paint();
    let copy = folder(&mut stage);
    assert_ne!(copy, stage.home.join("packs/tarn"));
    assert!(copy.join("art/bay.png").is_file() && stage.pixels_of(RED) > 200);
    let archive = {
        let finder = tilewright_kit::packs::find::Finder::nowhere();
        finder.find(&stage.home.join("packs/tarn").to_string_lossy()).unwrap().archive().unwrap()
    };
    stage.act(EditorAction::Visit(Box::new(archive))).settle();
    stage.paint();
    assert!(stage.pixels_of(YELLOW) > 300, "the board of the visited game is painted");
    assert_eq!(mistakes(&mut stage), [""; 0]);
}

/// Writes a theme for the pack into the folder of the editor's packs.
fn write_theme(home: &Path) {
    let head = "Pack(id: \"frost\", version: \"1.0.0\", format: 1, title: \"Frost\", authors: [\"A test\"], \
                licence: \"MIT\", themes: \"tarn ^0.1\")\n";
    let art = "Art(licence: \"CC0-1.0\", looks: [(id: snow, tiles: {\"Bay\": \"bay.png\"})])\n";
    let bay = plain(100, TEAL);
    let files: [(&str, &[u8]); 3] =
        [("pack.ron", head.as_bytes()), ("art/art.ron", art.as_bytes()), ("art/bay.png", &bay)];
    write_folder(&home.join("packs/frost"), files).unwrap();
}

#[test]
fn looks_of_themes_that_are_not_open_can_be_chosen() {
    let look = StageLook { size: Vec2::new(1100.0, 760.0), ..StageLook::default() };
    let mut stage = TestStage::with_look("art_themes", look);
    write_theme(&stage.home);
    let folder = write_pack(&stage.home);
    stage.act(EditorAction::OpenFolder(folder.clone())).paint();
    let before = stage.editor().document().unwrap().files().clone();
    assert!(stage.pixels_of(RED) > 200);
    stage.press("View").press("Look").click("Frost: snow").paint();
    assert!(stage.pixels_of(TEAL) > 200 && stage.pixels_of(RED) == 0);
    assert_eq!(mistakes(&mut stage), [""; 0]);
    assert_eq!(stage.editor().document().unwrap().files(), &before, "the pack does not change");
    // The choice is kept, and the theme is loaded again at the next start.
    let home = stage.home.clone();
    drop(stage);
    let mut stage = TestStage::in_home(home, look);
    stage.act(EditorAction::OpenFolder(folder)).paint();
    assert!(stage.pixels_of(TEAL) > 200);
    stage.press("View").press("Look").click("Painted").paint();
    assert!(stage.pixels_of(RED) > 200 && stage.pixels_of(TEAL) == 0);
}

#[test]
fn cards_of_the_first_page_show_the_chosen_look() {
    let mut stage = open("art_cards");
    write_theme(&stage.home);
    let shown = |stage: &mut TestStage| {
        stage.act(EditorAction::Command(EditorCommand::Close)).all_cards().settle();
        [RED, TEAL, BLUE].map(|colour| stage.pixels_of(colour) > 100)
    };
    assert_eq!(shown(&mut stage), [true, false, true], "the first look of the pack");
    stage.picture("art_cards");
    let folder = stage.home.join("packs/tarn");
    for (look, expected) in
        [("plain", [false, false, false]), ("frost:snow", [false, true, false]), ("inked", [false, false, true])]
    {
        stage.act(EditorAction::OpenFolder(folder.clone())).act(EditorAction::ChooseLook(look.into()));
        assert_eq!(shown(&mut stage), expected, "{look}");
    }
}
