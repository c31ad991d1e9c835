//! A program that explores a level: it reads what the player knows as JSON, and answers with a line of words.
//!
//! ```sh
//! cargo build && cargo run --example explores -- target/debug/fogbound 7
//! ```

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use fogbound::tell::View;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut game = Command::new(&args[1]);
    game.args(["--tell", "--json", "--seed", &args[2]]);
    let game = game.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut game = game.expect("the game starts");
    let mut words = game.stdin.take().expect("it reads words");
    let lines = BufReader::new(game.stdout.take().expect("it writes lines")).lines();
    let (mut tried, mut known) = (Vec::new(), 0);
    for line in lines {
        let view: View = serde_json::from_str(&line.expect("a line")).expect("a view");
        known = view.map.cells().count();
        let [x, y] = view.you.at;
        // The nearest cell to walk on that has an unknown neighbour.
        let beside = |at: [i32; 2]| (0..9).map(move |it| [at[0] + it % 3 - 1, at[1] + it / 3 - 1]);
        let edge = |at| beside(at).any(|it| view.map.tile(it).is_none());
        let open = view
            .map
            .cells()
            .filter(|(_, tile)| !"#! =|".contains(*tile));
        let cells = open.map(|it| it.0).filter(|at| edge(*at) && *at != [x, y]);
        let cells = cells.filter(|at| tried.iter().filter(|it| *it == at).count() < 3);
        let far = |at: &[i32; 2]| (at[0] - x).abs().max((at[1] - y).abs());
        let (Some(to), None) = (cells.min_by_key(far), &view.end) else {
            break;
        };
        tried.push(to);
        let fights = view.creatures.iter().any(|it| it.enemy && far(&it.at) == 1);
        let line = match fights {
            true => "attack".to_owned(),
            false => format!("go {} south, {} east", to[1] - y, to[0] - x),
        };
        writeln!(words, "{line}").expect("the game reads on");
    }
    println!("{known} cells known");
    drop(words);
    game.wait().expect("the game ends with its input");
}
