//! Searching for secrets in walls.

use bevy::prelude::*;
use rand::RngExt;

use super::kinds::{AddDeed, Deed, Doer};
use crate::game::being::{
    Action, ActionKind, Aim, Did, FactKind, Obstacle, Player, Seed, Turn, TurnPart, decision_rng,
    is_others, tell,
};
use crate::map::{Tile, TileMap};
use crate::vision::{LightMap, Position, Viewshed};

impl FactKind {
    /// The actor found a secret on this cell.
    pub const FOUND_SECRET: Self = Self::new("found a secret");
}

impl Action {
    /// The kind of the [`SEARCH`](Self::SEARCH) action.
    pub const SEARCHING: ActionKind = ActionKind::new("search");

    /// Searches the surrounding walls for secrets.
    pub const SEARCH: Self = Self::new(Self::SEARCHING, Aim::Here);
}

pub(super) fn plugin(app: &mut App) {
    // This uses the light and the player's position at the end of the player's own turn.
    let see_cracks = see_cracks.run_if(is_others);
    app.add_deed(Action::SEARCHING, Search)
        .add_systems(Turn, see_cracks.in_set(TurnPart::SeeCracks));
}

/// The deed of searching the surrounding walls.
struct Search;

/// The range of a search, in cells. A secret that is in view and within this range is found with a probability of
/// `CHANCE` percent; a secret on an adjacent cell is always found.
const REACH: i32 = 5;
const CHANCE: u32 = 34;

/// The maximum distance, in cells, from which light through a crack is visible.
const CRACK: i32 = 7;

impl Deed for Search {
    fn judge(&self, _world: &World, _doer: &Doer, _aim: Aim) -> Result<Action, Obstacle> {
        Ok(Action::SEARCH)
    }

    fn carry_out(&self, world: &mut World, doer: &Doer, _aim: Aim) {
        let seed = world.resource::<Seed>().0;
        let mut dice = decision_rng(seed, "search", doer.id, doer.tick);
        let mut found = Vec::new();
        for cell in near(world, doer.entity, doer.at, REACH) {
            // Roll for every cell, even adjacent ones, so that each roll is independent of the others.
            let is_lucky = dice.random_range(0..100_u32) < CHANCE;
            if (cell - doer.at).abs().max_element() <= 1 || is_lucky {
                found.push(cell);
            }
        }
        tell(world, doer.entity, doer.at, Did::of(Action::SEARCHING));
        for cell in found {
            reveal(world, doer.entity, cell);
        }
    }
}

/// Returns the secrets that an actor sees at a distance of at most `reach`, row by row.
fn near(world: &World, who: Entity, at: IVec2, reach: i32) -> Vec<IVec2> {
    let map = world.resource::<TileMap>();
    let Some(viewshed) = world.get::<Viewshed>(who) else {
        return Vec::new();
    };
    let is_near = |cell: &IVec2| (*cell - at).abs().max_element() <= reach;
    let secrets = map.secrets().filter(is_near);
    secrets.filter(|cell| viewshed.sees(*cell)).collect()
}

/// Returns the tile that a secret becomes when found: the result of opening the secret and then closing it.
fn found(tile: Tile) -> Option<Tile> {
    tile.seems()?;
    tile.opens_to()?.closes_to()
}

fn reveal(world: &mut World, who: Entity, cell: IVec2) {
    let mut map = world.resource_mut::<TileMap>();
    if let Some(door) = found(map.tile(cell)) {
        map.set(cell, door);
        tell(world, who, cell, Did::of(FactKind::FOUND_SECRET));
    }
}

/// Reveals secret doors to the player if light shines through their cracks, that is, if a door's far side is lit and
/// the player's side is dark.
pub(crate) fn see_cracks(
    world: &mut World,
    players: &mut QueryState<(Entity, &Position), With<Player>>,
) {
    if world.resource::<TileMap>().secrets().next().is_none() {
        return;
    }
    let Ok((player, at)) = players.single(world) else {
        return;
    };
    let at = at.0;
    let light = world.resource::<LightMap>();
    if !light.is_lit_world() {
        return;
    }
    let map = world.resource::<TileMap>();
    let shines = |cell: &IVec2| {
        let sides = [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y];
        sides.into_iter().any(|out| {
            let (before, behind) = (*cell + out, *cell - out);
            let faces = (at - *cell).dot(out) > 0;
            let is_open = !map.is_opaque(before) && !map.is_opaque(behind);
            faces && is_open && light.level(before) == 0 && light.level(behind) > 0
        })
    };
    let cells = near(world, player, at, CRACK);
    let lit: Vec<IVec2> = cells.into_iter().filter(shines).collect();
    for cell in lit {
        reveal(world, player, cell);
    }
}
