//! Creatures act only on what they sense.
//!
//! Most tests put creatures made of components on drawn maps and play with player commands. The tests in
//! `nothing_unsensed`, `shots` and `still` use the whole bestiary.

mod bestiary;
mod hunting;
mod nothing_unsensed;
mod places;
mod shots;
mod still;
