//! Describes how a window differs from the screen that it must show.

use super::font::{Glyph, text_font};
use super::layout::{Area, Layout};
use super::picture::Picture;
use super::screen::{Cell, Color, Screen};

/// The maximum number of differences to report.
const MOST: usize = 20;

/// Lists the cells in an area that differ, and the lines that differ outside the cells.
pub fn differences(
    shown: &Picture,
    wanted: &Picture,
    screen: &Screen,
    layout: &Layout,
    area: Area,
) -> Vec<String> {
    let mut found = if area == layout.window() {
        around(shown, wanted, layout)
    } else {
        Vec::new()
    };
    let (map_columns, map_rows) = layout.map_region();
    let map = layout.area_of((0, 0), (map_columns - 1, map_rows - 1));
    if area == layout.window()
        && let Some(y) = shown.first_difference(wanted, map)
    {
        found.push(format!("the map, line {y} of the window"));
    }
    for (column, row, cell) in screen.cells() {
        if column < map_columns && row < map_rows {
            continue;
        }
        let place = layout.area_of((column, row), (column + cell.columns() - 1, row));
        let is_inside = place.left >= area.left
            && place.right <= area.right
            && place.top >= area.top
            && place.bottom <= area.bottom;
        if is_inside && shown.first_difference(wanted, place).is_some() {
            let read = read_cell(shown, layout, (column, row));
            let read = read.map_or("no letter".to_owned(), |read| read.to_string());
            found.push(format!(
                "column {column}, row {row}: {read} instead of {cell}"
            ));
        }
    }
    let more = found.len().saturating_sub(MOST);
    if more > 0 {
        found.truncate(MOST);
        found.push(format!("and {more} more"));
    }
    found
}

fn around(shown: &Picture, wanted: &Picture, layout: &Layout) -> Vec<String> {
    let (cells, window) = (layout.cells(), layout.window());
    let rims = [
        Area {
            bottom: cells.top,
            ..window
        },
        Area {
            top: cells.bottom,
            ..window
        },
        Area {
            right: cells.left,
            ..window
        },
        Area {
            left: cells.right,
            ..window
        },
    ];
    let lines = rims
        .into_iter()
        .filter_map(|rim| shown.first_difference(wanted, rim));
    lines
        .map(|y| format!("line {y} has something outside of the cells"))
        .collect()
}

/// Returns the rows of text that a window shows, with blanks for cells that do not show a glyph of the text font.
pub fn read_text(shown: &Picture, layout: &Layout) -> Vec<String> {
    let glyph =
        |column, row| read_cell(shown, layout, (column, row)).map_or(' ', |cell| cell.glyph);
    let rows = (0..layout.rows).map(|row| {
        (0..layout.columns)
            .map(|column| glyph(column, row))
            .collect()
    });
    rows.collect()
}

/// Reads a text cell: a glyph in one colour on a background of another colour.
fn read_cell(shown: &Picture, layout: &Layout, (column, row): (usize, usize)) -> Option<Cell> {
    let area = layout.area_of((column, row), (column, row));
    let lines: Vec<&[Color]> = (area.top..area.bottom)
        .map(|y| shown.line(y, area.left, area.right))
        .collect();
    let first = lines[0][0];
    let second = lines
        .iter()
        .flat_map(|line| line.iter())
        .copied()
        .find(|&color| color != first)
        .unwrap_or(first);
    // The corner usually shows the background, but the glyph may fill it.
    [(second, first), (first, second)]
        .into_iter()
        .find_map(|(fore, back)| {
            let (cut, times) = layout.cut();
            let glyph = read_glyph(&lines, times, fore, back)?;
            let glyph = text_font(cut).character(&glyph)?;
            Some(Cell {
                glyph,
                fore,
                back,
                is_wide: false,
            })
        })
}

/// Returns the glyph that these lines show in two colours at this zoom, or `None` if they show anything else.
fn read_glyph(lines: &[&[Color]], zoom: usize, fore: Color, back: Color) -> Option<Glyph> {
    let mut glyph = vec![0; lines.len() / zoom];
    for (y, line) in lines.iter().enumerate() {
        for (x, &pixel) in line.iter().enumerate() {
            let is_first = x % zoom == 0 && y % zoom == 0;
            if pixel != lines[y - y % zoom][x - x % zoom] || (pixel != fore && pixel != back) {
                return None;
            }
            if is_first && pixel != back {
                glyph[y / zoom] |= 1 << (x / zoom);
            }
        }
    }
    Some(glyph)
}
