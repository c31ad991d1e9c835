//! Declares which components and resources of this module are part of a game's state.

use bevy::ecs::component::Mutable;
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;

use super::action::Intent;
use super::actor::{Actor, Conduct, LeftAt, Native, OnLevel, Player, find_player, player_of};
use super::awareness::Awareness;
use super::body::{Appearance, Breath, Camouflage, Defence, Faction, Health, Melee};
use super::boons::Chosen;
use super::bout::Bout;
use super::clock::Clock;
use super::disguise::Disguise;
use super::due::Due;
use super::fate::{Fate, Quest};
use super::fight::{Fight, Tally};
use super::ghosts::Ghosts;
use super::ground::{Groping, Ground, Heart};
use super::item::{Hidden, Inventory, Lasts, Spent, Trap};
use super::lantern::{Burning, Lantern, ShinesAhead};
use super::limits::Limits;
use super::noises::Noises;
use super::numbers::Numbers;
use super::occupancy::{Blocks, Occupancy};
use super::oil::Oil;
use super::passing::{HearsAll, Hiding, Rooted, Sided, Stunned};
use super::places::Places;
use super::reasons::Reasons;
use super::response::Responds;
use super::revealed::Revealed;
use super::seed::{Depth, Leaving, Seed};
use super::senses::{Hearing, Senses};
use super::study::Study;
use super::things::Things;
use super::tide::{Enveloped, FogTide};
use super::traits::{Fleeing, Going};
use super::trigger::Triggered;
use super::wearer::{Blinded, PassingChanges, Wearer, Wears};
use crate::game::saved::{
    Door, Mix, Of, SaveBy, SaveComponent, SaveResource, SaveResourceBy, Scribe, Write, air, tiles,
};
use crate::map::{Tile, TileMap};
use crate::vision::{Ambient, LiesStill, Light, MapMemory, Moment, ObjectKind, Position, Viewshed};

/// Includes what the player knows about a level in the game's state.
pub trait SaveKnown {
    /// Includes a component of the player that is about the level it is on, such as what it remembers of the level. When
    /// the player takes the stairs, the value stays with the old level, and comes back when the player does. On a new
    /// level, the player begins with the component's default.
    fn save_known<T>(&mut self) -> &mut Self
    where
        T: Component<Mutability = Mutable> + Clone + std::hash::Hash + FromWorld;
}

impl SaveKnown for App {
    fn save_known<T>(&mut self) -> &mut Self
    where
        T: Component<Mutability = Mutable> + Clone + std::hash::Hash + FromWorld,
    {
        known_by::<T>(
            self,
            |_, mix, body| mix.value(&body.get::<T>()),
            |it, _, mix| mix.value(it),
        );
        self
    }
}

fn known_by<T>(app: &mut App, of_body: Write, write: fn(&T, &mut Scribe, &mut Mix))
where
    T: Component<Mutability = Mutable> + Clone + FromWorld,
{
    app.save_by::<T>(of_body).save_through::<T>(
        Of::Level,
        Door {
            get: |world| world.get::<T>(player_of(world)?),
            swap: |world, new| {
                let (player, _) = find_player(world)?;
                let mut player = world.entity_mut(player);
                let (old, new) = match (player.get_mut::<T>(), new) {
                    (Some(mut now), Some(new)) => (Some(std::mem::replace(&mut *now, new)), None),
                    (_, new) => (None, new),
                };
                if let Some(new) = new {
                    player.insert(new);
                }
                old
            },
            begin: |world| Some(T::from_world(world)),
            write,
            is_of_player: true,
        },
    );
}

pub(super) fn plugin(app: &mut App) {
    save_bodies(app);
    save_knowledge(app);
    save_resources(app);
    // These never change, or follow from what is saved.
    app.leave_out::<Player>()
        .leave_out::<OnLevel>()
        .leave_out::<Blocks>()
        .leave_out::<LiesStill>()
        .leave_out::<Responds>()
        .leave_out::<Burning>()
        .leave_out::<Wears>()
        .leave_out::<Disabled>();
}

fn save_bodies(app: &mut App) {
    app.save_by::<Name>(|_, mix, body| mix.value(&body.get::<Name>().map(Name::as_str)))
        // Only the sight settings are written, because what is seen follows from the world.
        .save_by::<Viewshed>(|_, mix, body| {
            let sees = |it: &Viewshed| {
                let own = (it.own_sight(), it.own_dark_sight());
                (own, it.sight(), it.dark_sight())
            };
            mix.value(&body.get::<Viewshed>().map(sees));
        })
        .save::<Actor>()
        .save::<Position>()
        .save::<ObjectKind>()
        .save::<LeftAt>()
        .save::<Native>()
        .save::<Fight>()
        .save::<Tally>()
        .save::<Spent>()
        .save::<Health>()
        .save::<Breath>()
        .save::<Melee>()
        .save::<Defence>()
        .save::<Faction>()
        .save::<Hearing>()
        .save::<Camouflage>()
        .save::<Revealed>()
        .save::<Appearance>()
        .save::<Conduct>()
        .save::<Light>()
        .save::<Lantern>()
        .save::<Oil>()
        .save::<ShinesAhead>()
        .save::<Disguise>()
        .save::<Fleeing>()
        .save::<Going>()
        .save::<Wearer>()
        .save::<Enveloped>()
        .save::<Inventory>()
        .save::<Lasts>()
        .save::<Trap>()
        .save::<Hidden>()
        .save::<Blinded>()
        .save::<HearsAll>()
        .save::<Stunned>()
        .save::<Sided>()
        .save::<Rooted>()
        .save::<Hiding>()
        .save::<PassingChanges>();
}

fn save_knowledge(app: &mut App) {
    app.save::<Awareness>()
        .save::<Study>()
        .save::<Chosen>()
        .save::<Heart>()
        .save::<Bout>()
        .save::<Groping>()
        .save_known::<Ground>()
        .save_known::<Ghosts>()
        .save_by::<Intent>(|_, mix, body| {
            mix.value(&body.get::<Intent>().is_some_and(|it| it.0.is_some()));
        })
        .save_by::<Senses>(|scribe, mix, body| {
            if let Some(senses) = body.get::<Senses>() {
                senses.write(scribe, mix);
            }
        });
    known_by::<MapMemory>(
        app,
        |scribe, mix, body| mix.value(&body.get().map(|it| scribe.memory(it))),
        |it, scribe, mix| mix.number(scribe.memory(it)),
    );
}

fn save_resources(app: &mut App) {
    app.save_resource::<Seed>(Of::Game)
        .save_resource_by::<Clock>(Of::Game, |it, _, mix| mix.number(it.tick))
        .save_resource::<Moment>(Of::Game)
        .save_resource::<Depth>(Of::Game)
        .save_resource::<Leaving>(Of::Game)
        .save_resource_by::<Fate>(Of::Game, |it, _, mix| {
            mix.value(&(it.death(), it.victory()));
        })
        .save_resource::<Quest>(Of::Game)
        .save_resource_by::<Noises>(Of::Game, |it, _, mix| mix.value(&it.made))
        .save_resource_by::<Numbers>(Of::Program, |it, _, mix| mix.value(&it.text()))
        .save_resource_by::<Things>(Of::Program, |it, _, mix| {
            it.iter().for_each(|thing| mix.value(thing));
        })
        .save_resource::<FogTide>(Of::Level)
        .save_resource::<Places>(Of::Level)
        .save_through::<TileMap>(
            Of::Level,
            Door::of_resource(|_| Some(TileMap::new(UVec2::ONE, Tile::ROCK)), write_map),
        )
        .save_through::<Ambient>(
            Of::Level,
            // Without it, the level is lit everywhere.
            Door::of_resource(|_| None, |it, _, mix| mix.debug(it)),
        )
        .keep_resource::<Limits>(Of::Game)
        // These are empty between commands, follow from what is saved, or only explain.
        .leave_out_resource::<Triggered>()
        .leave_out_resource::<Due>()
        .leave_out_resource::<Occupancy>()
        .leave_out_resource::<Reasons>();
}

fn write_map(map: &TileMap, _: &mut Scribe, mix: &mut Mix) {
    tiles(mix, map.plan());
    for (cell, due) in map.timers() {
        mix.cell(cell);
        mix.value(&due);
    }
    air(mix, map.air());
}
