//! Tests looks of own art: decoding in the background, changed and broken files, and the choice of a look.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tilewright_art::geometry::{Path as Outline, Point};
use tilewright_art::raster::png;
use tilewright_art::scene::{Color, Scene};
use tilewright_core::catalog::art::ArtLook;
use tilewright_editor_model::pack::own_art::intake::take_pictures;
use tilewright_editor_model::pack::own_art::{DecodedPictures, LookView, ShownLook, chosen_look};
use tilewright_kit::files::write_folder;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load};

const PACK: &str = r#"Pack(
    id: "tarn", version: "0.1.0", format: 1, title: "Tarn", authors: ["A test"], licence: "MIT",
    seats: (2, 2), lattice: square,
    terrains: [(id: moss, ground: true)], edges: [(id: moss, ports: [moss])], bags: [tiles],
    flow: (turn: [draw(from: tiles), place], ends_with: [tiles]),
)
"#;

const TILES: &str = r#"Tiles([
    (id: "A", count: 2, edges: (n: moss, e: moss, s: moss, w: moss), parts: []),
    (id: "B", count: 2, edges: (n: moss, e: moss, s: moss, w: moss), parts: []),
])
"#;

const ART: &str = r#"Art(
    sheets: [(id: both, file: "both.png", grid: (2, 1))],
    pictures: [(id: b, sheet: both, cell: (1, 0))],
    looks: [(id: first, tiles: {"A": "a.png", "B": b}), (id: second, tiles: {"A": "both.png"})],
)
"#;

/// Draws a picture in two colours, left and right.
fn picture(colours: [u32; 2], side: f32) -> Vec<u8> {
    let mut scene = Scene::new(1.0, 0.5);
    for (number, colour) in (0u8..).zip(colours) {
        let left = f32::from(number) / 2.0;
        let at = |x: f32, y: f32| Point::new(left + x, y);
        scene.fill(Outline::polygon(&[at(0.0, 0.0), at(0.5, 0.0), at(0.5, 0.5), at(0.0, 0.5)]), Color::hex(colour));
    }
    png(&scene, side).unwrap()
}

/// Folder of a pack that is removed after the test.
struct TestPack(PathBuf);

impl TestPack {
    fn new(name: &str) -> TestPack {
        let folder = std::env::temp_dir().join(format!("tilewright-art-{}-{name}/tarn", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        let (a, both) = (picture([0xff0000, 0xff0000], 40.0), picture([0x00ff00, 0x0000ff], 64.0));
        let files: [(&str, &[u8]); 5] = [
            ("pack.ron", PACK.as_bytes()),
            ("tiles.ron", TILES.as_bytes()),
            ("art/art.ron", ART.as_bytes()),
            ("art/a.png", &a),
            ("art/both.png", &both),
        ];
        write_folder(&folder, files).unwrap();
        TestPack(folder)
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        std::fs::write(self.0.join(path), bytes).unwrap();
    }

    fn load(&self) -> Loaded {
        let loaded = load(&Finder::nowhere(), &Request::new([self.0.to_string_lossy()])).unwrap();
        assert!(loaded.catalog().is_some(), "{:?}", loaded.diagnostics);
        loaded
    }
}

impl Drop for TestPack {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(self.0.parent().unwrap_or(&self.0)));
    }
}

/// Waits until all pictures of a look are decoded.
fn decoded(view: &mut LookView, pictures: &mut DecodedPictures, loaded: &Loaded, look: &ArtLook) -> ShownLook {
    let start = Instant::now();
    loop {
        pictures.renew();
        let shown = view.show(pictures, &loaded.art, Some(look)).unwrap().clone();
        if shown.is_complete {
            return shown;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "the pictures are not decoded");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Returns the upper left pixel of the pictures of both tiles; `None` for a tile that is drawn from data.
fn colours(shown: &ShownLook, loaded: &Loaded) -> [Option<[u8; 3]>; 2] {
    let catalog = loaded.catalog().unwrap();
    ["A", "B"].map(|tile| {
        let art = shown.art.look().tile(catalog.kinds.find(tile)?, catalog)?;
        let bitmap = shown.art.bitmap(art.cell(0, Default::default())?.picture)?;
        Some([bitmap.rgba()[0], bitmap.rgba()[1], bitmap.rgba()[2]])
    })
}

const RED: Option<[u8; 3]> = Some([255, 0, 0]);
const GREEN: Option<[u8; 3]> = Some([0, 255, 0]);
const BLUE: Option<[u8; 3]> = Some([0, 0, 255]);

#[test]
fn pictures_are_decoded_in_the_background_and_again_when_they_change() {
    let pack = TestPack::new("decoded");
    let (mut view, mut pictures) = (LookView::default(), DecodedPictures::new(|| {}));
    let loaded = pack.load();
    let look = &loaded.art.plan.looks[0];
    let first = view.show(&mut pictures, &loaded.art, Some(look)).unwrap().clone();
    assert_eq!((colours(&first, &loaded), first.is_complete), ([None, None], false), "tiles are drawn until then");
    let shown = decoded(&mut view, &mut pictures, &loaded, look);
    assert_eq!(colours(&shown, &loaded), [RED, BLUE]);
    assert_ne!(first.number, shown.number);
    // Loading the same files again changes nothing.
    let again = pack.load();
    assert_eq!(decoded(&mut view, &mut pictures, &again, look).number, shown.number);
    pack.write("art/a.png", &picture([0x00ff00, 0x00ff00], 40.0));
    let changed = pack.load();
    let kept = view.show(&mut pictures, &changed.art, Some(look)).unwrap().clone();
    assert_eq!(colours(&kept, &changed), [RED, BLUE], "the old picture stays until the new one is decoded");
    let shown = decoded(&mut view, &mut pictures, &changed, look);
    assert_eq!(colours(&shown, &changed), [GREEN, BLUE]);
    // Without own art there is no look.
    assert!(view.show(&mut pictures, &changed.art, None).is_none() && view.shown().is_none());
}

#[test]
fn a_broken_file_keeps_its_last_good_picture_and_a_missing_one_does_not() {
    let pack = TestPack::new("broken");
    let (mut view, mut pictures) = (LookView::default(), DecodedPictures::new(|| {}));
    let loaded = pack.load();
    let look = &loaded.art.plan.looks[0];
    decoded(&mut view, &mut pictures, &loaded, look);
    let whole = picture([0x00ff00, 0x00ff00], 400.0);
    // Damaged pixels are noticed only when they are decoded.
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 0xff;
    for broken in [&damaged, &whole[..whole.len() - 30], &whole[..10], b"text"] {
        pack.write("art/a.png", broken);
        let loaded = pack.load();
        let shown = decoded(&mut view, &mut pictures, &loaded, look);
        assert_eq!(colours(&shown, &loaded), [RED, BLUE], "{} bytes", broken.len());
        let found = view.findings();
        let codes = loaded.diagnostics.iter().chain(&found).map(|d| d.code);
        assert_eq!(codes.filter(|code| *code == "P0603").count(), 1, "{} bytes", broken.len());
    }
    // The grid no longer divides the sheet.
    pack.write("art/both.png", &picture([0x00ff00, 0x00ff00], 63.0));
    let loaded = pack.load();
    assert_eq!(colours(&decoded(&mut view, &mut pictures, &loaded, look), &loaded), [RED, BLUE]);
    std::fs::remove_file(pack.0.join("art/a.png")).unwrap();
    let loaded = pack.load();
    assert_eq!(colours(&decoded(&mut view, &mut pictures, &loaded, look), &loaded), [None, BLUE]);
}

#[test]
fn viewers_choose_looks_by_name() {
    let pack = TestPack::new("chosen");
    let loaded = pack.load();
    let chosen = |name: Option<&str>| chosen_look(&loaded.art, name, "tarn").map(|look| look.id.to_string());
    assert_eq!(chosen(None), Some("first".into()));
    assert_eq!(chosen(Some("second")), Some("second".into()));
    assert_eq!(chosen(Some("plain")), None);
    assert_eq!(chosen(Some("gone")), Some("first".into()), "a look that no longer exists");
}

#[test]
fn taken_pictures_get_free_names_and_are_not_stored_twice() {
    let pack = TestPack::new("taken");
    let outside = pack.0.parent().unwrap().join("outside");
    std::fs::create_dir(&outside).unwrap();
    let (same, other) = (std::fs::read(pack.0.join("art/a.png")).unwrap(), picture([0x00ff00, 0x0000ff], 30.0));
    let names = ["copy.png", "A.png", "B.png", "none.png"];
    for (name, bytes) in names.iter().zip([&same, &other, &other]) {
        std::fs::write(outside.join(name), bytes).unwrap();
    }
    let files: Vec<PathBuf> = names.iter().map(|name| outside.join(name)).collect();
    let taken = take_pictures(&pack.0, &files);
    let path = |number: usize| taken[number].as_ref().map(|picture| &*picture.path).map_err(|error| error.advice());
    assert_eq!((path(0), path(1), path(2)), (Ok("art/a.png"), Ok("art/a_2.png"), Ok("art/a_2.png")));
    assert_eq!(path(3), Err("art-advice-copy"));
    assert!(!Path::new(&pack.0).join("art/a_2.png").exists(), "the pack is not changed");
}
