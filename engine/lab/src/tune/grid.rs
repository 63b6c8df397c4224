//! Enumerates candidates: one value for each varied number.

use tilewright_kit::tune::VariedNumber;

/// Version of the game in a search.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Candidate {
    /// Present numbers, if one of them is not among the values to try.
    Present,
    /// Place of the value of each number among its values.
    At(Vec<usize>),
}

/// All candidates of a search.
#[derive(Clone, Debug)]
pub(super) struct NumberGrid {
    /// Number of values of each number.
    counts: Vec<usize>,
    /// Present place of each number; the nearest one if the present value is not among the values, and `None` if it is
    /// unknown.
    present: Vec<Option<usize>>,
    /// Candidate with the present numbers.
    pub(super) start: Candidate,
}

impl NumberGrid {
    pub(super) fn new(numbers: &[VariedNumber], present: &[Option<i64>]) -> NumberGrid {
        let place_of = |(number, present): (&VariedNumber, &Option<i64>)| -> Option<usize> {
            let present = (*present)?;
            (0..number.values.len()).min_by_key(|place| number.values[*place].abs_diff(present))
        };
        let places: Vec<Option<usize>> = numbers.iter().zip(present).map(place_of).collect();
        let is_exact = |(at, number): (usize, &VariedNumber)| {
            places[at].is_some_and(|place| present[at] == Some(number.values[place]))
        };
        let start = match numbers.iter().enumerate().all(is_exact) {
            true => Candidate::At(places.iter().flatten().copied().collect()),
            false => Candidate::Present,
        };
        NumberGrid { counts: numbers.iter().map(|number| number.values.len()).collect(), present: places, start }
    }

    /// Returns the number of candidates, without [`Candidate::Present`]; at most `u64::MAX`.
    pub(super) fn count(&self) -> u64 {
        self.counts.iter().fold(1, |all, count| all.saturating_mul(*count as u64))
    }

    /// Returns the candidate with a number below [`NumberGrid::count`].
    pub(super) fn candidate(&self, mut number: u64) -> Candidate {
        let place = |count: &usize| {
            let place = (number % *count as u64) as usize;
            number /= *count as u64;
            place
        };
        Candidate::At(self.counts.iter().map(place).collect())
    }

    /// Returns the sum of the steps from the present values to the values of a candidate.
    pub(super) fn steps(&self, candidate: &Candidate) -> usize {
        let Candidate::At(places) = candidate else { return 0 };
        places.iter().zip(&self.present).filter_map(|(place, present)| Some(place.abs_diff((*present)?))).sum()
    }

    /// Returns the candidate that is nearest to the present values.
    pub(super) fn nearest_to_present(&self) -> Candidate {
        Candidate::At(self.present.iter().map(|place| place.unwrap_or(0)).collect())
    }

    /// Returns the candidates that differ from a candidate in one number, by one of the given steps, down and up.
    pub(super) fn neighbours(&self, candidate: &Candidate, steps: &[usize]) -> Vec<(usize, Candidate)> {
        let Candidate::At(places) = candidate else { return Vec::new() };
        let mut all = Vec::new();
        for step in steps {
            for (number, count) in self.counts.iter().enumerate() {
                let ends = [places[number].checked_sub(*step), Some(places[number] + step)];
                for place in ends.into_iter().flatten().filter(|place| place < count) {
                    let mut neighbour = places.clone();
                    neighbour[number] = place;
                    all.push((number, Candidate::At(neighbour)));
                }
            }
        }
        all
    }
}

impl Candidate {
    /// Returns the values of the varied numbers with their paths; empty for [`Candidate::Present`].
    pub fn values(&self, numbers: &[VariedNumber]) -> Vec<(String, i64)> {
        let Candidate::At(places) = self else { return Vec::new() };
        numbers.iter().zip(places).map(|(number, place)| (number.path.clone(), number.values[*place])).collect()
    }
}
