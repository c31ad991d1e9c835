//! In random games, sight is always correct, and memory contains exactly the cells that have ever been visible.

use bevy::prelude::*;
use fogbound::game::{Player, PlayerCommand, Turn, TurnSystems};
use fogbound::grid::BitGrid;
use fogbound::map::Tile;
use fogbound::vision::{Viewshed, VisionSystems};

use crate::common::seeds::on_all_cores;
use crate::common::{
    self, AppExt, built_small, fresh_view, random_commands, remembered, simulation,
};

/// The cells that the player has seen at any moment, including between its own turns.
#[derive(Resource)]
struct Seen(BitGrid);

fn collect(mut seen: ResMut<Seen>, players: Query<&Viewshed, With<Player>>) {
    for viewshed in &players {
        seen.0.union_with(viewshed.visible());
    }
}

#[test]
fn memory_never_shows_what_was_never_visible() {
    on_all_cores(0..60, |seed| {
        let mut app = simulation(built_small(seed));
        let seen = Seen(BitGrid::new(app.map().size()));
        app.insert_resource(seen)
            .add_systems(Turn, collect.after(VisionSystems::Remember));
        // The first command changes nothing, so the first check covers what the player sees on arrival.
        let arrival = std::iter::once(PlayerCommand::ChangeRadius(0));
        let commands = arrival.chain(random_commands(seed + 1000, 150));
        for (number, command) in commands.enumerate() {
            if command == PlayerCommand::NewDungeon {
                app.world_mut().resource_mut::<Seen>().0.clear();
            }
            app.command([command]);
            let Some(player) = app.player() else { break };
            let is_new = number == 0 || command == PlayerCommand::NewDungeon;
            let is_alone = is_new && app.blocked_cells().len() < 2;
            assert!(!is_alone, "seed {seed}: the new level has no monsters");
            let viewshed = app.part::<Viewshed>(player);
            let fresh = fresh_view(app.map(), app.place_of(player), viewshed.sight());
            assert_eq!(*viewshed.visible(), fresh, "seed {seed}, {command:?}");
            for cell in viewshed.visible().iter() {
                assert_eq!(
                    app.knows(player, cell.into()).tile(),
                    app.map().get(cell).map(Tile::apparent)
                );
            }
            // A player with a radius of 0 learns by touch what it walks into.
            let sees_nothing = app.part::<Viewshed>(player).sight().radius == Some(0);
            if let PlayerCommand::Act(action) = command
                && let Some(way) = action.aim.way().filter(|_| sees_nothing)
            {
                let cell = app.place_of(player) + way.delta();
                if app.knows(player, cell.into()).is_seen() {
                    app.world_mut().resource_mut::<Seen>().0.set(cell, true);
                }
            }
            let known = remembered(app.part(player), app.map().size());
            let seen = &app.world().resource::<Seen>().0;
            let differ = app.map().positions();
            let differ: Vec<IVec2> = differ
                .filter(|it| known.contains(*it) != seen.contains(*it))
                .collect();
            assert!(
                differ.is_empty(),
                "seed {seed}, {command:?}: {differ:?} of {:?}",
                app.map().tile(differ[0])
            );
        }
    });
}

#[test]
fn everyone_sees_the_players_deed_before_deciding() {
    #[derive(Resource, Default)]
    struct Steps(Vec<&'static str>);

    let note = |step: &'static str| move |mut steps: ResMut<Steps>| steps.0.push(step);
    let mut app = simulation(common::drawn("@.."));
    app.init_resource::<Steps>();
    app.add_systems(
        Turn,
        (
            note("remember").in_set(VisionSystems::Remember),
            note("see").in_set(VisionSystems::See),
            note("act").in_set(TurnSystems::Act),
            note("decide").in_set(TurnSystems::Decide),
        ),
    );
    app.step(fogbound::grid::Direction::East);
    assert_eq!(
        app.world().resource::<Steps>().0,
        ["act", "see", "remember", "decide", "act", "see", "remember"],
        "first the player, then the others"
    );
    app.world_mut().resource_mut::<Steps>().0.clear();
    app.command([PlayerCommand::NextAlgorithm]);
    assert_eq!(
        app.world().resource::<Steps>().0,
        ["see", "remember"],
        "no time passes"
    );
}
