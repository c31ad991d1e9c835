//! The algorithms that there are: their names and settings.

use std::{fmt, str::FromStr};

use super::UnknownName;

/// How a field of view is computed. They differ in which cells at the rim of a shadow they show;
/// [`properties`](super::properties) measures what they promise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Symmetric shadowcasting after Albert Ford: a floor cell sees exactly the floor cells that
    /// see it. By far the fastest.
    #[default]
    Symmetric,
    /// Recursive shadowcasting after Björn Bergström, the one most games have.
    Recursive,
    /// 360 rays, one a degree.
    Raycast,
    /// Bresenham lines to points on a circle.
    Bresenham(BresenhamLines),
    /// A Bresenham line from every cell to the eye.
    LineOfSight,
    /// Adam Milazzo's algorithm: bevelled walls and inner squares.
    Diamond,
    /// Precise permissive field of view: any line from any part of one cell to any part of another.
    Permissive,
    /// Restrictive precise angle shadowcasting (MRPAS).
    Restrictive,
}

/// How many lines [`Algorithm::Bresenham`] draws, and how long they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct BresenhamLines {
    /// How many lines there are.
    pub points: u32,
    /// The radius of the circle of their ends; `None`: that of the sight, and without one the
    /// map's width and height together.
    pub distance: Option<u32>,
}

impl BresenhamLines {
    /// A line for each degree, to the end of sight.
    pub const DEFAULT: Self = Self {
        points: 360,
        distance: None,
    };
    /// The most lines, and the longest distance, that are read from text: more would take seconds for a look.
    pub const MAX: u32 = 10_000;

    /// Whether there are no more than [`MAX`](Self::MAX) lines, no longer than that.
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
    /// All algorithms, each once, in the order that [`next`](Self::next) follows.
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

    /// The name used on the command line and in files.
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

    /// The algorithm after this one in [`ALL`](Self::ALL), and after the last the first.
    pub fn next(self) -> Self {
        let mut all = Self::ALL.iter().copied().cycle();
        all.find(|algorithm| algorithm.name() == self.name());
        all.next().unwrap_or_default()
    }
}

/// The name, and for `bresenham` what differs from its defaults: `bresenham:POINTS:DISTANCE`.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bresenham(BresenhamLines { points, distance })
                if *self != Self::Bresenham(BresenhamLines::DEFAULT) =>
            {
                write!(f, "bresenham:{points}")?;
                distance.map_or(Ok(()), |distance| write!(f, ":{distance}"))
            }
            _ => f.pad(self.name()),
        }
    }
}

/// Reads what [`Display`](fmt::Display) writes: a name, or `bresenham:POINTS` or
/// `bresenham:POINTS:DISTANCE`.
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
                names.chain(["bresenham:POINTS:DISTANCE"]),
            )
        })
    }
}

/// The numbers behind `bresenham:`.
fn bresenham_lines(text: &str) -> Option<BresenhamLines> {
    let numbers = text.strip_prefix("bresenham:")?;
    let (points, distance) = match numbers.split_once(':') {
        Some((points, distance)) => (points, Some(distance.parse().ok()?)),
        None => (numbers, None),
    };
    let points = points.parse().ok()?;
    let lines = BresenhamLines { points, distance };
    lines.is_bearable().then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let mut all = Algorithm::ALL.to_vec();
        let (points, distance) = (720, Some(30));
        all.push(Algorithm::Bresenham(BresenhamLines { points, distance }));
        all.push(Algorithm::Bresenham(BresenhamLines {
            points,
            distance: None,
        }));
        for algorithm in all {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
    }

    #[test]
    fn next_goes_through_all() {
        let mut algorithm = Algorithm::default();
        for &expected in &Algorithm::ALL[1..] {
            algorithm = algorithm.next();
            assert_eq!(algorithm, expected);
        }
        assert_eq!(algorithm.next(), Algorithm::default());
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        for wrong in [
            "",
            "Symmetric",
            "bresenham:",
            "bresenham:x",
            "bresenham:1:2:3",
        ] {
            let error = wrong
                .parse::<Algorithm>()
                .map_err(|error| error.to_string());
            let error = error.expect_err(wrong);
            assert!(error.contains("symmetric, recursive"), "{error}");
        }
    }
}
