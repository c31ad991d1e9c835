//! Blows, shots, wounds and death.

use bevy::prelude::*;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::kinds::Doer;
use crate::fov::{Exposure, FieldOfView, Sight};
use crate::game::being::{
    Awareness, BlowNumbers, Bout, CHANCES, Clock, Conduct, Death, Depth, Did, Does, FactKind, Fate,
    Goal, Happening, Harm, Health, Held, HuntsBySound, Inventory, Number, Numbers, Occasion,
    OnLevel, Parties, Per, Piece, Player, Quest, Quota, Seed, Senses, Sighting, State, Stroke,
    TICKS_PER_TURN, Things, Wearer, count_done, decision_rng, defence, familiarity, find_player,
    has_room_on, has_room_on_level, note_blow, percent, place_of, reveal, say_worn_helps,
    spawn_thing, take_shield, tell, trigger_by, trigger_with, worn_for,
};
use crate::game::mind::BoundToFog;
use crate::game::sense::knows_of;
use crate::game::sense::{is_in_beam, is_stone, makes_out_at, sees};
use crate::grid::Direction;
use crate::map::TileMap;
use crate::vision::Position;

impl FactKind {
    /// The fire in which the actor stands burned it. The amount is how many hit points it lost.
    pub const SCORCHED: Self = Self::new("scorched");

    /// Something that the actor wears turned a blow, which otherwise would have hit it.
    pub const TURNED: Self = Self::new("turned a blow");

    /// Something took damage in the actor's place. The amount is how many points.
    pub const SHIELDED: Self = Self::new("was shielded");

    /// The actor would have died, but kept one hit point.
    pub const SPARED: Self = Self::new("was spared");

    /// The actor is gone without a trace.
    pub const VANISHED: Self = Self::new("vanished");

    /// The light in which the actor stands hurt it. The amount is how many hit points it lost.
    pub const SEARED: Self = Self::new("seared");
}

/// A blow or a shot.
pub(crate) struct Blow {
    /// The chance to hit a target that has no defence, as a percentage.
    pub(super) accuracy: i32,
    /// The minimum and maximum damage.
    pub(super) damage: (i32, i32),
    pub(super) shot: bool,
    /// Whether the target is stepping out of the attacker's reach.
    pub(super) parting: bool,
    /// The random numbers of a blow that is not an action of its own.
    pub(super) dice: Option<ChaCha8Rng>,
}

impl Blow {
    pub(crate) fn of_effect(
        accuracy: i32,
        damage: (i32, i32),
        shot: bool,
        dice: ChaCha8Rng,
    ) -> Self {
        Self {
            accuracy,
            damage,
            shot,
            parting: false,
            dice: Some(dice),
        }
    }

    /// Returns this blow with random numbers of its own, for an actor that may deal another blow at the same tick.
    pub(super) fn parting(self) -> Self {
        Self {
            parting: true,
            ..self
        }
    }

    /// Hits or misses `target`, which stands on `at`.
    pub(crate) fn land(mut self, world: &mut World, doer: &Doer, target: Entity, at: IVec2) {
        let health = world.get::<Health>(target);
        if health.is_none_or(|health| health.now() == 0) {
            return;
        }
        reveal(world, doer.entity);
        let is_player = |who: Entity| world.get::<Player>(who).is_some();
        // Blows are kept only for the player, who is also told what helped.
        let [of_player, at_player] = [doer.entity, target].map(is_player);
        let mut aim = Aiming::at(world, doer.entity, (target, at));
        let numbers = world.resource::<Numbers>().blows;
        let (in_open, mut factor) = aim.chance_to_hit(&numbers, self.accuracy);
        let mut chance = in_open;
        if self.shot {
            aim.exposure = exposure(world.resource(), doer.at, at);
            (chance, _) = aim.chance_to_hit(&numbers, self.accuracy);
        }
        let is_stone = is_stone(world, target);
        if is_stone {
            factor = 0;
        }
        let share = percent(world, doer.entity, Number::Blows);
        let loudness = numbers.noise * share / 100;
        self.feel(world, doer, target, at);
        for (who, is_player) in [(doer.entity, of_player), (target, at_player)] {
            if note_blow(world, who, doer.tick)
                && is_player
                && let Some(mut bout) = world.get_mut::<Bout>(who)
            {
                *bout = Bout::default();
            }
        }
        if !self.shot {
            trigger_by(world, target, Occasion::TOUCH, Some((doer.entity, doer.at)));
        }
        let seed = world.resource::<Seed>().0;
        let Self { shot, parting, .. } = self;
        let cause = if shot { Harm::Shot } else { Harm::Blow };
        let numbers_of = if parting { "parting" } else { "combat" };
        let usual = || decision_rng(seed, numbers_of, doer.id, doer.tick);
        let mut dice = self.dice.take().unwrap_or_else(usual);
        let drawn = dice.random_range(0..100);
        let misses = drawn >= chance;
        let stroke = Stroke {
            chance,
            drawn,
            felt: aim.penalty.unwrap_or(0),
        };
        if of_player || at_player {
            let player = if of_player { doer.entity } else { target };
            if let Some(mut bout) = world.get_mut::<Bout>(player) {
                bout.add(of_player, stroke);
            }
        }
        let is_turned = !misses && !is_stone && turn_blow(world, target);
        if misses || is_turned {
            let missed = Happening::Missed {
                target,
                shot,
                parting,
                felt: aim.penalty.is_some_and(|it| it > 0),
                covered: misses && drawn < in_open,
                loudness,
            };
            tell(world, doer.entity, at, missed);
            if is_turned {
                let turned = Did::of(FactKind::TURNED);
                let worn = worn_for(world, target, Number::TurnedBlows);
                tell(
                    world,
                    target,
                    at,
                    worn.map_or(turned, |(kind, _)| turned.with(kind)),
                );
            } else if at_player
                && let Some((kind, points)) = worn_for(world, target, Number::Defence)
                && stroke.hits_with(points)
            {
                say_worn_helps(world, target, (Number::Defence, kind), None);
            }
            reveal(world, target);
            let parties = Parties {
                cause,
                ..Parties::them(Some((target, at)))
            };
            trigger_with(world, doer.entity, Occasion::MISS, parties);
            return;
        }
        // Damage is never negative, whatever the monster file says.
        let (least, most) = self.damage;
        let damage = dice.random_range(least..=most.max(least)).max(0);
        let damage = share_of(damage, factor);
        let damage = shield(world, (target, at), damage);
        let end = take_points(world, target, damage, doer.tick);
        let kills = end == Aftermath::Dead;
        let is_quiet = kills && aim.surprised.is_some();
        let hit = Happening::Hit {
            target,
            damage,
            shot,
            parting,
            loudness: if is_quiet { numbers.quiet } else { loudness },
        };
        tell(world, doer.entity, at, hit);
        if of_player {
            let helps = [Number::Accuracy, Number::Surprise].map(|number| {
                let (kind, points) = worn_for(world, doer.entity, number)?;
                let does = match number {
                    Number::Accuracy => !stroke.hits_with(-points),
                    _ => aim.surprised.is_some(),
                };
                does.then_some((number, kind))
            });
            for helps in helps.into_iter().flatten() {
                say_worn_helps(world, doer.entity, helps, None);
            }
        }
        // Being hit makes the target move, which reveals it, but only after the blow.
        reveal(world, target);
        if !is_stone {
            let loss = Parties {
                damage,
                cause,
                ..Parties::default()
            };
            suffer(world, doer, (target, at), loss, end);
        }
        let (occasion, parties) = match kills {
            true => (Occasion::KILL, Parties::it(at)),
            false => (Occasion::BLOW, Parties::them(Some((target, at)))),
        };
        let parties = Parties {
            damage,
            cause,
            ..parties
        };
        trigger_with(world, doer.entity, occasion, parties);
    }

    /// Makes the attacker and the target feel each other after a blow. After a shot, or a blow from a distance, the target
    /// learns only where it came from.
    fn feel(&self, world: &mut World, doer: &Doer, target: Entity, at: IVec2) {
        let is_player = world.get::<Player>(target).is_some();
        let is_beside = !self.shot && (at - doer.at).abs().max_element() <= 1;
        for (one, who, at) in [(doer.entity, target, at), (target, doer.entity, doer.at)] {
            let Some(mut senses) = world.get_mut::<Senses>(one) else {
                continue;
            };
            // The player decides how to react.
            if one == target && !is_player {
                senses.struck_from = Some(at);
            }
            if is_beside {
                senses.felt = Some(Sighting { who, at });
            }
        }
    }
}

/// Returns whether something turns a blow that hits `target`.
fn turn_blow(world: &mut World, target: Entity) -> bool {
    let wearer = world.get::<Wearer>(target);
    let turned = wearer.map_or(0, |it| it.points(Number::TurnedBlows));
    if turned <= 0 {
        return false;
    }
    let quota = Quota {
        most: turned.unsigned_abs(),
        per: Per::Fight,
        key: "turned blows".into(),
    };
    let turns = quota.left(world, target) > 0;
    if turns {
        quota.spend(world, target);
    }
    turns
}

/// Lets what [shields](Number::Shield) a creature on `at` take damage. Returns the rest of it.
fn shield(world: &mut World, (target, at): (Entity, IVec2), damage: i32) -> i32 {
    let taken = take_shield(world, target, damage);
    if taken > 0 {
        let what = Did::of(FactKind::SHIELDED).amount(taken.unsigned_abs());
        tell(world, target, at, what);
    }
    damage - taken
}

/// Takes hit points from `target`, which stands on `at`, by fire, and kills it if none are left.
pub(super) fn wound(world: &mut World, doer: &Doer, target: Entity, at: IVec2, damage: i32) {
    let damage = shield(world, (target, at), damage);
    let end = take_points(world, target, damage, doer.tick);
    let loss = Parties {
        damage,
        cause: Harm::Fire,
        ..Parties::default()
    };
    suffer(world, doer, (target, at), loss, end);
}

/// How a creature is after it has lost hit points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aftermath {
    /// It lives.
    Alive,
    /// It would have died, but one of its [lives](Number::Lives) has left it a hit point.
    Spared,
    /// It has no hit points left.
    Dead,
}

impl Aftermath {
    /// The occasion that arises for one who has survived.
    fn occasion(self) -> Occasion {
        match self {
            Self::Spared => Occasion::SPARED,
            Self::Alive | Self::Dead => Occasion::HIT,
        }
    }
}

/// Takes hit points from `target`.
fn take_points(world: &mut World, target: Entity, damage: i32, tick: u64) -> Aftermath {
    let lives = world.get::<Wearer>(target);
    let lives = lives.is_some_and(|it| it.points(Number::Lives) > 0);
    let Some(mut health) = world.get_mut::<Health>(target) else {
        return Aftermath::Alive;
    };
    health.wound(damage, tick);
    let left = health.now();
    if damage > 0
        && let Some(mut bout) = world.get_mut::<Bout>(target)
    {
        bout.worst = Some(bout.worst.map_or(left, |it| it.min(left)));
    }
    if left > 0 {
        return Aftermath::Alive;
    }
    if !lives {
        return Aftermath::Dead;
    }
    if let Some(mut health) = world.get_mut::<Health>(target) {
        health.set_now(1);
    }
    Aftermath::Spared
}

/// Carries out what a wound causes.
fn suffer(
    world: &mut World,
    doer: &Doer,
    (target, at): (Entity, IVec2),
    loss: Parties,
    end: Aftermath,
) {
    if end == Aftermath::Dead {
        let killer = killer_name(world, target, doer.entity);
        die(world, target, (doer.entity, killer), at);
    } else {
        tell_spared(world, target, at, end);
        let them = Some((doer.entity, doer.at));
        trigger_with(world, target, end.occasion(), Parties { them, ..loss });
    }
}

/// Tells that a creature would have died.
fn tell_spared(world: &mut World, who: Entity, at: IVec2, end: Aftermath) {
    if end == Aftermath::Spared {
        tell(world, who, at, Did::of(FactKind::SPARED));
    }
}

/// Hurts an actor that stands in a fire on `at`. The fire kills it if no hit points are left.
pub(crate) fn scorch(world: &mut World, victim: Entity, at: IVec2, damage: i32) {
    let fire = world.resource::<TileMap>().tile(at).name();
    burn(
        world,
        (victim, at),
        (damage, Harm::Fire),
        Did::of(FactKind::SCORCHED)
            .amount(damage.unsigned_abs())
            .into(),
        fire,
    );
}

/// Hurts an actor that stands on `at` in light that hurts it. The light kills it if no hit points are left.
pub(crate) fn sear(world: &mut World, victim: Entity, at: IVec2, damage: i32) {
    burn(
        world,
        (victim, at),
        (damage, Harm::Other),
        Did::of(FactKind::SEARED)
            .amount(damage.unsigned_abs())
            .into(),
        "light",
    );
}

/// Removes an actor that cannot be any more.
pub(crate) fn dissolve(world: &mut World, victim: Entity, at: IVec2) {
    die(world, victim, (victim, None), at);
}

/// Hurts an actor by what it stands in, or by something else that is called `by`.
pub(crate) fn burn(
    world: &mut World,
    (victim, at): (Entity, IVec2),
    (damage, cause): (i32, Harm),
    what: Happening,
    by: &str,
) {
    if is_stone(world, victim) {
        return;
    }
    let tick = world.resource::<Clock>().tick;
    if world.get::<Health>(victim).is_none() {
        return;
    }
    let damage = shield(world, (victim, at), damage);
    let end = take_points(world, victim, damage, tick);
    let kills = end == Aftermath::Dead;
    tell(world, victim, at, what);
    tell_spared(world, victim, at, end);
    if world.get::<Awareness>(victim) == Some(&Awareness::Asleep) && !kills {
        world.entity_mut(victim).insert(Awareness::Unaware);
        let (from, to) = (State::Asleep, State::Unaware);
        tell(world, victim, at, Happening::StateChanged { from, to });
    }
    reveal(world, victim);
    if kills {
        die(world, victim, (victim, Some(by.to_owned())), at);
    } else {
        let parties = Parties {
            damage,
            cause,
            ..Parties::default()
        };
        trigger_with(world, victim, end.occasion(), parties);
    }
}

/// What an attacker and its target know of each other when a blow falls.
pub(super) struct Aiming {
    /// The percentage points that the attacker loses because it does not see the target, or `None` if it sees it.
    pub(super) penalty: Option<i32>,
    /// The state of a target that the blow surprises.
    surprised: Option<State>,
    /// How much of the target's cell a shooter sees. Walls cover no one from a blow.
    pub(super) exposure: Exposure,
    defence: i32,
    /// How much damage the attacker deals by surprise, in percent of the usual damage.
    by_surprise: u32,
    /// The percentage points that the attacker gains because it knows the target's kind.
    familiarity: i32,
}

impl Aiming {
    /// Returns what the attacker and the target, which stands on `at`, know now.
    pub(super) fn at(world: &World, attacker: Entity, (target, at): (Entity, IVec2)) -> Self {
        let penalty = penalty(world, attacker, (target, at));
        // The player cannot be surprised.
        let awareness = world.get::<Awareness>(target);
        let awareness =
            awareness.filter(|_| penalty.is_none() && world.get::<Player>(target).is_none());
        let surprised = awareness.map(|it| it.state()).filter(|it| match it {
            State::Asleep | State::Unaware => true,
            // One that has lost its enemy, unless it was struck or touched a moment ago.
            State::Searching => world
                .get::<Senses>(target)
                .is_none_or(|it| it.struck_from.is_none() && it.felt.is_none()),
            State::Noticing | State::Hunting => false,
        });
        Self {
            penalty,
            surprised,
            exposure: Exposure::WHOLE,
            defence: defence(world, target),
            by_surprise: surprised.map_or(100, |_| percent(world, attacker, Number::Surprise)),
            familiarity: familiarity(world, attacker, target),
        }
    }

    /// Returns the chance, as a percentage, that an attacker with the given accuracy hits the target, and the damage, as a
    /// percentage of the usual damage.
    pub(super) fn chance_to_hit(&self, numbers: &BlowNumbers, accuracy: i32) -> (i32, i32) {
        let bonus = match self.surprised {
            Some(_) => numbers.surprise,
            None => -self.penalty.unwrap_or(0),
        };
        let times = match self.surprised {
            Some(State::Asleep) => numbers.asleep,
            Some(_) => numbers.unaware,
            None => 1,
        };
        let share = match self.surprised {
            Some(_) => self.by_surprise.min(10_000).cast_signed(),
            None => 100,
        };
        let factor = times.saturating_mul(share);
        let hidden = 100 - self.exposure.percent().cast_signed();
        let bonus = bonus
            .saturating_add(self.familiarity)
            .saturating_sub(numbers.cover * hidden / 100);
        let chance = accuracy.saturating_sub(self.defence).saturating_add(bonus);
        (chance.clamp(CHANCES.0, CHANCES.1), factor)
    }
}

/// Returns how much of the cell `at` one who shoots from the cell `from` sees past what blocks sight.
fn exposure(map: &TileMap, from: IVec2, at: IVec2) -> Exposure {
    let sight = Sight::default().unlimited();
    FieldOfView::new().exposure(map.opacity(), from, at, sight)
}

/// Returns the percentage points that an attacker loses because it does not see its target, which stands on `at`, or
/// `None` if it sees the target. A hunter by sound loses nothing: it needs no eyes to strike.
fn penalty(world: &World, attacker: Entity, (target, at): (Entity, IVec2)) -> Option<i32> {
    if sees(world, attacker, target, at) {
        return None;
    }
    if world.get::<HuntsBySound>(attacker).is_some() {
        return Some(0);
    }
    let numbers = &world.resource::<Numbers>().blows;
    let eye = place_of(world, attacker);
    let is_beside = eye.is_some_and(|eye| Direction::from_delta(at - eye).is_some());
    let gave_itself_away = world
        .get::<Conduct>(target)
        .is_some_and(|it| it.struck_from == Some(at));
    let points = [
        Some(numbers.felt),
        (is_beside && gave_itself_away).then_some(numbers.given_away),
        eye.filter(|eye| is_in_beam(world.resource(), target, *eye))
            .map(|_| numbers.in_beam),
    ];
    points.into_iter().flatten().min()
}

pub(super) fn share_of(damage: i32, percent: i32) -> i32 {
    let share = i64::from(damage) * i64::from(percent) / 100;
    i32::try_from(share).unwrap_or(i32::MAX)
}

/// Returns the name of the player's killer, or `None` if the player did not see it.
fn killer_name(world: &World, dead: Entity, killer: Entity) -> Option<String> {
    world.get::<Player>(dead)?;
    let killer_at = world.get::<Position>(killer)?.0;
    let name = world.get::<Name>(killer)?;
    makes_out_at(world, dead, killer, killer_at).then(|| name.to_string())
}

/// Ends the game if the player died. Otherwise replaces the dead creature with a corpse. The killer comes with its name,
/// if the player knows it.
fn die(world: &mut World, dead: Entity, (by, killer): (Entity, Option<String>), at: IVec2) {
    tell(world, dead, at, Happening::Died { by });
    let killer_at = place_of(world, by).filter(|_| by != dead);
    trigger_by(world, dead, Occasion::DEATH, killer_at.map(|at| (by, at)));
    if world.get::<Player>(dead).is_some() {
        let turn = world.resource::<Clock>().turn();
        let depth = world.resource::<Depth>().0;
        let death = Death {
            killer,
            at,
            depth,
            turn,
        };
        // A player who has already left the dungeon has won, even when killed at the same moment.
        if world.resource::<Fate>().is_alive() {
            world.insert_resource(Fate::Died(death));
        }
        return;
    }
    count_kill(world, (dead, at));
    empty_pack(world, dead, at);
    let name = world.get::<Name>(dead).cloned();
    let name = name.filter(|_| world.get::<BoundToFog>(dead).is_none());
    let corpse = name.and_then(|name| world.resource_mut::<Things>().corpse_of(name.as_str()));
    if let Some(corpse) = corpse.filter(|_| has_room_on(world, at)) {
        world.spawn((corpse, Position(at), OnLevel));
    }
    world.despawn(dead);
}

/// Counts a death for the goals of the game. If the player doesn't know that the creature was there, the death counts only
/// when the player sees the corpse.
fn count_kill(world: &mut World, (dead, at): (Entity, IVec2)) {
    if world.resource::<Quest>().goals.is_plain() {
        return;
    }
    let (Some((player, _)), Some(name)) = (find_player(world), world.get::<Name>(dead)) else {
        return;
    };
    let name = name.to_string();
    if knows_of(world, player, dead, at) {
        count_done(world, Does::Kill, &name);
        return;
    }
    let depth = world.resource::<Depth>().0;
    let mut quest = world.resource_mut::<Quest>();
    let is_goal = |it: &Goal| it.does == Does::Kill && it.what == name;
    if quest.goals.iter().any(is_goal) {
        quest.unseen.push((depth, at, name));
    }
}

/// Makes a creature go without a trace, except for what it carries.
pub(crate) fn vanish(world: &mut World, who: Entity, at: IVec2) {
    tell(world, who, at, Did::of(FactKind::VANISHED));
    empty_pack(world, who, at);
    world.despawn(who);
}

/// Leaves everything that an actor carries on its cell, as far as the level has room.
fn empty_pack(world: &mut World, who: Entity, at: IVec2) {
    let Some(pack) = world.entity_mut(who).take::<Inventory>() else {
        return;
    };
    for (_, held) in pack.iter() {
        for _ in 0..held.count {
            if has_room_on_level(world) {
                let Held { kind, spent, .. } = held;
                spawn_thing(world, Piece { kind, spent }, at);
            }
        }
    }
}

/// Makes an actor temporarily easier to notice.
pub(super) fn be_conspicuous(world: &mut World, doer: &Doer) {
    if let Some(mut conduct) = world.get_mut::<Conduct>(doer.entity) {
        conduct.conspicuous_until = conspicuous_until(doer.tick);
    }
}

/// Makes an actor conspicuous, and gives away where it stands, because it has chosen to strike or shoot.
pub(super) fn give_away(world: &mut World, doer: &Doer) {
    be_conspicuous(world, doer);
    if let Some(mut conduct) = world.get_mut::<Conduct>(doer.entity) {
        conduct.struck_from = Some(doer.at);
    }
}

/// Returns the tick until which an actor that ran or fought at `tick` is conspicuous.
pub(super) fn conspicuous_until(tick: u64) -> u64 {
    tick + TICKS_PER_TURN + 1
}
