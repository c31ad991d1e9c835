//! The terminal front end. The terminal may be at the other end of a slow connection.
//!
//! ```text
//! bytes -> parse -> reader -> connection -> input -> KeyQueue -> the app -> Screen -> paint -> changed cells, in few bytes
//! signals, wakers, files ------^                                       tty prepares the terminal and restores it
//! ```
//!
//! The program blocks until a hint arrives: a key, a new size, a signal, or a changed file. Every key is a tap, because
//! most terminals do not report when a key is released. The terminal itself repeats held keys.

mod connection;
mod debts;
mod environment;
mod hint;
mod input;
mod paint;
mod parse;
mod plain;
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
pub use parse::{Parser, Received};
pub use sequence::Answer;
pub use session::{play, play_plain};
pub use size::{ForceWide, ROOM_FOR_WIDE, TERMINAL_MIN_SIZE};

use super::{GamePlugins, text};
use crate::view::{ColorDepth, Display, ViewSystems};

/// Returns an app that shows the game in a terminal with this many colours. [`color_depth`] returns the number for the
/// current terminal. Add your plugins and [begin](crate::game::begin_game) a game, then call [`play`].
pub fn app(colors: ColorDepth) -> App {
    let mut app = App::new();
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        InputPlugin,
        text::OneThread,
    ))
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
    display.can_draw_lines = true;
    #[cfg(feature = "sound")]
    super::sound::plugin(&mut app);
    app
}
