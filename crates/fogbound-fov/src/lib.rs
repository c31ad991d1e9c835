//! Field of view and line of sight on square grids: which cells does an eye see past the walls?
//!
//! An [`OpacityMap`] stores which cells stop sight. A [`Sight`] says how an eye sees: by which algorithm, how far and
//! in which direction. A [`FieldOfView`] computes the [`VisibleSet`] of the cells that the eye sees.
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
//! A larger map, and what `@` sees of it:
//!
//! ```text
//! #########      #####
//! #...#...#      #...#
//! #.@.#...#      #.@.#
//! #.......#      #......
//! #########      #########
//! ```
//!
//! Coordinates are cells: `x` grows to the right, `y` downward, and `(0, 0)` is the top left cell of a map. Every
//! algorithm follows these rules:
//!
//! - Everything outside the map is opaque and never visible.
//! - An eye sees its own cell, even inside a wall. An eye off the map sees nothing.
//! - Walls are visible, like floor, unless the sight is [without walls](Sight::without_walls).
//! - The result is the same on every machine.
//!
//! # Choosing an algorithm
//!
//! Use the default, [`Algorithm::Symmetric`], unless you want the look of another. It is several times as fast as the
//! others and keeps all the promises in this table, which [`properties::Properties`] measured on a map of 40 × 20
//! cells, one in eleven a wall, at the default radius:
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
//! - *symmetry*: of the pairs of floor cells where at least one sees the other, the share that see each other. Without
//!   symmetry, an archer may hit a target that cannot shoot back.
//! - *walls*, *floors*: of the walls and floor cells of empty rooms, the share visible from inside.
//! - *shadows*: of single pillars, the share whose shadow widens with distance.
//! - *corners*: of the floor cells one step away around a corner, the share that is visible.
//! - *mirrors*: of mirrored and rotated maps, the share whose view is mirrored and rotated in the same way.
//!
//! Each algorithm has its own module in the source, which explains the idea and credits its author.
//!
//! # What it costs
//!
//! With [`Algorithm::Symmetric`], a view of radius 8 takes 0.3 to 0.5 µs and one of radius 20 takes 0.7 to 1.8 µs, on
//! open fields, among random walls and in rooms. Neither its time nor its memory depends on the size of the map. A
//! [`FieldOfView`] reuses its memory, so once it has computed a view, similar views allocate nothing.
//!
//! # Where to go from here
//!
//! - [`FieldOfView::can_see`] answers for one eye and one target, faster than a whole view.
//! - [`FieldOfView::compute_with`] reads the map through a closure.
//! - [`line()`] walks from cell to cell.
//! - [`Sight::on_wall`] turns a sight into a torch on a wall, [`Sight::with_cone`] into an eye that looks one way.
//! - [`Sight::depends_on`] tells which views a change of the map can affect.
//! - For many eyes on several threads, give each thread its own [`FieldOfView`].
//!
//! The feature `serde` implements Serde's traits for [`Algorithm`], [`BresenhamLines`], [`Cone`], [`OpacityMap`],
//! [`Run`], [`Shape`], [`Sight`] and [`VisibleSet`], in [`grid`] for [`BitGrid`](grid::BitGrid),
//! [`Direction`](grid::Direction), [`Grid`](grid::Grid) and [`Rectangle`](grid::Rectangle), and in [`properties`] for
//! [`Properties`](properties::Properties) and [`Share`](properties::Share). It also enables those of glam for [`IVec2`]
//! and [`UVec2`].

mod algorithm;
mod bresenham;
mod cone;
mod depends;
mod diamond;
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
#[cfg(feature = "serde")]
mod serial;
mod shape;
mod sight;
mod slope;
mod symmetric;
mod visible;

pub use algorithm::{Algorithm, BresenhamLines};
pub use cone::Cone;
pub use field_of_view::FieldOfView;
pub use line::{LineCells, line};
pub use names::UnknownName;
pub use opacity::OpacityMap;
pub use shape::Shape;
pub use sight::{DEFAULT_RADIUS, Sight, open_faces};
pub use visible::{Cells, Run, Runs, VisibleSet};

pub use glam::{I64Vec2, IVec2, UVec2};

/// Runs the program in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
