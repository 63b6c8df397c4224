//! Provides the virtual machine: reduced libraries, per-module environments, budgets, recovery.

pub(crate) mod budget;
pub(crate) mod raw;
pub(crate) mod trouble;
pub(crate) mod unfit;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, LuaOptions, StdLib, Table, Value};

use tilewright_core::limits;

use crate::vm::budget::Spent;
use crate::vm::trouble::{ScriptError, ScriptErrorKind};

/// Bytes of garbage allowed beyond the limit of scripts: the maximum that can accumulate between two checks.
pub(crate) const GARBAGE: usize = 3 * limits::SCRIPT_BYTES;
/// Global functions that scripts can use.
pub const GLOBALS: [&str; 5] = ["assert", "ipairs", "select", "tonumber", "type"];
/// Library functions that scripts can use.
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

/// Returns the names that Luau would otherwise compile to a direct call, regardless of the environment. `table.insert`
/// keeps its direct call, which only adds at the end and leaves other cases to the function.
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

/// Returns the compiler for all modules.
pub(crate) fn compiler() -> Compiler {
    // Level 2 would inline calls, and inlined calls are missing from tracebacks.
    Compiler::new().set_optimization_level(1).set_debug_level(1).set_disabled_builtins(disabled_builtins())
}

/// Like [`compiler`], but the code counts how often each line runs.
pub(crate) fn counting_compiler() -> Compiler {
    compiler().set_coverage_level(1)
}

/// Virtual machine in which scripts are sandboxed.
pub(crate) struct Vm {
    pub(crate) lua: Lua,
    /// Environment that all modules share; read-only after [`Vm::seal`].
    pub(crate) base: Table,
    limit: usize,
}

impl Vm {
    /// Creates a machine without scripts.
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
        // The replacements of built-in functions are called often, so they directly call those of `base`, as modules
        // do.
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
        // Methods of texts also come from the reduced library.
        let texts = lua.create_table()?;
        texts.raw_set("__index", &string)?;
        texts.set_readonly(true);
        lua.set_type_metatable::<mlua::LuaString>(Some(texts));
        Ok(Vm { lua, base, limit: 0 })
    }

    /// Returns the memory limit in bytes.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        if self.limit == 0 { usize::MAX } else { self.limit }
    }

    /// Freezes the shared environment, and sets and returns the memory limit.
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

    /// Creates a separate environment for a module: `own` on top of the shared environment.
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

    /// Loads code that this process compiled. Packs cannot supply compiled code.
    pub(crate) fn function(&self, path: &str, bytecode: &[u8], env: Table) -> Result<Function, ScriptError> {
        let chunk = self.lua.load(bytecode).set_mode(ChunkMode::Binary).set_name(format!("@{path}"));
        // Names with a constant meaning are resolved now instead of at each use. Luau does that for the names of its
        // globals.
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
    ) -> Result<R, ScriptError> {
        budget::begin_call(ticks, self.room());
        let result = function.call(args);
        self.settle(result)
    }

    /// Converts the result of a call: an error, or a used-up budget that the call has hidden, is trouble.
    #[inline]
    pub(crate) fn settle<R>(&self, result: mlua::Result<R>) -> Result<R, ScriptError> {
        match result {
            Ok(value) if budget::spent_budget() == Spent::Nothing => Ok(value),
            Ok(_) => Err(ScriptError::late()),
            Err(error) => Err(self.trouble(&error)),
        }
    }

    /// Describes an error, and makes the machine usable again.
    #[cold]
    pub(crate) fn trouble(&self, error: &mlua::Error) -> ScriptError {
        let mut trouble = ScriptError::from_error(error);
        if budget::spent_budget() != Spent::Nothing {
            let late = ScriptError::late();
            (trouble.kind, trouble.message) = (late.kind, late.message);
        }
        budget::begin_call(limits::CALL_STEPS, self.room());
        if trouble.kind == ScriptErrorKind::Memory || self.lua.used_memory() * 2 > self.limit {
            // After a memory error, Luau keeps failing until it may allocate again.
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
