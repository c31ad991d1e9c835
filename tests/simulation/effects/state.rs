//! Effects and disguises are part of the game's state: replays, snapshots and reloads keep them.

use bevy::prelude::*;
use fogbound::game::bestiary::{MonsterFiles, replace_monsters};
use fogbound::game::{
    Faction, GameEvent, GameSetup, Happening, LightRule, PlayerCommand, Snapshot, carry_out,
    fingerprint,
};
use fogbound::grid::Direction;
use fogbound::map::Tile;

use super::{beast, game, hit, only};
use crate::common::arena::{events, wait};
use crate::common::assets::notices;
use crate::common::{AppExt, built, dark, random_commands, simulation, simulation_on_threads};

const FILES: [(&str, &str); 6] = [
    (
        "mimic.ron",
        include_str!("../../../examples/monsters/mimic.ron"),
    ),
    (
        "mocker.ron",
        include_str!("../../../examples/monsters/mocker.ron"),
    ),
    (
        "swarm.ron",
        include_str!("../../../examples/monsters/swarm.ron"),
    ),
    (
        "torch.ron",
        include_str!("../../../examples/monsters/torch-bearer.ron"),
    ),
    (
        "hound.ron",
        "(name: \"hound\", glyph: 'h', health: 9, damage: (1, 2), speed: 150, hearing: 0, \
         minds: { \"Tracks\": (), \"Hunts\": (), \"LooksAhead\": (degrees: 60, turns: 20) }, \
         on: { \"turn\": [(verb: \"noise\", loudness: 5, per: turns(7))], \
               \"blow\": [(verb: \"shove\", at: them, per: fight)] })",
    ),
    (
        "magpie.ron",
        "(name: \"magpie\", glyph: 'm', health: 5, damage: (1, 1), \
         minds: { \"Fetches\": (), \"Wanders\": (), \"Hunts\": () }, \
         on: { \"beside\": [(verb: \"steal\", at: them, most: 3)], \
               \"see thing\": [(verb: \"noise\", loudness: 3, at: it, per: turns(5))] })",
    ),
];

/// Returns the setup of a game in which only the example monsters live, at every depth.
fn crowd(seed: u64) -> GameSetup {
    let files = FILES.map(|(name, text)| {
        let text = text.replace("depths: (3, 12)", "depths: (1, 12)");
        (
            name.to_owned(),
            text.replace("depths: (2, ", "depths: (1, "),
        )
    });
    let setup = GameSetup {
        monsters: MonsterFiles::recorded(files),
        ..built(seed)
    };
    if seed % 2 == 1 { dark(setup) } else { setup }
}

#[test]
fn a_game_repeats_exactly_and_continues_exactly_from_a_snapshot() {
    for seed in 0..4 {
        let commands: Vec<PlayerCommand> = random_commands(seed, 400)
            .into_iter()
            .filter(|it| *it != PlayerCommand::NewDungeon)
            .collect();
        let play = |app: &mut App, commands: &[PlayerCommand]| {
            let world = app.world_mut();
            let each = commands.iter().map(|it| {
                carry_out(world, *it);
                fingerprint(world)
            });
            each.collect::<Vec<u64>>()
        };
        let mut one = simulation_on_threads(crowd(seed));
        one.make_player_tough();
        let mut other = simulation(crowd(seed));
        other.make_player_tough();
        let (first, second) = commands.split_at(200);
        assert_eq!(play(&mut one, first), play(&mut other, first));
        let snapshot = Snapshot::take(one.world_mut()).unwrap();
        let rest = play(&mut one, second);
        assert_eq!(rest, play(&mut other, second));
        snapshot.restore(one.world_mut());
        assert_eq!(rest, play(&mut one, second));
        assert_eq!(notices(&mut one), [""; 0], "every component is declared");
    }
}

const BESIDE: &str = "
##########
#.@b.....#
##########
";

#[test]
fn saving_a_file_changes_the_effects_and_the_disguise_of_living_monsters() {
    let mut app = game(
        &[&beast("on: { \"hit\": [(verb: \"split\")] }")],
        BESIDE,
        LightRule::Off,
    );
    let change = |app: &mut App, fields: &str| {
        let files = MonsterFiles::recorded([("0.ron".to_owned(), beast(fields))]);
        replace_monsters(app.world_mut(), files);
        assert_eq!(notices(app), ["The beast has changed."]);
    };
    change(
        &mut app,
        "on: { \"hit\": [(verb: \"noise\", loudness: 3)] }",
    );
    let sounds = |it: &GameEvent| matches!(it.what, Happening::Sounded { .. });
    assert!(hit(&mut app).iter().any(sounds));
    only(&mut app);
    change(&mut app, "");
    assert!(!hit(&mut app).iter().any(sounds));
    // A monster on another side than that of its kind stays there.
    let who = only(&mut app);
    change(&mut app, "faction: 2");
    assert_eq!(*app.part::<Faction>(who), Faction(2));
    app.world_mut().entity_mut(who).insert(Faction(100));
    change(&mut app, "faction: 3");
    assert_eq!(*app.part::<Faction>(who), Faction(100));
    // A new disguise is for new monsters. One that a monster wears changes at once.
    change(&mut app, "seems: \"treasure\"");
    assert_eq!(app.map().tile(IVec2::new(3, 1)), Tile::FLOOR);
    let mut app = game(&[&beast("seems: \"treasure\"")], BESIDE, LightRule::Off);
    change(&mut app, "seems: \"rubble\", speed: 50");
    assert_eq!(app.map().tile(IVec2::new(3, 1)).name(), "rubble");
    change(&mut app, "");
    assert_eq!(app.map().tile(IVec2::new(3, 1)), Tile::FLOOR);
    wait(&mut app, 1);
    events(&mut app);
    app.step(Direction::East);
    hit(&mut app);
}
