//! A name that was given never changes its meaning.

use std::collections::BTreeMap;

use bevy::prelude::*;
use fogbound::explorer::{Bot, Temperament};
use fogbound::game::{
    Action, GameEvent, Places, PlayerCommand, Snapshot, Witnessed, carry_out, fingerprint,
};
use fogbound::grid::Direction::East;

use super::{names, places, tell_all};
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built_small, depth, drawn, every_other_dark, simulation};

/// Has a bot give its next command. Returns the command, or `None` if the bot has nothing left to do.
fn next(app: &mut App, bot: &mut Bot) -> Option<PlayerCommand> {
    let world = app.world_mut();
    let command = bot.next(world)?;
    carry_out(world, command);
    world.resource_mut::<Messages<GameEvent>>().clear();
    world.resource_mut::<Messages<Witnessed>>().clear();
    Some(command)
}

/// Asserts that `now` has everything that `before` had. Returns whether it has more.
#[track_caller]
fn assert_goes_on(before: &Places, now: &Places, cells: &[IVec2]) -> bool {
    for (index, old) in before.iter().enumerate() {
        let new = now.get(index).unwrap();
        assert_eq!((old.kind, old.number), (new.kind, new.number));
        assert_eq!(old.first, new.first);
        assert!(old.landmark.is_none() || old.landmark == new.landmark);
        assert_eq!(now.named(&old.name()), Some(index));
    }
    let mut grows = false;
    for &cell in cells {
        let (old, new) = (before.index_at(cell), now.index_at(cell));
        assert!(
            old.is_none() || old == new,
            "{cell}: {old:?} became {new:?}"
        );
        assert!(!before.is_opening(cell) || now.is_opening(cell), "{cell}");
        grows |= old != new;
    }
    grows
}

#[test]
fn names_never_change_over_fifty_games() {
    let counts = on_all_cores(0..50, |seed| {
        let setup = match seed % 4 {
            0 => every_other_dark(seed / 4),
            _ => built_small(seed),
        };
        let mut app = simulation(setup);
        let mut bot = Bot::new(Temperament::ALL[(seed % 3) as usize]);
        let mut levels: BTreeMap<u32, Places> = BTreeMap::new();
        let mut grown = 0;
        for _ in 0..250 {
            if next(&mut app, &mut bot).is_none() {
                break;
            }
            let now = depth(&app);
            let cells: Vec<IVec2> = app.map().iter().map(|it| it.0).collect();
            if let Some(before) = levels.get(&now) {
                grown += u32::from(assert_goes_on(before, places(&app), &cells));
            }
            levels.insert(now, places(&app).clone());
        }
        grown
    });
    let grown: u32 = counts.iter().sum();
    assert!(grown > 1_000, "places grew only {grown} times");
}

#[test]
fn a_level_keeps_its_names_while_the_player_is_elsewhere() {
    let mut app = simulation(drawn(
        "
##############
#@>..#.......#
#....+.......#
##<###########
##############",
    ));
    app.step(East);
    tell_all(&mut app);
    let before = places(&app).clone();
    assert_eq!(before.iter().count(), 2);
    app.act(Action::TAKE_STAIRS);
    assert_eq!(depth(&app), 2);
    // The level below looks the same, but the player has not seen its second room.
    assert_eq!(places(&app).iter().count(), 1);
    let player = app.player().unwrap();
    app.put(player, (2, 3));
    app.act(Action::TAKE_STAIRS);
    assert_eq!(depth(&app), 1);
    let cells: Vec<IVec2> = app.map().iter().map(|it| it.0).collect();
    assert!(!assert_goes_on(&before, places(&app), &cells));
}

#[test]
fn a_replay_and_a_snapshot_give_the_same_names() {
    let differ = on_all_cores(0..8, |seed| {
        let mut app = simulation(built_small(seed));
        let mut bot = Bot::new(Temperament::ALL[0]);
        let mut commands = Vec::new();
        let mut middle = None;
        for turn in 0..160 {
            if turn == 80 {
                middle = Some((
                    Snapshot::take(app.world_mut()).unwrap(),
                    names(&app),
                    commands.len(),
                ));
            }
            commands.extend(next(&mut app, &mut bot));
        }
        let (ends, print) = (names(&app), fingerprint(app.world_mut()));
        assert!(!ends.is_empty());

        let mut again = simulation(built_small(seed));
        for command in &commands {
            carry_out(again.world_mut(), *command);
        }
        assert_eq!(
            (names(&again), fingerprint(again.world_mut())),
            (ends.clone(), print)
        );

        let (snapshot, then, at) = middle.unwrap();
        snapshot.restore(app.world_mut());
        assert_eq!(names(&app), then, "{seed}");
        for command in &commands[at..] {
            carry_out(app.world_mut(), *command);
        }
        assert_eq!(
            (names(&app), fingerprint(app.world_mut())),
            (ends, print),
            "{seed}"
        );
        then != names(&app)
    });
    assert!(
        differ.contains(&true),
        "no game had new names after the snapshot"
    );
}
