//! Starts the program again if a window needs other environment variables.

/// Starts the program again without the variables that name a Wayland server, if that server does not answer and an X
/// server does. The window system library would try Wayland only, and a program cannot change its own variables safely.
/// Returns if there is nothing to change, or if the program cannot be started again.
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) fn with_display() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use super::streams::say;
    use crate::frontend::{Found, find_display};

    let (Found::Without(variables, why), Ok(program)) = (find_display(), env::current_exe()) else {
        return;
    };
    say(&format!("{why}; using X11 instead"));
    let mut args = env::args_os();
    let mut command = Command::new(program);
    if let Some(name) = args.next() {
        command.arg0(name);
    }
    command.args(args);
    for variable in variables {
        command.env_remove(variable);
    }
    // This call returns only if it fails.
    let error = command.exec();
    say(&format!("cannot start again: {error}"));
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) fn with_display() {}
