//! Prints the lines of the rules in the last move of a test, with their values.

use std::io::Write;

use tilewright_kit::suite::trace_test;

use crate::context::Context;
use crate::failure::Failure;
use crate::out::{BAD, STRONG};

/// Maximum number of lines of rules that are printed for a test; the last ones are closest to the failure.
const MOST_LINES: usize = 200;

/// Prints the lines of the rules in the last move of a test. Below each line are the values that are new or have
/// changed just before it runs.
pub(crate) fn report_lines(pack: &str, test: &str, cx: &mut Context) -> Result<(), Failure> {
    let found = cx.finder.find(pack)?;
    let traced = match trace_test(&cx.finder, &found, test) {
        Ok(Some(traced)) => traced,
        Ok(None) => return Ok(()),
        Err(error) => {
            writeln!(cx.out, "  lines    {BAD}not recorded{BAD:#}: {error}")?;
            return Ok(());
        }
    };
    let (trace, catalog) = (&traced.trace, traced.session.game().catalog());
    let skipped = trace.moments.len().saturating_sub(MOST_LINES);
    if skipped > 0 {
        writeln!(cx.out, "  lines    {skipped} earlier lines are left out")?;
    }
    let mut call = None;
    for (at, moment) in trace.moments.iter().enumerate().skip(skipped) {
        if call.replace(moment.call) != Some(moment.call) {
            writeln!(cx.out, "  lines    {STRONG}{}{STRONG:#}", trace.calls[moment.call].hook)?;
        }
        let Some(module) = catalog.modules.get(moment.module) else { continue };
        let text = module.source.lines().nth(moment.line as usize - 1).unwrap_or_default();
        writeln!(cx.out, "    {}:{:<4} {}", module.path, moment.line, text.trim())?;
        let is_first = trace.previous_in_function(at).is_none();
        for local in moment.locals.iter().filter(|local| is_first || trace.has_changed(at, local)) {
            writeln!(cx.out, "        {} = {}", local.name, local.value)?;
        }
        let is_last = trace.moments.get(at + 1).is_none_or(|next| next.call != moment.call);
        if let Some(failure) = trace.calls[moment.call].failure.as_ref().filter(|_| is_last) {
            writeln!(cx.out, "        {BAD}fails{BAD:#}: {failure}")?;
        }
    }
    Ok(())
}
