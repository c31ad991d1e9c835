//! Tests for fields of view: the cells that each algorithm shows, the properties of all algorithms, and their memory
//! use.

mod common;

mod allocations;
mod asked;
mod bodies;
mod cones;
mod exact;
mod exposure;
mod extremes;
mod far_sets;
mod independent;
mod pictures;
mod properties;
mod symmetric_far;
