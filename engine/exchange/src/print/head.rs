//! Prints the head of a new pack, its texts and its read-me: a small game that can be played at once.

use std::fmt::Write as _;

use tilewright_core::catalog::lattice::Lattice;
use tilewright_pack::edit::Written;

use super::{PackTexts, art, comment, quoted, title_of};
use crate::guess::Guesses;
use crate::plan::{ImportRequest, ImportedPack, PackPlan, PlannedEdge, PlannedTerrain, PlannedTile};

/// Number of figures of each seat.
const SUPPLY: i64 = 7;
/// Colours of terrains without a colour in the imported file; colour-blind players can distinguish them.
const COLOURS: [&str; 8] = ["#d9a08a", "#5aa7d6", "#f0d37a", "#4f8a54", "#b78ac2", "#e0b38c", "#8fd0c4", "#c9c9c9"];
const GROUND: &str = "#cbdda2";
/// Patterns of areas in turn, so that neighbours differ even in similar colours.
const PATTERNS: [&str; 6] = ["cobbles", "waves", "dots", "chevrons", "dashes", "plain"];

/// Adds `pack.ron`, the English texts and the read-me of a new pack.
pub(super) fn add(
    plan: &PackPlan,
    bags: &[String],
    request: &ImportRequest<'_>,
    guesses: &mut Guesses,
    pack: &mut ImportedPack,
) {
    let game = GameSketch::new(plan, bags);
    game.add_guesses(guesses);
    pack.files.insert("pack.ron".to_owned(), game.head(request));
    pack.files.insert("texts/en.ron".to_owned(), game.texts(request));
    pack.files.insert("README.md".to_owned(), read_me(request));
}

/// Game around the imported tiles.
struct GameSketch<'p> {
    plan: &'p PackPlan,
    bags: &'p [String],
    /// Bag that players draw from.
    main_bag: String,
    /// Tile on the board at the start.
    start: Option<&'p PlannedTile>,
}

impl<'p> GameSketch<'p> {
    fn new(plan: &'p PackPlan, bags: &'p [String]) -> GameSketch<'p> {
        let main_bag = plan.main_bag(bags);
        let default = bags.first().map(String::as_str).unwrap_or_default();
        let is_drawn = |tile: &&PlannedTile| tile.copies(default).iter().any(|(bag, n)| *bag == main_bag && *n > 0);
        let can_start = |tile: &&PlannedTile| !tile.chip && tile.field("when").is_none();
        let named = plan.tiles.iter().find(|tile| can_start(tile) && tile.id.eq_ignore_ascii_case("start"));
        let start = named.or_else(|| plan.tiles.iter().filter(can_start).find(is_drawn));
        GameSketch { plan, bags, main_bag, start }
    }

    fn add_guesses(&self, guesses: &mut Guesses) {
        let plan = self.plan;
        for (id, guess) in
            plan.terrains.iter().map(|t| (&t.id, &t.guess)).chain(plan.edges.iter().map(|e| (&e.id, &e.guess)))
        {
            if !guess.is_empty() {
                guesses.add(None, format!("`{id}`: {guess}"));
            }
        }
        if self.bags.len() > 1 {
            guesses.add(None, format!("players draw from the bag `{}`, which has most tiles", self.main_bag));
        }
        if let Some(start) = self.start {
            guesses.add(start.line, format!("the game starts with the tile `{}`", start.id));
        }
    }

    /// Returns the terrains that figures can be on.
    fn claimed(&self) -> impl Iterator<Item = &'p PlannedTerrain> {
        self.plan.terrains.iter().filter(|terrain| !terrain.ground)
    }

    fn head(&self, request: &ImportRequest<'_>) -> String {
        let plan = self.plan;
        let lattice = match plan.lattice {
            Lattice::Square => "square",
            Lattice::Hex => "hex",
            Lattice::Triangle => "triangle",
        };
        let source = quoted(request.source);
        let mut out = comment(0, &format!("Imported from {source}. Later imports replace the tiles, not this file."));
        let _ = write!(
            out,
            "Pack(\n    id: {},\n    version: \"0.1.0\",\n    format: 1,\n    title: {},\n    authors: [\"Your name\"],\n",
            Written::text(request.id).flat(),
            Written::text(request.title).flat(),
        );
        out.push_str(&comment(4, "licence: \"…\", if the licence of the source allows it,"));
        let _ = writeln!(out, "    seats: (2, 4),\n    lattice: {lattice},\n\n    terrains: [");
        let (mut colour, mut pattern) = (0, 0);
        for terrain in &plan.terrains {
            push_guess(&mut out, &terrain.guess);
            let look = self.look(terrain, &mut colour, &mut pattern);
            let _ = writeln!(out, "        {},", printed_terrain(terrain, look).print(8, 8, 1));
        }
        out.push_str("    ],\n    edges: [\n");
        for edge in &plan.edges {
            push_guess(&mut out, &edge.guess);
            let _ = writeln!(out, "        {},", printed_edge(edge).print(8, 8, 1));
        }
        out.push_str("    ],\n");
        let words = |words: &mut dyn Iterator<Item = &String>| {
            Written::List(words.map(|word| Written::word(word)).collect()).print(4, 10, 1)
        };
        if !plan.tags.is_empty() {
            let _ = writeln!(out, "    tags: {},", words(&mut plan.tags.iter()));
        }
        let claimed: Vec<String> = self.claimed().map(|terrain| terrain.id.clone()).collect();
        if !claimed.is_empty() {
            let _ =
                writeln!(out, "    figures: [(id: follower, supply: {SUPPLY}, on: {})],", words(&mut claimed.iter()));
        }
        let _ = writeln!(out, "    bags: {},\n", words(&mut self.bags.iter()));
        out.push_str(&self.board());
        out.push_str(&self.flow(claimed.is_empty()));
        out.push_str(&self.rules());
        out.push_str(")\n");
        out
    }

    /// Returns the look of a terrain, and moves on in the lists of colours and patterns.
    fn look(&self, terrain: &PlannedTerrain, colour: &mut usize, pattern: &mut usize) -> Written {
        let fill = match (&terrain.colour, terrain.ground) {
            (Some(own), _) => own.clone(),
            (None, true) => GROUND.to_owned(),
            (None, false) => {
                *colour += 1;
                COLOURS[(*colour - 1) % COLOURS.len()].to_owned()
            }
        };
        let mut look = vec![("fill", Written::Text(fill))];
        if !terrain.ground && !terrain.site && !terrain.path {
            look.push(("pattern", Written::word(PATTERNS[*pattern % PATTERNS.len()])));
            *pattern += 1;
        }
        Written::fields(look)
    }

    fn board(&self) -> String {
        let mut fields = Vec::new();
        if let Some(start) = self.start {
            let mut preset = vec![
                ("tile", Written::text(&start.id)),
                ("at", Written::Tuple(None, vec![Written::Int(0), Written::Int(0)])),
            ];
            let default = self.bags.first().map(String::as_str).unwrap_or_default();
            if let Some((bag, _)) = start.copies(default).into_iter().find(|(_, count)| *count > 0) {
                preset.push(("from", Written::word(bag)));
            }
            fields.push(("presets", Written::List(vec![Written::fields(preset)])));
        }
        let mut out = comment(4, "Guess: the game starts with this tile.");
        let _ = writeln!(out, "    board: {},", Written::fields(fields).print(4, 11, 1));
        out
    }

    fn flow(&self, no_figures: bool) -> String {
        let (bag, mut out) = (&self.main_bag, String::new());
        out.push_str(&comment(4, "Guess: in a turn, a player draws a tile, places it, and may claim a part of it."));
        let (turn, finish) = match no_figures {
            true => ("place", ""),
            false => ("place, deploy, score", "finish: [score_rest], "),
        };
        let _ = writeln!(out, "    flow: (turn: [draw(from: {bag}), {turn}], {finish}ends_with: [{bag}]),");
        out
    }

    fn rules(&self) -> String {
        let mut out = String::new();
        for terrain in self.claimed() {
            let rule = match (terrain.site, terrain.path) {
                (true, _) => "surrounded",
                (_, true) => "paths",
                _ => "areas",
            };
            let _ = writeln!(out, "        (use: \"{rule}\", on: {}),", terrain.id);
        }
        if out.is_empty() {
            return out;
        }
        let guess = comment(4, "Guess: sites score for the tiles around them, paths and areas for their tiles.");
        format!("{guess}    rules: [\n{out}    ],\n")
    }

    fn texts(&self, request: &ImportRequest<'_>) -> String {
        let mut texts = PackTexts::new();
        texts.insert("pack.about".to_owned(), format!("Tiles from {}.", quoted(request.source)));
        for terrain in &self.plan.terrains {
            texts.insert(format!("terrain.{}", terrain.id), title_of(&terrain.id));
        }
        for bag in self.bags {
            texts.insert(format!("bag.{bag}"), title_of(bag));
        }
        texts.insert("step.place".to_owned(), "Place the tile".to_owned());
        if self.claimed().next().is_some() {
            texts.insert("figure.follower".to_owned(), "Follower".to_owned());
            texts.insert("step.deploy".to_owned(), "Place a follower, or none".to_owned());
        }
        if self.plan.tiles.iter().any(|tile| tile.picture.is_some()) {
            texts.insert(format!("look.{}", art::LOOK), "Imported pictures".to_owned());
        }
        let mut out = "Texts(\"en\", {\n".to_owned();
        for (key, text) in texts {
            let _ = writeln!(out, "    {}: {},", Written::Text(key).flat(), Written::Text(text).flat());
        }
        out.push_str("})\n");
        out
    }
}

fn push_guess(out: &mut String, guess: &str) {
    if !guess.is_empty() {
        out.push_str(&comment(8, &format!("Guess: {guess}.")));
    }
}

fn printed_terrain(terrain: &PlannedTerrain, look: Written) -> Written {
    let mut fields = vec![("id", Written::word(&terrain.id))];
    if terrain.ground {
        fields.push(("ground", Written::Bool(true)));
    } else {
        fields.push(("complete", Written::word(if terrain.site { "surrounded" } else { "closed" })));
    }
    fields.push(("look", look));
    Written::fields(fields)
}

fn printed_edge(edge: &PlannedEdge) -> Written {
    let ports = edge.ports.iter().map(|port| Written::word(port)).collect();
    let mut fields = vec![("id", Written::word(&edge.id)), ("ports", Written::List(ports))];
    if let Some(reverse) = &edge.reverse {
        fields.push(("meets", Written::List(vec![Written::word(reverse)])));
        fields.push(("meets_itself", Written::Bool(false)));
    }
    Written::fields(fields)
}

fn read_me(request: &ImportRequest<'_>) -> String {
    let title = tilewright_core::unseen::escape_line(request.title, 100);
    format!(
        "# {title}\n\nImported from {} by `tilewright import`. Comments that begin with “Guess” mark decisions that the \
         source left open.\n\n| file | content |\n|---|---|\n| `pack.ron` | terrains, edges and a small game around the \
         tiles; yours to change |\n| `tiles.ron` | the imported tiles; `tilewright import --update` replaces it |\n| \
         `texts/en.ron` | names for players |\n",
        quoted(request.source)
    )
}
