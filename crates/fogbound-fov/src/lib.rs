//! Field of view and line of sight: what an eye sees on a map of opaque and transparent cells.
//!
//! An [`OpacityMap`] says which cells stop sight, a [`Sight`] how an eye sees, and a
//! [`FieldOfView`] fills a [`VisibleSet`] with the cells that the eye sees from where it stands.
//! Plain algorithms on bits: no map, no entity and no randomness is known here.
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
//! For all algorithms: outside the map everything is opaque and nothing is visible; an eye sees its
//! own cell, also from inside a wall; a wall that stops sight is itself seen; an eye off the map
//! sees nothing.
//!
//! # What it shows
//!
//! ```text
//! #########      #####
//! #...#...#      #...#
//! #.@.#...#      #.@.#
//! #.......#      #......
//! #########      #########
//! the map        what `@` sees
//! ```
//!
//! # Which algorithm to choose
//!
//! Take the default, [`Algorithm::Symmetric`], unless you want the look of another: it keeps all of
//! these promises and is several times as fast. What each keeps, counted by
//! [`properties::Properties`] on a map of 40 × 20 cells, one in eleven a wall, at the default radius:
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
//! - *symmetry*: of the pairs of floor cells of which one sees the other, those that see each
//!   other. Without it an archer may hit somebody who cannot shoot back.
//! - *walls*, *floors*: of the walls and floor cells of empty rooms, those seen from inside.
//! - *shadows*: of single pillars, those whose shadow widens with distance.
//! - *corners*: of the floor cells one step away around a corner, those seen.
//! - *mirrors*: of the mirrored and turned maps, those whose view is the mirrored and turned one.
//!
//! # Where to go from here
//!
//! [`FieldOfView::can_see`] answers for one pair of cells, [`FieldOfView::compute_with`] asks a
//! closure about the map, and [`line()`] walks from cell to cell. A [`FieldOfView`] is for one thread: give
//! each thread one of its own. [`Sight`] says how an eye sees; [`Sight::on_wall`] makes it a torch. Each
//! [`Algorithm`] is one file that explains its idea and names its source.
//!
//! The feature `serde` implements Serde's traits for the data types: [`Algorithm`],
//! [`BresenhamLines`], [`Cone`], [`OpacityMap`], [`Run`], [`Shape`], [`Sight`] and [`VisibleSet`], in
//! [`grid`] [`BitGrid`](grid::BitGrid), [`Direction`](grid::Direction), [`Grid`](grid::Grid) and
//! [`Rectangle`](grid::Rectangle), and in [`properties`] [`Properties`](properties::Properties) and
//! [`Share`](properties::Share). [`IVec2`] and [`UVec2`] get those of glam.

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

/// The program of the README is one of the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
