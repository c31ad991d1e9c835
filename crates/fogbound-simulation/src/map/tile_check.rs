//! Checks that tiles are consistent with each other.

use std::collections::BTreeMap;

use super::tile_kind::{Kinds, Tile, TileKind};
use crate::files::DataError;
use crate::files::data::{Faults, Part};

/// Records an error for each contradiction within or between tiles.
pub(super) fn check(kinds: &Kinds, written: &BTreeMap<String, Part>, faults: &mut Faults) {
    let all = || kinds.iter().flatten();
    for kind in all() {
        // The missing glyph of a new tile has already been reported.
        let is_reported = |it: &TileKind| it.glyph == ' ' && it.name != "rock";
        let mut others = all().filter(|it| !is_reported(it) && !is_reported(kind));
        let other = others.find(|it| it.glyph == kind.glyph && it.name != kind.name);
        let clash = other.map(|other| {
            let message = format!(
                "glyph: {:?} belongs to the tile {:?}; expected a character that no other tile uses",
                kind.glyph, other.name
            );
            ("glyph", message)
        });
        for (field, message) in clash.into_iter().chain(contradictions(kind, kinds)) {
            let error = fault(&kind.name, field, message, written);
            faults.note(error.map_or(Ok(()), Err));
        }
    }
}

/// Returns the fields of a tile that contradict other fields or other tiles, each with a description of the problem.
fn contradictions(kind: &TileKind, kinds: &Kinds) -> Vec<(&'static str, String)> {
    let kind_of = |tile: Tile| kinds.get(usize::from(tile.slot())).and_then(Option::as_ref);
    let mut found = Vec::new();
    for (field, becomes) in [("opens_to", kind.opens_to), ("breaks_to", kind.breaks_to)] {
        if let Some(other) = becomes.and_then(kind_of).filter(|it| !it.is_walkable) {
            let message = format!(
                "{field}: the tile {:?} is not walkable; expected one that is",
                other.name
            );
            found.push((field, message));
        }
    }
    let seems = kind.seems.and_then(kind_of);
    let air = |it: &TileKind| it.passes_air.unwrap_or(it.is_walkable || !it.is_opaque);
    let light = |it: &TileKind| it.stops_light.unwrap_or(it.is_opaque);
    if let Some(seems) = seems
        && (seems.is_opaque, seems.is_walkable) != (kind.is_opaque, kind.is_walkable)
    {
        let message = format!(
            "seems: the tile {:?} does not match; expected one with the same `opaque` and `walkable` as this tile",
            seems.name
        );
        found.push(("seems", message));
    } else if seems.is_some_and(|it| light(it) != light(kind)) {
        let message = "stops_light: does not match; expected the same `stops_light` as the tile that this one seems to be";
        found.push(("stops_light", message.to_owned()));
    } else if seems.is_some_and(|it| air(it) != air(kind)) {
        let message =
            "air: does not match; expected the same `air` as the tile that this one seems to be";
        found.push(("air", message.to_owned()));
    }
    if kind.spreads && kind.in_time.is_none() {
        let message = "spreads: nothing burns for ever; expected a tile with `in_time`".to_owned();
        found.push(("spreads", message));
    }
    if kind.put_out.is_some() && kind.flame.is_none() {
        let message = "put_out: this tile has no flame; expected a tile with `flame`".to_owned();
        found.push(("put_out", message));
    }
    let left = kind.taken.and_then(|it| kind_of(it.leaves));
    if let Some(left) = left.filter(|it| it.taken.is_some() || !it.is_walkable) {
        let message = format!(
            "taken: cannot leave the tile {:?}; expected a walkable tile without `taken`",
            left.name
        );
        found.push(("taken", message));
    }
    let trampled = kind.trampled.and_then(kind_of);
    if let Some(trampled) = trampled.filter(|it| it.trampled.is_some() || !it.is_walkable) {
        let message = format!(
            "trampled: found {:?}; expected a walkable tile without `trampled`",
            trampled.name
        );
        found.push(("trampled", message));
    }
    found
}

/// Returns an error that gives the place of the problem in the file, or `None` if the same problem is reported for
/// another tile.
fn fault(
    name: &str,
    field: &str,
    message: String,
    written: &BTreeMap<String, Part>,
) -> Option<DataError> {
    let Some(part) = written.get(name) else {
        // When two tiles share a glyph, the error is reported for the one in the file.
        let first = written.values().next().filter(|_| field != "glyph")?;
        // The file does not mention this tile, but changes another tile in a way that makes this one invalid.
        return Some(first.error(format_args!(
            "{message} (in the tile {name:?}, through changes to other tiles)"
        )));
    };
    Some(part.value_of(field).error(message))
}
