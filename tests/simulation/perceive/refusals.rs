//! What cannot be done tells nothing that the player does not know, and what it finds out by trying takes
//! time.

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::mind::Shoots;
use fogbound::game::{Action, Actor, Camouflage, Faction, GameSetup, Happening, PlayerCommand};
use fogbound::grid::Direction::{East, NorthWest, South, West};
use fogbound::map::Tile;
use fogbound::vision::Knowledge;

use super::{said, stage, stage_of};
use crate::common::arena::{creature, events};
use crate::common::{AppExt, drawn, tick};

const ROOM: &str = "
#########
#.......#
#..@....#
#.......#
#########";

/// A chameleon that nobody makes out, however near.
fn chameleon() -> impl Bundle {
    (Name::new("chameleon"), Camouflage { within: 0 })
}

/// Does something; returns how many ticks it took and what the log says of it.
fn outcome(app: &mut App, action: Action) -> (u64, Vec<String>) {
    command(app, PlayerCommand::Act(action))
}

fn command(app: &mut App, command: PlayerCommand) -> (u64, Vec<String>) {
    said(app);
    let before = tick(app);
    app.command([command]);
    (tick(app) - before, said(app))
}

#[test]
fn stepping_into_somebody_hidden_takes_a_turn_and_reveals_it() {
    for action in [Action::step(East), Action::run(East)] {
        let mut app = stage(ROOM);
        let hidden = creature(&mut app, (4, 2), (chameleon(), Faction(5)));
        events(&mut app);
        let (time, told) = outcome(&mut app, action);
        assert_eq!(time, 100);
        assert_eq!(told[0], "You bump into the chameleon!");
        let bumped = Happening::Bumped { into: Some(hidden) };
        assert_eq!(events(&mut app)[0].what, bumped);
        assert!(app.world().get::<Camouflage>(hidden).is_none());
        let player = app.player().unwrap();
        assert_eq!(
            app.place_of(player),
            IVec2::new(3, 2),
            "it stays where it was"
        );

        app.act(action);
        let is_blow = |what| matches!(what, Happening::Hit { .. } | Happening::Missed { .. });
        assert!(is_blow(events(&mut app)[0].what), "now it is struck");
    }
}

#[test]
fn stepping_into_somebody_in_the_dark_takes_a_turn_and_tells_who_it_is() {
    let mut app = stage(ROOM);
    app.command([PlayerCommand::ChangeRadius(-11)]);
    creature(&mut app, (4, 2), Name::new("orc"));
    let (time, told) = outcome(&mut app, Action::step(East));
    assert_eq!(time, 100);
    assert_eq!(told[0], "You bump into the orc!");
}

#[test]
fn a_creature_that_is_bumped_into_knows_who_did_it() {
    let mut app = stage(ROOM);
    let hidden = creature(&mut app, (4, 2), chameleon());
    // Its own next deed, after which it knows no more of this, is still to come.
    app.world_mut().get_mut::<Actor>(hidden).unwrap().due += 250;
    app.act(Action::step(East));
    let player = app.player().unwrap();
    let felt = app.part::<fogbound::game::Senses>(hidden).felt.unwrap();
    assert_eq!((felt.who, felt.at), (player, IVec2::new(3, 2)));
}

#[test]
fn aiming_at_every_cell_does_not_find_the_hidden() {
    let bow = Shoots {
        range: 7,
        ..default()
    };
    let nobody = (0, vec!["There is nobody to aim at.".to_owned()]);
    let at = IVec2::new(4, 2);
    let actions = [Action::attack(East), Action::shoot(at)];
    for action in actions {
        let mut app = stage(ROOM);
        let player = app.player().unwrap();
        app.world_mut().entity_mut(player).insert(bow);
        assert_eq!(outcome(&mut app, action), nobody, "at an empty cell");
        let empty = events(&mut app);
        let hidden = creature(&mut app, (4, 2), chameleon());
        events(&mut app);
        assert_eq!(outcome(&mut app, action), nobody, "at one who is hidden");
        assert_eq!(events(&mut app), empty[empty.len() - 1..]);
        assert!(app.world().get::<Camouflage>(hidden).is_some());

        app.world_mut().entity_mut(hidden).remove::<Camouflage>();
        let (time, told) = outcome(&mut app, action);
        assert_eq!(time, 100, "at one who is seen");
        assert!(told[0].contains("the chameleon"), "{told:?}");
    }
}

#[test]
fn a_wall_that_is_seen_is_not_walked_into() {
    let mut app = stage(ROOM);
    let player = app.player().unwrap();
    app.put(player, (1, 2));
    let refused = (0, vec!["The wall is in the way.".to_owned()]);
    assert_eq!(outcome(&mut app, Action::step(West)), refused);
    app.command([PlayerCommand::ChangeRadius(-11)]);
    assert_eq!(outcome(&mut app, Action::step(West)), refused, "remembered");
}

#[test]
fn a_wall_in_the_dark_takes_a_turn_to_find() {
    let setup = GameSetup {
        sight: Sight::default().with_radius(0),
        ..drawn(ROOM)
    };
    let mut app = stage_of(setup);
    let player = app.player().unwrap();
    app.put(player, (1, 2));
    assert_eq!(app.knows(player, (0, 2)), Knowledge::Unknown);
    let bump = (100, vec!["You bump into something: wall.".to_owned()]);
    assert_eq!(outcome(&mut app, Action::step(West)), bump);
    let told = events(&mut app);
    assert!(
        told.iter()
            .any(|it| it.what == Happening::Bumped { into: None })
    );
    assert_eq!(app.knows(player, (0, 2)).tile(), Some(Tile::WALL));
    let refused = (0, vec!["The wall is in the way.".to_owned()]);
    assert_eq!(
        outcome(&mut app, Action::step(West)),
        refused,
        "known by now"
    );
    assert_eq!(
        app.knows(player, (0, 1)),
        Knowledge::Unknown,
        "no other cell"
    );
    assert_eq!(outcome(&mut app, Action::run(NorthWest)), bump);
}

/// A window is as good as a wall.
#[test]
fn in_the_dark_the_player_bumps_into_windows_and_opens_doors() {
    let sight = Sight::default().with_radius(0);
    let mut app = stage_of(GameSetup {
        sight,
        ..drawn(ROOM)
    });
    app.set_tile((3, 3), Tile::WINDOW);
    let bump = (100, vec!["You bump into something: window.".to_owned()]);
    assert_eq!(outcome(&mut app, Action::step(South)), bump);
    app.set_tile((2, 2), Tile::CLOSED_DOOR);
    let opened = (100, vec!["You open the door.".to_owned()]);
    assert_eq!(outcome(&mut app, Action::step(West)), opened);
}

#[test]
fn beyond_the_edge_of_the_map_there_is_nothing_to_find() {
    let sight = Sight::default().with_radius(0);
    let mut app = stage_of(GameSetup {
        sight,
        ..drawn("@.")
    });
    assert_eq!(outcome(&mut app, Action::step(West)).0, 0);
}

const DOORS: &str = "
#####
#...#
#.@'.
#.'.#
#####";

#[test]
fn a_creature_seen_in_a_doorway_is_in_the_way_of_closing_it() {
    let mut app = stage(DOORS);
    app.set_tile((2, 3), Tile::FLOOR);
    creature(&mut app, (3, 2), Name::new("orc"));
    let refused = (0, vec!["The orc is in the way.".to_owned()]);
    assert_eq!(command(&mut app, PlayerCommand::CloseDoor), refused);
    let by_direction = Action::close_door(East);
    assert_eq!(outcome(&mut app, by_direction), refused);
    assert_eq!(app.map().tile(IVec2::new(3, 2)), Tile::OPEN_DOOR);
}

#[test]
fn of_two_open_doors_the_free_one_is_closed() {
    let mut app = stage(DOORS);
    creature(&mut app, (3, 2), Name::new("orc"));
    let (time, told) = command(&mut app, PlayerCommand::CloseDoor);
    assert_eq!((time, told[0].as_str()), (100, "You close the door."));
    assert_eq!(app.map().tile(IVec2::new(2, 3)), Tile::CLOSED_DOOR);
}

#[test]
fn closing_a_door_on_a_hidden_creature_reveals_it() {
    let mut app = stage(DOORS);
    let hidden = creature(&mut app, (3, 2), chameleon());
    let (time, told) = command(&mut app, PlayerCommand::CloseDoor);
    assert_eq!(time, 100);
    assert_eq!(told[0], "You bump into the chameleon!");
    assert!(app.world().get::<Camouflage>(hidden).is_none());
    assert_eq!(app.map().tile(IVec2::new(3, 2)), Tile::OPEN_DOOR);
}

#[test]
fn without_a_door_there_is_nothing_to_close() {
    let mut app = stage(ROOM);
    creature(&mut app, (4, 2), Name::new("orc"));
    let refused = (0, vec!["There is no open door to close here.".to_owned()]);
    assert_eq!(command(&mut app, PlayerCommand::CloseDoor), refused);
}

/// What was felt is known for one deed: who has gone since is not known to have gone, nor to have come back.
#[test]
fn what_was_felt_in_the_dark_is_known_for_one_deed() {
    let mut app = stage(ROOM);
    app.command([PlayerCommand::ChangeRadius(-11)]);
    let orc = creature(&mut app, (4, 2), Name::new("orc"));
    app.act(Action::step(East));
    // It goes: the blow at it takes its time, and only then one knows.
    app.put(orc, (6, 2));
    let (time, told) = outcome(&mut app, Action::attack(East));
    assert_eq!((time, told[0].as_str()), (100, "There is nobody there."));
    let (time, _) = outcome(&mut app, Action::attack(East));
    assert_eq!(time, 0, "now it does");
    // It comes back: one bumps into it anew.
    app.put(orc, (4, 2));
    let (time, told) = outcome(&mut app, Action::step(East));
    assert_eq!((time, told[0].as_str()), (100, "You bump into the orc!"));
}

/// Nobody aims by name at what it does not know of.
#[test]
fn a_blow_by_name_needs_to_know_where() {
    let mut app = stage(ROOM);
    app.command([PlayerCommand::ChangeRadius(-11)]);
    let orc = creature(&mut app, (4, 2), Name::new("orc"));
    for cell in [(4, 2), (6, 2)] {
        app.put(orc, cell);
        let blow = Action::attack_whom(orc, false);
        let (time, told) = outcome(&mut app, blow);
        assert_eq!((time, told[0].as_str()), (0, "There is nobody to aim at."));
    }
}
