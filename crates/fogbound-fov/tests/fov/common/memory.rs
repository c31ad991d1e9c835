//! Counts the memory that is asked for.
//!
//! The counter counts all threads: a test that counts needs a process in which no other test runs.

use std::alloc::System;
use std::env;
use std::process::{Command, Stdio};

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, Stats, StatsAlloc};

#[global_allocator]
static COUNTER: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The test that runs alone in this process.
const ALONE: &str = "FOGBOUND_TEST_ALONE";

/// Returns what `work` returns, and the memory that was asked for meanwhile.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Stats) {
    let region = Region::new(COUNTER);
    let result = work();
    (result, region.change())
}

/// Carries out `check` in a process in which no other test runs: this program, started again for this test alone.
///
/// `module` is the caller's `module_path!()`, and `test` is the name of its function.
pub fn in_own_process(module: &str, test: &str, check: impl FnOnce()) {
    let (_, module) = module.split_once("::").expect("tests stand in modules");
    let test = format!("{module}::{test}");
    if env::var(ALONE).is_ok_and(|it| it == test) {
        return check();
    }
    let mut program = Command::new(env::current_exe().expect("this program has a path"));
    program.args([test.as_str(), "--exact", "--nocapture"]);
    program.env(ALONE, &test).stdin(Stdio::null());
    let output = program.output().expect("it starts");
    let told = [output.stdout, output.stderr].concat();
    let told = String::from_utf8_lossy(&told);
    // A test by another name would not be found, and nothing would fail.
    let has_run = told.contains("test result: ok. 1 passed");
    assert!(output.status.success() && has_run, "{told}");
}
