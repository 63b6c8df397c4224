//! Applies adjustments: values of packs that a user changes for one run, such as `tiles.B.count=5`.
//!
//! All adjustments together form a pack in memory that comes after all other packs and overrides their entries. So they
//! are read, checked and reported like the values in files. A catalog lists each adjustment among its options, which
//! records, rows and reports already store and repeat.

use std::sync::Arc;

use tilewright_core::catalog::{Catalog, ChosenOption, Value};
use tilewright_core::diag::{Diagnostic, SourceMap, Span, Spanned, one_of};

use crate::declare::order::PacksAndThemes;
use crate::findings::{Findings, codes};
use crate::limits;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, NodeShape, Word, read};
use crate::read::world::World;
use crate::schema::{SECTIONS, Section};

/// Id of the pack of all adjustments, and name of the files with them. A pack in a folder cannot have this id.
pub const ADJUSTMENTS: &str = "--set";

/// Section of the rule modules, whose entries may have the name of their module instead of an id.
const RULES: &str = "rules";

/// Sections whose entries cannot be adjusted: options are chosen by their names, and changes of steps have no names.
const OTHERS: [&str; 2] = ["options", "steps"];

/// Fields of entries that cannot be adjusted, because they identify the entry.
const FIXED: [&str; 6] = ["id", "override", "when", "unless", "use", "chip"];

/// True if the name of a chosen value is a path to a field of a pack, and not the name of an option.
pub(crate) fn is_path(name: &str) -> bool {
    name.contains('.')
}

/// Returns a path without the pack before it.
fn without_pack(path: &str) -> &str {
    path.split_once(':').map_or(path, |(_, rest)| rest)
}

/// Adjustments of the packs of a game.
#[derive(Default)]
pub(crate) struct Adjustments {
    /// Pack that overrides the adjusted entries; `None` if there are no adjustments.
    pub(crate) pack: Option<PackSource>,
    chosen: Vec<ChosenOption>,
}

impl Adjustments {
    /// Reads adjustments, given as paths and values. Reports paths to entries that no pack has.
    pub(crate) fn read(
        values: &[(Arc<str>, Value)],
        packs: &[PackSource],
        sources: &mut SourceMap,
        report: &Findings,
    ) -> Adjustments {
        let mut found = Adjustments::default();
        // Records sort options by name, so an entry of a map must follow its field here as well.
        let mut values: Vec<&(Arc<str>, Value)> = values.iter().collect();
        values.sort_by(|(a, _), (b, _)| without_pack(a).cmp(without_pack(b)));
        for (number, (path, value)) in values.into_iter().enumerate() {
            let adjustment = Adjustment::new(path, value, sources);
            if number >= limits::ENTRIES {
                let message = format!("more than {} values cannot be set", limits::ENTRIES);
                report.add(codes::TOO_LARGE.finding(adjustment.span, message));
                break;
            }
            let Some((pack, section, node)) = adjustment.entry(packs, report) else { continue };
            let name: Arc<str> = without_pack(path).into();
            // The last of several values for one path counts, as in overrides.
            found.chosen.retain(|earlier| (&earlier.pack, &earlier.name) != (&pack, &name));
            found.chosen.push(ChosenOption { pack, name, value: value.clone(), default: false });
            let layer = found.pack.get_or_insert_with(|| empty_layer(packs));
            layer.files.push(adjustment.span.file);
            layer.sections.entry(section).or_default().push(node);
        }
        found
    }

    /// Lists the adjustments among the options of a catalog, and keeps only its first `read` packs.
    pub(crate) fn list(self, catalog: &mut Catalog, read: usize) {
        catalog.packs.truncate(read);
        catalog.declared_after.truncate(read);
        catalog.options.extend(self.chosen);
    }
}

/// Returns a pack that comes after `packs` and can name all their entries.
fn empty_layer(packs: &[PackSource]) -> PackSource {
    let mut layer = PackSource::default();
    layer.manifest.id = ADJUSTMENTS.into();
    layer.all_needs = packs.iter().map(|pack| pack.id().clone()).collect();
    layer.lattice = packs.iter().find_map(|pack| pack.lattice.clone());
    layer
}

/// Adjustment with the spans of its parts in its own file.
struct Adjustment<'a> {
    path: &'a str,
    /// Value in the notation of packs.
    text: String,
    span: Span,
}

impl<'a> Adjustment<'a> {
    fn new(path: &'a str, value: &Value, sources: &mut SourceMap) -> Adjustment<'a> {
        let text = value.to_string();
        let line = format!("{path}={text}");
        let file = sources.add(ADJUSTMENTS, &line);
        Adjustment { path, text, span: Span::new(file, 0, line.len()) }
    }

    /// Returns the adjusted pack, its section, and the override of the entry; reports a wrong path.
    fn entry(&self, packs: &[PackSource], report: &Findings) -> Option<(Arc<str>, &'static str, Node)> {
        let (owner, rest) = self.path.split_once(':').map_or((None, self.path), |(owner, rest)| (Some(owner), rest));
        let parts: Vec<&str> = rest.split('.').collect();
        let [section, entry, fields @ ..] = &parts[..] else { return None };
        let Some(section) = adjustable().find(|known| known.field == *section) else {
            let mut finding = self.finding(format!("packs have no `{}` that can be set", brief(section)));
            report.suggest(&mut finding, section, adjustable().map(|section| section.field));
            report.add(finding);
            return None;
        };
        let pack = self.owner(owner, section, entry, packs, report)?;
        let field = self.field(section, fields, report)?;
        let id = Node::new(self.path_span(), NodeShape::Text(format!("{}:{entry}", pack.id()).into()));
        let mark = Node::new(self.path_span(), NodeShape::Bool(true));
        let fields = vec![(self.word("id"), id), (self.word("override"), mark), field];
        Some((pack.id().clone(), list_of(section), Node::new(self.span, NodeShape::Struct(None, fields))))
    }

    /// Returns the only pack that declares an entry; reports if there is none, or if there are several.
    fn owner<'p>(
        &self,
        owner: Option<&str>,
        section: &Section,
        entry: &str,
        packs: &'p [PackSource],
        report: &Findings,
    ) -> Option<&'p PackSource> {
        let meant = || packs.iter().filter(|pack| owner.is_none_or(|owner| owner == &**pack.id()));
        if let (Some(owner), None) = (owner, meant().next()) {
            let mut finding = self.finding(format!("the pack `{}` is not loaded", brief(owner)));
            report.suggest(&mut finding, owner, packs.iter().map(|pack| &**pack.id()));
            report.add(finding);
            return None;
        }
        let has = |pack: &&PackSource| entries(pack, section).any(|(name, _)| *name.value == *entry);
        let is_on = |pack: &&PackSource| entries(pack, section).any(|(name, node)| *name.value == *entry && !node.off);
        let declaring: Vec<&PackSource> = meant().filter(has).collect();
        let on: Vec<&PackSource> = declaring.iter().copied().filter(|pack| is_on(pack)).collect();
        let noun = noun(section);
        let finding = match (&on[..], &declaring[..]) {
            ([pack], _) => {
                let uses = entries(pack, section).filter(|(name, node)| *name.value == *entry && !node.off);
                if uses.count() == 1 {
                    return Some(pack);
                }
                let finding = self.finding(format!("the pack `{}` has several entries `{entry}`", pack.id()));
                finding.with_hint("give each of them an `id` in the pack")
            }
            ([], []) => {
                let mut finding = self.finding(format!("no pack has {noun} `{}`", brief(entry)));
                let known: Vec<Word> = meant().flat_map(|pack| entries(pack, section)).map(|(name, _)| name).collect();
                report.suggest(&mut finding, entry, known.iter().map(|name| &*name.value));
                finding
            }
            ([], _) => {
                let finding = self.finding(format!("{noun} `{entry}` exists, but the options switch it off"));
                finding.with_hint("choose options that include the entry")
            }
            (several, _) => {
                let all: Vec<String> =
                    several.iter().map(|pack| format!("`{}:{}.{entry}`", pack.id(), section.field)).collect();
                self.finding(format!("several packs have {noun} `{entry}`")).with_hint(one_of(&all))
            }
        };
        report.add(finding);
        None
    }

    /// Returns the field to override, with its new value; reports a path that does not lead to a field.
    fn field(&self, section: &Section, fields: &[&str], report: &Findings) -> Option<(Word, Node)> {
        let finding = match fields {
            [] if section.field == RULES && matches!(&*self.text, "on" | "off") => {
                return Some((self.word("off"), Node::new(self.span, NodeShape::Bool(self.text == "off"))));
            }
            [] => self.finding("the path does not name a field".to_owned()).with_hint(hint_of_fields(section)),
            [fixed, ..] if FIXED.contains(fixed) => {
                self.finding(format!("`{fixed}` cannot be set")).with_hint(hint_of_fields(section))
            }
            [field] => return Some((self.word(field), self.value(report)?)),
            [field, key] => {
                let value = self.value(report)?;
                let key = match key.parse() {
                    Ok(number) => NodeShape::Int(number),
                    Err(_) => NodeShape::Word((*key).into()),
                };
                let map = NodeShape::Map(vec![(self.node(key), value)]);
                let verb = self.word("add");
                return Some((self.word(field), self.node(NodeShape::Tuple(Some(verb), vec![self.node(map)]))));
            }
            _ => self
                .finding("the path is too long".to_owned())
                .with_hint("write SECTION.NAME.FIELD, or SECTION.NAME.FIELD.KEY for an entry of a map"),
        };
        report.add(finding);
        None
    }

    /// Reads the value. A value that is not in the notation of packs is a text, unless it looks like a mistyped list.
    fn value(&self, report: &Findings) -> Option<Node> {
        let span = Span::new(self.span.file, self.path.len() + 1, self.span.end as usize);
        let parsed = read(&self.text);
        match (parsed.problems.first(), parsed.tree) {
            (None, Some(mut node)) => {
                place(&mut node, span);
                Some(node)
            }
            _ if !self.text.is_empty() && !self.text.contains(['[', ']', '(', ')', '{', '}', '"']) => {
                Some(Node::new(span, NodeShape::Text(self.text.as_str().into())))
            }
            (problem, _) => {
                let message = problem.map_or_else(|| "the value is empty".to_owned(), |found| found.message.clone());
                report.add(codes::NOT_SETTABLE.finding(span, message));
                None
            }
        }
    }

    fn finding(&self, message: String) -> Diagnostic {
        codes::NOT_SETTABLE.finding(self.path_span(), message)
    }

    fn path_span(&self) -> Span {
        Span::new(self.span.file, 0, self.path.len())
    }

    fn word(&self, text: &str) -> Word {
        Spanned { value: text.into(), span: self.path_span() }
    }

    fn node(&self, shape: NodeShape) -> Node {
        Node::new(self.path_span(), shape)
    }
}

/// Puts a value at a span, as a value that an option has put there.
fn place(node: &mut Node, span: Span) {
    (node.span, node.chosen) = (span, true);
    match &mut node.shape {
        NodeShape::List(items) | NodeShape::Tuple(_, items) => items.iter_mut().for_each(|node| place(node, span)),
        NodeShape::Map(entries) => entries.iter_mut().for_each(|(key, node)| {
            place(key, span);
            place(node, span);
        }),
        NodeShape::Struct(_, fields) => fields.iter_mut().for_each(|(name, node)| {
            name.span = span;
            place(node, span);
        }),
        _ => {}
    }
}

/// Returns the sections whose entries can be adjusted.
fn adjustable() -> impl Iterator<Item = &'static Section> {
    SECTIONS.iter().filter(|section| section.many.is_some() && !OTHERS.contains(&section.field))
}

/// Returns the fields of the entries of a section that can be set, without the parameters of rules.
fn settable_fields(section: &Section) -> impl Iterator<Item = &'static str> {
    section.item.names().filter(|name| !FIXED.contains(name))
}

/// Returns advice on the fields of the entries of a section that can be set.
fn hint_of_fields(section: &Section) -> String {
    match section.field {
        RULES => "set one of the rule's parameters, or switch it off with `rules.NAME=off`".to_owned(),
        _ => one_of(&settable_fields(section).map(|field| format!("`{field}`")).collect::<Vec<String>>()),
    }
}

/// Returns the list that holds the entries of a section: chips are in the list of tiles.
fn list_of(section: &Section) -> &'static str {
    SECTIONS.iter().find(|other| other.sort.is_some() && other.sort == section.sort).unwrap_or(section).field
}

/// Returns the noun of an entry of a section, with its article.
fn noun(section: &Section) -> &'static str {
    section.item.what
}

/// Returns the entries that a pack declares, each with its name. A rule without an id has the name of its module.
fn entries<'p>(pack: &'p PackSource, section: &Section) -> impl Iterator<Item = (Word, &'p Node)> {
    let is_rule = section.field == RULES;
    pack.section(list_of(section)).iter().filter(|node| !node.is_on("override")).filter_map(move |node| {
        let named = || node.field("id").and_then(Node::as_word);
        let name = match is_rule {
            true => named().or_else(|| node.field("use")?.as_word())?,
            false => node.as_word().or_else(named)?,
        };
        // A name with a pack belongs to an override.
        (!name.value.contains(':')).then_some((name, node))
    })
}

/// Returns a name of a user, shortened for a message.
fn brief(name: &str) -> String {
    name.chars().take(80).collect::<String>().escape_debug().to_string()
}

/// Returns the paths of all values that can be adjusted, with the pack where several packs have the same entry. Values
/// that are not written in a file have no path here, except for numbers with a default.
pub fn adjustable_paths(world: &World, ids: &[&str]) -> Vec<String> {
    let (report, mut sources) = (Findings::default(), SourceMap::default());
    let PacksAndThemes { packs, .. } = super::order::gather(world, ids, &mut sources, &report);
    let mut all = Vec::new();
    for pack in &packs {
        // Chips are listed with the tiles.
        for section in adjustable().filter(|section| list_of(section) == section.field) {
            for (name, node) in entries(pack, section).take(limits::KINDS) {
                let is_shared =
                    packs.iter().filter(|other| entries(other, section).any(|(n, _)| n.value == name.value));
                let owner = if is_shared.count() > 1 { format!("{}:", pack.id()) } else { String::new() };
                let base = format!("{owner}{}.{}", section.field, name.value);
                if section.field == RULES {
                    all.push(base.clone());
                }
                let written = node.fields().unwrap_or_default().iter().map(|(field, _)| &*field.value);
                let fields = written.filter(|field| !FIXED.contains(field) && *field != "off");
                all.extend(fields.map(|field| format!("{base}.{field}")));
            }
        }
    }
    all.sort();
    all.dedup();
    all
}
