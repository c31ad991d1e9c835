//! Colours: warm light at the end of the day.

use bevy::prelude::*;
use fogbound::view::Palette;

pub fn plugin(app: &mut App) {
    match Palette::from_ron(include_str!("dusk.ron")) {
        Ok(palette) => {
            app.insert_resource(palette);
        }
        Err(error) => error!("dusk.ron: {error}"),
    }
}
