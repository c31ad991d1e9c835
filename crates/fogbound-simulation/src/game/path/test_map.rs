//! Maps for tests.

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
