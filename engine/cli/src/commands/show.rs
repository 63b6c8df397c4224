//! `tilewright show`: lists the declarations of packs, after options and overrides are applied.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use tilewright_core::catalog::flow::{Step, StepKind};
use tilewright_core::catalog::id::{BagId, Name, TagId, TerrainId, TileKindId};
use tilewright_core::catalog::lattice::{Turn, Turns};
use tilewright_core::catalog::tile::TileKind;
use tilewright_core::catalog::{BagOwner, Catalog, Extent, Owner};
use tilewright_core::diag::SourceMap;
use tilewright_kit::files;
use tilewright_kit::packs::choose::Here;
use tilewright_kit::packs::find::PackPlace;
use tilewright_kit::packs::load::{Loaded, Reading, Request};
use tilewright_pack::UNREADABLE_CODE;
use tilewright_pack::schema::{
    claim_word, completion_word, graded_word, parted_word, placed_by_word, scope_word, unplayable_word, wins_word,
};
use tilewright_page::{PackPage, pack_page};

use crate::commands::about::{ArchiveSummary, origin_json};
use crate::context::{Context, known_language};
use crate::failure::{Exit, Failure};
use crate::findings;
use crate::look_args::LookArgs;
use crate::numbers::whole;
use crate::option_args::OptionArgs;
use crate::out::{FAINT, STRONG};
use crate::random_game::play_random_game;
use crate::table::TextTable;

#[derive(Args, Debug)]
#[command(
    about = "Show the content of packs",
    long_about = "Show the content of packs: options, steps, terrains, edges, tags, figures, bags, books, planes, \
        rules, tiles and so on.\n\nThe content is shown after the options and the changes of other packs are applied, \
        each entry with the pack that declares it. For a packed pack, the command first shows its signature, its needs \
        and its installed versions. Without PACK it lists all packs that are found.\n\nWith `--html` the command \
        writes a page for a browser: tiles and pieces, options and rules in words, the read-me, and a random game to \
        step through, in one self-contained file.",
    after_help = "Examples:\n  \
        tilewright show                             all packs, with the packs that they need\n  \
        tilewright show PACK                        everything\n  \
        tilewright show PACK --only steps,rules     some sections\n  \
        tilewright show PACK --own                  only content of the named packs\n  \
        tilewright show PACK MORE -o OPTION=VALUE   packs together, with an option chosen\n  \
        tilewright show PACK --only tiles --json    one JSON object, a list for each section\n  \
        tilewright show PACK --paths                the values that `--set` can change\n  \
        tilewright show PACK --html pack.html       a page of the pack for a browser, with a game to step through"
)]
pub(crate) struct ShowArgs {
    /// Packs to show as one game, with the packs that they need: ids, or paths of folders. Without PACK, lists all
    /// available packs
    #[arg(value_name = "PACK")]
    packs: Vec<String>,
    /// Show only these sections
    #[arg(long, value_name = "SECTION", value_delimiter = ',')]
    only: Vec<ShowSection>,
    /// Show only the content of the named packs, not of the packs that they need
    #[arg(long)]
    own: bool,
    /// Show the paths of all values that `--set` can change, one on each line
    #[arg(long, requires = "packs", conflicts_with_all = ["only", "own", "json", "html"])]
    paths: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write the content of the named packs as a page for a browser
    #[arg(long, value_name = "FILE", requires = "packs", conflicts_with_all = ["only", "own", "json"])]
    html: Option<PathBuf>,
    /// Seed of the game on the page
    #[arg(long, value_name = "S", default_value_t = 1, requires = "html", value_parser = whole::<u64>)]
    seed: u64,
    /// Leave the game out of the page
    #[arg(long, requires = "html", conflicts_with = "seed")]
    no_game: bool,
    /// Language of the page (en, nl) and of the packs' texts on it
    #[arg(long, value_name = "CODE", default_value = "en", requires = "html")]
    language: String,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    choices: OptionArgs,
}

/// Sections of the output, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ShowSection {
    Packs,
    Options,
    Steps,
    Terrains,
    Edges,
    Tags,
    Figures,
    Bags,
    Zones,
    Counters,
    Dice,
    Tokens,
    Books,
    Results,
    Planes,
    Board,
    Rules,
    Tiles,
}

/// Row of a section: the pack that declares the thing, and the columns.
struct SectionRow {
    pack: String,
    columns: Map<String, Value>,
}

pub(crate) fn run(args: &ShowArgs, cx: &mut Context) -> Result<Exit, Failure> {
    if args.packs.is_empty() {
        return list(args, cx);
    }
    args.look.check_page(args.html.is_some())?;
    cx.name_packs(&args.packs);
    if args.paths {
        for path in Reading::read_packs(&cx.finder, &args.packs)?.adjustable_paths() {
            writeln!(cx.out, "{path}")?;
        }
        return Ok(Exit::Fine);
    }
    let loaded = cx.load(&args.look.with_theme(&args.packs, cx)?, &args.choices, 1)?;
    let Some(catalog) = loaded.catalog() else { return Err(Failure::wrong("the packs cannot be played")) };
    let named = args.packs.iter().map(|pack| cx.finder.find(pack).map(|found| found.id));
    let named: Vec<String> = named.collect::<Result<_, _>>()?;
    if let Some(out) = &args.html {
        return page(args, out, &named, &loaded, catalog, cx);
    }
    let mut object = Map::new();
    if args.only.is_empty() {
        let mut archives = Vec::new();
        for pack in &args.packs {
            if let PackPlace::Archive(path) = cx.finder.find(pack)?.place {
                archives.push(ArchiveSummary::open(&path, cx)?);
            }
        }
        if args.json && !archives.is_empty() {
            object.insert("archives".to_owned(), archives.iter().map(ArchiveSummary::json).collect());
        } else {
            archives.iter().try_for_each(|archive| archive.tell(cx))?;
        }
    }
    for &section in ShowSection::value_variants() {
        if !args.only.is_empty() && !args.only.contains(&section) {
            continue;
        }
        let mut rows = rows(section, catalog, &loaded);
        rows.retain(|row| !args.own || named.contains(&row.pack));
        let title = section.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        if args.json {
            object.insert(title, rows.into_iter().map(|row| Value::Object(row.columns)).collect());
        } else if !rows.is_empty() || !args.only.is_empty() {
            for_people(&title, &rows, cx)?;
        }
    }
    if args.json {
        cx.out.json(&Value::Object(object))?;
    }
    Ok(Exit::Fine)
}

/// Writes the page of the named packs.
fn page(
    args: &ShowArgs,
    out: &Path,
    named: &[String],
    loaded: &Loaded,
    catalog: &Arc<Catalog>,
    cx: &mut Context,
) -> Result<Exit, Failure> {
    known_language(catalog, &args.language)?;
    let read_me = match &args.packs[..] {
        [pack] => cx.finder.find(pack)?.read()?.get("README.md").cloned(),
        _ => None,
    };
    let mut game =
        if args.no_game { None } else { Some(play_random_game(loaded.machine()?, catalog.seats.0.max(1), args.seed)?) };
    let art = args.look.decode_for_page(&loaded.art, cx)?;
    let page = PackPage {
        loaded,
        catalog,
        packs: named,
        read_me: read_me.as_deref(),
        language: &args.language,
        game: game.as_mut(),
        shelf: None,
        art: art.as_ref(),
    };
    let text = pack_page(page).map_err(|astray| Failure::wrong(astray.to_string()))?;
    files::write(out, text.as_bytes())?;
    writeln!(cx.out, "Wrote {}, {} kB", out.display(), text.len().div_ceil(1000))?;
    Ok(Exit::Fine)
}

/// Lists the available packs, with their titles and the packs that they need.
fn list(args: &ShowArgs, cx: &mut Context) -> Result<Exit, Failure> {
    if args.own || !args.only.is_empty() || !args.choices.is_empty() {
        let failure = Failure::usage("these options need a pack, and none is named");
        return Err(failure.hint("`tilewright show` without arguments lists the available packs"));
    }
    let (mut rows, mut unreadable) = (Vec::new(), Vec::new());
    // Folders are listed and files are read only once for all packs.
    let here = Here::from_finder(&cx.finder)?;
    for found in cx.finder.list()? {
        let request = Request { lints: false, ..Request::new([found.id.clone()]) };
        let loaded = Reading::read_available(here.without_candidates(), &request.packs)?.load(&request);
        unreadable.extend(loaded.errors().filter(|d| d.span.is_none() && d.code == UNREADABLE_CODE).cloned());
        let Some(pack) = loaded.manifest(&found.id) else { continue };
        let needs: Vec<&str> = pack.needs.iter().chain(&pack.themes).map(|(id, _)| &**id).collect();
        let place = match &found.place {
            PackPlace::Bundled | PackPlace::Library => "in the program".to_owned(),
            PackPlace::Folder(_) | PackPlace::Edited(..) | PackPlace::Archive(_) => found.path_prefix(),
        };
        let columns = json!({
            "id": found.id, "title": *pack.title, "version": *pack.version, "needs": needs, "where": place,
        });
        let Value::Object(columns) = columns else { continue };
        rows.push(SectionRow { pack: found.id, columns });
    }
    if args.json {
        let list: Vec<Value> = rows.into_iter().map(|row| Value::Object(row.columns)).collect();
        let found = unreadable.iter().map(|finding| findings::for_programs(finding, &SourceMap::default()));
        cx.out.json(&json!({ "packs": list, "unreadable": found.collect::<Vec<_>>() }))?;
    } else {
        for_people("packs", &rows, cx)?;
        let width = cx.out.room().0;
        for finding in &unreadable {
            writeln!(cx.out, "{}", findings::for_people(finding, &SourceMap::default(), width))?;
        }
    }
    // The list is complete; `check` reports errors in a pack.
    Ok(Exit::Fine)
}

fn for_people(title: &str, rows: &[SectionRow], cx: &mut Context) -> Result<(), Failure> {
    writeln!(cx.out, "{STRONG}{title}{STRONG:#} {FAINT}({}){FAINT:#}", rows.len())?;
    // Columns that are empty in all rows are left out.
    let mut columns: Vec<&String> = rows.first().map(|row| row.columns.keys().collect()).unwrap_or_default();
    columns.retain(|column| rows.iter().any(|row| !cell(column, &row.columns[*column]).is_empty()));
    let mut table = TextTable::of_texts(columns.iter().map(|column| column.replace('_', " ")));
    for row in rows {
        table.row(columns.iter().map(|column| cell(column, &row.columns[*column])));
    }
    writeln!(cx.out, "{}", table.text())?;
    Ok(())
}

/// Returns the text of a table cell. False is empty, except in columns of values.
fn cell(column: &str, value: &Value) -> String {
    match value {
        Value::Bool(yes) if !matches!(column, "value" | "default") => if *yes { "yes" } else { "" }.to_owned(),
        Value::Array(items) if column == "parts" => items.iter().map(part).collect::<Vec<_>>().join(", "),
        Value::Array(items) if column == "edges" => items.iter().map(text).collect::<Vec<_>>().join("; "),
        Value::Object(origin) if column == "changed_from" => {
            format!("{} {}", text(&origin["title"]), text(&origin["version"]))
        }
        other => text(other),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| match value {
                Value::Object(_) => format!("{key} ({})", text(value)),
                _ => format!("{key} {}", text(value)),
            });
            entries.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// Describes a part of a tile: its key, its cell unless that is the first, and its tags.
fn part(part: &Value) -> String {
    let about = [
        part["cell"].as_u64().filter(|&cell| cell > 0).map_or_else(String::new, |cell| format!("cell {cell}")),
        text(&part["tags"]),
    ];
    let about: Vec<String> = about.into_iter().filter(|text| !text.is_empty()).collect();
    let key = text(&part["part"]);
    if about.is_empty() { key } else { format!("{key} ({})", about.join(", ")) }
}

fn row(pack: &str, columns: Value) -> SectionRow {
    let columns = if let Value::Object(columns) = columns { columns } else { Map::new() };
    SectionRow { pack: pack.to_owned(), columns }
}

/// Returns a row for a declaration with a name.
fn named_row(name: &Name, columns: Value) -> SectionRow {
    let mut all = Map::new();
    all.insert("id".to_owned(), json!(&*name.local));
    all.insert("pack".to_owned(), json!(&*name.pack));
    if let Value::Object(columns) = columns {
        all.extend(columns);
    }
    SectionRow { pack: name.pack.to_string(), columns: all }
}

fn rows(section: ShowSection, c: &Catalog, loaded: &Loaded) -> Vec<SectionRow> {
    match section {
        ShowSection::Packs => packs(loaded),
        ShowSection::Options => options(c, loaded),
        ShowSection::Steps => steps(c),
        ShowSection::Terrains => c
            .terrains
            .iter()
            .map(|(id, terrain)| {
                let complete = completion_word(terrain.completion);
                named_row(c.terrains.name(id), json!({"complete": complete, "ground": terrain.ground}))
            })
            .collect(),
        ShowSection::Edges => c
            .edges
            .iter()
            .map(|(id, edge)| {
                let meets: Vec<String> = edge.meets.iter().map(|&other| c.edges.key(other)).collect();
                let columns = json!({"ports": terrains(c, &edge.ports), "meets": meets, "wildcard": edge.wildcard, "meets_itself": !edge.avoids_itself});
                named_row(c.edges.name(id), columns)
            })
            .collect(),
        ShowSection::Tags => c.tags.ids().map(|id| named_row(c.tags.name(id), json!({}))).collect(),
        ShowSection::Figures => figures(c),
        ShowSection::Bags => c
            .bags
            .iter()
            .filter(|&(id, _)| c.declared_bag(id) == id)
            .map(|(id, bag)| {
                let own: Vec<BagId> = c.bags_of(id).collect();
                let columns = json!({
                    "tiles": own.first().map_or(0, |&own| c.bags[own].total()), "stacked": bag.stacked, "open": bag.open, "key": bag.key.as_deref(),
                    "pool": bag.pool.as_deref(), "back": bag.back.map(|tag| c.tags.key(tag)),
                    "ends_game": own.iter().any(|own| c.flow.ends_with.contains(own)),
                    "each_seat": matches!(bag.owner, BagOwner::EachSeat { .. }),
                });
                named_row(c.bags.name(id), columns)
            })
            .collect(),
        ShowSection::Zones => c
            .zones
            .iter()
            .filter(|&(id, _)| c.declared_zone(id) == id)
            .map(|(id, zone)| {
                let slots = if zone.slots == 0 { json!("a heap") } else { json!(zone.slots) };
                let each_seat = matches!(zone.owner, Owner::EachSeat { .. });
                let number = zone.number.map(|number| c.counters.key(number));
                let fields = json!({
                    "slots": slots, "single": zone.single, "each_seat": each_seat, "number": number,
                });
                named_row(c.zones.name(id), fields)
            })
            .collect(),
        ShowSection::Counters => counters(c),
        ShowSection::Dice => c
            .dice
            .iter()
            .map(|(id, die)| {
                let faces = if die.seats {
                    json!("the seats")
                } else {
                    json!(die.faces.iter().map(|f| &**f).collect::<Vec<_>>())
                };
                named_row(c.dice.name(id), json!({"faces": faces}))
            })
            .collect(),
        ShowSection::Tokens => c.tokens.ids().map(|id| named_row(c.tokens.name(id), json!({}))).collect(),
        // The first books are those of the terrains, which need no rows.
        ShowSection::Books => {
            let own = c.books.ids().skip(c.terrains.len());
            own.map(|id| named_row(c.books.name(id), json!({}))).collect()
        }
        ShowSection::Results => c
            .results
            .iter()
            .map(|(id, result)| {
                let (of, wins) = (graded_word(result.of), wins_word(result.wins));
                named_row(c.results.name(id), json!({"at_least": result.at_least, "of": of, "wins": wins}))
            })
            .collect(),
        ShowSection::Planes => planes(c),
        ShowSection::Board => board(c),
        ShowSection::Rules => c
            .modules
            .iter()
            .map(|module| {
                let params: Map<String, Value> =
                    module.params.iter().map(|(name, value)| (name.to_string(), plain(value))).collect();
                let id = module.id.as_deref();
                let columns = json!({"rule": &*module.path, "pack": &*module.pack, "id": id, "parameters": params});
                row(&module.pack, columns)
            })
            .collect(),
        ShowSection::Tiles => c.drawn_kinds().map(|id| tile(c, id, &c.kinds[id])).collect(),
    }
}

fn packs(loaded: &Loaded) -> Vec<SectionRow> {
    let of = |pack: &tilewright_pack::Manifest| {
        let needs: Vec<String> = pack.needs.iter().map(|(id, range)| format!("{id} {range}")).collect();
        let authors: Vec<&str> = pack.authors.iter().map(|author| &**author).collect();
        let columns = json!({
            "id": &*pack.id, "version": &*pack.version, "title": &*pack.title, "authors": authors,
            "licence": &*pack.licence, "needs": needs, "changed_from": origin_json(pack.changed_from.as_ref()),
        });
        row(&pack.id, columns)
    };
    loaded.packs.iter().chain(&loaded.themes).map(of).collect()
}

fn options(c: &Catalog, loaded: &Loaded) -> Vec<SectionRow> {
    let of = |option: &tilewright_pack::DeclaredOption| {
        let value = c.options.iter().find(|o| o.pack == option.pack && o.name == option.name).map(|o| plain(&o.value));
        let columns = json!({
            "option": &*option.name, "pack": &*option.pack, "value": value, "default": plain(&option.default),
            "can_be": option.describe_values(), "text": c.texts.get("en", &option.text),
        });
        row(&option.pack, columns)
    };
    loaded.options.iter().map(of).collect()
}

/// Returns rows for the steps of all lists. Steps that are repeated follow their parent, indented.
fn steps(c: &Catalog) -> Vec<SectionRow> {
    let lists =
        [("setup", &c.flow.setup), ("turn", &c.flow.turn), ("closing", &c.flow.closing), ("finish", &c.flow.finish)];
    let lists = lists.into_iter().map(|(name, steps)| (name.to_owned(), steps));
    let parts = c.flow.parts.iter().map(|(name, steps)| (format!("parts/{name}"), steps));
    let mut rows = Vec::new();
    for (list, steps) in lists.chain(parts) {
        steps_of(c, &list, steps, "", &mut rows);
    }
    rows
}

fn steps_of(c: &Catalog, list: &str, steps: &[Step], within: &str, rows: &mut Vec<SectionRow>) {
    for step in steps {
        let bag = |id| c.bags.key(id);
        let about = match &step.kind {
            StepKind::Draw { bag: from, unplayable } | StepKind::Choose { bag: from, unplayable } => {
                json!({"from": bag(*from), "unplayable": unplayable_word(*unplayable)})
            }
            StepKind::Refill { bag: from, size } => json!({"from": bag(*from), "size": size}),
            StepKind::Lay { bag: from } => json!({"from": bag(*from)}),
            StepKind::Deploy { figures } => {
                json!({"figures": figures.iter().map(|&f| c.figures.key(f)).collect::<Vec<_>>()})
            }
            StepKind::Repeat(_) => json!({"once": step.once}),
            StepKind::Place { free } => json!({ "free": free }),
            StepKind::Score | StepKind::ScoreRest | StepKind::Script => json!({}),
        };
        let what = step.kind.word().text();
        let columns = json!({
            "list": list, "step": &*step.name, "within": within, "pack": &*step.pack, "does": what, "with": about,
            "each_seat": step.each_seat,
        });
        rows.push(row(&step.pack, columns));
        if let StepKind::Repeat(inner) = &step.kind {
            steps_of(c, list, inner, &step.name, rows);
        }
    }
}

fn figures(c: &Catalog) -> Vec<SectionRow> {
    c.figures
        .iter()
        .map(|(id, figure)| {
            let by_seats: Map<String, Value> =
                figure.supply_by_seats.iter().map(|(seats, n)| (format!("{seats} seats"), json!(n))).collect();
            let supply = if by_seats.is_empty() { json!(figure.supply) } else { Value::Object(by_seats) };
            let claim = claim_word(figure.claim);
            let columns = json!({
                "supply": supply, "weight": figure.weight, "on": terrains(c, &figure.on), "claim": claim,
                "unfinished": figure.unfinished,
            });
            named_row(c.figures.name(id), columns)
        })
        .collect()
}

fn counters(c: &Catalog) -> Vec<SectionRow> {
    c.counters
        .iter()
        .map(|(id, counter)| {
            let scope = scope_word(counter.scope);
            let columns = json!({
                "scope": scope, "start": counter.start, "min": counter.min, "max": counter.max,
                "track": counter.track, "parted": counter.parted.map(parted_word), "secret": counter.secret, "shown": counter.shown, "breaks_ties": c.flow.tie_breaks.contains(&id),
            });
            named_row(c.counters.name(id), columns)
        })
        .collect()
}

/// Returns the extent of a board or a plane in the notation of packs.
fn extent(extent: Extent) -> String {
    match extent {
        Extent::Unbounded => "unbounded".to_owned(),
        Extent::Bounded { min, max } => format!("bounded(({min}), ({max}))"),
        Extent::Sliding { width, height } => format!("sliding({width},{height})"),
    }
}

fn planes(c: &Catalog) -> Vec<SectionRow> {
    let of = c.planes.iter().map(|(id, plane)| {
        let columns = json!({
            "extent": extent(plane.extent.unwrap_or(c.board.extent)), "placed_by": placed_by_word(plane.placed_by),
            "each_seat": plane.each_seat,
        });
        named_row(c.planes.name(id), columns)
    });
    of.collect()
}

/// Returns rows for the extent of a board without planes, for the pieces on the board at the start, and for its rim.
fn board(c: &Catalog) -> Vec<SectionRow> {
    let owner = c.packs.last().map_or("", |pack| &*pack.id);
    let whole = c.planes.is_empty().then(|| {
        let what = extent(c.board.extent);
        row(owner, json!({"at": Value::Null, "what": what, "turn": Value::Null, "from": Value::Null}))
    });
    let presets = c.board.presets.iter().map(|preset| {
        let from = preset.from.map(|bag| c.bags.key(bag));
        let columns = json!({
            "at": preset.cell.to_string(), "what": c.kinds.key(preset.kind), "turn": preset.turn.0, "from": from,
        });
        row(&c.kinds.name(preset.kind).pack, columns)
    });
    let rim = c.board.rim.iter().map(|rim| {
        let what = format!("rim {}: {}", rim.name, c.edges.key(rim.edge));
        let columns = json!({"at": rim.cell.to_string(), "what": what, "turn": Value::Null, "from": Value::Null});
        row(&c.edges.name(rim.edge).pack, columns)
    });
    whole.into_iter().chain(presets).chain(rim).collect()
}

fn tile(c: &Catalog, id: TileKindId, kind: &TileKind) -> SectionRow {
    // The bags of all seats have the same contents, so one of them is enough.
    let bags = c.bags.ids().filter(|&id| c.declared_bag(id) == id);
    let copies = bags.filter_map(|id| Some((id, &c.bags[c.bags_of(id).next()?]))).flat_map(|(bag, spec)| {
        let own = spec.contents.iter().filter(move |(of, _)| *of == id);
        own.map(move |&(_, n)| (c.bags.key(bag), json!(n)))
    });
    let copies: Map<String, Value> = copies.collect();
    let edges = kind.cells.iter().map(|cell| {
        let sides =
            c.lattice.sides().map(|side| (c.lattice.side_name(side).to_owned(), json!(c.edges.key(cell.edge(side)))));
        Value::Object(sides.collect())
    });
    let parts = (0..kind.segments.len()).map(|segment| {
        let key = c.segment_key(id, Turn::NONE, segment).to_string();
        let tags = tags(c, &kind.segments[segment].tags);
        // Parts in two cells of a tile can have the same name.
        json!({"part": key, "cell": kind.segments[segment].cell, "tags": tags})
    });
    let parts: Vec<Value> = parts.collect();
    let mut columns =
        json!({"copies": copies, "edges": edges.collect::<Vec<_>>(), "tags": tags(c, &kind.tags), "parts": parts});
    if let Some(mirror) = kind.mirror {
        columns["mirror"] = json!(c.kinds.key(mirror));
    }
    // Most tiles can be placed at any turn, so this is shown only for the others.
    if c.turns(id) != Turns::all(c.lattice) && !kind.cells.is_empty() {
        columns["turns"] = json!(c.turns(id).iter().map(|turn| turn.0).collect::<Vec<_>>());
    }
    named_row(c.kinds.name(id), columns)
}

fn tags(c: &Catalog, tags: &[(TagId, i16)]) -> Map<String, Value> {
    tags.iter().map(|&(tag, number)| (c.tags.key(tag), json!(number))).collect()
}

fn terrains(c: &Catalog, ids: &[TerrainId]) -> Vec<String> {
    ids.iter().map(|&id| c.terrains.key(id)).collect()
}

/// Converts a value to JSON.
fn plain(value: &tilewright_core::catalog::Value) -> Value {
    use tilewright_core::catalog::Value as Own;
    match value {
        Own::Bool(yes) => json!(yes),
        Own::Int(n) => json!(n),
        Own::Text(text) => json!(&**text),
        Own::List(items) => items.iter().map(plain).collect(),
        Own::Map(entries) => {
            Value::Object(entries.iter().map(|(key, value)| (key.to_string(), plain(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_core::catalog::declared::DECLARED;

    use super::*;

    #[test]
    fn every_kind_that_packs_declare_has_a_section() {
        let sections = ShowSection::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let sections: Vec<String> = sections.map(|section| section.get_name().to_owned()).collect();
        // Chips are listed among the tiles.
        for section in DECLARED.iter().filter_map(|row| row.sections.first()) {
            assert!(sections.iter().any(|shown| shown == section), "{section}");
        }
    }
}
