//! The tests of the open pack: run on a thread of their own, and told when they are through.

use std::sync::mpsc::{Receiver, channel};

use super::Editor;
use super::packs::finder;
use crate::views::Weight;

impl Editor {
    /// Saves, and runs the tests of the pack on a thread of their own.
    pub(super) fn run_tests(&mut self, ctx: &egui::Context) {
        if !self.save() {
            return;
        }
        let Some(document) = &self.document else { return };
        let folder = document.folder().to_owned();
        let finder = finder(&self.home, &folder);
        let (sender, receiver) = channel();
        self.tests = Some(receiver);
        let waker = ctx.clone();
        std::thread::spawn(move || {
            let run = tilewright_kit::tests::run_tests(&finder, &folder.to_string_lossy(), "");
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

    /// Waits until the tests that run are through, for tests of the editor.
    pub fn wait_for_tests(&mut self) {
        let start = std::time::Instant::now();
        while self.tests.is_some() && start.elapsed() < std::time::Duration::from_secs(60) {
            self.look_at_tests();
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}
