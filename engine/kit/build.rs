//! Embeds the packs of `content/` and the packs that test the rule library in the binary, as tables of path and text,
//! together with a number that changes with the engine.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    bundle("content", "bundled.rs")?;
    bundle("scripts/tests", "library.rs")?;
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
        collect(&folder, &mut files)?;
        files.sort();
        for file in files {
            std::fs::read(file)?.hash(&mut hasher);
        }
    }
    println!("cargo::rustc-env=TILEWRIGHT_ENGINE={:016x}", hasher.finish());
    Ok(())
}

/// Embeds the packs of a folder in the binary.
fn bundle(folder: &str, table_name: &str) -> std::io::Result<()> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..").join(folder);
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    if root.is_dir() {
        collect(&root, &mut files)?;
    }
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        let shown = file.strip_prefix(&root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        if let Ok(path) = file.canonicalize() {
            // Writing to a String cannot fail.
            let _ = writeln!(table, "    ({shown:?}, include_str!({:?})),", path.display().to_string());
        }
    }
    table.push(']');
    let out = PathBuf::from(std::env::var("OUT_DIR").unwrap_or_default());
    std::fs::write(out.join(table_name), table)
}

/// Collects all text files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|e| e == "rs" || e == "ron" || e == "lua" || e == "md" || e == "json" || e == "jsonl")
        {
            files.push(path);
        }
    }
    Ok(())
}
