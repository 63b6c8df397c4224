//! Provides functions that register rules while a module loads.

use std::sync::Arc;

use mlua::{Function, Lua, LuaString, MultiValue, Table, Value};
use tilewright_core::catalog::Value as Data;
use tilewright_core::machine::restrict::NeighbourFilter;
use tilewright_core::machine::rules::{Among, When};
use tilewright_core::state::event::Filter;
use tilewright_core::state::sheet::Share;

use super::caller::find_caller;
use super::entry::{Allowed, HostFunction, Receiver, bind, entry};
use super::settings::SettingsTable;
use crate::host::loading::{HookPurpose, Registered};
use crate::host::rule_set::Condition;
use crate::host::text::{ScriptName, Text};
use crate::host::{Host, text};
use crate::schema::events::{self, EFFECTS, EVENTS};
use crate::schema::suggest::suggestion_for;
use crate::vm::trouble::{forbidden, misuse};

const ON: Receiver = Receiver::Global;
const IN: Allowed = Allowed::Load;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        IN,
        "score(terrain: terrain, options: {when: text, among: text, share: text, book: book, claims: text}?, fill: function)",
        "Registers the rule that fills the sheet of every feature of a terrain. The function receives the sheet, the \
         feature, and true if the feature is scored as at the end of the game.\n- `when`: `in_play`: only before the \
         end of the game; `final`: only at the end. Without it, both.\n- `among`: which of the features scored by a \
         step get a sheet: the `finished` ones, or `all`. Without it, only features with a figure that has a weight; \
         with `share = \"owner\"`, all.\n- `share`: the distribution of the points: `majority`, `each`, `per_claim`, \
         `ranks`, or `owner`, the seat on whose plane the feature is. Without it, `majority`.\n- `book`: the book in \
         which the points are entered. Without it, the terrain's own.\n- `claims`: `none`: the figures on the feature \
         claim nothing. Without it, `own`: they claim by their weights.",
        "score(\"road\", function(sheet, road) sheet:per(\"tile\", road:tiles(), 1) end)",
        bind!(score),
    ),
    entry(
        ON,
        IN,
        "amend(terrain: terrain_or_all, options: {tag: tag, with_token: token, stage: text, when: text, book: book}?, fill: function)",
        "Registers a change to the sheets that the rule of a terrain fills, or the rules of every terrain with \
         `\"*\"`. The function receives the sheet, the feature, and true if the feature is scored as at the end of the \
         game.\n- `tag`: only features with this tag.\n- `with_token`: only features with this token on a segment, or \
         on a cell with a tile of the feature.\n- `stage`: the stage of the change: `raise`, `void`, `add`, `scale`, \
         `after`, `flat`, or a stage of a pack. Without it, `add`.\n- `when`: `finished` or `unfinished` features \
         only; `in_play`: only before the end of the game; `final`: only at the end. Without it, always.\n- `book`: \
         only rules that enter their points in this book. Without it, rules that use the terrain's own.",
        "amend(\"road\", { tag = \"inn\", stage = \"raise\" }, function(sheet) sheet:raise(\"tile\", 1, \"inn\") end)",
        bind!(amend),
    ),
    entry(
        ON,
        IN,
        "amend_claims(terrain: terrain, amend: function)",
        "Registers a function that changes the claims on features of a terrain, such as a rule that breaks ties. The \
         function receives the feature and a table with the claim of each seat, by seat, and changes the numbers in \
         it. Sheets, `claim_of`, `holders`, `holds` and `sheet:claim` use the changed claims; `claimed` does not. \
         Several functions run in order, each with the numbers of the previous one. The function cannot change the \
         game, and its own queries of claims return the claims of the figures alone.",
        "amend_claims(\"city\", function(city, claims) if #city:holders() > 1 then claims[0] += 1 end end)",
        bind!(amend_claims),
    ),
    entry(
        ON,
        IN,
        "stage(name: text, options: {after: text})",
        "Adds a stage for amendments right after another stage.\n- `after`: the stage that it follows.",
        "stage(\"quarter\", { after = \"scale\" })",
        bind!(stage),
    ),
    entry(
        ON,
        IN,
        "step(name: text, options: {terrain: terrain, tag: tag, kind: kind, seat_has: figure_kind, counters: counter[], seat_counts: counter[], together: token[], on_finished: token[], bags: bag[], any: any[]}?, run: function)",
        "Registers the function that carries out a step of this name. The function receives the seat and may ask. \
         With options it is called only if they match: `terrain`, `tag` and `kind` describe the tile in play, or else \
         the tile that the running part has placed; `Filters` describes all options.",
        "step(\"sail\", { bags = { \"winds\" } }, function(seat) … end)",
        bind!(step),
    ),
    entry(
        ON,
        IN,
        "offer(ask: text, options: {terrain: terrain, tag: tag, kind: kind, seat_has: figure_kind, counters: counter[], seat_counts: counter[], together: token[], on_finished: token[], bags: bag[], any: any[]}?, amend: function)",
        "Registers a function that adds options to a decision or removes some. The function receives the options of \
         the decision and the seat; it cannot change the game. With options it is called only if they match: \
         `terrain`, `tag` and `kind` describe the tile in play, or else the tile that the running part has placed; \
         `Filters` describes all options.",
        "offer(\"deploy\", function(options, seat) options:add(\"recall\", \"recall\") end)",
        bind!(offer),
    ),
    entry(
        ON,
        IN,
        "restrict(effect: effect, options: {terrain: terrain, tag: tag, kind: kind, seat_has: figure_kind, counters: counter[], seat_counts: counter[], together: token[], on_finished: token[], bags: bag[], any: any[], beside: token, beside_kind: kind, beside_same: boolean, beside_tag: tag, reason: text}?, judge: function?)",
        "Registers a function that checks whether a tile may be placed where its edges fit; the effect is `place`. \
         The function receives the kind, the cell, the turn and the seat. It returns false if the tile may not be \
         placed there, and with it the reason: the name of a text `refusal.NAME`, or a text. It cannot change the \
         game, and a placement needs the consent of all restrictions. Restrictions apply to the steps that draw, \
         choose and place, and to `fits`, `placements`, `placements_at`, `count_placements`, `ask_place` and \
         `place_tile`, except with `free`. With options the function is called only for placements that match. \
         `terrain`, `tag` and `kind` describe the tile that is placed. Options that begin with `beside` must all \
         match the same neighbouring tile. `Filters` describes the other options. Without a function, all placements \
         that match are refused, which is the fastest form.\n- `beside`: this token is on a neighbouring cell.\n- \
         `beside_kind`: a neighbouring tile is of this kind.\n- `beside_tag`: a neighbouring tile has this tag.\n- \
         `beside_same`: true: a neighbouring tile is of the kind that is placed.\n- `reason`: the reason of the \
         refusal if there is no function: a name or a text.",
        "restrict(\"place\", { beside_same = true, reason = \"alike\" })",
        bind!(restrict),
    ),
    entry(
        ON,
        IN,
        "chosen(group: text, act: function)",
        "Registers a function for options of a group that an offer of this module has added. It is called when a \
         player chooses one of them, receives the seat and the target of the option, which is something on the board, \
         a kind, or a number, and may ask.",
        "chosen(\"recall\", function(seat, figure) take_home(figure) end)",
        bind!(register_chosen),
    ),
    entry(
        ON,
        IN,
        "on(event: event, options: {terrain: terrain, tag: tag, kind: kind, figure: figure_kind, reason: text, seat_has: figure_kind, beside: token, moved: boolean, counters: counter[], seat_counts: counter[], with_token: token, together: token[], on_finished: token[], bags: bag[], any: any[], asks: boolean}?, react: function)",
        "Registers a reaction to an event. The function receives a table with the fields of the event. With options \
         it is called only for events that match; `Filters` describes them. An event that does not match costs no \
         call.\n- `asks`: true: the function may ask and wait. Without it, it may not.",
        "on(\"placed\", { tag = \"pirate\" }, function(ev) pay(\"gold\", ev.seat, nil, 2) end)",
        bind!(register_reaction),
    ),
    entry(
        ON,
        IN,
        "replace(effect: effect, options: {terrain: terrain, tag: tag, kind: kind, figure: figure_kind, reason: text, seat_has: figure_kind, beside: token, moved: boolean, counters: counter[], seat_counts: counter[], with_token: token, together: token[], on_finished: token[], bags: bag[], any: any[], asks: boolean}?, act: function)",
        "Registers a function that acts instead of an effect. The function receives a table with the fields of the \
         effect. If it returns false, the next replacement is called; if all return false, the effect happens. \
         Effects of the same kind that the function causes skip it. The rule that caused the effect continues when \
         the function has returned, and reactions follow as they would follow the effect. With options it is called \
         only for effects that match; `Filters` describes them.\n- `asks`: true: the function may ask and wait. \
         Without it, it may not.",
        "replace(\"award\", { asks = true }, function(ev) … end)",
        bind!(replace),
    ),
    entry(
        ON,
        Allowed::Anywhere,
        "option(name: option) -> any",
        "Returns the value of an option of this pack, or of `pack:name`. For a form such as `fixed(9,9)`, returns its \
         name and its numbers.",
        "if option(\"small\") then … end",
        bind!(option),
    ),
    entry(
        ON,
        IN,
        "require(name: text) -> any",
        "Returns the value that another module of this pack or of the library returned when it loaded. The module \
         must be listed earlier in `rules`.",
        "local boards = require(\"boards\")",
        bind!(require),
    ),
];

/// Settings that restrict the occasions on which a registered function is called.
pub(crate) const FILTERS: &[(&str, &str)] = &[
    ("terrain", "The tile or feature has this terrain, or a segment of it."),
    ("tag", "The tile, the kind or the feature has this tag."),
    ("kind", "The tile is of this kind."),
    ("figure", "The figure is of this kind. Only for `on` and `replace`."),
    ("reason", "The event or effect has this reason. Only for `on` and `replace`."),
    ("seat_has", "The seat has a figure of this kind outside its supply."),
    ("beside", "This token is on a cell next to the tile. Only for `on`, `replace` and `restrict`."),
    (
        "moved",
        "True: the figure comes from another place; false: it comes from the supply. Only for `on` and `replace`.",
    ),
    ("counters", "One of these counters differs from its value at the start of the game, for any seat or key."),
    ("seat_counts", "For the seat, one of these counters differs from its value at the start of the game."),
    (
        "with_token",
        "This token is on the feature: on one of its segments, or on a cell with one of its tiles. Only for `on` and \
         `replace`.",
    ),
    ("together", "Two of these tokens are on segments of one feature."),
    ("on_finished", "One of these tokens is on a segment of a finished feature."),
    ("bags", "One of these bags holds a tile."),
    ("any", "At least one table of this list matches; the tables have the same options."),
];

fn register(host: &Host, lua: &Lua, what: HookPurpose, function: Function) -> mlua::Result<()> {
    if !host.frames.is_loading() {
        return Err(forbidden("rules are registered while their module loads, not later"));
    }
    let line = find_caller(lua, host).map_or(0, |o| o.line);
    let mut loading = host.frames.loading()?;
    let module = loading.module;
    loading.registered.push(Registered { module, line, what, function });
    Ok(())
}

/// Reads the optional table and the function at the end of the arguments.
fn tail(args: MultiValue, what: &str) -> mlua::Result<(Option<Table>, Function)> {
    let mut args = args.into_iter();
    match (args.next(), args.next()) {
        (Some(Value::Function(f)), None) => Ok((None, f)),
        (Some(Value::Table(t)), Some(Value::Function(f))) => Ok((Some(t), f)),
        (Some(Value::Nil), Some(Value::Function(f))) => Ok((None, f)),
        _ => Err(misuse(format!("{what} takes an optional table of options, then a function"))),
    }
}

fn score(host: &Host, lua: &Lua, terrain: Text, rest: MultiValue) -> mlua::Result<()> {
    let terrain = host.terrain(&terrain)?;
    let (table, function) = tail(rest, "score")?;
    let options = SettingsTable::from_table(table.as_ref());
    options.only(&["when", "among", "share", "book", "claims"])?;
    let when = options.word("when", &[("final", When::Final), ("in_play", When::Completed)])?;
    let among = options.word("among", &[("finished", Among::Complete), ("all", Among::All)])?;
    let share = options.share()?.unwrap_or_default();
    let book = options.book(host)?.unwrap_or_else(|| host.catalog.book_of(terrain));
    let own_claims = options.word("claims", &[("none", false), ("own", true)])?.unwrap_or(true);
    // On a plane with an owner, features need no figures.
    let usual = if share == Share::Owner { Among::All } else { Among::Claimed };
    let (when, among) = (when.unwrap_or_default(), among.unwrap_or(usual));
    register(host, lua, HookPurpose::Score { terrain, when, among, share, book, own_claims }, function)
}

/// Name that means every terrain, and every list of steps.
pub(crate) const EVERY: &str = "*";

fn amend(host: &Host, lua: &Lua, terrain: Text, rest: MultiValue) -> mlua::Result<()> {
    let every = *terrain.hold(lua)?.as_bytes() == *EVERY.as_bytes();
    let terrain = if every { None } else { Some(host.terrain(&terrain)?) };
    let (table, function) = tail(rest, "amend")?;
    let options = SettingsTable::from_table(table.as_ref());
    options.only(&["tag", "with_token", "stage", "when", "book"])?;
    let stage = options.text("stage")?.map_or("add".to_owned(), |s| s.to_string_lossy());
    let tag = options.text("tag")?.map(|t| host.tag(&t)).transpose()?;
    let with_token = options.text("with_token")?.map(|t| host.token(&t)).transpose()?;
    let words = [
        ("finished", (Some(true), None)),
        ("unfinished", (Some(false), None)),
        ("final", (None, Some(true))),
        ("in_play", (None, Some(false))),
    ];
    let (finished, last) = options.word("when", &words)?.unwrap_or_default();
    let book = options.book(host)?;
    let condition = Condition { tag, with_token, finished, last };
    register(host, lua, HookPurpose::Amend { terrain, book, stage, condition }, function)
}

fn amend_claims(host: &Host, lua: &Lua, terrain: Text, function: Function) -> mlua::Result<()> {
    let terrain = host.terrain(&terrain)?;
    register(host, lua, HookPurpose::AmendClaims { terrain }, function)
}

fn stage(host: &Host, lua: &Lua, name: Text, table: Table) -> mlua::Result<()> {
    let options = SettingsTable::from_table(Some(&table));
    options.only(&["after"])?;
    let after = options.text("after")?.ok_or_else(|| misuse("`after` names the stage that it follows"))?;
    if !host.frames.is_loading() {
        return Err(forbidden("stages are added while their module loads, not later"));
    }
    let (name, after) = (text::key(&name.hold(lua)?)?, after.to_string_lossy());
    let mut loading = host.frames.loading()?;
    if loading.stages.iter().any(|s| **s == *name) {
        return Ok(());
    }
    let at = loading.stages.iter().position(|s| **s == *after);
    let at = at.ok_or_else(|| misuse(format!("there is no stage `{after}`")))?;
    loading.stages.insert(at + 1, name);
    Ok(())
}

fn step(host: &Host, lua: &Lua, name: Text, rest: MultiValue) -> mlua::Result<()> {
    let (table, function) = tail(rest, "step")?;
    let options = SettingsTable::from_table(table.as_ref());
    options.only(OF_TILES_AND_POSITIONS)?;
    let filter = filter(host, &options, OF_TILES_AND_POSITIONS)?;
    register(host, lua, HookPurpose::Step { name: text::key(&name.hold(lua)?)?.to_string(), filter }, function)
}

fn offer(host: &Host, lua: &Lua, ask: Text, rest: MultiValue) -> mlua::Result<()> {
    let (table, function) = tail(rest, "offer")?;
    let options = SettingsTable::from_table(table.as_ref());
    options.only(OF_TILES_AND_POSITIONS)?;
    let filter = filter(host, &options, OF_TILES_AND_POSITIONS)?;
    register(host, lua, HookPurpose::Offer { ask: text::key(&ask.hold(lua)?)?.to_string(), filter }, function)
}

fn restrict(host: &Host, lua: &Lua, effect: Text, rest: MultiValue) -> mlua::Result<()> {
    let name = effect.read(lua)?;
    if name != RESTRICTED {
        return Err(misuse(format!("only the effect `{RESTRICTED}` can be restricted, not `{name}`")));
    }
    let (table, function) = match rest.front() {
        Some(Value::Table(table)) if rest.len() == 1 => (Some(table.clone()), None),
        _ => tail(rest, "restrict").map(|(table, function)| (table, Some(function)))?,
    };
    let options = SettingsTable::from_table(table.as_ref());
    let known: Vec<&str> = OF_TILES_AND_POSITIONS.iter().chain(OF_PLACEMENTS).copied().collect();
    options.only(&known)?;
    // Here `reason` is the reason of the restriction, not a filter.
    let filter = Filter { reason: None, ..filter(host, &options, OF_TILES_AND_POSITIONS)? };
    let beside = NeighbourFilter {
        kind: options.text("beside_kind")?.map(|t| host.kind(&t)).transpose()?,
        same: options.flag("beside_same")?,
        tag: options.text("beside_tag")?.map(|t| host.tag(&t)).transpose()?,
    };
    let reason = options.text("reason")?.map(|t| text::name(&t)).transpose()?;
    let asks = function.is_some();
    if asks && reason.is_some() {
        return Err(misuse("the function says why: `reason` is for a restriction without one"));
    }
    let function = function.map_or_else(|| lua.create_function(|_, ()| Ok(false)), Ok)?;
    register(host, lua, HookPurpose::Restrict { filter, beside, asks, reason }, function)
}

/// Name of the only effect that can be restricted.
const RESTRICTED: &str = "place";

fn register_chosen(host: &Host, lua: &Lua, group: Text, function: Function) -> mlua::Result<()> {
    register(host, lua, HookPurpose::Chosen { group: text::key(&group.hold(lua)?)?.to_string() }, function)
}

/// Filters of steps and offers.
const OF_TILES_AND_POSITIONS: &[&str] =
    &["terrain", "tag", "kind", "seat_has", "counters", "seat_counts", "together", "on_finished", "bags", "any"];

/// Additional settings of restrictions.
const OF_PLACEMENTS: &[&str] = &["beside", "beside_kind", "beside_same", "beside_tag", "reason"];

/// Returns all filters, which hooks on events and effects accept.
fn of_events() -> Vec<&'static str> {
    FILTERS.iter().map(|(name, _)| *name).collect()
}

/// Reads a filter; `known` lists the settings that nested filters accept.
fn filter(host: &Host, options: &SettingsTable, known: &[&str]) -> mlua::Result<Filter> {
    fn all<T>(
        options: &SettingsTable,
        key: &str,
        find: impl Fn(&LuaString) -> mlua::Result<T>,
    ) -> mlua::Result<Option<Arc<[T]>>> {
        options.texts(key)?.map(|names| names.iter().map(find).collect()).transpose()
    }
    let any = options.tables("any")?.map(|tables| {
        let read = tables.iter().map(|table| {
            let within = SettingsTable::from_table(Some(table));
            within.only(known)?;
            filter(host, &within, known)
        });
        read.collect::<mlua::Result<Arc<[Filter]>>>()
    });
    Ok(Filter {
        terrain: options.text("terrain")?.map(|t| host.terrain(&t)).transpose()?,
        tag: options.text("tag")?.map(|t| host.tag(&t)).transpose()?,
        kind: options.text("kind")?.map(|t| host.kind(&t)).transpose()?,
        figure: options.text("figure")?.map(|t| host.figure(&t)).transpose()?,
        reason: options.text("reason")?.map(|t| host.symbol(&t)).transpose()?,
        seat_has: options.text("seat_has")?.map(|t| host.figure(&t)).transpose()?,
        beside: options.text("beside")?.map(|t| host.token(&t)).transpose()?,
        moved: options.flag_if_given("moved")?,
        counters: all(options, "counters", |name| host.counter(name))?,
        seat_counts: all(options, "seat_counts", |name| host.counter(name))?,
        with_token: options.text("with_token")?.map(|t| host.token(&t)).transpose()?,
        together: all(options, "together", |name| host.token(name))?,
        on_finished: all(options, "on_finished", |name| host.token(name))?,
        bags: all(options, "bags", |name| host.declared_bag(name))?
            .map(|bags| bags.iter().flat_map(|&bag| host.catalog.bags_of(bag)).collect()),
        any: any.transpose()?,
    })
}

fn hook(host: &Host, rest: MultiValue, what: &'static str) -> mlua::Result<(Filter, bool, Function)> {
    let (table, function) = tail(rest, what)?;
    let options = SettingsTable::from_table(table.as_ref());
    let filters = of_events();
    let known: Vec<&str> = filters.iter().copied().chain(["asks"]).collect();
    options.only(&known)?;
    Ok((filter(host, &options, &filters)?, options.flag("asks")?, function))
}

fn register_reaction(host: &Host, lua: &Lua, event: Text, rest: MultiValue) -> mlua::Result<()> {
    let name = event.read(lua)?;
    let event = events::event(&name).map(|told| told.event).ok_or_else(|| {
        let hint = suggestion_for(&name, EVENTS.iter().map(|told| told.name));
        misuse(format!("there is no event `{name}`: {hint}"))
    })?;
    let (filter, asks, function) = hook(host, rest, "on")?;
    register(host, lua, HookPurpose::On { event, filter, asks }, function)
}

fn replace(host: &Host, lua: &Lua, effect: Text, rest: MultiValue) -> mlua::Result<()> {
    let name = effect.read(lua)?;
    let event = events::effect(&name).map(|told| told.event).ok_or_else(|| {
        // An author who writes the name of the event probably means its effect.
        let hint = match EFFECTS.iter().find(|told| told.event.name() == name) {
            Some(told) => format!("did you mean `{}`?", told.name),
            None => suggestion_for(&name, EFFECTS.iter().map(|told| told.name)),
        };
        misuse(format!("there is no effect `{name}` to replace: {hint}"))
    })?;
    let (filter, asks, function) = hook(host, rest, "replace")?;
    register(host, lua, HookPurpose::Replace { event, filter, asks }, function)
}

fn option(host: &Host, lua: &Lua, name: Text) -> mlua::Result<MultiValue> {
    let name = name.read(lua)?;
    let pack = if host.frames.is_loading() {
        let module = host.frames.loading()?.module;
        host.catalog.modules.get(module).map(|m| m.pack.to_string())
    } else {
        find_caller(lua, host).and_then(|o| host.catalog.modules.get(usize::from(o.module))).map(|m| m.pack.to_string())
    };
    let value = host.catalog.option(&name, pack.as_deref()).or_else(|| host.catalog.option(&name, None));
    let value = value.ok_or_else(|| misuse(format!("there is no option `{name}`")))?;
    if let (Data::Text(text), Some((form, numbers))) = (value, value.as_form())
        && !numbers.is_empty()
        && form.len() < text.len()
    {
        let mut values = MultiValue::new();
        values.push_back(Value::String(lua.create_string(form)?));
        values.extend(numbers.into_iter().map(|n| Value::Number(n as f64)));
        return Ok(values);
    }
    Ok(MultiValue::from_iter([lua_value(lua, value)?]))
}

fn require(host: &Host, lua: &Lua, name: Text) -> mlua::Result<Value> {
    let name = name.read(lua)?;
    let module = host.frames.loading()?.module;
    let pack = host.catalog.modules.get(module).map_or("", |m| &*m.pack);
    let ends = format!("/{name}.lua");
    let found = host
        .catalog
        .modules
        .iter()
        .take(module)
        .position(|m| m.path.ends_with(&ends) && (*m.pack == *pack || m.path.starts_with("scripts/")));
    match found.and_then(|i| host.exports.borrow().get(i).cloned()) {
        Some(value) => Ok(value),
        None => Err(misuse(format!("there is no module `{name}` before this one in the pack or the library"))),
    }
}

/// Converts a value from a pack to a value for scripts.
pub(crate) fn lua_value(lua: &Lua, value: &Data) -> mlua::Result<Value> {
    Ok(match value {
        Data::Bool(b) => Value::Boolean(*b),
        Data::Int(n) => Value::Number(*n as f64),
        Data::Text(text) => Value::String(lua.create_string(&**text)?),
        Data::List(items) => {
            let table = lua.create_table()?;
            for item in items {
                table.raw_push(lua_value(lua, item)?)?;
            }
            table.set_readonly(true);
            Value::Table(table)
        }
        Data::Map(items) => {
            let table = lua.create_table()?;
            for (name, item) in items {
                table.raw_set(&**name, lua_value(lua, item)?)?;
            }
            table.set_readonly(true);
            Value::Table(table)
        }
    })
}
