//! Fog gives time: nobody dies of it who stands still for less than two hundred turns.

use bevy::math::IVec2;
use fogbound::dungeon::{Dungeon, LevelSource};
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::{Action, Depth, GameSetup, Health, Lantern};
use fogbound::map::Stairs;

use crate::common::arena::wait;
use crate::common::seeds::on_all_cores;
use crate::common::{AppExt, built, dark, simulation};

/// The only monsters of this world are those that come with the fog.
fn monsters() -> MonsterFiles {
    let files = fogbound_assets::MONSTERS.iter();
    let of_fog = files.filter(|file| file.text.contains("in_fog: true"));
    MonsterFiles::recorded(of_fog.map(|file| (file.name.to_owned(), file.text.to_owned())))
}

#[test]
fn fog_kills_nobody_who_stands_still_for_less_than_two_hundred_turns() {
    let depths = Dungeon::default().depth();
    let games = on_all_cores(0..8, |seed| {
        let mut app = simulation(GameSetup {
            monsters: monsters(),
            source: LevelSource::Dungeon(Dungeon::default()),
            ..dark(built(seed))
        });
        app.act(Action::set_lantern(Lantern::Shut));
        let player = app.player().unwrap();
        let mut fogged = 0;
        for depth in 1..=depths {
            assert_eq!(app.world().resource::<Depth>().0, depth);
            // The arrival was a turn.
            wait(&mut app, 198);
            let health = app.part::<Health>(player).now();
            assert!(health > 0, "seed {seed}, depth {depth}");
            fogged += u32::from(app.map().air().volume().fog > 0);
            let map = app.map();
            let leads_down = |cell: &IVec2| map.tile(*cell).stairs() == Some(Stairs::Down);
            let Some(down) = map.positions().find(leads_down) else {
                break;
            };
            let whole = Health::new(30, 0);
            app.world_mut().entity_mut(player).insert(whole);
            app.put(player, down.into());
            app.act(Action::TAKE_STAIRS);
        }
        fogged
    });
    let fogged: u32 = games.iter().sum();
    assert!(fogged > 8 * depths * 9 / 10, "{fogged}");
}
