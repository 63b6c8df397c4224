//! Checks that the new names of renamed entries are declared.

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::diag::Spanned;

use crate::declare::options::PackOptions;
use crate::findings::{Findings, codes};
use crate::read::history::Fate;
use crate::read::renames::StandIn;
use crate::read::source::PackSource;

/// Reports renames to a name that the pack does not declare.
pub(crate) fn check_targets(
    packs: &[PackSource],
    options: &PackOptions,
    declares: impl Fn(&PackSource, DeclaredKind, &str) -> bool,
    report: &Findings,
) {
    for pack in packs {
        for StandIn { sort, since, id, values } in &pack.renames {
            let now = match pack.manifest.history.fate(*sort, &id.value, Some(since)) {
                Fate::Same => id.value.clone(),
                Fate::Now(now) => now,
                Fate::Gone(_) => continue,
            };
            if *sort != DeclaredKind::Step && !declares(pack, *sort, &now) {
                let message = format!("this leads to the {} `{now}`, which the pack does not declare", sort.word());
                report.add(codes::RENAMED_TO_NOTHING.finding(id.span, message));
                continue;
            }
            let option = options.declared.iter().find(|option| option.pack == *pack.id() && *option.name == *now);
            let Some(option) = option.filter(|_| *sort == DeclaredKind::Option) else { continue };
            for Spanned { value, span } in values {
                let last = pack.manifest.history.value(&id.value, value, since);
                if !option.takes(&last) {
                    let message = format!("the option `{now}` cannot be `{last}`");
                    let finding = codes::RENAMED_TO_NOTHING.finding(*span, message);
                    report.add(finding.with_hint(format!("it may be {}", option.describe_values())));
                }
            }
        }
    }
}
