//! Contains one adapter per crate. An adapter holds a map in the crate's own format and computes views of that map.
//!
//! The adapters favour the other crates. Maps are converted beforehand, scratch memory is reused where the crate allows
//! it, and cells reported by callback go into a bit set that is cheap to clear. For a crate without a circular radius,
//! the callback limits the view to a circle.

use std::cell::RefCell;

use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, FieldOfViewAlg, Point};
use doryen_fov::{FovAlgorithm, MapData};
use fogbound_fov::{Algorithm, FieldOfView, IVec2, OpacityMap, Sight, UVec2, VisibleSet};

use crate::maps::Walls;

/// A crate with one map loaded.
pub trait Contestant {
    /// Computes and stores the cells that are visible within a circle.
    fn view(&mut self, eye: (i32, i32), radius: u32);

    /// Returns whether the last view shows the cell.
    fn sees(&self, x: i32, y: i32) -> bool;
}

/// The name of a contestant, and the function that loads a map into the contestant.
pub type Entry = (&'static str, fn(&Walls) -> Box<dyn Contestant>);

/// All contestants: `fogbound-fov` first, then the others.
pub const ENTRIES: [Entry; 14] = [
    ("fogbound symmetric", |walls| {
        Fogbound::load(walls, Algorithm::Symmetric)
    }),
    ("fogbound recursive", |walls| {
        Fogbound::load(walls, Algorithm::Recursive)
    }),
    ("fogbound closure", |walls| {
        Box::new(Closure {
            walls: walls.clone(),
            engine: FieldOfView::new(),
            seen: VisibleSet::new(),
        })
    }),
    ("adam_fov_rs", |walls| {
        Box::new(Adam {
            walls: walls.clone(),
            seen: Bits::new(walls),
        })
    }),
    ("bracket recursive", |walls| {
        Bracket::load(walls, FieldOfViewAlg::RecursiveShadowcasting)
    }),
    ("bracket symmetric", |walls| {
        Bracket::load(walls, FieldOfViewAlg::SymmetricShadowcasting)
    }),
    ("doryen-fov recursive", |walls| {
        Doryen::load(walls, doryen_fov::FovRecursiveShadowCasting::new())
    }),
    ("doryen-fov restrictive", |walls| {
        Doryen::load(walls, doryen_fov::FovRestrictive::new())
    }),
    ("gametools rectangles", |walls| {
        let (map, seen) = game_grids(walls);
        let engine = gametools::RectangleFov::new(&map, |_, opaque| *opaque);
        let eye = (0, 0);
        Box::new(Rectangles {
            engine,
            seen,
            eye,
            square: 0,
        })
    }),
    ("gametools recursive", |walls| {
        let (map, seen) = game_grids(walls);
        Box::new(Gametools { map, seen })
    }),
    ("shadowcast", |walls| {
        Box::new(Shadowcast {
            walls: walls.clone(),
            context: shadowcast::Context::default(),
            seen: Bits::new(walls),
        })
    }),
    ("shadowcaster", |walls| {
        let size = shadowcaster::WorldDimensions {
            rows: walls.height,
            cols: walls.width,
            cell_width: 2,
        };
        let tile = |opaque: &bool| match opaque {
            true => shadowcaster::TileType::Opaque,
            false => shadowcaster::TileType::Transparent,
        };
        Box::new(Shadowcaster {
            width: walls.width,
            // The crate keeps a reference to the size as long as it keeps its memory.
            size: Box::leak(Box::new(size)),
            world: shadowcaster::TileGrid {
                tiles: walls.opaque.iter().map(tile).collect(),
            },
            context: RefCell::new(None),
        })
    }),
    ("symmetric-shadowcasting", |walls| {
        Box::new(Witness {
            walls: walls.clone(),
            seen: Bits::new(walls),
        })
    }),
    ("torchbearer", |walls| {
        Box::new(Torchbearer {
            walls: TorchMap(walls.clone()),
            seen: Vec::new(),
        })
    }),
];

/// A set of cells, filled by other crates' callbacks.
struct Bits {
    width: i32,
    words: Vec<u64>,
}

impl Bits {
    fn new(walls: &Walls) -> Self {
        Self {
            width: walls.width,
            words: vec![0; walls.opaque.len().div_ceil(64)],
        }
    }

    fn insert(&mut self, x: i32, y: i32) {
        let index = (y * self.width + x) as usize;
        self.words[index / 64] |= 1 << (index % 64);
    }

    fn contains(&self, x: i32, y: i32) -> bool {
        let index = (y * self.width + x) as usize;
        self.words[index / 64] >> (index % 64) & 1 != 0
    }
}

struct Fogbound {
    map: OpacityMap,
    sight: Sight,
    engine: FieldOfView,
    seen: VisibleSet,
}

impl Fogbound {
    fn load(walls: &Walls, algorithm: Algorithm) -> Box<dyn Contestant> {
        let mut map = OpacityMap::new(UVec2::new(walls.width as u32, walls.height as u32), false);
        for (y, x) in (0..walls.height).flat_map(|y| (0..walls.width).map(move |x| (y, x))) {
            map.set(IVec2::new(x, y), walls.is_opaque(x, y));
        }
        let sight = Sight::default().with_algorithm(algorithm);
        Box::new(Self {
            map,
            sight,
            engine: FieldOfView::new(),
            seen: VisibleSet::new(),
        })
    }
}

impl Contestant for Fogbound {
    fn view(&mut self, (x, y): (i32, i32), radius: u32) {
        let sight = self.sight.with_radius(radius);
        self.engine
            .compute(&self.map, IVec2::new(x, y), sight, &mut self.seen);
    }

    fn sees(&self, x: i32, y: i32) -> bool {
        self.seen.contains(IVec2::new(x, y))
    }
}

/// `symmetric`, which reads the map through a closure.
struct Closure {
    walls: Walls,
    engine: FieldOfView,
    seen: VisibleSet,
}

impl Contestant for Closure {
    fn view(&mut self, (x, y): (i32, i32), radius: u32) {
        let walls = &self.walls;
        let size = UVec2::new(walls.width as u32, walls.height as u32);
        let sight = Sight::default().with_radius(radius);
        let is_opaque = |cell: IVec2| walls.opaque[walls.index(cell.x, cell.y)];
        self.engine
            .compute_with(size, IVec2::new(x, y), sight, is_opaque, &mut self.seen);
    }

    fn sees(&self, x: i32, y: i32) -> bool {
        self.seen.contains(IVec2::new(x, y))
    }
}

struct Adam {
    walls: Walls,
    seen: Bits,
}

impl Contestant for Adam {
    fn view(&mut self, eye: (i32, i32), radius: u32) {
        let Self { walls, seen } = self;
        seen.words.fill(0);
        adam_fov_rs::compute_fov(
            [eye.0, eye.1],
            radius as usize,
            [walls.width as u32, walls.height as u32],
            |cell| walls.opaque[walls.index(cell.x, cell.y)],
            |cell| seen.insert(cell.x, cell.y),
        );
    }

    fn sees(&self, x: i32, y: i32) -> bool {
        self.seen.contains(x, y)
    }
}

/// A map with bracket's traits.
pub struct BracketMap(pub Walls);

impl BaseMap for BracketMap {
    fn is_opaque(&self, index: usize) -> bool {
        self.0.opaque[index]
    }
}

impl Algorithm2D for BracketMap {
    fn dimensions(&self) -> Point {
        Point::new(self.0.width, self.0.height)
    }
}

struct Bracket {
    map: BracketMap,
    algorithm: FieldOfViewAlg,
    seen: Vec<Point>,
}

impl Bracket {
    fn load(walls: &Walls, algorithm: FieldOfViewAlg) -> Box<dyn Contestant> {
        Box::new(Self {
            map: BracketMap(walls.clone()),
            algorithm,
            seen: Vec::new(),
        })
    }
}

impl Contestant for Bracket {
    fn view(&mut self, (x, y): (i32, i32), radius: u32) {
        self.seen = self
            .algorithm
            .field_of_view(Point::new(x, y), radius as i32, &self.map);
    }

    fn sees(&self, x: i32, y: i32) -> bool {
        self.seen.contains(&Point::new(x, y))
    }
}

struct Doryen<A> {
    map: MapData,
    algorithm: A,
}

impl<A: FovAlgorithm + 'static> Doryen<A> {
    fn load(walls: &Walls, algorithm: A) -> Box<dyn Contestant> {
        let mut map = MapData::new(walls.width as usize, walls.height as usize);
        map.transparent = walls.opaque.iter().map(|opaque| !opaque).collect();
        Box::new(Self { map, algorithm })
    }
}

impl<A: FovAlgorithm> Contestant for Doryen<A> {
    fn view(&mut self, (x, y): (i32, i32), radius: u32) {
        // Does the same as `clear_fov`, but faster.
        self.map.fov.fill(false);
        self.algorithm
            .compute_fov(&mut self.map, x as usize, y as usize, radius as usize, true);
    }

    fn sees(&self, x: i32, y: i32) -> bool {
        self.map.is_in_fov(x as usize, y as usize)
    }
}

/// Returns a map and a grid for the result.
fn game_grids(walls: &Walls) -> (gametools::Grid<bool>, gametools::Grid<bool>) {
    let size = gametools::GridSize::new(walls.width as usize, walls.height as usize);
    let size = size.expect("the map has cells");
    let map = gametools::Grid::from_vec(size, walls.opaque.clone());
    let seen = gametools::Grid::new(size, false);
    (
        map.expect("the size is that of the map"),
        seen.expect("the size is that of the map"),
    )
}

struct Gametools {
    map: gametools::Grid<bool>,
    seen: gametools::Grid<bool>,
}

impl Contestant for Gametools {
    fn view(&mut self, (ox, oy): (i32, i32), radius: u32) {
        let square = (radius * radius) as i32;
        let source = gametools::Point::new(ox, oy);
        let Self { map, seen } = self;
        // What is beyond the circle counts as a wall, which ends the search.
        gametools::recursive_shadowcasting_into(map, seen, source, Some(radius), |at, opaque| {
            *opaque || (at.col - ox).pow(2) + (at.row - oy).pow(2) > square
        });
    }

    fn sees(&self, x: i32, y: i32) -> bool {
        self.seen[gametools::Point::new(x, y)]
    }
}

/// The algorithm that prepares rectangles of walls. Its radius is a square, which is cut to a circle when it is read.
struct Rectangles {
    engine: gametools::RectangleFov,
    seen: gametools::Grid<bool>,
    eye: (i32, i32),
    square: i32,
}

impl Contestant for Rectangles {
    fn view(&mut self, eye: (i32, i32), radius: u32) {
        (self.eye, self.square) = (eye, (radius * radius) as i32);
        let source = gametools::Point::new(eye.0, eye.1);
        self.engine
            .visible_from_into(&mut self.seen, source, Some(radius));
    }

    fn sees(&self, x: i32, y: i32) -> bool {
        let is_near = (x - self.eye.0).pow(2) + (y - self.eye.1).pow(2) <= self.square;
        is_near && self.seen[gametools::Point::new(x, y)]
    }
}

struct Shadowcaster {
    width: i32,
    size: &'static shadowcaster::WorldDimensions,
    world: shadowcaster::TileGrid,
    /// The crate's memory, for one radius.
    context: RefCell<Option<(u32, shadowcaster::Visibility<'static>)>>,
}

impl Contestant for Shadowcaster {
    fn view(&mut self, (x, y): (i32, i32), radius: u32) {
        let kept = self.context.take().filter(|kept| kept.0 == radius);
        let (_, context) = self.context.get_mut().insert(kept.unwrap_or_else(|| {
            // The distance itself is left out.
            let distance = radius as i32 + 1;
            let context = shadowcaster::Visibility::new(self.size, false, distance);
            (radius, context)
        }));
        context.drain_visible_tiles();
        context.observer = shadowcaster::IVec2::new(x, y);
        context.compute_visible_tiles(&self.world);
    }

    fn sees(&self, x: i32, y: i32) -> bool {
        // Only computing returns the crate's memory. Once more changes nothing, and this is not timed.
        let mut kept = self.context.borrow_mut();
        kept.as_mut().is_some_and(|(_, context)| {
            let seen = context.compute_visible_tiles(&self.world);
            seen[(y * self.width + x) as usize] >= 0
        })
    }
}

struct ShadowcastGrid;

impl shadowcast::InputGrid for ShadowcastGrid {
    type Grid = Walls;
    type Opacity = u8;

    fn size(&self, walls: &Walls) -> coord_2d::UCoord {
        coord_2d::UCoord::new(walls.width as u32, walls.height as u32)
    }

    fn get_opacity(&self, walls: &Walls, cell: coord_2d::ICoord) -> u8 {
        if walls.opaque[walls.index(cell.x, cell.y)] {
            u8::MAX
        } else {
            0
        }
    }
}

struct Shadowcast {
    walls: Walls,
    context: shadowcast::Context<u8>,
    seen: Bits,
}

impl Contestant for Shadowcast {
    fn view(&mut self, (x, y): (i32, i32), radius: u32) {
        let Self {
            walls,
            context,
            seen,
        } = self;
        seen.words.fill(0);
        context.for_each_visible(
            coord_2d::ICoord::new(x, y),
            &ShadowcastGrid,
            walls,
            shadowcast::vision_distance::Circle::new(radius),
            u8::MAX,
            |cell, _, _| seen.insert(cell.x, cell.y),
        );
    }

    fn sees(&self, x: i32, y: i32) -> bool {
        self.seen.contains(x, y)
    }
}

struct Witness {
    walls: Walls,
    seen: Bits,
}

impl Contestant for Witness {
    fn view(&mut self, (ox, oy): (i32, i32), radius: u32) {
        let Self { walls, seen } = self;
        seen.words.fill(0);
        let square = (radius * radius) as isize;
        let (ox, oy) = (ox as isize, oy as isize);
        let within = |(x, y): (isize, isize)| (x - ox).pow(2) + (y - oy).pow(2) <= square;
        symmetric_shadowcasting::compute_fov(
            (ox, oy),
            &mut |cell| !within(cell) || walls.is_opaque(cell.0 as i32, cell.1 as i32),
            &mut |cell| {
                if within(cell) && walls.contains(cell.0 as i32, cell.1 as i32) {
                    seen.insert(cell.0 as i32, cell.1 as i32);
                }
            },
        );
    }

    fn sees(&self, x: i32, y: i32) -> bool {
        self.seen.contains(x, y)
    }
}

struct TorchMap(Walls);

impl torchbearer::fov::VisionMap for TorchMap {
    fn dimensions(&self) -> (i32, i32) {
        (self.0.width, self.0.height)
    }

    fn is_transparent(&self, (x, y): (i32, i32)) -> bool {
        !self.0.opaque[self.0.index(x, y)]
    }
}

struct Torchbearer {
    walls: TorchMap,
    seen: Vec<(i32, i32)>,
}

impl Contestant for Torchbearer {
    fn view(&mut self, eye: (i32, i32), radius: u32) {
        self.seen = torchbearer::fov::field_of_view(&self.walls, eye, radius as i32);
    }

    fn sees(&self, x: i32, y: i32) -> bool {
        self.seen.contains(&(x, y))
    }
}
