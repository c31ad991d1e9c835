//! Tests of how far noises carry.

use std::collections::BTreeMap;

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::{Action, Camouflage, Faction, Senses};
use fogbound::grid::Direction::East;
use fogbound::map::Tile;
use fogbound::vision::Viewshed;

use crate::common::arena::{arena, creature, ears};
use crate::common::{AppExt, on_one_thread};

/// The column of the corridor in which the player stands.
const MIDDLE: i32 = 25;
const LENGTH: i32 = 50;

/// For each column of the corridor in which a listener hears the noise, the loudness there.
type Loudness = BTreeMap<i32, u32>;

/// Returns a game in a corridor with the player in the middle and the given tiles.
fn corridor(tiles: &[(i32, Tile)]) -> App {
    let wall = "#".repeat(LENGTH as usize);
    let floor = |x| match x {
        MIDDLE => '@',
        _ if x == 0 || x == LENGTH - 1 => '#',
        _ => '.',
    };
    let row: String = (0..LENGTH).map(floor).collect();
    let mut app = on_one_thread(arena(&format!("{wall}\n{row}\n{wall}")));
    for &(x, tile) in tiles {
        app.set_tile((x, 1), tile);
    }
    app
}

/// Returns how loud the player's action is for average listeners on every free cell, except the cell east of the
/// player, where the action happens.
fn heard(mut app: App, action: Action) -> Loudness {
    let blind = Viewshed::new(Sight::default().with_radius(0));
    let free =
        |x: &i32| *x != MIDDLE && *x != MIDDLE + 1 && app.map().is_walkable(IVec2::new(*x, 1));
    let places: Vec<i32> = (0..LENGTH).filter(free).collect();
    let listeners: Vec<(i32, Entity)> = places
        .into_iter()
        .map(|x| (x, creature(&mut app, (x, 1), (ears(), blind.clone()))))
        .collect();
    app.act(action);
    let heard = |(x, ear)| Some((x, app.part::<Senses>(ear).heard?.loudness));
    listeners.into_iter().filter_map(heard).collect()
}

/// Returns how loud a noise at `from` is in each column if it carries `cells` cells and nothing is in its way.
fn carried(from: i32, cells: i32) -> Loudness {
    let places = (from - cells..=from + cells).filter(|x| *x != MIDDLE && *x != MIDDLE + 1);
    places
        .map(|x| (x, (cells - (x - from).abs()) as u32))
        .collect()
}

#[test]
fn a_step_carries_two_cells_and_a_run_nine() {
    let nothing = heard(corridor(&[]), Action::WAIT);
    assert_eq!(nothing, Loudness::new());
    let step = heard(corridor(&[]), Action::step(East));
    assert_eq!(step, carried(MIDDLE + 1, 2));
    let run = heard(corridor(&[]), Action::run(East));
    assert_eq!(run, carried(MIDDLE + 1, 9));
}

#[test]
fn opening_or_closing_a_door_carries_seven_cells() {
    let closed = corridor(&[(MIDDLE + 1, Tile::CLOSED_DOOR)]);
    assert_eq!(heard(closed, Action::step(East)), carried(MIDDLE + 1, 7));
    let open = corridor(&[(MIDDLE + 1, Tile::OPEN_DOOR)]);
    assert_eq!(
        heard(open, Action::close_door(East)),
        carried(MIDDLE + 1, 7)
    );
}

#[test]
fn a_fight_carries_thirteen_cells_from_the_attacker() {
    let mut app = corridor(&[]);
    creature(&mut app, (MIDDLE + 1, 1), Faction(7));
    assert_eq!(heard(app, Action::attack(East)), carried(MIDDLE, 13));
}

#[test]
fn a_cry_carries_as_far_as_it_is_loud() {
    for loudness in [1, 5, 20] {
        let cry = heard(corridor(&[]), Action::cry(loudness));
        assert_eq!(cry, carried(MIDDLE, loudness as i32));
    }
}

#[test]
fn bumping_into_a_hidden_creature_is_as_loud_as_a_step() {
    let mut app = corridor(&[]);
    let hidden = (Camouflage { within: 0 }, Faction(7));
    creature(&mut app, (MIDDLE + 1, 1), hidden);
    assert_eq!(heard(app, Action::step(East)), carried(MIDDLE + 1, 2));
}

/// Noises that carry far are computed in a different way, so the test covers them as well.
#[test]
fn a_closed_door_muffles_like_four_more_cells() {
    let door = MIDDLE + 3;
    for (action, from, cells) in [
        (Action::run(East), MIDDLE + 1, 9),
        (Action::cry(24), MIDDLE, 24),
        (Action::cry(80), MIDDLE, 80),
    ] {
        let open = heard(corridor(&[(door, Tile::OPEN_DOOR)]), action);
        let mut expected = carried(from, cells);
        expected.retain(|x, _| (1..LENGTH - 1).contains(x));
        assert_eq!(open, expected, "{action:?} through an open door");
        let closed = heard(corridor(&[(door, Tile::CLOSED_DOOR)]), action);
        expected.retain(|&x, loudness| {
            let muffled = if x > door { 4 } else { 0 };
            let is_heard = x != door && *loudness >= muffled;
            *loudness = loudness.saturating_sub(muffled);
            is_heard
        });
        assert_eq!(closed, expected, "{action:?} through a closed door");
    }
}
