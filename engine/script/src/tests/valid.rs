//! Tests that valid programs load and behave as written: programs that Lua compiles have no false findings, and the
//! guard around loops changes no results. Uses the programs of `valid.txt`, each form of expression in each position,
//! and random programs.

use std::sync::Arc;

use full_moon::ast::{Expression, Stmt};
use full_moon::visitors::Visitor;
use mlua::Value;

use super::programs::program;
use crate::lint::span::span;
use crate::rules::load::{Built, Compiled};
use crate::rules::mutate::mutants;
use crate::testing::{catalog, module, report};
use crate::vm::{budget, compiler};

const PATH: &str = "base/rules/new.lua";

/// Compiles a module and checks it; returns the findings as text, and the compiled module.
fn load(source: &str) -> (String, Option<Arc<Compiled>>) {
    let catalog = Arc::new(catalog(vec![module("base", PATH, source, &[])]));
    let (compiled, found) = Compiled::new(Arc::clone(&catalog));
    (report(&catalog, &found), compiled.map(Arc::new))
}

/// Runs a module and describes its result. If the result is a list of functions, calls each with the same arguments.
fn run(compiled: &Compiled) -> String {
    let Built { vm, host, .. } = match compiled.build(&[], false) {
        Ok(built) => built,
        Err(failure) => return format!("fails: {}", failure.message),
    };
    let result = host.exports.borrow()[0].clone();
    let Value::Table(list) = &result else { return format_value(&result, 0) };
    let mut text = String::new();
    for item in list.sequence_values::<Value>() {
        let item = item.unwrap();
        text.push_str(&match &item {
            Value::Function(function) => {
                let arguments = (vm.lua.create_sequence_from([2, 7]).unwrap(), 5);
                match vm.call::<mlua::MultiValue>(function, arguments, 100_000) {
                    Ok(values) => values.iter().map(|value| format_value(value, 0)).collect::<Vec<_>>().join(" "),
                    Err(trouble) => format!("fails: {}", trouble.message),
                }
            }
            other => format_value(other, 0),
        });
        text.push('\n');
    }
    budget::begin_run(tilewright_core::limits::RUN_STEPS, true);
    text + &format_value(&result, 0)
}

fn format_value(value: &Value, level: usize) -> String {
    match value {
        Value::Table(_) if level > 4 => "…".to_owned(),
        Value::Table(table) => {
            let mut fields: Vec<String> = table
                .pairs::<Value, Value>()
                .map(|pair| pair.unwrap())
                .map(|(key, value)| format!("{} = {}", format_value(&key, level + 1), format_value(&value, level + 1)))
                .collect();
            fields.sort();
            format!("{{{}}}", fields.join(", "))
        }
        Value::Function(_) => "a function".to_owned(),
        Value::String(text) => format!("{:?}", text.to_string_lossy()),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        other => format!("{other:?}"),
    }
}

/// Loads a program and compares its result with and without the guard around loops. Returns the result.
fn check(name: &str, source: &str) -> String {
    if let Err(error) = compiler().compile(source) {
        panic!("{name} is not valid Lua: {error}\n{source}");
    }
    let (found, compiled) = load(source);
    assert_eq!(found, "", "{name}:\n{source}");
    let compiled = compiled.unwrap_or_else(|| panic!("{name} does not load:\n{source}"));
    let plain = compiled.with_module(PATH, source).unwrap();
    let (guarded, plain) = (run(&compiled), run(&plain));
    // The guard takes steps, so only one of the two may reach the limit.
    let is_late = |result: &str| result.contains("takes too long");
    assert!(guarded == plain || is_late(&guarded) || is_late(&plain), "{name}: {guarded}\n{plain}\n{source}");
    guarded
}

/// Returns the lines of a section of the text of valid programs.
fn section(name: &str) -> impl Iterator<Item = &'static str> {
    let text = include_str!("valid.txt").split_once(&format!("\n[{name}]\n")).unwrap().1;
    let sections = ["\n[expressions]\n", "\n[positions]\n", "\n[programs]\n"];
    let end = sections.iter().filter_map(|next| text.find(next)).min();
    text[..end.unwrap_or(text.len())].lines()
}

/// Returns a module with a function for each position of an expression.
fn in_each_position(expression: &str) -> String {
    let prelude = section("prelude").collect::<Vec<_>>().join(" ");
    let functions = section("positions")
        .filter(|position| !position.is_empty())
        .map(|position| format!("function(...) {prelude} {} end,\n", position.replace("EXPR", expression)));
    format!("return {{\n{}}}\n", functions.collect::<String>())
}

/// Returns the forms of expressions; a line that begins with a blank continues the previous one.
fn expressions() -> Vec<String> {
    let mut forms: Vec<String> = Vec::new();
    for line in section("expressions").filter(|line| !line.is_empty()) {
        match forms.last_mut() {
            Some(last) if line.starts_with(' ') => {
                last.push('\n');
                last.push_str(line);
            }
            _ => forms.push(line.to_owned()),
        }
    }
    forms
}

fn programs() -> Vec<String> {
    let text = section("programs").collect::<Vec<_>>().join("\n");
    text.split("\n----\n").map(str::to_owned).collect()
}

#[test]
fn each_expression_loads_in_each_position() {
    for expression in expressions() {
        check(&expression, &in_each_position(&expression));
    }
    assert!(expressions().len() * section("positions").count() > 8_000);
}

#[test]
fn each_program_loads_and_runs() {
    let all = programs();
    assert!(all.len() >= 110, "{} programs", all.len());
    for program in &all {
        let result = check("a program", program);
        assert!(!result.starts_with("fails"), "{result}:\n{program}");
    }
}

/// Checks that the span of each part of the text is complete: an expression is valid alone.
#[test]
fn spans_are_whole() {
    struct Spans<'s>(&'s str);

    impl Visitor for Spans<'_> {
        fn visit_expression(&mut self, node: &Expression) {
            let (start, end) = span(node).unwrap();
            let text = &self.0[start..end];
            let alone = format!("return ({text}\n)");
            assert!(compiler().compile(&alone).is_ok(), "`{text}` in\n{}", self.0);
        }

        fn visit_stmt(&mut self, node: &Stmt) {
            let (start, end) = span(node).unwrap();
            let text = &self.0[start..end];
            // `continue` and `break` need an enclosing loop.
            let alone = format!("while true do {text}\nend");
            let is_of_module = text.starts_with("export") || text.starts_with("type function");
            assert!(is_of_module || compiler().compile(&alone).is_ok(), "`{text}` in\n{}", self.0);
        }
    }

    let parsed = |source: &str| full_moon::parse_fallible(source, full_moon::LuaVersion::luau()).into_result().unwrap();
    let examples = expressions().into_iter().map(|expression| in_each_position(&expression)).step_by(7);
    for source in programs().into_iter().chain(examples) {
        // The parser needs more stack than a thread has by default.
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(64 << 20);
            let walk = || Spans(&source).visit_ast(&parsed(&source));
            thread.spawn_scoped(scope, walk).unwrap().join().unwrap();
        });
    }
}

#[test]
fn every_small_change_is_valid_again() {
    for source in programs() {
        for mutant in mutants(&source) {
            let changed = mutant.apply(&source);
            let compiled = compiler().compile(&*changed);
            assert!(compiled.is_ok(), "{}: {compiled:?}\n{source}", mutant.describe());
        }
    }
}

/// Runs 300 programs by default; the variable `TILEWRIGHT_PROGRAMS` sets another number.
#[test]
fn random_programs_load_and_run() {
    let count = std::env::var("TILEWRIGHT_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    let (mut loops, mut failures) = (0, 0);
    for seed in 0..count {
        let source = program(seed);
        let result = check(&format!("program {seed}"), &source);
        loops += usize::from(load(&source).1.is_some_and(|compiled| compiled.has_guarded_loops()));
        failures += usize::from(result.starts_with("fails"));
    }
    // Programs that stop early or have no loops test little.
    assert!(loops * 2 > count as usize, "{loops} of {count} programs have guarded loops");
    assert!(failures * 5 < count as usize, "{failures} of {count} programs stop with an error");
}

#[test]
fn a_method_of_a_table_of_another_module_is_no_finding() {
    let one = "local Pile = {}\nfunction Pile:with(x) return x end\nreturn Pile";
    let two = "local Pile = require('one')\nreturn Pile:with(2)";
    let modules = vec![module("base", "base/rules/one.lua", one, &[]), module("base", "base/rules/two.lua", two, &[])];
    let catalog = Arc::new(catalog(modules));
    let (compiled, found) = Compiled::new(Arc::clone(&catalog));
    assert_eq!(report(&catalog, &found), "");
    let Built { host, .. } = compiled.unwrap().build(&[], false).unwrap();
    assert_eq!(format_value(&host.exports.borrow()[1], 0), "2");
}

/// Checks that the comparison works: functions of a list are called with the same arguments, and a failure is a text.
#[test]
fn a_difference_would_be_seen() {
    let (_, compiled) = load("return { function(list, n) return list[2] + n end, function() return nil + 1 end, 3 }");
    let text = run(&compiled.unwrap());
    assert!(text.starts_with("12\nfails: "), "{text}");
}
