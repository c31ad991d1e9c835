//! Draws all pictures in the documentation, and the icon.
//!
//! ```text
//! cargo run --example pictures -- docs
//! ```
//!
//! The first argument is the folder for the pictures (default `docs`), and the second is the folder for the icon
//! (default `assets`). The games run without a window, and their screens are drawn with the window's fonts. Seeds and
//! keys are fixed, so the same version always draws the same pictures.
//!
//! `pictures gallery FOLDER` draws ten scenes in windows and terminals of several sizes instead, and `pictures screens
//! FOLDER` every screen; see `docs/look.md`.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use bevy::prelude::*;
use fogbound::cli;
use fogbound::dungeon::{Builders, Dungeon, LevelSource};
use fogbound::frontend::{CellSize, Picture, Sheet, picture_of, text};
use fogbound::game::bestiary::MonsterFiles;
use fogbound::game::{GameSetup, LightRule, Numbers};
use fogbound::view::{ColorDepth, DEFAULT_WIDE_SIZE, Display, Palette, Screen};

mod gallery;
mod games;
mod picture;

#[expect(dead_code, reason = "its `main` is another program")]
#[path = "../06_own_game/main.rs"]
mod own_game;

use gallery::scale_of;
use games::{
    Failure, Part, dungeon, explore, lab, map, on_map, play, replay, screen, window, window_of,
};
use picture::{crop, rgb, save, save_film, terminal_picture};

/// The builders whose levels are drawn, each with a seed.
const LEVELS: [(&str, u64); 5] = [
    ("bsp", 3),
    ("rooms", 12),
    ("caves", 8),
    ("maze", 2),
    ("mixed", 11),
];

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let docs = arguments.next().unwrap_or("docs".to_owned());
    if ["gallery", "screens"].contains(&docs.as_str()) {
        let folder = arguments.next();
        let folder = folder.ok_or_else(|| format!("{docs}: name a folder for the pictures"))?;
        return match docs.as_str() {
            "gallery" => gallery::draw(Path::new(&folder)),
            _ => gallery::draw_screens(Path::new(&folder)),
        };
    }
    let assets = arguments.next().unwrap_or("assets".to_owned());
    let (docs, assets) = (Path::new(&docs), Path::new(&assets));
    for (builder, seed) in LEVELS {
        draw_level(builder, seed, &docs.join(format!("levels-{builder}.png")))?;
    }
    let shoot = |screen: &Screen, name: &str| {
        let picture = drawn(screen);
        save(&picture, &docs.join(format!("{name}.png")))
    };
    film(docs)?;
    fog(docs)?;
    save(&smoke()?, &docs.join("smoke.png"))?;
    save(&three()?, &docs.join("three.png"))?;
    save(&terminal()?, &docs.join("terminal.png"))?;
    save(&icon()?, &assets.join("icon.png"))?;

    let dark = |seed| dungeon(seed, LightRule::Dark);
    let explored = |setup, times| explore(play(window(), setup, "")?, times);
    shoot(screen(&explored(dark(43), 15)?), "dungeon")?;
    save(&readme()?, &docs.join("window.png"))?;
    shoot(screen(&explored(dark(8), 15)?), "hunt")?;
    let manor = on_map("manor", 8, LightRule::Day)?;
    shoot(screen(&explored(manor, 51)?), "manor")?;

    let night = |keys| play(window(), on_map("night", 3, LightRule::Dark)?, keys);
    shoot(screen(&night("lllluuul[[")?), "light")?;
    shoot(screen(&night("lllluuulllll[")?), "light-beam")?;
    let hall = on_map("watched-hall", 11, LightRule::Dark)?;
    shoot(
        screen(&play(window(), hall, "lllllllllllllll[[.V")?),
        "light-seen",
    )?;

    let mut watched = replay(window(), dark(3), 150)?;
    text::type_keys(&mut watched, "v")?;
    shoot(screen(&watched), "replay")?;
    shoot(screen(&own_game()?), "own-game")?;
    shoot(screen(&wisp()?), "lab")?;
    for (folder, scene, turn) in CLASSICS {
        let file = format!("{EXAMPLES}/classics/{folder}/{scene}.scene");
        let app = lab(Path::new(&file), window_of(UVec2::new(100, 22)), turn, "")?;
        let picture = picture_of(screen(&app), CellSize::of_height(20));
        save(&picture, &docs.join(format!("classic-{scene}.png")))?;
    }
    save(&gifts()?, &docs.join("gifts.png"))?;
    Ok(())
}

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");

/// The classics that the cookbook shows: a folder, a scene and a turn.
const CLASSICS: [(&str, &str, u64); 2] = [
    ("4-necromancer", "necromancer", 9),
    ("8-library", "reading-room", 12),
];

/// Draws a screen as a window does.
fn drawn(screen: &Screen) -> Picture {
    picture_of(screen, CellSize::default())
}

/// Draws the picture of the README, in which there is some of everything, as a window of 1280 × 720 pixels shows it.
fn readme() -> Result<Picture, Failure> {
    let mut app = window_of(DEFAULT_WIDE_SIZE);
    let cell = CellSize::default();
    let mut shown = app.world_mut().resource_mut::<Screen>();
    shown.set_scale(Some(scale_of(cell)));
    let app = play(app, dungeon(60, LightRule::Dark), "oooo")?;
    Ok(picture_of(screen(&app), cell))
}

/// Draws three gifts behind glass, and what keeps them.
fn gifts() -> Result<Picture, Failure> {
    let file = std::env::temp_dir().join("gifts.scene");
    std::fs::write(&file, GIFTS)?;
    let app = lab(&file, window_of(UVec2::new(100, 22)), 2, "")?;
    Ok(picture_of(screen(&app), CellSize::of_height(20)))
}

/// The vault of level 2, as it is drawn in its file.
const GIFTS: &str = r##"
##################
#.....=.........╤#
#.....=...f......#
#....@=..........!
#.....=.........╤#
#.....=..........!
#.....=...f......#
#.....=.........╤#
#.....####+#######
#..........#
############
set: thing at 16,1 is an owl lens
set: thing at 16,4 is a keeper's lens
set: thing at 16,7 is a moth cloak
do: wait 2
"##;

/// Opens the scene of `docs/first-monster.md` in the lab, through the wisp's eyes.
fn wisp() -> Result<App, Failure> {
    let file = std::env::temp_dir().join("wisp.scene");
    std::fs::write(&file, WISP)?;
    lab(&file, window(), 24, "e")
}

/// That scene, with a fact that fails.
const WISP: &str = r##"
##############################
#.........#..................#
#.........#..................#
#@.....................W.....#
#.........#..................#
#.........#..................#
##############################
seed: 3
@: lantern open
W: (name: "wisp", color: "ice", health: 4, damage: (1, 2), speed: 150, sight: (radius: 14), dark_sight: 0,
    light: (radius: 2, color: (150, 190, 255)), minds: {"Wanders": (), "Hunts": (patience: 6)})
by 40: W hunting
after 24: W dead
"##;

/// Draws a level as `fogbound dungeon --png` does.
fn draw_level(builder: &str, seed: u64, file: &Path) -> Result<(), Failure> {
    let words = format!("fogbound dungeon --builder {builder} --seed {seed} --png");
    let arguments = words.split(' ').map(OsString::from).chain([file.into()]);
    if cli::run(arguments, |_| {}) != ExitCode::SUCCESS {
        return Err(format!("{} was not drawn", file.display()).into());
    }
    Ok(())
}

/// The map of the film: a hall with a pool, and a kobold by the fire.
const POOL: &str = "
##########################!#########
#........#.................#.......#
#...\"\"...#....~~~~......k..#.......#
#..\"\"....#...~~~~~~........#.......#
#........'...~~~~~~....*...'.......#
#........#....~~~~.........#.......#
#........#......@..........#.......#
#........#.................#.......#
####+###################+###########";

/// The keys for the film. The player leaves the hall before the kobold notices it, and closes the door.
const WAY_OUT: &str = "hhhhyyhhc...";

/// Films the way out.
fn film(folder: &Path) -> Result<(), Failure> {
    let setup = GameSetup {
        source: LevelSource::drawn("pool", POOL.trim_matches('\n'))?,
        ..dungeon(35, LightRule::Dark)
    };
    let mut app = play(window(), setup, "")?;
    let cell = CellSize::of_height(20);
    let mut frames = vec![picture_of(&map(&mut app, Part::Known)?, cell)];
    for key in WAY_OUT.chars() {
        text::type_keys(&mut app, &key.to_string())?;
        frames.push(picture_of(&map(&mut app, Part::Known)?, cell));
    }
    save_film(&frames, [40, 200], &folder.join("film.png"))?;
    Ok(())
}

/// A hall with a brazier.
const HALL: &str = "
######################################
#....................................#
#....................................#
#.........#..............#...........#
#....................................#
#..@..............*..................#
#....................................#
#.........#..............#...........#
#....................................#
#....................................#
######################################";

/// Returns numbers with which fog comes early and thick.
fn foggy() -> Numbers {
    let mut numbers = Numbers::default();
    (numbers.fog.after, numbers.fog.rate, numbers.fog.every) = (20, 10, 0);
    numbers
}

/// Films the fog that comes while the player waits beside a brazier with the lantern shut, and then puts the brazier
/// out.
fn fog(folder: &Path) -> Result<(), Failure> {
    let setup = GameSetup {
        source: LevelSource::drawn("hall", HALL.trim_matches('\n'))?,
        numbers: foggy(),
        ..dungeon(1, LightRule::Dark)
    };
    let mut app = play(window(), setup, "[[llllllllllllll")?;
    let mut frames = Vec::new();
    for keys in [["..."; 28].as_slice(), &["T"], &["..."; 24]].concat() {
        frames.push(drawn(&map(&mut app, Part::Actual)?));
        text::type_keys(&mut app, keys)?;
    }
    save_film(&frames, [16, 200], &folder.join("fog.png"))?;
    Ok(())
}

/// A passage with bushes, and a longbowman behind it.
const CORRIDOR: &str = "
##############################
#......#########.............#
#......@................l....#
#......##\"\"\"####.............#
#......#########.............#
##############################";

/// Draws what the player sees before and after it sets fire to a bush, whose smoke hides it from an archer.
fn smoke() -> Result<Picture, Failure> {
    let setup = GameSetup {
        source: LevelSource::drawn("corridor", CORRIDOR.trim_matches('\n'))?,
        ..dungeon(1, LightRule::Day)
    };
    let mut app = play(window(), setup, "")?;
    let mut parts = vec![drawn(&map(&mut app, Part::Watched)?)];
    for keys in ["lT", "hhhh"] {
        text::type_keys(&mut app, keys)?;
        parts.push(drawn(&map(&mut app, Part::Watched)?));
    }
    Ok(above_each_other(&parts))
}

/// Returns pictures of the same size above each other.
fn above_each_other(parts: &[Picture]) -> Picture {
    let step = parts[0].size + 16;
    let size = UVec2::new(parts[0].size.x, step.y * parts.len() as u32 - 16);
    let mut picture = Picture::filled(
        size,
        rgb(Palette::default().background()).unwrap_or_default(),
    );
    for (part, number) in parts.iter().zip(0..) {
        picture.paste(part, UVec2::new(0, number * step.y));
    }
    picture
}

/// The keys for the way through a door into a hall that a kobold is watching.
const WALK: &str = "lllllllllllll";

/// Draws the same moment three times: the actual level, what the player sees, and what the player remembers.
fn three() -> Result<Picture, Failure> {
    let hall = on_map("watched-hall", 3, LightRule::Dark)?;
    let mut app = play(window(), hall, WALK)?;
    let mut parts = Vec::new();
    for part in [Part::Actual, Part::Seen, Part::Remembered] {
        parts.push(drawn(&map(&mut app, part)?));
    }
    Ok(above_each_other(&parts))
}

/// Draws the same moment in terminals with different numbers of colours.
fn terminal() -> Result<Picture, Failure> {
    const RIM: u32 = 8;
    let depths = [
        ColorDepth::TrueColor,
        ColorDepth::Colors256,
        ColorDepth::Colors16,
        ColorDepth::Monochrome,
    ];
    let mut parts = Vec::new();
    for colors in depths {
        let mut app = text::app();
        let mut display = app.world_mut().resource_mut::<Display>();
        (display.colors, display.can_draw_lines) = (colors, true);
        app.world_mut()
            .resource_mut::<Screen>()
            .resize(UVec2::new(72, 22));
        let app = play(app, dungeon(26, LightRule::Dark), "ooooooooo")?;
        parts.push(terminal_picture(screen(&app)));
    }
    let step = parts[0].size + RIM;
    let mut picture = Picture::filled(step * 2 - RIM, [128; 3]);
    for (part, number) in parts.iter().zip(0..) {
        picture.paste(part, UVec2::new(number % 2, number / 2) * step);
    }
    Ok(picture)
}

/// Plays the game from `docs/own-game.md` until shades keep their distance.
fn own_game() -> Result<App, Failure> {
    let mut app = window();
    own_game::plugin(&mut app);
    let world = app.world();
    let source = LevelSource::Dungeon(Dungeon {
        builder: world.resource::<Builders>().get("caves"),
        ..default()
    });
    let setup = GameSetup {
        source,
        monsters: world.resource::<MonsterFiles>().clone(),
        ..dungeon(23, LightRule::Dark)
    };
    play(app, setup, "lllllz....ooo")
}

/// The map of the icon.
const HOUSE: &str = "
#################
#...............#
#...............#
#..####...####..#
#..#.........#..#
#..#.........#..#
#..#.........#..#
#............#..#
#.......@.......#
#............#..#
#..#.........#..#
#..#.........#..#
#..#.........#..#
#..####...####..#
#...............#
#...............#
#################";

/// Draws the player in a pool of lantern light.
fn icon() -> Result<Picture, Failure> {
    const SIZE: UVec2 = UVec2::splat(256);
    const ZOOM: u32 = 8;
    let setup = GameSetup {
        source: LevelSource::drawn("icon", HOUSE.trim_matches('\n'))?,
        ..dungeon(0, LightRule::Dark)
    };
    let mut app = play(window(), setup, "")?;
    let mut house = map(&mut app, Part::Seen)?;
    // Remove the small `@`, because a larger one is drawn over it.
    house.buffer_mut()[(16, 8)].set_char(' ');
    let house = drawn(&house);
    let mut picture = crop(&house, (house.size - SIZE) / 2, SIZE);
    let color = rgb(Palette::default().player()).unwrap_or([255; 3]);
    let font = Sheet::of(32);
    let (width, height) = font.size();
    let corner = (SIZE - UVec2::new(width, height) * ZOOM) / 2;
    picture.draw('@', font, ZOOM, corner, color);
    Ok(picture)
}
