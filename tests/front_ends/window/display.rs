//! A headless X server, its picture, and its windows.

use std::cell::Cell;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, ImageFormat,
    InputFocus, MapState, Window,
};
use x11rb::rust_connection::RustConnection;

use super::keyboard::Keyboard;
use super::picture::Picture;
use super::screen::Color;
use crate::support;

/// How long the X server may take to end.
const END: Duration = Duration::from_secs(5);

/// An X server for one test.
pub struct Display {
    server: Child,
    name: String,
    pub(super) size: (usize, usize),
    pub(super) connection: RustConnection,
    pub(super) root: Window,
    pub(super) keyboard: Keyboard,
    /// The file that describes the graphics driver to the Vulkan loader.
    driver: PathBuf,
    is_halted: Cell<bool>,
    /// The window manager, if there is one.
    pub(super) manager: Option<Child>,
}

impl Display {
    /// Starts an X server whose screen has this size in pixels.
    pub fn start(width: usize, height: usize, driver: &Path) -> Self {
        // If the tests are killed, the server ends, and any game ends with the server.
        let mut server = support::command("setpriv")
            .args([
                "--pdeathsig",
                "TERM",
                "Xvfb",
                "-displayfd",
                "1",
                "-nocursor",
                "-nolisten",
                "tcp",
                "-noreset",
            ])
            .args(["-screen", "0", &format!("{width}x{height}x24")])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("setpriv is installed");
        let mut number = String::new();
        let told = server.stdout.take().expect("the output is piped");
        BufReader::new(told)
            .read_line(&mut number)
            .expect("the X server prints its number");
        let name = format!(":{}", number.trim());
        let (connection, screen) =
            x11rb::connect(Some(&name)).expect("the X server takes connections");
        let root = connection.setup().roots[screen].root;
        let keyboard = Keyboard::read(&connection);
        let (size, driver, is_halted) = ((width, height), driver.to_owned(), Cell::new(false));
        let display = Self {
            server,
            name,
            size,
            connection,
            root,
            keyboard,
            driver,
            is_halted,
            manager: None,
        };
        display.point_nowhere();
        display
    }

    /// Returns the environment variables that make a program use this display.
    pub fn variables(&self) -> [(&str, &Path); 2] {
        [
            ("DISPLAY", Path::new(&self.name)),
            ("VK_DRIVER_FILES", &self.driver),
        ]
    }

    /// Returns a rectangle of this size at the top left of the display.
    pub fn picture(&self, width: usize, height: usize) -> Picture {
        self.strip(0, width, height)
    }

    /// Returns `height` lines of what the display shows, starting at line `top`.
    pub fn strip(&self, top: usize, width: usize, height: usize) -> Picture {
        let short = |pixels: usize| u16::try_from(pixels).expect("screens have few pixels");
        let top = i16::try_from(top).expect("screens have few pixels");
        let (form, all_bits) = (ImageFormat::Z_PIXMAP, !0);
        let asked = self.connection.get_image(
            form,
            self.root,
            0,
            top,
            short(width),
            short(height),
            all_bits,
        );
        let image = asked
            .expect("the X server is running")
            .reply()
            .expect("this is on the screen");
        // Each pixel consists of blue, green, red, and an unused byte.
        let pixels = image
            .data
            .chunks_exact(4)
            .map(|it| Color(u32::from_le_bytes([it[0], it[1], it[2], 0])));
        Picture {
            width,
            pixels: pixels.collect(),
        }
    }

    /// Returns everything that the display shows.
    pub fn all(&self) -> Picture {
        self.picture(self.size.0, self.size.1)
    }

    /// Waits until the display has not changed for `quiet`, and returns whether that happened in time.
    pub fn wait_quiet(&self, quiet: Duration, limit: Duration) -> bool {
        let began = Instant::now();
        let (mut last, mut since) = (self.all(), began);
        while since.elapsed() < quiet {
            thread::sleep(Duration::from_millis(20));
            let now = self.all();
            if now != last {
                (last, since) = (now, Instant::now());
            }
            if began.elapsed() > limit {
                return false;
            }
        }
        true
    }

    /// Returns the visible window of this process, if there is one. A window manager may have put it into a frame.
    pub fn window_of(&self, process: u32, title: &str) -> Option<Window> {
        let children = |window| {
            let asked = self.connection.query_tree(window).ok();
            asked.and_then(|it| it.reply().ok()).map(|it| it.children)
        };
        let frames = children(self.root)?;
        let framed = frames.iter().filter_map(|it| children(*it)).flatten();
        let owner = self.atom("_NET_WM_PID");
        let mut all = frames.iter().copied().chain(framed);
        all.find(|&window| {
            self.property(window, owner)
                .is_some_and(|it| it == process.to_ne_bytes())
                && self
                    .property(window, AtomEnum::WM_NAME.into())
                    .is_some_and(|it| it == title.as_bytes())
                && self.is_shown(window)
        })
    }

    /// Gives a window the keyboard focus.
    pub fn focus(&self, window: Window) {
        let has_keyboard = || {
            self.connection
                .set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME)
                .expect("the X server is running");
            let focus = self
                .connection
                .get_input_focus()
                .expect("the X server is running")
                .reply();
            focus.expect("the X server answers").focus == window
        };
        assert!(
            support::wait(Duration::from_secs(60), has_keyboard),
            "the window does not get the keyboard"
        );
    }

    pub fn resize(&self, window: Window, width: usize, height: usize) {
        let side = |pixels: usize| u32::try_from(pixels).ok();
        let size = ConfigureWindowAux {
            width: side(width),
            height: side(height),
            ..Default::default()
        };
        self.connection
            .configure_window(window, &size)
            .expect("the X server is running");
        self.flush();
    }

    pub fn hide(&self, window: Window) {
        self.connection
            .unmap_window(window)
            .expect("the X server is running");
        self.flush();
    }

    pub fn show(&self, window: Window) {
        self.connection
            .map_window(window)
            .expect("the X server is running");
        self.flush();
        assert!(
            support::wait(Duration::from_secs(60), || self.is_shown(window)),
            "the window does not show"
        );
    }

    /// Asks a window to close, as the close button of a window manager does.
    pub fn ask_to_close(&self, window: Window) {
        let data = [self.atom("WM_DELETE_WINDOW"), x11rb::CURRENT_TIME, 0, 0, 0];
        let event = ClientMessageEvent::new(32, window, self.atom("WM_PROTOCOLS"), data);
        self.connection
            .send_event(false, window, EventMask::NO_EVENT, event)
            .expect("the X server is running");
        self.flush();
    }

    /// Halts the server for `time` while `requests` are made, so that all of the server's answers then arrive at once.
    pub fn halted(&self, time: Duration, requests: impl FnOnce()) {
        self.signal(Signal::STOP);
        self.is_halted.set(true);
        requests();
        thread::sleep(time);
        self.is_halted.set(false);
        self.signal(Signal::CONT);
    }

    pub(super) fn is_shown(&self, window: Window) -> bool {
        let asked = self
            .connection
            .get_window_attributes(window)
            .ok()
            .and_then(|it| it.reply().ok());
        asked.is_some_and(|it| it.map_state == MapState::VIEWABLE)
    }

    pub(super) fn property(&self, window: Window, name: u32) -> Option<Vec<u8>> {
        let asked = self
            .connection
            .get_property(false, window, name, AtomEnum::ANY, 0, 64)
            .ok()?;
        Some(asked.reply().ok()?.value)
    }

    pub(super) fn atom(&self, name: &str) -> u32 {
        let asked = self
            .connection
            .intern_atom(false, name.as_bytes())
            .expect("the X server is running");
        asked.reply().expect("the X server answers").atom
    }

    fn signal(&self, signal: Signal) {
        // This fails if the server has already ended.
        let _ = kill_process(Pid::from_child(&self.server), signal);
    }

    pub(super) fn flush(&self) {
        self.connection.flush().expect("the X server is running");
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some(manager) = &mut self.manager {
            let _ = manager.kill();
            let _ = manager.wait();
        }
        if self.is_halted.get() {
            self.signal(Signal::CONT);
        }
        self.signal(Signal::TERM);
        let has_ended = support::wait(END, || {
            self.server.try_wait().is_ok_and(|status| status.is_some())
        });
        if !has_ended {
            let _ = self.server.kill();
            let _ = self.server.wait();
        }
    }
}
