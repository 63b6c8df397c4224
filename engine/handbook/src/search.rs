//! Searches the handbook for words.

use crate::{Topic, TopicSection, topics};

/// A section that contains the searched words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Name of the topic.
    pub slug: &'static str,
    /// Title of the topic.
    pub title: String,
    /// Heading of the section.
    pub section: String,
    /// Anchor of the section.
    pub anchor: String,
    /// Text of the section around the first word that was found.
    pub excerpt: String,
    /// Relevance; a greater weight is a better match.
    pub weight: u32,
}

/// Weights of a word by the place where it occurs. Words match only at the beginning of a word in the text.
const IN_TITLE: u32 = 60;
const IN_FINDINGS: u32 = 60;
const IN_HEADING: u32 = 30;
const IN_SUMMARY: u32 = 20;
/// Weights for the text of a section and for its code, each counted at most [`TIMES`] times.
const IN_TEXT: u32 = 2;
const IN_CODE: u32 = 1;
const TIMES: u32 = 8;
/// Number of letters in an excerpt before the word; twice this number follows.
const AROUND: usize = 50;

/// Returns the sections that contain all words, best first, and in reading order among equals. Each word must match the
/// beginning of a word, regardless of case. The title and summary of a topic belong to its first section, so that a
/// search for a topic returns one section of it. Other sections must contain the words themselves.
pub fn search(words: &str) -> Vec<Hit> {
    let mut hits: Vec<Hit> = topics().iter().flat_map(|topic| topic.search(words)).collect();
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.weight));
    hits
}

impl Topic {
    /// Returns the sections of this topic that contain all words, in order, see [`search`].
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

/// Returns the number of words in a text that begin with `word`.
fn count(text: &str, word: &str) -> u32 {
    let starts = text.match_indices(word).filter(|(at, _)| !text[..*at].ends_with(char::is_alphanumeric));
    starts.count() as u32
}

fn excerpt(section: &TopicSection, topic: &Topic, words: &[String]) -> String {
    let line: String = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let lower = line.to_lowercase();
    // Lower-case letters may differ in length; the excerpt then starts at the beginning of the section.
    let same = lower.len() == line.len();
    let found = words.iter().filter_map(|word| lower.find(&**word)).min().filter(|_| same);
    let at = match found {
        Some(at) => at,
        None if topic.summary.is_empty() => 0,
        None => return topic.summary.clone(),
    };
    let from = line[..at].char_indices().rev().nth(AROUND).map_or(0, |(at, _)| at);
    let to = line[at..].char_indices().nth(2 * AROUND).map_or(line.len(), |(further, _)| at + further);
    // The excerpt starts and ends at word boundaries.
    let from = if from == 0 { 0 } else { line[from..at].find(' ').map_or(from, |blank| from + blank + 1) };
    let to = if to == line.len() { to } else { line[at..to].rfind(' ').map_or(to, |blank| at + blank) };
    format!("{}{}{}", if from > 0 { "… " } else { "" }, &line[from..to], if to < line.len() { " …" } else { "" })
}
