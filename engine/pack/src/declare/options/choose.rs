//! Stores the chosen values of options and evaluates conditions on them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::catalog::{ChosenOption, MAX_SEATS, Value};
use tilewright_core::diag::{Diagnostic, Span};

use super::declare::OPTION;
use super::{Choice, DeclaredOption, OptionType};
use crate::findings::{Findings, codes};
use crate::read;
use crate::read::history::{Fate, History};
use crate::read::renames;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, Word};

/// Name of the number of seats in conditions, and in values that depend on it.
const SEATS: &str = "seats";

/// Values of an option that a pack requires or excludes.
#[derive(Debug)]
pub(super) struct PackClause {
    pub(super) pack: Arc<str>,
    pub(super) needs: bool,
    /// Index of the option.
    pub(super) option: usize,
    pub(super) values: Vec<Value>,
    pub(super) span: Span,
}

/// All options of some packs, with the chosen values.
#[derive(Debug, Default)]
pub(crate) struct PackOptions {
    pub(crate) declared: Vec<DeclaredOption>,
    pub(crate) chosen: Vec<Value>,
    pub(super) packs: Vec<Arc<str>>,
    /// Requirements and exclusions that packs declare for themselves.
    pub(super) of_packs: Vec<PackClause>,
    /// Ids of all existing packs, loaded or not.
    pub(crate) found: Vec<Arc<str>>,
    /// Number of seats of the game; `None` until it is known.
    pub(crate) seats: Option<u8>,
    /// True if any condition or value depends on the number of seats.
    pub(crate) asked_seats: AtomicBool,
    /// History of each pack: names that were renamed or removed.
    pub(super) histories: BTreeMap<Arc<str>, History>,
}

impl PackOptions {
    /// Looks up an option by the name that a pack uses for it.
    pub(crate) fn find(&self, pack: &PackSource, name: &Word, report: &Findings) -> Option<usize> {
        let full = |owner: &str, local: &str| self.declared.iter().position(|o| &*o.pack == owner && &*o.name == local);
        let found = match name.value.split_once(':') {
            Some((owner, local)) => full(owner, local),
            None => {
                full(pack.id(), &name.value).or_else(|| pack.all_needs.iter().find_map(|need| full(need, &name.value)))
            }
        };
        let found = found.or_else(|| {
            let (owner, local) = name.value.split_once(':').map_or((None, &*name.value), |(o, local)| (Some(o), local));
            let mut owners = std::iter::once(pack.id()).chain(&pack.all_needs);
            owners.find_map(|id| {
                let history = self.histories.get(id).filter(|_| owner.is_none_or(|owner| owner == &**id))?;
                let Fate::Now(now) = history.fate(DeclaredKind::Option, local, None) else { return None };
                let found = full(id, &now)?;
                let mut found_first =
                    std::iter::once(pack.id()).chain(&pack.all_needs).filter(|id| full(id, &now).is_some());
                let means = owner.is_some() || found_first.next() == Some(id);
                renames::tell_renamed(name, DeclaredKind::Option, id, &now, means, report);
                Some(found)
            })
        });
        if found.is_none() && !report.is_spoilt(OPTION, &name.value) {
            let shown: String = name.value.chars().take(80).collect();
            let mut finding =
                codes::UNKNOWN_OPTION.finding(name.span, format!("there is no option `{}`", shown.escape_debug()));
            report.suggest(&mut finding, &name.value, self.declared.iter().map(|o| &*o.name));
            self.tell_gone(&mut finding, Some(pack), &name.value);
            report.add(finding);
        }
        found
    }

    /// Adds a note to the finding about an unknown option if a pack has removed it. A name without a pack may belong to
    /// any pack that `pack` can name, or to any loaded pack if `pack` is `None`.
    fn tell_gone(&self, finding: &mut Diagnostic, pack: Option<&PackSource>, name: &str) {
        let (owner, local) = name.split_once(':').map_or((None, name), |(owner, local)| (Some(owner), local));
        let is_meant = |id: &str| match (owner, pack) {
            (Some(owner), _) => owner == id,
            (None, Some(pack)) => id == &**pack.id() || pack.all_needs.iter().any(|need| **need == *id),
            (None, None) => true,
        };
        let gone = self.histories.iter().filter(|(id, _)| is_meant(id)).find_map(|(id, history)| {
            match history.fate(DeclaredKind::Option, local, None) {
                Fate::Gone(gone) => Some((id, gone)),
                _ => None,
            }
        });
        if let Some((owner, gone)) = gone {
            renames::say_gone(finding, owner, gone);
        }
    }

    /// Returns the number of seats if the name means it and not an option. The inner value is `None`, with a finding,
    /// while the number is not known yet.
    pub(crate) fn seats_by(&self, pack: &PackSource, name: &Word, report: &Findings) -> Option<Option<i64>> {
        if *name.value != *SEATS || self.declares(pack, SEATS) {
            return None;
        }
        self.asked_seats.store(true, Ordering::Relaxed);
        if self.seats.is_none() {
            report.add(codes::BAD_SEATS.finding(name.span, "the number of seats cannot depend on itself"));
        }
        Some(self.seats.map(i64::from))
    }

    /// True if a pack, or one that it needs, has an option with this name.
    fn declares(&self, pack: &PackSource, local: &str) -> bool {
        let mut owners = std::iter::once(pack.id()).chain(&pack.all_needs);
        owners.any(|owner| self.declared.iter().any(|o| o.pack == *owner && &*o.name == local))
    }

    /// True if a condition lists this number of seats.
    fn has_seats(seats: i64, values: &Node, report: &Findings) -> bool {
        let numbers = read::list_or_one(values).iter().filter_map(|node| read::int(node, 1..=MAX_SEATS as i64, report));
        // `count` reads all numbers, so that every mistake is reported.
        numbers.filter(|number| *number == seats).count() > 0
    }

    /// Parses `"option": value` or `"option": [values]` into the index of the option and the values.
    pub(super) fn condition(
        &self,
        pack: &PackSource,
        name: &Node,
        values: &Node,
        report: &Findings,
    ) -> Option<(usize, Vec<Value>)> {
        let name = read::word(name, report)?;
        let index = self.find(pack, &name, report)?;
        let option = &self.declared[index];
        let mut found = Vec::new();
        for node in read::list_or_one(values) {
            let value = node.to_value();
            let form_name = matches!(&option.kind, OptionType::Choice(choices) if choices.iter().any(
                |c| matches!(c, Choice::Form(form, _) if Value::Text(form.clone()) == value)));
            if !form_name && !option.takes(&value) {
                let message = format!("the option `{}` cannot be `{value}`", option.name);
                let hint = format!("it may be {}", option.describe_values());
                report.add(codes::BAD_OPTION_VALUE.finding(node.span, message).with_hint(hint));
                continue;
            }
            found.push(value);
        }
        Some((index, found))
    }

    /// Sets the chosen values, and checks that they can be combined.
    pub(crate) fn choose(&mut self, values: &[(Arc<str>, Value)], report: &Findings) {
        for (name, value) in values {
            let matching: Vec<usize> = (0..self.declared.len())
                .filter(|&i| {
                    let o = &self.declared[i];
                    !o.off && (o.full_name() == **name || o.name == *name)
                })
                .collect();
            let shown: String = name.chars().take(80).collect();
            match matching[..] {
                [index] => {
                    let option = &self.declared[index];
                    if option.takes(value) {
                        self.chosen[index] = value.clone();
                    } else {
                        let message = format!("the option `{}` cannot be `{value}`", option.full_name());
                        let hint = format!("it may be {}", option.describe_values());
                        report.add(codes::BAD_OPTION_VALUE.finding_anywhere(message).with_hint(hint));
                    }
                }
                [] if report.is_spoilt(OPTION, name) => {}
                [] => {
                    let mut finding = codes::UNKNOWN_OPTION
                        .finding_anywhere(format!("there is no option `{}`", shown.escape_debug()));
                    let names: Vec<String> = self.declared.iter().map(DeclaredOption::full_name).collect();
                    report.suggest(&mut finding, name, names.iter().map(String::as_str));
                    if finding.hint.is_none() {
                        report.suggest(&mut finding, name, self.declared.iter().map(|o| &*o.name));
                    }
                    self.tell_gone(&mut finding, None, name);
                    report.add(finding);
                }
                _ => {
                    let message = format!("several packs have an option `{name}`");
                    report.add(codes::UNKNOWN_OPTION.finding_anywhere(message).with_hint("write it as `pack:option`"));
                }
            }
        }
        for conflict in option_conflicts(&self.declared, &self.chosen) {
            let (option, other) = (&self.declared[conflict.option], &self.declared[conflict.other]);
            let verb = if conflict.needs { "needs another value of" } else { "cannot be combined with" };
            let message = format!(
                "the option `{}` = {} {verb} `{}` = {}",
                option.full_name(),
                self.chosen[conflict.option],
                other.full_name(),
                self.chosen[conflict.other]
            );
            let finding = codes::OPTIONS_EXCLUDE.finding(option.span, message);
            report.add(finding.with_related(other.span, "the other option"));
        }
        for clause in &self.of_packs {
            let (option, value) = (&self.declared[clause.option], &self.chosen[clause.option]);
            if clause.values.iter().any(|wanted| matches(value, wanted)) == clause.needs {
                continue;
            }
            let verb = if clause.needs { "needs another value of" } else { "cannot be combined with" };
            let message = format!("the pack `{}` {verb} `{}` = {value}", clause.pack, option.full_name());
            let all: Vec<String> = clause.values.iter().map(ToString::to_string).collect();
            let wanted = if clause.needs { all.join(" or ") } else { format!("anything but {}", all.join(" and ")) };
            let hint = format!("set `{}` to {wanted}", option.full_name());
            let finding = codes::OPTIONS_EXCLUDE.finding(clause.span, message).with_hint(hint);
            report.add(finding.with_related(option.span, "the option"));
        }
    }

    /// Returns the options that can be chosen.
    pub(crate) fn into_offered_options(self) -> Vec<DeclaredOption> {
        self.declared.into_iter().filter(|option| !option.off).collect()
    }

    /// Returns all options with their values, for the catalog.
    pub(crate) fn chosen_options(&self) -> Vec<ChosenOption> {
        let both = self.declared.iter().zip(&self.chosen);
        both.filter(|(o, _)| !o.off)
            .map(|(o, value)| ChosenOption {
                pack: o.pack.clone(),
                name: o.name.clone(),
                value: value.clone(),
                default: o.default == *value,
            })
            .collect()
    }

    /// True if a pack is loaded. Reports an unknown id that is similar to that of another pack.
    fn is_loaded(&self, id: &Word, report: &Findings) -> bool {
        if !self.packs.contains(&id.value) && !self.found.contains(&id.value) {
            let mut finding = codes::PACK_UNLIKELY.finding(id.span, format!("there is no pack `{}`", id.value));
            report.did_you_mean(&mut finding, &id.value, self.found.iter().map(|found| &**found));
            // An id unlike all others is assumed to be a pack that is not installed.
            if finding.fix.is_some() {
                report.add(finding);
            }
        }
        self.packs.contains(&id.value)
    }

    /// True if a condition of an option holds. Options can depend only on packs, because the choices are not known yet.
    pub(super) fn holds_of_packs(&self, condition: &Node, report: &Findings) -> bool {
        read::list_or_one(condition).iter().any(|alternative| {
            let entries = read::map(alternative, report).iter();
            let holds = entries.map(|(name, values)| {
                if name.as_word().is_none_or(|word| &*word.value != "pack") {
                    let message = "an option can only depend on packs, as in {\"pack\": other}";
                    report.add(codes::BAD_OPTION.finding(name.span, message));
                    return false;
                }
                let packs = read::list_or_one(values).iter().filter_map(|n| read::word(n, report));
                packs.filter(|pack| self.is_loaded(pack, report)).count() > 0
            });
            // `count` reads all entries, so that every mistake is reported.
            holds.filter(|holds| !holds).count() == 0
        })
    }

    /// True if a condition names an option of a pack that is not loaded, and also requires that pack.
    fn is_of_absent(&self, condition: &Node, option: &Word) -> bool {
        let Some((owner, _)) = option.value.split_once(':') else { return false };
        let is_asked_for = |(name, values): &(Node, Node)| {
            let mut packs = read::list_or_one(values).iter().filter_map(Node::as_word);
            name.as_word().is_some_and(|word| &*word.value == "pack") && packs.any(|pack| *pack.value == *owner)
        };
        !self.packs.iter().any(|pack| **pack == *owner)
            && condition.entries().is_some_and(|all| all.iter().any(is_asked_for))
    }

    /// True if a condition holds: a map holds if all its entries hold, and a list of maps if at least one map holds.
    pub(crate) fn holds(&self, pack: &PackSource, condition: &Node, report: &Findings) -> bool {
        let mut any = false;
        for alternative in read::list_or_one(condition) {
            let mut all = true;
            for (name, values) in read::map(alternative, report) {
                // An option of a pack that is not loaded has no value.
                if name.as_word().is_some_and(|word| self.is_of_absent(alternative, &word)) {
                    all = false;
                } else if let Some(seats) = name.as_word().and_then(|word| self.seats_by(pack, &word, report)) {
                    all &= seats.is_some_and(|seats| PackOptions::has_seats(seats, values, report));
                } else if name.as_word().is_some_and(|w| &*w.value == "pack") {
                    all &= read::list_or_one(values)
                        .iter()
                        .filter_map(|n| read::word(n, report))
                        .any(|w| self.is_loaded(&w, report));
                } else if let Some((index, values)) = self.condition(pack, name, values, report) {
                    all &= values.iter().any(|v| matches(&self.chosen[index], v));
                } else {
                    all = false;
                }
            }
            any |= all;
        }
        any
    }
}

/// Conflict between the chosen values of two options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionConflict {
    /// Index of the option that declares the conflict.
    pub option: usize,
    /// Index of the conflicting option.
    pub other: usize,
    /// True if the other option needs one of `values`; false if it must not have any of them.
    pub needs: bool,
    /// Values that are required or excluded.
    pub values: Vec<Value>,
}

/// Returns the conflicts between values; `chosen` holds one value for each declared option.
pub fn option_conflicts(declared: &[DeclaredOption], chosen: &[Value]) -> Vec<OptionConflict> {
    let mut found = Vec::new();
    for (number, (option, value)) in declared.iter().zip(chosen).enumerate() {
        if option.default == *value && *value != Value::Bool(true) {
            continue;
        }
        for (clauses, needs) in [(&option.excludes, false), (&option.requires, true)] {
            for (name, values) in clauses {
                let Some(other) = declared.iter().position(|o| o.full_name() == **name) else { continue };
                if chosen.get(other).is_some_and(|c| values.iter().any(|v| matches(c, v)) != needs) {
                    found.push(OptionConflict { option: number, other, needs, values: values.clone() });
                }
            }
        }
    }
    found
}

/// True if a value is `wanted`; the name of a form matches all its values.
fn matches(value: &Value, wanted: &Value) -> bool {
    value == wanted
        || matches!((value.as_form(), wanted), (Some((name, _)), Value::Text(text)) if !text.contains('(') && name == &**text)
}
