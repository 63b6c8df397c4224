//! Draws histograms, lines over the course of a game, and bars that are divided into parts.

use std::fmt::Write;

use tilewright_art::board::seat_color;

use crate::charts::axis::{Scale, label};
use crate::charts::bars::room;
use crate::charts::{ChartLine, ChartSeries, ChartStack, Drawing, WIDTH};
use crate::html::escape;

/// Height of a histogram without its axis, and space between two of them.
const HEIGHT: f64 = 76.0;
const BETWEEN: f64 = 12.0;
/// Height of a chart with lines, without its axis.
const LINES: f64 = 220.0;
/// Height of the axis with its numbers.
const AXIS: f64 = 20.0;
/// Space at the left for the numbers of an axis.
const LEFT: f64 = 44.0;
/// Height of a divided bar, and of a row of the legend.
const ROW: f64 = 26.0;
/// Width from which a part of a bar shows its number.
const NUMBERED: f64 = 34.0;

/// Writes the numbers and grid lines below a histogram. A bin of a single whole number has the number below its middle.
fn axis(scale: Scale, width: f64, height: f64, out: &mut String) {
    let shift = if width == 1.0 { 0.5 } else { 0.0 };
    for tick in scale.ticks(6).into_iter().filter(|tick| tick.fract() == 0.0) {
        let (x, y) = (scale.at(tick + shift), height + 15.0);
        if x > WIDTH - 12.0 {
            continue;
        }
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{x:.1} 0V{height}\"/><text class=\"tick\" x=\"{x:.1}\" y=\"{y}\" \
             text-anchor=\"middle\">{}</text>",
            label(tick)
        );
    }
}

/// Draws a histogram for each series, below each other, on the same scales.
pub(super) fn draw_histograms(start: f64, width: f64, series: &[ChartSeries]) -> Drawing {
    let bins = series.iter().map(|of| of.counts.len()).max().unwrap_or(0);
    let most = series.iter().flat_map(|of| &of.counts).max().copied().unwrap_or(0).max(1);
    let names = room(series.iter().filter_map(|of| Some(&*of.seat.as_ref()?.1)));
    let left = if series.iter().any(|of| of.seat.is_some()) { names + 8.0 } else { 8.0 };
    let scale = Scale::new(start, start + width * bins as f64, left, WIDTH - 12.0);
    let bottom = (HEIGHT + BETWEEN) * series.len() as f64 - BETWEEN;
    let mut out = String::new();
    axis(scale, width, bottom, &mut out);
    for (number, of) in series.iter().enumerate() {
        let floor = (HEIGHT + BETWEEN) * number as f64 + HEIGHT;
        let fill = match &of.seat {
            Some((seat, name)) => {
                let _ = writeln!(out, "<text x=\"0\" y=\"{:.1}\">{}</text>", floor - 4.0, escape(name));
                format!("fill=\"{}\" stroke=\"currentColor\"", seat_color(*seat).to_hex())
            }
            None => "class=\"bar\"".to_owned(),
        };
        for (bin, &count) in of.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (from, to) = (scale.at(start + width * bin as f64), scale.at(start + width * (bin + 1) as f64));
            let height = (count as f64 / most as f64) * (HEIGHT - 8.0);
            let _ = write!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" {fill}/>",
                from + 0.5,
                floor - height,
                (to - from - 1.0).max(0.5)
            );
        }
        let _ = writeln!(
            out,
            "<path d=\"M{left:.1} {floor:.1}H{:.1}\" stroke=\"currentColor\" stroke-width=\"1\"/>",
            WIDTH - 12.0
        );
    }
    Drawing { height: bottom + AXIS, markup: out }
}

/// Draws a line with its interval for each seat, from the beginning of a game to its end.
pub(super) fn draw_lines(lines: &[ChartLine]) -> Drawing {
    let known = |n: &f64| n.is_finite();
    let all = || lines.iter().flat_map(|line| line.values.iter().flatten()).copied().filter(known);
    let (low, high) = (all().fold(0.0f64, f64::min), all().fold(0.0f64, f64::max));
    let right = WIDTH - 12.0 - room(lines.iter().map(|line| &*line.name));
    let x = Scale::new(0.0, 100.0, LEFT, right);
    let y = Scale::new(low, high, LINES - 6.0, 6.0);
    let mut out = String::new();
    for tick in y.ticks(5) {
        let at = y.at(tick);
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{right:.1}\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            at + 4.5,
            label(tick)
        );
    }
    for share in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let _ = writeln!(
            out,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{share} %</text>",
            x.at(share),
            LINES + 15.0
        );
    }
    let zero = y.at(0.0);
    let _ = writeln!(out, "<path d=\"M{LEFT} {zero:.1}H{right:.1}\" stroke=\"currentColor\" stroke-width=\"1\"/>");
    for line in lines {
        // Every game begins without a lead.
        let parts = line.values.len();
        let values = || {
            let part = |n: usize| 100.0 * n as f64 / parts.max(1) as f64;
            std::iter::once((0.0, [0.0; 3])).chain(line.values.iter().enumerate().map(move |(n, v)| (part(n + 1), *v)))
        };
        let points = |end: usize| -> Vec<String> {
            values().map(|(at, value)| format!("{:.1},{:.1}", x.at(at), y.at(value[end]))).collect()
        };
        let band: Vec<String> = points(1).into_iter().chain(points(2).into_iter().rev()).collect();
        let color = seat_color(line.seat).to_hex();
        let end = y.at(values().last().map_or(0.0, |(_, value)| value[0]));
        let _ = writeln!(
            out,
            "<polygon points=\"{}\" fill=\"{color}\" opacity=\"0.25\"/>\
             <polyline points=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"4\"/>\
             <polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2.5\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            band.join(" "),
            points(0).join(" "),
            points(0).join(" "),
            right + 8.0,
            end + 4.5,
            escape(&line.name)
        );
    }
    Drawing { height: LINES + AXIS, markup: out }
}

/// Draws bars of equal length that are divided into parts, and a legend.
pub(super) fn draw_stacks(parts: &[String], stacks: &[ChartStack]) -> Drawing {
    let names = room(stacks.iter().map(|stack| &*stack.name)).clamp(100.0, 240.0);
    let length = WIDTH - names - 8.0;
    let mut out = String::new();
    for (number, stack) in stacks.iter().enumerate() {
        let middle = ROW * (number as f64 + 0.5);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            names - 8.0,
            middle + 4.5,
            escape(&stack.name)
        );
        let shares: Vec<f64> = stack.shares.iter().map(|share| share.max(0.0)).collect();
        let whole: f64 = shares.iter().sum();
        let mut at = names;
        for (part, share) in shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let wide = length * share / whole;
            let _ = write!(
                out,
                "<rect class=\"part{part}\" x=\"{at:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"18\"/>",
                middle - 9.0
            );
            if wide >= NUMBERED {
                let _ = writeln!(
                    out,
                    "<text class=\"on-part{part}\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:.0} %</text>",
                    at + wide / 2.0,
                    middle + 4.5,
                    100.0 * share / whole
                );
            }
            at += wide;
        }
    }
    let top = ROW * stacks.len() as f64;
    let mut at = names;
    for (part, name) in parts.iter().enumerate() {
        let _ = writeln!(
            out,
            "<rect class=\"part{part}\" x=\"{at:.1}\" y=\"{:.1}\" width=\"14\" height=\"14\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            top + 6.0,
            at + 18.0,
            top + 17.5,
            escape(name)
        );
        at += 30.0 + room(std::iter::once(&**name));
    }
    Drawing { height: top + ROW, markup: out }
}

#[cfg(test)]
mod tests {
    use tilewright_core::catalog::seat::Seat;

    use super::*;

    #[test]
    fn histograms_share_their_scales() {
        let series = |seat, counts: [u64; 3]| ChartSeries {
            seat: Some((Seat(seat), format!("seat {seat}"))),
            counts: counts.into(),
        };
        let drawn = draw_histograms(10.0, 5.0, &[series(0, [4, 0, 1]), series(1, [0, 2, 0])]);
        // The largest count is as high as a histogram; the other is half as high.
        assert_eq!(drawn.markup.matches("<rect").count(), 3);
        assert!(
            drawn.markup.contains("height=\"68.0\"") && drawn.markup.contains("height=\"34.0\""),
            "{}",
            drawn.markup
        );
        assert!(drawn.markup.contains(">10</text>") && drawn.markup.contains(">25</text>"), "{}", drawn.markup);
        assert_eq!(drawn.height, 2.0 * HEIGHT + BETWEEN + AXIS);
    }

    #[test]
    fn lines_begin_at_nothing_and_unknown_ends_stay_finite() {
        let line = ChartLine {
            seat: Seat(0),
            name: "seat <1>".into(),
            values: vec![[2.0, f64::NEG_INFINITY, f64::INFINITY], [4.0, 3.0, 5.0]],
        };
        let drawn = draw_lines(&[line]).markup;
        assert!(drawn.contains(&format!("points=\"{LEFT:.1},{:.1} ", LINES - 6.0)), "{drawn}");
        assert!(!drawn.contains("NaN") && !drawn.contains("inf") && drawn.contains("seat &lt;1&gt;"), "{drawn}");
    }

    #[test]
    fn parts_fill_their_bar() {
        let stack = ChartStack { name: "roads".into(), shares: vec![0.5, -0.1, 0.25, 0.25] };
        let names: Vec<String> = ["first", "second", "third", "end"].map(str::to_owned).into();
        let drawn = draw_stacks(&names, &[stack]).markup;
        assert!(drawn.contains(">50 %</text>") && drawn.matches(">25 %</text>").count() == 2, "{drawn}");
        assert!(!drawn.contains("class=\"part1\" x=\"100.0\" y=\"4.0\""), "{drawn}");
    }
}
