//! The values of options: text into numbers, sizes and cells, and names.
//!
//! A parser here returns, if it must, the sentence that follows the option's
//! name: what was found, and what would be accepted.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use bevy::math::{IVec2, UVec2};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::dungeon::Builder;
use crate::explorer::Temperament;
use crate::fov::{Algorithm, BresenhamLines, Shape};
use crate::view::{ColorDepth, MIN_SIZE, Palette};

/// Where a game is shown.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Frontend {
    // In a window if there is a display, else in the terminal if there is one, else as text.
    #[default]
    Auto,
    #[cfg_attr(not(feature = "window"), value(skip))]
    Window,
    #[cfg_attr(not(feature = "terminal"), value(skip))]
    Terminal,
    // As plain screens of text on standard output.
    Text,
}

/// Whether there is darkness.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OnOff {
    #[default]
    On,
    Off,
}

/// The light of a place by itself.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum AmbientName {
    // All that is in view is lit.
    #[default]
    Day,
    // Only what flames shine on is lit.
    Dark,
}

/// How a field of view is written.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Output {
    // The visible cells as on the map, the eye as `@`, all others blank. Every row is as long as the map is wide.
    #[default]
    Picture,
    // A row of `1`, visible, and `0` for each row of the map.
    Mask,
}

/// A number of digits only: no sign, no blanks.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let digits_only = text.bytes().all(|byte| byte.is_ascii_digit());
    digits_only.then(|| text.parse().ok()).flatten()
}

/// Reads whole numbers in a range. `what` is what such a number is called, `unit` of what it is one.
pub(super) fn whole<T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static>(
    what: &'static str,
    unit: &'static str,
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let found = number(text).filter(|it| range.contains(it));
        let (first, last) = (range.start(), range.end());
        found.ok_or_else(|| {
            format!("`{text}` is no {what}; accepted: a whole number{unit} from {first} to {last}")
        })
    }
}

/// Reads two values with a sign between them.
fn pair<T>(text: &str, sign: char, read: fn(&str) -> Option<T>) -> Option<(T, T)> {
    let (one, other) = text.split_once(sign)?;
    Some((read(one)?, read(other)?))
}

/// A level's size, `WIDTHxHEIGHT`. Whether the builder can build it is asked later.
pub(super) fn size(text: &str) -> Result<UVec2, String> {
    let size = pair(text, 'x', number).map(UVec2::from);
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
    let size = pair(text, 'x', number).map(UVec2::from);
    let fits = |it: &UVec2| it.cmpge(MIN_SIZE).all() && it.cmple(UVec2::splat(1000)).all();
    size.filter(fits).ok_or_else(|| {
        format!(
            "`{text}` is no size of a screen; accepted: COLUMNSxROWS, such as 96x45, from {}x{} to 1000x1000",
            MIN_SIZE.x, MIN_SIZE.y
        )
    })
}

/// A cell of a map, `X,Y`. Whether it is on the map is asked later.
pub(super) fn cell(text: &str) -> Result<IVec2, String> {
    let cell = pair(text, ',', |it| it.parse().ok()).map(IVec2::from);
    cell.ok_or_else(|| {
        format!(
            "`{text}` is no cell; accepted: X,Y as in 3,5, column and row counted from 0 at the top left"
        )
    })
}

/// Reads an algorithm whose views take less than seconds.
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

/// What the help says of the algorithm.
pub(super) fn algorithm_help() -> String {
    let names: Vec<&str> = Algorithm::ALL.iter().map(|it| it.name()).collect();
    let names = names.join(", ");
    format!(
        "The rule that decides what walls hide: {names}; bresenham:POINTS:DISTANCE sets the number \
         of its lines and their length"
    )
}

/// The palettes that come with the game, by name.
pub(super) fn palettes() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Palette::NAMES).map(|name| name)
}

/// The numbers of colours, by name.
pub(super) fn depths() -> impl TypedValueParser<Value = String> {
    let depths = ColorDepth::ALL.map(ColorDepth::name);
    PossibleValuesParser::new(["auto"].into_iter().chain(depths)).map(|name| name)
}

/// How bots play, by name; the help lists them.
pub(super) fn temperaments() -> impl TypedValueParser<Value = Temperament> {
    let names = Temperament::ALL.iter().map(|it| it.name());
    PossibleValuesParser::new(names).try_map(|name| {
        let mut all = Temperament::ALL.into_iter();
        all.find(|it| it.name() == name).ok_or("unknown name")
    })
}

/// The outlines of a radius, by name; the help lists them.
pub(super) fn shapes() -> impl TypedValueParser<Value = Shape> {
    let names = Shape::ALL.iter().map(|it| it.name());
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}
