//! Measures the lines of pixels of a sheet: whether they have one colour, and how much neighbouring lines differ.

use tilewright_art::bitmap::Bitmap;

/// Number of pixels of a line that are examined.
const SAMPLES: u32 = 512;
/// Maximum difference of the channels of pixels that have one colour, because scans have grain.
const GRAIN: u8 = 14;
/// Maximum darkness of white, and brightness of black.
const NEARLY: u8 = 16;
/// Number of pixels that are examined in each direction of a cell.
const CELL_SAMPLES: u32 = 24;

/// Columns or rows of a sheet.
pub(super) struct AxisProfile {
    /// Least and greatest channels of the pixels of each line.
    low: Vec<[u8; 4]>,
    high: Vec<[u8; 4]>,
    /// Mean difference of each line from the line before it, summed over the channels.
    steps: Vec<f64>,
    mean: f64,
}

impl AxisProfile {
    /// Measures the columns of a sheet.
    pub(super) fn columns(sheet: &Bitmap) -> AxisProfile {
        AxisProfile::measure(sheet.width(), sheet.height(), |line, at| pixel(sheet, line, at))
    }

    /// Measures the rows of a sheet.
    pub(super) fn rows(sheet: &Bitmap) -> AxisProfile {
        AxisProfile::measure(sheet.height(), sheet.width(), |line, at| pixel(sheet, at, line))
    }

    fn measure(lines: u32, across: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> AxisProfile {
        let positions: Vec<u32> = samples(across, SAMPLES).collect();
        let (mut low, mut high, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for line in 0..lines {
            let (mut least, mut most, mut step) = ([255; 4], [0; 4], 0u64);
            for &at in &positions {
                let own = pixel(line, at);
                let before = if line == 0 { own } else { pixel(line - 1, at) };
                for channel in 0..4 {
                    least[channel] = least[channel].min(own[channel]);
                    most[channel] = most[channel].max(own[channel]);
                    step += u64::from(own[channel].abs_diff(before[channel]));
                }
            }
            low.push(least);
            high.push(most);
            steps.push(step as f64 / positions.len().max(1) as f64);
        }
        let mean = steps.iter().sum::<f64>() / steps.len().max(1) as f64;
        AxisProfile { low, high, steps, mean }
    }

    /// Returns the number of lines.
    pub(super) fn length(&self) -> u32 {
        self.steps.len() as u32
    }

    /// Returns the colour of a line; `None` if it has several.
    pub(super) fn color(&self, line: u32) -> Option<[u8; 4]> {
        let (low, high) = (self.low[line as usize], self.high[line as usize]);
        (0..4).all(|channel| high[channel] - low[channel] <= GRAIN).then_some(low)
    }

    /// Returns the mean difference of a line from the line before it, summed over the channels.
    pub(super) fn step(&self, line: u32) -> f64 {
        self.steps[line as usize]
    }

    /// Returns the mean of [`AxisProfile::step`] over all lines.
    pub(super) fn mean_step(&self) -> f64 {
        self.mean
    }

    /// Returns the widths of the lines of one colour at both ends of the sheet.
    pub(super) fn ends(&self) -> Vec<u32> {
        let runs = self.runs();
        let at_end = runs.iter().filter(|run| run.0 == 0 || run.0 + run.1 == self.length());
        at_end.map(|run| run.1).filter(|&width| width < self.length() / 2).collect()
    }

    /// Returns the widths of the lines of one colour inside of the sheet.
    pub(super) fn inner(&self) -> impl Iterator<Item = u32> {
        let length = self.length();
        let inner = self.runs().into_iter().filter(move |run| run.0 > 0 && run.0 + run.1 < length);
        inner.map(|run| run.1).filter(move |&width| width < length / 3)
    }

    /// Returns the first line and the number of adjacent lines of the same colour.
    fn runs(&self) -> Vec<(u32, u32)> {
        let mut runs: Vec<(u32, u32)> = Vec::new();
        let mut last: Option<[u8; 4]> = None;
        for line in 0..self.length() {
            let color = self.color(line);
            let is_same =
                last.zip(color).is_some_and(|(a, b)| (0..4).all(|channel| a[channel].abs_diff(b[channel]) <= GRAIN));
            match runs.last_mut().filter(|_| is_same) {
                Some(run) => run.1 += 1,
                None => runs.extend(color.map(|_| (line, 1))),
            }
            last = color;
        }
        runs
    }
}

/// True for white, black and transparent pixels, which lines between pictures usually have.
pub(super) fn is_neutral([r, g, b, a]: [u8; 4]) -> bool {
    let is_dark = r.max(g).max(b) <= NEARLY;
    a <= NEARLY || is_dark || r.min(g).min(b) >= 255 - NEARLY
}

/// True if a rectangle, given by its left and upper edge, its width and its height, has no picture: its pixels have one
/// colour, which is white, black or transparent.
pub(super) fn is_blank(sheet: &Bitmap, [left, top, width, height]: [u32; 4]) -> bool {
    let all = samples(height, CELL_SAMPLES).flat_map(|y| samples(width, CELL_SAMPLES).map(move |x| (x, y)));
    let (mut low, mut high) = ([255u8; 4], [0u8; 4]);
    for (x, y) in all {
        let own = pixel(sheet, left + x, top + y);
        for channel in 0..4 {
            low[channel] = low[channel].min(own[channel]);
            high[channel] = high[channel].max(own[channel]);
        }
    }
    (0..4).all(|channel| high[channel].saturating_sub(low[channel]) <= GRAIN) && is_neutral(low)
}

/// Returns at most `most` numbers below `length`, evenly spaced.
fn samples(length: u32, most: u32) -> impl Iterator<Item = u32> {
    let count = length.min(most);
    (0..count).map(move |number| ((2 * u64::from(number) + 1) * u64::from(length) / (2 * u64::from(count))) as u32)
}

/// Returns the pixel at a position. Transparent pixels are equal.
fn pixel(sheet: &Bitmap, x: u32, y: u32) -> [u8; 4] {
    let start = (y as usize * sheet.width() as usize + x as usize) * 4;
    match sheet.rgba()[start..start + 4] {
        [_, _, _, 0] => [0; 4],
        [r, g, b, a] => [r, g, b, a],
        _ => [0; 4],
    }
}
