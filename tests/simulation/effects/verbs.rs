//! What each verb does.

use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;
use fogbound::game::bestiary::MonsterKind;
use fogbound::game::effect::{AddVerb, Incident, Verb};
use fogbound::game::{
    Action, Actor, ActorId, Awareness, Faction, GameEvent, Happening, Health, LightRule, Perceived,
    Senses, Witnessed,
};
use fogbound::grid::Direction;
use fogbound::vision::Light;

use super::{beast, game, hit, only, set_health};
use crate::common::AppExt;
use crate::common::arena::{distance, events, wait};
use crate::common::assets::living;

const HALL: &str = "
####################
#..................#
#.@.........b......#
#..................#
####################
";

const BESIDE: &str = "
##########
#........#
#.@b.....#
#........#
##########
";

/// Returns where the creature's noises came from, and the loudness of each.
fn sounds(events: &[GameEvent]) -> Vec<(IVec2, u32)> {
    let sound = |it: &GameEvent| match it.what {
        Happening::Sounded { loudness, .. } => Some((it.at, loudness)),
        _ => None,
    };
    events.iter().filter_map(sound).collect()
}

#[test]
fn a_thrown_voice_is_heard_elsewhere_by_the_player_and_by_monsters_but_not_by_its_owner() {
    let voice = beast("on: { \"turn\": [(verb: \"noise\", loudness: 30, away: 5)] }");
    let map = HALL.replace("b......#", "b.....l#");
    let listener = "(name: \"listener\", glyph: 'l', health: 9, sight: (radius: 0))";
    let mut app = game(&[&voice, listener], &map, LightRule::Off);
    let (beast, listener) = (only(&mut app), living(&mut app, "listener")[0]);
    let mut cursor = MessageCursor::<Witnessed>::default();
    cursor.clear(app.world().resource());
    let mut places = Vec::new();
    for _ in 0..8 {
        wait(&mut app, 1);
        let [(from, 30)] = sounds(&events(&mut app))[..] else {
            panic!("expected one noise")
        };
        assert_eq!(distance(from, app.place_of(beast)), 5);
        let player = app.player().unwrap();
        let offset = from - app.place_of(player);
        let all = cursor.read(app.world().resource());
        let sounded = all.filter(|it| matches!(it.event.what, Happening::Sounded { .. }));
        let how: Vec<Perceived> = sounded.map(|it| it.how).collect();
        // The player sees the monster, but the voice comes from elsewhere.
        let from_there = Direction::towards(offset).map(|from| Perceived::Heard { from });
        assert_eq!(how, Vec::from_iter(from_there));
        let heard = app.part::<Senses>(listener).heard;
        assert_eq!(heard.map(|it| it.from), Some(from));
        assert_eq!(app.part::<Senses>(beast).heard, None);
        places.push(from);
    }
    places.sort_unstable_by_key(|it| (it.x, it.y));
    places.dedup();
    assert!(places.len() > 3, "{places:?}");
}

/// Nor does the last cry of a monster give away more.
#[test]
fn a_voice_that_is_thrown_at_death_is_heard_and_not_seen() {
    let voice = beast("on: { \"death\": [(verb: \"noise\", loudness: 30, away: 3)] }");
    let mut app = game(&[&voice], BESIDE, LightRule::Off);
    let mut cursor = MessageCursor::<Witnessed>::default();
    let beast = only(&mut app);
    set_health(&mut app, beast, 1);
    cursor.clear(app.world().resource());
    let heard = hit(&mut app).len();
    assert!(heard > 0);
    let all = cursor.read(app.world().resource());
    let sounded = all.filter(|it| matches!(it.event.what, Happening::Sounded { .. }));
    let how: Vec<Perceived> = sounded.map(|it| it.how).collect();
    assert!(matches!(how[..], [Perceived::Heard { .. }]), "{how:?}");
}

#[test]
fn a_noise_without_a_distance_comes_from_the_creature_and_is_seen() {
    let crier = beast("on: { \"turn\": [(verb: \"noise\", loudness: 7)] }");
    let mut app = game(&[&crier], HALL, LightRule::Off);
    let at = {
        let beast = only(&mut app);
        app.place_of(beast)
    };
    let mut cursor = MessageCursor::<Witnessed>::default();
    cursor.clear(app.world().resource());
    wait(&mut app, 1);
    assert_eq!(sounds(&events(&mut app)), [(at, 7)]);
    let mut all = cursor.read(app.world().resource());
    let sounded = all.find(|it| matches!(it.event.what, Happening::Sounded { .. }));
    let seen = Perceived::Seen {
        actor: true,
        target: true,
    };
    assert_eq!(sounded.unwrap().how, seen);
}

#[test]
fn a_noise_can_be_made_near_the_enemy_that_the_creature_knows_of() {
    let voice =
        beast("sight: (radius: 20), on: { \"turn\": [(verb: \"noise\", away: 2, around: Enemy)] }");
    let mut app = game(&[&voice], HALL, LightRule::Off);
    wait(&mut app, 1);
    let player = app.player().unwrap();
    let near_player = |app: &App, at| distance(at, app.place_of(player)) == 2;
    let at = sounds(&events(&mut app))[0].0;
    assert!(near_player(&app, at), "{at}");
    // A blind monster does not know where the player is.
    let blind = voice.replace("radius: 20", "radius: 0");
    let mut app = game(&[&blind], HALL, LightRule::Off);
    wait(&mut app, 1);
    let beast = only(&mut app);
    let at = sounds(&events(&mut app))[0].0;
    assert_eq!(distance(at, app.place_of(beast)), 2);
}

#[test]
fn spawned_monsters_appear_on_free_cells_beside_the_creature_and_act_later() {
    let nest = beast("on: { \"death\": [(verb: \"spawn\", kind: \"fly\", count: 3)] }");
    let fly = "(name: \"fly\", glyph: 'f', health: 1, minds: { \"Wanders\": () })";
    let mut app = game(&[&nest, fly], BESIDE, LightRule::Off);
    let beast = only(&mut app);
    let at = app.place_of(beast);
    set_health(&mut app, beast, 1);
    let events = hit(&mut app);
    let flies = living(&mut app, "fly");
    assert_eq!(flies.len(), 3);
    let mut ids = Vec::new();
    for fly in flies {
        assert_eq!(distance(app.place_of(fly), at), 1);
        let actor = app.part::<Actor>(fly);
        assert!(
            events.iter().all(|it| it.actor != fly),
            "it has already acted"
        );
        ids.push(actor.id);
    }
    ids.sort_unstable();
    assert_eq!(ids, [ActorId(2), ActorId(3), ActorId(4)]);
    // There is room for only one.
    let closet = "\n#####\n#@b.#\n#####\n";
    let mut app = game(&[&nest, fly], closet, LightRule::Off);
    let beast = only(&mut app);
    set_health(&mut app, beast, 1);
    hit(&mut app);
    assert_eq!(living(&mut app, "fly").len(), 1);
}

#[test]
fn the_parts_of_a_creature_that_splits_share_its_health_and_knowledge() {
    let swarm = beast("on: { \"hit\": [(verb: \"split\", into: 3)] }");
    let mut app = game(&[&swarm], BESIDE, LightRule::Off);
    let beast = only(&mut app);
    hit(&mut app);
    wait(&mut app, 1);
    let parts = living(&mut app, "beast");
    assert_eq!(parts.len(), 3);
    let points: Vec<i32> = parts
        .iter()
        .map(|it| app.part::<Health>(*it).now())
        .collect();
    let total: i32 = points.iter().sum();
    assert!((80..100).contains(&total), "{points:?}");
    assert!(points.iter().max().unwrap() - points.iter().min().unwrap() <= 1);
    for part in parts {
        let health = app.part::<Health>(part);
        assert_eq!(health.max(), health.now());
        let hunts = |it| matches!(app.part::<Awareness>(it), Awareness::Hunting { .. });
        assert!(hunts(part) && hunts(beast));
        assert_eq!(app.part::<MonsterKind>(part).0, "beast");
    }
}

#[test]
fn the_new_creatures_are_on_the_side_of_the_creature_that_made_them() {
    let fly = "(name: \"fly\", glyph: 'f', health: 1, faction: 3)";
    let swarm = beast(
        "on: { \"hit\": [(verb: \"split\")], \"death\": [(verb: \"spawn\", kind: \"fly\", count: 2)] }",
    );
    let mut app = game(&[&swarm, fly], BESIDE, LightRule::Off);
    let beast = only(&mut app);
    app.world_mut().entity_mut(beast).insert(Faction(100));
    hit(&mut app);
    let parts = living(&mut app, "beast");
    assert_eq!(parts.len(), 2);
    set_health(&mut app, beast, 1);
    hit(&mut app);
    let flies = living(&mut app, "fly");
    assert_eq!(flies.len(), 2);
    for new in parts.iter().chain(&flies).filter(|it| **it != beast) {
        assert_eq!(*app.part::<Faction>(*new), Faction(100));
    }
}

#[test]
fn a_creature_splits_only_while_it_has_health_and_room() {
    let swarm = beast("defence: -100, on: { \"hit\": [(verb: \"split\", into: 9)] }");
    let closet = "\n####\n#@b#\n####\n";
    let mut app = game(&[&swarm], closet, LightRule::Off);
    hit(&mut app);
    only(&mut app);
    // Nine hits of 2 points or more cannot make more than a few parts of 4 points.
    let mut app = game(&[&swarm], BESIDE, LightRule::Off);
    let beast = only(&mut app);
    set_health(&mut app, beast, 12);
    for _ in 0..200 {
        app.act(Action::attack(Direction::East));
        let parts = living(&mut app, "beast");
        let left: i32 = parts.iter().map(|it| app.part::<Health>(*it).now()).sum();
        assert!(left <= 12 && parts.len() as i32 <= left.max(1), "{left}");
    }
}

#[test]
fn a_frightened_creature_runs_from_its_enemies_for_some_turns() {
    let coward = beast(
        "sight: (radius: 20), minds: { \"Hunts\": () }, \
                        on: { \"hit\": [(verb: \"flee\", turns: 4)] }",
    );
    let mut app = game(&[&coward], BESIDE, LightRule::Off);
    let (beast, player) = (only(&mut app), app.player().unwrap());
    hit(&mut app);
    let far = |app: &App| distance(app.place_of(beast), app.place_of(player));
    wait(&mut app, 3);
    assert!(far(&app) > 3, "{}", far(&app));
    wait(&mut app, 12);
    assert_eq!(far(&app), 1, "the creature hunts again");
}

#[test]
fn a_creature_that_flees_from_the_dark_goes_to_a_flame() {
    let map = "
####################
#@.................#
####+###############
#.............b...*#
####################
";
    let afraid = beast("on: { \"turn\": [(verb: \"flee\", from: Dark, when: \"dark\")] }");
    let mut app = game(&[&afraid], map, LightRule::Dark);
    let beast = only(&mut app);
    app.put(beast, (4, 3));
    wait(&mut app, 20);
    let lit = app.light().level(app.place_of(beast));
    assert!(lit > 0, "{}", app.place_of(beast));
}

#[test]
fn a_carried_light_goes_out_and_lights_up_again() {
    let torch = "light: (radius: 4, color: (1, 2, 3)), on: { \"hit\": [(verb: \"light\", radius: 0)], \
                 \"touch\": [(verb: \"light\", radius: 7)], \"turn\": [(verb: \"light\", when: \"hurt\")] }";
    let mut app = game(&[&beast(torch)], BESIDE, LightRule::Dark);
    let beast = only(&mut app);
    hit(&mut app);
    assert!(app.world().get::<Light>(beast).is_none());
    for _ in 0..50 {
        app.act(Action::attack(Direction::East));
        let missed = |it: &GameEvent| matches!(it.what, Happening::Missed { .. });
        if events(&mut app).iter().any(missed) {
            break;
        }
    }
    let light = app.part::<Light>(beast);
    assert_eq!((light.radius, light.color), (7, [1, 2, 3]));
    set_health(&mut app, beast, 50);
    wait(&mut app, 1);
    assert_eq!(app.part::<Light>(beast).radius, 4);
}

/// A verb of a plugin's own.
#[derive(Reflect, Default)]
#[reflect(Default)]
struct Mend {
    points: i32,
}

impl Verb for Mend {
    fn act(&self, world: &mut World, incident: &Incident) {
        let mut health = world.get_mut::<Health>(incident.who).unwrap();
        health.heal(self.points);
    }
}

#[test]
fn a_plugin_adds_a_verb() {
    let mut app = crate::common::assets::unbegun(super::setup(
        &[&beast("on: { \"turn\": [(verb: \"mend\", points: 9)] }")],
        BESIDE,
        LightRule::Off,
    ));
    app.add_verb::<Mend>("mend");
    app.update();
    let beast = only(&mut app);
    set_health(&mut app, beast, 10);
    wait(&mut app, 1);
    assert_eq!(app.part::<Health>(beast).now(), 19);
}
