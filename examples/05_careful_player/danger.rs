//! What a fight would cost, by the numbers of the bestiary: what an old hand knows by heart.

use fogbound::game::bestiary::Monster;
use fogbound::game::mind::{Flees, Guards, OpensDoors, RaisesAlarm, Shoots, StillWhenWatched};

/// What the player's own blows are worth: chance to hit in percent, and mean damage.
const ACCURACY: i32 = 80;
const DAMAGE: f32 = 4.0;
/// What is taken off a monster's chance to hit the player.
const DEFENCE: i32 = 10;

fn chance(percent: i32) -> f32 {
    percent.clamp(5, 95) as f32 / 100.0
}

fn mean((least, most): (i32, i32)) -> f32 {
    (least + most) as f32 / 2.0
}

/// How much health a monster takes each turn in which it reaches the player.
pub fn harm(kind: &Monster) -> f32 {
    // The player sees all around: what stands still under its eyes cannot strike.
    if kind.minds.get::<StillWhenWatched>().is_some() {
        return 0.0;
    }
    let blows = chance(kind.accuracy - DEFENCE) * mean(kind.damage);
    let shots = kind.minds.get::<Shoots>();
    let shots = shots.map_or(0.0, |bow| chance(bow.accuracy - DEFENCE) * mean(bow.damage));
    blows.max(shots) * kind.speed as f32 / 100.0
}

/// How many turns of blows it takes to kill one that has so much health left.
pub fn toughness(kind: &Monster, health: i32) -> f32 {
    let heals = match kind.regeneration {
        0 => 0.0,
        ticks => 100.0 / ticks as f32,
    };
    let wear = (chance(ACCURACY - kind.defence) * DAMAGE - heals).max(0.1);
    // The last blow does more than it need.
    let turns = (health as f32 + 1.0) / wear;
    // One that runs away when hurt is out of the fight before.
    let flees = kind
        .minds
        .get::<Flees>()
        .map_or(0, |flees| flees.below.min(60));
    turns.max(1.0) * (1.0 - 0.5 * flees as f32 / 100.0)
}

/// How much health it costs to kill these, one after the other, of whom at most `abreast` reach the player
/// at once. Archers reach it from anywhere. Each is a kind and the health it has left.
pub fn cost(foes: &[(&Monster, i32)], abreast: usize) -> f32 {
    let mut foes: Vec<(f32, f32, bool)> = foes
        .iter()
        .map(|&(kind, health)| (harm(kind), toughness(kind, health), shoots(kind)))
        .collect();
    // Those who hurt most for the time it takes to kill them go first.
    foes.sort_by(|one, other| (other.0 * one.1).total_cmp(&(one.0 * other.1)));
    let mut cost = 0.0;
    for (number, &(_, turns, _)) in foes.iter().enumerate() {
        let rest = foes[number..].iter().enumerate();
        let reach = rest.filter(|(place, foe)| *place < abreast || foe.2);
        cost += turns * reach.map(|(_, foe)| foe.0).sum::<f32>();
    }
    // The player strikes first.
    let first: f32 = foes.iter().take(abreast).map(|foe| foe.0).sum();
    (cost - first / 2.0).max(0.0)
}

pub fn shoots(kind: &Monster) -> bool {
    kind.minds.get::<Shoots>().is_some()
}

pub fn opens_doors(kind: &Monster) -> bool {
    kind.minds.get::<OpensDoors>().is_some()
}

/// Whether it calls others.
pub fn calls(kind: &Monster) -> bool {
    kind.minds.get::<RaisesAlarm>().is_some()
}

/// Whether it never leaves its cell. One that sees and does not move at all is as good as rooted.
pub fn is_rooted(kind: &Monster) -> bool {
    let minds: Vec<&str> = kind.minds.names().collect();
    let guards = kind.minds.get::<Guards>();
    guards.is_some_and(|guard| guard.radius == 0)
        || !minds
            .iter()
            .any(|name| ["Wanders", "Hunts", "HuntsBySound"].contains(name))
}

/// How far away it notices somebody, at most.
pub fn sight(kind: &Monster) -> i32 {
    let radius = kind.sight.and_then(|sight| sight.radius);
    radius.map_or(1, |radius| radius.min(30) as i32)
}
