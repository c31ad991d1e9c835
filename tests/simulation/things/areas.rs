//! The cells that effects reach, compared with the field of view and with walking distances on random maps.

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::fov::{FieldOfView, Sight};
use fogbound::game::effect::AreaShape;
use fogbound::game::{Area, Terrain};
use fogbound::map::{Tile, TileMap};
use fogbound::path::Ways;
use rand::RngExt;

/// What a closed door costs a noise, in cells.
const DOOR: u32 = 5;

/// Returns a random map with walls and doors, and two random cells of it.
fn random(seed: u64) -> (TileMap, IVec2, IVec2) {
    let mut dice = stream(seed, "areas", 0);
    let size = UVec2::new(dice.random_range(5..24), dice.random_range(5..18));
    let mut map = TileMap::new(size, Tile::FLOOR);
    for cell in map.positions() {
        match dice.random_range(0..10) {
            0..2 => map.set(cell, Tile::WALL),
            2 => map.set(cell, Tile::CLOSED_DOOR),
            _ => continue,
        };
    }
    let mut cell = || {
        let (x, y) = (dice.random_range(0..size.x), dice.random_range(0..size.y));
        UVec2::new(x, y).as_ivec2()
    };
    let (from, to) = (cell(), cell());
    (map, from, to)
}

fn sorted(mut cells: Vec<IVec2>) -> Vec<IVec2> {
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells
}

#[test]
fn bursts_and_cones_are_fields_of_view() {
    for seed in 0..300 {
        let (map, from, to) = random(seed);
        let far = (seed % 9) as u32 + 1;
        let sees = |eye: IVec2, cell: IVec2| {
            let sight = Sight::default().with_radius(far);
            FieldOfView::new().can_see(map.opacity(), eye, cell, sight)
        };
        let all = map.positions().filter(|cell| sees(to, *cell)).collect();
        let burst = Terrain::of(&map, |it| it.reached(AreaShape::BURST.up_to(far), from, to));
        assert_eq!(sorted(burst), sorted(all), "burst, seed {seed}");
        let cone = Terrain::of(&map, |it| it.reached(AreaShape::CONE.up_to(far), from, to));
        let facing = to - from;
        let ahead = |cell: &IVec2| {
            let offset = *cell - from;
            let along = offset.dot(facing);
            // Within 45 degrees of the direction.
            facing == IVec2::ZERO
                || offset == IVec2::ZERO
                || along > 0
                    && 2 * along * along >= offset.length_squared() * facing.length_squared()
        };
        let all = map
            .positions()
            .filter(|cell| sees(from, *cell) && ahead(cell))
            .collect();
        assert_eq!(sorted(cone), sorted(all), "cone, seed {seed}");
    }
}

#[test]
fn what_is_heard_is_within_walking_distance_and_round_areas_ignore_walls() {
    for seed in 0..200 {
        let (map, from, to) = random(seed);
        let far = (seed % 7) as u32 + 1;
        let heard = Terrain::of(&map, |it| {
            it.reached(AreaShape::HEARING.up_to(far), from, to)
        });
        let ways = Ways::within(to, far, |cell| {
            let tile = map.get(cell)?;
            let door = tile.opens_to().map(|_| DOOR);
            if tile.is_walkable() { Some(1) } else { door }
        });
        let all = map.positions().filter(|cell| ways.cost_to(*cell).is_some());
        assert_eq!(sorted(heard), sorted(all.collect()), "seed {seed}");
        let round = Terrain::of(&map, |it| it.reached(AreaShape::ROUND.up_to(far), from, to));
        let sight = Sight::default().with_radius(far);
        let is_near = |it: IVec2| sight.reaches(it) || it.abs().max_element() <= 1;
        let all = map.positions().filter(|cell| is_near(*cell - to));
        assert_eq!(sorted(round), sorted(all.collect()), "seed {seed}");
        assert_eq!(
            Terrain::of(&map, |it| it.reached(Area::ITSELF, from, to)),
            [from]
        );
        assert_eq!(
            Terrain::of(&map, |it| it.reached(Area::CELL, from, to)),
            [to]
        );
    }
}

#[test]
fn a_line_leads_from_one_cell_to_the_other_and_is_the_same_both_ways() {
    for seed in 0..300 {
        let (map, from, to) = random(seed);
        let there = Terrain::of(&map, |it| it.reached(Area::LINE, from, to));
        let mut back = Terrain::of(&map, |it| it.reached(Area::LINE, to, from));
        back.reverse();
        assert_eq!(there, back, "seed {seed}");
        assert_eq!((there.first(), there.last()), (Some(&from), Some(&to)));
    }
}
