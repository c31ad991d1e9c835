//! What the program waits for.

use crossterm::event::Event;

/// Something has happened.
#[derive(Debug)]
pub(super) enum Hint {
    /// A key, the mouse, another size.
    Event(Event),
    /// The system has sent this signal.
    #[cfg(unix)]
    Signal(i32),
    /// Something outside, such as a file, has changed.
    Woken,
    /// The terminal is gone.
    Lost,
}
