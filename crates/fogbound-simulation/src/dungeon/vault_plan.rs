//! Checking the drawing of a vault. A vault must be closed except for its entrances, and every passable cell must be
//! reachable.

use bevy::math::IVec2;

use super::stairs::ways_from;
use super::vault::{Vault, VaultCell};
use crate::grid::Direction;
use crate::path::SIDES;

/// An error in a drawing. The first field is the cell with the error, or `None` if the error concerns the whole
/// drawing. The second field is a message.
type Fault = (Option<IVec2>, &'static str);

pub(super) fn check(vault: &Vault) -> Result<(), Fault> {
    let entrances: Vec<IVec2> = vault
        .cells
        .positions()
        .filter(|cell| at(vault, *cell) == VaultCell::Entrance)
        .collect();
    let Some(&first) = entrances.first() else {
        return Err((
            None,
            "the drawing has no entrance; expected at least one @ on its outline",
        ));
    };
    check_outline(vault, &entrances)?;
    check_ways(vault, &entrances, first)
}

fn at(vault: &Vault, cell: IVec2) -> VaultCell {
    let cell = vault.cells.get(cell).copied();
    cell.unwrap_or(VaultCell::Outside)
}

/// Checks that all entrances are on the outline of the vault, and that walls surround all passable or transparent
/// cells.
fn check_outline(vault: &Vault, entrances: &[IVec2]) -> Result<(), Fault> {
    let is_outside = |cell: IVec2| at(vault, cell) == VaultCell::Outside;
    let is_inside = |cell: &&IVec2| !SIDES.iter().any(|side| is_outside(**cell + side));
    if let Some(&cell) = entrances.iter().find(is_inside) {
        return Err((
            Some(cell),
            "this entrance is inside the drawing; expected @ at its edge or next to a space",
        ));
    }
    let is_clear = |cell: IVec2| {
        let mut tiles = vault.tiles_at(cell);
        tiles.any(|it| it.is_passable() || !it.is_opaque())
    };
    let mut clear = vault.cells.positions().filter(|cell| is_clear(*cell));
    let open = clear.find(|cell| {
        let meets_outside = Direction::ALL
            .iter()
            .any(|way| is_outside(cell + way.delta()));
        meets_outside && at(vault, *cell) != VaultCell::Entrance
    });
    match open {
        Some(cell) => Err((
            Some(cell),
            "the vault is open here; expected walls all around except at entrances",
        )),
        None => Ok(()),
    }
}

/// Checks that every passable cell can be reached from the first entrance, and that the other entrances can be reached
/// from the first one without secret doors.
fn check_ways(vault: &Vault, entrances: &[IVec2], first: IVec2) -> Result<(), Fault> {
    let ways_over = |is_way: &dyn Fn(IVec2) -> bool| ways_from(vault.size(), first, is_way);
    // A cell counts as passable only if all its possible tiles are passable, so the result does not depend on chance.
    let is_sure = |cell: IVec2| {
        at(vault, cell) != VaultCell::Outside && vault.tiles_at(cell).all(|it| it.is_passable())
    };
    let is_open = |cell: IVec2| vault.tiles_at(cell).any(|it| it.is_passable());
    let reached = ways_over(&is_sure);
    let mut cells = vault.cells.positions();
    if let Some(cell) = cells.find(|cell| is_open(*cell) && reached.cost_to(*cell).is_none()) {
        return Err((
            Some(cell),
            "this cell cannot be reached from the entrances; expected a path without diagonal steps",
        ));
    }
    let is_plain =
        |cell: IVec2| is_sure(cell) && vault.tiles_at(cell).all(|it| it.seems().is_none());
    let reached = ways_over(&is_plain);
    match entrances
        .iter()
        .find(|cell| reached.cost_to(**cell).is_none())
    {
        Some(&cell) => Err((
            Some(cell),
            "only a secret door leads here from the first entrance; expected another path",
        )),
        None => Ok(()),
    }
}
