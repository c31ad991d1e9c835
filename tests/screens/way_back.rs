//! Hunters that come for the beacon show themselves only to a player that perceives them.

use bevy::prelude::*;
use fogbound::game::{Action, Actor, Clock, GameSetup, LightRule, Numbers};
use fogbound::grid::Direction::{East, West};
use fogbound::view::{MessageLog, Screen};

use crate::common::{AppExt, drawn, whole_game};

/// The stairs are in a chamber that the player neither sees nor hears.
const CHAMBER: &str = "
###################
#>..#@^...........#
#...#.............#
###################";

fn game(first: u32) -> App {
    let numbers = format!("(beacon: (first: {first}, every: 5, noise: 0))");
    whole_game(GameSetup {
        light: LightRule::Dark,
        numbers: Numbers::read("numbers.ron", &numbers).unwrap(),
        ..drawn(CHAMBER)
    })
}

#[test]
fn hunters_out_of_sight_and_earshot_leave_no_trace() {
    let [mut with, mut without] = [5, 0].map(game);
    let count = |app: &mut App| app.entities::<With<Actor>>().len();
    for turn in 0..40 {
        let action = match turn {
            0 | 1 => Action::step(East),
            20 => Action::step(West),
            _ => Action::WAIT,
        };
        let [one, other] = [&mut with, &mut without].map(|app| {
            app.act(action);
            app.update();
            let world = app.world();
            let said: Vec<String> = world.resource::<MessageLog>().last(50).collect();
            let screen = world.resource::<Screen>().buffer().clone();
            (screen, said, world.resource::<Clock>().tick)
        });
        assert_eq!(one, other, "turn {turn}");
    }
    assert_eq!(count(&mut without), 1);
    assert!(count(&mut with) > 6);
}
