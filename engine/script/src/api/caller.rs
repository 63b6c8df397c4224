//! Finds the position of the calling script.

use mlua::Lua;
use tilewright_core::catalog::Origin;

use crate::host::Host;

/// Returns the module and the line of the calling script.
#[cold]
pub(super) fn find_caller(lua: &Lua, host: &Host) -> Option<Origin> {
    let at = |level| {
        lua.inspect_stack(level, |d| {
            let source = d.source().source.map(|s| s.trim_start_matches('@').to_owned());
            (source, d.current_line())
        })
    };
    // A Lua function of the host's prelude may be between the two.
    let (path, line) = at(1).filter(|(path, _)| path.as_deref() != Some("=prelude")).or_else(|| at(2))?;
    let (path, line) = (path?, u32::try_from(line?).ok()?);
    // Several packs may use one file, so the running amendment decides the module.
    let modules = &host.catalog.modules;
    let running = host.amendment(host.frames.amendment()).map(|running| running.module);
    let running = running.filter(|&module| *modules[module].path == *path);
    let module = running.or_else(|| modules.iter().position(|m| *m.path == *path))?;
    Some(Origin { module: u16::try_from(module).ok()?, line })
}
