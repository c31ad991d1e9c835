//! Fog of war: two sides, each of which sees what any of its units sees, and remembers what it has seen.
//!
//! `cargo run -p fogbound-vision --example two_sides`

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use fogbound_vision::*;

const FIELD: [&str; 4] = [
    "..............................",
    ".........##........##.........",
    ".........##........##.........",
    "..............................",
];

/// What a side knows together.
#[derive(Component, Default)]
pub struct Side {
    sees: VisibleSet,
    has_seen: VisibleSet,
}

/// A unit of a side, how it is drawn, and where it marches.
#[derive(Component)]
#[require(Viewshed::new(Sight::default().with_radius(8)))]
struct Unit(Entity, char, IVec2);

fn march(mut units: Query<(&mut Position, &Unit)>) {
    units.iter_mut().for_each(|(mut at, unit)| at.0 += unit.2);
}

fn share(units: Query<(&Unit, &Viewshed)>, mut sides: Query<&mut Side>) {
    sides.iter_mut().for_each(|mut side| side.sees.clear());
    for (unit, viewshed) in &units {
        if let Ok(mut side) = sides.get_mut(unit.0) {
            side.sees |= viewshed.visible();
            side.has_seen |= viewshed.visible();
        }
    }
}

fn main() {
    (0..3).for_each(|it| println!("{}\n", battle(8 * it + 1).join("\n\n")));
}

/// Draws what each side sees after the given number of frames. Ground that it remembers is drawn as `,` and `%`.
pub fn battle(frames: usize) -> [String; 2] {
    let mut app = App::new();
    app.add_plugins(VisionPlugin::<GridMap>::default())
        .add_systems(Update, march.before(VisionSystems::MarkDirty))
        .add_systems(Update, share.after(VisionSystems::See))
        .insert_resource(GridMap::from_rows(FIELD));
    let sides = [(); 2].map(|()| app.world_mut().spawn(Side::default()).id());
    for (side, x, way) in [(0, 2, IVec2::X), (1, 27, IVec2::NEG_X)] {
        let unit = |way| Unit(sides[side], ['a', 'b'][side], way);
        app.world_mut().spawn((unit(way), Position::new(x, 0)));
        app.world_mut()
            .spawn((unit(IVec2::ZERO), Position::new(x, 2)));
    }
    (0..frames).for_each(|_| app.update());
    sides.map(|side| draw(app.world_mut(), side))
}

fn draw(world: &mut World, side: Entity) -> String {
    let mut units = world.query::<(&Unit, &Position)>();
    let units = Vec::from_iter(units.iter(world).map(|(unit, at)| (at.0, unit.1)));
    let side = world.get::<Side>(side).expect("it was spawned with one");
    let map = world.resource::<GridMap>();
    let unit = |cell| units.iter().find(|it| it.0 == cell).map(|it| it.1);
    let glyph = |cell| match map.get(cell) {
        Some(tile) if side.sees.contains(cell) => unit(cell).unwrap_or(tile),
        Some('.') if side.has_seen.contains(cell) => ',',
        Some(_) if side.has_seen.contains(cell) => '%',
        _ => ' ',
    };
    let row = |y| String::from_iter((0..30).map(|x| glyph(IVec2::new(x, y))));
    (0..4).map(row).collect::<Vec<_>>().join("\n")
}
