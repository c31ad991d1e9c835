//! Which components of creatures and things decide how a world goes on.

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
    Actor, Appearance, Awareness, Blocks, Breath, Burning, Camouflage, Conduct, Defence, Faction,
    Health, Hearing, Intent, Lantern, LeftAt, Melee, Native, OnLevel, Player, Revealed, Senses,
    ShinesAhead,
};
use crate::game::bestiary::{MadeBy, MonsterKind, Notice};
use crate::game::mind::{Errand, Guards, RaisesAlarm, ReflectMind};
use crate::map::hash;
use crate::vision::{Light, MapMemory, ObjectKind, Position, Viewshed};

/// Makes components of plugins part of the game.
pub trait SaveComponent {
    /// From now on the component `T` of creatures and things is part of the game: it counts in
    /// [`fingerprint`](crate::game::fingerprint), so a saved game or a replay that goes another way is noticed;
    /// snapshots hold it; and it is still there on levels that the player has left.
    ///
    /// Its hash must be the same in every run: it may not hold an [`Entity`], but an [`ActorId`](crate::game::ActorId).
    ///
    /// Minds are saved already. Of a component that is neither saved nor [left out](Self::leave_out) the program warns
    /// when the first fingerprint meets it, and sends a [`Notice`].
    fn save<T: Component + Clone + Hash>(&mut self) -> &mut Self;

    /// The component `T` of creatures and things decides nothing, or follows from others: it need not be saved.
    fn leave_out<T: Component>(&mut self) -> &mut Self;
}

impl SaveComponent for App {
    fn save<T: Component + Clone + Hash>(&mut self) -> &mut Self {
        let (component, mut saved) = know::<T>(self.world_mut());
        saved
            .of_plugins
            .insert((type_name::<T>(), component), plain::<T>);
        self
    }

    fn leave_out<T: Component>(&mut self) -> &mut Self {
        know::<T>(self.world_mut());
        self
    }
}

/// Nobody needs to be told of this component.
fn know<T: Component>(world: &mut World) -> (ComponentId, Mut<'_, SavedComponents>) {
    let component = world.register_component::<T>();
    let mut saved = world.get_resource_or_init::<SavedComponents>();
    saved.known.insert(component);
    (component, saved)
}

/// Writes one component of a creature or thing, or that it has none.
type Write = fn(&mut Scribe, &mut Mix, EntityRef);

/// The components that are saved.
#[derive(Resource)]
pub(super) struct SavedComponents {
    /// Those of the game that creatures have, in the order of check values.
    of_creatures: Vec<Write>,
    /// Those of plugins, by their names.
    of_plugins: BTreeMap<(&'static str, ComponentId), Write>,
    /// All that need not be told of.
    known: HashSet<ComponentId>,
    /// Up to which archetype it was looked for others.
    looked_at: usize,
    /// What makers have yet to be told of others.
    news: Vec<String>,
}

fn plain<T: Component + Hash>(_: &mut Scribe, mix: &mut Mix, body: EntityRef) {
    mix.value(&body.get::<T>());
}

impl FromWorld for SavedComponents {
    fn from_world(world: &mut World) -> Self {
        let mut saved = Self {
            of_creatures: Vec::new(),
            of_plugins: BTreeMap::new(),
            known: HashSet::default(),
            looked_at: 0,
            news: Vec::new(),
        };
        saved.add::<Name>(world, |_, mix, body| {
            mix.value(&body.get::<Name>().map(Name::as_str));
        });
        saved.add::<Actor>(world, plain::<Actor>);
        saved.add::<Position>(world, plain::<Position>);
        saved.add::<Native>(world, plain::<Native>);
        saved.add::<Health>(world, plain::<Health>);
        saved.add::<Breath>(world, plain::<Breath>);
        saved.add::<Melee>(world, plain::<Melee>);
        saved.add::<Defence>(world, plain::<Defence>);
        saved.add::<Faction>(world, plain::<Faction>);
        saved.add::<Hearing>(world, plain::<Hearing>);
        saved.add::<Camouflage>(world, plain::<Camouflage>);
        saved.add::<Revealed>(world, plain::<Revealed>);
        saved.add::<Appearance>(world, plain::<Appearance>);
        saved.add::<Conduct>(world, plain::<Conduct>);
        saved.add::<Awareness>(world, plain::<Awareness>);
        // What is seen follows from the world; how far, does not.
        saved.add::<Viewshed>(world, |_, mix, body| {
            let sees = |it: &Viewshed| (it.sight(), it.dark_sight());
            mix.value(&body.get::<Viewshed>().map(sees));
        });
        saved.add::<Light>(world, plain::<Light>);
        saved.add::<Lantern>(world, plain::<Lantern>);
        saved.add::<ShinesAhead>(world, plain::<ShinesAhead>);
        saved.add::<MadeBy>(world, |_, mix, body| {
            mix.value(&body.get::<MadeBy>().map(|made_by| made_by.0.text()));
        });
        saved.add::<Intent>(world, |_, mix, body| {
            mix.value(&body.get::<Intent>().is_some_and(|it| it.0.is_some()));
        });
        saved.add::<Senses>(world, |scribe, mix, body| {
            if let Some(senses) = body.get() {
                scribe.senses(mix, senses);
            }
        });
        saved.add::<MapMemory>(world, |scribe, mix, body| {
            if let Some(memory) = body.get() {
                mix.number(scribe.memory(memory));
            }
        });
        saved
            .of_creatures
            .push(|scribe, mix, body| scribe.minds(mix, body));
        // What minds keep to themselves.
        saved.add::<Errand>(world, plain::<Errand>);
        saved.add::<Guards>(world, |_, mix, body| {
            mix.value(&body.get::<Guards>().map(Guards::post));
        });
        saved.add::<RaisesAlarm>(world, |_, mix, body| {
            mix.value(&body.get::<RaisesAlarm>().map(RaisesAlarm::has_cried));
        });
        let others = [
            // These say what somebody or something is and where, which counts elsewhere, and never change.
            world.register_component::<Player>(),
            world.register_component::<OnLevel>(),
            world.register_component::<Blocks>(),
            world.register_component::<ObjectKind>(),
            world.register_component::<MonsterKind>(),
            world.register_component::<Burning>(),
            world.register_component::<LeftAt>(),
            world.register_component::<Disabled>(),
            world.register_component::<Shelved>(),
        ];
        saved.known.extend(others);
        saved
    }
}

impl SavedComponents {
    fn add<T: Component>(&mut self, world: &mut World, write: Write) {
        self.known.insert(world.register_component::<T>());
        self.of_creatures.push(write);
    }

    /// Writes down all of a creature that is saved.
    pub(super) fn write_creature(&self, scribe: &mut Scribe, mix: &mut Mix, body: EntityRef) {
        for write in &self.of_creatures {
            write(scribe, mix, body);
        }
        self.write_added(scribe, mix, body);
    }

    /// Writes down what plugins have added to a creature or thing.
    pub(super) fn write_added(&self, scribe: &mut Scribe, mix: &mut Mix, body: EntityRef) {
        for ((name, component), write) in &self.of_plugins {
            if body.contains_id(*component) {
                // By its name, so that it counts for the same whatever other plugins add.
                mix.number(hash(name));
                write(scribe, mix, body);
            }
        }
    }

    /// Looks for components of creatures and things that nobody has saved or left out. Makers are told of each once, by
    /// [`tell_unsaved`]: while a game is replayed nobody would hear of it.
    pub(super) fn find_unsaved(&mut self, world: &World) {
        let archetypes = world.archetypes();
        let first = ArchetypeId::new(self.looked_at);
        self.looked_at = archetypes.len();
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
            if !self.known.insert(other) || is_mind {
                continue;
            }
            let name = kind.map_or_else(
                || format!("of {} bytes", info.layout().size()),
                |it| it.type_info().type_path().to_owned(),
            );
            self.news.push(format!(
                "A component of creatures or things, {name}, is not saved: the plugin that adds it needs \
                 app.save::<T>(), or app.leave_out::<T>() if nothing depends on it."
            ));
        }
    }
}

/// Tells makers of components that are not saved.
pub(super) fn tell_unsaved(mut saved: ResMut<SavedComponents>, mut notices: MessageWriter<Notice>) {
    for line in mem::take(&mut saved.news) {
        warn!("{line}");
        notices.write(Notice(line));
    }
}
