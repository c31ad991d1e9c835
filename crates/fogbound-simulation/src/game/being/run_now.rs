//! Running a system once.

use bevy::prelude::*;

/// Runs a system once, outside a schedule.
///
/// # Panics
///
/// If the system cannot run, because it lacks a resource, for example. A game must not go on without one of its rules.
pub fn run_now<O: 'static, M>(world: &mut World, system: impl IntoSystem<(), O, M> + 'static) -> O {
    run_now_with(world, system, ())
}

/// Runs a system once with this input, as [`run_now`] does.
pub(crate) fn run_now_with<I, O, M, S>(world: &mut World, system: S, input: I::Inner<'_>) -> O
where
    I: SystemInput<Inner<'static>: 'static> + 'static,
    O: 'static,
    S: IntoSystem<I, O, M> + 'static,
{
    let ran = world.run_system_cached_with(system, input);
    ran.unwrap_or_else(|error| panic!("a rule of the game cannot be applied: {error}"))
}
