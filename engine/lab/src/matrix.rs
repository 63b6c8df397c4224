//! The matrix: which sets of packs and options are verified, and how many games of each.

use std::collections::BTreeSet;

use tilewright_core::catalog::Value;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Choice, DeclaredOption, FormArgument, OptionType, Reading, Request, load};
use tilewright_kit::packs::pack_sets::Family;

/// Why a set is in the matrix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// A pack by itself.
    Pack,
    /// A pack with an option that is not at its default.
    Option,
    /// A pack with an option of a pack that it needs that is not at its default.
    Needed,
    /// Two packs that build on the same game.
    Pair,
    /// All packs that build on a game.
    All,
}

impl Group {
    /// All groups.
    pub const EVERY: [Group; 5] = [Group::Pack, Group::Option, Group::Needed, Group::Pair, Group::All];

    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Group::Pack => "pack",
            Group::Option => "option",
            Group::Needed => "needed option",
            Group::Pair => "pair",
            Group::All => "all",
        }
    }

    /// How many games of each set are played unless something else is wanted.
    pub fn games(self) -> u64 {
        match self {
            Group::Pack => 2000,
            Group::Option | Group::All => 500,
            Group::Needed => 20,
            Group::Pair => 200,
        }
    }
}

/// A set of the matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatrixSet {
    /// Why it is there.
    pub group: Group,
    /// The packs, by ids or paths.
    pub packs: Vec<String>,
    /// Options that are not at their defaults: the one it is about, then those that it requires.
    pub options: Vec<(String, Value)>,
}

impl MatrixSet {
    /// What is to be loaded for it.
    pub fn request(&self) -> Request {
        Request { options: self.options.clone(), lints: false, ..Request::new(self.packs.iter().cloned()) }
    }
}

/// The matrix of some packs, or of all that are found when none is given.
///
/// # Errors
/// A pack is not found, or a file of it cannot be read.
pub fn matrix(finder: &Finder, packs: &[String]) -> Result<Vec<MatrixSet>, KitError> {
    let family = Family::find(finder, packs)?;
    let mut entries = Vec::new();
    let entry = |group, set: &BTreeSet<String>| MatrixSet { group, packs: family.arguments(set), options: Vec::new() };
    for id in family.ids() {
        let alone = entry(Group::Pack, &family.alone(&id));
        let reading = Reading::of(finder, &alone.packs)?;
        let declared = reading.load(&alone.request()).options;
        for options in needed_settings(&declared, &id) {
            let set = MatrixSet { group: Group::Needed, options, ..alone.clone() };
            if !reading.load(&set.request()).is_excluded() {
                entries.push(set);
            }
        }
        entries.push(alone.clone());
        entries.extend(own_settings(&declared, &id).into_iter().map(|options| MatrixSet {
            group: Group::Option,
            options,
            ..alone.clone()
        }));
    }
    for (_, above) in family.games() {
        for (number, one) in above.iter().enumerate() {
            for other in &above[number + 1..] {
                let set: BTreeSet<String> = family.alone(one).union(&family.alone(other)).cloned().collect();
                // A pack with one that it needs is that pack by itself.
                if set != family.alone(one) && set != family.alone(other) {
                    let pair = entry(Group::Pair, &set);
                    if !load(finder, &pair.request())?.is_refused() {
                        entries.push(pair);
                    }
                }
            }
        }
        // Where some exclude each other, as many as go together, in the order of their ids.
        let mut whole = BTreeSet::new();
        for id in &above {
            let more: BTreeSet<String> = family.alone(id).union(&whole).cloned().collect();
            if !load(finder, &entry(Group::All, &more).request())?.is_refused() {
                whole = more;
            }
        }
        if above.len() > 2 {
            entries.push(entry(Group::All, &whole));
        }
    }
    entries.sort_by_key(|entry| entry.group);
    entries.dedup();
    Ok(entries)
}

/// Every option of the packs that a pack needs, and every value that they add, with each value but its default. Forms
/// are taken with larger numbers only: on a board of one cell an addition need not find room.
pub fn needed_settings(declared: &[DeclaredOption], pack: &str) -> Vec<Vec<(String, Value)>> {
    settings(declared, &[LARGER], |adder| adder != pack)
}

/// Every option of a pack with each value but its default, and every value that it adds to an option of another; forms
/// with their least and with larger numbers.
pub fn own_settings(declared: &[DeclaredOption], pack: &str) -> Vec<Vec<(String, Value)>> {
    settings(declared, &[i64::MIN, LARGER], |adder| adder == pack)
}

/// The same of all packs together, with forms as in [`needed_settings`].
pub fn all_settings(declared: &[DeclaredOption]) -> Vec<Vec<(String, Value)>> {
    settings(declared, &[LARGER], |_| true)
}

/// Every option of some packs with each value but its default, and every value that they add to an option of another;
/// forms with each of these numbers, as far as they may have them.
fn settings(declared: &[DeclaredOption], numbers: &[i64], of: impl Fn(&str) -> bool) -> Vec<Vec<(String, Value)>> {
    let mut found = Vec::new();
    for option in declared {
        let own = |key: &str| match option.added.iter().find(|(_, name, _)| **name == *key) {
            Some((adder, ..)) => of(adder),
            None => of(&option.pack),
        };
        let mut values = values(option, numbers, &own);
        values.retain(|value| *value != option.default);
        if matches!(option.kind, OptionType::Int(..)) && values.len() > VALUES_TRIED {
            let half = VALUES_TRIED / 2;
            values.drain(half..values.len() - half);
        }
        for value in values {
            let mut options = vec![(option.full_name(), value)];
            require(declared, option, &mut options);
            found.push(options);
        }
    }
    found
}

/// Number of values of an option of whole numbers that are tried besides its default: half of them the lowest, half the
/// highest.
pub const VALUES_TRIED: usize = 40;

/// Returns the number of values of an option besides its default. `listed` is the number in the matrix, which is lower for
/// a wide range of whole numbers.
pub fn count_values(option: &DeclaredOption, listed: usize) -> u64 {
    match option.kind {
        OptionType::Int(least, most) => most.abs_diff(least),
        OptionType::Bool | OptionType::Choice(_) => listed as u64,
    }
}

/// Returns the lowest and the highest numbers of a range, which may be too wide to list. There is one more at each end
/// than are tried, as one of them may be the default.
fn outermost(least: i64, most: i64) -> Vec<Value> {
    let half = VALUES_TRIED as i64 / 2;
    let low = least..=least.saturating_add(half).min(most);
    let high = most.saturating_sub(half).max(low.end().saturating_add(1))..=most;
    low.chain(high).map(Value::Int).collect()
}

/// The values of an option as far as they are wanted; a form with each of these numbers.
fn values(option: &DeclaredOption, numbers: &[i64], own: &dyn Fn(&str) -> bool) -> Vec<Value> {
    match &option.kind {
        OptionType::Bool if own("") => vec![Value::Bool(false), Value::Bool(true)],
        OptionType::Int(least, most) if own("") => outermost(*least, *most),
        OptionType::Bool | OptionType::Int(..) => Vec::new(),
        OptionType::Choice(choices) => choices
            .iter()
            .filter(|choice| own(&choice.key()))
            .flat_map(|choice| match choice {
                Choice::Plain(value) => vec![value.clone()],
                Choice::Form(name, arguments) => {
                    let mut forms: Vec<Value> = numbers.iter().map(|&n| form(name, arguments, n)).collect();
                    forms.dedup();
                    forms
                }
            })
            .collect(),
    }
}

/// The numbers of a form that is not at its least.
const LARGER: i64 = 8;

fn form(name: &str, arguments: &[FormArgument], wanted: i64) -> Value {
    let numbers: Vec<String> = arguments.iter().map(|a| wanted.clamp(a.min, a.max).to_string()).collect();
    Value::text(&format!("{name}({})", numbers.join(",")))
}

/// Sets what an option requires, and what that requires in turn.
fn require(declared: &[DeclaredOption], option: &DeclaredOption, options: &mut Vec<(String, Value)>) {
    for (name, wanted) in &option.requires {
        let Some(other) = declared.iter().find(|o| *o.full_name() == **name) else { continue };
        if wanted.contains(&other.default) || options.iter().any(|(set, _)| **set == **name) {
            continue;
        }
        // The name of a form stands for all its values.
        let value = wanted.first().map(|first| match &other.kind {
            OptionType::Choice(choices) => choices
                .iter()
                .find_map(|choice| match choice {
                    Choice::Form(form_name, arguments) if first.to_string() == **form_name => {
                        Some(form(form_name, arguments, LARGER))
                    }
                    _ => None,
                })
                .unwrap_or_else(|| first.clone()),
            _ => first.clone(),
        });
        if let Some(value) = value {
            options.push((name.to_string(), value));
            require(declared, other, options);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_range_is_tried_at_its_ends() {
        let numbers = |least, most| {
            let found = outermost(least, most);
            found.iter().map(|v| if let Value::Int(n) = v { *n } else { 0 }).collect::<Vec<i64>>()
        };
        assert_eq!(numbers(3, 3), [3]);
        assert_eq!(numbers(1, 41), (1..=41).collect::<Vec<_>>());
        let wide = numbers(i64::MIN, i64::MAX);
        assert_eq!((wide.len(), wide[0], wide[41]), (42, i64::MIN, i64::MAX));
        assert_eq!((wide[20], wide[21]), (i64::MIN + 20, i64::MAX - 20));
    }
}
