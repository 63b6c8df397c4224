//! Balance of the pack: sentences and charts from many games of bots, with links to the games that show a finding best.
//! Results stay until the pack is closed, so that versions of the pack can be compared with them.

mod charts;
mod compare;
mod compared;
mod kept;
mod report;
mod run;

use egui::{ComboBox, DragValue, ProgressBar, RichText, ScrollArea, Ui};
use tilewright_core::session::record::Record;
use tilewright_editor_model::table::SeatChooser;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::simulate::GamePlan;

use crate::context::{EditorAction, EditorCommand, Pane, ViewCx};
use crate::play::PlayState;
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::GAP;
use crate::ui::{icons, widgets};
use compare::{CompareChoice, ComparisonRun};
use kept::{KeptResult, KeptResults};
use run::{BalanceRequest, BalanceRun, GameReplay, GamesProgress};

/// Minimum and maximum number of games, as on the command line.
const GAMES: (u64, u64) = (20, 50_000);

/// View of the balance report.
pub struct BalanceView {
    /// Bot of each seat; further seats get the default opponent.
    bots: Vec<SeatChooser>,
    /// Number of seats; `None` means the minimum.
    seats: Option<u8>,
    games: u64,
    seed: u64,
    run: Option<BalanceRun>,
    compared: Option<ComparisonRun>,
    /// Settings of the next comparison.
    choice: CompareChoice,
    kept: KeptResults,
    /// Pending failure: its reason, or an inner `None` if the work ended without one.
    failed: Option<Option<String>>,
    again: Option<GameReplay>,
    /// Replayed game that is ready to be shown: its number, request and record.
    came: Option<(u64, BalanceRequest, Record)>,
}

impl Default for BalanceView {
    fn default() -> BalanceView {
        BalanceView {
            bots: Vec::new(),
            seats: None,
            games: 1000,
            seed: 1,
            run: None,
            compared: None,
            choice: CompareChoice::default(),
            kept: KeptResults::default(),
            failed: None,
            again: None,
            came: None,
        }
    }
}

impl BalanceView {
    /// True while games are played or replayed.
    pub fn is_at_work(&self) -> bool {
        self.run.is_some() || self.compared.is_some() || self.again.is_some()
    }

    /// Takes over results that have arrived.
    pub fn look(&mut self) {
        if let Some(came) = self.run.as_ref().and_then(BalanceRun::look) {
            self.run = None;
            match came {
                Some(Ok(found)) => {
                    found.into_iter().for_each(|found| self.kept.add(KeptResult::Report(Box::new(found))))
                }
                Some(Err(why)) => self.failed = Some(Some(why.to_string())),
                None => self.failed = Some(None),
            }
        }
        if let Some(came) = self.compared.as_ref().and_then(ComparisonRun::look) {
            self.compared = None;
            match came {
                Some(Ok(found)) => self.kept.add(KeptResult::Comparison(Box::new(found))),
                Some(Err(why)) => self.failed = Some(Some(why.to_string())),
                None => self.failed = Some(None),
            }
        }
        if let Some(came) = self.again.as_ref().and_then(GameReplay::look)
            && let Some(again) = self.again.take()
        {
            match came {
                Some(Ok(record)) => self.came = Some((again.game, again.asked, record)),
                Some(Err(why)) => self.failed = Some(Some(why.to_string())),
                None => self.failed = Some(None),
            }
        }
    }

    /// Takes over results that have arrived, and puts a replayed game on the table.
    pub fn receive(&mut self, cx: &mut ViewCx<'_>, play: &mut PlayState) {
        self.look();
        if let Some((game, asked, record)) = self.came.take() {
            let choosers: Vec<SeatChooser> = asked.bots.into_iter().map(SeatChooser::Bot).collect();
            match play.watch(cx, &asked.loaded, &record, asked.pack_set, &choosers) {
                Ok(()) => {
                    // The timeline opens first, so that the table gets the keyboard.
                    cx.ask(EditorAction::Command(EditorCommand::Show(Pane::Timeline)));
                    cx.ask(EditorAction::Command(EditorCommand::Show(Pane::Table)));
                    cx.ask(EditorAction::Notify(
                        NoticeWeight::Done,
                        cx.texts.with_name("balance-shown", &game.to_string()),
                    ));
                }
                Err(why) => cx.ask(EditorAction::Notify(NoticeWeight::Failed, why.to_string())),
            }
        }
        if let Some(why) = self.failed.take() {
            cx.ask(EditorAction::Notify(NoticeWeight::Failed, why.unwrap_or_else(|| cx.t("share-broke-off"))));
        }
    }

    /// Draws the settings of a run, and the report on its games.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) {
        self.tools(ui, cx, play);
        ui.separator();
        if self.kept.is_empty() {
            ui.label(RichText::new(cx.t("balance-about")).color(cx.tokens.weak));
            return;
        }
        self.kept.list(ui, cx);
        let mut wanted = None;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match self.kept.shown() {
            Some(KeptResult::Report(found)) => {
                let game = report::show(ui, cx, found);
                wanted = game.map(|game| (game, found.asked.clone()));
            }
            Some(KeptResult::Comparison(found)) => wanted = compared::show(ui, cx, found),
            None => {}
        });
        if let Some((game, asked)) = wanted.filter(|_| self.again.is_none()) {
            self.again = Some(GameReplay::begin(ui.ctx(), game, &asked));
        }
    }

    /// Draws the settings of a run, or the progress of the current run.
    fn tools(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) {
        if let Some(run) = &self.run {
            if show_progress(ui, cx, &run.progress()) {
                self.run = None;
            }
            return;
        }
        if let Some(run) = &self.compared {
            if show_progress(ui, cx, &run.progress()) {
                run.stop();
            }
            return;
        }
        let pack_set = play.wanted.pack_set.clone();
        let rules = cx.rules(&pack_set).filter(|rules| rules.loaded.is_playable());
        let Some((rules, catalog)) = rules.and_then(|rules| Some((rules, rules.loaded.catalog()?))) else {
            ui.label(RichText::new(cx.t("balance-not-yet")).color(cx.tokens.weak));
            return;
        };
        let (fewest, most) = (catalog.seats.0, catalog.seats.1.max(catalog.seats.0));
        let mut seats = self.seats.unwrap_or(fewest).clamp(fewest, most);
        self.bots.resize_with(self.bots.len().max(seats.into()), SeatChooser::opponent);
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(cx.t("try-seats"));
            if ui.add(DragValue::new(&mut seats).range(fewest..=most)).labelled_by(label.id).changed() {
                self.seats = Some(seats);
            }
            ui.add_space(GAP);
            let label = ui.label(cx.t("balance-games"));
            ui.add(DragValue::new(&mut self.games).range(GAMES.0..=GAMES.1).speed(10)).labelled_by(label.id);
            ui.add_space(GAP);
            let label = ui.label(cx.t("try-seed"));
            ui.add(DragValue::new(&mut self.seed)).labelled_by(label.id);
        });
        let mut begin = false;
        ui.horizontal_wrapped(|ui| {
            let text = cx.t("balance-run");
            let button = ui.button(format!("{}  {text}", icons::PLAY));
            widgets::set_name(ui, &button, &text);
            begin = button.clicked();
            for (number, bot) in self.bots.iter_mut().take(seats.into()).enumerate() {
                ui.label((number + 1).to_string());
                let list = ComboBox::from_id_salt(("bot", number)).selected_text(cx.t(&bot.text())).width(40.0);
                let list = list.show_ui(ui, |ui| {
                    for one in SeatChooser::all().filter(|one| *one != SeatChooser::Person) {
                        let text = cx.t(&one.text());
                        ui.selectable_value(bot, one, text);
                    }
                });
                widgets::set_name(ui, &list.response, &cx.texts.count("setup-seat-chooser", number + 1));
            }
            if let Some(again) = &self.again {
                ui.spinner();
                ui.label(cx.texts.with_name("balance-fetching", &again.game.to_string()));
            }
        });
        let compare = self.choice.show(ui, cx, &self.kept);
        if begin || compare {
            let bots = self.bots.iter().take(seats.into()).filter_map(|chooser| match chooser {
                SeatChooser::Bot(bot) => Some(bot.clone()),
                SeatChooser::Person | SeatChooser::Guest => None,
            });
            let bots: Vec<BotSpec> = bots.collect();
            // One core is reserved for drawing.
            let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1);
            let plan = GamePlan { games: self.games, seats, seed: self.seed, threads };
            let (loaded, revision) = (rules.loaded.clone(), cx.document.revision());
            let asked = BalanceRequest { loaded, pack_set, revision, bots, plan };
            match compare {
                true => self.compared = self.choice.begin(ui.ctx(), cx, &self.kept, asked),
                false => self.run = Some(BalanceRun::begin(ui.ctx(), asked)),
            }
        }
    }
}

/// Draws the progress of games with a button. Returns true if the user stops them.
fn show_progress(ui: &mut Ui, cx: &ViewCx<'_>, progress: &GamesProgress) -> bool {
    let text = match progress.left {
        Some(left) => {
            let seconds = left.as_secs_f64().ceil() as u64;
            let left = format!("{}:{:02}", seconds / 60, seconds % 60);
            let values = [("done", progress.done.into()), ("of", progress.of.into()), ("left", left.into())];
            cx.texts.with("balance-progress", &values)
        }
        None => cx.t("balance-beginning"),
    };
    ui.horizontal(|ui| {
        let stopped = ui.button(cx.t("tests-stop")).clicked();
        ui.add(ProgressBar::new(progress.done as f32 / progress.of.max(1) as f32).text(text));
        stopped
    })
    .inner
}
