//! Signals that end or suspend the program.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use rustix::process::{Signal, getpid, kill_current_process_group, kill_process};
use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGSYS, SIGTERM, SIGTRAP, SIGTSTP,
    SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, raise};

use super::hint::Hint;
use super::tty;

/// How long the program may take to end after a signal before it is killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// The signals that end the program, except those that the system sends because the program itself failed.
const ENDS: [i32; 13] = [
    SIGABRT, SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGSYS, SIGTERM, SIGTRAP, SIGUSR1, SIGUSR2,
    SIGVTALRM, SIGXCPU,
];

/// Starts a thread that waits for signals.
///
/// If the program does not end in time, because it is busy or the terminal does not accept output, the thread ends the
/// program.
pub(super) fn watch(hints: Sender<Hint>) -> io::Result<()> {
    let mut signals = Signals::new(ENDS.into_iter().chain([SIGCONT, SIGTSTP]))?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let is_heard = hints.send(Hint::Signal(signal)).is_ok();
            if !ends(signal) {
                continue;
            }
            if is_heard {
                thread::sleep(PATIENCE);
            }
            // This runs in a separate thread, because writing to the terminal may block forever.
            let restorer = thread::spawn(tty::leave);
            thread::sleep(PATIENCE / 4);
            if !restorer.is_finished() {
                tty::leave_raw_mode();
            }
            die(signal);
        }
    });
    Ok(())
}

/// Raises the signal that Ctrl-C stands for.
pub(super) fn interrupt() {
    // The signal number is valid, so raising it cannot fail.
    let _ = raise(SIGINT);
}

pub(super) fn ends(signal: i32) -> bool {
    ENDS.contains(&signal)
}

pub(super) fn suspends(signal: i32) -> bool {
    signal == SIGTSTP
}

/// Ends the program with the default action of this signal.
pub(super) fn die(signal: i32) {
    // If this fails, there is nothing else to try.
    let _ = emulate_default_handler(signal);
}

/// The signal that suspends the program once the terminal is restored. The usual signal, SIGTSTP, no longer does so,
/// because the program handles it. With the default action of a signal, the system itself checks whether a shell can
/// resume the program. With SIGSTOP, it does not.
const STOP: Signal = Signal::TTOU;

/// Suspends the program and the rest of its process group. Does nothing if no shell could resume it.
pub(super) fn stop_group() {
    let _ = kill_current_process_group(STOP);
}

/// Suspends the program, but not the rest of its process group. Does nothing if no shell could resume it.
pub(super) fn stop() {
    let _ = kill_process(getpid(), STOP);
}
