//! Counts allocations.
//!
//! The counter covers all threads, so a test that uses the counter needs a process in which no other test runs.

use std::alloc::System;
use std::env;
use std::process::{Command, Stdio};

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, Stats, StatsAlloc};

#[global_allocator]
static COUNTER: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The environment variable that names the test to run alone in this process.
const ALONE: &str = "FOGBOUND_TEST_ALONE";

/// Returns the result of `work` and the memory allocated while it ran.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Stats) {
    let region = Region::new(COUNTER);
    let result = work();
    (result, region.change())
}

/// Runs `check` in a process in which no other test runs. That process is this program, started again to run only the
/// calling test.
///
/// `module` is the caller's `module_path!()`, and `test` is the name of the calling function.
pub fn in_own_process(module: &str, test: &str, check: impl FnOnce()) {
    let (_, module) = module.split_once("::").expect("tests are in modules");
    let test = format!("{module}::{test}");
    if env::var(ALONE).is_ok_and(|it| it == test) {
        return check();
    }
    let mut program = Command::new(env::current_exe().expect("this program has a path"));
    program.args([test.as_str(), "--exact", "--nocapture"]);
    program.env(ALONE, &test).stdin(Stdio::null());
    let output = program.output().expect("the program starts");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    // If the name were wrong, no test would run and nothing would fail.
    let has_run = text.contains("test result: ok. 1 passed");
    assert!(output.status.success() && has_run, "{text}");
}
