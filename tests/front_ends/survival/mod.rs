//! What Fogbound survives: however it ends, its game is saved and the terminal is as it was.

mod saves;
mod shell;
mod small_disk;
mod words;

mod ends;
mod full_disks;
mod kills;
mod own_game;
mod panics;
mod replays;
mod stops;
