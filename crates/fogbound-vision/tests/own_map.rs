//! A map, tiles and positions of one's own get sight and memory: the example does what it says.
#![allow(missing_docs)]

#[allow(dead_code)]
#[path = "../examples/own_map.rs"]
mod own_map;

#[test]
fn a_submarine_charts_the_sea() {
    let expected = [
        "..........#~~~~~~#          ",
        ".......~~.#~~~~~~#          ",
        "......~~~~~~~~~~~~~         ",
        ".......~~.#~~~~~~#          ",
        "..........#~~~~~~#          ",
    ];
    assert_eq!(own_map::chart(12), expected.join("\n"));
    let expected = [
        "~~~#                        ",
        "~~~# ~~                     ",
        "~~~~~~~~                    ",
        "~~~# ~~                     ",
        "~~~#                        ",
    ];
    assert_eq!(own_map::chart(1), expected.join("\n"));
}
