//! Creatures act only on what they sense.
//!
//! Most tests put creatures made of components on drawn maps and play with player commands. The tests in
//! `nothing_unsensed`, `shots` and `still` use the whole bestiary.

mod bestiary;
mod flight;
mod hunting;
mod nothing_unsensed;
mod noticing;
mod packs;
mod places;
mod shots;
mod sound;
mod still;
