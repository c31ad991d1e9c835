//! Statistics for the report on a lost game: which creatures the player met and killed, and how they noticed the
//! player.

use std::collections::BTreeMap;

use bevy::ecs::entity::EntityHashMap;
use bevy::ecs::entity_disabling::Disabled;
use bevy::ecs::query::Allow;
use bevy::prelude::*;

use crate::game::{
    Actor, ActorId, Appearance, Camouflage, Clock, GameEvent, Happening, Of, Player, SaveResource,
    State, Turn, TurnSystems, makes_out, run_now,
};
use crate::map::TileMap;
use crate::vision::{LightMap, Position, Viewshed, VisionSystems};

/// A record of which creatures the player met and killed, and how creatures noticed their enemies. The tally has no
/// effect on the game.
#[derive(Resource, Clone, Debug, Default)]
pub struct Tally {
    /// The names of the creatures that have come into the player's view.
    pub(super) met: BTreeMap<ActorId, String>,
    /// The names of the creatures that the player has killed.
    pub(super) killed: Vec<String>,
    /// How each creature last noticed an enemy.
    pub(super) noticed: BTreeMap<ActorId, Noticed>,
    /// The creature that killed the player.
    pub(super) killer: Option<ActorId>,
    /// The IDs and names of all creatures that have ever existed, including dead ones.
    bodies: EntityHashMap<(ActorId, String)>,
}

impl Tally {
    /// Returns the name of a creature, even if it no longer exists.
    pub fn name_of(&self, who: Entity) -> Option<&str> {
        self.bodies.get(&who).map(|(_, name)| name.as_str())
    }
}

/// How a creature noticed an enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Noticed {
    /// The turn on which the creature noticed the enemy.
    pub(super) turn: u64,
    /// What the creature saw, row by row: itself, the player and tiles, with blanks for cells out of view.
    pub(super) view: String,
}

/// A plugin that maintains the [`Tally`] of every game.
pub struct JournalPlugin;

impl Plugin for JournalPlugin {
    fn build(&self, app: &mut App) {
        app.keep_resource::<Tally>(Of::Game).add_systems(
            Turn,
            (
                note_views
                    .after(TurnSystems::Notice)
                    .before(TurnSystems::Decide),
                (learn_bodies, count)
                    .chain()
                    .after(TurnSystems::Settle)
                    .after(VisionSystems::Remember),
            ),
        );
    }
}

/// Starts the tally of a game that has just begun.
pub(super) fn begin(world: &mut World) {
    world.insert_resource(Tally::default());
    run_now(world, learn_bodies);
    run_now(world, count);
}

type Watcher = (
    &'static Actor,
    &'static Position,
    &'static Viewshed,
    &'static Appearance,
);

/// Records what creatures see when they notice an enemy.
fn note_views(
    mut tally: ResMut<Tally>,
    mut events: MessageReader<GameEvent>,
    (map, light, clock): (Res<TileMap>, Res<LightMap>, Res<Clock>),
    watchers: Query<Watcher, Without<Player>>,
    players: Query<&Position, With<Player>>,
) {
    for event in events.read() {
        let Happening::StateChanged { from, to } = event.what else {
            continue;
        };
        let begins = matches!(to, State::Noticing | State::Hunting)
            && !matches!(from, State::Noticing | State::Hunting);
        let Some((actor, at, viewshed, appearance)) =
            watchers.get(event.actor).ok().filter(|_| begins)
        else {
            continue;
        };
        let viewshed = viewshed.in_light(&light, map.opacities());
        let player = players.single().ok().map(|it| it.0);
        let glyph = |cell: IVec2| {
            if cell == at.0 {
                appearance.glyph
            } else if !viewshed.sees(cell) {
                ' '
            } else if Some(cell) == player {
                '@'
            } else {
                map.get(cell).map_or(' ', |tile| tile.glyph())
            }
        };
        let cells = viewshed.visible().iter().chain([at.0]);
        let noticed = Noticed {
            turn: clock.turn(),
            view: drawn(cells, glyph),
        };
        tally.noticed.insert(actor.id, noticed);
    }
}

/// Draws the bounding box of these cells, one row per line.
pub(super) fn drawn(cells: impl Iterator<Item = IVec2>, glyph: impl Fn(IVec2) -> char) -> String {
    let bounds = cells.fold(None, |bounds: Option<(IVec2, IVec2)>, cell| {
        let (min, max) = bounds.unwrap_or((cell, cell));
        Some((min.min(cell), max.max(cell)))
    });
    let Some((min, max)) = bounds else {
        return String::new();
    };
    let mut text = String::new();
    for y in min.y..=max.y {
        let row: String = (min.x..=max.x).map(|x| glyph(IVec2::new(x, y))).collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

/// New creatures, on any level.
type New = (Changed<Name>, Without<Player>, Allow<Disabled>);

/// Records the names of new creatures.
fn learn_bodies(mut tally: ResMut<Tally>, bodies: Query<(Entity, &Actor, &Name), New>) {
    for (entity, actor, name) in &bodies {
        let body = || (actor.id, name.to_string());
        tally.bodies.entry(entity).or_insert_with(body);
    }
}

type Met = (
    &'static Actor,
    &'static Position,
    &'static Name,
    Option<&'static Camouflage>,
);

/// Records which creatures the player sees, and which have died.
fn count(
    mut tally: ResMut<Tally>,
    mut events: MessageReader<GameEvent>,
    (map, light): (Res<TileMap>, Res<LightMap>),
    players: Query<(Entity, &Position, &Viewshed), With<Player>>,
    others: Query<Met, Without<Player>>,
) {
    let Ok((player, here, viewshed)) = players.single() else {
        events.clear();
        return;
    };
    for event in events.read() {
        let Happening::Died { by } = event.what else {
            continue;
        };
        if event.actor == player {
            tally.killer = tally.bodies.get(&by).map(|(id, _)| *id);
        } else if by == player {
            let name = tally.bodies.get(&event.actor);
            let name = name.map_or_else(|| "something".to_owned(), |(_, name)| name.clone());
            tally.killed.push(name);
        }
    }
    for (actor, at, name, hidden) in &others {
        // The cheapest check comes first, because there may be thousands of creatures.
        if viewshed.sees(at.0)
            && !tally.met.contains_key(&actor.id)
            && makes_out((&map, &light), viewshed, here.0, at.0, hidden)
        {
            tally.met.insert(actor.id, name.to_string());
        }
    }
}
