//! Precise permissive field of view.
//!
//! A cell is seen if any straight line from any point of the eye's cell to any point of it passes
//! between the walls. The cells of a quadrant are visited diagonal by diagonal, and the lines that
//! still pass are kept as views: all between a shallow line and a steep one. A wall that a view
//! meets pushes one of its lines aside, splits it in two, or ends it. A line pushed aside turns
//! around the wall's corner, and it must also leave room for the corners that bound the view on its
//! other side; these corners are the view's bumps.
//!
//! Source: Jonathon Duerig, *Precise Permissive Field of View* (RogueBasin).
//!
//! It is symmetric, as a line has no direction, and shows the most of all. A wall one cell wide
//! hides what is behind it only nearby, so pillars' shadows do not widen but close.

use glam::IVec2;

use super::{OpacityMap, Sight, VisibleSet};

/// A corner of cells. The eye's cell reaches from (0, 0) to (1, 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    x: i64,
    y: i64,
}

#[derive(Clone, Copy, Debug)]
struct SightLine {
    near: Point,
    far: Point,
}

impl SightLine {
    /// Positive if the point is above the line, 0 if on it. No coordinate exceeds 2³⁰, so the
    /// products fit.
    fn side(self, point: Point) -> i64 {
        let Self { near, far } = self;
        (far.y - near.y) * (far.x - point.x) - (far.x - near.x) * (far.y - point.y)
    }
}

/// A corner that bounds a view, and the one met before it on the same side.
#[derive(Clone, Copy, Debug)]
struct Bump {
    at: Point,
    before: Option<u32>,
}

/// The lines that still pass: from the shallow to the steep one.
#[derive(Clone, Copy, Debug)]
struct View {
    shallow: SightLine,
    steep: SightLine,
    shallow_bump: Option<u32>,
    steep_bump: Option<u32>,
}

/// The memory that a view needs besides its result.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    views: Vec<View>,
    bumps: Vec<Bump>,
}

/// Adds every cell that the eye sees and that is at most `reach` rows and columns away.
pub(super) fn compute(
    map: &OpacityMap,
    eye: IVec2,
    sight: Sight,
    reach: u32,
    scratch: &mut Scratch,
    out: &mut VisibleSet,
) {
    out.insert(eye);
    let last = map.size().as_ivec2() - 1;
    for step in [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(IVec2::from) {
        let room = |step, at, last| if step > 0 { last - at } else { at };
        let width = room(step.x, eye.x, last.x).min(reach as i32);
        let height = room(step.y, eye.y, last.y).min(reach as i32);
        scratch.start(i64::from(width.max(height)));
        for diagonal in 1..=width + height {
            let mut view = 0;
            for y in (diagonal - width).max(0)..=diagonal.min(height) {
                let offset = step * IVec2::new(diagonal - y, y);
                let corner = Point {
                    x: i64::from(diagonal - y),
                    y: i64::from(y),
                };
                let cell = eye + offset;
                if scratch.visit(&mut view, corner, map.is_opaque(cell)) && sight.reaches(offset) {
                    out.insert(cell);
                }
            }
            if scratch.views.is_empty() {
                break;
            }
        }
    }
}

impl Scratch {
    /// Begins a quadrant of so many rows or columns, with all of it in view.
    fn start(&mut self, extent: i64) {
        // The first lines end far enough behind the quadrant never to be told from the axes.
        let far = extent + 2;
        let line = |near: (i64, i64), far: (i64, i64)| SightLine {
            near: Point {
                x: near.0,
                y: near.1,
            },
            far: Point { x: far.0, y: far.1 },
        };
        self.bumps.clear();
        self.views.clear();
        self.views.push(View {
            shallow: line((0, 1), (far, 0)),
            steep: line((1, 0), (0, far)),
            shallow_bump: None,
            steep_bump: None,
        });
    }

    /// Visits the cell whose corner nearest to the eye is `corner`, and returns whether it is seen.
    /// `index` is the first view that may hold it; a diagonal is visited from the shallow end.
    fn visit(&mut self, index: &mut usize, corner: Point, opaque: bool) -> bool {
        let upper_left = Point {
            y: corner.y + 1,
            ..corner
        };
        let lower_right = Point {
            x: corner.x + 1,
            ..corner
        };
        while self
            .views
            .get(*index)
            .is_some_and(|view| view.steep.side(lower_right) >= 0)
        {
            *index += 1;
        }
        let Some(view) = self.views.get(*index).copied() else {
            return false;
        };
        if view.shallow.side(upper_left) <= 0 {
            return false;
        }
        if opaque {
            let hides_shallow = view.shallow.side(lower_right) < 0;
            let hides_steep = view.steep.side(upper_left) > 0;
            self.block(
                *index,
                view,
                [hides_shallow, hides_steep],
                upper_left,
                lower_right,
            );
        }
        true
    }

    /// Takes from a view what a wall hides, of which it covers the shallow line, the steep one,
    /// both or none.
    fn block(
        &mut self,
        index: usize,
        view: View,
        hides: [bool; 2],
        upper_left: Point,
        lower_right: Point,
    ) {
        let (above, below) = match hides {
            [true, true] => (None, None),
            [true, false] => (self.raise_shallow(view, upper_left), None),
            [false, true] => (None, self.lower_steep(view, lower_right)),
            [false, false] => {
                let below = self.lower_steep(view, lower_right);
                (self.raise_shallow(view, upper_left), below)
            }
        };
        match (below, above) {
            (Some(below), Some(above)) => {
                self.views[index] = below;
                self.views.insert(index + 1, above);
            }
            (Some(view), None) | (None, Some(view)) => self.views[index] = view,
            (None, None) => {
                self.views.remove(index);
            }
        }
    }

    /// The view above a corner, if anything passes there.
    fn raise_shallow(&mut self, mut view: View, corner: Point) -> Option<View> {
        view.shallow.far = corner;
        view.shallow_bump = Some(self.bump(corner, view.shallow_bump));
        let mut next = view.steep_bump;
        while let Some(Bump { at, before }) = next.map(|index| self.bumps[index as usize]) {
            if view.shallow.side(at) < 0 {
                view.shallow.near = at;
            }
            next = before;
        }
        view.passes().then_some(view)
    }

    /// The view below a corner, if anything passes there.
    fn lower_steep(&mut self, mut view: View, corner: Point) -> Option<View> {
        view.steep.far = corner;
        view.steep_bump = Some(self.bump(corner, view.steep_bump));
        let mut next = view.shallow_bump;
        while let Some(Bump { at, before }) = next.map(|index| self.bumps[index as usize]) {
            if view.steep.side(at) > 0 {
                view.steep.near = at;
            }
            next = before;
        }
        view.passes().then_some(view)
    }

    fn bump(&mut self, at: Point, before: Option<u32>) -> u32 {
        self.bumps.push(Bump { at, before });
        self.bumps.len() as u32 - 1
    }
}

impl View {
    /// Whether there is a line in it: not if both its lines are one that only touches the eye's
    /// cell at a corner.
    fn passes(&self) -> bool {
        let Self { shallow, steep, .. } = self;
        let one_line = shallow.side(steep.near) == 0 && shallow.side(steep.far) == 0;
        let corners = [Point { x: 0, y: 1 }, Point { x: 1, y: 0 }];
        !(one_line && corners.iter().any(|corner| shallow.side(*corner) == 0))
    }
}
