//! `tilewright check`: prints every finding about packs, as text with the source lines or as JSON.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;

use clap::Args;
use serde_json::json;
use tilewright_art::decode::decode_look;
use tilewright_art_check::findings::findings as findings_of_look;
use tilewright_art_check::side_colors::TileSampler;
use tilewright_core::catalog::Value;
use tilewright_core::diag::{Diagnostic, SourceMap};
use tilewright_core::limits::FINDINGS;
use tilewright_kit::packs::load::{Loaded, Reading, Request};
use tilewright_kit::packs::mend::{Mended, Mending};
use tilewright_kit::packs::pack_sets::Family;
use tilewright_kit::suite::misread_tests;
use tilewright_lab::bot::Random;
use tilewright_lab::matrix::{VALUES_TRIED, count_values, needed_settings, own_settings};
use tilewright_lab::play::GameTable;

use crate::ci_files::{CiCase, CiFiles, CiLog, CiProblem};
use crate::context::{Context, request, verdict};
use crate::failure::{Exit, Failure};
use crate::findings;
use crate::option_args::OptionArgs;
use crate::out::{BAD, CAUTION, GOOD, STRONG, format_count};
use crate::progress::ProgressLine;

/// Number of pixels on the longer side of pictures in SVG when their sides are compared.
const SAMPLED_SIDE: u32 = 400;

#[derive(Args, Debug)]
#[command(
    about = "Check packs for mistakes",
    long_about = "Check packs for mistakes.\n\nAll files are read before the command stops, so all mistakes are shown \
        at once, each with its code, its place and a suggested fix. The tests of the packs are read, but not run. A \
        pack is also loaded with each value of its options and of the options of the packs that it needs, because \
        options determine which rule modules are read. Exits with 1 if there are errors; warnings do not count.",
    after_help = "Examples:\n  \
        tilewright check PACK                  mistakes in a pack and in the packs that it needs\n  \
        tilewright check --together PACK MORE  mistakes in packs that are played together\n  \
        tilewright check --combinations        all packs that are found, in every playable set\n  \
        tilewright check --combinations --with PACK  only the sets that include a pack\n  \
        tilewright check --fix PACK            replace former names by the current ones\n  \
        tilewright check --json PACK           one JSON object for each finding\n  \
        tilewright check --explain P0203       meaning of a code, with an example"
)]
pub(crate) struct CheckArgs {
    /// Packs to check: ids, or paths of folders
    #[arg(value_name = "PACK", required_unless_present_any = ["explain", "combinations"])]
    packs: Vec<String>,
    /// Check the packs as one game instead of each by itself
    #[arg(long)]
    together: bool,
    /// Check every set of packs that can be played together: a base game with any of its expansions. Without PACK, all
    /// available packs are combined
    #[arg(long, conflicts_with = "together")]
    combinations: bool,
    /// Check only the sets that include this pack; may be given several times
    #[arg(long, value_name = "PACK", requires = "combinations")]
    with: Vec<String>,
    /// First replace former names of other packs' entries (`renamed` in their pack.ron) by the current names, in the
    /// files of the named packs. Nothing else in the files changes
    #[arg(long, conflicts_with_all = ["combinations", "explain"])]
    fix: bool,
    /// Explain the code of a finding and stop
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
    /// Print one JSON object for each finding
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    ci: CiFiles,
    #[command(flatten)]
    choices: OptionArgs,
}

pub(crate) fn run(args: &CheckArgs, cx: &mut Context) -> Result<Exit, Failure> {
    if let Some(code) = &args.explain {
        return explain(code, cx);
    }
    cx.name_packs(&args.packs);
    // Each group has its packs and the packs whose options are tried; with `None`, those are all packs of the group.
    let groups: Vec<(Vec<String>, Option<BTreeSet<String>>)> = if args.combinations {
        let family = Family::find(&cx.finder, &cx.with_packs(&args.packs, &args.with)?)?;
        if family.count() > MOST_SETS {
            let message = format!("these are {} sets, more than can be checked", family.count());
            return Err(Failure::usage(message).hint("name the packs to combine"));
        }
        let sets = family.sets();
        let sets = sets.iter().map(|set| {
            // Options of a pack are tried in the set that has only this pack and the packs that it needs.
            let alone = set.iter().filter(|id| family.alone(id) == *set).cloned().collect();
            (family.arguments(set), Some(alone))
        });
        sets.filter(|(packs, _)| args.with.iter().all(|pack| packs.contains(pack))).collect()
    } else {
        let size = if args.together { args.packs.len() } else { 1 };
        args.packs.chunks(size).map(|packs| (packs.to_vec(), None)).collect()
    };
    let mut check = CheckRun { args, shown: BTreeSet::new(), sets: SetCounts::default(), log: CiLog::default() };
    let mut worst = Exit::Fine;
    let progress = ProgressLine::new(groups.len() as u64, "sets");
    let is_only = groups.len() == 1;
    for (number, (packs, own)) in groups.into_iter().enumerate() {
        let name = packs.join("+");
        check.log.cases.push(CiCase { group: "packs".to_owned(), name, problems: Vec::new() });
        let exit = match check.group(&packs, own, cx) {
            Ok(exit) => exit,
            Err(failure) if is_only || failure.message.is_empty() => {
                check.note(&failure);
                args.ci.write("check", &check.log)?;
                return Err(failure);
            }
            // The other packs can still be checked.
            Err(failure) => {
                check.report(&packs, &failure, cx)?;
                failure.exit
            }
        };
        worst = worst.max(exit);
        progress.set_done(number as u64 + 1);
    }
    progress.end();
    args.ci.write("check", &check.log)?;
    if args.combinations && !args.json {
        check.sets.report(cx)?;
    }
    Ok(worst)
}

/// Compares the pictures of all looks with the edges of the tiles, and the figures of players with each other.
fn picture_findings(loaded: &Loaded) -> Vec<Diagnostic> {
    let Some(catalog) = loaded.catalog() else { return Vec::new() };
    let plan = &loaded.art.plan;
    let looks = plan.looks.iter().filter(|look| !look.tiles.is_empty() || !look.figures.is_empty());
    let found = looks.flat_map(|look| {
        let decoded = decode_look(plan, look, SAMPLED_SIDE, |file| loaded.art.bytes(file).map(Arc::clone));
        findings_of_look(&TileSampler::new(catalog, &decoded.art), plan)
    });
    found.collect()
}

/// Single run of `tilewright check`.
struct CheckRun<'a> {
    args: &'a CheckArgs,
    /// Findings that were shown. A pack that several others need is read several times, but its findings are shown
    /// once.
    shown: BTreeSet<(&'static str, String, Option<String>)>,
    sets: SetCounts,
    log: CiLog,
}

impl CheckRun<'_> {
    /// Checks a group of packs that are loaded together.
    fn group(&mut self, packs: &[String], own: Option<BTreeSet<String>>, cx: &mut Context) -> Result<Exit, Failure> {
        let args = self.args;
        let ids = || packs.iter().map(|pack| Ok(cx.finder.find(pack)?.id)).collect::<Result<_, Failure>>();
        let own = &own.map_or_else(ids, Ok)?;
        if args.fix {
            for pack in packs {
                fix(pack, packs, own, args, cx)?;
            }
        }
        let mut worst = Exit::Fine;
        let request = request(packs, &args.choices)?;
        let reading = Reading::read_packs(&cx.finder, &request.packs)?;
        let mut loaded = reading.load(&request);
        cx.report_sources(&loaded);
        if !args.combinations && !loaded.is_unreadable() {
            for pack in packs {
                let misread = misread_tests(&cx.finder, pack, &mut loaded.sources)?;
                loaded.diagnostics.extend(misread);
            }
        }
        if args.combinations && loaded.is_refused() {
            self.sets.refused += 1;
            return Ok(worst);
        }
        if !args.combinations {
            let pictures = picture_findings(&loaded);
            loaded.diagnostics.extend(pictures);
        }
        let key = |d: &Diagnostic| (d.code, d.message.clone(), d.span.map(|s| loaded.sources.place(s).to_string()));
        let mut fresh: Vec<&Diagnostic> = loaded.diagnostics.iter().filter(|d| self.shown.insert(key(d))).collect();
        fresh.sort_by_key(|finding| !finding.is_error());
        worst = worst.max(verdict(&loaded.diagnostics));
        if !args.combinations
            && loaded.is_playable()
            && let Some(finding) = trial(&loaded)?
        {
            worst = Exit::Wrong;
            self.tell(&finding, &loaded.sources, packs, &[], cx)?;
        }
        let wants_options = request.options.is_empty() && loaded.is_playable();
        let (with_options, untried) =
            if wants_options { with_each_option(&reading, &request, &loaded, own)? } else { Default::default() };
        worst = worst.max(if with_options.is_empty() { Exit::Fine } else { Exit::Wrong });
        self.sets.count(&loaded, !with_options.is_empty());
        for (options, finding, sources) in &with_options {
            self.tell(finding, sources, packs, options, cx)?;
        }
        if args.json {
            for finding in &fresh {
                self.tell(finding, &loaded.sources, packs, &[], cx)?;
            }
        } else {
            for finding in &findings::texts_together(&fresh) {
                self.tell(finding, &loaded.sources, packs, &[], cx)?;
            }
            for LimitedOption { name, count, tried } in &untried {
                // The count leaves out the default, which is tried with the values of all other options.
                writeln!(
                    cx.out,
                    "{CAUTION}note{CAUTION:#} `{name}` has {} values; the {tried} nearest its ends were tried",
                    count + 1
                )?;
            }
            // With `--combinations`, only sets with findings are listed, since there may be many.
            if !args.combinations && with_options.is_empty() || !loaded.diagnostics.is_empty() {
                summary(packs, &loaded, cx)?;
            }
        }
        Ok(worst)
    }

    /// Keeps the failure of a group for files of services.
    fn note(&mut self, failure: &Failure) {
        if let Some(case) = self.log.cases.last_mut() {
            case.problems.push(CiProblem::at("failure", "", failure.message.clone()));
        }
    }

    /// Prints a finding, and keeps it for files of services.
    fn tell(
        &mut self,
        finding: &Diagnostic,
        sources: &SourceMap,
        packs: &[String],
        options: &[String],
        cx: &mut Context,
    ) -> Result<(), Failure> {
        let problem = CiProblem::from_finding(finding, sources);
        if let Some(case) = self.log.cases.last_mut() {
            case.problems.push(problem);
        }
        if self.args.json {
            let mut object = findings::for_programs(finding, sources);
            object["pack"] = json!(packs.join("+"));
            if !options.is_empty() {
                object["options"] = json!(options);
            }
            return Ok(cx.out.json(&object)?);
        }
        let width = cx.out.room().0;
        Ok(writeln!(cx.out, "{}", findings::for_people(finding, sources, width))?)
    }

    /// Reports the failure that keeps one of several packs from being checked.
    fn report(&mut self, packs: &[String], failure: &Failure, cx: &mut Context) -> Result<(), Failure> {
        let (message, hint) = (&failure.message, &failure.hint);
        self.note(failure);
        if self.args.json {
            let object = json!({"severity": "error", "message": message, "hint": hint, "pack": packs.join("+")});
            return Ok(cx.out.json(&object)?);
        }
        writeln!(cx.out, "{BAD}error:{BAD:#} {message}")?;
        if let Some(hint) = hint {
            writeln!(cx.out, "  hint: {hint}")?;
        }
        Ok(writeln!(cx.out)?)
    }
}

/// Writes the safe fixes of a pack into its files, and reports the number of fixes.
fn fix(
    pack: &str,
    packs: &[String],
    own: &BTreeSet<String>,
    args: &CheckArgs,
    cx: &mut Context,
) -> Result<(), Failure> {
    let found = cx.finder.find(pack)?;
    let Some(mut mending) = Mending::new(&found) else {
        let failure = Failure::usage(format!("`{pack}` is not a folder; only packs in folders can be changed"));
        return Err(failure.hint(
            "`tilewright unpack FILE` unpacks a file into a folder, and `tilewright new NAME --copy \
                PACK` makes a copy",
        ));
    };
    let request = request(packs, &args.choices)?;
    let reading = Reading::read_packs(&cx.finder, &request.packs)?;
    let plain = reading.load(&request);
    mending.gather(&plain);
    // Some rules are read only if an option is on.
    for options in settings_to_try(&plain, own).0 {
        mending.gather(&reading.load(&Request { options, ..request.clone() }));
    }
    if mending.is_empty() {
        return Ok(());
    }
    mending.write()?;
    let after = Reading::read_packs(&cx.finder, &request.packs)?.load(&request);
    if after.errors().count() > plain.errors().count() {
        mending.undo()?;
        let first = after.errors().next().map_or_else(String::new, |finding| format!(": {}", finding.message));
        let failure = Failure::fault(format!("`{pack}` was not changed: it would not load with the new names{first}"));
        return Err(failure.hint("this is a mistake of the program; please report it with the pack"));
    }
    for Mended { code, file, at, from, to } in mending.words() {
        if args.json {
            let place = json!({"file": &**file, "line": at.line, "column": at.column});
            cx.out
                .json(&json!({"fixed": {"code": code, "place": place, "from": &**from, "to": &**to}, "pack": pack}))?;
        } else {
            writeln!(cx.out, "{GOOD}fixed{GOOD:#} {file}:{}:{} [{code}]: `{from}` is `{to}` now", at.line, at.column)?;
        }
    }
    Ok(())
}

/// Plays a part of a game and returns a finding if a rule keeps values outside of the game. Static checks cannot find
/// that.
fn trial(loaded: &Loaded) -> Result<Option<Diagnostic>, Failure> {
    let fewest = loaded.catalog().map_or(2, |catalog| catalog.seats.0);
    let mut table = GameTable::new(loaded.machine()?, fewest)?;
    // Other commands report games that cannot be played to the end.
    let _ = table.play_some(1, &mut Random, 300);
    Ok(table.machine().rules().remembers().map(|fault| {
        Diagnostic::error(fault.code, format!("{}: {}", fault.place, fault.message))
            .with_hint("a counter remembers, and belongs to the game")
    }))
}

/// Options that were set, the finding that they caused, and the sources.
type OptionFinding = (Vec<String>, Diagnostic, SourceMap);

/// Option with more values than are tried.
struct LimitedOption {
    name: String,
    /// Number of all values except the default.
    count: u64,
    /// Number of values that are tried.
    tried: usize,
}

/// Maximum number of option values that are tried; each loads the packs once.
const MAX_LOADS: usize = 2_000;

/// Returns the option values that are tried one by one, and the options that have more values.
fn settings_to_try(plain: &Loaded, own: &BTreeSet<String>) -> (Vec<Vec<(String, Value)>>, Vec<LimitedOption>) {
    let mut settings: Vec<Vec<(String, Value)>> = Vec::new();
    for pack in plain.packs.iter().filter(|pack| own.contains(&*pack.id)) {
        settings.extend(own_settings(&plain.options, &pack.id));
        if !pack.needs.is_empty() {
            settings.extend(needed_settings(&plain.options, &pack.id));
        }
    }
    settings.sort();
    settings.dedup();
    let (mut tried, mut untried) = (Vec::<Vec<(String, Value)>>::new(), Vec::new());
    let of_one_option = |one: &Vec<(String, Value)>, other: &Vec<(String, Value)>| one[0].0 == other[0].0;
    let option_count = settings.chunk_by(of_one_option).count();
    let most = VALUES_TRIED.min((MAX_LOADS / option_count.max(1)).max(2));
    for values in settings.chunk_by(of_one_option) {
        let half = most / 2;
        let inner = half..values.len().saturating_sub(half).max(half);
        let outer = values.iter().enumerate().filter(|(number, _)| !inner.contains(number));
        tried.extend(outer.map(|(_, value)| value.clone()));
        let name = &values[0][0].0;
        let option = plain.options.iter().find(|option| option.full_name() == *name);
        let count = option.map_or(values.len() as u64, |option| count_values(option, values.len()));
        if count > most as u64 {
            untried.push(LimitedOption { name: name.clone(), count, tried: 2 * half });
        }
    }
    (tried, untried)
}

/// Loads the packs with each single value of their options, and of the options of packs that they need. Returns each
/// new error with the first option value that causes it, and the options with values that were not tried.
fn with_each_option(
    reading: &Reading,
    request: &Request,
    plain: &Loaded,
    own: &BTreeSet<String>,
) -> Result<(Vec<OptionFinding>, Vec<LimitedOption>), Failure> {
    let (tried, untried) = settings_to_try(plain, own);
    let progress = ProgressLine::new(tried.len() as u64, "options");
    let (mut shown, mut found) = (BTreeSet::new(), Vec::new());
    for (number, options) in tried.into_iter().enumerate() {
        let loaded = reading.load(&Request { options: options.clone(), lints: false, ..request.clone() });
        progress.set_done(number as u64 + 1);
        if found.len() >= FINDINGS {
            break;
        }
        if loaded.is_excluded() {
            continue;
        }
        let typed: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        for finding in loaded.errors() {
            if shown.insert((finding.code, finding.message.clone(), finding.span)) {
                let mut finding = finding.clone();
                finding.message = format!("with `-o {}`: {}", typed.join(" -o "), finding.message);
                found.push((typed.clone(), finding, loaded.sources.clone()));
            }
        }
    }
    progress.end();
    Ok((found, untried))
}

/// Maximum number of sets that are checked together.
const MOST_SETS: u64 = 10_000;

/// Numbers of checked sets of packs, by their results.
#[derive(Default)]
struct SetCounts {
    fine: usize,
    warned: usize,
    wrong: usize,
    /// Number of sets whose packs exclude each other.
    refused: usize,
}

impl SetCounts {
    fn count(&mut self, loaded: &Loaded, with_options: bool) {
        let class = match with_options || loaded.diagnostics.iter().any(Diagnostic::is_error) {
            true => &mut self.wrong,
            false if loaded.diagnostics.is_empty() => &mut self.fine,
            false => &mut self.warned,
        };
        *class += 1;
    }

    fn report(&self, cx: &mut Context) -> Result<(), Failure> {
        let all = self.fine + self.warned + self.wrong;
        write!(cx.out, "{STRONG}{}{STRONG:#}: ", format_count(all, "set of packs", "sets of packs"))?;
        match (self.wrong, self.warned) {
            (0, 0) => write!(cx.out, "{GOOD}no problems found{GOOD:#}")?,
            (0, n) => write!(cx.out, "{CAUTION}{n} with warnings{CAUTION:#}")?,
            (n, more) => write!(cx.out, "{BAD}{n} with errors{BAD:#}, {more} with warnings only")?,
        }
        if self.refused > 0 {
            write!(cx.out, "; {} left out, as their packs exclude each other", self.refused)?;
        }
        writeln!(cx.out)?;
        Ok(())
    }
}

fn summary(packs: &[String], loaded: &Loaded, cx: &mut Context) -> Result<(), Failure> {
    let errors = loaded.diagnostics.iter().filter(|d| d.is_error()).count();
    let warnings = loaded.diagnostics.len() - errors;
    let name = packs.join(" with ");
    match (errors, warnings) {
        (0, 0) => write!(cx.out, "{STRONG}{name}{STRONG:#}: {GOOD}no problems found{GOOD:#}")?,
        (0, n) => {
            write!(cx.out, "{STRONG}{name}{STRONG:#}: {CAUTION}{}{CAUTION:#}", format_count(n, "warning", "warnings"))?
        }
        (n, more) => write!(
            cx.out,
            "{STRONG}{name}{STRONG:#}: {BAD}{}{BAD:#}, {}",
            format_count(n, "error", "errors"),
            format_count(more, "warning", "warnings")
        )?,
    }
    if let Some(catalog) = loaded.catalog().filter(|_| errors == 0) {
        let declared_kinds = catalog.kinds.iter().filter(|(_, kind)| !kind.is_mirrored && kind.bare.is_none()).count();
        let tiles: u64 = catalog.bags.iter().map(|(_, bag)| bag.total()).sum();
        write!(
            cx.out,
            " ({}, {}, {})",
            format_count(declared_kinds, "kind of tile", "kinds of tile"),
            format_count(tiles as usize, "tile", "tiles"),
            format_count(catalog.modules.len(), "rule module", "rule modules")
        )?;
    }
    writeln!(cx.out)?;
    if let Some(first) = loaded.errors().next().or(loaded.diagnostics.first()) {
        writeln!(cx.out, "`tilewright check --explain {}` explains a code.", first.code)?;
    }
    Ok(())
}

fn explain(code: &str, cx: &mut Context) -> Result<Exit, Failure> {
    let width = cx.out.room().0.unwrap_or(100).min(100);
    let script = tilewright_script::EXPLAIN.iter().find(|(id, ..)| id.eq_ignore_ascii_case(code));
    if let Some((id, title, text)) = script {
        writeln!(cx.out, "{STRONG}{id}: {title}{STRONG:#}\n")?;
        for line in wrap_text(text, width) {
            writeln!(cx.out, "{line}")?;
        }
        if let Some(example) = tilewright_script::example(id) {
            produces(example, cx)?;
        }
        read_on(id, cx)?;
        return Ok(Exit::Fine);
    }
    let Some(found) = tilewright_pack::explain(code) else {
        let failure = Failure::usage(format!("there is no code `{code}`"));
        return Err(failure.hint("codes are a letter and four digits; `tilewright check PACK` shows them in brackets"));
    };
    writeln!(cx.out, "{STRONG}{} ({}): {}{STRONG:#}\n", found.id, found.severity, found.title)?;
    for line in wrap_text(found.text, width) {
        writeln!(cx.out, "{line}")?;
    }
    if !found.example.is_empty() {
        produces(found.example, cx)?;
    }
    read_on(found.id, cx)?;
    Ok(Exit::Fine)
}

/// Prints the name of the handbook topic that helps with a code; prints nothing if there is none.
fn read_on(code: &str, cx: &mut Context) -> Result<(), Failure> {
    if let Some(topic) = tilewright_handbook::topic_for(code) {
        writeln!(cx.out, "\n`tilewright handbook {}` has more about it.", topic.slug)?;
    }
    Ok(())
}

/// Prints an example that produces a finding.
fn produces(example: &str, cx: &mut Context) -> Result<(), Failure> {
    writeln!(cx.out, "\nFor example, this produces it:\n")?;
    for line in example.lines() {
        match line.strip_prefix("//- ") {
            Some(path) => writeln!(cx.out, "  {STRONG}{path}{STRONG:#}")?,
            None => writeln!(cx.out, "    {line}")?,
        }
    }
    Ok(())
}

/// Breaks a text at blanks into lines of at most `width` characters.
fn wrap_text(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or(0, |l| l.chars().count());
        if line > 0 && line + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
