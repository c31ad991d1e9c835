//! Each verb changes the world whether the player, a monster or a trap sets it off.

use bevy::prelude::*;
use fogbound::game::{
    Action, Actor, Awareness, Health, HearsAll, Lantern, LightRule, Oil, Senses, Things, Wearer,
    spawn_thing,
};
use fogbound::grid::Direction;
use fogbound::vision::{MapMemory, ObjectKind, Position, Viewshed};

use super::{gadget, game, here, you};
use crate::common::AppExt;
use crate::common::arena::wait;
use crate::common::assets::living;

/// A room with something for every verb: a flame, leaves, a door, and creatures that see and hear each other.
const ROOM: &str = "
##########
#...*....#
#..@..bb.+
#...\"\"...#
##########
";

const GLOWS: [&str; 2] = [
    include_str!("../../../assets/things/light.ron"),
    include_str!("../../../assets/things/gloom.ron"),
];

/// Who sets off an effect.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    Player,
    Monster,
    Trap,
}

use Source::{Monster, Player, Trap};

const ALL: &[Source] = &[Player, Monster, Trap];

/// Each verb with its parameters, and who can set it off. Monsters know their level, and only the player can be shown
/// something.
const VERBS: [(&str, &[Source]); 16] = [
    ("(verb: \"light\", shape: burst(3), turns: 9, WHEN)", ALL),
    ("(verb: \"darken\", shape: burst(9), turns: 9, WHEN)", ALL),
    ("(verb: \"noise\", loudness: 20, WHEN)", ALL),
    ("(verb: \"smoke\", shape: burst(1), WHEN)", ALL),
    ("(verb: \"fire\", shape: round(9), WHEN)", ALL),
    ("(verb: \"douse\", shape: round(9), WHEN)", ALL),
    ("(verb: \"heal\", shape: round(9), amount: 3, WHEN)", ALL),
    ("(verb: \"oil\", shape: round(9), turns: 9, WHEN)", ALL),
    ("(verb: \"blind\", shape: burst(9), turns: 3, WHEN)", ALL),
    ("(verb: \"change\", number: \"defence\", by: 7, WHEN)", ALL),
    ("(verb: \"hear\", turns: 9, WHEN)", ALL),
    ("(verb: \"place\", thing: \"stone\", WHEN)", ALL),
    (
        "(verb: \"shove\", shape: round(9), whom: others, cells: 2, WHEN)",
        ALL,
    ),
    ("(verb: \"blink\", far: 4, WHEN)", ALL),
    ("(verb: \"wedge\", shape: round(12), WHEN)", ALL),
    ("(verb: \"tell\", shape: round(12), WHEN)", &[Player, Trap]),
];

/// Returns everything that a verb can change.
fn state(app: &mut App) -> String {
    let (map, light) = (app.map().clone(), app.light().clone());
    let cells = map.positions();
    let ground = cells.map(|it| (map.tile(it).name(), map.air().at(it), light.level(it)));
    let ground: Vec<String> = ground.map(|it| format!("{it:?}")).collect();
    let mut lying = app.world_mut().query::<(&Position, &ObjectKind)>();
    let lying: Vec<String> = lying
        .iter(app.world())
        .map(|it| format!("{it:?}"))
        .collect();
    type Parts = (
        &'static Actor,
        &'static Position,
        &'static Health,
        &'static Viewshed,
        &'static MapMemory,
        Option<&'static Oil>,
        Option<&'static Wearer>,
        (Option<&'static Awareness>, &'static Senses, Has<HearsAll>),
    );
    let mut bodies = app.world_mut().query::<Parts>();
    let bodies = bodies.iter(app.world());
    let mut bodies: Vec<String> = bodies
        .map(|(actor, at, health, view, memory, oil, wearer, mind)| {
            let body = format!("{:?} {at:?} {health:?} {oil:?} {wearer:?}", actor.id);
            let (known, (awareness, senses, hears_all)) = (memory.known_count(), mind);
            let heard = senses.heard;
            format!(
                "{body} {:?} {known} {awareness:?} {heard:?} {hears_all}",
                view.sight()
            )
        })
        .collect();
    bodies.sort();
    format!("{ground:?} {lying:?} {bodies:?}")
}

/// Returns the state of the world after a source has set off an effect, if its condition holds.
fn outcome(effect: &str, source: Source, holds: bool) -> String {
    // All creatures are hurt, and no cell is both lit and dark.
    let when = if holds {
        "when: \"hurt\""
    } else {
        "when: [\"lit\", \"dark\"]"
    };
    let effect = effect.replace("WHEN", when);
    let on = |occasion: &str| format!("on: {{ \"{occasion}\": [{effect}] }}");
    let thing = match source {
        Player => gadget(&format!("stack: 1, {}", on("use"))),
        Monster | Trap => gadget(""),
    };
    let senses = "sight: (radius: 20), minds: { \"Hunts\": () }";
    let beast = match source {
        Monster => format!("{senses}, {}", on("turn")),
        Player | Trap => senses.to_owned(),
    };
    let stone = "(name: \"stone\", sign: '-', stack: 0)";
    let snare = format!("(name: \"snare\", sign: '-', stack: 0, {})", on("step"));
    let things = [&*thing, stone, &snare, GLOWS[0], GLOWS[1]];
    let mut app = game(&things, &beast, ROOM, LightRule::Dark);
    wait(&mut app, 3);
    app.act(Action::set_lantern(Lantern::Shut));
    let (player, beasts) = (you(&app), living(&mut app, "beast"));
    for who in beasts.into_iter().chain([player]) {
        let mut health = app.world_mut().get_mut::<Health>(who).unwrap();
        let third = health.max() / 3;
        health.set_now(third);
    }
    match source {
        Player => app.act(Action::use_thing(0)),
        Monster => wait(&mut app, 1),
        Trap => {
            let kind = app.world().resource::<Things>().named("snare").unwrap();
            let beside = here(&app) - IVec2::X;
            spawn_thing(app.world_mut(), kind, beside);
            app.act(Action::step(Direction::West));
        }
    }
    state(&mut app)
}

#[test]
fn each_verb_changes_the_world_for_the_player_a_monster_and_a_trap() {
    for source in [Player, Monster, Trap] {
        for (effect, sources) in VERBS {
            let [without, with] = [false, true].map(|holds| outcome(effect, source, holds));
            assert_eq!(
                with != without,
                sources.contains(&source),
                "{effect} by {source:?}"
            );
        }
    }
}
