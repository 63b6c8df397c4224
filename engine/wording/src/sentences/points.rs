//! Words the reasons for points.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::seat::{PerSeat, Seat};
use tilewright_core::state::sheet::{ItemKind, Share};

use super::SentenceValue::{Change, Name, Number, SeatName, Text};
use super::Sentences;
use crate::why::{Division, PointSource, PointsOccasion, SheetLine};
use crate::words::{NamedItem, Words};

impl Sentences<'_> {
    /// Names the source of points and its place.
    pub fn source(&self, catalog: &Catalog, reason: &PointsOccasion) -> String {
        let words = Words::with_numbers(catalog, self.language);
        let NamedItem { id, name } = words.book(reason.book);
        let source = match &reason.source {
            PointSource::Award(Some(reason)) if *reason != id => format!("{name}: {reason}"),
            PointSource::Award(_) | PointSource::Sheet(_) => name,
        };
        match reason.cell_and_terrain() {
            // Most points are listed under the terrain of the place.
            Some((cell, terrain)) if terrain == id => self.name_with_place(&source, cell),
            Some((cell, terrain)) => {
                self.name_with_place(&format!("{source}, {}", words.name("terrain", terrain)), cell)
            }
            None => self.style.name(&source),
        }
    }

    /// Lists the points of each seat that received any.
    pub fn shares(&self, points: &PerSeat<i32>) -> String {
        let given = (0..).map(Seat).zip(points).filter(|(_, points)| **points != 0);
        let shares: Vec<String> = given.map(|(seat, points)| format!("{} {points:+}", self.seat(seat))).collect();
        if shares.is_empty() { self.say("no-points", []) } else { shares.join(", ") }
    }

    /// Words a line of a sheet as a sum.
    pub fn sheet_line(&self, catalog: &Catalog, line: &SheetLine) -> String {
        let words = Words::with_numbers(catalog, self.language);
        let (label, raised) = (words.name("unit", &line.label), words.name("unit", &line.raised));
        let change = |number| if line.kind == ItemKind::Raise { Change(number) } else { Number(number) };
        let key = match line.kind {
            ItemKind::Per => "item-per",
            ItemKind::Raise => "item-raise",
            ItemKind::Void => "item-void",
            ItemKind::Scale if line.each == 1 => "item-times",
            ItemKind::Scale => "item-scale",
            ItemKind::Seat => "item-seat",
            ItemKind::Always => "item-always",
            ItemKind::Apart => "item-separate",
        };
        let values = [
            ("label", Name(&label)),
            ("raised", Name(&raised)),
            ("count", Number(line.count)),
            ("each", change(line.each)),
            ("points", change(line.points)),
            ("before", Number(line.before)),
            ("after", Number(line.after())),
            ("seat", line.seat.map_or(Text(String::new()), SeatName)),
        ];
        self.say(key, values)
    }

    /// Words the value of a sheet.
    pub fn worth(&self, total: i32) -> String {
        self.say("worth", [("points", Number(total))])
    }

    /// Words the rule that divides points, and the claims of the seats.
    pub fn division(&self, division: &Division) -> String {
        let claims = &division.claims;
        let Some(&(first, _)) = claims.first() else { return self.say("claims-none", []) };
        let seats = |claims: &[(Seat, i32)]| self.seats(claims.iter().map(|(seat, _)| *seat));
        let numbers = || self.seat_numbers(claims);
        let (key, claims) = match division.share {
            Share::Owner => return self.say("claims-owner", [("seat", SeatName(first))]),
            Share::Majority => ("claims-majority", numbers()),
            Share::PerClaim => ("claims-multiplied", numbers()),
            Share::Each => ("claims-each", seats(claims)),
            Share::Ranks => {
                let ranks = claims.chunk_by(|(_, higher), (_, lower)| higher == lower).map(seats);
                let order = |higher, lower| self.say("rank-order", [("higher", Text(higher)), ("lower", Text(lower))]);
                ("claims-ranks", ranks.reduce(order).unwrap_or_default())
            }
        };
        self.say(key, [("claims", Text(claims))])
    }
}
