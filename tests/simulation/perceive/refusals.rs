//! A refused action reveals nothing new, and an action that reveals something takes time.

use bevy::prelude::*;
use fogbound::game::deed::{known_strikers, odds};
use fogbound::game::mind::{Hunts, Shoots};
use fogbound::game::{Action, Actor, Awareness, Camouflage, PlayerCommand};
use fogbound::grid::Direction::East;
use fogbound::map::Tile;

use super::{said, stage};
use crate::common::arena::{creature, events};
use crate::common::{AppExt, tick};

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
        app.world_mut().entity_mut(player).insert(bow.clone());
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

const DOORS: &str = "
#####
#...#
#.@'.
#.'.#
#####";

#[test]
fn closing_picks_the_unblocked_door_of_two() {
    let mut app = stage(DOORS);
    creature(&mut app, (3, 2), Name::new("orc"));
    let (time, lines) = command(&mut app, PlayerCommand::Act(Action::CLOSE_A_DOOR));
    assert_eq!((time, lines[0].as_str()), (100, "You close the door."));
    assert_eq!(app.map().tile(IVec2::new(2, 3)), Tile::CLOSED_DOOR);
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

/// In a pair of worlds, one has a hidden hunter beside the player.
#[test]
fn odds_and_announced_blows_do_not_tell_of_a_hidden_hunter() {
    let hunts = Awareness::Hunting {
        last_known: IVec2::new(3, 2),
    };
    let known = |hides: Option<bool>| {
        let mut app = stage(ROOM);
        let kobold = creature(&mut app, (4, 2), (Name::new("kobold"), Hunts::default()));
        if let Some(hides) = hides {
            let hidden = creature(&mut app, (2, 2), (chameleon(), Hunts::default(), hunts));
            if !hides {
                app.world_mut().entity_mut(hidden).remove::<Camouflage>();
            }
        }
        let player = app.player().unwrap();
        let world = app.world();
        let both = [(player, kobold), (kobold, player)];
        let odds = both.map(|(one, other)| odds(world, one, other));
        (odds, known_strikers(world, player).len())
    };
    let alone = known(None);
    assert_eq!(alone.1, 0);
    assert_eq!(known(Some(true)), alone);
    assert_eq!(known(Some(false)), (alone.0, 1));
}
