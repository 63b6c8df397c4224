//! The inspector of the current game: features and their graph, open ports, bags, numbers, the agenda, events and rule
//! lines.

pub mod events;
pub mod features;
pub mod graph;
pub mod lines;
pub mod state;

use egui::{RichText, ScrollArea, Ui};

use crate::context::Cx;
use crate::play::Play;
use crate::play::command::PlayCommand;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Section {
    #[default]
    Features,
    Graph,
    Ports,
    Bags,
    Numbers,
    Agenda,
    Events,
    Lines,
}

impl Section {
    const ALL: [(Section, &'static str); 8] = [
        (Section::Features, "inside-features"),
        (Section::Graph, "inside-graph"),
        (Section::Ports, "inside-ports"),
        (Section::Bags, "inside-bags"),
        (Section::Numbers, "inside-numbers"),
        (Section::Agenda, "inside-agenda"),
        (Section::Events, "inside-events"),
        (Section::Lines, "inside-lines"),
    ];
}

/// State of the inspector view.
#[derive(Default)]
pub struct InspectorView {
    section: Section,
    features: features::Features,
    graph: graph::Graph,
    events: events::Events,
    lines: lines::Lines,
}

impl InspectorView {
    /// Runs the rules that the chosen section needs.
    pub fn prepare(&mut self, play: &mut Play) {
        let Some(now) = play.position() else { return };
        match self.section {
            Section::Features => self.features.prepare(play, now),
            Section::Lines => self.lines.prepare(play, now),
            _ => {}
        }
    }

    /// Draws the chosen section; returns the requested highlights.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &Play) -> Vec<PlayCommand> {
        let Some(now) = play.position() else {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
            return Vec::new();
        };
        ui.horizontal_wrapped(|ui| {
            for (section, key) in Section::ALL {
                ui.selectable_value(&mut self.section, section, cx.t(key));
            }
        });
        ui.separator();
        match self.section {
            Section::Features => self.features.show(ui, cx, play, now),
            Section::Graph => self.graph.show(ui, cx, play, &mut self.features),
            Section::Events => self.events.show(ui, cx, play),
            Section::Lines => {
                self.lines.show(ui, cx, play, now);
                Vec::new()
            }
            Section::Ports | Section::Bags | Section::Numbers | Section::Agenda => {
                let area = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    match self.section {
                        Section::Ports => return state::ports(ui, cx, play),
                        Section::Bags => state::bags(ui, cx, play),
                        Section::Numbers => state::numbers(ui, cx, play),
                        _ => state::agenda(ui, cx, play),
                    }
                    Vec::new()
                });
                area.inner
            }
        }
    }
}
