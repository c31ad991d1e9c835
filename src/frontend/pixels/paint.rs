//! Draws a screen as the window does, without a graphics device.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use bevy::math::UVec2;

use super::super::picture::{Picture, Rgb};
use super::atlas::{Atlas, AtlasKind, Motif};
use super::looks::{Look, badge_look, narrow_look, rgb, square_look};
use super::size::CellSize;
use super::stones::BLACK;
use crate::view::{Canvas, Corners, Screen};

/// Draws a screen as the window does, with text of this size. The map is as large as the screen's
/// [scale](Screen::scale) says, and otherwise as large as the text.
pub fn picture_of(screen: &Screen, cell: CellSize) -> Picture {
    let ground = screen.buffer()[(0, 0)].bg;
    let mut picture = Picture::filled(screen.size() * cell.text(), rgb(ground));
    if let (Some(map), Some(scale)) = (screen.map(), screen.scale()) {
        let cell = CellSize::of_height(scale.map);
        paint(&mut picture, &map.canvas, cell, map.corner);
    }
    paint(&mut picture, screen.text_canvas(), cell, UVec2::ZERO);
    picture
}

/// Draws a canvas whose top left pixel is `corner`.
fn paint(picture: &mut Picture, canvas: &Canvas, cell: CellSize, corner: UVec2) {
    let painter = Painter::new(cell);
    // Letters lie above squares, and badges above letters.
    for look_of in [square_look, narrow_look, badge_look] {
        for at in canvas.buffer().area.positions() {
            if let Some(look) = look_of(canvas, (at.x, at.y)) {
                let at = UVec2::new(at.x.into(), at.y.into()) * cell.text();
                painter.draw(picture, &look, corner + at);
            }
        }
    }
}

/// Draws cells of one size.
pub(crate) struct Painter {
    squares: Arc<Atlas>,
    letters: Arc<Atlas>,
    badges: Arc<Atlas>,
    /// The number of pixels to which each pixel of the images is enlarged, along each side.
    times: u32,
}

impl Painter {
    pub(crate) fn new(cell: CellSize) -> Self {
        Self {
            squares: atlas(AtlasKind::Square, cell.cut()),
            letters: atlas(AtlasKind::Narrow, cell.cut()),
            badges: atlas(AtlasKind::Badge, cell.cut()),
            times: cell.times(),
        }
    }

    /// Draws a cell whose top left pixel is `corner`.
    pub(crate) fn draw(&self, picture: &mut Picture, look: &Look, corner: UVec2) {
        let atlas = match look.motif {
            Motif::Fill(_) => &self.squares,
            Motif::Letter(..) => &self.letters,
            Motif::Badge(_) | Motif::Thing(_) => &self.badges,
        };
        let size = atlas.cell * self.times;
        let fore = Gradient::new(look.fore);
        let ground = look.ground.map(Gradient::new);
        let number = atlas.number(look.motif);
        for y in 0..size.y {
            for x in 0..size.x {
                let pixel = UVec2::new(x, y);
                let texel = atlas.texel(number, pixel / self.times);
                let color = match texel {
                    BLACK => ground.as_ref().map(|it| it.at(pixel, size, [255; 3])),
                    _ => Some(fore.at(pixel, size, texel)),
                };
                let at = corner + pixel;
                if let Some(color) = color {
                    picture.pixels[(at.y * picture.size.x + at.x) as usize] = color;
                }
            }
        }
    }
}

/// Returns an atlas of all pictures that there are. Drawing it takes longer than drawing a screen with it, so it is
/// kept until a file adds a picture.
fn atlas(kind: AtlasKind, cut: u32) -> Arc<Atlas> {
    static DRAWN: Mutex<Vec<(AtlasKind, u32, Arc<Atlas>)>> = Mutex::new(Vec::new());
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    drawn.retain(|(_, _, atlas)| atlas.is_complete());
    let known = drawn.iter().find(|it| (it.0, it.1) == (kind, cut));
    match known {
        Some((_, _, atlas)) => atlas.clone(),
        None => {
            let atlas = Arc::new(Atlas::new(kind, cut));
            drawn.push((kind, cut, atlas.clone()));
            atlas
        }
    }
}

/// Colours that change gradually between the corners of a cell, as on two triangles that share the diagonal from the
/// bottom left to the top right.
struct Gradient {
    /// The colours of the corners as linear light.
    corners: [[f32; 3]; 4],
    /// The colour of the whole cell, if all corners have the same.
    flat: Option<Rgb>,
}

impl Gradient {
    fn new(corners: Corners) -> Self {
        let corners = corners.map(rgb);
        Self {
            corners: corners.map(|it| it.map(to_linear)),
            flat: (corners == [corners[0]; 4]).then_some(corners[0]),
        }
    }

    /// Returns the colour of a pixel, multiplied with a pixel of an image.
    fn at(&self, pixel: UVec2, size: UVec2, texel: Rgb) -> Rgb {
        if let Some(flat) = self.flat.filter(|_| texel == [255; 3]) {
            return flat;
        }
        let [left, right, below, last] = self.corners;
        let at = (pixel.as_vec2() + 0.5) / size.as_vec2();
        let mix =
            |base: f32, x: f32, y: f32, (u, v): (f32, f32)| base + (x - base) * u + (y - base) * v;
        let channel = |it: usize| {
            let light = if at.x + at.y <= 1.0 {
                mix(left[it], right[it], below[it], (at.x, at.y))
            } else {
                mix(last[it], below[it], right[it], (1.0 - at.x, 1.0 - at.y))
            };
            to_screen(light * to_linear(texel[it]))
        };
        [channel(0), channel(1), channel(2)]
    }
}

/// Converts a channel of a screen colour to linear light.
fn to_linear(channel: u8) -> f32 {
    static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
        std::array::from_fn(|channel| {
            let channel = channel as f32 / 255.0;
            if channel <= 0.04045 {
                channel / 12.92
            } else {
                ((channel + 0.055) / 1.055).powf(2.4)
            }
        })
    });
    LINEAR[usize::from(channel)]
}

/// Converts linear light to the nearest channel of a screen colour.
fn to_screen(light: f32) -> u8 {
    /// The number of steps in the table: enough for even the darkest colours.
    const STEPS: usize = 1 << 16;
    static CHANNELS: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let steps = (0..=STEPS).map(|step| step as f32 / STEPS as f32);
        let channels = steps.map(|light| {
            let channel = if light <= 0.003_130_8 {
                light * 12.92
            } else {
                1.055 * light.powf(1.0 / 2.4) - 0.055
            };
            (channel * 255.0).round() as u8
        });
        channels.collect()
    });
    CHANNELS[(light.clamp(0.0, 1.0) * STEPS as f32).round() as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::TileSet;

    #[test]
    fn a_picture_that_a_file_adds_later_is_drawn() {
        let before = atlas(AtlasKind::Square, 16);
        let rows = "\"KWKWKWKWKWKWKWKW\", ".repeat(16);
        let file = format!("{{ \"rubble\": (picture: [{rows}]) }}");
        TileSet::with("tiles.ron", &file).unwrap();
        assert!(!before.is_complete());
        for kind in [AtlasKind::Square, AtlasKind::Badge] {
            assert!(atlas(kind, 16).is_complete(), "{kind:?}");
        }
    }
}
