//! Balance of the pack: sentences and charts from many games of bots, with links to the games that show a finding best.

mod charts;
mod run;

use egui::{Align, Button, ComboBox, DragValue, Layout, ProgressBar, RichText, ScrollArea, Ui};
use tilewright_core::session::record::Record;
use tilewright_editor_model::table::SeatChooser;
use tilewright_lab::bots::BotSpec;
use tilewright_lab::report::told::{Insert, ReportSection, Statement};
use tilewright_lab::simulate::GamePlan;

use crate::context::{EditorAction, EditorCommand, Pane, ViewCx};
use crate::play::PlayState;
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::{Emphasis, GAP, GROUP_GAP};
use crate::ui::{icons, widgets};
use run::{BalanceRequest, BalanceResult, BalanceRun, GameReplay};

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
    found: Option<BalanceResult>,
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
            found: None,
            failed: None,
            again: None,
            came: None,
        }
    }
}

impl BalanceView {
    /// True while games are played or replayed.
    pub fn is_at_work(&self) -> bool {
        self.run.is_some() || self.again.is_some()
    }

    /// Takes over results that have arrived.
    pub fn look(&mut self) {
        if let Some(came) = self.run.as_ref().and_then(BalanceRun::look) {
            self.run = None;
            match came {
                Some(Ok(found)) => self.found = found,
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
        let language = cx.texts.code();
        self.found.iter_mut().for_each(|found| found.speak(language));
        let Some(found) = &self.found else {
            ui.label(RichText::new(cx.t("balance-about")).color(cx.tokens.weak));
            return;
        };
        let mut wanted = None;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            heading(ui, cx, found, &mut wanted);
            for section in &found.sections {
                show_section(ui, cx, section, &mut wanted);
            }
        });
        if let Some(game) = wanted.filter(|_| self.again.is_none()) {
            self.again = Some(GameReplay::begin(ui.ctx(), game, &found.asked));
        }
    }

    /// Draws the settings of a run, or the progress of the current run.
    fn tools(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) {
        if let Some(run) = &self.run {
            let (done, of, left) = run.progress();
            let stopped = ui.horizontal(|ui| {
                let stopped = ui.button(cx.t("tests-stop")).clicked();
                let text = match left {
                    Some(left) => {
                        let seconds = left.as_secs_f64().ceil() as u64;
                        let left = format!("{}:{:02}", seconds / 60, seconds % 60);
                        let values = [("done", done.into()), ("of", of.into()), ("left", left.into())];
                        cx.texts.with("balance-progress", &values)
                    }
                    None => cx.t("balance-beginning"),
                };
                ui.add(ProgressBar::new(done as f32 / of.max(1) as f32).text(text));
                stopped
            });
            if stopped.inner {
                self.run = None;
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
        if begin {
            let bots = self.bots.iter().take(seats.into()).filter_map(|chooser| match chooser {
                SeatChooser::Bot(bot) => Some(bot.clone()),
                SeatChooser::Person => None,
            });
            let bots: Vec<BotSpec> = bots.collect();
            // One core is reserved for drawing.
            let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)).max(1);
            let plan = GamePlan { games: self.games, seats, seed: self.seed, threads };
            let (loaded, revision) = (rules.loaded.clone(), cx.document.revision());
            self.run = Some(BalanceRun::begin(ui.ctx(), BalanceRequest { loaded, pack_set, revision, bots, plan }));
        }
    }
}

/// Shows the pack, options, number of games and bots of the report, and the fault that stopped games.
fn heading(ui: &mut Ui, cx: &ViewCx<'_>, found: &BalanceResult, wanted: &mut Option<u64>) {
    let BalanceRequest { loaded, bots, plan, .. } = &found.asked;
    if let Some(catalog) = loaded.catalog() {
        ui.label(RichText::new(catalog.titles()).medium());
        for option in catalog.chosen_options() {
            ui.label(RichText::new(option).color(cx.tokens.weak));
        }
    }
    let mut names: Vec<String> = bots.iter().map(|bot| cx.t(&SeatChooser::Bot(bot.clone()).text())).collect();
    names.dedup();
    let values = [
        ("games", cx.texts.format_insert(&Insert::Count(found.games())).into()),
        ("seats", usize::from(plan.seats).into()),
        ("bots", names.join(", ").into()),
        ("seed", plan.seed.to_string().into()),
    ];
    ui.label(RichText::new(cx.texts.with("balance-played", &values)).color(cx.tokens.weak));
    if found.asked.revision != cx.document.revision() {
        ui.label(RichText::new(cx.t("tests-old")).color(cx.tokens.warning));
    }
    if let Some((game, why, count)) = &found.stopped {
        let values = [
            ("count", cx.texts.format_insert(&Insert::Count(*count)).into()),
            ("game", game.to_string().into()),
            ("why", why.as_str().into()),
        ];
        ui.label(RichText::new(cx.texts.with("balance-stopped", &values)).color(cx.tokens.error));
        watch(ui, cx, *game, wanted);
    }
}

fn show_section(ui: &mut Ui, cx: &ViewCx<'_>, section: &ReportSection, wanted: &mut Option<u64>) {
    ui.add_space(GROUP_GAP);
    ui.heading(cx.t(section.title));
    for said in &section.sentences {
        ui.label(cx.texts.format_statement(said));
        if let Some(game) = said.game {
            watch(ui, cx, game, wanted);
        }
    }
    for chart in &section.charts {
        ui.add_space(GAP);
        charts::show(ui, cx, chart);
    }
}

/// Draws the button that shows a game.
fn watch(ui: &mut Ui, cx: &ViewCx<'_>, game: u64, wanted: &mut Option<u64>) {
    let shows = Statement { key: "report-watch", values: vec![("game", Insert::Text(game.to_string()))], game: None };
    ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
        if ui.add(Button::new(cx.texts.format_statement(&shows)).small()).clicked() {
            *wanted = Some(game);
        }
    });
}
