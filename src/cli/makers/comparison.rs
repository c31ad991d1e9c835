//! `fogbound sight --compare`: the views of all algorithms side by side, and a table of their properties.

use std::fmt;

use bevy::math::{IVec2, UVec2};

use crate::fov::properties::Properties;
use crate::fov::{Algorithm, FieldOfView, OpacityMap, Sight, VisibleSet};

/// The properties and views of all algorithms on one map.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    /// One entry for each of [`Algorithm::ALL`], in that order.
    properties: Vec<Properties>,
    /// The view from the eye, as computed by each algorithm.
    views: Vec<VisibleSet>,
    size: UVec2,
}

impl Comparison {
    /// Compares all algorithms on a map. `sight` sets the radius and its shape. The algorithm in `sight` is ignored.
    pub(super) fn new(map: &OpacityMap, eye: IVec2, sight: Sight) -> Self {
        let mut fov = FieldOfView::new();
        let views = Algorithm::ALL
            .iter()
            .map(|algorithm| fov.view(map, eye, sight.with_algorithm(*algorithm)));
        let measure = |algorithm| Properties::measure(algorithm, map, sight);
        Self {
            views: views.collect(),
            properties: Algorithm::ALL.iter().copied().map(measure).collect(),
            size: map.size(),
        }
    }

    /// Returns the views side by side, each below the name of its algorithm. Each row has as many views as fit in
    /// `columns` characters. Visible cells are drawn with `glyph`, and the rest are blank. Lines have no trailing
    /// spaces.
    pub(super) fn pictures(&self, columns: usize, glyph: impl Fn(IVec2) -> char) -> String {
        const GAP: usize = 2;
        let name_width = |p: &Properties| p.algorithm.name().len() + 8;
        let longest = self.properties.iter().map(name_width).max().unwrap_or(0);
        let width = longest.max(self.size.x as usize);
        let abreast = ((columns + GAP) / (width + GAP)).max(1);
        let mut text = String::new();
        let all: Vec<_> = self.properties.iter().zip(&self.views).collect();
        for some in all.chunks(abreast) {
            let titles = some.iter().map(|(properties, view)| {
                format!("{} {}", properties.algorithm.name(), view.len())
            });
            push_line(&mut text, width + GAP, titles);
            for y in 0..self.size.y as i32 {
                let rows = some.iter().map(|(_, view)| {
                    let cells = (0..self.size.x as i32).map(|x| IVec2::new(x, y));
                    cells
                        .map(|cell| {
                            if view.contains(cell) {
                                glyph(cell)
                            } else {
                                ' '
                            }
                        })
                        .collect()
                });
                push_line(&mut text, width + GAP, rows);
            }
            text.push('\n');
        }
        text
    }
}

/// Appends a line that consists of columns, each `width` characters wide.
fn push_line(text: &mut String, width: usize, parts: impl Iterator<Item = String>) {
    let line: String = parts.map(|part| format!("{part:<width$}")).collect();
    text.push_str(line.trim_end());
    text.push('\n');
}

/// Displays the table of properties.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = "algorithm";
        writeln!(
            f,
            "{title:<14} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
            "symmetry", "walls", "shadows", "corners", "floors", "mirrors"
        )?;
        for p in &self.properties {
            let name = p.algorithm.name();
            let first = [p.mutual, p.walls, p.shadows].map(|share| share.to_string());
            let last = [p.corners, p.floors, p.mirrors].map(|share| share.to_string());
            let line = first.iter().chain(&last);
            let line: String = line.map(|share| format!(" {share:>10}")).collect();
            writeln!(f, "{name:<14}{line}")?;
        }
        Ok(())
    }
}
