//! Draws the scenes of `gallery.ron` as windows and terminals of several sizes show them, and every screen of
//! `screens.ron` in one of each.

use std::fs;
use std::path::Path;

use bevy::prelude::*;
use fogbound::dungeon::LevelSource;
use fogbound::frontend::terminal::ROOM_FOR_WIDE;
use fogbound::frontend::{CellSize, Picture, picture_of, text};
use fogbound::game::{LightRule, NUMBERS, Numbers};
use fogbound::lab::{Props, offer_lesson};
use fogbound::modes::open_title;
use fogbound::view::{ColorDepth, DEFAULT_WIDE_SIZE, Display, MIN_SIZE, Palette, Scale, Screen};
use serde::Deserialize;

use super::games::{Failure, dungeon, lab, play, replay, screen, window};
use super::picture::{halved, rgb, save, terminal_picture};

/// The sizes of windows in pixels.
const WINDOWS: [UVec2; 4] = [
    UVec2::new(800, 600),
    UVec2::new(1280, 720),
    UVec2::new(1920, 1080),
    UVec2::new(3840, 2160),
];

/// The sizes of terminals in columns and rows.
const TERMINALS: [UVec2; 2] = [UVec2::new(80, 24), UVec2::new(160, 50)];

/// A scene, as `gallery.ron` describes it.
#[derive(Deserialize)]
struct View {
    name: String,
    seed: u64,
    #[serde(default)]
    keys: String,
    #[serde(default)]
    map: Option<String>,
    #[serde(default)]
    day: bool,
    /// The text of a file of numbers.
    #[serde(default)]
    numbers: Option<String>,
    #[serde(default)]
    title: bool,
    /// The turn at which a replay of a bot's game opens.
    #[serde(default)]
    replay: Option<u64>,
    /// A scene in the folder `tests/scenes` that the lab plays, and the turn at which it opens.
    #[serde(default)]
    lab: Option<(String, u64)>,
}

/// Saves all pictures in a folder, which is created if necessary.
pub fn draw(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    let views: Vec<View> = ron::from_str(include_str!("gallery.ron"))?;
    for view in &views {
        for size in WINDOWS {
            let name = format!("{}-{}x{}.png", view.name, size.x, size.y);
            save(&in_window(view, size)?, &folder.join(name))?;
        }
        for size in TERMINALS {
            let name = format!("{}-terminal-{}x{}.png", view.name, size.x, size.y);
            save(&in_terminal(view, size)?, &folder.join(name))?;
        }
    }
    Ok(())
}

/// Draws every screen in a window and in a terminal, and a sheet of each.
pub fn draw_screens(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    let views: Vec<View> = ron::from_str(include_str!("screens.ron"))?;
    let windows = views.iter().map(|it| in_window(it, WINDOWS[1]));
    let windows: Vec<Picture> = windows.collect::<Result<_, _>>()?;
    let terminals = views.iter().map(|it| in_terminal(it, TERMINAL));
    let terminals: Vec<Picture> = terminals.collect::<Result<_, _>>()?;
    for (kind, pictures) in [("window", &windows), ("terminal", &terminals)] {
        for (view, picture) in views.iter().zip(pictures) {
            save(picture, &folder.join(format!("{}-{kind}.png", view.name)))?;
        }
        save(&sheet(pictures), &folder.join(format!("{kind}s.png")))?;
    }
    Ok(())
}

/// The size of the terminal that shows every screen.
const TERMINAL: UVec2 = UVec2::new(120, 34);

/// How many screens stand side by side on a sheet, and the gap between them in pixels.
const SHEET: (u32, u32) = (4, 8);

/// Returns pictures of one size on one sheet, each at half its size.
fn sheet(pictures: &[Picture]) -> Picture {
    let (columns, gap) = SHEET;
    let step = pictures[0].size / 2 + gap;
    let rows = (pictures.len() as u32).div_ceil(columns);
    let mut sheet = Picture::filled(step * UVec2::new(columns, rows) - gap, [128; 3]);
    for (picture, number) in pictures.iter().zip(0..) {
        sheet.paste(
            &halved(picture),
            step * UVec2::new(number % columns, number / columns),
        );
    }
    sheet
}

/// Draws a scene as a window of this size shows it at the default zoom.
fn in_window(view: &View, size: UVec2) -> Result<Picture, Failure> {
    let cell = CellSize::fitting(DEFAULT_WIDE_SIZE, size);
    let mut app = window();
    let cells = (size / cell.text()).max(MIN_SIZE);
    let mut shown = app.world_mut().resource_mut::<Screen>();
    shown.resize(cells);
    shown.set_scale(Some(scale_of(cell)));
    let drawn = picture_of(screen(&view.play(app)?), cell);
    let rim = rgb(Palette::default().background()).unwrap_or_default();
    let mut picture = Picture::filled(size, rim);
    picture.paste(&drawn, (size - drawn.size) / 2);
    Ok(picture)
}

/// Returns the sizes of text and of map cells in a window with text of this size.
pub fn scale_of(cell: CellSize) -> Scale {
    Scale {
        text: cell.height(),
        map: CellSize::of_height(cell.height() * 3 / 2).height(),
    }
}

/// Draws a scene as a terminal with this many cells and all colours shows it.
fn in_terminal(view: &View, size: UVec2) -> Result<Picture, Failure> {
    let mut app = text::app();
    let mut display = app.world_mut().resource_mut::<Display>();
    (display.colors, display.can_draw_lines) = (ColorDepth::TrueColor, true);
    let mut shown = app.world_mut().resource_mut::<Screen>();
    shown.set_wide(size.x >= ROOM_FOR_WIDE);
    shown.resize(size);
    Ok(terminal_picture(screen(&view.play(app)?)))
}

impl View {
    /// Plays the scene on the app's screen.
    fn play(&self, mut app: App) -> Result<App, Failure> {
        if self.title {
            offer_lesson(app.world_mut(), Vec::new(), || Ok(Props::default()));
            open_title(app.world_mut(), dungeon(self.seed, LightRule::Dark));
            text::type_keys(&mut app, &self.keys)?;
            return Ok(app);
        }
        if let Some((scene, turn)) = &self.lab {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenes");
            return lab(&Path::new(file).join(scene), app, *turn, &self.keys);
        }
        let light = match self.day {
            true => LightRule::Day,
            false => LightRule::Dark,
        };
        let mut setup = dungeon(self.seed, light);
        if let Some(map) = &self.map {
            setup.source = LevelSource::drawn(&self.name, map.trim_matches('\n'))?;
        }
        if let Some(text) = &self.numbers {
            let numbers = Numbers::read(NUMBERS, text);
            setup.numbers = numbers.map_err(|errors| errors[0].to_string())?;
        }
        if let Some(turn) = self.replay {
            let mut app = replay(app, setup, turn)?;
            text::type_keys(&mut app, &self.keys)?;
            return Ok(app);
        }
        play(app, setup, &self.keys)
    }
}
