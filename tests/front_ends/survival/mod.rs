//! Tests of survival: no matter how the program ends, the game is saved and the terminal is restored.

mod saves;
mod shell;
mod small_disk;
mod words;

pub mod ends;
mod full_disks;
mod kills;
mod own_game;
mod panics;
pub mod replays;
pub mod stops;
