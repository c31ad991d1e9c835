//! Creatures act on what they sense and on nothing else.
//!
//! Most tests put creatures together from components, on maps drawn for the purpose, and play the
//! game by commands. Those of `nothing_unsensed`, `shots` and `still` play with the whole bestiary.

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
