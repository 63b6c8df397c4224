//! `tilewright install`, `update` and `remove`: manages packs that others have published.

use std::io::{IsTerminal, Write};

use clap::Args;
use semver::Version;
use tilewright_share::install::{Client, Fetched, Memory, Ready, UpdateNotice};
use tilewright_share::plan::{Install, InstallPlan, InstallRequest, InstallSource};
use tilewright_share::standing::Author;

use crate::commands::shelf::open;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{BAD, CAUTION, FAINT, GOOD, STRONG, format_count, standard_error};
use crate::progress::ProgressLine;
use crate::table::group_digits;
use crate::typed::{self, TypedLine};

/// Flags of commands that install packs.
#[derive(Args, Debug)]
struct Consent {
    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,
    /// Install packs even if their tests fail here
    #[arg(long)]
    anyway: bool,
    /// Take needed packs from any shelf, not only from the shelf of the pack that needs them
    #[arg(long)]
    any_shelf: bool,
    /// Accept this pack even if it is signed with a different key than before
    #[arg(long = "accept-key", value_name = "ID")]
    accept_key: Vec<String>,
}

#[derive(Args, Debug)]
#[command(
    about = "Install packs from shelves or files",
    long_about = "Install packs from shelves, or from .tilepack files. Packs that they need are installed with them, \
        from the same shelf, in compatible versions, unless they are already installed. If no versions are compatible, \
        the command explains the conflict and suggests a resolution.\n\nThe command fetches the packs, compares them \
        with the data of the shelf, shows the plan and asks for confirmation. Then it runs their tests here. Without a \
        terminal to ask at, it fetches packs only with `--yes`. An installed pack is one file that is never unpacked; \
        it is found by its id, in preference to a bundled pack of the same id. An older version is kept alongside a \
        newer one, as ID@VERSION.",
    after_help = "Examples:\n  \
        tilewright install meadows\n  \
        tilewright install meadows@1.2.0 bridges@^2   this version, and the newest of these\n  \
        tilewright install got.tilepack --yes          a file, without asking"
)]
pub(crate) struct InstallArgs {
    /// Packs to install: ID, ID@RANGE, or a .tilepack file
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<String>,
    /// Install from this shelf
    #[arg(long, value_name = "NAME")]
    shelf: Option<String>,
    #[command(flatten)]
    consent: Consent,
}

pub(crate) fn run(args: &InstallArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let client = Client::standard(cx.finder.clone());
    let mut wanted = Vec::new();
    for pack in &args.packs {
        wanted.push(InstallRequest::parse_argument(pack)?);
    }
    // Archive files can be installed without a shelf.
    let asks = args.shelf.is_some() || wanted.iter().any(|wanted| matches!(wanted, InstallRequest::Pack(_)));
    let shelves = if asks { open(&client, args.shelf.as_deref(), cx)? } else { Vec::new() };
    let plan = client.plan(&wanted, shelves, args.consent.any_shelf)?;
    carry_out(&client, &plan, &args.consent, cx)
}

/// Shows a plan, asks for consent, and carries the plan out.
fn carry_out(client: &Client, plan: &InstallPlan, consent: &Consent, cx: &mut Context) -> Result<Exit, Failure> {
    for (id, version) in &plan.there {
        writeln!(cx.out, "{STRONG}{id} {version}{STRONG:#} is already installed.")?;
    }
    if plan.steps.is_empty() {
        return Ok(Exit::Fine);
    }
    let total = plan.steps.iter().map(|step| step.release.file.bytes).sum();
    let before = |number: usize| -> u64 { plan.steps[..number].iter().map(|step| step.release.file.bytes).sum() };
    // A shelf can describe a pack wrongly, so the user decides on the description in the packs themselves.
    let asks = !consent.yes && can_ask(cx);
    if asks || consent.yes {
        let progress = ProgressLine::new(total, "bytes");
        let watch = |number: usize, done: u64| {
            progress.set_done(before(number) + done);
            true
        };
        let fetched = client.fetch_ahead(plan, &watch);
        progress.end();
        fetched?;
    }
    let memory = client.memory()?;
    for step in &plan.steps {
        preview(&memory, step, cx)?;
    }
    if !asks && !consent.yes && plan.steps.iter().any(|step| matches!(step.origin, InstallSource::Shelf(_))) {
        writeln!(cx.out, "{CAUTION}note:{CAUTION:#} these are the shelf's own data; nothing was fetched")?;
    }
    let agrees = consent.yes || asks && confirm_install(cx)?;
    if !agrees {
        return Err(Failure::usage("nothing was installed").hint("`--yes` skips this question"));
    }
    let progress = ProgressLine::new(total, "bytes");
    let fetched = client.fetch(plan, &consent.accept_key, &|number, done| progress.set_done(before(number) + done));
    progress.end();
    let fetched = fetched?;
    if !report_test_results(&fetched, cx)? && !consent.anyway {
        let failure = Failure::wrong("nothing was installed: tests of a pack fail here");
        return Err(failure.hint("report this to its author; `--anyway` installs it despite the failures"));
    }
    let names: Vec<String> =
        fetched.packs.iter().map(|pack| format!("{} {}", pack.step.id, pack.step.release.version)).collect();
    client.install(fetched)?;
    writeln!(cx.out, "{GOOD}Installed {STRONG}{}{STRONG:#}{GOOD:#}", names.join(", "))?;
    Ok(Exit::Fine)
}

/// Prints a description of a pack before it is installed.
fn preview(memory: &Memory, step: &Install, cx: &mut Context) -> Result<(), Failure> {
    let release = &step.release;
    let come = if step.is_need { "will be installed as a dependency" } else { "will be installed" };
    let bytes = group_digits(release.file.bytes);
    writeln!(cx.out, "{STRONG}{} {}{STRONG:#} {come}: {} ({bytes} bytes)", step.id, release.version, release.title)?;
    let mut line = |name: &str, text: &str| -> Result<(), Failure> {
        if !text.is_empty() {
            writeln!(cx.out, "  {FAINT}{name}{FAINT:#} {text}")?;
        }
        Ok(())
    };
    line("what", &release.summary)?;
    line("by", &release.authors.join(", "))?;
    line("changed from", &release.changed_from)?;
    line("licence", if release.licence.is_empty() { "not stated" } else { &release.licence })?;
    line("needs", &release.needs.join(", "))?;
    line("signed", &describe_signature(&Author::from_key(&memory.known_pack(&step.id), release.key.as_ref())))?;
    if let Some(had) = &step.had {
        line("beside", &format!("{had}, which remains as {}@{had}", step.id))?;
    }
    if step.replaces_bundled {
        line("note", "a pack with this id comes with the program; the installed one is used instead")?;
    }
    if let Some(withdrawn) = &release.withdrawn {
        writeln!(cx.out, "  {CAUTION}withdrawn{CAUTION:#} {}", withdrawn_words(withdrawn))?;
    }
    Ok(())
}

/// Describes the signature of a pack.
pub(crate) fn describe_signature(author: &Author) -> String {
    match author {
        Author::Known(_) => "by the same key as before".to_owned(),
        Author::New(key) => format!("by {key}, which is remembered from now on"),
        Author::Spare { had, came } => {
            format!("by {came}, the spare key that its author had named; it takes the place of {had} from now on")
        }
        Author::Nobody => "no: it is unknown whether an update comes from the same author".to_owned(),
        Author::Other { had, came: Some(key) } => format!("by a different key than before: {had} before, now {key}"),
        Author::Other { had, came: None } => format!("no longer; before, by the key {had}"),
    }
}

fn withdrawn_words(withdrawn: &tilewright_share::index::Withdrawn) -> String {
    match &withdrawn.instead {
        Some(instead) => format!("{}; take {instead} instead", withdrawn.why),
        None => withdrawn.why.clone(),
    }
}

/// True if a user can answer at the terminal.
fn can_ask(cx: &Context) -> bool {
    cx.out.terminal && std::io::stdin().is_terminal()
}

/// Asks whether to install; returns true if the answer is yes.
fn confirm_install(cx: &mut Context) -> Result<bool, Failure> {
    write!(cx.out, "Install? [y/N] ")?;
    cx.out.flush()?;
    // Input that cannot be read is not consent.
    let line = typed::read_line(&mut std::io::stdin().lock()).unwrap_or(TypedLine::End);
    Ok(matches!(line, TypedLine::Text(line) if matches!(line.trim().to_lowercase().as_str(), "y" | "yes")))
}

/// Prints the results of the tests; returns true if all tests that ran have passed.
fn report_test_results(fetched: &Fetched, cx: &mut Context) -> Result<bool, Failure> {
    let mut hold = true;
    for Ready { step, tried, .. } in &fetched.packs {
        let tests = format_count(tried.tests, "test", "tests");
        match (tried.tests, tried.whole, tried.failed.len()) {
            (0, ..) => writeln!(cx.out, "  {} has no tests", step.id)?,
            (_, false, _) => writeln!(cx.out, "  {CAUTION}The {tests} of {} take too long{CAUTION:#}", step.id)?,
            (all, true, 0) => writeln!(cx.out, "  {all} of {tests} of {} pass here", step.id)?,
            (all, true, failed) => {
                hold = false;
                writeln!(cx.out, "  {BAD}{} of {tests} of {} pass here{BAD:#}; these fail:", all - failed, step.id)?;
                for name in tried.failed.iter().take(10) {
                    writeln!(cx.out, "    {name}")?;
                }
            }
        }
    }
    Ok(hold)
}

#[derive(Args, Debug)]
#[command(
    about = "Install newer versions of installed packs",
    long_about = "Install newer versions of one or all installed packs, from the shelves that they came from. The new \
        versions are compatible with each other and, if possible, with all installed packs; the command explains why a \
        pack cannot be newer. Older versions are kept. A version is never lowered, and a version signed by a different \
        key than before is rejected.",
    after_help = "Examples:\n  tilewright update\n  tilewright update meadows --yes"
)]
pub(crate) struct UpdateArgs {
    /// Pack to update; all packs if none is named
    #[arg(value_name = "ID")]
    pack: Option<String>,
    #[command(flatten)]
    consent: Consent,
}

pub(crate) fn update(args: &UpdateArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let client = Client::standard(cx.finder.clone());
    let shelves = open(&client, None, cx)?;
    let news = client.news(args.pack.as_deref(), &shelves)?;
    for news in &news {
        match news {
            UpdateNotice::Newer(..) => {}
            UpdateNotice::Withdrawn(id, version, withdrawn) => {
                let words = withdrawn_words(withdrawn);
                writeln!(cx.out, "{CAUTION}{id} {version} was withdrawn:{CAUTION:#} {words}")?;
            }
            UpdateNotice::NoShelf(id) if args.pack.is_some() => {
                writeln!(cx.out, "`{id}` is on none of your shelves, so its updates are unknown.")?;
            }
            UpdateNotice::NoShelf(_) => {}
        }
    }
    if !news.iter().any(|news| matches!(news, UpdateNotice::Newer(..))) {
        writeln!(cx.out, "No newer versions are available.")?;
        return Ok(Exit::Fine);
    }
    let plan = client.plan_update(&news, shelves, args.consent.any_shelf, args.pack.is_some())?;
    for note in &plan.notes {
        writeln!(cx.out, "{CAUTION}note:{CAUTION:#} {note}")?;
    }
    carry_out(&client, &plan, &args.consent, cx)
}

#[derive(Args, Debug)]
#[command(
    about = "Remove installed packs",
    long_about = "Remove an installed pack, in one version or in all. Its key stays on record, so that a pack with \
        another key cannot take its place later. Games that were saved with it need the pack again.",
    after_help = "Examples:\n  tilewright remove meadows@1.2.0\n  tilewright remove meadows"
)]
pub(crate) struct RemoveArgs {
    /// Pack to remove: ID or ID@VERSION
    #[arg(value_name = "PACK")]
    pack: String,
}

pub(crate) fn remove(args: &RemoveArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let client = Client::standard(cx.finder.clone());
    let (id, version) = match args.pack.split_once('@') {
        None => (&*args.pack, None),
        Some((id, version)) => match Version::parse(version) {
            Ok(version) => (id, Some(version)),
            Err(_) => return Err(Failure::usage(format!("`{version}` is not a version")).hint("write ID@1.2.3")),
        },
    };
    let gone = client.remove(id, version.as_ref())?;
    let names: Vec<String> = gone.iter().map(|pack| format!("{} {}", pack.manifest.id, pack.version)).collect();
    writeln!(cx.out, "{GOOD}Removed {STRONG}{}{STRONG:#}{GOOD:#}", names.join(", "))?;
    let left = client.store.list()?;
    let needs = |text: &String| text.split(' ').next() == Some(id);
    let mut stream = standard_error(cx.color);
    for pack in left.iter().filter(|pack| pack.manifest.requirements().iter().any(needs)) {
        if cx.finder.find(id).is_err() {
            writeln!(stream, "{CAUTION}`{}` needs it{CAUTION:#}", pack.manifest.id)?;
        }
    }
    Ok(Exit::Fine)
}
