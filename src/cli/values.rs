//! Parsers for the values of options.
//!
//! Each error is the part of a message that follows the option's name: what was found, and what is accepted.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use bevy::math::{IVec2, UVec2};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::dungeon::Builder;
use crate::explorer::Temperament;
use crate::files::printable;
use crate::fov::{Algorithm, BresenhamLines, Shape};
use crate::modes::{zoom_names, zoom_of};
use crate::view::{ColorDepth, MIN_SIZE, Palette};

/// The front end that shows a game.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Frontend {
    // A window if there is a display, otherwise the terminal if there is one, otherwise text.
    #[default]
    Auto,
    #[cfg(feature = "window")]
    Window,
    #[cfg(feature = "terminal")]
    Terminal,
    // Plain text on standard output.
    Text,
}

/// How walls are drawn.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walls {
    // As joined lines.
    Lines,
    // As `#`.
    Hashes,
}

/// Parses the height of text in a window.
pub(super) fn zoom(text: &str) -> Result<u8, String> {
    let height = text.parse().ok().and_then(zoom_of);
    height.ok_or_else(|| {
        format!(
            "invalid height `{}`; accepted: {}",
            printable(text),
            zoom_names()
        )
    })
}

/// The values of `--light` and `--motion`.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OnOff {
    #[default]
    On,
    Off,
}

/// The ambient light of a map.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum AmbientName {
    // Everything in view is lit.
    #[default]
    Day,
    // Only flames give light.
    Dark,
}

/// The format of a field of view.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Output {
    // Visible cells are drawn as on the map, the eye as `@`, and the rest as blanks. Every row is as wide as the map.
    #[default]
    Picture,
    // `1` for each visible cell and `0` for the rest.
    Mask,
}

/// What `new` makes.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NewKind {
    Monster,
    Vault,
    Tile,
    Depth,
    Scene,
    Thing,
    Boon,
    Theme,
    Quest,
    Mod,
}

/// Parses a number that consists only of digits, with no sign or spaces.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let digits_only = text.bytes().all(|byte| byte.is_ascii_digit());
    digits_only.then(|| text.parse().ok()).flatten()
}

/// Returns a parser for whole numbers in a range. The parser's error messages call the value `what`, and put `unit`
/// after "a whole number".
pub(super) fn whole<T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static>(
    what: &'static str,
    unit: &'static str,
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let found = number(text).filter(|it| range.contains(it));
        let (first, last) = (range.start(), range.end());
        found.ok_or_else(|| {
            format!(
                "invalid {what} `{text}`; accepted: a whole number{unit} from {first} to {last}"
            )
        })
    }
}

/// Parses two values with a separator between them.
fn pair<T>(text: &str, separator: char, read: fn(&str) -> Option<T>) -> Option<(T, T)> {
    let (one, other) = text.split_once(separator)?;
    Some((read(one)?, read(other)?))
}

/// Parses the size of a level, `WIDTHxHEIGHT`. The builder's own limits are checked later.
pub(super) fn size(text: &str) -> Result<UVec2, String> {
    let size = pair(text, 'x', number).map(UVec2::from);
    size.ok_or_else(|| {
        let (min, max) = (Builder::MIN_SIZE, Builder::MAX_SIZE);
        format!(
            "invalid size `{text}`; accepted: WIDTHxHEIGHT in cells, such as 64x36, from {}x{} to {}x{}",
            min.x, min.y, max.x, max.y
        )
    })
}

/// The largest number of seeds of a scene.
const MOST_SEEDS: u64 = 100_000;

/// Parses the first and the last seed, `FIRST-LAST`, or a single one.
pub(super) fn seeds(text: &str) -> Result<(u64, u64), String> {
    let seeds = match text.contains('-') {
        true => pair(text, '-', number),
        false => number(text).map(|seed| (seed, seed)),
    };
    let fits = |(first, last): &(u64, u64)| first <= last && last - first < MOST_SEEDS;
    seeds.filter(fits).ok_or_else(|| {
        format!(
            "invalid seeds `{text}`; accepted: FIRST-LAST, such as 1-50, or one seed; at most {MOST_SEEDS} of them"
        )
    })
}

/// Parses the size of a screen, `COLUMNSxROWS`.
pub(super) fn screen(text: &str) -> Result<UVec2, String> {
    let size = pair(text, 'x', number).map(UVec2::from);
    let fits = |it: &UVec2| it.cmpge(MIN_SIZE).all() && it.cmple(UVec2::splat(1000)).all();
    size.filter(fits).ok_or_else(|| {
        format!(
            "invalid screen size `{text}`; accepted: COLUMNSxROWS, such as 96x45, from {}x{} to 1000x1000",
            MIN_SIZE.x, MIN_SIZE.y
        )
    })
}

/// A part of a series of games: the games whose number, counted from 0, leaves the remainder `number - 1` when divided
/// by `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    pub(super) number: u32,
    pub(super) of: u32,
}

/// Parses a shard, `NUMBER/OF`.
pub(super) fn shard(text: &str) -> Result<Shard, String> {
    const MOST: u32 = 1_000_000;
    let shard = pair(text, '/', number).map(|(number, of)| Shard { number, of });
    let exists = |it: &Shard| it.of <= MOST && (1..=it.of).contains(&it.number);
    shard.filter(exists).ok_or_else(|| {
        format!(
            "invalid shard `{text}`; accepted: K/N, such as 3/8, with N from 1 to {MOST} and K from 1 to N"
        )
    })
}

/// Parses the coordinates of a map cell, `X,Y`. Whether the cell is on the map is checked later.
pub(super) fn cell(text: &str) -> Result<IVec2, String> {
    let cell = pair(text, ',', |it| it.parse().ok()).map(IVec2::from);
    cell.ok_or_else(|| {
        format!("invalid cell `{text}`; accepted: X,Y, such as 3,5, counted from 0 at the top left")
    })
}

/// Parses the name of an algorithm, and rejects any algorithm whose views would take seconds to compute.
pub(super) fn algorithm(text: &str) -> Result<Algorithm, String> {
    let algorithm = text
        .parse::<Algorithm>()
        .map_err(|error| error.to_string())?;
    if !algorithm.is_bearable() {
        let most = BresenhamLines::MAX;
        return Err(format!(
            "`{algorithm}`: POINTS and DISTANCE must be at most {most}"
        ));
    }
    Ok(algorithm)
}

/// Returns the help for `--algorithm`.
pub(super) fn algorithm_help() -> String {
    let names: Vec<&str> = Algorithm::ALL.iter().map(|it| it.name()).collect();
    let names = names.join(", ");
    format!(
        "Field-of-view algorithm: {names}, or bresenham:POINTS:DISTANCE to set the number of lines and their length"
    )
}

pub(super) fn palettes() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Palette::NAMES).map(|name| name)
}

pub(super) fn depths() -> impl TypedValueParser<Value = String> {
    let depths = ColorDepth::ALL.map(ColorDepth::name);
    PossibleValuesParser::new(["auto"].into_iter().chain(depths)).map(|name| name)
}

/// Returns a parser for the names of temperaments, which the help lists.
pub(super) fn temperaments() -> impl TypedValueParser<Value = Temperament> {
    let names = Temperament::ALL.iter().map(|it| it.name());
    PossibleValuesParser::new(names).try_map(Temperament::try_from)
}

/// Returns a parser for the names of shapes, which the help lists.
pub(super) fn shapes() -> impl TypedValueParser<Value = Shape> {
    let names = Shape::ALL.iter().map(|it| it.name());
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}
