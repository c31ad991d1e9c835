//! Precise permissive field of view.
//!
//! A cell is visible if some straight line between a point in that cell and a point in the eye's cell passes between
//! the walls. The cells of a quadrant are visited diagonal by diagonal. The lines that are not yet blocked are kept as
//! views. A view consists of all lines between a shallow line and a steep one. A wall in a view pushes one of these two
//! lines aside, splits the view in two, or ends the view. A line that is pushed aside pivots around the wall's corner.
//! The line must also stay clear of the corners that bound the view on the other side; these corners are called the
//! view's bumps.
//!
//! Source: Jonathon Duerig, *Precise Permissive Field of View* (RogueBasin).
//!
//! The algorithm is symmetric, because a line has no direction, and it shows more cells than any other algorithm. A
//! wall one cell wide hides only the cells close behind it, so a pillar's shadow narrows to nothing instead of
//! widening.

use alloc::vec::Vec;

use glam::{I64Vec2, IVec2};

use super::VisibleSet;
use super::eye::Eye;
use super::sector::Sector;
use super::terrain::Terrain;

/// A line through two cell corners. The eye's cell spans (0, 0) to (1, 1).
#[derive(Clone, Copy, Debug)]
struct SightLine {
    near: I64Vec2,
    far: I64Vec2,
}

impl SightLine {
    /// Returns a positive number for a point above the line, 0 for a point on the line and a negative number for a
    /// point below it. No coordinate exceeds 2³⁰, so the products fit in 64 bits.
    fn side(self, point: I64Vec2) -> i64 {
        (self.far - point).perp_dot(self.far - self.near)
    }
}

/// A corner that bounds a view, linked to the previous one on the same side.
#[derive(Clone, Copy, Debug)]
struct Bump {
    at: I64Vec2,
    before: Option<u32>,
}

/// The indices of the two lines that bound a view.
const SHALLOW: usize = 0;
const STEEP: usize = 1;

/// The lines between a shallow line and a steep one, none of which is blocked yet.
#[derive(Clone, Copy, Debug)]
struct View {
    lines: [SightLine; 2],
    /// The last bump on each line's side.
    bumps: [Option<u32>; 2],
}

/// The views of a quadrant. Their memory is reused for the next field of view.
#[derive(Debug, Default)]
pub(super) struct Views {
    views: Vec<View>,
    bumps: Vec<Bump>,
}

/// Computes the eye's view and adds the visible cells to `out`.
pub(super) fn compute(
    eye: &Eye<impl Terrain>,
    sector: Option<&Sector>,
    quadrant: &mut Views,
    out: &mut VisibleSet,
) {
    out.insert(eye.at);
    let last = eye.map.size().as_ivec2() - 1;
    for step in [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(IVec2::from) {
        if sector.is_some_and(|sector| sector.misses(step * IVec2::X, step * IVec2::Y)) {
            continue;
        }
        let room = |step, at, last| if step > 0 { last - at } else { at };
        let width = room(step.x, eye.at.x, last.x).min(eye.reach as i32);
        let height = room(step.y, eye.at.y, last.y).min(eye.reach as i32);
        quadrant.begin(width.max(height).into());
        for diagonal in 1..=width + height {
            let mut view = 0;
            for y in (diagonal - width).max(0)..=diagonal.min(height) {
                let corner = IVec2::new(diagonal - y, y);
                let offset = step * corner;
                let is_seen = quadrant.visit(&mut view, corner, || eye.is_opaque(offset));
                if is_seen && eye.sight.reaches(offset) {
                    out.insert(eye.at + offset);
                }
            }
            if quadrant.views.is_empty() {
                break;
            }
        }
    }
}

impl Views {
    /// Begins a quadrant of `extent` rows or columns. At first, the whole quadrant is in view.
    fn begin(&mut self, extent: i64) {
        // The first lines end so far beyond the quadrant that they are equivalent to the axes inside it.
        let far = extent + 2;
        let line = |near: (i64, i64), far: (i64, i64)| SightLine {
            near: near.into(),
            far: far.into(),
        };
        self.bumps.clear();
        self.views.clear();
        self.views.push(View {
            lines: [line((0, 1), (far, 0)), line((1, 0), (0, far))],
            bumps: [None; 2],
        });
    }

    /// Visits the cell whose corner nearest to the eye is `corner`, and returns whether that cell is visible.
    /// `is_opaque` is called only if it matters. `index` is the index of the first view that may contain the cell. The cells of each diagonal are visited in order of
    /// slope, the shallowest first.
    fn visit(
        &mut self,
        index: &mut usize,
        corner: IVec2,
        is_opaque: impl FnOnce() -> bool,
    ) -> bool {
        let upper_left = (corner + IVec2::Y).as_i64vec2();
        let lower_right = (corner + IVec2::X).as_i64vec2();
        let is_behind = |view: &View| view.lines[STEEP].side(lower_right) >= 0;
        while self.views.get(*index).is_some_and(is_behind) {
            *index += 1;
        }
        let Some(&view) = self.views.get(*index) else {
            return false;
        };
        if view.lines[SHALLOW].side(upper_left) <= 0 {
            return false;
        }
        if is_opaque() {
            // A wall removes the lines between its corners. The lines above and below it remain.
            let passes_above = view.lines[STEEP].side(upper_left) <= 0;
            let passes_below = view.lines[SHALLOW].side(lower_right) >= 0;
            let below = passes_below.then(|| self.push_aside(view, STEEP, lower_right));
            let above = passes_above.then(|| self.push_aside(view, SHALLOW, upper_left));
            match (below.flatten(), above.flatten()) {
                (Some(below), Some(above)) => {
                    self.views[*index] = below;
                    self.views.insert(*index + 1, above);
                }
                (Some(view), None) | (None, Some(view)) => self.views[*index] = view,
                (None, None) => drop(self.views.remove(*index)),
            }
        }
        true
    }

    /// Returns what remains of a view after its line on one side is pushed aside to a corner, or `None` if nothing
    /// remains.
    fn push_aside(&mut self, mut view: View, side: usize, corner: I64Vec2) -> Option<View> {
        let bump = Bump {
            at: corner,
            before: view.bumps[side],
        };
        self.bumps.push(bump);
        view.bumps[side] = Some(self.bumps.len() as u32 - 1);
        let line = &mut view.lines[side];
        line.far = corner;
        // The line must stay clear of the corners on the other side.
        let mut next = view.bumps[1 - side];
        while let Some(Bump { at, before }) = next.map(|index| self.bumps[index as usize]) {
            let above = line.side(at);
            if side == STEEP && above > 0 || side == SHALLOW && above < 0 {
                line.near = at;
            }
            next = before;
        }
        view.passes().then_some(view)
    }
}

impl View {
    /// Returns whether the view contains any lines. A view is empty if both bounds are the same line and that line only
    /// touches the eye's cell at a corner.
    fn passes(&self) -> bool {
        let [shallow, steep] = self.lines;
        let is_on = |point| shallow.side(point) == 0;
        let is_one_line = is_on(steep.near) && is_on(steep.far);
        !(is_one_line && (is_on(I64Vec2::Y) || is_on(I64Vec2::X)))
    }
}
