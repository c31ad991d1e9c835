//! The four sides of a cell.

use bevy::math::IVec2;

/// The four sides of a cell, in the order in which everything tries them.
pub(super) const SIDES: [IVec2; 4] = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];
