//! Waits for what the console sends. Windows reports keys as such, and crossterm has no bytes to parse there.

use std::io;
use std::time::Duration;

use crossterm::cursor;
use crossterm::event::{self, Event};

/// The console as a source of events.
pub(super) struct Reader;

impl Reader {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    /// Returns the next event, or `None` if there is none in this time.
    pub(super) fn next(&mut self, timeout: Option<Duration>) -> io::Result<Option<Event>> {
        if timeout.map_or(Ok(true), event::poll)? {
            return event::read().map(Some);
        }
        Ok(None)
    }

    /// Returns whether the console is to be asked for kitty's protocol. It needs none.
    pub(super) fn is_exact(&mut self) -> io::Result<Option<bool>> {
        Ok(Some(false))
    }

    /// Returns whether the console says where its cursor is.
    pub(super) fn has_caught_up(&mut self) -> io::Result<bool> {
        Ok(cursor::position().is_ok())
    }
}
