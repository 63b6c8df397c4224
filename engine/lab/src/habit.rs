//! Restricts the play of bots: options that a bot never takes, or always takes where they are offered.
//!
//! A restriction names something that an option is about, in terms that all games share: a figure, a terrain, a tag, a
//! tile, a rule, a pack, or an answer.

use std::fmt;
use std::sync::Arc;

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::{TagId, TileKindId};
use tilewright_core::diag::nearest;
use tilewright_core::machine::rules::Rules;
use tilewright_core::state::Game;
use tilewright_core::state::decision::{Decision, Options, Pick};
use tilewright_core::state::question::Target;
use tilewright_kit::error::KitError;

use crate::choice_kind::{ChoiceKind, choice_kind};

/// Kind of a thing that an option can be about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AspectKind {
    /// Kind of figure that an option deploys, or that it chooses on the board.
    Figure,
    /// Terrain of the feature that an option chooses.
    Terrain,
    /// Tag of the feature or the tile that an option chooses.
    Tag,
    /// Kind of tile that an option chooses.
    Tile,
    /// Rule that adds an option.
    Rule,
    /// Decision and name of an answer, such as `deploy.pass`.
    Answer,
    /// Pack that declares the figure or tile of an option, or whose rule adds the option.
    Pack,
}

impl AspectKind {
    /// Kinds with a word before the name of the thing, as in `figures.guard`. Only packs have no such word.
    pub const NAMED: [(AspectKind, &'static str); 6] = [
        (AspectKind::Figure, "figures"),
        (AspectKind::Terrain, "terrains"),
        (AspectKind::Tag, "tags"),
        (AspectKind::Tile, "tiles"),
        (AspectKind::Rule, "rules"),
        (AspectKind::Answer, "answers"),
    ];

    /// Returns the noun for a message.
    fn noun(self) -> &'static str {
        match self {
            AspectKind::Figure => "figure",
            AspectKind::Terrain => "terrain",
            AspectKind::Tag => "tag",
            AspectKind::Tile => "tile",
            AspectKind::Rule => "rule",
            AspectKind::Answer => "answer",
            AspectKind::Pack => "pack",
        }
    }
}

/// Thing that options can be about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Aspect {
    /// Kind of the thing.
    pub kind: AspectKind,
    /// Name without its pack. The name of an answer can begin with its decision: `deploy.pass`.
    pub name: Arc<str>,
}

/// Message about a text that is not an aspect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AspectError(String);

impl fmt::Display for AspectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AspectError {}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match AspectKind::NAMED.iter().find(|(kind, _)| *kind == self.kind) {
            Some((_, word)) => write!(f, "{word}.{}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl Aspect {
    /// Parses the text that [`Aspect`] is formatted as.
    ///
    /// # Errors
    /// There is no such kind of aspect, or the name is missing.
    pub(crate) fn parse(text: &str) -> Result<Aspect, AspectError> {
        let Some((word, name)) = text.split_once('.') else {
            return Ok(Aspect { kind: AspectKind::Pack, name: text.into() });
        };
        let words = AspectKind::NAMED.iter().map(|(_, word)| *word);
        let known = AspectKind::NAMED.iter().find(|(_, known)| *known == word);
        let &(kind, _) = known.ok_or_else(|| match nearest(word, words.clone()) {
            Some(meant) => AspectError(format!("options are not about `{word}`; did you mean `{meant}`?")),
            None => {
                let words: Vec<&str> = words.collect();
                AspectError(format!("options are not about `{word}`, but about {}", words.join(", ")))
            }
        })?;
        if name.is_empty() {
            return Err(AspectError(format!("`{text}` needs a name after the dot")));
        }
        Ok(Aspect { kind, name: name.into() })
    }

    /// Checks that the packs have the thing. Answers are not checked, because rules create them during a game.
    ///
    /// # Errors
    /// The packs do not have it.
    fn check(&self, catalog: &Catalog) -> Result<(), KitError> {
        let modules = || catalog.modules.iter().map(|module| module.name());
        let known: Vec<String> = match self.kind {
            AspectKind::Answer => return Ok(()),
            AspectKind::Pack => catalog.packs.iter().map(|pack| pack.id.to_string()).collect(),
            AspectKind::Figure => catalog.figures.known_names().map(str::to_owned).collect(),
            AspectKind::Terrain => catalog.terrains.known_names().map(str::to_owned).collect(),
            AspectKind::Tag => catalog.tags.known_names().map(str::to_owned).collect(),
            AspectKind::Tile => catalog.kinds.known_names().map(str::to_owned).collect(),
            AspectKind::Rule => modules().map(|name| local(&name).to_owned()).collect(),
        };
        if known.iter().any(|name| **name == *self.name) {
            return Ok(());
        }
        let meant = nearest(&self.name, known.iter().map(|name| &**name)).map(str::to_owned);
        let name = self.name.to_string();
        Err(match self.kind {
            AspectKind::Pack => KitError::NoPack { name, meant, looked: Vec::new() },
            kind => KitError::NoPart { kind: kind.noun(), name, meant },
        })
    }

    /// True if this is a thing of an option, of the given kind and with the given name.
    fn is(&self, kind: AspectKind, name: &str) -> bool {
        let is_end = || name.strip_suffix(&*self.name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        kind == self.kind && if kind == AspectKind::Answer { is_end() } else { *name == *self.name }
    }
}

/// Restriction of a bot. It has no effect in a decision where it would leave no option.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Habit {
    /// Options about this thing are never taken.
    Never(Aspect),
    /// Options about this thing are taken wherever there are any.
    Always(Aspect),
}

impl Habit {
    /// Words for the two forms, in the name of a bot.
    pub(crate) const WORDS: [&'static str; 2] = ["never", "always"];

    /// Creates the habit that a word of [`Habit::WORDS`] names; `None` for other words.
    pub(crate) fn with(word: &str, aspect: Aspect) -> Option<Habit> {
        let form = Habit::WORDS.iter().position(|known| *known == word)?;
        Some([Habit::Never, Habit::Always][form](aspect))
    }

    /// Returns the thing that the habit is about.
    pub fn aspect(&self) -> &Aspect {
        let (Habit::Never(aspect) | Habit::Always(aspect)) = self;
        aspect
    }

    fn keeps_matches(&self) -> bool {
        matches!(self, Habit::Always(_))
    }
}

impl fmt::Display for Habit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", Habit::WORDS[usize::from(self.keeps_matches())], self.aspect())
    }
}

/// Checks that the packs have the aspects of habits.
///
/// # Errors
/// The packs do not have one of them.
pub(crate) fn check_habits(habits: &[Habit], catalog: &Catalog) -> Result<(), KitError> {
    habits.iter().try_for_each(|habit| habit.aspect().check(catalog))
}

/// Returns the numbers of the options that habits allow, in order. A habit that would leave no option has no effect.
pub(crate) fn allowed_options(habits: &[Habit], rules: &dyn Rules, game: &Game, decision: &Decision) -> Vec<u32> {
    let mut allowed: Vec<u32> = (0..decision.options.count()).collect();
    // Placements of a tile have no aspects.
    if matches!(decision.options, Options::Placements { .. }) {
        return allowed;
    }
    for habit in habits {
        let matches = |&&number: &&u32| {
            let Some(pick) = decision.options.get(game, number) else { return !habit.keeps_matches() };
            let mut is_about = false;
            let option = OptionContext { rules, game, decision, pick };
            option.each_aspect(Some(habit.aspect().kind), &mut |kind, name| is_about |= habit.aspect().is(kind, name));
            is_about == habit.keeps_matches()
        };
        let left: Vec<u32> = allowed.iter().filter(matches).copied().collect();
        if !left.is_empty() {
            allowed = left;
        }
    }
    allowed
}

/// Option of a waiting decision.
#[derive(Clone, Copy)]
pub(crate) struct OptionContext<'a> {
    pub(crate) rules: &'a dyn Rules,
    pub(crate) game: &'a Game,
    pub(crate) decision: &'a Decision,
    pub(crate) pick: Pick,
}

impl OptionContext<'_> {
    /// Calls `see` with each aspect of the option, or with each aspect of one kind.
    pub(crate) fn each_aspect(&self, only: Option<AspectKind>, see: &mut dyn FnMut(AspectKind, &str)) {
        let OptionContext { game, decision, pick, .. } = *self;
        let (catalog, options) = (game.catalog(), &decision.options);
        let Some(kind) = choice_kind(game, options, pick) else { return };
        let wants = |kind| only.is_none_or(|only| only == kind);
        let target = options.target(game, pick);
        let figure = match (&kind, target) {
            (ChoiceKind::Figure(figure, _) | ChoiceKind::Standing(figure), _) => Some(*figure),
            (_, Target::Figure(figure)) => game.figure(figure).map(|figure| figure.kind),
            _ => None,
        };
        if let Some(figure) = figure.filter(|_| wants(AspectKind::Figure)) {
            see(AspectKind::Figure, &catalog.figures.name(figure).local);
        }
        if let ChoiceKind::Kind(tile) | ChoiceKind::On(tile) = kind {
            if wants(AspectKind::Tile) {
                see(AspectKind::Tile, &catalog.kinds.name(tile).local);
            }
            self.each_tag(wants(AspectKind::Tag), &|tag| has_tag(catalog, tile, tag), see);
        }
        if let Target::Segment(segment) = target {
            if wants(AspectKind::Terrain) {
                see(AspectKind::Terrain, &catalog.terrains.name(game.board().terrain(segment)).local);
            }
            let is_tagged = |tag| game.board().tagged_segments(segment, tag) > 0;
            self.each_tag(wants(AspectKind::Tag), &is_tagged, see);
        }
        if wants(AspectKind::Answer)
            && let Some(name) = answer_name(&kind, catalog)
        {
            see(AspectKind::Answer, &format!("{}.{name}", decision.ask));
        }
        if wants(AspectKind::Rule) || wants(AspectKind::Pack) {
            self.each_origin(&wants, see);
        }
    }

    fn each_tag(&self, is_wanted: bool, has: &dyn Fn(TagId) -> bool, see: &mut dyn FnMut(AspectKind, &str)) {
        let tags = &self.game.catalog().tags;
        for tag in tags.ids().filter(|tag| is_wanted && has(*tag)) {
            see(AspectKind::Tag, &tags.name(tag).local);
        }
    }

    /// Calls `see` with the rule that added the option, and with the pack of that rule, or of the figure or tile.
    fn each_origin(&self, wants: &dyn Fn(AspectKind) -> bool, see: &mut dyn FnMut(AspectKind, &str)) {
        let (catalog, options) = (self.game.catalog(), &self.decision.options);
        let mut see = |kind, name: &str| {
            if wants(kind) {
                see(kind, name);
            }
        };
        match options.of_step(self.pick) {
            Some(Pick::Deploy { figure, .. }) => see(AspectKind::Pack, &catalog.figures.name(figure).pack),
            Some(Pick::Kind(kind) | Pick::Face(kind)) => see(AspectKind::Pack, &catalog.kinds.name(kind).pack),
            Some(_) => {}
            None => {
                let group = options.meaning(self.pick).and_then(|meaning| meaning.group().cloned());
                let added = group.and_then(|group| self.rules.hooks().chosen.get(&(self.decision.ask.clone(), group)));
                let origin = added.and_then(|handler| self.rules.registration(*handler));
                let module = origin.and_then(|(origin, _)| catalog.modules.get(usize::from(origin.module)));
                if let Some(module) = module {
                    see(AspectKind::Pack, &module.pack);
                    see(AspectKind::Rule, local(&module.name()));
                }
            }
        }
    }
}

/// Returns the part of a name after the pack.
fn local(name: &str) -> &str {
    name.split_once(':').map_or(name, |(_, local)| local)
}

fn has_tag(catalog: &Catalog, tile: TileKindId, tag: TagId) -> bool {
    catalog.kinds.get(tile).is_some_and(|kind| kind.has_tag(tag))
}

/// Returns the name of an answer within its decision; `None` for options with only other aspects, and for answers with
/// signs that separate the parts of names and lists of bots.
fn answer_name(kind: &ChoiceKind, catalog: &Catalog) -> Option<String> {
    let name = match kind {
        ChoiceKind::Pass | ChoiceKind::Group(_) | ChoiceKind::Text(_) | ChoiceKind::Number(_) | ChoiceKind::Bag(_) => {
            kind.text(catalog)
        }
        _ => return None,
    };
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    // The names of groups may have blanks, as in the name of a recall.
    let name = name.replace(' ', "_");
    (!name.is_empty() && name.chars().all(is_plain)).then_some(name)
}
