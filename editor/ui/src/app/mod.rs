//! The editor as a whole: the open pack, what is shown, and what happens when something is asked for.

mod command_lists;
mod commands;
pub mod dialogs;
mod faults;
mod file_dialogs;
mod focus;
mod frame;
mod games;
pub mod layout;
mod new_packs;
mod outside_files;
mod packs;
pub mod rooms;
pub mod settings;
mod testing;
mod visit;
pub mod watch;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::{CentralPanel, Panel as SidePanel, Ui};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::record::Record;

use crate::app::dialogs::Dialog;
use crate::app::rooms::{Room, Rooms};
use crate::app::settings::Settings;
use crate::app::watch::Watch;
use crate::context::command::{self, Command};
use crate::context::{Action, Cx, Host, Pane, Selection};
use crate::pack::analysis::{Analysis, Analyst, Surroundings};
use crate::pack::cards::Cards;
use crate::pack::document::{Change, Document, Recovered, left_behind};
use crate::pack::home::Home;
use crate::pack::pack_set::PackSet;
use crate::pack::problems::Problems;
use crate::pack::protection::Protection;
use crate::pack::source_place::Place;
use crate::pack::test_runs::TestRuns;
use crate::play::kept::Games;
use crate::play::table::Table;
use crate::play::table::keeper::{Keeper, LeftGame, left_game};
use crate::ui::job::Job;
use crate::ui::notices::{Notices, Weight};
use crate::ui::pictures::Pictures;
use crate::ui::texts::Texts;
use crate::ui::theme::{self, Tokens};
use crate::views::guide::Guide;
use crate::views::handbook::Handbook;
use crate::views::sharing::{self, Sharing};
use crate::views::{Views, welcome};
use focus::{AltKey, Stop};
use layout::Places;

/// The editor.
pub struct Editor {
    pub(crate) home: Home,
    pub(crate) settings: Settings,
    pub(crate) texts: Texts,
    pub(crate) surroundings: Arc<Surroundings>,
    /// The packs that there are, while they are being read.
    reading: Option<Job<Surroundings>>,
    pub(crate) document: Option<Document>,
    pub(crate) analyst: Analyst,
    pub(crate) problems: Problems,
    pub(crate) pictures: Pictures,
    /// Those of the packs at the table, and what these are.
    at_table: ((PackSet, Option<u64>), Pictures),
    pub(crate) selection: Selection,
    pub(crate) views: Views,
    pub(crate) notices: Notices,
    pub(crate) cards: Option<Cards>,
    guide: Option<Guide>,
    handbook: Handbook,
    tests: TestRuns,
    protection: Protection,
    sharing: Sharing,
    /// The open pack, while it is only visited.
    visit: Option<Box<visit::Visit>>,
    /// The folder of the open pack, once it was pointed out that it hides another one.
    reported_hidden: Option<PathBuf>,
    dialog: Option<Dialog>,
    rooms: Rooms,
    /// Where the keyboard is to go.
    focus: Option<Stop>,
    alt: AltKey,
    /// Where the list of files was drawn.
    files: egui::Rect,
    host: Host,
    picked: (Sender<PathBuf>, Receiver<PathBuf>),
    watch: Option<Watch>,
    recovered: Vec<Recovered>,
    keeper: Keeper,
    /// A game that was left in the middle, until somebody is asked about it.
    left_game: Option<LeftGame>,
    /// The game in which a fault of the program was reported last.
    reported_fault: Option<u64>,
    /// The files of those about which somebody was asked.
    asked_games: Vec<PathBuf>,
    /// All games that were left in the middle.
    games: Games,
    /// The one that is gone on with when its pack is open.
    next_game: Option<LeftGame>,
    /// The same of a game that somebody has saved.
    next_record: Option<Record>,
    /// Places that the system's dialog is asked for.
    asked_places: Vec<outside_files::Asked>,
    /// What notices offer, by the number of the offer.
    offers: BTreeMap<u64, Action>,
    quitting: bool,
    styled: bool,
}

impl Editor {
    /// An editor without a pack.
    pub fn new(ctx: &egui::Context, home: Home, host: Host) -> Editor {
        let (finder, read_on) = (home.finder(), ctx.clone());
        let settings = Settings::read(&home);
        let mut texts = Texts::default();
        let mut notices = Notices::default();
        for problem in texts.add_folder(&home.languages()) {
            notices.tell(Weight::Failed, problem);
        }
        let spoken = settings.language.clone().or_else(sys_locale::get_locale);
        texts.speak(spoken.as_deref().unwrap_or("en"));
        let waker = ctx.clone();
        let mut views = Views::default();
        views.table.set_speed(settings.speed);
        let rooms = Rooms::new(&settings.arrangements);
        Editor {
            recovered: left_behind(&home.journals()),
            keeper: Keeper::default(),
            reported_fault: None,
            left_game: left_game(&home.games(), None, &[]),
            asked_games: Vec::new(),
            games: Games::default(),
            next_game: None,
            next_record: None,
            asked_places: Vec::new(),
            offers: BTreeMap::new(),
            home,
            settings,
            texts,
            surroundings: Arc::default(),
            reading: Some(Job::of(&read_on, move |_| Surroundings::read(&finder))),
            document: None,
            analyst: Analyst::start(move || waker.request_repaint()),
            problems: Problems::default(),
            pictures: Pictures::default(),
            at_table: Default::default(),
            selection: Selection::default(),
            views,
            notices,
            cards: None,
            guide: None,
            handbook: Handbook::default(),
            tests: TestRuns::default(),
            protection: Protection::default(),
            sharing: Sharing::default(),
            visit: None,
            reported_hidden: None,
            dialog: None,
            rooms,
            focus: None,
            alt: AltKey::default(),
            files: egui::Rect::NOTHING,
            host,
            picked: channel(),
            watch: None,
            quitting: false,
            styled: false,
        }
    }

    /// The open pack.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// The findings about it.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    /// What people were told.
    pub fn notices(&self) -> &Notices {
        &self.notices
    }

    /// The game at the small table.
    pub fn table(&self) -> Option<&crate::play::table::Table> {
        self.views.play.table.as_ref()
    }

    /// The game at the table and how it is looked at.
    pub fn play(&self) -> &crate::play::Play {
        &self.views.play
    }

    /// The colour that a seat has at the table.
    pub fn seat_colour(&self, seat: Seat) -> egui::Color32 {
        self.pictures.seat_colour(seat)
    }

    /// Puts a game of the open pack on the table, in place of the one that lies there.
    pub fn put_on_table(&mut self, table: crate::play::table::Table) {
        self.views.play.put(table);
    }

    /// How large the window was when it was left, in points.
    pub fn window_size(home: &Home) -> Option<[f32; 2]> {
        Settings::read(home).window
    }

    /// The words of the interface.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Waits until the newest state has been looked at, for tests.
    pub fn settle(&mut self) {
        self.wait_for_packs();
        loop {
            if let Some(document) = &self.document {
                self.analyst.ask(document, &self.surroundings, &self.views.play.requests());
            }
            self.analyst.wait(std::time::Duration::from_secs(60));
            self.views.play.wait();
            if !self.look_at_choice() {
                return;
            }
        }
    }

    /// Waits until it is known which packs there are, for tests.
    fn wait_for_packs(&mut self) {
        while self.reading.is_some() {
            self.look_at_packs();
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    /// Has the pack looked at in another way, for tests.
    pub fn look_with(&mut self, analyst: Analyst) {
        self.analyst = analyst;
    }

    /// Waits until all cards of the welcome page are there, for tests.
    pub fn wait_for_cards(&mut self, ctx: &egui::Context) {
        self.wait_for_packs();
        let begin = || Cards::begin(ctx, &self.home, &self.surroundings, &self.settings.recent);
        self.cards.get_or_insert_with(begin).wait(ctx);
    }

    /// Whether the window is to close.
    pub fn wants_to_quit(&self) -> bool {
        self.quitting
    }

    /// Draws everything onto a window that was cleared with [`theme::background`], and does what was asked for.
    pub fn show(&mut self, ui: &mut Ui) {
        // What fades out at its ends has to know into what.
        let cleared = egui::Frame::new().fill(theme::background(ui.ctx()));
        let below = egui::UiStackInfo::default().with_frame(cleared);
        ui.scope_builder(egui::UiBuilder::new().ui_stack_info(below), |ui| self.draw(ui));
    }

    fn draw(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        if !self.styled {
            theme::install(&ctx);
            self.apply_settings(&ctx);
            self.styled = true;
        }
        let mut actions = Vec::new();
        // Before any field sees the keys: undo is ours, not that of a field.
        let asks = self.dialog.is_some() || self.sharing.is_open() || self.views.play.setting_up;
        let pressed = if asks { None } else { command::pressed(&ctx) };
        // What is being typed into a form goes into the document before it is saved or closed.
        let leaving = pressed.filter(|c| matches!(c, Command::Save | Command::Close | Command::Quit));
        match (leaving, pressed) {
            (Some(_), _) => ctx.memory_mut(|m| m.focused().into_iter().for_each(|id| m.surrender_focus(id))),
            (None, Some(command)) => actions.push(Action::Command(command)),
            (None, None) => {}
        }
        self.look_outside();
        self.look_at_places(&ctx);
        self.look_at_packs();
        self.look_at_choice();
        self.look_at_tests();
        self.look_at_protection();
        let tokens = Tokens::of(ctx.theme() == egui::Theme::Dark);
        let by_alt = !asks && self.alt.is_given(&ctx);
        SidePanel::top("menus").show(ui, |ui| self.menus(ui, by_alt, &mut actions));
        self.take_dropped(&ctx);
        if self.visit.is_some() {
            SidePanel::top("visit").show(ui, |ui| self.visiting(ui, tokens, &mut actions));
        }
        SidePanel::bottom("status").show(ui, |ui| self.status(ui, tokens, &mut actions));
        if let Some(document) = &self.document {
            // What it needs is not missing because it was not read yet.
            if self.reading.is_none() {
                self.analyst.ask(document, &self.surroundings, &self.views.play.requests());
            }
            let current = self.analyst.is_current(document);
            let analysis = self.analyst.latest().cloned();
            if let Some(why) = self.analyst.take_failure() {
                self.notices.tell(Weight::Failed, self.texts.named("notice-checker-failed", &why));
            }
            let good = self.analyst.good().cloned();
            let (tests, texts) = (&self.tests, &self.texts);
            let stopped_at = faults::stopped_at(&self.views.play);
            self.problems.extra((tests.changes(), stopped_at), || {
                tests.findings().chain(faults::finding(&self.views.play, document.id(), texts)).collect()
            });
            self.problems.renew(document, analysis.as_ref());
            self.pictures.begin_frame(&ctx, good.as_ref().and_then(Analysis::pictured));
            // What panes say and draw of seats is about those at the table.
            let seating = self.views.play.table.as_ref().map(Table::seating).unwrap_or(&self.views.play.wanted.seating);
            self.texts.call_seats(seating.names());
            let colours = seating.colours().all();
            let sets = self.analyst.sets();
            let pack_set = self.views.play.pack_set().cloned().unwrap_or_default();
            // A game that keeps its own rules keeps its own tiles, too.
            let held = self.views.play.table.as_ref().filter(|table| table.is_held());
            let key = (pack_set, held.map(Table::number));
            if self.at_table.0 != key {
                self.at_table = (key, Pictures::default());
            }
            self.pictures.colour_seats(colours);
            self.at_table.1.colour_seats(colours);
            match held.map(Table::rules) {
                Some((rules, number)) => {
                    let source = rules.catalog().map(|catalog| (number as u64, Arc::clone(catalog)));
                    self.at_table.1.begin_frame(&ctx, source);
                }
                None => {
                    let source = sets.good(&self.at_table.0.0).and_then(Analysis::pictured);
                    self.at_table.1.begin_frame(&ctx, source);
                }
            }
            if self.views.play.begin_frame() {
                ctx.request_repaint();
            }
            let mut cx = Cx {
                document,
                analysis: analysis.as_ref(),
                good: good.as_ref(),
                sets,
                pictures: &mut self.pictures,
                at_table: &mut self.at_table.1,
                current,
                problems: &self.problems,
                tests: &self.tests,
                protection: &self.protection,
                surroundings: &self.surroundings,
                host: &self.host,
                texts: &self.texts,
                tokens,
                selection: &self.selection,
                actions: &mut actions,
            };
            if let Some(record) = self.next_record.take_if(|_| cx.current && cx.good.is_some()) {
                self.views.play.resume(cx.good, record);
                cx.actions.push(Action::Play);
            }
            self.views.play.go_on(&ctx, &mut cx);
            if faults::stopped_at(&self.views.play) != stopped_at {
                ctx.request_repaint();
            }
            if let Some(guide) = &mut self.guide {
                guide.look(&cx, self.views.play.table.as_ref());
                SidePanel::right("guide").resizable(false).exact_size(250.0).show(ui, |ui| {
                    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| guide.show(ui, &mut cx));
                });
            }
            let focus = self.focus.take();
            if self.rooms.room == Room::Author {
                let files = SidePanel::left("navigator").default_size(190.0).size_range(120.0..=420.0);
                let files = files.show(ui, |ui| {
                    let wanted = focus == Some(Stop::Files);
                    focus::landmark(ui, Stop::Files, || cx.t("navigator"), wanted, tokens);
                    self.views.navigator.show(ui, &mut cx);
                });
                self.files = files.response.rect;
            }
            CentralPanel::default().frame(egui::Frame::NONE).show(ui, |ui| {
                let room = self.rooms.room;
                let mut places = Places { views: &mut self.views, cx: &mut cx, room, focus };
                self.rooms.tree_mut().ui(&mut places, ui);
            });
        } else {
            // Which packs there are is still being read: then there are cards.
            let begin = || match &self.reading {
                Some(_) => Cards::none(),
                None => Cards::begin(&ctx, &self.home, &self.surroundings, &self.settings.recent),
            };
            let cards = self.cards.get_or_insert_with(begin);
            cards.look(&ctx);
            self.games.look(&ctx, &self.home);
            let (games, recent) = (self.games.all(), &*self.settings.recent);
            let given = welcome::Given { cards, games, recent, texts: &self.texts, tokens };
            CentralPanel::default().frame(egui::Frame::NONE).show(ui, |ui| {
                self.views.welcome.show(ui, &given, &mut actions);
            });
        }
        if self.dialog.is_none()
            && let Some(left) = self.recovered.pop()
        {
            self.dialog = Some(Dialog::recover(left));
        }
        if self.dialog.is_none()
            && let Some(game) = self.left_game.take()
        {
            self.asked_games.push(game.left.path.clone());
            self.dialog = Some(Dialog::left_game(game));
        }
        if let Some(dialog) = &mut self.dialog {
            if dialog.shows_games() {
                self.games.look(&ctx, &self.home);
            }
            let given = dialogs::Given {
                texts: &self.texts,
                tokens,
                surroundings: &self.surroundings,
                document: self.document.as_ref(),
                games: &self.games,
                can_browse: self.host.pick_folder.is_some(),
            };
            let outcome = dialog.show(&ctx, &given);
            self.after_dialog(&ctx, outcome, &mut actions);
        }
        if self.sharing.is_open() {
            // Which packs there are is still being read: then there are cards.
            let begin = || match &self.reading {
                Some(_) => Cards::none(),
                None => Cards::begin(&ctx, &self.home, &self.surroundings, &self.settings.recent),
            };
            let cards = self.cards.get_or_insert_with(begin);
            cards.look(&ctx);
            let mut given = sharing::Given {
                texts: &self.texts,
                tokens,
                home: &self.home,
                host: &self.host,
                cards,
                actions: &mut actions,
            };
            self.sharing.show(&ctx, &mut given);
        }
        self.handbook.show(&ctx, &self.texts, tokens, (self.document.as_ref(), &self.surroundings));
        let taken = self.notices.show(ui, &self.texts, tokens);
        actions.extend(taken.and_then(|number| self.offers.remove(&number)));
        actions.extend(leaving.map(Action::Command));
        for action in actions {
            self.act(&ctx, action);
        }
        self.hand_focus_on();
        self.keep_game();
        // Not at every step of a number that is being dragged.
        if !ctx.input(|i| i.pointer.any_down()) {
            self.keep_played();
            self.keep_arrangements(&ctx);
        }
    }

    fn apply_settings(&mut self, ctx: &egui::Context) {
        ctx.set_theme(match self.settings.dark {
            None => egui::ThemePreference::System,
            Some(true) => egui::ThemePreference::Dark,
            Some(false) => egui::ThemePreference::Light,
        });
        // Where the system does not say what it likes, paper is friendlier than the night.
        ctx.options_mut(|o| o.fallback_theme = egui::Theme::Light);
        ctx.set_zoom_factor(self.settings.zoom.clamp(0.5, 3.0));
        ctx.options_mut(|o| o.zoom_with_keyboard = false);
        let time = if self.settings.motion { egui::Style::default().animation_time } else { 0.0 };
        ctx.all_styles_mut(|style| style.animation_time = time);
    }

    /// Keeps how the views stand, when that has changed. The size of the window goes with it, and when the program ends: it
    /// is another one in every frame while somebody drags its border.
    fn keep_arrangements(&mut self, ctx: &egui::Context) {
        let arrangements = self.rooms.arrangements();
        let zoom = ctx.zoom_factor();
        let size = ctx.input(|i| i.viewport().inner_rect).map(|rect| [rect.width() * zoom, rect.height() * zoom]);
        self.settings.window = size.or(self.settings.window);
        let speed = self.views.table.speed();
        if self.settings.arrangements != arrangements || self.settings.speed != speed {
            (self.settings.arrangements, self.settings.speed) = (arrangements, speed);
            self.keep_settings();
        }
    }

    pub(super) fn keep_settings(&mut self) {
        if let Err(error) = self.settings.write(&self.home) {
            self.notices.tell(Weight::Failed, error.to_string());
        }
    }

    /// What the disk, the file dialog and the journal have to say.
    fn look_outside(&mut self) {
        while let Ok(folder) = self.picked.1.try_recv() {
            if let Some(dialog) = &mut self.dialog {
                dialog.picked(folder);
            }
        }
        let Some(document) = &mut self.document else { return };
        if let Some(trouble) = document.take_trouble() {
            self.notices.tell(Weight::Failed, self.texts.named("notice-no-journal", &trouble.to_string()));
        }
        if self.watch.as_mut().is_some_and(Watch::has_changed) {
            match document.look_at_disk(&self.texts.get("step-disk")) {
                Ok(seen) => {
                    for path in &seen.taken {
                        let key = match (seen.merged.contains(path), document.text(path).is_some()) {
                            (true, _) => "notice-disk-merged",
                            (false, true) => "notice-disk-taken",
                            (false, false) => "notice-disk-removed",
                        };
                        self.notices.tell(Weight::Note, self.texts.named(key, path));
                    }
                    if self.dialog.is_none() && !seen.conflicts.is_empty() {
                        self.dialog = Some(Dialog::conflict(seen.conflicts));
                    }
                }
                Err(error) => {
                    self.notices.tell(Weight::Failed, self.texts.named("notice-disk-gone", &error.to_string()));
                }
            }
        }
    }

    /// Does what was asked for.
    pub fn act(&mut self, ctx: &egui::Context, action: Action) {
        // What is only visited stays as it came.
        let changes = matches!(action, Action::Change(..) | Action::Type(_) | Action::Fill(..));
        match action {
            _ if changes && self.visit.is_some() => self.make_own(),
            Action::Change(label, changes) => self.change(&label, &changes),
            Action::Type(change) => {
                let label = self.texts.get("step-typing");
                self.act(ctx, Action::Fill(label, change));
            }
            Action::Fill(label, change) => {
                let time = ctx.input(|i| i.time);
                if let Some(document) = &mut self.document
                    && let Err(misfit) = document.type_in(label, change, time)
                {
                    self.notices.tell(Weight::Failed, format!("{}: {}", misfit.path, misfit.why));
                }
            }
            Action::Command(command) => self.command(ctx, command),
            Action::Select(selection) => self.selection = selection,
            Action::GoTo(place) => self.go_to(&place),
            Action::Rename(_) if self.visit.is_some() => self.make_own(),
            Action::Rename(path) => self.dialog = Some(Dialog::rename(path)),
            Action::Read(key, anchor) => self.handbook.open_at(&key, anchor),
            Action::Explain(code) => self.dialog = Some(Dialog::explanation(code)),
            Action::OpenFolder(folder) => self.open(ctx, &folder),
            Action::OpenIncluded(pack) => self.open_included(ctx, &pack),
            Action::OpenFound(pack) => self.open_found(ctx, &pack),
            Action::Import(path) => self.sharing.import(path),
            Action::Visit(archive) => self.visit(ctx, *archive, false),
            Action::Keep => self.make_own(),
            Action::CloseSharing => self.sharing.show_shelves(false),
            Action::LookAround => self.look_around(ctx),
            Action::RunTests(only) => self.run_tests(ctx, only),
            Action::StopTests => self.tests.stop(),
            Action::ShowTest(name) => self.show_test(&name),
            Action::Play if self.document.is_some() => {
                self.views.play.wanted.meet_bots();
                self.enter_play();
            }
            Action::Play => {}
            Action::Forget(folder) => {
                self.settings.recent.retain(|known| *known != folder);
                self.keep_settings();
                self.cards = None;
            }
            Action::GoOnWith(path) => self.go_on_with(ctx, &path),
            Action::Write(proposed, bytes) => self.write_out(ctx, proposed, bytes),
            Action::OpenGame(path) => self.open_game(ctx, &path),
            Action::NameGame(path, title) => self.name_game(&path, &title),
            Action::SaveKept(path) => self.save_kept(ctx, &path),
            Action::RemoveGame(path) => self.remove_game(&path),
            Action::TakeGameBack(aside) => self.take_game_back(&aside),
            Action::Notify(weight, text) => self.notices.tell(weight, text),
        }
    }

    fn change(&mut self, label: &str, changes: &[Change]) {
        if let Some(document) = &mut self.document
            && let Err(misfit) = document.apply(label, changes)
        {
            self.notices.tell(Weight::Failed, format!("{}: {}", misfit.path, misfit.why));
        }
    }

    fn go_to(&mut self, place: &Place) {
        self.rooms.bring(Pane::Code);
        self.views.code.go_to(place);
    }
}
