//! Numbers of the bots that can be changed without compiling.

/// Returns a number from the environment.
pub(super) fn tune(name: &str, usual: i32) -> i32 {
    std::env::var(name)
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(usual)
}
