//! A game in a window and the same game in the text front end. Both must look the same.

use std::thread;
use std::time::{Duration, Instant};

use super::differences::{differences, read_text};
use super::display::Display;
use super::hands::{LEFT_BUTTON, RIGHT_BUTTON, WHEEL_DOWN, WHEEL_UP};
use super::layout::{Area, Layout};
use super::palette::background;
use super::picture::{Picture, is_close};
use super::program::Program;
use super::screen::{Color, Screen};
use super::script::{Act, Place, act};
use super::text::Text;
use crate::support::keys::tokens;

/// How long the picture may stay wrong without changing. Each queued key takes a frame or two, and frames may be slow
/// on a busy machine.
const PATIENCE: Duration = Duration::from_secs(15);
const LIMIT: Duration = Duration::from_secs(300);
/// How often the tests check for changes.
const LOOK: Duration = Duration::from_millis(250);

/// A game in a window and the same game in the text front end.
pub struct Game<'a> {
    pub display: &'a Display,
    pub program: Program,
    pub text: Text,
    pub layout: Layout,
    /// The colour of the margin around the cells.
    pub background: Color,
    /// The current position of the mouse.
    pointer: Option<Place>,
    /// How long each action took to appear in the window.
    pub delays: Vec<Duration>,
}

/// Converts arguments to strings.
pub fn arguments(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

impl<'a> Game<'a> {
    /// Starts a game in a window with this layout, and waits for its first picture.
    pub fn start(display: &'a Display, layout: Layout, arguments: &[String]) -> Self {
        let game = Self::open(display, layout, arguments);
        game.assert_right("at first");
        game
    }

    /// Starts a game without waiting for its first picture.
    pub fn open(display: &'a Display, layout: Layout, arguments: &[String]) -> Self {
        let program = Program::start(display, arguments);
        let text = Text::start(layout, arguments);
        Self::of(display, layout, program, text)
    }

    /// Pairs a window with a text front end.
    pub fn of(display: &'a Display, layout: Layout, program: Program, text: Text) -> Self {
        display.resize(program.window, layout.width, layout.height);
        Self {
            display,
            program,
            text,
            layout,
            background: background(),
            pointer: None,
            delays: Vec::new(),
        }
    }

    /// Plays a route in both front ends. After each step, the window must show what the text front end shows.
    pub fn play(&mut self, route: &[&str]) {
        self.play_until(route, |game| game.wrong());
    }

    /// Plays a route in both front ends, and asserts after each step that `wrong` finds no faults.
    pub fn play_until(&mut self, route: &[&str], wrong: impl Fn(&Self) -> Vec<String>) {
        for (count, step) in route.iter().enumerate() {
            let (acts, began) = (tokens(step), Instant::now());
            for token in &acts {
                let act = act(token, self.text.screen());
                self.send(&act);
                let pixel = act.place().map(|it| self.pixel_of(it));
                self.play_as_text(&act.at(pixel.map(|it| self.layout.cell_at(it))));
            }
            let problems = wrong(self);
            let layout = self.layout;
            assert!(
                problems.is_empty(),
                "{layout}, after step {} {step:?}:\n{}",
                count + 1,
                problems.join("\n")
            );
            if acts.len() == 1 {
                self.delays.push(began.elapsed());
            }
        }
    }

    /// Plays a script in the window, but not in the text front end, as fast as possible.
    pub fn type_only(&self, script: &str) {
        for token in tokens(script) {
            self.send(&act(token, self.text.screen()));
        }
    }

    /// Resizes the window. The text front end keeps its size; see [`Text::in_layout`].
    pub fn resize(&mut self, layout: Layout) {
        self.display
            .resize(self.program.window, layout.width, layout.height);
        self.layout = layout;
    }

    /// Waits until the window shows what the text front end shows, and asserts that it does.
    pub fn assert_right(&self, when: &str) {
        self.assert_shows(self.text.screen(), when);
    }

    /// Waits until the window shows this screen, and asserts that it does.
    pub fn assert_shows(&self, screen: &Screen, when: &str) {
        let problems = self.until_shows(screen, self.layout.window());
        assert!(
            problems.is_empty(),
            "{}, {when}:\n{}",
            self.layout,
            problems.join("\n")
        );
    }

    /// Waits until the window shows what the text front end shows. Returns the differences that remain.
    pub fn wrong(&self) -> Vec<String> {
        self.until_shows(self.text.screen(), self.layout.window())
    }

    /// Waits until the window matches this screen within an area. Returns the differences that remain.
    pub fn until_shows(&self, screen: &Screen, area: Area) -> Vec<String> {
        let wanted = self.wanted(screen);
        let (began, mut changed, mut looked) = (Instant::now(), Instant::now(), Instant::now());
        let mut last = self.picture();
        let mut shown = last.clone();
        while let Some(y) = shown.first_difference(&wanted, area) {
            // Checking only the lines that were wrong is cheaper.
            while !self.shows_lines(&wanted, area, y) {
                thread::sleep(Duration::from_millis(4));
                if looked.elapsed() < LOOK {
                    continue;
                }
                let now = self.picture();
                if now.first_difference(&last, area).is_some() {
                    (last, changed) = (now, Instant::now());
                }
                looked = Instant::now();
                if changed.elapsed() > PATIENCE || began.elapsed() > LIMIT {
                    return differences(&last, &wanted, screen, &self.layout, area);
                }
            }
            shown = self.picture();
        }
        Vec::new()
    }

    /// Returns whether the window shows this screen now.
    pub fn shows(&self, screen: &Screen) -> bool {
        let wanted = self.wanted(screen);
        self.picture()
            .first_difference(&wanted, self.layout.window())
            .is_none()
    }

    /// Returns what the window shows now.
    pub fn picture(&self) -> Picture {
        self.display.picture(self.layout.width, self.layout.height)
    }

    /// Returns the rows of text that the window shows now.
    pub fn shown_text(&self) -> Vec<String> {
        read_text(&self.picture(), &self.layout)
    }

    /// Returns the picture that the window should show for this screen.
    pub fn wanted(&self, screen: &Screen) -> Picture {
        Picture::of(screen, &self.layout, self.background)
    }

    /// Returns the pixel in the middle of what the screen as text shows at this column and row.
    fn pixel_of(&self, place: Place) -> (usize, usize) {
        let (columns, rows) = self.layout.map_region();
        let is_on_map = place.0 < columns && place.1 < rows;
        let cell = self.text.screen().cell(place.0, place.1);
        match is_on_map && cell.is_some_and(|it| it.is_wide) {
            true => self.layout.middle_of_map(place),
            false => self.layout.middle_of(place),
        }
    }

    /// Performs an action in the window, but not in the text front end.
    pub fn send(&self, act: &Act) {
        if let Some(place) = act.place() {
            self.display.point(self.pixel_of(place));
        }
        match act {
            Act::Key(name) => self.display.press(name),
            Act::Hover(_) => {}
            Act::Click(_) => self.display.click(LEFT_BUTTON),
            Act::RightClick(_) => self.display.click(RIGHT_BUTTON),
            Act::Wheel(_, lines) => {
                // In the game's window system, one click of this mouse's wheel scrolls two lines.
                assert_eq!(
                    lines % 2,
                    0,
                    "the wheel of this mouse scrolls two lines at a time"
                );
                let button = if *lines < 0 { WHEEL_UP } else { WHEEL_DOWN };
                (0..lines.abs() / 2).for_each(|_| self.display.click(button));
            }
        }
    }

    /// Performs the same action in the text front end, moving the mouse before a click.
    fn play_as_text(&mut self, act: &Act) {
        let mut script = String::new();
        if let Some(place) = act.place() {
            let is_new = self.pointer.replace(place) != Some(place);
            if is_new && !matches!(act, Act::Hover(_)) {
                script = Act::Hover(place).script();
            }
        }
        script += &act.script();
        self.text.play(&script);
    }

    /// Returns whether the window matches the screen from line `y` to the end of that row of cells.
    fn shows_lines(&self, wanted: &Picture, area: Area, y: usize) -> bool {
        let height = self.layout.cell_height().min(area.bottom - y);
        let strip = self.display.strip(y, self.layout.width, height);
        let line = |picture: &Picture, y| picture.line(y, area.left, area.right).to_vec();
        (0..height).all(|below| is_close(&line(&strip, below), &line(wanted, y + below)))
    }
}
