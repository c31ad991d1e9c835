//! The game as text, for comparison with the window.

use std::io::{BufRead, BufReader, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::layout::Layout;
use super::picture::Picture;
use super::program::still;
use super::screen::Screen;
use crate::support::{Folder, command, game};

/// A game in the text front end, with the same cells as a window.
pub struct Text {
    layout: Layout,
    arguments: Vec<String>,
    program: Child,
    keys: Option<ChildStdin>,
    printed: BufReader<ChildStdout>,
    /// Everything that has been played so far.
    script: String,
    screen: Screen,
    /// The picture that the program saves after each script.
    drawn: PathBuf,
    _folder: Folder,
}

impl Text {
    pub fn start(layout: Layout, arguments: &[String]) -> Self {
        Self::start_program(game(), layout, arguments)
    }

    /// Like [`Text::start`], for another program.
    pub fn start_program(program: &Path, layout: Layout, arguments: &[String]) -> Self {
        let folder = Folder::new();
        let size = format!("{}x{}", layout.columns, layout.rows);
        let map = match arguments.iter().any(|it| it == "--map-zoom") {
            true => Vec::new(),
            false => vec!["--map-zoom".to_owned(), layout.map.to_string()],
        };
        let zoom = match arguments.iter().any(|it| it == "--zoom") {
            true => Vec::new(),
            false => vec!["--zoom".to_owned(), layout.zoom.to_string()],
        };
        let mut program = command(program)
            .args(arguments)
            .args([
                "--frontend",
                "text",
                "--ansi",
                "--wide",
                "--keys",
                "-",
                "--screen",
                &size,
            ])
            .args(zoom)
            .args(map)
            .args(still(arguments))
            .args(["--screenshot", &folder.join("screen.png")])
            // Save games, as the game in a window does.
            .args(["--data-dir", &folder.join("data")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the game starts");
        let keys = program.stdin.take();
        let mut printed = BufReader::new(program.stdout.take().expect("the output is piped"));
        let drawn = PathBuf::from(folder.join("screen.png"));
        let screen = read(&mut printed, &drawn, layout, "the start");
        let (arguments, script) = (arguments.to_vec(), String::new());
        Self {
            layout,
            arguments,
            program,
            keys,
            printed,
            script,
            screen,
            drawn,
            _folder: folder,
        }
    }

    /// Plays a script and returns the resulting screen.
    pub fn play(&mut self, script: &str) -> &Screen {
        let keys = self
            .keys
            .as_mut()
            .expect("the game reads keys until this is dropped");
        writeln!(keys, "{script}").expect("the game reads keys");
        self.script += script;
        self.screen = read(&mut self.printed, &self.drawn, self.layout, script);
        &self.screen
    }

    pub fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Plays the same game in another layout.
    pub fn in_layout(&self, layout: Layout) -> Self {
        let mut other = Self::start(layout, &self.arguments);
        other.play(&self.script);
        other
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        // Closing the input ends the game. There is no need to wait for that.
        self.keys = None;
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn read(
    printed: &mut BufReader<ChildStdout>,
    drawn: &Path,
    layout: Layout,
    script: &str,
) -> Screen {
    let mut lines = String::new();
    for _ in 0..layout.rows {
        printed
            .read_line(&mut lines)
            .expect("the game prints UTF-8");
        assert!(lines.ends_with('\n'), "no whole screen after {script:?}");
    }
    // The program saves the picture before it prints the screen.
    read_printed(&lines, layout, Picture::read(drawn))
}

/// Reads a screen that was printed with colours.
pub fn read_printed(lines: &str, layout: Layout, drawn: Picture) -> Screen {
    let side = |cells: usize| {
        u16::try_from(cells)
            .ok()
            .and_then(NonZeroU16::new)
            .expect("a window has some cells")
    };
    let mut terminal = vt100::Parser::new(side(layout.rows), side(layout.columns), 0);
    terminal.process(
        lines
            .trim_end_matches('\n')
            .replace('\n', "\r\n")
            .as_bytes(),
    );
    Screen::read(terminal.screen(), drawn)
}
