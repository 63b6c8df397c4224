//! Generates the reference and the type stubs from the table of host functions.

pub(crate) mod examples;
pub(crate) mod explain;

use std::fmt::Write;

use crate::api::{Allowed, FILTERS, HostFunction, Receiver, VERSION, entries};
use crate::schema::events::{EFFECTS, EVENTS, EventField};
use crate::schema::header::{Header, Param};
use crate::schema::library::library;
use crate::vm::{GLOBALS, LIBRARIES};

const SECTIONS: [(Receiver, &str, &str); 11] = [
    (Receiver::Global, "Functions", ""),
    (Receiver::Sheet, "Sheet", "The calculation of points that a score rule fills."),
    (Receiver::Feature, "Feature", "Connected segments of one terrain. A segment can be used in place of its feature."),
    (Receiver::Segment, "Segment", "A part of a tile on the board."),
    (Receiver::Tile, "Tile", "A tile on the board."),
    (Receiver::Figure, "Figure", "A figure outside its supply."),
    (Receiver::Cell, "Cell", "A place for a tile."),
    (Receiver::Kind, "Kind of tile", "The properties that all copies of a tile share."),
    (Receiver::Options, "Options", "The options of a decision, which an offer changes."),
    (Receiver::Slot, "Slot", "A place in a zone that holds tiles."),
    (
        Receiver::Joint,
        "Joint",
        "A corner, where four squares, three hexes or six triangles meet, or a seam between two cells.",
    ),
];

fn variable(on: Receiver) -> &'static str {
    match on {
        Receiver::Global => "",
        Receiver::Feature => "feature",
        Receiver::Segment => "segment",
        Receiver::Tile => "tile",
        Receiver::Figure => "figure",
        Receiver::Kind => "kind",
        Receiver::Cell => "cell",
        Receiver::Sheet => "sheet",
        Receiver::Options => "options",
        Receiver::Slot => "slot",
        Receiver::Joint => "joint",
    }
}

/// Describes the places where a function may be called.
pub fn describe_allowed(allowed: Allowed) -> &'static str {
    match allowed {
        Allowed::Load => "while a module loads",
        Allowed::Anywhere => "anywhere",
        Allowed::Rules => "in all rules",
        Allowed::Score => "in score rules",
        Allowed::Offer => "in offers",
        Allowed::Effects => "in steps, reactions, replacements and choices",
        Allowed::Ask => "in steps, choices, and hooks that ask",
    }
}

fn heading(e: &HostFunction) -> String {
    match e.on {
        Receiver::Global => e.signature.to_owned(),
        on => format!("{}:{}", variable(on), e.signature),
    }
}

/// Returns the whole reference for authors of rules, as Markdown: all functions, events and effects, and the modules of
/// the rule library.
pub fn reference_markdown() -> String {
    let mut text = api_markdown();
    text.push_str("\n## The rule library\n\nA pack uses a module by listing it in its `rules`.\n");
    for (name, source) in library() {
        let (header, _) = Header::parse(source);
        let _ = write!(text, "\n### `{name}`\n\n{}\n", header.doc);
        if !header.params.is_empty() {
            text.push('\n');
        }
        for param in &header.params {
            let _ = writeln!(text, "- {}", param_line(param));
        }
    }
    text
}

/// Describes a parameter of a module in one line.
fn param_line(param: &Param) -> String {
    let must = match &param.default {
        Some(value) => format!(", default `{value}`"),
        None if param.optional => ", optional".to_owned(),
        None => String::new(),
    };
    format!("`{}` ({}{must}): {}", param.name, param.kind.describe(), param.doc)
}

/// Returns the reference of all functions, events and effects, as Markdown.
pub fn api_markdown() -> String {
    let mut text = format!(
        "# Functions for rules, version {VERSION}\n\nGenerated from the table in the script host.\n\nTexts name the \
         declarations of packs. Functions accept a plain name, such as `barn`, or `pack:barn`. If two packs have a \
         declaration of the same kind and name, the plain name means the declaration of the pack that is loaded first. \
         Functions, events and parameters always return the shortest name that identifies the declaration, in whatever \
         form the pack wrote it, so `==` and `table.find` compare names correctly.\n"
    );
    for (on, title, about) in SECTIONS {
        let _ = write!(text, "\n## {title}\n");
        if !about.is_empty() {
            let _ = write!(text, "\n{about}\n");
        }
        for e in entries().filter(|e| e.on == on) {
            let _ = write!(text, "\n### `{}`\n\n{}\n\n", heading(e), e.doc);
            let _ = write!(text, "Allowed {}; since {}.\n\n    {}\n", describe_allowed(e.allowed), e.since, e.example);
        }
    }
    text.push_str(
        "\n## Filters\n\nOptions of `step`, `offer`, `restrict`, `on` and `replace`. The function is called only if \
         all given options match.\n",
    );
    for (name, meaning) in FILTERS {
        let _ = write!(text, "\n### Filter `{name}`\n\n{meaning}\n");
    }
    let lists = [
        (&EVENTS, "Events", "Changes that have happened. Functions react to an event with `on`."),
        (&EFFECTS, "Effects", "Changes that are about to happen. Functions act instead of an effect with `replace`."),
    ];
    for (all, title, about) in lists {
        let _ =
            write!(text, "\n## {title}\n\n{about} Each field is listed with its type; `name` is always `ev.name`.\n");
        for told in all.iter() {
            let _ = write!(text, "\n### `{}`\n\n{}\n", told.name, told.doc);
            if !told.fields.is_empty() {
                text.push('\n');
            }
            for EventField { name, kind, doc, nil, .. } in &told.fields {
                let nil = if nil.is_empty() { String::new() } else { format!("; nil {nil}") };
                let _ = writeln!(text, "- `ev.{name}` ({kind}): {doc}{nil}");
            }
        }
    }
    text.push_str("\n## Available parts of Lua's standard library\n\n");
    let _ = writeln!(text, "`{}`, `error`, `tostring`", GLOBALS.join("`, `"));
    for (library, names) in LIBRARIES {
        let more = if library == "string" { ", `format`, `rep`" } else { "" };
        let _ = write!(text, "\n`{library}`: `{}`{more}\n", names.join("`, `"));
    }
    text
}

/// Converts a type of the signatures to the notation of language servers.
fn stub_type(kind: &str) -> String {
    if let Some(item) = kind.strip_suffix("[]") {
        return format!("{}[]", stub_type(item));
    }
    if let Some(inner) = kind.strip_suffix('?') {
        return format!("{}?", stub_type(inner));
    }
    if let Some(inner) = kind.strip_prefix('{').and_then(|k| k.strip_suffix('}')) {
        let fields = inner.split(',').filter_map(|f| f.split_once(':'));
        let fields: Vec<String> = fields.map(|(n, k)| format!("{}?: {}", n.trim(), stub_type(k.trim()))).collect();
        return format!("{{ {} }}", fields.join(", "));
    }
    match kind {
        "feature" => "Feature",
        "segment" => "Segment",
        "tile" => "Tile",
        "figure" => "Figure",
        "tile_kind" => "TileKind",
        "cell" => "Cell",
        "slot" => "Slot",
        "integer" | "seat" => "integer",
        "boolean" => "boolean",
        "function" => "function",
        "any" => "any",
        _ => "string",
    }
    .to_owned()
}

/// Returns the class of an event or effect that a hook receives: `EventRoundEnded`.
fn class_of(prefix: &str, name: &str) -> String {
    let capital = |part: &str| format!("{}{}", part[..1].to_uppercase(), &part[1..]);
    name.split('_').map(capital).fold(prefix.to_owned(), |all, part| all + &part)
}

/// Returns type stubs (LuaLS annotations, which luau-lsp also reads) for all functions that scripts can call.
pub fn api_stubs() -> String {
    let mut text = String::from("---@meta\n-- Generated from the table in the script host; for editors only.\n\n");
    let classes = [
        "---@class Sheet",
        "---@class Segment",
        "---@class Slot",
        "---@class Feature : Segment",
        "---@class Tile",
        "---@class Figure",
        "---@class Cell",
        "---@class TileKind",
        "---@class Options",
    ];
    for class in classes {
        let name = class.trim_start_matches("---@class ").split(' ').next().unwrap_or_default();
        let _ = write!(text, "{class}\nlocal {name} = {{}}\n\n");
    }
    for (all, prefix) in [(&EVENTS, "Event"), (&EFFECTS, "Effect")] {
        for told in all.iter() {
            let _ = writeln!(text, "---{}\n---@class {}\n---@field name string", told.doc, class_of(prefix, told.name));
            for field in &told.fields {
                let mark = if field.nil.is_empty() { "" } else { "?" };
                let _ = writeln!(text, "---@field {}{mark} {} {}", field.name, stub_type(field.kind), field.doc);
            }
            text.push('\n');
        }
    }
    text.push_str("---The parameters of the module.\n---@type table<string, any>\nparam = {}\n\n");
    for e in entries() {
        let signature = e.parse_signature();
        for line in e.doc.lines() {
            let _ = writeln!(text, "---{line}");
        }
        for a in &signature.arguments {
            let mark = if a.optional { "?" } else { "" };
            let _ = writeln!(text, "---@param {}{mark} {}", a.name, stub_type(a.kind));
        }
        if !signature.returns.is_empty() {
            let _ = writeln!(text, "---@return {}", stub_type(signature.returns));
        }
        let told = match (e.on, signature.name) {
            (Receiver::Global, "on") => Some((&EVENTS, "Event")),
            (Receiver::Global, "replace") => Some((&EFFECTS, "Effect")),
            _ => None,
        };
        for (told, prefix) in told.into_iter().flat_map(|(all, prefix)| all.iter().map(move |told| (told, prefix))) {
            let (name, class) = (told.name, class_of(prefix, told.name));
            let _ = writeln!(text, "---@overload fun(name: \"{name}\", act: fun(ev: {class}))");
            let _ = writeln!(text, "---@overload fun(name: \"{name}\", options: table, act: fun(ev: {class}))");
        }
        let names: Vec<&str> = signature.arguments.iter().map(|a| a.name).collect();
        let class = match e.on {
            Receiver::Global => String::new(),
            Receiver::Kind => "TileKind:".to_owned(),
            // A segment represents its feature, so segments have all methods of features.
            Receiver::Feature => "Segment:".to_owned(),
            on => {
                let name = variable(on);
                format!("{}{}:", name[..1].to_uppercase(), &name[1..])
            }
        };
        let _ = write!(text, "function {class}{}({}) end\n\n", signature.name, names.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::testing::{catalog, module, report};

    #[test]
    fn every_entry_is_in_both() {
        let (reference, stubs) = (api_markdown(), api_stubs());
        for e in entries() {
            assert!(reference.contains(&heading(e)), "{}", e.signature);
            assert!(stubs.contains(&format!("{}(", e.name())), "{}", e.signature);
        }
    }

    #[test]
    fn every_event_and_effect_is_in_both_with_its_fields() {
        let (reference, stubs) = (api_markdown(), api_stubs());
        for (all, prefix) in [(&EVENTS, "Event"), (&EFFECTS, "Effect")] {
            for told in all.iter() {
                let entry = reference.split(&format!("\n### `{}`\n\n{}\n", told.name, told.doc)).nth(1).unwrap();
                let entry = entry.split("\n#").next().unwrap();
                let class = format!("---@class {}\n", class_of(prefix, told.name));
                let class = stubs.split(&class).nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
                for field in &told.fields {
                    assert!(entry.contains(&format!("`ev.{}` (", field.name)), "{} {}", told.name, field.name);
                    let mark = if field.nil.is_empty() { " " } else { "? " };
                    assert!(class.contains(&format!("---@field {}{mark}", field.name)), "{} {}", told.name, field.name);
                }
            }
        }
    }

    #[test]
    fn stubs_are_lua() {
        assert!(crate::vm::compiler().compile(api_stubs()).is_ok());
    }

    /// Variables of the examples, each with an expression that declares it.
    const VARIABLES: &[(&str, &str)] = &[
        ("road", "features(\"road\")[1]"),
        ("city", "features(\"town\")[1]"),
        ("field", "features(\"field\")[1]"),
        ("cloister", "features(\"shrine\")[1]"),
        ("site", "features(\"shrine\")[1]"),
        ("sea", "features(\"field\")[1]:segments()[1]"),
        ("a", "features(\"road\")[1]"),
        ("b", "features(\"road\")[2]"),
        ("feature", "features(\"road\")[1]"),
        ("tile", "placed_tile()"),
        ("segment", "placed_tile():segments()[1]"),
        ("port", "segment:ports()[1]"),
        ("cell", "cell(0, 0)"),
        ("here", "cell(0, 0)"),
        ("figure", "figures_on_board()[1]"),
        ("kind", "kind(\"cap\")"),
        ("slot", "slot(\"row\", 1)"),
        ("taken", "slot(\"row\", 1)"),
        ("corner", "cell(0, 0):corners()[1]"),
        ("seam", "cell(0, 0):seams()[1]"),
        ("joint", "cell(0, 0):seams()[1]"),
        ("seat", "active_seat()"),
        ("buyer", "active_seat()"),
        ("side", "0"),
        ("cells", "{ cell(0, 0) }"),
        ("ev", "{ cell = cell(0, 0) }"),
        ("path", "features(\"road\")[1]:segments()[1]"),
        ("paths", "features(\"road\")"),
        ("harbours", "features(\"field\")[1]:segments()"),
        ("at", "{ cell = cell(0, 0), turn = 0 }"),
    ];

    /// Returns an example as a module that declares its variables and calls it where that is allowed.
    fn module_of(entry: &HostFunction, example: &str) -> String {
        let example = example.replace("schedule(…)", "schedule(seat, { \"rest\" }, \"after\")").replace('…', "");
        if entry.allowed == Allowed::Load {
            return example;
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        // A match is a variable, not a method or a function with that name.
        let uses = |name: &str| {
            example.match_indices(name).any(|(at, _)| {
                !example[..at].ends_with(|c| is_word(c) || c == ':' || c == '.' || c == '"')
                    && !example[at + name.len()..].starts_with(|c| is_word(c) || c == '(' || c == '"')
            })
        };
        let looks = !matches!(entry.allowed, Allowed::Effects | Allowed::Ask);
        let (begin, given) = if looks && uses("sheet") {
            ("score(\"road\", function(sheet, road)", &["road"][..])
        } else if looks && uses("options") {
            ("offer(\"deploy\", function(options, seat)", &["seat"][..])
        } else {
            ("step(\"probe\", function(seat)", &["seat"][..])
        };
        let declared = |name: &str| example.contains(&format!("local {name} ")) || given.contains(&name);
        let mut variables: Vec<&(&str, &str)> =
            VARIABLES.iter().filter(|(name, _)| uses(name) && !declared(name)).collect();
        if uses("port") {
            variables.extend(VARIABLES.iter().filter(|(name, _)| *name == "segment" && !uses(name)));
            variables.sort_by_key(|(name, _)| *name == "port");
        }
        let variables: String = variables.iter().map(|(name, value)| format!("local {name} = {value} ")).collect();
        let is_statement = crate::vm::compiler().compile(&*example).is_ok();
        let example = if is_statement { example } else { format!("local _ = {example}") };
        format!("{begin} {variables}{example} end)")
    }

    /// Checks each example like the rules of packs. Only the names of an invented game may be unknown.
    #[test]
    fn examples_pass_the_check() {
        let names_of_a_game = ["S0111", "S0114", "S0123", "S0142", "S0206", "S0208"];
        let mut wrong = String::new();
        for entry in entries() {
            let source = module_of(entry, entry.example);
            let catalog = Arc::new(catalog(vec![module("base", "base/rules/new.lua", &source, &[])]));
            let (_, mut found) = crate::Compiled::new(Arc::clone(&catalog));
            found.retain(|finding| !names_of_a_game.contains(&finding.code));
            if !found.is_empty() {
                wrong.push_str(&format!("{}: {source}\n{}", entry.signature, report(&catalog, &found)));
            }
        }
        assert_eq!(wrong, "");
    }

    #[test]
    fn an_example_with_a_mistake_is_found() {
        let entry = entries().find(|entry| entry.name() == "level").unwrap();
        let source = module_of(entry, "for _, tile in tiles_on_board() do sheet:add(tile:level(), \"height\") end");
        let catalog = Arc::new(catalog(vec![module("base", "base/rules/new.lua", &source, &[])]));
        let (_, found) = crate::Compiled::new(Arc::clone(&catalog));
        assert_eq!(found.iter().map(|finding| finding.code).collect::<Vec<_>>(), ["S0127"]);
    }
}
