//! Copies the screen's buffer to the tiles of two terminals in the window.
//!
//! One terminal shows the text in cells of 8 × 16 pixels. The other lies on top of it and shows the map, whose cells
//! are two columns wide, as squares of 16 × 16 pixels. The map terminal is transparent everywhere else.

use bevy::prelude::*;
use bevy_ascii_terminal::color::srgb_bytes;
use bevy_ascii_terminal::render::{
    RebuildMeshVerts, TerminalMeshPivot, TerminalMeshTileScaling, UvMapping,
};
use bevy_ascii_terminal::transform::TerminalSystemsUpdateTransform;
use bevy_ascii_terminal::{Terminal, TerminalFont, TerminalMeshWorldScaling, Tile};
use ratatui::buffer::Buffer;
use ratatui::style::Color as CellColor;

use super::fit::Fit;
use crate::view::{Palette, Screen, ViewSystems};

/// The buffer that the window shows, and the glyphs in the window's fonts.
#[derive(Resource)]
struct Shown {
    buffer: Buffer,
    font: UvMapping,
}

/// One of the two terminals.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    Text,
    Map,
}

impl Layer {
    /// Returns the width of a tile in columns of the screen.
    fn columns(self) -> u32 {
        match self {
            Self::Text => 1,
            Self::Map => 2,
        }
    }

    /// Returns the number of tiles for a screen of this size.
    fn size(self, screen: UVec2) -> UVec2 {
        UVec2::new(screen.x.div_ceil(self.columns()), screen.y)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Shown {
        buffer: Buffer::default(),
        font: UvMapping::code_page_437(),
    })
    .insert_resource(TerminalMeshWorldScaling::Pixels)
    .add_systems(Startup, open)
    .add_systems(
        PostUpdate,
        (place_camera, follow_palette, present)
            .after(ViewSystems::Draw)
            .before(TerminalSystemsUpdateTransform),
    );
}

/// Spawns the terminals, whose top left corners are at the origin, and a camera.
fn open(mut commands: Commands, palette: Res<Palette>, screen: Res<Screen>) {
    let background = linear(palette.background());
    let terminal = |layer: Layer| {
        let blank = match layer {
            Layer::Text => Tile::new(' ', background, background),
            Layer::Map => CLEAR,
        };
        Terminal::new(layer.size(screen.size())).with_clear_tile(blank)
    };
    commands.spawn((
        Layer::Text,
        terminal(Layer::Text),
        TerminalFont::Px4378x16,
        TerminalMeshPivot::LeftTop,
    ));
    commands.spawn((
        Layer::Map,
        terminal(Layer::Map),
        TerminalFont::Px4378x8,
        TerminalMeshPivot::LeftTop,
        TerminalMeshTileScaling(Vec2::splat(2.0)),
        Transform::from_xyz(0.0, 0.0, 1.0),
    ));
    commands.spawn((Camera2d, Msaa::Off));
}

/// A transparent tile.
const CLEAR: Tile = Tile {
    glyph: ' ',
    fg_color: LinearRgba::NONE,
    bg_color: LinearRgba::NONE,
};

/// Places the camera so that the scaled cells are centred in the window and every font pixel covers whole screen
/// pixels.
fn place_camera(
    fit: Res<Fit>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<Camera2d>>,
) {
    if !fit.is_changed() {
        return;
    }
    for (mut transform, mut projection) in &mut cameras {
        let zoom = fit.zoom.max(1) as f32;
        if let Projection::Orthographic(lens) = &mut *projection {
            lens.scaling_mode = bevy::camera::ScalingMode::Fixed {
                width: fit.pixels.x as f32 / zoom,
                height: fit.pixels.y as f32 / zoom,
            };
        }
        // The camera looks at the middle of the window, and the cells begin at the origin.
        let middle = (fit.pixels.as_vec2() / 2.0 - fit.rim.as_vec2()) / zoom;
        transform.translation = Vec3::new(middle.x, -middle.y, 100.0);
    }
}

/// Gives the margin around the cells the background colour of the palette.
fn follow_palette(palette: Res<Palette>, mut clear: ResMut<ClearColor>) {
    if palette.is_changed() {
        clear.0 = linear(palette.background()).into();
    }
}

/// Writes the cells that have changed. If no cell has changed, the terminals are not accessed mutably, because any
/// mutable access makes a terminal upload all its cells again.
fn present(
    screen: Res<Screen>,
    mut shown: ResMut<Shown>,
    mut terminals: Query<(Entity, &Layer, &mut Terminal)>,
    mut commands: Commands,
) {
    let buffer = screen.buffer();
    let resized = shown.buffer.area != buffer.area;
    if !resized && shown.buffer.content == buffer.content {
        return;
    }
    for (entity, layer, mut terminal) in &mut terminals {
        let size = layer.size(screen.size());
        if resized {
            terminal.resize(size);
            // The library rebuilds its mesh only if the number of cells changes, so it would miss a change from 20 × 40
            // to 40 × 20.
            commands.entity(entity).insert(RebuildMeshVerts);
        }
        let mut tiles = Vec::new();
        for place in buffer.area.positions() {
            // A tile depends on two cells: a map tile covers two columns, and a text tile is blank if the next cell is
            // the second half of a map cell.
            let both = [place.x, place.x + 1].map(|x| (x, place.y));
            let is_new = |at: &(u16, u16)| buffer.cell(*at) != shown.buffer.cell(*at);
            let columns = layer.columns() as u16;
            if place.x % columns == 0 && (resized || both.iter().any(is_new)) {
                let at = IVec2::new((place.x / columns).into(), place.y.into());
                tiles.push((at, tile(&screen, *layer, (place.x, place.y), &shown.font)));
            }
        }
        if !tiles.is_empty() {
            for (at, tile) in tiles {
                terminal.put_tile(at, tile);
            }
        }
    }
    shown.buffer.clone_from(buffer);
}

/// Returns the tile for a cell. A glyph that is missing from the fonts becomes a question mark.
fn tile(screen: &Screen, layer: Layer, at: (u16, u16), font: &UvMapping) -> Tile {
    let cell = &screen.buffer()[at];
    let is_wide = screen.is_wide_at(at.0, at.1);
    let glyph = match layer {
        Layer::Map if !is_wide => return CLEAR,
        Layer::Text if is_wide => ' ',
        _ => cell.symbol().chars().next().unwrap_or(' '),
    };
    let known = font.get_uvs_from_char(glyph).is_some();
    let glyph = if known { glyph } else { '?' };
    Tile::new(glyph, linear(cell.fg), linear(cell.bg))
}

/// Converts a screen colour to the window's linear colour space. The view writes only RGB colours.
fn linear(color: CellColor) -> LinearRgba {
    match color {
        CellColor::Rgb(red, green, blue) => srgb_bytes(red, green, blue),
        _ => LinearRgba::WHITE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::bestiary::can_be_shown;
    use crate::map::is_shown;

    #[test]
    fn the_font_has_every_glyph_that_the_game_can_show() {
        let font = UvMapping::code_page_437();
        let shown = (char::MIN..='\u{ffff}').filter(|it| can_be_shown(*it) || is_shown(*it));
        assert_eq!(shown.clone().count(), 95 + 127 + 31);
        for character in shown {
            assert!(
                font.get_uvs_from_char(character).is_some(),
                "{character:?} would be shown as a question mark"
            );
        }
    }
}
