//! Pictures of maps and views that a reader can check by eye.

use fogbound_fov::{
    Algorithm, BresenhamLines, Cone, FieldOfView, IVec2, OpacityMap, Shape, Sight, UVec2,
    VisibleSet,
};

/// Draws what `@` sees: the map's glyphs where they are visible, and blanks elsewhere.
fn seen(picture: &str, sight: Sight) -> String {
    let rows: Vec<&str> = picture
        .lines()
        .map(str::trim)
        .filter(|row| !row.is_empty())
        .collect();
    let size = UVec2::new(rows[0].len() as u32, rows.len() as u32);
    let mut map = OpacityMap::new(size, false);
    let mut eye = None;
    for (y, row) in (0..).zip(&rows) {
        for (x, glyph) in (0..).zip(row.chars()) {
            map.set(IVec2::new(x, y), glyph == '#');
            if glyph == '@' {
                eye = Some(IVec2::new(x, y));
            }
        }
    }
    let mut set = VisibleSet::new();
    FieldOfView::new().compute(&map, eye.expect("a map with an eye"), sight, &mut set);
    let mut drawn = String::new();
    for (y, row) in (0..).zip(&rows) {
        for (x, glyph) in (0..).zip(row.chars()) {
            drawn.push(if set.contains(IVec2::new(x, y)) {
                glyph
            } else {
                ' '
            });
        }
        drawn.push('\n');
    }
    drawn
}

/// Compares a view with an expected picture, in which `~` marks cells that are not visible.
#[track_caller]
fn assert_seen(map: &str, sight: Sight, expected: &str) {
    let expected: String = expected
        .lines()
        .map(str::trim)
        .filter(|row| !row.is_empty())
        .map(|row| row.replace('~', " ") + "\n")
        .collect();
    let seen = seen(map, sight);
    assert_eq!(seen, expected, "seen:\n{seen}expected:\n{expected}");
}

fn symmetric() -> Sight {
    Sight::default().unlimited()
}

const PILLAR: &str = "
    .........
    .........
    .........
    .........
    ....#....
    ....@....
    .........";

#[test]
fn a_pillar_casts_a_shadow_with_each_algorithm() {
    let symmetric_like = [
        Algorithm::Symmetric,
        Algorithm::Bresenham(BresenhamLines::DEFAULT),
        Algorithm::Diamond,
        Algorithm::Restrictive,
    ];
    let shadows: [(&[Algorithm], &str); 5] = [
        (
            &symmetric_like,
            "
            ..~~~~~..
            ...~~~...
            ...~~~...
            ....~....
            ....#....
            ....@....
            .........",
        ),
        (
            &[Algorithm::Recursive],
            "
            .~~~~~~~.
            ..~~~~~..
            ...~~~...
            ....~....
            ....#....
            ....@....
            .........",
        ),
        (
            &[Algorithm::Raycast],
            "
            ..~~~~~..
            ..~~~~~..
            ...~~~...
            ....~....
            ....#....
            ....@....
            .........",
        ),
        (
            &[Algorithm::LineOfSight],
            "
            ..~~~~~..
            ..~~~~~..
            ...~~~...
            ...~~~...
            ....#....
            ....@....
            .........",
        ),
        (
            &[Algorithm::Permissive],
            "
            ....~....
            ....~....
            ....~....
            ....~....
            ....#....
            ....@....
            .........",
        ),
    ];
    for (algorithms, expected) in shadows {
        for &algorithm in algorithms {
            assert_seen(PILLAR, symmetric().with_algorithm(algorithm), expected);
        }
    }
}

#[test]
fn a_radius_of_0_shows_one_cell_and_of_1_a_cross_or_a_square() {
    let map = "
        .....
        .....
        ..@..
        .....
        .....";
    let blank = "~~~~~\n~~~~~\n~~@~~\n~~~~~\n~~~~~";
    assert_seen(map, symmetric().with_radius(0), blank);
    let cross = "~~~~~\n~~.~~\n~.@.~\n~~.~~\n~~~~~";
    assert_seen(map, symmetric().with_radius(1), cross);
    assert_seen(
        map,
        symmetric().with_radius(1).with_shape(Shape::Diamond),
        cross,
    );
    let square = "~~~~~\n~...~\n~.@.~\n~...~\n~~~~~";
    assert_seen(
        map,
        symmetric().with_radius(1).with_shape(Shape::Square),
        square,
    );
}

#[test]
fn a_door_lights_a_wedge_of_the_next_room() {
    assert_seen(
        "
        ###########
        #....#....#
        #....#....#
        #.@.......#
        #....#....#
        #....#....#
        ###########",
        symmetric(),
        "
        ######~~~~~
        #....#~~~~~
        #....#~~..#
        #.@.......#
        #....#~~..#
        #....#~~~~~
        ######~~~~~",
    );
}

const PILLARS: &str = "
    ..#......#...#.....#...
    ....#..##...#...#......
    .#....#...#.......##...
    ...##...#....###....#..
    .#....#....#....#......
    ...#.....#.@...#...#.#.
    ..#...#......#...#.....
    ....#...##..#......#...
    .#....#.#...##.#.....#.
    ...#....#.#.....#..#...
    .....#..#....##....#...";

/// The oracles of these three algorithms follow published sources, so pictures check these algorithms as well.
#[test]
fn diamond_restrictive_and_permissive_among_many_pillars() {
    let views = [
        (
            Algorithm::Diamond,
            "
            ..~~~.~~.~~~~~..~~~~~~~
            ....~~.##.~~~..~~~~~~~~
            ~~....~...~~~.~~~~##...
            ~~~~#...#..~.###...~~~~
            ~~~~~~#....#....#~~~~~~
            ~~~~~~~~~#.@...#~~~~~~~
            ~~~~~~#......#...#~~~~~
            ~~~~#...##..#..~~~~~~~~
            ~~....~~#...##.#~~~~~~~
            ...#~~~~#.#.~~..#~~~~~~
            .~~~~~~~#.~..~~...~~~~~",
        ),
        (
            Algorithm::Restrictive,
            "
            ..~~~~~~.~~~~~.~~~~~~~~
            ....~~~##.~~~..~~~~~~~~
            ~~....~~..~~~.~~~~~~~~~
            ~~~~#...#..~.###~~~~~~~
            ~~~~~~#....#....#~~~~~~
            ~~~~~~~~~#.@...#~~~~~~~
            ~~~~~~#......#~..#~~~~~
            ~~~~#...##..#.~~~~~~~~~
            ~~....~~~...##.#~~~~~~~
            ..~#~~~~#.#.~~~.#~~~~~~
            ~~~~~~~~#.~.~~~~.~~~~~~",
        ),
        (
            Algorithm::Permissive,
            "
            ..~~~~~~.#~~~#.~~~~~~~~
            ....~~~##.~~#.~~~~~~~~~
            ~~....~~..#~..~~~~##...
            ~~~~#...#..~.###....~~~
            ~~~~~~#....#....#~~~~~~
            ~~~~~~~~~#.@...#~~~~~~~
            ~~~~~~#......#...#~~~~~
            ~~~~#...##..#..~...#~~~
            ~~....~~~...##.#~~...#~
            ...#~~~~#.#..~~.~~~~...
            .~~~~~~~#....~~~.~~~~~.",
        ),
    ];
    for (algorithm, expected) in views {
        assert_seen(PILLARS, symmetric().with_algorithm(algorithm), expected);
    }
}

#[test]
fn permissive_looks_around_doorposts() {
    let permissive = symmetric().with_algorithm(Algorithm::Permissive);
    assert_seen(
        "
        #########
        #...#...#
        #...#...#
        #.@.....#
        #...#...#
        #########",
        permissive,
        "
        #####~~~~
        #...#~~.#
        #...#...#
        #.@.....#
        #...#...#
        #####~~##",
    );
}

#[test]
fn a_cone_shows_a_sector() {
    let east = symmetric().with_cone(Cone::new(IVec2::X, 90));
    assert_seen(
        "
        .......
        ...#...
        .@.....
        .......
        .......",
        east,
        "
        ~~~.~~~
        ~~.#~..
        ~@.....
        ~~.....
        ~~~....",
    );
}
