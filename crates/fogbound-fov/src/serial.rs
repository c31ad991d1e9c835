//! Implements Serde's traits for the types whose data must be checked during deserialization.
//!
//! [`Algorithm`] and [`Shape`] are written as the names that `Display` writes. Bits are written as 64-bit words, as
//! [`BitGrid::row_words`] returns them, and a set is written as a list of its words. Any input gives either a valid
//! value or an error. Beyond a fixed amount of at most 8 MiB, reading takes time and memory proportional to the input's
//! length: sizes are compared with the number of words before anything of that size is made, and maps with few but very
//! long rows are refused.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;
use core::str::FromStr;

use glam::{IVec2, UVec2};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::grid::{BitGrid, Grid};
use crate::{Algorithm, OpacityMap, Shape, VisibleSet};

/// Parses a value from its name.
fn parse_name<'de, D, T>(input: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    String::deserialize(input)?
        .parse()
        .map_err(D::Error::custom)
}

impl Serialize for Algorithm {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        output.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Algorithm {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        parse_name(input)
    }
}

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        output.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        parse_name(input)
    }
}

/// The serialized form of a grid: its size, and its cells or words.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Area<T> {
    size: UVec2,
    cells: T,
}

/// Returns an error unless a grid of this size has `found` items, each of which holds up to `width` cells of a row.
fn check<E: Error>(size: UVec2, found: usize, width: u32, items: &str) -> Result<(), E> {
    if size.max_element() > i32::MAX as u32 {
        return Err(E::custom(format!(
            "a grid of {size} cells has a side longer than 2³¹ − 1"
        )));
    }
    let (across, down) = (size.x.div_ceil(width) as usize, size.y as usize);
    if across.checked_mul(down) != Some(found) {
        return Err(E::custom(format!(
            "found {found} {items}, expected {across} × {down}"
        )));
    }
    Ok(())
}

impl<T: Serialize> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        Area {
            size: self.size(),
            cells: self.cells(),
        }
        .serialize(output)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Grid<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let Area { size, cells } = Area::<Vec<T>>::deserialize(input)?;
        check(size, cells.len(), 1, "cells")?;
        Ok(Self::from_cells(size, cells))
    }
}

impl Serialize for BitGrid {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        Area {
            size: self.size(),
            cells: self.words(),
        }
        .serialize(output)
    }
}

impl<'de> Deserialize<'de> for BitGrid {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let Area { size, cells: words } = Area::<Vec<u64>>::deserialize(input)?;
        check(size, words.len(), 64, "words")?;
        let grid = Self::from_words(size, &words);
        grid.ok_or_else(|| D::Error::custom("a bit beyond the width of the grid is 1"))
    }
}

impl Serialize for OpacityMap {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        self.bits().serialize(output)
    }
}

impl<'de> Deserialize<'de> for OpacityMap {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let bits = BitGrid::deserialize(input)?;
        let size = bits.size();
        if size.max_element() > Self::MAX_SIDE {
            return Err(D::Error::custom(format!(
                "a map of {size} cells has a side longer than 2³⁰"
            )));
        }
        // A map keeps its columns, too. Those of a map with a few long rows take up to 64 times as much memory.
        let words_of_columns = u64::from(size.x) * u64::from(size.y.div_ceil(64));
        if words_of_columns > MOST_WORDS.max(8 * bits.words().len() as u64) {
            return Err(D::Error::custom(format!(
                "a map of {size} cells has too few rows for its width"
            )));
        }
        Ok(Self::from_bits(bits))
    }
}

/// The number of words that the columns of any map may have when it is read, whatever its size: 1 MiB.
const MOST_WORDS: u64 = 1 << 17;

/// The serialized form of a set. Each word is stored with its column (in words), its row and its bits.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    origin: IVec2,
    words: Vec<(i32, i32, u64)>,
}

impl Serialize for VisibleSet {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        let origin = self.origin();
        let words = self.words();
        let words = words.map(|(start, bits)| (start.x >> 6, start.y, bits));
        let words = words.collect();
        Listed { origin, words }.serialize(output)
    }
}

impl<'de> Deserialize<'de> for VisibleSet {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let Listed { origin, words } = Listed::deserialize(input)?;
        let mut set = Self::new();
        set.restart(origin);
        for (at, y, bits) in words {
            if at.checked_mul(64).is_none() {
                return Err(D::Error::custom("a cell lies beyond all coordinates"));
            }
            if bits != 0 {
                set.insert_word(at, y, bits);
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Direction, Rectangle};
    use crate::{BresenhamLines, Cone, Sight};
    use std::fmt::Debug;

    #[track_caller]
    fn is_read_back<T>(value: T) -> String
    where
        T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug,
    {
        let text = ron::to_string(&value).expect("the value can be written");
        assert_eq!(ron::from_str::<T>(&text).expect(&text), value);
        text
    }

    #[test]
    fn every_type_round_trips() {
        for &algorithm in Algorithm::ALL {
            let text = is_read_back(algorithm);
            assert_eq!(text, format!("\"{algorithm}\""));
        }
        let lines = BresenhamLines {
            points: 7,
            distance: Some(3),
        };
        is_read_back(lines);
        assert_eq!(
            is_read_back(Algorithm::Bresenham(lines)),
            "\"bresenham:7:3\""
        );
        for &shape in Shape::ALL {
            is_read_back(shape);
        }
        let cone = Cone::new(IVec2::new(-3, 1), 90);
        is_read_back(cone);
        is_read_back(Sight::default());
        is_read_back(Sight::default().with_cone(cone).unlimited().without_walls());
        is_read_back(crate::Run {
            start: IVec2::MIN,
            length: 7,
        });
        let map = OpacityMap::new(UVec2::new(9, 9), false);
        let algorithm = Algorithm::default();
        is_read_back(crate::properties::Properties::measure(
            algorithm,
            &map,
            Sight::default(),
        ));
        let lines = BresenhamLines {
            points: u32::MAX,
            distance: Some(BresenhamLines::MAX + 1),
        };
        is_read_back(Algorithm::Bresenham(lines));
        is_read_back(Direction::NorthWest);
        is_read_back(Rectangle::new(IVec2::MIN, UVec2::MAX));
        is_read_back(Grid::from_fn(UVec2::new(3, 2), |cell| cell.x));
        for size in [(0, 5), (5, 0), (64, 2), (65, 3), (130, 1)].map(UVec2::from) {
            let map = OpacityMap::from_fn(size, |cell| (cell.x + cell.y) % 3 == 0);
            is_read_back(map.bits().clone());
            is_read_back(map);
        }
        let cells = [IVec2::MIN, IVec2::ZERO, IVec2::new(5, 0), IVec2::MAX];
        let set: VisibleSet = cells.into_iter().collect();
        is_read_back(set);
        is_read_back(VisibleSet::new());
    }

    /// Compiles only if all of the types named below can be serialized and deserialized. Fails if a list in the
    /// documentation names other types.
    #[test]
    fn the_documentation_lists_the_types_that_implement_serde() {
        fn is_data<T: Serialize + for<'de> Deserialize<'de>>() {}
        use crate::Run;
        use crate::properties::{Properties, Share};
        let mut names = Vec::new();
        macro_rules! data {
            ($($type:ident $(<$cell:ty>)?),*) => {$(
                is_data::<$type $(<$cell>)?>();
                names.push(stringify!($type));
            )*};
        }
        data!(
            Algorithm,
            BresenhamLines,
            Cone,
            OpacityMap,
            Run,
            Shape,
            Sight,
            VisibleSet
        );
        data!(BitGrid, Direction, Grid<u8>, Rectangle, Properties, Share);
        let readme = include_str!("../README.md");
        let front = include_str!("lib.rs").replace("//!", "");
        for (page, begin) in [
            (readme, "The `serde` feature"),
            (&front, "The `serde` feature"),
        ] {
            let list = page.split(begin).nth(1).expect("a list");
            let end = list.find("`Share`").expect("the last type") + "`Share`".len();
            let listed = list[..end].split('`').skip(1).step_by(2);
            let listed: Vec<_> = listed
                .filter(|name| name.starts_with(char::is_uppercase))
                .collect();
            assert_eq!(listed, names);
        }
    }

    #[test]
    fn missing_fields_of_a_sight_take_their_defaults() {
        let read: Sight = ron::from_str("(radius: Some(5), shape: \"square\")").expect("a sight");
        let expected = Sight::default().with_radius(5).with_shape(Shape::Square);
        assert_eq!(read, expected);
        assert!(ron::from_str::<Sight>("(raduis: Some(5))").is_err());
        let error = ron::from_str::<Sight>("(shape: \"round\")").map_err(|e| e.to_string());
        assert!(error.is_err_and(|text| text.contains("circle, square, diamond")));
    }

    #[track_caller]
    fn is_refused<T: for<'de> Deserialize<'de>>(text: &str) {
        assert!(ron::from_str::<T>(text).is_err(), "{text}");
    }

    #[test]
    fn invalid_data_is_refused() {
        for text in [
            "(size: (1, 1), cells: [])",
            "(size: (1, 1), cells: [1, 1])",
            "(size: (0, 1), cells: [1])",
            "(size: (4294967295, 4294967295), cells: [])",
            "(size: (4294967295, 0), cells: [])",
            "(size: (1, 1), cells: [2])",
            "(size: (65, 1), cells: [0, 2])",
        ] {
            is_refused::<BitGrid>(text);
            is_refused::<OpacityMap>(text);
        }
        is_refused::<OpacityMap>("(size: (2147483647, 0), cells: [])");
        let long = format!("(size: (16777216, 1), cells: [{}])", "0,".repeat(1 << 18));
        is_refused::<OpacityMap>(&long);
        assert!(ron::from_str::<BitGrid>(&long).is_ok());
        is_refused::<Grid<u8>>("(size: (2, 2), cells: [1, 2, 3])");
        is_refused::<Grid<u8>>("(size: (4294967295, 4294967295), cells: [])");
        is_refused::<VisibleSet>("(origin: (0, 0), words: [(33554432, 0, 1)])");
        is_refused::<VisibleSet>("(origin: (0, 0), words: [(-33554433, 0, 1)])");
        is_refused::<Direction>("Up");
        is_refused::<Algorithm>("\"bresenham:x\"");
    }

    /// With a loop over the rows, this would take minutes.
    #[test]
    fn a_map_without_cells_is_read_at_once_however_high_it_is() {
        for size in [(0, 1 << 30), (1 << 30, 0)] {
            let text = format!("(size: {size:?}, cells: [])");
            let map: OpacityMap = ron::from_str(&text).expect("an empty map");
            assert_eq!(map, OpacityMap::new(size, true));
            assert_eq!(map, OpacityMap::from_fn(size, |_| unreachable!("no cells")));
            let mut bits = map.bits().clone();
            bits.union_with(&VisibleSet::from_iter([(0, 0)]));
            bits.difference_with(map.bits());
            bits.fill(true);
            assert_eq!(bits.iter().count(), 0);
        }
    }

    #[test]
    fn the_words_of_a_set_may_come_in_any_order() {
        let text =
            "(origin: (1, 2), words: [(33554431, 2147483647, 1), (-33554432, -2147483648, 1),
            (0, 0, 1), (0, 0, 2), (0, 5, 0), (9, -1, 18446744073709551615)])";
        let set: VisibleSet = ron::from_str(text).expect("a set");
        assert_eq!((set.origin(), set.len()), (IVec2::new(1, 2), 68));
        assert!(set.contains(IVec2::MIN) && set.contains(IVec2::new(1, 0)));
    }
}
