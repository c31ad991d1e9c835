//! Creatures assembled by hand on drawn maps, and a record of what happens to them.

use std::sync::Arc;

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::{
    Action, Actor, ActorId, Appearance, Awareness, BeginGame, Clock, Faction, Game, GameEvent,
    Happening, Health, Hearing, Melee, OnLevel, Player, PlayerCommand, State,
};
use fogbound::grid::Direction;
use fogbound::vision::{MapMemory, Position, Viewshed};

use super::{AppExt, drawn, simulation};

/// All events since the test began, or since [`events`](events) last took them.
#[derive(Resource, Default)]
struct Record(Vec<GameEvent>);

/// Returns a game on a drawn map, with recorded events and a player who does not die.
pub fn arena(drawing: &str) -> App {
    let mut app = simulation(drawn(drawing));
    record(&mut app);
    app.make_player_tough();
    app
}

/// Begins another game on a drawn level in an [`arena`].
pub fn begin_again(app: &mut App, drawing: &str) {
    app.begin_game(Game::new(drawn(drawing)).unwrap());
    app.make_player_tough();
    app.update();
    events(app);
}

/// Makes the app keep its events for [`events`].
pub fn record(app: &mut App) {
    let keep = |mut events: MessageReader<GameEvent>, mut record: ResMut<Record>| {
        record.0.extend(events.read().copied());
    };
    app.init_resource::<Record>().add_systems(PostUpdate, keep);
    // Drop the events of the player's arrival.
    app.update();
    app.world_mut().resource_mut::<Record>().0.clear();
}

/// Removes and returns the events since the last call.
pub fn events(app: &mut App) -> Vec<GameEvent> {
    std::mem::take(&mut app.world_mut().resource_mut::<Record>().0)
}

/// Returns what a native of the current level knows, which is the level's current plan.
pub fn lore(app: &App) -> MapMemory {
    MapMemory::knowing(Arc::new(app.map().plan().clone()))
}

/// Spawns a deaf creature of normal speed. It has a sight radius of 8, knows the level's plan, does no damage and has
/// no mind. `parts` adds components or replaces these defaults.
pub fn creature(app: &mut App, cell: (i32, i32), parts: impl Bundle) -> Entity {
    let number = app.entities::<With<Actor>>().len() as u32;
    let mut actor = Actor::new(ActorId(1000 + number), 100);
    actor.due = app.world().resource::<Clock>().tick;
    let body = (
        Name::new("creature"),
        Appearance {
            glyph: 'c',
            color: None,
        },
        actor,
        Position(cell.into()),
        Viewshed::new(Sight::default().with_radius(8)),
        lore(app),
        Health::new(1000, 0),
        Melee {
            accuracy: 50,
            damage: (0, 0),
        },
        Faction::DUNGEON,
        OnLevel,
    );
    let creature = app.world_mut().spawn(body).insert(parts).id();
    look(app);
    creature
}

/// Returns average hearing.
pub fn ears() -> Hearing {
    Hearing::default()
}

/// Updates every viewshed without letting time pass.
pub fn look(app: &mut App) {
    app.command([PlayerCommand::ChangeRadius(0)]);
}

/// Makes the player wait for this many turns.
pub fn wait(app: &mut App, turns: u32) {
    for _ in 0..turns {
        app.act(Action::WAIT);
    }
}

/// Makes the player step straight towards `cell`, diagonally first, until the player reaches it.
pub fn walk(app: &mut App, cell: (i32, i32)) {
    let player = app.player().unwrap();
    for _ in 0..100 {
        let offset = IVec2::from(cell) - app.place_of(player);
        if offset == IVec2::ZERO {
            return;
        }
        app.step(Direction::from_delta(offset.signum()).unwrap());
    }
    panic!("the player does not reach {cell:?}");
}

/// Returns a creature's state of awareness.
pub fn state(app: &App, creature: Entity) -> State {
    app.part::<Awareness>(creature).state()
}

/// Waits up to `turns` turns for `creature` to reach the `wanted` state. Returns whether the creature reached that
/// state.
pub fn wait_until(app: &mut App, creature: Entity, wanted: State, turns: u32) -> bool {
    for _ in 0..turns {
        if state(app, creature) == wanted {
            return true;
        }
        wait(app, 1);
    }
    state(app, creature) == wanted
}

/// Returns the changes in `creature`'s state among `events`.
pub fn changes(events: &[GameEvent], creature: Entity) -> Vec<(State, State)> {
    let of = events.iter().filter(|event| event.actor == creature);
    of.filter_map(|event| match event.what {
        Happening::StateChanged { from, to } => Some((from, to)),
        _ => None,
    })
    .collect()
}

/// Counts how many of `events` are blows or shots by `creature`.
pub fn attacks(events: &[GameEvent], creature: Entity) -> usize {
    let is_attack = |what| matches!(what, Happening::Hit { .. } | Happening::Missed { .. });
    events
        .iter()
        .filter(|event| event.actor == creature && is_attack(event.what))
        .count()
}

/// Returns the minimum number of straight or diagonal steps between two cells.
pub fn distance(one: IVec2, other: IVec2) -> i32 {
    (one - other).abs().max_element()
}

/// Returns the player's entity and cell.
pub fn player(app: &mut App) -> (Entity, IVec2) {
    let player = app.entities::<With<Player>>()[0];
    (player, app.place_of(player))
}
