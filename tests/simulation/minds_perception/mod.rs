//! Creatures act only on what they sense.
//!
//! These tests compare worlds, look inside turns or play on random maps. The scenes in `tests/scenes` cover what can be
//! seen on a drawn map. The tests in `nothing_unsensed`, `shots` and `still` use the whole bestiary.

mod bestiary;
mod hunting;
mod nothing_unsensed;
mod places;
mod shots;
mod still;
