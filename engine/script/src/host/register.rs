//! Converts the functions that modules have registered to the hooks of the machine.

use std::sync::Arc;

use mlua::Function;
use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::catalog::id::TerrainId;
use tilewright_core::catalog::{Catalog, Origin};
use tilewright_core::diag::one_of;
use tilewright_core::limits;
use tilewright_core::machine::restrict::Restriction;
use tilewright_core::machine::rules::{Hook, Hooks, Offer, ScoreRule, StepHook};
use tilewright_core::state::event::EventKind;
use tilewright_core::state::question::Handler;
use tilewright_core::state::sheet::{STAGES, Share};

use crate::host::loading::{HookPurpose, Loading, Registered};
use crate::host::rule_set::{Amendment, Chain, ClaimAmendment, Condition, MAX_AMENDMENTS};
use crate::schema::events;

/// Function that the machine calls by number.
pub(crate) struct Callee {
    pub(crate) function: Function,
    pub(crate) module: usize,
    pub(crate) line: u32,
    /// Name of the hook, for faults.
    pub(crate) hook: String,
    pub(crate) role: Role,
    /// True if it may ask and wait.
    pub(crate) asks: bool,
}

/// Arguments with which a function is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Receives a sheet.
    Score,
    /// Receives options.
    Offer,
    /// Receives a placement.
    Restrict,
    /// Receives the seat and the chosen answer.
    Chosen,
    /// Receives the seat.
    Step,
    /// Receives an event.
    On(EventKind),
    /// Receives an effect before it happens.
    Replace(EventKind),
}

impl Role {
    /// Returns the event that it receives, with true for an effect that has not happened yet; `None` for other roles.
    pub(crate) fn received_event(self) -> Option<(EventKind, bool)> {
        match self {
            Role::On(kind) => Some((kind, false)),
            Role::Replace(kind) => Some((kind, true)),
            _ => None,
        }
    }
}

/// Inconsistency between registered functions.
pub(crate) struct RegistrationError {
    pub(crate) module: usize,
    pub(crate) line: u32,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

/// Functions for the machine, composed from the registered ones.
#[derive(Default)]
pub(crate) struct Composed {
    pub(crate) hooks: Hooks,
    pub(crate) callees: Vec<Callee>,
    pub(crate) chains: Vec<Chain>,
    /// Amendments of all chains.
    pub(crate) amendments: Vec<Amendment>,
    /// Amendments of claims, in order.
    pub(crate) claims: Vec<ClaimAmendment>,
    pub(crate) stages: Vec<Arc<str>>,
    pub(crate) mismatches: Vec<RegistrationError>,
}

/// Change to a sheet, with the index of its stage.
struct StagedAmendment<'a> {
    stage: usize,
    condition: Condition,
    registered: &'a Registered,
}

/// Composes the registered functions; `join` combines a rule and its changes into one function.
pub(crate) fn compose(
    catalog: &Catalog,
    loading: &Loading,
    mut join: impl FnMut(&Function, Vec<Function>, Vec<usize>) -> mlua::Result<Function>,
) -> mlua::Result<Composed> {
    let mut composed = Composed { stages: loading.stages.clone(), ..Composed::default() };
    for r in &loading.registered {
        composed.add(catalog, loading, r);
    }
    composed.mismatches.extend(report_unused_steps(catalog, loading));
    composed.mismatches.extend(report_unclaimed(catalog, loading));
    for r in &loading.registered {
        let HookPurpose::Score { terrain, book, .. } = r.what else { continue };
        let mut changes: Vec<StagedAmendment> = Vec::new();
        for other in &loading.registered {
            let HookPurpose::Amend { stage, condition, .. } = &other.what else { continue };
            let Some(stage) = loading.stages.iter().position(|s| **s == **stage) else { continue };
            if other.what.amends(catalog, terrain, book) {
                changes.push(StagedAmendment { stage, condition: *condition, registered: other });
            }
        }
        changes.sort_by_key(|c| c.stage);
        composed.mismatches.extend(report_undeclared(catalog, loading, &changes));
        if changes.len() > MAX_AMENDMENTS {
            composed.mismatches.push(mismatch(r, "S0202", format!("more than {MAX_AMENDMENTS} rules amend this one")));
            changes.truncate(MAX_AMENDMENTS);
        }
        let whole = if changes.is_empty() {
            None
        } else {
            let functions = changes.iter().map(|c| c.registered.function.clone()).collect();
            let first = composed.amendments.len();
            composed.amendments.extend(changes.iter().map(|c| Amendment {
                stage: c.stage as u8,
                module: c.registered.module,
                line: c.registered.line,
            }));
            Some(join(&r.function, functions, (first..composed.amendments.len()).collect())?)
        };
        composed.chains.push(Chain {
            base: r.function.clone(),
            whole,
            conditions: changes.iter().map(|c| c.condition).collect(),
        });
    }
    // Checked once for each set of rules, because a rule without its chain would silently score no points.
    assert_eq!(composed.chains.len(), composed.hooks.score.len(), "chains are numbered like score rules");
    Ok(composed)
}

/// Reports registered steps that occur in no list. For a module of the library, reports them only if none of its steps
/// occurs. Skips steps that another rule or a disabled list mentions, since they may be added.
fn report_unused_steps(catalog: &Catalog, loading: &Loading) -> Vec<RegistrationError> {
    let there = script_steps(catalog);
    let step = |r: &Registered| if let HookPurpose::Step { name, .. } = &r.what { Some(name.clone()) } else { None };
    let here = |name: &str| there.iter().any(|step| *step.name == *name);
    let mut found = Vec::new();
    for r in &loading.registered {
        if found.len() > limits::FINDINGS {
            break;
        }
        let Some(name) = step(r).filter(|name| !here(name)) else { continue };
        let module = &catalog.modules[r.module];
        let mut others = loading.registered.iter().filter(|o| o.module == r.module).filter_map(step);
        if module.path.starts_with("scripts/") && others.any(|other| here(&other)) || is_mentioned(catalog, &name) {
            continue;
        }
        found.push(mismatch(r, "S0210", format!("no list of steps has the step `{name}`, so this never runs")));
    }
    found
}

/// Reports rules that award points to seats with figures on a feature, in a game without figures. Skips games where any
/// rule names seats on sheets, because these seats are known only in play.
fn report_unclaimed(catalog: &Catalog, loading: &Loading) -> Vec<RegistrationError> {
    let names_seats =
        |source: &str| ["claim", "for_seat", "share("].iter().any(|word| source.contains(&format!(":{word}")));
    if !catalog.figures.is_empty() || catalog.modules.iter().any(|module| names_seats(&module.source)) {
        return Vec::new();
    }
    let by_figures = loading.registered.iter().filter_map(|r| match &r.what {
        HookPurpose::Score { terrain, share, .. } if *share != Share::Owner => Some((r, *terrain)),
        _ => None,
    });
    let finding = |(r, terrain): (&Registered, TerrainId)| {
        let terrain = catalog.terrains.key(terrain);
        let message = format!(
            "no seat ever receives points for `{terrain}`: they go to the owners of figures, and there are no figures"
        );
        mismatch(r, "S0212", message)
    };
    by_figures.take(limits::FINDINGS).map(finding).collect()
}

/// Returns all steps of the flow that rules run.
pub(crate) fn script_steps(catalog: &Catalog) -> Vec<&Step> {
    let mut found = catalog.flow.all_steps();
    found.retain(|step| step.kind == StepKind::Script);
    found
}

/// True if data of any pack names a step, perhaps in disabled content, or if a rule names it outside the call of
/// `step`: `schedule` takes lists of steps.
fn is_mentioned(catalog: &Catalog, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let whole = |text: &str, at: usize| !text[..at].ends_with(word) && !text[at + name.len()..].starts_with(word);
    let data = catalog.sources.files().iter().filter(|file| file.path.ends_with(".ron"));
    let mut data = data.filter(|file| !file.path.contains("/texts/") && !file.path.contains("/tests/"));
    let quoted = [format!("\"{name}\""), format!("'{name}'")];
    let named = |source: &str| {
        quoted
            .iter()
            .any(|quoted| source.match_indices(&**quoted).any(|(at, _)| !source[..at].trim_end().ends_with("step(")))
    };
    data.any(|file| file.text.match_indices(name).any(|(at, _)| whole(&file.text, at)))
        || catalog.modules.iter().any(|module| named(&module.source))
}

/// Reports changes of one stage by packs without a declared order, if the order matters. Adding, raising and voiding
/// items gives equal results in any order; fractions and a pack's own stages may not.
fn report_undeclared(catalog: &Catalog, loading: &Loading, changes: &[StagedAmendment]) -> Vec<RegistrationError> {
    let mut found = Vec::new();
    let pack = |c: &StagedAmendment| &catalog.modules[c.registered.module].pack;
    for (i, later) in changes.iter().enumerate() {
        let stage = &*loading.stages[later.stage];
        if stage != "scale" && STAGES.contains(&stage) {
            continue;
        }
        let unknown = changes[..i].iter().find(|earlier| {
            let (a, b) = (pack(earlier), pack(later));
            earlier.stage == later.stage && a != b && !catalog.comes_after(b, a) && !catalog.comes_after(a, b)
        });
        if let Some(earlier) = unknown {
            let (a, b) = (pack(earlier), pack(later));
            let message =
                format!("the packs {a} and {b} both change these sheets in the stage `{stage}`, in no declared order");
            found.push(mismatch(later.registered, "S0207", message));
        }
    }
    found
}

fn mismatch(r: &Registered, code: &'static str, message: String) -> RegistrationError {
    RegistrationError { module: r.module, line: r.line, code, message }
}

impl Composed {
    fn add(&mut self, catalog: &Catalog, loading: &Loading, r: &Registered) {
        let (hook, role) = match &r.what {
            HookPurpose::Score { terrain, .. } => (format!("score {}", catalog.terrains.key(*terrain)), Role::Score),
            HookPurpose::Amend { terrain, book, stage, .. } => {
                if !loading.stages.iter().any(|s| **s == **stage) {
                    let known: Vec<&str> = loading.stages.iter().skip(1).map(|s| &**s).collect();
                    let message = format!("there is no stage `{stage}`: {}", one_of(&known));
                    self.mismatches.push(mismatch(r, "S0203", message));
                }
                let scored = |o: &Registered| matches!(o.what, HookPurpose::Score { terrain, book, .. } if r.what.amends(catalog, terrain, book));
                if !loading.registered.iter().any(scored) {
                    let terrain =
                        terrain.map_or_else(|| "anything".to_owned(), |terrain| catalog.terrains.key(terrain));
                    let under = book.map(|book| catalog.books.key(book)).filter(|under| *under != terrain);
                    let under = under.map_or_else(String::new, |under| format!(" under {under}"));
                    let message = format!("no rule scores {terrain}{under}, so the amendment has no effect");
                    self.mismatches.push(mismatch(r, "S0204", message));
                }
                return;
            }
            HookPurpose::AmendClaims { terrain } => {
                self.claims.push(ClaimAmendment { terrain: *terrain, function: r.function.clone() });
                return;
            }
            HookPurpose::Step { name, .. } => (format!("step {name}"), Role::Step),
            HookPurpose::Offer { ask, .. } => (format!("offer {ask}"), Role::Offer),
            HookPurpose::Restrict { .. } => ("restrict place".to_owned(), Role::Restrict),
            HookPurpose::Chosen { group } => (format!("chosen {group}"), Role::Chosen),
            HookPurpose::On { event, .. } => (format!("on {}", event.name()), Role::On(*event)),
            HookPurpose::Replace { event, .. } => {
                let effect = events::schema(*event, true).map_or(event.name(), |schema| schema.name);
                (format!("replace {effect}"), Role::Replace(*event))
            }
        };
        let handler = Handler(u16::try_from(self.callees.len()).unwrap_or(u16::MAX));
        let origin = Origin { module: u16::try_from(r.module).unwrap_or(u16::MAX), line: r.line };
        let asks = match &r.what {
            HookPurpose::On { asks, .. } | HookPurpose::Replace { asks, .. } => *asks,
            HookPurpose::Step { .. } | HookPurpose::Chosen { .. } => true,
            HookPurpose::Score { .. } | HookPurpose::Amend { .. } | HookPurpose::AmendClaims { .. } => false,
            HookPurpose::Offer { .. } | HookPurpose::Restrict { .. } => false,
        };
        let callee = Callee { function: r.function.clone(), module: r.module, line: r.line, hook, role, asks };
        self.callees.push(callee);
        let hooks = &mut self.hooks;
        match &r.what {
            HookPurpose::Score { terrain, when, among, share, book, own_claims } => hooks.score.push(ScoreRule {
                terrain: *terrain,
                when: *when,
                among: *among,
                share: *share,
                book: *book,
                own_claims: *own_claims,
                handler,
            }),
            HookPurpose::Amend { .. } | HookPurpose::AmendClaims { .. } => {}
            HookPurpose::Step { name, filter } => {
                let hook = StepHook { filter: filter.clone(), handler };
                if hooks.steps.insert(name.as_str().into(), hook).is_some() {
                    let message = format!("the step `{name}` is defined twice; the later one counts");
                    self.mismatches.push(mismatch(r, "S0205", message));
                }
            }
            HookPurpose::Offer { ask, filter } => {
                let ask = ask.as_str().into();
                hooks.offers.push(Offer { ask, filter: filter.clone(), handler, origin })
            }
            HookPurpose::Restrict { filter, beside, asks, reason } => {
                let (filter, beside, asks, reason) = (filter.clone(), *beside, *asks, reason.clone());
                hooks.restrictions.push(Restriction { filter, beside, handler, asks, reason, origin });
            }
            HookPurpose::Chosen { group } => {
                let mut found = false;
                for other in loading.registered.iter().filter(|o| o.module == r.module) {
                    if let HookPurpose::Offer { ask, .. } = &other.what {
                        hooks.chosen.insert((ask.as_str().into(), group.as_str().into()), handler);
                        found = true;
                    }
                }
                if !found {
                    let message = format!("no `offer` of this module can add options of the group `{group}`");
                    self.mismatches.push(mismatch(r, "S0206", message));
                }
            }
            HookPurpose::On { event, filter, asks } => {
                hooks.on.push(Hook { event: *event, filter: filter.clone(), handler, asks: *asks, origin });
            }
            HookPurpose::Replace { event, filter, asks } => {
                hooks.replace.push(Hook { event: *event, filter: filter.clone(), handler, asks: *asks, origin });
            }
        }
    }
}
