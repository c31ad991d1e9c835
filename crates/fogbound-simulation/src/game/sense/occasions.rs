//! Occasions that arise on a creature's turn because of what it perceives.

use std::cmp::Reverse;

use bevy::prelude::*;

use super::knows::knows_of;
use crate::game::being::{
    Actor, Awareness, Bearer, Faction, Lasts, Occasion, Occupancy, Parties, Senses, Suits, Things,
    are_enemies,
};
use crate::map::TileMap;
use crate::vision::{Light, LightMap, ObjectKind, Position, Viewshed};

impl Occasion {
    /// The creature is about to act. The other party is the nearest enemy that it perceives.
    pub const TURN: Self = Self {
        name: "turn",
        begins: "On its turns",
        worn: Some("Each turn, it"),
        has_them: true,
        each_turn: true,
        finds: |world, who, suits| Some(Parties::them(nearest_enemy(world, who, suits))),
        about: "the monster is about to act; `them` is the nearest enemy that it perceives",
        ..Self::PLAIN
    };
    /// The creature used the thing. The other party is the nearest enemy that it perceives.
    pub const USE: Self = Self {
        name: "use",
        of: Bearer::Thing,
        begins: "Used, it",
        has_them: true,
        finds: |world, who, suits| Some(Parties::them(nearest_enemy(world, who, suits))),
        about: "it was used; `them` is the nearest enemy that the user perceives",
        ..Self::PLAIN
    };
    /// On its turn, the creature perceives an enemy.
    pub const SEE_ENEMY: Self = Self {
        name: "see enemy",
        begins: "When it sees an enemy",
        worn: Some("When you see an enemy, it"),
        has_them: true,
        each_turn: true,
        finds: |world, who, suits| {
            let enemy = nearest_enemy(world, who, suits);
            enemy.map(|it| Parties::them(Some(it)))
        },
        about: "on its turns: the monster perceives an enemy; `them` is the nearest",
        ..Self::PLAIN
    };
    /// On its turn, the creature perceives another on its side.
    pub const SEE_FRIEND: Self = Self {
        name: "see friend",
        begins: "When it sees a friend",
        worn: Some("When you see a friend, it"),
        has_them: true,
        each_turn: true,
        finds: |world, who, suits| {
            let friend = nearest(world, who, suits, |world, other| {
                let side = |it: Entity| world.get::<Faction>(it);
                side(who).is_some() && side(who) == side(other)
            });
            friend.map(|it| Parties::them(Some(it)))
        },
        about: "on its turns: the monster perceives another on its side; `them` is the nearest",
        ..Self::PLAIN
    };
    /// On its turn, the creature perceives another beside it.
    pub const BESIDE: Self = Self {
        name: "beside",
        begins: "When someone is beside it",
        worn: Some("When someone is beside you, it"),
        has_them: true,
        each_turn: true,
        finds: |world, who, suits| {
            let at = world.get::<Position>(who)?.0;
            let is_beside = |it: Parties| {
                let cell = it.them.map_or(at, |(_, cell)| cell);
                (at - cell).abs().max_element() <= 1 && suits(it)
            };
            let other = nearest(world, who, &is_beside, |_, _| true);
            other.map(|it| Parties::them(Some(it)))
        },
        about: "on its turns: the monster perceives someone beside it, friend or enemy, who is `them`",
        ..Self::PLAIN
    };
    /// On its turn, the creature sees a corpse.
    pub const SEE_CORPSE: Self = Self {
        name: "see corpse",
        begins: "When it sees a corpse",
        worn: Some("When you see a corpse, it"),
        has_it: true,
        each_turn: true,
        finds: |world, who, suits| {
            nearest_thing(world, who, suits, |things, kind| things.is_corpse(kind))
        },
        about: "on its turns: the monster sees a corpse; `it` is the cell of the nearest",
        ..Self::PLAIN
    };
    /// On its turn, the creature sees a thing that can be picked up.
    pub const SEE_THING: Self = Self {
        name: "see thing",
        begins: "When it sees a thing",
        worn: Some("When you see a thing, it"),
        has_it: true,
        each_turn: true,
        finds: |world, who, suits| {
            let is_wanted =
                |things: &Things, kind| things.item(kind).is_some_and(|it| it.stack > 0);
            nearest_thing(world, who, suits, is_wanted)
        },
        about: "on its turns: the monster sees a thing that can be picked up; `it` is the cell of the nearest",
        ..Self::PLAIN
    };
    /// On its turn, the creature sees a light.
    pub const SEE_LIGHT: Self = Self {
        name: "see light",
        begins: "When it sees a light",
        worn: Some("When you see a light, it"),
        has_it: true,
        each_turn: true,
        finds: |world, who, suits| {
            let (at, view) = eyes(world, who)?;
            let map = world.resource::<TileMap>();
            let flames = view.field_of_view().iter();
            let flames = flames.filter(|cell| map.tile(*cell).kind().flame.is_some());
            let mut lights = world.try_query::<(Entity, &Position, &Light)>()?;
            let lights = lights.iter(world);
            let shining = lights.filter(|(it, cell, light)| {
                *it != who && !light.darkness && light.radius > 0 && view.has_in_view(cell.0)
            });
            let cells = flames.chain(shining.map(|(_, cell, _)| cell.0));
            nearest_cell(at, cells, suits)
        },
        about: "on its turns: the monster has a flame or the light of another in view; `it` is the cell of the nearest",
        ..Self::PLAIN
    };
    /// On its turn, the creature has heard a noise.
    pub const HEAR: Self = Self {
        name: "hear",
        begins: "When it hears a noise",
        has_it: true,
        each_turn: true,
        finds: |world, who, _| Some(Parties::it(world.get::<Senses>(who)?.heard?.from)),
        about: "on its turns: the monster has heard a noise since the last; `it` is the cell that it came from",
        ..Self::PLAIN
    };
}

/// Orders cells by their distance, and those at the same distance by row and column.
fn order(from: IVec2, cell: IVec2) -> (i32, i32, i32) {
    ((cell - from).length_squared(), cell.y, cell.x)
}

/// Returns whether a creature sleeps, and so perceives nothing.
fn sleeps(world: &World, who: Entity) -> bool {
    world.get::<Awareness>(who) == Some(&Awareness::Asleep)
}

/// Returns the cell and the view of a creature that sees.
fn eyes(world: &World, who: Entity) -> Option<(IVec2, &Viewshed)> {
    if sleeps(world, who) {
        return None;
    }
    Some((world.get::<Position>(who)?.0, world.get::<Viewshed>(who)?))
}

/// Returns the nearest enemy that a creature perceives and that suits, and the enemy's cell.
fn nearest_enemy(world: &World, who: Entity, suits: Suits) -> Option<(Entity, IVec2)> {
    nearest(world, who, suits, |world, other| {
        are_enemies(world, who, other)
    })
}

fn nearest_cell(at: IVec2, cells: impl Iterator<Item = IVec2>, suits: Suits) -> Option<Parties> {
    let cells = cells.filter(|cell| suits(Parties::it(*cell)));
    cells.min_by_key(|cell| order(at, *cell)).map(Parties::it)
}

/// Returns the nearest of those creatures that a creature perceives, that are as required and that suit, and its cell.
fn nearest(
    world: &World,
    who: Entity,
    suits: Suits,
    is_required: impl Fn(&World, Entity) -> bool,
) -> Option<(Entity, IVec2)> {
    let at = world.get::<Position>(who)?.0;
    if sleeps(world, who) {
        return None;
    }
    // Few are in view or felt, and this is found out quickly.
    let (view, senses) = (world.get::<Viewshed>(who), world.get::<Senses>(who));
    let felt = senses.and_then(|it| it.felt).map(|it| it.who);
    let may_know = |other, cell| match view {
        Some(view) => view.has_in_view(cell) || felt == Some(other),
        None => true,
    };
    let others = world.resource::<Occupancy>().iter();
    let others = others.filter(|(other, cell)| *other != who && may_know(*other, *cell));
    let is_actor = |other: Entity| world.get::<Actor>(other).is_some();
    let others = others.filter(|(other, _)| is_actor(*other) && is_required(world, *other));
    let mut others: Vec<(Entity, IVec2)> = others.collect();
    others.sort_unstable_by_key(|(_, cell)| Reverse(order(at, *cell)));
    // Whether one perceives another takes longer to find out than how far away it is.
    while let Some((other, cell)) = others.pop() {
        if knows_of(world, who, other, cell) && suits(Parties::them(Some((other, cell)))) {
            return Some((other, cell));
        }
    }
    None
}

/// Returns the cell of the nearest thing of the required kinds that a creature sees and that suits.
fn nearest_thing(
    world: &World,
    who: Entity,
    suits: Suits,
    is_required: impl Fn(&Things, ObjectKind) -> bool,
) -> Option<Parties> {
    let (at, view) = eyes(world, who)?;
    let (things, map) = (world.resource::<Things>(), world.resource::<TileMap>());
    let light = world.resource::<LightMap>();
    let mut lying = world.try_query_filtered::<(&Position, &ObjectKind), Without<Lasts>>()?;
    let lying = lying.iter(world);
    let seen = lying.filter(|(cell, kind)| {
        is_required(things, **kind) && light.sees(map.opacities(), view, cell.0)
    });
    nearest_cell(at, seen.map(|(cell, _)| cell.0), suits)
}
