//! Reasons for the program to wake up.

use crossterm::event::Event;

/// A reason to wake up.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// A key, a mouse action, a paste or a new size.
    Event(Event),
    /// A signal from the system.
    #[cfg(unix)]
    Signal(i32),
    /// A change outside the game, such as an edited file.
    Woken,
    /// The terminal is gone.
    Lost,
}
