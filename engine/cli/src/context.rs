//! Holds the state that every command works with: the output, and the places of packs.

use std::io::Write;
use std::path::PathBuf;

use tilewright_core::catalog::Catalog;
use tilewright_core::diag::{Diagnostic, SourceMap};
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::record::Record;
use tilewright_kit::packs::choose::Here;
use tilewright_kit::packs::find::{Finder, FoundPack};
use tilewright_kit::packs::load::{Loaded, Request, load};
use tilewright_kit::packs::setting::parse_setting;
use tilewright_kit::packs::shadow::Shadow;
use tilewright_pack::{ADJUSTMENTS, UNREADABLE_CODE};

use crate::failure::{Exit, Failure};
use crate::findings;
use crate::option_args::OptionArgs;
use crate::out::{CAUTION, ColourChoice, Out, format_count, standard_error};

/// Prefix of the codes of findings about options. Such a finding without a place is about the command line.
const OPTION_CODES: &str = "P022";

/// Shared state of a command.
pub(crate) struct Context {
    pub(crate) out: Out,
    /// Setting for colours in the output.
    pub(crate) color: ColourChoice,
    /// Places in which packs are searched.
    pub(crate) finder: Finder,
    /// Folders from `--packs`, which are among these places.
    pub(crate) folders: Vec<PathBuf>,
    /// Description of the first mistake of the program itself, and the record of its game if that is known.
    pub(crate) mistake: Option<(String, Option<Record>)>,
}

impl Context {
    /// Returns a context that finds no packs.
    #[cfg(test)]
    pub(crate) fn for_tests() -> Context {
        let (color, finder) = (ColourChoice::Never, Finder::nowhere());
        Context { out: Out::new(color), color, finder, folders: Vec::new(), mistake: None }
    }

    /// Notes a mistake of the program itself; the command writes a report about the first one when it ends. Failures
    /// with a code other than [`Fault::INTERNAL`] are ignored.
    pub(crate) fn note_mistake(&mut self, code: &str, what: &str, record: Option<&Record>) {
        if code == Fault::INTERNAL && self.mistake.is_none() {
            self.mistake = Some((what.to_owned(), record.cloned()));
        }
    }

    /// Notes the packs that the command line names. A pack that was named by its path can be found by its id
    /// afterwards.
    pub(crate) fn name_packs(&mut self, packs: &[String]) {
        self.finder = self.finder.with_named_packs(packs);
    }

    /// Returns the packs to combine if only sets with some packs are wanted: these packs and `packs`, or all packs that
    /// are found if `packs` is empty.
    pub(crate) fn with_packs(&self, packs: &[String], with: &[String]) -> Result<Vec<String>, Failure> {
        if with.is_empty() {
            return Ok(packs.to_vec());
        }
        let mut all = match packs {
            [] => self.finder.list()?.into_iter().map(|found| found.id).collect(),
            given => given.to_vec(),
        };
        for pack in with {
            let wanted = self.finder.find(pack)?.id;
            let mut others = Vec::new();
            for other in all {
                if self.finder.find(&other)?.id != wanted {
                    others.push(other);
                }
            }
            others.push(pack.clone());
            all = others;
        }
        Ok(all)
    }

    /// Loads packs for playing. Prints errors among the findings and returns them as a failure.
    pub(crate) fn load(&self, packs: &[String], choices: &OptionArgs, copies: u32) -> Result<Loaded, Failure> {
        let request = Request { copies, lints: false, ..request(packs, choices)? };
        let loaded = load(&self.finder, &request)?;
        if loaded.is_playable() {
            self.tell_travelling(&loaded);
            self.report_sources(&loaded);
            return Ok(loaded);
        }
        Err(self.unplayable(packs, &loaded))
    }

    /// Like [`Context::load`], without any output; `None` if the packs cannot be played.
    pub(crate) fn load_quietly(&self, packs: &[String], choices: &OptionArgs) -> Result<Option<Loaded>, Failure> {
        let request = Request { lints: false, ..request(packs, choices)? };
        let loaded = load(&self.finder, &request)?;
        Ok(loaded.is_playable().then_some(loaded))
    }

    /// Reports which packs use library modules that came with them instead of the program's own.
    fn tell_travelling(&self, loaded: &Loaded) {
        for pack in loaded.packs.iter().filter(|pack| !pack.travelling.is_empty()) {
            let modules: Vec<&str> = pack.travelling.iter().map(|name| &**name).collect();
            let modules = modules.join("`, `");
            self.note(&format!(
                "{} uses the rules it was packed with: this program has other versions of `{modules}`",
                pack.id
            ));
        }
    }

    /// Reports packs that differ from a lock, and packs that hide an installed or bundled one.
    pub(crate) fn report_sources(&self, loaded: &Loaded) {
        for unlocked in &loaded.unlocked {
            self.note(&format!("{unlocked}; `tilewright lock` updates the lock"));
        }
        loaded.shadows.iter().for_each(|shadow| self.report_shadow(shadow));
    }

    /// Reports that a pack hides an installed or bundled one.
    pub(crate) fn report_shadow(&self, shadow: &Shadow) {
        self.note(&format!("{shadow}"));
    }

    /// Like [`Context::report_shadow`], for a pack that is not loaded by [`Context::load`].
    pub(crate) fn report_shadow_of(&self, found: &FoundPack) -> Result<(), Failure> {
        if let Some(shadow) = Here::from_finder(&self.finder)?.shadow_of(found) {
            self.report_shadow(&shadow);
        }
        Ok(())
    }

    /// Writes a note to standard error, so that standard output has only the result.
    pub(crate) fn note(&self, text: &str) {
        // Ignored, since an error cannot be reported if standard error cannot be written.
        let _ = writeln!(standard_error(self.color), "{CAUTION}note:{CAUTION:#} {text}");
    }

    /// Prints the errors that keep packs from being played, and returns the failure.
    fn unplayable(&self, packs: &[String], loaded: &Loaded) -> Failure {
        let errors: Vec<&Diagnostic> = loaded.diagnostics.iter().filter(|d| d.is_error()).collect();
        let setting = |finding: &Diagnostic| {
            let file = loaded.sources.get(finding.span?.file)?;
            (*file.path == *ADJUSTMENTS).then(|| format!("`{ADJUSTMENTS} {}`: ", file.text))
        };
        let about_arguments = errors.iter().find_map(|d| match setting(d) {
            None => (d.span.is_none() && d.code.starts_with(OPTION_CODES)).then(|| (d, String::new())),
            Some(setting) => Some((d, setting)),
        });
        if let Some((about, setting)) = about_arguments {
            let failure = Failure::usage(format!("{setting}{} [{}]", about.message, about.code));
            return match &about.hint {
                Some(hint) => failure.hint(hint),
                None => failure,
            };
        }
        if let [only] = errors[..]
            && only.code == UNREADABLE_CODE
        {
            let failure = Failure::environment(only.message.clone());
            return match &only.hint {
                Some(hint) => failure.hint(hint),
                None => failure,
            };
        }
        self.print_findings(errors.iter().copied(), &loaded.sources);
        let failure = Failure::wrong(format!(
            "{} cannot be played: {}",
            packs.join(" with "),
            format_count(errors.len(), "error", "errors")
        ));
        failure.hint(format!("fix the errors shown above; `tilewright check {}` checks again", packs.join(" ")))
    }

    /// Prints findings with their places to standard error.
    pub(crate) fn print_findings<'d>(&self, all: impl IntoIterator<Item = &'d Diagnostic>, sources: &SourceMap) {
        let mut stream = standard_error(self.color);
        for finding in all {
            // Ignored, since an error cannot be reported if standard error cannot be written.
            let _ = write!(stream, "{}", findings::for_people(finding, sources, self.out.room().0));
        }
    }
}

/// Returns the request for packs with options from the command line.
pub(crate) fn request(packs: &[String], choices: &OptionArgs) -> Result<Request, Failure> {
    let mut request = Request::new(packs.iter().cloned());
    for assignment in &choices.option {
        let Some((name, value)) = assignment.split_once('=') else {
            let failure = Failure::usage(format!("`--option {assignment}` has no value"));
            return Err(failure.hint(format!("write `--option {assignment}=true`, or another value after `=`")));
        };
        request = request.with_option(name.trim(), tilewright_pack::parse_value(value));
    }
    for setting in &choices.set {
        let (name, value) = parse_setting(setting)
            .map_err(|error| Failure::usage(format!("`--set {setting}`: {error}")).hint(error.hint()))?;
        request = request.with_option(&name, value);
    }
    Ok(request)
}

/// Returns an error if no pack has texts in a language. English is always accepted.
pub(crate) fn known_language(catalog: &Catalog, language: &str) -> Result<(), Failure> {
    let known: Vec<&str> = catalog.texts.languages().collect();
    if language == "en" || known.contains(&language) {
        return Ok(());
    }
    Err(Failure::usage(format!("the packs have no texts in `{language}`"))
        .hint(format!("they have {}", known.join(", "))))
}

/// Returns [`Exit::Wrong`] if one of the findings is an error.
pub(crate) fn verdict<'a>(findings: impl IntoIterator<Item = &'a Diagnostic>) -> Exit {
    Exit::wrong_if(findings.into_iter().any(Diagnostic::is_error))
}
