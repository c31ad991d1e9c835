//! Reads an ASCII map and prints the cells that its `@` can see: `cargo run --example fov_ascii <
//! assets/maps/pillars.txt`

use bevy::math::{IVec2, UVec2};
use fogbound::fov::{FieldOfView, OpacityMap, Sight, VisibleSet};

fn main() {
    let rows: Vec<String> = std::io::stdin().lines().map_while(Result::ok).collect();
    let glyphs = || {
        (0..).zip(&rows).flat_map(|(y, row)| {
            (0..)
                .zip(row.chars())
                .map(move |(x, c)| (IVec2::new(x, y), c))
        })
    };
    let width = rows
        .iter()
        .map(|row| row.chars().count())
        .max()
        .unwrap_or(0);
    let mut map = OpacityMap::new(UVec2::new(width as u32, rows.len() as u32), true);
    glyphs().for_each(|(cell, glyph)| map.set(cell, matches!(glyph, '#' | '+' | ' ')));
    let eye = glyphs()
        .find(|(_, glyph)| *glyph == '@')
        .map_or(IVec2::ZERO, |(cell, _)| cell);

    let mut seen = VisibleSet::new();
    FieldOfView::new().compute(&map, eye, Sight::default().unlimited(), &mut seen);

    for (y, row) in (0..).zip(&rows) {
        let visible = |x| seen.contains(IVec2::new(x, y));
        let line: String = (0..)
            .zip(row.chars())
            .map(|(x, c)| if visible(x) { c } else { ' ' })
            .collect();
        println!("{}", line.trim_end());
    }
}
