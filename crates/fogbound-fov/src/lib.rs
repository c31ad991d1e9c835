//! Field of view and line of sight on square grids: given a map of walls, which cells does an eye see?
//!
//! An [`OpacityMap`] stores which cells block sight. A [`Sight`] describes how an eye sees: with which algorithm, how
//! far and in which direction. A [`FieldOfView`] computes the [`VisibleSet`] of the cells that the eye sees.
//!
//! ```
//! use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Sight, UVec2, VisibleSet};
//!
//! let mut map = OpacityMap::new(UVec2::new(20, 20), false);
//! map.set(IVec2::new(7, 5), true);
//!
//! let mut seen = VisibleSet::new();
//! FieldOfView::new().compute(&map, IVec2::new(5, 5), Sight::default(), &mut seen);
//! assert!(seen.contains(IVec2::new(7, 5)));
//! assert!(!seen.contains(IVec2::new(8, 5)));
//! ```
//!
//! Here is a larger map and the part of it that `@` sees:
//!
//! ```text
//! #########      #####
//! #...#...#      #...#
//! #.@.#...#      #.@.#
//! #.......#      #......
//! #########      #########
//! ```
//!
//! Coordinates are in cells: `x` increases to the right, `y` increases downward, and `(0, 0)` is the top left cell of a
//! map. Every algorithm follows these rules:
//!
//! - Everything outside the map is opaque and never visible.
//! - An eye sees its own cell, even inside a wall. An eye off the map sees nothing.
//! - Walls are visible, like floor, unless the sight is [without walls](Sight::without_walls).
//! - The result is the same on every machine.
//!
//! # Choosing an algorithm
//!
//! Use the default, [`Algorithm::Symmetric`], unless you want the look of another algorithm. The default is several
//! times as fast as the others and scores 100 % for every property in the following table. The values were measured
//! with [`properties::Properties`] on a map of 40 × 20 cells, one in eleven of which is a wall, with the default
//! radius:
//!
//! ```text
//! algorithm        symmetry      walls    shadows    corners     floors    mirrors
//! symmetric         100.0 %    100.0 %    100.0 %    100.0 %    100.0 %    100.0 %
//! recursive          97.8 %    100.0 %    100.0 %    100.0 %    100.0 %    100.0 %
//! raycast            95.3 %     92.8 %      0.0 %    100.0 %    100.0 %     14.2 %
//! bresenham          98.5 %     92.8 %     46.6 %    100.0 %    100.0 %    100.0 %
//! line-of-sight      99.1 %     79.5 %    100.0 %    100.0 %    100.0 %    100.0 %
//! diamond            98.7 %    100.0 %    100.0 %    100.0 %    100.0 %    100.0 %
//! permissive        100.0 %    100.0 %      0.0 %    100.0 %    100.0 %    100.0 %
//! restrictive        99.8 %    100.0 %    100.0 %    100.0 %    100.0 %    100.0 %
//! ```
//!
//! - *symmetry*: the share of pairs that see each other, among all pairs of floor cells in which at least one cell sees
//!   the other. Without symmetry, an archer may hit a target that cannot shoot back.
//! - *walls*, *floors*: of the walls and the floor cells in empty rooms, the shares that are visible from inside.
//! - *shadows*: the share of single pillars whose shadow widens with distance.
//! - *corners*: the share of visible cells among the floor cells one step away around a corner.
//! - *mirrors*: the share of mirrored and rotated maps whose view is mirrored and rotated in the same way.
//!
//! [`Algorithm`] explains the idea of each and credits the author.
//!
//! # What it costs
//!
//! With [`Algorithm::Symmetric`], a view with a radius of 8 cells takes 0.2 to 0.4 µs, and a view with a radius of 20
//! cells takes 0.4 to 1.4 µs. These ranges cover open fields, random walls and rooms. Neither the time nor the memory
//! that a view takes depends on the size of the map. A view in a cone of 90 degrees takes 0.4 to 0.9 times as long as a
//! whole view. A [`FieldOfView`] reuses its memory and the cones that it used last, so after the first view, computing
//! similar views allocates nothing.
//!
//! # Where to go from here
//!
//! - [`FieldOfView::can_see`] checks whether an eye sees a single target, which is faster than computing a whole view.
//! - [`FieldOfView::exposure`] tells how much of the target it sees, for cover.
//! - [`FieldOfView::sees_any`] is for creatures of several cells, and [`OpacityMap::without`] for creatures that
//!   block sight.
//! - [`FieldOfView::view_with`], [`FieldOfView::can_see_with`] and [`FieldOfView::exposure_with`] read the map through a
//!   closure, and only those cells that light reaches.
//! - `mine | yours`, `mine & yours` and `mine - yours` combine the cells that two eyes see, and [`grid::BitGrid`]
//!   remembers them: see [`CellSet`].
//! - [`line()`] returns the cells of a straight line.
//! - [`Sight::on_wall`] limits a sight to what a torch on a wall lights, and [`Sight::with_cone`] limits a sight to one
//!   direction.
//! - [`Sight::depends_on`] and [`FieldOfView::depends_on`] tell whether a change to a cell can affect a view.
//! - To compute views for many eyes on several threads, give each thread its own [`FieldOfView`].
//!
//! The crate needs no standard library, only `alloc`.
//!
//! The `serde` feature implements Serde's traits for [`Algorithm`], [`BresenhamLines`], [`Cone`], [`OpacityMap`],
//! [`Run`], [`Shape`], [`Sight`] and [`VisibleSet`]; for [`BitGrid`](grid::BitGrid), [`Direction`](grid::Direction),
//! [`Grid`](grid::Grid) and [`Rectangle`](grid::Rectangle) in [`grid`]; and for [`Properties`](properties::Properties)
//! and [`Share`](properties::Share) in [`properties`]. The feature also enables glam's implementations for [`IVec2`]
//! and [`UVec2`].
//!
//! The `bevy_reflect` feature implements Bevy's `Reflect` for [`Sight`] and what it consists of, for
//! [`Rectangle`](grid::Rectangle) and for [`VisibleSet`]. It needs the standard library and Bevy's minimum Rust version.

#![cfg_attr(not(test), no_std)]

extern crate alloc;

mod algorithm;
mod asked;
mod bodies;
mod bresenham;
mod cone;
mod depends;
mod diamond;
mod exposure;
mod eye;
mod field_of_view;
pub mod grid;
mod heading;
mod line;
mod line_of_sight;
mod names;
mod octants;
mod opacity;
mod permissive;
pub mod properties;
mod raycast;
mod recursive;
mod restrictive;
mod sector;
#[cfg(feature = "serde")]
mod serial;
mod shape;
mod sight;
mod slope;
mod symmetric;
mod terrain;
mod visible;

pub use algorithm::{Algorithm, BresenhamLines};
pub use cone::Cone;
pub use exposure::Exposure;
pub use field_of_view::FieldOfView;
pub use line::{LineCells, line};
pub use names::UnknownName;
pub use opacity::OpacityMap;
pub use shape::Shape;
pub use sight::{DEFAULT_RADIUS, Sight, open_faces};
pub use visible::algebra::CellSet;
pub use visible::{Cells, Run, Runs, VisibleSet};

#[doc(no_inline)]
pub use glam::{I64Vec2, IVec2, UVec2};

/// How to come from the crate bracket-pathfinding: an adapter, and what is called differently.
#[doc = include_str!("../BRACKET.md")]
pub mod from_bracket {}

/// How the algorithms compare with those of libtcod.
#[doc = include_str!("../LIBTCOD.md")]
pub mod from_libtcod {}

/// Runs the program in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
