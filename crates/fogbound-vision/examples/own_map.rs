//! Sight and memory with custom maps, tiles and positions: a submarine charts the sea.
//!
//! `cargo run -p fogbound-vision --example own_map`

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use fogbound_vision::*;

#[derive(Clone, Copy, PartialEq)]
struct Sea(char);
impl MapTile for Sea {}

#[derive(Resource)]
struct Ocean(OpacityMap, MapChanges); // Code that moves a rock must record the change.
impl VisionMap for Ocean {
    type Tile = Sea;

    fn tile(&self, cell: IVec2) -> Option<Sea> {
        let glyph = if self.0.is_opaque(cell) { '#' } else { '~' };
        self.0.contains(cell).then_some(Sea(glyph))
    }
    fn opacity(&self) -> &OpacityMap {
        &self.0
    }
    fn changes(&self) -> &MapChanges {
        &self.1
    }
}

#[derive(Component)]
struct Submarine(i32);
impl GridPosition for Submarine {
    fn cell(&self) -> IVec2 {
        IVec2::new(self.0, 2)
    }
}

fn dive(mut submarine: Single<&mut Submarine>) {
    submarine.0 += 1;
}

fn main() {
    println!("{}", chart(12));
}

/// Draws what the submarine sees after the given number of frames. Cells that the submarine remembers but does not see
/// are drawn as dots.
pub fn chart(frames: usize) -> String {
    let reefs = |cell: IVec2| cell.x % 7 == 3 && cell.y != 2;
    let ocean = OpacityMap::from_fn(UVec2::new(28, 5), reefs);
    let mut app = App::new();
    app.add_plugins(VisionPlugin::<Ocean, Submarine>::default())
        .add_systems(Update, dive.before(VisionSystems::MarkDirty))
        .insert_resource(Ocean(ocean, MapChanges::new()));
    let viewshed = Viewshed::new(Sight::default().with_radius(6));
    let submarine = (Submarine(0), viewshed, MapMemory::<Sea>::new());
    let submarine = app.world_mut().spawn(submarine).id();
    (0..frames).for_each(|_| app.update());

    let submarine = app.world().entity(submarine);
    let (seen, memory) = submarine.components::<(&Viewshed, &MapMemory<Sea>)>();
    let glyph = |cell| match memory.tile(cell) {
        Some(Sea(glyph)) if seen.sees(cell) => glyph,
        known => known.map_or(' ', |_| '.'),
    };
    let row = |y| String::from_iter((0..28).map(|x| glyph(IVec2::new(x, y))));
    (0..5).map(row).collect::<Vec<_>>().join("\n")
}
