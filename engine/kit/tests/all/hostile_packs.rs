//! Tests packs with hostile data, in memory and on disk: findings and typed errors name the problem, without delay.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use cpu_time::ThreadTime;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Loaded, Request, load, load_from};

use crate::pond::{errors, head, world};

/// Runs a task that must take less than two seconds of processor time.
fn soon<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let start = ThreadTime::now();
    let result = run();
    let time = start.elapsed();
    assert!(time < Duration::from_secs(2), "{what} took {time:?}");
    result
}

/// Loads the pond with a pack `bad` of these files on top.
fn with_files(files: &[(&str, &str)]) -> Loaded {
    let mut world = world();
    for (path, text) in files {
        world.add_file("bad", path, text);
    }
    load_from(&world, &Request::new(["bad"]))
}

/// Checks that the packs cannot be played, and that an error with the code names the file.
fn is_found(what: &str, loaded: &Loaded, file: &str, code: &str) {
    let errors = errors(loaded);
    let named = errors.iter().any(|e| e.starts_with(file) && e.contains(code));
    let short: Vec<String> = errors.iter().take(4).map(|e| e.chars().take(300).collect()).collect();
    assert!(!loaded.is_playable() && named, "{what}: {short:?}");
}

#[test]
fn data_that_nest_repeat_or_lie_are_found() {
    let nested = |open: &str, close: &str| format!("Tags([{}{}])", open.repeat(100_000), close.repeat(100_000));
    for text in [nested("[", "]"), nested("(", ")"), nested("{1:", "}"), nested("Some(", ")"), "[".repeat(100_000)] {
        let loaded = soon("nesting", || with_files(&[("pack.ron", &head("bad", "")), ("deep.ron", &text)]));
        is_found(&text[..20], &loaded, "bad/deep.ron:1:", "P0102");
        let loaded = soon("nesting", || with_files(&[("pack.ron", &text)]));
        is_found(&text[..20], &loaded, "bad/pack.ron", "P0");
    }
    let tile = |id: &str, count: &str| {
        format!("Tiles([(id: \"{id}\", count: {count}, edges: (n: grass, e: grass, s: grass, w: grass))])")
    };
    for count in ["1000000", "100001", "-3", "4294967297", "99999999999999999999"] {
        let text = tile("Z", count);
        let loaded = soon(count, || with_files(&[("pack.ron", &head("bad", "")), ("tiles.ron", &text)]));
        is_found(count, &loaded, "bad/tiles.ron:1:", "P0");
    }
    let copies = Request { copies: 1_000_000, ..Request::new(["pond"]) };
    let loaded = soon("a million copies", || load_from(&world(), &copies));
    assert!(!loaded.is_playable() && !errors(&loaded).is_empty());
    for id in
        ["", " ", "a b", "A/../B", "a\\u{0}b", "tile:x", "\\u{202e}abc", "ä", "a\\nb", "<b>", "%s%n", "a#b", "@", "."]
    {
        let text = tile(id, "1");
        let loaded = soon(id, || with_files(&[("pack.ron", &head("bad", "")), ("tiles.ron", &text)]));
        is_found(id, &loaded, "bad/tiles.ron:1:", "P0");
        let tags = format!("Tags([\"{id}\"])");
        let loaded = soon(id, || with_files(&[("pack.ron", &head("bad", "")), ("tags.ron", &tags)]));
        is_found(id, &loaded, "bad/tags.ron:1:", "P0");
    }
    for id in ["other", "Bad", "b\u{e4}d", "", "../bad", "bad/x"] {
        let loaded = soon(id, || with_files(&[("pack.ron", &head(id, ""))]));
        is_found(id, &loaded, "bad/pack.ron:1:", "P0");
    }
}

#[test]
fn needs_that_go_round_in_circles_are_found() {
    let needing = |id: &str, other: &str| head(id, "").replace("\"pond\"", &format!("\"{other}\""));
    let mut world = world();
    world.add_file("one", "pack.ron", &needing("one", "two"));
    world.add_file("two", "pack.ron", &needing("two", "three"));
    world.add_file("three", "pack.ron", &needing("three", "one"));
    world.add_file("own", "pack.ron", &needing("own", "own"));
    for packs in [&["one"][..], &["two", "three"], &["own"], &["pond", "three"]] {
        let loaded = soon("circle", || load_from(&world, &Request::new(packs.iter().copied())));
        let errors = errors(&loaded);
        assert!(!loaded.is_playable() && errors.iter().any(|e| e.contains("/pack.ron:1:")), "{packs:?}: {errors:?}");
    }
    let wishes = |id: &str, after: &str| head(id, &format!("after: [\"{after}\"], "));
    world.add_file("four", "pack.ron", &wishes("four", "five"));
    world.add_file("five", "pack.ron", &wishes("five", "four"));
    let loaded = soon("wishes", || load_from(&world, &Request::new(["four", "five"])));
    assert!(!loaded.diagnostics.is_empty(), "impossible orders are reported");
}

/// Folder of packs that is removed after the test.
struct HostilePacksFolder(PathBuf);

impl HostilePacksFolder {
    fn new(name: &str) -> HostilePacksFolder {
        let folder = std::env::temp_dir().join(format!("tilewright-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("bad")).unwrap();
        for (path, text) in &world().packs["pond"] {
            let file = folder.join("pond").join(&**path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, &**text).unwrap();
        }
        fs::write(folder.join("bad/pack.ron"), head("bad", "")).unwrap();
        HostilePacksFolder(folder)
    }

    fn load(&self) -> Result<Loaded, KitError> {
        soon("loading", || load(&Finder::nowhere().with_folder(&self.0), &Request::new(["bad"])))
    }

    /// Checks that the pack cannot be loaded and that the only finding has this code and path.
    fn refuses(&self, code: &str, path: &str) {
        let finder = Finder::nowhere().with_folder(&self.0);
        let Err(error) = finder.find("bad").unwrap().read() else { panic!("{path} was read") };
        assert_eq!(error.code(), code, "{error}");
        let loaded = self.load().unwrap();
        let found: Vec<_> = loaded.errors().collect();
        assert!(found.len() == 1 && found[0].code == "P0214", "{found:?}");
        let shown = self.0.join("bad").join(path).display().to_string();
        assert!(found[0].message.contains(&shown), "{found:?}");
    }
}

impl Drop for HostilePacksFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn what_lies_on_the_disk_may_be_anything() {
    let folder = HostilePacksFolder::new("fine");
    assert!(folder.load().unwrap().is_playable());
    for (number, bytes) in [&b"Tags([\xff])"[..], b"\xc3", b"\xed\xa0\x80", b"\xff\xfeT\0a\0"].into_iter().enumerate() {
        let folder = HostilePacksFolder::new(&format!("utf8-{number}"));
        fs::write(folder.0.join("bad/tags.ron"), bytes).unwrap();
        folder.refuses("no_text", "tags.ron");
    }
    let folder = HostilePacksFolder::new("directory");
    fs::remove_file(folder.0.join("bad/pack.ron")).unwrap();
    fs::create_dir(folder.0.join("bad/pack.ron")).unwrap();
    assert_eq!(folder.load().err().unwrap().code(), "unknown_pack");
    let by_path = folder.0.join("bad").display().to_string();
    let error = load(&Finder::nowhere(), &Request::new([&*by_path])).err().unwrap();
    assert!(error.code() == "no_pack_file" && error.to_string().contains(&by_path), "{error}");
    let folder = HostilePacksFolder::new("deep");
    let deep = folder.0.join("bad/a/b/c/d/e/f/g/h");
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("x.ron"), "Tags([])").unwrap();
    folder.refuses("too_deep", "a/b/c/d/e/f/g");
    let folder = HostilePacksFolder::new("large");
    fs::File::create(folder.0.join("bad/huge.ron")).unwrap().set_len(8 << 30).unwrap();
    folder.refuses("too_large", "huge.ron");
    // Each file is small enough, but together they are too large: the largest is named.
    let folder = HostilePacksFolder::new("together");
    for (name, megabytes) in [("a.ron", 20), ("b.ron", 30), ("c.ron", 20)] {
        fs::write(folder.0.join("bad").join(name), " ".repeat(megabytes << 20)).unwrap();
    }
    folder.refuses("too_large", "b.ron with 31457280");
    for (name, megabytes) in [("a.ron", 5), ("b.ron", 0), ("c.ron", 12)] {
        fs::write(folder.0.join("bad").join(name), " ".repeat(megabytes << 20)).unwrap();
    }
    let told = |folder: &HostilePacksFolder, words: &str| {
        let loaded = folder.load().unwrap();
        let found = loaded.diagnostics.iter().any(|d| d.message.contains(words));
        assert!(found, "{:?}", loaded.diagnostics);
        loaded
    };
    let loaded = told(&folder, "the largest is `c.ron` with 12582912");
    assert!(!loaded.is_playable());
    let folder = HostilePacksFolder::new("folder");
    fs::create_dir(folder.0.join("bad/tiles.ron")).unwrap();
    folder.refuses("cannot_read", "tiles.ron cannot be read: it is a folder with the name of a file");
    let folder = HostilePacksFolder::new("names");
    for name in ["Tags.ron", "tags.ron", "con.ron"] {
        fs::write(folder.0.join("bad").join(name), "Tags([])").unwrap();
    }
    told(&folder, "`bad/Tags.ron` and `bad/tags.ron` differ only in capital letters");
    assert!(told(&folder, "Windows does not allow the file or folder `bad/con.ron`").is_playable());
    let folder = HostilePacksFolder::new("entries");
    for i in 0..20_001 {
        fs::File::create(folder.0.join(format!("bad/{i}.png"))).unwrap();
    }
    assert!(!told(&folder, "bad or its parent folder").is_playable());
    let folder = HostilePacksFolder::new("many");
    for i in 0..3000 {
        fs::write(folder.0.join(format!("bad/t{i}.ron")), "Tags([])").unwrap();
    }
    assert!(folder.load().is_err() || !folder.load().unwrap().is_playable());
}

#[cfg(unix)]
#[test]
fn links_and_folders_that_cannot_be_read_are_named() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    for (number, (link, to)) in
        [("rules", "."), ("a", ".."), ("x.ron", "x.ron"), ("x.lua", "nowhere")].iter().enumerate()
    {
        let folder = HostilePacksFolder::new(&format!("link-{number}"));
        symlink(to, folder.0.join("bad").join(link)).unwrap();
        let code = if link.contains('.') { "cannot_read" } else { "link_circle" };
        folder.refuses(code, link);
    }
    // Twenty links to the folder itself would lead to millions of paths.
    let folder = HostilePacksFolder::new("links");
    for i in 0..20 {
        symlink(".", folder.0.join(format!("bad/l{i:02}"))).unwrap();
    }
    folder.refuses("link_circle", "l");
    // Files outside the folder are not read; an absolute link is not even looked up.
    fs::write(std::env::temp_dir().join("tilewright-outside.ron"), "Tags([secret])").unwrap();
    let links = [
        ("passwd.ron", "/etc/passwd"),
        ("zero.ron", "/dev/zero"),
        ("kmsg.md", "/proc/kmsg"),
        ("map.md", "/proc/self/pagemap"),
        ("fonts", "/usr"),
        ("picture.png", "/etc/passwd"),
        ("up.ron", "../../tilewright-outside.ron"),
        ("neighbour", "../pond"),
        ("neighbour.ron", "../pond/pack.ron"),
    ];
    for (number, (link, to)) in links.into_iter().enumerate() {
        let folder = HostilePacksFolder::new(&format!("outside-{number}"));
        symlink(to, folder.0.join("bad").join(link)).unwrap();
        folder.refuses("link_outside", &format!("{link} is a link that leads out of its pack, to "));
    }
    fs::remove_file(std::env::temp_dir().join("tilewright-outside.ron")).unwrap();
    // Files inside the folder are read, also by an absolute path, and the folder itself may be a link.
    let folder = HostilePacksFolder::new("inside");
    let bad = folder.0.canonicalize().unwrap().join("bad");
    fs::create_dir(bad.join("more")).unwrap();
    fs::write(bad.join("more/tags.txt"), "Tags([secret])").unwrap();
    symlink("more/tags.txt", bad.join("tags.ron")).unwrap();
    symlink(bad.join("more"), bad.join("again")).unwrap();
    symlink("nowhere", bad.join("picture.png")).unwrap();
    assert!(folder.load().unwrap().is_playable());
    fs::remove_file(bad.join("again")).unwrap();
    fs::create_dir(folder.0.join("elsewhere")).unwrap();
    fs::rename(&bad, folder.0.join("elsewhere/bad")).unwrap();
    symlink("elsewhere/bad", &bad).unwrap();
    let error = folder.load().err();
    assert!(error.is_none(), "{error:?}");
    // Only ordinary files are opened, because opening a pipe would block until another program writes to it.
    let folder = HostilePacksFolder::new("special");
    let _listener = std::os::unix::net::UnixListener::bind(folder.0.join("bad/socket.ron")).unwrap();
    folder.refuses("cannot_read", "socket.ron cannot be read: it is not an ordinary file");
    let folder = HostilePacksFolder::new("pipe");
    let made = std::process::Command::new("mkfifo").arg(folder.0.join("bad/pipe.lua")).status();
    if made.is_ok_and(|status| status.success()) {
        folder.refuses("cannot_read", "pipe.lua cannot be read: it is not an ordinary file");
    }
    let folder = HostilePacksFolder::new("unreadable");
    let rules = folder.0.join("bad/rules");
    fs::create_dir(&rules).unwrap();
    fs::set_permissions(&rules, fs::Permissions::from_mode(0o000)).unwrap();
    // A privileged user may read the folder anyway.
    if fs::read_dir(&rules).is_err() {
        folder.refuses("cannot_read", "rules");
    }
    fs::set_permissions(&rules, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_needed_pack_that_cannot_be_read_is_named() {
    let folder = HostilePacksFolder::new("needed");
    fs::write(folder.0.join("pond/rules/lamps.lua"), b"\xff").unwrap();
    let loaded = folder.load().unwrap();
    let found: Vec<_> = loaded.errors().collect();
    assert!(found[0].code == "P0214" && found[0].message.contains("lamps.lua"), "{found:?}");
    // The mistake is reported where the pack is needed, and not also as a missing pack.
    assert!(found[0].span.is_some() && found.iter().all(|d| d.code != "P0201"), "{found:?}");
    // An unreadable pack that is not needed causes no finding.
    fs::write(folder.0.join("bad/pack.ron"), head("bad", "").replace("needs: [\"pond\"]", "needs: []")).unwrap();
    assert!(folder.load().is_ok());
}
