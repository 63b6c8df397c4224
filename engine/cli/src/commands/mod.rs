//! Commands of the program, each in its own file.

pub(crate) mod about;
pub(crate) mod api;
pub(crate) mod bench;
pub(crate) mod capture;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod compat;
pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod duel;
pub(crate) mod export;
pub(crate) mod format;
pub(crate) mod handbook;
pub(crate) mod host;
pub(crate) mod hunt;
pub(crate) mod import;
pub(crate) mod install;
pub(crate) mod lsp;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod new;
pub(crate) mod pack;
pub(crate) mod pages;
pub(crate) mod play;
pub(crate) mod print;
pub(crate) mod protect;
pub(crate) mod publish;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod shelf;
pub(crate) mod show;
pub(crate) mod sim;
pub(crate) mod test;
pub(crate) mod traced;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod version;
pub(crate) mod worth;

use clap::{CommandFactory, Subcommand};

use crate::args::Cli;
use crate::context::Context;
use crate::failure::{Exit, Failure};

/// Command with its arguments, which its file declares.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Check(check::CheckArgs),
    Show(show::ShowArgs),
    Play(play::PlayArgs),
    Host(host::HostArgs),
    Render(render::RenderArgs),
    Print(print::PrintArgs),
    Export(export::ExportArgs),
    Replay(replay::ReplayArgs),
    Test(test::TestArgs),
    Capture(capture::CaptureArgs),
    Sim(sim::SimArgs),
    Merge(merge::MergeArgs),
    Report(report::ReportArgs),
    Duel(duel::DuelArgs),
    Verify(verify::VerifyArgs),
    Compare(compare::CompareArgs),
    Worth(worth::WorthArgs),
    Tune(tune::TuneArgs),
    Hunt(hunt::HuntArgs),
    Compat(compat::CompatArgs),
    Bench(bench::BenchArgs),
    Api(api::ApiArgs),
    Format(format::FormatArgs),
    Handbook(handbook::HandbookArgs),
    New(new::NewArgs),
    Import(import::ImportArgs),
    Pack(pack::PackArgs),
    Unpack(pack::UnpackArgs),
    Lock(version::LockArgs),
    Bump(version::BumpArgs),
    Install(install::InstallArgs),
    Update(install::UpdateArgs),
    Remove(install::RemoveArgs),
    Search(shelf::SearchArgs),
    Shelf(shelf::ShelfArgs),
    Publish(publish::PublishArgs),
    Key(publish::KeyArgs),
    Lsp(lsp::LspArgs),
    Doctor(doctor::DoctorArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(&self, cx: &mut Context) -> Result<Exit, Failure> {
        match self {
            Command::Check(args) => check::run(args, cx),
            Command::Show(args) => show::run(args, cx),
            Command::Play(args) => play::run(args, cx),
            Command::Host(args) => host::run(args, cx),
            Command::Render(args) => render::run(args, cx),
            Command::Print(args) => print::run(args, cx),
            Command::Export(args) => export::run(args, cx),
            Command::Replay(args) => replay::run(args, cx),
            Command::Test(args) => test::run(args, cx),
            Command::Capture(args) => capture::run(args, cx),
            Command::Sim(args) => sim::run(args, cx),
            Command::Merge(args) => merge::run(args, cx),
            Command::Report(args) => report::run(args, cx),
            Command::Duel(args) => duel::run(args, cx),
            Command::Verify(args) => verify::run(args, cx),
            Command::Compare(args) => compare::run(args, cx),
            Command::Worth(args) => worth::run(args, cx),
            Command::Tune(args) => tune::run(args, cx),
            Command::Hunt(args) => hunt::run(args, cx),
            Command::Compat(args) => compat::run(args, cx),
            Command::Bench(args) => bench::run(args, cx),
            Command::Api(args) => api::run(args, cx),
            Command::Format(args) => format::run(args, cx),
            Command::Handbook(args) => handbook::run(args, cx),
            Command::New(args) => new::run(args, cx),
            Command::Import(args) => import::run(args, cx),
            Command::Pack(args) => pack::run(args, cx),
            Command::Unpack(args) => pack::unpack(args, cx),
            Command::Lock(args) => version::lock(args, cx),
            Command::Bump(args) => version::bump(args, cx),
            Command::Install(args) => install::run(args, cx),
            Command::Update(args) => install::update(args, cx),
            Command::Remove(args) => install::remove(args, cx),
            Command::Search(args) => shelf::search(args, cx),
            Command::Shelf(args) => shelf::run(args, cx),
            Command::Publish(args) => publish::run(args, cx),
            Command::Key(args) => publish::key(args, cx),
            Command::Lsp(args) => lsp::run(args, cx),
            Command::Doctor(args) => doctor::run(args, cx),
            Command::Completions(args) => completions::run(args, &mut Cli::command(), cx),
            Command::Man(args) => man::run(args, Cli::command(), cx),
        }
    }
}
