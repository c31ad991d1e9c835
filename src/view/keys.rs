//! The keys, as lists on the screen show them: made from the bindings in force.

use bevy::input::keyboard::KeyCode;

use crate::control::{Bindings, Button, Control};

/// What moves along the axes, in the order of the letters that players know: `hjkl`.
const STRAIGHT: [Control; 4] = [Control::West, Control::South, Control::North, Control::East];
/// The same in the order of `wasd`.
const BY_PLACE: [Control; 4] = [Control::North, Control::West, Control::South, Control::East];
/// What moves across, in the order of `yubn`.
const ACROSS: [Control; 4] = [
    Control::NorthWest,
    Control::NorthEast,
    Control::SouthWest,
    Control::SouthEast,
];

const ARROWS: [KeyCode; 4] = [
    KeyCode::ArrowLeft,
    KeyCode::ArrowDown,
    KeyCode::ArrowUp,
    KeyCode::ArrowRight,
];

/// The keys for those who have just begun, a line each of at most `width` characters.
pub(super) fn key_list(bindings: &Bindings, width: usize) -> Vec<String> {
    let keys = |controls: [Control; 4]| -> Vec<Button> {
        let keys = controls.into_iter().map(|it| keys_of(bindings, it));
        keys.flatten().collect()
    };
    let typed = |controls| -> String {
        let letters = keys(controls).into_iter();
        letters.filter(|key| !is_place(key)).map(name).collect()
    };
    let placed = |controls| -> Vec<String> {
        let places = keys(controls).into_iter().filter(is_place).map(name);
        places.filter(|name| !is_on_numpad(name)).collect()
    };
    let mut letters_by_place = placed(BY_PLACE);
    letters_by_place.retain(|name| name.len() == 1);
    let straight = keys(STRAIGHT);
    let has_arrows = ARROWS
        .iter()
        .all(|it| straight.contains(&Button::Place(*it)));
    let arrows = if has_arrows { "arrows" } else { "" };
    let across = [typed(ACROSS)].into_iter().chain(placed(ACROSS));
    let mut lines = vec![
        join([
            arrows.to_owned(),
            typed(STRAIGHT),
            letters_by_place.concat(),
        ]),
        join(across),
    ];
    let others = groups(bindings, |control| {
        control.direction().is_none() && !control.is_for_wizards() && control != Control::Again
    });
    lines.extend(others.map(|(keys, words)| format!("{:<5} {words}", keys.join(" "))));
    for line in &mut lines {
        shorten(line, width);
    }
    lines
}

fn is_place(key: &Button) -> bool {
    matches!(key, Button::Place(_))
}

/// Everybody who has a numpad finds it.
fn is_on_numpad(name: &str) -> bool {
    name.starts_with("Numpad")
}

/// The wizard's keys, as many on a line of `width` characters as fit.
pub(super) fn wizard_keys(bindings: &Bindings, width: usize) -> Vec<String> {
    let items = groups(bindings, Control::is_for_wizards)
        .map(|(keys, words)| format!("{} {words}", keys.join(" ")));
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + item.chars().count() <= width => {
                line.push(' ');
                line.push_str(&item);
            }
            _ => lines.push(item),
        }
    }
    lines
}

/// The first key that asks for a control, by its whole name; empty if there is none.
pub(super) fn key_for(bindings: &Bindings, control: Control) -> String {
    match keys_of(bindings, control).next() {
        Some(Button::Place(key)) => format!("{key:?}"),
        Some(typed) => name(typed),
        None => String::new(),
    }
}

/// The keys of those controls for which `is_meant` says so, and what they do: those that do the same together.
fn groups(
    bindings: &Bindings,
    is_meant: impl Fn(Control) -> bool,
) -> impl Iterator<Item = (Vec<String>, String)> {
    let mut groups: Vec<(Vec<String>, String)> = Vec::new();
    for (control, key) in bindings.iter().filter(|(control, _)| is_meant(*control)) {
        let (words, key) = (bindings.words(control), name(key));
        if is_on_numpad(&key) {
            continue;
        }
        match groups.iter_mut().find(|(_, same)| same == words) {
            Some((keys, _)) => keys.push(key),
            None => groups.push((vec![key], words.to_owned())),
        }
    }
    groups.into_iter()
}

fn keys_of(bindings: &Bindings, control: Control) -> impl Iterator<Item = Button> {
    let bound = bindings.iter().filter(move |(it, _)| *it == control);
    bound.map(|(_, key)| key)
}

/// A key as players know it: `k`, `Up`, `<`.
fn name(key: Button) -> String {
    match key {
        Button::Types(character) => character.to_string(),
        Button::Place(_) => key.to_string().trim_matches(['<', '>']).to_owned(),
    }
}

fn join(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
    parts.join(" ")
}

/// Cuts what does not fit, and shows that by two dots.
fn shorten(line: &mut String, width: usize) {
    if line.chars().count() > width {
        let kept: String = line.chars().take(width.saturating_sub(2)).collect();
        *line = format!("{}..", kept.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::NewControl;

    #[test]
    fn the_list_is_that_of_the_bindings() {
        let mut bindings = Bindings::default();
        bindings.add(NewControl::new("leap", "leap over one").key(Button::Types('x')));
        let lines = key_list(&bindings, 16);
        let expected = [
            "arrows hjkl wasd",
            "yubn Home PgUp..",
            ".     wait",
            "r     run/walk",
            "c     close door",
            "< >   stairs",
            "o     explore",
            "[ ]   radius",
            "Space new",
            "Esc   leave",
            "x     leap ove..",
        ];
        assert_eq!(lines, expected);
        let expected = [
            "f algorithm",
            "F2 off F3 reveal",
            "F4 eyes F5 marks",
            "F6 point F7 kind",
            "F8 conjure",
        ];
        assert_eq!(wizard_keys(&bindings, 16), expected);
        assert_eq!(key_for(&bindings, Control::Leave), "Escape");
        assert_eq!(key_for(&bindings, Control::Wait), ".");
    }
}
