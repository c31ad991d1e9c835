//! Loose treasure lies in the dark, off the way between the stairs.

use bevy::math::IVec2;
use fogbound::dungeon::{Builder, Chances, DungeonSpec, Level, Site, Stock, build_on};
use fogbound::fov::{FieldOfView, Sight};
use fogbound::grid::Direction;
use fogbound::map::Tile;

use crate::common::seeds::on_all_cores;

fn level(builder: Builder, seed: u64, treasure: u32) -> Level {
    let stock = Stock::default();
    let spec = DungeonSpec {
        builder,
        seed,
        depth: 3,
        ..DungeonSpec::default()
    };
    let site = Site {
        depth: 3,
        is_last: false,
        has_way_up: true,
        vaults: stock.vaults().clone(),
        rock: stock.rock(),
        odds: Chances {
            treasure,
            ..Chances::at(3)
        },
        holds: Vec::new(),
    };
    build_on(&spec, site, &mut |_, _| {}).unwrap()
}

/// Returns the cells of the treasures outside vaults.
fn loose(level: &Level) -> Vec<IVec2> {
    let in_vault = |cell| level.vaults.iter().any(|(_, it)| it.contains(cell));
    let all = level.map.iter().filter(|(_, it)| *it == Tile::TREASURE);
    all.map(|(cell, _)| cell)
        .filter(|it| !in_vault(*it))
        .collect()
}

fn is_lit(level: &Level, cell: IVec2) -> bool {
    let mut engine = FieldOfView::new();
    let mut flames = level
        .map
        .iter()
        .filter_map(|(at, tile)| Some((at, tile.flame()?)));
    level.lit_rooms.iter().any(|room| room.contains(cell))
        || flames.any(|(at, flame)| {
            let sight = Sight::default().with_radius(flame.radius);
            engine.can_see(level.map.opacity(), at, cell, sight)
        })
}

/// Returns the number of steps from a cell to each other, without diagonal steps.
fn steps(level: &Level, start: IVec2) -> impl Fn(IVec2) -> Option<u32> {
    let mut far = std::collections::BTreeMap::from([((start.x, start.y), 0)]);
    let mut edge = std::collections::VecDeque::from([start]);
    while let Some(cell) = edge.pop_front() {
        let steps = far[&(cell.x, cell.y)] + 1;
        for next in Direction::CARDINAL.map(|way| cell + way.delta()) {
            let tile = level.map.tile(next);
            let is_way = tile.is_passable() && tile.seems().is_none();
            if is_way && !far.contains_key(&(next.x, next.y)) {
                far.insert((next.x, next.y), steps);
                edge.push_back(next);
            }
        }
    }
    move |cell| far.get(&(cell.x, cell.y)).copied()
}

#[test]
fn loose_treasure_lies_in_dark_corners_off_the_way() {
    for builder in Builder::ALL {
        let found = on_all_cores(0..12, |seed| {
            let level = level(builder, seed, 3);
            let stairs = level
                .map
                .iter()
                .find(|(_, tile)| *tile == Tile::STAIRS_DOWN)
                .unwrap()
                .0;
            let (there, back) = (steps(&level, level.start), steps(&level, stairs));
            let way = there(stairs).unwrap();
            let loose = loose(&level);
            for &cell in &loose {
                let at = format!("{builder}, seed {seed}, {cell}:\n{}", level.to_ascii());
                assert!(!is_lit(&level, cell), "{at}");
                let open = Direction::CARDINAL.into_iter();
                let open = open.filter(|way| level.map.tile(cell + way.delta()).is_passable());
                assert!(open.count() <= 2, "{at}");
                // Going by the treasure is a detour.
                let (there, back) = (there(cell).unwrap(), back(cell).unwrap());
                assert!(there + back >= way + 12, "{at}");
            }
            assert!(self::loose(&self::level(builder, seed, 0)).is_empty());
            loose.len()
        });
        let sum: usize = found.into_iter().sum();
        assert!((24..=36).contains(&sum), "{builder}: {sum} of 36");
    }
}
