//! The numbers of the game: how likely, how much, how far and how long.
//!
//! Creatures are put together from components on maps drawn for the purpose. Where dice decide, thousands of
//! throws are counted; the dice are fixed by the seed, so a test always counts the same.

mod again;
mod blows;
mod corpses;
mod hearing;
mod noticing;
mod running;
mod wounds;

/// Checks a share that was counted, in percent.
#[track_caller]
fn assert_about(counted: f64, expected: f64, what: &str) {
    let off = (counted - expected).abs();
    assert!(off <= 4.0, "{what}: {counted:.1} %, expected {expected} %");
}
