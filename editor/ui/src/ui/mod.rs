//! Parts of the interface that all views share: colours, widgets, notices and pictures.

pub mod icons;
pub mod notices;
pub mod pictures;
pub mod theme;
pub mod widgets;

/// Returns a function that requests a new frame, for threads that have an update to show.
pub fn waker(ctx: &egui::Context) -> impl Fn() + Send + Sync + use<> {
    let ctx = ctx.clone();
    move || ctx.request_repaint()
}
