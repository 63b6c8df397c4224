//! Reads the files of one pack: its head, its sections, its texts.

use std::collections::BTreeMap;
use std::sync::Arc;

use semver::{Version, VersionReq};
use tilewright_core::diag::{Diagnostic, FileId, Fix, SourceMap, Span, Spanned};
use tilewright_core::unseen::{code_point, first_unseen};

use crate::findings::{Findings, codes};
use crate::limits;
use crate::read::pictures::{self, ART_FILE};
use crate::read::renames::{self, StandIn};
use crate::read::syntax::{Node, NodeShape, Word, parse};
use crate::read::world::{Manifest, PackFiles, PackOrigin};
use crate::read::{self, Fields, file_names};
use crate::schema::{self, SECTIONS, Section};

/// Section of the chips: tiles without cells, which are marked and added to the list of tiles.
const CHIPS: &str = "chips";

/// Key of the text that describes a pack.
const ABOUT: &str = "pack.about";

/// Maximum number of letters of a need: an id, a blank, and a range of versions.
const NEED_LETTERS: usize = limits::ID_LETTERS + 1 + limits::VERSION_LETTERS;

/// Fields of the head that a theme can have.
const THEME_FIELDS: [&str; 9] =
    ["id", "version", "format", "title", "authors", "licence", "changed_from", "was", "themes"];

/// Format of packs that this crate reads.
const FORMAT: i64 = 1;

/// Reference to another pack, with the accepted versions.
#[derive(Clone, Debug)]
pub(crate) struct WrittenNeed {
    pub(crate) id: Word,
    pub(crate) range: VersionReq,
}

/// Texts of one language in one file.
#[derive(Clone, Debug)]
pub(crate) struct LanguageTexts {
    pub(crate) language: Word,
    pub(crate) entries: Vec<(Word, Word)>,
}

/// Pack as written in its files.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackSource {
    pub(crate) manifest: Manifest,
    /// Id in the head if it differs from the name of the folder.
    pub(crate) other_id: Option<Arc<str>>,
    pub(crate) version: Option<Version>,
    pub(crate) needs: Vec<WrittenNeed>,
    pub(crate) conflicts: Vec<WrittenNeed>,
    pub(crate) after: Vec<Word>,
    pub(crate) before: Vec<Word>,
    /// Values of options that the pack requires, and values that it excludes.
    pub(crate) requires: Option<Node>,
    pub(crate) excludes: Option<Node>,
    /// Renames to entries that must be declared.
    pub(crate) renames: Vec<StandIn>,
    pub(crate) seats: Option<Node>,
    pub(crate) lattice: Option<Node>,
    /// Items of each section by its field name; one item for a single struct.
    pub(crate) sections: BTreeMap<&'static str, Vec<Node>>,
    pub(crate) texts: Vec<LanguageTexts>,
    /// File and text of `art.ron`, which is parsed when the catalog exists.
    pub(crate) art: Option<(FileId, Arc<str>)>,
    /// Pack that it is a theme for; `None` if it is not a theme.
    pub(crate) themes: Option<WrittenNeed>,
    /// Fields of the head that a theme does not have, with their names.
    beyond_theme: Vec<Word>,
    /// True if a file of the pack, or of a needed pack, could not be read, so that missing names may have no other
    /// cause.
    pub(crate) has_gaps: bool,
    /// Files of the pack in the source map.
    pub(crate) files: Vec<FileId>,
    /// Span for findings about the pack as a whole.
    pub(crate) span: Option<Span>,
    /// Ids of all packs that it needs, directly or indirectly; set when the order is known.
    pub(crate) all_needs: Vec<Arc<str>>,
}

impl PackSource {
    pub(crate) fn id(&self) -> &Arc<str> {
        &self.manifest.id
    }

    /// Returns the items of a section.
    pub(crate) fn section(&self, name: &str) -> &[Node] {
        self.sections.get(name).map_or(&[], |items| items)
    }
}

/// Reads a pack from its files. Reports mistakes, and keeps all readable content.
pub(crate) fn read_pack(id: &Arc<str>, files: &PackFiles, sources: &mut SourceMap, report: &Findings) -> PackSource {
    let mut pack = PackSource { manifest: Manifest { id: id.clone(), ..Manifest::default() }, ..PackSource::default() };
    let bytes: usize = files.values().map(|text| text.len()).sum();
    if files.len() > limits::FILES || bytes > limits::PACK_BYTES {
        let message = if files.len() > limits::FILES {
            format!("the pack `{id}` has {} files, more than the {} that are allowed", files.len(), limits::FILES)
        } else {
            let largest = files.iter().max_by_key(|(_, text)| text.len());
            let largest = largest.map_or_else(String::new, |(p, t)| format!("`{p}` with {}", t.len()));
            let most = limits::PACK_BYTES;
            format!(
                "the texts of the pack `{id}` have {bytes} bytes, more than the {most} that are allowed; the largest is {largest}"
            )
        };
        report.add(codes::TOO_LARGE.finding_anywhere(message));
        pack.has_gaps = true;
        return pack;
    }
    file_names::check(id, files, report);
    let head = "pack.ron";
    let data = files.iter().filter(|(path, _)| path.ends_with(".ron") && !path.starts_with("tests/"));
    let (first, others): (Vec<_>, Vec<_>) = data.partition(|(path, _)| &***path == head);
    let mut has_head = false;
    for (path, text) in first.into_iter().chain(others) {
        if let Some((_, c)) = first_unseen(path) {
            let message = format!("the name of the file `{path}` has the character {}", code_point(c));
            report.add(codes::UNSEEN.finding_anywhere(message).with_hint("give the file another name"));
            continue;
        }
        let file = sources.add(&format!("{id}/{path}"), text);
        pack.files.push(file);
        if &**path == ART_FILE {
            pack.art = Some((file, text.clone()));
            continue;
        }
        if pictures::is_art(path) {
            let message = "the folder `art` has no data file except art.ron";
            let finding = codes::UNKNOWN_FILE.finding(Span::new(file, 0, 1), message);
            report.add(finding.with_hint("move it to another folder: rules do not depend on the folder `art`"));
            continue;
        }
        if &**path == head {
            has_head = true;
            pack.span = Some(Span::new(file, 0, 0));
        }
        match parse(file, text, report) {
            Some(node) => pack.read_file(node, &**path == head, file, report),
            None => pack.has_gaps = true,
        }
    }
    if !has_head {
        pack.has_gaps = true;
        report.add(codes::NO_PACK_FILE.finding_anywhere(format!("the pack `{id}` has no file pack.ron")));
    }
    pack
}

impl PackSource {
    fn read_file(&mut self, node: Node, is_head: bool, file: FileId, report: &Findings) {
        let Some(kind) = node.head() else {
            let message = "the first word of a file names its content, such as Tiles";
            report.add(codes::UNKNOWN_FILE.finding(Span::new(file, 0, 1), message));
            self.has_gaps = true;
            return;
        };
        if is_head || &*kind.value == "Pack" {
            if is_head && &*kind.value == "Pack" {
                self.read_head(&node, report);
            } else {
                let message = "`Pack(...)` belongs in pack.ron, which has no other content";
                report.add(codes::UNKNOWN_FILE.finding(kind.span, message));
                self.has_gaps = true;
            }
            return;
        }
        if &*kind.value == "Texts" {
            return self.read_texts(&node, report);
        }
        if &*kind.value == "Art" {
            let message = format!("`Art(...)` belongs in the file {ART_FILE}");
            return report.add(codes::UNKNOWN_FILE.finding(kind.span, message));
        }
        if let Some(section) = Section::by_many(&kind.value) {
            match node.shape {
                NodeShape::Tuple(_, mut items) if items.len() == 1 => {
                    self.add_list(section.field, &items.remove(0), report)
                }
                _ => {
                    self.has_gaps = true;
                    read::wrong(&node, &format!("{}([...])", kind.value), report);
                }
            }
        } else if let Some(section) = Section::by_one(&kind.value) {
            self.add_item(section.field, node);
        } else {
            let mut finding = codes::UNKNOWN_FILE.finding(kind.span, format!("`{}` is not a kind of file", kind.value));
            report.did_you_mean(&mut finding, &kind.value, schema::file_words().filter(|word| *word != "Pack"));
            report.add(finding);
            self.has_gaps = true;
        }
    }

    fn add_list(&mut self, section: &'static str, node: &Node, report: &Findings) {
        match read::list(node, report) {
            Some(items) => items.iter().for_each(|item| self.add_item(section, item.clone())),
            None => self.has_gaps = true,
        }
    }

    fn add_item(&mut self, section: &'static str, mut node: Node) {
        if section != CHIPS {
            return self.sections.entry(section).or_default().push(node);
        }
        let mark = (Spanned { value: "chip".into(), span: node.span }, Node::new(node.span, NodeShape::Bool(true)));
        if let NodeShape::Struct(_, fields) = &mut node.shape {
            fields.push(mark);
        } else if node.as_word().is_some() {
            let id = (Spanned { value: "id".into(), span: node.span }, node.clone());
            node.shape = NodeShape::Struct(None, vec![id, mark]);
        }
        self.sections.entry("tiles").or_default().push(node);
    }

    fn read_head(&mut self, node: &Node, report: &Findings) {
        let Some(fields) = Fields::from_node(node, &schema::PACK, report) else { return };
        if let Some(id) = fields.need("id").and_then(|n| read::word(n, report)) {
            self.span = Some(id.span);
            if !read::is_id(&id.value) {
                read::bad_id(&id, false, report);
            } else if id.value != self.manifest.id {
                let message = format!("the folder is `{}`, but the id of the pack is `{}`", self.manifest.id, id.value);
                let fix = Fix::Rename { from: id.value.clone(), to: self.manifest.id.clone() };
                report.add(codes::OTHER_FOLDER.finding(id.span, message).with_hint("rename one of them").with_fix(fix));
                self.other_id = Some(id.value);
            }
        }
        if let Some(format) = fields.need("format").and_then(|_| fields.int("format"))
            && format != FORMAT
        {
            let span = node.field("format").map_or(node.span, |n| n.span);
            let message = format!("the pack has format {format}, but this program supports {FORMAT}");
            report.add(codes::OTHER_FORMAT.finding(span, message));
        }
        if let Some(version) = fields.need("version").and_then(|n| read::line(n, limits::VERSION_LETTERS, report)) {
            self.manifest.version = version.value.clone();
            self.version = Version::parse(&version.value).ok();
            if self.version.is_none() {
                let message = format!("`{}` is not a version", version.value);
                report.add(
                    codes::BAD_VERSION
                        .finding(version.span, message)
                        .with_hint("write three numbers such as \"1.0.0\""),
                );
            }
        }
        self.manifest.title = fields
            .need("title")
            .and_then(|n| read::line(n, limits::TITLE_LETTERS, report))
            .map_or_else(|| self.manifest.id.clone(), |title| title.value);
        let licence = fields.get("licence").and_then(|n| read::line(n, limits::TITLE_LETTERS, report));
        self.manifest.licence = licence.map(|w| w.value).unwrap_or_default();
        let words =
            |name, most| fields.list(name).iter().filter_map(|n| read::line(n, most, report)).collect::<Vec<Word>>();
        self.manifest.authors = words("authors", limits::TITLE_LETTERS).into_iter().map(|w| w.value).collect();
        self.manifest.changed_from = fields.get("changed_from").and_then(|node| read_origin(node, report));
        let words = |name| words(name, NEED_LETTERS);
        self.needs = words("needs").iter().filter_map(|w| read_need(w, report)).collect();
        // A single text in place of the list also counts.
        self.has_gaps |= fields.get("needs").is_some_and(|needs| self.needs.len() < read::list_or_one(needs).len());
        let themes = fields.get("themes").and_then(|node| read::line(node, NEED_LETTERS, report));
        self.themes = themes.and_then(|word| read_need(&word, report));
        let of_theme =
            |name: &&Word| schema::PACK.field(&name.value).is_some() && !THEME_FIELDS.contains(&&*name.value);
        let names = node.fields().into_iter().flatten().map(|(name, _)| name);
        self.beyond_theme = names.filter(of_theme).cloned().collect();
        self.conflicts = words("conflicts").iter().filter_map(|w| read_need(w, report)).collect();
        let ranges =
            |all: &[WrittenNeed]| all.iter().map(|n| (n.id.value.clone(), n.range.to_string().into())).collect();
        self.manifest.needs = ranges(&self.needs);
        self.manifest.themes = self.themes.as_ref().map(|of| (of.id.value.clone(), of.range.to_string().into()));
        self.manifest.conflicts = ranges(&self.conflicts);
        self.after = words("after");
        self.before = words("before");
        (self.manifest.history, self.renames) = renames::read(&fields, self.version.as_ref(), report);
        self.requires = fields.get("requires").cloned();
        self.excludes = fields.get("excludes").cloned();
        self.seats = fields.get("seats").cloned();
        self.lattice = fields.get("lattice").cloned();
        for section in SECTIONS {
            match (fields.get(section.field), section.many) {
                (Some(list), Some(_)) => self.add_list(section.field, list, report),
                (Some(whole), None) => self.add_item(section.field, whole.clone()),
                (None, _) => {}
            }
        }
        self.has_gaps |= fields.further().next().is_some() || fields.has_doubled();
        fields.finish();
    }

    fn read_texts(&mut self, node: &Node, report: &Findings) {
        let (language, entries) = match &node.shape {
            NodeShape::Tuple(_, items) if items.len() == 2 => (&items[0], &items[1]),
            _ => return read::wrong(node, "Texts(\"en\", {\"key\": \"text\"})", report),
        };
        let Some(language) = read::word(language, report) else { return };
        if !read::is_id(&language.value) {
            return read::bad_id(&language, false, report);
        }
        let mut file = LanguageTexts { language, entries: Vec::new() };
        for (key, text) in read::map(entries, report) {
            let most = limits::TEXT_LETTERS;
            let lines = key.as_word().is_some_and(|key| key.value.starts_with("pack"));
            let text = if lines { read::word(text, report) } else { read::line(text, most, report) };
            if let (Some(key), Some(text)) = (read::line(key, 3 * limits::ID_LETTERS, report), text) {
                file.entries.push((key, text));
            }
        }
        // The English text takes precedence over the first of other languages.
        if let Some((_, about)) = file.entries.iter().find(|(key, _)| &*key.value == ABOUT)
            && (self.manifest.summary.is_empty() || &*file.language.value == "en")
        {
            self.manifest.summary = about.value.clone();
        }
        self.texts.push(file);
    }
}

/// Reports content of a theme that is neither art nor text.
pub(crate) fn check_theme(theme: &PackSource, files: &PackFiles, report: &Findings) {
    let report_at = |span: Option<Span>, what: &str| {
        let message = format!("the theme `{}` has {what}", theme.id());
        let finding = Diagnostic { span, ..codes::THEME_CONTENT.finding_anywhere(message) };
        report.add(finding.with_hint("a theme has only the folders `art` and `texts`"));
    };
    for name in &theme.beyond_theme {
        report_at(Some(name.span), &format!("the field `{}`", name.value));
    }
    let head = theme.span.map(|span| span.file);
    for (section, items) in &theme.sections {
        let in_file = items.iter().find(|item| Some(item.span.file) != head);
        if let Some(item) = in_file {
            report_at(Some(item.span), &format!("entries of `{section}`"));
        }
    }
    let is_rule = |path: &&Arc<str>| path.ends_with(".lua") || path.starts_with("tests/");
    if let Some(path) = files.keys().find(is_rule) {
        report_at(theme.span, &format!("the file `{path}`"));
    }
    if theme.art.is_none() {
        let message = format!("the theme `{}` has no file {ART_FILE}", theme.id());
        report.add(Diagnostic { span: theme.span, ..codes::ART_MISSING.finding_anywhere(message) });
    }
}

/// Reads the origin of a pack that is a changed copy; `None` if a field is missing or wrong.
fn read_origin(node: &Node, report: &Findings) -> Option<PackOrigin> {
    let fields = Fields::from_node(node, &schema::CHANGED_FROM, report)?;
    let line = |name, most| fields.need(name).and_then(|n| read::line(n, most, report));
    let id = line("id", limits::ID_LETTERS).filter(|id| {
        let is_id = read::is_id(&id.value);
        if !is_id {
            read::bad_id(id, false, report);
        }
        is_id
    });
    let version = line("version", limits::VERSION_LETTERS).filter(|version| {
        let is_version = Version::parse(&version.value).is_ok();
        if !is_version {
            let message = format!("`{}` is not a version", version.value);
            report.add(
                codes::BAD_VERSION.finding(version.span, message).with_hint("write three numbers such as \"1.0.0\""),
            );
        }
        is_version
    });
    let title = line("title", limits::TITLE_LETTERS);
    let authors = fields.list("authors").iter().filter_map(|n| read::line(n, limits::TITLE_LETTERS, report));
    let authors = authors.map(|word| word.value).collect();
    fields.finish();
    Some(PackOrigin { id: id?.value, version: version?.value, title: title?.value, authors })
}

/// Parses an id, or an id and a range of versions.
fn read_need(word: &Word, report: &Findings) -> Option<WrittenNeed> {
    let text = word.value.trim();
    let (id, range) = text.split_once(char::is_whitespace).unwrap_or((text, "*"));
    let id: Word = Spanned { value: id.into(), span: word.span };
    if !read::is_id(&id.value) {
        read::bad_id(&id, false, report);
        return None;
    }
    match VersionReq::parse(range.trim()) {
        Ok(range) => Some(WrittenNeed { id, range }),
        Err(_) => {
            let message = format!("`{}` is not a range of versions", range.trim());
            report.add(codes::BAD_VERSION.finding(word.span, message).with_hint("write for example \"carpet ^1\""));
            None
        }
    }
}
