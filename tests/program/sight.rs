//! `fogbound sight` shows what one eye sees on a map.

use bevy::math::IVec2;
use fogbound::fov::{Algorithm, FieldOfView, Shape, Sight, VisibleSet};
use fogbound::map::AsciiMap;

use crate::common::cli::{command, fogbound, fogbound_reading};
use crate::common::files::file;

const CHAMBER: &str = "\
#########
#...#..r#
#.@.+...#
#...=.<.#
####.####
";

fn sight<'a>(map: &str, options: impl IntoIterator<Item = &'a str>) -> String {
    let args = ["sight", "-"].into_iter().chain(options);
    fogbound_reading(args, map).text()
}

#[test]
fn a_picture_shows_what_is_seen_and_leaves_the_rest_blank() {
    assert_eq!(
        sight(CHAMBER, []),
        "\
#####    \n\
#...#    \n\
#.@.+    \n\
#...=.<  \n\
####.####\n"
    );
}

#[test]
fn a_mask_is_a_row_of_ones_and_zeros_for_each_row_of_the_map() {
    assert_eq!(
        sight(CHAMBER, ["--output", "mask"]),
        "111110000\n111110000\n111110000\n111111100\n111111111\n"
    );
}

#[test]
fn creatures_in_sight_are_in_the_picture_and_the_start_is_floor_to_another_eye() {
    assert_eq!(
        sight("#####\n#@.r#\n#...#\n#####", ["--from", "3,2"]),
        "#####\n#..r#\n#..@#\n#####\n"
    );
}

#[test]
fn without_a_radius_there_is_no_limit() {
    let long = format!("@{}\n", ".".repeat(300));
    let ones = |text: String| text.matches('1').count();
    assert_eq!(ones(sight(&long, ["--output", "mask"])), 301);
    assert_eq!(
        ones(sight(&long, ["--output", "mask", "--radius", "11"])),
        12
    );
    assert_eq!(ones(sight(&long, ["--output", "mask", "--radius", "0"])), 1);
    assert_eq!(
        ones(sight(&long, ["--output", "mask", "--radius", "4294967295"])),
        301
    );
}

#[test]
fn the_shape_is_the_outline_of_the_radius() {
    let open = ".....\n.....\n..@..\n.....\n.....\n";
    let of = |shape| {
        sight(
            open,
            ["--radius", "2", "--shape", shape, "--output", "mask"],
        )
    };
    assert_eq!(of("circle"), "00100\n01110\n11111\n01110\n00100\n");
    assert_eq!(of("diamond"), of("circle"));
    assert_eq!(of("square"), "11111\n".repeat(5));
    let default = sight(open, ["--radius", "2", "--output", "mask"]);
    assert_eq!(default, of("circle"));
}

#[test]
fn the_library_gives_the_same_answer() {
    let text = include_str!("../../assets/maps/manor.txt");
    let map = AsciiMap::parse("manor.txt", text).expect("it is a map").map;
    for &algorithm in Algorithm::ALL {
        for &shape in Shape::ALL {
            for (x, y) in [(22, 7), (1, 1), (0, 0), (44, 20)] {
                let eye = IVec2::new(x, y);
                let sight = Sight::default().with_algorithm(algorithm).with_shape(shape);
                let mut visible = VisibleSet::new();
                FieldOfView::new().compute(map.opacity(), eye, sight.with_radius(9), &mut visible);
                let from = format!("{x},{y}");
                let mask = fogbound_reading(
                    [
                        "sight", "-", "--radius", "9", "--output", "mask", "--from", &from,
                    ]
                    .into_iter()
                    .chain([
                        "--algorithm",
                        algorithm.name(),
                        "--shape",
                        shape.name(),
                    ]),
                    text,
                );
                let cells = map.positions().map(|cell| visible.contains(cell));
                let expected: String = cells.map(|it| if it { '1' } else { '0' }).collect();
                assert_eq!(
                    mask.text().replace('\n', ""),
                    expected,
                    "{algorithm} {shape} {eye}"
                );
            }
        }
    }
}

#[test]
fn the_algorithm_makes_a_difference() {
    let map = include_str!("../../assets/maps/pillars.txt");
    let symmetric = sight(map, ["--from", "1,1"]);
    assert_eq!(
        symmetric,
        sight(map, ["--from", "1,1", "--algorithm", "symmetric"])
    );
    assert_ne!(
        symmetric,
        sight(map, ["--from", "1,1", "--algorithm", "recursive"])
    );
}

#[test]
fn a_file_is_read_like_standard_input() {
    let path = file("cli_sight_chamber.txt", CHAMBER);
    let args = ["sight".as_ref(), path.as_os_str()];
    assert_eq!(fogbound(args).text(), sight(CHAMBER, []));
}

#[test]
fn an_eye_in_a_wall_sees_its_own_cell_and_what_is_before_it() {
    let picture = sight("####\n#..#\n####", ["--from", "0,0"]);
    assert!(picture.starts_with('@'), "{picture}");
    assert_eq!(sight("###\n###\n###", ["--from", "1,1"]), "###\n#@#\n###\n");
}

#[test]
fn a_picture_is_a_map_of_the_same_size() {
    let picture = sight(CHAMBER, []);
    let read = AsciiMap::parse("picture", &picture).expect("it is a map");
    let original = AsciiMap::parse("map", CHAMBER).expect("it is a map");
    assert_eq!(read.map.size(), original.map.size());
    assert_eq!(read.start, original.start);
}

#[cfg(unix)]
#[test]
fn a_reader_who_has_seen_enough_is_no_trouble() {
    use std::io::Read;
    use std::process::Stdio;

    let mut child = command()
        .args(["dungeon", "--seed", "1", "--size", "1000x1000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = [0];
    let mut out = child.stdout.take().expect("it has an output");
    out.read_exact(&mut first).expect("it writes something");
    drop(out);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
