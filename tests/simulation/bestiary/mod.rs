//! Monsters come from data files: those of the game, and those of a player.

mod built_in;
mod by_data;
mod docs;
mod mistakes;
mod own_mind;
mod population;
mod reload;
