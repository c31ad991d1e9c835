//! A single data file adds a monster.

use std::fs;

use bevy::prelude::*;
use fogbound::fov::{Algorithm, Shape, Sight};
use fogbound::game::mind::{Hunts, Wanders};
use fogbound::game::{
    Actor, Appearance, Camouflage, Defence, Faction, GameSetup, Health, Hearing, Hue, Melee,
};
use fogbound::vision::Viewshed;

use crate::common::assets::{Assets, living};
use crate::common::cli;
use crate::common::files;
use crate::common::{drawn, simulation};

const WISP: &str = "
// Glows.
(
    name: \"wisp\",
    glyph: 'W',
    color: (200, 220, 255),
    health: 7,
    regeneration: 250,
    accuracy: 61,
    damage: (2, 5),
    defence: 12,
    speed: 150,
    sight: (radius: 5, algorithm: \"recursive\", shape: \"square\"),
    hearing: 130,
    faction: 3,
    minds: { \"Wanders\": (), \"Hunts\": (patience: 33), \"Camouflage\": (within: 6) },
)
";

const HALL: &str = "
##############################
#@...........#...............#
##############...............#
#............................#
#......................W.....#
##############################
";

fn with_wisp(name: &str) -> (Assets, GameSetup) {
    let assets = Assets::new(name);
    assets.write("wisp.ron", WISP);
    let monsters = assets.files();
    (assets, monsters_of(monsters))
}

fn monsters_of(monsters: fogbound::game::bestiary::MonsterFiles) -> GameSetup {
    // Without the monster files, the monster's glyph in the drawn level would be unknown.
    GameSetup {
        monsters,
        ..drawn(HALL)
    }
}

#[test]
fn a_file_alone_defines_a_monster() {
    let (_assets, setup) = with_wisp("by-data-all");
    let mut app = simulation(setup);
    let [wisp] = living(&mut app, "wisp")[..] else {
        panic!("expected one wisp")
    };
    let world = app.world();
    let wisp = world.entity(wisp);
    assert_eq!(wisp.get::<Name>().unwrap().as_str(), "wisp");
    let appearance = Appearance {
        glyph: 'W',
        color: Some(Hue::Rgb(200, 220, 255)),
    };
    assert_eq!(wisp.get(), Some(&appearance));
    let health = wisp.get::<Health>().unwrap();
    assert_eq!(
        (health.now(), health.max(), health.regeneration),
        (7, 7, 250)
    );
    assert_eq!(
        wisp.get(),
        Some(&Melee {
            accuracy: 61,
            damage: (2, 5)
        })
    );
    assert_eq!(wisp.get(), Some(&Defence(12)));
    assert_eq!(wisp.get::<Actor>().unwrap().speed, 150);
    let sight = Sight::default()
        .with_algorithm(Algorithm::Recursive)
        .with_radius(5)
        .with_shape(Shape::Square);
    assert_eq!(wisp.get::<Viewshed>().unwrap().sight(), sight);
    assert_eq!(wisp.get(), Some(&Hearing { acuity: 130 }));
    assert_eq!(wisp.get(), Some(&Faction(3)));
    assert_eq!(wisp.get(), Some(&Hunts { patience: 33 }));
    assert_eq!(wisp.get(), Some(&Camouflage { within: 6 }));
    assert!(wisp.contains::<Wanders>());
}

#[test]
fn omitted_fields_have_defaults() {
    let assets = Assets::new("by-data-usual");
    assets.write(
        "wisp.ron",
        "(name: \"wisp\", glyph: 'W', health: 2, minds: {\"Hunts\": ()})",
    );
    let mut app = simulation(monsters_of(assets.files()));
    let wisp = living(&mut app, "wisp")[0];
    let wisp = app.world().entity(wisp);
    assert_eq!(wisp.get::<Actor>().unwrap().speed, 100);
    assert_eq!(wisp.get::<Health>().unwrap().regeneration, 1_000);
    assert_eq!(
        wisp.get::<Viewshed>().unwrap().sight(),
        Sight::default().with_radius(8)
    );
    assert_eq!(wisp.get(), Some(&Hearing { acuity: 100 }));
    assert_eq!(wisp.get(), Some(&Faction::DUNGEON));
    assert_eq!(wisp.get(), Some(&Hunts::default()));
    assert!(!wisp.contains::<Melee>());
}

#[test]
fn the_blind_have_no_viewshed_and_the_deaf_no_hearing() {
    let assets = Assets::new("by-data-blind");
    let text = "(name: \"wisp\", glyph: 'W', health: 2, sight: (radius: 0), hearing: 0)";
    assets.write("wisp.ron", text);
    let mut app = simulation(monsters_of(assets.files()));
    let wisp = living(&mut app, "wisp")[0];
    let wisp = app.world().entity(wisp);
    assert!(!wisp.contains::<Viewshed>() && !wisp.contains::<Hearing>());
}

#[test]
fn the_command_line_takes_an_assets_folder() {
    let (assets, _) = with_wisp("by-data-cli");
    let map = files::file("by-data-cli.txt", "#####\n#@.W#\n#####\n");
    let map = map.to_str().unwrap();
    let play = ["--map", map, "--frontend", "text", "--keys", "."];

    let unknown = cli::fogbound(play).mistake();
    assert!(unknown.contains("2:4: 'W' names no creature"), "{unknown}");

    let folder = assets.folder().to_str().unwrap();
    let screen = cli::fogbound([&play[..], &["--assets", folder]].concat()).text();
    assert!(screen.contains("wisp"), "{screen}");

    let mut command = cli::command();
    let output = command
        .args(play)
        .env("FOGBOUND_ASSETS", folder)
        .output()
        .unwrap();
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(screen.contains("wisp"), "{screen}");
}

#[test]
fn a_wrong_assets_folder_is_reported() {
    let (assets, _) = with_wisp("by-data-no-folder");
    let missing = assets.folder().join("missing");
    let missing = missing.to_str().unwrap();
    let message = cli::fogbound(["--assets", missing]).mistake();
    let expected =
        "there is no such folder; accepted: a folder with monsters/*.ron or things/*.ron in it";
    assert_eq!(message, format!("--assets: {missing}: {expected}"));

    let file = assets.path("wisp.ron");
    let file = file.to_str().unwrap();
    let message = cli::fogbound(["--assets", file]).mistake();
    assert!(message.contains("this is not a folder"), "{message}");

    let odd = Assets::new("by-data-odd-folder");
    fs::remove_dir(odd.path("")).unwrap();
    fs::write(odd.folder().join("monsters"), "").unwrap();
    let message = cli::fogbound(["--assets", odd.folder().to_str().unwrap()]).mistake();
    assert!(message.contains("monsters is not a folder"), "{message}");

    let mut command = cli::command();
    let output = command.env("FOGBOUND_ASSETS", missing).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        message,
        format!("fogbound: FOGBOUND_ASSETS: {missing}: {expected}\n")
    );
}
