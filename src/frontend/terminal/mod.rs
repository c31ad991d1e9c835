//! A terminal, which may be at the other end of a line.
//!
//! ```text
//! bytes -> parse -> reader -> hints -> input -> KeyQueue -> the app -> Screen -> paint -> what differs, in few bytes
//! signals, wakers, files ------^                                       tty prepares the terminal and restores it
//! ```
//!
//! The program blocks until a hint comes: a key, a size, a signal, a file that has changed. Keys are taps, for most
//! terminals do not tell when one is let go; the terminal itself repeats those that are held.

mod environment;
mod hint;
mod hints;
mod input;
mod paint;
mod parse;
#[cfg(unix)]
mod reader;
#[cfg(not(unix))]
#[path = "reader_windows.rs"]
mod reader;
mod sequence;
mod session;
#[cfg(unix)]
mod signals;
mod size;
mod small;
mod tty;

use bevy::app::TaskPoolPlugin;
use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy::time::TimePlugin;

pub use environment::{NoTerminal, TerminalError, color_depth, is_terminal};
pub use paint::Painter;
pub use parse::{Heard, Parser};
pub use sequence::Answer;
pub use session::play;
pub use size::{ForceWide, TERMINAL_MIN_SIZE};

use super::{GamePlugins, text};
use crate::view::{ColorDepth, Display, ViewSystems};

/// The game in a terminal of so many colours. Add plugins of your own and [begin](crate::game::begin_game) a game; then
/// [`play`]. [`color_depth`] tells how many colours the terminal has.
pub fn app(colors: ColorDepth) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, InputPlugin))
        .add_plugins(GamePlugins)
        .init_resource::<size::TerminalSize>()
        .init_resource::<ForceWide>()
        .add_systems(
            PostUpdate,
            (
                text::refuse_pictures.before(ViewSystems::Narrate),
                size::fit_screen.before(ViewSystems::Draw),
            ),
        );
    let mut display = app.world_mut().resource_mut::<Display>();
    (display.colors, display.zooms) = (colors, false);
    app
}
