//! Implements the machine: it takes the next part off the agenda and runs it until a seat has to decide or the game is
//! over.

// Interfaces that the machine calls.
pub mod fault;
pub mod layer;
pub mod rules;
// Parts of the machine's work.
mod blame;
mod ending;
mod faces;
mod final_steps;
mod known_sheets;
mod leading;
mod offers;
mod placements;
pub mod restrict;
mod run;
pub mod scoring;
mod script_steps;
mod steps;
pub mod why_not;

use std::sync::Arc;

use crate::catalog::flow::{Step, StepKind};
use crate::catalog::seat::{Seat, WrongSeats};
use crate::effects::replacing::Filterable;
use crate::limits::GAME_STEPS;
use crate::machine::fault::{Blamed, Fault};
use crate::machine::final_steps::Ending;
use crate::machine::known_sheets::KnownSheets;
use crate::machine::rules::{PickedOption, Progress, Rules};
use crate::machine::run::CurrentRun;
pub(crate) use crate::machine::run::{Copies, ScriptStart};
pub use crate::machine::run::{RunEnd, RunOptions, Stop};
use crate::state::agenda::{ListId, Op, Part, Program, TurnPart};
use crate::state::chance::Seed;
use crate::state::decision::{Decision, Options, Pick};
use crate::state::effect::Effect;
use crate::state::event::{Event, EventKind};
use crate::state::happening::{Happening, Occasion};
use crate::state::question::{Handler, Meaning, Question};
use crate::state::sheet::Sheet;
use crate::state::{Game, Stage};

/// Result of running a built-in step.
pub(crate) enum StepEnd {
    /// The step is complete.
    Next,
    /// The step continues after the parts that it put on the agenda.
    Again,
    /// The step continues once the effects that it requested are settled, before their consequences.
    Held,
    /// The step waits for an answer.
    Asks,
    /// The whole turn part is over.
    EndPart,
}

/// Number of steps before the limit of a turn that are recorded, to name the functions of an endless turn.
const LOOKED_AT: u32 = 2_000;

/// Work of a part or step of a turn, in steps of a script.
const PART_WORK: u64 = 8;

/// Runner of games: takes the next part off the agenda and runs it, until a seat has to decide or the game is over. One
/// machine serves any number of games of a catalog, one after another.
pub struct Machine {
    pub(crate) rules: Box<dyn Rules>,
    pub(crate) catalog: Arc<crate::catalog::Catalog>,
    pub(crate) program: Arc<Program>,
    /// True if rules amend the options of any decision.
    offers: bool,
    /// True if tiles may be placed exactly where their edges fit next to other tiles: no rule restricts placements, and
    /// no step allows placements without a neighbour.
    pub(crate) is_plain: bool,
    /// Placements that a seat has for the tile drawn by the previous step, as long as the game has not changed since.
    known: Option<(Seat, Options)>,
    pub(crate) sheet: Sheet,
    /// Points of sheets that are kept for bots.
    pub(crate) known_sheets: KnownSheets,
    /// Properties of the steps at the end.
    ending: Ending,
    /// Copy of a game that is reused to run the steps of the end, see [`Machine::prospect`].
    room: Option<Box<Game>>,
    /// Number of parts and steps since the last answer.
    spent: u32,
    /// Number of parts and steps of all games before that.
    spent_before: u64,
    /// Value of `spent` from which steps are recorded in `again`.
    calm: u32,
    /// Functions and steps that ran near the limit of a turn, which an endless turn repeats.
    pub(crate) again: Vec<Blamed>,
}

impl Machine {
    /// Creates a machine for games of a catalog.
    pub fn new(catalog: Arc<crate::catalog::Catalog>, rules: Box<dyn Rules>) -> Machine {
        let program = Arc::new(Program::new(&catalog.flow));
        let (most, ending) = (catalog.flow.max_steps, Ending::from_flow(&catalog.flow));
        Machine {
            calm: most - (most / 2).min(LOOKED_AT),
            offers: !rules.hooks().offers.is_empty(),
            is_plain: rules.hooks().restrictions.is_empty() && !program.ops.iter().any(Op::places_freely),
            known: None,
            rules,
            catalog,
            program,
            sheet: Sheet::default(),
            known_sheets: KnownSheets::default(),
            ending,
            room: None,
            spent: 0,
            spent_before: 0,
            again: Vec::new(),
        }
    }

    /// Returns the rules that the machine calls.
    pub fn rules(&self) -> &dyn Rules {
        &*self.rules
    }

    /// Returns true if the machine can run games with `seats` seats.
    pub fn plays(&self, seats: u8) -> bool {
        WrongSeats::check(seats, self.catalog.only_seats).is_ok()
    }

    /// Creates a game before its first step.
    ///
    /// # Errors
    /// No game of the catalog can have `seats` seats.
    pub fn new_game(&self, seats: u8, seed: impl Into<Seed>) -> Result<Box<Game>, WrongSeats> {
        let (catalog, program) = (Arc::clone(&self.catalog), Arc::clone(&self.program));
        Game::with_program(catalog, program, seats, seed.into(), self.rules.hooks().listeners()).map(Box::new)
    }

    /// Records the next function of a long turn. An endless turn is a fault.
    fn look_for_circle(&mut self, game: &Game) -> Result<(), Box<Fault>> {
        if self.spent > self.catalog.flow.max_steps {
            return Err(self.circle(game));
        }
        self.note_again(game);
        Ok(())
    }

    /// Forgets suspended runs. Callers use it when they switch to another position.
    pub fn reset(&mut self) {
        self.rules.reset();
        self.begin_run(true);
    }

    /// Forgets everything about other games. Callers use it when a game begins.
    pub fn begin_game(&mut self) {
        self.rules.begin_game();
        self.reset();
    }

    /// Runs until a seat has to decide or the game is over. Decisions with a single option are answered without asking
    /// the seat.
    ///
    /// # Errors
    /// A script fails. The state is then that at the failure, and the caller returns to a checkpoint.
    pub fn run(&mut self, game: &mut Box<Game>) -> Result<Stop, Box<Fault>> {
        self.run_with(game, RunOptions::default()).map(|end| end.stop)
    }

    /// Like [`Machine::run`], with options.
    ///
    /// # Errors
    /// A script fails.
    pub fn run_with(&mut self, game: &mut Box<Game>, options: RunOptions) -> Result<RunEnd, Box<Fault>> {
        let mut run = CurrentRun { copies: options.copies, copy: None };
        loop {
            self.spent += 1;
            if self.spent > self.calm {
                self.look_for_circle(game)?;
            }
            if let Some(decision) = &game.run.decision {
                // The script that asked may ask another question.
                let count = decision.options.count();
                let is_asked = count > 1 || count == 1 && options.asks_single;
                if is_asked || !self.take_only(game)? {
                    return Ok(RunEnd { stop: Stop::Decision, copy: run.copy });
                }
                continue;
            }
            match game.run.agenda.last() {
                None if options.rests_between_turns && self.is_between_turns(game) => {
                    return Ok(RunEnd { stop: Stop::BetweenTurns, copy: run.copy });
                }
                None => {
                    if !self.next_stage(game) {
                        return Ok(RunEnd { stop: Stop::Over, copy: run.copy });
                    }
                }
                Some(Part::Turn(_)) => self.run_turn(game, &mut run)?,
                Some(_) => self.run_other(game)?,
            }
        }
    }

    /// Answers the decision if it has only one option, unless the seat must be asked. Returns true if it did.
    fn take_only(&mut self, game: &mut Box<Game>) -> Result<bool, Box<Fault>> {
        let Some(decision) = &game.run.decision else { return Ok(false) };
        if decision.options.count() == 0 && !game.is_led() {
            let message = format!("there is no option for `{}`", decision.ask);
            return Err(self.fault(game, "S0411", &message));
        }
        let Some(pick) = decision.options.only(game) else { return Ok(false) };
        self.answer_step(game, pick)?;
        Ok(true)
    }

    /// Applies a pick. The caller has checked that it is one of the options.
    ///
    /// # Errors
    /// A script fails.
    pub fn answer(&mut self, game: &mut Box<Game>, pick: Pick) -> Result<(), Box<Fault>> {
        self.begin_run(true);
        self.answer_step(game, pick)
    }

    /// Starts a new budget for rules, which lasts until the next question. If `timed` is true, the budget includes
    /// processor time.
    pub(crate) fn begin_run(&mut self, timed: bool) {
        self.spent_before += u64::from(self.spent);
        self.spent = 0;
        self.again.clear();
        self.rules.begin_run(timed);
    }

    /// Returns the fault of a game that counts as endless after `answers` answers.
    pub fn endless(&self, game: &Game, answers: u64) -> Box<Fault> {
        let asked = game.decision().map_or_else(String::new, |d| format!("; `{}` is asked last", d.ask));
        self.fault(game, "S0413", &format!("the game never ends: it continues after {answers} answers{asked}"))
    }

    /// Returns the work of all games so far, in steps of scripts. It is the same on every computer.
    pub fn work(&self) -> u64 {
        self.rules.ticks() + (self.spent_before + u64::from(self.spent)) * PART_WORK
    }

    /// Returns the fault of a game that exceeds a limit for games without human players.
    pub fn limit_fault(&self, game: &Game, why: &str) -> Box<Fault> {
        self.fault(game, "S0415", why)
    }

    /// Returns the fault of a game that exceeds the number of steps for games without human players; `None` if it does
    /// not.
    pub fn step_limit_fault(&self, game: &Game, steps: u64) -> Option<Box<Fault>> {
        let why = || format!("the game takes too long: it continues after {GAME_STEPS} steps");
        (steps > GAME_STEPS).then(|| self.limit_fault(game, &why()))
    }

    /// Returns true if the next turn begins when the agenda is empty.
    fn is_between_turns(&self, game: &Game) -> bool {
        game.position.stage == Stage::Play && !game.position.ending && !game.all_retired() && !self.has_ended(game)
    }

    /// Starts the next stage or turn when the agenda is empty. Returns false if the game is over.
    fn next_stage(&mut self, game: &mut Game) -> bool {
        match game.position.stage {
            Stage::Setup => {
                game.position.stage = Stage::Play;
                if !game.all_retired() {
                    self.next_turn(game);
                }
            }
            Stage::Play => {
                if !self.is_between_turns(game) {
                    game.ask_source(|source, game| source.ending(game));
                    game.position.stage = Stage::Finish;
                    game.report(Happening::Ending { reason: game.ending_reason() });
                    game.run.agenda.push(Part::Turn(TurnPart::new(Seat(0), ListId::FINISH, None)));
                    self.flush(game);
                } else {
                    self.next_turn(game);
                }
            }
            Stage::Finish => {
                game.position.stage = Stage::Over;
                // The winners are computed only if a listener or the journal receives the event.
                if game.tells(EventKind::Over.bit()) {
                    let winners = game.winners().into_iter().collect();
                    game.report(Happening::Over { winners, result: game.result() });
                }
                self.flush(game);
            }
            Stage::Over => return false,
        }
        true
    }

    #[inline]
    fn next_turn(&mut self, game: &mut Game) {
        let mut seat = game.position.next_seat;
        while !game.in_game(seat) {
            seat = game.seat_after(seat);
        }
        game.position.first_seat.get_or_insert(seat);
        game.ask_source(|source, game| source.turn(game, seat));
        game.position.next_seat = game.seat_after(seat);
        game.position.turns += 1;
        if !self.program.lists[usize::from(ListId::CLOSING.0)].is_empty() {
            game.run.agenda.push(Part::Turn(TurnPart::new(seat, ListId::CLOSING, None)));
        }
        game.run.agenda.push(Part::Turn(TurnPart::new(seat, ListId::TURN, None)));
    }

    fn has_ended(&self, game: &Game) -> bool {
        let ends = &self.catalog.flow.ends_with;
        let is_held = game.position.hands.iter().any(|&(seat, _)| game.in_game(seat));
        !ends.is_empty() && !is_held && ends.iter().all(|&bag| game.bag(bag).total() == 0)
    }

    /// Puts pending parts on the agenda, with the first on top.
    #[inline]
    pub(crate) fn flush(&self, game: &mut Game) {
        if !game.run.pending.is_empty() {
            self.settle(game, false);
        }
    }

    /// Puts the first pending effect that rules may replace on the agenda, above the other pending parts, which are
    /// held. Without such an effect, all pending parts go on the agenda. If `awaited` is true, they instead stay
    /// pending until the part on top of the agenda has ended.
    pub(crate) fn settle(&self, game: &mut Game, awaited: bool) {
        let mut fresh = std::mem::take(&mut game.run.pending);
        let is_effect = |part: &Part| matches!(part, Part::Effect(..));
        let put_off = if game.setup.listeners.replace == 0 { None } else { fresh.iter().position(is_effect) };
        if let Some(at) = put_off {
            let after = fresh.split_off(at + 1);
            let effect = fresh.pop();
            game.run.agenda.push(Part::Held { before: fresh, after, awaited });
            game.run.agenda.extend(effect);
            return;
        }
        if !awaited {
            game.run.agenda.extend(fresh.drain(..).rev());
        }
        game.run.pending = fresh;
    }

    /// Runs the steps of the turn part on top of the agenda, until it ends, a seat must answer, or other parts come
    /// first.
    fn run_turn(&mut self, game: &mut Box<Game>, run: &mut CurrentRun) -> Result<(), Box<Fault>> {
        if !self.is_plain {
            self.known = None;
        }
        let Some(Part::Turn(part)) = game.run.agenda.last_mut() else { return Ok(()) };
        if !part.begun {
            if game.position.retired.contains(part.seat) && part.list.is_of_seat() {
                game.run.agenda.pop();
                return Ok(());
            }
            part.begun = true;
            part.completed_from = game.run.completed.len() as u32;
            let (seat, reason) = (part.seat, part.reason);
            game.report(Happening::PartBegan { seat, reason });
            if !game.run.pending.is_empty() {
                self.flush(game);
                return Ok(());
            }
        }
        let program = Arc::clone(&self.program);
        loop {
            let Some(Part::Turn(part)) = game.run.agenda.last_mut() else { return Ok(()) };
            // A step for every seat is completed for the other seats, even if the seat of the part has retired.
            let retired = !game.position.retired.is_empty();
            if retired
                && !part.busy
                && part.each == 0
                && part.list.is_of_seat()
                && game.position.retired.contains(part.seat)
            {
                self.end_part(game);
                return Ok(());
            }
            let Some(op) = program.op_at(&game.run.lists, part.list, part.at) else {
                self.end_part(game);
                return Ok(());
            };
            match &program.ops[usize::from(op)] {
                Op::LoopBegin { .. } => part.at += 1,
                Op::LoopEnd { back: None } => part.at += 1,
                Op::LoopEnd { back: Some(back) } => {
                    part.at -= back;
                    return Ok(());
                }
                Op::Step(step) => {
                    let seat = if step.each_seat { Seat(part.each) } else { part.seat };
                    if retired && !part.busy && game.position.retired.contains(seat) && passes_over(part.list, step) {
                        part.step_over(step.each_seat, game.position.seats);
                        continue;
                    }
                    part.busy = true;
                    let outcome = self.run_step(game, step, seat, run)?;
                    match outcome {
                        StepEnd::Next => match game.run.agenda.last_mut() {
                            Some(Part::Turn(part)) => part.step_over(step.each_seat, game.position.seats),
                            _ => {
                                self.step_over(game);
                            }
                        },
                        // The parts that it waits for come first. It may wait repeatedly, so each time counts as a
                        // step.
                        StepEnd::Again => {
                            self.flush(game);
                            return Ok(());
                        }
                        StepEnd::Held => {
                            self.settle(game, true);
                            return Ok(());
                        }
                        StepEnd::Asks => {
                            if self.offers {
                                self.amend_decision(game)?;
                            }
                            return Ok(());
                        }
                        StepEnd::EndPart => {
                            if let Some(part) = game.turn_part_mut() {
                                part.busy = false;
                                part.at = u16::MAX;
                            }
                        }
                    }
                    if !game.run.pending.is_empty() {
                        self.flush(game);
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Advances the running part to the next step, or to the place to which a rule has left a loop.
    pub(crate) fn step_over(&self, game: &mut Game) {
        let op =
            game.turn_part().and_then(|part| self.program.op_at(&game.run.lists, part.list, part.at)).map(usize::from);
        let each_seat = op.is_some_and(|op| matches!(&self.program.ops[op], Op::Step(step) if step.each_seat));
        let seats = game.position.seats;
        if let Some(part) = game.turn_part_mut() {
            part.step_over(each_seat, seats);
        }
    }

    fn end_part(&mut self, game: &mut Game) {
        let Some(Part::Turn(part)) = game.run.agenda.last() else { return };
        let (from, seat, reason) = (part.completed_from as usize, part.seat, part.reason);
        // The part is dropped in place: copying it right after its fields were written separately is slow.
        game.run.agenda.truncate(game.run.agenda.len() - 1);
        game.run.completed.truncate(from);
        game.report(Happening::PartEnded { seat, reason });
        self.flush(game);
    }

    fn run_step(
        &mut self,
        game: &mut Box<Game>,
        step: &Step,
        seat: Seat,
        run: &mut CurrentRun,
    ) -> Result<StepEnd, Box<Fault>> {
        if !self.is_plain && step.kind.places().is_none() {
            self.known = None;
        }
        match &step.kind {
            StepKind::Draw { bag, unplayable } => self.draw(game, self.catalog.bag_of(*bag, seat), *unplayable, seat),
            StepKind::Refill { bag, size } => Ok(self.refill(game, self.catalog.bag_of(*bag, seat), *size, seat)),
            StepKind::Choose { bag, unplayable } => {
                self.choose(game, step, self.catalog.bag_of(*bag, seat), *unplayable, seat)
            }
            StepKind::Lay { bag } => Ok(self.lay_first(game, self.catalog.bag_of(*bag, seat), seat)),
            StepKind::Place { free } => self.place(game, step, seat, *free),
            StepKind::Deploy { figures } => Ok(self.deploy(game, step, figures, seat)),
            StepKind::Score => self.score_completed(game, seat),
            StepKind::ScoreRest => self.score_rest(game),
            StepKind::Script => self.run_script_step(game, step, seat, run),
            StepKind::Repeat(_) => Ok(StepEnd::Next),
        }
    }

    pub(crate) fn ask(&self, game: &mut Game, question: Question) {
        let Question { seat, ask, pack, options, secret } = question;
        game.run.decision = Some(Decision { seat, ask, pack, options, secret });
    }

    /// Runs a part other than a turn: an effect, an event, a handler.
    fn run_other(&mut self, game: &mut Box<Game>) -> Result<(), Box<Fault>> {
        if let Some(Part::Handler { run: None, .. } | Part::Replacing { run: None, .. }) = game.run.agenda.last() {
            self.begin_trail(game);
        }
        match game.run.agenda.pop() {
            Some(Part::Effect(effect, from)) => self.replace_or_apply(game, effect, from)?,
            Some(Part::Held { mut before, after, awaited }) => {
                before.append(&mut game.run.pending);
                before.extend(after);
                game.run.pending = before;
                self.settle(game, awaited);
            }
            Some(Part::Replacing { hook, effect, run }) => {
                game.run.replacing = Some((effect.event(), hook));
                let (run, progress) = match run {
                    Some(run) => self.rules.resume(game, run, None)?,
                    None => {
                        let handler = self.rules.hooks().replace[usize::from(hook)].handler;
                        let Some(intent) = game.intent(&effect) else { return Ok(()) };
                        self.rules.start(game, handler, &Occasion::Effect(intent))?
                    }
                };
                self.go_on(game, Part::Replacing { hook, effect, run: Some(run) }, progress)?;
            }
            Some(Part::Event(event, from)) => self.react(game, event, from)?,
            Some(Part::Handler { handler, occasion, run }) => {
                let (run, progress) = match run {
                    Some(run) => self.rules.resume(game, run, None)?,
                    None => self.rules.start(game, handler, &occasion)?,
                };
                self.go_on(game, Part::Handler { handler, occasion, run: Some(run) }, progress)?;
            }
            Some(turn @ Part::Turn(_)) => game.run.agenda.push(turn),
            None => {}
        }
        Ok(())
    }

    /// Starts the next replacement of an effect, beginning with number `from`. If there is none, applies the effect,
    /// whose consequences are put on the agenda with the parts held below.
    fn replace_or_apply(&mut self, game: &mut Box<Game>, effect: Effect, from: u16) -> Result<(), Box<Fault>> {
        // Another effect or a replacement may have made it impossible.
        if let Err(rejected) = game.possible(&effect) {
            return if rejected.is_gone() { Ok(()) } else { Err(self.declined_effect_fault(game, &rejected, from)) };
        }
        match game.replacement_of(&effect, from) {
            Some(hook) => game.run.agenda.push(Part::Replacing { hook, effect, run: None }),
            None => {
                if let Err(rejected) = game.apply(effect) {
                    return Err(self.declined_effect_fault(game, &rejected, from));
                }
            }
        }
        Ok(())
    }

    /// Puts a run back on the agenda with its progress.
    fn go_on(&mut self, game: &mut Box<Game>, part: Part, progress: Progress) -> Result<(), Box<Fault>> {
        game.run.replacing = None;
        match progress {
            Progress::Done(acted) => match part {
                // Its consequences are handled at the place where the effect was requested.
                Part::Replacing { hook, effect, .. } => {
                    if !acted {
                        game.run.agenda.push(Part::Effect(effect, hook + 1));
                    }
                }
                _ => self.flush(game),
            },
            Progress::Wait => {
                game.run.agenda.push(part);
                self.flush(game);
            }
            Progress::Held => {
                game.run.agenda.push(part);
                self.settle(game, true);
            }
            // Pending parts wait until the run waits or ends, as the run that asks must stay on top.
            Progress::Ask(question) => {
                game.run.agenda.push(part);
                self.ask(game, question);
                self.amend_decision(game)?;
            }
        }
        Ok(())
    }

    /// Returns the next reaction to an event, beginning with the hook `from`: its number, its function, and whether it
    /// may ask.
    #[inline]
    pub(crate) fn reaction(&self, game: &Game, event: &Event, from: u16) -> Option<(usize, Handler, bool)> {
        let reactions = self.rules.hooks().on.iter().enumerate().skip(usize::from(from));
        let mut fitting = reactions
            .filter(|(_, h)| h.event == event.kind() && h.filter.admits(game, Filterable::from_event(&event.what)));
        fitting.next().map(|(number, h)| (number, h.handler, h.asks))
    }

    /// Runs the reactions to an event, beginning with the hook `from`.
    fn react(&mut self, game: &mut Box<Game>, event: Event, from: u16) -> Result<(), Box<Fault>> {
        let mut from = from;
        while let Some((number, handler, asks)) = self.reaction(game, &event, from) {
            from = number as u16 + 1;
            // A reaction whose effects may be replaced must be able to wait for them.
            if asks || game.setup.listeners.replace != 0 {
                game.run.agenda.push(Part::Event(event, from));
                game.run.agenda.push(Part::Handler { handler, occasion: Occasion::Event(event.what), run: None });
                break;
            }
            // Other reactions come after the consequences of this one. Parts that are scheduled for later are below
            // them.
            let others = Part::Event(event, from);
            game.run.agenda.push(others.clone());
            self.rules.call(game, handler, &Occasion::Event(event.what))?;
            if !game.run.pending.is_empty() || game.run.agenda.last() != Some(&others) {
                self.flush(game);
                break;
            }
            game.run.agenda.pop();
        }
        Ok(())
    }

    /// Applies a pick within the budget of the current run.
    pub(crate) fn answer_step(&mut self, game: &mut Box<Game>, pick: Pick) -> Result<(), Box<Fault>> {
        if game.run.trail.is_some() {
            self.bring_runs(game)?;
            game.note_answer(pick);
        }
        let Some(decision) = game.run.decision.take() else { return Ok(()) };
        let step = match pick {
            Pick::Listed(_) => match decision.options.meaning(pick) {
                Some(Meaning::Step(step)) => step,
                meaning => return self.answer_script(game, decision, pick, meaning),
            },
            _ => pick,
        };
        self.answer_builtin(game, step, decision.seat)?;
        // The same step asks for the place after the face, so it is not over.
        if !matches!(step, Pick::Face(_)) {
            self.step_over(game);
        }
        self.flush(game);
        Ok(())
    }

    /// Applies the answer to a decision of a script, or to an option that a rule has added.
    fn answer_script(
        &mut self,
        game: &mut Box<Game>,
        decision: Decision,
        pick: Pick,
        meaning: Option<Meaning>,
    ) -> Result<(), Box<Fault>> {
        match meaning {
            Some(Meaning::Added { group, table }) => {
                let handler = self.rules.hooks().chosen.get(&(decision.ask.clone(), group.clone())).copied();
                let Some(handler) = handler else {
                    let message = format!("no module handles the choice `{group}`");
                    return Err(self.fault(game, "S0407", &message));
                };
                let target = decision.options.list_entry(game, pick).map(|listed| listed.target).unwrap_or_default();
                let occasion = Occasion::Chosen(decision.seat, target);
                // A script whose question was amended runs afterwards, without an answer to its question.
                if game.run.agenda.last().is_none_or(|part| !part.is_suspended()) {
                    self.step_over(game);
                }
                game.run.carried = table;
                game.run.agenda.push(Part::Handler { handler, occasion, run: None });
                Ok(())
            }
            Some(Meaning::Script(number)) => {
                let feature = decision.options.feature(pick);
                self.resume_script(game, PickedOption { number: number as usize, feature })
            }
            Some(Meaning::Step(_)) | None => {
                Err(Fault::internal(format!("the answer to `{}` is not one of its options", decision.ask)))
            }
        }
    }
}

/// Returns true if a retired seat skips a step: a step that each seat takes, or a closing step that would ask the seat
/// or give it tiles. Rules at the end of its last turn still run, and all seats take part in the steps at the end of
/// the game.
fn passes_over(list: ListId, step: &Step) -> bool {
    let of_table = matches!(step.kind, StepKind::Script | StepKind::Score | StepKind::ScoreRest | StepKind::Repeat(_));
    list != ListId::FINISH && (step.each_seat || list == ListId::CLOSING && !of_table)
}
