//! Keys of options, which identify choices in records and tests. Most options are never chosen, so the text of a key is
//! built on demand.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

use crate::state::effect::Place;
use crate::state::game::Game;
pub use crate::state::options::OptionKey;
use crate::state::options::{Pick, Target};

impl From<&str> for OptionKey {
    fn from(text: &str) -> OptionKey {
        OptionKey::Text(text.into())
    }
}

impl OptionKey {
    /// Returns the text of the key, for players and records. `game` must be the game of the option.
    pub fn text<'a>(&'a self, game: &Game) -> Cow<'a, str> {
        if let OptionKey::Text(text) = self {
            return Cow::Borrowed(text);
        }
        let mut text = String::with_capacity(16);
        // Writing to a `String` cannot fail.
        let _ = self.write(game, &mut text);
        Cow::Owned(text)
    }

    /// Returns true if the text of the key equals `text`.
    pub fn is(&self, game: &Game, text: &str) -> bool {
        let mut rest = Rest(text);
        self.write(game, &mut rest).is_ok() && rest.0.is_empty()
    }

    /// Returns true if the text of the key starts with `text`.
    pub fn begins(&self, game: &Game, text: &str) -> bool {
        let mut beginning = PrefixMatcher(text);
        // Writing stops with an error once the result is known.
        let _ = self.write(game, &mut beginning);
        beginning.0.is_empty()
    }

    /// Returns true if both keys have the same text.
    pub fn same(&self, other: &OptionKey, game: &Game) -> bool {
        if follows_same(self, other)
            && let (Some((sort, one)), Some((other_sort, other))) = (number_of(self, game), number_of(other, game))
            && sort == other_sort
        {
            return one == other;
        }
        match (self, other) {
            (key, OptionKey::Text(text)) | (OptionKey::Text(text), key) => key.is(game, text),
            _ => self.is(game, &other.text(game)),
        }
    }

    fn write(&self, game: &Game, out: &mut impl Write) -> fmt::Result {
        match self {
            OptionKey::Text(text) => out.write_str(text),
            OptionKey::Pick(pick) => game.write_pick_key(*pick, out),
            OptionKey::Thing(before, thing) => {
                before.as_ref().map_or(Ok(()), |before| out.write_str(before))?;
                game.write_target_key(*thing, out)
            }
        }
    }
}

/// Remainder of a text that is compared with written parts.
struct Rest<'a>(&'a str);

impl Write for Rest<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// Remainder of a prefix that is compared with written parts.
struct PrefixMatcher<'a>(&'a str);

impl Write for PrefixMatcher<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        match self.0.strip_prefix(part) {
            Some(rest) => self.0 = rest,
            None if part.starts_with(self.0) => {
                self.0 = "";
                return Err(fmt::Error);
            }
            None => return Err(fmt::Error),
        }
        Ok(())
    }
}

impl Game {
    /// Writes the key of a target: its place, its name or its number.
    fn write_target_key(&self, target: Target, out: &mut impl Write) -> fmt::Result {
        let catalog = &self.position.board.catalog;
        match target {
            Target::None => Ok(()),
            Target::Number(number) => write!(out, "{number}"),
            Target::Segment(segment) => self.position.board.write_place_key(segment, out),
            Target::Figure(figure) => match self.figure(figure).and_then(|figure| figure.place) {
                Some(Place::Segment(segment)) => self.position.board.write_place_key(segment, out),
                Some(Place::Cell(cell)) => cell.write_to(out),
                Some(Place::Zone(zone, slot)) => write!(out, "{}:{slot}", catalog.zones.key_str(zone)),
                Some(Place::Joint(joint)) => catalog.lattice.write_joint(joint, out),
                None => Ok(()),
            },
            Target::Cell(cell) => cell.write_to(out),
            Target::Joint(joint) => catalog.lattice.write_joint(joint, out),
            Target::Kind(kind) => out.write_str(catalog.kinds.key_str(kind)),
            Target::Bag(bag) => out.write_str(catalog.bags.key_str(bag)),
            Target::Slot(zone, slot) => write!(out, "{}:{slot}", catalog.zones.key_str(zone)),
        }
    }

    /// Writes the key of a pick that is not an option of a list.
    fn write_pick_key(&self, pick: Pick, out: &mut impl Write) -> fmt::Result {
        let catalog = &self.position.board.catalog;
        match pick {
            Pick::Placement { cell, turn } => {
                cell.write_to(out)?;
                out.write_str(",")?;
                out.write_str(itoa::Buffer::new().format(turn.0))
            }
            Pick::Deploy { figure, segment } => {
                out.write_str(catalog.figures.key_str(figure))?;
                out.write_str(":")?;
                out.write_str(self.position.board.segment_key(segment))
            }
            Pick::Pass => out.write_str("pass"),
            Pick::Kind(kind) | Pick::Face(kind) => out.write_str(catalog.kinds.key_str(kind)),
            Pick::Listed(number) => write!(out, "{number}"),
        }
    }

    /// Returns the key of a pick that is not an option of a list.
    pub fn pick_key(&self, pick: Pick) -> String {
        OptionKey::Pick(pick).text(self).into_owned()
    }
}

/// Keys with the same text before targets of the same kind.
struct Class<'a> {
    first: &'a OptionKey,
    sort: TargetKind,
    numbers: Vec<(u64, &'a OptionKey)>,
    in_order: bool,
}

/// Returns a key that occurs twice. Targets of the same kind after the same text are compared by number, all other keys
/// by text.
pub fn twice<'a>(keys: impl ExactSizeIterator<Item = &'a OptionKey>, game: &Game) -> Option<&'a OptionKey> {
    let mut classes: Vec<Class> = Vec::new();
    let mut read: Vec<&OptionKey> = Vec::new();
    let count = keys.len();
    for key in keys {
        let Some((sort, number)) = number_of(key, game) else {
            read.push(key);
            continue;
        };
        // Keys of a class are mostly consecutive, so the search starts with the last class.
        match classes.iter_mut().rev().find(|class| class.sort == sort && follows_same(class.first, key)) {
            Some(class) => {
                class.in_order &= class.numbers.last().is_some_and(|(last, _)| *last < number);
                class.numbers.push((number, key));
            }
            None => {
                let mut numbers = Vec::with_capacity(count);
                numbers.push((number, key));
                classes.push(Class { first: key, sort, numbers, in_order: true });
            }
        }
    }
    for class in classes.iter_mut().filter(|class| !class.in_order) {
        class.numbers.sort_unstable_by_key(|(number, _)| *number);
        if let Some(same) = class.numbers.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Some(same[0].1);
        }
    }
    let told_apart = |(at, one): (usize, &Class)| classes[..at].iter().all(|other| never_same(one, other));
    let things: usize = classes.iter().map(|class| class.numbers.len()).sum();
    if classes.iter().enumerate().all(told_apart) && read.len() * things < MOST_COMPARED {
        let same = |key: &&OptionKey| {
            let text = key.text(game);
            classes.iter().any(|class| class.numbers.iter().any(|(_, other)| other.is(game, &text)))
        };
        return read.iter().copied().find(same).or_else(|| twice_read(&read, game));
    }
    let things = classes.iter().flat_map(|class| class.numbers.iter().map(|(_, key)| *key));
    twice_read(&things.chain(read).collect::<Vec<_>>(), game)
}

/// Returns true if the keys of two classes can never have equal text.
fn never_same(one: &Class, other: &Class) -> bool {
    let (before, other_before) = (key_prefix(one.first), key_prefix(other.first));
    // After its cell, the key of a segment has a colon and the key of a corner or seam has a full stop.
    let is_place = |sort| matches!(sort, TargetKind::Segment | TargetKind::Cell | TargetKind::Joint);
    let are_places = one.sort != other.sort && is_place(one.sort) && is_place(other.sort);
    (before == other_before && are_places) || !(before.starts_with(other_before) || other_before.starts_with(before))
}

/// Maximum number of text/target pairs that are compared one by one.
const MOST_COMPARED: usize = 256;

/// Like [`twice`], by text. Short lists are compared pairwise, long ones with a set.
fn twice_read<'a>(keys: &[&'a OptionKey], game: &Game) -> Option<&'a OptionKey> {
    let texts: Vec<Cow<'_, str>> = keys.iter().map(|key| key.text(game)).collect();
    let same = if texts.len() <= 12 {
        (0..texts.len()).find(|&at| texts[..at].contains(&texts[at]))
    } else {
        let mut known = BTreeSet::new();
        texts.iter().position(|text| !known.insert(text))
    };
    same.map(|at| keys[at])
}

/// Kind of the number that identifies a target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TargetKind {
    Number,
    Segment,
    Cell,
    Joint,
    Slot,
    Kind,
    Bag,
}

/// Number that identifies a target among those after the same text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Identity(Option<(TargetKind, u64)>);

impl Identity {
    /// Returns true if the keys of two targets after the same text are equal; `None` if their texts must be compared.
    #[inline]
    pub fn same(self, other: Identity) -> Option<bool> {
        let ((sort, number), (other_sort, other)) = (self.0?, other.0?);
        (sort == other_sort).then_some(number == other)
    }
}

impl Game {
    /// Returns the identity of a target, which compares faster than its key.
    #[inline]
    pub fn identity_of(&self, thing: Target) -> Identity {
        Identity(number_of_thing(thing, self))
    }
}

/// Returns the number that identifies the target of a key; `None` for keys that must be compared by text.
#[inline]
fn number_of(key: &OptionKey, game: &Game) -> Option<(TargetKind, u64)> {
    if let OptionKey::Thing(_, thing) = key { number_of_thing(*thing, game) } else { None }
}

#[inline]
fn number_of_thing(thing: Target, game: &Game) -> Option<(TargetKind, u64)> {
    Some(match thing {
        Target::Number(number) => (TargetKind::Number, u64::from(number.cast_unsigned())),
        Target::Segment(segment) => (TargetKind::Segment, u64::from(segment.0)),
        Target::Cell(cell) => (TargetKind::Cell, u64::from(cell.number())),
        Target::Joint(joint) => (TargetKind::Joint, u64::from(joint.number())),
        Target::Kind(kind) => (TargetKind::Kind, u64::from(kind.0)),
        Target::Bag(bag) => (TargetKind::Bag, u64::from(bag.0)),
        Target::Slot(zone, slot) => (TargetKind::Slot, u64::from(zone.0) << 16 | u64::from(slot)),
        // The key of a figure is the key of its place.
        Target::Figure(figure) => match game.figure(figure)?.place? {
            Place::Segment(segment) => (TargetKind::Segment, u64::from(segment.0)),
            Place::Cell(cell) => (TargetKind::Cell, u64::from(cell.number())),
            Place::Joint(joint) => (TargetKind::Joint, u64::from(joint.number())),
            Place::Zone(zone, slot) => (TargetKind::Slot, u64::from(zone.0) << 16 | u64::from(slot)),
        },
        Target::None => return None,
    })
}

fn key_prefix(key: &OptionKey) -> &str {
    if let OptionKey::Thing(Some(before), _) = key { before } else { "" }
}

/// Returns true if both keys are targets after the same text.
#[inline]
fn follows_same(one: &OptionKey, other: &OptionKey) -> bool {
    match (one, other) {
        (OptionKey::Thing(Some(a), _), OptionKey::Thing(Some(b), _)) => a == b,
        (OptionKey::Thing(None, _), OptionKey::Thing(None, _)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::catalog::Catalog;
    use crate::catalog::lattice::{Cell, Turn};
    use crate::state::event::Listeners;

    fn game() -> Game {
        Game::new(Arc::new(Catalog::default()), 2, 0, Listeners::default()).unwrap()
    }

    fn thing(before: &str, thing: Target) -> OptionKey {
        OptionKey::Thing(Some(before.into()), thing)
    }

    #[test]
    fn a_key_reads_the_same_however_it_was_put_together() {
        let (game, cell) = (game(), Cell::new(-1, 2));
        let keys = [
            (OptionKey::from("-1,2"), "-1,2"),
            (OptionKey::Thing(None, Target::Cell(cell)), "-1,2"),
            (thing("boat@", Target::Cell(cell)), "boat@-1,2"),
            (thing("n", Target::Number(-3)), "n-3"),
            (OptionKey::Pick(Pick::Placement { cell, turn: Turn(1) }), "-1,2,1"),
            (OptionKey::Pick(Pick::Pass), "pass"),
            (thing("alone", Target::None), "alone"),
        ];
        for (key, text) in keys {
            assert_eq!(key.text(&game), text);
            assert!(key.is(&game, text) && !key.is(&game, &text[1..]) && !key.is(&game, &format!("{text}0")), "{text}");
            assert!(
                key.begins(&game, &text[..2]) && key.begins(&game, text) && !key.begins(&game, &text[1..]),
                "{text}"
            );
            assert!(!key.begins(&game, &format!("{text}0")), "{text}");
            assert!(key.same(&text.into(), &game) && OptionKey::from(text).same(&key, &game) && key.same(&key, &game));
        }
    }

    #[test]
    fn keys_that_read_the_same_are_found() {
        let game = game();
        let number = |before: &str, n| thing(before, Target::Number(n));
        assert!(number("a", 11).same(&number("a1", 1), &game) && !number("a", 1).same(&number("a", 2), &game));
        let found = |keys: &[OptionKey]| twice(keys.iter(), &game).map(|key| key.text(&game).into_owned());
        let cells = |n: i16| (0..n).map(|x| OptionKey::Thing(None, Target::Cell(Cell::new(x, 0)))).collect::<Vec<_>>();
        assert_eq!(found(&[]), None);
        assert_eq!(found(&cells(40)), None);
        let mut backwards = cells(40);
        backwards.reverse();
        assert_eq!(found(&backwards), None);
        backwards.push(OptionKey::Thing(None, Target::Cell(Cell::new(7, 0))));
        assert_eq!(found(&backwards).as_deref(), Some("7,0"));
        backwards.pop();
        backwards.push("7,0".into());
        assert_eq!(found(&backwards).as_deref(), Some("7,0"), "a text reads like a cell");
        assert_eq!(found(&[number("a", 1), number("b", 1), "c1".into()]), None);
        assert_eq!(found(&[number("a", 11), number("a1", 1)]).as_deref(), Some("a11"), "cut in two places");
        assert_eq!(found(&[number("a", 1), "b".into(), "b".into()]).as_deref(), Some("b"));
        let many: Vec<OptionKey> = (0..300).map(|n| number("n", n)).chain(["pass".into(), "n299".into()]).collect();
        assert_eq!(found(&many).as_deref(), Some("n299"));
        let pick = OptionKey::Pick(Pick::Pass);
        assert_eq!(found(&[pick, "pass".into()]).as_deref(), Some("pass"));
    }
}
