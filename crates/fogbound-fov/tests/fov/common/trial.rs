//! Compares the library with an oracle on every small map and on many random maps.

use fogbound_fov::{Algorithm, FieldOfView, IVec2, OpacityMap, Shape, Sight, VisibleSet};

use super::maps::{self, Dice};
use super::oracle::{View, Walls};

/// A comparison of the library with an oracle for one algorithm.
pub struct Trial<O> {
    algorithm: Algorithm,
    oracle: O,
    engine: FieldOfView,
    set: VisibleSet,
    views: u64,
    seed: u64,
}

impl<O> Trial<O>
where
    O: for<'a> Fn(&'a Walls, (i64, i64), Option<i64>, Shape) -> View<'a>,
{
    pub fn new(algorithm: Algorithm, oracle: O) -> Self {
        Self {
            algorithm,
            oracle,
            engine: FieldOfView::new(),
            set: VisibleSet::new(),
            views: 0,
            seed: 0,
        }
    }

    /// Returns the same comparison with other random maps.
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Returns the library's last view.
    pub fn seen(&self) -> &VisibleSet {
        &self.set
    }

    /// Panics with a picture of the differences if the library and the oracle disagree.
    #[track_caller]
    pub fn compare(&mut self, walls: &Walls, map: &OpacityMap, eye: (i64, i64), sight: Sight) {
        let sight = sight.with_algorithm(self.algorithm);
        let origin = IVec2::new(eye.0 as i32, eye.1 as i32);
        self.engine.compute(map, origin, sight, &mut self.set);
        let expected = (self.oracle)(walls, eye, sight.radius.map(i64::from), sight.shape);
        let count = expected.seen.iter().filter(|seen| **seen).count();
        let all_seen = self
            .set
            .iter()
            .all(|cell| expected.sees(cell.x.into(), cell.y.into()));
        if count != self.set.len() || !all_seen {
            panic!("{}", difference(walls, eye, sight, &expected, &self.set));
        }
        self.views += 1;
    }

    /// Compares views of every map of up to 4 × 4 cells, from every cell, both without a limit and with a radius.
    pub fn every_small_map(self) {
        self.small_maps(17);
    }

    /// Does the same as [`every_small_map`](Self::every_small_map), but places eyes on only `eyes` cells of each map
    /// that has at least 12 cells. Those cells vary from map to map. Some algorithms need thousands of steps even on
    /// such small maps.
    pub fn small_maps(mut self, eyes: usize) {
        let mut sights = small_sights().into_iter().cycle();
        let mut turn = 0;
        for (width, height) in (1..=4).flat_map(|w| (1..=4).map(move |h| (w, h))) {
            for walls in every_map(width, height) {
                let map = maps::opacity(&walls);
                for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
                    turn += 1;
                    if width * height >= 12 && turn * eyes % 17 >= eyes {
                        continue;
                    }
                    self.compare(&walls, &map, (x, y), Sight::default().unlimited());
                    let limited = sights.next().expect("an endless cycle");
                    self.compare(&walls, &map, (x, y), limited);
                }
            }
        }
    }

    /// Compares `views` views of random maps of 1 × 1 to 150 × 150 cells, 0 to 60 % of which are walls. Each view has a
    /// random eye, a random shape, and either a random radius from 0 to 100 or no limit.
    pub fn random_maps(self, views: u64) {
        self.maps_of(views, Dice::walls);
    }

    /// Compares views of the maps that `walls` returns: one view per radius, each with a random eye and shape.
    pub fn radii_on_maps_of(
        mut self,
        views: u64,
        radii: &[u32],
        walls: impl Fn(&mut Dice) -> Walls,
    ) {
        let mut dice = Dice(self.seed + 1);
        while self.views < views {
            let walls = walls(&mut dice);
            let map = maps::opacity(&walls);
            for radius in radii {
                let (eye, sight) = (dice.eye(&walls), dice.sight().with_radius(*radius));
                self.compare(&walls, &map, eye, sight);
            }
        }
    }

    /// Compares `views` views of the maps that `walls` returns. Each view has a random eye, a random shape, and either
    /// a random radius from 0 to 100 or no limit.
    pub fn maps_of(mut self, views: u64, walls: impl Fn(&mut Dice) -> Walls) {
        let mut dice = Dice(self.seed);
        while self.views < views {
            let walls = walls(&mut dice);
            let map = maps::opacity(&walls);
            for _ in 0..10 {
                let (eye, sight) = (dice.eye(&walls), dice.sight());
                self.compare(&walls, &map, eye, sight);
            }
        }
    }
}

/// Returns every map of `width` × `height` cells.
pub fn every_map(width: i64, height: i64) -> impl Iterator<Item = Walls> {
    let cells = width * height;
    (0..1u32 << cells).map(move |pattern| {
        let opaque = (0..cells).map(|cell| pattern >> cell & 1 != 0).collect();
        Walls {
            width,
            height,
            opaque,
        }
    })
}

fn small_sights() -> Vec<Sight> {
    let with = |shape, radius| Sight::default().with_shape(shape).with_radius(radius);
    Shape::ALL
        .iter()
        .flat_map(|&shape| (0..5).map(move |radius| with(shape, radius)))
        .collect()
}

/// Draws the map with `+` where only the library sees a cell and `-` where only the oracle does.
fn difference(
    walls: &Walls,
    eye: (i64, i64),
    sight: Sight,
    expected: &View,
    set: &VisibleSet,
) -> String {
    let mut text = format!("{sight:?} from {eye:?}: + not expected, - not seen\n");
    for y in 0..walls.height {
        for x in 0..walls.width {
            let seen = set.contains(IVec2::new(x as i32, y as i32));
            text.push(match (seen, expected.sees(x, y)) {
                (true, false) => '+',
                (false, true) => '-',
                _ if (x, y) == eye => '@',
                _ if walls.is_opaque(x, y) => '#',
                _ => '.',
            });
        }
        text.push('\n');
    }
    text
}
