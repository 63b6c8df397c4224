//! Asks seats to choose, in functions that run as coroutines.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tilewright_core::catalog::id::{BagId, FigureId};

use mlua::{IntoLua, Lua, LuaString, Table, Value};
use tilewright_core::limits;
use tilewright_core::state::decision::Options;
use tilewright_core::state::effect::Place;
use tilewright_core::state::feature_set::FeatureSet;
use tilewright_core::state::key::{OptionKey, twice};
use tilewright_core::state::question::{Listed, Meaning, Question, Target, Wording};
use tilewright_core::state::trail::OnTrail;

use super::entry::{Allowed, Bind, HostFunction, Receiver, bind, entry};
use super::feature_set::set_in;
use super::keys::{key_in, pieces_in, target_of, thing_in};
use super::lookup::figure_of;
use super::option_item::{OptionFields, OptionItem};
use super::seats::check_seat;
use crate::host::handle::{Handle, SeatArg, describe};
use crate::host::text::Text;
use crate::host::{Host, text};
use crate::vm::budget;
use crate::vm::trouble::{forbidden, misuse};

const ON: Receiver = Receiver::Global;

pub(super) const ENTRIES: &[HostFunction] = &[
    entry(
        ON,
        Allowed::Ask,
        "ask(seat: seat, name: text, options: any[], settings: {none: any, auto: boolean, secret: boolean}?) -> any",
        "Asks a seat to choose an option from a list. Returns the chosen option in the form in which the list \
            contains it. An option is a text, a number, a game object, or a table:\n- `key`: the key of the option: \
            a text, a number, a game object, or a list of these, which are written without a separator: `{ \"for:\", \
            2, \":\", 3 \
         }` is `for:2:3`.\n- `target`: the thing that pictures show for it: a game object, a kind as `kind(\"T01\")`, \
         or the name of a bag.\n- `secret`: true: other seats see neither the option nor its choice, only that a \
         secret option was chosen.\n- `each`: a list of things or numbers, or a set of features (see \
         `count_features`, the fastest way for large sets). The table adds an option for each of them, and the call \
         returns the table and the chosen thing. The keys begin with `key`, if there is one.\n- `text`: the name of \
         the option's text: `text = \"name\"` shows the text `ask.QUESTION.name` of the pack. Records keep the \
         key.\n- `args`: a list of the values of `{1}`, `{2}` … in that text: texts, numbers and things of the game, \
         shown by their names. \n\nThings on the board have the keys of their places; if several figures share a \
         place, the seat and the kind are part of the key. Settings of the question:\n- `none`: true, or a key: adds \
         an option for choosing nothing, for which the call returns nil.\n- `auto`: true: a single option is chosen \
         without asking.\n- `secret`: true: other seats do not see the question.",
        "local path = ask(seat, \"jungle\", paths, { none = \"stay\" }) if path == nil then return end",
        None,
    ),
    entry(
        ON,
        Allowed::Ask,
        "ask_all(name: text, options: any, settings: {seats: seat[], none: any, auto: boolean}?) -> any",
        "Asks several seats at the same time; no seat sees the choices of the others. Returns when all have chosen: a \
         table by seat with each choice, in the form that `ask` returns. `options` is a list for all of them, or a \
         function that receives a seat and returns the seat's own list; the list must not depend on the choices of \
         others. The choices stay hidden until the rule shows them, for example by a counter that everyone sees.\n- \
         `seats`: the seats that are asked. Without it, all seats in the game, starting with the active one.\n- \
         `none`: true, or a key: adds an option for choosing nothing, for which the table has no entry.\n- `auto`: \
         true: a single option is chosen without asking.",
        "local bids = ask_all(\"bid\", { 0, 1, 2, 3 })",
        None,
    ),
    entry(
        ON,
        Allowed::Ask,
        "wait()",
        "Waits until all turn parts that were put on the agenda are over.",
        "schedule(…) wait()",
        None,
    ),
];

/// Host functions that only the prelude, which is written in Lua, can call.
pub(super) const PRIVATE: &[(&str, Option<Bind>)] = &[
    ("prepare", bind!(making prepare)),
    ("may_wait", bind!(may_wait)),
    ("holds", bind!(holds)),
    ("seats_in_turn", bind!(making seats_in_turn)),
    ("count_features", bind!(making super::feature_set::count_features)),
    ("feature_at", bind!(making super::feature_set::feature_at)),
    ("last_deployed", bind!(super::effects::last_deployed)),
    ("placements_for", bind!(super::place::placements_for)),
];

/// Returns the seats that are in the game, starting with the active one.
fn seats_in_turn(host: &Host, lua: &Lua) -> mlua::Result<Table> {
    let game = host.game()?;
    let seats = game.seats_from(game.active_seat()).filter(|&seat| game.in_game(seat));
    lua.create_sequence_from(seats.map(|seat| seat.0))
}

/// True if the running function has caused effects that rules may replace, so that it must yield.
fn holds(host: &Host, _: &Lua) -> mlua::Result<bool> {
    let holds = host.game()?.holds_effects();
    if holds {
        host.frames.action()?.awaits_effects = true;
    }
    Ok(holds)
}

fn may_wait(host: &Host, _: &Lua) -> mlua::Result<()> {
    may_ask(host)
}

fn may_ask(host: &Host) -> mlua::Result<()> {
    if host.frames.may_ask() {
        Ok(())
    } else {
        Err(forbidden("only steps, and hooks registered with `asks = true`, may ask or wait"))
    }
}

/// Result of preparing a question: true if the seat may decline, the form of its options, and the option that was
/// chosen when the question was asked before.
type Prepared = (bool, Several, Option<u32>);

/// Number of options for each item of a list of options.
#[derive(Clone, Copy)]
enum Several {
    /// Each item is one option.
    No,
    /// Some items are tables with several options.
    Some,
    /// Each item has this many options, the features of one set.
    All(u32),
}

impl IntoLua for Several {
    fn into_lua(self, _: &Lua) -> mlua::Result<Value> {
        Ok(match self {
            Several::No => Value::Boolean(false),
            Several::Some => Value::Boolean(true),
            Several::All(count) => Value::Number(f64::from(count)),
        })
    }
}

impl From<bool> for Several {
    fn from(several: bool) -> Several {
        if several { Several::Some } else { Several::No }
    }
}

/// Stores the question that the running script asks.
fn prepare(
    host: &Host,
    lua: &Lua,
    seat: SeatArg,
    name: Text,
    options: Table,
    settings: Option<Table>,
) -> mlua::Result<Prepared> {
    may_ask(host)?;
    let seat = check_seat(host, seat)?;
    let fields = host.field_names(lua)?;
    let setting = |key: &LuaString| settings.as_ref().map_or(Ok(Value::Nil), |t| t.raw_get::<Value>(key));
    let name = host.key(&name)?;
    if host.game()?.is_led() {
        let (count, several) = standing(host, lua, &options)?;
        let alone = count == 1 && is_off(&setting(&fields.none)?) && setting(&fields.auto)? == Value::Boolean(true);
        match if alone { OnTrail::Free } else { host.game_for_notes().next_on_trail() } {
            OnTrail::Free => {}
            OnTrail::Goes(number) => {
                begin_again(host)?;
                return Ok((false, several.into(), Some(number + 1)));
            }
            OnTrail::End => {
                let secret = setting(&fields.secret)? == Value::Boolean(true);
                let options = Options::List(Vec::new());
                host.frames.action()?.question = Some(Question { seat, ask: name, pack: None, options, secret });
                return Ok((false, several.into(), None));
            }
        }
    }
    if is_off(&setting(&fields.none)?)
        && let Some(options) = of_one_set(host, lua, &options)?
    {
        let Options::Features { features, .. } = &options else { return Err(misuse("a set of features has none")) };
        let each = features.count() as u32;
        let (count, secret) = (options.count(), setting(&fields.secret)? == Value::Boolean(true));
        if count == 0 {
            return Err(misuse(format!("the question `{name}` has no option")));
        }
        too_many(&name, count as usize)?;
        let alone = count == 1 && setting(&fields.auto)? == Value::Boolean(true);
        if !alone {
            host.frames.action()?.question = Some(Question { seat, ask: name, pack: None, options, secret });
        }
        return Ok((alone, Several::All(each), None));
    }
    let mut asked = OptionReader {
        host,
        lua,
        name,
        options: Vec::with_capacity(options.raw_len()),
        several: false,
        figures: 0,
        last_each: None,
    };
    asked.room_for(options.raw_len())?;
    options.for_each_value(|item: OptionItem| asked.take(&item))?;
    asked.tell_apart()?;
    match setting(&fields.none)? {
        off if is_off(&off) => {}
        Value::String(key) => asked.push(OptionKey::Text(text::key(&key)?), Target::None),
        _ => asked.push("none".into(), Target::None),
    }
    let OptionReader { name, options, several, .. } = asked;
    if options.is_empty() {
        return Err(misuse(format!("the question `{name}` has no option")));
    }
    {
        let game = host.game()?;
        if let Some(key) = twice(options.iter().map(|option| &option.key), &game) {
            return Err(misuse(format!(
                "two options of the question `{name}` have the key `{}`; add a part that distinguishes them",
                key.text(&game)
            )));
        }
    }
    let alone = options.len() == 1 && setting(&fields.auto)? == Value::Boolean(true);
    if !alone {
        let secret = setting(&fields.secret)? == Value::Boolean(true);
        let options = Options::List(options);
        host.frames.action()?.question = Some(Question { seat, ask: name, pack: None, options, secret });
    }
    Ok((alone, several.into(), None))
}

/// Counts the options of a list; returns true with the count if one of its tables has several options.
fn standing(host: &Host, lua: &Lua, options: &Table) -> mlua::Result<(usize, bool)> {
    let (mut count, mut several) = (0usize, false);
    options.for_each_value(|item: OptionItem| {
        let each = match &item {
            OptionItem::Table(fields) => fields.each.as_table(),
            OptionItem::Other(_) => None,
        };
        several |= each.is_some();
        count = count.saturating_add(match each {
            None => 1,
            Some(each) => match set_in(host, lua, each)? {
                Some(set) => set.count_up_to(&*host.game()?, usize::MAX),
                None => each.raw_len(),
            },
        });
        Ok(())
    })?;
    Ok((count, several))
}

/// Returns the options of a list of texts that all have the same set of features; `None` for other lists, or if two
/// options could have equal keys.
fn of_one_set(host: &Host, lua: &Lua, options: &Table) -> mlua::Result<Option<Options>> {
    let count = options.raw_len();
    if count == 0 || count > MOST_TEXTS {
        return Ok(None);
    }
    let mut texts: Vec<Arc<str>> = Vec::with_capacity(count);
    let mut of: Option<Table> = None;
    for number in 1..=count {
        let OptionItem::Table(fields) = options.raw_get(number)? else { return Ok(None) };
        let OptionFields { key: Value::String(key), each: Value::Table(each), secret, text: Value::Nil, .. } = *fields
        else {
            return Ok(None);
        };
        if of.get_or_insert_with(|| each.clone()).to_pointer() != each.to_pointer() {
            return Ok(None);
        }
        if !is_off(&secret) {
            return Ok(None);
        }
        let text = host.key(&key)?;
        if texts.iter().any(|other| other.starts_with(&*text) || text.starts_with(&**other)) {
            return Ok(None);
        }
        texts.push(text);
    }
    let Some(of) = of else { return Ok(None) };
    let Some(set) = set_in(host, lua, &of)? else { return Ok(None) };
    Ok(Some(Options::Features { before: texts, features: set.find(&*host.game()?) }))
}

/// Maximum number of texts that are compared with each other.
const MOST_TEXTS: usize = 16;

fn too_many(name: &str, count: usize) -> mlua::Result<()> {
    let most = limits::OPTIONS;
    if count > most {
        return Err(misuse(format!("the question `{name}` has {count} options: {most} are the most")));
    }
    Ok(())
}

/// True if a setting is nil or false.
fn is_off(setting: &Value) -> bool {
    matches!(setting, Value::Nil | Value::Boolean(false))
}

/// Resets the limits of the run after a replayed answer, as they are reset after any other answer.
fn begin_again(host: &Host) -> mlua::Result<()> {
    host.frames.action()?.changes_left = limits::CALL_CHANGES;
    host.run_changes_left.set(limits::RUN_CHANGES);
    budget::begin_run(limits::RUN_STEPS, false);
    Ok(())
}

/// Options of a question while they are read.
struct OptionReader<'a> {
    host: &'a Host,
    lua: &'a Lua,
    name: Arc<str>,
    options: Vec<Listed>,
    /// True if a table has several options.
    several: bool,
    /// Number of options whose key is the place of a figure.
    figures: usize,
    /// List of things that was read last: its address, and the range of its options.
    last_each: Option<(usize, usize, usize)>,
}

impl OptionReader<'_> {
    /// Checks that `more` options are within the limit, and charges for them.
    fn room_for(&mut self, more: usize) -> mlua::Result<()> {
        too_many(&self.name, self.options.len().saturating_add(more))?;
        budget::charge(more);
        Ok(())
    }

    #[inline]
    fn push(&mut self, key: OptionKey, target: Target) {
        self.figures += usize::from(matches!(key, OptionKey::Thing(_, Target::Figure(_))));
        let meaning = Meaning::Script(self.options.len() as u32);
        self.options.push(Listed { key, target, meaning, secret: false, wording: None });
    }

    /// Reads an item of the list.
    #[inline]
    fn take(&mut self, item: &OptionItem) -> mlua::Result<()> {
        match item {
            OptionItem::Table(fields) => self.take_table(fields)?,
            OptionItem::Other(Value::String(text)) => self.push(OptionKey::Text(text::key(text)?), Target::None),
            OptionItem::Other(other) => {
                let known = thing_in(&*self.host.game()?, other)?;
                let (thing, target) =
                    known.ok_or_else(|| misuse(format!("an option cannot be {}", describe(other))))?;
                self.push(OptionKey::Thing(None, thing), target);
            }
        }
        Ok(())
    }

    fn take_table(&mut self, fields: &OptionFields) -> mlua::Result<()> {
        let first = self.options.len();
        self.take_items(fields)?;
        if !is_off(&fields.secret) {
            self.options[first..].iter_mut().for_each(|option| option.secret = true);
        }
        if let Some(wording) = self.wording(fields)? {
            self.options[first..].iter_mut().for_each(|option| option.wording = Some(Arc::clone(&wording)));
        }
        Ok(())
    }

    /// Returns the text that a table gives its options, with its arguments; `None` if the text follows from the key.
    fn wording(&self, OptionFields { text, args, .. }: &OptionFields) -> mlua::Result<Option<Arc<Wording>>> {
        let text = match text {
            Value::String(text) => self.host.key(text)?,
            Value::Nil if args.is_nil() => return Ok(None),
            Value::Nil => return Err(misuse("an option with `args` needs a `text` that they belong to")),
            other => {
                return Err(misuse(format!("the `text` of an option is the name of a text, not {}", describe(other))));
            }
        };
        let args = match args {
            Value::Nil => Vec::new(),
            Value::Table(args) => pieces_in(self.host, args)?,
            other => return Err(misuse(format!("the `args` of an option are a list, not {}", describe(other)))),
        };
        Ok(Some(Arc::new(Wording { text, args })))
    }

    /// Reads the options of a table: one or several.
    fn take_items(&mut self, OptionFields { key, each, target, .. }: &OptionFields) -> mlua::Result<()> {
        match each {
            Value::Nil => {
                if key.is_nil() {
                    return Err(misuse("an option that is a table needs a `key`"));
                }
                let target = match target {
                    Value::LightUserData(data) => Handle::unpack(*data).map_or(Target::None, target_of),
                    Value::String(bag) => Target::Bag(self.bag(bag)?),
                    _ => Target::None,
                };
                self.push(key_in(self.host, key)?, target);
                Ok(())
            }
            Value::Table(things) => {
                let before = match key {
                    Value::Nil => None,
                    Value::String(before) => Some(self.host.key(before)?),
                    other => {
                        return Err(misuse(format!(
                            "the `key` of an option for each thing is a text, not {}",
                            describe(other)
                        )));
                    }
                };
                self.several = true;
                match set_in(self.host, self.lua, things)? {
                    Some(set) => self.take_set(before.as_ref(), &set),
                    None => self.take_each(before, things),
                }
            }
            other => Err(misuse(format!("`each` is a list of game objects or of numbers, not {}", describe(other)))),
        }
    }

    /// Looks up the bag that a text in `target` names.
    fn bag(&self, name: &LuaString) -> mlua::Result<BagId> {
        let text = name.to_string_lossy();
        let catalog = &self.host.catalog;
        if catalog.bags.find(&text).is_none() && catalog.kinds.find(&text).is_some() {
            return Err(misuse(format!(
                "there is no bag `{text}`: a `target` that is a text names a bag; for a kind of tile write kind(\"{text}\")"
            )));
        }
        self.host.bag(name)
    }

    /// Adds an option for each feature of a set.
    fn take_set(&mut self, before: Option<&Arc<str>>, set: &FeatureSet) -> mlua::Result<()> {
        let host = self.host;
        let game = host.game()?;
        let roots = set.find(&game).list();
        self.room_for(roots.len())?;
        for root in roots {
            let first = game.board().first_segment(root.segment());
            self.push(OptionKey::Thing(before.cloned(), Target::Segment(first)), Target::Segment(root.segment()));
        }
        Ok(())
    }

    /// Adds an option for each of several things, all with the same text in the key.
    fn take_each(&mut self, before: Option<Arc<str>>, things: &Table) -> mlua::Result<()> {
        // The table itself was counted as one option.
        self.room_for(things.raw_len())?;
        let (list, first) = (things.to_pointer() as usize, self.options.len());
        if let Some((known, from, to)) = self.last_each.replace((list, first, first))
            && known == list
        {
            // The same list is used again with another text.
            for number in from..to {
                let Listed { key: OptionKey::Thing(_, thing), target, .. } = self.options[number] else { continue };
                self.push(OptionKey::Thing(before.clone(), thing), target);
            }
            self.last_each = Some((list, first, self.options.len()));
            return Ok(());
        }
        let host = self.host;
        let game = host.game()?;
        things.for_each_value(|item: Value| {
            let (thing, target) = thing_in(&game, &item)?.ok_or_else(|| {
                misuse(format!("an option for each of some things cannot be one for {}", describe(&item)))
            })?;
            self.push(OptionKey::Thing(before.clone(), thing), target);
            Ok(())
        })?;
        self.last_each = Some((list, first, self.options.len()));
        Ok(())
    }

    /// Makes the keys of figures distinct. A figure is identified by its place; figures in one place also by seat and
    /// kind; and those with equal seat and kind by a number, from the second on, in the order of their ids.
    fn tell_apart(&mut self) -> mlua::Result<()> {
        if self.figures < 2 {
            return Ok(());
        }
        let game = self.host.game()?;
        let mut here: BTreeMap<(Option<Arc<str>>, Place), BTreeSet<FigureId>> = BTreeMap::new();
        let standing = |option: &Listed| match &option.key {
            OptionKey::Thing(before, Target::Figure(figure)) => {
                Some(((before.clone(), game.figure(*figure)?.place?), *figure))
            }
            _ => None,
        };
        for (place, figure) in self.options.iter().filter_map(standing) {
            here.entry(place).or_default().insert(figure);
        }
        here.retain(|_, all| all.len() > 1);
        if here.is_empty() {
            return Ok(());
        }
        for option in &mut self.options {
            let Some((place, figure)) = standing(option) else { continue };
            let Some(all) = here.get(&place) else { continue };
            let own = figure_of(&game, figure)?;
            let alike = all
                .range(..figure)
                .filter(|&&other| game.figure(other).is_some_and(|f| (f.seat, f.kind) == (own.seat, own.kind)));
            let number = alike.count() + 1;
            let place = option.key.text(&game);
            let key = format!("{place}:seat{}:{}", own.seat.0, self.host.catalog.figures.key_str(own.kind));
            option.key = OptionKey::Text(if number > 1 { format!("{key}:{number}").into() } else { key.into() });
        }
        Ok(())
    }
}
