//! Tests of the chance to hit, of damage and of surprise.

use bevy::prelude::*;
use fogbound::game::mind::Shoots;
use fogbound::game::{
    Action, Awareness, Defence, Faction, GameEvent, Happening, Health, Melee, State,
};
use fogbound::grid::Direction;

use super::assert_about;
use crate::common::arena::{arena, creature, events, state, wait};
use crate::common::puppets::{Mood, Puppet, with_puppets};
use crate::common::{AppExt, on_one_thread};

const AWARE: Awareness = Awareness::Hunting {
    last_known: IVec2::ZERO,
};

/// The damage of each blow that hit, and the number of blows that missed.
struct Blows {
    damage: Vec<i32>,
    missed: usize,
}

impl Blows {
    fn among(events: &[GameEvent]) -> Self {
        let damage = events.iter().filter_map(|event| match event.what {
            Happening::Hit { damage, .. } => Some(damage),
            _ => None,
        });
        let missed = |event: &&GameEvent| matches!(event.what, Happening::Missed { .. });
        Self {
            damage: damage.collect(),
            missed: events.iter().filter(missed).count(),
        }
    }

    /// Returns the percentage of hits.
    fn chance(&self) -> f64 {
        let hits = self.damage.len() as f64;
        100.0 * hits / (hits + self.missed as f64)
    }

    /// Returns the minimum and the maximum damage.
    fn range(&self) -> (i32, i32) {
        let least = self.damage.iter().min().unwrap();
        (*least, *self.damage.iter().max().unwrap())
    }
}

const PAIRS: i32 = 40;
const TURNS: u32 = 100;

/// Returns the results of four thousand attacks. Creatures with `arms` perform `action` on targets to their south. The
/// targets have the given defence and awareness.
fn fought(
    arms: impl Bundle + Clone,
    action: impl Fn(IVec2) -> Action,
    defence: i32,
    mood: Awareness,
) -> Blows {
    let row = |inside: &str| format!("#{inside}#\n");
    let (wall, floor) = ("#".repeat(40), ".".repeat(40));
    let chamber = format!("@{}", "#".repeat(39));
    let rows = [&wall, &floor, &floor, &wall, &chamber, &wall].map(|inside| row(inside));
    let mut app = with_puppets(on_one_thread(arena(&rows.concat())));
    for x in 1..=PAIRS {
        let puppet = Puppet(action(IVec2::new(x, 2)));
        creature(&mut app, (x, 1), (arms.clone(), puppet, Faction(2)));
        let target = (Defence(defence), Mood(mood), Health::new(1_000_000, 0));
        creature(&mut app, (x, 2), (target, Faction(7)));
    }
    wait(&mut app, TURNS);
    let blows = Blows::among(&events(&mut app));
    let count = blows.damage.len() + blows.missed;
    assert_eq!(count, PAIRS as usize * TURNS as usize, "one blow a turn");
    blows
}

/// Returns the results of blows with the given accuracy and damage.
fn struck(accuracy: i32, damage: (i32, i32), defence: i32, mood: Awareness) -> Blows {
    let arms = Melee { accuracy, damage };
    fought(arms, |_| Action::attack(Direction::South), defence, mood)
}

#[test]
fn the_chance_to_hit_is_accuracy_minus_defence() {
    for (accuracy, defence) in [(70, 0), (70, 25), (60, 45), (40, -20)] {
        let blows = struck(accuracy, (1, 1), defence, AWARE);
        let what = format!("accuracy {accuracy}, defence {defence}");
        assert_about(blows.chance(), f64::from(accuracy - defence), &what);
    }
}

#[test]
fn the_chance_to_hit_is_between_5_and_95_percent() {
    for (accuracy, defence, chance) in [(300, 0, 95.0), (100, 2, 95.0), (0, 300, 5.0), (3, 0, 5.0)]
    {
        let measured = struck(accuracy, (1, 1), defence, AWARE).chance();
        let what = format!("accuracy {accuracy}, defence {defence}: {measured}");
        assert!((measured - chance).abs() <= 1.5, "{what}");
    }
}

#[test]
fn surprise_adds_30_to_the_chance_and_doubles_damage() {
    for mood in [Awareness::Unaware, Awareness::Asleep] {
        let blows = struck(50, (3, 5), 10, mood);
        assert_about(blows.chance(), 70.0, &format!("{mood:?}"));
        assert_eq!(blows.range(), (6, 10), "{mood:?}");
        assert!(blows.damage.iter().all(|damage| damage % 2 == 0));
    }
    let sure = struck(90, (1, 1), 0, Awareness::Unaware);
    assert!(
        (sure.chance() - 95.0).abs() <= 1.5,
        "surprise does not exceed the limit"
    );
}

#[test]
fn monsters_expecting_an_enemy_are_not_surprised() {
    let at = IVec2::ZERO;
    let searching = Awareness::Searching {
        around: at,
        until: u64::MAX,
    };
    for mood in [Awareness::Noticing { at }, searching, AWARE] {
        let blows = struck(50, (3, 5), 10, mood);
        assert_about(blows.chance(), 40.0, &format!("{mood:?}"));
        assert_eq!(blows.range(), (3, 5), "{mood:?}");
    }
}

#[test]
fn the_player_is_never_surprised() {
    let mut app = with_puppets(on_one_thread(arena("\n#####\n#...#\n#.@.#\n#...#\n#####")));
    let player = app.player().unwrap();
    app.world_mut().entity_mut(player).insert(Defence(10));
    let arms = Melee {
        accuracy: 50,
        damage: (3, 5),
    };
    for way in Direction::ALL {
        let at = IVec2::splat(2) - way.delta();
        creature(&mut app, at.into(), (arms, Puppet(Action::attack(way))));
    }
    wait(&mut app, 400);
    assert_eq!(
        state(&app, player),
        State::Unaware,
        "the player's awareness never changes"
    );
    let blows = Blows::among(&events(&mut app));
    assert_about(blows.chance(), 40.0, "at the player");
    assert_eq!(blows.range(), (3, 5));
}

#[test]
fn damage_is_spread_evenly_over_its_range() {
    let blows = struck(80, (2, 6), 0, AWARE);
    for damage in 2..=6 {
        let count = blows.damage.iter().filter(|&&it| it == damage).count();
        let share = 100.0 * count as f64 / blows.damage.len() as f64;
        assert_about(share, 20.0, &format!("damage of {damage}"));
    }
    assert_eq!(blows.range(), (2, 6));
}

#[test]
fn shots_follow_the_rules_of_blows_with_their_own_numbers() {
    let bow = Shoots {
        range: 7,
        keep: 0,
        accuracy: 65,
        damage: (4, 7),
    };
    let blows = fought(bow, Action::shoot, 20, AWARE);
    assert_about(blows.chance(), 45.0, "a shot");
    assert_eq!(blows.range(), (4, 7));
    let surprise = fought(bow, Action::shoot, 20, Awareness::Asleep);
    assert_about(surprise.chance(), 75.0, "a shot at a sleeper");
    assert_eq!(surprise.range(), (8, 14));
}
