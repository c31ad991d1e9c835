//! Sight, light and memory with plain sprites: a hero with a lamp, a torch, and a rat that is drawn only while it is seen.
//!
//! `cargo run --example sprites`. The arrow keys walk.

use bevy::prelude::*;
use fogbound_vision::*;

const CAVE: [&str; 5] = [
    "####################",
    "#......#...#.......#",
    "#..........#...#...#",
    "#......#.......#...#",
    "####################",
];

/// The cell of the ground that a sprite shows.
#[derive(Component)]
pub struct Ground(pub IVec2);

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

pub fn plugin(app: &mut App) {
    app.add_plugins(VisionPlugin::<GridMap>::default())
        .insert_resource(GridMap::from_rows(CAVE))
        .insert_resource(Ambient::dark())
        .add_systems(Startup, set_up)
        .add_systems(Update, walk.before(VisionSystems::MarkDirty))
        .add_systems(Update, (paint, show).after(VisionSystems::Report));
}

fn place(cell: IVec2, z: f32) -> Transform {
    Transform::from_xyz(cell.x as f32 * 32.0, cell.y as f32 * -32.0, z)
}

fn set_up(mut commands: Commands) {
    let square = |color: Color| Sprite::from_color(color, Vec2::splat(31.0));
    commands.spawn((Camera2d, place(IVec2::new(10, 2), 0.0)));
    for cell in (0..5).flat_map(|y| (0..20).map(move |x| IVec2::new(x, y))) {
        commands.spawn((Ground(cell), square(Color::NONE), place(cell, 0.0)));
    }
    let hero = (Viewshed::default(), MapMemory::<char>::new(), Light::new(3));
    commands.spawn((hero, Position::new(2, 2), square(Color::WHITE)));
    let torch = square(Color::srgb(1.0, 0.7, 0.2));
    commands.spawn((Light::new(4), Position::new(17, 2), torch));
    commands.spawn((Position::new(14, 2), square(Color::srgb(0.8, 0.3, 0.3))));
}

fn walk(keys: Res<ButtonInput<KeyCode>>, mut hero: Single<(&mut Position, &MapMemory)>) {
    let pressed = |key| i32::from(keys.just_pressed(key));
    let x = pressed(KeyCode::ArrowRight) - pressed(KeyCode::ArrowLeft);
    let y = pressed(KeyCode::ArrowDown) - pressed(KeyCode::ArrowUp);
    let to = hero.0.0 + IVec2::new(x, y);
    if hero.1.tile(to) == Some('.') {
        hero.0.0 = to;
    }
}

/// Paints the ground that the hero remembers, brightly where it sees it.
fn paint(hero: Single<(&Viewshed, &MapMemory)>, mut ground: Query<(&Ground, &mut Sprite)>) {
    for (ground, mut sprite) in &mut ground {
        let strength = if hero.0.sees(ground.0) { 1.0 } else { 0.25 };
        sprite.color = match hero.1.tile(ground.0) {
            Some('#') => Color::srgba(0.5, 0.6, 0.8, strength),
            Some(_) => Color::srgba(0.7, 0.6, 0.5, strength),
            None => Color::NONE,
        };
    }
}

/// Draws what stands on cells that the hero sees, and nothing else.
fn show(hero: Single<&Viewshed>, mut all: Query<(&Position, &mut Transform, &mut Visibility)>) {
    for (at, mut transform, mut visibility) in &mut all {
        *transform = place(at.0, 1.0);
        *visibility = [Visibility::Hidden, Visibility::Visible][usize::from(hero.sees(at.0))];
    }
}
