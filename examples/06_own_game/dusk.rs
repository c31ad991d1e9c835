//! Colours, warm as at the end of the day, and a name.

use bevy::prelude::*;
use fogbound::view::{AddPalette, Title};

pub fn plugin(app: &mut App) {
    app.add_palette("dusk.ron", include_str!("dusk.ron"))
        .insert_resource(Title("Dusk".to_owned()));
}
