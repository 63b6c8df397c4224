//! The inspector of the current game: features and their graph, open ports, bags, numbers, the agenda, events and rule
//! lines.

pub mod events;
pub mod features;
pub mod graph;
pub mod lines;
pub mod state;

use egui::{RichText, ScrollArea, Ui};

use crate::context::ViewCx;
use crate::play::PlayState;
use crate::play::command::PlayCommand;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum InspectorSection {
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

impl InspectorSection {
    const ALL: [(InspectorSection, &'static str); 8] = [
        (InspectorSection::Features, "inside-features"),
        (InspectorSection::Graph, "inside-graph"),
        (InspectorSection::Ports, "inside-ports"),
        (InspectorSection::Bags, "inside-bags"),
        (InspectorSection::Numbers, "inside-numbers"),
        (InspectorSection::Agenda, "inside-agenda"),
        (InspectorSection::Events, "inside-events"),
        (InspectorSection::Lines, "inside-lines"),
    ];
}

/// State of the inspector view.
#[derive(Default)]
pub struct InspectorView {
    section: InspectorSection,
    features: features::FeaturesView,
    graph: graph::Graph,
    events: events::Events,
    lines: lines::LineCounts,
}

impl InspectorView {
    /// Runs the rules that the chosen section needs.
    pub fn prepare(&mut self, play: &mut PlayState) {
        let Some(now) = play.position() else { return };
        match self.section {
            InspectorSection::Features => self.features.prepare(play, now),
            InspectorSection::Lines => self.lines.prepare(play, now),
            _ => {}
        }
    }

    /// Draws the chosen section; returns the requested highlights.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState) -> Vec<PlayCommand> {
        let Some(now) = play.position() else {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
            return Vec::new();
        };
        ui.horizontal_wrapped(|ui| {
            for (section, key) in InspectorSection::ALL {
                ui.selectable_value(&mut self.section, section, cx.t(key));
            }
        });
        ui.separator();
        match self.section {
            InspectorSection::Features => self.features.show(ui, cx, play, now),
            InspectorSection::Graph => self.graph.show(ui, cx, play, &mut self.features),
            InspectorSection::Events => self.events.show(ui, cx, play),
            InspectorSection::Lines => {
                self.lines.show(ui, cx, play, now);
                Vec::new()
            }
            InspectorSection::Ports | InspectorSection::Bags | InspectorSection::Numbers | InspectorSection::Agenda => {
                let area = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    match self.section {
                        InspectorSection::Ports => return state::ports(ui, cx, play),
                        InspectorSection::Bags => state::bags(ui, cx, play),
                        InspectorSection::Numbers => state::numbers(ui, cx, play),
                        _ => state::agenda(ui, cx, play),
                    }
                    Vec::new()
                });
                area.inner
            }
        }
    }
}
