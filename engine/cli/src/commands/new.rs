//! `tilewright new`: creates a small pack that passes `check` and `test`, as the start of a new one.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tilewright_core::catalog::lattice::Lattice;
use tilewright_kit::error::KitError;
use tilewright_kit::files::write_folder;
use tilewright_kit::packs::art::ArtFiles;
use tilewright_kit::packs::find::PACK_FILE;
use tilewright_kit::packs::template;

use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::option_args::OptionArgs;
use crate::out::{GOOD, STRONG};

#[derive(Args, Debug)]
#[command(
    about = "Make a new pack",
    long_about = "Make a new pack: tiles, a rule in Lua, texts in English and Dutch, a test and a README, all small \
        and meant to be changed. It passes `check` and `test` unchanged. It is a game of square tiles, of hexagons \
        with `--cells hexagons` or of triangles with `--cells triangles`; with `--base` it is an expansion of another \
        pack instead. With `--copy` it is a changed copy of another one, also of one that comes with the program: it \
        has its own id, title and author, starts at version 0.1.0 and names the pack that it was changed from. Packs \
        that need the original keep using it.",
    after_help = "Examples:\n  \
        tilewright new meadows                    a game of square tiles, in ./meadows\n  \
        tilewright new meadows --dir content      in ./content/meadows\n  \
        tilewright new meadows --cells hexagons   a game of hexagons\n  \
        tilewright new bridges --base PACK        an expansion of a pack\n  \
        tilewright new long_roads --copy PACK --author \"Ann\"  a changed copy of a pack, with its own id and title"
)]
pub(crate) struct NewArgs {
    /// Id of the pack, also the name of its folder: lowercase letters, digits and `_`
    #[arg(value_name = "NAME")]
    name: String,
    /// Title for players [default: the id, written as words]
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// Shape of the tiles of a new game
    #[arg(long, value_name = "SHAPE", value_enum, default_value_t = TileShape::Squares, conflicts_with_all = ["base", "copy"])]
    cells: TileShape,
    /// Name of the author [default: Somebody]
    #[arg(long, value_name = "NAME")]
    author: Option<String>,
    /// Make an expansion of this pack instead of a new game
    #[arg(long, value_name = "PACK")]
    base: Option<String>,
    /// Copy this pack, with its rules, texts and tests
    #[arg(long, value_name = "PACK", conflicts_with = "base")]
    copy: Option<String>,
    /// Create the folder of the pack in this folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

/// The shape of the tiles of a new game.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum TileShape {
    Squares,
    Hexagons,
    Triangles,
}

pub(crate) fn run(args: &NewArgs, cx: &mut Context) -> Result<Exit, Failure> {
    check_name(&args.name)?;
    let folder = args.dir.join(&args.name);
    if folder.exists() {
        return Err(exists(&folder));
    }
    let title = args.title.clone().unwrap_or_else(|| template::title(&args.name));
    let mut art = ArtFiles::new();
    let mut files = match (&args.base, &args.copy) {
        (Some(base), _) => addition(&args.name, &title, base, cx)?,
        (None, Some(pack)) => {
            let found = cx.finder.find(pack)?;
            if found.id == args.name {
                let failure = Failure::usage(format!("the copy would hide `{pack}`: it has the same id"));
                return Err(failure.hint("choose another name, which becomes the id of the copy"));
            }
            art = found.art()?;
            art.retain(|_, file| file.stored().is_some());
            let name = template::CopyName { id: &args.name, title: &title, author: args.author.as_deref() };
            template::copy(&name, &found.id, &found.read()?).ok_or_else(|| {
                Failure::wrong(format!("the pack.ron of `{pack}` does not declare an `id` and a `title`"))
            })?
        }
        (None, None) => {
            let lattice = match args.cells {
                TileShape::Squares => Lattice::Square,
                TileShape::Hexagons => Lattice::Hex,
                TileShape::Triangles => Lattice::Triangle,
            };
            template::game_on(lattice, &args.name, &title)
        }
    };
    if let (Some(author), Some(head)) = (&args.author, files.get_mut(PACK_FILE)) {
        let unnamed = |_| Failure::wrong("the author cannot be added to the template");
        *head = template::with_author(head, author).map_err(unnamed)?.into();
    }
    let texts = files.iter().map(|(path, text)| (&**path, text.as_bytes()));
    let pictures = art.iter().filter_map(|(path, file)| Some((&**path, &**file.stored()?)));
    write_folder(&folder, texts.chain(pictures)).map_err(|error| match error {
        // Another program has created the folder since the check above.
        KitError::Write { path, error } if path == folder && error.kind() == ErrorKind::AlreadyExists => {
            exists(&folder)
        }
        error => Failure::environment(error.to_string()).hint("name a folder with `--dir`"),
    })?;
    for path in files.keys().chain(art.keys()) {
        writeln!(cx.out, "  {}", folder.join(&**path).display())?;
    }
    // A name without a path would select a known pack.
    let here = args.dir == std::path::Path::new(".");
    let shown = if here { format!("./{}", args.name) } else { folder.display().to_string() };
    if args.author.is_none() {
        let file = folder.join(PACK_FILE);
        writeln!(cx.out, "Its author is “{}”: write your name into {}.", template::NOBODY_YET, file.display())?;
    }
    writeln!(cx.out, "{GOOD}Made {STRONG}{}{STRONG:#}.{GOOD:#} Next:", args.name)?;
    for command in ["check", "test", "play"] {
        writeln!(cx.out, "  tilewright {command} {shown}")?;
    }
    Ok(Exit::Fine)
}

fn exists(folder: &Path) -> Failure {
    let failure = Failure::environment(format!("{} exists already", folder.display()));
    failure.hint("choose another name, or another folder with `--dir`")
}

/// Returns the files of an addition to an existing pack.
fn addition(name: &str, title: &str, base: &str, cx: &Context) -> Result<template::Files, Failure> {
    let loaded = cx.load(&[base.to_owned()], &OptionArgs::default(), 1)?;
    loaded.machine()?;
    template::addition_called(name, title, &loaded).ok_or_else(|| {
        let failure =
            Failure::wrong(format!("`{base}` has no feature of one cell that scores at the end for a figure on it"));
        failure.hint("make a pack without `--base` and write `needs` into its pack.ron yourself")
    })
}

pub(crate) fn check_name(name: &str) -> Result<(), Failure> {
    if template::is_id(name) {
        return Ok(());
    }
    let mut mended = String::new();
    for c in name.to_lowercase().chars().take(40) {
        match plain(c) {
            Some(letters) => mended.push_str(letters),
            None if c.is_ascii_alphanumeric() => mended.push(c),
            None if mended.ends_with('_') => {}
            None => mended.push('_'),
        }
    }
    let is_first = |c: char| c.is_ascii_lowercase();
    let mended = mended.trim_end_matches('_').trim_start_matches(|c| !is_first(c)).to_owned();
    let failure = Failure::usage(format!("`{name}` cannot be the id of a pack"));
    Err(failure.hint(if mended.is_empty() {
        "an id is a lowercase letter, followed by lowercase letters, digits and `_`".to_owned()
    } else {
        format!("an id is a lowercase letter, followed by lowercase letters, digits and `_`: try `{mended}`")
    }))
}

/// Returns the usual transcription of a letter in plain letters; `None` if it has no transcription here.
fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'ä' | 'æ' => "ae",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => "i",
        'ł' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ō' => "o",
        'ö' | 'ø' | 'œ' => "oe",
        'ŕ' | 'ř' => "r",
        'ś' | 'š' | 'ş' => "s",
        'ß' => "ss",
        'ť' | 'ţ' => "t",
        'þ' => "th",
        'ù' | 'ú' | 'û' | 'ū' | 'ů' => "u",
        'ü' => "ue",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::check_name;

    #[test]
    fn a_name_that_is_no_id_gets_a_proposal() {
        for (name, proposal) in
            [("été", "ete"), ("Long Roads!", "long_roads"), ("7 Zwerge", "zwerge"), ("Brücke -- Süd", "bruecke_sued")]
        {
            let hint = format!("{:?}", check_name(name).unwrap_err());
            assert!(hint.contains(&format!("try `{proposal}`")), "{name}: {hint}");
        }
        assert!(format!("{:?}", check_name("森").unwrap_err()).contains("an id is a lowercase letter"));
    }
}
