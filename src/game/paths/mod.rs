//! Ways over the map: for feet, for noise, for flight. All in steps of a king, eight ways a cell.
//!
//! [`Flood`] asks for every cell what it costs. The others are what a turn asks most of: they let a front
//! spread over rows of cells that are words, and a step of the whole front costs about as much as a few
//! cells do otherwise.

mod finder;
mod flee;
mod flood;
mod ripple;
mod wave;

pub use finder::{PathFinder, Route};
pub use flee::FleeMap;
pub use flood::Flood;
pub(super) use ripple::{DOOR, Ripple, Target};

#[cfg(test)]
mod test_map {
    use bevy::math::IVec2;

    /// Cost of entering a cell of an ASCII map; `+` is a door that costs 3.
    pub(super) fn on(map: &'static [&'static str]) -> impl Fn(IVec2) -> Option<u32> + Copy {
        move |cell| {
            let row = map.get(usize::try_from(cell.y).ok()?)?;
            match row.as_bytes().get(usize::try_from(cell.x).ok()?)? {
                b'.' => Some(1),
                b'+' => Some(3),
                _ => None,
            }
        }
    }
}
