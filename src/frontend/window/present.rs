//! Shows the screen in two terminals in the window, drawn from images of our own.
//!
//! The lower terminal shows the squares of the map, and the upper one shows text cells, which are half as wide. The upper
//! terminal is transparent where there is a map cell, except for the letters of creatures and things.

use bevy::asset::{AssetEventSystems, RenderAssetUsages};
use bevy::image::ImageSampler;
use bevy::mesh::{MeshVertexAttribute, VertexAttributeValues, VertexFormat};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_ascii_terminal::color::srgb_bytes;
use bevy_ascii_terminal::render::{
    RebuildMeshVerts, TerminalMeshPivot, TerminalMeshTileScaling, TerminalSystemsUpdateFont,
    TerminalSystemsUpdateMesh, UvMapping, UvMappingHandle,
};
use bevy_ascii_terminal::transform::TerminalSystemsUpdateTransform;
use bevy_ascii_terminal::{Terminal, TerminalFont, TerminalMeshWorldScaling, Tile};
use ratatui::style::Color as CellColor;

use super::super::pixels::{Atlas, AtlasKind, COLUMNS, Look, narrow_look, rgb, square_look};
use super::fit::Fit;
use crate::map::PictureId;
use crate::view::{Corners, Palette, Screen, ViewSystems};

/// What one of the two terminals shows.
#[derive(Component)]
struct Layer {
    kind: AtlasKind,
    /// The image of all that the terminal's cells can show. There is none before the first frame.
    atlas: Option<Atlas>,
    /// What each cell shows, in rows from the top.
    shown: Vec<Option<Look>>,
    size: UVec2,
}

impl Layer {
    fn new(kind: AtlasKind) -> Self {
        Self {
            kind,
            atlas: None,
            shown: Vec::new(),
            size: UVec2::ZERO,
        }
    }

    /// Returns the width of a tile in columns of the screen.
    fn columns(&self) -> u32 {
        match self.kind {
            AtlasKind::Narrow => 1,
            AtlasKind::Square => 2,
        }
    }

    /// Returns what a tile shows.
    fn look(&self, screen: &Screen, x: u32, y: u32) -> Option<Look> {
        match self.kind {
            AtlasKind::Narrow => narrow_look(screen, (x as u16, y as u16)),
            AtlasKind::Square => square_look(screen, (x as u16 * 2, y as u16)),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(TerminalMeshWorldScaling::Pixels)
        .add_systems(Startup, open)
        .configure_sets(
            PostUpdate,
            // The library does not order these sets. In the reverse order, a new image would have the size of the old
            // one for a frame.
            TerminalSystemsUpdateFont.before(TerminalSystemsUpdateTransform),
        )
        .add_systems(
            PostUpdate,
            (
                (place_camera, follow_palette, draw_atlas, present)
                    .chain()
                    .after(ViewSystems::Draw)
                    .before(TerminalSystemsUpdateFont),
                shade
                    .after(TerminalSystemsUpdateMesh)
                    .before(AssetEventSystems),
            ),
        );
}

/// Spawns the terminals, whose top left corners are at the origin, and a camera.
fn open(mut commands: Commands) {
    for (kind, z) in [(AtlasKind::Square, 0.0), (AtlasKind::Narrow, 1.0)] {
        commands.spawn((
            Layer::new(kind),
            Terminal::new([1, 1]),
            TerminalMeshPivot::LeftTop,
            Transform::from_xyz(0.0, 0.0, z),
        ));
    }
    commands.spawn((Camera2d, Msaa::Off));
}

/// Redraws the images when the cells change size or tiles get new pictures.
fn draw_atlas(
    fit: Res<Fit>,
    mut known: Local<(u32, usize)>,
    mut layers: Query<(Entity, &mut Layer)>,
    mut images: ResMut<Assets<Image>>,
    mut mappings: ResMut<Assets<UvMapping>>,
    mut commands: Commands,
) {
    let now = (fit.cell.cut(), PictureId::all().len());
    if *known == now {
        return;
    }
    *known = now;
    for (entity, mut layer) in &mut layers {
        let atlas = Atlas::new(layer.kind, fit.cell.cut());
        let rows = atlas.size().y / atlas.cell.y;
        let characters = (0..COLUMNS * rows).map(character);
        commands.entity(entity).insert((
            TerminalFont::CustomImage(images.add(image_of(&atlas))),
            UvMappingHandle(mappings.add(UvMapping::from_grid([COLUMNS, rows], characters))),
            // The library takes a sixteenth of the image's height for the height of a cell.
            TerminalMeshTileScaling(Vec2::new(1.0, 16.0 / rows as f32)),
            RebuildMeshVerts,
        ));
        layer.atlas = Some(atlas);
        layer.shown.clear();
    }
}

fn image_of(atlas: &Atlas) -> Image {
    let size = atlas.size();
    let pixels = atlas.pixels.iter();
    let bytes = pixels.flat_map(|&[red, green, blue]| [red, green, blue, 255]);
    let mut image = Image::new(
        Extent3d {
            width: size.x,
            height: size.y,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        bytes.collect(),
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    image.sampler = ImageSampler::nearest();
    image
}

/// Returns the character that stands for a cell of an image in a terminal: one for private use.
fn character(number: u32) -> char {
    char::from_u32(0xe000 + number).unwrap_or('\u{e000}')
}

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
        let zoom = fit.cell.times() as f32;
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

/// Writes the cells that have changed. If no cell has changed, a terminal is not accessed mutably, because any mutable
/// access makes it upload all its cells again.
fn present(
    screen: Res<Screen>,
    mut layers: Query<(Entity, &mut Layer, &mut Terminal)>,
    mut commands: Commands,
) {
    for (entity, mut layer, mut terminal) in &mut layers {
        let size = UVec2::new(screen.size().x.div_ceil(layer.columns()), screen.size().y);
        let is_new = layer.size != size || layer.shown.is_empty();
        if layer.size != size {
            terminal.resize(size);
            // The library rebuilds its mesh only if the number of cells changes, so it would miss a change from 20 × 40
            // to 40 × 20.
            commands.entity(entity).insert(RebuildMeshVerts);
            layer.size = size;
        }
        let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| (x, y)));
        let looks: Vec<Option<Look>> = cells
            .clone()
            .map(|(x, y)| layer.look(&screen, x, y))
            .collect();
        for (((x, y), look), index) in cells.zip(&looks).zip(0..) {
            if is_new || layer.shown.get(index) != Some(look) {
                let at = IVec2::new(x as i32, y as i32);
                terminal.put_tile(at, tile(layer.atlas.as_ref(), look.as_ref()));
            }
        }
        layer.shown = looks;
    }
}

/// Returns the tile for a cell.
fn tile(atlas: Option<&Atlas>, look: Option<&Look>) -> Tile {
    let (Some(atlas), Some(look)) = (atlas, look) else {
        return Tile {
            glyph: character(0),
            fg_color: LinearRgba::NONE,
            bg_color: LinearRgba::NONE,
        };
    };
    let ground = look.ground.map_or(LinearRgba::NONE, |it| linear(it[0]));
    Tile {
        glyph: character(atlas.number(look.motif)),
        fg_color: linear(look.fore[0]),
        bg_color: ground,
    }
}

/// The colours of a tile's vertices in the library's meshes. The library does not export these descriptions.
const VERTEX_GROUND: MeshVertexAttribute =
    MeshVertexAttribute::new("Vertex_Color_Bg", 1_123_132, VertexFormat::Float32x4);
const VERTEX_FORE: MeshVertexAttribute =
    MeshVertexAttribute::new("Vertex_Color_Fg", 1_123_133, VertexFormat::Float32x4);

/// Gives each corner of a map cell its own colour. The library gives all corners of a tile the same, whenever the
/// terminal changes.
fn shade(layers: Query<(&Layer, &Mesh2d), Changed<Terminal>>, mut meshes: ResMut<Assets<Mesh>>) {
    for (layer, mesh) in &layers {
        if layer.kind != AtlasKind::Square {
            continue;
        }
        let Some(mut mesh) = meshes.get_mut(&mesh.0) else {
            continue;
        };
        write_corners(&mut mesh, VERTEX_GROUND, layer, |look| look.ground);
        write_corners(&mut mesh, VERTEX_FORE, layer, |look| Some(look.fore));
    }
}

fn write_corners(
    mesh: &mut Mesh,
    attribute: MeshVertexAttribute,
    layer: &Layer,
    corners: impl Fn(&Look) -> Option<Corners>,
) {
    let Some(VertexAttributeValues::Float32x4(vertices)) = mesh.attribute_mut(attribute) else {
        return;
    };
    let (width, height) = (layer.size.x as usize, layer.size.y as usize);
    for (look, index) in layer.shown.iter().zip(0..) {
        let Some(colors) = look.as_ref().and_then(&corners) else {
            continue;
        };
        if colors == [colors[0]; 4] {
            continue;
        }
        // The rows of the mesh begin at the bottom.
        let (x, y) = (index % width, height - 1 - index / width);
        let first = (y * width + x) * 4;
        let [left, right, below, last] = colors.map(|it| linear(it).to_f32_array());
        if let Some(tile) = vertices.get_mut(first..first + 4) {
            tile.copy_from_slice(&[left, below, right, last]);
        }
    }
}

/// Converts a screen colour to the window's linear colour space. The view writes only RGB colours.
fn linear(color: CellColor) -> LinearRgba {
    let [red, green, blue] = rgb(color);
    srgb_bytes(red, green, blue)
}
