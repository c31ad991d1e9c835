//! The algorithms, with their names and settings.

use alloc::format;
use alloc::string::String;
use core::{fmt, str::FromStr};

use super::UnknownName;

/// An algorithm that computes a field of view.
///
/// The algorithms differ in the cells they show at the edges of shadows. [`properties`](super::properties) measures how
/// well each algorithm satisfies properties such as symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(bevy_reflect::Reflect),
    reflect(Clone, Debug, PartialEq, Hash)
)]
pub enum Algorithm {
    /// Symmetric shadowcasting, after Albert Ford (*Symmetric Shadowcasting*, 2017): a floor cell sees exactly the floor
    /// cells that see it. Rows are scanned outward with arcs of light. A wall is visible if any part of it lies in an arc,
    /// and floor if its centre does. This algorithm is by far the fastest.
    #[default]
    Symmetric,
    /// Recursive shadowcasting, after Björn Bergström (*FOV using recursive shadowcasting*, RogueBasin): the algorithm that
    /// most games use. Eight octants are scanned outward, each between two slopes that walls narrow.
    Recursive,
    /// 360 rays, one per degree, each followed in steps of one cell until a wall stops it. The rays leave gaps far from the
    /// eye.
    Raycast,
    /// Bresenham lines from the eye to points on a circle, as many as [`BresenhamLines`] says.
    Bresenham(BresenhamLines),
    /// A Bresenham line from every cell to the eye, after Steve Register (*Line of sight*, RogueBasin). The time grows with
    /// the cube of the radius.
    LineOfSight,
    /// Walls with bevelled corners, and floor cells of which only a small square in the middle counts, after Adam
    /// Milazzo (*Roguelike vision algorithms*, 2014).
    Diamond,
    /// Precise permissive field of view, after Jonathon Duerig: one cell sees another if some straight line between a
    /// point in one cell and a point in the other is unobstructed.
    Permissive,
    /// Restrictive precise angle shadowcasting, after Dominik Marczuk (*Restrictive precise angle shadowcasting*, MRPAS):
    /// intervals of angles that walls block are collected row by row.
    Restrictive,
}

/// The number and length of the lines that [`Algorithm::Bresenham`] draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(bevy_reflect::Reflect),
    reflect(Clone, Debug, PartialEq, Hash)
)]
pub struct BresenhamLines {
    /// The number of lines.
    pub points: u32,
    /// The radius, in cells, of the circle on which the lines end. `None` means the radius of the sight or, if the
    /// sight has no radius, the map's width plus its height.
    pub distance: Option<u32>,
}

impl BresenhamLines {
    /// One line per degree, each as long as the radius of the sight.
    pub const DEFAULT: Self = Self {
        points: 360,
        distance: None,
    };
    /// The largest value that should be accepted for either number if it comes from a player or a file. With larger
    /// values, a view can take seconds. Neither [`FromStr`] nor Serde enforces this limit; call
    /// [`is_bearable`](Self::is_bearable) to check it.
    pub const MAX: u32 = 10_000;

    /// Returns whether both numbers are at most [`MAX`](Self::MAX).
    pub fn is_bearable(self) -> bool {
        self.points <= Self::MAX && self.distance.is_none_or(|it| it <= Self::MAX)
    }
}

impl Default for BresenhamLines {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Algorithm {
    /// Every algorithm, with the default settings. The default algorithm comes first.
    pub const ALL: &'static [Self] = &[
        Self::Symmetric,
        Self::Recursive,
        Self::Raycast,
        Self::Bresenham(BresenhamLines::DEFAULT),
        Self::LineOfSight,
        Self::Diamond,
        Self::Permissive,
        Self::Restrictive,
    ];

    /// Returns the name of the algorithm, such as `line-of-sight`, without any settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Symmetric => "symmetric",
            Self::Recursive => "recursive",
            Self::Raycast => "raycast",
            Self::Bresenham(_) => "bresenham",
            Self::LineOfSight => "line-of-sight",
            Self::Diamond => "diamond",
            Self::Permissive => "permissive",
            Self::Restrictive => "restrictive",
        }
    }

    /// Returns whether the settings of the algorithm are within their limits: see [`BresenhamLines::is_bearable`]. The
    /// other algorithms have no settings. How long a view takes depends on the radius, too: above all with
    /// `line-of-sight`, whose views of a whole map of 1,000 × 1,000 cells take seconds.
    pub fn is_bearable(self) -> bool {
        match self {
            Self::Bresenham(lines) => lines.is_bearable(),
            _ => true,
        }
    }
}

/// Writes the [`name`](Algorithm::name) of the algorithm. With settings other than the defaults, `bresenham` is written
/// as `bresenham:POINTS`, or as `bresenham:POINTS:DISTANCE` if a distance is set.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bresenham(BresenhamLines { points, distance })
                if *self != Self::Bresenham(BresenhamLines::DEFAULT) =>
            {
                let distance = distance.map_or(String::new(), |distance| format!(":{distance}"));
                f.pad(&format!("bresenham:{points}{distance}"))
            }
            _ => f.pad(self.name()),
        }
    }
}

/// Parses everything that [`Display`](fmt::Display) writes: a [`name`](Algorithm::name), `bresenham:POINTS` or
/// `bresenham:POINTS:DISTANCE`. Both numbers must consist of decimal digits and fit in a `u32`.
impl FromStr for Algorithm {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().copied().find(|a| a.name() == text);
        let found = found.or_else(|| bresenham_lines(text).map(Self::Bresenham));
        found.ok_or_else(|| {
            let names = Self::ALL.iter().map(|algorithm| algorithm.name());
            UnknownName::new(
                "algorithm",
                text,
                names.chain(["bresenham:POINTS", "bresenham:POINTS:DISTANCE"]),
            )
        })
    }
}

/// Parses the numbers after `bresenham:`.
fn bresenham_lines(text: &str) -> Option<BresenhamLines> {
    let numbers = text.strip_prefix("bresenham:")?;
    let (points, distance) = match numbers.split_once(':') {
        Some((points, distance)) => (points, Some(number(distance)?)),
        None => (numbers, None),
    };
    let points = number(points)?;
    Some(BresenhamLines { points, distance })
}

/// Parses a number. Rejects the leading `+` that `parse` alone would accept.
fn number(digits: &str) -> Option<u32> {
    let is_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        let mut all = Algorithm::ALL.to_vec();
        let numbers = [0, 1, 30, 360, 720, BresenhamLines::MAX + 1, u32::MAX];
        for points in numbers {
            for distance in numbers.map(Some).into_iter().chain([None]) {
                all.push(Algorithm::Bresenham(BresenhamLines { points, distance }));
            }
        }
        for algorithm in all {
            let text = algorithm.to_string();
            assert_eq!(text.parse(), Ok(algorithm));
            assert_eq!(format!("{algorithm:>40}"), format!("{text:>40}"));
        }
    }

    #[test]
    fn lines_that_take_seconds_are_not_bearable() {
        let lines = |points, distance| BresenhamLines { points, distance };
        const MAX: u32 = BresenhamLines::MAX;
        assert!(lines(MAX, Some(MAX)).is_bearable() && lines(0, None).is_bearable());
        assert!(!lines(MAX + 1, None).is_bearable() && !lines(1, Some(MAX + 1)).is_bearable());
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        for wrong in [
            "",
            "Symmetric",
            "bresenham:",
            "bresenham:x",
            "bresenham:1:2:3",
            "bresenham:+1",
            "bresenham:1:-2",
            "bresenham:1:",
            "bresenham:4294967296",
        ] {
            let error = wrong
                .parse::<Algorithm>()
                .map_err(|error| error.to_string());
            let error = error.expect_err(wrong);
            for accepted in Algorithm::ALL.iter().map(|algorithm| algorithm.name()) {
                assert!(error.contains(accepted), "{error}");
            }
            assert!(error.contains("bresenham:POINTS, bresenham:POINTS:DISTANCE"));
        }
    }
}
