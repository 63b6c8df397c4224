//! What is shown to the person who is asked: board, scores, the tile in play, the options.

use std::io::Write;

use tilewright_core::catalog::{Catalog, Scope};
use tilewright_core::decision::{Decision, Options, Pick};
use tilewright_core::effect::{CounterKey, Place};
use tilewright_core::game::Game;
use tilewright_core::id::{Id, TileKindId};
use tilewright_core::lattice::Cell;
use tilewright_core::rules::Target;
use tilewright_core::sheet::Seat;
use tilewright_core::view::Seen;
use tilewright_kit::why::reasons;

use super::choose::{marks, placements};
use super::{Play, told};
use crate::board_text::{BoardText, SegmentMarks, Turned, tile_turns, tile_with_marks, tiles};
use crate::failure::Failure;
use crate::out::{FAINT, STRONG, counted};
use crate::why::unfolded;

/// Options that are listed at once where nothing says how many rows there are.
const PAGE: usize = 24;
/// Columns where nothing says how many there are.
const WIDTH: usize = 100;
/// Rows that are kept for scores, tile and prompt when a board is drawn.
const OTHER_ROWS: usize = 10;

/// What a person sees of a long list.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    /// Only options that have this text.
    pub(super) filter: String,
    /// Which page of them, from 0.
    pub(super) page: usize,
}

impl Play<'_> {
    /// Everything that the person who is asked needs.
    pub(super) fn show(&mut self) -> Result<(), Failure> {
        writeln!(self.out)?;
        self.show_board(None, false)?;
        self.show_seats()?;
        let Some(decision) = self.session.decision().cloned() else { return Ok(()) };
        let catalog = self.session.game().catalog().clone();
        let title = self.ask_text(&decision);
        let count = counted(decision.options.count() as usize, "option", "options");
        writeln!(
            self.out,
            "\n{STRONG}seat {}: {title}{STRONG:#} {FAINT}({count}; `help` shows what can be typed){FAINT:#}",
            decision.seat
        )?;
        if let Options::Placements { kind, .. } = decision.options {
            let turns: Vec<u8> = (0..catalog.lattice.sides() as u8).collect();
            writeln!(self.out, "  {}", catalog.kinds.key(kind))?;
            write!(self.out, "{}", tile_turns(&catalog, kind, &turns, self.columns(), self.out.exact_colours()))?;
        }
        let parts = parts_to_choose(self.session.game(), &decision);
        if let Some((tile, marks)) = parts {
            write!(self.out, "{}", tile_with_marks(&catalog, tile, &marks, self.out.exact_colours()))?;
        }
        let kinds = kinds_to_choose(&catalog, &decision);
        write!(self.out, "{}", tiles(&catalog, &kinds, self.columns(), self.out.exact_colours()))?;
        self.list()
    }

    /// Columns there are.
    fn columns(&self) -> usize {
        self.out.room().0.unwrap_or(WIDTH)
    }

    /// What is asked, in words of the pack where it has some.
    fn ask_text(&self, decision: &Decision) -> String {
        let texts = &self.session.game().catalog().texts;
        let keys = [format!("step.{}", decision.ask), format!("ask.{}", decision.ask)];
        keys.iter().find_map(|k| texts.get(&self.language, k)).map_or_else(|| decision.ask.to_string(), str::to_owned)
    }

    /// A name of the pack in the chosen language.
    pub(super) fn name(&self, sort: &str, key: &str) -> String {
        let texts = &self.session.game().catalog().texts;
        texts.get(&self.language, &format!("{sort}.{key}")).unwrap_or(key).to_owned()
    }

    /// The board, with numbers where the tile in play can lie.
    pub(super) fn show_board(&mut self, focus: Option<Cell>, all: bool) -> Result<(), Failure> {
        let (columns, rows) = self.out.room();
        let game = self.session.game();
        let marks = self.session.decision().map(|d| marks(game, &d.options)).unwrap_or_default();
        let rows = rows.map(|r| r.saturating_sub(OTHER_ROWS).max(12));
        let room = if all { (None, None) } else { (columns, rows) };
        let board = BoardText { room, focus, marks, exact: self.out.exact_colours() };
        let text = board.draw(game);
        write!(self.out, "{text}")?;
        let beside = zones(game);
        if !beside.is_empty() {
            writeln!(self.out, "     {}", beside.join("   "))?;
        }
        Ok(())
    }

    /// A line for each seat: points, figures, counters.
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
            let who = if self.random[seat.index()] { " (random)" } else { "" };
            let style = crate::board_text::seat_style(seat);
            let arrow = if seat == viewer { '>' } else { ' ' };
            lines.push(format!("{arrow} {style} {seat} {style:#}{line}{FAINT}{who}{FAINT:#}"));
        }
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// The options that pass the filter, a page of them.
    pub(super) fn list(&mut self) -> Result<(), Failure> {
        let Some(decision) = self.session.decision() else { return Ok(()) };
        let filter = self.screen.filter.to_lowercase();
        let entries = self.entries(decision);
        let kept: Vec<&String> = entries.iter().filter(|e| e.to_lowercase().contains(&filter)).collect();
        let rows = self.out.room().1.map_or(PAGE, |r| r.saturating_sub(4).max(5));
        let wide = kept.iter().map(|e| e.chars().count()).max().unwrap_or(0) + 3;
        // Few options stand one below the other; many use the width there is.
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

    /// A line for each option, or for each place of a tile.
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
        keys.iter()
            .enumerate()
            .map(|(i, (pick, key))| {
                let about = self.about(decision, *pick);
                if about.is_empty() {
                    format!("{:>3}  {key}", i + 1)
                } else {
                    format!("{:>3}  {key:<wide$}  {about}", i + 1)
                }
            })
            .collect()
    }

    /// What an option means, in a few words: those that the pack has for it, and the feature that it is about.
    fn about(&self, decision: &Decision, pick: Pick) -> String {
        let words = self.words(decision, pick).map(str::to_owned);
        let shown = Some(self.target(decision, pick)).filter(|target| !target.is_empty());
        words.into_iter().chain(shown).collect::<Vec<_>>().join(": ")
    }

    /// The pack's text for an option: of the group in which a rule offers it, or of an answer to a question.
    fn words(&self, decision: &Decision, pick: Pick) -> Option<&str> {
        let (Pick::Choice(number), Options::Choices(choices, _)) = (pick, &decision.options) else { return None };
        let choice = choices.get(number as usize)?;
        let key = match &choice.group {
            Some(group) => format!("offer.{group}"),
            None => format!("ask.{}.{}", decision.ask, choice.key),
        };
        self.session.game().catalog().texts.get(&self.language, &key)
    }

    /// What an option is about.
    fn target(&self, decision: &Decision, pick: Pick) -> String {
        let game = self.session.game();
        match (pick, &decision.options) {
            (Pick::Deploy { segment, .. }, _) => self.feature(segment),
            (Pick::Choice(n), Options::Choices(choices, meanings)) => {
                if let Some(Some(Pick::Deploy { segment, .. })) = meanings.get(n as usize) {
                    return self.feature(*segment);
                }
                match choices.get(n as usize).map(|c| c.target) {
                    Some(Target::Segment(segment)) => self.feature(segment),
                    Some(Target::Figure(figure)) => match game.figure(figure).and_then(|f| f.place) {
                        Some(Place::Segment(segment)) => self.feature(segment),
                        _ => String::new(),
                    },
                    _ => String::new(),
                }
            }
            _ => String::new(),
        }
    }

    /// A feature in a few words: its name, its tiles, what is open.
    fn feature(&self, segment: u32) -> String {
        let game = self.session.game();
        let (board, catalog) = (game.board(), game.catalog());
        let terrain = self.name("terrain", &catalog.terrains.key(board.terrain(catalog, segment)));
        let tiles = counted(board.features().tiles(segment) as usize, "tile", "tiles");
        let state = if board.is_complete(catalog, segment) {
            ", complete".to_owned()
        } else {
            match board.features().open_sides(segment) {
                0 => String::new(),
                open => format!(", {open} open"),
            }
        };
        format!("{terrain} of {tiles}{state}")
    }

    /// The tile in play at each turn that fits on a cell.
    pub(super) fn show_turns(&mut self, cell: Cell, turns: &[u8]) -> Result<(), Failure> {
        let Some(Options::Placements { kind, .. }) = self.session.decision().map(|d| d.options.clone()) else {
            return Ok(());
        };
        let catalog = self.session.game().catalog().clone();
        write!(self.out, "{}", tile_turns(&catalog, kind, turns, self.columns(), self.out.exact_colours()))?;
        let keys: Vec<String> = turns.iter().map(|t| format!("{cell},{t}")).collect();
        writeln!(self.out, "It fits at {cell} in {} ways: type {}.", turns.len(), keys.join(" or "))?;
        Ok(())
    }

    /// Why points were given: the last ones, those of a number, or all.
    pub(super) fn why(&mut self, what: &str) -> Result<(), Failure> {
        let reasons = reasons(&self.session);
        let range = match (what, what.parse::<usize>()) {
            ("", _) => reasons.len().saturating_sub(1)..reasons.len(),
            ("all", _) => 0..reasons.len(),
            (_, Ok(n)) if (1..=reasons.len()).contains(&n) => n - 1..n,
            _ => {
                let last = reasons.len();
                let known =
                    if last == 0 { "none were given yet".to_owned() } else { format!("type `why 1` to `why {last}`") };
                writeln!(self.out, "There are no points of that number: {known}.")?;
                return Ok(());
            }
        };
        let mut text = String::new();
        for at in range {
            text.push_str(&unfolded(&reasons[at], at + 1, &self.session));
        }
        if text.is_empty() {
            text = "No points were given yet.\n".to_owned();
        }
        write!(self.out, "{text}")?;
        Ok(())
    }

    /// What is left to draw, and the hands, as the person who is asked may see them.
    pub(super) fn bag(&mut self) -> Result<(), Failure> {
        let viewer = self.viewer();
        let game = self.session.game();
        let (view, catalog) = (game.view(Some(viewer)), game.catalog());
        let shown = |seen: &Seen| match seen {
            Seen::Count(n) => counted(*n, "tile", "tiles"),
            Seen::Tiles(kinds) if kinds.is_empty() => "empty".to_owned(),
            Seen::Tiles(kinds) => {
                let mut counts: Vec<(String, usize)> = Vec::new();
                for kind in kinds {
                    let key = catalog.kinds.key(*kind);
                    match counts.iter_mut().find(|(k, _)| *k == key) {
                        Some((_, n)) => *n += 1,
                        None => counts.push((key, 1)),
                    }
                }
                let counts: Vec<String> =
                    counts.iter().map(|(k, n)| if *n == 1 { k.clone() } else { format!("{k} x{n}") }).collect();
                format!("{} ({})", counts.join(" "), counted(kinds.len(), "tile", "tiles"))
            }
        };
        let mut text = String::new();
        for id in catalog.bags.ids() {
            text.push_str(&format!("{}: {}\n", self.name("bag", &catalog.bags.key(id)), shown(&view.bag(id))));
        }
        for seat in game.seats_from(Seat(0)).filter(|&s| game.hand(s).next().is_some()) {
            text.push_str(&format!("hand of seat {seat}: {}\n", shown(&view.hand(seat))));
        }
        if !game.set_aside().is_empty() {
            text.push_str(&format!("set aside: {}\n", shown(&Seen::Tiles(game.set_aside().to_vec()))));
        }
        write!(self.out, "{text}")?;
        Ok(())
    }

    /// Final scores, with what they came from.
    pub(super) fn show_result(&mut self) -> Result<(), Failure> {
        let game = self.session.game();
        let catalog = game.catalog();
        let best = game.scores().iter().max().copied().unwrap_or(0);
        let winners = game.scores().iter().filter(|&&s| s == best).count();
        let mut lines = Vec::new();
        for seat in game.seats_from(Seat(0)) {
            let points = game.scores()[seat.index()];
            let parts =
                catalog.score_kinds.ids().map(|id| (catalog.score_kinds.key(id), game.booked(id)[seat.index()]));
            let parts: Vec<String> = parts.filter(|(_, n)| *n != 0).map(|(kind, n)| format!("{kind} {n}")).collect();
            let won = match (points == best, winners) {
                (true, 1) => "  wins",
                (true, _) => "  shares the win",
                (false, _) => "",
            };
            lines.push(format!(
                "  seat {seat}  {STRONG}{points:>4}{STRONG:#}{won}   {FAINT}{}{FAINT:#}",
                parts.join(", ")
            ));
        }
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }
}

/// The kinds of tile that a decision is about, to be drawn with their numbers.
fn kinds_to_choose(catalog: &Catalog, decision: &Decision) -> Vec<(TileKindId, u8, String)> {
    let kinds: Vec<Option<TileKindId>> = match &decision.options {
        Options::Kinds(kinds) => kinds.iter().copied().map(Some).collect(),
        Options::Choices(choices, _) => {
            choices.iter().map(|c| if let Target::Kind(kind) = c.target { Some(kind) } else { None }).collect()
        }
        _ => Vec::new(),
    };
    let numbered = (1..).zip(kinds).filter_map(|(n, kind)| Some((n, kind?)));
    numbered.map(|(n, kind)| (kind, 0, format!("{n} {}", catalog.kinds.key(kind)))).collect()
}

/// The tile on whose parts a figure may be put, with the first option's number on each of them.
fn parts_to_choose(game: &Game, decision: &Decision) -> Option<(Turned, SegmentMarks)> {
    let features = game.board().features();
    let mut marks = SegmentMarks::new();
    let mut tile = None;
    for (number, pick) in (1..).zip(decision.options.iter(game)) {
        let meaning = match (pick, &decision.options) {
            (Pick::Choice(n), Options::Choices(_, meanings)) => meanings.get(n as usize).copied().flatten(),
            _ => Some(pick),
        };
        let Some(Pick::Deploy { segment, .. }) = meaning else { continue };
        tile = Some(features.tile_of(segment));
        let local = features.local_of(segment);
        if !marks.iter().any(|(known, _)| *known == local) {
            marks.push((local, number.to_string()));
        }
    }
    let placed = game.board().tiles().get(tile? as usize)?;
    Some(((placed.kind, placed.turn), marks))
}

/// What stands in the zones beside the board.
fn zones(game: &Game) -> Vec<String> {
    let catalog = game.catalog();
    let mut lines = Vec::new();
    for zone in catalog.zones.ids() {
        let here = game.figures().filter_map(|(_, f)| match f.place {
            Some(Place::Zone(z, slot)) if z.index() == zone.index() => {
                let slot = if slot == 0 { String::new() } else { format!(" in {slot}") };
                Some(format!("{} of seat {}{slot}", catalog.figures.key(f.kind), f.seat))
            }
            _ => None,
        });
        let here: Vec<String> = here.collect();
        if !here.is_empty() {
            lines.push(format!("{}: {}", catalog.zones.key(zone), here.join(", ")));
        }
    }
    lines
}
