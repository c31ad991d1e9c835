//! Scripts of keys and mouse actions in the syntax of `--keys`, such as `ll<Escape><Click 12,5>`.
//!
//! A script may also name a place on the screen: `<Click "Options">` is the middle of these words, `<Hover player>` is
//! the player, and `<Click near>` and `<Click far>` are floor cells five steps away and as far away as possible.

use super::screen::Screen;

/// A column and a row.
pub type Place = (usize, usize);

/// A single player action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A character or the name of a key.
    Key(String),
    Hover(Place),
    Click(Place),
    RightClick(Place),
    /// A wheel turn of this many lines. Negative numbers scroll up.
    Wheel(Place, i32),
}

impl Act {
    pub fn place(&self) -> Option<Place> {
        match *self {
            Self::Key(_) => None,
            Self::Hover(place)
            | Self::Click(place)
            | Self::RightClick(place)
            | Self::Wheel(place, _) => Some(place),
        }
    }

    /// Returns the action at another place, if there is one.
    pub fn at(self, place: Option<Place>) -> Self {
        let Some(at) = place else { return self };
        match self {
            Self::Key(_) => self,
            Self::Hover(_) => Self::Hover(at),
            Self::Click(_) => Self::Click(at),
            Self::RightClick(_) => Self::RightClick(at),
            Self::Wheel(_, lines) => Self::Wheel(at, lines),
        }
    }

    /// Returns the action in the game's script syntax.
    pub fn script(&self) -> String {
        match self {
            Self::Key(name) if name.chars().count() == 1 => name.clone(),
            Self::Key(name) => format!("<{name}>"),
            Self::Hover((x, y)) => format!("<Hover {x},{y}>"),
            Self::Click((x, y)) => format!("<Click {x},{y}>"),
            Self::RightClick((x, y)) => format!("<Right {x},{y}>"),
            Self::Wheel((x, y), lines) => format!("<Wheel {x},{y},{lines}>"),
        }
    }
}

/// Returns the action that a token stands for on this screen.
///
/// # Panics
///
/// If the screen has no such place.
pub fn act(token: &str, screen: &Screen) -> Act {
    let named = token.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
    let Some(named) = named else {
        return Act::Key(token.to_owned());
    };
    let Some((kind, place)) = named.split_once(' ') else {
        return Act::Key(named.to_owned());
    };
    match kind {
        "Hover" => Act::Hover(find(place, screen)),
        "Click" => Act::Click(find(place, screen)),
        "Right" => Act::RightClick(find(place, screen)),
        "Wheel" => {
            let (place, lines) = place.rsplit_once(',').expect("a wheel turns by some lines");
            Act::Wheel(
                find(place, screen),
                lines.parse().expect("lines are a number"),
            )
        }
        _ => panic!("{token} is unknown"),
    }
}

fn find(name: &str, screen: &Screen) -> Place {
    let found = match name {
        "player" => screen.player(),
        "near" => floors(screen)
            .min_by_key(|&(_, steps)| steps.abs_diff(5))
            .map(|(place, _)| place),
        "far" => floors(screen)
            .max_by_key(|&(_, steps)| steps)
            .map(|(place, _)| place),
        _ if name.starts_with('"') => screen.find(name.trim_matches('"')),
        _ => {
            let (column, row) = name
                .split_once(',')
                .expect("a place has a column and a row");
            column.parse().ok().zip(row.parse().ok())
        }
    };
    found.unwrap_or_else(|| panic!("{name} is not on the screen:\n{}", screen.text().join("\n")))
}

/// Returns the floor cells on the map, and their distances from the player in steps.
fn floors(screen: &Screen) -> impl Iterator<Item = (Place, usize)> {
    let (left, top) = screen.player().expect("the player is on the map");
    let floors = screen
        .cells()
        .filter(|(.., cell)| cell.is_wide && ".·".contains(cell.glyph));
    floors.map(move |(x, y, _)| ((x, y), (x.abs_diff(left) / 2).max(y.abs_diff(top))))
}
