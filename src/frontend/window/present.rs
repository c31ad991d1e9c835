//! Shows the screen in six terminals in the window, drawn from images of our own.
//!
//! Three terminals show the map: its squares, above them letters in cells that are half as wide, and above these the
//! badges of creatures. Three others show the text above it in the same way, at its own size. Letters are transparent where
//! there is a map cell, except those of creatures and things, and text is transparent where the map shows through.

use bevy::asset::{AssetEventSystems, RenderAssetUsages};
use bevy::ecs::system::SystemParam;
use bevy::image::ImageSampler;
use bevy::mesh::{Indices, MeshVertexAttribute, VertexAttributeValues, VertexFormat};
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::mesh::allocator::MeshAllocatorSettings;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::render::slab_allocator::SlabAllocatorSettings;
use bevy_ascii_terminal::color::srgb_bytes;
use bevy_ascii_terminal::render::{
    RebuildMeshVerts, TerminalMeshPivot, TerminalMeshTileScaling, TerminalSystemsUpdateFont,
    TerminalSystemsUpdateMesh, UvMapping, UvMappingHandle,
};
use bevy_ascii_terminal::transform::TerminalSystemsUpdateTransform;
use bevy_ascii_terminal::{Terminal, TerminalFont, TerminalMeshWorldScaling, Tile};
use ratatui::layout::Position;
use ratatui::style::Color as CellColor;

use super::super::pixels::{
    Atlas, AtlasKind, COLUMNS, CellSize, Letter, Look, Motif, badge_look, narrow_look, rgb,
    square_look,
};
use super::easing::{Easing, Squares};
use super::fit::Fit;
use crate::map::PictureId;
use crate::view::{Canvas, Corners, Motion, Palette, Screen, ViewSystems};

/// Which cells of the screen a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plane {
    /// The map.
    Map,
    /// The text above it.
    Text,
}

impl Plane {
    /// Returns the cells, if there are any.
    fn canvas(self, screen: &Screen) -> Option<&Canvas> {
        match self {
            Self::Map => screen.map().map(|it| &it.canvas),
            Self::Text => Some(screen.text_canvas()),
        }
    }

    fn cell(self, fit: &Fit) -> CellSize {
        match self {
            Self::Map => fit.map,
            Self::Text => fit.cell,
        }
    }

    /// Returns where the first cell lies, in pixels from the screen's top left corner, with y upwards.
    pub(super) fn corner(self, screen: &Screen) -> Vec2 {
        let corner = match self {
            Self::Map => screen.map().map(|it| it.corner),
            Self::Text => None,
        };
        corner.unwrap_or_default().as_vec2() * Vec2::new(1.0, -1.0)
    }
}

/// What one of the terminals shows.
#[derive(Component)]
pub(super) struct Layer {
    pub(super) plane: Plane,
    pub(super) kind: AtlasKind,
    /// The image of all that the terminal's cells can show. There is none before something is shown.
    pub(super) atlas: Option<Atlas>,
    /// The cut of the font and the number of pictures in the image.
    drawn: (u32, usize),
    /// What each cell shows, in rows from the top.
    shown: Vec<Option<Look>>,
    size: UVec2,
}

impl Layer {
    fn new(plane: Plane, kind: AtlasKind) -> Self {
        Self {
            plane,
            kind,
            atlas: None,
            drawn: (0, 0),
            shown: Vec::new(),
            size: UVec2::ZERO,
        }
    }

    /// Returns the height of the terminal above the map's squares.
    fn height(&self) -> f32 {
        match (self.plane, self.kind) {
            (Plane::Map, AtlasKind::Square) => 0.0,
            (Plane::Map, AtlasKind::Narrow) => 0.5,
            (Plane::Map, AtlasKind::Badge) => 0.55,
            (Plane::Text, AtlasKind::Square) => 1.0,
            (Plane::Text, AtlasKind::Narrow) => 1.25,
            (Plane::Text, AtlasKind::Badge) => 1.5,
        }
    }

    /// Returns the number of tiles across and down, and what they show, in rows from the top.
    fn looks(&self, screen: &Screen) -> (UVec2, Vec<Option<Look>>) {
        let Some(canvas) = self.plane.canvas(screen) else {
            return (UVec2::ONE, vec![None]);
        };
        let columns = match self.kind {
            AtlasKind::Narrow => 1,
            AtlasKind::Square | AtlasKind::Badge => 2,
        };
        let size = UVec2::new(canvas.size().x.div_ceil(columns), canvas.size().y);
        let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| (x as u16, y as u16)));
        let looks = cells.map(|(x, y)| match self.kind {
            AtlasKind::Narrow => narrow_look(canvas, (x, y)),
            AtlasKind::Square => square_look(canvas, (x * 2, y)),
            AtlasKind::Badge => badge_look(canvas, (x * 2, y)),
        });
        (size, looks.collect())
    }
}

/// The step that shows the screen in the terminals.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PresentSystems;

pub(super) fn plugin(app: &mut App) {
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        // A buffer for each of the six meshes. In shared ones, the engine would keep lists for 131,072 parts of each,
        // which take 11 MB.
        render.insert_resource(MeshAllocatorSettings {
            slab_allocator_settings: SlabAllocatorSettings {
                large_threshold: 0,
                ..default()
            },
            ..default()
        });
    }
    app.insert_resource(TerminalMeshWorldScaling::Pixels)
        .init_resource::<Easing>()
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
                (place_camera, follow_palette, present)
                    .chain()
                    .in_set(PresentSystems)
                    .after(ViewSystems::Draw)
                    .before(TerminalSystemsUpdateFont),
                shade
                    .after(TerminalSystemsUpdateMesh)
                    .before(AssetEventSystems),
            ),
        );
}

/// Spawns the terminals, whose top left corners are at their places, and a camera.
fn open(mut commands: Commands) {
    for plane in [Plane::Map, Plane::Text] {
        for kind in [AtlasKind::Square, AtlasKind::Narrow, AtlasKind::Badge] {
            let layer = Layer::new(plane, kind);
            let height = layer.height();
            commands.spawn((
                layer,
                Terminal::new([1, 1]),
                TerminalMeshPivot::LeftTop,
                Transform::from_xyz(0.0, 0.0, height),
            ));
        }
    }
    commands.spawn((Camera2d, Msaa::Off));
}

/// The images and mappings of the terminals.
#[derive(SystemParam)]
pub(super) struct Atlases<'w, 's> {
    images: ResMut<'w, Assets<Image>>,
    mappings: ResMut<'w, Assets<UvMapping>>,
    commands: Commands<'w, 's>,
}

impl Atlases<'_, '_> {
    /// Draws a terminal's image again when its cells change size or there are new pictures.
    fn renew(&mut self, entity: Entity, layer: &mut Layer, cut: u32) {
        let now = (cut, PictureId::all().len());
        if layer.drawn == now {
            return;
        }
        layer.drawn = now;
        let atlas = Atlas::new(layer.kind, cut);
        let rows = atlas.size().y / atlas.cell.y;
        let characters = (0..COLUMNS * rows).map(character);
        let mapping = UvMapping::from_grid([COLUMNS, rows], characters);
        self.commands.entity(entity).insert((
            TerminalFont::CustomImage(self.images.add(image_of(&atlas))),
            UvMappingHandle(self.mappings.add(mapping)),
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
        // Only the graphics device reads it.
        RenderAssetUsages::RENDER_WORLD,
    );
    image.sampler = ImageSampler::nearest();
    image
}

/// Returns the character that stands for a cell of an image in a terminal: one for private use.
fn character(number: u32) -> char {
    char::from_u32(0xe000 + number).unwrap_or('\u{e000}')
}

/// Places the camera so that the cells are centred in the window and a unit of length is a pixel.
fn place_camera(
    fit: Res<Fit>,
    mut cameras: Query<(&mut Transform, &mut Projection), With<Camera2d>>,
) {
    if !fit.is_changed() {
        return;
    }
    for (mut transform, mut projection) in &mut cameras {
        if let Projection::Orthographic(lens) = &mut *projection {
            lens.scaling_mode = bevy::camera::ScalingMode::Fixed {
                width: fit.pixels.x as f32,
                height: fit.pixels.y as f32,
            };
        }
        // The camera looks at the middle of the window, and the cells begin at the origin.
        let middle = fit.pixels.as_vec2() / 2.0 - fit.rim.as_vec2();
        transform.translation = Vec3::new(middle.x, -middle.y, 100.0);
    }
}

/// Gives the margin around the cells the background colour of the palette.
fn follow_palette(palette: Res<Palette>, mut clear: ResMut<ClearColor>) {
    if palette.is_changed() {
        clear.0 = linear(palette.background()).into();
    }
}

/// Writes the cells that have changed. While the map glides, an overlay shows its letters. If no cell has changed, a
/// terminal is not accessed mutably, because any mutable access makes it upload all its cells again.
fn present(
    (screen, fit): (Res<Screen>, Res<Fit>),
    (mut motion, mut easing): (ResMut<Motion>, ResMut<Easing>),
    time: Res<Time<Real>>,
    mut layers: Query<(Entity, &mut Layer, &mut Terminal)>,
    mut atlases: Atlases,
) {
    let now = time.elapsed();
    let mut layers: Vec<_> = layers.iter_mut().collect();
    // The squares of the map come first, and decide whether the map glides.
    layers.sort_by(|(_, one, _), (_, other, _)| one.height().total_cmp(&other.height()));
    for (entity, mut layer, mut terminal) in layers {
        let (size, mut looks) = layer.looks(&screen);
        if looks.iter().any(Option::is_some) {
            let cut = layer.plane.cell(&fit).cut();
            atlases.renew(entity, &mut layer, cut);
        }
        let is_new = layer.size != size || layer.shown.is_empty();
        if layer.size != size {
            terminal.resize(size);
            // The library rebuilds its mesh only if the number of cells changes, so it would miss a change from 20 × 40
            // to 40 × 20.
            atlases.commands.entity(entity).insert(RebuildMeshVerts);
            layer.size = size;
        }
        match (layer.plane, layer.kind) {
            (Plane::Map, AtlasKind::Square) => {
                let old = if is_new { &[][..] } else { &layer.shown };
                let pictures = [old, &looks].map(|looks| Squares { looks, size });
                easing.follow(&mut motion, pictures, now);
            }
            (Plane::Map, _) if easing.glide(now).is_some() => looks.fill(None),
            _ => {}
        }
        let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| UVec2::new(x, y)));
        for ((at, look), index) in cells.zip(&looks).zip(0..) {
            if is_new || layer.shown.get(index) != Some(look) {
                terminal.put_tile(at.as_ivec2(), tile(layer.atlas.as_ref(), look.as_ref()));
            }
        }
        layer.shown = looks;
    }
}

fn tile(atlas: Option<&Atlas>, look: Option<&Look>) -> Tile {
    let (Some(atlas), Some(look)) = (atlas, look) else {
        return Tile {
            // The library's own font has no other characters.
            glyph: if atlas.is_some() { character(0) } else { ' ' },
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
pub(super) const VERTEX_GROUND: MeshVertexAttribute =
    MeshVertexAttribute::new("Vertex_Color_Bg", 1_123_132, VertexFormat::Float32x4);
pub(super) const VERTEX_FORE: MeshVertexAttribute =
    MeshVertexAttribute::new("Vertex_Color_Fg", 1_123_133, VertexFormat::Float32x4);

/// Leaves tiles that show nothing out of the mesh, because even those take time to draw, and gives each corner of a map
/// cell its own colour. The library gives all corners of a tile the same, whenever the
/// terminal changes.
fn shade(
    layers: Query<(&Layer, &Mesh2d), Changed<Terminal>>,
    (screen, palette, easing, time): (Res<Screen>, Res<Palette>, Res<Easing>, Res<Time<Real>>),
    mut meshes: ResMut<Assets<Mesh>>,
) {
    // A map that glides disappears under the empty cells of the panel, and the map under those of a page.
    let is_gliding = easing.glide(time.elapsed()).is_some();
    let ground = palette.background();
    let map = screen.map().map(|it| it.area);
    for (layer, mesh) in &layers {
        let Some(mut mesh) = meshes.get_mut(&mesh.0) else {
            continue;
        };
        let is_blank = |look: &Look, at: (u32, u32)| {
            let lies_on_map = || {
                let at = Position::new(at.0 as u16, at.1 as u16);
                layer.plane == Plane::Text && map.is_some_and(|it| it.contains(at))
            };
            look.motif == Motif::Letter(' ', Letter::Plain)
                && look.ground.is_some_and(|it| it[0] == ground)
                && !is_gliding
                && !lies_on_map()
        };
        leave_out_blanks(&mut mesh, layer, is_blank);
        if layer.kind == AtlasKind::Narrow {
            continue;
        }
        write_corners(&mut mesh, VERTEX_GROUND, layer, |look| look.ground);
        write_corners(&mut mesh, VERTEX_FORE, layer, |look| Some(look.fore));
    }
}

/// Leaves tiles out of a mesh that show nothing, or only the colour behind everything else.
fn leave_out_blanks(mesh: &mut Mesh, layer: &Layer, is_blank: impl Fn(&Look, (u32, u32)) -> bool) {
    let (width, height) = (layer.size.x, layer.size.y);
    let shown = layer.shown.iter().zip(0..);
    let shown = shown.filter(|(look, index)| {
        let at = (index % width, index / width);
        look.as_ref().is_some_and(|it| !is_blank(it, at))
    });
    let indices = shown.flat_map(|(_, index)| {
        // The rows of the mesh begin at the bottom.
        let first = ((height - 1 - index / width) * width + index % width) * 4;
        [0, 1, 2, 3, 2, 1].map(|corner| first + corner)
    });
    let indices: Vec<u32> = indices.collect();
    // The renderer reports an error for a mesh without any corners.
    let is_built = mesh.count_vertices() == 4 * (width * height) as usize;
    if is_built && !indices.is_empty() {
        mesh.insert_indices(Indices::U32(indices));
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
pub(super) fn linear(color: CellColor) -> LinearRgba {
    let [red, green, blue] = rgb(color);
    srgb_bytes(red, green, blue)
}
