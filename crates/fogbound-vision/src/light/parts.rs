//! Parts of a map, and which lamps may matter in each.

use fogbound_fov::{IVec2, UVec2, VisibleSet};

/// Parts are so many columns wide and rows high, as powers of two. They are flat, for a word of 64 cells to lie in few of
/// them.
const PART: IVec2 = IVec2::new(5, 3);

/// Beyond this reach a square around a cell is no good guess of which parts matter: it would have too many.
pub(super) const FAR: u32 = 64;

/// The numbers of lamps by part of the map. What lies outside the map belongs to the part at its border that is nearest.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// The last column and row of parts, from 0.
    last: IVec2,
    lists: Vec<Vec<u32>>,
}

/// All parts between two corners, which are among them.
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

    /// The part that holds this cell.
    #[inline]
    pub(super) fn part_of(&self, cell: IVec2) -> IVec2 {
        (cell >> PART).clamp(IVec2::ZERO, self.last)
    }

    /// The numbers of the lamps of a part.
    #[inline]
    pub(super) fn lamps(&self, part: IVec2) -> &[u32] {
        self.lists.get(self.index(part)).map_or(&[], Vec::as_slice)
    }

    #[inline]
    fn index(&self, part: IVec2) -> usize {
        part.y as usize * (self.last.x as usize + 1) + part.x as usize
    }

    /// The parts in which a light that stands on `cell` or its field may be.
    pub(super) fn span(&self, field: &VisibleSet, cell: IVec2, radius: u32) -> Span {
        if radius <= FAR {
            return self.around(cell, radius);
        }
        // Beyond that it pays to look how far the field really goes.
        let bounds = field.bounds();
        let (first, last) =
            bounds.map_or((cell, cell), |it| (it.min.min(cell), it.max().max(cell)));
        self.between(first, last)
    }

    /// The parts of all cells within so many rows and columns of `cell`.
    pub(super) fn around(&self, cell: IVec2, reach: u32) -> Span {
        let reach = IVec2::splat(i32::try_from(reach).unwrap_or(i32::MAX));
        self.between(cell.saturating_sub(reach), cell.saturating_add(reach))
    }

    fn between(&self, first: IVec2, last: IVec2) -> Span {
        Span {
            first: self.part_of(first),
            last: self.part_of(last),
        }
    }

    /// A lamp that was in the lists of the parts `old` is in those of `new`.
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
    pub(super) fn parts(self) -> impl Iterator<Item = IVec2> {
        let Self { first, last } = self;
        (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| IVec2::new(x, y)))
    }

    fn contains(self, part: IVec2) -> bool {
        part.cmpge(self.first).all() && part.cmple(self.last).all()
    }
}
