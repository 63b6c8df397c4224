//! Creates new packs: small ones that pass their own tests, as a starting point.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::flow::StepKind;
use tilewright_core::catalog::lattice::Lattice;
use tilewright_core::catalog::tile::{EdgeType, TileKind};
use tilewright_core::machine::rules::{Among, When};
use tilewright_pack::edit::{Draft, EditError, Written, apply, order};

use crate::packs::find::PACK_FILE;
use crate::packs::load::Loaded;

/// Files of a pack: path within it, text.
pub type Files = BTreeMap<Arc<str>, Arc<str>>;

/// Files of a template. Words in capitals between `@` are replaced.
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

/// Files that differ in a game on hexagons.
const HEXES: Template = template!("hexes": "tiles.ron", "tests/ponds.ron");

/// Files that differ in a game on triangles.
const TRIANGLES: Template = template!("triangles": "tiles.ron", "tests/ponds.ron");

const ADDITION: Template = template!("addition":
    "pack.ron", "rules/bonus.lua", "rules/traveller.lua", "texts/en.ron", "texts/nl.ron", "tests/bonus.ron",
    "tests/traveller.ron", "README.md",
);

/// Template for packs whose turns do not begin as the addition assumes, or that have no edge of ground alone.
const AMENDMENT: Template = template!("amendment":
    "pack.ron", "rules/bonus.lua", "texts/en.ron", "texts/nl.ron", "tests/bonus.ron", "README.md",
);

/// Kind of a new rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RuleKind {
    /// Rule that scores features of a terrain.
    #[default]
    Score,
    /// Rule that changes the score of features.
    Amend,
    /// Rule that reacts to an event.
    React,
    /// Step that asks a seat a question.
    Ask,
}

impl RuleKind {
    /// All four kinds of new rules.
    pub const ALL: [RuleKind; 4] = [RuleKind::Score, RuleKind::Amend, RuleKind::React, RuleKind::Ask];

    const fn template(self) -> &'static str {
        match self {
            RuleKind::Score => include_str!("../../templates/rules/score.lua"),
            RuleKind::Amend => include_str!("../../templates/rules/amend.lua"),
            RuleKind::React => include_str!("../../templates/rules/react.lua"),
            RuleKind::Ask => include_str!("../../templates/rules/ask.lua"),
        }
    }
}

/// Returns the module of a new rule, small and ready to play.
pub fn rule(kind: RuleKind, name: &str) -> String {
    kind.template().replace("@NAME@", name)
}

/// Maximum number of letters in an id.
const LONGEST_ID: usize = 40;

/// True if a name can be the id of a pack: a small letter, then small letters, digits and `_`.
pub fn is_id(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && name.len() <= LONGEST_ID
}

/// Returns the files of a new game on squares: tiles, a rule, texts, a test and a read-me, all small.
pub fn game(id: &str) -> Files {
    game_on(Lattice::Square, id, &title(id))
}

/// Like [`game`], with a title, on squares, hexagons or triangles.
pub fn game_on(lattice: Lattice, id: &str, title: &str) -> Files {
    let (lattice_name, own) = match lattice {
        Lattice::Square => ("square", None),
        Lattice::Hex => ("hex", Some(HEXES)),
        Lattice::Triangle => ("triangle", Some(TRIANGLES)),
    };
    let words = [("@NAME@", id), ("@TITLE@", title), ("@LATTICE@", lattice_name)];
    let mut files = fill_placeholders(GAME, &words);
    if let Some(own) = own {
        files.extend(fill_placeholders(own, &words));
    }
    files
}

/// Version at which a changed copy starts.
const FIRST_VERSION: &str = "0.1.0";

/// Placeholder for the author of a new pack.
pub const NOBODY_YET: &str = "Somebody";

/// Id, title and author of a copied pack.
#[derive(Clone, Copy, Debug)]
pub struct CopyName<'n> {
    /// Id of the copy, which differs from that of the pack.
    pub id: &'n str,
    /// Title of the copy.
    pub title: &'n str,
    /// Author of the copy, if known.
    pub author: Option<&'n str>,
}

/// Returns the files of a changed copy of a pack. The names of its parts and tests stay, with the new id as their pack.
/// The copy has its own title and author, starts at version 0.1.0, and names the pack that it was changed from. The
/// history of the pack's older versions is dropped, because saved games of the pack are not games of the copy. `None`
/// if the head of the pack gives no id. Packs that need the original do not know the copy.
pub fn copy(name: &CopyName<'_>, of: &str, files: &Files) -> Option<Files> {
    let mut copied = under_id(name.id, of, files)?;
    let head = copied.get_mut(PACK_FILE)?;
    *head = changed_head(head, name, of)?.into();
    Some(copied)
}

/// Returns the head of a changed copy, from the pack's head with the copy's id in it.
fn changed_head(head: &str, name: &CopyName<'_>, of: &str) -> Option<String> {
    let mut draft = Draft::new(head).ok()?;
    let text = |field: &str| Some(draft.tree().field(field)?.as_word()?.value.to_string());
    let authors = draft.tree().field("authors").and_then(|node| node.items()).unwrap_or_default().iter();
    let authors: Vec<Written> = authors.filter_map(|node| Some(Written::text(&node.as_word()?.value))).collect();
    let mut origin = vec![
        ("id", Written::text(of)),
        ("version", Written::text(&text("version")?)),
        ("title", Written::text(&text("title").unwrap_or_else(|| of.to_owned()))),
    ];
    if !authors.is_empty() {
        origin.push(("authors", Written::List(authors)));
    }
    let fields = [
        ("version", Written::text(FIRST_VERSION)),
        ("title", Written::text(name.title)),
        ("authors", Written::List(vec![Written::text(name.author.unwrap_or(NOBODY_YET))])),
        ("changed_from", Written::fields(origin)),
    ];
    for (field, value) in fields {
        draft.set_field(&[], field, &value, order::PACK).ok()?;
    }
    for field in ["renamed", "gone", "was"] {
        if draft.tree().field(field).is_some() {
            draft.remove_field(&[], field).ok()?;
        }
    }
    Some(apply(head, &draft.edits()))
}

/// Returns the text of a `pack.ron` with another author.
///
/// # Errors
/// The text is not a valid `pack.ron`.
pub fn with_author(head: &str, author: &str) -> Result<String, EditError> {
    let mut draft = Draft::new(head)?;
    draft.set_field(&[], "authors", &Written::List(vec![Written::text(author)]), order::PACK)?;
    Ok(apply(head, &draft.edits()))
}

/// Returns the files of a pack under another id. The names of its parts and tests stay, with the new id as their pack.
/// `None` if the head gives no id.
fn under_id(id: &str, of: &str, files: &Files) -> Option<Files> {
    let mut copied = Files::new();
    for (path, text) in files {
        let mut text = text.to_string();
        if **path == *PACK_FILE {
            let at = text.find("Pack(").map(|at| at + 5)?;
            let at = at + text[at..].find("id:")? + 3;
            let at = at + text[at..].find(of)?;
            text.replace_range(at..at + of.len(), id);
        }
        if !path.ends_with(".md") {
            text = in_pack_lists(&text, of, id).replace(&format!("\"{of}:"), &format!("\"{id}:"));
        }
        copied.insert(Arc::clone(path), text.into());
    }
    copied.contains_key(PACK_FILE).then_some(copied)
}

/// Replaces the name of a pack in the lists called `packs`, dropping any version next to the name.
fn in_pack_lists(text: &str, of: &str, id: &str) -> String {
    let mut changed = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("packs").map(|at| at + "packs".len()) {
        let (before, after) = rest.split_at(at);
        changed.push_str(before);
        rest = after;
        let list = after.trim_start_matches(['"', ':', ' ', '\n']);
        let Some(end) = list.find(']').filter(|_| list.starts_with('[')) else { continue };
        let start = after.len() - list.len();
        changed.push_str(&after[..start]);
        let names = list[..end].split('"').map(|part| if part.split('@').next() == Some(of) { id } else { part });
        changed.push_str(&names.collect::<Vec<_>>().join("\""));
        rest = &after[start + end..];
    }
    changed + rest
}

/// Returns the files of a pack that extends the loaded packs, mainly the last of them. `None` if no feature of one cell
/// scores at the end for a figure on it, because the example needs one.
pub fn addition_called(id: &str, title: &str, base: &Loaded) -> Option<Files> {
    let catalog = base.catalog()?;
    let (_, script) = (catalog, base.script().ok()?.1);
    let info = catalog.packs.last()?;
    let rules = tilewright_core::machine::rules::Rules::hooks(&script).score.iter();
    let rules = rules.filter(|r| r.when != When::Completed && r.among == Among::Claimed);
    for terrain in rules.map(|rule| rule.terrain) {
        let figure = catalog.figures.iter().find(|(_, f)| f.weight > 0 && f.supply > 0 && f.on.contains(&terrain));
        let has_it_once = |kind: &TileKind| kind.segments.iter().filter(|s| s.terrain == terrain).count() == 1;
        let laid = |id| catalog.board.presets.iter().filter(|p| p.kind == id).count() as u32;
        let in_bag = |id| catalog.bags.iter().any(|(_, b)| b.contents.iter().any(|&(k, n)| k == id && n > laid(id)));
        let kind = catalog.kinds.iter().find(|(id, k)| k.cells.len() == 1 && in_bag(*id) && has_it_once(k));
        if let (Some((figure, _)), Some((kind, _))) = (figure, kind) {
            let words = [
                ("@NAME@", id),
                ("@TITLE@", title),
                ("@BASE@", &info.id),
                ("@VERSION@", &info.version),
                ("@TERRAIN@", &catalog.terrains.key(terrain)),
                ("@FIGURE@", &catalog.figures.key(figure)),
                ("@KIND@", &catalog.kinds.key(kind)),
            ];
            return Some(match plain_edges(catalog).filter(|_| draws_and_places(catalog)) {
                Some(edges) => {
                    let words: Vec<(&str, &str)> = words.into_iter().chain([("@EDGES@", &*edges)]).collect();
                    fill_placeholders(ADDITION, &words)
                }
                None => fill_placeholders(AMENDMENT, &words),
            });
        }
    }
    None
}

/// Returns the edges of a tile that has only ground, in the notation of packs.
fn plain_edges(catalog: &Catalog) -> Option<String> {
    let ground = |edge: &EdgeType| edge.ports.iter().all(|&port| catalog.terrains[port].ground);
    let (edge, _) = catalog.edges.iter().find(|(id, edge)| ground(edge) && catalog.meet(*id, *id))?;
    let name = catalog.edges.key(edge);
    let side = |side| format!("{}: \"{name}\"", catalog.lattice.side_name(side).to_lowercase());
    Some(catalog.lattice.sides_at((0, 0)).map(side).collect::<Vec<_>>().join(", "))
}

/// True if a turn begins by drawing a tile and then placing it.
fn draws_and_places(catalog: &Catalog) -> bool {
    let steps: Vec<&StepKind> = catalog.flow.turn.iter().map(|step| &step.kind).collect();
    matches!(steps[..], [StepKind::Draw { .. }, StepKind::Place { .. }, ..]) && *catalog.flow.turn[1].name == *"place"
}

fn fill_placeholders(template: Template, words: &[(&str, &str)]) -> Files {
    let fill = |path: &str, text: &str| {
        let data = path.ends_with(".ron");
        words.iter().fold(text.to_owned(), |text, (word, meant)| match *word {
            "@TITLE@" if data => text.replace(word, &quotable(meant)),
            word => text.replace(word, meant),
        })
    };
    template.iter().map(|(path, text)| (Arc::from(*path), Arc::from(fill(path, text)))).collect()
}

/// Escapes a text for use between quotation marks.
fn quotable(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Returns the title in the text of a `pack.ron`; `None` if it has no title.
pub fn title_of(text: &str) -> Option<String> {
    let mut letters = text[title_in(text)?].chars();
    let mut title = String::new();
    while let Some(letter) = letters.next() {
        title.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    Some(title)
}

/// Returns the text of a `pack.ron` with another title; `None` if it has no title.
pub fn with_title(text: &str, title: &str) -> Option<String> {
    let old = title_in(text)?;
    Some(format!("{}{}{}", &text[..old.start], quotable(title), &text[old.end..]))
}

/// Returns the range of the title in a `pack.ron`, between the quotation marks.
fn title_in(text: &str) -> Option<Range<usize>> {
    let at = text.find("Pack(")?;
    let at = at + text[at..].find("title:")? + "title:".len();
    let from = at + text[at..].find('"').filter(|quote| text[at..at + quote].trim().is_empty())? + 1;
    let mut escaped = false;
    let length = text[from..].find(|letter| {
        let ends = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    })?;
    Some(from..from + length)
}

/// Turns an id into a title: `old_mill` becomes `Old mill`.
pub fn title(id: &str) -> String {
    let words = id.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::{CopyName, Files, copy, game_on, title_of, under_id, with_title};
    use crate::packs::find::Finder;
    use crate::suite::run_tests;
    use tilewright_core::catalog::lattice::Lattice;

    #[test]
    fn a_new_game_of_any_lattice_passes_its_tests_under_any_title() {
        for (lattice, id) in [(Lattice::Square, "squares"), (Lattice::Hex, "hexes"), (Lattice::Triangle, "triangles")] {
            let folder = std::env::temp_dir().join(format!("tilewright-template-{}", std::process::id()));
            drop(std::fs::remove_dir_all(&folder));
            let files = game_on(lattice, id, "A \"pond\" \\ more");
            crate::files::write_folder(&folder.join(id), files.iter().map(|(p, t)| (&**p, &**t))).unwrap();
            let finder = Finder::nowhere().with_folder(&folder);
            let loaded = crate::packs::load::load(&finder, &crate::packs::load::Request::new([id])).unwrap();
            let found: Vec<_> = loaded.diagnostics.iter().map(|d| &d.message).collect();
            assert!(loaded.is_playable() && found.is_empty(), "{found:?}");
            assert_eq!(&*loaded.packs[0].title, "A \"pond\" \\ more");
            assert_eq!(loaded.catalog().unwrap().lattice, lattice);
            let tests = run_tests(&finder, id, "").unwrap();
            assert!(tests.len() == 3 && tests.iter().all(|test| test.has_passed()), "{tests:#?}");
            std::fs::remove_dir_all(&folder).unwrap();
        }
    }

    #[test]
    fn a_copy_can_have_another_title() {
        let of = "// title: \"no\"\nPack(id: \"a\", title: \"The \\\"old\\\" one\", seats: (2, 4))";
        let new = "// title: \"no\"\nPack(id: \"a\", title: \"A \\\"new\\\" one\", seats: (2, 4))";
        assert_eq!(with_title(of, "A \"new\" one").as_deref(), Some(new));
        assert_eq!(title_of(new).as_deref(), Some("A \"new\" one"));
        assert_eq!(with_title("Pack(id: \"a\")", "new"), None);
    }

    #[test]
    fn a_copy_names_itself_and_its_own_things_by_its_id() {
        let files = |pack: &str, test: &str, record: &str| -> Files {
            let all = [("pack.ron", pack), ("tests/a.ron", test), ("tests/b.json", record), ("README.md", "# pond")];
            all.map(|(path, text)| (path.into(), text.into())).into()
        };
        let pond = files(
            "// A pond.\nPack(\n    id: \"pond\", title: \"pond\", terrains: [pond], when: {\"pond:size\": 1})",
            "Test(packs: [\"pond\", \"pond_life\"], counters: {\"pond\": [1]})",
            "{\"packs\": [\"pond@1.0.0#abc\"], \"options\": {\"pond:size\": 2}}",
        );
        let pool = files(
            "// A pond.\nPack(\n    id: \"pool\", title: \"pond\", terrains: [pond], when: {\"pool:size\": 1})",
            "Test(packs: [\"pool\", \"pond_life\"], counters: {\"pond\": [1]})",
            "{\"packs\": [\"pool\"], \"options\": {\"pool:size\": 2}}",
        );
        assert_eq!(under_id("pool", "pond", &pond), Some(pool));
        assert_eq!(under_id("pool", "lake", &pond), None);
    }

    #[test]
    fn a_copy_has_its_own_title_author_and_version_and_says_where_it_is_from() {
        let head = "// A pond.\nPack(\n    id: \"pond\", version: \"2.1.0\", format: 1, title: \"Pond\", authors: [\"Ann\", \"Ben\"],\n    \
                    was: [\"pool_1\"], gone: [(since: \"2.0.0\", kind: tag, id: \"old\", why: \"x\")],\n    seats: (2, 4), // kept\n)\n";
        let files: Files = [("pack.ron".into(), head.into())].into();
        let name = CopyName { id: "lake", title: "Pond, changed", author: Some("Cleo") };
        let copied = copy(&name, "pond", &files).unwrap();
        let mut world = tilewright_pack::World::default();
        world.packs.insert("lake".into(), copied.clone());
        let manifest = tilewright_pack::manifest(&world, "lake").unwrap();
        assert_eq!((&*manifest.version, &*manifest.title, &*manifest.authors[0]), ("0.1.0", "Pond, changed", "Cleo"));
        let origin = manifest.changed_from.unwrap();
        assert_eq!((&*origin.id, origin.to_string(), origin.authors.len()), ("pond", "Pond 2.1.0".to_owned(), 2));
        assert_eq!(manifest.history, tilewright_pack::history::History::default());
        assert!(copied["pack.ron"].contains("seats: (2, 4), // kept"), "{}", copied["pack.ron"]);
        // A copy of the copy names the copy.
        let again = copy(&CopyName { id: "sea", title: "Sea", author: None }, "lake", &copied).unwrap();
        world.packs.insert("sea".into(), again);
        let manifest = tilewright_pack::manifest(&world, "sea").unwrap();
        assert_eq!(&*manifest.authors[0], "Somebody");
        assert_eq!(manifest.changed_from.unwrap().to_string(), "Pond, changed 0.1.0");
    }
}
