//! The conditions of effects that come with the game: about a creature, its cell, the cells and creatures around it, or
//! what has just happened.
//!
//! A monster's own effects judge conditions by what is true. The effects of a thing judge them by what its user knows, so
//! that a thing never tells its user what the user cannot perceive.

use bevy::prelude::*;

use super::knows::{known_tile, knows_of};
use super::looking::line_of_sight;
use crate::game::being::{
    Actor, Argument, Awareness, Bearer, Condition, Effect, Faction, Harm, Health, Incident,
    Inventory, Occupancy, Player, State, Subject, Tags, Takes, Things, YOU, place_of,
};
use crate::map::{Density, TileMap};
use crate::vision::{LightMap, Viewshed};

/// How near another creature on the same side must be for a creature not to be alone, in steps, where a diagonal step
/// counts as one.
const NEAR: u32 = 8;

/// Returns whether the tests of an effect succeed, of each list one, and it may take place once more.
fn may_happen(world: &World, effect: &Effect, incident: &Incident) -> bool {
    effect.may_by_itself(world, incident) && may_with_others(world, effect, incident)
}

/// Returns whether those tests of an effect succeed that are about others, too, and it may take place once more.
pub(crate) fn may_with_others(world: &World, effect: &Effect, incident: &Incident) -> bool {
    let quota = effect.quota();
    effect.others_suit(world, incident) && quota.is_none_or(|it| it.left(world, incident.owner) > 0)
}

/// Returns whether an effect of a thing would do nothing for `who` if `who` used the thing now, as far as `who` knows.
pub(crate) fn is_vain(world: &World, who: Entity, effect: &Effect) -> bool {
    let (Some(incident), Some(verb)) = (effect.if_used(world, who), effect.verb()) else {
        return true;
    };
    effect.only_harms_user()
        || !may_happen(world, effect, &incident)
        || verb.is_idle(world, &incident)
}

impl Condition {
    /// No light reaches the cell. Never holds in a world without darkness.
    pub const DARK: Self = Self {
        name: "dark",
        for_you: "in the dark",
        for_it: "in the dark",
        for_other: "if the other is in the dark",
        about: "no light reaches the monster's cell; never in a world without darkness",
        subject: Subject::Cell,
        holds: |world, incident, _| !is_lit(world, incident.at),
        ..Self::PLAIN
    };
    /// At least this much light falls on the cell.
    pub const BRIGHT: Self = Self {
        name: "bright",
        takes: Takes::Number(5, 100),
        for_you: "in light of at least {}",
        for_it: "in light of at least {}",
        for_other: "if the light there is at least {}",
        about: "light of at least this [level](light.md) falls on the monster's cell, 5 if left out",
        subject: Subject::Cell,
        holds: |world, incident, level| {
            let light = world.resource::<LightMap>();
            !light.is_lit_world() || light.level(incident.at) >= level.number()
        },
    };
    /// Light reaches the cell. Always holds in a world without darkness.
    pub const LIT: Self = Self {
        name: "lit",
        for_you: "in the light",
        for_it: "in the light",
        for_other: "if the other is in the light",
        about: "light reaches the monster's cell, perhaps its own",
        subject: Subject::Cell,
        holds: |world, incident, _| is_lit(world, incident.at),
        ..Self::PLAIN
    };
    /// The creature has at most this percentage of its health.
    pub const HURT: Self = Self {
        name: "hurt",
        takes: Takes::Number(50, 100),
        for_you: "if you have at most {}% of your health",
        for_it: "while it has at most {}% of its health",
        for_other: "if the other has at most {}% of its health",
        about: "the monster has at most this percentage of its health, 50 if left out",
        holds: |world, incident, most| {
            let health = world.get::<Health>(incident.who);
            health.is_none_or(|it| it.percent().unsigned_abs() <= most.number())
        },
        ..Self::PLAIN
    };
    /// No other creature on the same side is near, with nothing between them that blocks the view.
    pub const ALONE: Self = Self {
        name: "alone",
        for_you: "if you are alone",
        for_it: "while alone",
        for_other: "if the other is alone",
        about: "no other creature of its faction is within eight cells, with a clear line between them",
        holds: |world, incident, _| friends(world, incident, 1) == 0,
        ..Self::PLAIN
    };
    /// At least this many others on the same side are near.
    pub const CROWD: Self = Self {
        name: "crowd",
        takes: Takes::Number(3, 99),
        for_you: "if {} of your friends are near",
        for_it: "with {} others of its side near",
        for_other: "if {} friends of the other are near",
        about: "at least this many others of its faction are within eight cells, with a clear line between them, 3 if left out",
        holds: |world, incident, least| {
            let least = least.number() as usize;
            friends(world, incident, least) >= least
        },
        ..Self::PLAIN
    };
    /// The other party is at most this many steps from the creature that has the effect.
    pub const NEAR: Self = Self {
        name: "near",
        takes: Takes::Number(1, 99),
        for_other: "if that is at most {} away",
        about: "the other, or the cell, is at most this many steps from the monster, 1 if left out; only for `them` and `it`",
        subject: Subject::Elsewhere,
        holds: |_, incident, most| {
            distance(incident.at, incident.from) <= most.number().cast_signed()
        },
        ..Self::PLAIN
    };
    /// The effect before this one has just taken place.
    pub const DID: Self = Self {
        name: "did",
        for_you: "and that happened",
        for_it: "and that happened",
        about: "the effect before this one in the list has just taken place: its conditions held, its chance came and its limit was not reached",
        subject: Subject::Own,
        holds: |_, incident, _| incident.did,
        ..Self::PLAIN
    };
    /// An enemy sees the cell.
    pub const SEEN: Self = Self {
        name: "seen",
        for_you: "if an enemy sees you",
        for_it: "while seen",
        for_other: "if the other is seen by an enemy",
        about: "an enemy sees the monster's cell",
        subject: Subject::Cell,
        holds: |world, incident, _| is_seen(world, incident),
        ..Self::PLAIN
    };
    /// No enemy sees the cell.
    pub const UNSEEN: Self = Self {
        name: "unseen",
        for_you: "if no enemy sees you",
        for_it: "while unseen",
        for_other: "if no enemy sees the other",
        about: "no enemy sees the monster's cell",
        subject: Subject::Cell,
        holds: |world, incident, _| !is_seen(world, incident),
        ..Self::PLAIN
    };
    /// An enemy is at most this many steps away.
    pub const CLOSE: Self = Self {
        name: "close",
        takes: Takes::Number(1, 99),
        for_you: "if an enemy is at most {} away",
        for_it: "with an enemy at most {} away",
        for_other: "if an enemy of the other is at most {} away",
        about: "an enemy is at most this many steps away, 1 if left out",
        subject: Subject::Cell,
        holds: |world, incident, most| {
            let own = side(world, incident);
            let near = world
                .resource::<Occupancy>()
                .near(incident.at, most.number());
            count(world, incident, near, 1, |_, side, _| {
                are_hostile(own, side)
            }) > 0
        },
    };
    /// The creature sleeps.
    pub const ASLEEP: Self = Self {
        name: "asleep",
        for_you: "while you sleep",
        for_it: "while asleep",
        for_other: "if the other is asleep",
        about: "the monster is asleep",
        holds: |world, incident, _| {
            world.get::<Awareness>(incident.who) == Some(&Awareness::Asleep)
        },
        ..Self::PLAIN
    };
    /// The creature hunts an enemy.
    pub const HUNTS: Self = Self {
        name: "hunts",
        for_you: "while you hunt",
        for_it: "while hunting",
        for_other: "if the other is hunting",
        about: "the monster hunts an enemy",
        holds: |world, incident, _| {
            let awareness = world.get::<Awareness>(incident.who);
            awareness.is_some_and(|it| it.state() == State::Hunting)
        },
        ..Self::PLAIN
    };
    /// The creature is an enemy of the one that has the effect.
    pub const ENEMY: Self = Self {
        name: "enemy",
        for_other: "if the other is an enemy",
        about: "the other is an enemy of the monster; only for `them`",
        subject: Subject::Other,
        holds: |world, incident, _| {
            let side = world.get::<Faction>(incident.who);
            side.is_some_and(|it| are_hostile(incident.side, *it))
        },
        ..Self::PLAIN
    };
    /// The creature is on the side of the one that has the effect.
    pub const FRIEND: Self = Self {
        name: "friend",
        for_other: "if the other is a friend",
        about: "the other is on the monster's side; only for `them`",
        subject: Subject::Other,
        holds: |world, incident, _| {
            let side = world.get::<Faction>(incident.who);
            side.is_some_and(|it| incident.side == Some(*it))
        },
        ..Self::PLAIN
    };
    /// The creature that has the effect perceives the other one.
    pub const PERCEIVED: Self = Self {
        name: "perceived",
        for_other: "if the other is perceived",
        about: "the monster sees or feels the other; only for `them`, and useful for `only`",
        subject: Subject::Other,
        holds: |world, incident, _| knows_of(world, incident.owner, incident.who, incident.at),
        ..Self::PLAIN
    };
    /// The blow was a shot.
    pub const SHOT: Self = Self {
        name: "shot",
        for_you: "if it was a shot",
        for_it: "if it was a shot",
        about: "the blow of this occasion was a shot, on `hit`, `spared`, `blow`, `miss` and `kill`; `not shot` is hand to hand",
        subject: Subject::Own,
        holds: |_, incident, _| incident.cause == Harm::Shot,
        ..Self::PLAIN
    };
    /// Fire did it.
    pub const BURNT: Self = Self {
        name: "burnt",
        for_you: "if fire did it",
        for_it: "if fire did it",
        about: "fire cost the hit points of this occasion, on `hit` and `spared`: a burning cell, or a breath of fire",
        subject: Subject::Own,
        holds: |_, incident, _| incident.cause == Harm::Fire,
        ..Self::PLAIN
    };
    /// The creature is of this kind.
    pub const KIND: Self = Self {
        name: "is",
        takes: Takes::Monster,
        for_you: "if you are a {}",
        for_it: "while a {}",
        for_other: "if the other is a {}",
        about: "the monster is of this kind, or has this [tag](monsters.md#3-fields), such as `them is goblin` or `them is undead`; the player is of the kind `you`",
        holds: |world, incident, kind| {
            let Some(kind) = kind.name() else {
                return false;
            };
            let name = world.get::<Name>(incident.who).map(Name::as_str);
            let tags = world.get::<Tags>(incident.who);
            name == Some(kind)
                || tags.is_some_and(|it| it.0.iter().any(|it| it == kind))
                || kind == YOU && world.get::<Player>(incident.who).is_some()
        },
        ..Self::PLAIN
    };
    /// The creature has this thing in its pack or, without a name, anything.
    pub const CARRIES: Self = Self {
        name: "carries",
        takes: Takes::Thing,
        for_you: "if you carry {}",
        for_it: "while carrying {}",
        for_other: "if the other carries {}",
        about: "the monster has this thing in its pack or, without a name, anything",
        holds: |world, incident, thing| has(world, incident, thing, false),
        ..Self::PLAIN
    };
    /// The creature wears this thing or, without a name, anything.
    pub const WEARS: Self = Self {
        name: "wears",
        takes: Takes::Thing,
        for_you: "if you wear {}",
        for_it: "while wearing {}",
        for_other: "if the other wears {}",
        about: "the monster wears this thing or, without a name, anything",
        holds: |world, incident, thing| has(world, incident, thing, true),
        ..Self::PLAIN
    };
    /// The other creature sees the one that has the effect.
    pub const SEES: Self = Self {
        name: "sees",
        for_other: "if the other sees it",
        about: "the other sees the monster; only for `them`",
        subject: Subject::Other,
        holds: |world, incident, _| {
            let view = world.get::<Viewshed>(incident.who);
            let at = place_of(world, incident.owner);
            view.zip(at).is_some_and(|(view, at)| {
                let opacity = world.resource::<TileMap>().opacity();
                let is_awake = world.get::<Awareness>(incident.who) != Some(&Awareness::Asleep);
                is_awake && world.resource::<LightMap>().sees(opacity, view, at)
            })
        },
        ..Self::PLAIN
    };
    /// The cell has this tile.
    pub const ON: Self = Self {
        name: "on",
        takes: Takes::Tile,
        for_you: "on {}",
        for_it: "on {}",
        for_other: "if the other is on {}",
        about: "the tile under the monster has this name, or these last words of one, such as `on water`",
        subject: Subject::Cell,
        holds: |world, incident, name| {
            let tile = match incident.of {
                Bearer::Thing => known_tile(world, incident.owner, incident.at),
                Bearer::Monster => world.resource::<TileMap>().get(incident.at),
            };
            tile.zip(name.name())
                .is_some_and(|(tile, name)| tile.is_called(name))
        },
    };
    /// Fog or smoke hides the cell.
    pub const MISTY: Self = Self {
        name: "misty",
        for_you: "in fog or smoke",
        for_it: "in fog or smoke",
        for_other: "if the other is in fog or smoke",
        about: "the monster is in fog or smoke",
        subject: Subject::Cell,
        holds: |world, incident, _| {
            let air = world.resource::<TileMap>().air();
            air.at(incident.at) != Density::default()
        },
        ..Self::PLAIN
    };
}

/// Returns the side of the creature that a condition is about or, for a cell, of the creature that has the effect.
fn side(world: &World, incident: &Incident) -> Option<Faction> {
    match incident.who == incident.owner {
        true => incident.side,
        false => world.get::<Faction>(incident.who).copied(),
    }
}

/// Returns whether the creature that a condition is about has a thing in its pack, or wears it.
fn has(world: &World, incident: &Incident, thing: &Argument, worn: bool) -> bool {
    // Nobody knows what another carries.
    if incident.of == Bearer::Thing && incident.who != incident.owner {
        return false;
    }
    let kind = thing.name().map(|it| world.resource::<Things>().named(it));
    let pack = world.get::<Inventory>(incident.who);
    let mut held = pack.into_iter().flat_map(Inventory::iter);
    held.any(|(_, held)| (held.worn || !worn) && kind.is_none_or(|kind| kind == Some(held.kind)))
}

/// Returns how many others on the same side are near, with nothing between them that blocks the view, but not more than
/// `most`.
fn friends(world: &World, incident: &Incident, most: usize) -> usize {
    let own = side(world, incident);
    let map = world.resource::<TileMap>();
    let near = world.resource::<Occupancy>().near(incident.at, NEAR);
    count(world, incident, near, most, |_, side, at| {
        Some(side) == own && line_of_sight(map, incident.at, at)
    })
}

fn is_lit(world: &World, cell: IVec2) -> bool {
    let light = world.resource::<LightMap>();
    !light.is_lit_world() || light.level(cell) > 0
}

fn is_seen(world: &World, incident: &Incident) -> bool {
    let own = side(world, incident);
    let (map, light) = (world.resource::<TileMap>(), world.resource::<LightMap>());
    let all = world.resource::<Occupancy>().iter();
    count(world, incident, all, 1, |other, side, _| {
        let view = || world.get::<Viewshed>(other);
        are_hostile(own, side)
            && view().is_some_and(|view| light.sees(map.opacity(), view, incident.at))
    }) > 0
}

fn are_hostile(own: Option<Faction>, side: Faction) -> bool {
    own.is_some_and(|own| own.is_hostile_to(side))
}

fn distance(one: IVec2, other: IVec2) -> i32 {
    (one - other).abs().max_element()
}

/// Returns how many of those who block cells are creatures on the level, other than the one that has the effect, and as
/// required, but not more than `most`. For the effects of things, only creatures count that the user knows of.
fn count(
    world: &World,
    incident: &Incident,
    those: impl IntoIterator<Item = (Entity, IVec2)>,
    most: usize,
    is_required: impl Fn(Entity, Faction, IVec2) -> bool,
) -> usize {
    let by_knowledge = incident.of == Bearer::Thing;
    let others = those.into_iter().filter(|(other, at)| {
        let side = world.get::<Faction>(*other);
        *other != incident.who
            && world.get::<Actor>(*other).is_some()
            && side.is_some_and(|side| is_required(*other, *side, *at))
            && (!by_knowledge || knows_of(world, incident.owner, *other, *at))
    });
    others.take(most).count()
}
