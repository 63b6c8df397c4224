//! `tilewright publish` and `key`: publishes packs and manages the key that signs them.

use std::collections::BTreeSet;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use semver::Version;
use tilewright_kit::error::KitError;
use tilewright_kit::files::home;
use tilewright_kit::packs::load::Loaded;
use tilewright_share::error::ShareError;
use tilewright_share::index::Withdrawn;
use tilewright_share::publish::{PublishOutcome, Publisher};
use tilewright_share::sign::{self, Key};

use crate::commands::{pack, pages};
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::option_args::OptionArgs;
use crate::out::{GOOD, STRONG, format_count};

/// Name of the environment variable with the password of the key.
const PASSWORD: &str = "TILEWRIGHT_KEY_PASSWORD";

#[derive(Args, Debug)]
#[command(
    about = "Put packs on a shelf",
    long_about = "Put packs on a shelf: a folder of files that others read by its path, or over the web if a web \
        server serves it. The folder is created if it does not exist. A published version never changes: a changed \
        pack needs a higher `version:` in its pack.ron.\n\nThe folder also works in a browser: `index.html` shows the \
        packs, and each has a page with its tiles, rules and versions and a game to step through.\n\nWith `--withdraw` \
        a version is withdrawn. It stays on the shelf for saves that need it, but is not offered any more.",
    after_help = "Examples:\n  \
        tilewright publish ./meadows --to ./shelf\n  \
        tilewright publish ./meadows ./bridges --to ./shelf --sign\n  \
        tilewright publish --to ./shelf --withdraw meadows@1.2.0 --why 'the bag lacks two tiles' --instead 1.2.1"
)]
pub(crate) struct PublishArgs {
    /// Packs to publish: ids, folders or .tilepack files
    #[arg(value_name = "PACK", required_unless_present = "withdraw")]
    packs: Vec<String>,
    /// Folder of the shelf
    #[arg(long = "to", value_name = "FOLDER")]
    to: PathBuf,
    /// Title of the shelf
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Withdraw a version
    #[arg(long, value_name = "ID@VERSION", requires = "why")]
    withdraw: Option<String>,
    /// Reason for the withdrawal
    #[arg(long, value_name = "TEXT", requires = "withdraw")]
    why: Option<String>,
    /// Recommended replacement for the withdrawn version
    #[arg(long, value_name = "TEXT", requires = "withdraw")]
    instead: Option<String>,
    #[command(flatten)]
    signing: Signing,
    /// Language of the pages for browsers
    #[arg(long, value_name = "CODE", default_value = "en")]
    language: String,
    /// Do not write pages for browsers
    #[arg(long)]
    no_pages: bool,
    /// Publish packs even if they have errors or their tests fail
    #[arg(long)]
    anyway: bool,
}

/// Flags for signing packs.
#[derive(Args, Debug)]
pub(crate) struct Signing {
    /// Sign with your key, which `tilewright key new` makes
    #[arg(long)]
    sign: bool,
    /// Sign with the key in this file
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

impl Signing {
    /// Returns the key for signing; `None` if no signature is requested.
    pub(crate) fn key(&self) -> Result<Option<Key>, Failure> {
        let path = match (&self.key, self.sign) {
            (Some(path), _) => path.clone(),
            (None, true) => own_key(),
            (None, false) => return Ok(None),
        };
        if !path.exists() {
            let failure = Failure::environment(format!("there is no key {}", path.display()));
            return Err(failure.hint("`tilewright key new` makes one"));
        }
        Ok(Some(Key::read(&path, password())?))
    }
}

/// Returns an error if a picture of the pack has no licence, because its licence decides who may pass it on.
fn check_licences(id: &str, loaded: &Loaded) -> Result<(), Failure> {
    let own = loaded.art.plan.pictures.iter().filter(|picture| *picture.file.pack == *id);
    let count = own.filter(|picture| picture.licence.is_none()).count();
    if count == 0 {
        return Ok(());
    }
    let pictures = format_count(count, "picture has", "pictures have");
    let failure = Failure::wrong(format!("{pictures} no licence in the art of `{id}`"));
    Err(failure
        .hint("write `licence:` in `Art(…)`, or next to each picture; `--anyway` publishes the pack without a licence"))
}

pub(crate) fn run(args: &PublishArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let key = args.signing.key()?;
    let mut archives = Vec::new();
    for name in &args.packs {
        let found = cx.finder.find(name)?;
        if !args.anyway {
            let loaded = cx.load(std::slice::from_ref(name), &OptionArgs::default(), 1)?;
            check_licences(&found.id, &loaded)?;
            pack::check_tests(&found.id, name, cx)?;
        }
        let mut archive = found.archive()?;
        if let (Some(key), None) = (&key, &archive.signature) {
            key.sign(&mut archive).map_err(|error| Failure::environment(error.to_string()))?;
        }
        archives.push(archive);
    }
    let mut publisher = Publisher::open(&args.to)?;
    if let Some(title) = &args.title {
        publisher.call(title);
    }
    let mut changed = BTreeSet::new();
    for archive in &archives {
        changed.insert(archive.manifest.id.clone());
        let (id, version) = (&archive.manifest.id, &archive.manifest.version);
        let said = match publisher.add(archive)? {
            PublishOutcome::Added => "is new on the shelf",
            PublishOutcome::Signed => "is signed now",
            PublishOutcome::There => "was already there",
        };
        writeln!(cx.out, "  {STRONG}{id} {version}{STRONG:#} {said}")?;
    }
    if let (Some(named), Some(why)) = (&args.withdraw, &args.why) {
        let parts = named.split_once('@').and_then(|(id, version)| Some((id, Version::parse(version).ok()?)));
        let (id, version) = parts
            .ok_or_else(|| Failure::usage(format!("`{named}` has no version")).hint("write `--withdraw ID@1.2.3`"))?;
        publisher.withdraw(id, &version, Withdrawn { why: why.clone(), instead: args.instead.clone() })?;
        writeln!(cx.out, "  {STRONG}{id} {version}{STRONG:#} is withdrawn")?;
        changed.insert(id.to_owned());
    }
    if !args.no_pages {
        pages::write(&publisher, &changed, &args.language, cx)?;
    }
    match publisher.publish()? {
        Some(serial) => writeln!(cx.out, "{GOOD}Published{GOOD:#} to {}, index {serial}", args.to.display())?,
        None => writeln!(cx.out, "The shelf {} is unchanged", args.to.display())?,
    }
    Ok(Exit::Fine)
}

#[derive(Args, Debug)]
#[command(
    about = "Make or show the key that you sign packs with",
    long_about = "Make or show the key that you sign packs with. Users of a signed pack get updates only from the \
        owner of the same key, or of the spare key that it names. Keep both in safe places: without them a signed pack \
        cannot be updated.\n\nThe file is a minisign key. If TILEWRIGHT_KEY_PASSWORD is set when the key is made, the \
        key is encrypted with that password.",
    after_help = "Examples:\n  tilewright key new\n  tilewright key spare --out /media/stick/spare-key\n  tilewright key show"
)]
pub(crate) struct KeyArgs {
    #[command(subcommand)]
    action: KeyAction,
}

#[derive(Subcommand, Debug)]
enum KeyAction {
    /// Make a key
    New {
        /// File to write the key to
        #[arg(long = "out", value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Make a spare key, to be kept in another place. Packs that you sign afterwards name it
    Spare {
        /// File to write the key to, preferably on another disk
        #[arg(long = "out", value_name = "FILE")]
        output: PathBuf,
        /// Key that the spare key may replace [default: your key]
        #[arg(long = "of", value_name = "FILE")]
        of: Option<PathBuf>,
    },
    /// Show the public part of your key
    Show {
        /// File of the key
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
}

pub(crate) fn key(args: &KeyArgs, cx: &mut Context) -> Result<Exit, Failure> {
    match &args.action {
        KeyAction::New { output } => {
            let path = output.clone().unwrap_or_else(own_key);
            // Creating the key also clears what a killed program left at its path.
            let key = Key::create(&path, password()).map_err(|error| match error {
                ShareError::Kit(KitError::Write { path, error }) if error.kind() == ErrorKind::AlreadyExists => {
                    let failure = Failure::environment(format!("{} exists already", path.display()));
                    failure.hint("an existing key is never overwritten; name another file with `--out`")
                }
                error => error.into(),
            })?;
            writeln!(cx.out, "{GOOD}Made {STRONG}{}{STRONG:#}{GOOD:#}", key.public())?;
            writeln!(cx.out, "  The key is in {}. Keep a copy in a safe place, and keep it secret.", path.display())?;
        }
        KeyAction::Spare { output, of } => {
            let of = of.clone().unwrap_or_else(own_key);
            let spare = Key::create_spare(&of, output, password())?;
            writeln!(
                cx.out,
                "{GOOD}Made {STRONG}{}{STRONG:#}{GOOD:#}, the spare key of {}",
                spare.public(),
                of.display()
            )?;
            writeln!(
                cx.out,
                "  The spare key is in {}: keep it apart from the first key. Packs that you sign from now on name it. \
                 If the first key is lost or stolen, publish the next version with `--key {}`.",
                output.display(),
                output.display()
            )?;
        }
        KeyAction::Show { file } => {
            let path: &Path = &file.clone().unwrap_or_else(own_key);
            writeln!(cx.out, "{}", Key::read(path, password())?.public())?;
        }
    }
    Ok(Exit::Fine)
}

fn own_key() -> PathBuf {
    sign::own_key(&home::state_folder())
}

fn password() -> Option<String> {
    std::env::var(PASSWORD).ok().filter(|password| !password.is_empty())
}
