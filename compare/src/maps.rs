//! The maps on which the crates are compared.

/// Walls on a map of `width` × `height` cells, row by row.
#[derive(Clone)]
pub struct Walls {
    pub width: i32,
    pub height: i32,
    pub opaque: Vec<bool>,
}

impl Walls {
    pub fn from_fn(width: i32, height: i32, opaque: impl FnMut((i32, i32)) -> bool) -> Self {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let opaque = cells.map(opaque).collect();
        Self {
            width,
            height,
            opaque,
        }
    }

    pub fn index(&self, x: i32, y: i32) -> usize {
        (y * self.width + x) as usize
    }

    pub fn contains(&self, x: i32, y: i32) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    pub fn is_opaque(&self, x: i32, y: i32) -> bool {
        !self.contains(x, y) || self.opaque[self.index(x, y)]
    }
}

/// The kinds of map in the table.
#[derive(Clone, Copy)]
pub enum Kind {
    Open,
    Random { percent: u64 },
    Rooms,
}

impl Kind {
    pub const ALL: [Self; 4] = [
        Self::Open,
        Self::Random { percent: 10 },
        Self::Random { percent: 25 },
        Self::Rooms,
    ];

    pub fn name(self) -> String {
        match self {
            Self::Open => "open".to_owned(),
            Self::Random { percent } => format!("{percent} % walls"),
            Self::Rooms => "rooms".to_owned(),
        }
    }

    /// Builds a map whose middle cell is floor.
    pub fn build(self, width: i32, height: i32, seed: u64) -> Walls {
        let mut dice = Dice(seed);
        let middle = (width / 2, height / 2);
        Walls::from_fn(width, height, |(x, y)| match self {
            Self::Open => false,
            Self::Random { percent } => dice.below(100) < percent && (x, y) != middle,
            Self::Rooms => {
                // There is a wall every 12 cells around the middle room, with a door in the middle of each side of a
                // room.
                let (x, y) = (x - middle.0 + 6, y - middle.1 + 6);
                let (on_x, on_y) = (x.rem_euclid(12) == 0, y.rem_euclid(12) == 0);
                let door = on_x != on_y && (x.rem_euclid(12) == 6 || y.rem_euclid(12) == 6);
                (on_x || on_y) && !door
            }
        })
    }
}

/// A random number generator (SplitMix64) that gives the same numbers on every machine.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(z ^ z >> 31) * u128::from(bound)) >> 64) as u64
    }
}
