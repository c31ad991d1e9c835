//! Tests of saved pictures, and of the game without a graphics device.

use std::fs;

use super::game::arguments;
use super::layout::Layout;
use super::palette::background;
use super::picture::Picture;
use super::program::Program;
use super::routes::{LEAVE, SEED};
use super::stage::Stage;
use super::text::{Text, read_printed};
use crate::support::Folder;

/// The initial size of the window.
const SIZE: (usize, usize) = (1280, 720);

/// The keys that are played before the picture is saved.
const PLAYED: &str = "llox";

#[test]
fn a_saved_picture_and_the_text_beside_it_show_the_window() {
    let Some(stage) = Stage::enter() else { return };
    let display = stage.display(SIZE.0 + 20, SIZE.1 + 20);
    let (folder, layout) = (Folder::new(), Layout::new(SIZE.0, SIZE.1));
    let file = folder.join("picture.png");
    // It is a PNG file, whatever the name.
    let named = folder.join("picture.jpg");
    let options = [SEED, &["--keys", PLAYED, "--screenshot", &named]].concat();
    Program::spawn(&display, &arguments(&options), &[], "").assert_ends_well();
    let mut text = Text::start(layout, &arguments(SEED));
    let screen = text.play(PLAYED);
    let printed =
        fs::read_to_string(folder.join("picture.txt")).expect("there is a text beside the picture");
    assert!(
        read_printed(&printed, layout, screen.drawn.clone()) == *screen,
        "the text beside the picture differs"
    );
    let saved = Picture::read(file.as_ref());
    let wanted = Picture::of(screen, &layout, background());
    let different = saved.first_difference(&wanted, layout.window());
    assert_eq!(
        (saved.width, saved.height(), different),
        (SIZE.0, SIZE.1, None),
        "a line differs"
    );
}

#[test]
fn without_a_graphics_device_the_game_is_played_as_text() {
    let Some(stage) = Stage::enter() else { return };
    let display = stage.display(SIZE.0, SIZE.1);
    let no_device = [("VK_DRIVER_FILES", "/nonexistent")];
    let keys = format!("l\n{LEAVE}\n");
    let mut program = Program::spawn(&display, &arguments(SEED), &no_device, &keys);
    program.assert_ends_well();
    let (printed, said) = (program.printed(), program.errors());
    assert!(
        said.lines().count() == 1 && said.contains("graphics"),
        "{said:?}"
    );
    assert!(printed.matches('@').count() >= 2, "{printed}");
}
