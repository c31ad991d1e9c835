//! Creatures put together by hand on a map drawn by hand, and a record of what happens to them.

use std::sync::Arc;

use bevy::prelude::*;
use fogbound::fov::Sight;
use fogbound::game::{
    Action, Actor, ActorId, Awareness, Clock, Faction, GameEvent, Happening, Health, Hearing,
    Melee, OnLevel, Player, PlayerCommand, State,
};
use fogbound::grid::Direction;
use fogbound::vision::{MapMemory, Position, Viewshed};

use super::{AppExt, drawn, simulation};

/// Everything that has happened since the test began, or since it last [took](events) it.
#[derive(Resource, Default)]
struct Record(Vec<GameEvent>);

/// A game on the map that `drawing` draws, with a player who does not die.
pub fn arena(drawing: &str) -> App {
    let mut app = simulation(drawn(drawing));
    record(&mut app);
    let player = app.player().unwrap();
    app.world_mut()
        .entity_mut(player)
        .insert(Health::new(1_000_000, 0));
    app
}

/// Has the app keep its events for [`events`].
pub fn record(app: &mut App) {
    let keep = |mut events: MessageReader<GameEvent>, mut record: ResMut<Record>| {
        record.0.extend(events.read().copied());
    };
    app.init_resource::<Record>().add_systems(PostUpdate, keep);
    // What happened on arrival is of no interest.
    app.update();
    app.world_mut().resource_mut::<Record>().0.clear();
}

/// What has happened since this was asked last.
pub fn events(app: &mut App) -> Vec<GameEvent> {
    std::mem::take(&mut app.world_mut().resource_mut::<Record>().0)
}

/// What a native of the current level knows: its plan, as it is now.
pub fn lore(app: &App) -> MapMemory {
    MapMemory::knowing(Arc::new(app.map().plan().clone()))
}

/// Somebody of normal speed who sees 8 cells far, is deaf, knows the plan of the level, strikes
/// without hurting and does nothing of its own accord. `parts` are added, in place of these.
pub fn creature(app: &mut App, cell: (i32, i32), parts: impl Bundle) -> Entity {
    let number = app.entities::<With<Actor>>().len() as u32;
    let mut actor = Actor::new(ActorId(1000 + number), 100);
    actor.due = app.world().resource::<Clock>().tick;
    let body = (
        Name::new("somebody"),
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

/// One that hears as well as most do.
pub fn ears() -> Hearing {
    Hearing::default()
}

/// Brings what everybody sees up to date without any time passing.
pub fn look(app: &mut App) {
    app.command([PlayerCommand::ChangeRadius(0)]);
}

/// The player lets some turns pass.
pub fn wait(app: &mut App, turns: u32) {
    for _ in 0..turns {
        app.act(Action::WAIT);
    }
}

/// The player goes from where it is to `cell` as a king does, in straight lines and without looking.
pub fn walk(app: &mut App, cell: (i32, i32)) {
    let player = app.player().unwrap();
    for _ in 0..100 {
        let offset = IVec2::from(cell) - app.place_of(player);
        if offset == IVec2::ZERO {
            return;
        }
        let way = Direction::from_delta(offset.signum()).unwrap();
        app.step(way);
    }
    panic!("the player does not get to {cell:?}");
}

/// What a creature knows of its enemies, in a word.
pub fn state(app: &App, creature: Entity) -> State {
    app.part::<Awareness>(creature).state()
}

/// Lets turns pass until `creature` is in a state, at most so many; says whether it is.
pub fn wait_until(app: &mut App, creature: Entity, wanted: State, turns: u32) -> bool {
    for _ in 0..turns {
        if state(app, creature) == wanted {
            return true;
        }
        wait(app, 1);
    }
    state(app, creature) == wanted
}

/// The changes of state that `events` tell of `creature`.
pub fn changes(events: &[GameEvent], creature: Entity) -> Vec<(State, State)> {
    let of = events.iter().filter(|event| event.actor == creature);
    of.filter_map(|event| match event.what {
        Happening::StateChanged { from, to } => Some((from, to)),
        _ => None,
    })
    .collect()
}

/// How often `creature` struck or shot at somebody.
pub fn attacks(events: &[GameEvent], creature: Entity) -> usize {
    let is_attack = |what| matches!(what, Happening::Hit { .. } | Happening::Missed { .. });
    events
        .iter()
        .filter(|event| event.actor == creature && is_attack(event.what))
        .count()
}

/// How many steps of a king two cells are apart.
pub fn distance(one: IVec2, other: IVec2) -> i32 {
    (one - other).abs().max_element()
}

/// The player's entity and cell.
pub fn player(app: &mut App) -> (Entity, IVec2) {
    let player = app.entities::<With<Player>>()[0];
    (player, app.place_of(player))
}
