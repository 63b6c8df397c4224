//! Finds the names of things in a game: from texts of the packs, or else from ids.

use std::collections::BTreeSet;
use tilewright_core::catalog::id::{EdgeTypeId, FigureId, TerrainId, TileKindId, ZoneId};
use tilewright_core::catalog::lattice::{Side, Turn};

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Pick};
use tilewright_core::state::effect::Place;
use tilewright_core::state::question::Target;
use tilewright_core::state::view::{Public, View};
use tilewright_wording::narration::degrees;
use tilewright_wording::sentences::{SentenceStyle, Sentences};
use tilewright_wording::words::Words;

use crate::html::foreign;
use crate::words::Own;

/// Style of sentences in HTML.
struct Html;

impl SentenceStyle for Html {
    fn name(&self, name: &str) -> String {
        foreign(name)
    }
}

/// Names in one language.
#[derive(Clone, Copy)]
pub(crate) struct Naming<'c> {
    /// Catalog with the things to name.
    pub(crate) catalog: &'c Catalog,
    /// Language of the packs' texts.
    pub(crate) language: &'c str,
    /// Words of the page itself.
    pub(crate) own: Own,
}

impl<'c> Naming<'c> {
    /// Creates the names for a catalog in a language.
    pub(crate) fn new(catalog: &'c Catalog, language: &'c str) -> Naming<'c> {
        Naming { catalog, language, own: Own::new(language) }
    }

    /// Returns the sentences about games, as HTML.
    pub(crate) fn sentences(&self) -> Sentences<'static> {
        Sentences::new(self.language, &Html)
    }

    fn with<T>(&self, say: impl FnOnce(Words<'_>) -> T) -> T {
        let own = self.own;
        let seat = |seat: Seat| own.seat(seat);
        say(Words::new(self.catalog, self.language, &seat))
    }

    /// Returns the name of a thing; `sort` is its kind, such as `token`.
    pub(crate) fn name(&self, sort: &str, id: &str) -> String {
        self.with(|words| words.name(sort, id))
    }

    /// Returns a text of the packs; `None` if they do not have it.
    pub(crate) fn text(&self, key: &str) -> Option<&'c str> {
        self.catalog.texts.get(self.language, key)
    }

    /// Returns the text of a question.
    pub(crate) fn question(&self, pack: Option<&str>, ask: &str) -> String {
        self.with(|words| words.question(pack, ask))
    }

    /// Lists the numbers of a counter with keys that the view may know; `None` if there are none.
    pub(crate) fn keyed_numbers(
        &self,
        view: View<'_>,
        counter: tilewright_core::catalog::id::CounterId,
    ) -> Option<String> {
        self.with(|words| words.keyed_numbers(view, counter))
    }

    /// Returns the name of a kind of tile.
    pub(crate) fn tile(&self, kind: TileKindId) -> String {
        self.with(|words| words.tile(kind).name)
    }

    /// Returns the explanation of a kind of tile; `None` if the packs have no such text.
    pub(crate) fn tile_help(&self, kind: TileKindId) -> Option<String> {
        self.with(|words| words.tile_help(kind))
    }

    /// Returns the name of a figure off the board, with its number and its seat: `Price tag 5 (Seat 2)`.
    pub(crate) fn figure_beside(&self, public: Public<'_>, number: FigureId) -> String {
        let seat = public.figure(number).map_or_else(String::new, |figure| self.own.seat(figure.seat));
        format!("{} ({seat})", self.with(|words| words.numbered_figure(public, number)))
    }

    /// Lists the slots of a zone if some have numbers; otherwise returns an empty text.
    pub(crate) fn numbered_slots(&self, public: Public<'_>, zone: ZoneId) -> String {
        let mut slots = 1..=self.catalog.zones[zone].slots;
        match slots.any(|slot| public.number_on_slot(zone, slot).is_some()) {
            true => self.with(|words| words.slots(public, zone)),
            false => String::new(),
        }
    }

    fn terrain(&self, terrain: TerrainId) -> String {
        self.name("terrain", &self.catalog.terrains.key(terrain))
    }

    /// Describes the sides of a rotated tile and the other parts on it.
    pub(crate) fn shows(&self, kind: TileKindId, turn: Turn) -> String {
        let catalog = self.catalog;
        let sides = catalog.lattice.side_names();
        let faces = catalog.faces(kind, turn);
        let mut said: Vec<String> = Vec::new();
        for (face, cell) in faces.iter().zip(&catalog.kinds[kind].cells) {
            let shown = |&side: &Side| catalog.lattice.shows(cell.offset, side, turn);
            // Sides that show the same are listed together.
            let mut groups: Vec<(EdgeTypeId, Vec<&str>)> = Vec::new();
            for side in catalog.lattice.sides().filter(shown) {
                let (side, edge) = (side.index(), face.edge(side));
                match groups.iter_mut().find(|group| group.0 == edge) {
                    Some(group) => group.1.push(sides[side]),
                    None => groups.push((edge, vec![sides[side]])),
                }
            }
            said.extend(groups.into_iter().map(|(edge, sides)| format!("{} {}", sides.join(" "), self.edge(edge))));
        }
        let spec = &catalog.kinds[kind];
        let sites = spec.segments.iter().filter(|s| s.ports.is_empty()).map(|s| self.terrain(s.terrain));
        let tags = spec.segments.iter().flat_map(|s| &s.tags).chain(&spec.tags);
        let tags = tags.filter(|(tag, _)| catalog.tags[*tag].look.as_ref().is_some_and(|l| l.picture.is_some()));
        let tags = self.with(|words| words.tags(tags.copied()));
        let inside: Vec<String> = sites.chain(Some(tags).filter(|tags| !tags.is_empty())).collect();
        if !inside.is_empty() {
            said.push(self.own.text("with", &[&inside.join(", ")]));
        }
        said.join("; ")
    }

    /// Describes a side: the paths and areas that reach it, or the ground if there are none.
    fn edge(&self, edge: EdgeTypeId) -> String {
        let ports = &self.catalog.edges[edge].ports;
        let drawn: BTreeSet<TerrainId> = ports.iter().copied().filter(|t| !self.catalog.terrains[*t].ground).collect();
        let shown = if drawn.is_empty() { ports.iter().copied().collect() } else { drawn };
        let names: Vec<String> = shown.into_iter().map(|terrain| self.terrain(terrain)).collect();
        names.join("/")
    }

    /// Describes a rotation in degrees.
    pub(crate) fn turn(&self, turn: Turn) -> String {
        self.sentences().rotation(degrees(self.catalog.lattice, turn))
    }

    /// Describes the place of a figure or a token.
    pub(crate) fn place(&self, game: &Game, place: Place) -> String {
        self.with(|words| words.place(game, place))
    }

    /// Describes a chosen option in a few words.
    pub(crate) fn choice(&self, game: &Game, decision: &Decision, pick: Pick) -> String {
        let options = &decision.options;
        let about = |target, said: &str| match (options.of_step(pick), target) {
            (Some(Pick::Pass), _) if said.is_empty() => self.own.get("nothing").to_owned(),
            (Some(Pick::Placement { cell, turn }), _) => format!("{cell}, {}", self.turn(turn)),
            (_, Target::Figure(number)) => self.figure(game, number),
            // The drawn tile already shows which stack was chosen.
            (_, Target::Bag(_)) => String::new(),
            (_, target) => self.with(|words| words.target(game, target, said)),
        };
        self.with(|words| words.in_full(game, decision, pick, about))
    }

    /// Returns the explanation of an option; `None` if the packs have no such text.
    pub(crate) fn option_help(&self, game: &Game, decision: &Decision, pick: Pick) -> Option<String> {
        self.with(|words| words.option_help(game, decision, pick))
    }

    /// Describes a figure: its seat, its kind and its place.
    pub(crate) fn figure(&self, game: &Game, number: FigureId) -> String {
        let Some(figure) = game.figure(number) else { return String::new() };
        let kind = self.with(|words| words.figure_at(game.board(), figure.kind, figure.place).name);
        let at = figure.place.map_or_else(String::new, |place| self.place(game, place));
        self.own.text("on-place", &[&self.own.seat(figure.seat), &kind, &at])
    }
}
