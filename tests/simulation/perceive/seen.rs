//! Tests of what the player learns when creatures bump into each other or into the player. The scenes in
//! `tests/scenes/seeing` test what else the player sees of events.

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::{Action, Camouflage, Happening, PlayerCommand};
use fogbound::grid::Direction::{East, West};
use fogbound::vision::Viewshed;

use super::{said, stage};
use crate::common::AppExt;
use crate::common::arena::{creature, events};
use crate::common::puppets::Puppet;

/// The player and the orc do not see each other. After the bump, the player's `Senses` contain the orc's position, so
/// the log must say where the orc is, too.
#[test]
fn the_player_feels_a_creature_bump_into_it_in_the_dark() {
    let mut app = stage("\n#########\n#@......#\n#########");
    app.command([PlayerCommand::ChangeRadius(-11)]);
    let blind = Viewshed::new(Sight::default().with_radius(0));
    let parts = (Name::new("orc"), blind, Puppet(Action::step(West)));
    creature(&mut app, (2, 1), parts);
    said(&mut app);
    app.act(Action::WAIT);
    let lines = said(&mut app).concat();
    assert!(lines.contains("the east"), "{lines:?}");
    assert!(!lines.contains("orc"), "{lines:?}");
}

/// The player can see only five cells away, so it sees the orc but not the gnome that the orc bumps into.
#[test]
fn a_creature_bumped_into_out_of_sight_is_not_named() {
    let mut app = stage("\n###############\n#@............#\n###############");
    app.command([PlayerCommand::ChangeRadius(-6)]);
    let gnome = (Name::new("gnome"), Camouflage { within: 0 });
    creature(&mut app, (7, 1), gnome);
    let orc = (Name::new("orc"), Puppet(Action::step(East)));
    let orc = creature(&mut app, (6, 1), orc);
    said(&mut app);
    events(&mut app);
    app.act(Action::WAIT);
    let bumped = |it: &fogbound::game::GameEvent| matches!(it.what, Happening::Bumped { .. });
    let is_bump = |it: &fogbound::game::GameEvent| it.actor == orc && bumped(it);
    assert!(events(&mut app).iter().any(is_bump));
    let lines = said(&mut app);
    assert!(!lines.concat().contains("gnome"), "{lines:?}");
}
