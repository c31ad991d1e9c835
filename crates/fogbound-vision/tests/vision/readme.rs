//! The first program in the README prints the picture below it. The doc tests check that the program compiles.

use fogbound_vision::{GridMap, IVec2, MapMemory};

use crate::common::{AppExt, vision_app};

const README: &str = include_str!("../../README.md");

/// Returns the first code block of the given kind.
fn block(kind: &str) -> &'static str {
    let (_, rest) = README.split_once(&format!("```{kind}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_first_program_prints_its_picture() {
    let program = block("rust");
    let rows = program
        .lines()
        .find(|line| line.contains("let rows"))
        .unwrap();
    let rows: Vec<&str> = rows.split('"').skip(1).step_by(2).collect();
    assert!(program.contains("Position::new(2, 1)") && program.contains("0..5"));
    let mut app = vision_app(GridMap::from_rows(rows));
    let hero = app.rememberer((2, 1));
    app.update();
    let memory = app.part::<MapMemory>(hero);
    let tile = |cell| memory.tile(cell).unwrap_or(' ');
    let row = |y| String::from_iter((0..11).map(|x| tile(IVec2::new(x, y))));
    let picture = (0..5).map(|y| row(y).trim_end().to_owned() + "\n");
    assert_eq!(picture.collect::<String>(), block("text"));
}
