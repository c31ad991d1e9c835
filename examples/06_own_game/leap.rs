//! An action: a leap of two cells in the direction of the last step, over anything in between.

use std::collections::BTreeSet;

use bevy::prelude::*;
use fogbound::control::{AddControl, Button, NewControl};
use fogbound::game::deed::{AddDeed, Deed, Doer, known_tile};
use fogbound::game::{
    Action, ActionKind, Aim, Conduct, Obstacle, Occupancy, Of, PlayerCommand, SaveResource,
};
use fogbound::map::{Tile, TileMap};
use fogbound::view::{AddDeedWords, DeedWords};

use super::thud;

/// The name of the action.
pub const LEAP: ActionKind = ActionKind::new("leap");

/// The distance at which a leap can be heard, in cells along a walking path.
const LOUDNESS: u32 = 8;

/// The number of leaps in a game after which a leap takes no longer than a step.
const PRACTICE: u32 = 10;

/// How many leaps there have been in the game.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Leaps(pub u32);

/// The cells of a level, as rows and columns, on which someone has landed. The floor is cracked there, so that landing
/// again is twice as loud.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CrackedFloor(pub BTreeSet<(i32, i32)>);

/// Adds the leap.
pub fn plugin(app: &mut App) {
    let leap = Action::new(LEAP, Aim::Here);
    app.save_resource::<Leaps>(Of::Game)
        .save_resource::<CrackedFloor>(Of::Level);
    app.add_deed(LEAP, Leap)
        .add_control(
            NewControl::new("leap", "leap")
                .key(Button::Types('z'))
                .commands(PlayerCommand::Act(leap)),
        )
        .add_deed_words(
            LEAP,
            DeedWords::default()
                .own("You leap.")
                .seen("{who} leaps.")
                .heard("You hear something land to the {from}.")
                .refusal("no way", "You have not taken a step yet.")
                .refusal("no room", "There is no room to land."),
        );
}

struct Leap;

impl Deed for Leap {
    /// Refuses only what the actor knows to be impossible. The actor bumps into anything else that is in the way.
    fn judge(&self, world: &World, doer: &Doer, _aim: Aim) -> Result<Action, Obstacle> {
        let heading = world.get::<Conduct>(doer.entity).and_then(|it| it.heading);
        let way = heading.ok_or(Obstacle::Named("no way"))?;
        let to = doer.at + 2 * way.delta();
        let between = [doer.at + way.delta(), to];
        let known = between.map(|cell| known_tile(world, doer.entity, cell));
        if known.iter().flatten().any(|tile| !tile.is_walkable()) {
            return Err(Obstacle::Named("no room"));
        }
        let map = world.resource::<TileMap>();
        let closed = between.into_iter().find(|cell| !map.is_walkable(*cell));
        let taken = world.resource::<Occupancy>().at(to).map(|_| to);
        match closed.or(taken) {
            Some(cell) => Ok(Action::bump(cell)),
            None => Ok(Action::new(LEAP, Aim::Cell(to))),
        }
    }

    /// Returns one and a half times the duration of a step or, with practice, that of a step.
    fn ticks(&self, world: &World, doer: &Doer, _aim: Aim) -> u64 {
        match world.resource::<Leaps>().0 {
            PRACTICE.. => doer.delay,
            _ => doer.delay * 3 / 2,
        }
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let to = aim.cell(doer.at);
        doer.go_to(world, to);
        world.resource_mut::<Leaps>().0 += 1;
        let is_new = world.resource_mut::<CrackedFloor>().0.insert((to.y, to.x));
        let loudness = if is_new { LOUDNESS } else { 2 * LOUDNESS };
        doer.tell(world, LEAP, to, None, loudness);
        thud::land(world, to);
        // Landing in foliage flattens it.
        let mut map = world.resource_mut::<TileMap>();
        if map.tile(to) == Tile::FOLIAGE {
            map.set(to, Tile::FLOOR);
        }
    }
}
