//! Random maps, eyes and sights, made from a seed.

use fogbound_fov::{FieldOfView, IVec2, OpacityMap, Shape, Sight, UVec2, VisibleSet};

use super::oracle::Walls;

/// A small random number generator (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Returns a number from 0 to `bound` − 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.roll()) * u128::from(bound)) >> 64) as u64
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// Returns a random side length from 1 to 150 cells. Small lengths are the most frequent.
    fn side(&mut self) -> i64 {
        let unit = self.below(1000) as f64 / 1000.0;
        1 + (150.0 * unit.powi(3)) as i64
    }

    /// Returns a random map of 1 × 1 to 150 × 150 cells, 0 to 60 % of which are walls.
    pub fn walls(&mut self) -> Walls {
        let (width, height) = (self.side(), self.side());
        self.walls_of(width, height)
    }

    /// Returns a random map of 1 × 1 to `side` × `side` cells, 0 to 60 % of which are walls.
    pub fn small_walls(&mut self, side: u64) -> Walls {
        let (width, height) = (1 + self.below(side) as i64, 1 + self.below(side) as i64);
        self.walls_of(width, height)
    }

    fn walls_of(&mut self, width: i64, height: i64) -> Walls {
        let percent = self.below(61);
        let opaque = (0..width * height)
            .map(|_| self.below(100) < percent)
            .collect();
        Walls {
            width,
            height,
            opaque,
        }
    }

    /// Returns a random map of 1 × 1 to 60 × 60 cells with at most `most` walls.
    pub fn few_walls(&mut self, most: u64) -> Walls {
        let (width, height) = (1 + self.below(60), 1 + self.below(60));
        let mut opaque = vec![false; (width * height) as usize];
        for _ in 0..self.below(most + 1) {
            opaque[self.below(width * height) as usize] = true;
        }
        Walls {
            width: width as i64,
            height: height as i64,
            opaque,
        }
    }

    /// Returns a random map of up to `width` × `height` cells with few walls.
    pub fn long_walls(&mut self, width: u64, height: u64) -> Walls {
        let (width, height) = (1 + self.below(width), 1 + self.below(height));
        let sparse = 20 + self.below(2_000);
        Walls {
            width: width as i64,
            height: height as i64,
            opaque: (0..width * height)
                .map(|_| self.below(sparse) == 0)
                .collect(),
        }
    }

    /// Returns a random cell of the map.
    pub fn eye(&mut self, walls: &Walls) -> (i64, i64) {
        let (width, height) = (walls.width as u64, walls.height as u64);
        (self.below(width) as i64, self.below(height) as i64)
    }

    /// Returns a random cell of the map, in the library's vector type.
    pub fn place(&mut self, walls: &Walls) -> IVec2 {
        let (x, y) = self.eye(walls);
        IVec2::new(x as i32, y as i32)
    }

    /// Returns a random vector whose coordinates lie between −`reach` and `reach`.
    pub fn vector(&mut self, reach: i32) -> IVec2 {
        let mut side = || self.below(2 * reach as u64 + 1) as i32 - reach;
        IVec2::new(side(), side())
    }

    /// Returns a sight with a random shape. The sight either is unlimited or has a random radius from 0 to 100. Small
    /// radii are the most frequent.
    pub fn sight(&mut self) -> Sight {
        let largest = self.pick(&[8, 30, 40, 101]);
        let radius = (self.below(5) > 0).then(|| self.below(largest) as u32);
        let mut sight = Sight::default().with_shape(self.pick(Shape::ALL));
        sight.radius = radius;
        sight
    }
}

/// Converts a map to the library's type.
pub fn opacity(walls: &Walls) -> OpacityMap {
    let size = UVec2::new(walls.width as u32, walls.height as u32);
    OpacityMap::from_fn(size, |cell| walls.is_opaque(cell.x.into(), cell.y.into()))
}

/// Returns the cells that an eye sees.
pub fn view(map: &OpacityMap, eye: IVec2, sight: Sight) -> VisibleSet {
    FieldOfView::new().view(map, eye, sight)
}
