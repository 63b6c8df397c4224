//! Notices for the user, shown in the status line for a while and listed behind the bell.

use egui::{Align, Area, Id, Label, Layout, Order, Rect, RichText, Ui};
use tilewright_core::unseen::escape_lines;
use tilewright_editor_model::texts::UiTexts;

use crate::ui::theme::Tokens;
use crate::ui::widgets;

/// Importance of a notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoticeWeight {
    /// Success of an action.
    Done,
    /// Information for the user.
    Note,
    /// Failure of an action.
    Failed,
}

/// Seconds that a notice stays in the line. Failures stay until the user closes them.
const STAY: f64 = 6.0;

/// Seconds that a notice with an offer stays in the line.
const STAY_WITH_OFFER: f64 = 12.0;

/// Maximum number of open notices.
const MOST_OPEN: usize = 4;

/// Maximum number of characters of a notice that are shown.
const MOST_LETTERS: usize = 2000;

/// Maximum number of notices in the list.
const MOST: usize = 200;

struct ShownNotice {
    weight: NoticeWeight,
    text: String,
    /// Time of its first frame, in seconds; `None` until then.
    since: Option<f64>,
    closed: bool,
    /// Offered action: the label of its button, and its number.
    offer: Option<(String, u64)>,
}

/// All notices of this run of the program.
#[derive(Default)]
pub struct Notices {
    all: Vec<ShownNotice>,
    seen: usize,
    offers: u64,
}

impl Notices {
    /// Adds a notice to the list behind the bell without showing it in the line.
    pub fn keep(&mut self, weight: NoticeWeight, text: impl Into<String>) {
        self.tell(weight, text);
        if let Some(last) = self.all.last_mut() {
            last.closed = true;
        }
    }

    /// Shows a notice in the line and adds it to the list.
    pub fn tell(&mut self, weight: NoticeWeight, text: impl Into<String>) {
        if self.all.len() == MOST {
            self.all.remove(0);
            self.seen = self.seen.saturating_sub(1);
        }
        // File names and messages of programs and packs may contain control characters.
        let text = escape_lines(&text.into(), MOST_LETTERS).into_owned();
        self.all.push(ShownNotice { weight, text, since: None, closed: false, offer: None });
    }

    /// Shows a notice with a button while it is in the line. Returns the number of the offer, which [`Notices::show`]
    /// returns when the user accepts it.
    pub fn offer(&mut self, weight: NoticeWeight, text: impl Into<String>, button: String) -> u64 {
        self.tell(weight, text);
        self.offers += 1;
        if let Some(last) = self.all.last_mut() {
            last.offer = Some((button, self.offers));
        }
        self.offers
    }

    /// Closes failures that have been resolved, if their text starts with `begin`. They stay behind the bell.
    pub fn come_right(&mut self, begin: &str) {
        let over = |n: &&mut ShownNotice| n.weight == NoticeWeight::Failed && n.text.starts_with(begin);
        self.all.iter_mut().filter(over).for_each(|n| n.closed = true);
    }

    /// Returns the texts of the open notices, newest last.
    pub fn visible_texts(&self) -> impl Iterator<Item = &str> {
        self.all.iter().filter(|n| !n.closed).map(|n| &*n.text)
    }

    /// Returns the texts of all notices, newest last.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|n| &*n.text)
    }

    /// Draws the newest open notice in a part of the status line, so that it covers no view. It is above an open dialog,
    /// so that its offer can be accepted. Returns the number of an accepted offer.
    pub fn show(&mut self, ui: &Ui, line: Rect, texts: &UiTexts, tokens: &'static Tokens) -> Option<u64> {
        let now = ui.input(|i| i.time);
        let is_new = self.all.last().is_some_and(|notice| notice.since.is_none());
        for notice in &mut self.all {
            let since = *notice.since.get_or_insert(now);
            let stay = if notice.offer.is_some() { STAY_WITH_OFFER } else { STAY };
            if notice.weight != NoticeWeight::Failed && now - since > stay {
                notice.closed = true;
            }
        }
        let open = self.all.iter().filter(|n| !n.closed).count();
        // Older notices remain behind the bell.
        self.all.iter_mut().filter(|n| !n.closed).take(open.saturating_sub(MOST_OPEN)).for_each(|n| n.closed = true);
        let notice = self.all.iter_mut().rfind(|n| !n.closed)?;
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(500));
        let mut taken = None;
        let area = Area::new(Id::unique("notices")).order(Order::Foreground).fixed_pos(line.min);
        let shown = area.show(ui.ctx(), |ui| {
            let layout = Layout::right_to_left(Align::Center);
            ui.allocate_ui_with_layout(line.size(), layout, |ui| {
                let cross = ui.small_button("×").on_hover_text(texts.get("close"));
                widgets::set_name(ui, &cross, &texts.get("notice-close"));
                notice.closed |= cross.clicked();
                if let Some((button, number)) = &notice.offer
                    && ui.small_button(button).clicked()
                {
                    (taken, notice.closed) = (Some(*number), true);
                }
                ui.add(Label::new(format_notice(notice, tokens)).truncate());
            });
        });
        if is_new {
            ui.ctx().move_to_top(shown.response.layer_id);
        }
        taken
    }

    /// Returns true if a notice has not been drawn yet.
    pub fn has_new(&self) -> bool {
        self.all.iter().any(|notice| notice.since.is_none() && !notice.closed)
    }

    /// Draws the bell with the number of unread notices, and the list of all notices when it is open.
    pub fn bell(&mut self, ui: &mut Ui, texts: &UiTexts, tokens: &'static Tokens) {
        let new = self.all.len() - self.seen;
        let label = texts.count("notices-new", new);
        ui.menu_button(label, |ui| {
            self.seen = self.all.len();
            ui.set_min_width(360.0);
            if self.all.is_empty() {
                ui.label(texts.get("notices-none"));
            }
            egui::ScrollArea::vertical().max_height(300.0).show(ui, |ui| {
                for notice in self.all.iter().rev() {
                    ui.add(egui::Label::new(format_notice(notice, tokens)).wrap());
                }
            });
        });
    }
}

fn format_notice(notice: &ShownNotice, tokens: &Tokens) -> RichText {
    let (mark, colour) = match notice.weight {
        NoticeWeight::Done => ("✔", tokens.good),
        NoticeWeight::Note => ("ℹ", tokens.text),
        NoticeWeight::Failed => ("⊗", tokens.error),
    };
    RichText::new(format!("{mark} {}", notice.text)).color(colour)
}
