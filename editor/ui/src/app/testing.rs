//! The tests of the open pack: run on a thread of their own, and told when they are through; and what they protect.

use std::sync::mpsc::{Receiver, channel};

use super::Editor;
use crate::context::Pane;
use crate::language::names::FileName;
use crate::ui::notices::Weight;

impl Editor {
    /// Saves, and runs the tests of the pack on a thread of their own.
    pub(super) fn run_tests(&mut self, ctx: &egui::Context) {
        if !self.save() {
            return;
        }
        let Some(document) = &self.document else { return };
        let folder = document.folder().to_owned();
        let finder = self.home.finder_beside(&folder);
        let (sender, receiver) = channel();
        self.tests = Some(receiver);
        let waker = ctx.clone();
        std::thread::spawn(move || {
            let run = tilewright_kit::suite::run_tests(&finder, &folder.to_string_lossy(), "");
            // Nobody waits for it any more when the pack was closed.
            drop(sender.send(run.map_err(|error| error.to_string())));
            waker.request_repaint();
        });
    }

    /// Tells how the tests went, when they are through.
    pub(super) fn look_at_tests(&mut self) {
        let Some(Ok(run)) = self.tests.as_ref().map(Receiver::try_recv) else { return };
        self.tests = None;
        match run {
            Ok(results) => {
                let failed: Vec<_> = results.iter().filter(|r| !r.passed()).collect();
                for result in failed.iter().take(5) {
                    let why = result.failure.as_ref().map(ToString::to_string).unwrap_or_default();
                    self.notices.tell(Weight::Failed, format!("{}: {why}", result.name));
                }
                let weight = if failed.is_empty() { Weight::Done } else { Weight::Failed };
                let values = [("passed", (results.len() - failed.len()).into()), ("n", results.len().into())];
                self.notices.tell(weight, self.texts.with("notice-tests", &values));
            }
            Err(why) => self.notices.tell(Weight::Failed, why),
        }
    }

    /// Saves, and begins to look which lines of the rules the tests protect; while that goes on, stops it.
    pub(super) fn protect(&mut self, ctx: &egui::Context) {
        if self.protection.progress().is_some() {
            self.protection.stop();
            return;
        }
        if !self.save() {
            return;
        }
        let Some(document) = &self.document else { return };
        let folder = document.folder().to_owned();
        let waker = ctx.clone();
        let finder = self.home.finder_beside(&folder);
        self.protection.begin(finder, folder, self.home.known_changes(), move || waker.request_repaint());
    }

    /// Tells which lines the tests protect, when that is known.
    pub(super) fn look_at_protection(&mut self) {
        match self.protection.take_outcome() {
            None => {}
            Some(Err(reasons)) => {
                for reason in reasons.into_iter().take(5) {
                    self.notices.tell(Weight::Failed, reason);
                }
                self.notices.tell(Weight::Failed, self.texts.get("notice-protect-fails"));
            }
            Some(Ok(outcome)) => {
                let values = [
                    ("noticed", outcome.noticed.into()),
                    ("n", outcome.changes.into()),
                    ("lines", outcome.missed.into()),
                ];
                let whole = outcome.noticed == outcome.changes && outcome.missed == 0;
                let weight = if whole { Weight::Done } else { Weight::Note };
                self.notices.tell(weight, self.texts.with("notice-protect", &values));
                let title = self.texts.get("protect-title");
                let Some(document) = &self.document else { return };
                let mut rows = Vec::new();
                for (path, marks) in self.protection.all() {
                    let shown = FileName::of_place(document.id(), path).shown(document.id());
                    for mark in marks {
                        let line = mark.line;
                        let said = mark.sentences(&self.texts).into_iter();
                        rows.extend(said.map(|said| (path.clone(), line, format!("{shown}:{line}  {said}"))));
                    }
                }
                if !rows.is_empty() {
                    self.rooms.bring(Pane::Code);
                    self.views.code.list(title, rows);
                }
            }
        }
    }

    /// Waits until it is known which lines are protected, for tests of the editor.
    pub fn wait_for_protection(&mut self) {
        let start = std::time::Instant::now();
        while self.protection.progress().is_some() && start.elapsed() < std::time::Duration::from_secs(60) {
            self.look_at_protection();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }

    /// Waits until the tests that run are through, for tests of the editor.
    pub fn wait_for_tests(&mut self) {
        let start = std::time::Instant::now();
        while self.tests.is_some() && start.elapsed() < std::time::Duration::from_secs(60) {
            self.look_at_tests();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}
