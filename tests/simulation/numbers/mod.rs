//! Tests of the game's numbers: odds, damage, ranges and durations.
//!
//! The tests assemble creatures from components on drawn maps. Odds are measured over thousands of rolls. The seed
//! determines the dice, so the results never vary.

mod again;
mod hearing;
mod noticing;

/// Asserts that a percentage is within four points of the expected one.
#[track_caller]
fn assert_about(counted: f64, expected: f64, what: &str) {
    let off = (counted - expected).abs();
    assert!(off <= 4.0, "{what}: {counted:.1} %, expected {expected} %");
}
