//! Tests of how likely a creature is to heed what it hears and to notice what it sees.

use bevy::prelude::*;
use fogbound::fov::{Shape, Sight};
use fogbound::game::{Action, Actor, Awareness, Breath, Health, State};
use fogbound::grid::Direction::East;
use fogbound::vision::Viewshed;

use super::assert_about;
use crate::common::arena::{arena, creature, distance, ears, state, wait};
use crate::common::{AppExt, on_one_thread, tick};

const SIDE: i32 = 29;
const CENTRE: IVec2 = IVec2::splat(SIDE / 2);

/// Creatures that are all at the same distance from the middle of a hall, and the player just west of the middle.
struct Ring {
    app: App,
    all: Vec<Entity>,
}

impl Ring {
    fn new(radius: i32, parts: impl Bundle + Clone) -> Self {
        let is_edge = |i: i32| i == 0 || i == SIDE - 1;
        let tile = |x, y| match IVec2::new(x, y) {
            at if at == CENTRE - IVec2::X => '@',
            _ if is_edge(x) || is_edge(y) => '#',
            _ => '.',
        };
        let row = |y| (0..SIDE).map(|x| tile(x, y)).chain(['\n']).collect();
        let drawing: String = (0..SIDE).map(row).collect::<Vec<String>>().concat();
        let mut app = on_one_thread(arena(&drawing));
        let cells = (0..SIDE * SIDE).map(|i| IVec2::new(i % SIDE, i / SIDE));
        let ring = cells.filter(|&at| distance(at, CENTRE) == radius && at != CENTRE - IVec2::X);
        let all = ring.map(|at| creature(&mut app, at.into(), parts.clone()));
        Self {
            all: all.collect(),
            app,
        }
    }

    /// Sets the awareness of all creatures to `mood` and makes them due now. Puts the player, with full breath, at the
    /// offset `from` from the middle.
    fn reset(&mut self, from: IVec2, mood: Awareness) {
        let now = tick(&self.app);
        let player = self.app.player().unwrap();
        self.app.put(player, (CENTRE + from).into());
        self.app
            .world_mut()
            .entity_mut(player)
            .insert(Breath::default());
        for &it in &self.all {
            let mut it = self.app.world_mut().entity_mut(it);
            it.insert(mood);
            it.get_mut::<Actor>().unwrap().due = now;
        }
    }

    /// Returns the percentage of creatures whose state is changed by `round`, averaged over many rounds.
    fn percent(&mut self, from: IVec2, mood: Awareness, round: impl Fn(&mut App)) -> f64 {
        let rounds = 3200 / self.all.len();
        let mut changed = 0;
        for _ in 0..rounds {
            self.reset(from, mood);
            round(&mut self.app);
            let is_changed = |&&it: &&Entity| state(&self.app, it) != mood.state();
            changed += self.all.iter().filter(is_changed).count();
        }
        100.0 * changed as f64 / (rounds * self.all.len()) as f64
    }
}

/// Returns the percentage of blind listeners at a distance of `radius` that heed the player's action. The action takes
/// the player to the middle.
fn heeded(mood: Awareness, radius: i32, action: Action) -> f64 {
    let blind = Viewshed::new(Sight::default().with_radius(0));
    let mut ring = Ring::new(radius, (ears(), blind));
    ring.percent(-IVec2::X, mood, |app| {
        app.act(action);
        wait(app, 1);
    })
}

#[test]
fn the_unaware_heed_louder_noises_more_often() {
    let step = |radius| heeded(Awareness::Unaware, radius, Action::step(East));
    assert_about(step(1), 40.0, "a step beside");
    assert_about(step(2), 25.0, "a step two cells off");
    assert_eq!(step(3), 0.0, "a step three cells off");
    let run = |radius| heeded(Awareness::Unaware, radius, Action::run(East));
    assert_eq!(run(4), 100.0, "a run that would carry five cells further");
    assert_about(run(5), 85.0, "a run five cells off");
    assert_about(run(7), 55.0, "a run seven cells off");
    assert_about(run(9), 25.0, "a run nine cells off");
    assert_eq!(run(10), 0.0, "a run ten cells off");
}

#[test]
fn sleepers_heed_noises_less_often_than_the_unaware() {
    let step = |radius| heeded(Awareness::Asleep, radius, Action::step(East));
    assert_about(step(1), 16.0, "a step beside");
    assert_about(step(2), 10.0, "a step two cells off");
    assert_eq!(step(3), 0.0, "a step three cells off");
    let run = |radius| heeded(Awareness::Asleep, radius, Action::run(East));
    assert_about(run(4), 40.0, "a run four cells off");
    assert_about(run(9), 10.0, "a run nine cells off");
}

/// Returns the percentage of deaf watchers that notice the player's action within a turn. The watchers have a sight
/// radius of 12 and are `radius` cells from the middle.
fn noticed(mood: Awareness, radius: i32, from: IVec2, action: Action) -> f64 {
    watchers(radius).percent(from, mood, |app| app.act(action))
}

fn watchers(radius: i32) -> Ring {
    let sight = Sight::default().with_radius(12).with_shape(Shape::Square);
    Ring::new(radius, Viewshed::new(sight))
}

#[test]
fn the_odds_of_being_noticed_fall_linearly_with_distance() {
    for (radius, chance) in [(1, 95.0), (5, 69.0), (9, 42.0), (12, 22.0)] {
        let odds = noticed(Awareness::Unaware, radius, IVec2::ZERO, Action::WAIT);
        assert_about(odds, chance, &format!("from {radius} cells"));
    }
    let beyond = noticed(Awareness::Unaware, 13, IVec2::ZERO, Action::WAIT);
    assert_eq!(beyond, 0.0, "out of sight");
}

#[test]
fn running_and_crying_out_double_the_odds_of_being_noticed() {
    let walks = noticed(Awareness::Unaware, 9, -IVec2::X, Action::step(East));
    assert_about(walks, 42.0, "walks");
    let runs = noticed(Awareness::Unaware, 9, -IVec2::X, Action::run(East));
    assert_about(runs, 84.0, "runs");
    let cries = noticed(Awareness::Unaware, 9, IVec2::ZERO, Action::cry(1));
    assert_about(cries, 84.0, "cries");
    let near = noticed(Awareness::Unaware, 5, -IVec2::X, Action::run(East));
    assert_eq!(near, 100.0, "runs, five cells off");
}

#[test]
fn fighting_doubles_the_odds_of_being_noticed_for_a_turn_longer() {
    for (turns_later, chance) in [(0, 84.0), (1, 84.0), (2, 42.0)] {
        let mut ring = watchers(9);
        // The victim is on the watchers' side, so the watchers look at the player.
        let tough = Health::new(1_000_000, 0);
        creature(&mut ring.app, (CENTRE + IVec2::X).into(), tough);
        let all = ring.all.clone();
        let odds = ring.percent(IVec2::ZERO, Awareness::Unaware, |app| {
            app.act(Action::attack(East));
            for _ in 0..turns_later {
                for &it in &all {
                    app.world_mut().entity_mut(it).insert(Awareness::Unaware);
                }
                wait(app, 1);
            }
        });
        assert_about(odds, chance, &format!("{turns_later} turns after a blow"));
    }
}

#[test]
fn a_sleeper_is_six_times_less_likely_to_notice_the_player() {
    let beside = noticed(Awareness::Asleep, 1, IVec2::ZERO, Action::WAIT);
    assert_about(beside, 15.0, "beside");
    let far = noticed(Awareness::Asleep, 12, IVec2::ZERO, Action::WAIT);
    assert!((1.5..=5.0).contains(&far), "twelve cells off: {far}");
}

/// For a monster that is already noticing the player, the next look is 40 percentage points more likely to succeed.
#[test]
fn a_noticing_monster_is_soon_sure() {
    let mut ring = watchers(9);
    let at = CENTRE;
    let sure = ring.percent(IVec2::ZERO, Awareness::Noticing { at }, |app| {
        app.act(Action::WAIT)
    });
    assert_about(sure, 82.0, "looking");
    let hunts = ring
        .all
        .iter()
        .filter(|&&it| state(&ring.app, it) == State::Hunting);
    assert!(hunts.count() > 0);
}
