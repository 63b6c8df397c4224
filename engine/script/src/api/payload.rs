//! Passes arguments to functions of scripts: an event or effect as a table, or the target of a chosen option.
//!
//! The fields of events and effects are pushed directly onto the stack, because mlua would first make a value of each
//! and move all of them. Without that, games take up to 4 % more instructions.

use mlua::{Function, IntoLua, Lua, LuaString, MultiValue, Table, Value};
use tilewright_core::state::effect::Place;
use tilewright_core::state::event::EventKind;
use tilewright_core::state::happening::{FieldKind, FieldValue, Occasion};
use tilewright_core::state::question::Target;

use crate::api::{carried_table, face_value, place_value};
use crate::host::Host;
use crate::host::handle::{Feature, Figure, Handle, Segment, Tile};
use crate::schema::events::{self, EventSchema, NAME};
use crate::schema::suggest::suggestion_for;
use crate::vm::raw::{MOST_PUSHED, PushInPlace, Stack, push_in_place};
use crate::vm::trouble::misuse;

/// Maximum number of fields of an event or effect.
const MOST_FIELDS: usize = MOST_PUSHED as usize;

/// Value of a field; nil if it is absent.
enum FieldSlot {
    Nil,
    Number(f64),
    Thing(Handle),
    Other(Value),
}

/// Arguments of a function that reacts to an event or replaces an effect, see [`wrap`]: the values of the fields, in
/// the order of the schema.
pub(crate) struct Payload<'a> {
    pub(crate) host: &'a Host,
    pub(crate) lua: &'a Lua,
    pub(crate) occasion: &'a Occasion,
}

/// Values of fields, and their number.
struct FieldSlots([FieldSlot; MOST_FIELDS], usize);

impl Payload<'_> {
    /// Reads the values of the fields.
    #[inline]
    fn read(&self) -> mlua::Result<FieldSlots> {
        let mut slots = [const { FieldSlot::Nil }; MOST_FIELDS];
        let mut at = 0;
        let mut failed = Ok(());
        let mut field = |kind, value: Option<FieldValue>| {
            if let (Some(value), Ok(())) = (value, &failed) {
                failed = set(self.host, self.lua, &mut slots[at..], value);
            }
            at += width(kind);
        };
        match self.occasion {
            // Scripts see the kind that a tile had before parts were added.
            Occasion::Event(event) => event.each_value(|kind, value| match value {
                Some(FieldValue::Kind(of)) => field(kind, Some(FieldValue::Kind(self.host.catalog.bare(of)))),
                value => field(kind, value),
            }),
            Occasion::Effect(intent) => intent.each_value(&mut field),
            Occasion::Step(_) | Occasion::Chosen(..) => {}
        }
        failed?;
        Ok(FieldSlots(slots, at))
    }
}

push_in_place!(Payload<'_>);

impl PushInPlace for Payload<'_> {
    #[inline]
    fn push(self, stack: &mut Stack<'_>) -> mlua::Result<()> {
        self.read()?.push(stack)
    }

    fn values(self, lua: &Lua) -> mlua::Result<MultiValue> {
        self.read()?.values(lua)
    }
}

impl PushInPlace for FieldSlots {
    #[inline]
    fn push(self, stack: &mut Stack<'_>) -> mlua::Result<()> {
        let FieldSlots(slots, count) = self;
        for slot in slots.into_iter().take(count) {
            match slot {
                FieldSlot::Nil => stack.nil()?,
                FieldSlot::Number(number) => stack.number(number)?,
                FieldSlot::Thing(handle) => stack.light(handle.pack())?,
                FieldSlot::Other(value) => stack.value(value)?,
            }
        }
        Ok(())
    }

    fn values(self, lua: &Lua) -> mlua::Result<MultiValue> {
        let FieldSlots(slots, count) = self;
        let value = |slot| match slot {
            FieldSlot::Nil => Ok(Value::Nil),
            FieldSlot::Number(number) => Ok(Value::Number(number)),
            FieldSlot::Thing(handle) => handle.into_lua(lua),
            FieldSlot::Other(value) => Ok(value),
        };
        slots.into_iter().take(count).map(value).collect()
    }
}

/// Returns the number of fields for scripts that one field becomes.
fn width(kind: FieldKind) -> usize {
    match kind {
        FieldKind::Segment => 2,
        FieldKind::Place => 5,
        _ => 1,
    }
}

/// Sets the fields for scripts of one field.
fn set(host: &Host, lua: &Lua, to: &mut [FieldSlot], value: FieldValue) -> mlua::Result<()> {
    let word = |text: mlua::Result<LuaString>| text.map(|text| FieldSlot::Other(Value::String(text)));
    let number = |number: i32| FieldSlot::Number(f64::from(number));
    let thing = FieldSlot::Thing;
    to[0] = match value {
        FieldValue::Seat(seat) => number(i32::from(seat.0)),
        FieldValue::Tile(tile) => thing(Tile(tile).into()),
        FieldValue::Kind(kind) => word(host.word(lua, kind))?,
        // The tile may have been taken up since the event.
        FieldValue::Segment(segment) | FieldValue::Place(Place::Segment(segment))
            if host.game()?.board().was_taken_up(segment) =>
        {
            return Ok(());
        }
        FieldValue::Segment(segment) | FieldValue::Place(Place::Segment(segment)) => {
            let root = host.feature(segment)?.board().features().root(segment);
            to[1] = thing(Feature::from(root).into());
            thing(Segment(segment).into())
        }
        FieldValue::Place(Place::Cell(cell)) => {
            to[2] = thing(Handle::of_cell(cell));
            return Ok(());
        }
        FieldValue::Place(Place::Zone(zone, _)) => {
            to[3] = word(host.word(lua, zone))?;
            return Ok(());
        }
        FieldValue::Place(Place::Joint(joint)) => {
            to[4] = thing(Handle::of_joint(joint));
            return Ok(());
        }
        FieldValue::Left(left) => FieldSlot::Other(place_value(host, lua, left.0)?),
        FieldValue::Figure(figure) => thing(Figure(figure).into()),
        FieldValue::FigureKind(kind) => word(host.word(lua, kind))?,
        FieldValue::Book(book) => word(host.word(lua, book))?,
        FieldValue::Reason(reason) => word(host.names.borrow_mut().word(lua, reason))?,
        FieldValue::Cell(cell) => thing(Handle::of_cell(cell)),
        FieldValue::Number(count) => number(count),
        FieldValue::Bag(bag) => word(host.word(lua, bag))?,
        FieldValue::Counter(counter) => word(host.word(lua, counter))?,
        FieldValue::Token(token) => word(host.word(lua, token))?,
        FieldValue::Die(die) => word(host.word(lua, die))?,
        FieldValue::Result(result) => word(host.word(lua, result))?,
        FieldValue::Seats(seats) => {
            let list = lua.create_sequence_from(seats.iter().map(|seat| seat.0))?;
            list.set_readonly(true);
            FieldSlot::Other(Value::Table(list))
        }
        FieldValue::Face(rolled) => FieldSlot::Other(face_value(host, lua, rolled.die, rolled.face)?),
    };
    Ok(())
}

/// Wraps a function that takes the table of an event or effect in one that takes the values. Lua builds the table with
/// one constructor that knows the fields, which is several times faster than filling it from Rust.
pub(crate) fn wrap(lua: &Lua, function: &Function, kind: EventKind, before: bool) -> mlua::Result<Function> {
    let Some(schema) = events::schema(kind, before) else { return Ok(function.clone()) };
    // Packs cannot change the schemas, and a test checks all of them.
    assert!(schema.fields.len() <= MOST_FIELDS, "{} has too many fields", schema.name);
    let names: Vec<&str> = schema.fields.iter().map(|field| field.name).collect();
    let fields: Vec<String> = names.iter().map(|field| format!("{field} = {field}_")).collect();
    let taken: Vec<String> = names.iter().map(|field| format!("{field}_")).collect();
    let source = format!(
        "local act, guard, freeze = ...\nreturn function({}) return act(freeze(setmetatable({{ {NAME} = \"{}\", {} }}, guard))) end",
        taken.join(", "),
        kind.name(),
        fields.join(", "),
    );
    // With a safe environment, Luau calls built-in functions without looking them up.
    let (globals, env) = (lua.globals(), lua.create_table()?);
    env.raw_set("setmetatable", globals.raw_get::<Value>("setmetatable")?)?;
    env.set_safeenv(true);
    let make = lua.load(source).set_name("=event").set_environment(env).into_function()?;
    let freeze: Function = globals.raw_get::<Table>("table")?.raw_get("freeze")?;
    make.call((function, guard(lua, schema, before)?, freeze))
}

/// Creates the metatable for missing fields: nil for fields of the schema, an error for others.
fn guard(lua: &Lua, schema: &'static EventSchema, before: bool) -> mlua::Result<Table> {
    let guard = lua.create_table()?;
    let index = lua.create_function(move |_, (_, key): (Value, Value)| match key.as_string() {
        Some(name) if schema.fields.iter().any(|field| *name == *field.name) => Ok(()),
        _ => {
            let sort = if before { "effect" } else { "event" };
            let name = key.to_string()?;
            let hint = suggestion_for(&name, schema.fields.iter().map(|field| field.name).chain([NAME]));
            Err(misuse(format!("the {sort} `{}` has no field `{name}`: {hint}", schema.name)))
        }
    })?;
    guard.raw_set("__index", index)?;
    guard.set_readonly(true);
    Ok(guard)
}

/// Converts the target of a chosen option to a value for scripts.
pub(crate) fn target(host: &Host, lua: &Lua, target: Target) -> mlua::Result<Value> {
    if let Some(carried) = host.game_mut()?.take_carried() {
        return carried_table(lua, &carried);
    }
    match target {
        Target::Segment(segment) => Segment(segment).into_lua(lua),
        Target::Figure(figure) => Figure(figure).into_lua(lua),
        Target::Cell(cell) => Handle::of_cell(cell).into_lua(lua),
        Target::Joint(joint) => Handle::of_joint(joint).into_lua(lua),
        Target::Kind(kind) => host.word(lua, kind).map(Value::String),
        Target::Number(number) => number.into_lua(lua),
        Target::Slot(zone, slot) => Handle::of_slot(zone, slot).into_lua(lua),
        Target::Bag(_) | Target::None => Ok(Value::Nil),
    }
}

#[cfg(test)]
mod tests {
    use tilewright_core::state::happening;

    use super::*;
    use crate::host::handle::HandleKind;
    use crate::vm::raw::tests::{SplitMix, any_value};

    push_in_place!(FieldSlots);

    #[test]
    fn fields_that_are_pushed_are_those_that_are_made_as_values() {
        let lua = Lua::new();
        let echo: Function = lua.load("return function(...) return select('#', ...), ... end").eval().unwrap();
        for seed in 0..500 {
            let slots = |numbers: &mut SplitMix| {
                let count = numbers.below(MOST_FIELDS + 1);
                let slots = std::array::from_fn(|_| match numbers.below(4) {
                    0 => FieldSlot::Nil,
                    1 => FieldSlot::Number(numbers.below(1000) as f64 - 500.0),
                    2 => {
                        FieldSlot::Thing(Handle::new(HandleKind::ALL[numbers.below(10)], numbers.below(1 << 20) as u32))
                    }
                    _ => FieldSlot::Other(any_value(&lua, numbers, 0).unwrap()),
                });
                FieldSlots(slots, count)
            };
            let pushed: MultiValue = echo.call(slots(&mut SplitMix::new(seed))).unwrap();
            let values = slots(&mut SplitMix::new(seed)).values(&lua).unwrap();
            let wanted: MultiValue = echo.call(values).unwrap();
            // Each new object has another address, so only its type is compared.
            let shown = |all: &MultiValue| {
                let shown = |value: &Value| match value {
                    Value::Function(_) | Value::Thread(_) | Value::UserData(_) => value.type_name().to_owned(),
                    other => format!("{other:?}"),
                };
                all.iter().map(shown).collect::<Vec<_>>()
            };
            assert_eq!(shown(&pushed), shown(&wanted));
        }
    }

    #[test]
    fn every_field_has_its_place_among_the_values() {
        let schemas = happening::EVENTS.iter().map(|core| (core, false));
        for (core, before) in schemas.chain(happening::EFFECTS.iter().map(|core| (core, true))) {
            let seen = events::schema(core.event, before).unwrap();
            let all: usize = core.fields.iter().map(|field| width(field.kind)).sum();
            assert_eq!(all, seen.fields.len(), "{}", core.name);
            assert!(all <= MOST_FIELDS, "{}", core.name);
        }
    }
}
