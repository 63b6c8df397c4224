//! Makes the order of loops deterministic: each loop passes its table to a function that refuses tables with tables or
//! functions as keys ([`pairs_in_order`](crate::vm::raw::pairs_in_order)). Lua visits such keys in the order of
//! addresses, which differ from run to run.
//!
//! The function has a name that the module does not use, so the module cannot replace it. Line numbers do not change.

/// Module with guarded loops.
#[derive(Clone)]
pub(crate) struct GuardedModule {
    /// Text of the module with the guards.
    pub(crate) text: String,
    /// Name of the guard function.
    pub(crate) name: String,
}

/// Adds guards to loops, given by the byte ranges of the expressions that they iterate over.
pub(crate) fn guard_loops(source: &str, loops: &[(usize, usize)]) -> GuardedModule {
    let name = unused_name(source, "in_order");
    let begins = loops.iter().map(|&(begin, _)| (begin, true));
    let mut marks: Vec<(usize, bool)> = begins.chain(loops.iter().map(|&(_, end)| (end, false))).collect();
    marks.sort_unstable();
    let mut text = String::with_capacity(source.len() + loops.len() * (name.len() + 3));
    let mut done = 0;
    for (at, begins) in marks {
        text.push_str(&source[done..at]);
        if begins {
            // The blank keeps the name separate from the word `in` before a bracket: `in{ 1, 2 }`.
            text.push(' ');
            text.push_str(&name);
            text.push('(');
        } else {
            text.push(')');
        }
        done = at;
    }
    text.push_str(&source[done..]);
    GuardedModule { text, name }
}

/// Returns a name that begins with `stem` and that a module does not contain.
pub(crate) fn unused_name(source: &str, stem: &str) -> String {
    let longest = source.split(|c| c != '_').map(str::len).max().unwrap_or(0);
    format!("{stem}{}", "_".repeat(longest + 1))
}
