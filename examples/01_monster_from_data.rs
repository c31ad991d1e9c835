//! A monster made from data alone. The example writes a monster file, and a wisp floats through the hall. The example
//! then saves a changed file, and the living wisp changes too.
//!
//! ```text
//! cargo run --example 01_monster_from_data
//! ```
//!
//! `docs/monsters.md` explains the file.

use std::error::Error;
use std::fs;

use bevy::prelude::*;
use fogbound::dungeon::{Level, LevelSource};
use fogbound::fov::Sight;
use fogbound::frontend::text;
use fogbound::game::bestiary::{Bestiary, MonsterFiles, reload_monsters};
use fogbound::game::{Action, BeginGame, Game, GameSetup, PlayerCommand};
use fogbound::map::AsciiMap;
use fogbound::view::Screen;

/// The whole definition of a wisp.
const WISP: &str = r#"
(
    name: "wisp",
    glyph: 'W',
    health: 4,
    minds: { "Wanders": () },
)
"#;

/// The `W` is a wisp because the file above claims that letter.
const HALL: &str = "
##############################
#............................#
#..@.....................W...#
#............................#
##############################
";

fn main() -> Result<(), Box<dyn Error>> {
    // An assets folder, as in `fogbound --assets DIR`.
    let assets = std::env::temp_dir().join(format!("fogbound-wisp-{}", std::process::id()));
    fs::create_dir_all(assets.join("monsters"))?;
    let file = assets.join("monsters/wisp.ron");
    fs::write(&file, WISP)?;

    let hall = AsciiMap::parse("the hall", HALL.trim_start())?;
    let game = Game::new(GameSetup {
        source: LevelSource::Drawn(Box::new(Level::from_ascii(hall)?)),
        monsters: MonsterFiles::with_folder(&assets)?,
        // The sight radius covers the whole hall.
        sight: Sight::default().with_radius(30),
        ..default()
    })?;
    let mut app = text::app();
    app.begin_game(game);
    app.world_mut()
        .resource_mut::<Screen>()
        .resize(UVec2::new(58, 12));
    show(&app, "Six lines make a wisp:");

    wait(&mut app, 8);
    show(&app, "Eight turns later it has moved:");

    // Save the file while the game runs, with a new letter and three times the speed.
    fs::write(&file, WISP.replace("'W'", "'w', speed: 300"))?;
    // A running app notices the change by itself. This one has no main loop, so it reloads by hand.
    reload_monsters(app.world_mut());
    wait(&mut app, 1);
    show(
        &app,
        "But `w` is the wolf's letter, so the wisp does not change:",
    );
    for error in app.world().resource::<Bestiary>().errors() {
        println!("{error}\n");
    }

    fs::write(&file, WISP.replace("'W'", "'Q', speed: 300"))?;
    reload_monsters(app.world_mut());
    wait(&mut app, 8);
    show(
        &app,
        "With a free letter, after eight turns at three times the speed:",
    );

    fs::remove_dir_all(assets)?;
    Ok(())
}

fn wait(app: &mut App, turns: usize) {
    give(app, vec![PlayerCommand::Act(Action::WAIT); turns]);
}

fn give(app: &mut App, commands: impl IntoIterator<Item = PlayerCommand>) {
    for command in commands {
        app.world_mut().write_message(command);
        app.update();
    }
}

/// Prints the screen without empty rows.
fn show(app: &App, what: &str) {
    let screen = app.world().resource::<Screen>().text();
    let rows: Vec<&str> = screen.lines().filter(|row| !row.is_empty()).collect();
    println!("{what}\n\n{}\n", rows.join("\n"));
}
