//! Helpers that read the state of processes on Linux.

use std::fs;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::wait;

/// Returns the fields of `/proc/PID/stat` that follow the name, starting with the state, or `None` if there is no such
/// process.
fn stat(pid: u32) -> Option<Vec<String>> {
    let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name is in parentheses and may contain anything.
    let (_, fields) = line.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

fn state(pid: u32) -> Option<String> {
    stat(pid)?.into_iter().next()
}

/// Returns whether the process exists and is not a zombie. It may be running, sleeping or stopped.
pub fn is_alive(pid: u32) -> bool {
    state(pid).is_some_and(|it| it != "Z" && it != "X")
}

/// Returns whether the process has been stopped and is waiting for SIGCONT.
pub fn is_stopped(pid: u32) -> bool {
    state(pid).is_some_and(|it| it == "T")
}

/// Returns whether the process is in the foreground of its terminal.
pub fn is_in_foreground(pid: u32) -> bool {
    stat(pid).is_some_and(|fields| fields[2] == fields[5])
}

/// Returns the processor time that all threads of the process have used so far.
///
/// # Panics
///
/// If there is no such process.
pub fn processor_time(pid: u32) -> Duration {
    let fields = stat(pid).expect("the process runs");
    let ticks = |field: usize| fields[field].parse::<u64>().expect("ticks are numbers");
    // Linux reports these times in hundredths of a second, whatever the kernel's own tick rate.
    Duration::from_millis(10 * (ticks(11) + ticks(12)))
}

/// Waits until a process has a child, and returns the process ID of its youngest child.
///
/// # Panics
///
/// If the process does not have a child in time.
pub fn child_of(pid: u32) -> u32 {
    let file = format!("/proc/{pid}/task/{pid}/children");
    let mut youngest = None;
    let found = wait(Duration::from_secs(30), || {
        let children = fs::read_to_string(&file).unwrap_or_default();
        youngest = children
            .split_whitespace()
            .last()
            .and_then(|it| it.parse().ok());
        youngest.is_some()
    });
    assert!(found, "the process {pid} starts no other");
    youngest.expect("there is one")
}

/// Sends a signal to a process.
///
/// # Panics
///
/// If there is no such process.
pub fn signal(pid: u32, signal: Signal) {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    kill_process(pid.expect("process ids are small numbers"), signal)
        .expect("the process can get a signal");
}
