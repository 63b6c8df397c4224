//! Translates older names in records: a record made with an older version of a pack uses the names of that version.

use std::collections::BTreeMap;
use std::fmt;

use semver::Version;
use tilewright_core::catalog::Value;
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_core::session::record::{Expect, Final, Move, Record};
use tilewright_pack::Manifest;
use tilewright_pack::history::{Fate, History};

use crate::pack_id::PackName;

/// Old name in a record, and the current name that replaces it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Followed {
    /// Current id of the pack.
    pub pack: String,
    /// Kind of declaration; `None` for the pack itself.
    pub sort: Option<DeclaredKind>,
    /// Name in the record.
    pub from: String,
    /// Name of the thing now.
    pub to: String,
}

impl fmt::Display for Followed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Followed { pack, sort, from, to } = self;
        match sort {
            Some(DeclaredKind::Option) if from.contains('=') => {
                write!(f, "the option `{from}` of {pack} is `{to}` now")
            }
            Some(sort) => write!(f, "the {} `{from}` of {pack} is called `{to}` now", sort.word()),
            None => write!(f, "the pack `{from}` is called `{to}` now"),
        }
    }
}

/// Rewrites a record with the current names of its packs, and returns the names that were replaced. Packs that the
/// record names without a version are assumed to use the current names. Names that are gone stay unchanged; the game
/// reports them when it reaches them.
pub fn follow_renames(record: &Record, packs: &[Manifest]) -> (Record, Vec<Followed>) {
    let mut names = RecordNames { packs: Vec::new(), all: Vec::new() };
    for text in &record.packs {
        let named = PackName::parse(text);
        let own =
            packs.iter().find(|pack| *pack.id == *named.id || pack.history.was.iter().any(|was| **was == *named.id));
        let version = named.version.and_then(|version| Version::parse(version).ok());
        if let (Some(pack), Some(version)) = (own, version) {
            names.packs.push(RecordedPack { was: named.id.to_owned(), pack, version });
        }
    }
    if names.packs.iter().all(|played| *played.pack.id == *played.was && played.pack.history == History::default()) {
        return (record.clone(), Vec::new());
    }
    let new = Record {
        packs: record.packs.iter().map(|pack| names.pack(pack)).collect(),
        options: record.options.iter().map(|(name, value)| names.option(name, value)).collect(),
        moves: record.moves.iter().map(|entry| names.entry(entry)).collect(),
        last: record.last.as_ref().map(|last| names.last(last)),
        ..record.clone()
    };
    names.all.sort();
    names.all.dedup();
    (new, names.all)
}

/// Returns the reason why a name in a move no longer exists, if a pack of the record has removed it since the version
/// that the record was made with.
pub(crate) fn gone_name(record: &Record, entry: &Move, packs: &[Manifest]) -> Option<String> {
    let text = entry.to_string();
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    record.packs.iter().find_map(|pack| {
        let named = PackName::parse(pack);
        let version = Version::parse(named.version?).ok()?;
        let own = packs.iter().find(|pack| *pack.id == *named.id)?;
        let mut gone = own.history.gone.iter().filter(|gone| gone.since > version && gone.instead.is_none());
        gone.find(|gone| words.contains(&&*gone.id)).map(|gone| gone.describe(&own.id))
    })
}

/// Pack of a record: its former id, its current manifest, and the version that the record was played in.
struct RecordedPack<'p> {
    was: String,
    pack: &'p Manifest,
    version: Version,
}

struct RecordNames<'p> {
    packs: Vec<RecordedPack<'p>>,
    all: Vec<Followed>,
}

/// Kinds whose names occur in the keys of options. Their names begin with a small letter, unlike sides.
const IN_KEYS: &[DeclaredKind] = &[
    DeclaredKind::Figure,
    DeclaredKind::Terrain,
    DeclaredKind::Token,
    DeclaredKind::Zone,
    DeclaredKind::Counter,
    DeclaredKind::Tag,
    DeclaredKind::Bag,
];

impl RecordNames<'_> {
    fn pack(&mut self, text: &str) -> String {
        let named = PackName::parse(text);
        let played = self.packs.iter().find(|played| played.was == named.id);
        match played.map(|played| played.pack.id.to_string()).filter(|now| now != named.id) {
            None => text.to_owned(),
            Some(now) => {
                let (from, to) = (named.id.to_owned(), now.clone());
                self.all.push(Followed { pack: now.clone(), sort: None, from, to });
                format!("{now}{}", &text[named.id.len()..])
            }
        }
    }

    /// Translates a name of one of these kinds, with or without its pack.
    fn name(&mut self, sorts: &[DeclaredKind], text: &str) -> String {
        let (owner, local) = text.split_once(':').map_or((None, text), |(owner, local)| (Some(owner), local));
        for played in self.packs.iter().filter(|played| owner.is_none_or(|owner| owner == played.was)) {
            let id = &played.pack.id;
            for &sort in sorts {
                if let Fate::Now(now) = played.pack.history.fate(sort, local, Some(&played.version)) {
                    let (from, to) = (local.to_owned(), now.to_string());
                    self.all.push(Followed { pack: id.to_string(), sort: Some(sort), from, to });
                    return if owner.is_some() { format!("{id}:{now}") } else { now.to_string() };
                }
            }
            if owner.is_some() {
                return format!("{id}:{local}");
            }
        }
        text.to_owned()
    }

    /// Translates the name of an option and its value in the record.
    fn option(&mut self, name: &str, value: &Value) -> (String, Value) {
        let now = self.name(&[DeclaredKind::Option], name);
        let (owner, local) = name.split_once(':').map_or((None, name), |(owner, local)| (Some(owner), local));
        let mut played = self.packs.iter().filter(|played| owner.is_none_or(|owner| owner == played.was));
        let other = played.find_map(|played| {
            let other = played.pack.history.value(local, value, &played.version);
            (other != *value).then(|| (played.pack.id.to_string(), other))
        });
        let Some((pack, other)) = other else { return (now, value.clone()) };
        let new_name = now.rsplit(':').next().unwrap_or_default();
        let (from, to) = (format!("{local}={value}"), format!("{new_name}={other}"));
        self.all.push(Followed { pack, sort: Some(DeclaredKind::Option), from, to });
        (now, other)
    }

    /// Translates the name of a bag, or of a seat's bag such as `stack:2`.
    fn bag(&mut self, text: &str) -> String {
        let is_seat = |seat: &str| !seat.is_empty() && seat.bytes().all(|digit| digit.is_ascii_digit());
        match text.rsplit_once(':').filter(|(_, seat)| is_seat(seat)) {
            Some((bag, seat)) => format!("{}:{seat}", self.name(&[DeclaredKind::Bag], bag)),
            None => self.name(&[DeclaredKind::Bag], text),
        }
    }

    /// Translates the key of an option: one name, or words that may contain names.
    fn key(&mut self, text: &str) -> String {
        let whole = self.name(&[DeclaredKind::Tile], text);
        if whole != text {
            return whole;
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (mut new, mut rest) = (String::new(), text);
        while !rest.is_empty() {
            let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if word.starts_with(|c: char| c.is_ascii_lowercase()) {
                new.push_str(&self.name(IN_KEYS, word));
            } else {
                new.push_str(word);
            }
            let signs = after.find(is_word).unwrap_or(after.len());
            new.push_str(&after[..signs]);
            rest = &after[signs..];
        }
        new
    }

    fn entry(&mut self, entry: &Move) -> Move {
        match entry {
            Move::Draw { kind, from } => Move::Draw {
                kind: self.name(&[DeclaredKind::Tile], kind),
                from: from.as_ref().map(|from| self.bag(from)),
            },
            Move::Roll { face, die } => {
                Move::Roll { face: face.clone(), die: die.as_ref().map(|die| self.name(&[DeclaredKind::Die], die)) }
            }
            Move::Shuffle { bag, order } => Move::Shuffle {
                bag: self.bag(bag),
                order: order.iter().map(|kind| self.name(&[DeclaredKind::Tile], kind)).collect(),
            },
            Move::Deal { sizes } => {
                Move::Deal { sizes: sizes.iter().map(|(bag, size)| (self.bag(bag), *size)).collect() }
            }
            Move::Number { .. } => entry.clone(),
            Move::Answer { seat, ask, pick } => {
                Move::Answer { seat: *seat, ask: self.name(&[DeclaredKind::Step], ask), pick: self.key(pick) }
            }
            Move::Expect(expect) => Move::Expect(self.expect(expect)),
        }
    }

    fn expect(&mut self, expect: &Expect) -> Expect {
        let figures = |names: &mut Self, supply: &BTreeMap<String, i64>| {
            supply.iter().map(|(figure, count)| (names.name(&[DeclaredKind::Figure], figure), *count)).collect()
        };
        Expect {
            ask: expect.ask.as_ref().map(|ask| self.name(&[DeclaredKind::Step], ask)),
            options: expect.options.as_ref().map(|all| all.iter().map(|key| self.key(key)).collect()),
            supply: expect.supply.as_ref().map(|seats| seats.iter().map(|seat| figures(self, seat)).collect()),
            counters: expect
                .counters
                .as_ref()
                .map(|all| all.iter().map(|(name, values)| (self.counter(name), values.clone())).collect()),
            rejected: expect.rejected.as_ref().map(|(pick, code)| (self.key(pick), code.clone())),
            ..expect.clone()
        }
    }

    /// Translates the name of a counter, with or without its pack and its scope.
    fn counter(&mut self, text: &str) -> String {
        let full = text.split_once(':').is_some_and(|(first, _)| self.packs.iter().any(|played| played.was == first));
        let at = text.match_indices([':', '@']).map(|(at, _)| at).nth(usize::from(full)).unwrap_or(text.len());
        self.name(&[DeclaredKind::Counter], &text[..at]) + &text[at..]
    }

    fn last(&mut self, last: &Final) -> Final {
        let by_kind = last.by_kind.as_ref().map(|all| {
            let name = |(name, points): (&String, &Vec<i32>)| {
                (self.name(&[DeclaredKind::Book, DeclaredKind::Terrain], name), points.clone())
            };
            all.iter().map(name).collect()
        });
        Final { scores: last.scores.clone(), by_kind }
    }
}
