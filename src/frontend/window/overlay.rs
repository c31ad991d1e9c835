//! Draws what moves over the map: the last picture while it fades or glides away, and the [`VisualEffect`](crate::view::VisualEffect)s.
//!
//! Each overlay is a mesh of a few squares or letters, made from the same image as the terminal next to it. While nothing
//! moves, the overlays are hidden and stay as they are.

use std::time::Duration;

use bevy::asset::{AssetEventSystems, RenderAssetUsages};
use bevy::camera::visibility::{NoFrustumCulling, VisibilitySystems};
use bevy::mesh::{Indices, MeshVertexAttribute, PrimitiveTopology, VertexFormat};
use bevy::prelude::*;
use bevy_ascii_terminal::Terminal;
use bevy_ascii_terminal::render::{TerminalMaterial, UvMapping};
use ratatui::layout::Position;
use ratatui::style::Color as CellColor;

use super::super::pixels::{Atlas, AtlasKind, COLUMNS, CellSize, Letter, Look, Motif, narrow_look};
use super::easing::Easing;
use super::fit::Fit;
use super::picture::LastPicture;
use super::present::{Layer, Plane, PresentSystems, VERTEX_FORE, VERTEX_GROUND, linear};
use crate::view::{Camera, Corners, Fill, Motion, Moving, Screen, VisualEffect, ease};

/// The overlays, from the lowest to the highest.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    /// Squares between the map and the letters: the last picture, and flashes.
    Squares,
    /// The letters on the map while it glides.
    Figures,
    /// Numbers, and things that fly.
    Letters,
}

impl Overlay {
    fn kind(self) -> AtlasKind {
        match self {
            Self::Squares => AtlasKind::Square,
            Self::Figures | Self::Letters => AtlasKind::Narrow,
        }
    }

    /// Returns the height above the map, which is at 0. Its letters are at 0.5, and text is at 1.
    fn height(self) -> f32 {
        match self {
            Self::Squares => 0.25,
            Self::Figures => 0.6,
            Self::Letters => 0.75,
        }
    }
}

/// The places of a tile's corners in the image, as the library's meshes have them. The library does not export this
/// description.
const VERTEX_UV: MeshVertexAttribute =
    MeshVertexAttribute::new("Vertex_Uv", 1_123_131, VertexFormat::Float32x2);

/// The step that draws what moves.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OverlaySystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, (open, show_motion)).add_systems(
        PostUpdate,
        (glide, draw_motion)
            .in_set(OverlaySystems)
            .after(PresentSystems)
            .before(TransformSystems::Propagate)
            .before(VisibilitySystems::VisibilityPropagate)
            .before(AssetEventSystems),
    );
}

/// Lets things move, unless a picture is taken of the last frame.
fn show_motion(picture: Option<Res<LastPicture>>, mut motion: ResMut<Motion>) {
    motion.set_shown(picture.is_none());
}

fn open(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>) {
    for overlay in [Overlay::Squares, Overlay::Figures, Overlay::Letters] {
        commands.spawn((
            overlay,
            Mesh2d(meshes.add(blank())),
            Transform::from_xyz(0.0, 0.0, overlay.height()),
            Visibility::Hidden,
            NoFrustumCulling,
        ));
    }
}

/// Returns a mesh that shows nothing. The renderer reports an error for a mesh without any corners.
fn blank() -> Mesh {
    let usage = RenderAssetUsages::default();
    Mesh::new(PrimitiveTopology::TriangleList, usage)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0; 3]; 4])
        .with_inserted_attribute(VERTEX_UV, vec![[0.0; 2]; 4])
        .with_inserted_attribute(VERTEX_GROUND, vec![[0.0; 4]; 4])
        .with_inserted_attribute(VERTEX_FORE, vec![[0.0; 4]; 4])
        .with_inserted_indices(Indices::U32(vec![0, 1, 2, 3, 2, 1]))
}

type Shown = (
    Entity,
    &'static Overlay,
    &'static Mesh2d,
    Option<&'static MeshMaterial2d<TerminalMaterial>>,
    &'static mut Visibility,
    &'static mut Transform,
);

pub(super) fn draw_motion(
    (screen, fit): (Res<Screen>, Res<Fit>),
    (motion, easing): (Res<Motion>, Res<Easing>),
    time: Res<Time<Real>>,
    layers: Query<(&Layer, &MeshMaterial2d<TerminalMaterial>)>,
    mut overlays: Query<Shown>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    let picture = Moment {
        screen: &screen,
        motion: &motion,
        easing: &easing,
        now: time.elapsed(),
    };
    for (entity, overlay, mesh, material, mut visibility, mut transform) in &mut overlays {
        let mut layers = layers.iter().filter(|(it, _)| it.plane == Plane::Map);
        let Some((layer, own)) = layers.find(|(it, _)| it.kind == overlay.kind()) else {
            continue;
        };
        let Some(atlas) = &layer.atlas else { continue };
        let mut quads = Quads::new(atlas);
        picture.draw(*overlay, &mut quads);
        let shown = match quads.is_empty() {
            true => Visibility::Hidden,
            false => Visibility::Visible,
        };
        visibility.set_if_neq(shown);
        if quads.is_empty() {
            continue;
        }
        place(&mut transform, Plane::Map.corner(&screen), fit.map);
        if material != Some(own) {
            commands.entity(entity).insert(own.clone());
        }
        if let Some(mut mesh) = meshes.get_mut(&mesh.0) {
            quads.write(&mut mesh);
        }
    }
}

/// Puts the terminals in their places, and moves the map while it glides.
pub(super) fn glide(
    (screen, fit, easing): (Res<Screen>, Res<Fit>, Res<Easing>),
    time: Res<Time<Real>>,
    mut layers: Query<(&Layer, &mut Transform), With<Terminal>>,
) {
    let glide = easing.glide(time.elapsed()).unwrap_or_default();
    for (layer, mut transform) in &mut layers {
        let corner = layer.plane.corner(&screen);
        match (layer.plane, layer.kind) {
            (Plane::Map, AtlasKind::Square) => {
                let side = fit.map.cut() as f32;
                let moved = on_pixels(glide, side) * fit.map.times() as f32;
                place(&mut transform, corner + moved, fit.map);
            }
            (Plane::Map, _) => place(&mut transform, corner, fit.map),
            (Plane::Text, _) => place(&mut transform, corner, fit.cell),
        }
    }
}

fn place(transform: &mut Mut<Transform>, corner: Vec2, cell: CellSize) {
    let times = cell.times() as f32;
    let now = Transform {
        translation: corner.extend(transform.translation.z),
        scale: Vec3::new(times, times, 1.0),
        ..default()
    };
    transform.set_if_neq(now);
}

/// Returns a place given in squares, with y downwards, in pixels of the image, with y upwards.
fn on_pixels(squares: Vec2, side: f32) -> Vec2 {
    (squares * side).round() * Vec2::new(1.0, -1.0)
}

/// Everything that moves, at one moment.
struct Moment<'a> {
    screen: &'a Screen,
    motion: &'a Motion,
    easing: &'a Easing,
    now: Duration,
}

impl Moment<'_> {
    fn draw(&self, overlay: Overlay, quads: &mut Quads) {
        let glide = self.easing.glide(self.now).unwrap_or_default();
        match overlay {
            Overlay::Squares => self.draw_last(glide, quads),
            Overlay::Figures => self.draw_figures(quads),
            Overlay::Letters => {}
        }
        let Some((camera, _)) = self.motion.view() else {
            return;
        };
        for effect in self.motion.effects() {
            let Some(progress) = effect.progress(self.now) else {
                continue;
            };
            match overlay {
                Overlay::Squares => flash(effect, progress, (&camera, glide), quads),
                Overlay::Figures => {}
                Overlay::Letters => fly(effect, progress, (&camera, glide), quads),
            }
        }
    }

    fn draw_last(&self, glide: Vec2, quads: &mut Quads) {
        let Some(progress) = self.easing.progress(self.now) else {
            return;
        };
        for (squares, alpha) in [
            (&self.easing.lost, 1.0),
            (&self.easing.changed, 1.0 - progress),
        ] {
            for (at, look) in squares {
                let look = look.unwrap_or(self.nothing());
                quads.put(at.as_vec2() + glide, &look, alpha);
            }
        }
    }

    fn nothing(&self) -> Look {
        // Cells of the map that show nothing have the background of the palette, as the corner of the screen does.
        let ground = self.screen.buffer()[(0, 0)].bg;
        Look {
            motif: Motif::Fill(Fill::Plain),
            fore: [ground; 4],
            ground: Some([ground; 4]),
        }
    }

    /// Draws the letters on the map while it glides.
    fn draw_figures(&self, quads: &mut Quads) {
        let (Some(glide), Some(map)) = (self.easing.glide(self.now), self.screen.map()) else {
            return;
        };
        for at in map.canvas.buffer().area.positions() {
            let look = narrow_look(&map.canvas, (at.x, at.y)).filter(|it| it.ground.is_none());
            if let Some(look) = look {
                let place = Vec2::new(f32::from(at.x) / 2.0, at.y.into());
                quads.put(place + glide, &look, 1.0);
            }
        }
    }
}

/// Returns where a place on the map is drawn, in squares from the top left of the map, or `None` if it is not on the
/// screen.
fn on_screen((camera, glide): (&Camera, Vec2), place: Vec2) -> Option<Vec2> {
    let area = camera.area();
    let inside = place - camera.to_map(Position::new(area.x, area.y)).as_vec2();
    let size = Vec2::new(f32::from(area.width) / 2.0, area.height.into());
    let is_in = inside.cmpge(Vec2::ZERO).all() && (inside + 1.0).cmple(size).all();
    let corner = Vec2::new(f32::from(area.x) / 2.0, area.y.into());
    is_in.then(|| corner + inside + glide)
}

/// How opaque a flash is when it begins.
const FLASH: f32 = 0.6;

fn flash(effect: &VisualEffect, progress: f32, view: (&Camera, Vec2), quads: &mut Quads) {
    let Moving::Flash { at, color } = &effect.what else {
        return;
    };
    if let Some(place) = on_screen(view, at.as_vec2()) {
        let look = Look {
            motif: Motif::Fill(Fill::Plain),
            fore: [*color; 4],
            ground: Some([*color; 4]),
        };
        quads.put(place, &look, FLASH * (1.0 - progress));
    }
}

/// Draws a thing that flies, or a number that rises.
fn fly(effect: &VisualEffect, progress: f32, view: (&Camera, Vec2), quads: &mut Quads) {
    match &effect.what {
        Moving::Flight {
            from,
            to,
            seen,
            glyph,
            color,
        } => {
            let place = from.as_vec2().lerp(to.as_vec2(), progress);
            let is_seen = seen.contains(&place.round().as_ivec2());
            if let Some(place) = on_screen(view, place).filter(|_| is_seen) {
                for (letter, x) in [(Letter::Left, 0.0), (Letter::Right, 0.5)] {
                    let look = letter_look(*glyph, letter, *color);
                    quads.put(place + Vec2::new(x, 0.0), &look, 1.0);
                }
            }
        }
        Moving::Number { at, text, color } => {
            let Some(place) = on_screen(view, at.as_vec2()) else {
                return;
            };
            let count = text.chars().count() as f32;
            let top = f32::from(view.0.area().y);
            let x = place.x + 0.5 - count / 4.0;
            let y = (place.y - 0.3 - 0.9 * ease(progress)).max(top);
            let alpha = ((1.0 - progress) * 3.0).min(1.0);
            for (character, number) in text.chars().zip(0_u8..) {
                let look = letter_look(character, Letter::Outlined, *color);
                quads.put(Vec2::new(x + f32::from(number) / 2.0, y), &look, alpha);
            }
        }
        Moving::Flash { .. } => {}
    }
}

fn letter_look(character: char, letter: Letter, color: CellColor) -> Look {
    Look {
        motif: Motif::Letter(character, letter),
        fore: [color; 4],
        ground: None,
    }
}

/// A mesh of tiles in any place.
struct Quads<'a> {
    atlas: &'a Atlas,
    rows: u32,
    places: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    fores: Vec<[f32; 4]>,
    grounds: Vec<[f32; 4]>,
}

impl<'a> Quads<'a> {
    fn new(atlas: &'a Atlas) -> Self {
        Self {
            atlas,
            rows: atlas.size().y / atlas.cell.y,
            places: Vec::new(),
            uvs: Vec::new(),
            fores: Vec::new(),
            grounds: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Adds a tile whose top left corner is at this place, in squares from the top left of the map.
    fn put(&mut self, place: Vec2, look: &Look, alpha: f32) {
        let size = self.atlas.cell.as_vec2();
        let corner = on_pixels(place, size.y);
        let (right, below) = (Vec2::new(size.x, 0.0), Vec2::new(0.0, -size.y));
        let corners = [
            corner,
            corner + below,
            corner + right,
            corner + right + below,
        ];
        self.places
            .extend(corners.map(|it| it.extend(0.0).to_array()));
        let number = self.atlas.number(look.motif);
        let cell = [number % COLUMNS, number / COLUMNS];
        self.uvs
            .extend(UvMapping::calc_grid_uvs(cell, [COLUMNS, self.rows]));
        let colors = |corners: Corners| {
            let [left, right, below, last] = corners.map(|it| {
                let color = linear(it);
                color.with_alpha(alpha).to_f32_array()
            });
            [left, below, right, last]
        };
        self.fores.extend(colors(look.fore));
        self.grounds
            .extend(look.ground.map_or([[0.0; 4]; 4], colors));
    }

    fn write(self, mesh: &mut Mesh) {
        let first = (0..self.places.len() as u32).step_by(4);
        let indices = first.flat_map(|it| [0, 1, 2, 3, 2, 1].map(|corner| it + corner));
        mesh.insert_indices(Indices::U32(indices.collect()));
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, self.places);
        mesh.insert_attribute(VERTEX_UV, self.uvs);
        mesh.insert_attribute(VERTEX_GROUND, self.grounds);
        mesh.insert_attribute(VERTEX_FORE, self.fores);
    }
}
