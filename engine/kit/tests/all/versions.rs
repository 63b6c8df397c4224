//! Tests the choice of versions: compatible ones are found if they exist; otherwise a short explanation offers
//! resolutions.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use semver::{Version, VersionReq};
use tilewright_kit::packs::versions::{
    Candidate, MOST_PACKS, Need, NoPlan, NoPlanReason, Plan, Policy, solve, unknown,
};

fn needs(all: &[&str]) -> Vec<Need> {
    all.iter().map(|need| Need::parse_declaration(need).unwrap()).collect()
}

fn version(text: &str) -> Version {
    Version::parse(text).unwrap()
}

/// Returns an installed version.
fn installed_candidate(id: &str, number: &str, all: &[&str]) -> Candidate {
    Candidate { needs: needs(all), ..Candidate::new(id, version(number)) }
}

/// Returns a version on a shelf.
fn shelf_candidate(id: &str, number: &str, all: &[&str]) -> Candidate {
    Candidate { installed: false, from: "shelf Harbour".to_owned(), ..installed_candidate(id, number, all) }
}

fn pack_versions(plan: &Plan, candidates: &[Candidate]) -> Vec<String> {
    plan.iter().map(|(id, &n)| format!("{id} {}", candidates[n].version)).collect()
}

fn plan_versions(requests: &[&str], candidates: &[Candidate], policy: &Policy) -> Vec<String> {
    pack_versions(&solve(&needs(requests), candidates, policy).unwrap(), candidates)
}

fn expect_no_plan(requests: &[&str], candidates: &[Candidate], policy: &Policy) -> NoPlan {
    *solve(&needs(requests), candidates, policy).unwrap_err()
}

fn words(refusal: &NoPlan) -> Vec<&str> {
    refusal.ways.iter().map(|way| way.words.as_str()).collect()
}

fn harbour() -> Vec<Candidate> {
    vec![
        installed_candidate("town", "1.3.0", &[]),
        shelf_candidate("town", "1.4.2", &[]),
        installed_candidate("letters", "1.9.0", &["town ^1"]),
        shelf_candidate("letters", "2.0.0", &["town ^1.4"]),
    ]
}

#[test]
fn what_is_here_is_taken_before_what_is_newer_elsewhere() {
    let policy = Policy::default();
    assert_eq!(plan_versions(&["letters"], &harbour(), &policy), ["letters 1.9.0", "town 1.3.0"]);
    let newest = Policy { newest: true, ..Policy::default() };
    assert_eq!(plan_versions(&["letters"], &harbour(), &newest), ["letters 2.0.0", "town 1.4.2"]);
    assert_eq!(plan_versions(&["letters ^2"], &harbour(), &policy), ["letters 2.0.0", "town 1.4.2"]);
}

#[test]
fn a_conflict_says_what_is_here_and_what_would_help() {
    let policy = Policy { fetch: false, ..Policy::default() };
    let mut candidates = harbour();
    candidates[3].installed = true;
    let refusal = expect_no_plan(&["letters ^2"], &candidates, &policy);
    assert_eq!(
        refusal.sentences,
        [
            "letters 2.0.0 needs town ^1.4, and there is 1.3.0; 1.4.2 is not here, but on shelf Harbour.",
            "letters is requested in version ^2.",
        ]
    );
    assert_eq!(words(&refusal), ["Take town 1.4.2 from shelf Harbour", "Take letters 1.9.0 instead of ^2"]);
    assert_eq!((refusal.why, refusal.why.code()), (NoPlanReason::Conflict, "needs_conflict"));
}

#[test]
fn only_the_requests_that_are_in_each_others_way_are_told() {
    let candidates = [
        installed_candidate("base", "1.0.0", &[]),
        installed_candidate("base", "2.0.0", &[]),
        installed_candidate("one", "1.0.0", &["base ^1"]),
        installed_candidate("two", "1.0.0", &["base ^2"]),
        installed_candidate("three", "1.0.0", &["base"]),
        installed_candidate("four", "1.0.0", &["three"]),
    ];
    let refusal = expect_no_plan(&["four", "one", "three", "two"], &candidates, &Policy::default());
    assert_eq!(refusal.sentences, ["one 1.0.0 needs base ^1.", "two 1.0.0 needs base ^2."]);
    assert_eq!(words(&refusal), ["Leave out one", "Leave out two"]);
}

#[test]
fn packs_that_exclude_each_other_are_not_put_together() {
    let excludes = Candidate { conflicts: needs(&["sea <2"]), ..installed_candidate("lake", "1.0.0", &[]) };
    let candidates =
        [excludes, installed_candidate("sea", "1.0.0", &[]), installed_candidate("sea", "2.0.0-beta.1", &[])];
    assert_eq!(plan_versions(&["lake"], &candidates, &Policy::default()), ["lake 1.0.0"]);
    let refusal = expect_no_plan(&["lake", "sea"], &candidates, &Policy::default());
    assert_eq!(refusal.sentences, ["lake 1.0.0 cannot be played together with sea 1.0.0."]);
    assert_eq!(words(&refusal), ["Take sea 2.0.0-beta.1, which is a pre-release", "Leave out lake", "Leave out sea"]);
}

#[test]
fn what_is_locked_stays_and_nothing_older_is_taken_unasked() {
    let candidates = [
        installed_candidate("base", "1.0.0", &[]),
        installed_candidate("base", "1.1.0", &[]),
        installed_candidate("base", "1.2.0", &[]),
        installed_candidate("old", "1.0.0", &["base =1.0.0"]),
    ];
    let locked = BTreeMap::from([("base".to_owned(), version("1.1.0"))]);
    let policy = Policy { locked, ..Policy::default() };
    assert_eq!(plan_versions(&["base"], &candidates, &policy), ["base 1.1.0"]);
    assert_eq!(plan_versions(&["base ^1.2"], &candidates, &policy), ["base 1.2.0"]);
    assert_eq!(plan_versions(&["base =1.0.0"], &candidates, &policy), ["base 1.0.0"], "the request has priority");
    let refusal = expect_no_plan(&["old"], &candidates, &policy);
    assert_eq!(
        refusal.sentences,
        ["old 1.0.0 needs base =1.0.0, and there are 1.1.0 and 1.2.0; 1.0.0 is older than 1.1.0, which is locked."]
    );
    assert_eq!(words(&refusal), ["Go back to base 1.0.0"]);
}

#[test]
fn what_was_withdrawn_serves_only_those_who_name_it() {
    let mut candidates = [
        shelf_candidate("base", "1.0.0", &[]),
        shelf_candidate("base", "1.1.0", &[]),
        shelf_candidate("more", "1.0.0", &["base ^1.1"]),
    ];
    candidates[1].withdrawn = Some("it loses\u{202e} games".to_owned());
    let policy = Policy::default();
    assert_eq!(plan_versions(&["base"], &candidates, &policy), ["base 1.0.0"]);
    assert_eq!(plan_versions(&["base =1.1.0"], &candidates, &policy), ["base 1.1.0"]);
    let locked = BTreeMap::from([("base".to_owned(), version("1.1.0"))]);
    assert_eq!(plan_versions(&["base"], &candidates, &Policy { locked, ..Policy::default() }), ["base 1.1.0"]);
    let refusal = expect_no_plan(&["more"], &candidates, &policy);
    assert_eq!(
        refusal.sentences,
        ["more 1.0.0 needs base ^1.1, and there is 1.0.0; 1.1.0 was withdrawn: it loses\\u{202e} games."]
    );
    candidates[1].withdrawn = None;
    candidates[1].unusable = Some("it requires a newer program".to_owned());
    let refusal = expect_no_plan(&["more"], &candidates, &policy);
    assert!(refusal.sentences[0].ends_with("1.1.0 cannot be used: it requires a newer program."), "{refusal}");
}

#[test]
fn what_is_not_finished_is_taken_only_when_it_is_asked_for() {
    let candidates = [
        installed_candidate("base", "1.0.0", &[]),
        installed_candidate("base", "1.5.0-beta.2", &[]),
        installed_candidate("base", "2.0.0-beta.1", &[]),
        installed_candidate("only", "0.1.0-alpha", &[]),
    ];
    let policy = Policy::default();
    assert_eq!(plan_versions(&["base >=1.0.0, <2.0.0"], &candidates, &policy), ["base 1.0.0"]);
    assert_eq!(plan_versions(&["base =1.5.0-beta.2"], &candidates, &policy), ["base 1.5.0-beta.2"]);
    let any = Policy { unfinished: true, ..Policy::default() };
    assert_eq!(
        plan_versions(&["base >=1.0.0, <2.0.0"], &candidates, &any),
        ["base 1.5.0-beta.2"],
        "2.0.0-beta.1 is no 1"
    );
    let refusal = expect_no_plan(&["only"], &candidates, &policy);
    assert_eq!(refusal.sentences, ["only is requested, and 0.1.0-alpha is a pre-release."]);
    assert_eq!(words(&refusal), ["Take only 0.1.0-alpha, which is a pre-release"]);
}

#[test]
fn what_is_missing_circular_or_too_much_is_told() {
    let candidates = [
        installed_candidate("a", "1.0.0", &["b"]),
        installed_candidate("b", "1.0.0", &["c ^3"]),
        installed_candidate("c", "1.0.0", &["gone"]),
    ];
    let refusal = expect_no_plan(&["a"], &candidates, &Policy::default());
    assert_eq!(refusal.sentences, ["b 1.0.0 needs c ^3, and there is 1.0.0.", "a 1.0.0 needs b."]);
    let refusal = expect_no_plan(&["c"], &candidates, &Policy::default());
    assert_eq!(refusal.sentences, ["c 1.0.0 needs gone, and there is no pack gone."]);
    assert_eq!(unknown(&needs(&["a"]), &candidates).into_iter().collect::<Vec<_>>(), ["gone"]);
    let round = [
        installed_candidate("a", "1.0.0", &["b"]),
        installed_candidate("b", "1.0.0", &["c"]),
        installed_candidate("c", "1.0.0", &["b"]),
    ];
    let refusal = expect_no_plan(&["a"], &round, &Policy::default());
    assert_eq!(
        (refusal.why, refusal.to_string()),
        (NoPlanReason::Circle, "These packs need each other in a circle: b -> c -> b.".to_owned())
    );
    let both = expect_no_plan(
        &["a", "d"],
        &[&round[..], &[installed_candidate("d", "1.0.0", &[])]].concat(),
        &Policy::default(),
    );
    assert_eq!(words(&both), ["Leave out a"], "without the others it can be played");
    let itself = expect_no_plan(&["a"], &[installed_candidate("a", "1.0.0", &["a"])], &Policy::default());
    assert_eq!(itself.sentences, ["a is requested, and 1.0.0 cannot be used: it needs itself."]);
    let many: Vec<String> = (0..65).map(|n| format!("p{n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let refusal = expect_no_plan(&["a"], &[installed_candidate("a", "1.0.0", &many)], &Policy::default());
    assert!(refusal.sentences[0].contains("more than 64"), "{refusal}");
    let row = |n: usize| installed_candidate(&format!("p{n}"), "1.0.0", &[&*format!("p{}", n + 1)]);
    let mut long: Vec<Candidate> = (1..MOST_PACKS).map(row).collect();
    long.push(installed_candidate(&format!("p{MOST_PACKS}"), "1.0.0", &[]));
    assert_eq!(plan_versions(&["p1"], &long, &Policy::default()).len(), MOST_PACKS);
    long.push(row(0));
    assert_eq!(expect_no_plan(&["p0"], &long, &Policy::default()).why, NoPlanReason::TooMany);
}

#[test]
fn what_takes_too_many_steps_is_given_up_at_the_same_place() {
    let candidates = corpus(3, 1000, 10, 4, false);
    let requests = ["p0000", "p0001"];
    let refusal = expect_no_plan(&requests, &candidates, &Policy { steps: 300, ..Policy::default() });
    assert_eq!((refusal.why, refusal.why.code()), (NoPlanReason::Tangled, "needs_tangled"));
    assert!(refusal.sentences[0].ends_with("versions: p0000, p0001."), "{refusal}");
    assert_eq!(expect_no_plan(&requests, &candidates, &Policy { steps: 300, ..Policy::default() }), refusal);
}

#[test]
fn what_people_type_names_a_version_or_a_range() {
    let typed = |text: &str| Need::parse_argument(text).map(|need| need.to_string());
    assert_eq!(typed("town").as_deref(), Some("town"));
    assert_eq!(typed("town@1.2.0").as_deref(), Some("town =1.2.0"));
    assert_eq!(typed("town@1.2").as_deref(), Some("town ^1.2"));
    assert_eq!(typed("town@>=1, <3").as_deref(), Some("town >=1, <3"));
    assert_eq!(typed("town@2.0.0-beta.1").as_deref(), Some("town =2.0.0-beta.1"));
    for wrong in ["Town", "town@", "town@one", "../town", "town@1.2.3.4"] {
        assert_eq!(typed(wrong), None, "{wrong}");
    }
}

/// Random numbers that are the same in every run.
struct RandomNumbers(u64);

impl RandomNumbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}

/// Generates packs with versions 1.0.0 to 1.x.0 that need packs with higher numbers, so that there are no cycles.
fn corpus(seed: u64, packs: usize, versions: usize, most_needs: usize, odd: bool) -> Vec<Candidate> {
    let mut numbers = RandomNumbers(seed);
    let mut all = Vec::new();
    for pack in 0..packs {
        for number in 0..versions {
            let mut candidate = Candidate::new(&format!("p{pack:04}"), Version::new(1, number as u64, 0));
            for _ in 0..numbers.below(most_needs + 1).min(packs - pack - 1) {
                let other = pack + 1 + numbers.below((packs - pack - 1).min(60));
                let from = numbers.below(versions);
                let range = match numbers.below(4) {
                    0 => format!("=1.{from}.0"),
                    1 => format!(">=1.{from}.0"),
                    2 => format!("<=1.{from}.0"),
                    _ => format!(">=1.{}.0, <=1.{}.0", from.saturating_sub(3), from + 2),
                };
                candidate.needs.push(Need { id: format!("p{other:04}"), range: VersionReq::parse(&range).unwrap() });
            }
            if odd {
                if numbers.below(4) == 0 {
                    let other = numbers.below(packs);
                    let range = VersionReq::parse(&format!(">=1.{}.0", numbers.below(versions))).unwrap();
                    candidate.conflicts.push(Need { id: format!("p{other:04}"), range });
                }
                candidate.installed = numbers.below(2) == 0;
                candidate.from = "shelf Harbour".to_owned();
                candidate.withdrawn = (numbers.below(8) == 0).then(|| "it was wrong".to_owned());
            }
            all.push(candidate);
        }
    }
    all
}

/// True if versions are compatible, by checking every rule.
fn fits(chosen: &BTreeMap<&str, &Candidate>, requests: &[Need]) -> bool {
    let met = |need: &Need| chosen.get(&*need.id).is_some_and(|found| need.range.matches(&found.version));
    let excluded = |c: &Candidate, conflict: &Need| conflict.id != c.id && met(conflict);
    requests.iter().all(met)
        && chosen.values().all(|c| c.needs.iter().all(met) && !c.conflicts.iter().any(|conflict| excluded(c, conflict)))
}

/// True if any compatible versions exist, by trying all combinations.
fn any_fits<'c>(
    open: &[(&'c str, Vec<&'c Candidate>)],
    chosen: &mut BTreeMap<&'c str, &'c Candidate>,
    requests: &[Need],
) -> bool {
    let Some(((id, candidates), rest)) = open.split_first() else { return fits(chosen, requests) };
    if any_fits(rest, chosen, requests) {
        return true;
    }
    for candidate in candidates {
        chosen.insert(id, candidate);
        if any_fits(rest, chosen, requests) {
            return true;
        }
        chosen.remove(id);
    }
    false
}

/// Returns the ids of packs that occur in a text.
fn pack_ids_in(text: &str) -> Vec<&str> {
    let word = |word: &str| word.len() == 5 && word.starts_with('p') && word[1..].bytes().all(|b| b.is_ascii_digit());
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| word(w)).collect()
}

#[test]
fn small_corpora_are_solved_as_by_trying_everything() {
    let (mut solved, mut unsolved, mut ways) = (0, 0, 0);
    for seed in 0..600 {
        let candidates = corpus(seed, 6, 3, 3, true);
        let mut numbers = RandomNumbers(seed ^ 0xabcd);
        let requests: Vec<Need> = (0..1 + numbers.below(3))
            .map(|n| match numbers.below(3) {
                0 => Need::any(&format!("p{n:04}")),
                1 => Need::exactly(&format!("p{n:04}"), &Version::new(1, numbers.below(3) as u64, 0)),
                _ => Need::parse_declaration(&format!("p{n:04} <=1.{}.0", numbers.below(3))).unwrap(),
            })
            .collect();
        let policy = Policy { fetch: numbers.below(2) == 0, ..Policy::default() };
        let exact =
            |c: &Candidate| requests.iter().any(|w| w.id == c.id && w.is_exact() && w.range.matches(&c.version));
        let may = |c: &&Candidate| (c.installed || policy.fetch) && (c.installed || c.withdrawn.is_none() || exact(c));
        let mut open: BTreeMap<&str, Vec<&Candidate>> = BTreeMap::new();
        for candidate in candidates.iter().filter(may) {
            open.entry(&candidate.id).or_default().push(candidate);
        }
        let open: Vec<_> = open.into_iter().collect();
        let expected = any_fits(&open, &mut BTreeMap::new(), &requests);
        match solve(&requests, &candidates, &policy) {
            Ok(plan) => {
                solved += 1;
                assert!(expected, "{seed}: a plan where there is none");
                let chosen = plan.iter().map(|(id, &n)| (id.as_str(), &candidates[n])).collect();
                assert!(fits(&chosen, &requests), "{seed}: {:?}", pack_versions(&plan, &candidates));
                assert!(chosen.values().all(may), "{seed}");
                assert_eq!(solve(&requests, &candidates, &policy).unwrap(), plan, "the same again");
            }
            Err(refusal) => {
                unsolved += 1;
                assert!(!expected, "{seed}: no plan where there is one: {refusal}");
                ways += told_well(&refusal, &requests, &candidates);
            }
        }
    }
    assert!(solved > 100 && unsolved > 100 && ways > 100, "{solved} {unsolved} {ways}");
}

/// Checks an explanation, and tries each resolution; returns their number.
fn told_well(refusal: &NoPlan, requests: &[Need], candidates: &[Candidate]) -> usize {
    assert!((1..=4).contains(&refusal.sentences.len()), "{refusal}");
    let mut known: Vec<&str> = requests.iter().map(|request| request.id.as_str()).collect();
    let mut at = 0;
    while let Some(&id) = known.get(at) {
        let needs = candidates.iter().filter(|c| c.id == id).flat_map(|c| &c.needs);
        for need in needs {
            if !known.contains(&need.id.as_str()) {
                known.push(&need.id);
            }
        }
        at += 1;
    }
    for sentence in &refusal.sentences {
        assert!(sentence.len() < 300 && sentence.ends_with('.'), "{sentence}");
        assert!(pack_ids_in(sentence).iter().all(|id| known.contains(id)), "{sentence}");
    }
    assert!(refusal.ways.len() <= 6);
    for way in &refusal.ways {
        assert_eq!(solve(&way.requests, candidates, &way.policy).as_ref(), Ok(&way.plan), "{}", way.words);
        let chosen = way.plan.iter().map(|(id, &n)| (id.as_str(), &candidates[n])).collect();
        assert!(fits(&chosen, &way.requests), "{}", way.words);
        assert!(way.requests.iter().all(|w| requests.iter().any(|request| request.id == w.id)), "{}", way.words);
    }
    refusal.ways.len()
}

#[test]
fn nothing_is_older_than_what_is_locked_in_any_plan() {
    let mut plans = 0;
    for seed in 0..300 {
        let candidates = corpus(seed, 12, 5, 3, true);
        let mut numbers = RandomNumbers(seed);
        let locked: BTreeMap<String, Version> =
            (0..12).map(|n| (format!("p{n:04}"), Version::new(1, numbers.below(4) as u64, 0))).collect();
        let policy = Policy { locked: locked.clone(), newest: seed % 2 == 0, ..Policy::default() };
        if let Ok(plan) = solve(&needs(&["p0000", "p0001"]), &candidates, &policy) {
            plans += 1;
            for (id, &n) in &plan {
                assert!(candidates[n].version >= locked[id], "{seed}: {id}");
            }
        }
    }
    assert!(plans > 50, "{plans}");
}

#[test]
#[allow(clippy::print_stdout, reason = "prints the time")]
fn a_thousand_packs_are_solved_in_less_than_a_second() {
    let (mut worst, mut all, mut solved, mut told) = (Duration::ZERO, Duration::ZERO, 0, 0);
    for seed in 0..40 {
        let candidates = corpus(seed, 1000, 10, 1 + seed as usize % 4, false);
        let requests = needs(&["p0000", "p0001", "p0002", "p0003", "p0004"]);
        let begun = Instant::now();
        let result = solve(&requests, &candidates, &Policy::default());
        let took = begun.elapsed();
        (worst, all) = (worst.max(took), all + took);
        match result {
            Ok(plan) => {
                solved += 1;
                println!("{seed}: {took:?}, {} packs", plan.len());
            }
            Err(refusal) => {
                told += 1;
                println!("{seed}: {took:?}, {refusal} {:?}", words(&refusal));
                if seed < 8 {
                    told_well(&refusal, &requests, &candidates);
                }
            }
        }
    }
    println!("{solved} solved, {told} told; {:?} each, {worst:?} at most", all / 40);
    assert!(solved > 5 && told > 5, "{solved} {told}");
    assert!(worst < Duration::from_secs(20), "{worst:?}");
}
