//! Tests of the window's place on the screen, and of the click that gives it the focus, with a window manager.

use std::fs;
use std::thread;
use std::time::Duration;

use super::display::Display;
use super::game::arguments;
use super::hands::LEFT_BUTTON;
use super::layout::Layout;
use super::manager::Place;
use super::program::Program;
use super::stage::Stage;
use super::text::Text;
use crate::support::{Folder, all_at_once, at_once, wait};

/// How long a window may take to do what it is asked.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a window that must do nothing is watched.
const WATCHED: Duration = Duration::from_millis(800);

/// Windows on a desktop mostly wait for its window manager.
#[test]
fn windows_keep_their_size_fit_the_screen_and_ignore_the_click_that_gives_the_focus() {
    all_at_once([
        a_window_comes_back_with_the_same_size_at_every_scale,
        a_window_fits_on_a_small_screen_and_remembers_that_it_was_maximized_or_full,
        the_click_that_gives_a_window_the_focus_does_nothing_else,
    ]);
}

fn a_window_comes_back_with_the_same_size_at_every_scale() {
    at_once([(96, 1.0), (144, 1.5), (192, 2.0)], |(dpi, scale)| {
        let Some(stage) = Stage::enter() else { return };
        let Some(display) = stage.display(2600, 1500).managed() else {
            return;
        };
        display.set_dpi(dpi);
        let mut folder = Folder::new();
        let mut program = start(&display, folder);
        let [usual_width, usual_height] = [1280.0, 720.0].map(|it| (it * scale) as i32);
        let (x, y, ..) = display.content(program.window);
        display.wait_for_place("at first", (x, y, usual_width, usual_height), || {
            display.content(program.window)
        });
        display.resize(program.window, 901, 503);
        let chosen = (x, y, 901, 503);
        display.wait_for_place("as chosen", chosen, || display.content(program.window));
        for start_number in 1..=3 {
            folder = program.close(&display);
            program = start(&display, folder);
            display.wait_for_place(&format!("{dpi} dpi, start {start_number}"), chosen, || {
                display.content(program.window)
            });
        }
    });
}

fn a_window_fits_on_a_small_screen_and_remembers_that_it_was_maximized_or_full() {
    let Some(stage) = Stage::enter() else { return };
    let Some(display) = stage.display(800, 600).managed() else {
        return;
    };
    let mut folder = Folder::new();
    for saved in [
        "None",
        "Some((size: (9000, 9000), at: Some((0, -40))))",
        "Some((size: (500, 300), at: Some((0, 2147483647))))",
    ] {
        keep(&folder, saved);
        let program = start(&display, folder);
        fits(&display, &program);
        folder = program.close(&display);
    }
    keep(&folder, "Some((size: (500, 300), at: Some((90, 80))))");
    let program = start(&display, folder);
    let plain = (90, 80, 502, 325);
    let framed = |program: &Program| display.framed(program.window);
    display.wait_for_place("as saved", plain, || framed(&program));

    display.maximize(program.window, true);
    assert!(wait(PATIENCE, || is_wide(&display, &program)));
    let program = start(&display, program.close(&display));
    let is_back = || display.is_maximized(program.window) && is_wide(&display, &program);
    assert!(wait(PATIENCE, is_back), "the window is not maximized again");
    display.maximize(program.window, false);
    display.wait_for_place("after it was maximized", plain, || framed(&program));

    let full = (0, 0, 800, 600);
    press_until_it_is_seen(&display, &program, "F11");
    display.wait_for_place("full", full, || framed(&program));
    let program = start(&display, program.close(&display));
    display.wait_for_place("full again", full, || framed(&program));
    press_until_it_is_seen(&display, &program, "F11");
    display.wait_for_place("after it was full", plain, || framed(&program));
}

/// Presses a key that changes the place of the window. A window that gets the focus ignores the keys before that. On a
/// busy machine, the window manager gives the focus to a window that fills the screen late, or more than once.
fn press_until_it_is_seen(display: &Display, program: &Program, key: &str) {
    let before = display.framed(program.window);
    for _ in 0..4 {
        display.focus(program.window);
        display.wait_for_focus(program.window);
        thread::sleep(WATCHED);
        display.press(key);
        if wait(Duration::from_secs(10), || {
            display.framed(program.window) != before
        }) {
            return;
        }
    }
}

fn the_click_that_gives_a_window_the_focus_does_nothing_else() {
    let Some(stage) = Stage::enter() else { return };
    let Some(display) = stage.display(760, 460).managed() else {
        return;
    };
    let folder = Folder::new();
    // The whole hall is in the window, so that the map does not scroll.
    let (wall, floor) = ("#".repeat(16), format!("#{}#\n", ".".repeat(14)));
    let start = floor.replacen('.', "@", 1);
    let hall = format!("{wall}\n{floor}{start}{floor}{wall}\n");
    let file = folder.write("hall.txt", hall);
    let options = arguments(&["--map", &file, "--light", "off", "--seed", "1"]);
    let layout = Layout::new(640, 320);
    let text = Text::start(layout, &options);
    let (column, row) = text.screen().player().expect("the player is on the map");

    let home = Folder::new();
    keep(&home, "Some((size: (640, 320), at: Some((80, 80))))");
    let program = Program::start_in(&display, &options, &[], home);
    display.wait_for_focus(program.window);
    let (x, y, ..) = display.content(program.window);
    let click = |columns: usize| {
        let (dx, dy) = layout.middle_of_map((column + columns, row));
        display.point((x as usize + dx, y as usize + dy));
        display.click(LEFT_BUTTON);
    };
    let commands = || {
        let journals = program.journals();
        let texts = journals
            .iter()
            .map(|it| fs::read_to_string(it).unwrap_or_default());
        texts.map(|it| it.matches("\n> ").count()).sum::<usize>()
    };
    // Two clicks beside each other each walk a step.
    thread::sleep(WATCHED);
    for count in 1..=2 {
        // A busy machine may tell the window late that it has the focus. Then the first click counts as the one that gave
        // it the focus.
        let walks = (0..4).any(|_| {
            click(2 * count);
            wait(Duration::from_secs(15), || commands() == count)
        });
        assert!(walks, "click {count} does not walk");
    }
    display.open_other();
    click(12);
    display.wait_for_focus(program.window);
    thread::sleep(WATCHED);
    assert_eq!(
        commands(),
        2,
        "the click that gave the window the focus walked"
    );
    // The same place again, which the other window does not cover.
    click(12);
    assert!(
        wait(PATIENCE, || commands() > 2),
        "the next click does not walk"
    );
}

/// Writes where the window was closed to the settings file.
fn keep(folder: &Folder, place: &str) {
    let file = folder.join("config/fogbound/settings.ron");
    fs::write(file, format!("(window: {place})\n")).expect("the folder exists");
}

/// Starts the program at its title, with the player's folders in `folder`.
fn start(display: &Display, folder: Folder) -> Program {
    let program = Program::start_in(display, &[], &[], folder);
    display.wait_for_focus(program.window);
    program
}

/// Asserts that a window and its frame are on the display.
fn fits(display: &Display, program: &Program) {
    let [width, height] = [display.size.0, display.size.1].map(|it| it as i32);
    let is_on_screen = |(x, y, w, h): Place| x >= 0 && y >= 0 && x + w <= width && y + h <= height;
    let fits = wait(PATIENCE, || is_on_screen(display.framed(program.window)));
    assert!(fits, "{:?}", display.framed(program.window));
}

/// Returns whether a window is as wide as the display.
fn is_wide(display: &Display, program: &Program) -> bool {
    display.framed(program.window).2 == 800
}
