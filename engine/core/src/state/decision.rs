//! Decisions: a seat and its options. Options are an ordered view that is listed only on request.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::catalog::id::{Root, TileKindId};
use crate::catalog::lattice::{Cell, Plane, Planes, Turn, Turns};
use crate::state::effect::Place;
use crate::state::game::Game;
pub use crate::state::options::{Decision, Deployable, Options, Pick, Remaining};
use crate::state::options::{Listed, Meaning, OptionKey, Target};

/// Name of the question for the face of a tile that may be placed either way up.
pub const FACE: &str = "face";

/// Options of a decision while rules amend them. They are not listed until an offer reads them.
#[derive(Debug, Default)]
pub struct Amended {
    list: Vec<Listed>,
    is_listed: bool,
}

impl Amended {
    /// Creates a value from given options, independent of the decision in the game.
    pub(crate) fn from_list(list: Vec<Listed>) -> Amended {
        Amended { list, is_listed: true }
    }

    /// Returns the options so far, for changes. The first call lists the options of the waiting decision.
    pub fn list(&mut self, game: &Game) -> &mut Vec<Listed> {
        if !self.is_listed {
            self.is_listed = true;
            if let Some(decision) = &game.run.decision {
                self.list = decision.options.to_list(game);
            }
        }
        &mut self.list
    }

    /// Returns the number of options so far.
    pub fn count(&self, game: &Game) -> usize {
        match &game.run.decision {
            Some(decision) if !self.is_listed => decision.options.count() as usize,
            _ => self.list.len(),
        }
    }

    /// Removes all placements except those on some cells.
    pub fn only_at(&mut self, game: &Game, cells: &[Cell]) {
        // A single cell is looked up directly, without a list of all placements.
        if let (false, [cell], Some(Options::Placements { kind, planes, left: Remaining::All, .. })) =
            (self.is_listed, cells, game.run.decision.as_ref().map(|decision| &decision.options))
        {
            self.is_listed = true;
            let is_open = planes.contains(cell.plane());
            let turns = if is_open { game.position.board.turns_at(*kind, *cell) } else { Turns::NONE };
            self.list.extend(turns.iter().map(|turn| Listed {
                key: OptionKey::Pick(Pick::Placement { cell: *cell, turn }),
                target: Target::Cell(*cell),
                meaning: Meaning::Step(Pick::Placement { cell: *cell, turn }),
                secret: false,
                wording: None,
            }));
            return;
        }
        self.list(game).retain(|option| match option.meaning.of_step() {
            Some(Pick::Placement { cell, .. }) => cells.contains(&cell),
            _ => true,
        });
    }

    /// Returns the options so far, if an offer has read them.
    pub(crate) fn known_list(&self) -> Option<&[Listed]> {
        self.is_listed.then_some(&*self.list)
    }

    /// Like [`Amended::known_list`], by value.
    pub(crate) fn into_list(self) -> Option<Vec<Listed>> {
        self.is_listed.then_some(self.list)
    }
}

impl Target {
    /// Returns the place on the board; `None` if the target has none.
    pub fn place(self, game: &Game) -> Option<Place> {
        match self {
            Target::Segment(segment) => Some(Place::Segment(segment)),
            Target::Cell(cell) => Some(Place::Cell(cell)),
            Target::Joint(joint) => Some(Place::Joint(joint)),
            Target::Figure(figure) => game.figure(figure)?.place.filter(|at| !matches!(at, Place::Zone(..))),
            Target::None | Target::Number(_) | Target::Kind(_) | Target::Bag(_) | Target::Slot(..) => None,
        }
    }
}

impl Options {
    /// Returns true if these are placements of a kind, with the same permission to lack neighbours.
    pub(crate) fn is_placing(&self, wanted: TileKindId, freely: bool) -> bool {
        matches!(self, Options::Placements { kind, free, .. } if (*kind, *free) == (wanted, freely))
    }

    /// Returns the number of options.
    #[inline]
    pub fn count(&self) -> u32 {
        match self {
            Options::Placements { count, .. } | Options::Deploy { count, .. } => *count,
            others => others.count_others(),
        }
    }

    /// Counts options that are not about a tile in play.
    fn count_others(&self) -> u32 {
        match self {
            Options::Placements { count, .. } | Options::Deploy { count, .. } => *count,
            Options::Kinds(kinds) => kinds.len() as u32,
            Options::Faces(faces) => faces.len() as u32,
            Options::List(list) => list.len() as u32,
            Options::Features { before, features } => (before.len() * features.count()) as u32,
        }
    }

    /// Returns the option with a number below the count.
    #[inline]
    pub fn get(&self, game: &Game, index: u32) -> Option<Pick> {
        match self {
            Options::Placements { kind, planes, left, count, .. } => {
                let (cell, turn) = match left {
                    Remaining::All => game.position.board.get_placement(*kind, *planes, index)?,
                    Remaining::Except(except) => get_but(game, *kind, *planes, except, index, *count)?,
                    Remaining::Only(only) => *only.get(index as usize)?,
                };
                Some(Pick::Placement { cell, turn })
            }
            Options::Deploy { base, figures, .. } => {
                let mut index = index;
                for choice in figures {
                    let count = choice.segments.count_ones();
                    if index < count {
                        let mut left = choice.segments;
                        for _ in 0..index {
                            left &= left - 1;
                        }
                        return Some(Pick::Deploy { figure: choice.figure, segment: base.plus(left.trailing_zeros()) });
                    }
                    index -= count;
                }
                (index == 0).then_some(Pick::Pass)
            }
            Options::Kinds(kinds) => kinds.get(index as usize).map(|&k| Pick::Kind(k)),
            Options::Faces(faces) => faces.get(index as usize).map(|&face| Pick::Face(face)),
            Options::List(_) | Options::Features { .. } => (index < self.count()).then_some(Pick::Listed(index)),
        }
    }

    /// Returns the number of the option to pass; `None` if the seat has to act.
    pub fn passing(&self) -> Option<u32> {
        match self {
            Options::Deploy { count, .. } => Some(count - 1),
            Options::List(list) => {
                list.iter().rposition(|listed| listed.meaning == Meaning::Step(Pick::Pass)).map(|at| at as u32)
            }
            Options::Placements { .. } | Options::Kinds(_) | Options::Faces(_) | Options::Features { .. } => None,
        }
    }

    /// Returns all options in order.
    pub fn iter<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = Pick> + 'a {
        (0..self.count()).filter_map(move |i| self.get(game, i))
    }

    /// Returns true if a pick is one of the options.
    pub fn contains(&self, game: &Game, pick: Pick) -> bool {
        match (self, pick) {
            (Options::Placements { left: Remaining::Only(only), .. }, Pick::Placement { cell, turn }) => {
                only.contains(&(cell, turn))
            }
            (Options::Placements { left: Remaining::Except(except), .. }, Pick::Placement { cell, turn })
                if except.contains(&(cell, turn)) =>
            {
                false
            }
            (Options::Placements { kind, planes, .. }, Pick::Placement { cell, turn }) => {
                planes.contains(cell.plane()) && game.position.board.turns_at(*kind, cell).contains(turn)
            }
            (Options::Deploy { base, figures, .. }, Pick::Deploy { figure, segment }) => figures.iter().any(|f| {
                f.figure == figure
                    && segment.offset_from(*base).is_some_and(|local| local < 32 && f.segments >> local & 1 == 1)
            }),
            (Options::Deploy { .. }, Pick::Pass) => true,
            (Options::Kinds(kinds), Pick::Kind(kind)) => kinds.contains(&kind),
            (Options::Faces(faces), Pick::Face(face)) => faces.contains(&face),
            (Options::List(_) | Options::Features { .. }, Pick::Listed(n)) => n < self.count(),
            _ => false,
        }
    }

    /// Returns the list entry of an option; `None` if the options are not a list.
    pub fn list_entry(&self, game: &Game, pick: Pick) -> Option<Cow<'_, Listed>> {
        let Pick::Listed(number) = pick else { return None };
        match self {
            Options::List(list) => list.get(number as usize).map(Cow::Borrowed),
            Options::Features { before, features } => {
                let before = before.get((number as usize).checked_div(features.count())?)?;
                Some(Cow::Owned(of_feature(game, before, features.of_option(number)?, number)))
            }
            _ => None,
        }
    }

    /// Returns the feature of an option of [`Options::Features`]; `None` for other options.
    pub fn feature(&self, pick: Pick) -> Option<Root> {
        match (self, pick) {
            (Options::Features { features, .. }, Pick::Listed(number)) => features.of_option(number),
            _ => None,
        }
    }

    /// Returns the consequence of choosing an option; `None` for a number outside of the list.
    #[inline]
    pub fn meaning(&self, pick: Pick) -> Option<Meaning> {
        match pick {
            Pick::Listed(number) => self.meaning_of_listed(number),
            _ => Some(Meaning::Step(pick)),
        }
    }

    fn meaning_of_listed(&self, number: u32) -> Option<Meaning> {
        match self {
            Options::List(list) => list.get(number as usize).map(|listed| listed.meaning.clone()),
            Options::Features { .. } => (number < self.count()).then_some(Meaning::Script(number)),
            _ => None,
        }
    }

    /// Returns the pick that the asking step receives, even if rules have changed the options; `None` for
    /// options that rules added.
    #[inline]
    pub fn of_step(&self, pick: Pick) -> Option<Pick> {
        match pick {
            Pick::Listed(number) => match self {
                Options::List(list) => list.get(number as usize)?.meaning.of_step(),
                _ => None,
            },
            _ => Some(pick),
        }
    }

    /// Returns the subject of an option. A segment or a figure that no longer exists results in [`Target::None`].
    pub fn target(&self, game: &Game, pick: Pick) -> Target {
        let target = match pick {
            Pick::Placement { cell, .. } => Target::Cell(cell),
            Pick::Deploy { segment, .. } => Target::Segment(segment),
            Pick::Kind(kind) | Pick::Face(kind) => Target::Kind(kind),
            Pick::Pass => Target::None,
            Pick::Listed(_) => self.list_entry(game, pick).map_or(Target::None, |listed| listed.target),
        };
        let there = match target {
            Target::Segment(segment) => game.position.board.features.is_there(segment),
            Target::Figure(figure) => game.figure(figure).is_some(),
            _ => true,
        };
        if there { target } else { Target::None }
    }

    /// Returns the placement of the tile in play that an option stands for. This is an option of the step, or an option
    /// of a rule whose target is a cell and whose key is that of a placement there.
    pub fn placement(&self, pick: Pick) -> Option<(Cell, Turn)> {
        if let Some(Pick::Placement { cell, turn }) = self.of_step(pick) {
            return Some((cell, turn));
        }
        let (Options::List(list), Pick::Listed(number)) = (self, pick) else { return None };
        let Listed { key, target: Target::Cell(cell), .. } = list.get(number as usize)? else { return None };
        match key {
            OptionKey::Pick(Pick::Placement { cell, turn }) => Some((*cell, *turn)),
            OptionKey::Text(text) => {
                let turn = text.strip_prefix(&cell.to_string())?.strip_prefix(',')?.parse().ok()?;
                Some((*cell, Turn(turn)))
            }
            _ => None,
        }
    }

    /// Returns the number of options that are placements of the step.
    #[inline]
    pub fn count_placements(&self) -> u32 {
        match self {
            Options::Placements { count, .. } => *count,
            Options::List(list) => count_placements_in(list),
            Options::Deploy { .. } | Options::Kinds(_) | Options::Faces(_) | Options::Features { .. } => 0,
        }
    }

    /// Returns the stable, readable key of an option.
    pub fn key(&self, game: &Game, pick: Pick) -> String {
        self.list_entry(game, pick).map_or_else(|| game.pick_key(pick), |listed| listed.key.text(game).into_owned())
    }

    /// Returns all options as a list, which is borrowed if it exists already.
    pub fn all(&self, game: &Game) -> Cow<'_, [Listed]> {
        if let Options::List(list) = self { Cow::Borrowed(list) } else { Cow::Owned(self.to_list(game)) }
    }

    /// Returns all options as a new list, for rules that change it.
    pub(crate) fn to_list(&self, game: &Game) -> Vec<Listed> {
        if let Options::List(list) = self {
            return list.clone();
        }
        let listed = |pick| Listed {
            key: OptionKey::Pick(pick),
            target: self.target(game, pick),
            meaning: Meaning::Step(pick),
            secret: false,
            wording: None,
        };
        // Rules that change the list mostly add a few options.
        let mut list = Vec::with_capacity(self.count() as usize + 8);
        match self {
            Options::Placements { left: Remaining::Only(_) | Remaining::Except(_), .. } => {
                list.extend(self.iter(game).map(listed));
            }
            Options::Placements { kind, planes, .. } => {
                game.position
                    .board
                    .each_placement(*kind, *planes, |cell, turn| list.push(listed(Pick::Placement { cell, turn })));
            }
            Options::Deploy { base, figures, .. } => {
                for choice in figures {
                    let mut left = choice.segments;
                    while left != 0 {
                        let segment = base.plus(left.trailing_zeros());
                        left &= left - 1;
                        list.push(listed(Pick::Deploy { figure: choice.figure, segment }));
                    }
                }
                list.push(listed(Pick::Pass));
            }
            Options::Features { before, features } => {
                let roots = features.clone().list();
                let places = before.iter().flat_map(|before| roots.iter().map(move |&root| (before, root)));
                list.extend((0..).zip(places).map(|(number, (before, root))| of_feature(game, before, root, number)));
            }
            Options::Kinds(_) | Options::Faces(_) | Options::List(_) => list.extend(self.iter(game).map(listed)),
        }
        list
    }

    /// Finds the option with a key.
    pub fn find(&self, game: &Game, key: &str) -> Option<Pick> {
        match self {
            Options::Placements { .. } => {
                let (first, rest) = leading_number(key.as_bytes())?;
                let (plane, x, rest) = match rest.strip_prefix(b"/") {
                    Some(place) if first > 0 => leading_number(place).map(|(x, rest)| (first, x, rest))?,
                    Some(_) => return None,
                    None => (0, first, rest),
                };
                let (y, rest) = leading_number(rest.strip_prefix(b",")?)?;
                let (turn, rest) = leading_number(rest.strip_prefix(b",")?)?;
                let cell = Cell::new_on(Plane(u8::try_from(plane).ok()?), x, y)?;
                let pick = Pick::Placement { cell, turn: Turn(u8::try_from(turn).ok()?) };
                (rest.is_empty() && self.contains(game, pick)).then_some(pick)
            }
            Options::List(_) | Options::Features { .. } => {
                self.all(game).iter().position(|o| o.key.is(game, key)).map(|n| Pick::Listed(n as u32))
            }
            _ => self.iter(game).find(|&pick| self.has_key(game, pick, key)),
        }
    }

    /// Returns true if an option has a key.
    pub(crate) fn has_key(&self, game: &Game, pick: Pick, key: &str) -> bool {
        let is = |own: &OptionKey| own.is(game, key);
        self.list_entry(game, pick).map_or_else(|| is(&OptionKey::Pick(pick)), |listed| is(&listed.key))
    }
}

/// Returns the number of placements of the step in a list.
fn count_placements_in(list: &[Listed]) -> u32 {
    let is_placement = |listed: &&Listed| matches!(listed.meaning, Meaning::Step(Pick::Placement { .. }));
    list.iter().filter(is_placement).count() as u32
}

/// Returns the placement with a number below the count, without the excluded placements. An excluded placement is
/// replaced by one of the last, so that the numbers of all others are unchanged.
fn get_but(
    game: &Game,
    kind: TileKindId,
    planes: Planes,
    except: &[(Cell, Turn)],
    index: u32,
    count: u32,
) -> Option<(Cell, Turn)> {
    let get = |number: u32| game.position.board.get_placement(kind, planes, number);
    let here = get(index).filter(|_| index < count)?;
    if !except.contains(&here) {
        return Some(here);
    }
    let last: SmallVec<[(Cell, Turn); 32]> = (count..count + except.len() as u32).filter_map(get).collect();
    let rank = except.iter().filter(|place| !last.contains(place)).position(|&place| place == here)?;
    last.iter().filter(|place| !except.contains(place)).nth(rank).copied()
}

/// Creates the option of a script that is about a feature.
fn of_feature(game: &Game, before: &Arc<str>, root: Root, number: u32) -> Listed {
    let key =
        OptionKey::Thing(Some(Arc::clone(before)), Target::Segment(game.position.board.first_segment(root.segment())));
    Listed {
        key,
        target: Target::Segment(root.segment()),
        meaning: Meaning::Script(number),
        secret: false,
        wording: None,
    }
}

/// Reads the number at the start of a text, in the notation of keys, and returns it with the remaining text.
fn leading_number(text: &[u8]) -> Option<(i16, &[u8])> {
    let (digits, sign) = text.strip_prefix(b"-").map_or((text, 1), |digits| (digits, -1));
    let count = digits.iter().take_while(|digit| digit.is_ascii_digit()).count();
    let plain = match digits[..count] {
        [b'0'] => sign == 1,
        // Numbers in keys have at most five digits.
        [first, ..] => first != b'0' && count <= 5,
        [] => false,
    };
    let number = digits[..count].iter().take(5).fold(0, |number, digit| number * 10 + i32::from(digit - b'0'));
    if plain { Some((i16::try_from(sign * number).ok()?, &digits[count..])) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::catalog::id::SegmentId;
    use crate::state::event::Listeners;

    #[test]
    fn a_list_says_what_follows_an_option_and_what_it_is_about() {
        let game = Game::new(Arc::new(Catalog::default()), 2, 0, Listeners::default()).unwrap();
        let cell = Cell::new(-1, 2);
        let listed =
            |key: &str, target, meaning| Listed { key: key.into(), target, meaning, secret: false, wording: None };
        let added = Meaning::Added { group: "swap".into(), table: None };
        let step = Pick::Placement { cell, turn: Turn(3) };
        let options = Options::List(vec![
            listed("-1,2,3", Target::Cell(cell), Meaning::Step(step)),
            listed("-1,2,1", Target::Cell(cell), Meaning::Script(7)),
            listed("-1,2,here", Target::Cell(cell), Meaning::Script(8)),
            listed("gone", Target::Segment(SegmentId(0)), added.clone()),
        ]);
        let picks: Vec<Pick> = options.iter(&game).collect();
        assert_eq!(picks, [0, 1, 2, 3].map(Pick::Listed));
        let all = |of: &dyn Fn(Pick) -> String| picks.iter().map(|pick| of(*pick)).collect::<Vec<_>>().join(" ");
        assert_eq!(all(&|pick| options.key(&game, pick)), "-1,2,3 -1,2,1 -1,2,here gone");
        assert_eq!(options.find(&game, "gone"), Some(picks[3]));
        let meanings = picks.iter().map(|pick| options.meaning(*pick).unwrap());
        assert!(meanings.eq([Meaning::Step(step), Meaning::Script(7), Meaning::Script(8), added]));
        assert_eq!(picks.iter().filter_map(|pick| options.of_step(*pick)).collect::<Vec<_>>(), [step]);
        assert_eq!(options.count_placements(), 1);
        let placements: Vec<_> = picks.iter().map(|pick| options.placement(*pick)).collect();
        assert_eq!(placements, [Some((cell, Turn(3))), Some((cell, Turn(1))), None, None]);
        // This board has no such segment.
        let targets: Vec<_> = picks.iter().map(|pick| options.target(&game, *pick)).collect();
        assert_eq!(targets, [Target::Cell(cell), Target::Cell(cell), Target::Cell(cell), Target::None]);
        assert_eq!((options.meaning(Pick::Listed(4)), options.contains(&game, Pick::Listed(4))), (None, false));
    }

    #[test]
    fn numbers_are_read_only_as_keys_write_them() {
        let read =
            |text: &'static str| leading_number(text.as_bytes()).map(|(n, rest)| (n, str::from_utf8(rest).unwrap()));
        assert_eq!(read("12,3"), Some((12, ",3")));
        assert_eq!((read("-7"), read("0,"), read("32767")), (Some((-7, "")), Some((0, ",")), Some((32767, ""))));
        for other in ["", "-", "-0", "+1", "01", "00", " 1", "-01", "x", "32768", "123456", "99999999999"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn what_a_step_asks_reads_the_same_as_a_list() {
        let mut catalog = Catalog::default();
        let name = |name| crate::catalog::id::Name::new("p", name);
        let kinds = ["tower", "well"].map(|id| catalog.kinds.add(name(id), Default::default()).unwrap());
        let game = Game::new(Arc::new(catalog), 2, 0, Listeners::default()).unwrap();
        let options = Options::Kinds(kinds.to_vec());
        let list = Options::List(options.to_list(&game));
        for (lazy, listed) in options.iter(&game).zip(list.iter(&game)) {
            assert_eq!(options.key(&game, lazy), list.key(&game, listed));
            assert_eq!(options.target(&game, lazy), list.target(&game, listed));
            assert_eq!(options.meaning(lazy), list.meaning(listed));
            assert_eq!(list.of_step(listed), Some(lazy));
        }
        assert_eq!((list.count(), list.target(&game, Pick::Listed(1))), (2, Target::Kind(kinds[1])));
    }
}
