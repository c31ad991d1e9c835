//! Sound, which travels along walkable cells and fades with distance.

use bevy::prelude::*;

use super::measure::measure_ways;
use super::sounds::{Ear, Sounds};
use crate::game::being::{Heard, Noise, Noises, Player, Senses};
use crate::map::TileMap;
use crate::path::Target;
use crate::vision::Sharing;

/// The minimum number of tasks for work to be split across threads. With fewer tasks, splitting the work costs more
/// than it saves.
const WORTH_SHARING: usize = 48;

/// Brings the noises made during this tick to their listeners. An actor hears only the noise that is loudest at its
/// position, and never hears a noise made on its own cell. What the player hears is decided by
/// [`perceive`](super::perceive()).
///
/// A noise spreads to every actor that might hear it. However, actors with keen ears search for the loudest noise
/// themselves, and stop once they have found it. In a din, all actors do so. Otherwise, every noise within a wide
/// circle would have to be spread to each of these actors.
pub(crate) fn spread_noises(
    mut noises: ResMut<Noises>,
    (map, sharing): (Res<TileMap>, Res<Sharing>),
    ears: Query<Ear, Without<Player>>,
    mut senses: Query<&mut Senses>,
) {
    if noises.made.is_empty() {
        return;
    }
    let made: Vec<Noise> = noises.made.drain(..).collect();
    let plan = Sounds::new(&map, &made, &ears).plan();
    let mut heard: Vec<Option<u32>> = vec![None; plan.targets.len()];
    let mut rest = heard.as_mut_slice();
    let tasks = plan.tasks.iter().map(|task| {
        let (heard, others) = std::mem::take(&mut rest).split_at_mut(task.targets.len());
        rest = others;
        (task, heard)
    });
    sharing.share(tasks, WORTH_SHARING, |(task, heard)| {
        let targets = &plan.targets[task.targets.clone()];
        task.carry_out(&map, targets, heard);
    });
    let arrivals = plan.parties.into_iter().zip(heard);
    let arrivals = arrivals.filter_map(|(party, loudness)| Some((party, loudness?)));
    let mut arrivals: Vec<((usize, Entity), u32)> = arrivals.collect();
    // Of several equally loud noises, an actor hears the one made first.
    arrivals.sort_by_key(|((number, _), _)| *number);
    for ((number, entity), loudness) in arrivals {
        let Ok(mut senses) = senses.get_mut(entity) else {
            continue;
        };
        if senses.heard.is_none_or(|before| before.loudness < loudness) {
            senses.heard = Some(Heard {
                from: made[number].at,
                loudness,
            });
        }
    }
}

/// Returns whether a noise made at `from` reaches a listener with this acuity at `to`.
pub(crate) fn is_heard(map: &TileMap, from: IVec2, loudness: u32, to: IVec2, acuity: u32) -> bool {
    let noise = Noise {
        at: from,
        loudness,
        side: None,
        own: None,
    };
    let Some(within) = noise.might_reach(to, acuity) else {
        return false;
    };
    let mut reaches = false;
    let target = [Target { at: to, within }];
    measure_ways(map, from, &target, |_, _| {
        reaches = true;
        0
    });
    reaches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dungeon::random::stream;
    use crate::game::being::{Faction, Hearing};
    use crate::map::Tile;
    use crate::path::{DOOR, Ways};
    use crate::vision::Position;
    use bevy::ecs::system::RunSystemOnce;
    use rand::RngExt;

    /// A listener's cell, acuity and side.
    type Ears = (IVec2, u32, Faction);

    /// Computes what each listener hears, straight from the definition: one noise and one listener at a time.
    fn by_definition(map: &TileMap, made: &[Noise], ears: &[Ears]) -> Vec<Option<Heard>> {
        let cost = |cell| {
            let tile = map.tile(cell);
            let door = tile.opens_to().map(|_| DOOR);
            if tile.is_walkable() { Some(1) } else { door }
        };
        let mut all: Vec<Option<Heard>> = vec![None; ears.len()];
        for noise in made {
            let ways = Ways::within(noise.at, 100, cost);
            for (heard, &(at, acuity, side)) in all.iter_mut().zip(ears) {
                let minds = noise.side.is_none_or(|maker| side.is_hostile_to(maker));
                let way = ways.cost_to(at).filter(|_| minds && noise.at != at);
                let carries = noise.loudness * acuity / 100;
                if let Some(loudness) = way.and_then(|way| carries.checked_sub(way))
                    && heard.is_none_or(|before| before.loudness < loudness)
                {
                    let from = noise.at;
                    *heard = Some(Heard { from, loudness });
                }
            }
        }
        all
    }

    /// Returns what each listener hears in the game.
    fn hear(map: &TileMap, noises: Noises, ears: &[Ears]) -> Vec<Option<Heard>> {
        let mut world = World::new();
        let spawn = |&(at, acuity, side): &Ears| {
            let body = (Position(at), Hearing { acuity }, side, Senses::default());
            world.spawn(body).id()
        };
        let bodies: Vec<Entity> = ears.iter().map(spawn).collect();
        world.insert_resource(map.clone());
        world.insert_resource(Sharing::default());
        world.insert_resource(noises);
        world.run_system_once(spread_noises).unwrap();
        let heard = |&body: &Entity| world.get::<Senses>(body).unwrap().heard;
        bodies.iter().map(heard).collect()
    }

    #[test]
    fn keen_ears_are_not_deceived_by_noises_behind_a_wall() {
        let mut map = TileMap::new(UVec2::new(60, 60), Tile::FLOOR);
        for y in 0..60 {
            map.set(IVec2::new(30, y), Tile::WALL);
        }
        let mut noises = Noises::default();
        for y in 20..40 {
            noises.make(IVec2::new(31, y), 13, None);
        }
        let from = IVec2::new(10, 30);
        noises.make(from, 13, None);
        let ears = [(IVec2::new(29, 30), 250, Faction(1))];
        let loudness = 32 - 19;
        assert_eq!(hear(&map, noises, &ears), [Some(Heard { from, loudness })]);
    }

    /// Covers noises from a few to a din, all sides, ears from deaf to keen, doors, and cells that are not walkable.
    #[test]
    fn everyone_hears_the_noise_that_is_loudest_at_its_cell() {
        let mut dice = stream(1, "noises", 0);
        let mut counts = [0; 2];
        for round in 0..30 {
            let mut map = TileMap::new(UVec2::new(90, 60), Tile::FLOOR);
            let walls = dice.random_range(0..50);
            for cell in map.positions() {
                match dice.random_range(0..100) {
                    roll if roll < walls => map.set(cell, Tile::WALL),
                    98..=99 => map.set(cell, Tile::CLOSED_DOOR),
                    _ => true,
                };
            }
            let mut cell = || IVec2::new(dice.random_range(-1..91), dice.random_range(-1..61));
            let places: Vec<IVec2> = (0..60).map(|_| cell()).collect();
            let count = [3, 60, 300][round % 3];
            let sources: Vec<IVec2> = (0..count).map(|_| cell()).collect();
            let mut noises = Noises::default();
            for at in sources {
                let loudness = [2, 7, 13, 13, 13, 40][dice.random_range(0..6)];
                let side = [None, Some(Faction(1)), Some(Faction(2))][dice.random_range(0..3)];
                noises.make(at, loudness, side);
            }
            let made = noises.made.clone();
            let ears: Vec<Ears> = places
                .into_iter()
                .map(|at| {
                    let acuity = [0, 50, 100, 100, 160, 250][dice.random_range(0..6)];
                    (at, acuity, Faction(dice.random_range(1..3)))
                })
                .collect();
            let expected = by_definition(&map, &made, &ears);
            for ((heard, expected), ears) in hear(&map, noises, &ears)
                .into_iter()
                .zip(expected)
                .zip(ears)
            {
                assert_eq!(heard, expected, "{ears:?}");
                counts[usize::from(heard.is_some())] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }
}
