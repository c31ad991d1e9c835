//! The same seed and commands give the same world, however the commands are spread over frames.

use bevy::prelude::*;
use fogbound::dungeon::random::stream;
use fogbound::game::{
    Action, Actor, ActorId, Clock, Intent, PlayerCommand, Turn, TurnSystems, fingerprint,
};
use fogbound::grid::Direction::{self, East, West};
use fogbound::vision::Position;
use rand::RngExt;

use crate::common::cli::fogbound;
use crate::common::{self, AppExt, built, random_commands, simulation};

/// Plays the commands of each frame in one update and returns the world's fingerprint.
fn played(seed: u64, frames: &[&[PlayerCommand]]) -> u64 {
    let mut app = simulation(built(seed));
    for frame in frames {
        app.command(frame.iter().copied());
    }
    fingerprint(app.world_mut())
}

#[test]
fn the_same_commands_give_the_same_world_in_any_frames() {
    for seed in 0..12 {
        let commands = random_commands(seed, 200);
        let one_by_one: Vec<_> = commands.chunks(1).collect();
        let first = played(seed, &one_by_one);
        assert!(first == played(seed, &one_by_one), "again, seed {seed}");
        assert!(
            first == played(seed, &[&commands]),
            "all at once, seed {seed}"
        );

        let mut dice = stream(seed, "frames", 0);
        let mut frames: Vec<&[PlayerCommand]> = Vec::new();
        let mut rest = &commands[..];
        while !rest.is_empty() {
            let (frame, after) = rest.split_at(dice.random_range(0..=rest.len().min(9)));
            frames.push(frame);
            rest = after;
        }
        assert!(
            first == played(seed, &frames),
            "in random frames, seed {seed}"
        );
    }
}

#[test]
fn other_seeds_and_other_commands_give_other_worlds() {
    let commands = random_commands(1, 40);
    let frames: Vec<_> = commands.chunks(1).collect();
    let world = played(1, &frames);
    assert!(world != played(2, &frames));
    // Leave out ten commands. A single command may be a step into a wall, which does not change anything.
    assert!(world != played(1, &frames[10..]));
}

/// If two creatures want the same cell, the one with the lower ID gets it, regardless of which was spawned first.
#[test]
fn deeds_are_done_in_the_order_of_ids() {
    for ids in [[5, 9], [9, 5]] {
        let mut app = simulation(common::drawn("@....\n....."));
        let rivals = [(ids[0], 2), (ids[1], 4)].map(|(id, x)| {
            let way = if x == 2 { East } else { West };
            let rival = (
                Actor::new(ActorId(id), 100),
                Position::new(x, 1),
                Rival(way),
            );
            app.world_mut().spawn(rival).id()
        });
        app.add_systems(Turn, compete.in_set(TurnSystems::Decide));
        app.act(Action::WAIT);
        let first = usize::from(ids[0] > ids[1]);
        assert_eq!(app.place_of(rivals[first]), IVec2::new(3, 1), "{ids:?}");
        assert_ne!(app.place_of(rivals[1 - first]), IVec2::new(3, 1), "{ids:?}");
    }
}

#[derive(Component)]
struct Rival(Direction);

fn compete(mut rivals: Query<(&Rival, &mut Intent)>) {
    for (rival, mut intent) in &mut rivals {
        intent.0 = Some(Action::step(rival.0));
    }
}

/// A creature that is added later acts at the current time, not at a time in the past.
#[test]
fn time_never_runs_backwards() {
    let mut app = simulation(common::drawn("@....\n....."));
    (0..7).for_each(|_| app.act(Action::WAIT));
    let before = app.world().resource::<Clock>().tick;
    let newcomer = app
        .world_mut()
        .spawn((Actor::new(ActorId(7), 100), Position::new(3, 1)))
        .id();
    app.act(Action::WAIT);
    assert!(app.world().resource::<Clock>().tick > before);
    assert!(app.part::<Actor>(newcomer).due >= before);
}

fn screen(seed: &str, keys: &str) -> String {
    fogbound(["play", "--seed", seed, "--frontend", "text", "--keys", keys]).text()
}

#[test]
fn the_program_prints_the_same_screen_every_time() {
    let keys = "llljjjnnnbbb....c]]]f hhhhyyyykkkkuuuu<Up><Numpad3>..[f";
    for seed in ["0", "7", "18446744073709551615"] {
        let first = screen(seed, keys);
        assert!(first.contains('@'), "{first}");
        for _ in 0..3 {
            assert_eq!(screen(seed, keys), first);
        }
    }
    assert_ne!(screen("0", keys), screen("1", keys));
}

/// Keys are handled one by one, however fast they arrive.
#[test]
fn typing_speed_does_not_change_the_screen() {
    let keys = "lljjnn..f]]";
    let typed = screen("3", keys);
    let mut app = common::whole_game(common::dark(built(3)));
    for key in keys.chars() {
        let script: fogbound::control::KeyScript = key.to_string().parse().unwrap();
        script.type_into(&mut app.world_mut().resource_mut());
        (0..9).for_each(|_| app.update());
    }
    assert_eq!(
        app.world().resource::<fogbound::view::Screen>().text(),
        typed
    );
}
