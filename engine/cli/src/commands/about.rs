//! Summarises an archive and compares it with the installed packs: the head of `tilewright show FILE.tilepack`.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::preview::Preview;
use tilewright_lab::certificate::Certificate;
use tilewright_lab::compat::read_claims;
use tilewright_pack::PackOrigin;
use tilewright_share::install::Client;
use tilewright_share::standing::{ArchiveStatus, Author};

use crate::commands::install::describe_signature;
use crate::context::Context;
use crate::failure::Failure;
use crate::out::{CAUTION, FAINT, STRONG, format_count};

/// Summary of an archive.
pub(crate) struct ArchiveSummary {
    archive: Archive,
    preview: Preview,
    standing: ArchiveStatus,
}

impl ArchiveSummary {
    /// Opens an archive and compares it with the installed packs.
    pub(crate) fn open(path: &Path, cx: &Context) -> Result<ArchiveSummary, Failure> {
        let archive = Archive::open(path)?;
        let preview = Preview::inspect(&cx.finder, path, &archive)?;
        let standing = Client::standard(cx.finder.clone()).standing(&archive)?;
        Ok(ArchiveSummary { archive, preview, standing })
    }

    fn certificates(&self) -> Vec<Certificate> {
        read_claims(&self.archive.files, &self.preview.loaded)
    }

    /// Returns the pack that the packed one was changed from.
    fn changed_from(&self) -> Option<&PackOrigin> {
        let own = self.preview.loaded.manifest(&self.archive.manifest.id);
        own.and_then(|pack| pack.changed_from.as_ref())
    }

    /// Returns the summary as a JSON object.
    pub(crate) fn json(&self) -> Value {
        let manifest = &self.archive.manifest;
        let (key, author) = match &self.standing.author {
            Author::Nobody => (None, "nobody"),
            Author::New(key) => (Some(key), "new"),
            Author::Known(key) => (Some(key), "known"),
            Author::Spare { came, .. } => (Some(came), "spare"),
            Author::Other { came, .. } => (came.as_ref(), "other"),
        };
        let needs = self.preview.needs.iter();
        let needs = needs.map(|n| json!({"id": n.id, "range": n.range, "here": n.here, "fits": n.fits}));
        let rules = self.preview.rules.iter();
        let rules = rules
            .map(|r| json!({"rule": r.module, "of_library": r.of_library, "about": r.about, "changes": r.changes}));
        let installed: Vec<String> = self.standing.installed.iter().map(ToString::to_string).collect();
        json!({
            "id": manifest.id, "version": manifest.version, "title": manifest.title, "summary": manifest.summary,
            "authors": manifest.authors, "licence": manifest.licence,
            "changed_from": origin_json(self.changed_from()), "rules_hash": manifest.rules,
            "content": manifest.content(), "needs": needs.collect::<Vec<_>>(), "tests": self.preview.tests,
            "rules": rules.collect::<Vec<_>>(), "modules_that_differ": self.preview.differing, "author": author,
            "key": key, "installed": installed, "is_installed": self.standing.is_installed,
            "differs": self.standing.differs, "replaces_bundled": self.standing.replaces_bundled,
            "in_front": self.standing.in_front.as_ref().map(|path| path.display().to_string()),
            "certificates": self.certificates().iter().map(Certificate::games).collect::<Vec<_>>(),
        })
    }

    /// Prints the summary as text.
    pub(crate) fn tell(&self, cx: &mut Context) -> Result<(), Failure> {
        let (manifest, standing) = (&self.archive.manifest, &self.standing);
        writeln!(cx.out, "{STRONG}{} {}{STRONG:#}: {}", manifest.id, manifest.version, manifest.title)?;
        let mut line = |name: &str, text: &str| -> Result<(), Failure> {
            if !text.is_empty() {
                writeln!(cx.out, "  {FAINT}{name}{FAINT:#} {text}")?;
            }
            Ok(())
        };
        line("what", &manifest.summary)?;
        line("by", &manifest.authors.join(", "))?;
        line("changed from", &self.changed_from().map(PackOrigin::in_words).unwrap_or_default())?;
        line("licence", if manifest.licence.is_empty() { "not stated" } else { &manifest.licence })?;
        for need in &self.preview.needs {
            let here = match (&need.here, need.fits) {
                (Some(version), true) => format!("{version} is installed"),
                (Some(version), false) => format!("{version} is installed, which does not fit"),
                (None, _) => "not installed".to_owned(),
            };
            line("needs", &format!("{} {}: {here}", need.id, need.range))?;
        }
        line("signed", &describe_signature(&standing.author))?;
        if standing.is_installed {
            line("here", "already installed")?;
        } else if !standing.installed.is_empty() {
            let installed: Vec<String> = standing.installed.iter().map(ToString::to_string).collect();
            line("here", &format!("{} installed", installed.join(", ")))?;
        }
        if let Some(path) = &standing.in_front {
            line("here", &format!("{} is used instead of installed ones", path.display()))?;
        } else if standing.replaces_bundled {
            line("here", "a pack with this id comes with the program; an installed one is used instead")?;
        }
        if !self.preview.differing.is_empty() {
            line(
                "library",
                &format!("it brings its own {}, which this program has otherwise", self.preview.differing.join(", ")),
            )?;
        }
        line("tests", &format_count(self.preview.tests, "file", "files"))?;
        for certificate in self.certificates() {
            let games = format_count(usize::try_from(certificate.games()).unwrap_or(usize::MAX), "game", "games");
            line("certificate", &format!("{games} with {}, claimed by the author", certificate.about.join(", ")))?;
        }
        if standing.differs {
            writeln!(
                cx.out,
                "  {CAUTION}It is not the {} {} that was here before: its content differs.{CAUTION:#}",
                manifest.id, manifest.version
            )?;
        }
        writeln!(cx.out)?;
        Ok(())
    }
}

/// Returns the pack that another pack was changed from, as an object; null if there is none.
pub(crate) fn origin_json(origin: Option<&PackOrigin>) -> Value {
    let authors = |origin: &PackOrigin| origin.authors.iter().map(|author| json!(**author)).collect::<Vec<_>>();
    origin.map_or(Value::Null, |origin| {
        json!({"id": *origin.id, "version": *origin.version, "title": *origin.title, "authors": authors(origin)})
    })
}
