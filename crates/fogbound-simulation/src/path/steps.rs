//! The steps from a cell to its neighbours.

use bevy::math::IVec2;

use crate::grid::Direction;

/// The four steps across the sides of a cell, in the order in which every search tries them.
pub const SIDES: [IVec2; 4] = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];

/// The steps of a chess king, in the order of [`Direction::ALL`].
pub const KING: [IVec2; 8] = {
    let mut steps = [IVec2::ZERO; 8];
    let mut number = 0;
    while number < steps.len() {
        steps[number] = Direction::ALL[number].delta();
        number += 1;
    }
    steps
};
