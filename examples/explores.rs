//! A program that explores a level: it reads what the player knows as JSON, and answers with a line of words.
//!
//! ```sh
//! cargo build && cargo run --example explores -- target/debug/fogbound 7
//! ```

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::Value;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut game = Command::new(&args[1])
        .args(["--tell", "--json", "--seed", &args[2]])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the game starts");
    let mut words = game.stdin.take().expect("it reads words");
    let lines = BufReader::new(game.stdout.take().expect("it writes lines")).lines();
    let (mut tried, mut turn) = (Vec::new(), Value::Null);
    for view in lines.map(|it| serde_json::from_str::<Value>(&it.unwrap_or_default()).unwrap_or_default()) {
        turn = view["turn"].clone();
        let number = |it: &Value| it.as_i64().unwrap_or_default();
        let rows: Vec<Vec<char>> = serde_json::from_value::<Vec<String>>(view["map"]["rows"].clone())
            .map_or_else(|_| Vec::new(), |all| all.iter().map(|it| it.chars().collect()).collect());
        let corner = (number(&view["map"]["corner"][0]), number(&view["map"]["corner"][1]));
        let you = (number(&view["you"]["at"][0]), number(&view["you"]["at"][1]));
        let at = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or('?');
        let is_edge = |&(x, y): &(usize, usize)| {
            let unknown = (0..9).any(|it| at((x + it % 3).wrapping_sub(1), (y + it / 3).wrapping_sub(1)) == '?');
            unknown && !['?', '#', ' ', '!', '='].contains(&at(x, y))
        };
        let all = (0..rows.len()).flat_map(|y| (0..rows[y].len()).map(move |x| (x, y))).filter(is_edge);
        let places = all.map(|(x, y)| (corner.0 + x as i64 - you.0, corner.1 + y as i64 - you.1));
        let open = places.filter(|(x, y)| (*x, *y) != (0, 0) && !tried.contains(&(you.0 + x, you.1 + y)));
        let next = open.min_by_key(|(x, y)| x.abs().max(y.abs()));
        let (Some((x, y)), true) = (next, view["end"].is_null()) else { break };
        tried.push((you.0 + x, you.1 + y));
        let _ = writeln!(words, "go {} south, {} east", y, x).and_then(|()| words.flush());
    }
    println!("explored {} cells by turn {turn}", tried.len());
    let _ = game.kill();
}
