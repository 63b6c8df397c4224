//! Shows a person who is asked everything needed for a choice: board, scores, the tile in play and the options.

use std::collections::BTreeMap;
use std::io::Write;
use tilewright_core::catalog::id::{BagId, Id, SegmentId, TileKindId};

use tilewright_core::catalog::Scope;
use tilewright_core::catalog::lattice::{Cell, Plane, Turn};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options, Pick};
use tilewright_core::state::effect::{CounterKey, Place};
use tilewright_core::state::question::Target;
use tilewright_core::state::view::VisibleTiles;
use tilewright_wording::ending::outcome;
use tilewright_wording::narration::Narration;
use tilewright_wording::sentences::{PlainStyle, Sentences};
use tilewright_wording::why::reasons;
use tilewright_wording::words::Words;

use super::choose::{marks, place_of, placements};
use super::{Play, told};
use crate::board_text::{BoardText, SegmentMarks, Turned, tile_turns, tile_with_marks, tiles};
use crate::failure::Failure;
use crate::out::{FAINT, GOOD, STRONG, format_count};
use crate::why::full_explanation;

/// Number of options on a page if the number of rows is not known.
const PAGE: usize = 24;
/// Line width if the terminal does not report one, in columns.
const WIDTH: usize = 100;
/// Maximum number of bags that are listed with the seats.
const MOST_BAGS: usize = 5;
/// Number of rows that a board leaves for scores, tile and prompt.
const OTHER_ROWS: usize = 10;

/// Visible part of a long list.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    /// Text that the listed options contain.
    pub(super) filter: String,
    /// Number of the page, from 0.
    pub(super) page: usize,
}

impl Play<'_> {
    /// Shows everything that the person who is asked needs.
    pub(super) fn show(&mut self) -> Result<(), Failure> {
        writeln!(self.out)?;
        self.show_board(None, false)?;
        self.show_seats()?;
        self.tell_alone()?;
        let Some(decision) = self.session.decision().cloned() else { return Ok(()) };
        let catalog = self.session.game().catalog().clone();
        let title = self.ask_text(&decision);
        let count = format_count(decision.options.count() as usize, "option", "options");
        writeln!(
            self.out,
            "\n{STRONG}seat {}: {title}{STRONG:#} {FAINT}({count}; `help` shows all commands){FAINT:#}",
            decision.seat
        )?;
        let game = self.session.game();
        let placing = decision.options.iter(game).any(|pick| decision.options.placement(pick).is_some());
        let public = game.view(None).public();
        if let Some(kind) = if placing { public.tile_in_play() } else { public.tile_waiting() } {
            // Turns matter only if the tile is placed in this decision.
            let ways = if placing { catalog.lattice.side_count() } else { 1 };
            let turns: Vec<Turn> = catalog.lattice.turns().take(ways).collect();
            let words = self.words(game);
            let help = words.tile_help(kind).map(|help| format!(": {help}")).unwrap_or_default();
            let name = words.tile(kind).name;
            writeln!(self.out, "  {name}{help}")?;
            write!(self.out, "{}", tile_turns(&catalog, kind, &turns, self.columns(), self.out.exact_colours()))?;
        }
        let parts = parts_to_choose(self.session.game(), &decision);
        if let Some((tile, marks)) = parts {
            write!(self.out, "{}", tile_with_marks(&catalog, tile, &marks, self.out.exact_colours()))?;
        }
        let kinds = kinds_to_choose(self.session.game(), &decision, self.words(self.session.game()));
        write!(self.out, "{}", tiles(&catalog, &kinds, self.columns(), self.out.exact_colours()))?;
        self.list()?;
        self.explain(&decision)
    }

    /// Explains the tiles to which the options refer, if the packs have texts for them.
    fn explain(&mut self, decision: &Decision) -> Result<(), Failure> {
        let game = self.session.game();
        let words = self.words(game);
        let mut lines: Vec<String> = Vec::new();
        for pick in decision.options.iter(game) {
            let kind = match decision.options.target(game, pick) {
                Target::Kind(kind) => Some(kind),
                Target::Slot(zone, slot) => game.slot_tile(zone, slot),
                _ => None,
            };
            let Some((kind, help)) = kind.and_then(|kind| Some((kind, words.tile_help(kind)?))) else { continue };
            let line = format!("{}: {help}", words.tile(kind).name);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        for line in lines {
            writeln!(self.out, "  {FAINT}{line}{FAINT:#}")?;
        }
        Ok(())
    }

    /// Draws the tiles of a hand, unless they are already drawn as options.
    pub(super) fn hand_to_look_at(&self, hand: &[TileKindId]) -> String {
        let game = self.session.game();
        let words = self.words(game);
        let chosen = self.session.decision().map(|decision| kinds_to_choose(game, decision, words)).unwrap_or_default();
        let kinds = &game.catalog().kinds;
        let shown = hand.iter().filter(|kind| !kinds[**kind].cells.is_empty());
        let shown = shown.filter(|kind| chosen.iter().all(|(known, ..)| known != *kind));
        let shown: Vec<(TileKindId, Turn, String)> =
            shown.map(|&kind| (kind, Turn::NONE, words.tile(kind).name)).collect();
        tiles(game.catalog(), &shown, self.columns(), self.out.exact_colours())
    }

    /// Returns the line width in columns.
    fn columns(&self) -> usize {
        self.out.room().0.unwrap_or(WIDTH)
    }

    /// Returns the question in words of the pack, if it has some.
    fn ask_text(&self, decision: &Decision) -> String {
        self.words(self.session.game()).question(decision.pack.as_deref(), &decision.ask)
    }

    /// Returns the sentences about games in the chosen language.
    pub(super) fn sentences(&self) -> Sentences<'_> {
        Sentences::new(&self.language, &PlainStyle)
    }

    /// Returns the words of the packs in the chosen language.
    pub(super) fn words<'a>(&'a self, game: &'a Game) -> Words<'a> {
        Words::new(game.catalog(), &self.language, &|seat| format!("seat {seat}"))
    }

    /// Returns a name from the packs in the chosen language.
    pub(super) fn name(&self, sort: &str, key: &str) -> String {
        self.words(self.session.game()).name(sort, key)
    }

    /// Shows the board, with numbers where the tile in play fits.
    pub(super) fn show_board(&mut self, focus: Option<Cell>, all: bool) -> Result<(), Failure> {
        let (columns, rows) = self.out.room();
        let game = self.session.game();
        let marks = self.session.decision().map(|d| marks(game, &d.options)).unwrap_or_default();
        let rows = rows.map(|r| r.saturating_sub(OTHER_ROWS).max(12));
        let room = if all { (None, None) } else { (columns, rows) };
        let planes = planes(game, self.words(game));
        let board = BoardText { room, focus, marks, planes, exact: self.out.exact_colours() };
        let text = board.draw(game, self.words(game));
        write!(self.out, "{text}")?;
        for zone in zones(game, self.words(game)) {
            writeln!(self.out, "     {zone}")?;
        }
        Ok(())
    }

    /// Shows a line for each seat: points, figures and counters.
    fn show_seats(&mut self) -> Result<(), Failure> {
        let viewer = self.viewer();
        let game = self.session.game();
        let catalog = game.catalog().clone();
        let mut lines = Vec::new();
        for seat in game.seats_from(Seat(0)) {
            let points = game.scores()[seat.index()];
            let mut line = format!("{points:>4} points{}", told::lap(points, catalog.flow.score_track));
            for figure in catalog.figures.ids() {
                let name = self.name("figure", &catalog.figures.key(figure));
                line.push_str(&format!("   {name} {}", game.supply(figure, seat)));
            }
            let view = game.view(Some(viewer));
            for (id, spec) in catalog.counters.iter().filter(|(_, spec)| spec.scope == Scope::Seat && spec.shown) {
                if let Some(n) = view.counter(id, CounterKey::Seat(seat)) {
                    let name = self.name("counter", &catalog.counters.key(id));
                    line.push_str(&format!("   {name} {n}{}", told::lap(n, spec.track)));
                }
            }
            let who = self.seats[seat.index()].as_ref().map_or_else(String::new, |bot| format!(" ({bot})"));
            let style = crate::board_text::seat_style(seat);
            if !game.in_game(seat) {
                line.push_str("   retired");
            }
            let arrow = if seat == viewer { '>' } else { ' ' };
            lines.push(format!("{arrow} {style} {seat} {style:#}{line}{FAINT}{who}{FAINT:#}"));
        }
        lines.extend(self.on_the_table());
        // These are counters that only the viewer may know; `beside` shows the others.
        for (id, _) in catalog.counters.iter().filter(|(_, s)| s.scope == Scope::SeatKeyed && s.secret) {
            if let Some(numbers) = self.words(game).keyed_numbers(game.view(Some(viewer)), id) {
                lines.push(format!("    {}: {numbers}", self.name("counter", &catalog.counters.key(id))));
            }
        }
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Lists public information: counters of the game, and the number of tiles that remain in the bags.
    fn on_the_table(&self) -> Vec<String> {
        let game = self.session.game();
        let (catalog, view) = (game.catalog(), game.view(Some(self.viewer())));
        let counters = catalog.counters.iter().filter(|(_, spec)| spec.scope == Scope::Game && spec.shown);
        let numbers = counters.filter_map(|(id, spec)| {
            let n = view.counter(id, CounterKey::Game)?;
            Some(format!("{} {n}{}", self.name("counter", &catalog.counters.key(id)), told::lap(n, spec.track)))
        });
        let bags: Vec<String> = game
            .bags()
            .filter_map(|id| {
                let count = match view.bag(id) {
                    VisibleTiles::Tiles(kinds) => kinds.len(),
                    VisibleTiles::Count(count) => count,
                };
                (count > 0).then(|| format!("{} {count}", self.name("bag", &catalog.bags.key(id))))
            })
            .collect();
        // Many bags would be too long for a line, so the command `bag` lists them.
        let bags = if bags.len() > MOST_BAGS { vec!["`bag` shows the tiles left to draw".to_owned()] } else { bags };
        let told: Vec<String> = numbers.chain(bags).collect();
        if told.is_empty() { Vec::new() } else { vec![format!("    {FAINT}{}{FAINT:#}", told.join("   "))] }
    }

    /// Shows things off the board: zones and rim cells with content, and counters with keys.
    pub(super) fn show_off_board(&mut self) -> Result<(), Failure> {
        let game = self.session.game();
        let (catalog, words) = (game.catalog(), self.words(game));
        let mut text = String::new();
        for id in game.zones() {
            let zone = &catalog.zones[id];
            let slots = words.slots(game.view(None).public(), id);
            let sizes = if zone.slots == 0 { String::new() } else { format!(" ({} spaces)", zone.slots) };
            let end = if slots.is_empty() { String::new() } else { format!(": {slots}") };
            text.push_str(&format!("{}{sizes}{end}\n", words.name("zone", &catalog.zones.key(id))));
        }
        let mut rim: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for space in &catalog.board.rim {
            let tags = words.tags(space.tags.iter().copied());
            if !tags.is_empty() {
                rim.entry(tags).or_default().push(&space.name);
            }
        }
        for (tags, spaces) in rim {
            text.push_str(&format!("{tags}: {}\n", spaces.join(" ")));
        }
        for id in catalog.counters.ids() {
            let numbers =
                words.keyed_numbers(game.view(Some(self.viewer())), id).or_else(|| words.on_figures(game, id));
            if let Some(numbers) = numbers {
                text.push_str(&format!("{}: {numbers}\n", words.name("counter", &catalog.counters.key(id))));
            }
        }
        if text.is_empty() {
            text = "There are no zones, rim spaces or counters to show.\n".to_owned();
        }
        write!(self.out, "{text}")?;
        Ok(())
    }

    /// Lists one page of the options that match the filter.
    pub(super) fn list(&mut self) -> Result<(), Failure> {
        let Some(decision) = self.session.decision() else { return Ok(()) };
        let filter = self.screen.filter.to_lowercase();
        let entries = self.entries(decision);
        let kept: Vec<&String> = entries.iter().filter(|e| e.to_lowercase().contains(&filter)).collect();
        let rows = self.out.room().1.map_or(PAGE, |r| r.saturating_sub(4).max(5));
        let wide = kept.iter().map(|e| e.chars().count()).max().unwrap_or(0) + 3;
        // A few options are listed in one column; many options use the whole width.
        let across = if kept.len() < 10 { 1 } else { (self.columns() / wide.max(1)).clamp(1, 4) };
        let pages = kept.len().div_ceil(rows * across).max(1);
        self.screen.page = self.screen.page.min(pages - 1);
        let page: Vec<&&String> = kept.iter().skip(self.screen.page * rows * across).take(rows * across).collect();
        let down = page.len().div_ceil(across).max(1);
        let mut text = String::new();
        for row in 0..down {
            let line: String = page.iter().skip(row).step_by(down).map(|entry| format!("{entry:<wide$}")).collect();
            text.push_str(&format!("  {}\n", line.trim_end()));
        }
        if kept.is_empty() {
            text = format!("  No option has `{}`; `/` shows all of them.\n", self.screen.filter);
        } else if pages > 1 {
            text.push_str(&format!("  {FAINT}page {} of {pages}: n, p, /text{FAINT:#}\n", self.screen.page + 1));
        }
        write!(self.out, "{text}")?;
        Ok(())
    }

    /// Returns a line for each option, or for each cell where the tile fits.
    fn entries(&self, decision: &Decision) -> Vec<String> {
        let game = self.session.game();
        if matches!(decision.options, Options::Placements { .. }) {
            let groups = placements(game, &decision.options);
            return groups
                .iter()
                .enumerate()
                .map(|(i, (cell, turns))| {
                    let word = if turns.len() == 1 { "turn" } else { "turns" };
                    let turns: Vec<String> = turns.iter().map(ToString::to_string).collect();
                    format!("[{}] at {cell} {word} {}", i + 1, turns.join(" "))
                })
                .collect();
        }
        let keys: Vec<(Pick, String)> =
            decision.options.iter(game).map(|pick| (pick, decision.options.key(game, pick))).collect();
        let wide = keys.iter().map(|(_, key)| key.chars().count()).max().unwrap_or(0);
        let abouts: Vec<String> = keys.iter().map(|(pick, _)| self.about(decision, *pick)).collect();
        keys.iter()
            .enumerate()
            .map(|(i, (pick, key))| {
                let mut about = abouts[i].clone();
                // Options with equal descriptions are distinguished by their places, unless their keys show them.
                if abouts.iter().filter(|other| **other == about).count() > 1
                    && let Some(Place::Segment(segment)) = place_of(game, &decision.options, *pick)
                    && let place = game.board().place_key(segment)
                    && !key.contains(&place)
                {
                    about = format!("{about} ({place})");
                }
                if about.is_empty() {
                    format!("{:>3}  {key}", i + 1)
                } else {
                    format!("{:>3}  {key:<wide$}  {about}", i + 1)
                }
            })
            .collect()
    }

    /// Describes an option in a few words: the words of the pack for it, and its target.
    fn about(&self, decision: &Decision, pick: Pick) -> String {
        let game = self.session.game();
        let key = decision.options.key(game, pick);
        // Words that only repeat the key are left out, since the key precedes them.
        let words = self.words(game).option(game, decision, pick).filter(|words| *words != key).unwrap_or_default();
        let target = self.target(decision, pick, &format!("{key} {words}"));
        let secret = if decision.options.is_secret(pick) { "in secret" } else { "" };
        [secret.to_owned(), words, target].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
    }

    /// Describes the target of an option, except for words that are already in `said`.
    fn target(&self, decision: &Decision, pick: Pick, said: &str) -> String {
        let game = self.session.game();
        match decision.options.target(game, pick) {
            // The key already has the cell of a tile that the step places.
            Target::Cell(_) if decision.options.of_step(pick).is_some() => String::new(),
            Target::Segment(segment) => self.feature(segment),
            Target::Figure(figure) => match game.figure(figure).and_then(|f| f.place) {
                Some(Place::Segment(segment)) => self.feature(segment),
                _ => String::new(),
            },
            Target::Kind(kind) => {
                let name = self.name("tile", &game.catalog().kinds.key(kind));
                if said.contains(&name) { String::new() } else { name }
            }
            Target::Bag(bag) => {
                let size = format_count(game.bag(bag).total() as usize, "tile", "tiles");
                [size].into_iter().chain(self.describe_back(bag)).collect::<Vec<_>>().join(", ")
            }
            target => self.words(game).target(game, target, said),
        }
    }

    /// Describes the back of the top tile of a stack, which all seats can see.
    fn describe_back(&self, bag: BagId) -> Option<String> {
        let game = self.session.game();
        let tag = self.name("tag", &game.catalog().tags.key(game.catalog().bags[bag].back?));
        Some(if game.view(None).has_tagged_back(bag)? {
            format!("“{tag}” on its back")
        } else {
            format!("no “{tag}” on its back")
        })
    }

    /// Describes a feature in a few words: its name, its tiles and its open sides.
    fn feature(&self, segment: SegmentId) -> String {
        let game = self.session.game();
        let (board, catalog) = (game.board(), game.catalog());
        let terrain = self.name("terrain", &catalog.terrains.key(board.terrain(segment)));
        let tiles = format_count(board.features().tiles(segment) as usize, "tile", "tiles");
        let state = if board.is_complete(segment) {
            ", complete".to_owned()
        } else {
            match board.features().open_sides(segment) {
                0 => String::new(),
                open => format!(", {open} open"),
            }
        };
        format!("{terrain} of {tiles}{state}")
    }

    /// Draws the tile in play at each turn at which it fits on a cell.
    pub(super) fn show_turns(&mut self, cell: Cell, turns: &[Turn]) -> Result<(), Failure> {
        let Some(Options::Placements { kind, .. }) = self.session.decision().map(|d| d.options.clone()) else {
            return Ok(());
        };
        let catalog = self.session.game().catalog().clone();
        write!(self.out, "{}", tile_turns(&catalog, kind, turns, self.columns(), self.out.exact_colours()))?;
        let options = self.session.decision().map(|d| placements(self.session.game(), &d.options)).unwrap_or_default();
        // The number of the cell on the board is shorter to type than its coordinates.
        let place = match options.iter().position(|(at, _)| *at == cell) {
            Some(number) => format!("{} ", number + 1),
            None => format!("{cell},"),
        };
        let keys: Vec<String> = turns.iter().map(|t| format!("`{place}{t}`")).collect();
        writeln!(self.out, "It fits at {cell} in {} ways: type {}.", turns.len(), keys.join(" or "))?;
        Ok(())
    }

    /// Explains points: the last ones, those with a number, or all.
    pub(super) fn explain_points(&mut self, what: &str) -> Result<(), Failure> {
        let reasons = reasons(&self.session);
        let range = match (what, what.parse::<usize>()) {
            ("", _) => reasons.len().saturating_sub(1)..reasons.len(),
            ("all", _) => 0..reasons.len(),
            (_, Ok(n)) if (1..=reasons.len()).contains(&n) => n - 1..n,
            _ => {
                let last = reasons.len();
                let known = if last == 0 {
                    "none were awarded yet".to_owned()
                } else {
                    format!("type `why 1` to `why {last}`")
                };
                writeln!(self.out, "There are no points with that number: {known}.")?;
                return Ok(());
            }
        };
        let mut text = String::new();
        for at in range {
            text.push_str(&full_explanation(&reasons[at], at + 1, &self.session, self.sentences()));
        }
        if text.is_empty() {
            text = "No points were awarded yet.\n".to_owned();
        }
        write!(self.out, "{text}")?;
        Ok(())
    }

    /// Shows the tiles that remain to be drawn and the hands, as the current seat may see them.
    pub(super) fn bag(&mut self) -> Result<(), Failure> {
        let viewer = self.viewer();
        let game = self.session.game();
        let (view, catalog, words) = (game.view(Some(viewer)), game.catalog(), self.words(game));
        let shown = |seen: &VisibleTiles| match seen {
            VisibleTiles::Count(n) => format_count(*n, "tile", "tiles"),
            VisibleTiles::Tiles(kinds) if kinds.is_empty() => "empty".to_owned(),
            VisibleTiles::Tiles(kinds) => {
                let (mut counts, mut named): (Vec<(String, usize)>, bool) = (Vec::new(), false);
                for kind in kinds {
                    let tile = words.tile(*kind);
                    named |= tile.name != tile.id;
                    match counts.iter_mut().find(|(known, _)| *known == tile.name) {
                        Some((_, n)) => *n += 1,
                        None => counts.push((tile.name, 1)),
                    }
                }
                let counts: Vec<String> =
                    counts.iter().map(|(k, n)| if *n == 1 { k.clone() } else { format!("{k} x{n}") }).collect();
                // Names contain blanks and commas, but ids do not.
                let between = if named { "; " } else { " " };
                format!("{} ({})", counts.join(between), format_count(kinds.len(), "tile", "tiles"))
            }
        };
        let mut text = String::new();
        for id in game.bags() {
            let inside =
                [shown(&view.bag(id))].into_iter().chain(self.describe_back(id)).collect::<Vec<_>>().join(", ");
            text.push_str(&format!("{}: {inside}\n", self.name("bag", &catalog.bags.key(id))));
        }
        for seat in game.seats_from(Seat(0)).filter(|&s| game.hand(s).next().is_some()) {
            text.push_str(&format!("hand of seat {seat}: {}\n", shown(&view.hand(seat))));
        }
        for (tile, kind) in view.known_hidden_tiles() {
            let cell = game.board().laid_tile(tile).map(|tile| tile.cell.to_string()).unwrap_or_default();
            text.push_str(&format!("face down at {cell}: {}\n", words.tile(kind).name));
        }
        if !game.set_aside().is_empty() {
            text.push_str(&format!("set aside: {}\n", shown(&VisibleTiles::Tiles(game.set_aside().to_vec()))));
        }
        write!(self.out, "{text}")?;
        Ok(())
    }

    /// Shows the final scores and the reasons for the result.
    pub(super) fn show_result(&mut self) -> Result<(), Failure> {
        let game = self.session.game();
        let catalog = game.catalog();
        let sentences = self.sentences();
        let over = sentences.event(&Narration::Over(outcome(game, &self.language)));
        let mut lines = vec![format!("{GOOD}{over}{GOOD:#}")];
        for seat in game.seats_from(Seat(0)) {
            let points = game.scores()[seat.index()];
            let words = self.words(game);
            let parts = catalog.books.ids().map(|id| (words.book(id).name, game.book_points(id)[seat.index()]));
            let parts: Vec<String> = parts.filter(|(_, n)| *n != 0).map(|(kind, n)| format!("{kind} {n}")).collect();
            let retired = if game.in_game(seat) { "" } else { "  retired" };
            let (name, parts) = (sentences.seat(seat), parts.join(", "));
            lines.push(format!("  {name}  {STRONG}{points:>4}{STRONG:#}{retired}   {FAINT}{parts}{FAINT:#}"));
        }
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }
}

/// Returns the kinds of tile to choose from, with the numbers of their options.
fn kinds_to_choose(game: &Game, decision: &Decision, words: Words<'_>) -> Vec<(TileKindId, Turn, String)> {
    let (options, kinds) = (&decision.options, &game.catalog().kinds);
    let numbered = (1..).zip(options.iter(game)).filter_map(|(n, pick)| match options.target(game, pick) {
        // Chips cannot be drawn, and their options already have their names.
        Target::Kind(kind) if !kinds[kind].cells.is_empty() => {
            Some((kind, Turn::NONE, format!("{n} {}", words.tile(kind).name)))
        }
        _ => None,
    });
    numbered.collect()
}

/// Returns the tile on whose parts a figure can be deployed, with the number of the first option on each part.
fn parts_to_choose(game: &Game, decision: &Decision) -> Option<(Turned, SegmentMarks)> {
    let features = game.board().features();
    let mut marks = SegmentMarks::new();
    let mut tile = None;
    for (number, pick) in (1..).zip(decision.options.iter(game)) {
        let Some(Pick::Deploy { segment, .. }) = decision.options.of_step(pick) else { continue };
        tile = Some(features.tile_of(segment));
        let local = features.local_of(segment);
        if !marks.iter().any(|(known, _)| *known == local) {
            marks.push((local, number.to_string()));
        }
    }
    let placed = game.board().tile(tile?)?;
    Some(((placed.kind, placed.turn), marks))
}

/// Returns the names of the planes of the board, with the notation of their cells.
fn planes(game: &Game, words: Words<'_>) -> Vec<String> {
    let catalog = game.catalog();
    let there = catalog.board.planes.iter().zip(game.board().planes());
    there
        .map(|(laid, plane)| {
            let name = words.name("plane", &catalog.planes.key(laid.of));
            let cells = if plane == Plane::FIRST { "x,y".to_owned() } else { format!("{}/x,y", plane.0) };
            match laid.seat {
                Some(seat) => format!("{name} of seat {seat}, cells {cells}"),
                None => format!("{name}, cells {cells}"),
            }
        })
        .collect()
}

/// Lists the contents of the zones off the board.
fn zones(game: &Game, words: Words<'_>) -> Vec<String> {
    let (catalog, public) = (game.catalog(), game.view(None).public());
    let mut lines = Vec::new();
    for zone in game.zones() {
        let here = game.figures().filter_map(|(number, f)| match f.place {
            Some(Place::Zone(z, slot)) if z.index() == zone.index() => {
                let slot = if slot == 0 { String::new() } else { format!(" in {slot}") };
                let name = words.numbered_figure(public, number);
                Some(format!("{name} of seat {}{slot}", f.seat))
            }
            _ => None,
        });
        let lie = game.slot_tiles(zone).map(|(slot, kind)| format!("{slot} {}", words.tile(kind).name));
        let here: Vec<String> = lie.chain(here).collect();
        let shows_numbers = (1..=catalog.zones[zone].slots).any(|slot| public.number_on_slot(zone, slot).is_some());
        if !here.is_empty() || shows_numbers {
            let slots = words.slots(public, zone);
            let slots = if slots.is_empty() { slots } else { format!("   ({slots})") };
            lines.push(format!("{}: {}{slots}", words.name("zone", &catalog.zones.key(zone)), here.join(", ")));
        }
    }
    lines
}
