//! The preview of an archive.

use egui::{RichText, TextureHandle, Ui};
use tilewright_editor_model::pack::document::disk::shown_path;
use tilewright_kit::packs::load::{DeclaredOption, OptionType};
use tilewright_kit::packs::preview::RuleUse;
use tilewright_share::standing::Author;

use super::seen::InspectedArchive;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use crate::views::sharing::parts::{SharingContext, fact, facts, long};
use crate::views::sharing::words::author;

/// Maximum width of the picture, in points.
const PICTURE: f32 = 420.0;

/// Shows the properties and the content of the pack.
pub(super) fn preview(
    ui: &mut Ui,
    height: f32,
    given: &SharingContext<'_>,
    seen: &InspectedArchive,
    picture: Option<&TextureHandle>,
) {
    let manifest = &seen.archive.manifest;
    long(ui, "preview", height, |ui| {
        ui.label(RichText::new(&manifest.title).medium().size(17.0));
        if !manifest.summary.is_empty() {
            ui.add(egui::Label::new(&manifest.summary).wrap());
        }
        warnings(ui, given, seen);
        if let Some(picture) = picture {
            let size = picture.size_vec2();
            let scale = (PICTURE / size.x).min(1.0);
            let image = ui.image(egui::load::SizedTexture::new(picture.id(), size * scale));
            widgets::set_name(ui, &image, &given.t("import-tiles"));
        } else if seen.preview.loaded.catalog().is_none() {
            ui.label(RichText::new(given.t("import-no-picture")).color(given.tokens.weak));
        }
        facts(ui, "preview", |ui| {
            fact(ui, given, "share-pack", format!("{} {}", manifest.id, manifest.version));
            fact(ui, given, "import-by", manifest.authors.join(", "));
            let own = seen.preview.loaded.packs.iter().find(|pack| *pack.id == *manifest.id);
            let origin = own.and_then(|pack| pack.changed_from.as_ref()).map(|origin| origin.in_words());
            fact(ui, given, "share-changed-from", origin.unwrap_or_default());
            let none = || given.t("import-no-licence");
            let licence = if manifest.licence.is_empty() { none() } else { manifest.licence.clone() };
            fact(ui, given, "share-licence", licence);
            fact(ui, given, "import-signed", author(given.texts, &seen.standing.author));
            fact(ui, given, "import-here", describe_installed(given, seen));
            fact(ui, given, "import-needs", needs(given, seen));
            fact(ui, given, "import-conflicts", manifest.conflicts.join(", "));
            for claim in &seen.claims {
                let games = usize::try_from(claim.games()).unwrap_or(usize::MAX);
                let values = [("n", games.into()), ("name", claim.about.join(", ").into())];
                fact(ui, given, "import-certificate", given.texts.with("import-claimed", &values));
            }
            let tests = match seen.preview.tests {
                0 => given.t("share-no-tests"),
                n => given.texts.count("import-tests", n),
            };
            fact(ui, given, "share-tests-name", tests);
            let files = given.texts.count("share-files", manifest.files.len());
            let bytes = given.texts.count("share-bytes", usize::try_from(seen.bytes).unwrap_or(usize::MAX));
            fact(ui, given, "share-size", format!("{files}, {bytes}"));
            fact(ui, given, "share-content", manifest.content());
        });
        let options = options(given, seen);
        let title = given.texts.count("import-options", options.len());
        show_folded_list(ui, "options", &title, &options);
        let rules: Vec<String> = seen.preview.rules.iter().map(|rule| describe_rule(given, rule)).collect();
        show_folded_list(ui, "rules", &given.texts.count("import-rules", rules.len()), &rules);
    });
}

/// Shows the warnings, which precede all other information.
fn warnings(ui: &mut Ui, given: &SharingContext<'_>, seen: &InspectedArchive) {
    let standing = &seen.standing;
    let mut loud: Vec<String> = Vec::new();
    if let Author::Other { .. } = standing.author {
        loud.push(given.t("import-other-key"));
        loud.push(author(given.texts, &standing.author));
        loud.push(given.t("import-other-key-about"));
    }
    if standing.differs {
        loud.push(given.t("import-differs"));
    }
    let missing = seen.preview.needs.iter().filter(|need| !need.fits);
    loud.extend(
        missing.map(|need| given.texts.with_name("import-needs-first", &format!("{} {}", need.id, need.range))),
    );
    if loud.is_empty() && !seen.preview.loaded.is_playable() {
        let first = seen.preview.loaded.errors().next().map(|finding| finding.message.clone()).unwrap_or_default();
        loud.push(given.texts.with_name("import-unplayable", &first));
    }
    if !loud.is_empty() {
        egui::Frame::new().stroke((2.0, given.tokens.error)).inner_margin(8).show(ui, |ui| {
            for text in loud {
                ui.add(egui::Label::new(RichText::new(text).color(given.tokens.error)).wrap());
            }
        });
    }
    if !seen.preview.differing.is_empty() {
        let text = given.texts.with_name("import-own-modules", &seen.preview.differing.join(", "));
        ui.add(egui::Label::new(RichText::new(text).color(given.tokens.warning)).wrap());
    }
}

/// Describes the versions that are already installed.
fn describe_installed(given: &SharingContext<'_>, seen: &InspectedArchive) -> String {
    let standing = &seen.standing;
    let mut said = Vec::new();
    let installed: Vec<String> = standing.installed.iter().map(ToString::to_string).collect();
    said.push(match standing.installed.is_empty() {
        _ if standing.is_installed => given.t("import-same"),
        true => given.t("import-none-here"),
        false if standing.is_newer => given.texts.with_name("import-older-here", &installed.join(", ")),
        false => given.texts.with_name("import-newer-here", &installed.join(", ")),
    });
    match &standing.in_front {
        Some(folder) => said.push(given.texts.with_name("import-in-front", &shown_path(folder))),
        None if standing.replaces_bundled => said.push(given.t("import-replaces-bundled")),
        None => {}
    }
    said.join(" ")
}

/// Describes the dependencies, and the installed versions of them.
fn needs(given: &SharingContext<'_>, seen: &InspectedArchive) -> String {
    let told = seen.preview.needs.iter().map(|need| {
        let name = format!("{} {}", need.id, need.range);
        match &need.here {
            Some(version) if need.fits => {
                given.texts.with("import-need-here", &[("name", name.into()), ("version", version.clone().into())])
            }
            Some(version) => {
                given.texts.with("import-need-other", &[("name", name.into()), ("version", version.clone().into())])
            }
            None => given.texts.with_name("import-need-missing", &name),
        }
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { given.t("import-needs-nothing") } else { told.join("; ") }
}

/// Draws a collapsed list; nothing if it is empty.
fn show_folded_list(ui: &mut Ui, name: &str, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    egui::CollapsingHeader::new(title).id_salt(("preview", name)).show(ui, |ui| {
        for line in lines {
            ui.add(egui::Label::new(line).wrap());
        }
    });
}

/// Describes the options that players can set.
fn options(given: &SharingContext<'_>, seen: &InspectedArchive) -> Vec<String> {
    let Some(catalog) = seen.preview.loaded.catalog() else { return Vec::new() };
    let text = |key: &str| {
        let spoken = catalog.texts.get(given.texts.code(), key);
        spoken.or_else(|| catalog.texts.get("en", key)).map(str::to_owned)
    };
    let own = seen.preview.loaded.options.iter().filter(|option| *option.pack == *seen.archive.manifest.id);
    own.map(|option: &DeclaredOption| {
        let called = text(&option.text).unwrap_or_else(|| option.name.to_string());
        let range = match &option.kind {
            OptionType::Bool => None,
            _ => Some(option.describe_values()),
        };
        let default = given.texts.with_name("setup-default", &option.default.to_string());
        match range {
            Some(range) => format!("{called} ({range}; {default})"),
            None => format!("{called} ({default})"),
        }
    })
    .collect()
}

/// Describes a rule module.
fn describe_rule(given: &SharingContext<'_>, rule: &RuleUse) -> String {
    let from = given.t(if rule.of_library { "import-of-library" } else { "import-of-pack" });
    let mut said = format!("{} ({from})", rule.module);
    if !rule.about.is_empty() {
        said = format!("{said}: {}", rule.about);
    }
    if !rule.changes.is_empty() {
        said = format!("{said} {}", given.texts.with_name("import-changes", &rule.changes.join(", ")));
    }
    said
}
