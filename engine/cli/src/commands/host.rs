//! `tilewright host`: lets players at other machines play in a browser.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use clap::Args;
use tilewright_core::catalog::seat::Seat;
use tilewright_host::{Host, HostError, HostPlan, TableCall, TablePlan, export_tables};
use tilewright_kit::files::{self, home};
use tilewright_kit::form::{FeedbackForm, read_form};
use tilewright_kit::packs::load::Loaded;
use tilewright_pack::limits::FILE_BYTES;
use tilewright_results::{Format, TimedAnswer, write_timed_answers};
use tilewright_share::webhook::Webhook;
use tilewright_table::{CourseAnswer, SeatPlan, Substitute, TableFindings, read_findings, table_folders};

use crate::bots;
use crate::commands::compare::settings::time;
use crate::commands::sim::seats;
use crate::context::{Context, known_language};
use crate::failure::{Exit, Failure};
use crate::numbers::whole;
use crate::option_args::OptionArgs;
use crate::out::{CAUTION, FAINT, STRONG, format_count};

/// Address of a host, which only this machine reaches. The port stays the same, so that links work after a restart.
const LISTEN: &str = "127.0.0.1:7412";

#[derive(Args, Debug)]
#[command(
    about = "Let players at other machines play in a browser",
    long_about = "Let players at other machines play in a browser.\n\nThe command creates a table and prints a link for \
        each seat, one for onlookers and one for the host. Everyone who has a link can use it, without an account. \
        The rules run on this machine alone: a guest gets only information for the own seat. Every answer is stored at once; \
        without packs, the command serves all tables again, with the same links.\n\nOnly this machine reaches the \
        host unless `--listen` names an address for others. Connections are not encrypted; `tilewright handbook host` \
        shows how to put a web server with a certificate in front.",
    after_help = "Examples:\n  \
        tilewright host PACK                                  a table on this machine, a link for each seat\n  \
        tilewright host PACK EXPANSION --seats 4 --bots person,person,greedy\n  \
        tilewright host PACK --listen 192.168.1.5:7412        guests in the same network\n  \
        tilewright host PACK --public https://play.example    behind a web server with a certificate\n  \
        tilewright host PACK --away 5m=greedy                 a bot plays for guests who have left\n  \
        tilewright host                                       serve all tables again\n  \
        tilewright host --export findings                     records, notes and times of all tables\n\n\
        A file of questions for `--form`:\n  \
        Form(\n      \
        questions: [\n          \
        (id: \"length\", text: \"How long did the game feel?\", scale: (\"too short\", \"too long\")),\n          \
        (id: \"again\", text: \"Would you play it again?\", choice: [\"yes\", \"maybe\", \"no\"]),\n          \
        (id: \"change\", text: \"Which one thing would you change?\"),\n      \
        ],\n  \
        )"
)]
pub(crate) struct HostArgs {
    /// Packs to play together: ids, or paths of folders; without packs, existing tables are served
    #[arg(value_name = "PACK")]
    packs: Vec<String>,
    /// Number of players [default: the fewest that the pack allows]
    #[arg(long, value_name = "N", requires = "packs", value_parser = whole::<u8>)]
    seats: Option<u8>,
    /// Players by seat, separated by commas: `person` or a bot; the last one also plays all further seats
    #[arg(long, value_name = "BOTS", requires = "packs", default_value = "person")]
    bots: String,
    /// Names of the players, by seat, separated by commas
    #[arg(long, value_name = "NAMES", requires = "packs", default_value = "", hide_default_value = true)]
    names: String,
    /// Seed of all chance [default: a secret random number]
    #[arg(long, value_name = "S", requires = "packs", value_parser = whole::<u64>)]
    seed: Option<u64>,
    /// Language of the page and of the pack's names
    #[arg(long, value_name = "CODE", default_value = "en")]
    language: String,
    /// Address and port for guests
    #[arg(long, value_name = "ADDRESS", default_value = LISTEN)]
    listen: SocketAddr,
    /// Address of a web server in front of the host, such as `https://play.example`
    #[arg(long, value_name = "URL")]
    public: Option<String>,
    /// Take the addresses of guests from `X-Forwarded-For`, as a web server in front of the host writes them
    #[arg(long)]
    trust_proxy: bool,
    /// Let a bot answer for players who have left for this time, until they are back, such as `5m=greedy`
    #[arg(long, value_name = "TIME=BOT", requires = "packs")]
    away: Option<String>,
    /// Address of a chat service that calls players who are asked and absent; a game is then played over days
    #[arg(long, value_name = "URL")]
    webhook: Option<String>,
    /// First letters of the addresses of new tables, for a web server in front of several machines
    #[arg(long, value_name = "LETTERS", requires = "packs", default_value = "", hide_default_value = true)]
    prefix: String,
    /// File with the questions to the players at the end [default: five questions]
    #[arg(long, value_name = "FILE", requires = "packs")]
    form: Option<PathBuf>,
    /// Folder of the tables [default: `tables` in your own folder]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Write records, notes and times of all tables to a folder instead of serving them
    #[arg(long, value_name = "DIR", conflicts_with_all = ["packs", "listen", "public", "trust_proxy", "webhook"])]
    export: Option<PathBuf>,
    #[command(flatten)]
    choices: OptionArgs,
}

pub(crate) fn run(args: &HostArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let folder = args.folder.clone().unwrap_or_else(home::hosted_tables);
    if let Some(to) = &args.export {
        let exported = export_tables(&folder, to).map_err(failure)?;
        write_answers(to, cx)?;
        let count = format_count(exported.tables, "table", "tables");
        let notes = format_count(exported.notes, "note", "notes");
        writeln!(cx.out, "{count} with {notes}: the files are in {}.", to.display())?;
        return Ok(Exit::Fine);
    }
    let known = table_folders(&folder).len();
    if args.packs.is_empty() && known == 0 {
        return Err(Failure::usage("no pack is named, and there is no table")
            .hint("`tilewright host PACK` creates a table; `tilewright show` lists the packs"));
    }
    if let Some(public) = &args.public
        && !(public.starts_with("https://") || public.starts_with("http://"))
    {
        return Err(Failure::usage(format!("`{public}` is not an address")).hint("write `--public https://NAME`"));
    }
    let loaded = if args.packs.is_empty() { None } else { Some(cx.load(&args.packs, &args.choices, 1)?) };
    let form = args.form.as_deref().map(|path| read_form_file(path, cx)).transpose()?;
    let plan = loaded.as_ref().map(|loaded| table_plan(args, loaded, form)).transpose()?;
    if args.prefix.len() > 8 || !args.prefix.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return Err(Failure::usage(format!("`{}` cannot begin an address", args.prefix))
            .hint("use up to eight letters from a to z and digits, such as `--prefix a`"));
    }
    let webhook = args.webhook.as_deref().map(read_webhook).transpose()?;
    let (calls, called) = mpsc::channel();
    let (public, trusts_proxy, calls) = (args.public.clone(), args.trust_proxy, webhook.is_some().then_some(calls));
    let (finder, prefix) = (cx.finder.clone(), args.prefix.clone());
    let host = HostPlan { public, trusts_proxy, calls, finder, prefix, ..HostPlan::new(args.listen, folder) };
    let host = Host::start(&host).map_err(failure)?;
    if let Some((loaded, plan)) = loaded.as_ref().zip(plan.as_ref()) {
        let titles = loaded.catalog().map(|catalog| catalog.titles()).unwrap_or_default();
        let links = host.create_table(loaded, plan).map_err(failure)?;
        writeln!(cx.out, "{STRONG}{titles}{STRONG:#}")?;
        for link in &links {
            let who = match &link.role.seats[..] {
                [seat, ..] => {
                    let name = &plan.seats[usize::from(*seat)].name;
                    let number = format!("Seat {}", Seat(*seat));
                    if name.is_empty() { number } else { format!("{number}, {name}") }
                }
                [] if link.role.host => "Host".to_owned(),
                [] => "Onlookers".to_owned(),
            };
            writeln!(cx.out, "  {who:<16} {}", link.url)?;
        }
        writeln!(
            cx.out,
            "{FAINT}Each link works for everyone who has it. This machine knows all that is hidden.{FAINT:#}"
        )?;
    }
    if known > 0 {
        let tables = format_count(known, "table", "tables");
        writeln!(cx.out, "{tables} from before can be visited with the same links.")?;
    }
    if !args.listen.ip().is_loopback() && args.public.is_none() {
        writeln!(cx.out, "{CAUTION}note:{CAUTION:#} connections to {} are not encrypted", host.address())?;
    }
    writeln!(cx.out, "Serving on {}. Ctrl+C ends; `tilewright host` serves the tables again.", host.address())?;
    cx.out.flush()?;
    if let Some(webhook) = &webhook {
        pass_calls(&host, webhook, &called, cx)?;
    }
    loop {
        std::thread::park();
    }
}

/// Writes the answers of exported tables as Parquet.
fn write_answers(to: &Path, cx: &mut Context) -> Result<(), Failure> {
    let mut problems = Vec::new();
    let answers: Vec<TimedAnswer> = read_findings(to, &mut problems).iter().flat_map(timed_answers).collect();
    problems.iter().for_each(|problem| cx.note(&problem.to_string()));
    let rows = write_timed_answers(&answers, Format::Parquet).map_err(|error| Failure::wrong(error.to_string()))?;
    files::write(&to.join("answers.parquet"), &rows)?;
    Ok(())
}

/// Returns the answers of a table with their times. Answers that were taken back are marked.
fn timed_answers(found: &TableFindings) -> Vec<TimedAnswer> {
    let timed = |answer: CourseAnswer<'_>| TimedAnswer {
        table: found.table.clone(),
        number: answer.number,
        seat: answer.seat,
        ask: answer.ask.to_owned(),
        key: answer.key.to_owned(),
        options: answer.options,
        ms: answer.ms,
        is_bot: answer.is_bot,
        is_undone: answer.is_undone,
    };
    found.given().into_iter().map(timed).collect()
}

/// Passes calls to absent players to a chat service, as long as the host runs.
fn pass_calls(
    host: &Host,
    webhook: &Webhook,
    called: &mpsc::Receiver<TableCall>,
    cx: &mut Context,
) -> Result<(), Failure> {
    for TableCall { table, call } in called {
        let page = host.page_of(&table);
        let name = if call.name.is_empty() { String::new() } else { format!("{}: ", call.name) };
        let text = format!("{}: {name}{}. Open your own link of {page}.", call.title, call.question);
        if let Err(error) = webhook.send(&text) {
            // The next call may succeed.
            writeln!(cx.out, "{CAUTION}note:{CAUTION:#} a player was not called: {error}")?;
            cx.out.flush()?;
        }
    }
    Ok(())
}

fn read_webhook(address: &str) -> Result<Webhook, Failure> {
    let wrong = || Failure::usage("`--webhook` is not an address").hint("write `--webhook https://NAME/…`");
    Webhook::read(address).ok_or_else(wrong)
}

/// Reads a time and a bot, such as `5m=greedy`.
fn read_substitute(text: &str) -> Result<Substitute, Failure> {
    let wrong = || {
        Failure::usage(format!("`{text}` is not a time and a bot")).hint("write `--away 5m=greedy`, for five minutes")
    };
    let (after, bot) = text.split_once('=').ok_or_else(wrong)?;
    let after = time(after).map_err(|_| wrong())?.as_secs();
    let bot = bots::one(bot)?;
    bots::repeatable(std::slice::from_ref(&bot))?;
    Ok(Substitute { after, bot: bot.to_string() })
}

fn table_plan(args: &HostArgs, loaded: &Loaded, form: Option<FeedbackForm>) -> Result<TablePlan, Failure> {
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    known_language(catalog, &args.language)?;
    let seats = seats(catalog, args.seats)?;
    let players = bots::and_people(&args.bots, seats.into())?;
    bots::repeatable(&players.iter().flatten().cloned().collect::<Vec<_>>())?;
    let substitute = args.away.as_deref().map(read_substitute).transpose()?;
    let mut names = args.names.split(',').map(|name| name.trim().to_owned());
    let seats = players
        .into_iter()
        .map(|bot| SeatPlan { name: names.next().unwrap_or_default(), bot: bot.map(|bot| bot.to_string()) });
    Ok(TablePlan { language: args.language.clone(), seats: seats.collect(), seed: args.seed, form, substitute })
}

/// Reads the file of a form, and prints its mistakes.
fn read_form_file(path: &Path, cx: &Context) -> Result<FeedbackForm, Failure> {
    let read = read_form(&path.display().to_string(), &files::read_text(path, FILE_BYTES as u64)?);
    read.form.ok_or_else(|| {
        cx.print_findings(&read.findings, &read.sources);
        let count = format_count(read.findings.len(), "error", "errors");
        Failure::wrong(format!("{} has {count}", path.display()))
            .hint("fix the errors shown above; `tilewright host --help` shows an example of such a file")
    })
}

fn failure(error: HostError) -> Failure {
    match &error {
        HostError::Address(..) => Failure::environment(error.to_string())
            .hint("another program may use the port: name another one with `--listen 127.0.0.1:PORT`"),
        HostError::System(_) => Failure::environment(error.to_string()),
        HostError::Table(_) => Failure::wrong(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use tilewright_core::session::record::Record;
    use tilewright_table::AnswerEntry;

    use super::*;

    #[test]
    fn answers_that_were_taken_back_are_marked() {
        let given = |key: &str| AnswerEntry::Given {
            seat: 0,
            ask: "place".to_owned(),
            key: key.to_owned(),
            options: 2,
            ms: 5,
            bot: false,
        };
        let why = AnswerEntry::Why { seat: 0, why: "0,1".to_owned() };
        let found = TableFindings {
            table: "tab1".to_owned(),
            record: Record::default(),
            packs: Vec::new(),
            names: Vec::new(),
            notes: Vec::new(),
            course: vec![given("a"), given("b"), why, AnswerEntry::Undone { undo: 1 }, given("c")],
            when: SystemTime::UNIX_EPOCH,
        };
        let answers = timed_answers(&found);
        let rows: Vec<_> = answers.iter().map(|answer| (&*answer.key, answer.number, answer.is_undone)).collect();
        assert_eq!(rows, [("a", 0, false), ("b", 1, true), ("c", 1, false)]);
    }

    #[test]
    fn a_bot_for_the_absent_has_a_time_and_a_known_name() {
        let read = |text: &str| read_substitute(text).ok();
        assert_eq!(read("5m=greedy"), Some(Substitute { after: 300, bot: "greedy".to_owned() }));
        assert_eq!(read("30s=random"), Some(Substitute { after: 30, bot: "random".to_owned() }));
        for wrong in ["", "greedy", "5m", "5m=", "=greedy", "0s=greedy", "5m=gredy", "5m=mcts:500ms", "5x=greedy"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert!(read_webhook("https://chat.example/x").is_ok() && read_webhook("chat.example").is_err());
    }
}
