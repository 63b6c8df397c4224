//! The virtual machine: reduced libraries, per-module environments, budgets, recovery.

pub(crate) mod budget;
pub(crate) mod raw;
pub(crate) mod trouble;
pub(crate) mod unfit;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, LuaOptions, StdLib, Table, Value};

use tilewright_core::limits;

use crate::vm::budget::Spent;
use crate::vm::trouble::{Trouble, TroubleKind};

/// Bytes that may lie about uncollected, beyond what scripts may hold: as much as can come between two looks at it.
pub(crate) const GARBAGE: usize = 3 * limits::SCRIPT_BYTES;
/// What is left of the global functions.
pub const GLOBALS: [&str; 5] = ["assert", "ipairs", "select", "tonumber", "type"];
/// What is left of the libraries.
pub const LIBRARIES: [(&str, &[&str]); 4] = [
    ("math", &["abs", "ceil", "clamp", "floor", "max", "min", "sign"]),
    (
        "string",
        &["byte", "char", "find", "gmatch", "gsub", "len", "lower", "match", "reverse", "split", "sub", "upper"],
    ),
    (
        "table",
        &["clear", "clone", "concat", "create", "find", "freeze", "insert", "isfrozen", "remove", "sort", "unpack"],
    ),
    (
        "bit32",
        &["band", "bnot", "bor", "btest", "bxor", "countlz", "countrz", "extract", "lshift", "replace", "rshift"],
    ),
];

/// Names that Luau would otherwise compile to a direct call, whatever the environment says. That of `table.insert` stays:
/// it adds at the end only, and leaves all else to the function.
fn disabled_builtins() -> Vec<String> {
    let removed = [
        "collectgarbage",
        "gcinfo",
        "getfenv",
        "getmetatable",
        "loadstring",
        "newproxy",
        "next",
        "pairs",
        "pcall",
        "print",
        "rawequal",
        "rawget",
        "rawlen",
        "rawset",
        "require",
        "setfenv",
        "setmetatable",
        "tostring",
        "typeof",
        "unpack",
        "xpcall",
        "string.format",
        "string.pack",
        "string.packsize",
        "string.rep",
        "string.byte",
        "string.sub",
        "string.unpack",
        "table.foreach",
        "table.foreachi",
        "table.getn",
        "table.maxn",
        "table.move",
        "table.pack",
        "table.unpack",
        "math.acos",
        "math.asin",
        "math.atan",
        "math.atan2",
        "math.cos",
        "math.cosh",
        "math.deg",
        "math.exp",
        "math.fmod",
        "math.frexp",
        "math.ldexp",
        "math.lerp",
        "math.log",
        "math.log10",
        "math.map",
        "math.modf",
        "math.noise",
        "math.pow",
        "math.rad",
        "math.random",
        "math.randomseed",
        "math.round",
        "math.sin",
        "math.sinh",
        "math.sqrt",
        "math.tan",
        "math.tanh",
        "bit32.arshift",
        "bit32.byteswap",
        "bit32.lrotate",
        "bit32.rrotate",
    ];
    removed.iter().map(|name| (*name).to_owned()).collect()
}

/// The compiler that all modules go through.
pub(crate) fn compiler() -> Compiler {
    // Level 2 would inline, and inlined calls are missing from tracebacks.
    Compiler::new().set_optimization_level(1).set_debug_level(1).set_disabled_builtins(disabled_builtins())
}

/// The same, with code that counts how often each line runs.
pub(crate) fn counting_compiler() -> Compiler {
    compiler().set_coverage_level(1)
}

/// A virtual machine in which scripts can do no harm.
pub(crate) struct Vm {
    pub(crate) lua: Lua,
    /// What every module sees; read-only once [`Vm::seal`] was called.
    pub(crate) base: Table,
    limit: usize,
}

impl Vm {
    /// A new machine without any script.
    pub(crate) fn new() -> mlua::Result<Vm> {
        let libs = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::BIT | StdLib::COROUTINE;
        let lua = Lua::new_with(libs, LuaOptions::new())?;
        budget::install(&lua)?;
        budget::begin_call(limits::MODULE_STEPS, usize::MAX);
        let globals = lua.globals();
        let base = lua.create_table()?;
        for name in GLOBALS {
            base.raw_set(name, globals.raw_get::<Value>(name)?)?;
        }
        for (library, names) in LIBRARIES {
            let from: Table = globals.raw_get(library)?;
            let to = lua.create_table()?;
            for &name in names {
                to.raw_set(name, from.raw_get::<Value>(name)?)?;
            }
            base.raw_set(library, to)?;
        }
        // What stands in for other functions is called all the time: it calls those of `base` at once, as modules do.
        let safe = lua.load(include_str!("safe.lua")).set_name("=safe");
        let safe = safe.set_environment(base.clone()).into_function()?;
        let charge = lua.create_function(|_, work: f64| {
            budget::charge(work.max(0.0) as usize);
            Ok(())
        })?;
        let bounds = lua.create_table()?;
        bounds.raw_set("searched", limits::SEARCHED_BYTES)?;
        bounds.raw_set("pattern", limits::PATTERN_BYTES)?;
        bounds.raw_set("values", limits::VALUES)?;
        let library = |name: &str| globals.raw_get::<Table>(name);
        let (functions, texts, tables): (Table, Table, Table) =
            safe.call((charge, bounds, &globals, library("string")?, library("table")?))?;
        let string: Table = base.raw_get("string")?;
        for (bounded, into) in [(functions, &base), (texts, &string), (tables, &base.raw_get("table")?)] {
            bounded.for_each::<Value, Value>(|name, function| into.raw_set(name, function))?;
        }
        // Methods of texts come from the reduced library too.
        let texts = lua.create_table()?;
        texts.raw_set("__index", &string)?;
        texts.set_readonly(true);
        lua.set_type_metatable::<mlua::LuaString>(Some(texts));
        Ok(Vm { lua, base, limit: 0 })
    }

    /// How many bytes it may hold.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        if self.limit == 0 { usize::MAX } else { self.limit }
    }

    /// Freezes what modules share and sets the memory limit, which it tells.
    pub(crate) fn seal(&mut self) -> mlua::Result<usize> {
        for (library, _) in LIBRARIES {
            self.base.raw_get::<Table>(library)?.set_readonly(true);
        }
        self.base.set_readonly(true);
        self.base.set_safeenv(true);
        self.lua.gc_collect()?;
        self.limit = self.lua.used_memory() + limits::SCRIPT_BYTES;
        self.lua.set_memory_limit(self.limit + GARBAGE)?;
        Ok(self.limit)
    }

    /// An environment of its own for a module: what is set here, over what all modules share.
    pub(crate) fn environment(&self, own: &[(&str, Value)]) -> mlua::Result<Table> {
        let env = self.lua.create_table()?;
        for (name, value) in own {
            env.raw_set(*name, value)?;
        }
        let meta = self.lua.create_table()?;
        meta.raw_set("__index", &self.base)?;
        meta.set_readonly(true);
        env.set_metatable(Some(meta))?;
        env.set_safeenv(true);
        env.set_readonly(true);
        Ok(env)
    }

    /// Turns compiled code of this process into a function. Code of packs never comes this way uncompiled.
    pub(crate) fn function(&self, path: &str, bytecode: &[u8], env: Table) -> Result<Function, Trouble> {
        let chunk = self.lua.load(bytecode).set_mode(ChunkMode::Binary).set_name(format!("@{path}"));
        // Names that stand for the same as long as the module lives are looked up now and not at each use. Luau does that
        // where they are names of the globals.
        let globals = self.lua.globals();
        let swap = |globals: &Table| self.lua.set_globals(globals.clone()).map_err(|e| self.trouble(&e));
        swap(&env)?;
        let function = chunk.set_environment(env).into_function().map_err(|e| self.trouble(&e));
        swap(&globals)?;
        function
    }

    /// Calls a function within a budget.
    #[inline]
    pub(crate) fn call<R: FromLuaMulti>(
        &self,
        function: &Function,
        args: impl IntoLuaMulti,
        ticks: i64,
    ) -> Result<R, Trouble> {
        budget::begin_call(ticks, self.room());
        let result = function.call(args);
        self.settle(result)
    }

    /// What a call has come to: an error, or a budget that it used up and hid, is trouble.
    #[inline]
    pub(crate) fn settle<R>(&self, result: mlua::Result<R>) -> Result<R, Trouble> {
        match result {
            Ok(value) if budget::spent() == Spent::Nothing => Ok(value),
            Ok(_) => Err(Trouble::late()),
            Err(error) => Err(self.trouble(&error)),
        }
    }

    /// Describes an error, and leaves the machine usable after one.
    #[cold]
    pub(crate) fn trouble(&self, error: &mlua::Error) -> Trouble {
        let mut trouble = Trouble::of(error);
        if budget::spent() != Spent::Nothing {
            let late = Trouble::late();
            (trouble.kind, trouble.message) = (late.kind, late.message);
        }
        budget::begin_call(limits::CALL_STEPS, self.room());
        if trouble.kind == TroubleKind::Memory || self.lua.used_memory() * 2 > self.limit {
            // After a memory error Luau keeps failing until it may allocate again.
            let lifted = self.lua.set_memory_limit(0).is_ok();
            // Collecting fails only in finalisers, which scripts cannot define.
            let _ = self.lua.gc_collect();
            let _ = self.lua.gc_collect();
            if lifted {
                let _ = self.lua.set_memory_limit(self.limit + GARBAGE);
            }
        }
        trouble
    }
}
