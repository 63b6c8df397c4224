//! Starts games at the table: the settings of the next game, and games that wait until their packs are loaded.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilewright_core::session::record::Record;
use tilewright_editor_model::pack::analysis::{Analysis, Requests};
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::table::keeper::LeftGame;
use tilewright_editor_model::table::saved::{self, Saved};
use tilewright_editor_model::table::trouble::OpeningError;
use tilewright_editor_model::table::{SeatChooser, TableGame};
use tilewright_kit::games::running::KeptGame;
use tilewright_kit::packs::load::Loaded;
use tilewright_table::TableFindings;

use super::PlayState;
use crate::context::{EditorAction, Pane, ViewCx};
use crate::play::GameSettings;
use crate::play::board::Camera;
use crate::play::wanted::{PackSearch, Pending};
use crate::ui::notices::NoticeWeight;

impl PlayState {
    /// Puts a game on the table, in place of the current one.
    pub(crate) fn put(&mut self, table: TableGame) {
        if !table.has_guests() {
            self.wanted.choosers.clone_from(&table.setup().seats);
            self.wanted.seating.clone_from(table.seating());
        }
        (self.table, self.trouble, self.beside) = (Some(table), None, None);
        // The links of another game are closed.
        (self.invitation, self.looks_as, self.note) = (None, None, None);
        self.camera = Camera::default();
        self.games += 1;
    }

    /// Restores the settings of the pack's last game.
    pub(crate) fn take_up(&mut self, played: &GameSettings) {
        self.wanted.pack_set.clone_from(&played.pack_set);
        self.wanted.choosers.clone_from(&played.seats);
        self.wanted.seating.clone_from(&played.seating);
    }

    /// Returns the current settings, which are restored when the pack is opened again.
    pub(crate) fn current_settings(&self) -> GameSettings {
        let wanted = &self.wanted;
        GameSettings {
            pack_set: wanted.pack_set.clone(),
            seats: wanted.choosers.clone(),
            seating: wanted.seating.clone(),
        }
    }

    /// Returns the sets of packs to load for the game at the table and for the next one.
    pub(crate) fn requests(&self) -> Requests {
        let all = self.pack_set().into_iter().chain([&self.wanted.pack_set, self.next_pack_set()]);
        let pack_sets: BTreeSet<PackSet> = all.filter(|l| !l.is_plain()).cloned().collect();
        Requests { pack_sets, additions: self.setting_up.then(|| self.wanted.pack_set.packs.clone()) }
    }

    /// Returns the packs and options of the game at the table; `None` without a game.
    pub(crate) fn pack_set(&self) -> Option<&PackSet> {
        self.table.as_ref().map(|table| &table.setup().pack_set)
    }

    /// Returns the packs and options of the waiting game, or of the next new game.
    fn next_pack_set(&self) -> &PackSet {
        match &self.pending {
            Some(Pending::Saved { pack_set, .. } | Pending::Opening { pack_set, .. }) => pack_set,
            Some(Pending::New | Pending::Again(_)) | None => &self.wanted.pack_set,
        }
    }

    /// Requests a new game, which starts as soon as its packs are loaded.
    pub(crate) fn begin(&mut self) {
        self.pending = Some(Pending::New);
    }

    /// Requests a new game with the same draws as the game at the table.
    pub(crate) fn begin_again(&mut self) {
        self.pending = Some(self.table.as_ref().map_or(Pending::New, |table| Pending::Again(table.setup().seed)));
    }

    /// Requests to resume the game of a record, with the packs that it was played with.
    pub(crate) fn resume(&mut self, open: Option<&Analysis>, record: Record) {
        let pack_set = open.map(|good| PackSet::of_record(&record, &good.loaded)).unwrap_or_default();
        self.pending = Some(Pending::Saved { game: Saved::Record(Box::new(record)), pack_set, tried: false });
    }

    /// Requests to resume an unfinished game.
    pub(crate) fn go_on_with(&mut self, game: LeftGame) {
        let pack_set = game.pack_set();
        self.pending = Some(Pending::Saved { game: Saved::Left(Box::new(game)), pack_set, tried: false });
    }

    /// Requests to open the game of a hosted table.
    pub(crate) fn review(&mut self, open: Option<&Analysis>, found: TableFindings) {
        let pack_set = open.map(|good| PackSet::of_record(&found.record, &good.loaded)).unwrap_or_default();
        self.pending = Some(Pending::Saved { game: Saved::Hosted(Box::new(found)), pack_set, tried: false });
    }

    /// Returns the unfinished game that was resumed completely, once.
    pub(crate) fn take_resumed(&mut self) -> Option<KeptGame> {
        self.taken_up.take()
    }

    /// Returns true if the user has replaced the game at the table since the last call.
    pub(crate) fn was_exchanged(&mut self) -> bool {
        std::mem::take(&mut self.exchanged)
    }

    /// Returns true if a game waits for its packs.
    pub(crate) fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Waits for the search for the packs of a saved game; for tests.
    pub(crate) fn wait(&mut self) {
        while let Some(Pending::Opening { packs, .. }) = &mut self.pending
            && !packs.look()
        {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    /// Starts the waiting game if its packs are loaded.
    pub(crate) fn go_on(&mut self, ctx: &egui::Context, cx: &mut ViewCx<'_>) {
        if let Some(table) = self.table.as_ref().filter(|table| !table.has_guests()) {
            self.wanted.choosers.clone_from(&table.setup().seats);
        }
        match self.pending.take() {
            None => {}
            Some(Pending::Saved { game, pack_set, tried }) => self.open(ctx, cx, game, pack_set, tried),
            Some(Pending::Opening { game, pack_set, mut packs }) => {
                let came = if packs.look() { packs.came.take() } else { None };
                match came {
                    None => self.pending = Some(Pending::Opening { game, pack_set, packs }),
                    Some(Some(Ok(loaded))) => self.resume_by(cx, game, pack_set, &loaded),
                    Some(Some(Err(why))) => self.give_up(cx, game, pack_set, why.to_string()),
                    Some(None) => self.give_up(cx, game, pack_set, cx.t("share-broke-off")),
                }
            }
            Some(new @ (Pending::New | Pending::Again(_))) => {
                let pack_set = self.wanted.pack_set.clone();
                if let Some(why) = complaint(cx, &pack_set) {
                    // If a game is at the table, the request is dropped with a notice. Without a game, it waits until
                    // the error is fixed.
                    if self.table.is_some() {
                        cx.ask(EditorAction::Notify(NoticeWeight::Failed, why));
                    } else {
                        self.pending = Some(new);
                    }
                    return;
                }
                let Some(rules) = cx.rules(&pack_set) else {
                    self.pending = Some(new);
                    return;
                };
                let mut setup = self.wanted.setup(cx, self.table.as_ref().map(TableGame::setup));
                if let Pending::Again(seed) = new {
                    setup.seed = seed;
                }
                (self.wanted.seats, self.wanted.seed, self.wanted.chosen) = (None, None, None);
                self.revision = rules.revision;
                match TableGame::begin(&rules.loaded, setup) {
                    Ok(mut table) => {
                        table.set_seating(self.wanted.seating.clone());
                        self.put(table);
                        self.exchanged = true;
                    }
                    Err(error) => self.trouble = Some(error.to_string()),
                }
            }
        }
    }

    /// Opens a saved game with the open packs if these are the versions that it names; otherwise starts a search for
    /// its own packs. `tried` is true if that search has failed already.
    fn open(&mut self, ctx: &egui::Context, cx: &mut ViewCx<'_>, game: Saved, pack_set: PackSet, tried: bool) {
        let broken = complaint(cx, &pack_set).is_some();
        let unplayable = cx.current && cx.analysis.is_some_and(|open| !open.loaded.is_playable());
        let rules = cx.rules(&pack_set).filter(|_| !broken);
        match rules {
            Some(rules) if tried || saved::are_named(&rules.loaded, &game.record()) => {
                let loaded = Arc::clone(&rules.loaded);
                self.resume_by(cx, game, pack_set, &loaded);
            }
            // The packs are not loaded yet, or the game must wait until their errors are fixed.
            None if tried || !(broken || unplayable) => {
                self.pending = Some(Pending::Saved { game, pack_set, tried });
            }
            rules => {
                let packs = PackSearch::begin(ctx, cx, rules, &game);
                self.pending = Some(Pending::Opening { game, pack_set, packs });
            }
        }
    }

    /// Reports that no packs were found for a saved game. It keeps waiting if the open packs are still loading.
    fn give_up(&mut self, cx: &mut ViewCx<'_>, game: Saved, pack_set: PackSet, why: String) {
        if cx.rules(&pack_set).is_none() && complaint(cx, &pack_set).is_none() {
            self.pending = Some(Pending::Saved { game, pack_set, tried: true });
        }
        cx.ask(EditorAction::Notify(NoticeWeight::Failed, why));
    }

    /// Puts a game of bots on the table at its first position, to be stepped through.
    ///
    /// # Errors
    /// The packs cannot replay the game.
    pub(crate) fn watch(
        &mut self,
        cx: &ViewCx<'_>,
        loaded: &Arc<Loaded>,
        record: &Record,
        pack_set: PackSet,
        choosers: &[SeatChooser],
    ) -> Result<(), OpeningError> {
        let open = cx.rules(&pack_set);
        let apart = saved::packs_not_open(loaded, open.map(|open| &*open.loaded));
        // A game that was played with the open packs follows later changes of them.
        let loaded = open.filter(|_| apart.is_empty()).map_or(loaded, |open| &open.loaded);
        let mut table = TableGame::resume(loaded, record, pack_set.clone(), choosers)?;
        if !apart.is_empty() {
            table.stay_apart(apart);
        }
        table.set_seating(self.wanted.seating.clone());
        table.jump_to(0, 0);
        self.wanted.pack_set = pack_set;
        self.revision = open.map_or(0, |open| open.revision);
        self.put(table);
        self.exchanged = true;
        Ok(())
    }

    /// Resumes a saved game with the given packs.
    fn resume_by(&mut self, cx: &mut ViewCx<'_>, game: Saved, pack_set: PackSet, loaded: &Arc<Loaded>) {
        let open = cx.rules(&pack_set);
        let apart = saved::packs_not_open(loaded, open.map(|open| &*open.loaded));
        // A game that uses the open packs follows later changes of them.
        let loaded = open.filter(|_| apart.is_empty()).map_or(loaded, |open| &open.loaded);
        let came = match &game {
            Saved::Record(record) => {
                TableGame::resume(loaded, record, pack_set.clone(), &self.wanted.choosers).map(|t| (t, false))
            }
            Saved::Left(left) => TableGame::take_up(loaded, left, pack_set.clone()),
            Saved::Hosted(found) => TableGame::review(loaded, found, pack_set.clone()).map(|t| (t, false)),
        };
        let (mut table, whole) = match came {
            Ok(came) => came,
            Err(error) => return cx.ask(EditorAction::Notify(NoticeWeight::Failed, error.to_string())),
        };
        if !apart.is_empty() {
            table.stay_apart(apart);
        }
        if let Saved::Record(_) = game {
            // Records do not contain the names of seats.
            table.set_seating(self.wanted.seating.clone());
        }
        let is_hosted = matches!(game, Saved::Hosted(_));
        if let Saved::Left(left) = game {
            // A game that could not be replayed completely keeps its file.
            self.taken_up = whole.then_some(left.left);
        }
        self.wanted.pack_set = pack_set;
        self.revision = open.map_or(0, |open| open.revision);
        let text = match table.is_over() {
            _ if is_hosted => cx.texts.count("hosted-opened", table.notes().len()),
            true => cx.t("report-over"),
            false => cx.texts.count("report-resumed", table.history().now()),
        };
        cx.ask(EditorAction::Notify(NoticeWeight::Done, text));
        self.put(table);
        self.exchanged = true;
        if is_hosted {
            self.show_note(cx, 0);
            cx.ask(EditorAction::ShowLarge(Pane::Timeline));
        }
    }
}

/// Returns the error that prevents playing the open pack with `pack_set`; `None` if there is no such error, or if the
/// pack alone has errors.
pub(crate) fn complaint(cx: &ViewCx<'_>, pack_set: &PackSet) -> Option<String> {
    if cx.analysis.is_none_or(|plain| plain.loaded.errors().next().is_some()) {
        return None;
    }
    let loaded = &cx.sets.latest(pack_set)?.loaded;
    let error = loaded.errors().next()?;
    let place = error.span.map(|span| format!("{}: ", loaded.sources.place(span)));
    Some(format!("{}{}", place.unwrap_or_default(), error.message))
}

/// Continues the game with the current state of its packs.
pub(crate) fn reload(cx: &mut ViewCx<'_>, play: &mut PlayState) {
    let Some(table) = &mut play.table else { return };
    let Some(rules) = cx.rules(&table.setup().pack_set) else { return };
    play.revision = rules.revision;
    match table.reload(&rules.loaded) {
        Ok(()) => play.trouble = None,
        Err(_) => play.trouble = Some(cx.t("try-errors")),
    }
}
