//! The `own_map` example shows that sight and memory work with custom maps, tiles and positions.

#[allow(dead_code)]
#[path = "../../examples/own_map.rs"]
mod example;

#[test]
fn a_submarine_charts_the_sea() {
    let expected = [
        "..........#~~~~~~#          ",
        ".......~~.#~~~~~~#          ",
        "......~~~~~~~~~~~~~         ",
        ".......~~.#~~~~~~#          ",
        "..........#~~~~~~#          ",
    ];
    assert_eq!(example::chart(12), expected.join("\n"));
    let expected = [
        "~~~#                        ",
        "~~~# ~~                     ",
        "~~~~~~~~                    ",
        "~~~# ~~                     ",
        "~~~#                        ",
    ];
    assert_eq!(example::chart(1), expected.join("\n"));
}
