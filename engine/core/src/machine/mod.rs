//! The machine: takes the next part off the agenda and runs it until a seat has to decide or the game is over.

// What the machine calls.
pub mod fault;
pub mod rules;
// What it does.
mod ending;
mod faces;
mod leading;
mod offers;
mod replacing;
pub mod restrict;
pub mod scoring;
mod script_steps;
mod steps;
pub mod why_not;

use std::rc::Rc;
use std::sync::Arc;

use crate::catalog::flow::{Step, StepKind};
use crate::catalog::seat::{Seat, WrongSeats};
use crate::limits::GAME_STEPS;
use crate::machine::ending::Ending;
use crate::machine::fault::{Blamed, Fault};
use crate::machine::replacing::Filterable;
use crate::machine::rules::{PickedOption, Progress, Rules};
use crate::rarely::rarely;
use crate::state::agenda::{ListId, Op, Part, Program, TurnPart};
use crate::state::copy::Snapshot;
use crate::state::decision::{Decision, Options, Pick};
use crate::state::effect::Effect;
use crate::state::event::{Event, EventKind};
use crate::state::happening::{Happening, Occasion};
use crate::state::question::{Handler, Meaning, Question};
use crate::state::sheet::Sheet;
use crate::state::{Game, Stage};

/// Where the machine has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A decision waits for an answer.
    Decision,
    /// The game is over.
    Over,
}

/// What a built-in step has come to.
pub(crate) enum StepEnd {
    /// It is over.
    Next,
    /// It goes on after what it has put on the agenda.
    Again,
    /// It goes on as soon as the effects that it has called for are settled, before what has come up.
    Held,
    /// It has asked.
    Asks,
    /// The whole part is over.
    EndPart,
}

/// So many of the last steps that a turn may have are looked at: who runs in them is named when it never ends.
const LOOKED_AT: u32 = 2_000;

/// Steps of a script that a part or a step of a turn counts as.
const PART_WORK: u64 = 8;

/// The machine with its working memory; one serves any number of games of a catalog, one after another.
pub struct Machine {
    pub(crate) rules: Box<dyn Rules>,
    pub(crate) catalog: Arc<crate::catalog::Catalog>,
    /// That of the games, counted without atomics: a machine serves one thread.
    #[allow(clippy::redundant_allocation, reason = "the outer count is the one without atomics")]
    pub(crate) program: Rc<Arc<Program>>,
    /// The name of each step by its number, while no decision has it: it is handed to and fro, because the name that all
    /// threads share is counted with atomics.
    names: Vec<Option<Arc<str>>>,
    /// The step that has asked last.
    asked: u16,
    /// Whether rules amend the options of any decision.
    offers: bool,
    /// Whether tiles are placed where they fit beside others, all of it and nothing else: no rule restricts it, and no step
    /// lets tiles lie beside nothing.
    pub(crate) is_plain: bool,
    /// The placements that a seat has for the tile that the step before has drawn: nothing has happened since.
    known: Option<(Seat, Options)>,
    pub(crate) sheet: Sheet,
    /// What the steps of the end do.
    ending: Ending,
    /// Where a copy of a game comes to its end, see [`Machine::prospect`].
    room: Option<Box<Game>>,
    /// Whether a decision with one option is taken without being put to the seat.
    pub take_single: bool,
    /// Whether the next position at which a script's step begins is wanted, and the last such position with the
    /// number of chance results noted by then. Decisions of scripts cannot be copied, so this is the nearest place.
    pub(crate) wants_snapshot: bool,
    /// Whether of several such positions the last is wanted.
    pub(crate) keeps_last: bool,
    pub(crate) snapshot: Option<(Snapshot, usize)>,
    /// Parts and steps since the last answer.
    spent: u32,
    /// Parts and steps before that, of all games.
    spent_before: u64,
    /// So many of them are nothing to look at.
    calm: u32,
    /// What ran in the last of them that a turn may have: what a turn without end goes through.
    pub(crate) again: Vec<Blamed>,
}

impl Machine {
    /// A machine for games of a catalog. Rules are reset: suspended runs of other games are forgotten.
    pub fn new(catalog: Arc<crate::catalog::Catalog>, rules: Box<dyn Rules>) -> Machine {
        let program = Rc::new(Arc::new(Program::new(&catalog.flow)));
        let (most, ending) = (catalog.flow.max_steps, Ending::of(&catalog.flow));
        Machine {
            calm: most - (most / 2).min(LOOKED_AT),
            names: vec![None; program.ops.len()],
            asked: 0,
            offers: !rules.hooks().offers.is_empty(),
            is_plain: rules.hooks().restrictions.is_empty() && !program.ops.iter().any(Op::places_freely),
            known: None,
            rules,
            catalog,
            program,
            sheet: Sheet::default(),
            ending,
            room: None,
            take_single: true,
            wants_snapshot: false,
            keeps_last: false,
            snapshot: None,
            spent: 0,
            spent_before: 0,
            again: Vec::new(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &dyn Rules {
        &*self.rules
    }

    /// Whether games of so many seats can be played with it.
    pub fn plays(&self, seats: u8) -> bool {
        WrongSeats::check(seats, self.catalog.only_seats).is_ok()
    }

    /// A game before its first step.
    ///
    /// # Errors
    /// No game has so many seats.
    pub fn new_game(&self, seats: u8, seed: u64) -> Result<Box<Game>, WrongSeats> {
        let (catalog, program) = (Arc::clone(&self.catalog), Arc::clone(&self.program));
        Game::with_program(catalog, program, seats, seed, self.rules.hooks().listeners()).map(Box::new)
    }

    /// Notes what a turn goes through that has gone on for long; one that never ends is a fault.
    #[cold]
    fn look_for_circle(&mut self, game: &Game) -> Result<(), Box<Fault>> {
        if self.spent > self.catalog.flow.max_steps {
            return Err(self.circle(game));
        }
        self.note_again(game);
        Ok(())
    }

    /// Forgets suspended runs; to be called when another position is taken up.
    pub fn reset(&mut self) {
        self.rules.reset();
        self.begin_run(true);
    }

    /// Forgets all of other games; to be called when a game begins.
    pub fn begin_game(&mut self) {
        self.rules.begin_game();
        self.reset();
    }

    /// Runs until a seat has to decide or the game is over.
    ///
    /// # Errors
    /// A script failed; the state is as it was then, and the caller goes back to a checkpoint.
    pub fn run(&mut self, game: &mut Box<Game>) -> Result<Stop, Box<Fault>> {
        loop {
            self.spent += 1;
            if rarely(self.spent > self.calm) {
                self.look_for_circle(game)?;
            }
            if let Some(decision) = &game.decision {
                // The script that asked may ask again.
                if decision.options.count() > 1 || !self.take_only(game)? {
                    return Ok(Stop::Decision);
                }
                continue;
            }
            match game.agenda.last() {
                None => {
                    if !self.next_stage(game) {
                        return Ok(Stop::Over);
                    }
                }
                Some(Part::Turn(_)) => self.run_turn(game)?,
                Some(_) => self.run_other(game)?,
            }
        }
    }

    /// Takes the only option that the decision has, unless it is to be put to the seat.
    #[inline(never)]
    fn take_only(&mut self, game: &mut Box<Game>) -> Result<bool, Box<Fault>> {
        let Some(decision) = &game.decision else { return Ok(false) };
        if rarely(decision.options.count() == 0 && !game.is_led()) {
            let message = format!("there is no option for `{}`", decision.ask);
            return Err(self.fault(game, "S0411", &message));
        }
        let only = if self.take_single { decision.options.only(game) } else { None };
        let Some(pick) = only else { return Ok(false) };
        self.answer_step(game, pick)?;
        Ok(true)
    }

    /// Takes a pick that is one of the options; the caller has checked it.
    ///
    /// # Errors
    /// A script failed.
    pub fn answer(&mut self, game: &mut Box<Game>, pick: Pick) -> Result<(), Box<Fault>> {
        self.begin_run(true);
        self.answer_step(game, pick)
    }

    /// From here to the next question rules may do what they may from an answer to the next question. `timed`: by the
    /// clock too.
    pub(crate) fn begin_run(&mut self, timed: bool) {
        self.spent_before += u64::from(self.spent);
        self.spent = 0;
        self.again.clear();
        self.rules.begin_run(timed);
    }

    /// The fault of a game that goes on after so many answers that it has no end.
    pub fn endless(&self, game: &Game, answers: u64) -> Box<Fault> {
        let asked = game.decision().map_or_else(String::new, |d| format!("; `{}` is asked last", d.ask));
        self.fault(game, "S0413", &format!("the game never ends: {answers} answers, and it goes on{asked}"))
    }

    /// Returns how much work all games have been so far, in steps of scripts: the same on every machine.
    pub fn work(&self) -> u64 {
        self.rules.ticks() + (self.spent_before + u64::from(self.spent)) * PART_WORK
    }

    /// Returns the fault of a game that takes more than a game without players may.
    pub fn exhausted(&self, game: &Game, why: &str) -> Box<Fault> {
        self.fault(game, "S0415", why)
    }

    /// Returns the fault of a game that has taken more steps than a game without players may, or `None` if it has not.
    pub fn overworked(&self, game: &Game, steps: u64) -> Option<Box<Fault>> {
        let why = || format!("the game takes too long: more than {GAME_STEPS} steps in all, and it goes on");
        (steps > GAME_STEPS).then(|| self.exhausted(game, &why()))
    }

    /// The agenda is empty: what comes next. False when the game is over.
    fn next_stage(&mut self, game: &mut Game) -> bool {
        match game.stage {
            Stage::Setup => {
                game.stage = Stage::Play;
                if !game.all_retired() {
                    self.next_turn(game);
                }
            }
            Stage::Play => {
                if rarely(game.ending || game.all_retired()) || rarely(self.has_ended(game)) {
                    game.ask_source(|source, game| source.ending(game));
                    game.stage = Stage::Finish;
                    game.report(Happening::Ending { reason: game.ending_reason() });
                    game.agenda.push(Part::Turn(TurnPart::new(Seat(0), ListId::FINISH, None)));
                    self.flush(game);
                } else {
                    self.next_turn(game);
                }
            }
            Stage::Finish => {
                game.stage = Stage::Over;
                // Who has won is worked out for those who are told.
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
        let mut seat = game.next_seat;
        while rarely(!game.in_game(seat)) {
            seat = game.seat_after(seat);
        }
        game.first_seat.get_or_insert(seat);
        game.ask_source(|source, game| source.turn(game, seat));
        game.next_seat = game.seat_after(seat);
        game.turns += 1;
        if rarely(!self.program.lists[usize::from(ListId::CLOSING.0)].is_empty()) {
            game.agenda.push(Part::Turn(TurnPart::new(seat, ListId::CLOSING, None)));
        }
        game.agenda.push(Part::Turn(TurnPart::new(seat, ListId::TURN, None)));
    }

    fn has_ended(&self, game: &Game) -> bool {
        let ends = &self.catalog.flow.ends_with;
        let is_held = game.hands.iter().any(|&(seat, _)| game.in_game(seat));
        !ends.is_empty() && !is_held && ends.iter().all(|&bag| game.bag(bag).total() == 0)
    }

    /// Puts what has come up on the agenda, so that the first comes next.
    #[inline]
    pub(crate) fn flush(&self, game: &mut Game) {
        if !game.pending.is_empty() {
            self.settle(game, false);
        }
    }

    /// Puts the first effect on the agenda that has come up and that rules may replace; what came up besides is held
    /// below it. Without one everything that has come up goes on the agenda, or with `awaited` waits until what lies on
    /// top of the agenda has ended.
    pub(crate) fn settle(&self, game: &mut Game, awaited: bool) {
        let mut fresh = std::mem::take(&mut game.pending);
        let is_effect = |part: &Part| matches!(part, Part::Effect(..));
        let put_off = if game.listeners.replace == 0 { None } else { fresh.iter().position(is_effect) };
        if let Some(at) = put_off {
            let after = fresh.split_off(at + 1);
            let effect = fresh.pop();
            game.agenda.push(Part::Held { before: fresh, after, awaited });
            game.agenda.extend(effect);
            return;
        }
        if !awaited {
            game.agenda.extend(fresh.drain(..).rev());
        }
        game.pending = fresh;
    }

    // Without this a change elsewhere decides whether it is inlined, which is 1.5 % of a base game's instructions.
    #[inline(always)]
    fn run_turn(&mut self, game: &mut Box<Game>) -> Result<(), Box<Fault>> {
        if rarely(!self.is_plain) {
            self.known = None;
        }
        let Some(Part::Turn(part)) = game.agenda.last_mut() else { return Ok(()) };
        if !part.begun {
            if rarely(game.retired.contains(part.seat)) && part.list.is_of_seat() {
                game.agenda.pop();
                return Ok(());
            }
            part.begun = true;
            part.completed_from = game.completed.len() as u32;
            let (seat, reason) = (part.seat, part.reason);
            game.report(Happening::PartBegan { seat, reason });
            if rarely(!game.pending.is_empty()) {
                self.flush(game);
                return Ok(());
            }
        }
        let program = Rc::clone(&self.program);
        loop {
            let Some(Part::Turn(part)) = game.agenda.last_mut() else { return Ok(()) };
            // What every seat does is done by the others to its end, also where the seat of the part has retired.
            let retired = !game.retired.is_empty();
            if rarely(retired)
                && !part.busy
                && part.each == 0
                && part.list.is_of_seat()
                && game.retired.contains(part.seat)
            {
                self.end_part(game);
                return Ok(());
            }
            let Some(op) = program.op_at(&game.lists, part.list, part.at) else {
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
                    if rarely(retired) && !part.busy && game.retired.contains(seat) && passes_over(part.list, step) {
                        part.step_over(step.each_seat, game.seats);
                        continue;
                    }
                    part.busy = true;
                    let outcome = self.run_step(game, op, step, seat)?;
                    match outcome {
                        StepEnd::Next => match game.agenda.last_mut() {
                            Some(Part::Turn(part)) => part.step_over(step.each_seat, game.seats),
                            _ => {
                                self.step_over(game);
                            }
                        },
                        // What it waited for comes first; it may wait again and again, so each time is counted.
                        StepEnd::Again => {
                            self.flush(game);
                            return Ok(());
                        }
                        StepEnd::Held => {
                            self.settle(game, true);
                            return Ok(());
                        }
                        StepEnd::Asks => {
                            if rarely(self.offers) {
                                self.amend_decision(game)?;
                            }
                            return Ok(());
                        }
                        StepEnd::EndPart => {
                            std::hint::cold_path();
                            if let Some(part) = game.turn_part_mut() {
                                part.busy = false;
                                part.at = u16::MAX;
                            }
                        }
                    }
                    if !game.pending.is_empty() {
                        self.flush(game);
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Goes on to the next step of the running part, unless a rule has left it.
    pub(crate) fn step_over(&self, game: &mut Game) {
        let op = game.turn_part().and_then(|part| self.program.op_at(&game.lists, part.list, part.at)).map(usize::from);
        let each_seat = op.is_some_and(|op| matches!(&self.program.ops[op], Op::Step(step) if step.each_seat));
        let seats = game.seats;
        if let Some(part) = game.turn_part_mut() {
            part.step_over(each_seat, seats);
        }
    }

    /// The name of a step, for a decision.
    #[inline]
    pub(crate) fn name_of(&mut self, op: u16, step: &Step) -> Arc<str> {
        self.asked = op;
        self.names[usize::from(op)].take().unwrap_or_else(|| Arc::clone(&step.name))
    }

    /// The decision of a step has been taken.
    #[inline]
    fn answered(&mut self, game: &mut Game, name: Arc<str>) {
        let op = usize::from(self.asked);
        match self.program.ops.get(op) {
            Some(Op::Step(step)) if Arc::ptr_eq(&step.name, &name) => {
                let slot = &mut self.names[op];
                // Another game may have asked meanwhile, with the name that all share.
                if !rarely(slot.is_some()) {
                    *slot = Some(name);
                }
                let (each_seat, seats) = (step.each_seat, game.seats);
                if let Some(part) = game.turn_part_mut() {
                    part.step_over(each_seat, seats);
                }
            }
            _ => self.step_over(game),
        }
    }

    fn end_part(&mut self, game: &mut Game) {
        let Some(Part::Turn(part)) = game.agenda.last() else { return };
        let (from, seat, reason) = (part.completed_from as usize, part.seat, part.reason);
        // Dropped where it lies: to copy at once what was just written piece by piece takes long.
        game.agenda.truncate(game.agenda.len() - 1);
        game.completed.truncate(from);
        game.report(Happening::PartEnded { seat, reason });
        self.flush(game);
    }

    // As above: called for each step it takes 110 instructions a tile more.
    #[inline(always)]
    fn run_step(&mut self, game: &mut Box<Game>, op: u16, step: &Step, seat: Seat) -> Result<StepEnd, Box<Fault>> {
        if rarely(!self.is_plain) && step.kind.places().is_none() {
            self.known = None;
        }
        match &step.kind {
            StepKind::Draw { bag, unplayable } => self.draw(game, self.catalog.bag_of(*bag, seat), *unplayable, seat),
            StepKind::Refill { bag, size } => Ok(self.refill(game, self.catalog.bag_of(*bag, seat), *size, seat)),
            StepKind::Choose { bag, unplayable } => {
                self.choose(game, (op, step), (self.catalog.bag_of(*bag, seat), *unplayable), seat)
            }
            StepKind::Lay { bag } => Ok(self.lay_first(game, self.catalog.bag_of(*bag, seat), seat)),
            StepKind::Place { free } => self.place(game, (op, step), seat, *free),
            StepKind::Deploy { figures } => Ok(self.deploy(game, (op, step), figures, seat)),
            StepKind::Score => self.score_completed(game, seat),
            StepKind::ScoreRest => self.score_rest(game),
            StepKind::Script => self.run_script_step(game, step, seat),
            StepKind::Repeat(_) => Ok(StepEnd::Next),
        }
    }

    pub(crate) fn ask(&self, game: &mut Game, question: Question) {
        let Question { seat, ask, pack, options, secret } = question;
        game.decision = Some(Decision { seat, ask, pack, options, secret });
    }

    /// Runs a part that is not a turn: an effect, an event, a handler.
    #[inline(never)]
    fn run_other(&mut self, game: &mut Box<Game>) -> Result<(), Box<Fault>> {
        if let Some(Part::Handler { run: None, .. } | Part::Replacing { run: None, .. }) = game.agenda.last() {
            self.begin_trail(game);
        }
        match game.agenda.pop() {
            Some(Part::Effect(effect, from)) => self.replace_or_apply(game, effect, from)?,
            Some(Part::Held { mut before, after, awaited }) => {
                before.append(&mut game.pending);
                before.extend(after);
                game.pending = before;
                self.settle(game, awaited);
            }
            Some(Part::Replacing { hook, effect, run }) => {
                game.replacing = Some((effect.event(), hook));
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
            Some(turn @ Part::Turn(_)) => game.agenda.push(turn),
            None => {}
        }
        Ok(())
    }

    /// Lets the next replacement of an effect act, from one of them on; if there is none, the effect takes place. What
    /// comes of it is put on the agenda with what is held below.
    fn replace_or_apply(&mut self, game: &mut Box<Game>, effect: Effect, from: u16) -> Result<(), Box<Fault>> {
        // Another effect or a replacement may have come first.
        if let Err(rejected) = game.possible(&effect) {
            return if rejected.is_gone() { Ok(()) } else { Err(self.handed_back(game, &rejected, from)) };
        }
        match game.replacement_of(&effect, from) {
            Some(hook) => game.agenda.push(Part::Replacing { hook, effect, run: None }),
            None => {
                if let Err(rejected) = game.apply(effect) {
                    return Err(self.handed_back(game, &rejected, from));
                }
            }
        }
        Ok(())
    }

    /// Puts a run back on the agenda as far as it has come.
    fn go_on(&mut self, game: &mut Box<Game>, part: Part, progress: Progress) -> Result<(), Box<Fault>> {
        game.replacing = None;
        match progress {
            Progress::Done(acted) => match part {
                // What it has done comes up where the effect was called for.
                Part::Replacing { hook, effect, .. } => {
                    if !acted {
                        game.agenda.push(Part::Effect(effect, hook + 1));
                    }
                }
                _ => self.flush(game),
            },
            Progress::Wait => {
                game.agenda.push(part);
                self.flush(game);
            }
            Progress::Held => {
                game.agenda.push(part);
                self.settle(game, true);
            }
            // What has come up waits until the run waits or ends: the run that asks stays on top.
            Progress::Ask(question) => {
                game.agenda.push(part);
                self.ask(game, question);
                self.amend_decision(game)?;
            }
        }
        Ok(())
    }

    /// The next reaction to an event, beginning with the hook of a number: its number, its function, and whether it asks.
    #[inline]
    pub(crate) fn reaction(&self, game: &Game, event: &Event, from: u16) -> Option<(usize, Handler, bool)> {
        let reactions = self.rules.hooks().on.iter().enumerate().skip(usize::from(from));
        let mut fitting =
            reactions.filter(|(_, h)| h.event == event.kind() && h.filter.admits(game, Filterable::at(&event.what)));
        fitting.next().map(|(number, h)| (number, h.handler, h.asks))
    }

    /// Lets the rules react to an event, beginning with the hook of a number.
    fn react(&mut self, game: &mut Box<Game>, event: Event, from: u16) -> Result<(), Box<Fault>> {
        let mut from = from;
        while let Some((number, handler, asks)) = self.reaction(game, &event, from) {
            from = number as u16 + 1;
            // One whose effects may be replaced has to be able to wait for them.
            if asks || game.listeners.replace != 0 {
                game.agenda.push(Part::Event(event, from));
                game.agenda.push(Part::Handler { handler, occasion: Occasion::Event(event.what), run: None });
                break;
            }
            // The others hear of it after what comes of this one; parts that are to follow later lie below it.
            let others = Part::Event(event, from);
            game.agenda.push(others.clone());
            self.rules.call(game, handler, &Occasion::Event(event.what))?;
            if !game.pending.is_empty() || game.agenda.last() != Some(&others) {
                self.flush(game);
                break;
            }
            game.agenda.pop();
        }
        Ok(())
    }

    /// Takes a pick as part of what is going on since the last answer.
    pub(crate) fn answer_step(&mut self, game: &mut Box<Game>, pick: Pick) -> Result<(), Box<Fault>> {
        if rarely(game.trail.is_some()) {
            self.bring_runs(game)?;
            game.note_answer(pick);
        }
        let Some(decision) = game.decision.take() else { return Ok(()) };
        let step = match pick {
            Pick::Listed(_) => match decision.options.meaning(pick) {
                Some(Meaning::Step(step)) => step,
                meaning => return self.answer_script(game, decision, (pick, meaning)),
            },
            _ => pick,
        };
        self.answer_builtin(game, step, decision.seat)?;
        // Which face shows is asked before the place, by the same step.
        if !matches!(step, Pick::Face(_)) {
            self.answered(game, decision.ask);
        }
        self.flush(game);
        Ok(())
    }

    /// Takes the answer to a decision of a script, or an option that a rule has added.
    #[inline(never)]
    fn answer_script(
        &mut self,
        game: &mut Box<Game>,
        decision: Decision,
        (pick, meaning): (Pick, Option<Meaning>),
    ) -> Result<(), Box<Fault>> {
        match meaning {
            Some(Meaning::Added { group, table }) => {
                let handler = self.rules.hooks().chosen.get(&(decision.ask.clone(), group.clone())).copied();
                let Some(handler) = handler else {
                    let message = format!("no module says what follows the choice `{group}`");
                    return Err(self.fault(game, "S0407", &message));
                };
                let target = decision.options.listed(game, pick).map(|listed| listed.target).unwrap_or_default();
                let occasion = Occasion::Chosen(decision.seat, target);
                // A script whose question was amended hears of it afterwards: its question comes to nothing.
                if game.agenda.last().is_none_or(|part| !part.is_suspended()) {
                    self.step_over(game);
                }
                game.carried = table;
                game.agenda.push(Part::Handler { handler, occasion, run: None });
                Ok(())
            }
            Some(Meaning::Script(number)) => {
                let feature = decision.options.feature(pick);
                self.resume_script(game, PickedOption { number: number as usize, feature })
            }
            Some(Meaning::Step(_)) | None => {
                Err(Fault::internal(format!("the answer to `{}` is none of its options", decision.ask)))
            }
        }
    }
}

/// Whether a step is passed over for a seat that has retired: one that each seat takes, and one in which the seat would be
/// asked or given tiles. What rules do at the end of its last turn is done, and at the end of the game all seats are equal.
fn passes_over(list: ListId, step: &Step) -> bool {
    let of_table = matches!(step.kind, StepKind::Script | StepKind::Score | StepKind::ScoreRest | StepKind::Repeat(_));
    list != ListId::FINISH && (step.each_seat || list == ListId::CLOSING && !of_table)
}
