//! Loops have an order that is the same everywhere: what a loop goes through passes a function that refuses tables with
//! tables or functions as keys ([`pairs_in_order`](crate::vm::raw::pairs_in_order)). Lua goes through such a table in the
//! order of addresses, which differ from run to run.
//!
//! The function is called by a name that the module does not use, so nothing in it can take its place. Lines stay where
//! they are.

/// A module whose loops are guarded.
#[derive(Clone)]
pub(crate) struct Guarded {
    /// Its text.
    pub(crate) text: String,
    /// The name of the function that guards.
    pub(crate) name: String,
}

/// Guards loops: what they go through stands from one byte of a text to another.
pub(crate) fn guarded(source: &str, loops: &[(usize, usize)]) -> Guarded {
    let longest = source.split(|c| c != '_').map(str::len).max().unwrap_or(0);
    let name = format!("in_order{}", "_".repeat(longest + 1));
    let begins = loops.iter().map(|&(begin, _)| (begin, true));
    let mut marks: Vec<(usize, bool)> = begins.chain(loops.iter().map(|&(_, end)| (end, false))).collect();
    marks.sort_unstable();
    let mut text = String::with_capacity(source.len() + loops.len() * (name.len() + 3));
    let mut done = 0;
    for (at, begins) in marks {
        text.push_str(&source[done..at]);
        if begins {
            // Without the blank the name would continue the word `in` before a bracket: `in{ 1, 2 }`.
            text.push(' ');
            text.push_str(&name);
            text.push('(');
        } else {
            text.push(')');
        }
        done = at;
    }
    text.push_str(&source[done..]);
    Guarded { text, name }
}
