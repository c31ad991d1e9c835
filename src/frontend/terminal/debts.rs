//! Counts the answers that the terminal owes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
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
pub(super) struct Debts(Arc<AtomicUsize>);

impl Debts {
    pub(super) fn ask(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    /// Records an answer. Answers to no question are ignored.
    pub(super) fn pay(&self) {
        let less = |owed: usize| Some(owed.saturating_sub(1));
        let _ = self
            .0
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
    }

    /// Stops expecting answers, because the terminal takes too long.
    pub(super) fn forgive(&self) {
        self.0.store(0, Ordering::SeqCst);
    }

    /// Waits until the terminal has answered, but not for long. The player does not notice: a terminal answers late only if
    /// it has yet to show what was sent before.
    pub(super) fn settle(&self) {
        let until = Instant::now() + PATIENCE;
        while self.0.load(Ordering::SeqCst) > 0 && Instant::now() < until {
            thread::sleep(PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_answers_that_are_owed_are_waited_for() {
        let debts = Debts::default();
        debts.settle();
        debts.pay();
        debts.ask();
        debts.ask();
        debts.pay();
        let other = debts.clone();
        let pays = thread::spawn(move || {
            thread::sleep(20 * PAUSE);
            other.pay();
        });
        debts.settle();
        assert!(pays.is_finished() || pays.join().is_ok());
        assert_eq!(debts.0.load(Ordering::SeqCst), 0);
        debts.ask();
        debts.forgive();
        debts.settle();
    }
}
