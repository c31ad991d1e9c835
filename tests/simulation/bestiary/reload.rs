//! Saving a file during the game changes living monsters.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use fogbound::fov::{Shape, Sight};
use fogbound::frontend::text;
use fogbound::game::bestiary::{Bestiary, Waker, reload_monsters};
use fogbound::game::mind::{Guards, Hunts, RaisesAlarm, Wanders};
use fogbound::game::{
    Action, Actor, Appearance, BeginGame, Defence, Game, GameSetup, Health, Hearing, Hue, Melee,
};
use fogbound::view::Screen;
use fogbound::vision::Viewshed;

use crate::common::assets::{Assets, living, monster, notices};
use crate::common::{AppExt, drawn, simulation};

const HALL: &str = "
################
#@#............#
###...r.....r..#
################
";

const BEFORE: &str = "(name: \"rat\", glyph: 'r', health: 10, damage: (1, 2), sight: (radius: 3), \
                      minds: {\"Guards\": (radius: 0), \"Hunts\": (patience: 5)})";
const AFTER: &str = "(name: \"rat\", glyph: 'q', color: (1, 2, 3), health: 50, regeneration: 7, \
                     damage: (0, 0), defence: 9, speed: 300, hearing: 0, \
                     sight: (radius: 6, shape: \"diamond\"), \
                     minds: {\"Guards\": (radius: 0), \"RaisesAlarm\": (loudness: 3)})";

fn game(assets: &Assets) -> App {
    assets.write("rat.ron", BEFORE);
    let mut app = simulation(GameSetup {
        monsters: assets.files(),
        ..drawn(HALL)
    });
    notices(&mut app);
    app
}

#[test]
fn living_monsters_get_new_stats_and_keep_their_wounds() {
    let assets = Assets::new("reload-stats");
    let mut app = game(&assets);
    let [hurt, whole] = living(&mut app, "rat")[..] else {
        panic!("expected two rats")
    };
    app.world_mut().get_mut::<Health>(hurt).unwrap().set_now(4);
    assets.write("rat.ron", AFTER);
    reload_monsters(app.world_mut());

    assert_eq!(notices(&mut app), ["The rat has changed."]);
    assert_eq!(
        (
            app.part::<Health>(hurt).now(),
            app.part::<Health>(hurt).max()
        ),
        (44, 50)
    );
    assert_eq!(
        (
            app.part::<Health>(whole).now(),
            app.part::<Health>(whole).max()
        ),
        (50, 50)
    );
    let rat = app.world().entity(hurt);
    assert_eq!(
        rat.get(),
        Some(&Appearance {
            glyph: 'q',
            color: Some(Hue::Rgb(1, 2, 3))
        })
    );
    assert_eq!(rat.get::<Health>().unwrap().regeneration, 7);
    assert_eq!(rat.get(), Some(&Defence(9)));
    assert_eq!(rat.get::<Actor>().unwrap().speed, 300);
    assert_eq!(
        rat.get::<Viewshed>().unwrap().sight(),
        Sight::default().with_radius(6).with_shape(Shape::Diamond)
    );
    assert!(!rat.contains::<Melee>() && !rat.contains::<Hearing>());

    assets.write("rat.ron", BEFORE);
    reload_monsters(app.world_mut());
    assert_eq!(
        (
            app.part::<Health>(hurt).now(),
            app.part::<Health>(hurt).max()
        ),
        (4, 10)
    );
    assert_eq!(app.part::<Melee>(hurt).damage, (1, 2));
    assert!(app.world().entity(hurt).contains::<Hearing>());
}

#[test]
fn living_monsters_get_new_minds() {
    let assets = Assets::new("reload-minds");
    let mut app = game(&assets);
    let rat = living(&mut app, "rat")[0];
    app.act(Action::WAIT);
    let guard = *app.part::<Guards>(rat);
    assert_ne!(guard, Guards::default(), "the guard has taken its post");
    assets.write("rat.ron", AFTER);
    reload_monsters(app.world_mut());

    let now = app.world().entity(rat);
    assert!(!now.contains::<Hunts>() && now.contains::<RaisesAlarm>());
    assert_eq!(now.get(), Some(&guard), "an unchanged mind keeps its state");

    assets.write(
        "rat.ron",
        AFTER.replace("\"Guards\": (radius: 0)", "\"Wanders\": ()"),
    );
    reload_monsters(app.world_mut());
    let now = app.world().entity(rat);
    assert!(!now.contains::<Guards>() && now.contains::<Wanders>());
    let post = app.place_of(rat);
    for _ in 0..10 {
        app.act(Action::WAIT);
    }
    assert_ne!(app.place_of(rat), post, "the rat now walks");
}

#[test]
fn files_can_be_added_and_removed() {
    let assets = Assets::new("reload-files");
    let mut app = game(&assets);
    let rats = living(&mut app, "rat");
    let known = app.world().resource::<Bestiary>().iter().count();

    assets.write("wisp.ron", "(name: \"wisp\", glyph: 'W', health: 2)");
    reload_monsters(app.world_mut());
    assert_eq!(notices(&mut app), ["New monster: the wisp."]);
    assert_eq!(app.world().resource::<Bestiary>().iter().count(), known + 1);
    assert_eq!(
        app.world()
            .resource::<Bestiary>()
            .by_glyph('W')
            .unwrap()
            .name,
        "wisp"
    );

    assets.remove("wisp.ron");
    assets.remove("rat.ron");
    reload_monsters(app.world_mut());
    assert_eq!(
        notices(&mut app),
        ["The rat has changed.", "No file defines the wisp any more."]
    );
    assert!(app.world().resource::<Bestiary>().get("wisp").is_none());
    let built_in = monster(&app, "rat").health;
    assert_ne!(built_in, 10);
    assert_eq!(living(&mut app, "rat"), rats);
    assert_eq!(app.part::<Health>(rats[0]).max(), built_in);
}

#[test]
fn living_monsters_outlast_their_file() {
    let assets = Assets::new("reload-outlast");
    assets.write(
        "wisp.ron",
        "(name: \"wisp\", glyph: 'W', health: 2, minds: {\"Wanders\": ()})",
    );
    let setup = GameSetup {
        monsters: assets.files(),
        ..drawn("#####\n#@.W#\n#...#\n#####\n")
    };
    let mut app = simulation(setup);
    let wisps = living(&mut app, "wisp");
    assets.remove("wisp.ron");
    reload_monsters(app.world_mut());
    app.act(Action::WAIT);
    assert_eq!(living(&mut app, "wisp"), wisps);
    assert!(app.world().entity(wisps[0]).contains::<Wanders>());
}

#[test]
fn monsters_on_other_levels_change_too() {
    let assets = Assets::new("reload-left");
    let mut app = game(&assets);
    let rat = living(&mut app, "rat")[0];
    // Disable the monster, as the game does with monsters on levels that the player has left.
    app.world_mut().entity_mut(rat).insert(Disabled);
    assets.write("rat.ron", AFTER);
    reload_monsters(app.world_mut());
    assert_eq!(app.part::<Health>(rat).max(), 50);
}

#[test]
fn two_monsters_can_share_and_swap_their_glyphs() {
    let assets = Assets::new("reload-letters");
    let mut app = game(&assets);
    let bat = "(name: \"bat\", glyph: 'r', health: 1)";
    assets.write("bat.ron", bat);
    reload_monsters(app.world_mut());
    assert_eq!(monster(&app, "bat").glyph, 'r');
    // The first file's monster has the letter in maps.
    let bestiary = app.world().resource::<Bestiary>();
    assert_eq!(bestiary.by_glyph('r').unwrap().name, "bat");

    assets.write("rat.ron", BEFORE.replace("'r'", "'b'"));
    reload_monsters(app.world_mut());
    notices(&mut app);
    assets.write("rat.ron", BEFORE.replace("'r'", "'q'"));
    reload_monsters(app.world_mut());
    assert_eq!(
        (monster(&app, "bat").glyph, monster(&app, "rat").glyph),
        ('r', 'q')
    );
    assert_eq!(app.world().resource::<Bestiary>().errors(), []);
}

/// Updates the app until `done` returns true.
fn wait_for(app: &mut App, done: impl Fn(&App) -> bool) {
    let begin = Instant::now();
    while !done(app) {
        assert!(
            begin.elapsed() < Duration::from_secs(20),
            "nothing happened"
        );
        sleep(Duration::from_millis(5));
        app.update();
    }
}

#[test]
fn a_saved_file_is_noticed_and_wakes_the_app() {
    let assets = Assets::new("reload-watch");
    fs::remove_dir(assets.path("")).unwrap();
    let game = Game::new(GameSetup {
        monsters: assets.files(),
        ..drawn(HALL)
    })
    .unwrap();
    let mut app = text::app();
    app.begin_game(game);
    let woken = Arc::new(AtomicU32::new(0));
    let counter = woken.clone();
    app.insert_resource(Waker::new(move || {
        counter.fetch_add(1, Ordering::Relaxed);
    }));
    app.update();
    assert_ne!(monster(&app, "rat").health, 10);

    // The monster folder is created only now.
    fs::create_dir(assets.path("")).unwrap();
    assets.write("rat.ron", BEFORE);
    wait_for(&mut app, |app| monster(app, "rat").health == 10);
    assert!(woken.load(Ordering::Relaxed) > 0);

    // Save the way editors do: write a new file, which then replaces the old one.
    assets.write(".rat.ron.new", AFTER);
    fs::rename(assets.path(".rat.ron.new"), assets.path("rat.ron")).unwrap();
    wait_for(&mut app, |app| monster(app, "rat").health == 50);
    let rat = living(&mut app, "rat")[0];
    assert_eq!(app.part::<Actor>(rat).speed, 300);

    assets.write("rat.ron", "(");
    wait_for(&mut app, |app| {
        app.world()
            .resource::<Screen>()
            .text()
            .contains("rat.ron:1:2:")
    });
    assert_eq!(monster(&app, "rat").health, 50);
}

#[test]
fn too_many_files_change_nothing() {
    let assets = Assets::new("reload-many");
    let mut app = game(&assets);
    for number in 0..256 {
        assets.write(&format!("{number}.ron"), "(");
    }
    reload_monsters(app.world_mut());
    let [notice] = &notices(&mut app)[..] else {
        panic!("expected one notice")
    };
    assert!(
        notice.contains("it contains more than 256 monster files (monsters/*.ron)"),
        "{notice}"
    );
    assert_eq!(monster(&app, "rat").health, 10);
}

#[test]
fn while_a_file_is_broken_its_monster_keeps_its_name() {
    let assets = Assets::new("reload-letter");
    assets.write("wisp.ron", "(name: \"wisp\", glyph: 'W', health: 3)");
    let mut app = game(&assets);
    assets.write("wisp.ron", "(name: \"wisp\", glyph: 'W', health: )");
    assets.write("aaa.ron", "(name: \"wisp\", glyph: 'T', health: 9)");
    reload_monsters(app.world_mut());
    assert_eq!(monster(&app, "wisp").glyph, 'W');
    assert_eq!(monster(&app, "wisp").health, 3);
    // Once the file is repaired, nothing has changed.
    assets.write("wisp.ron", "(name: \"wisp\", glyph: 'W', health: 5)");
    reload_monsters(app.world_mut());
    assert_eq!(monster(&app, "wisp").health, 5);
}

#[test]
fn a_copy_of_a_file_never_replaces_it_at_the_start_or_later() {
    let copy = "(name: \"rat\", glyph: 'r', health: 99)";
    for (name, own) in [("rat (copy).ron", "rat.ron"), ("0-rat.ron", "rat.ron")] {
        let assets = Assets::new("reload-copy");
        assets.write(own, "(name: \"rat\", glyph: 'r', health: 7)");
        let mut late = game(&assets);
        assets.write(name, copy);
        let early = game(&assets);
        reload_monsters(late.world_mut());
        assert_eq!(
            (monster(&early, "rat").health, monster(&late, "rat").health),
            (10, 10),
            "{name}"
        );
    }
    let assets = Assets::new("reload-copy-own");
    assets.write("wisp.ron", "(name: \"wisp\", glyph: 'W', health: 7)");
    assets.write("a-wisp.ron", "(name: \"wisp\", glyph: 'W', health: 99)");
    assert_eq!(monster(&game(&assets), "wisp").health, 7);
}

#[test]
fn changed_things_are_told_of() {
    let assets = Assets::new("reload-things");
    let things = assets.folder().join("things");
    std::fs::create_dir_all(&things).unwrap();
    let dust = |words: &str| format!("(name: \"dust\", sign: '*', description: {words:?})");
    std::fs::write(things.join("dust.ron"), dust("One.")).unwrap();
    let mut app = game(&assets);
    notices(&mut app);
    let told = |app: &mut App| {
        reload_monsters(app.world_mut());
        notices(app)
    };
    assert!(told(&mut app).is_empty());
    std::fs::write(things.join("dust.ron"), dust("Two.")).unwrap();
    assert_eq!(told(&mut app), ["The dust has changed."]);
    std::fs::write(things.join("ash.ron"), "(name: \"ash\", sign: ',')").unwrap();
    assert_eq!(told(&mut app), ["New thing: the ash."]);
}
