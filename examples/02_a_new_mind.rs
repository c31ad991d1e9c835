//! Adds a new mind in one file: a component, a system, and one line that registers both. From then on, any monster file
//! can use the mind.
//!
//! ```text
//! cargo run --example 02_a_new_mind
//! ```
//!
//! The shade in this example stays five cells away from you: it follows when you walk away and backs
//! off when you approach.

use std::error::Error;
use std::fs;

use bevy::prelude::*;
use fogbound::dungeon::{Level, LevelSource};
use fogbound::frontend::text;
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::mind::{AddMind, Deciding, Mindful, Urge};
use fogbound::game::{Action, BeginGame, Game, GameSetup, PlayerCommand};
use fogbound::grid::Direction;
use fogbound::map::AsciiMap;
use fogbound::view::Screen;

/// A mind that keeps its creature at a fixed distance from the nearest enemy that the creature sees.
#[derive(Component, Reflect, Default)]
#[reflect(Component, Default)]
struct Shadows {
    /// The distance in cells. A diagonal step counts as one cell.
    distance: i32,
}

/// Every mind is a system like this one. The system reads only what its own creature senses and remembers, and decides
/// only when `deciding` asks for a decision.
fn shadow(deciding: Deciding, mut shades: Query<(&Shadows, Mindful)>) {
    for (shadows, mut creature) in &mut shades {
        let enemy = creature
            .senses
            .enemies
            .first()
            .filter(|_| deciding.asks(&creature));
        let Some(enemy) = enemy.map(|enemy| enemy.at) else {
            continue;
        };
        let here = creature.position.0;
        let off = |cell: IVec2| ((cell - enemy).abs().max_element() - shadows.distance).abs();
        let steps = Direction::ALL.into_iter().filter(|way| {
            let there = here + way.delta();
            deciding.cost(&creature, there).is_some() && off(there) < off(here)
        });
        // In a tie, choose the step that ends nearest to the enemy.
        let best = steps.min_by_key(|way| (here + way.delta() - enemy).length_squared());
        creature.intend(best.map_or(Action::WAIT, Action::step));
    }
}

const SHADE: &str = r#"(name: "shade", glyph: 'H', health: 9, sight: (radius: 20),
    minds: { "Shadows": (distance: 5) })"#;

const HALL: &str = "
##############################
#............................#
#.@................H.........#
#............................#
##############################
";

fn main() -> Result<(), Box<dyn Error>> {
    let assets = std::env::temp_dir().join(format!("fogbound-shade-{}", std::process::id()));
    fs::create_dir_all(assets.join("monsters"))?;
    fs::write(assets.join("monsters/shade.ron"), SHADE)?;
    let hall = AsciiMap::parse("the hall", HALL.trim_start())?;
    let game = Game::new(GameSetup {
        source: LevelSource::Drawn(Box::new(Level::from_ascii(hall)?)),
        monsters: MonsterFiles::with_folder(&assets)?,
        ..default()
    })?;
    let mut app = text::app();
    app.begin_game(game);

    // This is the one line that registers the mind.
    app.add_mind::<Shadows, _>(Urge::Duty, shadow);

    app.world_mut()
        .resource_mut::<Screen>()
        .resize(UVec2::new(58, 10));
    give(&mut app, vec![PlayerCommand::ChangeRadius(20)]);
    show(&app, "You wait, and the shade approaches:");
    give(&mut app, vec![PlayerCommand::Act(Action::WAIT); 12]);
    show(
        &app,
        "Twelve turns later it is five cells away and stays there:",
    );
    give(
        &mut app,
        vec![PlayerCommand::Act(Action::step(Direction::East)); 4],
    );
    show(
        &app,
        "You take four steps towards it, and it backs off, always one step late:",
    );
    give(
        &mut app,
        vec![PlayerCommand::Act(Action::step(Direction::West)); 3],
    );
    show(
        &app,
        "You take three steps back, and it follows, always one step late:",
    );

    fs::remove_dir_all(assets)?;
    Ok(())
}

fn give(app: &mut App, commands: Vec<PlayerCommand>) {
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
