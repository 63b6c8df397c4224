//! Checks that the options that offers of a module add have functions for their choice, and the reverse.

use tilewright_core::diag::Diagnostic;

use super::groups::LocatedName;
use super::walk::Walk;

/// Reports groups that have only options, or only a function for the choice.
pub(super) fn check(walk: &mut Walk) {
    let groups = std::mem::take(&mut walk.groups);
    let has = |list: &[LocatedName], name: &str| list.iter().any(|other| other.name == name);
    for one in groups.added.iter().filter(|one| !groups.followed_otherwise && !has(&groups.followed, &one.name)) {
        let message = format!("no `chosen` function handles options of the group `{}`", one.name);
        let hint = format!("add `chosen(\"{}\", function(seat, …) … end)` to this module", one.name);
        walk.say_at(Diagnostic::warning("S0208", message).with_hint(hint), one.at);
    }
    // A module without options has no offer, which is reported when it has loaded.
    let offers = !groups.added.is_empty();
    for one in groups.followed.iter().filter(|one| offers && !groups.added_otherwise && !has(&groups.added, &one.name))
    {
        let message = format!("no option of the group `{}` is ever added, so nothing calls this", one.name);
        let hint = format!("an `offer` of this module adds it: `options:add(key, \"{}\", …)`", one.name);
        walk.say_at(Diagnostic::warning("S0206", message).with_hint(hint), one.at);
    }
}
