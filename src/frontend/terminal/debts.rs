//! Counts the answers that the terminal owes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait at most. This is less than a program may take to end after a signal.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(2);

/// The number of queries that the terminal has not answered yet.
///
/// An answer that arrives after the game has ended would be typed into the shell.
#[derive(Clone, Debug, Default)]
pub(super) struct Debts(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    owed: AtomicUsize,
    /// Whether the game is leaving the terminal, so nothing may be asked.
    is_closed: AtomicBool,
}

impl Debts {
    /// Records a query that is about to be sent. Returns `false` if the query must not be sent.
    #[must_use]
    pub(super) fn ask(&self) -> bool {
        // Count first, look second: `settle` does it the other way round, so one of the two notices the other.
        self.0.owed.fetch_add(1, Ordering::SeqCst);
        let is_open = !self.0.is_closed.load(Ordering::SeqCst);
        if !is_open {
            self.pay();
        }
        is_open
    }

    /// Records an answer. Answers to no question are ignored.
    pub(super) fn pay(&self) {
        let less = |owed: usize| Some(owed.saturating_sub(1));
        let _ = self
            .0
            .owed
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
    }

    /// Stops expecting answers, because the terminal takes too long.
    pub(super) fn forgive(&self) {
        self.0.owed.store(0, Ordering::SeqCst);
    }

    /// Forbids further queries and waits until the terminal has answered, but not for long. The player does not notice: a
    /// terminal answers late only if it has yet to show what was sent before.
    pub(super) fn settle(&self) {
        self.0.is_closed.store(true, Ordering::SeqCst);
        let until = Instant::now() + PATIENCE;
        while self.0.owed.load(Ordering::SeqCst) > 0 && Instant::now() < until {
            thread::sleep(PAUSE);
        }
    }

    /// Allows queries again, because the game has taken the terminal back.
    pub(super) fn reopen(&self) {
        self.0.is_closed.store(false, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_answers_that_are_owed_are_waited_for() {
        let debts = Debts::default();
        debts.pay();
        assert!(debts.ask());
        assert!(debts.ask());
        debts.pay();
        let other = debts.clone();
        let pays = thread::spawn(move || {
            thread::sleep(20 * PAUSE);
            other.pay();
        });
        debts.settle();
        assert!(pays.is_finished() || pays.join().is_ok());
        assert_eq!(debts.0.owed.load(Ordering::SeqCst), 0);
        debts.reopen();
        assert!(debts.ask());
        debts.forgive();
        debts.settle();
    }

    #[test]
    fn nothing_is_asked_while_the_game_leaves_the_terminal() {
        let debts = Debts::default();
        debts.settle();
        assert!(!debts.ask());
        assert_eq!(debts.0.owed.load(Ordering::SeqCst), 0);
        debts.reopen();
        assert!(debts.ask());
    }
}
