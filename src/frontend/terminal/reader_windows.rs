//! Reads input from the Windows console. The console reports keys directly, so there are no bytes to parse.

use std::io;
use std::time::Duration;

use crossterm::cursor;
use crossterm::event::{self, Event};

use super::debts::Debts;

/// The console as a source of events.
pub(super) struct Reader;

impl Reader {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    /// Returns no debts, because the console is asked and answers at once.
    pub(super) fn debts(&self) -> Debts {
        Debts::default()
    }

    /// Returns the next event, or `None` if no event arrives before the timeout.
    pub(super) fn next(&mut self, timeout: Option<Duration>) -> io::Result<Option<Event>> {
        if timeout.map_or(Ok(true), event::poll)? {
            return event::read().map(Some);
        }
        Ok(None)
    }

    /// Returns `Some(false)`, because the console does not need kitty's keyboard protocol.
    pub(super) fn is_exact(&mut self) -> io::Result<Option<bool>> {
        Ok(Some(false))
    }

    /// Returns whether the console reports the position of its cursor.
    pub(super) fn has_caught_up(&mut self) -> io::Result<bool> {
        Ok(cursor::position().is_ok())
    }
}
