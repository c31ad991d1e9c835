//! The rules of perception are the same for every viewer.

use bevy::prelude::*;
use fogbound::game::mind::OpensDoors;
use fogbound::game::{
    Action, Camouflage, Faction, GameEvent, Happening, Hearing, Perceived, State, Viewer, perceive,
};
use fogbound::grid::Direction::{East, South, West};
use fogbound::vision::{Position, Viewshed};

use crate::common::arena::{arena, creature, ears, events};
use crate::common::puppets::{Puppet, with_puppets};
use crate::common::{AppExt, drawn_map, vision_app};

/// Rooms with foliage, a window, and both closed and open doors.
const GARDEN: &str = "
################
#....#.....\"\"..#
#.\"..'....\"\"\"..#
#....#...\"\"....#
###+###=########
#......#.......#
#.#..#.'.....#.#
#......#..\"\"...#
################";

/// Returns a game with a viewer on each walkable cell, and the viewers.
fn crowd() -> (App, Vec<(Entity, IVec2)>) {
    let map = drawn_map(GARDEN).map;
    let cells: Vec<IVec2> = map.positions().filter(|&at| map.is_walkable(at)).collect();
    let mut app = vision_app(map);
    let spawn = |&at: &IVec2| {
        let eyes = (Position(at), Viewshed::default());
        (app.world_mut().spawn(eyes).id(), at)
    };
    let crowd = cells.iter().map(spawn).collect();
    app.update();
    (app, crowd)
}

/// Returns what one of the viewers perceives of an event.
fn perceived(app: &App, (entity, at): (Entity, IVec2), event: &GameEvent) -> Perceived {
    let viewer = Viewer {
        entity,
        at,
        viewshed: app.world().get(entity),
        acuity: app
            .world()
            .get(entity)
            .map_or(100, |ears: &Hearing| ears.acuity),
    };
    perceive(event, &viewer, (app.map(), app.light()))
}

fn deed((actor, at): (Entity, IVec2), what: Happening) -> GameEvent {
    GameEvent {
        actor,
        at,
        actor_at: at,
        actor_hidden: None,
        target_hidden: None,
        what,
    }
}

#[test]
fn perception_is_mutual_between_any_two_viewers() {
    let (app, crowd) = crowd();
    let waits = Happening::Waited;
    let runs = |from| Happening::Stepped {
        from,
        runs: true,
        silent: false,
        feels: None,
        gropes: false,
    };
    let (mut seen, mut heard, mut nothing) = (0, 0, 0);
    for &one in &crowd {
        for &other in crowd.iter().filter(|&&other| other.1 != one.1) {
            let there = |what| perceived(&app, one, &deed(other, what));
            let back = |what| perceived(&app, other, &deed(one, what));
            let pair = format!("{} and {}", one.1, other.1);
            assert_eq!(there(waits), back(waits), "{pair}");
            match (there(runs(other.1)), back(runs(one.1))) {
                (Perceived::Heard { from: there }, Perceived::Heard { from: back }) => {
                    assert_eq!(there, back.opposite(), "{pair}");
                    heard += 1;
                }
                (there, back) => {
                    assert_eq!(there, back, "{pair}");
                    match there {
                        Perceived::Nothing => nothing += 1,
                        _ => seen += 1,
                    }
                }
            }
        }
    }
    let counts = (seen, heard, nothing);
    assert!(seen > 500 && heard > 500 && nothing > 500, "{counts:?}");
}

#[test]
fn every_creature_knows_its_own_deeds() {
    let (app, crowd) = crowd();
    let here = crowd[0];
    let changed = Happening::StateChanged {
        from: State::Unaware,
        to: State::Noticing,
    };
    for what in [Happening::Waited, changed, Happening::Cried { loudness: 3 }] {
        let mut event = deed(here, what);
        event.actor_hidden = Some(Camouflage { within: 0 });
        let known = Perceived::Seen {
            actor: true,
            target: true,
        };
        assert_eq!(perceived(&app, here, &event), known, "{what:?}");
    }
}

/// The player and monsters in two rooms.
const ROOMS: &str = "
############
#....#.....#
#....#..@..#
#....+.....#
#....#.....#
############";

#[test]
fn monsters_perceive_the_player_by_the_same_rules() {
    let mut app = arena(ROOMS);
    let near = creature(&mut app, (9, 4), ears());
    let behind_the_door = creature(&mut app, (3, 3), ears());
    let deaf = creature(&mut app, (3, 2), ());
    let of = |app: &App, who: Entity, event: &GameEvent| {
        let acuity = app.world().get(who).map_or(0, |ears: &Hearing| ears.acuity);
        let viewer = Viewer {
            entity: who,
            at: app.place_of(who),
            viewshed: app.world().get(who),
            acuity,
        };
        perceive(event, &viewer, (app.map(), app.light()))
    };
    let seen = Perceived::Seen {
        actor: true,
        target: true,
    };
    events(&mut app);
    // The player runs to (7, 3). The path from there to (3, 3) has three cells and a door, which counts as five cells.
    app.act(Action::run(fogbound::grid::Direction::SouthWest));
    let run = events(&mut app)[0];
    assert_eq!(of(&app, near, &run), seen);
    let heard = Perceived::Heard { from: East };
    assert_eq!(of(&app, behind_the_door, &run), heard);
    assert_eq!(of(&app, deaf, &run), Perceived::Nothing);
    app.act(Action::step(West));
    let step = events(&mut app)[0];
    assert_eq!(of(&app, near, &step), seen);
    assert_eq!(of(&app, behind_the_door, &step), Perceived::Nothing);
    app.act(Action::WAIT);
    let wait = events(&mut app)[0];
    assert_eq!(of(&app, near, &wait), seen);
    assert_eq!(of(&app, behind_the_door, &wait), Perceived::Nothing);
}

#[test]
fn a_monster_feels_blows_from_an_unseen_attacker() {
    let mut app = with_puppets(arena(ROOMS));
    let blind = creature(&mut app, (2, 2), ears());
    app.world_mut().entity_mut(blind).remove::<Viewshed>();
    let blow = Puppet(Action::attack_target(blind, false));
    let attacker = creature(&mut app, (2, 3), (Faction(9), blow, OpensDoors));
    events(&mut app);
    app.act(Action::WAIT);
    let events = events(&mut app);
    let is_blow = |what| matches!(what, Happening::Hit { .. } | Happening::Missed { .. });
    let blow = events.iter().find(|it| is_blow(it.what)).unwrap();
    assert_eq!(blow.actor, attacker);
    let of = |entity: Entity, viewshed: Option<&Viewshed>| {
        let viewer = Viewer {
            entity,
            at: app.place_of(entity),
            viewshed,
            acuity: 100,
        };
        perceive(blow, &viewer, (app.map(), app.light()))
    };
    assert_eq!(of(blind, None), Perceived::Felt { from: South });
    let sees_both = Perceived::Seen {
        actor: true,
        target: true,
    };
    assert_eq!(of(attacker, None), sees_both, "the attacker's own blow");
}
