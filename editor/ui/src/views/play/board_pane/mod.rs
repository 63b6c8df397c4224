//! The table: the open pack is played in its current state, by players and bots. The game continues after every change
//! that leaves the pack playable.

mod controls;
mod hint;
mod question;

use egui::{Button, CollapsingHeader, RichText, ScrollArea, Ui};
use tilewright_core::catalog::id::FigureId;
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::diag::Severity;
use tilewright_core::state::Game;
use tilewright_core::state::decision::Pick;
use tilewright_core::state::effect::Place;
use tilewright_core::state::view::VisibleDecision;
use tilewright_editor_model::table::asked::{BoardTarget, OptionPlace, QuestionPrompt};
use tilewright_editor_model::table::{SeatChooser, TableGame, words};
use tilewright_wording::ending::outcome;
use tilewright_wording::narration::Narration;

use super::setup::SetupView;
use super::{ending, invite, news, report, seats, strip, told, why_not};
use crate::context::command::EditorCommand;
use crate::context::{EditorAction, ViewCx};
use crate::play::board::{BoardCursor, BoardScene, board};
use crate::play::command::PlayCommand;
use crate::play::highlight::{Highlight, Highlighted};
use crate::play::{PlayState, begin};
use crate::ui::theme::{Emphasis, GAP};
use crate::ui::widgets;

/// Minimum width for a column next to the board, in points.
const WIDE: f32 = 620.0;
/// Time limit for bots in one frame, in seconds.
const BUDGET: f64 = 0.012;
/// Delay until views that were drawn before a bot answered are drawn again, in seconds.
const SOON: f32 = 0.02;
/// Speeds of bots in answers per second; 0 stands for no limit.
const SPEEDS: [(&str, f64); 4] =
    [("try-speed-slow", 1.0), ("try-speed-middle", 4.0), ("try-speed-fast", 20.0), ("try-speed-most", 0.0)];

/// Index of the default speed, which is easy to follow.
pub const FOLLOWED: usize = 1;
/// Index of the speed without delay.
pub const AT_ONCE: usize = SPEEDS.len() - 1;
/// Returns the text keys of the speeds, in the order of their indices.
pub(crate) fn speed_texts() -> impl Iterator<Item = &'static str> {
    SPEEDS.iter().map(|(text, _)| *text)
}

/// Minimum width of the column next to the board, in points.
const SEATS: f32 = 212.0;

/// Seats for which bots answer on their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Pace {
    /// Bots answer for their own seats.
    #[default]
    Bots,
    /// Bots answer for all seats.
    All,
    /// The game is held: no bot answers.
    Held,
}

/// State of the table view.
pub struct TableView {
    /// Chosen turn of the tile in play.
    turn: Turn,
    /// Index of the place under the pointer or the cursor.
    over: Option<usize>,
    cursor: BoardCursor,
    /// True if the board has the keyboard.
    focused: bool,
    /// True if the board gets the keyboard when it is next drawn.
    takes_keys: bool,
    /// Place for which the user chooses between several options.
    narrowed: Option<BoardTarget>,
    /// Position of the narrowed place on the screen.
    narrowed_at: Option<egui::Pos2>,
    /// Figure under the pointer.
    figure: Option<FigureId>,
    /// True while the options are listed over the board, because the user asked for it.
    listing: bool,
    pace: Pace,
    /// Index of the speed.
    speed: usize,
    /// Earliest time of the next answer by a bot, in seconds of the window's clock.
    next: f64,
    /// Seat whose view is shown if several people play; `None` shows no seat's secrets.
    viewpoint: Option<Seat>,
    setup: SetupView,
    /// Number of the game at the table.
    game: u64,
    /// Question on the screen, with the position that it was made for.
    asked: Option<(QuestionKey, Option<QuestionPrompt>)>,
    /// Option for a slot next to the board that the user clicked.
    taken: Option<Pick>,
    /// Final position whose score sheet the user has closed.
    ended: Option<(u64, usize)>,
    /// Position of the last frame if the game was over.
    was_over: Option<(u64, usize)>,
    /// Position for which the user requested a hint.
    hint: Option<(u64, usize)>,
    /// Commands by menu or key since the last frame.
    told: Vec<EditorCommand>,
}

/// Inputs that determine the displayed question: position, revision, viewpoint and language.
type QuestionKey = ((u64, usize), u64, Option<Seat>, u64);

impl Default for TableView {
    fn default() -> TableView {
        TableView {
            turn: Turn::NONE,
            over: None,
            cursor: BoardCursor::default(),
            focused: false,
            takes_keys: false,
            narrowed: None,
            narrowed_at: None,
            figure: None,
            listing: false,
            pace: Pace::Bots,
            speed: FOLLOWED,
            next: 0.0,
            viewpoint: None,
            setup: SetupView::default(),
            game: 0,
            asked: None,
            taken: None,
            ended: None,
            was_over: None,
            hint: None,
            told: Vec::new(),
        }
    }
}

impl TableView {
    /// Runs a command of the table in the next frame.
    pub(crate) fn command(&mut self, command: EditorCommand) {
        self.told.push(command);
    }

    /// Gives the board the keyboard as soon as it is drawn.
    pub(crate) fn take_keys(&mut self) {
        self.takes_keys = true;
    }

    /// Returns the speed of bots, as an index.
    pub(crate) fn speed(&self) -> usize {
        self.speed
    }

    /// Sets the speed of bots, as an index.
    pub(crate) fn set_speed(&mut self, speed: usize) {
        self.speed = speed.min(SPEEDS.len() - 1);
    }

    /// Draws the board, the seats and the question.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &mut PlayState) {
        if cx.good.is_none() {
            egui::Frame::new().inner_margin(GAP).show(ui, |ui| without_pack(ui, cx));
            return;
        }
        let commands = self.setup.show(ui, cx, play);
        play.perform(commands, cx);
        if play.table.is_none() && !play.is_waiting() {
            play.begin();
            play.go_on(ui.ctx(), cx);
        }
        if self.game != play.games() {
            self.reset_for(play);
        }
        let rules = play.pack_set().and_then(|pack_set| cx.rules(pack_set));
        if rules.is_some_and(|rules| play.revision != rules.revision) {
            // The game is not replayed after every key press, but once the user pauses or saves.
            match cx.document.pauses_in(ui.input(|i| i.time)) {
                Some(left) => ui.ctx().request_repaint_after_secs(left as f32),
                None => begin::reload(cx, play),
            }
        }
        let wide = ui.available_width() >= WIDE;
        let handed = if wide {
            let column = egui::Panel::left("who plays").default_size(SEATS).size_range(SEATS..=340.0);
            column.show(ui, |ui| self.show_side_column(ui, cx, play)).inner
        } else {
            self.use_tools(ui, cx, play);
            // Bots answer first, so that the highlighted seat is the one that is asked below.
            let handed = self.think(ui, cx, play);
            let commands = play.table.as_ref().map(|table| seats::row(ui, cx, table)).unwrap_or_default();
            play.perform(commands, cx);
            handed
        };
        let command = news::show(ui, cx, play);
        play.perform(command.into_iter().collect(), cx);
        let commands = invite::line(ui, cx, play);
        play.perform(commands, cx);
        news::complaints(ui, cx, play);
        if let Some(seat) = handed {
            self.hand_over(ui, cx, seat);
        }
        let Some(table) = &play.table else { return };
        let count = table.game().seat_count();
        if !wide {
            CollapsingHeader::new(cx.t("try-table")).id_salt("beside").show(ui, |ui| {
                let view = table.game().view(play.viewpoint);
                let beside = ScrollArea::vertical().id_salt("beside").max_height(160.0);
                let asked = self.asked.as_ref().and_then(|(_, asked)| asked.as_ref());
                let taken = beside.show(ui, |ui| strip::show(ui, cx, view, count, asked)).inner;
                self.taken = taken.or(self.taken);
            });
        }
        self.ask(ui, cx, play, wide);
        if wide {
            let command = self.end(ui, cx, play);
            play.perform(command.into_iter().collect(), cx);
        }
        if play.pointed.is_some() {
            play.placing();
        }
        why_not::beside_pointer(ui, cx, play);
    }

    /// Draws the column next to the board: tools, seats and zones. Returns the seat to which the screen must be handed.
    fn show_side_column(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &mut PlayState) -> Option<Seat> {
        self.use_tools(ui, cx, play);
        let handed = self.think(ui, cx, play);
        let viewpoint = play.viewpoint;
        let mut commands = Vec::new();
        if let Some(table) = &play.table {
            let seats = ScrollArea::vertical().id_salt("beside").auto_shrink(false);
            seats.show(ui, |ui| {
                commands = strip::cards(ui, cx, table, viewpoint);
                let (view, count) = (table.game().view(viewpoint), table.game().seat_count());
                let asked = self.asked.as_ref().and_then(|(_, asked)| asked.as_ref());
                self.taken = strip::table_of(ui, cx, view, count, asked).or(self.taken);
                invite::presence(ui, cx, play);
            });
        }
        play.perform(commands, cx);
        handed
    }

    /// Draws the tools, and performs the chosen tools.
    fn use_tools(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &mut PlayState) {
        let tools = self.controls(ui, cx, play);
        let shift = ui.input(|i| i.modifiers.shift);
        tools.into_iter().for_each(|tool| self.take(cx, play, tool, shift));
    }

    /// Lets bots answer, then updates the viewpoint and the question. Returns the seat to which the screen must be
    /// handed.
    fn think(&mut self, ui: &Ui, cx: &ViewCx<'_>, play: &mut PlayState) -> Option<Seat> {
        let table = play.table.as_mut()?;
        self.play_on(ui, table);
        let handed = self.look(table);
        play.viewpoint = if handed.is_some() { None } else { play.looks_as.or_else(|| self.viewpoint_of(table)) };
        play.fresh.look(table, play.viewpoint, self.pace == Pace::All, ui.input(|i| i.time));
        self.renew(cx, play);
        handed
    }

    /// Resets the state for another game at the table.
    fn reset_for(&mut self, play: &PlayState) {
        self.game = play.games();
        self.pace = if self.pace == Pace::All { Pace::Bots } else { self.pace };
        // Positions of different tables can have equal numbers.
        (self.viewpoint, self.asked, self.was_over) = (None, None, None);
    }

    /// Lets bots answer at the chosen speed, for their own seats or, in automatic play, for all seats.
    fn play_on(&mut self, ui: &Ui, table: &mut TableGame) {
        if table.is_over() || table.trouble().is_some() {
            self.pace = if self.pace == Pace::All { Pace::Bots } else { self.pace };
            return;
        }
        let waits = |table: &TableGame| match self.pace {
            _ if !table.can_go_on() => false,
            // Bots wait while the user looks at an earlier position.
            Pace::Bots => !table.asks_person() && !table.is_back(),
            Pace::All => true,
            // A bot that has started to think for a single step finishes it.
            Pace::Held => table.is_thinking(),
        };
        if !waits(table) || table.is_over() {
            return;
        }
        let now = ui.input(|i| i.time);
        let speed = SPEEDS[self.speed].1;
        if speed > 0.0 {
            if now >= self.next {
                if !table.step() && table.is_thinking() {
                    ui.ctx().request_repaint();
                    return;
                }
                self.next = now + 1.0 / speed;
                // Views drawn before this one show the answer in a frame soon after.
                ui.ctx().request_repaint_after_secs(SOON);
            }
            ui.ctx().request_repaint_after_secs((self.next - now).max(0.0) as f32);
            return;
        }
        let start = std::time::Instant::now();
        let mut stepped = false;
        while waits(table) && start.elapsed().as_secs_f64() < BUDGET && table.step() {
            stepped = true;
        }
        if stepped || waits(table) && table.can_go_on() {
            ui.ctx().request_repaint();
        }
    }

    /// Updates the viewpoint if several people play. Returns the seat to which the screen must be handed, if the next
    /// question is for another seat and the game has secrets.
    fn look(&mut self, table: &TableGame) -> Option<Seat> {
        let decider = table.session().decision().map(|d| d.seat);
        let mut people = table.people();
        let (first, several) = (people.next(), people.next().is_some());
        if several && self.pace == Pace::All {
            self.viewpoint = None;
            return None;
        }
        if !several {
            // After a seat was given to a bot, the screen must not show the secrets of the remaining seat at once.
            if table.keeps_secrets() && first != self.viewpoint {
                return first;
            }
            self.viewpoint = first;
            return None;
        }
        let next = decider.filter(|_| table.asks_person()).filter(|seat| Some(*seat) != self.viewpoint)?;
        // A seat's earlier secret choices are also visible on its screen.
        if !table.game().has_secrets() && !table.keeps_secrets() {
            self.viewpoint = Some(next);
            return None;
        }
        Some(next)
    }

    /// Returns the seat whose view is shown.
    fn viewpoint_of(&self, table: &TableGame) -> Option<Seat> {
        // A player who gave the seat to a bot no longer sees its secrets.
        self.viewpoint.filter(|seat| table.setup().seats.get(seat.index()) == Some(&SeatChooser::Person))
    }

    fn hand_over(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, seat: Seat) {
        let number = seat.index();
        ui.vertical_centered(|ui| {
            ui.add_space(8.0);
            ui.label(RichText::new(cx.texts.about_seat("try-hand-over", number)).heading());
            ui.label(cx.t("try-hand-over-why"));
            let done =
                ui.add(Button::new(cx.texts.about_seat("try-hand-over-done", number)).min_size([160.0, 32.0].into()));
            if done.clicked() {
                self.viewpoint = Some(seat);
                ui.ctx().request_repaint();
            }
            ui.add_space(8.0);
        });
    }

    /// Prepares the question when the position or the viewpoint has changed.
    fn renew(&mut self, cx: &ViewCx<'_>, play: &PlayState) {
        let Some(table) = &play.table else { return };
        let position = (table.position(), play.revision, play.viewpoint, cx.texts.voice());
        if self.asked.as_ref().is_some_and(|(known, _)| *known == position) {
            return;
        }
        let asked = match table.game().view(play.viewpoint).decision() {
            Some(VisibleDecision::Open(decision)) if Some(decision.seat) == play.viewpoint && table.asks_person() => {
                Some(QuestionPrompt::new(table.game(), cx.texts, decision))
            }
            _ => None,
        };
        (self.turn, self.narrowed, self.over, self.listing, self.taken) = (Turn::NONE, None, None, false, None);
        self.asked = Some((position, asked));
    }

    /// Shows the end of a finished game until the user closes it. Returns the command to begin another game.
    fn end(&mut self, ui: &Ui, cx: &mut ViewCx<'_>, play: &PlayState) -> Option<PlayCommand> {
        let was_over = std::mem::take(&mut self.was_over);
        let table = play.table.as_ref().filter(|table| table.is_over())?;
        self.was_over = Some(table.position());
        // A change of the rules, and the comparison after it, lead to other ends without a move.
        let has_moved = was_over.is_some() && was_over != self.was_over;
        if has_moved && (table.news().is_some() || self.ended == was_over) {
            self.ended = self.was_over;
        }
        if self.ended == self.was_over {
            return None;
        }
        match ending::show(ui, cx, table, play.viewpoint)? {
            ending::AfterGame::Look => self.ended = Some(table.position()),
            ending::AfterGame::Picture => report::save_picture(cx, table),
            ending::AfterGame::Again => return Some(PlayCommand::Begin),
        }
        None
    }

    fn ask(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &mut PlayState, wide: bool) {
        let Some(table) = &mut play.table else { return };
        let asked = self.asked.take();
        let question = asked.as_ref().and_then(|(_, asked)| asked.as_ref());
        let taken = self.taken.take();
        let mut chosen: Option<Pick> = None;
        // The height is fixed, so that the board does not move between questions.
        let height = question::HEIGHT;
        let frame = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(8, question::MARGIN));
        egui::Panel::top("question").exact_size(height).frame(frame).show(ui, |ui| {
            match (question, table.game().view(play.viewpoint).decision()) {
                (Some(question), _) => chosen = self.question(ui, cx, table, question),
                _ if table.trouble().is_some() => {}
                (None, None) if table.is_over() => {
                    let over = Narration::Over(outcome(table.game(), cx.texts.code()));
                    ui.horizontal_wrapped(|ui| {
                        ui.label(RichText::new(cx.texts.sentences().event(&over)).medium());
                        if wide && ui.button(cx.t("ending-show")).clicked() {
                            self.ended = None;
                        }
                    });
                }
                (None, Some(VisibleDecision::Open(decision))) => {
                    others(ui, cx, table, decision.seat, decision.pack.as_deref(), &decision.ask)
                }
                (None, Some(VisibleDecision::Partly(part))) => {
                    others(ui, cx, table, part.seat(), part.pack(), part.ask())
                }
                (None, Some(VisibleDecision::Hidden(seat))) => {
                    let text = cx.texts.about_seat("try-chooses-secretly", seat.index());
                    ui.label(RichText::new(text).color(cx.tokens.weak));
                }
                (None, None) => {}
            }
        });
        let hinted = self.hint(ui, cx, table, question);
        chosen = hinted.chosen.or(chosen).or(taken.filter(|_| question.is_some()));
        let game = table.game();
        let spots = question.map_or(&[][..], |q| &q.spots);
        // An option of the hint under the pointer is shown on the board.
        let by_hint = hinted.pointed.and_then(|pick| {
            spots.iter().enumerate().find_map(|(n, spot)| Some((n, spot.entries.iter().find(|e| e.pick == pick)?.turn)))
        });
        if let Some((_, Some(turn))) = by_hint {
            self.turn = turn;
        }
        let pointed = by_hint.map(|(n, _)| n).or(self.over);
        let over = pointed.and_then(|n| spots.get(n)).filter(|spot| spot.is_placement());
        let ghost = over.and_then(|spot| match (spot.at, question.and_then(|q| q.kind)) {
            (BoardTarget::Cell(cell), Some(kind)) => Some((kind, spot.option_for_turn(self.turn)?.turn?, cell)),
            _ => None,
        });
        let summary = self.summary(cx, table, spots);
        let turns: Vec<Turn> =
            over.map(|spot| spot.entries.iter().filter_map(|e| e.turn).collect()).unwrap_or_default();
        let wheel_turns = ghost.is_some() && turns.len() > 1;
        let leads = cx.t("try-beyond");
        let mut lit = self.lit(cx, game, spots, pointed);
        let highlights = if lit.is_empty() {
            &play.shown
        } else {
            lit.extend(play.shown.iter().cloned());
            &lit
        };
        let planes = told::plane_names(cx, game);
        let shown = BoardScene {
            game,
            summary: &summary,
            planes: &planes,
            spots,
            ghost,
            turns: &turns,
            wheel_turns,
            highlights,
            takes_keys: std::mem::take(&mut self.takes_keys),
            fresh: Some(&play.fresh),
            leads: Some(&leads),
        };
        let touched = board(ui, &shown, &mut play.camera, &mut self.cursor, cx.pictures, cx.tokens);
        play.pointed = touched.pointed;
        self.focused = touched.focused;
        if (touched.over, touched.figure) != (self.over, self.figure) {
            (self.over, self.figure) = (touched.over, touched.figure);
            ui.ctx().request_repaint();
        }
        if let Some(question) = question.filter(|_| touched.turned != 0) {
            (0..touched.turned.abs()).for_each(|_| self.turn_on(table, &question.spots, touched.turned < 0));
            ui.ctx().request_repaint();
        }
        if let Some(spot) = touched.chosen.and_then(|n| spots.get(n)) {
            match &*spot.entries {
                [one] => chosen = Some(one.pick),
                _ if spot.is_placement() => chosen = spot.option_for_turn(self.turn).map(|entry| entry.pick),
                _ => {
                    (self.narrowed, self.narrowed_at) = (Some(spot.at), touched.chosen_at);
                }
            }
        }
        if let Some(pick) = chosen {
            // Continuing from an earlier answer dismisses the news; the old game stays as a branch.
            table.clear_news();
            if let Some(seat) = play.viewpoint {
                play.fresh.answers(table, seat);
            }
            play.answer(cx, pick);
            self.cursor.let_go();
            ui.ctx().request_repaint();
        } else {
            self.asked = asked;
        }
    }

    /// Returns highlights for the feature under the pointer, given by a place or a figure, with a caption.
    fn lit(&self, cx: &ViewCx<'_>, game: &Game, spots: &[OptionPlace], pointed: Option<usize>) -> Vec<Highlight> {
        let stands = |figure: FigureId| match game.figure(figure)?.place? {
            Place::Segment(segment) => Some(segment),
            Place::Cell(_) | Place::Joint(_) | Place::Zone(..) => None,
        };
        let segment = match pointed.and_then(|n| spots.get(n)).map(|spot| spot.at) {
            Some(BoardTarget::Segment(segment)) => Some(segment),
            Some(BoardTarget::Figure(figure)) => stands(figure),
            Some(BoardTarget::Cell(_) | BoardTarget::Joint(_)) => None,
            None => self.figure.and_then(stands),
        };
        let features = game.board().features();
        let Some(segment) = segment.filter(|&s| features.is_there(s)) else { return Vec::new() };
        let terrain = words::name(
            game.catalog(),
            cx.texts.code(),
            "terrain",
            &game.catalog().terrains.key(game.board().terrain(segment)),
        );
        let values = [("name", terrain.into()), ("n", features.tiles(segment).into())];
        let mut told = cx.texts.with("try-feature", &values);
        for (seat, claim) in features.claims(segment).iter().enumerate().take(game.seat_count()) {
            if *claim != 0 {
                told = format!("{told}, {}: {claim}", cx.texts.seat(seat));
            }
        }
        let mut caption = Some(told);
        // The first segment carries the caption.
        features
            .members(segment)
            .map(|one| Highlight { on: Highlighted::Pointed(one), row: 0, caption: caption.take() })
            .collect()
    }

    /// True if keys belong to a text field or to a layer over the board.
    fn is_typing(&self, ui: &Ui) -> bool {
        widgets::is_covered(ui.ctx()) || ui.ctx().egui_wants_keyboard_input() && !self.focused
    }

    /// Describes the board for screen readers.
    fn summary(&self, cx: &ViewCx<'_>, table: &TableGame, spots: &[OptionPlace]) -> String {
        let board = table.game().board();
        let values = [("tiles", board.tiles().len().into()), ("places", spots.len().into())];
        let mut text = cx.texts.with("try-board", &values);
        if let Some(cell) = self.cursor.cell {
            let catalog = table.catalog();
            let spot = self.cursor.spot(spots).and_then(|n| spots.get(n)).map(|spot| spot.name.clone());
            let tile = board.tile_at(cell).and_then(|(tile, _)| board.tile(tile));
            let tile = tile.map(|t| words::name(catalog, cx.texts.code(), "tile", &catalog.kinds.key(t.kind)));
            let what = spot.or(tile).unwrap_or_else(|| cx.t("try-cursor-empty"));
            let values = [("cell", cell.to_string().into()), ("what", what.into())];
            text = format!("{text}. {}", cx.texts.with("try-cursor", &values));
        }
        text
    }
}

/// Shows the question that another seat is asked.
fn others(ui: &mut Ui, cx: &ViewCx<'_>, table: &TableGame, seat: Seat, pack: Option<&str>, ask: &str) {
    let chooses = cx.texts.about_seat("try-bot-chooses", seat.index());
    let question = words::question_text(table.catalog(), cx.texts.code(), pack, ask);
    ui.label(RichText::new(format!("{chooses}: {question}")).color(cx.tokens.weak));
}

/// Shows why the pack is not playable: the first error with a link, or a note that tiles are missing.
fn without_pack(ui: &mut Ui, cx: &mut ViewCx<'_>) {
    let Some(first) = cx.problems.all.iter().find(|problem| problem.diagnostic.severity == Severity::Error) else {
        ui.label(RichText::new(cx.t("try-waiting")).color(cx.tokens.weak));
        return;
    };
    ui.label(cx.t("try-broken"));
    let text = format!("{} {}", first.shown, first.diagnostic.message);
    match &first.place {
        Some(place) => {
            if ui.add(egui::Link::new(text)).clicked() {
                cx.ask(EditorAction::GoTo(place.clone()));
            }
        }
        None => {
            ui.label(RichText::new(text).color(cx.tokens.error));
        }
    }
}
