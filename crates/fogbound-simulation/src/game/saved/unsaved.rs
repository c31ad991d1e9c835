//! Finds components and resources of the simulation that have not been registered.

use std::mem;

use bevy::ecs::archetype::ArchetypeId;
use bevy::ecs::change_detection::Tick;
use bevy::ecs::component::ComponentId;
use bevy::prelude::*;

use super::components::SavedComponents;
use super::resources::SavedResources;

/// The crates whose resources need not be saved: what they hold follows from components and other resources.
const FOREIGN: [&str; 2] = ["bevy_", "fogbound_vision::"];

/// What has been searched, and the warnings that have not been sent yet.
#[derive(Resource, Default)]
pub(crate) struct Unsaved {
    /// When the last command began to be carried out, and when it had been.
    pub(crate) command: Option<(Tick, Tick)>,
    /// The first archetype that has not been searched yet.
    next_archetype: usize,
    /// The resources that are neither saved nor left out, and how many components there were when they were found.
    suspects: (usize, Vec<ComponentId>),
    warnings: Vec<String>,
}

impl Unsaved {
    /// Removes and returns the warnings that have not been sent yet. Warnings are not sent at once, because a message
    /// sent during a replay would be lost.
    pub(crate) fn take_warnings(&mut self) -> Vec<String> {
        mem::take(&mut self.warnings)
    }
}

/// Looks for components of entities with the component `on_level`, and for resources that the last command changed,
/// that are neither saved nor left out. Each is reported once.
pub(crate) fn find_unsaved(world: &mut World, on_level: ComponentId) {
    world.resource_scope(|world, mut unsaved: Mut<Unsaved>| {
        unsaved.find_components(world, on_level);
        unsaved.find_resources(world);
    });
}

impl Unsaved {
    fn find_components(&mut self, world: &mut World, on_level: ComponentId) {
        world.resource_scope(|world, mut saved: Mut<SavedComponents>| {
            let archetypes = world.archetypes();
            let first = ArchetypeId::new(self.next_archetype);
            self.next_archetype = archetypes.len();
            let new = archetypes
                .iter()
                .filter(|it| it.id() >= first && it.contains(on_level))
                .flat_map(|it| it.components());
            for &other in new {
                if saved.handled.insert(other) {
                    let name = name_of(world, other);
                    self.warnings.push(format!(
                        "A component of creatures or things, {name}, is not saved: the plugin that adds it needs \
                         app.save::<T>(), or app.leave_out::<T>() if nothing depends on it."
                    ));
                }
            }
        });
    }

    fn find_resources(&mut self, world: &mut World) {
        let Some((began, ended)) = self.command.take() else {
            return;
        };
        world.resource_scope(|world, mut saved: Mut<SavedResources>| {
            let known = world.components().len();
            if self.suspects.0 != known {
                let all = world.resource_entities().iter().map(|(id, _)| id);
                let is_foreign = |id: &ComponentId| {
                    let name = name_of(world, *id);
                    FOREIGN.iter().any(|it| name.starts_with(it))
                };
                let suspects = all.filter(|id| !saved.handled.contains(id) && !is_foreign(id));
                self.suspects = (known, suspects.collect());
            }
            let is_changed = |id: &ComponentId| {
                let ticks = world.get_resource_change_ticks_by_id(*id);
                ticks.is_some_and(|it| it.is_changed(began, ended))
            };
            let changed: Vec<ComponentId> =
                self.suspects.1.extract_if(.., |id| is_changed(id)).collect();
            for id in changed {
                saved.handled.insert(id);
                let name = name_of(world, id);
                self.warnings.push(format!(
                    "A resource that changes during turns, {name}, is not saved: the plugin that adds it needs \
                     app.save_resource::<T>(Of::Game) or (Of::Level), or app.leave_out_resource::<T>() if nothing \
                     depends on it."
                ));
            }
        });
    }
}

fn name_of(world: &World, id: ComponentId) -> String {
    let name = world.components().get_name(id);
    name.map_or_else(String::new, |it| it.to_string())
}
