//! Downloads packs on a background thread.

use tilewright_editor_model::job::Teller;
use tilewright_share::install::{Client, Fetched};
use tilewright_share::plan::InstallPlan;

use super::words::SharingError;

/// Downloads and tests the planned packs, and reports the progress in KiB.
pub(super) fn fetch<N: Send>(
    client: &Client,
    plan: &InstallPlan,
    accepted: &[String],
    teller: &Teller<N>,
) -> Result<Fetched, SharingError> {
    Ok(client.fetch_while(plan, accepted, &watch(plan, teller))?)
}

/// Returns a callback that reports the downloaded KiB of a plan, and returns false once the job is stopped.
pub(super) fn watch<N: Send>(plan: &InstallPlan, teller: &Teller<N>) -> impl Fn(usize, u64) -> bool + Sync {
    let sizes: Vec<u64> = plan.steps.iter().map(|step| step.release.file.bytes).collect();
    let kib = |bytes: u64| usize::try_from(bytes.div_ceil(1024)).unwrap_or(usize::MAX);
    let all = kib(sizes.iter().sum());
    move |number: usize, done: u64| {
        teller.report_progress(kib(sizes[..number].iter().sum::<u64>() + done), all);
        teller.goes_on()
    }
}
