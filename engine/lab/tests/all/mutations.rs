//! Tests that every score depends on its Lua line. Every number in the scoring modules of the base pack is changed, and
//! every such module is emptied, one at a time; each time a test of the pack must fail or the means of a simulation
//! must change. The same holds for every number that the pack passes to its modules.

use std::fs;
use std::path::{Path, PathBuf};

use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::suite::{Change, ChangeCache, Suite, Verdict, protection, run_tests};
use tilewright_lab::simulate::{GamePlan, simulate};

const PACK: &str = "carcassonne";

/// A copy of the pack in which modules of the library can be replaced, because the pack's own modules take precedence.
struct Copy {
    root: PathBuf,
}

impl Copy {
    fn new() -> Copy {
        let root = std::env::temp_dir().join(format!("tilewright-mutations-{}", std::process::id()));
        copy_folder(&content().join(PACK), &root.join(PACK));
        Copy { root }
    }

    fn finder(&self) -> Finder {
        Finder::nowhere().with_folder(&self.root)
    }

    fn with_module<T>(&self, name: &str, text: &str, act: impl FnOnce(&Finder) -> T) -> T {
        let folder = self.root.join(PACK).join("rules");
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join(format!("{name}.lua"));
        fs::write(&file, text).unwrap();
        let result = act(&self.finder());
        fs::remove_file(file).unwrap();
        result
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn content() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content")
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Returns the totals of a simulation as text.
fn sums(finder: &Finder) -> Option<String> {
    let mut request = Request::new([PACK]);
    request.lints = false;
    let loaded = load(finder, &request).unwrap();
    let plan = GamePlan { games: 300, seats: 2, seed: 7, threads: 1 };
    simulate(&loaded, &plan, &[], &|_| {}).ok().map(|s| format!("{:?} {}", s.by_kind, s.faults.len()))
}

/// True if a change is detected: a test fails or cannot be run, or the totals change.
fn shows(finder: &Finder, before: &str) -> bool {
    match run_tests(finder, PACK, "") {
        Ok(results) if results.iter().all(tilewright_kit::suite::TestResult::has_passed) => {}
        _ => return true,
    }
    sums(finder).as_deref() != Some(before)
}

/// Returns the byte ranges of the whole numbers in a RON text, except in comments and quotes.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let until = line.find("//").unwrap_or(line.len());
        let (mut at, mut quoted) = (0, false);
        while at < until {
            let byte = line.as_bytes()[at];
            quoted ^= byte == b'"';
            let starts =
                byte.is_ascii_digit() && !quoted && (at == 0 || !line.as_bytes()[at - 1].is_ascii_alphanumeric());
            if starts {
                let end = (at..until).find(|&i| !line.as_bytes()[i].is_ascii_digit()).unwrap_or(until);
                found.push(line_start + at..line_start + end);
                at = end;
            } else {
                at += 1;
            }
        }
        line_start += line.len();
    }
    found
}

/// True if a change replaces a number.
fn is_of_number(change: &Change) -> bool {
    let (Change::Becomes { from, .. } | Change::Default { from, .. }) = change else { return false };
    from.parse::<i64>().is_ok()
}

/// Returns the parameters that a pack passes to a module: the text from its use to the next one.
fn module_parameters<'p>(pack: &'p str, module: &str) -> &'p str {
    let at = pack.find(&format!("use: \"{module}\"")).unwrap_or(pack.len());
    &pack[at..pack[at..].find("\n        (").map_or(pack.len(), |end| at + end)]
}

/// True if a line has an effect in this pack: it does not if it depends on an optional parameter that the pack leaves
/// out.
fn in_force(module: &str, line: &str, given: &str) -> bool {
    line.split("param.").skip(1).all(|rest| {
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let declared = module.lines().find(|l| l.starts_with(&format!("--- @param {name} ")));
        let optional = declared.is_some_and(|l| l.split_whitespace().nth(3).is_some_and(|kind| kind.ends_with('?')));
        !optional || given.contains(&format!("{name}:"))
    })
}

#[test]
fn no_score_without_its_line_in_a_rule_module() {
    let copy = Copy::new();
    let before = sums(&copy.finder()).unwrap();
    let mut suite = Suite::read(&copy.finder(), &[PACK.to_owned()]).unwrap();
    assert!(suite.run(0, &|_| true) && suite.failures().next().is_none());
    // Modules that define the course of a turn, not scores, have separate tests.
    let scores = |m: &usize| ["score(", "amend("].iter().any(|word| suite.modules[*m].source.contains(word));
    let modules: Vec<usize> = suite.modules_of(true).into_iter().filter(scores).collect();
    let result = protection(&suite, &modules, &ChangeCache::nothing(), 0, &|_| true);
    let pack = fs::read_to_string(content().join(PACK).join("pack.ron")).unwrap();
    let (mut changed, mut emptied) = (0, 0);
    for judged in result.changes.iter().filter(|c| is_of_number(&c.mutant.change)) {
        let (module, mutant) = (&suite.modules[judged.module], &judged.mutant);
        match judged.verdict {
            // The change has no effect in this pack, which sets the parameter, or leaves out the one that the line
            // depends on.
            Verdict::NotNoticed(0) | Verdict::Equal(_) => continue,
            Verdict::NotNoticed(_)
                if !in_force(&module.source, &mutant.text, module_parameters(&pack, module.name())) =>
            {
                continue;
            }
            Verdict::Noticed(_) | Verdict::DoesNotLoad => {}
            Verdict::NotNoticed(_) => assert!(
                copy.with_module(module.name(), &mutant.apply(&module.source), |f| shows(f, &before)),
                "{}:{}: no report changes when {}",
                module.path,
                mutant.line,
                mutant.describe()
            ),
        }
        changed += 1;
    }
    for module in modules.iter().map(|&m| &suite.modules[m]) {
        let header: String = module.source.lines().filter(|l| l.starts_with("---")).map(|l| format!("{l}\n")).collect();
        assert!(copy.with_module(module.name(), &header, |f| shows(f, &before)), "{} changes no report", module.path);
        emptied += 1;
    }
    // The numbers that the pack passes to its modules are changed next.
    let start = pack.find("rules: [").unwrap();
    for range in numbers(&pack[start..]) {
        let range = start + range.start..start + range.end;
        let number: i64 = pack[range.clone()].parse().unwrap();
        let mutated = format!("{}{}{}", &pack[..range.start], number + 1, &pack[range.end..]);
        let file = copy.root.join(PACK).join("pack.ron");
        fs::write(&file, mutated).unwrap();
        let line = pack[..range.start].matches('\n').count() + 1;
        assert!(shows(&copy.finder(), &before), "pack.ron:{line}: {number} changes no report");
        fs::write(&file, &pack).unwrap();
        changed += 1;
    }
    assert!(changed >= 15 && emptied == 6, "{changed} numbers, {emptied} modules");
    println!("{changed} numbers changed and {emptied} modules emptied, one at a time: each shows");
}
