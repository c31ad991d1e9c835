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

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource)]
    struct Rule(u32);

    #[test]
    fn a_system_that_can_run_returns_its_result() {
        let mut world = World::new();
        world.insert_resource(Rule(3));
        assert_eq!(run_now(&mut world, |rule: Res<Rule>| rule.0), 3);
        let add = |In(more): In<u32>, rule: Res<Rule>| rule.0 + more;
        assert_eq!(run_now_with(&mut world, add, 4), 7);
    }

    #[test]
    #[should_panic(expected = "a rule of the game cannot be applied")]
    fn a_system_that_cannot_run_ends_the_game() {
        run_now(&mut World::new(), |_: Res<Rule>| {});
    }
}
