//! `tilewright new`: a small pack that passes `check` and `test`, to be changed into another one.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tilewright_core::rules::{Among, When};
use tilewright_core::tile::TileKind;

use crate::args::Choices;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{GOOD, STRONG};

/// Arguments of `new`.
#[derive(Args, Debug)]
#[command(
    about = "Make a new pack",
    long_about = "Make a new pack: tiles, a rule in Lua, texts in English and Dutch, a test and a README, all small and \
        meant to be changed. It passes `check` and `test` as it is. With `--base` the pack adds to another one instead \
        of being a game of its own.",
    after_help = "Examples:\n  \
        tilewright new meadows                  a game of its own, in ./meadows\n  \
        tilewright new meadows --dir content    in ./content/meadows\n  \
        tilewright new bridges --base PACK      an addition to a pack"
)]
pub(crate) struct NewArgs {
    /// Id of the pack and name of its folder: small letters, digits and `_`
    #[arg(value_name = "NAME")]
    name: String,
    /// Add to this pack instead of making a game of its own
    #[arg(long, value_name = "PACK")]
    base: Option<String>,
    /// Make the folder of the pack in this folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

/// Files of a template: path within the pack and text. Words in capitals between `@` are replaced.
type Template = &'static [(&'static str, &'static str)];

macro_rules! template {
    ($folder:literal: $($file:literal),+ $(,)?) => {
        &[$(($file, include_str!(concat!("../../templates/", $folder, "/", $file)))),+]
    };
}

const GAME: Template = template!("game":
    "pack.ron", "tiles.ron", "rules/ponds.lua", "texts/en.ron", "texts/nl.ron", "tests/ponds.ron",
    "README.md",
);

const ADDITION: Template = template!("addition":
    "pack.ron", "rules/bonus.lua", "texts/en.ron", "texts/nl.ron", "tests/bonus.ron", "README.md",
);

/// Runs the command.
pub(crate) fn run(args: &NewArgs, cx: &mut Context) -> Result<Exit, Failure> {
    check_name(&args.name)?;
    let folder = args.dir.join(&args.name);
    if folder.exists() {
        let failure = Failure::environment(format!("{} exists already", folder.display()));
        return Err(failure.hint("choose another name, or another folder with `--dir`"));
    }
    let base = args.base.as_deref().map(|base| Base::of(base, cx)).transpose()?;
    let template = if base.is_some() { ADDITION } else { GAME };
    let base = base.unwrap_or_default();
    for (path, text) in template {
        let file = folder.join(path);
        let text = base.fill(&text.replace("@NAME@", &args.name).replace("@TITLE@", &title(&args.name)));
        let failed = |e: std::io::Error| {
            Failure::environment(format!("{} cannot be written: {e}", file.display()))
                .hint("name a folder with `--dir`")
        };
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent).map_err(failed)?;
        }
        std::fs::write(&file, text).map_err(failed)?;
        writeln!(cx.out, "  {}", file.display())?;
    }
    // A bare name would be looked for among the packs that are known.
    let here = args.dir == std::path::Path::new(".");
    let shown = if here { format!("./{}", args.name) } else { folder.display().to_string() };
    writeln!(cx.out, "{GOOD}Made {STRONG}{}{STRONG:#}.{GOOD:#} Next:", args.name)?;
    for command in ["check", "test", "play"] {
        writeln!(cx.out, "  tilewright {command} {shown}")?;
    }
    Ok(Exit::Fine)
}

/// Things of a pack that an addition to it can begin with.
#[derive(Default)]
struct Base {
    id: String,
    version: String,
    terrain: String,
    figure: String,
    kind: String,
}

impl Base {
    /// Looks for a terrain that scores at the end, a figure that may stand on it, and a tile that has it once.
    fn of(pack: &str, cx: &Context) -> Result<Base, Failure> {
        let loaded = cx.load(&[pack.to_owned()], &Choices::default(), 1)?;
        let machine = loaded.machine()?;
        let unfit = || {
            let failure = Failure::wrong(format!(
                "`{pack}` has no feature of one cell that scores at the end for a figure on it"
            ));
            failure.hint("make a pack without `--base` and write `needs` into its pack.ron yourself")
        };
        let Some(catalog) = loaded.catalog() else { return Err(unfit()) };
        let info = catalog.packs.last().ok_or_else(unfit)?;
        let rules =
            machine.rules().hooks().score.iter().filter(|r| r.when != When::Completed && r.among == Among::Claimed);
        for terrain in rules.map(|rule| rule.terrain) {
            let figure = catalog.figures.iter().find(|(_, f)| f.weight > 0 && f.supply > 0 && f.on.contains(&terrain));
            let has_it_once = |kind: &TileKind| kind.segments.iter().filter(|s| s.terrain == terrain).count() == 1;
            let laid = |id| catalog.board.presets.iter().filter(|p| p.kind == id).count() as u32;
            let in_bag =
                |id| catalog.bags.iter().any(|(_, b)| b.contents.iter().any(|&(k, n)| k == id && n > laid(id)));
            let kind = catalog.kinds.iter().find(|(id, k)| k.cells.len() == 1 && in_bag(*id) && has_it_once(k));
            if let (Some((figure, _)), Some((kind, _))) = (figure, kind) {
                return Ok(Base {
                    id: info.id.to_string(),
                    version: info.version.to_string(),
                    terrain: catalog.terrains.key(terrain),
                    figure: catalog.figures.key(figure),
                    kind: catalog.kinds.key(kind),
                });
            }
        }
        Err(unfit())
    }

    /// Puts its names into a text.
    fn fill(&self, text: &str) -> String {
        text.replace("@BASE@", &self.id)
            .replace("@VERSION@", &self.version)
            .replace("@TERRAIN@", &self.terrain)
            .replace("@FIGURE@", &self.figure)
            .replace("@KIND@", &self.kind)
    }
}

fn check_name(name: &str) -> Result<(), Failure> {
    let fine = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && name.len() <= 40;
    if fine {
        return Ok(());
    }
    let mended: String = name
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '_' })
        .take(40)
        .collect();
    let mended = mended.trim_matches('_').trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
    let failure = Failure::usage(format!("`{name}` cannot be the id of a pack"));
    Err(failure.hint(if mended.is_empty() {
        "an id is a small letter, then small letters, digits and `_`".to_owned()
    } else {
        format!("an id is a small letter, then small letters, digits and `_`: try `{mended}`")
    }))
}

/// `old_mill` as a title: `Old mill`.
fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
