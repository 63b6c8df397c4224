//! The editor: the open pack, the state of all views, and the actions that the user requests.

mod commands;
pub mod dialogs;
mod faults;
mod focus;
mod frame;
mod games;
pub mod layout;
mod outside_files;
mod packs;
mod places;
pub mod rooms;
pub mod settings;
mod testing;
mod visit;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::{CentralPanel, Panel as SidePanel, Ui};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::record::Record;
use tilewright_editor_model::job::Job;
use tilewright_editor_model::pack::analysis::{Analysis, Analyst, Surroundings};
use tilewright_editor_model::pack::document::{Change, Document, Recovered, left_behind};
use tilewright_editor_model::pack::home::Home;
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::pack::problems::Problems;
use tilewright_editor_model::pack::protection::Protection;
use tilewright_editor_model::pack::source_place::Place;
use tilewright_editor_model::pack::test_runs::TestRuns;
use tilewright_editor_model::pack::watch::Watch;
use tilewright_editor_model::table::Table;
use tilewright_editor_model::table::keeper::{Keeper, LeftGame, left_game};
use tilewright_editor_model::texts::Texts;

use crate::app::dialogs::Dialog;
use crate::app::rooms::{Room, Rooms};
use crate::app::settings::Settings;
use crate::context::command::{self, Command};
use crate::context::{Action, Cx, Host, Pane, Selection};
use crate::play::kept::Games;
use crate::ui::notices::{Notices, Weight};
use crate::ui::pictures::Pictures;
use crate::ui::pictures::cards::Cards;
use crate::ui::theme::{self, Tokens};
use crate::ui::waker;
use crate::views::guide::Guide;
use crate::views::handbook::Handbook;
use crate::views::sharing::{self, Sharing};
use crate::views::{Views, welcome};
use focus::{AltKey, Stop};
use places::Places;

/// The editor with its open pack.
pub struct Editor {
    pub(crate) home: Home,
    pub(crate) settings: Settings,
    pub(crate) texts: Texts,
    pub(crate) surroundings: Arc<Surroundings>,
    /// Job that reads the installed packs; `None` if it is done.
    reading: Option<Job<Surroundings>>,
    pub(crate) document: Option<Document>,
    pub(crate) analyst: Analyst,
    pub(crate) problems: Problems,
    pub(crate) pictures: Pictures,
    /// Pictures of the packs at the table, with the pack set and held game that they were made for.
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
    /// Visited pack; `None` if the open pack has its own folder.
    visit: Option<Box<visit::Visit>>,
    /// Folder of the open pack, once the user was notified that it hides another pack.
    reported_hidden: Option<PathBuf>,
    dialog: Option<Dialog>,
    rooms: Rooms,
    /// Part of the window that gets the keyboard next.
    focus: Option<Stop>,
    alt: AltKey,
    /// Area in which the list of files was last drawn.
    files: egui::Rect,
    host: Host,
    picked: (Sender<PathBuf>, Receiver<PathBuf>),
    watch: Option<Watch>,
    recovered: Vec<Recovered>,
    keeper: Keeper,
    /// Unfinished game that the user has not been asked about yet.
    left_game: Option<LeftGame>,
    /// Number of the last game whose internal fault was reported.
    reported_fault: Option<u64>,
    /// Files of the games that the user has already been asked about.
    asked_games: Vec<PathBuf>,
    /// All games that the editor has kept.
    games: Games,
    /// Game to resume once its pack is open.
    next_game: Option<LeftGame>,
    /// Saved record to resume once its pack is open.
    next_record: Option<Record>,
    /// Open file dialogs of the system.
    asked_places: Vec<outside_files::Asked>,
    /// Actions that notices offer, by the number of the offer.
    offers: BTreeMap<u64, Action>,
    quitting: bool,
    styled: bool,
}

impl Editor {
    /// Starts the editor without an open pack.
    pub fn new(ctx: &egui::Context, home: Home, host: Host) -> Editor {
        let finder = home.finder();
        let settings = Settings::read(&home);
        let mut texts = Texts::default();
        let mut notices = Notices::default();
        for problem in texts.add_folder(&home.languages()) {
            notices.tell(Weight::Failed, problem);
        }
        let spoken = settings.language.clone().or_else(sys_locale::get_locale);
        texts.speak(spoken.as_deref().unwrap_or("en"));
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
            reading: Some(Job::of(waker(ctx), move |_| Surroundings::read(&finder))),
            document: None,
            analyst: Analyst::start(waker(ctx)),
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

    /// Returns the open pack, if any.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// Returns the findings about the open pack.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    /// Returns the notices that were shown.
    pub fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Returns the game at the table, if any.
    pub fn table(&self) -> Option<&tilewright_editor_model::table::Table> {
        self.views.play.table.as_ref()
    }

    /// Returns the game at the table with its view state.
    pub fn play(&self) -> &crate::play::Play {
        &self.views.play
    }

    /// Returns the colour of a seat at the table.
    pub fn seat_colour(&self, seat: Seat) -> egui::Color32 {
        self.pictures.seat_colour(seat)
    }

    /// Puts a game of the open pack on the table, replacing the current game.
    pub fn put_on_table(&mut self, table: tilewright_editor_model::table::Table) {
        self.views.play.put(table);
    }

    /// Returns the last size of the window in points; `None` if it was never saved.
    pub fn window_size(home: &Home) -> Option<[f32; 2]> {
        Settings::read(home).window
    }

    /// Returns the texts of the interface.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Waits until the newest state is analysed, for tests.
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

    /// Waits until the installed packs are read, for tests.
    fn wait_for_packs(&mut self) {
        while self.reading.is_some() {
            self.look_at_packs();
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    /// Replaces the analyst of the pack, for tests.
    pub fn look_with(&mut self, analyst: Analyst) {
        self.analyst = analyst;
    }

    /// Waits until all cards of the welcome page are ready, for tests.
    pub fn wait_for_cards(&mut self, ctx: &egui::Context) {
        self.wait_for_packs();
        let begin = || Cards::begin(ctx, &self.home, &self.surroundings, &self.settings.recent);
        self.cards.get_or_insert_with(begin).wait(ctx);
    }

    /// True if the window should close.
    pub fn wants_to_quit(&self) -> bool {
        self.quitting
    }

    /// Draws everything onto a window cleared with [`theme::background`], and performs the requested actions.
    pub fn show(&mut self, ui: &mut Ui) {
        // Scroll areas fade out into the background colour, so they need to know it.
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
        // Keys are read before any text field sees them, since undo belongs to the editor.
        let asks = self.dialog.is_some() || self.sharing.is_open() || self.views.play.setting_up;
        let pressed = if asks { None } else { command::pressed(&ctx) };
        // Text fields lose the keyboard, so that the text being typed reaches the document before it is saved or
        // closed.
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
            // Until the packs are read, requirements would be reported as missing.
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
            // Texts and colours of seats in the views follow the seating at the table.
            let seating = self.views.play.table.as_ref().map(Table::seating).unwrap_or(&self.views.play.wanted.seating);
            self.texts.call_seats(seating.names());
            let colours = seating.colours().all();
            let sets = self.analyst.sets();
            let pack_set = self.views.play.pack_set().cloned().unwrap_or_default();
            // A game that keeps its own rules also keeps its own tiles.
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
            // No cards are read until the installed packs are known.
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
            // No cards are read until the installed packs are known.
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
        // Settings are not saved at each step of a value that the user is dragging.
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
        // The light theme is the default if the system states no preference.
        ctx.options_mut(|o| o.fallback_theme = egui::Theme::Light);
        ctx.set_zoom_factor(self.settings.zoom.clamp(0.5, 3.0));
        ctx.options_mut(|o| o.zoom_with_keyboard = false);
        let time = if self.settings.motion { egui::Style::default().animation_time } else { 0.0 };
        ctx.all_styles_mut(|style| style.animation_time = time);
    }

    /// Saves the arrangements when they have changed. The size of the window is saved along with them and when the
    /// program ends, because it changes in every frame while the user resizes the window.
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

    /// Processes changes on disk, the folder from the file dialog, and trouble with the journal.
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

    /// Performs an action that the user requested.
    pub fn act(&mut self, ctx: &egui::Context, action: Action) {
        // A visited pack is read-only; a change first makes a copy.
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
