//! The setup of a game: seats, random seed, packs and options.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Button, ComboBox, DragValue, Id, Modal, Popup, RichText, ScrollArea, Stroke, TextEdit, Ui, Vec2};
use tilewright_core::catalog::Value;
use tilewright_core::catalog::seat::Seat;
use tilewright_editor_model::pack::analysis::SetRefusal;
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::table::SeatChooser;
use tilewright_editor_model::table::players::is_shared;
use tilewright_editor_model::table::seating::{COLOURS, LONGEST_NAME, Seating};
use tilewright_kit::packs::load::{Choice, DeclaredOption, Loaded, OptionConflict, OptionType, option_conflicts};

use super::packs::PackList;
use crate::context::ViewCx;
use crate::play::PlayState;
use crate::play::begin::complaint;
use crate::play::command::PlayCommand;
use crate::play::wanted::NextGame;
use crate::ui::theme::{Emphasis, GAP, of_seat};
use crate::ui::widgets;

/// Preferred width of the setup, in points.
const WIDTH: f32 = 560.0;

/// Initial value for the numbers of a form, since the minimum is rarely useful.
const USUAL: i64 = 9;

/// State of the setup while it is open.
#[derive(Default)]
pub(super) struct SetupView {
    /// Packs that were loaded last, which are shown until the current choice is loaded.
    shown: Option<Arc<Loaded>>,
    packs: PackList,
}

impl SetupView {
    /// Draws the setup. Returns the changed settings, and the command to close the setup when the user has finished.
    pub(super) fn show(&mut self, ui: &Ui, cx: &mut ViewCx<'_>, play: &PlayState) -> Vec<PlayCommand> {
        if !play.setting_up {
            *self = SetupView::default();
            return Vec::new();
        }
        let ctx = ui.ctx();
        let mut wanted = play.wanted.clone();
        let pack_set = wanted.pack_set.clone();
        let newest = if pack_set.is_plain() { cx.good } else { cx.sets.latest(&pack_set) };
        if let Some(newest) = newest {
            self.shown = Some(Arc::clone(&newest.loaded));
        }
        let frame = egui::Frame::popup(&ctx.style_of(ctx.theme())).inner_margin(16);
        let room = ctx.content_rect().size();
        let mut ended = None;
        let modal = Modal::new(Id::unique("setup")).frame(frame).show(ctx, |ui| {
            ui.set_width(WIDTH.min(room.x - 60.0));
            ui.heading(cx.t("setup-title"));
            let next_seed = play.table.as_ref().map_or(1, |t| t.setup().seed.wrapping_add(1));
            numbers(ui, cx, &mut wanted, next_seed);
            ui.separator();
            let height = (room.y - 230.0).max(90.0);
            ScrollArea::vertical().id_salt("setup").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
                seats(ui, cx, &mut wanted);
                let Some(loaded) = self.shown.clone() else { return };
                show_missing(ui, cx, &mut wanted.pack_set, &loaded);
                self.packs.show(ui, cx, &mut wanted.pack_set, &loaded);
                options(ui, cx, &mut wanted.pack_set, &loaded);
            });
            ui.separator();
            ended = foot(ui, cx, &mut wanted, newest.is_some());
        });
        if wanted.pack_set != pack_set {
            ctx.request_repaint();
        }
        let mut commands = Vec::new();
        if wanted != play.wanted {
            commands.push(PlayCommand::SetNextGame(wanted));
        }
        if ended == Some(SetupEnd::Begin) {
            commands.push(PlayCommand::Begin);
        }
        if ended.is_some() || modal.should_close() {
            commands.push(PlayCommand::CloseSetup);
        }
        commands
    }
}

/// Button that ends the setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SetupEnd {
    Begin,
    Close,
}

/// Draws the number of seats and the random seed. `next_seed` is the seed of the next game unless the user chooses one.
fn numbers(ui: &mut Ui, cx: &ViewCx<'_>, wanted: &mut NextGame, next_seed: u64) {
    let (fewest, most) = wanted.seat_range(cx);
    let mut seats = wanted.seat_count(cx);
    ui.horizontal_wrapped(|ui| {
        let label = ui.label(cx.t("try-seats"));
        let before = seats;
        for (sign, key, by) in [("−", "setup-fewer", -1), ("+", "setup-more", 1)] {
            if by > 0 {
                let field = ui.add(DragValue::new(&mut seats).range(fewest..=most)).labelled_by(label.id);
                widgets::set_name(ui, &field, &cx.t("try-seats"));
            }
            let next = seats.saturating_add_signed(by);
            let can = (fewest..=most).contains(&next);
            let button = ui.add_enabled(can, Button::new(sign).min_size(Vec2::splat(26.0)));
            widgets::set_name(ui, &button, &cx.t(key));
            if button.clicked() {
                seats = next;
            }
        }
        if seats != before {
            wanted.seats = Some(seats);
        }
        ui.label(RichText::new(format!("{fewest}–{most}")).color(cx.tokens.weak));
        let mut seed = wanted.seed.unwrap_or(next_seed);
        let label = ui.label(cx.t("try-seed"));
        // The seed would reveal all future draws.
        let unknown = wanted.seed.is_none() && is_shared(&wanted.seats(cx));
        seed = if unknown { 1 } else { seed };
        let shown = DragValue::new(&mut seed);
        let shown = if unknown { shown.custom_formatter(|_, _| "?".to_owned()) } else { shown };
        let mut field = ui.add(shown).labelled_by(label.id);
        if unknown {
            field = field.on_hover_text(cx.t("try-seed-hidden"));
        }
        widgets::set_name(ui, &field, &cx.t("try-seed"));
        if field.changed() {
            wanted.seed = Some(seed);
        }
    });
}

/// Text keys of the colour names, by number.
const COLOUR_NAMES: [&str; COLOURS] = [
    "seat-orange",
    "seat-blue",
    "seat-yellow",
    "seat-black",
    "seat-pink",
    "seat-sky",
    "seat-green",
    "seat-white",
    "seat-brown",
    "seat-violet",
    "seat-lime",
    "seat-indigo",
];

/// Draws the colour, name and chooser of each seat in the next game.
fn seats(ui: &mut Ui, cx: &ViewCx<'_>, wanted: &mut NextGame) {
    let mut choosers = wanted.seats(cx);
    let before = choosers.clone();
    for (number, chooser) in choosers.iter_mut().enumerate() {
        let called = |key: &str| cx.texts.count(key, number + 1);
        ui.horizontal(|ui| {
            colour(ui, cx, &mut wanted.seating, number);
            let mut name = wanted.seating.name(number).to_owned();
            let edit = TextEdit::singleline(&mut name).char_limit(LONGEST_NAME).desired_width(220.0);
            // A seat without a name is shown by its number.
            let field = ui.add(edit.hint_text(cx.texts.seat_called(number, "")));
            widgets::set_name(ui, &field, &called("setup-seat-name"));
            if field.changed() {
                wanted.seating.call(number, &name);
            }
            let list = ComboBox::from_id_salt(("seat", number)).selected_text(cx.t(&chooser.text())).width(140.0);
            let list = list.show_ui(ui, |ui| {
                for one in SeatChooser::all() {
                    let text = cx.t(&one.text());
                    ui.selectable_value(chooser, one, text);
                }
            });
            widgets::set_name(ui, &list.response, &called("setup-seat-chooser"));
        });
    }
    if choosers != before {
        wanted.chosen = Some(choosers);
    }
    ui.add_space(GAP);
}

/// Draws a button in the colour of a seat, which opens the choice of colours.
fn colour(ui: &mut Ui, cx: &ViewCx<'_>, seating: &mut Seating, number: usize) {
    let own = seating.colours().default_seat(Seat(number as u8));
    let button = circle(ui, cx, own).on_hover_text(cx.t(COLOUR_NAMES[own.index() % COLOURS]));
    widgets::set_name(ui, &button, &cx.texts.count("setup-seat-colour", number + 1));
    Popup::menu(&button).show(|ui| colours(ui, cx, seating, number));
}

/// Draws a button with a circle in a colour.
fn circle(ui: &mut Ui, cx: &ViewCx<'_>, colour: Seat) -> egui::Response {
    let button = ui.add(Button::new("").min_size(Vec2::splat(26.0)));
    ui.painter().circle(button.rect.center(), 8.0, of_seat(colour), Stroke::new(1.0, cx.tokens.text));
    button
}

/// Draws all colours in a row; the seat gets the colour that is clicked.
pub(super) fn colours(ui: &mut Ui, cx: &ViewCx<'_>, seating: &mut Seating, number: usize) {
    ui.horizontal(|ui| {
        for (colour, name) in COLOUR_NAMES.iter().enumerate() {
            let button = circle(ui, cx, Seat(colour as u8)).on_hover_text(cx.t(name));
            widgets::set_name(ui, &button, &cx.t(name));
            if button.clicked() {
                seating.take_colour(number, colour as u8);
                ui.close();
            }
        }
    });
}

/// Draws all options of the packs in play, each with its conflicts.
fn options(ui: &mut Ui, cx: &ViewCx<'_>, pack_set: &mut PackSet, loaded: &Loaded) {
    let value = |pack_set: &PackSet, option: &DeclaredOption| {
        pack_set.value(&option.full_name()).filter(|v| option.takes(v)).unwrap_or_else(|| option.default.clone())
    };
    let chosen: Vec<Value> = loaded.options.iter().map(|option| value(pack_set, option)).collect();
    let conflicts = option_conflicts(&loaded.options, &chosen);
    for pack in &loaded.packs {
        let own: Vec<usize> = (0..loaded.options.len()).filter(|&n| loaded.options[n].pack == pack.id).collect();
        if own.is_empty() {
            continue;
        }
        ui.add_space(6.0);
        let title = if pack.title.is_empty() { &pack.id } else { &pack.title };
        ui.label(RichText::new(cx.texts.with_name("setup-options", title)).medium());
        for number in own {
            let option = &loaded.options[number];
            let mut now = chosen[number].clone();
            ui.push_id(option.full_name(), |ui| {
                one(ui, cx, loaded, option, &mut now);
                for conflict in conflicts.iter().filter(|c| c.option == number) {
                    let told = describe_conflict(cx, loaded, &chosen, conflict);
                    ui.label(RichText::new(told).color(cx.tokens.error));
                }
            });
            if now != chosen[number] {
                pack_set.set(&option.full_name(), &now, &option.default);
            }
        }
    }
}

/// Draws chosen options that no longer exist, with a button that removes each.
fn show_missing(ui: &mut Ui, cx: &ViewCx<'_>, pack_set: &mut PackSet, loaded: &Loaded) {
    let known: BTreeSet<String> = loaded.options.iter().map(DeclaredOption::full_name).collect();
    let strange = |name: &String, text: &String| {
        let option = loaded.options.iter().find(|o| o.full_name() == *name);
        !known.contains(name) || option.is_some_and(|o| !o.takes(&tilewright_kit::packs::load::parse_value(text)))
    };
    let gone: Vec<String> = pack_set.options.iter().filter(|(n, t)| strange(n, t)).map(|(n, _)| n.clone()).collect();
    for name in gone {
        ui.horizontal_wrapped(|ui| {
            let said = format!("{name} = {}", pack_set.options[&name]);
            ui.label(RichText::new(cx.texts.with_name("setup-gone", &said)).color(cx.tokens.warning));
            if ui.button(cx.t("setup-forget")).clicked() {
                pack_set.options.remove(&name);
            }
        });
    }
}

/// Draws the control of an option for its type of value.
fn one(ui: &mut Ui, cx: &ViewCx<'_>, loaded: &Loaded, option: &DeclaredOption, now: &mut Value) {
    let name = option_label(cx, loaded, option);
    let help = text(cx, loaded, option, ".help");
    ui.horizontal_wrapped(|ui| {
        let about = |response: egui::Response| match &help {
            Some(help) => response.on_hover_text(help),
            None => response,
        };
        match &option.kind {
            OptionType::Bool => {
                let mut on = *now == Value::Bool(true);
                if about(ui.checkbox(&mut on, &name)).changed() {
                    *now = Value::Bool(on);
                }
            }
            OptionType::Int(min, max) => {
                let label = about(ui.label(&name));
                let mut number = if let Value::Int(n) = now { *n } else { *min };
                let field = ui.add(DragValue::new(&mut number).range(*min..=*max)).labelled_by(label.id);
                widgets::set_name(ui, &field, &name);
                if field.changed() {
                    *now = Value::Int(number);
                }
            }
            OptionType::Choice(choices) => {
                about(ui.label(&name));
                choice(ui, cx, loaded, option, choices, &name, now);
            }
        }
        if *now != option.default {
            let default = value_label(cx, loaded, option, &option.default);
            if ui.small_button("⟲").on_hover_text(cx.texts.with_name("setup-default", &default)).clicked() {
                *now = option.default.clone();
            }
            ui.label(RichText::new(cx.texts.with_name("setup-default", &default)).color(cx.tokens.weak));
        }
    });
}

/// Draws a list of choices, and fields for the numbers of the chosen form.
fn choice(
    ui: &mut Ui,
    cx: &ViewCx<'_>,
    loaded: &Loaded,
    option: &DeclaredOption,
    choices: &[Choice],
    name: &str,
    now: &mut Value,
) {
    let is_now = |choice: &Choice| match choice {
        Choice::Plain(value) => value == now,
        Choice::Form(form, _) => now.as_form().is_some_and(|(name, _)| *name == **form),
    };
    let at = choices.iter().position(is_now);
    let mut picked = at;
    let shown = ComboBox::from_id_salt("value").selected_text(value_label(cx, loaded, option, now)).show_ui(ui, |ui| {
        for (number, choice) in choices.iter().enumerate() {
            ui.selectable_value(&mut picked, Some(number), choice_text(cx, loaded, option, choice));
        }
    });
    widgets::set_name(ui, &shown.response, name);
    match picked.filter(|picked| Some(*picked) != at).map(|picked| &choices[picked]) {
        Some(Choice::Plain(value)) => *now = value.clone(),
        Some(Choice::Form(form, arguments)) => {
            *now = make_tuple_value(form, arguments.iter().map(|a| USUAL.clamp(a.min, a.max)));
        }
        None => {}
    }
    let Some(Choice::Form(form, arguments)) = picked.map(|picked| &choices[picked]) else { return };
    let Some((_, mut numbers)) = now.as_form() else { return };
    let mut changed = false;
    for (argument, number) in arguments.iter().zip(&mut numbers) {
        let label = ui.label(&*argument.name);
        let field = ui.add(DragValue::new(number).range(argument.min..=argument.max)).labelled_by(label.id);
        widgets::set_name(ui, &field, &format!("{name}: {}", argument.name));
        changed |= field.changed();
    }
    if changed {
        *now = make_tuple_value(form, numbers.into_iter());
    }
}

fn make_tuple_value(form: &str, numbers: impl Iterator<Item = i64>) -> Value {
    let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
    Value::text(&format!("{form}({})", numbers.join(",")))
}

/// Returns a text of the packs about an option.
fn text(cx: &ViewCx<'_>, loaded: &Loaded, option: &DeclaredOption, end: &str) -> Option<String> {
    let key = format!("{}:{}{end}", option.pack, option.text);
    // An invalid choice has no catalog, but the catalog of the open pack contains at least its own texts.
    let catalogs = loaded.catalog().into_iter().chain(cx.catalog());
    catalogs.into_iter().find_map(|c| c.texts.get(cx.texts.code(), &key)).map(str::to_owned)
}

fn option_label(cx: &ViewCx<'_>, loaded: &Loaded, option: &DeclaredOption) -> String {
    text(cx, loaded, option, "").unwrap_or_else(|| option.name.to_string())
}

fn choice_text(cx: &ViewCx<'_>, loaded: &Loaded, option: &DeclaredOption, choice: &Choice) -> String {
    let key = choice.key();
    text(cx, loaded, option, &format!(".{key}")).unwrap_or_else(|| key.to_string())
}

/// Returns the label of a value.
fn value_label(cx: &ViewCx<'_>, loaded: &Loaded, option: &DeclaredOption, value: &Value) -> String {
    match (value, value.as_form()) {
        (Value::Bool(on), _) => cx.t(if *on { "setup-on" } else { "setup-off" }),
        (Value::Int(n), _) => text(cx, loaded, option, &format!(".{n}")).unwrap_or_else(|| n.to_string()),
        (_, Some((name, _))) => text(cx, loaded, option, &format!(".{name}")).unwrap_or_else(|| name.to_owned()),
        _ => value.to_string(),
    }
}

/// Returns a sentence about a conflict and its resolution.
fn describe_conflict(cx: &ViewCx<'_>, loaded: &Loaded, chosen: &[Value], conflict: &OptionConflict) -> String {
    let (option, other) = (&loaded.options[conflict.option], &loaded.options[conflict.other]);
    let values: Vec<String> = conflict.values.iter().map(|v| value_label(cx, loaded, other, v)).collect();
    let values = [
        ("option", option_label(cx, loaded, option).into()),
        ("value", value_label(cx, loaded, option, &chosen[conflict.option]).into()),
        ("other", option_label(cx, loaded, other).into()),
        ("now", value_label(cx, loaded, other, &chosen[conflict.other]).into()),
        ("values", values.join(", ").into()),
        ("default", value_label(cx, loaded, option, &option.default).into()),
    ];
    cx.texts.with(if conflict.needs { "setup-needs" } else { "setup-excludes" }, &values)
}

/// Draws the state of the choice and the buttons. Returns the pressed button if it ends the setup.
fn foot(ui: &mut Ui, cx: &ViewCx<'_>, wanted: &mut NextGame, is_loaded: bool) -> Option<SetupEnd> {
    let complaint = complaint(cx, &wanted.pack_set);
    let refusal = complaint.as_ref().and_then(|_| cx.sets.latest(&wanted.pack_set)?.loaded.errors().next());
    let (state, colour) = match (refusal.map(SetRefusal::from_diagnostic), is_loaded) {
        (Some(why), _) => (cx.texts.with_name("setup-wrong", &cx.t(why.text())), cx.tokens.error),
        (None, true) => (cx.t("setup-ready"), cx.tokens.weak),
        (None, false) => (cx.t("setup-loading"), cx.tokens.weak),
    };
    let state = ui.label(RichText::new(state).color(colour));
    if let Some(why) = &complaint {
        // The tooltip has details for authors.
        state.on_hover_text(why);
    }
    let mut ended = None;
    ui.horizontal_wrapped(|ui| {
        if widgets::main_button(ui, cx.tokens, complaint.is_none(), cx.t("setup-begin")) {
            ended = Some(SetupEnd::Begin);
        }
        if ui.add_enabled(!wanted.pack_set.is_plain(), Button::new(cx.t("setup-plain"))).clicked() {
            wanted.pack_set = PackSet::default();
        }
        if ui.button(cx.t("setup-close")).clicked() {
            ended = ended.or(Some(SetupEnd::Close));
        }
    });
    ended
}
