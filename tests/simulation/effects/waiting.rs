//! No effect waits between commands, where a snapshot would miss it and another game could find it.

use bevy::prelude::*;
use fogbound::game::bestiary::{Bestiary, MonsterFiles};
use fogbound::game::effect::{Bearer, are_waiting};
use fogbound::game::{
    Action, GameSetup, Ghosts, LightRule, PlayerCommand, Snapshot, carry_out, fingerprint,
};

use super::{beast, game};
use crate::common::arena::wait;
use crate::common::assets::{living, notices};
use crate::common::seeds::on_all_cores;
use crate::common::verbs::{effects, named, occasions};
use crate::common::{AppExt, built_small, dark, random_commands, simulation};

const HALL: &str = "
##########
#........#
#.@...b..#
#........#
##########
";

/// Three ways to die at the end of a tick: in the light, without fog, and in a fire. What comes of a death is there when
/// the command ends, so a snapshot holds it.
#[test]
fn what_comes_of_a_death_at_the_end_of_a_tick_is_there_when_the_command_ends() {
    let fly = "(name: \"fly\", glyph: 'f', health: 1)";
    let dies = "on: { \"death\": [(verb: \"spawn\", kind: \"fly\", count: 2)] }";
    for (minds, burns) in [
        (
            "minds: { \"HurtByLight\": (level: 1, damage: 100) },",
            false,
        ),
        ("minds: { \"BoundToFog\": () },", false),
        ("", true),
    ] {
        let nest = beast(&format!("{minds} {dies}"));
        let mut app = game(&[&nest, fly], HALL, LightRule::Day);
        let it = living(&mut app, "beast")[0];
        super::set_health(&mut app, it, 1);
        if burns {
            let fire = app.map().tile_set().get("fire").unwrap();
            app.set_tile((6, 2), fire);
        }
        for _ in 0..3 {
            wait(&mut app, 1);
            let (beasts, flies) = (
                living(&mut app, "beast").len(),
                living(&mut app, "fly").len(),
            );
            assert_eq!(flies, 2 * (1 - beasts), "{minds}");
            assert!(!are_waiting(app.world()));
            if beasts == 0 {
                break;
            }
        }
        assert_eq!(living(&mut app, "fly").len(), 2, "{minds}: it died");
        let snapshot = Snapshot::take(app.world_mut()).unwrap();
        let next = |app: &mut App| {
            carry_out(app.world_mut(), PlayerCommand::Act(Action::WAIT));
            fingerprint(app.world_mut())
        };
        let first = next(&mut app);
        snapshot.restore(app.world_mut());
        assert_eq!(next(&mut app), first, "{minds}");
    }
}

/// Returns the setup of a game full of monsters that have a verb each on every occasion. Every second one dies in the light.
fn crowd(seed: u64) -> GameSetup {
    let occasions = occasions(Bearer::Monster);
    let letters = ('a'..='e').chain('g'..='z').chain('A'..='Z');
    let monsters = effects("burst(3)").into_iter().zip(letters).enumerate();
    let monsters = monsters.map(|(number, ((verb, effect), letter))| {
        let on = occasions.iter().map(|it| format!("\"{}\": [{effect}]", it.name));
        let on: Vec<String> = on.collect();
        let hurt = match number % 2 {
            0 => "\"HurtByLight\": (level: 1, damage: 1),",
            _ => "",
        };
        let text = format!(
            "(name: \"{verb}er\", glyph: '{letter}', health: 3, damage: (1, 1), sight: (radius: 9), \
             minds: {{ \"Hunts\": (), \"Wanders\": (), {hurt} }}, on: {{ {} }}, appears: (weight: 9))",
            on.join(", ")
        );
        (format!("{verb}.ron"), text)
    });
    let mark = "(name: \"mark\", sign: '=', stack: 0, on: { \"step\": [(verb: \"shove\", shape: burst(2), whom: others)] })";
    let marks = ("things/mark.ron".to_owned(), mark.to_owned());
    let named = named()
        .into_iter()
        .filter(|(name, _)| name != "things/mark.ron");
    let files = monsters.chain(named).chain([marks]);
    dark(GameSetup {
        monsters: MonsterFiles::recorded(files.collect::<Vec<_>>()),
        ..built_small(seed)
    })
}

/// In games full of effects, with creatures conjured and moved by a wizard, on several levels and after the player's death.
#[test]
fn random_games_leave_nothing_waiting_and_continue_exactly_from_a_snapshot() {
    let acted = on_all_cores(0..12, |seed| {
        let mut app = simulation(crowd(seed));
        assert_eq!(notices(&mut app), [""; 0]);
        if seed % 3 > 0 {
            app.make_player_tough();
        }
        let letters: Vec<char> = {
            let bestiary = app.world().resource::<Bestiary>();
            bestiary.iter().map(|it| it.glyph).collect()
        };
        let mut commands = random_commands(seed, 60);
        let floor: Vec<IVec2> = {
            let map = app.map();
            map.positions().filter(|it| map.is_walkable(*it)).collect()
        };
        for (number, glyph) in letters.iter().enumerate() {
            let at = floor[(number * 37 + seed as usize * 11) % floor.len()];
            let conjure = PlayerCommand::Conjure { glyph: *glyph, at };
            commands.insert(number * 2, conjure);
        }
        let play = |app: &mut App, commands: &[PlayerCommand]| -> Vec<(u64, Ghosts)> {
            let each = commands.iter().map(|it| {
                carry_out(app.world_mut(), *it);
                assert!(!are_waiting(app.world()), "seed {seed}: {it:?}");
                let print = fingerprint(app.world_mut());
                let player = app.player().unwrap();
                (print, app.part::<Ghosts>(player).clone())
            });
            each.collect()
        };
        let (first, second) = commands.split_at(commands.len() / 2);
        let begun = play(&mut app, first);
        let snapshot = Snapshot::take(app.world_mut()).unwrap();
        let rest = play(&mut app, second);
        snapshot.restore(app.world_mut());
        assert!(!are_waiting(app.world()));
        assert!(play(&mut app, second) == rest, "seed {seed}");
        let mut prints: Vec<u64> = begun.iter().chain(&rest).map(|it| it.0).collect();
        prints.dedup();
        prints.len()
    });
    assert!(acted.iter().sum::<usize>() > 400, "{acted:?}");
}
