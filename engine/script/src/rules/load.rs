//! Compiles the rule modules of a catalog, and builds machines with all of them loaded.

use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Value};
use tilewright_core::catalog::{Catalog, ModuleUse, Value as Data};
use tilewright_core::diag::{Diagnostic, Span};
use tilewright_core::limits::{self, FINDINGS};
use tilewright_core::machine::rules::Hooks;
use tilewright_core::state::question::Handler;
use tilewright_core::unseen::{code_point, in_file};

use crate::api::{self, lua_value, payload};
use crate::host::Host;
use crate::host::frame::Frame;
use crate::host::loading::Loading;
use crate::host::register::{Callee, Composed, RegistrationError, compose, script_steps};
use crate::host::rule_set::RuleSet;
use crate::host::trace::{self, Tracer};
use crate::lint;
use crate::lint::{LintFacts, place};
use crate::rules::first_tile;
use crate::rules::held::ModuleState;
use crate::rules::instrument::{InstrumentedModule, instrument};
use crate::rules::ordered::{GuardedModule, guard_loops};
use crate::rules::script::Script;
use crate::rules::watch::WatchExpression;
use crate::schema::header::Header;
use crate::schema::suggest::suggestion;
use crate::vm::trouble::{ScriptError, ScriptErrorKind};
use crate::vm::{Vm, budget, compiler, counting_compiler, raw};

/// Compiled module with its parameters.
#[derive(Clone)]
struct CompiledModule {
    bytecode: Arc<[u8]>,
    params: Vec<(Arc<str>, Data)>,
    /// Text with guarded loops that was compiled; `None` if no loop needs a guard.
    guarded: Option<Arc<GuardedModule>>,
    /// Text that was compiled instead, whose statements report themselves; `None` unless calls are recorded.
    reporting: Option<Arc<InstrumentedModule>>,
}

/// Machine with all modules loaded, and the functions that they registered.
pub(crate) struct Built {
    pub(crate) vm: Vm,
    pub(crate) host: Rc<Host>,
    pub(crate) hooks: Rc<Hooks>,
    pub(crate) callees: Vec<Callee>,
    /// Names of the stages of sheets, in order.
    pub(crate) stages: Vec<Arc<str>>,
    /// Inconsistencies between the functions.
    pub(crate) mismatches: Vec<RegistrationError>,
    pub(crate) held: ModuleState,
    /// Main functions of the modules, in order.
    pub(crate) functions: Vec<Function>,
}

/// All rule modules of a catalog, checked and compiled; creates machines cheaply on any thread.
pub struct Compiled {
    catalog: Arc<Catalog>,
    modules: Vec<CompiledModule>,
    symbols: Vec<Arc<str>>,
}

impl Compiled {
    /// Checks and compiles the modules of a catalog. Returns compiled modules if the findings contain no errors.
    pub fn new(catalog: Arc<Catalog>) -> (Option<Compiled>, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let mut modules = Vec::new();
        for (m, too_long) in catalog.modules.iter().zip(lint::too_long(&catalog)) {
            if let Some(message) = too_long {
                found.push(place(Diagnostic::error("S0102", message), m, None));
                continue;
            }
            let unseen = in_file(&m.source).take((FINDINGS + 1).saturating_sub(found.len())).map(|(at, c)| {
                let message = format!("the character {} is invisible", code_point(c));
                place(Diagnostic::error("S0106", message), m, m.file.map(|f| Span::new(f, at, at + c.len_utf8())))
            });
            found.extend(unseen);
            match compiler().compile(&*m.source) {
                Ok(bytecode) => {
                    let (header, errors) = Header::parse(&m.source);
                    for e in errors {
                        let span = m.file.map(|file| Span::new(file, e.start, e.end));
                        let finding = Diagnostic::error("S0103", e.message);
                        let finding = match e.hint {
                            Some(hint) => finding.with_hint(hint),
                            None => finding,
                        };
                        found.push(place(finding, m, span));
                    }
                    let params = lint::params(&catalog, m, &header, &mut found);
                    modules.push(CompiledModule { bytecode: bytecode.into(), params, guarded: None, reporting: None });
                }
                Err(error) => {
                    let (line, message) = syntax(&error);
                    let finding = Diagnostic::error("S0101", format!("this is not valid Lua: {message}"));
                    let finding = match suggest_call(&m.source, line, &message) {
                        Some(hint) => finding.with_hint(hint),
                        None => finding,
                    };
                    found.push(place(finding, m, line_span(m, line)));
                }
            }
        }
        let LintFacts { words, found: more, loops } = lint::modules(&catalog);
        found.extend(more);
        found.extend(first_tile::missing(&catalog));
        cut(&mut found);
        if found.iter().any(Diagnostic::is_error) {
            return (None, found);
        }
        for ((module, used), loops) in modules.iter_mut().zip(&catalog.modules).zip(&loops) {
            if loops.is_empty() {
                continue;
            }
            let guarded = guard_loops(&used.source, loops);
            match compiler().compile(&guarded.text) {
                Ok(bytecode) => (module.bytecode, module.guarded) = (bytecode.into(), Some(Arc::new(guarded))),
                Err(error) => {
                    // Guarding keeps the line numbers.
                    let (line, message) = syntax(&error);
                    let message = format!("{}, line {line}: its loops could not be guarded: {message}", used.path);
                    found.push(place(Diagnostic::error("S0104", message), used, line_span(used, line)));
                    return (None, found);
                }
            }
        }
        let symbols = catalog.terrains.ids().map(|t| catalog.terrains.key(t).into());
        let symbols = symbols.chain(catalog.tags.ids().map(|t| catalog.tags.key(t).into())).chain(words).collect();
        (Some(Compiled { catalog, modules, symbols }), found)
    }

    /// Returns the rules with another text of one module, wherever it is used. Skips checks that a run does not need,
    /// and compiles only that module. The catalog keeps the old text.
    ///
    /// # Errors
    /// The text is not valid Lua, or its head does not fit the use of the module.
    pub fn with_module(&self, path: &str, source: &str) -> Result<Compiled, Vec<Diagnostic>> {
        let mut found = Vec::new();
        let mut modules = self.modules.clone();
        let text = compiler().compile(source).map_err(|error| vec![Diagnostic::error("S0101", syntax(&error).1)])?;
        let (header, errors) = Header::parse(source);
        found.extend(errors.into_iter().map(|e| Diagnostic::error("S0103", e.message)));
        for (module, used) in modules.iter_mut().zip(&self.catalog.modules).filter(|(_, used)| *used.path == *path) {
            let params = lint::params(&self.catalog, used, &header, &mut found);
            *module = CompiledModule { bytecode: text.as_slice().into(), params, guarded: None, reporting: None };
        }
        if found.iter().any(Diagnostic::is_error) {
            return Err(found);
        }
        Ok(Compiled { catalog: Arc::clone(&self.catalog), modules, symbols: self.symbols.clone() })
    }

    /// Returns the same rules with modules that report each line before it runs, so that calls can be recorded with
    /// [`Script::tracer`]. `watch` is computed at each line at which its names are known.
    ///
    /// The rules act like these, and use up the same steps. One exception are calls that exceed a budget: they may end
    /// one statement earlier.
    ///
    /// # Errors
    /// A module cannot be compiled with the reports.
    pub fn reporting(&self, watch: Option<&WatchExpression>) -> Result<Compiled, Box<Diagnostic>> {
        let mut modules: Vec<CompiledModule> = Vec::with_capacity(self.modules.len());
        for (number, (module, used)) in self.modules.iter().zip(&self.catalog.modules).enumerate() {
            let is_same = |other: &ModuleUse| other.path == used.path && other.source == used.source;
            let first = self.catalog.modules[..number].iter().position(is_same).map(|first| &modules[first]);
            let (bytecode, reporting) = match first {
                Some(first) => (Arc::clone(&first.bytecode), first.reporting.clone()),
                None => {
                    let text = module.guarded.as_ref().map_or(&*used.source, |guarded| &guarded.text);
                    let failed = |why: &str| {
                        let message = format!("{}: its lines could not be recorded: {why}", used.path);
                        Box::new(place(Diagnostic::error("S0104", message), used, None))
                    };
                    let done = instrument(text, watch).ok_or_else(|| failed("the text could not be read"))?;
                    let bytecode = compiler().compile(&done.text).map_err(|error| failed(&syntax(&error).1))?;
                    (bytecode.into(), Some(Arc::new(done)))
                }
            };
            modules.push(CompiledModule { bytecode, reporting, ..module.clone() });
        }
        Ok(Compiled { catalog: Arc::clone(&self.catalog), modules, symbols: self.symbols.clone() })
    }

    /// True if a module has guarded loops.
    #[cfg(test)]
    pub(crate) fn has_guarded_loops(&self) -> bool {
        self.modules.iter().any(|module| module.guarded.is_some())
    }

    /// Returns the catalog of these rules.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// Creates a machine with all modules loaded.
    ///
    /// # Errors
    /// A module failed to load.
    pub fn instantiate(self: &Arc<Self>) -> Result<(Script, Vec<Diagnostic>), Box<Diagnostic>> {
        self.instantiate_after(&[])
    }

    /// Like [`Compiled::instantiate`], with the symbols of the scripts that it replaces, since a running game stores
    /// their numbers.
    ///
    /// # Errors
    /// A module failed to load.
    pub fn instantiate_after(
        self: &Arc<Self>,
        symbols: &[Arc<str>],
    ) -> Result<(Script, Vec<Diagnostic>), Box<Diagnostic>> {
        let built = self.build(symbols, false)?;
        let steps = &built.hooks.steps;
        let mut found = Vec::new();
        for m in &built.mismatches {
            let module = &self.catalog.modules[m.module];
            let diagnostic = match m.code {
                "S0204" | "S0205" | "S0206" | "S0207" | "S0210" | "S0212" => {
                    Diagnostic::warning(m.code, m.message.clone())
                }
                _ => Diagnostic::error(m.code, m.message.clone()),
            };
            found.push(place(diagnostic, module, line_span(module, m.line)));
        }
        for step in script_steps(&self.catalog).into_iter().filter(|step| !steps.contains_key(&step.name)) {
            let message = format!("no rule module registers the step `{}`", step.name);
            let near = suggestion(&step.name, steps.keys().map(|name| &**name));
            let diagnostic = Diagnostic::warning("S0209", message);
            let diagnostic = match near {
                Some(near) => diagnostic.did_you_mean(&step.name, near),
                None => {
                    diagnostic.with_hint(format!("a module does with `step(\"{}\", function(seat) … end)`", step.name))
                }
            };
            found.push(match step.span {
                Some(span) => diagnostic.with_span(span),
                None => diagnostic,
            });
        }
        cut(&mut found);
        Ok((Script::new(Arc::clone(self), built), found))
    }

    /// Builds a machine and composes its registered functions; the symbols in `first` precede its own. With `counts`,
    /// it counts how often each line runs.
    pub(crate) fn build(&self, first: &[Arc<str>], counts: bool) -> Result<Built, Box<Diagnostic>> {
        let broken = |e: mlua::Error| {
            let text = ScriptError::from_error(&e).message;
            Box::new(Diagnostic::error("S0409", format!("the script machine could not be set up: {text}")))
        };
        budget::begin_run(limits::LOAD_STEPS, true);
        let mut vm = Vm::new().map_err(broken)?;
        let symbols: Vec<Arc<str>> = first.iter().chain(&self.symbols).cloned().collect();
        let host = Rc::new(Host::new(Arc::clone(&self.catalog), &symbols));
        // A module that registers a replacement must contain the word `replace`.
        let replaces = self.catalog.modules.iter().any(|module| module.source.contains("replace"));
        api::register(&vm, &host, replaces).map_err(broken)?;
        if self.modules.iter().any(|module| module.reporting.is_some()) {
            let points = self.modules.iter().map(|m| m.reporting.as_ref().map(|own| Arc::clone(&own.points)));
            // The cell was empty, because only this function fills it.
            let _ = host.tracer.set(Rc::new(Tracer::new(points.map(Option::unwrap_or_default).collect())));
        }
        let held = ModuleState::new(&vm.lua).map_err(broken)?;
        host.memory.set(vm.seal().map_err(broken)?);
        let entered = host.frames.enter(Frame::Load(Loading::default()));
        let mut functions = Vec::new();
        let mut slowest = (0, 0);
        for (number, (module, used)) in self.modules.iter().zip(&self.catalog.modules).enumerate() {
            let before = budget::left();
            let loaded = self.load(&vm, &host, &held, number, module, counts);
            slowest = slowest.max((before - budget::left(), number));
            functions.push(loaded.map_err(|mut trouble| {
                // If the common budget is used up, the module that took most of it is to blame.
                let to_blame = if trouble.kind == ScriptErrorKind::Time { slowest.1 } else { number };
                if to_blame != number {
                    trouble.place = None;
                }
                load_failure(if to_blame == number { used } else { &self.catalog.modules[to_blame] }, &trouble)
            })?);
        }
        let chain = vm.lua.load(include_str!("chain.lua")).set_name("=chain").into_function().map_err(broken)?;
        let shared = Rc::clone(&host);
        let enter = vm.lua.create_function(move |_, change: usize| shared.begin_amendment(change)).map_err(broken)?;
        let join: Function = chain.call(enter).map_err(broken)?;
        let Frame::Load(loading) = entered.leave() else {
            return Err(broken(mlua::Error::runtime("nothing was loaded")));
        };
        let composed = compose(&self.catalog, &loading, |base, changes, numbers| join.call((base, changes, numbers)));
        let Composed { mut hooks, mut callees, chains, amendments, claims, stages, mismatches } =
            composed.map_err(broken)?;
        for callee in &mut callees {
            if let Some((kind, before)) = callee.role.received_event() {
                callee.function = payload::wrap(&vm.lua, &callee.function, kind, before).map_err(broken)?;
            }
        }
        hooks.scored = host.names.borrow_mut().intern(SCORED);
        let hooks = Rc::new(hooks);
        let function = |handler: Handler| callees[usize::from(handler.0)].function.clone();
        let restrictions = hooks.restrictions.iter().map(|one| function(one.handler)).collect();
        // The cell was empty, because only this function fills it.
        let _ = host.rules.set(RuleSet { hooks: Rc::clone(&hooks), chains, amendments, claims, restrictions });
        budget::begin_run(limits::RUN_STEPS, true);
        Ok(Built { vm, host, hooks, callees, stages, mismatches, held, functions })
    }

    /// Loads a module. Values that it keeps cannot be changed afterwards.
    fn load(
        &self,
        vm: &Vm,
        host: &Rc<Host>,
        held: &ModuleState,
        number: usize,
        module: &CompiledModule,
        counts: bool,
    ) -> Result<Function, ScriptError> {
        let used = &self.catalog.modules[number];
        let lua_error = |e: mlua::Error| vm.trouble(&e);
        host.frames.loading().map_err(lua_error)?.module = number;
        let param = vm.lua.create_table().map_err(lua_error)?;
        for (name, value) in &module.params {
            param.raw_set(&**name, lua_value(&vm.lua, value).map_err(lua_error)?).map_err(lua_error)?;
        }
        param.set_readonly(true);
        let mut own = vec![("param", Value::Table(param))];
        let mut text = &*used.source;
        if let Some(guarded) = &module.guarded {
            own.push((&guarded.name, Value::Function(raw::pairs_in_order(&vm.lua).map_err(lua_error)?)));
            text = &guarded.text;
        }
        if let Some(reporting) = &module.reporting {
            let report = trace::report_function(&vm.lua, host, number).map_err(lua_error)?;
            own.push((&reporting.name, Value::Function(report)));
            text = &reporting.text;
        }
        let env = vm.environment(&own).map_err(lua_error)?;
        let counting = if counts { Some(counting_compiler().compile(text).map_err(lua_error)?) } else { None };
        let function = vm.function(&used.path, counting.as_deref().unwrap_or(&module.bytecode), env)?;
        let result: Value = vm.call(&function, (), limits::MODULE_STEPS)?;
        let registered: Vec<Function> = {
            let loading = host.frames.loading().map_err(lua_error)?;
            let own = loading.registered.iter().filter(|registered| registered.module == number);
            own.map(|registered| registered.function.clone()).collect()
        };
        for kept in registered.into_iter().map(Value::Function).chain([result.clone()]) {
            held.freeze(kept, &function).map_err(lua_error)?;
        }
        host.exports.borrow_mut().push(result);
        Ok(function)
    }
}

/// Drops findings beyond the limit.
fn cut(found: &mut Vec<Diagnostic>) {
    if found.len() > FINDINGS {
        found.truncate(FINDINGS);
        let message =
            format!("more than the {FINDINGS} findings that are shown were found in rules; correct these first");
        found.push(Diagnostic::error("S0105", message));
    }
}

/// Reason for returning figures from a feature that was scored.
const SCORED: &str = "scored";

/// Returns line and message of a syntax error.
fn syntax(error: &mlua::Error) -> (u32, String) {
    let text = match error {
        mlua::Error::SyntaxError { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let mut rest = text.trim_start_matches(':');
    // The compiler writes `:line: message`.
    let line = rest.split(':').next().and_then(|n| n.trim().parse().ok());
    if line.is_some() {
        rest = rest.split_once(':').map_or(rest, |(_, r)| r);
    }
    (line.unwrap_or(1), rest.trim().to_owned())
}

/// Returns the hint for a method that is not called, such as `tile:cell` without parentheses, at or before a line.
fn suggest_call(source: &str, line: u32, message: &str) -> Option<String> {
    message.starts_with("Expected '(', '{' or <string> when parsing function call").then(|| {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let before = source.split_inclusive('\n').take(line as usize).collect::<Vec<_>>();
        let methods = before.iter().rev().take(2).find_map(|text| {
            text.match_indices(':').find_map(|(at, _)| {
                let thing = text[..at].rsplit(|c| !is_word(c)).next().filter(|thing| !thing.is_empty())?;
                let rest = &text[at + 1..];
                let name = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
                let is_called = rest[name.len()..].trim_start().starts_with(['(', '{', '"', '\'', '[', '`']);
                (!name.is_empty() && !is_called).then(|| format!("{thing}:{name}()"))
            })
        });
        let example = methods.map_or_else(String::new, |example| format!(": write `{example}`"));
        format!("a method is called with brackets{example}")
    })
}

/// Returns the span of a line of a module.
pub(crate) fn line_span(module: &ModuleUse, line: u32) -> Option<Span> {
    let file = module.file?;
    let mut start = 0;
    for (number, text) in (1..).zip(module.source.split_inclusive('\n')) {
        if number == line {
            let indent = text.len() - text.trim_start().len();
            let end = start + text.trim_end().len();
            return Some(Span::new(file, (start + indent).min(end), end));
        }
        start += text.len();
    }
    Some(Span::new(file, start, start))
}

fn load_failure(module: &ModuleUse, trouble: &ScriptError) -> Diagnostic {
    let line = trouble.place.as_ref().filter(|(path, _)| **path == *module.path).map(|(_, line)| *line);
    let code = if trouble.kind.code() == "S0401" { "S0201" } else { trouble.kind.code() };
    let message = match (module.file, line) {
        (Some(_), Some(_)) => trouble.message.clone(),
        (_, Some(n)) => format!("{}, line {n}: {}", module.path, trouble.message),
        (_, None) => format!("{}: {}", module.path, trouble.message),
    };
    let mut finding = Diagnostic::error(code, message);
    if trouble.message == crate::vm::trouble::READ_ONLY {
        finding = finding.with_hint(
            "the results of `require` and `param` are read-only, even while modules load: let the module take a list \
                as a parameter, or look for a tag",
        );
    }
    place(finding, module, line_span(module, line.unwrap_or(1)))
}
