//! From the screen's buffer to the terminal's tiles.

use bevy::prelude::*;
use bevy_ascii_terminal::color::srgb_bytes;
use bevy_ascii_terminal::render::{RebuildMeshVerts, UvMapping};
use bevy_ascii_terminal::transform::TerminalSystemsUpdateTransform;
use bevy_ascii_terminal::{Terminal, TerminalFont, Tile};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Color as CellColor;

use crate::view::{Palette, Screen, ViewSystems};

/// What the window shows, and which glyphs its font has.
#[derive(Resource)]
struct Shown {
    buffer: Buffer,
    font: UvMapping,
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Shown {
        buffer: Buffer::default(),
        font: UvMapping::code_page_437(),
    })
    .add_systems(
        PostUpdate,
        present
            .after(ViewSystems::Draw)
            .before(TerminalSystemsUpdateTransform),
    );
}

pub(super) fn open_terminal(
    mut commands: Commands,
    palette: Res<Palette>,
    mut clear: ResMut<ClearColor>,
    screen: Res<Screen>,
) {
    let background = linear(palette.background());
    clear.0 = background.into();
    commands.spawn((
        Terminal::new(screen.size()).with_clear_tile(Tile::new(' ', background, background)),
        TerminalFont::Pastiche8x8,
    ));
}

/// Writes the cells that differ from what is shown. While none does, the terminal is not touched: any
/// mutable access makes it upload every cell again.
fn present(
    screen: Res<Screen>,
    mut shown: ResMut<Shown>,
    mut terminals: Query<(Entity, &mut Terminal)>,
    mut commands: Commands,
) {
    let buffer = screen.buffer();
    let Ok((entity, mut terminal)) = terminals.single_mut() else {
        return;
    };
    let resized = shown.buffer.area != buffer.area;
    if !resized && shown.buffer.content == buffer.content {
        return;
    }
    if resized {
        terminal.resize(screen.size());
        // The library rebuilds its mesh when the number of cells changes; 40 × 20 after 20 × 40 it
        // would not notice.
        commands.entity(entity).insert(RebuildMeshVerts);
    }
    for place in buffer.area.positions() {
        let cell = &buffer[place];
        if resized || shown.buffer[place] != *cell {
            let at = IVec2::new(place.x.into(), place.y.into());
            terminal.put_tile(at, tile(cell, &shown.font));
        }
    }
    shown.buffer.clone_from(buffer);
}

/// A cell as the terminal draws it. A glyph that the font lacks becomes a question mark.
fn tile(cell: &Cell, font: &UvMapping) -> Tile {
    let glyph = cell.symbol().chars().next().unwrap_or(' ');
    let known = font.get_uvs_from_char(glyph).is_some();
    let glyph = if known { glyph } else { '?' };
    Tile::new(glyph, linear(cell.fg), linear(cell.bg))
}

/// A colour of the screen in the window's linear space. The view writes RGB and nothing else.
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
    fn the_font_has_all_that_texts_and_things_may_hold() {
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
