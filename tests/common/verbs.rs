//! Every verb with parameters for tests, and a description of a world that shows what a verb has done.

use std::collections::HashMap;
use std::sync::OnceLock;

use bevy::prelude::*;
use fogbound::game::bestiary::MonsterKind;
use fogbound::game::effect::{Bearer, Occasion, ReflectVerb, Terms};
use fogbound::game::{
    Actor, Awareness, Blinded, Breath, Camouflage, GameEvent, Ghosts, Health, HearsAll, Hiding,
    Inventory, Lantern, Oil, PassingChanges, Player, Rooted, Things, Wearer, spawn_thing,
};
use fogbound::map::TileMap;
use fogbound::vision::{Light, MapMemory, ObjectKind, Position, Viewshed};

/// Returns each verb of the game, with an effect that uses it. `reach` is the shape of effects that reach others.
pub fn effects(reach: &str) -> Vec<(&'static str, String)> {
    let with = |verb: &'static str, rest: &str| (verb, format!("(verb: {verb:?}{rest})"));
    let reaching =
        |verb: &'static str, rest: &str| (verb, format!("(verb: {verb:?}, shape: {reach}{rest})"));
    vec![
        with("noise", ", loudness: 3"),
        with("spawn", ", kind: \"fly\""),
        with("split", ""),
        with("flee", ", turns: 9"),
        with("light", ", radius: 3"),
        with("reveal", ""),
        reaching("darken", ", turns: 5"),
        reaching("smoke", ""),
        reaching("fire", ", floor: true"),
        reaching("douse", ""),
        reaching("heal", ", amount: 5"),
        reaching("oil", ", turns: 5"),
        reaching("blind", ", turns: 5"),
        reaching("change", ", number: \"defence\", by: -5, turns: 5"),
        reaching("tell", ""),
        reaching("see", ""),
        with("hear", ", turns: 5"),
        with("place", ", thing: \"mark\""),
        reaching("shove", ", whom: others, cells: 1"),
        with("blink", ", far: 3"),
        reaching("wedge", ""),
        reaching("betray", ""),
        reaching("mislead", ""),
        with("point", ""),
        reaching("steal", ""),
        reaching("give", ""),
        reaching("raise", ", kind: \"fly\""),
        reaching("consume", ""),
        reaching("pull", ", cells: 1"),
        reaching("swap", ""),
        reaching("face", ""),
        reaching("strike", ", accuracy: 100, reach: 9"),
        reaching("shoot", ", accuracy: 100, range: 9"),
        with("go", ", turns: 9"),
        reaching("call", ", turns: 9"),
        reaching("take", ""),
        reaching("lay", ", tile: \"rubble\""),
        with("become", ", kind: \"fly\", turns: 2"),
        with("vanish", ""),
        with("count", ", of: \"uses\""),
        reaching("hold", ", turns: 2"),
        reaching("lose", ", thing: \"coin\""),
        reaching("join", ", turns: 2"),
        reaching("wake", ""),
        reaching("root", ", turns: 2"),
        with("teleport", ", least: 3"),
        reaching("alert", ""),
        reaching("hide", ", turns: 3"),
        reaching("fall", ""),
        with("say", ", text: \"{who} hums.\""),
    ]
}

/// Returns the files of the lights and of the darkness that effects leave.
pub fn glows() -> [(String, String); 2] {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    [
        file(
            "things/light.ron",
            include_str!("../../assets/things/light.ron"),
        ),
        file(
            "things/gloom.ron",
            include_str!("../../assets/things/gloom.ron"),
        ),
    ]
}

/// Returns the files of the things and monsters that [`effects`] names, and of the lights that effects leave.
pub fn named() -> Vec<(String, String)> {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let mut files = vec![
        file("things/mark.ron", "(name: \"mark\", sign: '=', stack: 0)"),
        file("things/coin.ron", "(name: \"coin\", sign: '$', stack: 9)"),
        file(
            "fly.ron",
            "(name: \"fly\", glyph: 'f', health: 1, appears: (weight: 0), \
             on: { \"death\": [(verb: \"count\", of: \"uses\", counts: \"uses\", most: 1)] })",
        ),
    ];
    files.extend(glows());
    files
}

/// Returns the occasions, conditions, shapes and so on of the game.
pub fn terms() -> &'static Terms {
    static TERMS: OnceLock<Terms> = OnceLock::new();
    TERMS.get_or_init(|| {
        let app = super::simulation(super::built(1));
        app.world().resource::<Terms>().clone()
    })
}

/// Returns the game's occasions for the files of monsters or of things.
pub fn occasions(of: Bearer) -> Vec<Occasion> {
    let all = terms().occasions().to_vec();
    all.into_iter().filter(|it| it.is_of(of)).collect()
}

/// Puts a coin into a creature's pack, for the verbs that move things from pack to pack.
pub fn give_coin(app: &mut App, who: Entity) {
    let coin = app.world().resource::<Things>().named("coin").unwrap();
    let mut body = app.world_mut().entity_mut(who);
    let mut pack = body.take::<Inventory>().unwrap_or_default();
    let place = pack.place_for(coin, 9).unwrap();
    pack.put(place, coin);
    body.insert(pack);
}

/// Puts a corpse on a cell, for the verbs that need one.
pub fn put_corpse(app: &mut App, cell: IVec2) {
    let world = app.world_mut();
    let corpse = world.resource_mut::<Things>().corpse_of("fly").unwrap();
    spawn_thing(world, corpse, cell);
}

/// Asserts that [`effects`] has each verb of an app.
pub fn assert_complete(app: &App) {
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let verbs = registry.iter().filter_map(|it| it.data::<ReflectVerb>());
    let mut verbs: Vec<&str> = verbs.map(|it| it.name).collect();
    let mut known: Vec<&str> = effects("cell").iter().map(|it| it.0).collect();
    verbs.sort_unstable();
    known.sort_unstable();
    assert_eq!(verbs, known);
}

/// Describes everything in a world that effects can change, except the player's pack and the time.
pub fn trace(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut lines = Vec::new();
    type Body = (
        (&'static Actor, &'static Position, &'static Health),
        (Option<&'static MonsterKind>, Option<&'static Awareness>),
        (Option<&'static Light>, Option<&'static Lantern>),
        (
            Option<&'static Blinded>,
            Option<&'static HearsAll>,
            Option<&'static Rooted>,
            Option<&'static Hiding>,
        ),
        (Option<&'static PassingChanges>, Option<&'static Wearer>),
        (Option<&'static Oil>, Option<&'static Camouflage>),
        (Option<&'static Breath>, Option<&'static Viewshed>),
    );
    let mut bodies = world.query::<Body>();
    for (body, kind, light, senses, numbers, oil, (breath, view)) in bodies.iter(world) {
        let (actor, at, health) = body;
        let (id, at, sight) = (actor.id, at.0, view.map(|it| (it.sight(), it.dark_sight())));
        let body = (health.now(), health.max());
        lines.push(format!(
            "{id:?} {kind:?} {at} {body:?} {light:?} {senses:?} {numbers:?} {oil:?} {breath:?} {sight:?}"
        ));
    }
    let mut things = world.query::<(&ObjectKind, &Position, Option<&Light>)>();
    for (kind, at, light) in things.iter(world) {
        let name = world.resource::<Things>().get(*kind).map(|it| &it.name);
        lines.push(format!("{name:?} {} {light:?}", at.0));
    }
    lines.sort_unstable();
    let map = world.resource::<TileMap>();
    for (cell, tile) in map.iter() {
        lines.push(format!("{cell} {}", tile.name()));
    }
    for (cell, air) in map.air().iter() {
        lines.push(format!("{cell} {air:?}"));
    }
    let mut players = world.query_filtered::<(&MapMemory, &Ghosts), With<Player>>();
    for (memory, ghosts) in players.iter(world) {
        for (cell, known) in memory.known_cells() {
            lines.push(format!("{cell} {known:?}"));
        }
        lines.push(format!("{ghosts:?}"));
    }
    lines
}

/// Describes events. Creatures are named by their IDs, because an app gives other entities to its next game.
pub fn told(app: &mut App, events: &[GameEvent]) -> Vec<String> {
    let mut actors = app.world_mut().query::<(Entity, &Actor)>();
    let actors = actors.iter(app.world());
    let ids: HashMap<String, String> = actors
        .map(|(entity, actor)| (format!("{entity:?}"), format!("{:?}", actor.id)))
        .collect();
    let is_entity = |word: &str| {
        let parts = word.split_once('v');
        parts.is_some_and(|(index, of)| [index, of].iter().all(|it| it.parse::<u32>().is_ok()))
    };
    let tell = |event: &GameEvent| {
        let text = format!("{} {:?} {:?}", event.at, event.actor_at, event.what);
        let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
        let words = words.map(|part| {
            let word = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            match ids.get(word) {
                Some(id) => part.replace(word, id),
                None if is_entity(word) => part.replace(word, "gone"),
                None => part.to_owned(),
            }
        });
        words.collect()
    };
    events.iter().map(tell).collect()
}
