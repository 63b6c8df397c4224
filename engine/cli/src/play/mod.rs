//! Plays a game on a terminal: people type numbers, keys or commands, and bots may have some seats.
//!
//! Legality, scores and explanations all come from the session; this module only passes them on.

mod choose;
mod hint;
mod input;
pub(crate) mod keeper;
mod screen;
mod told;

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::PathBuf;

use tilewright_core::catalog::MAX_SEATS;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Stop;
use tilewright_core::machine::fault::Fault;
use tilewright_core::session::{Entry, Refusal, Session};
use tilewright_core::state::Stage;
use tilewright_core::state::decision::Pick;
use tilewright_core::unseen::BYTE_ORDER_MARK;
use tilewright_kit::games::places::with_places;
use tilewright_kit::games::save::{record_of, write_file};
use tilewright_kit::packs::find::FoundPack;
use tilewright_lab::bots::{BotSpec, Bots, RANDOM};

use crate::failure::{Exit, Failure};
use crate::faulted::{self, quote_for_shell};
use crate::out::{BAD, CAUTION, FAINT, Out, STRONG, format_count};
use crate::typed::{self, TypedLine};
use crate::why;
use choose::{LineChoice, choose};
use input::{GameCommand, HELP};
use keeper::Keeper;
use screen::Screen;

/// Game on a terminal.
pub(crate) struct Play<'a> {
    pub(crate) session: Session,
    /// Bot of each seat; `None` for a person.
    pub(crate) seats: Vec<Option<BotSpec>>,
    /// State of the bots during the game.
    pub(crate) bots: Bots,
    /// Language of the names and prompts in the packs.
    pub(crate) language: String,
    /// True if a person types. Otherwise the input is printed too, so that the transcript can be read.
    pub(crate) typed: bool,
    /// Stream for all output.
    pub(crate) out: &'a mut Out,
    /// Number of events in the journal that were narrated.
    told: usize,
    /// Places of the packs by id, for records that are saved.
    pub(crate) places: BTreeMap<String, FoundPack>,
    /// True if the game is before an answer at which a script fails. Then even an only option is not taken
    /// automatically.
    pub(crate) holds: bool,
    /// Number of notes of rules that were shown.
    noted: usize,
    /// Writer that saves the game while it is played.
    keeper: Keeper,
    /// For each seat, the number of events that were checked for secrets of this seat and narrated.
    alone: [usize; MAX_SEATS],
    /// Summary of the bots' answers since the last question to a person; `None` if there are none.
    meanwhile: Option<Meanwhile>,
    /// Seat whose secrets the terminal shows, if several people share it.
    shown_to: Option<Seat>,
    screen: Screen,
}

/// Answers of bots since the last question to a person.
struct Meanwhile {
    /// Scores at the last question to a person.
    scores: Vec<i32>,
    /// Number of answers of each seat.
    answers: Vec<usize>,
}

/// Result of a line that was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Go {
    /// The game continues, and the question is shown again.
    Show,
    /// The game continues without showing anything again.
    Stay,
    /// The user leaves the game.
    Leave,
}

impl<'a> Play<'a> {
    /// Creates the display of a game that has started.
    pub(crate) fn new(
        session: Session,
        seats: Vec<Option<BotSpec>>,
        bots: Bots,
        language: &str,
        typed: bool,
        keeper: Keeper,
        out: &'a mut Out,
    ) -> Play<'a> {
        // Events before a resumed position were already shown in the earlier run; those before the first question of a
        // new game were not.
        let resumed = session.log().iter().any(|entry| matches!(entry, Entry::Answer(_)));
        let journal = session.game().journal().filter(|_| resumed);
        let (told, noted) = journal.map_or((0, 0), |j| (j.events.len(), j.notes.len()));
        Play {
            session,
            seats,
            bots,
            language: language.to_owned(),
            typed,
            out,
            told,
            places: BTreeMap::new(),
            holds: false,
            noted,
            keeper,
            alone: [told; MAX_SEATS],
            meanwhile: None,
            shown_to: None,
            screen: Screen::default(),
        }
    }

    /// Prints the packs, seats and options. The seed reveals everything hidden, so people see it only if they chose it.
    pub(crate) fn introduce(&mut self, chose_seed: bool) -> Result<(), Failure> {
        let game = self.session.game();
        let (titles, seats) = (game.catalog().titles(), format_count(game.seat_count(), "seat", "seats"));
        let is_open = chose_seed || self.people() == 0 || !self.session.keeps_secrets();
        let seed = if is_open { format!(", seed {}", self.session.seed()) } else { String::new() };
        let options = game.catalog().chosen_options();
        writeln!(self.out, "{STRONG}{titles}{STRONG:#}, {seats}{seed}")?;
        for option in options {
            writeln!(self.out, "  {option}")?;
        }
        Ok(())
    }

    /// Plays until the game is over, the user leaves, or the input ends.
    pub(crate) fn run(&mut self, input: &mut dyn BufRead) -> Result<Exit, Failure> {
        let mut show = true;
        loop {
            self.keep()?;
            self.hide()?;
            self.tell()?;
            let Some(seat) = self.session.decision().map(|d| d.seat) else { return self.run_final_prompt(input) };
            let single = (self.is_single() && !self.holds).then_some(RANDOM);
            if let Some(bot) = self.seats[seat.index()].clone().or(single) {
                self.note_bot(seat);
                self.answer_by(&bot)?;
                show = true;
                continue;
            }
            self.tell_meanwhile()?;
            if self.hides() && self.shown_to != Some(seat) {
                match self.prompt(&format!("seat {seat} is next: pass the terminal, then press Enter "), input)? {
                    None => return self.input_ended(),
                    Some(line) if input::parse(&line) == Some(GameCommand::Quit) => return self.say_goodbye(),
                    Some(_) => (self.shown_to, show) = (Some(seat), true),
                }
            }
            if show {
                self.show()?;
            }
            match self.prompt(&format!("seat {seat}> "), input)? {
                None => return self.input_ended(),
                Some(line) => match self.obey(&line)? {
                    Go::Show => show = true,
                    Go::Stay => show = false,
                    Go::Leave => return self.say_goodbye(),
                },
            }
        }
    }

    /// Returns the number of seats that people play.
    fn people(&self) -> usize {
        self.seats.iter().filter(|bot| bot.is_none()).count()
    }

    /// True if several people share this terminal and must not see each other's secrets.
    fn hides(&self) -> bool {
        self.typed && self.people() > 1 && self.session.keeps_secrets()
    }

    /// Clears the terminal with its scrollback when the next question is for another seat than the one whose secrets
    /// were shown.
    fn hide(&mut self) -> Result<(), Failure> {
        let next = self.session.decision().map(|decision| decision.seat);
        if self.hides() && self.shown_to.is_some() && self.shown_to != next {
            self.shown_to = None;
            self.out.clear()?;
        }
        Ok(())
    }

    /// True if there is only one option. A resumed game may be at such a decision.
    fn is_single(&self) -> bool {
        self.session.decision().is_some_and(|d| d.options.only(self.session.game()).is_some())
    }

    /// Counts an answer of a bot that had a choice. Secret answers are not counted, since the count would reveal them.
    fn note_bot(&mut self, seat: Seat) {
        let is_secret = self.session.decision().is_some_and(|d| d.secret);
        if self.seats[seat.index()].is_none() || self.is_single() || is_secret {
            return;
        }
        let game = self.session.game();
        let (scores, answers) = (game.scores().to_vec(), vec![0; game.seat_count()]);
        self.meanwhile.get_or_insert(Meanwhile { scores, answers }).answers[seat.index()] += 1;
    }

    /// Summarises the answers of bots, for a person who does not read every line.
    fn tell_meanwhile(&mut self) -> Result<(), Failure> {
        let Some(Meanwhile { scores, answers }) = self.meanwhile.take() else { return Ok(()) };
        let bots = (0u8..).map(Seat).zip(answers).filter(|(_, answers)| *answers > 0);
        let told = bots.map(|(seat, answers)| {
            let gained = self.session.game().scores()[seat.index()] - scores[seat.index()];
            let points = if gained == 0 { "no points".to_owned() } else { format!("{gained:+} points") };
            format!("seat {seat} gave {}, {points}", format_count(answers, "answer", "answers"))
        });
        let told = told.collect::<Vec<_>>().join("; ");
        writeln!(self.out, "{STRONG}Since your last answer:{STRONG:#} {told}")?;
        Ok(())
    }

    fn answer_by(&mut self, bot: &BotSpec) -> Result<(), Failure> {
        let number = self.bots.choose(bot, &self.session)?;
        let Some(decision) = self.session.decision() else { return Ok(()) };
        match number.and_then(|number| decision.options.get(self.session.game(), number)) {
            Some(pick) => self.answer(pick).map(|_| ()),
            None => Err(Failure::fault(format!("`{}` has no options", decision.ask))),
        }
    }

    /// Takes an option. A script that fails ends the game, and its record is saved.
    fn answer(&mut self, pick: Pick) -> Result<Stop, Failure> {
        self.holds = false;
        self.screen = Screen::default();
        match self.session.answer(pick) {
            Ok(stop) => Ok(stop),
            Err(Refusal::Fault(fault)) => Err(self.report_fault(&fault)),
            Err(Refusal::Rejected(rejected)) => {
                Err(Failure::fault(format!("an offered option was refused: {rejected}")))
            }
        }
    }

    fn report_fault(&mut self, fault: &Fault) -> Failure {
        for note in self.session.lost_notes() {
            // Ignored, since an error cannot be reported if the output cannot be written.
            let _ = writeln!(self.out, "{FAINT}·{FAINT:#} {}", why::note(note, &self.session));
        }
        let failure = Failure::fault(format!("a script stopped the game: {fault}"));
        let record = record_of(&self.session, "stopped by a script");
        let record = faulted::with_pack_places(record, &self.places);
        let at = record.moves.len();
        if fault.is_internal() {
            return failure.hint(faulted::report_internal(&fault.to_string(), Some(&record)));
        }
        match faulted::keep(&record, &fault.pack, None) {
            Ok(file) => {
                self.keeper.end();
                let file = quote_for_shell(&file.display().to_string());
                failure.hint(format!(
                    "the game up to that answer is in {file}: \
                     `tilewright render --record {file} --at {at} --out fault.png` draws it; \
                     fix the script, then run `tilewright play --resume {file}`"
                ))
            }
            Err(error) => failure.hint(format!("fix the script and play again ({error})")),
        }
    }

    /// Prompts for a line; `None` at the end of the input. A line that is too long is reported and counts as empty.
    fn prompt(&mut self, prompt: &str, input: &mut dyn BufRead) -> Result<Option<String>, Failure> {
        write!(self.out, "{STRONG}{prompt}{STRONG:#}")?;
        self.out.flush()?;
        let read = typed::read_line(input);
        let read = read.map_err(|e| Failure::environment(format!("the input cannot be read: {e}")))?;
        let (line, ended) = match read {
            // Programs that pipe answers may start with a byte order mark.
            TypedLine::Text(line) => (line.trim_start_matches(BYTE_ORDER_MARK).trim().to_owned(), false),
            TypedLine::TooLong => {
                writeln!(self.out, "{}", typed::too_long())?;
                (String::new(), false)
            }
            TypedLine::End => (String::new(), true),
        };
        if !self.typed || ended {
            writeln!(self.out, "{line}")?;
        }
        Ok((!ended).then_some(line))
    }

    fn obey(&mut self, line: &str) -> Result<Go, Failure> {
        match input::parse(line) {
            Some(command) => self.command(command),
            None => match choose(&mut self.session, &self.language, line) {
                LineChoice::Pick(pick) => {
                    self.answer(pick)?;
                    Ok(Go::Show)
                }
                LineChoice::Turns(cell, turns) => {
                    self.show_turns(cell, &turns)?;
                    Ok(Go::Stay)
                }
                LineChoice::Refused(message) => {
                    writeln!(self.out, "{message}")?;
                    Ok(Go::Stay)
                }
            },
        }
    }

    fn command(&mut self, command: GameCommand<'_>) -> Result<Go, Failure> {
        match command {
            GameCommand::Help => write!(self.out, "{HELP}")?,
            GameCommand::Quit => return Ok(Go::Leave),
            GameCommand::Undo => return self.undo(),
            GameCommand::Why(what) => self.explain_points(what)?,
            GameCommand::Hint(bot) => self.hint(bot)?,
            GameCommand::Save(file) => self.save(file)?,
            GameCommand::Board(place) => self.board(place)?,
            GameCommand::Bag => self.bag()?,
            GameCommand::Beside => self.show_off_board()?,
            GameCommand::List => return Ok(Go::Show),
            GameCommand::Filter(text) => {
                self.screen.filter = text.to_owned();
                self.screen.page = 0;
                self.list()?;
            }
            GameCommand::Next => {
                self.screen.page += 1;
                self.list()?;
            }
            GameCommand::Previous => {
                self.screen.page = self.screen.page.saturating_sub(1);
                self.list()?;
            }
        }
        Ok(Go::Stay)
    }

    /// Takes back the last answer of a person, and all later answers.
    fn undo(&mut self) -> Result<Go, Failure> {
        let mut taken = 0usize;
        loop {
            let last = self.session.log().iter().rev().find_map(|entry| match entry {
                Entry::Answer(answer) if !answer.forced => Some(answer.seat),
                _ => None,
            });
            let Some(seat) = last else { break };
            if !self.session.undo() {
                break;
            }
            taken += 1;
            if self.seats[seat.index()].is_none() {
                break;
            }
        }
        self.screen = Screen::default();
        self.meanwhile = None;
        let journal = self.session.game().journal();
        self.told = self.told.min(journal.map_or(0, |j| j.events.len()));
        self.noted = self.noted.min(journal.map_or(0, |j| j.notes.len()));
        self.alone = self.alone.map(|told| told.min(self.told));
        if taken == 0 {
            writeln!(self.out, "There is nothing to undo.")?;
            return Ok(Go::Stay);
        }
        writeln!(self.out, "{} taken back.", format_count(taken, "answer", "answers"))?;
        Ok(Go::Show)
    }

    fn save(&mut self, file: &str) -> Result<(), Failure> {
        if file.is_empty() {
            writeln!(self.out, "Where to? Type `save FILE`, such as `save game.json`.")?;
            return Ok(());
        }
        let path = PathBuf::from(file);
        match write_file(&path, &with_places(record_of(&self.session, file), &path, &self.places)) {
            Ok(()) => writeln!(self.out, "Saved. `tilewright play --resume {file}` continues from here.")?,
            Err(error) => writeln!(self.out, "{BAD}Not saved:{BAD:#} {error}. Try another path.")?,
        }
        Ok(())
    }

    fn board(&mut self, place: &str) -> Result<(), Failure> {
        let focus = Cell::read(&place.replace(' ', ""));
        if focus.is_none() && !place.is_empty() && place != "all" {
            writeln!(self.out, "Type `board`, `board all`, or `board x,y` to look at a cell.")?;
            return Ok(());
        }
        self.show_board(focus, place == "all")
    }

    /// Saves the game, so that it is not lost if the program is killed.
    fn keep(&mut self) -> Result<(), Failure> {
        if self.seats.iter().all(Option::is_some) {
            return Ok(());
        }
        if let Err(error) = self.keeper.note(&self.session, &self.seats) {
            writeln!(self.out, "{CAUTION}note:{CAUTION:#} the game is not saved while it is played: {error}")?;
        }
        Ok(())
    }

    fn run_final_prompt(&mut self, input: &mut dyn BufRead) -> Result<Exit, Failure> {
        self.show_board(None, false)?;
        writeln!(self.out)?;
        self.show_result()?;
        if self.seats.iter().all(Option::is_some) {
            self.keeper.end();
            return Ok(Exit::Fine);
        }
        writeln!(
            self.out,
            "{FAINT}`why all` explains every point, `undo` goes back, `save FILE` keeps the game, `quit` leaves.{FAINT:#}"
        )?;
        while let Some(line) = self.prompt("over> ", input)? {
            match input::parse(&line) {
                Some(GameCommand::Quit) => break,
                Some(GameCommand::List) => self.show_result()?,
                Some(command) => {
                    self.command(command)?;
                    if self.session.game().stage() != Stage::Over {
                        return self.run(input);
                    }
                }
                None => writeln!(self.out, "The game is over: type `why`, `undo`, `save FILE`, `board` or `quit`.")?,
            }
        }
        self.keeper.end();
        Ok(Exit::Fine)
    }

    fn say_goodbye(&mut self) -> Result<Exit, Failure> {
        let scores: Vec<String> = self.session.game().scores().iter().map(ToString::to_string).collect();
        writeln!(self.out, "Good-bye. The scores so far: {}.", scores.join(", "))?;
        if self.keeper.keeps() {
            writeln!(self.out, "`tilewright play --continue` continues from here.")?;
        }
        Ok(Exit::Fine)
    }

    fn input_ended(&mut self) -> Result<Exit, Failure> {
        writeln!(self.out, "The input ended before the game.")?;
        self.say_goodbye()
    }

    /// Returns the seat that is asked now, else the first seat.
    fn viewer(&self) -> Seat {
        self.session.decision().map_or(Seat(0), |d| d.seat)
    }
}
