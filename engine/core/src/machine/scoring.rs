//! Scores features: applies score rules to them, awards the points, and returns figures to the supplies, in a fixed
//! order.

use crate::catalog::id::{FigureId, Root, SegmentId, TerrainId};
use crate::catalog::seat::{PerSeat, Seat};
use crate::machine::fault::Fault;
use crate::machine::rules::{Among, Hooks, ScoreRule, ScoreRuleId, When};
use crate::machine::{Machine, StepEnd};
use crate::state::Game;
use crate::state::agenda::StepProgress;
use crate::state::effect::{Effect, Place};
use crate::state::event::EventKind;
use crate::state::sheet::Sheet;

impl Machine {
    /// Scores the features that the placed tile has completed, then returns their figures to the supplies.
    pub(crate) fn score_completed(&mut self, game: &mut Box<Game>, seat: Seat) -> Result<StepEnd, Box<Fault>> {
        loop {
            let Some(part) = game.turn_part() else { return Ok(StepEnd::Next) };
            let (from, progress) = (part.completed_from as usize, part.progress);
            let count = game.run.completed.len() - from;
            let scored = match progress {
                StepProgress::Scoring { done, rule } if done < count => {
                    let segment = game.run.completed[from + done];
                    if !game.is_undone(segment)
                        && let Some(rule) = self.score_feature(game, segment, seat, false, rule)?
                    {
                        return Ok(hold(game, StepProgress::Scoring { done, rule }));
                    }
                    done + 1
                }
                // All features are scored before the figures of the first one go home.
                StepProgress::Scoring { done, .. } if done < 2 * count => {
                    let segment = game.run.completed[from + done - count];
                    if !game.is_undone(segment) {
                        self.send_home(game, segment)?;
                    }
                    done + 1
                }
                StepProgress::Scoring { .. } => {
                    game.run.completed.truncate(from);
                    game.end_round(seat);
                    return Ok(StepEnd::Next);
                }
                _ if count == 0 && !game.tells(EventKind::RoundBegan.bit() | EventKind::RoundEnded.bit()) => {
                    return Ok(StepEnd::Next);
                }
                _ => {
                    game.begin_round(seat);
                    0
                }
            };
            if advance_scoring(game, scored) {
                return Ok(StepEnd::Again);
            }
        }
    }

    /// Scores everything that is not yet scored, in the order of first segments.
    pub(crate) fn score_rest(&mut self, game: &mut Box<Game>) -> Result<StepEnd, Box<Fault>> {
        loop {
            let Some(part) = game.turn_part() else { return Ok(StepEnd::Next) };
            let (from, progress) = (part.completed_from as usize, part.progress);
            let StepProgress::Scoring { done, rule } = progress else {
                let features = &game.position.board.features;
                let mut rest = self.features_to_score(game);
                rest.sort_by_key(|&root| (features.first_key_of(root), root));
                game.run.completed.truncate(from);
                game.run.completed.extend(rest.into_iter().map(Root::segment));
                advance_scoring(game, 0);
                continue;
            };
            if from + done >= game.run.completed.len() {
                game.run.completed.truncate(from);
                return Ok(StepEnd::Next);
            }
            let segment = game.run.completed[from + done];
            if game.position.board.features.is_there(segment)
                && let Some(rule) = self.score_feature(game, segment, Seat(0), true, rule)?
            {
                return Ok(hold(game, StepProgress::Scoring { done, rule }));
            }
            if advance_scoring(game, done + 1) {
                return Ok(StepEnd::Again);
            }
        }
    }

    /// Returns the roots of features that a rule may score at the end, in the order of their numbers.
    fn features_to_score(&self, game: &Game) -> Vec<Root> {
        let features = &game.position.board.features;
        let mut roots: Vec<Root> = game
            .figures()
            .filter_map(|(_, f)| if let Some(Place::Segment(s)) = f.place { Some(features.root(s)) } else { None })
            .filter(|&root| features.is_claimed(root.segment()))
            .collect();
        let wide = self.rules.hooks().score.iter().filter(|r| r.when != When::Completed && r.among != Among::Claimed);
        let wide: Vec<_> = wide.map(|r| (r.terrain, r.among)).collect();
        if !wide.is_empty() {
            roots.extend(features.roots().filter(|&root| {
                let terrain = game.position.board.terrain(root.segment());
                wide.iter().any(|&(t, among)| {
                    self.catalog.counts_as(terrain, t)
                        && (among == Among::All || game.position.board.is_complete(root.segment()))
                })
            }));
        }
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// Applies the score rules from `from` on to a feature and awards the points. If rules may replace an award, stops
    /// after it and returns the next score rule.
    fn score_feature(
        &mut self,
        game: &mut Box<Game>,
        segment: SegmentId,
        active: Seat,
        last: bool,
        from: ScoreRuleId,
    ) -> Result<Option<ScoreRuleId>, Box<Fault>> {
        let terrain = game.position.board.terrain(segment);
        for rule in self.rules.hooks().score_rules(from) {
            if !self.is_asked(game, rule, segment, terrain, last) {
                continue;
            }
            let mut sheet = std::mem::take(&mut self.sheet);
            let filled = self.fill(game, rule, segment, last, &mut sheet);
            let paid = filled.as_ref().map(|()| game.pay_sheet(&sheet, Some(segment), active, None));
            self.sheet = sheet;
            // The points of a seat may be out of range even though the sheet is not.
            if let Ok(Err(rejected)) = paid {
                return Err(self.fault_of(self.rules.hooks().score_rule(rule).handler, "S0401", &rejected.message));
            }
            filled?;
            if game.holds_effects() {
                return Ok(Some(rule.next()));
            }
        }
        Ok(None)
    }

    /// Returns true if a score rule applies to a feature when it is scored.
    #[inline]
    fn is_asked(&self, game: &Game, rule: ScoreRuleId, segment: SegmentId, terrain: TerrainId, last: bool) -> bool {
        let rule = self.rules.hooks().score_rule(rule);
        if !self.catalog.counts_as(terrain, rule.terrain) {
            return false;
        }
        let now = match rule.when {
            When::Always => true,
            When::Final => last,
            When::Completed => !last,
        };
        now && match rule.among {
            Among::Claimed => game.position.board.features.is_claimed(segment),
            Among::Complete => game.position.board.is_complete(segment),
            Among::All => true,
        }
    }

    /// Returns the points that the sheets would give every seat if everything that is scored at the end were scored
    /// now. Pays nothing.
    ///
    /// # Errors
    /// The script fails.
    pub fn outlook(&mut self, game: &mut Box<Game>) -> Result<PerSeat<i32>, Box<Fault>> {
        self.outlook_by(game, |_| true)
    }

    /// Like [`Machine::outlook`], for the score rules that `is_wanted` accepts.
    ///
    /// # Errors
    /// The script fails.
    pub fn outlook_by(
        &mut self,
        game: &mut Box<Game>,
        is_wanted: impl Fn(&ScoreRule) -> bool,
    ) -> Result<PerSeat<i32>, Box<Fault>> {
        self.begin_run(true);
        let mut points = PerSeat::default();
        for segment in self.features_to_score(game) {
            for rule in self.rules.hooks().score_rules(ScoreRuleId(0)) {
                let terrain = game.position.board.terrain(segment.segment());
                let is_wanted = is_wanted(self.rules.hooks().score_rule(rule));
                if !is_wanted || !self.is_asked(game, rule, segment.segment(), terrain, true) {
                    continue;
                }
                let worth = self.points_at_end(game, rule, segment.segment())?;
                for (sum, worth) in points.iter_mut().zip(worth) {
                    *sum = i32::saturating_add(*sum, worth);
                }
            }
        }
        Ok(points)
    }

    /// Returns the points that a score rule would give every seat for a feature at the end.
    fn points_at_end(
        &mut self,
        game: &mut Box<Game>,
        rule: ScoreRuleId,
        segment: SegmentId,
    ) -> Result<PerSeat<i32>, Box<Fault>> {
        if let Some(points) = self.known_sheets.get(game, rule, segment) {
            return Ok(*points);
        }
        let mut sheet = std::mem::take(&mut self.sheet);
        let filled = if self.known_sheets.is_off() {
            self.fill(game, rule, segment, true, &mut sheet).map(|()| false)
        } else {
            let reads = &mut self.known_sheets.last_reads;
            reads.clear();
            prepare_sheet(&mut sheet, game, self.rules.hooks().score_rule(rule), segment);
            self.rules.score_noting(game, rule, segment, &mut sheet, reads)
        };
        let mut points = sheet.shares();
        for (seat, _, apart) in sheet.parts_apart() {
            points[seat.index()] = points[seat.index()].saturating_add(apart);
        }
        self.sheet = sheet;
        if filled? {
            self.known_sheets.keep(game, rule, segment, points);
        }
        Ok(points)
    }

    /// Fills a sheet for a feature by a score rule.
    fn fill(
        &mut self,
        game: &mut Box<Game>,
        rule: ScoreRuleId,
        segment: SegmentId,
        last: bool,
        sheet: &mut Sheet,
    ) -> Result<(), Box<Fault>> {
        prepare_sheet(sheet, game, self.rules.hooks().score_rule(rule), segment);
        sheet.explain = game.recording.journal.is_some();
        self.rules.score(game, rule, segment, last, sheet)
    }

    /// Returns the figures on a feature to their supplies, the lowest number first.
    fn send_home(&self, game: &mut Game, segment: SegmentId) -> Result<(), Box<Fault>> {
        let root = game.position.board.features.root(segment);
        for figure in (0..game.position.figures.len()).map(FigureId::from_index) {
            if let Some(Place::Segment(s)) = game.position.figures[figure.index()].place
                && game.position.board.features.root(s) == root
            {
                let home = Effect::TakeHome { figure, reason: self.rules.hooks().scored };
                let wrong = |rejected| Fault::internal(format!("a figure could not go home: {rejected}"));
                game.effect(home).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// Returns the current value of a feature without paying it, for previews, bots and rules. Every rule that enters
    /// points in the book of the feature's terrain fills a separate sheet: for the feature, or for each neighbour that
    /// it scores.
    ///
    /// # Errors
    /// The script fails.
    pub fn appraise(
        &mut self,
        game: &mut Box<Game>,
        segment: SegmentId,
        last: bool,
    ) -> Result<Vec<(Sheet, PerSeat<i32>)>, Box<Fault>> {
        self.begin_run(true);
        let mut sheets = Vec::new();
        for (rule, about) in appraisals(game, self.rules.hooks(), segment, last) {
            let mut sheet = Sheet::default();
            self.fill(game, rule, about, last, &mut sheet)?;
            let points = sheet.shares();
            sheets.push((sheet, points));
        }
        Ok(sheets)
    }
}

/// Records that a scoring step has finished `done` features. Returns true if other parts run before the next feature.
fn advance_scoring(game: &mut Game, done: usize) -> bool {
    if let Some(part) = game.turn_part_mut() {
        part.progress = StepProgress::from_scored_count(done);
    }
    !game.run.pending.is_empty()
}

/// Stores the progress of a scoring step that continues once the awards of a rule are settled.
fn hold(game: &mut Game, progress: StepProgress) -> StepEnd {
    if let Some(part) = game.turn_part_mut() {
        part.progress = progress;
    }
    StepEnd::Held
}

/// Clears a sheet, and sets the share, book, owner and claims with which a score rule begins to fill it for a feature.
pub fn prepare_sheet(sheet: &mut Sheet, game: &Game, rule: &ScoreRule, segment: SegmentId) {
    sheet.clear();
    sheet.share = rule.share;
    sheet.book = rule.book;
    let catalog = game.catalog();
    if !catalog.board.planes.is_empty() {
        sheet.owner = catalog.board.owner(game.position.board.cell_of(segment).plane());
    }
    if rule.own_claims {
        sheet.claims = game.position.board.features.claims(segment);
    }
}

/// Returns the score rules that determine the value of a feature. Each comes with the feature that it is applied to:
/// the feature itself, or a neighbour if the rule scores it for the neighbour.
pub fn appraisals(game: &Game, hooks: &Hooks, segment: SegmentId, last: bool) -> Vec<(ScoreRuleId, SegmentId)> {
    let catalog = game.catalog();
    let terrain = game.position.board.terrain(segment);
    let own = catalog.book_of(terrain);
    let mut found = Vec::new();
    for id in hooks.score_rules(ScoreRuleId(0)) {
        let rule = hooks.score_rule(id);
        let now = match rule.when {
            When::Always => true,
            When::Final => last,
            When::Completed => !last,
        };
        // Points entered in the book of another terrain belong to the features of that terrain.
        let elsewhere = rule.book != own && usize::from(rule.book.0) < catalog.terrains.len();
        let meant = catalog.counts_as(terrain, rule.terrain);
        if !now || elsewhere || !meant && rule.book != own {
            continue;
        }
        let complete = rule.among == Among::Complete;
        if meant {
            if !complete || game.position.board.is_complete(segment) {
                found.push((id, segment));
            }
        } else {
            let neighbours = game.position.board.neighbours(segment, rule.terrain, complete);
            found.extend(neighbours.into_iter().map(|root| (id, root.segment())));
        }
    }
    found
}
