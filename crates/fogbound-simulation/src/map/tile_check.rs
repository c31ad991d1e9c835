//! What several tiles have to agree on.

use std::collections::BTreeMap;

use super::tile_kind::{Kinds, Tile, TileKind};
use crate::files::DataError;
use crate::files::data::{Faults, Fields, Part};

/// Notes where tiles contradict each other.
pub(super) fn check(kinds: &Kinds, written: &BTreeMap<String, Part>, faults: &mut Faults) {
    let all = || kinds.iter().flatten();
    for kind in all() {
        // A new one whose glyph is missing has been told of.
        let is_told = |it: &TileKind| it.glyph == ' ' && it.name != "rock";
        let mut others = all().filter(|it| !is_told(it) && !is_told(kind));
        let other = others.find(|it| it.glyph == kind.glyph && it.name != kind.name);
        let clash = other.map(|other| {
            let message = format!(
                "glyph: {:?} is that of the tile {:?}; every tile has one of its own",
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

/// What a kind says that cannot be, because of what other kinds are: the field, and what is wrong with it.
fn contradictions(kind: &TileKind, kinds: &Kinds) -> Vec<(&'static str, String)> {
    let kind_of = |tile: Tile| kinds.get(usize::from(tile.slot())).and_then(Option::as_ref);
    let mut found = Vec::new();
    if let Some(opened) = kind.opens_to.and_then(kind_of).filter(|it| !it.is_walkable) {
        let message = format!(
            "opens_to: the tile {:?} cannot be walked on; expected one that can",
            opened.name
        );
        found.push(("opens_to", message));
    }
    let seems = kind.seems.and_then(kind_of);
    if let Some(seems) = seems
        && (seems.is_opaque, seems.is_walkable) != (kind.is_opaque, kind.is_walkable)
    {
        let message = format!(
            "seems: the tile {:?} differs in what is seen and walked; expected one that is opaque and walkable as this one is",
            seems.name
        );
        found.push(("seems", message));
    }
    if kind.put_out.is_some() && kind.flame.is_none() {
        let message = "put_out: nothing burns in it; expected a tile with `flame`".to_owned();
        found.push(("put_out", message));
    }
    let left = kind.taken.and_then(|it| kind_of(it.leaves));
    if let Some(left) = left.filter(|it| it.taken.is_some() || !it.is_walkable) {
        let message = format!(
            "taken: {:?} cannot be left; expected a tile that can be walked on and that nothing is taken from",
            left.name
        );
        found.push(("taken", message));
    }
    let trampled = kind.trampled.and_then(kind_of);
    if let Some(trampled) = trampled.filter(|it| it.trampled.is_some() || !it.is_walkable) {
        let message = format!(
            "trampled: found {:?}; expected a tile that can be walked on and is not trampled itself",
            trampled.name
        );
        found.push(("trampled", message));
    }
    found
}

/// The error where the file says what is wrong with a tile; none if that is told of elsewhere.
fn fault(
    name: &str,
    field: &str,
    message: String,
    written: &BTreeMap<String, Part>,
) -> Option<DataError> {
    let Some(part) = written.get(name) else {
        // Of two that share a glyph the one is told of that is written.
        let first = written.values().next().filter(|_| field != "glyph")?;
        // What the file does not name itself has come to be wrong by what it does name.
        return Some(first.error(format_args!(
            "{message} (this is the tile {name:?}, which the file changes by others)"
        )));
    };
    let fields = Fields::outline(*part, "Tile", "").ok();
    let value = fields.and_then(|it| it.optional(field));
    Some(value.map_or(*part, |it| it.part).error(message))
}
