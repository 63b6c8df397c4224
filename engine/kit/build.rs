//! Embeds the packs of `content/` and the packs that test the rule library in the binary, as tables of path and text,
//! together with a number that changes with the engine.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    bundle("content", "bundled.rs")?;
    bundle("scripts/tests", "library.rs")?;
    bundle_pictures("content", "bundled_art.rs")?;
    tell_engine()
}

/// Passes a number that changes with the engine's code to the program, for caches that survive a run.
fn tell_engine() -> std::io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for name in ["core", "pack", "script", "kit"] {
        let folder =
            PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..").join(name).join("src");
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        collect(&folder, &TEXTS, &mut files)?;
        files.sort();
        for file in files {
            std::fs::read(file)?.hash(&mut hasher);
        }
    }
    println!("cargo::rustc-env=TILEWRIGHT_ENGINE={:016x}", hasher.finish());
    Ok(())
}

/// Embeds the texts of the packs of a folder in the binary.
fn bundle(folder: &str, table_name: &str) -> std::io::Result<()> {
    let root = root_of(folder);
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    if root.is_dir() {
        collect(&root, &TEXTS, &mut files)?;
    }
    embed(&root, files, "include_str", table_name)
}

/// Embeds the pictures in the folders `art` of packs in the binary.
fn bundle_pictures(folder: &str, table_name: &str) -> std::io::Result<()> {
    let root = root_of(folder);
    let mut files = Vec::new();
    if root.is_dir() {
        for pack in std::fs::read_dir(&root)? {
            let art = pack?.path().join("art");
            if art.is_dir() {
                collect(&art, &PICTURES, &mut files)?;
            }
        }
    }
    embed(&root, files, "include_bytes", table_name)
}

/// Returns the path of a folder of the repository.
fn root_of(folder: &str) -> PathBuf {
    PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..").join(folder)
}

/// Writes a table of files, with their paths below `root` and a macro that includes their content.
fn embed(root: &Path, mut files: Vec<PathBuf>, include: &str, table_name: &str) -> std::io::Result<()> {
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        let shown = file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        if let Ok(path) = file.canonicalize() {
            // Writing to a String cannot fail.
            let _ = writeln!(table, "    ({shown:?}, {include}!({:?})),", path.display().to_string());
        }
    }
    table.push(']');
    let out = PathBuf::from(std::env::var("OUT_DIR").unwrap_or_default());
    std::fs::write(out.join(table_name), table)
}

/// Extensions of texts.
const TEXTS: [&str; 6] = ["rs", "ron", "lua", "md", "json", "jsonl"];

/// Extensions of pictures.
const PICTURES: [&str; 5] = ["png", "jpg", "jpeg", "webp", "svg"];

/// Collects all files below a folder with one of these extensions.
fn collect(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, endings, files)?;
        } else if path.extension().is_some_and(|end| endings.iter().any(|known| end == *known)) {
            files.push(path);
        }
    }
    Ok(())
}
