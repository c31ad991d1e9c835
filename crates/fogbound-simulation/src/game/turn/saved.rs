//! The components of creatures and things that affect how a world continues.

use std::any::type_name;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::mem;

use bevy::ecs::archetype::ArchetypeId;
use bevy::ecs::component::ComponentId;
use bevy::ecs::entity_disabling::Disabled;
use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::mix::Mix;
use super::scribe::Scribe;
use super::snapshot::Shelved;
use crate::game::being::{
    Actor, Appearance, Awareness, Blinded, Blocks, BreaksDoors, Breath, Breathes, Burning,
    Camouflage, Chosen, Conduct, Defence, Disguise, Enveloped, Faction, Fleeing, Ghosts, Ground,
    Health, Hearing, HearsAll, Heart, Intent, Inventory, Lantern, Lasts, LeftAt, Melee, Native,
    Oil, OnLevel, PassingChanges, Player, Responds, Revealed, Senses, ShinesAhead, Study, Trap,
    Wearer,
};
use crate::game::bestiary::{MadeBy, MonsterKind, Notice, Share};
use crate::game::deed::Parting;
use crate::game::mind::{Errand, Guards, RaisesAlarm, ReflectMind};
use crate::map::hash;
use crate::vision::{LiesStill, Light, MapMemory, ObjectKind, Position, Viewshed};

/// Includes plugins' components in the game's state.
pub trait SaveComponent {
    /// Includes the component `T` of creatures and things in the game's state. The component then affects the
    /// [`fingerprint`](crate::game::fingerprint), so that a diverging saved game or replay is detected. It is also kept
    /// in snapshots and on levels that the player has left.
    ///
    /// The component's hash must be the same in every run. It must therefore not contain an [`Entity`]; use an
    /// [`ActorId`](crate::game::ActorId) instead.
    ///
    /// Minds are always saved. The first time that the computation of a fingerprint finds a component that is neither
    /// saved nor [left out](Self::leave_out), a warning is logged and a [`Notice`] is sent.
    fn save<T: Component + Clone + Hash>(&mut self) -> &mut Self;

    /// Declares that the component `T` need not be saved, because it has no effect or can be derived from other
    /// components.
    fn leave_out<T: Component>(&mut self) -> &mut Self;
}

impl SaveComponent for App {
    fn save<T: Component + Clone + Hash>(&mut self) -> &mut Self {
        let (component, mut saved) = handle::<T>(self.world_mut());
        saved
            .of_plugins
            .insert((type_name::<T>(), component), plain::<T>);
        self
    }

    fn leave_out<T: Component>(&mut self) -> &mut Self {
        handle::<T>(self.world_mut());
        self
    }
}

/// Marks a component as handled, so that it does not cause a warning.
fn handle<T: Component>(world: &mut World) -> (ComponentId, Mut<'_, SavedComponents>) {
    let component = world.register_component::<T>();
    let mut saved = world.get_resource_or_init::<SavedComponents>();
    saved.handled.insert(component);
    (component, saved)
}

/// A function that writes one component of a creature or thing, or the absence of that component.
type Write = fn(&mut Scribe, &mut Mix, EntityRef);

/// The components that are included in the game's state.
#[derive(Resource)]
pub(super) struct SavedComponents {
    /// The built-in components of creatures, in the order used for check values.
    of_creatures: Vec<Write>,
    /// The components that few creatures have and those of plugins, by name.
    of_plugins: BTreeMap<(&'static str, ComponentId), Write>,
    /// All components that do not cause a warning.
    handled: HashSet<ComponentId>,
    /// The first archetype that has not been searched for other components yet.
    next_archetype: usize,
    /// Warnings that have not been sent yet.
    warnings: Vec<String>,
}

fn plain<T: Component + Hash>(_: &mut Scribe, mix: &mut Mix, body: EntityRef) {
    mix.value(&body.get::<T>());
}

impl FromWorld for SavedComponents {
    fn from_world(world: &mut World) -> Self {
        let mut saved = Self {
            of_creatures: Vec::new(),
            of_plugins: BTreeMap::new(),
            handled: HashSet::default(),
            next_archetype: 0,
            warnings: Vec::new(),
        };
        // The check values of saved games depend on this order.
        saved.add_bodies(world);
        saved.add_minds(world);
        saved.add_rare::<Disguise>(world);
        saved.add_rare::<Fleeing>(world);
        saved.add_rare::<Study>(world);
        saved.add_rare::<Chosen>(world);
        saved.add_rare::<Wearer>(world);
        saved.add_rare::<Ground>(world);
        saved.add_rare::<Heart>(world);
        saved.add_rare::<Oil>(world);
        saved.add_rare::<Parting>(world);
        saved.add_rare::<BreaksDoors>(world);
        saved.add_rare::<Breathes>(world);
        saved.add_rare::<Enveloped>(world);
        saved.add_rare::<Inventory>(world);
        saved.add_rare::<Lasts>(world);
        saved.add_rare::<Trap>(world);
        saved.add_rare::<Blinded>(world);
        saved.add_rare::<HearsAll>(world);
        saved.add_rare::<PassingChanges>(world);
        saved.add_rare::<Share>(world);
        saved.leave_out_own(world);
        saved
    }
}

impl SavedComponents {
    fn add<T: Component>(&mut self, world: &mut World, write: Write) {
        self.handled.insert(world.register_component::<T>());
        self.of_creatures.push(write);
    }

    fn add_plain<T: Component + Hash>(&mut self, world: &mut World) {
        self.add::<T>(world, plain::<T>);
    }

    /// Saves a component that few creatures have. The check values of games without it do not depend on it.
    fn add_rare<T: Component + Hash>(&mut self, world: &mut World) {
        let component = world.register_component::<T>();
        self.handled.insert(component);
        self.of_plugins
            .insert((type_name::<T>(), component), plain::<T>);
    }

    fn add_bodies(&mut self, world: &mut World) {
        self.add::<Name>(world, |_, mix, body| {
            mix.value(&body.get::<Name>().map(Name::as_str));
        });
        self.add_plain::<Actor>(world);
        self.add_plain::<Position>(world);
        self.add_plain::<Native>(world);
        self.add_plain::<Health>(world);
        self.add_plain::<Breath>(world);
        self.add_plain::<Melee>(world);
        self.add_plain::<Defence>(world);
        self.add_plain::<Faction>(world);
        self.add_plain::<Hearing>(world);
        self.add_plain::<Camouflage>(world);
        self.add_plain::<Revealed>(world);
        self.add_plain::<Appearance>(world);
        self.add_plain::<Conduct>(world);
        self.add_plain::<Awareness>(world);
        // Write only the sight settings, because what is seen follows from the world.
        self.add::<Viewshed>(world, |_, mix, body| {
            let sees = |it: &Viewshed| {
                (
                    it.own_sight(),
                    it.own_dark_sight(),
                    it.sight(),
                    it.dark_sight(),
                )
            };
            mix.value(&body.get::<Viewshed>().map(sees));
        });
        self.add_plain::<Light>(world);
        self.add_plain::<Lantern>(world);
        self.add_plain::<ShinesAhead>(world);
        self.add::<MadeBy>(world, |_, mix, body| {
            mix.value(&body.get::<MadeBy>().map(|made_by| made_by.0.text()));
        });
    }

    fn add_minds(&mut self, world: &mut World) {
        self.add::<Intent>(world, |_, mix, body| {
            mix.value(&body.get::<Intent>().is_some_and(|it| it.0.is_some()));
        });
        self.add::<Senses>(world, |scribe, mix, body| {
            if let Some(senses) = body.get() {
                scribe.senses(mix, senses);
            }
        });
        self.add::<MapMemory>(world, |scribe, mix, body| {
            if let Some(memory) = body.get() {
                mix.number(scribe.memory(memory));
            }
        });
        self.of_creatures
            .push(|scribe, mix, body| scribe.minds(mix, body));
        // The private state of minds.
        self.add_plain::<Errand>(world);
        self.add::<Guards>(world, |_, mix, body| {
            mix.value(&body.get::<Guards>().map(Guards::post));
        });
        self.add::<RaisesAlarm>(world, |_, mix, body| {
            mix.value(&body.get::<RaisesAlarm>().map(RaisesAlarm::has_cried));
        });
    }

    /// Leaves out components that never change, or that can be derived from what is saved elsewhere.
    fn leave_out_own(&mut self, world: &mut World) {
        self.handled.extend([
            world.register_component::<Player>(),
            world.register_component::<OnLevel>(),
            world.register_component::<Blocks>(),
            world.register_component::<LiesStill>(),
            world.register_component::<ObjectKind>(),
            world.register_component::<Responds>(),
            world.register_component::<MonsterKind>(),
            world.register_component::<Burning>(),
            world.register_component::<LeftAt>(),
            world.register_component::<Ghosts>(),
            world.register_component::<Disabled>(),
            world.register_component::<Shelved>(),
        ]);
    }

    /// Writes all saved components of a creature.
    pub(super) fn write_creature(&self, scribe: &mut Scribe, mix: &mut Mix, body: EntityRef) {
        for write in &self.of_creatures {
            write(scribe, mix, body);
        }
        self.write_added(scribe, mix, body);
    }

    /// Writes the plugins' components of a creature or thing.
    pub(super) fn write_added(&self, scribe: &mut Scribe, mix: &mut Mix, body: EntityRef) {
        for ((name, component), write) in &self.of_plugins {
            if body.contains_id(*component) {
                // Identify the component by name, so that other plugins' components do not affect the result.
                mix.number(hash(name));
                write(scribe, mix, body);
            }
        }
    }

    /// Looks for components of creatures and things that are neither saved nor left out. [`warn_unsaved`] reports each
    /// of them once, but only later, because a message sent during a replay would be lost.
    pub(super) fn find_unsaved(&mut self, world: &World) {
        let archetypes = world.archetypes();
        let first = ArchetypeId::new(self.next_archetype);
        self.next_archetype = archetypes.len();
        let Some(on_level) = world.component_id::<OnLevel>() else {
            return;
        };
        let new = archetypes
            .iter()
            .filter(|it| it.id() >= first && it.contains(on_level))
            .flat_map(|it| it.components());
        let registry = world.resource::<AppTypeRegistry>().read();
        for &other in new {
            let Some(info) = world.components().get_info(other) else {
                continue;
            };
            let kind = info.type_id().and_then(|it| registry.get(it));
            let is_mind = kind.is_some_and(|it| it.data::<ReflectMind>().is_some());
            if !self.handled.insert(other) || is_mind {
                continue;
            }
            let name = kind.map_or_else(
                || format!("of {} bytes", info.layout().size()),
                |it| it.type_info().type_path().to_owned(),
            );
            self.warnings.push(format!(
                "A component of creatures or things, {name}, is not saved: the plugin that adds it needs \
                 app.save::<T>(), or app.leave_out::<T>() if nothing depends on it."
            ));
        }
    }
}

/// Reports the components that are not saved.
pub(super) fn warn_unsaved(mut saved: ResMut<SavedComponents>, mut notices: MessageWriter<Notice>) {
    for line in mem::take(&mut saved.warnings) {
        warn!("{line}");
        notices.write(Notice(line));
    }
}
