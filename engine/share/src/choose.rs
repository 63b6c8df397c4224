//! Which versions of packs are taken together.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use semver::{Version, VersionReq};

use crate::error::{ShareError, Shared};

/// Most packs that are taken together.
const PACKS: usize = 256;

/// A version that can be had.
#[derive(Clone, Debug)]
pub struct Candidate<O> {
    /// Which.
    pub version: Version,
    /// What it needs.
    pub needs: Vec<(String, VersionReq)>,
    /// Where it is.
    pub origin: O,
}

/// Somebody wants a pack.
#[derive(Clone, Debug)]
pub struct Wish<O> {
    /// Its id.
    pub id: String,
    /// The versions that fit.
    pub range: VersionReq,
    /// Who wants it: a person, or a pack with its version.
    pub by: Option<String>,
    /// Where the one who wants it comes from: it is looked for there.
    pub origin: Option<O>,
}

/// What `id` and a range mean, as manifests write them.
pub fn read_need(text: &str) -> Option<(String, VersionReq)> {
    let (id, range) = text.split_once(' ').unwrap_or((text, "*"));
    Some((id.to_owned(), VersionReq::parse(range.trim()).ok()?))
}

/// Takes for each pack the first candidate that fits all who want it, with all that it needs; needs come first.
/// `candidates` are in the order in which they are liked.
///
/// # Errors
/// None fits, or what `candidates` says.
pub fn choose<O: Clone>(
    wishes: Vec<Wish<O>>,
    mut candidates: impl FnMut(&Wish<O>) -> Shared<Vec<Candidate<O>>>,
) -> Shared<Vec<(String, Candidate<O>)>> {
    // Each wish narrows what fits; a choice that does not fit a later one is made again, so this ends.
    let mut wanted: BTreeMap<String, Vec<Wish<O>>> = BTreeMap::new();
    let mut chosen: BTreeMap<String, Candidate<O>> = BTreeMap::new();
    let asked: Vec<String> = wishes.iter().map(|wish| wish.id.clone()).collect();
    let mut open: VecDeque<Wish<O>> = wishes.into();
    while let Some(wish) = open.pop_front() {
        let all = wanted.entry(wish.id.clone()).or_default();
        all.push(wish.clone());
        if chosen.get(&wish.id).is_some_and(|taken| wish.range.matches(&taken.version)) {
            continue;
        }
        // Whoever wanted it first says where it is looked for.
        let there = candidates(&all[0])?;
        let fits = |candidate: &&Candidate<O>| all.iter().all(|wish| wish.range.matches(&candidate.version));
        let Some(taken) = there.iter().find(fits).cloned() else {
            return Err(ShareError::Unsolved { why: unsolved(all, &there) });
        };
        let by = Some(format!("{} {}", wish.id, taken.version));
        for (id, range) in &taken.needs {
            let origin = Some(taken.origin.clone());
            open.push_back(Wish { id: id.clone(), range: range.clone(), by: by.clone(), origin });
        }
        chosen.insert(wish.id, taken);
        if chosen.len() > PACKS {
            return Err(ShareError::Unsolved { why: format!("more than {PACKS} packs would be needed") });
        }
    }
    // What only a choice needed that was made again is left out.
    let (mut seen, mut ordered) = (BTreeSet::new(), Vec::new());
    for id in &asked {
        put_in_order(id, &chosen, &mut seen, &mut ordered);
    }
    Ok(ordered)
}

/// Packs may need each other; then the one that is asked for comes last.
fn put_in_order<O: Clone>(
    id: &str,
    chosen: &BTreeMap<String, Candidate<O>>,
    seen: &mut BTreeSet<String>,
    ordered: &mut Vec<(String, Candidate<O>)>,
) {
    let Some(taken) = chosen.get(id) else { return };
    if !seen.insert(id.to_owned()) {
        return;
    }
    for (need, _) in &taken.needs {
        put_in_order(need, chosen, seen, ordered);
    }
    ordered.push((id.to_owned(), taken.clone()));
}

fn unsolved<O>(wishes: &[Wish<O>], there: &[Candidate<O>]) -> String {
    let id = &wishes[0].id;
    let who = |wish: &Wish<O>| match &wish.by {
        Some(by) => format!("{by} needs `{id}` {}", wish.range),
        None => format!("`{id}` {} is asked for", wish.range),
    };
    let mut wanted: Vec<String> = wishes.iter().map(who).collect();
    wanted.dedup();
    wanted.truncate(3);
    let had: Vec<String> = there.iter().map(|candidate| candidate.version.to_string()).take(5).collect();
    let had = if had.is_empty() { "none can be had".to_owned() } else { format!("there is {}", had.join(", ")) };
    format!("{}, and {had}", wanted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Shelf = [(&'static str, &'static str, &'static [&'static str])];

    fn solve(shelf: &Shelf, wishes: &[&str]) -> Result<String, String> {
        let wish = |text: &&str| {
            let (id, range) = read_need(text).unwrap();
            Wish { id, range, by: None, origin: None }
        };
        let all = |wish: &Wish<()>| {
            let of = shelf.iter().filter(|(id, ..)| *id == wish.id).map(|(_, version, needs)| Candidate {
                version: Version::parse(version).unwrap(),
                needs: needs.iter().map(|need| read_need(need).unwrap()).collect(),
                origin: (),
            });
            Ok(of.collect())
        };
        let chosen = choose(wishes.iter().map(wish).collect(), all).map_err(|error| error.to_string())?;
        let chosen: Vec<String> = chosen.iter().map(|(id, taken)| format!("{id} {}", taken.version)).collect();
        Ok(chosen.join(", "))
    }

    #[test]
    fn the_newest_that_fits_all_is_taken_with_its_needs_first() {
        let shelf: &Shelf = &[
            ("b", "2.0.0", &["a ^1"]),
            ("b", "1.0.0", &[]),
            ("c", "1.0.0", &["a ~1.1", "b"]),
            ("a", "2.0.0", &[]),
            ("a", "1.2.0", &[]),
            ("a", "1.1.0", &["c *"]),
        ];
        assert_eq!(solve(shelf, &["b"]).unwrap(), "a 1.2.0, b 2.0.0");
        // What was taken first does not fit a later wish and is taken anew; packs may need each other.
        assert_eq!(solve(shelf, &["b", "c"]).unwrap(), "c 1.0.0, a 1.1.0, b 2.0.0");
    }

    #[test]
    fn what_does_not_fit_is_said_with_who_wants_it() {
        let shelf: &Shelf =
            &[("b", "2.0.0", &["a ^2"]), ("c", "1.0.0", &["a ^1"]), ("a", "2.0.0", &[]), ("d", "1.0.0", &["e"])];
        let said = solve(shelf, &["b", "c"]).unwrap_err();
        assert_eq!(said, "b 2.0.0 needs `a` ^2, c 1.0.0 needs `a` ^1, and there is 2.0.0");
        assert_eq!(solve(shelf, &["d"]).unwrap_err(), "d 1.0.0 needs `e` *, and none can be had");
    }
}
