//! `tilewright shelf` and `search`: manages shelves and searches their packs.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;
use tilewright_share::install::Client;
use tilewright_share::publish::Publisher;
use tilewright_share::shelf::Shelf;
use tilewright_share::source::is_web;

use crate::commands::pages;
use crate::context::Context;
use crate::failure::{Exit, Failure};
use crate::out::{CAUTION, FAINT, GOOD, STRONG, format_count, standard_error};
use crate::table::TextTable;

#[derive(Args, Debug)]
#[command(
    about = "Add, list and remove shelves of packs",
    long_about = "Add, list and remove shelves of packs.\n\nA shelf is a folder that `tilewright publish` writes. It is reached \
        by its path, or over the web when any web server serves the folder. Adding one fetches its list of packs and \
        installs nothing.",
    after_help = "Examples:\n  \
        tilewright shelf add harbour https://example.org/packs\n  \
        tilewright shelf add friends /media/stick/packs\n  \
        tilewright shelf list\n  \
        tilewright shelf rebuild ./packs      rebuilds the index of your own shelf"
)]
pub(crate) struct ShelfArgs {
    #[command(subcommand)]
    action: ShelfAction,
}

#[derive(Subcommand, Debug)]
enum ShelfAction {
    /// Add a shelf under a name that you choose
    Add {
        /// Name of the shelf
        name: String,
        /// The folder, or its address on the web
        address: String,
    },
    /// List the added shelves
    List {
        /// Print the shelves as a JSON list
        #[arg(long)]
        json: bool,
    },
    /// Remove a shelf from the list; packs installed from it remain
    Remove {
        /// Its name
        name: String,
    },
    /// Rebuild the index of your own shelf from the packs in its folder
    Rebuild {
        /// The folder of the shelf
        folder: PathBuf,
    },
}

pub(crate) fn run(args: &ShelfArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let client = Client::standard(cx.finder.clone());
    match &args.action {
        ShelfAction::Add { name, address } => {
            let shelf = client.shelves.add(name, address)?;
            let packs = format_count(shelf.packs().len(), "pack", "packs");
            writeln!(
                cx.out,
                "{GOOD}Added {STRONG}{name}{STRONG:#}{GOOD:#}: {}, {packs}, at {}",
                shelf.known.head.title, shelf.known.address
            )?;
            if is_web(address) && !address.to_lowercase().starts_with("https") {
                writeln!(
                    cx.out,
                    "  {CAUTION}Without https, downloads can be changed in transit{CAUTION:#}; only signed packs are \
                     protected."
                )?;
            }
        }
        ShelfAction::List { json: true } => {
            let mut list = Vec::new();
            for name in client.shelves.names()? {
                let known = client.shelves.cached_state(&name)?;
                list.push(json!({"name": name, "title": known.head.title, "address": known.address,
                    "serial": known.head.serial}));
            }
            cx.out.json(&list.into())?;
        }
        ShelfAction::List { .. } => {
            let names = client.shelves.names()?;
            if names.is_empty() {
                writeln!(cx.out, "There are no shelves yet: `tilewright shelf add NAME ADDRESS` adds one.")?;
                return Ok(Exit::Fine);
            }
            let mut table = TextTable::of_texts(["shelf", "title", "address"]);
            for name in names {
                let known = client.shelves.cached_state(&name)?;
                table.row([name, known.head.title, known.address]);
            }
            write!(cx.out, "{}", table.text())?;
        }
        ShelfAction::Remove { name } => {
            client.shelves.remove(name)?;
            writeln!(
                cx.out,
                "{GOOD}Removed {STRONG}{name}{STRONG:#}.{GOOD:#} Packs installed from it stay installed."
            )?;
        }
        ShelfAction::Rebuild { folder } => {
            if !folder.is_dir() {
                return Err(Failure::environment(format!("there is no folder {}", folder.display())));
            }
            let mut stream = standard_error(cx.color);
            let publisher = Publisher::rebuild(folder, &mut |path, error| {
                // Ignored, since an error cannot be reported if standard error cannot be written.
                let _ = writeln!(stream, "{CAUTION}left out:{CAUTION:#} {}: {error}", path.display());
            })?;
            let packs = publisher.records().count();
            let versions: usize = publisher.records().map(|record| record.versions.len()).sum();
            let all = publisher.records().map(|record| record.id.clone()).collect();
            pages::write(&publisher, &all, "en", cx)?;
            let said = match publisher.publish()? {
                Some(serial) => format!("index {serial}"),
                None => "the index is unchanged".to_owned(),
            };
            let (packs, versions) =
                (format_count(packs, "pack", "packs"), format_count(versions, "version", "versions"));
            writeln!(cx.out, "{GOOD}Rebuilt:{GOOD:#} {packs} in {versions}, {said}")?;
        }
    }
    Ok(Exit::Fine)
}

#[derive(Args, Debug)]
#[command(
    about = "Search the shelves for packs",
    long_about = "Search the shelves for packs in whose id, title or description all of the words occur. Without words, all \
        packs are listed. If a shelf cannot be reached, its last known list is searched.",
    after_help = "Examples:\n  tilewright search\n  tilewright search stone bridge\n  tilewright search --shelf harbour"
)]
pub(crate) struct SearchArgs {
    /// Words that occur
    words: Vec<String>,
    /// Search only this shelf
    #[arg(long, value_name = "NAME")]
    shelf: Option<String>,
    /// Print the results as a JSON list
    #[arg(long)]
    json: bool,
}

pub(crate) fn search(args: &SearchArgs, cx: &mut Context) -> Result<Exit, Failure> {
    let client = Client::standard(cx.finder.clone());
    let shelves = open(&client, args.shelf.as_deref(), cx)?;
    let words = args.words.join(" ");
    if args.json {
        let found = shelves.iter().flat_map(|shelf| shelf.search(&words).into_iter().map(move |entry| (shelf, entry)));
        let list = found.map(|(shelf, entry)| {
            json!({"id": entry.id, "version": entry.newest.to_string(), "shelf": shelf.name, "title": entry.title,
                "summary": entry.summary})
        });
        cx.out.json(&list.collect())?;
        return Ok(Exit::Fine);
    }
    let mut table = TextTable::of_texts(["pack", "version", "shelf", "title"]);
    let mut any = false;
    for shelf in &shelves {
        for entry in shelf.search(&words) {
            table.row([entry.id.clone(), entry.newest.to_string(), shelf.name.clone(), entry.title.clone()]);
            any = true;
        }
    }
    if any {
        write!(cx.out, "{}", table.text())?;
    } else if shelves.is_empty() {
        writeln!(cx.out, "There is no shelf to search: `tilewright shelf add NAME ADDRESS` adds one.")?;
    } else {
        writeln!(cx.out, "{FAINT}No packs found.{FAINT:#}")?;
    }
    Ok(Exit::Fine)
}

/// Opens shelves, and reports shelves that cannot be reached or are shown from their last known contents.
pub(crate) fn open(client: &Client, shelf: Option<&str>, cx: &Context) -> Result<Vec<Shelf>, Failure> {
    let mut stream = standard_error(cx.color);
    // Ignored, since an error cannot be reported if standard error cannot be written.
    let shelves = client.open(shelf, &mut |_, error| {
        let _ = writeln!(stream, "{CAUTION}left out:{CAUTION:#} {error}");
    })?;
    for shelf in &shelves {
        if let Some(why) = &shelf.stale {
            let _ = writeln!(stream, "{CAUTION}`{}` is shown as of the last visit:{CAUTION:#} {why}", shelf.name);
        }
    }
    Ok(shelves)
}
