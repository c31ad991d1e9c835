//! A level builder for caves: random noise, smoothed until it looks like rock.

use bevy::prelude::*;
use fogbound::UVec2;
use fogbound::dungeon::random::RandomStream;
use fogbound::dungeon::{AddBuilder, Builder, Canvas};
use fogbound::grid::Direction;
use fogbound::map::Tile;
use fogbound::rand::RngExt;

pub fn plugin(app: &mut App) {
    app.add_builder(Builder::new("caves", carve).at_least(UVec2::new(20, 12)));
}

/// Carves the caves. The game adds walls, stairs, things and monsters.
fn carve(canvas: &mut Canvas, rng: &mut RandomStream) {
    for cell in canvas.positions() {
        if rng.random_ratio(55, 100) {
            canvas.set(cell, Tile::FLOOR);
        }
    }
    for _ in 0..5 {
        let is_floor = |cell| canvas.tile(cell) == Tile::FLOOR;
        let smoothed: Vec<_> = canvas
            .positions()
            .map(|cell| {
                let around = Direction::ALL.map(|way| is_floor(cell + way.delta()));
                let floor = around.into_iter().filter(|it| *it).count();
                (cell, floor > 4 || (floor == 4 && is_floor(cell)))
            })
            .collect();
        for (cell, open) in smoothed {
            canvas.set(cell, if open { Tile::FLOOR } else { Tile::ROCK });
        }
    }
    canvas.keep_largest_part();
}
