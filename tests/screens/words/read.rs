//! Reads the words of full mode, and nothing else.

use std::collections::BTreeMap;

use bevy::math::IVec2;
use fogbound::grid::Direction;
use fogbound::view::compass;

/// A creature, as the words describe it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Creature {
    pub name: String,
    pub state: String,
    pub offset: (i32, i32),
    /// Whether the words say that it sees or feels the player.
    pub knows: bool,
}

/// What the words of one report say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// The cell of the player, counted from where it came to the level.
    pub at: IVec2,
    /// The name of the place.
    pub place: Option<String>,
    /// The tiles in view, by row and column from the player.
    pub view: BTreeMap<(i32, i32), String>,
    /// The tiles out of view of which the player has learnt, by row and column from the player.
    pub learnt: BTreeMap<(i32, i32), String>,
    /// The cells from which the player can be seen.
    pub seen_from: Vec<(i32, i32)>,
    pub creatures: Vec<Creature>,
    /// The names and cells of creatures last seen.
    pub last_seen: Vec<(String, (i32, i32))>,
    /// The line about the light.
    pub light: String,
    /// Hit points now and at most.
    pub health: Option<(i32, i32)>,
}

const CAME: &str = "where you came to this level.";

/// Reads the lines of a report in full mode.
pub fn read(lines: &[String]) -> Read {
    let mut all = Read::default();
    for line in lines {
        let rows = [("View, ", true), ("Out of view, ", false)];
        let row = rows
            .iter()
            .find_map(|(it, sees)| Some((line.strip_prefix(it)?, *sees)));
        if let Some((row, sees)) = row {
            let cells = if sees { &mut all.view } else { &mut all.learnt };
            let row = row.strip_suffix('.').unwrap();
            let (y, runs) = row.split_once(": ").unwrap();
            for run in runs.split(", ") {
                let (name, first, last) = run_of(run);
                for x in first..=last {
                    cells.insert((row_of(y), x), name.clone());
                }
            }
        } else if let Some(row) = line.strip_prefix("Seen from, ") {
            let (y, runs) = row.strip_suffix('.').unwrap().split_once(": ").unwrap();
            for run in runs.split(", ") {
                let (_, first, last) = run_of(run);
                all.seen_from.extend((first..=last).map(|x| (row_of(y), x)));
            }
        } else if let Some(creatures) = line.strip_prefix("Creatures: ") {
            let entries = creatures.strip_suffix('.').unwrap().split("; ");
            all.creatures = entries.map(creature).collect();
        } else if let Some(ghosts) = line.strip_prefix("Last seen: ") {
            let entries = ghosts.strip_suffix('.').unwrap().split("; ");
            all.last_seen = entries.map(ghost).collect();
        } else if let Some(place) = line.strip_suffix(CAME) {
            let mut parts: Vec<&str> = place.split(", ").filter(|it| !it.is_empty()).collect();
            if let Some(last) = parts.last_mut() {
                *last = last.trim_end_matches(" of ");
            }
            all.at = offset(&mut parts);
            all.place = Some(parts.join(", ").to_lowercase());
        } else if line.starts_with("Exposed")
            || line.contains("in the dark,")
            || line.starts_with("Hidden")
            || line.starts_with("In the dark")
        {
            all.light.clone_from(line);
        } else if let Some(health) = line.strip_prefix("Health ") {
            let mut words = health.split([' ', ',', '.']);
            let now = words.next().unwrap().parse().unwrap();
            let max = words.nth(1).unwrap().parse().unwrap();
            all.health = Some((now, max));
        }
    }
    all
}

/// Takes an offset from the end of a list of parts: `3 north`, `1 east`, both, or neither.
fn offset(parts: &mut Vec<&str>) -> IVec2 {
    let mut offset = IVec2::ZERO;
    for ways in [["east", "west"], ["south", "north"]] {
        let Some((count, way)) = parts.last().and_then(|it| it.split_once(' ')) else {
            break;
        };
        let (Ok(count), true) = (count.parse::<i32>(), ways.contains(&way)) else {
            continue;
        };
        offset += delta(way) * count;
        parts.pop();
    }
    offset
}

fn delta(way: &str) -> IVec2 {
    let all = Direction::ALL.into_iter();
    let mut named = all.filter(|it| compass(*it) == way);
    named
        .next()
        .unwrap_or_else(|| panic!("no direction: {way}"))
        .delta()
}

fn row_of(words: &str) -> i32 {
    match words {
        "your row" => 0,
        words => offset(&mut vec![words]).y,
    }
}

/// Reads `floor 2 west to 4 east`: the name, and the first and last column.
fn run_of(run: &str) -> (String, i32, i32) {
    let mut words: Vec<&str> = run.split(' ').collect();
    let last = column(&mut words);
    let first = match words.last() {
        Some(&"to") => {
            words.pop();
            column(&mut words)
        }
        _ => last,
    };
    (words.join(" "), first, last)
}

fn column(words: &mut Vec<&str>) -> i32 {
    let last = words.pop().unwrap();
    match last {
        "0" => 0,
        way => words.pop().unwrap().parse::<i32>().unwrap() * delta(way).x,
    }
}

/// Takes the place of something from the end of its parts.
fn place(parts: &mut Vec<&str>) -> IVec2 {
    let last = parts.last().copied().unwrap_or_default();
    match last.strip_prefix("beside you ") {
        Some(way) => {
            parts.pop();
            delta(way)
        }
        None if last == "here" => {
            parts.pop();
            IVec2::ZERO
        }
        None => offset(parts),
    }
}

fn creature(words: &str) -> Creature {
    let mut parts: Vec<&str> = words.split(", ").collect();
    let at = place(&mut parts);
    let knows = ["sees you", "feels you", "you are in its view"];
    let is_known = parts.iter().any(|it| knows.contains(it));
    let others = ["scratched", "hurt", "badly hurt"];
    let state = parts[1..]
        .iter()
        .filter(|it| !knows.contains(*it) && !others.contains(*it) && !it.starts_with("facing "));
    let state: Vec<&str> = state.copied().collect();
    Creature {
        name: name(parts[0]),
        state: state.join(", "),
        offset: (at.y, at.x),
        knows: is_known,
    }
}

fn ghost(words: &str) -> (String, (i32, i32)) {
    let mut parts: Vec<&str> = words.split(", ").collect();
    // The last part says how long ago it was.
    parts.pop();
    let at = place(&mut parts);
    (name(parts[0]), (at.y, at.x))
}

/// Returns a name without its article.
fn name(words: &str) -> String {
    let name = words.strip_prefix("an ").or(words.strip_prefix("a "));
    name.unwrap_or(words).to_owned()
}
