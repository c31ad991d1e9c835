//! Plays games for the pictures.

use std::error::Error;
use std::path::Path;

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use fogbound::dungeon::LevelSource;
use fogbound::explorer::Bot;
use fogbound::fov::Sight;
use fogbound::frontend::text;
use fogbound::game::mind::record_reasons;
use fogbound::game::{Actor, BeginGame, Clock, Game, GameSetup, LightRule, Player};
use fogbound::journal::DataFolder;
use fogbound::lab::{Lab, Props};
use fogbound::modes::{Saves, open_rehearsal, open_replay, record_game};
use fogbound::view::{DEFAULT_WIDE_SIZE, Marks, Scene, Screen, clear, draw_map};
use fogbound::vision::Position;

/// Any error.
pub type Failure = Box<dyn Error>;

/// Returns a game in the dungeon.
pub fn dungeon(seed: u64, light: LightRule) -> GameSetup {
    GameSetup {
        seed,
        light,
        sight: Sight::default().unlimited(),
        ..default()
    }
}

/// Returns a game on a map from `assets/maps`.
pub fn on_map(name: &str, seed: u64, light: LightRule) -> Result<GameSetup, Failure> {
    let file = format!("{}/assets/maps/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    Ok(GameSetup {
        source: LevelSource::drawn(name, &std::fs::read_to_string(file)?)?,
        ..dungeon(seed, light)
    })
}

/// Returns an app with a screen of the window's default size.
pub fn window() -> App {
    window_of(DEFAULT_WIDE_SIZE)
}

/// Returns an app with a screen of so many columns and rows, drawn as in a window.
pub fn window_of(size: UVec2) -> App {
    let mut app = text::app();
    let mut screen = app.world_mut().resource_mut::<Screen>();
    screen.set_wide(true);
    screen.set_art(true);
    screen.resize(size);
    app
}

/// Starts a game and presses keys.
pub fn play(mut app: App, setup: GameSetup, keys: &str) -> Result<App, Failure> {
    app.begin_game(Game::new(setup)?);
    text::type_keys(&mut app, keys)?;
    Ok(app)
}

/// Returns the app's screen.
pub fn screen(app: &App) -> &Screen {
    app.world().resource()
}

/// The part of a map to draw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The cells that the player sees and remembers.
    Known,
    /// The same, and the cells that any monster in view can see are marked.
    Watched,
    /// The actual level.
    Actual,
    /// What the player sees.
    Seen,
    /// What the player remembers but does not see.
    Remembered,
}

/// Draws the map alone.
pub fn map(app: &mut App, part: Part) -> Result<Screen, Failure> {
    let world = app.world_mut();
    let mut scenes = SystemState::<Scene>::new(world);
    let scene = scenes.get(world)?;
    let eyes = scene.player().ok_or("there is no player")?;
    let mut marks = Marks::default();
    if part == Part::Watched {
        marks.watched = scene.exposure_of(&eyes).watched;
    }
    let size = scene.map.as_ref().map_or(UVec2::ONE, |map| map.size());
    let mut screen = Screen::default();
    screen.set_wide(true);
    screen.set_art(true);
    screen.resize(size * UVec2::new(2, 1));
    screen.begin();
    clear(&scene, screen.buffer_mut());
    let (area, blank) = (screen.buffer().area, screen.buffer()[(0, 0)].clone());
    draw_map(&scene, &mut screen, area, &marks, part == Part::Actual);
    for at in area.positions() {
        let cell = IVec2::new(i32::from(at.x / 2), at.y.into());
        let is_seen = eyes.viewshed.as_ref().is_some_and(|it| it.sees(cell));
        if part == Part::Seen && !is_seen || part == Part::Remembered && is_seen {
            screen.buffer_mut()[at] = blank.clone();
        }
    }
    Ok(screen)
}

/// Presses the explore key `times` times, but strikes what is beside the player, or waits for a turn, whenever the previous
/// key took no time.
pub fn explore(mut app: App, times: u32) -> Result<App, Failure> {
    let mut before = u64::MAX;
    for _ in 0..times {
        let now = app.world().resource::<Clock>().tick;
        let key = match now == before {
            true => strike(app.world_mut()).unwrap_or("."),
            false => "o",
        };
        text::type_keys(&mut app, key)?;
        before = now;
    }
    Ok(app)
}

/// Returns the key for a blow at a creature beside the player, if there is one.
fn strike(world: &mut World) -> Option<&'static str> {
    const KEYS: [(&str, IVec2); 8] = [
        ("h", IVec2::new(-1, 0)),
        ("j", IVec2::new(0, 1)),
        ("k", IVec2::new(0, -1)),
        ("l", IVec2::new(1, 0)),
        ("y", IVec2::new(-1, -1)),
        ("u", IVec2::new(1, -1)),
        ("b", IVec2::new(-1, 1)),
        ("n", IVec2::new(1, 1)),
    ];
    let mut players = world.query_filtered::<&Position, With<Player>>();
    let here = players.single(world).ok()?.0;
    let mut others = world.query_filtered::<&Position, (With<Actor>, Without<Player>)>();
    let beside: Vec<IVec2> = others.iter(world).map(|it| it.0 - here).collect();
    let mut keys = KEYS.into_iter();
    keys.find(|(_, way)| beside.contains(way)).map(|it| it.0)
}

/// Plays a scene in the lab, and opens it at the end of the given turn. Then presses keys.
pub fn lab(scene: &Path, mut app: App, turn: u64, keys: &str) -> Result<App, Failure> {
    let folder = std::env::temp_dir().join(format!("fogbound-lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    text::type_keys(&mut app, "")?;
    let props = Box::new(|| Ok(Props::default()));
    let (lab, journal) = Lab::open(scene, None, Box::new(text::app), props, &folder)
        .map_err(|errors| errors.join("\n"))?;
    open_rehearsal(app.world_mut(), journal, Box::new(lab))?;
    record_reasons(app.world_mut());
    text::type_keys(&mut app, &format!("<Space><Home>t{turn}<Enter>{keys}"))?;
    std::fs::remove_dir_all(&folder)?;
    Ok(app)
}

/// Makes the bot play a game, and opens the replay of that game at the given turn in an app that has no game yet.
pub fn replay(mut shown: App, setup: GameSetup, turn: u64) -> Result<App, Failure> {
    let folder = std::env::temp_dir().join(format!("fogbound-pictures-{}", std::process::id()));
    let data = DataFolder::new(&folder);
    let mut app = window();
    app.insert_resource(Saves(Some(data.clone())));
    app.begin_game(Game::new(setup)?);
    record_game(app.world_mut());
    text::type_keys(&mut app, "")?;
    let mut bot = Bot::default();
    for _ in 0..400 {
        let Some(command) = bot.next(app.world_mut()) else {
            break;
        };
        app.world_mut().write_message(command);
        app.update();
    }
    drop(app);
    let (games, _) = data.slots();
    let file = &games.first().ok_or("the game was not saved")?.file;
    open_replay(shown.world_mut(), file, turn)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(shown)
}
