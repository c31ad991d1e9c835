//! Corpses of killed monsters.

use bevy::prelude::*;
use fogbound::game::{Action, Happening, Health, Melee, PlayerCommand, Things};
use fogbound::grid::Direction::{East, West};
use fogbound::map::Tile;
use fogbound::view::MessageLog;
use fogbound::vision::{ObjectKind, Position};

use crate::common::arena::{creature, events, record};
use crate::common::puppets;
use crate::common::{AppExt, drawn, on_one_thread, whole_game};

const DOORWAY: &str = "
#########
#...#...#
#..@'...#
#...#...#
#########";

/// Returns the whole game with the player beside a doorway.
fn doorway() -> App {
    let mut app = on_one_thread(whole_game(drawn(DOORWAY)));
    record(&mut app);
    app
}

/// Makes the player kill a creature with the given name on the cell to the east.
fn kill(app: &mut App, name: &str) {
    let player = app.player().unwrap();
    let sure = Melee {
        accuracy: 1000,
        damage: (5, 5),
    };
    app.world_mut().entity_mut(player).insert(sure);
    let victim = creature(app, (4, 2), (Name::new(name.to_owned()), Health::new(1, 0)));
    while app.world().get_entity(victim).is_ok() {
        app.act(Action::attack(East));
    }
}

/// Returns the names and cells of all things.
fn things(app: &mut App) -> Vec<(String, IVec2)> {
    let world = app.world_mut();
    let mut things = world.query::<(&ObjectKind, &Position)>();
    let named = |(&kind, at): (&ObjectKind, &Position)| {
        let thing = world.resource::<Things>().get(kind).unwrap();
        (format!("{} {}", thing.article, thing.name), at.0)
    };
    things.iter(world).map(named).collect()
}

fn last_message(app: &App) -> String {
    let log = app.world().resource::<MessageLog>();
    log.last(1).next().unwrap_or_default()
}

#[test]
fn a_killed_monster_leaves_a_named_corpse_where_it_died() {
    let mut app = doorway();
    assert_eq!(things(&mut app), []);
    kill(&mut app, "gremlin");
    let corpse = ("a dead gremlin".to_owned(), IVec2::new(4, 2));
    assert_eq!(things(&mut app), [corpse]);
    app.step(East);
    assert_eq!(last_message(&app), "You come upon a dead gremlin.");
}

#[test]
fn closing_a_door_pushes_corpses_aside() {
    let mut app = doorway();
    kill(&mut app, "gremlin");
    kill(&mut app, "gnome");
    events(&mut app);
    app.command([PlayerCommand::CloseDoor]);

    assert_eq!(app.map().tile(IVec2::new(4, 2)), Tile::CLOSED_DOOR);
    let pushed = events(&mut app)
        .into_iter()
        .find_map(|event| match event.what {
            Happening::ClosedDoor { pushed } => Some(pushed),
            _ => None,
        });
    let kind = pushed.unwrap().unwrap();
    let name = &app.world().resource::<Things>().get(kind).unwrap().name;
    assert_eq!(name, "gnome", "the topmost corpse");
    assert_eq!(
        last_message(&app),
        "You push a dead gnome aside and close the door."
    );
    let mut lying = things(&mut app);
    lying.sort_by(|one, other| one.0.cmp(&other.0));
    let behind = IVec2::new(5, 2);
    let expected = ["a dead gnome", "a dead gremlin"].map(|name| (name.to_owned(), behind));
    assert_eq!(lying, expected, "on the other side");
}

#[test]
fn a_corpse_that_cannot_be_pushed_through_lies_beside_the_door() {
    let mut app = doorway();
    kill(&mut app, "gremlin");
    for y in 1..=3 {
        app.set_tile((5, y), Tile::WALL);
    }
    app.act(Action::close_door(East));
    assert_eq!(app.map().tile(IVec2::new(4, 2)), Tile::CLOSED_DOOR);
    let (_, at) = things(&mut app).remove(0);
    assert!(app.map().is_walkable(at), "{at}");
    assert_eq!((at - IVec2::new(4, 2)).abs().max_element(), 1, "{at}");
}

#[test]
fn an_empty_doorway_just_closes() {
    let mut app = doorway();
    app.command([PlayerCommand::CloseDoor]);
    assert_eq!(last_message(&app), "You close the door.");
    let pushed = |what| matches!(what, Happening::ClosedDoor { pushed: Some(_) });
    assert!(!events(&mut app).iter().any(|event| pushed(event.what)));
    assert_eq!(things(&mut app), []);
}

#[test]
fn the_player_leaves_no_corpse() {
    let mut app = doorway();
    let killer = Melee {
        accuracy: 1000,
        damage: (99, 99),
    };
    let player = app.player().unwrap();
    app.world_mut().get_mut::<Health>(player).unwrap().now = 1;
    let mut app = puppets::with_puppets(app);
    creature(
        &mut app,
        (4, 2),
        (killer, puppets::Puppet(Action::attack(West))),
    );
    while app.world().resource::<fogbound::game::Fate>().is_alive() {
        app.act(Action::WAIT);
    }
    assert_eq!(things(&mut app), []);
}
