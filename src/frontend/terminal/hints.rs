//! What the program waits for.

use std::sync::mpsc::Sender;
use std::thread;

use crossterm::event::{self, Event};

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

/// Has a thread wait for what the terminal sends.
pub(super) fn read_events(hints: Sender<Hint>) {
    thread::spawn(move || {
        loop {
            let (hint, is_last) = match event::read() {
                Ok(event) => (Hint::Event(event), false),
                Err(_) => (Hint::Lost, true),
            };
            if hints.send(hint).is_err() || is_last {
                break;
            }
        }
    });
}
