//! Gathers the texts that players read, and reports missing and unused ones.
//!
//! A key names the owner of its text: `terrain.road`, `option.size`, `option.size.large`, `step.place`.
//! The catalog has every text as `pack:key`, and as `key` for the first pack that has it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tilewright_core::catalog::art::ArtPlan;
use tilewright_core::catalog::declared::{DECLARED, DeclaredKind};
use tilewright_core::catalog::{Catalog, Texts, Value};
use tilewright_core::diag::{Fix, Span, Spanned};
use tilewright_core::state::decision::FACE;

use super::placeholders;
use crate::build::Lists;
use crate::declare::options::{Choice, OptionType, PackOptions};
use crate::findings::{Findings, codes};
use crate::read::source::PackSource;
use crate::read::syntax::{Node, NodeShape};
use crate::read::world::{PackFiles, World};

/// Language that every pack must have.
pub(super) const MAIN: &str = "en";

/// First word of the keys of looks, which are checked when own art is read.
const LOOK: &str = "look";

/// Words of the steps that ask a seat a question.
const ASKING: &[&str] = &["choose", "place", "deploy"];

/// Adds all texts to the catalog. Themes replace the texts of the packs that they are for.
pub(crate) fn gather(packs: &[PackSource], themes: &[PackSource], catalog: &mut Catalog, report: &Findings) {
    let mut texts = Texts::default();
    // Pack that owns the short form of a key, by language and key.
    let mut taken: BTreeMap<(Arc<str>, Arc<str>), Arc<str>> = BTreeMap::new();
    for pack in packs.iter().chain(themes) {
        let mut own: BTreeMap<(Arc<str>, Arc<str>), Span> = BTreeMap::new();
        for file in &pack.texts {
            let language = &file.language.value;
            for (key, text) in &file.entries {
                if let Some(first) = own.insert((language.clone(), key.value.clone()), key.span) {
                    let message = format!("the text `{}` is given twice", key.value);
                    report
                        .add(codes::DECLARED_TWICE.finding(key.span, message).with_related(first, "first given here"));
                }
                let (owner, local) = split(pack, &key.value);
                let short = (language.clone(), Arc::from(local));
                let is_own = owner == &**pack.id();
                let first =
                    if is_own { Some(&*taken.entry(short).or_insert(pack.id().clone())) } else { taken.get(&short) };
                if first.is_some_and(|first| **first == *owner) {
                    texts.set(language, local, &text.value);
                }
                texts.set(language, &format!("{owner}:{local}"), &text.value);
            }
        }
    }
    of_steps(packs, catalog, &mut texts);
    catalog.texts = texts;
}

/// Sets the short form of the text of each step. The pack that adds the step names it, even if another pack has a text
/// for a step of that name; if several packs add such steps, the first one with a text decides.
fn of_steps(packs: &[PackSource], catalog: &Catalog, texts: &mut Texts) {
    let mut owners: BTreeMap<&Arc<str>, BTreeSet<&Arc<str>>> = BTreeMap::new();
    for step in catalog.flow.all_steps() {
        owners.entry(&step.name).or_default().insert(&step.pack);
    }
    let languages: Vec<String> = texts.languages().map(str::to_owned).collect();
    for language in &languages {
        for (name, owners) in &owners {
            let of = |pack: &PackSource| texts.own(language, &format!("{}:step.{name}", pack.id()));
            let own = packs.iter().filter(|pack| owners.contains(pack.id())).find_map(of).map(str::to_owned);
            if let Some(own) = own {
                texts.set(language, &format!("step.{name}"), &own);
            }
        }
    }
}

/// Reports missing texts and texts without an owner.
pub(crate) fn check(packs: &[PackSource], lists: &Lists, options: &PackOptions, world: &World, report: &Findings) {
    for pack in packs {
        let mut wanted: Vec<Spanned<String>> = Vec::new();
        let mut known: BTreeSet<String> = BTreeSet::new();
        for row in &DECLARED {
            for declared in lists[row.kind].iter().filter(|d| d.name.pack == *pack.id()) {
                let key = format!("{}.{}", row.word, declared.name.local);
                // A counter that players never see needs no name.
                let hidden =
                    declared.node.field("shown").is_some_and(|node| matches!(node.shape, NodeShape::Bool(false)));
                if row.needs_text && !hidden {
                    wanted.push(Spanned { value: key.clone(), span: declared.span });
                }
                known.insert(key);
            }
        }
        // If only some tiles had names, players would read the ids of the others.
        let named = |key: &str| pack.texts.iter().flat_map(|f| &f.entries).any(|(k, _)| *k.value == *key);
        let own = lists[DeclaredKind::Tile].iter().filter(|d| d.name.pack == *pack.id() && !d.node.off);
        let own: Vec<(String, Span)> = own.map(|d| (format!("tile.{}", d.name.local), d.span)).collect();
        if own.iter().any(|(key, _)| named(key)) {
            wanted.extend(own.into_iter().map(|(value, span)| Spanned { value, span }));
        }
        // Help on a tile or a tag, and the name of a figure on a terrain, may also come from a pack that declares only
        // one of the two.
        let helped = lists[DeclaredKind::Tile]
            .iter()
            .map(|d| ("tile", d))
            .chain(lists[DeclaredKind::Tag].iter().map(|d| ("tag", d)));
        let helped = helped.filter(|(_, d)| d.name.pack == *pack.id());
        known.extend(helped.map(|(sort, d)| format!("{sort}.{}.help", d.name.local)));
        for figure in &lists[DeclaredKind::Figure] {
            known.extend(
                lists[DeclaredKind::Terrain]
                    .iter()
                    .map(|on| format!("figure.{}.on.{}", figure.name.local, on.name.local)),
            );
        }
        // The step that places a mirrored tile asks for its face.
        let own = lists[DeclaredKind::Tile].iter().filter(|d| d.name.pack == *pack.id() && !d.node.off);
        let mut mirrored = own.filter_map(|d| d.node.field("mirrored"));
        if let Some(node) = mirrored.find(|node| matches!(node.shape, NodeShape::Bool(true))) {
            wanted.push(Spanned { value: format!("step.{FACE}"), span: node.span });
        }
        for option in options.declared.iter().filter(|o| o.pack == *pack.id()) {
            let mut add = |key: String| wanted.push(Spanned { value: key, span: option.span });
            add(option.text.to_string());
            known.insert(format!("{}.help", option.text));
            if let OptionType::Choice(choices) = &option.kind {
                for choice in choices {
                    let (name, number) = (choice.key(), matches!(choice, Choice::Plain(Value::Int(_))));
                    if number {
                        known.insert(format!("{}.{name}", option.text));
                    } else if !option.added.iter().any(|(_, added, _)| *added == name) {
                        add(format!("{}.{name}", option.text));
                    }
                }
            }
        }
        for option in &options.declared {
            for (_, name, span) in option.added.iter().filter(|(by, ..)| by == pack.id()) {
                wanted.push(Spanned { value: format!("{}.{name}", option.text), span: *span });
            }
        }
        for name in ["flow", "steps"] {
            for node in pack.section(name) {
                steps(node, &mut wanted, &mut known);
            }
        }
        known.extend(wanted.iter().map(|w| w.value.clone()));
        // A step that a needed pack also has uses the text of that pack.
        let told = |key: &str| {
            let needed = packs.iter().filter(|p| pack.all_needs.contains(p.id()));
            needed.flat_map(|p| &p.texts).flat_map(|f| &f.entries).any(|(k, _)| *k.value == *key)
        };
        wanted.retain(|w| !w.value.starts_with("step.") || !told(&w.value));
        let languages: BTreeSet<Arc<str>> =
            pack.texts.iter().map(|f| f.language.value.clone()).chain([Arc::from(MAIN)]).collect();
        for language in &languages {
            missing(pack, language, &wanted, report);
        }
        let unused = report_unused(packs, pack, &known, report);
        for language in &languages {
            lacking(pack, language, &wanted, &unused, report);
        }
        placeholders::check(pack, report);
    }
    report_unasked(packs, world, report);
}

/// Reports texts of looks that do not exist, and texts of themes without an owner or in only some of their languages.
pub(crate) fn check_looks(packs: &[PackSource], themes: &[PackSource], plan: &ArtPlan, report: &Findings) {
    for pack in packs.iter().chain(themes) {
        let own = pack.themes.as_ref().map(|_| pack.id());
        let ids: Vec<&str> =
            plan.looks.iter().filter(|look| look.theme.as_ref() == own).map(|look| &*look.id).collect();
        for (key, _) in pack.texts.iter().flat_map(|file| &file.entries) {
            let Some((LOOK, id)) = key.value.split_once('.') else { continue };
            if !ids.contains(&id) {
                let message = format!("the text `{}` belongs to nothing", key.value);
                let mut finding = codes::TEXT_UNUSED.finding(key.span, message);
                report.did_you_mean(&mut finding, id, ids.iter().copied());
                finding.fix.get_or_insert(Fix::Remove);
                report.add(finding);
            }
        }
    }
    for theme in themes {
        let unused = report_unused(packs, theme, &BTreeSet::new(), report);
        let languages: BTreeSet<Arc<str>> = theme.texts.iter().map(|file| file.language.value.clone()).collect();
        languages.iter().for_each(|language| lacking(theme, language, &[], &unused, report));
    }
}

/// Reports texts of questions and of groups of options whose names occur in no rule.
fn report_unasked(packs: &[PackSource], world: &World, report: &Findings) {
    let here: Vec<&str> =
        packs.iter().filter_map(|pack| world.packs.get(pack.id())).flat_map(rule_and_data_texts).collect();
    let mut words: BTreeSet<&str> = here.iter().flat_map(|text| quoted_texts(text)).collect();
    // Data files name questions and options without quotation marks.
    let data = packs.iter().filter_map(|pack| world.packs.get(pack.id())).flatten();
    let data: Vec<&str> = data.filter(|(path, _)| is_data(path)).map(|(_, text)| &**text).collect();
    words.extend(data.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_')));
    words.extend(world.library.values().flat_map(|text| quoted_texts(text)));
    for (pack, (key, _)) in
        packs.iter().flat_map(|pack| pack.texts.iter().flat_map(|f| &f.entries).map(move |e| (pack, e)))
    {
        let (owner, local) = split(pack, &key.value);
        let Some(name) = ["ask.", "offer.", "refusal."].iter().find_map(|sort| local.strip_prefix(sort)) else {
            continue;
        };
        // A name may be followed by an answer, and rules may join it from several texts.
        let told = words.iter().any(|word| !word.is_empty() && name.starts_with(word) && ends(name, word.len(), word));
        if told || !packs.iter().any(|other| **other.id() == *owner) {
            continue;
        }
        let message = match local.starts_with("refusal.") {
            true => format!("no rule gives the reason that the text `{}` is for", key.value),
            false => format!("no question or offer uses the text `{}`", key.value),
        };
        let mut finding = codes::TEXT_UNASKED.finding(key.span, message);
        report.did_you_mean(&mut finding, name, words.iter().copied().filter(|word| !word.is_empty()));
        report.add(finding);
    }
}

/// True if the name ends after `word` or continues with an answer, or if `word` is a prefix of several names.
fn ends(name: &str, length: usize, word: &str) -> bool {
    name[length..].is_empty() || name[length..].starts_with(['.', ':', ' ']) || word.ends_with(['.', ':', ' ', '_'])
}

/// True if a file of a pack holds data that its rules receive.
fn is_data(path: &str) -> bool {
    path.ends_with(".ron") && !path.starts_with("texts/") && !path.starts_with("tests/")
}

/// Returns the texts of the files of a pack that may mention names: rules and data.
fn rule_and_data_texts(files: &PackFiles) -> impl Iterator<Item = &str> {
    files.iter().filter(|(path, _)| path.ends_with(".lua") || is_data(path)).map(|(_, text)| &**text)
}

/// Returns the quoted texts within `text`.
fn quoted_texts(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split(['"', '\'']).skip(1).step_by(2))
}

fn missing(pack: &PackSource, language: &Arc<str>, wanted: &[Spanned<String>], report: &Findings) {
    let files = pack.texts.iter().filter(|f| f.language.value == *language);
    let have: BTreeSet<&str> = files.flat_map(|f| f.entries.iter().map(|(k, _)| &*k.value)).collect();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    for key in wanted {
        if !have.contains(&*key.value) && told.insert(&key.value) {
            let message = format!("the text `{}` is missing in the language `{language}`", key.value);
            let hint = format!("add it to texts/{language}.ron");
            let fix = Fix::AddText { pack: pack.id().clone(), language: language.clone(), key: (*key.value).into() };
            report.add(codes::TEXT_MISSING.finding(key.span, message).with_hint(hint).with_fix(fix));
        }
    }
}

/// Reports optional texts that another language of the pack has.
fn lacking(
    pack: &PackSource,
    language: &Arc<str>,
    wanted: &[Spanned<String>],
    unused: &BTreeSet<Arc<str>>,
    report: &Findings,
) {
    let of = |own: bool| pack.texts.iter().filter(move |f| (f.language.value == *language) == own);
    let mut told: BTreeSet<&str> = of(true).flat_map(|f| f.entries.iter().map(|(key, _)| &*key.value)).collect();
    told.extend(wanted.iter().map(|key| &*key.value).chain(unused.iter().map(|key| &**key)));
    for file in of(false) {
        for (key, _) in &file.entries {
            if told.insert(&key.value) {
                let message = format!("the text `{}` is missing in the language `{language}`", key.value);
                let hint = format!("add it to texts/{language}.ron: `{}` has it", file.language.value);
                let fix = Fix::AddText { pack: pack.id().clone(), language: language.clone(), key: key.value.clone() };
                report.add(codes::TEXT_MISSING.finding(key.span, message).with_hint(hint).with_fix(fix));
            }
        }
    }
}

/// Reports texts without an owner, and returns their keys.
fn report_unused(
    packs: &[PackSource],
    pack: &PackSource,
    known: &BTreeSet<String>,
    report: &Findings,
) -> BTreeSet<Arc<str>> {
    let mut found = BTreeSet::new();
    let has_rules = !pack.section("rules").is_empty();
    for (key, _) in pack.texts.iter().flat_map(|f| &f.entries) {
        let (owner, local) = split(pack, &key.value);
        let sort = local.split('.').next().unwrap_or_default();
        let belongs = if owner == &**pack.id() {
            // A key that does not begin with a declared kind belongs to the pack itself or to its rules.
            known.contains(local)
                || matches!(sort, "pack" | LOOK)
                || (has_rules && DeclaredKind::of_word(sort).is_none())
        } else {
            // The text replaces one of another pack, if that pack is loaded.
            packs.iter().find(|p| **p.id() == *owner).is_none_or(|other| {
                other.texts.iter().flat_map(|f| &f.entries).any(|(k, _)| split(other, &k.value) == (owner, local))
            })
        };
        if !belongs {
            let of = local.split('.').nth(1).unwrap_or_default();
            if report.is_spoilt(DeclaredKind::of_word(sort).map_or(sort, |kind| kind.noun()), of) {
                continue;
            }
            let mut finding =
                codes::TEXT_UNUSED.finding(key.span, format!("the text `{}` belongs to nothing", key.value));
            report.did_you_mean(&mut finding, local, known.iter().map(String::as_str));
            finding.fix.get_or_insert(Fix::Remove);
            report.add(finding);
            found.insert(key.value.clone());
        }
    }
    found
}

/// True if a key without its pack names a declared entry.
pub(super) fn is_of_declared(local: &str) -> bool {
    DeclaredKind::of_word(local.split('.').next().unwrap_or_default()).is_some()
}

/// Returns the pack and the local key that a key names. Keys of answers also contain colons, but only after a dot.
fn split<'a>(pack: &'a PackSource, key: &'a str) -> (&'a str, &'a str) {
    key.split_once(':').filter(|(owner, _)| !owner.contains('.')).unwrap_or((pack.id(), key))
}

/// Collects the text keys of all steps within a node, at any depth.
fn steps(node: &Node, wanted: &mut Vec<Spanned<String>>, known: &mut BTreeSet<String>) {
    if let Some(head) = node.head() {
        let name = node.field("name").and_then(Node::as_word).map_or_else(|| head.value.clone(), |w| w.value);
        let key = format!("step.{name}");
        if ASKING.contains(&&*head.value) {
            wanted.push(Spanned { value: key, span: node.span });
        } else {
            known.insert(key);
        }
    }
    match &node.shape {
        NodeShape::List(items) | NodeShape::Tuple(_, items) => items.iter().for_each(|n| steps(n, wanted, known)),
        NodeShape::Struct(_, fields) => {
            const HOLDERS: &[&str] = &["setup", "turn", "closing", "finish", "parts", "steps", "step"];
            let inner = fields.iter().filter(|(name, _)| HOLDERS.contains(&&*name.value));
            inner.for_each(|(_, n)| steps(n, wanted, known));
        }
        NodeShape::Map(lists) => lists.iter().for_each(|(_, n)| steps(n, wanted, known)),
        _ => {}
    }
}
