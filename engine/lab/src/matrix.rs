//! Lists the matrix: the sets of packs and options to verify, with a number of games for each.

use std::collections::BTreeSet;

use tilewright_core::catalog::Value;
use tilewright_kit::error::KitError;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Choice, DeclaredOption, FormArgument, OptionType, Reading, Request, load};
use tilewright_kit::packs::pack_sets::Family;

/// Reason for a set in the matrix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SetReason {
    /// A pack alone, with its needs.
    Pack,
    /// A pack with one of its options changed from the default.
    Option,
    /// A pack with a changed option of a pack that it needs.
    Needed,
    /// Two packs that extend the same game.
    Pair,
    /// All packs that extend a game.
    All,
}

impl SetReason {
    /// Returns the name of the group for output.
    pub fn name(self) -> &'static str {
        match self {
            SetReason::Pack => "pack",
            SetReason::Option => "option",
            SetReason::Needed => "needed option",
            SetReason::Pair => "pair",
            SetReason::All => "all",
        }
    }

    /// Returns the default number of games for a set.
    pub fn games(self) -> u64 {
        match self {
            SetReason::Pack => 2000,
            SetReason::Option | SetReason::All => 500,
            SetReason::Needed => 20,
            SetReason::Pair => 200,
        }
    }
}

/// A set of packs and options to verify.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatrixSet {
    /// Reason for the set.
    pub group: SetReason,
    /// Ids or paths of the packs.
    pub packs: Vec<String>,
    /// Options that differ from their defaults: the tested option first, then its requirements.
    pub options: Vec<(String, Value)>,
}

impl MatrixSet {
    /// Returns the request that loads the set.
    pub fn request(&self) -> Request {
        Request { options: self.options.clone(), lints: false, ..Request::new(self.packs.iter().cloned()) }
    }
}

/// Builds the matrix of some packs, or of all packs found if none is given.
///
/// # Errors
/// A pack is not found, or one of its files cannot be read.
pub fn matrix(finder: &Finder, packs: &[String]) -> Result<Vec<MatrixSet>, KitError> {
    let family = Family::find(finder, packs)?;
    let mut entries = Vec::new();
    let entry = |group, set: &BTreeSet<String>| MatrixSet { group, packs: family.arguments(set), options: Vec::new() };
    for id in family.ids() {
        let alone = entry(SetReason::Pack, &family.alone(&id));
        let reading = Reading::read_packs(finder, &alone.packs)?;
        let declared = reading.load(&alone.request()).options;
        for options in needed_settings(&declared, &id) {
            let set = MatrixSet { group: SetReason::Needed, options, ..alone.clone() };
            if !reading.load(&set.request()).is_excluded() {
                entries.push(set);
            }
        }
        entries.push(alone.clone());
        entries.extend(own_settings(&declared, &id).into_iter().map(|options| MatrixSet {
            group: SetReason::Option,
            options,
            ..alone.clone()
        }));
    }
    for (_, above) in family.games() {
        for (number, one) in above.iter().enumerate() {
            for other in &above[number + 1..] {
                let set: BTreeSet<String> = family.alone(one).union(&family.alone(other)).cloned().collect();
                // A pair of a pack and one of its needs is the same as the pack alone.
                if set != family.alone(one) && set != family.alone(other) {
                    let pair = entry(SetReason::Pair, &set);
                    if !load(finder, &pair.request())?.is_refused() {
                        entries.push(pair);
                    }
                }
            }
        }
        // If some packs exclude each other, the set takes as many as are compatible, in the order of their ids.
        let mut whole = BTreeSet::new();
        for id in &above {
            let more: BTreeSet<String> = family.alone(id).union(&whole).cloned().collect();
            if !load(finder, &entry(SetReason::All, &more).request())?.is_refused() {
                whole = more;
            }
        }
        if above.len() > 2 {
            entries.push(entry(SetReason::All, &whole));
        }
    }
    entries.sort_by_key(|entry| entry.group);
    entries.dedup();
    Ok(entries)
}

/// Returns settings for every option of the needed packs and every value that they add, with each value except the
/// default. Forms take only larger numbers: on a board of one cell an addition need not find space.
pub fn needed_settings(declared: &[DeclaredOption], pack: &str) -> Vec<Vec<(String, Value)>> {
    settings(declared, &[LARGER], |adder| adder != pack)
}

/// Returns settings for every option of a pack with each value except the default, and for every value that it adds to
/// an option of another pack. Forms take their minimum and larger numbers.
pub fn own_settings(declared: &[DeclaredOption], pack: &str) -> Vec<Vec<(String, Value)>> {
    settings(declared, &[i64::MIN, LARGER], |adder| adder == pack)
}

/// Returns settings for the options of all packs, with forms as in [`needed_settings`].
pub(crate) fn all_settings(declared: &[DeclaredOption]) -> Vec<Vec<(String, Value)>> {
    settings(declared, &[LARGER], |_| true)
}

/// Returns settings for every option of some packs with each value except the default, and for every value that they
/// add to an option of another pack. Forms take each of `numbers`, limited to their ranges.
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

/// Number of values of a numeric option that are tried in addition to the default: half of them the lowest, half the
/// highest.
pub const VALUES_TRIED: usize = 40;

/// Returns the number of values of an option in addition to the default. `listed` is the number in the matrix, which is
/// lower for a wide range of whole numbers.
pub fn count_values(option: &DeclaredOption, listed: usize) -> u64 {
    match option.kind {
        OptionType::Int(least, most) => most.abs_diff(least),
        OptionType::Bool | OptionType::Choice(_) => listed as u64,
    }
}

/// Returns the lowest and highest numbers of a range that may be too wide to list. Each end has one more number than
/// are tried, because one of them may be the default.
fn outermost(least: i64, most: i64) -> Vec<Value> {
    let half = VALUES_TRIED as i64 / 2;
    let low = least..=least.saturating_add(half).min(most);
    let high = most.saturating_sub(half).max(low.end().saturating_add(1))..=most;
    low.chain(high).map(Value::Int).collect()
}

/// Returns the values of an option that satisfy `own`; forms take each of `numbers`.
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

/// Argument of forms that are larger than their minimum.
const LARGER: i64 = 8;

fn form(name: &str, arguments: &[FormArgument], wanted: i64) -> Value {
    let numbers: Vec<String> = arguments.iter().map(|a| wanted.clamp(a.min, a.max).to_string()).collect();
    Value::text(&format!("{name}({})", numbers.join(",")))
}

/// Sets the options that an option requires, recursively.
fn require(declared: &[DeclaredOption], option: &DeclaredOption, options: &mut Vec<(String, Value)>) {
    for (name, wanted) in &option.requires {
        let Some(other) = declared.iter().find(|o| *o.full_name() == **name) else { continue };
        if wanted.contains(&other.default) || options.iter().any(|(set, _)| **set == **name) {
            continue;
        }
        // The name of a form stands for all of its values, so any value will do.
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
