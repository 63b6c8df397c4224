//! Tests the guarantees of this module with values of all types, without memory, and with errors in between.

use std::cell::{Cell, RefCell};
use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mlua::{MultiValue, Table, Thread};

use super::*;

/// Pseudo-random numbers that are equal in each run (SplitMix64).
pub(crate) struct SplitMix(u64);

impl SplitMix {
    pub(crate) fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const FLOATS: &[f64] =
    &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.5, 2e9, -2147483648.5, 1e300, 9007199254740993.0];
const WHOLE: &[i64] = &[0, 1, -1, 7, 2147483647, -2147483648, 2147483648, 1 << 53, i64::MAX];
const TEXTS: &[&[u8]] =
    &[b"", b"key", b"each", b"target", b"secret", b"text", b"args", b"road", b"12", b"a\0b", b"\xff\xfe", b"\xe2\x82"];

/// Returns a value of a random type; tables contain further values.
pub(crate) fn any_value(lua: &Lua, numbers: &mut SplitMix, levels: usize) -> mlua::Result<Value> {
    Ok(match numbers.below(18) {
        0 => Value::Nil,
        1 => Value::Boolean(numbers.below(2) == 0),
        2 => as_read(lua, Value::Integer(numbers.one_of(WHOLE)))?,
        3 => as_read(lua, Value::Number(numbers.one_of(FLOATS)))?,
        4 | 5 => Value::String(lua.create_string(numbers.one_of(TEXTS))?),
        6 => Value::String(lua.create_string(vec![b'x'; numbers.below(3000)])?),
        // The kind of handle and its number may be valid or not.
        7 | 8 => light(numbers.below(16) | numbers.below(4) << 4),
        9 => light(usize::MAX - numbers.below(1 << 20)),
        10..=13 if levels > 0 => Value::Table(any_table(lua, numbers, levels - 1)?),
        14 => Value::Function(lua.load("return 1").into_function()?),
        15 => Value::Function(lua.create_function(|_, ()| Ok(()))?),
        16 => Value::UserData(lua.create_any_userdata(1)?),
        _ => lua.load("return coroutine.create(function() end)").eval()?,
    })
}

/// Returns a number as mlua reads it, which is whole if possible.
fn as_read(lua: &Lua, number: Value) -> mlua::Result<Value> {
    // SAFETY: an empty stack has space for a number, which is popped.
    lua.exec_raw_lua(|raw| unsafe {
        raw.push(number)?;
        raw.pop()
    })
}

fn light(bits: usize) -> Value {
    Value::LightUserData(LightUserData(std::ptr::without_provenance_mut(bits)))
}

fn any_table(lua: &Lua, numbers: &mut SplitMix, levels: usize) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for number in 1..=numbers.below(4) {
        table.raw_set(number, any_value(lua, numbers, levels)?)?;
    }
    for _ in 0..numbers.below(6) {
        match any_value(lua, numbers, levels)? {
            Value::Nil => {}
            Value::Number(number) if number.is_nan() => {}
            key => table.raw_set(key, any_value(lua, numbers, levels)?)?,
        }
    }
    for _ in 0..numbers.below(4) {
        table.raw_set(lua.create_string(numbers.one_of(TEXTS))?, any_value(lua, numbers, levels)?)?;
    }
    if numbers.below(3) == 0 {
        let meta: Table = lua
            .load("return { __index = function() error('asked') end, __iter = function() error('asked') end, __len = function() return 9 end }")
            .eval()?;
        table.set_metatable(Some(meta))?;
    }
    table.set_readonly(numbers.below(3) == 0);
    Ok(table)
}

fn height(lua: &Lua) -> c_int {
    // SAFETY: this only counts.
    lua.exec_raw_lua(|raw| unsafe { ffi::lua_gettop(raw.state()) })
}

/// Reads values of all types in place and as values, and checks that both results, or both error messages, are equal
/// and that the stack keeps its height. Repeats this for arguments of a host function.
pub(crate) fn compare<T: InPlace + FromLua + 'static>(shown: fn(&T, &Lua) -> String) {
    let lua = Lua::new();
    let told = |lua: &Lua, read: mlua::Result<T>| read.map_or_else(|e| format!("error: {e}"), |read| shown(&read, lua));
    let given = lua.create_function(move |lua, (_, read): (Value, T)| Ok(shown(&read, lua))).unwrap();
    let by_value = lua.create_function(move |lua, (_, ByValue(read)): (Value, ByValue<T>)| Ok(shown(&read, lua)));
    let by_value = by_value.unwrap();
    let mut numbers = SplitMix(1);
    for _ in 0..3000 {
        let value = any_value(&lua, &mut numbers, 3).unwrap();
        let wanted = told(&lua, T::of_value(value.clone(), &lua));
        let below = numbers.below(3) as c_int;
        // SAFETY: there is space for the values, which are at these indices, and all of them are popped.
        lua.exec_raw_lua(|raw| unsafe {
            let state = raw.state();
            let whole = Height::with_room(raw, 10).unwrap();
            for _ in 0..below {
                raw.push(true).unwrap();
            }
            raw.push(value.clone()).unwrap();
            let top = ffi::lua_gettop(state);
            for index in [-1, top] {
                assert_eq!(told(&lua, T::from_stack(index, raw)), wanted, "{value:?} at {index}");
                assert_eq!(ffi::lua_gettop(state), top, "{value:?} at {index}");
            }
            drop(whole);
        });
        let called = |function: &mlua::Function| function.call::<String>((below, &value)).map_err(|e| e.to_string());
        let at_end = |told: Result<String, String>| told.map_err(|e| e.lines().next().unwrap_or("").to_owned());
        assert_eq!(at_end(called(&given)), at_end(called(&by_value)), "{value:?}");
    }
    assert_eq!(height(&lua), 0);
}

thread_local! {
    static READ_IN_PLACE: Cell<usize> = const { Cell::new(0) };
}

/// Type that counts how often its values are read in place.
struct CountedValue;

read_in_place!(CountedValue);

impl InPlace for CountedValue {
    fn in_place(_: StackPlace<'_>) -> mlua::Result<Option<CountedValue>> {
        READ_IN_PLACE.set(READ_IN_PLACE.get() + 1);
        Ok(Some(CountedValue))
    }

    fn of_value(_: Value, _: &Lua) -> mlua::Result<CountedValue> {
        Ok(CountedValue)
    }
}

#[test]
fn mlua_reads_arguments_and_items_in_place() {
    let lua = Lua::new();
    let counted = |run: &dyn Fn()| {
        READ_IN_PLACE.set(0);
        run();
        READ_IN_PLACE.get()
    };
    let function = lua.create_function(|_, (_, _): (CountedValue, Option<CountedValue>)| Ok(())).unwrap();
    assert_eq!(counted(&|| function.call::<()>((1, 2)).unwrap()), 2);
    let list = lua.create_sequence_from([1, 2, 3]).unwrap();
    assert_eq!(counted(&|| list.for_each_value(|_: CountedValue| Ok(())).unwrap()), 3);
    assert_eq!(counted(&|| list.raw_get::<CountedValue>(1).map(|_| ()).unwrap()), 1);
}

/// Place of a text argument; `None` for any other value.
struct TextArgument(Option<TextPlace>);

read_in_place!(TextArgument);

impl InPlace for TextArgument {
    fn in_place(place: StackPlace<'_>) -> mlua::Result<Option<TextArgument>> {
        Ok(Some(TextArgument(place.text())))
    }

    fn of_value(_: Value, _: &Lua) -> mlua::Result<TextArgument> {
        Ok(TextArgument(None))
    }
}

#[test]
fn a_text_is_held_only_where_it_was_given() {
    thread_local! {
        static KEPT: RefCell<Vec<TextPlace>> = const { RefCell::new(Vec::new()) };
    }
    let lua = Lua::new();
    let keep = lua.create_function(|lua, (_, TextArgument(place)): (Value, TextArgument)| {
        let place = place.unwrap();
        KEPT.with_borrow_mut(|all| all.push(place));
        let held = place.hold(lua)?;
        assert_eq!(held.to_pointer() as usize, place.address());
        Ok(held)
    });
    // The place now has another text, a number, or no value.
    let look = lua.create_function(|lua, _: MultiValue| {
        let place = KEPT.with_borrow(|all| all[0]);
        Ok(place.hold(lua).is_err())
    });
    lua.globals().set("keep", keep.unwrap()).unwrap();
    lua.globals().set("look", look.unwrap()).unwrap();
    let held: String = lua.load("return keep(1, 'a\\0b')").eval().unwrap();
    assert_eq!(held, "a\0b");
    let place = KEPT.with_borrow(|all| all[0]);
    assert!(place.hold(&lua).unwrap_err().to_string().contains("no longer"), "the function has returned");
    for call in ["look()", "look(1)", "look(1, 'other')", "look(1, 2)", "look('a\\0b')"] {
        assert!(lua.load(format!("return {call}")).eval::<bool>().unwrap(), "{call}");
    }
    // This also works on the stack of a coroutine, and of a host function that one script calls for another.
    let thread: Thread =
        lua.load("return coroutine.create(function() return keep(1, 'in a coroutine') end)").eval().unwrap();
    assert_eq!(thread.resume::<String>(()).unwrap(), "in a coroutine");
    assert_eq!(height(&lua), 0);
}

/// Arguments of all types, with a flag that makes one of them fail.
struct Pushed {
    values: Vec<Value>,
    fails: bool,
}

push_in_place!(Pushed);

impl PushInPlace for Pushed {
    fn push(self, stack: &mut Stack<'_>) -> mlua::Result<()> {
        for value in self.values {
            match value {
                Value::Nil => stack.nil()?,
                Value::Number(number) => stack.number(number)?,
                Value::LightUserData(data) => stack.light(data)?,
                other => stack.value(other)?,
            }
        }
        if self.fails { Err(mlua::Error::runtime("not made")) } else { Ok(()) }
    }

    fn values(self, _: &Lua) -> mlua::Result<MultiValue> {
        Ok(self.values.into_iter().collect())
    }
}

#[test]
fn arguments_that_are_pushed_are_those_that_are_made_as_values() {
    let lua = Lua::new();
    let echo: mlua::Function = lua.load("return function(...) return select('#', ...), ... end").eval().unwrap();
    let start: mlua::Function = lua.load("return function(f) return coroutine.create(f) end").eval().unwrap();
    let mut numbers = SplitMix(2);
    for _ in 0..2000 {
        let count = numbers.below(MOST_PUSHED as usize + 3);
        let values: Vec<Value> = (0..count).map(|_| any_value(&lua, &mut numbers, 1).unwrap()).collect();
        let wanted: MultiValue = values.iter().cloned().collect();
        let is_fitting = count <= MOST_PUSHED as usize;
        let fails = numbers.below(4) == 0;
        let thread: Thread = start.call(&echo).unwrap();
        let pushed = || Pushed { values: values.clone(), fails };
        for told in [echo.call::<MultiValue>(pushed()), thread.resume::<MultiValue>(pushed())] {
            match told {
                Ok(told) => {
                    assert!(is_fitting && !fails);
                    let wanted = echo.call::<MultiValue>(wanted.clone()).unwrap();
                    // The results are compared as text, because NaN is not equal to itself.
                    assert_eq!(format!("{told:?}"), format!("{wanted:?}"));
                }
                Err(error) => {
                    let message = if is_fitting { "not made" } else { "out of Lua stack" };
                    assert!(fails || !is_fitting, "{error}");
                    assert!(error.to_string().contains(message), "{error}");
                }
            }
            assert_eq!(height(&lua), 0);
        }
    }
}

#[test]
fn the_stack_is_as_before_after_an_error_and_a_panic() {
    let lua = Lua::new();
    let pushed = |count: usize, fails| Pushed { values: vec![Value::Boolean(true); count], fails };
    let table = lua.create_table().unwrap();
    table.raw_set("key", 1).unwrap();
    // SAFETY: there is space for a table, which is on top.
    lua.exec_raw_lua(|raw| unsafe {
        let state = raw.state();
        assert!(push(pushed(3, true), raw).is_err());
        assert_eq!(ffi::lua_gettop(state), 0);
        assert!(push(pushed(MOST_PUSHED as usize + 1, false), raw).is_err());
        assert_eq!(ffi::lua_gettop(state), 0);
        let whole = Height::with_room(raw, 4).unwrap();
        raw.push(&table).unwrap();
        let place = StackPlace { index: -1, raw };
        let panic = catch_unwind(AssertUnwindSafe(|| place.fields(&mut (), |_: &mut (), _| panic!("in between"))));
        assert!(panic.is_err());
        assert_eq!(ffi::lua_gettop(state), 1);
        drop(whole);
        assert_eq!(ffi::lua_gettop(state), 0);
    });
}

#[test]
fn a_field_that_cannot_be_held_leaves_the_stack_as_it_was() {
    let lua = Lua::new();
    let table: Table = lua.load("return { {}, key = 'a', args = {} }").eval().unwrap();
    lua.gc_collect().unwrap();
    lua.set_memory_limit(lua.used_memory() + 2000).unwrap();
    // The values are held one by one until mlua has no place for another.
    let mut held = Vec::new();
    while let Ok(value) = table.raw_get::<Value>(1) {
        held.push(value);
        assert!(held.len() < 1_000_000);
    }
    // SAFETY: there is space for a table, which is on top.
    let read = lua.exec_raw_lua(|raw| unsafe {
        let whole = Height::with_room(raw, 4).unwrap();
        raw.push(&table).unwrap();
        let mut found = Value::Nil;
        let read = StackPlace { index: -1, raw }.fields(&mut found, |found, name| (name == b"args").then_some(found));
        assert_eq!(ffi::lua_gettop(raw.state()), 1);
        drop(whole);
        read
    });
    assert!(matches!(read, Err(mlua::Error::StackError)), "{read:?}");
    drop(held);
    assert_eq!(height(&lua), 0);
}

#[test]
fn without_memory_there_is_an_error_and_the_machine_goes_on() {
    let lua = Lua::new();
    let count: mlua::Function = lua.load("return function(...) return select('#', ...) end").eval().unwrap();
    let deep: mlua::Function = lua
        .load("return function(call, levels) local function go(n) if n == 0 then return call() end return (go(n - 1)) end return go(levels) end")
        .eval()
        .unwrap();
    let inner = count.clone();
    let call =
        lua.create_function(move |_, ()| inner.call::<usize>(Pushed { values: vec![Value::Nil; 9], fails: false }));
    let call = call.unwrap();
    lua.gc_collect().unwrap();
    let used = lua.used_memory();
    let mut failed = 0;
    for levels in 0..300 {
        lua.set_memory_limit(used + 2000).unwrap();
        let told = deep.call::<usize>((&call, levels));
        // The stack cannot grow by this much.
        let room = lua.exec_raw_lua(|raw| Height::with_room(raw, 100_000).map(drop));
        lua.set_memory_limit(0).unwrap();
        assert!(matches!(room, Err(mlua::Error::StackError)));
        match told {
            Ok(told) => assert_eq!(told, 9),
            Err(error) => {
                failed += 1;
                let told = error.to_string();
                assert!(told.contains("memory") || told.contains("out of Lua stack"), "{told}");
            }
        }
        assert_eq!(height(&lua), 0);
    }
    assert!(failed > 0, "at some depth there was no room");
    assert_eq!(deep.call::<usize>((call, 200)).unwrap(), 9);
}

thread_local! {
    static RAISES: Cell<bool> = const { Cell::new(false) };
    static DROPPED: Cell<bool> = const { Cell::new(false) };
}

struct Switch;

impl Tick for Switch {
    fn tick(machine: RunningMachine<'_>) -> Option<&'static CStr> {
        if !RAISES.get() {
            return None;
        }
        let before = machine.memory_in_use();
        machine.collect();
        assert!(machine.memory_in_use() <= before);
        Some(c"100 %s of it")
    }
}

struct Owned;

impl Drop for Owned {
    fn drop(&mut self) {
        DROPPED.set(true);
    }
}

#[test]
fn an_interrupt_ends_a_call_and_drops_what_host_functions_own() {
    let lua = Lua::new();
    set_interrupt::<Switch>(&lua).unwrap();
    let host = lua.create_function(|_, function: mlua::Function| {
        let _owned = Owned;
        RAISES.set(true);
        function.call::<()>(())
    });
    let error =
        lua.load("local call = ... call(function() while true do end end)").call::<()>(host.unwrap()).unwrap_err();
    assert!(error.to_string().contains("100 %s of it"), "{error}");
    assert!(DROPPED.get());
    // The collector is not interrupted.
    lua.gc_collect().unwrap();
    RAISES.set(false);
    assert_eq!(lua.load("local n = 0 for i = 1, 9 do n += i end return n").eval::<u32>().unwrap(), 45);
    assert_eq!(height(&lua), 0);
}

#[test]
fn values_of_closures_are_those_that_they_hold() {
    let lua = Lua::new();
    let look = closure_values(&lua).unwrap();
    let closure: mlua::Function = lua
        .load("local function make(a, b) return function() return a, b end end return make('first', {})")
        .eval()
        .unwrap();
    let first: (bool, String) = look.call((&closure, 1)).unwrap();
    assert_eq!(first, (true, "first".to_owned()));
    let second: (bool, Value) = look.call((&closure, 2)).unwrap();
    assert!(second.1.is_table());
    for number in [0.0, 3.0, -1.0, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(look.call::<MultiValue>((&closure, number)).unwrap().len(), 0, "{number}");
    }
    let mut numbers = SplitMix(3);
    for _ in 0..500 {
        let value = any_value(&lua, &mut numbers, 2).unwrap();
        if !value.is_function() {
            assert_eq!(look.call::<MultiValue>((&value, 1)).unwrap().len(), 0, "{value:?}");
        }
    }
    assert_eq!(look.call::<MultiValue>(()).unwrap().len(), 0);
    assert_eq!(height(&lua), 0);
}

#[test]
fn loops_go_through_tables_whose_keys_have_an_order() {
    let lua = Lua::new();
    let order = pairs_in_order(&lua).unwrap();
    let mut numbers = SplitMix(4);
    let mut refused = 0;
    for _ in 0..4000 {
        let value = any_value(&lua, &mut numbers, 2).unwrap();
        let mut is_ordered = true;
        if let Value::Table(table) = &value {
            // Filling from the end puts part of the list outside the array part of the table.
            if !table.is_readonly() && numbers.below(2) == 0 {
                for number in (1..=numbers.below(6)).rev() {
                    table.raw_set(number, true).unwrap();
                }
            }
            let each = |key: Value, _: Value| {
                is_ordered &= matches!(
                    key,
                    Value::Integer(_)
                        | Value::Number(_)
                        | Value::String(_)
                        | Value::Boolean(_)
                        | Value::LightUserData(_)
                );
                Ok(())
            };
            table.for_each(each).unwrap();
        }
        match order.call::<MultiValue>((&value, "second", Value::Nil)) {
            Ok(told) => {
                assert!(is_ordered, "{value:?}");
                assert_eq!(told.len(), 3);
                assert_eq!(format!("{:?}", told[0]), format!("{value:?}"));
            }
            Err(error) => {
                refused += 1;
                assert!(!is_ordered && error.to_string().contains("have no order"), "{error}");
            }
        }
        assert_eq!(height(&lua), 0);
    }
    assert!(refused > 100);
    assert_eq!(order.call::<MultiValue>(()).unwrap().len(), 0);
}
