//! Precise permissive field of view.
//!
//! A cell is visible if some straight line from any point of the eye's cell to any point of it passes between the
//! walls. The cells of a quadrant are visited diagonal by diagonal. The lines that still pass are kept as views: all
//! lines between a shallow one and a steep one. A wall in a view pushes one of these two lines aside, splits the view
//! in two, or ends it. A line pushed aside turns around the wall's corner. It must also leave room for the corners that
//! bound the view on the other side; these corners are the view's bumps.
//!
//! Source: Jonathon Duerig, *Precise Permissive Field of View* (RogueBasin).
//!
//! It is symmetric, because a line has no direction, and shows more than any other algorithm. A wall one cell wide
//! hides only what is close behind it, so a pillar's shadow closes instead of widening.

use glam::{I64Vec2, IVec2};

use super::VisibleSet;
use super::eye::Eye;

/// A line through two corners of cells. The eye's cell spans (0, 0) to (1, 1).
#[derive(Clone, Copy, Debug)]
struct SightLine {
    near: I64Vec2,
    far: I64Vec2,
}

impl SightLine {
    /// Returns a positive number for a point above the line and 0 for one on it. No coordinate exceeds 2³⁰, so the
    /// products fit.
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

/// The lines that still pass, from the shallow one to the steep one.
#[derive(Clone, Copy, Debug)]
struct View {
    lines: [SightLine; 2],
    /// The last bump on each line's side.
    bumps: [Option<u32>; 2],
}

/// The views of a quadrant. Their memory is kept from one field of view to the next.
#[derive(Debug, Default)]
pub(super) struct Views {
    views: Vec<View>,
    bumps: Vec<Bump>,
}

/// Adds every cell that the eye sees.
pub(super) fn compute(eye: &Eye, quadrant: &mut Views, out: &mut VisibleSet) {
    out.insert(eye.at);
    let last = eye.map.size().as_ivec2() - 1;
    for step in [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(IVec2::from) {
        let room = |step, at, last| if step > 0 { last - at } else { at };
        let width = room(step.x, eye.at.x, last.x).min(eye.reach as i32);
        let height = room(step.y, eye.at.y, last.y).min(eye.reach as i32);
        quadrant.begin(width.max(height).into());
        for diagonal in 1..=width + height {
            let mut view = 0;
            for y in (diagonal - width).max(0)..=diagonal.min(height) {
                let corner = IVec2::new(diagonal - y, y);
                let offset = step * corner;
                let is_seen = quadrant.visit(&mut view, corner, eye.is_opaque(offset));
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
    /// Begins a quadrant of `extent` rows or columns, with all of it in view.
    fn begin(&mut self, extent: i64) {
        // The first lines end so far beyond the quadrant that, inside it, they are as good as the axes.
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

    /// Visits the cell whose corner nearest to the eye is `corner`, and returns whether it is visible. `index` is the
    /// first view that may contain the cell. Diagonals are visited from the shallow end.
    fn visit(&mut self, index: &mut usize, corner: IVec2, opaque: bool) -> bool {
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
        if opaque {
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

    /// Returns what remains of a view after its line on one side is pushed aside to a corner, if anything does.
    fn push_aside(&mut self, mut view: View, side: usize, corner: I64Vec2) -> Option<View> {
        let bump = Bump {
            at: corner,
            before: view.bumps[side],
        };
        self.bumps.push(bump);
        view.bumps[side] = Some(self.bumps.len() as u32 - 1);
        let line = &mut view.lines[side];
        line.far = corner;
        // The line must leave room for the corners on the other side.
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
    /// Returns whether the view contains a line. It does not if both bounds are the same line and that line only
    /// touches the eye's cell at a corner.
    fn passes(&self) -> bool {
        let [shallow, steep] = self.lines;
        let is_on = |point| shallow.side(point) == 0;
        let is_one_line = is_on(steep.near) && is_on(steep.far);
        !(is_one_line && (is_on(I64Vec2::Y) || is_on(I64Vec2::X)))
    }
}
