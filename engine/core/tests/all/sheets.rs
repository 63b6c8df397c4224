//! Tests sheets: totals and shares, compared with sums that are computed line by line.

use tilewright_core::catalog::MAX_SEATS;
use tilewright_core::catalog::id::Symbol;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::sheet::{Share, Sheet};

/// Returns the shares of a total for some claims.
pub(crate) fn naive_shares(share: Share, total: i32, claims: &[i32]) -> Vec<i32> {
    owned_shares(share, total, claims, None)
}

/// Like [`naive_shares`], with the owner of the plane.
fn owned_shares(share: Share, total: i32, claims: &[i32], owner: Option<Seat>) -> Vec<i32> {
    if share == Share::Owner {
        return (0..claims.len()).map(|seat| if owner == Some(Seat(seat as u8)) { total } else { 0 }).collect();
    }
    let best = claims.iter().copied().max().unwrap_or(0);
    claims
        .iter()
        .map(|&claim| match share {
            Share::Owner => 0,
            _ if claim <= 0 => 0,
            Share::Majority if claim < best => 0,
            Share::Majority | Share::Each => total,
            Share::PerClaim => total * claim,
            Share::Ranks => {
                // The points are halved and rounded up once for each distinct greater claim.
                let mut greater: Vec<i32> = claims.iter().copied().filter(|&other| other > claim).collect();
                greater.sort_unstable();
                greater.dedup();
                greater.iter().fold(total, |points, _| (points + 1) / 2)
            }
        })
        .collect()
}

const SHARES: [Share; 5] = [Share::Majority, Share::Each, Share::PerClaim, Share::Ranks, Share::Owner];

#[test]
fn shares_are_those_of_the_claims() {
    let mut chance = Generator::new(5);
    let mut two = 0;
    for round in 0..4000 {
        let mut sheet = Sheet::default();
        sheet.share = SHARES[round % 5];
        sheet.owner = (chance.below(3) > 0).then(|| Seat(chance.below(5) as u8));
        let mut claims = vec![0; MAX_SEATS];
        for _ in 0..chance.below(8) {
            let (seat, weight) = (chance.below(5) as usize, chance.below(4) as i32 - 1);
            sheet.claim(Seat(seat as u8), weight);
            claims[seat] += weight;
        }
        let points = chance.below(30) as i32;
        sheet.per(Symbol(0), points, 1, None);
        let mut wanted = owned_shares(sheet.share, points, &claims, sheet.owner);
        two += usize::from(wanted.iter().filter(|&&points| points > 0).count() == 2);
        assert_eq!(sheet.shares().as_slice(), wanted, "{:?} of {points} by {claims:?}", sheet.share);
        // Lines for one seat are added to its share: only if it has a share, or in any case. Separate points are
        // awarded separately.
        for line in 0..3 {
            let (seat, more) = (chance.below(5) as usize, chance.below(9) as i32 - 2);
            let best = claims.iter().max().copied().unwrap_or(0);
            let has = match sheet.share {
                Share::Owner => sheet.owner == Some(Seat(seat as u8)),
                Share::Majority => claims[seat] > 0 && claims[seat] == best,
                _ => claims[seat] > 0,
            };
            assert_eq!(sheet.has_share(Seat(seat as u8)), has);
            match line {
                0 => {
                    sheet.for_seat(Seat(seat as u8), Symbol(1), 1, more, false, None);
                    wanted[seat] += if has { more } else { 0 };
                }
                1 => {
                    sheet.for_seat(Seat(seat as u8), Symbol(1), more, 2, true, None);
                    wanted[seat] += 2 * more;
                }
                _ => sheet.award_separately(Seat(seat as u8), Symbol(2), 3, more, None),
            }
            assert_eq!(sheet.shares().as_slice(), wanted, "{:?} by {claims:?}", sheet.share);
        }
        assert_eq!(sheet.parts_apart().count(), 1);
        assert_eq!(sheet.total(), points);
    }
    assert!(two > 500, "sheets are shared by two: {two}");
}

#[test]
fn a_total_is_that_of_its_lines() {
    let mut chance = Generator::new(6);
    for _ in 0..2000 {
        let mut sheet = Sheet::default();
        sheet.explain = true;
        let (mut total, mut counted) = (0i32, [0i32; 2]);
        for _ in 0..chance.below(8) {
            let (unit, count, each) = (chance.below(2) as usize, chance.below(6) as i32, chance.below(7) as i32 - 2);
            match chance.below(5) {
                0 | 1 => {
                    sheet.per(Symbol(unit as u16), count, each, None);
                    counted[unit] += count;
                    total += count * each;
                }
                2 => {
                    sheet.raise(Symbol(unit as u16), each, Symbol(7), None);
                    total += counted[unit] * each;
                }
                3 => {
                    sheet.void(Symbol(7), None);
                    total = 0;
                }
                _ => {
                    let (numerator, denominator) = (count, 1 + each.abs());
                    sheet.scale(numerator, denominator, Symbol(7), None);
                    // The result is rounded up, even if it is negative.
                    let exact = f64::from(total) * f64::from(numerator) / f64::from(denominator);
                    total = exact.ceil() as i32;
                }
            }
            assert_eq!(sheet.total(), total);
            assert_eq!(sheet.items.iter().map(|item| item.points).sum::<i32>(), total);
        }
    }
}
