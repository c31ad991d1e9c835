//! A refused action reveals nothing new, and an action that reveals something takes time.

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

/// Returns a chameleon that cannot be made out even from an adjacent cell.
fn chameleon() -> impl Bundle {
    (Name::new("chameleon"), Camouflage { within: 0 })
}

/// Makes the player act. Returns how many ticks the action took, and the new lines of the log.
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
fn bumping_into_a_hidden_creature_takes_a_turn_and_reveals_it() {
    for action in [Action::step(East), Action::run(East)] {
        let mut app = stage(ROOM);
        let hidden = creature(&mut app, (4, 2), (chameleon(), Faction(5)));
        events(&mut app);
        let (time, lines) = outcome(&mut app, action);
        assert_eq!(time, 100);
        assert_eq!(lines[0], "You bump into the chameleon!");
        let bumped = Happening::Bumped { into: Some(hidden) };
        assert_eq!(events(&mut app)[0].what, bumped);
        assert!(app.world().get::<Camouflage>(hidden).is_none());
        let player = app.player().unwrap();
        assert_eq!(
            app.place_of(player),
            IVec2::new(3, 2),
            "the player stays where it was"
        );

        app.act(action);
        let is_blow = |what| matches!(what, Happening::Hit { .. } | Happening::Missed { .. });
        assert!(is_blow(events(&mut app)[0].what), "the second step strikes");
    }
}

#[test]
fn bumping_into_a_creature_in_the_dark_identifies_it() {
    let mut app = stage(ROOM);
    app.command([PlayerCommand::ChangeRadius(-11)]);
    creature(&mut app, (4, 2), Name::new("orc"));
    let (time, lines) = outcome(&mut app, Action::step(East));
    assert_eq!(time, 100);
    assert_eq!(lines[0], "You bump into the orc!");
}

#[test]
fn a_creature_that_is_bumped_into_knows_who_did_it() {
    let mut app = stage(ROOM);
    let hidden = creature(&mut app, (4, 2), chameleon());
    // The creature forgets who bumped into it only after its own next turn, so delay that turn.
    app.world_mut().get_mut::<Actor>(hidden).unwrap().due += 250;
    app.act(Action::step(East));
    let player = app.player().unwrap();
    let felt = app.part::<fogbound::game::Senses>(hidden).felt.unwrap();
    assert_eq!((felt.who, felt.at), (player, IVec2::new(3, 2)));
}

#[test]
fn aiming_does_not_find_hidden_creatures() {
    let bow = Shoots {
        range: 7,
        ..default()
    };
    let no_target = (0, vec!["There is nothing to aim at.".to_owned()]);
    let at = IVec2::new(4, 2);
    let actions = [Action::attack(East), Action::shoot(at)];
    for action in actions {
        let mut app = stage(ROOM);
        let player = app.player().unwrap();
        app.world_mut().entity_mut(player).insert(bow);
        assert_eq!(outcome(&mut app, action), no_target, "at an empty cell");
        let empty = events(&mut app);
        let hidden = creature(&mut app, (4, 2), chameleon());
        events(&mut app);
        assert_eq!(outcome(&mut app, action), no_target, "at a hidden creature");
        assert_eq!(events(&mut app), empty[empty.len() - 1..]);
        assert!(app.world().get::<Camouflage>(hidden).is_some());

        app.world_mut().entity_mut(hidden).remove::<Camouflage>();
        let (time, lines) = outcome(&mut app, action);
        assert_eq!(time, 100, "at a visible creature");
        assert!(lines[0].contains("the chameleon"), "{lines:?}");
    }
}

#[test]
fn walking_into_a_known_wall_takes_no_time() {
    let mut app = stage(ROOM);
    let player = app.player().unwrap();
    app.put(player, (1, 2));
    let refused = (0, vec!["The wall is in the way.".to_owned()]);
    assert_eq!(outcome(&mut app, Action::step(West)), refused);
    app.command([PlayerCommand::ChangeRadius(-11)]);
    assert_eq!(outcome(&mut app, Action::step(West)), refused, "remembered");
}

#[test]
fn finding_a_wall_in_the_dark_takes_a_turn() {
    let setup = GameSetup {
        sight: Sight::default().with_radius(0),
        ..drawn(ROOM)
    };
    let mut app = stage_of(setup);
    let player = app.player().unwrap();
    app.put(player, (1, 2));
    assert_eq!(app.knows(player, (0, 2)), Knowledge::Unknown);
    let bump = (100, vec!["You bump into a wall.".to_owned()]);
    assert_eq!(outcome(&mut app, Action::step(West)), bump);
    let bumped = Happening::Bumped { into: None };
    assert!(events(&mut app).iter().any(|it| it.what == bumped));
    assert_eq!(app.knows(player, (0, 2)).tile(), Some(Tile::WALL));
    let refused = (0, vec!["The wall is in the way.".to_owned()]);
    assert_eq!(
        outcome(&mut app, Action::step(West)),
        refused,
        "the wall is known now"
    );
    assert_eq!(
        app.knows(player, (0, 1)),
        Knowledge::Unknown,
        "no other cell is revealed"
    );
    assert_eq!(outcome(&mut app, Action::run(NorthWest)), bump);
}

/// Unseen windows behave like unseen walls.
#[test]
fn in_the_dark_the_player_bumps_into_windows_and_opens_doors() {
    let sight = Sight::default().with_radius(0);
    let mut app = stage_of(GameSetup {
        sight,
        ..drawn(ROOM)
    });
    app.set_tile((3, 3), Tile::WINDOW);
    let bump = (100, vec!["You bump into a window.".to_owned()]);
    assert_eq!(outcome(&mut app, Action::step(South)), bump);
    app.set_tile((2, 2), Tile::CLOSED_DOOR);
    let opened = (100, vec!["You open the door.".to_owned()]);
    assert_eq!(outcome(&mut app, Action::step(West)), opened);
}

#[test]
fn stepping_off_the_map_takes_no_time() {
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
fn a_visible_creature_keeps_its_door_open() {
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
fn closing_picks_the_unblocked_door_of_two() {
    let mut app = stage(DOORS);
    creature(&mut app, (3, 2), Name::new("orc"));
    let (time, lines) = command(&mut app, PlayerCommand::CloseDoor);
    assert_eq!((time, lines[0].as_str()), (100, "You close the door."));
    assert_eq!(app.map().tile(IVec2::new(2, 3)), Tile::CLOSED_DOOR);
}

#[test]
fn closing_a_door_on_a_hidden_creature_reveals_it() {
    let mut app = stage(DOORS);
    let hidden = creature(&mut app, (3, 2), chameleon());
    let (time, lines) = command(&mut app, PlayerCommand::CloseDoor);
    assert_eq!(time, 100);
    assert_eq!(lines[0], "You bump into the chameleon!");
    assert!(app.world().get::<Camouflage>(hidden).is_none());
    assert_eq!(app.map().tile(IVec2::new(3, 2)), Tile::OPEN_DOOR);
}

#[test]
fn closing_without_a_door_takes_no_time() {
    let mut app = stage(ROOM);
    creature(&mut app, (4, 2), Name::new("orc"));
    let refused = (0, vec!["There is no open door here.".to_owned()]);
    assert_eq!(command(&mut app, PlayerCommand::CloseDoor), refused);
}

/// The player can act once on knowledge gained by touch, without knowing whether the creature has moved since.
#[test]
fn a_creature_that_was_felt_is_known_for_one_deed() {
    let mut app = stage(ROOM);
    app.command([PlayerCommand::ChangeRadius(-11)]);
    let orc = creature(&mut app, (4, 2), Name::new("orc"));
    app.act(Action::step(East));
    // The creature leaves. The player's blow takes a turn, and only then does the player learn that the creature is
    // gone.
    app.put(orc, (6, 2));
    let (time, lines) = outcome(&mut app, Action::attack(East));
    assert_eq!((time, lines[0].as_str()), (100, "No one is there."));
    let (time, _) = outcome(&mut app, Action::attack(East));
    assert_eq!(time, 0, "the player knows by now");
    // The creature returns, and the player bumps into it again.
    app.put(orc, (4, 2));
    let (time, lines) = outcome(&mut app, Action::step(East));
    assert_eq!((time, lines[0].as_str()), (100, "You bump into the orc!"));
}

/// Naming an entity as the target of an attack does not reveal where the entity is.
#[test]
fn attacking_needs_to_know_where_the_target_is() {
    let mut app = stage(ROOM);
    app.command([PlayerCommand::ChangeRadius(-11)]);
    let orc = creature(&mut app, (4, 2), Name::new("orc"));
    for cell in [(4, 2), (6, 2)] {
        app.put(orc, cell);
        let blow = Action::attack_target(orc, false);
        let (time, told) = outcome(&mut app, blow);
        assert_eq!((time, told[0].as_str()), (0, "There is nothing to aim at."));
    }
}
