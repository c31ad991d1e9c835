//! Divides a map into parts and lists the lamps that may matter in each part.

use fogbound_fov::{IVec2, UVec2, VisibleSet};

/// The width and height of a part, as base-2 logarithms. Parts are wider than they are high, so that a word of 64 cells
/// overlaps only a few of them.
const PART: IVec2 = IVec2::new(5, 3);

/// The longest reach for which a square around a cell is a good estimate of the parts that matter. A larger square
/// would contain too many parts.
const FAR: u32 = 64;

/// For each part of the map, the indices of the lamps that may matter there. Cells outside the map belong to the
/// nearest part at the map's edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// The coordinates of the last part, counted from 0.
    last: IVec2,
    lists: Vec<Vec<u32>>,
}

/// The parts between two corner parts, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    first: IVec2,
    last: IVec2,
}

impl Parts {
    pub(super) fn new(size: UVec2) -> Self {
        let last = (size.as_ivec2() - IVec2::ONE).max(IVec2::ZERO) >> PART;
        let count = (last.x as usize + 1) * (last.y as usize + 1);
        Self {
            last,
            lists: vec![Vec::new(); count],
        }
    }

    /// Returns the part that holds `cell`.
    #[inline]
    pub(super) fn part_of(&self, cell: IVec2) -> IVec2 {
        (cell >> PART).clamp(IVec2::ZERO, self.last)
    }

    /// Returns the indices of the lamps listed for a part.
    #[inline]
    pub(super) fn lamps(&self, part: IVec2) -> &[u32] {
        self.lists.get(self.index(part)).map_or(&[], Vec::as_slice)
    }

    #[inline]
    fn index(&self, part: IVec2) -> usize {
        part.y as usize * (self.last.x as usize + 1) + part.x as usize
    }

    /// Returns the parts that may contain a light at `cell` or any cells in its field.
    pub(super) fn span(&self, field: &VisibleSet, cell: IVec2, radius: u32) -> Span {
        if radius <= FAR {
            return self.around(cell, radius);
        }
        // If the radius is larger, it is worth checking how far the field really extends.
        let bounds = field.bounds();
        let (first, last) =
            bounds.map_or((cell, cell), |it| (it.min.min(cell), it.max().max(cell)));
        self.between(first, last)
    }

    /// Returns the parts that contain cells at most `reach` rows and columns from `cell`.
    fn around(&self, cell: IVec2, reach: u32) -> Span {
        let reach = IVec2::splat(i32::try_from(reach).unwrap_or(i32::MAX));
        self.between(cell.saturating_sub(reach), cell.saturating_add(reach))
    }

    fn between(&self, first: IVec2, last: IVec2) -> Span {
        Span {
            first: self.part_of(first),
            last: self.part_of(last),
        }
    }

    /// Moves a lamp from the lists for the parts in `old` to the lists for the parts in `new`.
    pub(super) fn enter(&mut self, lamp: u32, old: Option<Span>, new: Option<Span>) {
        if old == new {
            return;
        }
        let is_in = |span: Option<Span>, part| span.is_some_and(|it| it.contains(part));
        for part in old.into_iter().flat_map(Span::parts) {
            if !is_in(new, part) {
                let index = self.index(part);
                self.lists[index].retain(|it| *it != lamp);
            }
        }
        for part in new.into_iter().flat_map(Span::parts) {
            if !is_in(old, part) {
                let index = self.index(part);
                self.lists[index].push(lamp);
            }
        }
    }

    /// Empties all lists.
    pub(super) fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
    }
}

impl Span {
    fn parts(self) -> impl Iterator<Item = IVec2> {
        let Self { first, last } = self;
        (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| IVec2::new(x, y)))
    }

    fn contains(self, part: IVec2) -> bool {
        part.cmpge(self.first).all() && part.cmple(self.last).all()
    }
}
