//! Looking for words in the handbook.

use crate::{Section, Topic, topics};

/// A section in which words were found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The topic's name.
    pub slug: &'static str,
    /// Its title.
    pub title: String,
    /// The section's heading.
    pub section: String,
    /// The section's name in links.
    pub anchor: String,
    /// Words of the section around the first one that was found.
    pub excerpt: String,
    /// The greater, the better it fits.
    pub weight: u32,
}

/// How much a word counts where it stands. What it begins counts more than what it is in the middle of.
const IN_TITLE: u32 = 60;
const IN_FINDINGS: u32 = 60;
const IN_HEADING: u32 = 30;
const IN_SUMMARY: u32 = 20;
/// In the text of a section, and in its code; so often at most.
const IN_TEXT: u32 = 2;
const IN_CODE: u32 = 1;
const TIMES: u32 = 8;
/// Letters of an excerpt on either side of what was found.
const AROUND: usize = 50;

/// The sections in which all words stand, best first; of equals those that are read first. A word is looked for as the
/// beginning of words, in any case. The topic's own title and summary belong to each of its sections, so that one
/// section is told for a topic that is named; others of it only where the words stand in themselves.
pub fn search(words: &str) -> Vec<Hit> {
    let mut hits: Vec<Hit> = topics().iter().flat_map(|topic| topic.search(words)).collect();
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.weight));
    hits
}

impl Topic {
    /// The sections of this topic in which all words stand, in order: see [`search`].
    pub fn search(&self, words: &str) -> Vec<Hit> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        if words.is_empty() { Vec::new() } else { in_topic(self, &words) }
    }
}

fn in_topic(topic: &Topic, words: &[String]) -> Vec<Hit> {
    let sections = topic.sections();
    let (title, summary) = (topic.title.to_lowercase(), topic.summary.to_lowercase());
    let of_topic = |word: &str| {
        let named = topic.findings.iter().any(|code| code.eq_ignore_ascii_case(word)) || topic.slug == word;
        count(&title, word).min(1) * IN_TITLE
            + count(&summary, word).min(1) * IN_SUMMARY
            + if named { IN_FINDINGS } else { 0 }
    };
    let found = sections.iter().enumerate().filter_map(|(number, section)| {
        let (heading, text) = (section.title.to_lowercase(), section.text.to_lowercase());
        let code = section.code.to_lowercase();
        let mut weight = 0;
        for word in words {
            let heading = if number > 0 { count(&heading, word).min(1) * IN_HEADING } else { 0 };
            let own = heading + count(&text, word).min(TIMES) * IN_TEXT + count(&code, word).min(TIMES) * IN_CODE;
            let all = own + if number == 0 { of_topic(word) } else { 0 };
            if all == 0 {
                return None;
            }
            weight += all;
        }
        Some(Hit {
            slug: topic.slug,
            title: topic.title.clone(),
            section: section.title.clone(),
            anchor: section.anchor.clone(),
            excerpt: excerpt(section, topic, words),
            weight,
        })
    });
    found.collect()
}

/// How often words of a text begin with a word.
fn count(text: &str, word: &str) -> u32 {
    let starts = text.match_indices(word).filter(|(at, _)| !text[..*at].ends_with(char::is_alphanumeric));
    starts.count() as u32
}

fn excerpt(section: &Section, topic: &Topic, words: &[String]) -> String {
    let line: String = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let lower = line.to_lowercase();
    // Small letters may be of another length; then the beginning of the section does as well.
    let same = lower.len() == line.len();
    let found = words.iter().filter_map(|word| lower.find(&**word)).min().filter(|_| same);
    let at = match found {
        Some(at) => at,
        None if topic.summary.is_empty() => 0,
        None => return topic.summary.clone(),
    };
    let from = line[..at].char_indices().rev().nth(AROUND).map_or(0, |(at, _)| at);
    let to = line[at..].char_indices().nth(2 * AROUND).map_or(line.len(), |(further, _)| at + further);
    // Whole words.
    let from = if from == 0 { 0 } else { line[from..at].find(' ').map_or(from, |blank| from + blank + 1) };
    let to = if to == line.len() { to } else { line[at..to].rfind(' ').map_or(to, |blank| at + blank) };
    format!("{}{}{}", if from > 0 { "… " } else { "" }, &line[from..to], if to < line.len() { " …" } else { "" })
}
