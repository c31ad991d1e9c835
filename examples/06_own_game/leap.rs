//! An action: to leap two cells, the way one went last, over whatever is between.

use bevy::prelude::*;
use fogbound::control::{AddControl, Button, NewControl};
use fogbound::game::deed::{AddDeed, Deed, Doer, believed};
use fogbound::game::{Action, ActionKind, Aim, Conduct, Obstacle, Occupancy, PlayerCommand};
use fogbound::map::{Tile, TileMap};
use fogbound::view::{AddDeedWords, DeedWords};

/// The name of this kind of action.
pub const LEAP: ActionKind = ActionKind::new("leap");

/// How far a leap is heard, in cells walked.
const LOUDNESS: u32 = 8;

pub fn plugin(app: &mut App) {
    let leap = Action::new(LEAP, Aim::Here);
    app.add_deed(Leap)
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
                .refusal("no way", "You have gone nowhere yet.")
                .refusal("no room", "There is no room to land."),
        );
}

struct Leap;

impl Deed for Leap {
    fn kind(&self) -> ActionKind {
        LEAP
    }

    /// Half as long again as a step.
    fn percent(&self) -> u64 {
        150
    }

    /// Refuses only what the actor can know. What it cannot know, it finds out by a bump.
    fn judge(
        &self,
        world: &World,
        actor: Entity,
        from: IVec2,
        _aim: Aim,
    ) -> Result<Action, Obstacle> {
        let heading = world.get::<Conduct>(actor).and_then(|it| it.heading);
        let way = heading.ok_or(Obstacle::Own("no way"))?;
        let to = from + 2 * way.delta();
        let between = [from + way.delta(), to];
        let known = between.map(|cell| believed(world, actor, cell));
        if known.iter().flatten().any(|tile| !tile.is_walkable()) {
            return Err(Obstacle::Own("no room"));
        }
        let map = world.resource::<TileMap>();
        let closed = between.into_iter().find(|cell| !map.is_walkable(*cell));
        let taken = world.resource::<Occupancy>().at(to).map(|_| to);
        match closed.or(taken) {
            Some(cell) => Ok(Action::bump(cell)),
            None => Ok(Action::new(LEAP, Aim::Cell(to))),
        }
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, aim: Aim) {
        let to = aim.cell(doer.at);
        doer.go_to(world, to);
        doer.tell(world, LEAP, to, None, LOUDNESS);
        // Whoever lands in foliage flattens it.
        let mut map = world.resource_mut::<TileMap>();
        if map.tile(to) == Tile::FOLIAGE {
            map.set(to, Tile::FLOOR);
        }
    }
}
