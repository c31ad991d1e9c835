//! The colours of a warm evening, and a name for the game.

use bevy::prelude::*;
use fogbound::view::{AddPalette, Title};

pub fn plugin(app: &mut App) {
    app.add_palette("dusk.ron", include_str!("dusk.ron"))
        .insert_resource(Title("Dusk".to_owned()));
}
