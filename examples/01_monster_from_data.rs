//! A monster from data alone: a file is written, and a wisp floats through the hall. The file is
//! saved again, and the wisp that is there changes under your eyes.
//!
//! ```text
//! cargo run --example 01_monster_from_data
//! ```
//!
//! `docs/monsters.md` explains what can stand in the file.

use std::error::Error;
use std::fs;

use bevy::prelude::*;
use fogbound::dungeon::{Level, LevelSource};
use fogbound::frontend::text;
use fogbound::game::bestiary::{Bestiary, MonsterFiles, reload_monsters};
use fogbound::game::{Action, BeginGame, Game, GameSetup, PlayerCommand};
use fogbound::map::AsciiMap;
use fogbound::view::Screen;

/// All that there is of a wisp.
const WISP: &str = r#"
(
    name: "wisp",
    glyph: 'W',
    health: 4,
    minds: { "Wanders": () },
)
"#;

/// A `W` stands for a wisp as soon as there is a file that says so.
const HALL: &str = "
##############################
#............................#
#..@.....................W...#
#............................#
##############################
";

fn main() -> Result<(), Box<dyn Error>> {
    // A folder of assets, as `fogbound --assets DIR` takes it.
    let assets = std::env::temp_dir().join(format!("fogbound-wisp-{}", std::process::id()));
    fs::create_dir_all(assets.join("monsters"))?;
    let file = assets.join("monsters/wisp.ron");
    fs::write(&file, WISP)?;

    let hall = AsciiMap::parse("the hall", HALL.trim_start())?;
    let game = Game::new(GameSetup {
        source: LevelSource::Drawn(Box::new(Level::from_ascii(hall)?)),
        monsters: MonsterFiles::with_folder(&assets)?,
        ..default()
    })?;
    let mut app = text::app();
    app.begin_game(game);
    app.world_mut()
        .resource_mut::<Screen>()
        .resize(UVec2::new(58, 12));
    // Enough to see the whole hall, and the wisp in it.
    give(&mut app, [PlayerCommand::ChangeRadius(20)]);
    show(&app, "A file of seven lines, and there it is:");

    wait(&mut app, 8);
    show(&app, "Eight turns later it is on its way:");

    // Save the file while the game runs: another letter, and three times as quick.
    fs::write(&file, WISP.replace("'W'", "'w', speed: 300"))?;
    // An app that is updated without end notices by itself. This one wants to be told.
    reload_monsters(app.world_mut());
    wait(&mut app, 1);
    show(
        &app,
        "But `w` is the wolf's letter, so the wisp stays as it was:",
    );
    for error in app.world().resource::<Bestiary>().errors() {
        println!("{error}\n");
    }

    fs::write(&file, WISP.replace("'W'", "'Q', speed: 300"))?;
    reload_monsters(app.world_mut());
    wait(&mut app, 8);
    show(
        &app,
        "A letter of its own, and eight turns at three times the speed:",
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

/// Prints the screen without its empty rows.
fn show(app: &App, what: &str) {
    let screen = app.world().resource::<Screen>().text();
    let rows: Vec<&str> = screen.lines().filter(|row| !row.is_empty()).collect();
    println!("{what}\n\n{}\n", rows.join("\n"));
}
