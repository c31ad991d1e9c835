//! Nothing tells of fog that the player does not see, and what arises in it arises unseen.

use bevy::prelude::*;
use fogbound::game::bestiary::MonsterKind;
use fogbound::game::{Action, GameSetup, LightRule, Numbers, PlayerCommand};
use fogbound::map::{Density, TileMap};
use fogbound::view::Screen;
use fogbound::vision::Viewshed;

use crate::common::arena::player;
use crate::common::{AppExt, drawn, random_commands, simulation, whole_game};

/// Two halls. Neither can be seen from the other.
const HALLS: &str = "
#################
#.......#.......#
#.@.....#.......#
#.......#.......#
#################";

fn setup(numbers: &str) -> GameSetup {
    GameSetup {
        light: LightRule::Dark,
        numbers: Numbers::read("numbers.ron", numbers).unwrap(),
        ..drawn(HALLS)
    }
}

/// Two worlds that differ only in fog that the player does not see look the same and say the same.
#[test]
fn unseen_fog_leaves_no_trace() {
    let mut compared = 0;
    for seed in 0..4 {
        let mut games = [false, true].map(|is_foggy| {
            let numbers = "(fog: (after: 20, rate: 3, every: 0))";
            let mut app = whole_game(setup(numbers));
            let mut screen = app.world_mut().resource_mut::<Screen>();
            screen.resize(UVec2::new(90, 30));
            if is_foggy {
                let mut map = app.world_mut().resource_mut::<TileMap>();
                for x in 9..14 {
                    map.add_air(IVec2::new(x, 2), Density::fog(6));
                }
            }
            app.update();
            app
        });
        for command in random_commands(seed, 50) {
            if command == PlayerCommand::NewDungeon {
                continue;
            }
            let looks = games.each_mut().map(|app| {
                app.command([command]);
                app.update();
                app.world().resource::<Screen>().buffer().clone()
            });
            let reaches_west = |app: &App| app.map().air().iter().any(|(cell, _)| cell.x < 8);
            // New fog goes to the nearest cells that have room. The fog in the eastern hall takes up room there, so the
            // games may differ once fog reaches the western hall.
            if games.iter().any(reaches_west) {
                break;
            }
            assert!(looks[0] == looks[1], "seed {seed}, {command:?}");
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn the_drowned_arise_where_the_player_does_not_see_them() {
    let mut arisen = 0;
    for seed in 0..6 {
        let mut app = simulation(GameSetup {
            seed,
            ..setup("(fog: (after: 4, rate: 30, every: 6, most: 2))")
        });
        app.act(Action::set_lantern(fogbound::game::Lantern::Shut));
        let mut known: Vec<Entity> = Vec::new();
        for _ in 0..60 {
            app.act(Action::WAIT);
            let (it, here) = player(&mut app);
            let view = app.part::<Viewshed>(it).clone();
            let mut all = app
                .world_mut()
                .query_filtered::<(Entity, &fogbound::vision::Position), With<MonsterKind>>();
            let all: Vec<(Entity, IVec2)> =
                all.iter(app.world()).map(|(it, at)| (it, at.0)).collect();
            assert!(all.len() <= 2);
            for (entity, at) in all {
                if !known.contains(&entity) {
                    known.push(entity);
                    assert!(
                        !view.sees(at) && (at - here).abs().max_element() >= 6,
                        "{at}"
                    );
                    assert!(app.map().air().at(at).is_dense());
                }
            }
        }
        arisen += known.len();
    }
    assert!(arisen > 6, "{arisen}");
}
