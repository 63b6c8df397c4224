//! Tests own art: reading it from folders and archives, its limits, and its independence of rules and games.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use tilewright_core::catalog::art::PictureFile;
use tilewright_core::session::Session;
use tilewright_kit::games::{opening, save};
use tilewright_kit::packs::archive::{Archive, ArchiveError, LayoutError};
use tilewright_kit::packs::art::{ArtFile, ArtFiles};
use tilewright_kit::packs::find::{Finder, PackFiles};
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::packs::template;

use crate::chosen::{Scratch, put};

/// Returns a black picture of this size as PNG.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::best());
    for _ in 0..height {
        rows.write_all(&vec![0; 1 + width.div_ceil(8) as usize]).unwrap();
    }
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |name: &[u8; 4], content: &[u8]| {
        let mut crc = Crc::new();
        crc.update(name);
        crc.update(content);
        bytes.extend((content.len() as u32).to_be_bytes());
        bytes.extend(name);
        bytes.extend(content);
        bytes.extend(crc.sum().to_be_bytes());
    };
    // One bit of grey for each pixel.
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[1, 0, 0, 0, 0]].concat();
    chunk(b"IHDR", &head);
    chunk(b"IDAT", &rows.finish().unwrap());
    chunk(b"IEND", &[]);
    bytes
}

/// Own art of the game `town`.
const ART: &str = r#"Art(licence: "CC0-1.0", pictures: [(id: start, file: "start.png", bleed: 3)],
    looks: [(id: painted, tiles: {"Start": start}, terrains: {"meadow": "wood/grass.png"})])"#;

/// Writes a game with own art into a folder.
fn painted(folder: &Path) -> PackFiles {
    let mut files = template::game("town");
    files.insert("art/art.ron".into(), ART.into());
    put(folder, "town", &files);
    picture(folder, "start.png", &png(640, 640));
    picture(folder, "wood/grass.png", &png(600, 600));
    files
}

fn picture(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join("town/art").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn loaded(folder: &Path, packs: &[&str]) -> Loaded {
    load(&Finder::nowhere().with_folder(folder), &Request::new(packs.iter().copied())).unwrap()
}

fn messages(loaded: &Loaded) -> Vec<String> {
    loaded.diagnostics.iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect()
}

fn file(path: &str) -> PictureFile {
    PictureFile { pack: "town".into(), path: path.into() }
}

#[test]
fn pictures_are_read_with_their_pack() {
    let folder = Scratch::new("own-art");
    painted(&folder.0);
    let town = loaded(&folder.0, &["town"]);
    assert_eq!(messages(&town), [""; 0]);
    assert_eq!(town.art.plan.looks.len(), 1);
    assert_eq!(town.art.bytes(&file("art/start.png")).map(|bytes| bytes.to_vec()), Some(png(640, 640)));
    let size = town.art.facts(&file("art/wood/grass.png")).unwrap().size.clone().unwrap();
    assert_eq!((size.width, size.height), (600, 600));
    assert_eq!(town.art.bytes(&file("art/other.png")), None);
}

#[test]
fn viewers_choose_among_the_looks_of_packs_and_themes() {
    let folder = Scratch::new("own-art-looks");
    painted(&folder.0);
    let theme = r#"Pack(id: "winter", version: "1.0.0", format: 1, title: "Winter", themes: "town ^0")"#;
    let art = r#"Art(licence: "CC0-1.0", looks: [(id: snow, terrains: {"meadow": "snow.png"})])"#;
    put(&folder.0, "winter", &[("pack.ron".into(), theme.into()), ("art/art.ron".into(), art.into())].into());
    let town = loaded(&folder.0, &["town", "winter"]);
    assert_eq!(town.art.look_names(), ["painted", "winter:snow", "plain"]);
    let chosen = |name: Option<&str>| town.art.choose_look(name).map(|look| look.map(|look| look.key()));
    assert_eq!(chosen(None), Ok(Some("painted".to_owned())), "{:?}", messages(&town));
    assert_eq!(chosen(Some("winter:snow")), Ok(Some("winter:snow".to_owned())));
    assert_eq!(chosen(Some("plain")), Ok(None));
    assert_eq!(chosen(Some("snow")).unwrap_err().to_string(), "there is no look `snow`");
    let plain = loaded(&folder.0, &["winter"]);
    assert_eq!(plain.art.look_names(), ["painted", "winter:snow", "plain"], "a theme brings its pack");
}

#[test]
fn mistakes_in_pictures_are_findings_and_the_game_can_be_played() {
    let folder = Scratch::new("own-art-mistakes");
    painted(&folder.0);
    picture(&folder.0, "start.png", b"\x89PNG\r\n\x1a\nnothing");
    picture(&folder.0, "wood/grass.png", &vec![0; (8 << 20) + 1]);
    picture(&folder.0, "wood/Bay.PNG", &png(1, 1));
    picture(&folder.0, "scan.tiff", b"II*");
    let town = loaded(&folder.0, &["town"]);
    assert!(town.is_playable());
    let codes: Vec<&str> = town.diagnostics.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["P0602", "P0602", "P0603", "P0604"], "{:?}", messages(&town));
    assert_eq!(town.art.bytes(&file("art/start.png")), None);
    assert_eq!(town.art.bytes(&file("art/wood/grass.png")), None);
}

#[cfg(unix)]
#[test]
fn links_out_of_the_pack_are_not_followed() {
    let (folder, outside) = (Scratch::new("own-art-links"), Scratch::new("own-art-outside"));
    painted(&folder.0);
    fs::create_dir_all(&outside.0).unwrap();
    fs::write(outside.0.join("secret.png"), png(640, 640)).unwrap();
    let link = folder.0.join("town/art/start.png");
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(outside.0.join("secret.png"), &link).unwrap();
    let town = loaded(&folder.0, &["town"]);
    assert_eq!(town.art.bytes(&file("art/start.png")), None);
    assert!(messages(&town)[0].starts_with("P0214"), "{:?}", messages(&town));
    assert!(Finder::nowhere().with_folder(&folder.0).find("town").unwrap().art().is_err());
}

#[test]
fn archives_hold_the_pictures_and_their_hash_covers_them() {
    let folder = Scratch::new("own-art-archive");
    painted(&folder.0);
    let finder = Finder::nowhere().with_folder(&folder.0);
    let first = finder.find("town").unwrap().archive().unwrap();
    assert_eq!(first.art.keys().map(|path| &**path).collect::<Vec<_>>(), ["art/start.png", "art/wood/grass.png"]);
    let bytes = first.write().unwrap();
    assert_eq!(Archive::read(&bytes).unwrap().art, first.art);
    // The archive is played without unpacking, and unpacks to the same files.
    let packed = folder.0.join("packed");
    fs::create_dir_all(&packed).unwrap();
    fs::write(packed.join(first.file_name()), &bytes).unwrap();
    let town = loaded(&packed, &["town"]);
    assert_eq!(messages(&town), [""; 0]);
    assert_eq!(town.art.bytes(&file("art/start.png")).map(|bytes| bytes.to_vec()), Some(png(640, 640)));
    first.unpack(&folder.0.join("again")).unwrap();
    assert_eq!(fs::read(folder.0.join("again/art/wood/grass.png")).unwrap(), png(600, 600));

    picture(&folder.0, "start.png", &png(1280, 1280));
    let second = finder.find("town").unwrap().archive().unwrap();
    assert_eq!(second.manifest.rules, first.manifest.rules);
    assert_ne!(second.manifest.content(), first.manifest.content());
    // A picture that the manifest does not describe is refused.
    let exchanged = Archive { art: second.art, ..first };
    assert!(
        matches!(Archive::read(&exchanged.write().unwrap()), Err(ArchiveError::Other(name)) if name == "art/start.png")
    );
}

#[test]
fn archives_keep_to_the_limits_of_pictures() {
    let files = template::game("town");
    let art = |path: &str, bytes: usize| ArtFiles::from([(path.into(), ArtFile::new(path, vec![0; bytes]))]);
    let with = |art: ArtFiles| Archive::with_art("town", &files, art, None);
    let is_too_large = |art: ArtFiles| matches!(with(art), Err(ArchiveError::Layout(LayoutError::TooLarge(_))));
    assert!(is_too_large(art("art/a.png", (8 << 20) + 1)) && is_too_large(art("art/a.svg", (512 << 10) + 1)));
    let many = |count: usize, bytes: usize| {
        (0..count).flat_map(|number| art(&format!("art/{number}.png"), bytes)).collect::<ArtFiles>()
    };
    assert!(is_too_large(many(1001, 1)) && is_too_large(many(7, 7 << 20)));
    assert!(with(many(1000, 1)).is_ok());
    assert!(with(art("art/notes.txt", 1)).unwrap().art.is_empty(), "only pictures are packed");
}

#[test]
fn repainting_changes_no_game() {
    let folder = Scratch::new("own-art-repainted");
    let files = template::game("town");
    put(&folder.0, "town", &files);
    let finder = Finder::nowhere().with_folder(&folder.0);
    let plain = loaded(&folder.0, &["town"]);
    let mut session = Session::new(plain.machine().unwrap(), 2, 9).unwrap();
    session.start().unwrap();
    for _ in 0..6 {
        let first = session.decision().unwrap().options.get(session.game(), 0).unwrap();
        session.answer(first).unwrap();
    }
    let record = save::record_of(&session, "plain");
    painted(&folder.0);
    for side in [640, 700] {
        picture(&folder.0, "start.png", &png(side, side));
        let town = loaded(&folder.0, &["town"]);
        assert_eq!(town.packs, plain.packs);
        let opened = opening::open(&finder, &[], &record).unwrap();
        assert!(opened.others.is_empty() && opened.stopped.is_none());
        assert_eq!(opened.session.game().fingerprint(), session.game().fingerprint());
        assert_eq!(save::record_of(&opened.session, "plain"), record);
    }
}

#[test]
fn a_theme_is_chosen_next_to_its_pack() {
    let folder = Scratch::new("own-art-theme");
    put(&folder.0, "town", &template::game("town"));
    let theme = |version: &str| {
        PackFiles::from([
            (
                "pack.ron".into(),
                format!(
                    "Pack(id: \"snow\", version: \"1.0.0\", format: 1, title: \"Snow\", themes: \"town {version}\")"
                )
                .into(),
            ),
            (
                "art/art.ron".into(),
                "Art(licence: \"CC0-1.0\", looks: [(id: white, terrains: {\"meadow\": \"snow.png\"})])".into(),
            ),
            (
                "texts/en.ron".into(),
                "Texts(\"en\", {\"look.white\": \"Snow\", \"town:terrain.meadow\": \"Snow\"})".into(),
            ),
        ])
    };
    put(&folder.0, "snow", &theme("^0.1"));
    fs::write(folder.0.join("snow/art/snow.png"), png(600, 600)).unwrap();
    let snow = loaded(&folder.0, &["snow"]);
    assert_eq!(messages(&snow), [""; 0]);
    let plain = loaded(&folder.0, &["town"]);
    assert_eq!(snow.packs, plain.packs);
    assert_eq!(snow.themes.iter().map(|theme| &*theme.id).collect::<Vec<_>>(), ["snow"]);
    assert!(snow.art.plan.look("snow:white").is_some() && plain.art.plan.is_empty());
    let name = |loaded: &Loaded| loaded.catalog().unwrap().texts.get("en", "terrain.meadow").map(str::to_owned);
    assert_eq!(name(&snow).as_deref(), Some("Snow"));
    assert_ne!(name(&plain), name(&snow));

    let archive = Finder::nowhere().with_folder(&folder.0).find("snow").unwrap().archive().unwrap();
    assert_eq!(archive.manifest.themes, "town ^0.1");
    assert!(archive.manifest.needs.is_empty());
    let read = Archive::read(&archive.write().unwrap()).unwrap();
    assert_eq!(read.manifest, archive.manifest);
    let town = Finder::nowhere().with_folder(&folder.0).find("town").unwrap().archive().unwrap();
    assert!(!town.manifest.text().contains("themes"), "manifests of other packs stay the same");

    put(&folder.0, "snow", &theme("^2"));
    assert!(messages(&loaded(&folder.0, &["snow"]))[0].starts_with("P0203"));
}
