//! Tests of fields of view: what each algorithm shows, what all of them promise, and how much memory they take.

mod common;

mod allocations;
mod cones;
mod exact;
mod extremes;
mod far_sets;
mod pictures;
mod properties;
mod symmetric_far;
