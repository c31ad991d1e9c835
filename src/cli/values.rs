//! The values of options: text into numbers, sizes and cells.
//!
//! A parser here returns, if it must, the sentence that follows the option's
//! name: what was found, and what would be accepted.

use std::str::FromStr;

use bevy::math::{IVec2, UVec2};

use crate::dungeon::Builder;
use crate::modes::Settings;
use crate::view::MIN_SIZE;

/// A seed: any number of 64 bits.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    number(text).ok_or_else(|| {
        format!(
            "`{text}` is no seed; accepted: a whole number from 0 to {}",
            u64::MAX
        )
    })
}

/// A turn of a game.
pub(super) fn turn(text: &str) -> Result<u64, String> {
    number(text).ok_or_else(|| format!("`{text}` is no turn; accepted: a whole number from 0"))
}

/// How many games are played.
pub(super) fn games(text: &str) -> Result<u32, String> {
    number(text).filter(|it| *it > 0).ok_or_else(|| {
        format!(
            "`{text}` is no number of games; accepted: a whole number from 1 to {}",
            u32::MAX
        )
    })
}

/// How many turns a game has.
pub(super) fn turns(text: &str) -> Result<u64, String> {
    number(text).filter(|it| *it > 0).ok_or_else(|| {
        format!(
            "`{text}` is no number of turns; accepted: a whole number from 1 to {}",
            u64::MAX
        )
    })
}

/// Which level of a dungeon.
pub(super) fn depth(text: &str) -> Result<u32, String> {
    number(text)
        .filter(|it| (1..=99).contains(it))
        .ok_or_else(|| format!("`{text}` is no level; accepted: a whole number from 1 to 99"))
}

/// How many turns a second are shown.
pub(super) fn speed(text: &str) -> Result<u32, String> {
    number(text)
        .filter(|it| (1..=500).contains(it))
        .ok_or_else(|| {
            format!(
                "`{text}` is no speed; accepted: a whole number of turns a second, from 1 to 500"
            )
        })
}

/// A radius of sight, in cells.
pub(super) fn radius(text: &str) -> Result<u32, String> {
    number(text).ok_or_else(|| {
        format!(
            "`{text}` is no radius; accepted: a whole number of cells from 0 to {}",
            u32::MAX
        )
    })
}

/// A level's size, `WIDTHxHEIGHT`. Whether the builder can build it is asked
/// later.
pub(super) fn size(text: &str) -> Result<UVec2, String> {
    let sides = text.split_once('x');
    let size = sides.and_then(|(width, height)| Some(UVec2::new(number(width)?, number(height)?)));
    size.ok_or_else(|| {
        let (min, max) = (Builder::MIN_SIZE, Builder::MAX_SIZE);
        format!(
            "`{text}` is no size; accepted: WIDTHxHEIGHT in cells, such as 64x36, from {}x{} to {}x{}",
            min.x, min.y, max.x, max.y
        )
    })
}

/// A screen's size, `WIDTHxHEIGHT`, in columns and rows.
pub(super) fn screen(text: &str) -> Result<UVec2, String> {
    let sides = text.split_once('x');
    let size = sides.and_then(|(width, height)| Some(UVec2::new(number(width)?, number(height)?)));
    let fits = |it: &UVec2| it.cmpge(MIN_SIZE).all() && it.cmple(UVec2::splat(1000)).all();
    size.filter(fits).ok_or_else(|| {
        format!(
            "`{text}` is no size of a screen; accepted: COLUMNSxROWS, such as 96x45, from {}x{} to 1000x1000",
            MIN_SIZE.x, MIN_SIZE.y
        )
    })
}

/// How much larger all of it is shown.
pub(super) fn zoom(text: &str) -> Result<u8, String> {
    let zoom = number(text).filter(|it| (1..=Settings::MAX_ZOOM).contains(it));
    zoom.ok_or_else(|| {
        format!(
            "`{text}` is no size; accepted: a whole number from 1 to {}",
            Settings::MAX_ZOOM
        )
    })
}

/// A cell of a map, `X,Y`. Whether it is on the map is asked later.
pub(super) fn cell(text: &str) -> Result<IVec2, String> {
    let parts = text.split_once(',');
    let cell = parts.and_then(|(x, y)| Some(IVec2::new(x.parse().ok()?, y.parse().ok()?)));
    cell.ok_or_else(|| {
        format!(
            "`{text}` is no cell; accepted: X,Y as in 3,5, column and row counted from 0 at the top left"
        )
    })
}

/// A number of digits only: no sign, no blanks.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let digits_only = text.bytes().all(|byte| byte.is_ascii_digit());
    digits_only.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_digits_within_their_range() {
        assert_eq!(seed("0"), Ok(0));
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(radius("007"), Ok(7));
        for text in [
            "",
            "-1",
            "+1",
            "1.5",
            " 1",
            "1e3",
            "0x10",
            "x",
            "18446744073709551616",
        ] {
            assert!(seed(text).is_err(), "{text:?} passed as a seed");
            assert!(radius(text).is_err(), "{text:?} passed as a radius");
        }
        assert!(radius("4294967296").is_err());
    }

    #[test]
    fn sizes_and_cells_are_two_numbers_and_their_sign() {
        assert_eq!(size("64x36"), Ok(UVec2::new(64, 36)));
        for text in [
            "", "x", "64x", "x36", "axb", "64", "64X36", "64x36x2", "-5x5", "64 x 36",
        ] {
            assert!(size(text).is_err(), "{text:?} passed as a size");
        }
        assert_eq!(cell("0,12"), Ok(IVec2::new(0, 12)));
        assert_eq!(cell("-1,2"), Ok(IVec2::new(-1, 2)));
        for text in [
            "",
            ",",
            "1",
            "1,",
            ",1",
            "1,2,3",
            "a,b",
            "1, 2",
            "99999999999,0",
        ] {
            assert!(cell(text).is_err(), "{text:?} passed as a cell");
        }
    }
}
