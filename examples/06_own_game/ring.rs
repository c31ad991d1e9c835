//! A shape: the cells at a distance from the centre, and none nearer.

use bevy::prelude::*;
use fogbound::game::effect::{AddTerms, AreaShape};
use fogbound::grid::Rectangle;

const RING: AreaShape = AreaShape {
    name: "ring",
    has_distance: true,
    within: |far| format!("exactly {far} away"),
    about: "the cells exactly `n` steps from the centre",
    reached: |terrain, reach| {
        let (center, far) = (reach.center, reach.far.cast_signed());
        let square = Rectangle::from_corners(center - far, center + far);
        let cells = square.cells().filter(|it| terrain.bounds.contains(*it));
        let is_edge = |cell: &IVec2| (*cell - center).abs().max_element() == far;
        cells.filter(is_edge).collect()
    },
    reaches: None,
};

pub fn plugin(app: &mut App) {
    app.add_area(RING);
}
