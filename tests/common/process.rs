//! Support for tests of resources that the whole process shares, such as its threads.

use std::env;
use std::process::{Command, Stdio};

/// The environment variable that names the only test that a process runs.
const ALONE: &str = "FOGBOUND_TEST_ALONE";

/// Runs `check` in a process without other tests, by starting this test program again with only this test.
///
/// `module` is the caller's `module_path!()`, and `test` is the name of the calling function.
pub fn in_own_process(module: &str, test: &str, check: impl FnOnce()) {
    let (_, module) = module.split_once("::").expect("tests are in modules");
    let test = format!("{module}::{test}");
    if env::var(ALONE).is_ok_and(|it| it == test) {
        return check();
    }
    let mut program = Command::new(env::current_exe().unwrap());
    program.args([test.as_str(), "--exact", "--nocapture"]);
    program.env(ALONE, &test).stdin(Stdio::null());
    let output = program.output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    // If the name were wrong, no test would run and nothing would fail.
    let has_run = printed.contains("test result: ok. 1 passed");
    assert!(output.status.success() && has_run, "{printed}");
}
