//! Monsters come from data files, built-in and custom.

mod base;
mod built_in;
mod by_data;
mod docs;
mod mistakes;
mod own_mind;
mod population;
mod reload;
